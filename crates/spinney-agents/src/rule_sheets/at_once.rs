//! Rule sheets that are played before their best engine is there: for players that get the rules a moment before the first
//! move.

use std::time::Duration;

use spinney::erased::AnyState;
use spinney_gdl::game::{LoadOptions, RuleSheet};

use super::{SheetError, Source, named};
use crate::named::{GameError, NamedGame};

/// A faster engine that may come later. If it is dropped, the work on it ends.
pub struct Later(spinney_gdl::game::Later);

/// Opens a rule sheet with the first engine that can play it: the network if it takes a fraction of a second, and otherwise
/// mostly the interpreter. The limits are for both engines together, counted from now on.
///
/// If the other engine may turn out to be the faster one, it comes as another game by [`Later::take_if_ready`], measured in
/// random playouts. Positions and moves of one game mean nothing to the other: between two moves the player carries its
/// position over by [`carry_over`], and seats its agent anew.
pub fn open_at_once(source: &Source, options: &LoadOptions) -> Result<(NamedGame, Option<Later>), GameError> {
    let loaded = RuleSheet::load_at_once(&source.name, &source.text, options);
    let (sheet, later) = loaded.map_err(|error| SheetError::of(source, error))?;
    Ok((named(sheet, None)?, later.map(Later)))
}

impl Later {
    /// The game with the faster engine, if it is there now. It comes once at most.
    pub fn take_if_ready(&mut self) -> Option<NamedGame> {
        self.0.take_if_ready().and_then(|sheet| named(sheet, None).ok())
    }

    /// The same, but waits for it, at most for this time.
    pub fn take_within(&mut self, time: Duration) -> Option<NamedGame> {
        self.0.take_within(time).and_then(|sheet| named(sheet, None).ok())
    }

    /// Whether nothing will come any more.
    pub fn is_over(&mut self) -> bool {
        self.0.is_over()
    }
}

/// The same position in another game of the same rule sheet. It is read from the text of the first one.
pub fn carry_over(from: &NamedGame, state: &AnyState, to: &NamedGame) -> Result<AnyState, GameError> {
    to.read(&from.write(state))
}
