//! Playouts that a search steers, by rules that keep back the groups of one or two colours so that they grow together
//! (selective policies, Cazenave 2016).

use spinney::game::Moves;
use spinney::game::capabilities::{Guide, Guided, Offer, PolicyName};

use super::cells::Cells;
use super::groups::Groups;
use super::score_bounds::at_most;
use super::stones::MOST_COLOURS;
use super::{Move, SameGame, State, worth};

/// Which groups are kept back.
#[derive(Clone, Copy)]
struct Rule {
    /// The colours to remove last and second to last, by their rank in the number of stones at the start, from 1; 0 is
    /// none.
    last: [usize; 2],
    /// Whether pairs of them may be removed after the opening.
    pairs: bool,
}

/// Generates the names and the rules from one table, which begins with those that found the best variations on random
/// boards.
macro_rules! rules {
    ($($name:literal, $summary:literal, $last:expr, $pairs:literal;)*) => {
        const NAMES: &[PolicyName] = &[$(PolicyName { name: $name, summary: $summary }),*];
        const RULES: &[Rule] = &[$(Rule { last: $last, pairs: $pairs }),*];
    };
}

rules! {
    "selective-1", "the most frequent colour last, but its pairs may go after ten moves", [1, 0], true;
    "selective-2", "as selective-1, for the second most frequent colour", [2, 0], true;
    "double-12", "as selective-1, and colour 2 last but one", [1, 2], true;
    "selective-3", "as selective-1, for the third most frequent colour", [3, 0], true;
    "double-13", "as selective-1, and colour 3 last but one", [1, 3], true;
    "double-21", "as selective-2, and colour 1 last but one", [2, 1], true;
    "selective-4", "as selective-1, for the fourth most frequent colour", [4, 0], true;
    "double-14", "as selective-1, and colour 4 last but one", [1, 4], true;
    "selective-5", "as selective-1, for the fifth most frequent colour", [5, 0], true;
    "double-15", "as selective-1, and colour 5 last but one", [1, 5], true;
    "double-23", "as selective-2, and colour 3 last but one", [2, 3], true;
    "double-31", "as selective-3, and colour 1 last but one", [3, 1], true;
    "double-24", "as selective-2, and colour 4 last but one", [2, 4], true;
    "double-32", "as selective-3, and colour 2 last but one", [3, 2], true;
    "double-25", "as selective-2, and colour 5 last but one", [2, 5], true;
    "double-41", "as selective-4, and colour 1 last but one", [4, 1], true;
    "double-34", "as selective-3, and colour 4 last but one", [3, 4], true;
    "double-42", "as selective-4, and colour 2 last but one", [4, 2], true;
    "double-35", "as selective-3, and colour 5 last but one", [3, 5], true;
    "double-43", "as selective-4, and colour 3 last but one", [4, 3], true;
    "double-51", "as selective-5, and colour 1 last but one", [5, 1], true;
    "double-52", "as selective-5, and colour 2 last but one", [5, 2], true;
    "double-45", "as selective-4, and colour 5 last but one", [4, 5], true;
    "double-53", "as selective-5, and colour 3 last but one", [5, 3], true;
    "double-54", "as selective-5, and colour 4 last but one", [5, 4], true;
    "free", "every group may be chosen", [0, 0], true;
    "tabu", "as selective-1, without the pairs", [1, 0], false;
}

/// Groups removed before pairs of the colours kept back may be removed.
const OPENING: u16 = 10;

impl Guided for SameGame {
    fn rules(&self) -> &'static [PolicyName] {
        NAMES
    }

    fn by_promise(&self) -> Vec<usize> {
        let colours = self.start.counts().into_iter().filter(|&stones| stones > 0).count();
        let there = |&rule: &usize| RULES[rule].pairs && RULES[rule].last.iter().all(|&rank| rank <= colours);
        (0..RULES.len()).filter(there).collect()
    }

    fn offer(&self, rule: usize, state: &State, moves: &mut Moves<Move>) {
        let keep = self.keep(rule);
        let groups = Groups::new(state, keep.colours(), |_, group, _| Move(group.first()));
        let mut also = Vec::new();
        keep.also(state, &groups, &state.stones.counts(), |mv| *mv, &mut also);
        moves.extend(groups.free_notes().iter().copied());
        moves.extend(also.iter().map(|&index| *groups.get(index).1));
    }

    fn roll(&self, rule: usize, state: &mut State, guide: &mut dyn Guide<Move>) -> bool {
        let (keep, least) = (self.keep(rule), guide.least());
        let weigh = |guide: &mut dyn Guide<Move>, state: &State, group: Cells, colour: u8| {
            let code = self.code_of(group, colour);
            Offer { mv: Move(group.first()), code, weight: guide.weigh(code, &|| joining(state, group)) }
        };
        let mut groups = Groups::new(state, keep.colours(), |state, group, colour| weigh(guide, state, group, colour));
        let mut left = state.stones.counts();
        let (mut also, mut offers) = (Vec::new(), Vec::new());
        loop {
            let free = groups.free();
            keep.also(state, &groups, &left, |offer| offer.mv, &mut also);
            let chosen = if also.is_empty() {
                if free == 0 {
                    return true;
                }
                match guide.choose(groups.free_notes()) {
                    Some(chosen) => chosen,
                    None => return false,
                }
            } else {
                offers.clear();
                offers.extend_from_slice(groups.free_notes());
                offers.extend(also.iter().map(|&index| *groups.get(index).1));
                match guide.choose(&offers) {
                    Some(chosen) if chosen < free => chosen,
                    Some(chosen) => also[chosen - free],
                    None => return false,
                }
            };
            let (size, offer) = groups.get(chosen);
            left[usize::from(state.stones.colour(offer.mv.0)) - 1] -= size;
            if f64::from(state.score + worth(size) + at_most(&left)) < least {
                return false;
            }
            groups.remove(chosen, state, |state, group, colour| weigh(guide, state, group, colour));
        }
    }
}

/// The colours that a rule keeps back on a board.
#[derive(Clone, Copy)]
struct Keep {
    /// The colour to remove last, 0 for none.
    last: u8,
    /// The colour to remove second to last, 0 for none.
    before: u8,
    pairs: bool,
}

impl SameGame {
    fn keep(&self, rule: usize) -> Keep {
        let Rule { last, pairs } = RULES[rule];
        let [last, before] = last.map(|rank| if rank == 0 { 0 } else { self.by_frequency[rank - 1] });
        Keep { last, before, pairs }
    }
}

impl Keep {
    /// A bit for every colour kept back.
    fn colours(self) -> u8 {
        (1 << self.last | 1 << self.before) & !1
    }

    /// Lists the groups kept back that may be removed nevertheless: those that are all of their colour, pairs after the
    /// opening, and, if no other group is left, the second-to-last colour, or everything.
    #[inline(always)]
    fn also<N: Copy + Default>(
        self,
        state: &State,
        groups: &Groups<N>,
        left: &[u32; MOST_COLOURS],
        mv: impl Fn(&N) -> Move,
        also: &mut Vec<usize>,
    ) {
        let free = groups.free();
        let pairs = self.pairs && state.removed > OPENING;
        let left = |colour: u8| if colour == 0 { 0 } else { left[usize::from(colour) - 1] };
        let whole = [left(self.last), left(self.before)];
        also.clear();
        also.extend((free..free + groups.back()).filter(|&index| {
            let (size, note) = groups.get(index);
            let colour = || state.stones.colour(mv(note).0);
            pairs && size == 2
                || free == 0 && colour() == self.before
                || whole.contains(&size) && size == left(colour())
        }));
        if free == 0 && also.is_empty() {
            also.extend(0..groups.back());
        }
    }
}

/// The increase in the number of pairs of equal neighbours when a group is removed, apart from its own.
fn joining(state: &State, group: Cells) -> f32 {
    let links = state.stones.links();
    let before = links.count(Cells::ALL) - links.count(group);
    let mut after = state.stones;
    after.remove(group);
    after.links().count(Cells::ALL) as f32 - before as f32
}
