//! Measures of positions with contact, for one of the players: hits, blockades, and the race that is left. They follow
//! the inputs of gnubg, found with masks of points.

use std::sync::LazyLock;

use super::{BAR, State};

/// The number of measures.
pub(super) const MEASURES: usize = 10;

const POINTS: u32 = !1 & ((1 << BAR) - 1);
const HOME: u32 = 0b111_1110;
/// The points ahead that a roll other than a double may reach.
const AHEAD: usize = 12;

/// Of 36 rolls those that carry a checker to the full distance, by which of the next 12 points are blocked: bit 0 for the
/// next one.
static ESCAPES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let escapes = |blocked: u32| {
        let is_open = |distance: u32| blocked >> (distance - 1) & 1 == 0;
        let rolls = (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)));
        rolls.filter(|&(a, b)| is_open(a + b) && (is_open(a) || is_open(b))).count() as u8
    };
    (0..1 << AHEAD).map(escapes).collect()
});

/// One player's checkers and the opponent's points, in the player's direction.
pub(super) struct Contact<'s> {
    men: &'s [u8; 26],
    held: u32,
    made: u32,
    /// Points that the opponent has made, and its blots, counted from the player's side.
    blocked: u32,
    blots: u32,
    /// Points that the opponent has made, counted from its own side.
    opposing: u32,
    /// The opponent's rearmost checker, counted from its own side.
    opposing_back: u32,
    escapes: &'static [u8],
}

impl<'s> Contact<'s> {
    #[inline]
    pub(super) fn new(state: &'s State, player: usize) -> Self {
        let other = 1 - player;
        let blocked = State::seen_from_other_side(state.made[other]);
        Contact {
            men: &state.men[player],
            held: state.held[player],
            made: state.made[player] & POINTS,
            blocked,
            blots: State::seen_from_other_side(state.held[other]) & !blocked,
            opposing: state.made[other] & POINTS,
            opposing_back: state.held[other].checked_ilog2().unwrap_or(0),
            escapes: &ESCAPES,
        }
    }

    /// The measures, each roughly from 0 to 1.
    #[inline]
    pub(super) fn measures(&self) -> [f32; MEASURES] {
        let (hits, loss) = self.hits();
        let back = self.held.checked_ilog2().unwrap_or(0) as usize;
        let (mobility, to_pass) = self.journey();
        let (near, far) = self.containment();
        let closed = (self.blocked >> 18 & HOME).count_ones() as f32 / 6.0;
        let on_bar = if self.men[BAR] > 0 { closed * closed } else { 0.0 };
        [
            hits as f32 / 36.0,
            loss as f32 / (36.0 * 12.0),
            f32::from(self.escapes_from(back)) / 36.0,
            near,
            far,
            mobility as f32 / 3600.0,
            to_pass as f32 / 167.0,
            on_bar,
            closed * closed,
            f32::from(u8::from(self.made & HOME << 18 != 0)),
        ]
    }

    /// Of 36 rolls, those that move a checker from this point by their full sum.
    #[inline(always)]
    fn escapes_from(&self, point: usize) -> u8 {
        self.escapes[(self.opposing >> (26 - point)) as usize & ((1 << AHEAD) - 1)]
    }

    /// How freely the checkers outside of the home board move; and the pips until all have passed the opponent's.
    #[inline(always)]
    fn journey(&self) -> (u32, u32) {
        let (mut mobility, mut to_pass) = (0, 0);
        let passed = 25 - self.opposing_back;
        let mut held = self.held & (u32::MAX << passed.min(7));
        while held != 0 {
            let point = held.trailing_zeros();
            held &= held - 1;
            let count = u32::from(self.men[point as usize]);
            to_pass += count * point.saturating_sub(passed);
            if point > 6 {
                mobility += count * (point - 6) * u32::from(self.escapes_from(point as usize));
            }
        }
        (mobility, to_pass)
    }

    /// How well the player's points hold the opponent's checkers: at the place where they are held best, not further
    /// ahead than its rearmost one; and the same anywhere.
    #[inline(always)]
    fn containment(&self) -> (f32, f32) {
        let escapes = |from: u32| self.escapes[(self.made >> (26 - from)) as usize & ((1 << AHEAD) - 1)];
        let share = |least: u8| f32::from(36 - least) / 36.0;
        let (mut near, mut far) = (36, 36);
        for from in (16..=25).rev() {
            far = escapes(from).min(far);
            if from <= self.opposing_back {
                near = escapes(from).min(near);
            }
        }
        (share(near), share(far))
    }

    /// Of 36 rolls, those that hit a blot; and the sum of the pips that the opponent loses by the best hit of each.
    #[inline(always)]
    fn hits(&self) -> (u32, u32) {
        if self.blots == 0 {
            return (0, 0);
        }
        let rest = self.held & POINTS;
        let moved: Reached = std::array::from_fn(|die| self.reach(rest, die as u32));
        let entered: Reached = std::array::from_fn(|die| self.reach(1 << BAR, die as u32));
        match self.men[BAR] {
            0 => self.count(
                |high, low| moved[high] | moved[low] | moved[high] >> low | moved[low] >> high,
                |die| self.run(moved[die], die, 3),
            ),
            1 => self.count(
                |high, low| enter_one(&entered, rest, high, low) | enter_one(&entered, rest, low, high),
                |die| enter_double(&entered, die, |entered| self.run(rest | entered, die, 3)),
            ),
            bar => self.count(
                |high, low| entered[high] | entered[low],
                |die| enter_double(&entered, die, |entered| self.run(rest | entered, die, 4 - bar.min(4))),
            ),
        }
    }

    /// Adds up the rolls, given the points that pairs and doubles reach.
    #[inline(always)]
    fn count(&self, pair: impl Fn(usize, usize) -> u32, double: impl Fn(usize) -> u32) -> (u32, u32) {
        let (mut rolls, mut loss) = (0, 0);
        let mut add = |reached: u32, weight: u32| {
            let hit = reached & self.blots;
            if hit != 0 {
                rolls += weight;
                loss += weight * hit.ilog2();
            }
        };
        for high in 1..=6 {
            add(double(high), 1);
            (1..high).for_each(|low| add(pair(high, low), 2));
        }
        (rolls, loss)
    }

    /// The open points that these checkers reach by a die.
    #[inline(always)]
    fn reach(&self, held: u32, die: u32) -> u32 {
        held >> die & !self.blocked & POINTS
    }

    /// The points that these checkers reach by up to so many steps of a die, and those that they are on.
    #[inline(always)]
    fn run(&self, mut held: u32, die: usize, steps: u8) -> u32 {
        let mut reached = held;
        for _ in 0..steps {
            held = self.reach(held, die as u32);
            reached |= held;
        }
        reached
    }
}

/// Points that are reached, by die.
type Reached = [u32; 7];

/// The points reached by entering with the first die and playing the second.
#[inline(always)]
fn enter_one(entered: &Reached, rest: u32, first: usize, second: usize) -> u32 {
    match entered[first] {
        0 => 0,
        point => point | (rest | point) >> second,
    }
}

/// The points reached by entering with a double.
#[inline(always)]
fn enter_double(entered: &Reached, die: usize, run: impl Fn(u32) -> u32) -> u32 {
    if entered[die] == 0 { 0 } else { run(entered[die]) }
}

#[cfg(test)]
mod tests {
    use super::super::{Backgammon, Play, steps};
    use super::*;
    use spinney::game::capabilities::Notation;
    use spinney::game::{Game, Moves, NoRecorder};
    use spinney::random::Random;

    /// The rolls with a play that hits, and the best hit of each, by listing every play.
    fn by_listing(game: &Backgammon, state: &State) -> (u32, u32) {
        let (mut rolls, mut loss) = (0, 0);
        let mut moves: Moves<Play> = Moves::new();
        for high in 1..=6 {
            for low in 1..=high {
                let rolled = State { dice: [high, low], ..*state };
                moves.clear();
                game.turn(&rolled, &mut moves);
                let hits = moves.iter().flat_map(|&play| {
                    let mut after = rolled;
                    let mut hits = Vec::new();
                    for (from, die) in steps(play) {
                        let before = after.men[1 - usize::from(state.player)][BAR];
                        after.step(from, die);
                        if after.men[1 - usize::from(state.player)][BAR] > before {
                            hits.push(from as u32 - u32::from(die));
                        }
                    }
                    hits
                });
                if let Some(best) = hits.max() {
                    let weight = if high == low { 1 } else { 2 };
                    rolls += weight;
                    loss += weight * best;
                }
            }
        }
        (rolls, loss)
    }

    #[test]
    fn hits_are_those_of_the_rules() {
        let game = Backgammon::default();
        let mut rng = Random::new(1);
        let mut scratch = Moves::new();
        let (mut same, mut all) = (0, 0);
        for _ in 0..60 {
            let mut state = game.start(&mut rng);
            while game.random_step(&mut state, &mut scratch, &mut rng, &mut NoRecorder) {
                if state.dice[0] == 0 && !state.opening && state.winner().is_none() {
                    let hits = Contact::new(&state, state.player.into()).hits();
                    all += 1;
                    same += u32::from(hits == by_listing(&game, &state));
                }
            }
        }
        // They differ only where a number must be played elsewhere first, or a hit ends the way.
        assert!(same * 100 > all * 97, "{same} of {all}");
    }

    #[test]
    fn a_full_prime_holds_a_checker() {
        let game = Backgammon::default();
        let state = game.read_state("--BBBBBB-c---i--------c-B- x roll").unwrap();
        let state = State { player: 0, ..state };
        let side = Contact::new(&state, 0);
        assert_eq!(side.containment().1, 1.0);
    }
}
