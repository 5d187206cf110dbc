//! Text output for rule sheets and states: facts, moves and goals, structure, warnings.

use spinney::game::MAX_PLAYERS;

use super::engine::Engine;
use super::{NONE, RuleSheet, SheetState};
use crate::simplify::Structure;

/// Why moves cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayError {
    /// There must be one move per role.
    #[error("{moves} moves for {roles} roles")]
    Count {
        /// The moves given.
        moves: usize,
        /// The roles.
        roles: usize,
    },
    /// A move is not legal in this state.
    #[error("`{mv}` is not a legal move of {role}")]
    Illegal {
        /// The move as given.
        mv: String,
        /// The role.
        role: String,
    },
}

impl RuleSheet {
    /// The structure of the circuit, with a formatter for its facts; `None` for the interpreter.
    pub(crate) fn structure(&self) -> Option<(&Structure, impl Fn(u32) -> String)> {
        match &self.engine {
            Engine::Network(grounded) => Some((&grounded.structure, |fact: u32| grounded.facts[fact as usize].clone())),
            Engine::Interpreter { .. } => None,
        }
    }

    /// Every fact that can hold, as far as is known.
    pub(crate) fn every_fact(&self) -> Vec<String> {
        match &self.engine {
            Engine::Network(grounded) => grounded.facts.iter().chain(&grounded.always).cloned().collect(),
            Engine::Interpreter { .. } => self.facts(&self.start_state()),
        }
    }

    /// The number of legal moves of each role.
    pub(crate) fn counts(&self, state: &SheetState) -> Vec<usize> {
        (0..self.roles.len() as u8).map(|role| self.count_legal(&state.inner, role)).collect()
    }

    /// Warnings for the user.
    pub fn remarks(&self) -> Vec<String> {
        let fallback =
            self.report.fallback.iter().map(|why| format!("{why}: the rule sheet is interpreted, which is slower"));
        let faster = self.report.faster.iter().map(|why| format!("{why}: the rule sheet is interpreted"));
        fallback.chain(faster).chain(self.flaw.what().map(str::to_owned)).collect()
    }

    /// The facts of a state, sorted.
    pub fn facts(&self, state: &SheetState) -> Vec<String> {
        self.engine.facts(&state.inner)
    }

    /// The legal moves of a role, sorted.
    pub fn legal(&self, state: &SheetState, role: usize) -> Vec<String> {
        let mut texts: Vec<String> =
            self.legal_moves(state, role).into_iter().map(|mv| self.engine.write_move(mv)).collect();
        texts.sort_unstable();
        texts
    }

    /// The goal of every role; `None` if the rule sheet gives none, or several.
    pub fn goals(&self, state: &SheetState) -> Vec<Option<i32>> {
        self.engine.goals(&state.inner).unwrap_or_else(|refusal| {
            self.note_no_goals(&refusal);
            vec![None; self.roles.len()]
        })
    }

    /// Makes one move per role, in GDL notation, in the order of the roles. No effect if one of them is illegal.
    pub fn play_texts(&self, state: &mut SheetState, moves: &[String]) -> Result<(), PlayError> {
        if moves.len() != self.roles.len() {
            return Err(PlayError::Count { moves: moves.len(), roles: self.roles.len() });
        }
        let mut joint = [NONE; MAX_PLAYERS];
        for (role, text) in moves.iter().enumerate() {
            let wanted = self.spelt(text);
            let legal = self.legal_moves(state, role);
            let found = legal.into_iter().find(|&mv| self.engine.write_move(mv) == wanted);
            joint[role] = found
                .ok_or_else(|| PlayError::Illegal { mv: text.trim().to_owned(), role: self.roles[role].clone() })?;
        }
        self.play_all(state, &joint);
        Ok(())
    }
}
