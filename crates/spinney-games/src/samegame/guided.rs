//! Playouts that a search steers, by rules that keep the groups of one or two colours back (selective policies, Cazenave
//! 2016), so that they grow together.

use spinney::game::skills::{Guide, Guided, Offer, PolicyName};

use super::cells::Cells;
use super::groups::Groups;
use super::prospects::at_most;
use super::stones::MOST_COLOURS;
use super::{Move, SameGame, State, worth};

/// Which groups are kept back.
#[derive(Clone, Copy)]
struct Rule {
    /// The colours to go last and last but one, by their rank in the number of stones at the start, from 1; 0 is none.
    last: [usize; 2],
    /// Whether pairs of them may go after the opening.
    pairs: bool,
}

/// Writes the names and the rules from one table.
macro_rules! rules {
    ($($name:literal, $summary:literal, $last:expr, $pairs:literal;)*) => {
        const NAMES: &[PolicyName] = &[$(PolicyName { name: $name, summary: $summary }),*];
        const RULES: &[Rule] = &[$(Rule { last: $last, pairs: $pairs }),*];
    };
}

rules! {
    "free", "every group may be chosen", [0, 0], true;
    "tabu", "the most frequent colour last", [1, 0], false;
    "selective-1", "the most frequent colour last, but its pairs may go after ten moves", [1, 0], true;
    "selective-2", "as selective-1, for the second most frequent colour", [2, 0], true;
    "selective-3", "as selective-1, for the third most frequent colour", [3, 0], true;
    "selective-4", "as selective-1, for the fourth most frequent colour", [4, 0], true;
    "selective-5", "as selective-1, for the fifth most frequent colour", [5, 0], true;
    "double-12", "as selective-1, and colour 2 last but one", [1, 2], true;
    "double-13", "as selective-1, and colour 3 last but one", [1, 3], true;
    "double-14", "as selective-1, and colour 4 last but one", [1, 4], true;
    "double-15", "as selective-1, and colour 5 last but one", [1, 5], true;
    "double-21", "as selective-2, and colour 1 last but one", [2, 1], true;
    "double-23", "as selective-2, and colour 3 last but one", [2, 3], true;
    "double-24", "as selective-2, and colour 4 last but one", [2, 4], true;
    "double-25", "as selective-2, and colour 5 last but one", [2, 5], true;
    "double-31", "as selective-3, and colour 1 last but one", [3, 1], true;
    "double-32", "as selective-3, and colour 2 last but one", [3, 2], true;
    "double-34", "as selective-3, and colour 4 last but one", [3, 4], true;
    "double-35", "as selective-3, and colour 5 last but one", [3, 5], true;
    "double-41", "as selective-4, and colour 1 last but one", [4, 1], true;
    "double-42", "as selective-4, and colour 2 last but one", [4, 2], true;
    "double-43", "as selective-4, and colour 3 last but one", [4, 3], true;
    "double-45", "as selective-4, and colour 5 last but one", [4, 5], true;
    "double-51", "as selective-5, and colour 1 last but one", [5, 1], true;
    "double-52", "as selective-5, and colour 2 last but one", [5, 2], true;
    "double-53", "as selective-5, and colour 3 last but one", [5, 3], true;
    "double-54", "as selective-5, and colour 4 last but one", [5, 4], true;
}

/// The place of `selective-1` in the list.
const SELECTIVE: usize = 2;

/// Groups removed before pairs of the colours kept back may go.
const OPENING: u16 = 10;

impl Guided for SameGame {
    fn rules(&self) -> &'static [PolicyName] {
        NAMES
    }

    fn by_promise(&self) -> Vec<usize> {
        let colours = self.start.counts().into_iter().filter(|&stones| stones > 0).count();
        let there = |&rule: &usize| RULES[rule].last.iter().all(|&rank| rank <= colours);
        (SELECTIVE..RULES.len()).filter(there).chain([0]).collect()
    }

    fn roll(&self, rule: usize, state: &mut State, guide: &mut dyn Guide<Move>) -> bool {
        let least = guide.least();
        let Rule { last, pairs } = RULES[rule];
        let [last, before] = last.map(|rank| if rank == 0 { 0 } else { self.by_frequency[rank - 1] });
        let weigh = |guide: &mut dyn Guide<Move>, state: &State, group: Cells, colour: u8| {
            let code = self.code_of(group, colour);
            Offer { mv: Move(group.first()), code, weight: guide.weigh(code, &|| joining(state, group)) }
        };
        let kept_back = (1 << last | 1 << before) & !1;
        let mut groups = Groups::new(state, kept_back, |state, group, colour| weigh(guide, state, group, colour));
        // How many stones of every colour are left.
        let mut left = [0; MOST_COLOURS + 1];
        left[1..].copy_from_slice(&state.stones.counts());
        let (mut also, mut offers) = (Vec::new(), Vec::new());
        loop {
            let (free, back) = (groups.free(), groups.back());
            let pairs = pairs && state.removed > OPENING;
            // Of the groups kept back those may go that are all of their colour, pairs once the game is under way, and
            // where nothing else can, those of the colour that is last but one.
            let may_go = |index: &usize| {
                let (size, offer) = groups.get(*index);
                let colour = || state.stones.colour(offer.mv.0);
                pairs && size == 2
                    || free == 0 && colour() == before
                    || (size == left[usize::from(last)] || size == left[usize::from(before)])
                        && size == left[usize::from(colour())]
            };
            also.clear();
            also.extend((free..free + back).filter(may_go));
            if free == 0 && also.is_empty() {
                also.extend(0..back);
            }
            let chosen = if also.is_empty() {
                if free == 0 {
                    return true;
                }
                guide.choose(groups.free_notes())
            } else {
                offers.clear();
                offers.extend_from_slice(groups.free_notes());
                offers.extend(also.iter().map(|&index| *groups.get(index).1));
                match guide.choose(&offers) {
                    chosen if chosen < free => chosen,
                    chosen => also[chosen - free],
                }
            };
            let (size, offer) = groups.get(chosen);
            left[usize::from(state.stones.colour(offer.mv.0))] -= size;
            if f64::from(state.score + worth(size) + at_most(&left[1..])) < least {
                return false;
            }
            groups.remove(chosen, state, |state, group, colour| weigh(guide, state, group, colour));
        }
    }
}

/// How many more neighbours of equal colour there are after a group is gone, apart from its own.
fn joining(state: &State, group: Cells) -> f32 {
    let links = state.stones.links();
    let before = links.count() - links.within(group);
    let mut after = state.stones;
    after.remove(group);
    after.links().count() as f32 - before as f32
}
