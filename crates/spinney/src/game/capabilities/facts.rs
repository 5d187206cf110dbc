//! States as sets of facts, and how nearly a goal is reached: what general game players compare states by.

use crate::game::{Game, Player};

/// A set of facts by number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum FactSet {
    /// A bit per fact, for games that number all their facts without gaps.
    Bits(Vec<u64>),
    /// The numbers in ascending order, without repetition.
    List(Vec<u32>),
}

impl Default for FactSet {
    fn default() -> Self {
        FactSet::List(Vec::new())
    }
}

impl FactSet {
    /// The number of facts.
    pub fn len(&self) -> usize {
        match self {
            FactSet::Bits(words) => words.iter().map(|word| word.count_ones() as usize).sum(),
            FactSet::List(list) => list.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many facts of this set are not in `other`, which is of the same game.
    pub fn beyond(&self, other: &FactSet) -> usize {
        match (self, other) {
            (FactSet::Bits(own), FactSet::Bits(other)) => {
                let word = |at: usize| other.get(at).copied().unwrap_or(0);
                own.iter().enumerate().map(|(at, own)| (own & !word(at)).count_ones() as usize).sum()
            }
            (FactSet::List(own), FactSet::List(other)) => {
                let mut rest = other.as_slice();
                let missing = |fact: &&u32| {
                    while rest.first().is_some_and(|other| other < *fact) {
                        rest = &rest[1..];
                    }
                    rest.first() != Some(*fact)
                };
                own.iter().filter(missing).count()
            }
            (own, other) => {
                let listed = |set: &FactSet| {
                    let mut list = Vec::new();
                    set.for_each(|fact| list.push(fact));
                    FactSet::List(list)
                };
                listed(own).beyond(&listed(other))
            }
        }
    }

    /// Calls `f` with every fact, in ascending order.
    #[inline]
    pub fn for_each(&self, mut f: impl FnMut(u32)) {
        match self {
            FactSet::Bits(words) => {
                for (at, &word) in words.iter().enumerate() {
                    let mut word = word;
                    while word != 0 {
                        f(at as u32 * 64 + word.trailing_zeros());
                        word &= word - 1;
                    }
                }
            }
            FactSet::List(list) => list.iter().for_each(|&fact| f(fact)),
        }
    }

    /// Makes it a set of bits, and returns its words.
    pub fn as_bits(&mut self) -> &mut Vec<u64> {
        if !matches!(self, FactSet::Bits(_)) {
            *self = FactSet::Bits(Vec::new());
        }
        match self {
            FactSet::Bits(words) => words,
            FactSet::List(_) => unreachable!("it was just made of bits"),
        }
    }

    /// Makes it a list, and returns it.
    pub fn as_list(&mut self) -> &mut Vec<u32> {
        if !matches!(self, FactSet::List(_)) {
            *self = FactSet::List(Vec::new());
        }
        match self {
            FactSet::List(list) => list,
            FactSet::Bits(_) => unreachable!("it was just made a list"),
        }
    }
}

/// A fact taken apart: `(cell 1 2 x)` is the relation `cell` with the arguments `1`, `2` and `x`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactShape {
    /// The relation.
    pub relation: String,
    /// The arguments in order; one that is a function term is written out.
    pub arguments: Vec<String>,
}

/// States as sets of facts.
pub trait StateFacts: Game {
    /// Replaces `facts` by those of a state that tell it from other states. Equal states have equal sets, and all sets of
    /// a game are of the same kind.
    fn facts(&self, state: &Self::State, facts: &mut FactSet);

    /// A fact by its parts.
    fn shape(&self, fact: u32) -> FactShape;

    /// The memory of a state, in bytes.
    fn state_bytes(&self) -> usize {
        size_of::<Self::State>()
    }
}

/// How nearly a goal is reached: approximate goal evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Degree {
    /// The degree itself, from 0 to 1.
    pub goal: f64,
    /// Decides between states of equal degree.
    pub tie_break: f64,
}

/// How nearly the rules for a player's highest goal are satisfied.
pub trait GoalDegree: Game {
    /// The degree to which `player` has reached its highest goal.
    fn degree(&self, state: &Self::State, player: Player) -> Degree;
}

#[cfg(test)]
mod tests {
    use super::FactSet;

    #[test]
    fn facts_of_one_set_that_another_lacks() {
        let (b, a) = (FactSet::List(vec![1, 3, 5, 70]), FactSet::List(vec![0, 3, 4, 5, 6]));
        assert_eq!((b.beyond(&a), a.beyond(&b), b.beyond(&b)), (2, 3, 0));
        let bits = |facts: &[u32]| {
            let mut words = vec![0; 2];
            facts.iter().for_each(|&fact| words[fact as usize / 64] |= 1 << (fact % 64));
            FactSet::Bits(words)
        };
        let (b, a) = (bits(&[1, 3, 5, 70]), bits(&[0, 3, 4, 5, 6]));
        assert_eq!((b.beyond(&a), a.beyond(&b), b.len()), (2, 3, 4));
        assert_eq!(b.beyond(&FactSet::List(vec![3, 70])), 2, "of different kinds");
    }
}
