//! Playouts that a search steers, by rules that keep some groups back (selective policies, Cazenave 2016).

use spinney::game::Moves;
use spinney::game::skills::{Guide, Guided, Offer, PolicyName};

use super::groups::Groups;
use super::cells::Cells;
use super::{Move, SameGame, State};

const RULES: &[PolicyName] = &[
    PolicyName { name: "free", summary: "every group may be chosen" },
    PolicyName { name: "tabu", summary: "the most frequent colour last" },
    PolicyName { name: "selective", summary: "as tabu, but its pairs may go after ten moves" },
    PolicyName { name: "selective-2", summary: "as selective, for the second most frequent colour" },
    PolicyName { name: "selective-3", summary: "as selective, for the third most frequent colour" },
    PolicyName { name: "selective-4", summary: "as selective, for the fourth most frequent colour" },
    PolicyName { name: "selective-5", summary: "as selective, for the fifth most frequent colour" },
];

const TABU: usize = 1;
const SELECTIVE: usize = 2;

/// Groups removed before pairs of the tabu colour may go.
const OPENING: u16 = 10;

impl Guided for SameGame {
    fn rules(&self) -> &'static [PolicyName] {
        RULES
    }

    fn preferred_rule(&self) -> usize {
        SELECTIVE
    }

    fn offer(&self, rule: usize, state: &State, moves: &mut Moves<Move>) {
        let tabu = self.tabu(rule);
        let groups = Groups::new(state, 1 << tabu & !1, |_, group, _| Move(group.first()));
        let free = groups.free();
        moves.extend(groups.free_notes().iter().copied());
        let goes = also_goes(rule, state, &groups, tabu);
        let kept_back = (free..free + groups.back()).map(|index| groups.get(index));
        moves.extend(kept_back.filter(|(size, _)| goes(*size)).map(|(_, &mv)| mv));
    }

    fn roll(&self, rule: usize, state: &mut State, guide: &mut dyn Guide<Move>) {
        let tabu = self.tabu(rule);
        let weigh = |guide: &mut dyn Guide<Move>, state: &State, group: Cells, colour: u8| {
            let code = self.code_of(state, group, colour);
            let bias = if colour == tabu { 0.0 } else { group.len().min(10) as f32 - 2.0 };
            Offer { mv: Move(group.first()), code, bias, weight: guide.weigh(code, bias) }
        };
        let mut groups = Groups::new(state, 1 << tabu & !1, |state, group, colour| weigh(guide, state, group, colour));
        let (mut also, mut offers) = (Vec::new(), Vec::new());
        loop {
            let (free, back) = (groups.free(), groups.back());
            also.clear();
            if back > 0 {
                let goes = also_goes(rule, state, &groups, tabu);
                also.extend((free..free + back).filter(|&index| goes(groups.get(index).0)));
            }
            let chosen = if also.is_empty() {
                if free == 0 {
                    return;
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
            groups.remove(chosen, state, |state, group, colour| weigh(guide, state, group, colour));
        }
    }
}

impl SameGame {
    /// The colour that a rule keeps back; 0 for none.
    fn tabu(&self, rule: usize) -> u8 {
        if rule == 0 { 0 } else { self.by_frequency[rule.saturating_sub(SELECTIVE)] }
    }
}

/// Which of the groups kept back may go, by their size: all where nothing else can, or where they are all in one; pairs
/// once the game is under way.
#[inline(always)]
fn also_goes<N: Copy + Default>(
    rule: usize,
    state: &State,
    groups: &Groups<N>,
    tabu: u8,
) -> impl Fn(u32) -> bool + use<N> {
    let (free, back) = (groups.free(), groups.back());
    let all = free == 0 || back == 1 && groups.get(free).0 == state.stones.of(tabu).len();
    let pairs = rule != TABU && state.removed > OPENING;
    move |size| all || pairs && size == 2
}
