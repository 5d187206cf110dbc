//! States as sets of facts: the numbers of the network, or the terms of the interpreter.

use spinney::game::capabilities::{FactSet, FactShape, StateFacts};

use super::notation::write;
use super::{Inner, RuleSheet, SheetState};
use crate::read::read;

impl StateFacts for RuleSheet {
    fn facts(&self, state: &SheetState, facts: &mut FactSet) {
        match &state.inner {
            Inner::Network(inner) => {
                let words = facts.as_bits();
                words.clear();
                words.extend_from_slice(inner.words());
            }
            Inner::Interpreted(position) => {
                let list = facts.as_list();
                list.clear();
                list.extend(position.facts().iter().map(|fact| fact.0));
            }
        }
    }

    fn state_bytes(&self) -> usize {
        match &self.start_state().inner {
            Inner::Network(inner) => inner.bytes(),
            Inner::Interpreted(position) => size_of::<SheetState>() + 4 * position.facts().len(),
        }
    }

    fn shape(&self, fact: u32) -> FactShape {
        let text = self.engine.write_fact(fact);
        let expressions = read(&text).unwrap_or_default();
        match expressions.first().and_then(|expression| expression.list()) {
            Some([relation, arguments @ ..]) => FactShape {
                relation: write(&self.program.symbols, relation),
                arguments: arguments.iter().map(|argument| write(&self.program.symbols, argument)).collect(),
            },
            _ => FactShape { relation: text, arguments: Vec::new() },
        }
    }
}
