//! Playout policies, those of the solver that this game was studied with first.
//!
//! A *tabu* colour is not touched while another group is there, so that its stones grow together: it is the most
//! frequent colour at the start (the two most frequent for `double-tabu`). A *pseudo-random* choice draws some groups
//! and takes the one whose colour has the fewest stones.

use spinney::game::skills::{Playouts, PolicyName};
use spinney::game::{Listener, Player};
use spinney::random::Random;

use super::groups::{Group, Groups};
use super::{Move, SameGame, State};

const POLICIES: &[PolicyName] = &[
    PolicyName { name: "random", summary: "any group alike" },
    PolicyName { name: "pseudo-random", summary: "of some groups the one whose colour is rarest" },
    PolicyName { name: "random-tabu", summary: "any group alike, the most frequent colour last" },
    PolicyName { name: "pseudo-random-tabu", summary: "pseudo-random, the most frequent colour last" },
    PolicyName { name: "double-tabu", summary: "any group alike, the two most frequent colours last" },
];

/// The place of `random-tabu` in the list.
const RANDOM_TABU: usize = 2;

/// A policy taken apart.
#[derive(Clone, Copy)]
struct Policy {
    /// How many of the most frequent colours are tabu.
    tabus: usize,
    /// Of so many groups the rarest colour is taken.
    compare: usize,
}

impl SameGame {
    fn policy(&self, index: usize) -> Policy {
        let compare = self.options.compare;
        match index {
            0 => Policy { tabus: 0, compare: 1 },
            1 => Policy { tabus: 0, compare },
            2 => Policy { tabus: 1, compare: 1 },
            3 => Policy { tabus: 1, compare },
            _ => Policy { tabus: 2, compare: 1 },
        }
    }

    /// Draws one of the groups of a position that is not at its end.
    #[inline(always)]
    fn draw(&self, policy: Policy, list: &[(Group, ())], state: &State, rng: &mut Random) -> usize {
        let tabu = &self.by_frequency[..policy.tabus];
        let is_free = |group: &Group| !tabu.contains(&group.colour);
        let free = if tabu.is_empty() { list.len() } else { list.iter().filter(|(group, ())| is_free(group)).count() };
        let mut one = || match free {
            0 => rng.below(list.len()),
            _ if free == list.len() => rng.below(free),
            _ => {
                let mut skip = rng.below(free);
                let found = list.iter().position(|(group, ())| {
                    let here = is_free(group);
                    let found = here && skip == 0;
                    skip = skip.wrapping_sub(usize::from(here));
                    found
                });
                found.unwrap_or(0)
            }
        };
        let mut best = one();
        if policy.compare > 1 {
            let count = |index: usize| state.stones.of(list[index].0.colour).len();
            let mut least = count(best);
            for _ in 1..policy.compare {
                let next = one();
                let here = count(next);
                if here < least {
                    (best, least) = (next, here);
                }
            }
        }
        best
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
        listener: &mut dyn Listener<Move>,
    ) -> bool {
        let policy = self.policy(policy);
        let mut groups = Groups::new(state, |_| ());
        for _ in 0..cap {
            if groups.list().is_empty() {
                return true;
            }
            let index = self.draw(policy, groups.list(), state, rng);
            listener.hear(Some(Player(0)), Move(groups.list()[index].0.cells.first()));
            groups.remove(index, state, |_| ());
        }
        groups.list().is_empty()
    }
}
