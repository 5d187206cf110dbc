//! Moves and states as text: GDL itself.

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves};

use super::{MoveId, RuleSheet, SheetState};
use crate::program::Symbols;
use crate::read::{Expression, read};

impl Notation for RuleSheet {
    fn write_move(&self, _: &SheetState, mv: MoveId) -> String {
        self.engine.write_move(mv.0)
    }

    /// Parses a move with any spacing, with or without the outer parentheses; case matters only where the rule sheet
    /// needs it.
    fn read_move(&self, state: &SheetState, text: &str) -> Result<MoveId, NotationError> {
        let wanted = self.spelt(text);
        let mut moves = Moves::new();
        self.turn(state, &mut moves);
        if moves.is_empty() {
            return Err(NotationError::new(format!("`{}` cannot be played: the game is over", text.trim())));
        }
        let texts: Vec<String> = moves.iter().map(|&mv| self.engine.write_move(mv.0)).collect();
        let same = |written: &String| {
            *written == wanted || written.strip_prefix('(').and_then(|w| w.strip_suffix(')')) == Some(&wanted)
        };
        let close = |written: &String| {
            let inner = written.strip_prefix('(').and_then(|w| w.strip_suffix(')')).unwrap_or(written);
            written.eq_ignore_ascii_case(&wanted) || inner.eq_ignore_ascii_case(&wanted)
        };
        if let Some(at) = texts.iter().position(same).or_else(|| texts.iter().position(close)) {
            return Ok(moves[at]);
        }
        let mut legal: Vec<String> = texts.iter().take(12).cloned().collect();
        if texts.len() > legal.len() {
            legal.push(format!("… ({} in all)", texts.len()));
        }
        Err(NotationError::new(format!("`{}` is not a legal move here; legal: {}", text.trim(), legal.join(" "))))
    }

    fn write_state(&self, state: &SheetState) -> String {
        self.facts(state).join(" ")
    }

    fn read_state(&self, text: &str) -> Result<SheetState, NotationError> {
        let expressions = read(text).map_err(|error| NotationError::new(error.message))?;
        let facts: Vec<String> = expressions.iter().map(|fact| write(&self.program.symbols, fact)).collect();
        self.engine.state_of(&facts).map(SheetState::new).map_err(NotationError::new)
    }
}

impl RuleSheet {
    /// The text as this game writes it: one space between tokens and none inside of parentheses, and a name alone in
    /// parentheses only if the rule sheet writes it so.
    pub(super) fn spelt(&self, text: &str) -> String {
        match read(text) {
            Ok(terms) => terms.iter().map(|term| write(&self.program.symbols, term)).collect::<Vec<_>>().join(" "),
            Err(_) => text.trim().to_owned(),
        }
    }
}

pub(super) fn write(symbols: &Symbols, expression: &Expression) -> String {
    let list = expression.list().unwrap_or(std::slice::from_ref(expression));
    match list {
        [name] if name.name().is_some() => {
            let mut out = String::new();
            let name = name.name().unwrap_or_default();
            match symbols.find(name) {
                Some(symbol) => symbols.write_constant(symbol, &mut out),
                None => out.push_str(name),
            }
            out
        }
        [] => String::new(),
        [first, rest @ ..] => {
            let first = first.name().map_or_else(|| write(symbols, first), str::to_owned);
            let rest = rest.iter().map(|term| write(symbols, term));
            format!("({})", std::iter::once(first).chain(rest).collect::<Vec<_>>().join(" "))
        }
    }
}
