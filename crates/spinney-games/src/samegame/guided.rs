//! Playouts that a search steers, by rules that keep some groups back (selective policies, Cazenave 2016).

use spinney::game::skills::{Guide, Guided, Offer, PolicyName};

use super::groups::Groups;
use super::{Move, SameGame, State, code_of};

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

    fn roll(&self, rule: usize, state: &mut State, guide: &mut dyn Guide<Move>) {
        // The tabu colour, 0 for none, and the size of its groups that may go all the same.
        let tabu = if rule == 0 { 0 } else { self.by_frequency[rule.saturating_sub(SELECTIVE)] };
        let mut weigh = |guide: &mut dyn Guide<Move>, group: &super::groups::Group| {
            let code = code_of(group.cells, group.colour);
            Offer { mv: Move(group.cells.first()), code, weight: guide.weigh(code) }
        };
        let mut groups = Groups::new(state, |group| weigh(guide, group));
        let mut offers: Vec<Offer<Move>> = Vec::with_capacity(groups.list().len());
        let mut indices: Vec<u8> = Vec::with_capacity(groups.list().len());
        while !groups.list().is_empty() {
            let pairs = rule != TABU && state.removed > OPENING;
            let tabu_is_one = || {
                let mut of_tabu = groups.list().iter().filter(|(group, _)| group.colour == tabu);
                let (first, second) = (of_tabu.next(), of_tabu.next());
                match (first, second) {
                    (Some((group, _)), None) => u32::from(group.size) == state.stones.of(tabu).len(),
                    _ => false,
                }
            };
            offers.clear();
            indices.clear();
            let all = tabu == 0 || tabu_is_one();
            for (index, (group, offer)) in groups.list().iter().enumerate() {
                if all || group.colour != tabu || pairs && group.size == 2 {
                    offers.push(*offer);
                    indices.push(index as u8);
                }
            }
            if offers.is_empty() {
                offers.extend(groups.list().iter().map(|(_, offer)| *offer));
                indices.extend(0..offers.len() as u8);
            }
            let chosen = indices[guide.choose(&offers)];
            groups.remove(chosen.into(), state, |group| weigh(guide, group));
        }
    }
}
