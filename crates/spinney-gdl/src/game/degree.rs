//! How nearly a goal is reached, for the facts of either engine.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use spinney::game::Player;
use spinney::game::capabilities::{Degree, GoalDegree};

use super::engine::Engine;
use super::{Inner, RuleSheet, SheetState};
use crate::degree::{DegreeReport, Degrees, Place};

/// The trees of the goals, and for the interpreter the bits that stand for its facts.
#[derive(Debug)]
pub(super) struct SheetDegrees {
    degrees: Degrees,
    bits: FxHashMap<u32, u32>,
}

thread_local! {
    /// The facts of a state of the interpreter as bits.
    static WORDS: RefCell<Vec<u64>> = RefCell::default();
}

impl SheetDegrees {
    fn build(sheet: &RuleSheet) -> Self {
        let bits = RefCell::new(FxHashMap::default());
        let place = |text: &str| match &sheet.engine {
            Engine::Network(grounded) => match grounded.fact_by_text.get(text) {
                Some(&fact) => Place::Bit(fact),
                None if grounded.always.iter().any(|fact| fact == text) => Place::Always,
                None => Place::Never,
            },
            Engine::Interpreter { interpreter, .. } => match interpreter.read(text) {
                Some(term) => {
                    let mut bits = bits.borrow_mut();
                    let next = bits.len() as u32;
                    Place::Bit(*bits.entry(term.0).or_insert(next))
                }
                None => Place::Never,
            },
        };
        let degrees = Degrees::build(&sheet.program, &sheet.roles, place);
        SheetDegrees { degrees, bits: bits.into_inner() }
    }
}

impl RuleSheet {
    fn degrees(&self) -> &SheetDegrees {
        self.degrees.get_or_init(|| SheetDegrees::build(self))
    }

    /// How large the trees are that [degrees of goals](GoalDegree) are computed from. They are built on the first call,
    /// or the first time that a degree is computed.
    pub fn degree_report(&self) -> &DegreeReport {
        self.degrees().degrees.report()
    }
}

impl GoalDegree for RuleSheet {
    fn degree(&self, state: &SheetState, player: Player) -> Degree {
        let SheetDegrees { degrees, bits } = self.degrees();
        match &state.inner {
            Inner::Network(inner) => degrees.degree(player.index(), inner.words()),
            Inner::Interpreted(position) => WORDS.with_borrow_mut(|words| {
                words.clear();
                words.resize(degrees.words(), 0);
                for bit in position.facts().iter().filter_map(|fact| bits.get(&fact.0)) {
                    if let Some(word) = words.get_mut(*bit as usize / 64) {
                        *word |= 1 << (bit % 64);
                    }
                }
                degrees.degree(player.index(), words)
            }),
        }
    }
}
