//! Playout policies, those of the solver in which this game was first studied.
//!
//! A *tabu* colour is not removed while there is another group, so that its stones grow together: it is the most
//! frequent colour. With two of them, the less frequent one goes first once nothing else is left. A *pseudo-random*
//! choice compares several groups and takes the one whose colour has the fewest stones. A *joining* choice draws several
//! and takes the one whose removal brings the most stones of a colour together. Such a playout takes three times as long,
//! but on random boards the best playout within a given time is still better.
//!
//! Two options of the game say how that is meant ([`Scan`], [`Tabu`]).

use spinney::game::capabilities::{Playouts, PolicyName};
use spinney::game::{Player, Recorder};
use spinney::random::Random;

use super::cells::{Cells, LANE};
use super::options::{Scan, Tabu};
use super::stones::Links;
use super::{Move, SameGame, State, ranked};

const POLICIES: &[PolicyName] = &[
    PolicyName { name: "random", summary: "a uniformly random group" },
    PolicyName { name: "pseudo-random", summary: "the one of several groups whose colour is rarest" },
    PolicyName { name: "random-tabu", summary: "a uniformly random group, the most frequent colour last" },
    PolicyName { name: "pseudo-random-tabu", summary: "pseudo-random, the most frequent colour last" },
    PolicyName {
        name: "double-tabu",
        summary: "a uniformly random group, the second most frequent colour last but one, the first last",
    },
    PolicyName { name: "joining-tabu", summary: "the best joining group of several, the most frequent colour last" },
];

/// The index of `random-tabu` in the list.
const RANDOM_TABU: usize = 2;

/// The number of groups that a joining choice compares.
const TRIED: usize = 3;

/// The components of a policy.
#[derive(Clone, Copy)]
struct Policy {
    /// The number of tabu colours, counted from the most frequent.
    tabus: usize,
    /// The number of groups of which the rarest colour is taken.
    compare: usize,
    /// The number of groups of which the one that joins most is taken.
    tried: usize,
    /// How it finds a group.
    scan: Scan,
}

impl SameGame {
    fn policy(&self, index: usize) -> Policy {
        let (compare, scan) = (self.options.compare, self.options.scan);
        match index {
            // Where there is neither a tabu nor a comparison, any group will do: it is drawn.
            0 => Policy { tabus: 0, compare: 1, tried: 1, scan: Scan::None },
            1 => Policy { tabus: 0, compare, tried: 1, scan },
            2 => Policy { tabus: 1, compare: 1, tried: 1, scan },
            3 => Policy { tabus: 1, compare, tried: 1, scan },
            4 => Policy { tabus: 2, compare: 1, tried: 1, scan },
            _ => Policy { tabus: 1, compare: 1, tried: TRIED, scan },
        }
    }
}

/// Draws a group that has one of these corners; all groups are equally likely.
#[inline(always)]
pub(super) fn draw(links: &Links, corners: Cells, count: u32, rng: &mut Random) -> Cells {
    loop {
        let group = links.group(corners.nth(rng.below(count as usize) as u32));
        // A group with several corners is drawn more often, and rejected accordingly.
        let own = group.and(corners).len();
        if own == 1 || rng.below(own as usize) == 0 {
            return group;
        }
    }
}

/// Of several groups, the first and further ones that are drawn, removes the one that joins most.
#[inline(always)]
fn join(
    state: &mut State,
    links: &mut Links,
    first: Cells,
    tried: usize,
    mut draw: impl FnMut(&State, &Links) -> Cells,
) -> Move {
    let (mut best, mut best_links, mut most) = remove(state, links, first);
    let mut chosen = first.first();
    for _ in 1..tried {
        let group = draw(state, links);
        if group.first() != chosen {
            let (next, next_links, joined) = remove(state, links, group);
            if joined > most {
                (best, best_links, most, chosen) = (next, next_links, joined, group.first());
            }
        }
    }
    (*state, *links) = (best, best_links);
    Move(chosen)
}

/// The position after a removal, and how much it joins: one point per stone that has a neighbour of its colour and two
/// per pair of such neighbours, counting the removed stones as if they were present.
#[inline(always)]
fn remove(state: &State, links: &Links, group: Cells) -> (State, Links, u32) {
    let (mut next, mut next_links) = (*state, *links);
    let changed = next.remove(group);
    next.stones.update_links(&mut next_links, changed);
    let pairs = next_links.count(Cells::ALL) + links.count(group);
    (next, next_links, 2 * pairs + next_links.cells().len() + group.len())
}

impl SameGame {
    /// The tabu colours, the most frequent first, of a playout that begins here.
    #[inline(always)]
    fn tabu(&self, policy: Policy, state: &State) -> [u8; 2] {
        let order = match self.options.tabu {
            Tabu::Playout if policy.tabus > 0 => ranked(&state.stones),
            _ => self.by_frequency,
        };
        [order[0], order[1]]
    }

    /// The group to remove next: one that has a stone among these, which are corners or, for a scan, cells of groups.
    #[inline(always)]
    fn pick(&self, policy: Policy, state: &State, links: &Links, among: Cells, count: u32, rng: &mut Random) -> Cells {
        let rarity = |cell: u8| state.stones.of(state.stones.colour(cell)).len();
        let start = match policy.scan {
            Scan::None => {
                let mut group = draw(links, among, count, rng);
                for _ in 1..policy.compare {
                    let other = draw(links, among, count, rng);
                    if rarity(other.first()) < rarity(group.first()) {
                        group = other;
                    }
                }
                return group;
            }
            Scan::Board => {
                let cell = rng.below(self.columns * self.rows);
                (cell / self.rows) as u8 * LANE as u8 + (cell % self.rows) as u8
            }
            Scan::Stones => {
                let stones = state.stones.occupied();
                stones.nth(rng.below(stones.len() as usize) as u32)
            }
        };
        let met = among.from(start).take(policy.compare);
        let chosen = if policy.compare > 1 { met.min_by_key(|&cell| rarity(cell)) } else { { met }.next() };
        links.group(chosen.expect("a group is left"))
    }
}

impl Playouts for SameGame {
    fn policies(&self) -> &'static [PolicyName] {
        POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(RANDOM_TABU)
    }

    fn play_out(
        &self,
        policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Move>,
    ) -> bool {
        let policy = self.policy(policy);
        let mut links = state.stones.links();
        let mut tabu = self.tabu(policy, state);
        for _ in 0..cap {
            let all = if policy.scan == Scan::None { links.corners() } else { links.cells() };
            if self.options.tabu == Tabu::Move && policy.tabus > 0 {
                tabu = [ranked(&state.stones)[0], ranked(&state.stones)[1]];
            }
            let free = tabu[..policy.tabus].iter().fold(all, |free, &colour| free.without(state.stones.of(colour)));
            let (among, count) = match free.len() {
                0 if all.is_empty() => return true,
                0 if policy.tabus == 2 => {
                    let rarer = all.and(state.stones.of(tabu[1]));
                    let among = if rarer.is_empty() { all } else { rarer };
                    (among, among.len())
                }
                0 => (all, all.len()),
                count => (free, count),
            };
            let group = self.pick(policy, state, &links, among, count, rng);
            if policy.tried > 1 && count > 1 {
                let pick = |state: &State, links: &Links| self.pick(policy, state, links, among, count, rng);
                let mv = join(state, &mut links, group, policy.tried, pick);
                if !recorder.record(Some(Player(0)), mv) {
                    return false;
                }
                continue;
            }
            if !recorder.record(Some(Player(0)), Move(group.first())) {
                return false;
            }
            let changed = state.remove(group);
            state.stones.update_links(&mut links, changed);
        }
        links.is_empty()
    }
}
