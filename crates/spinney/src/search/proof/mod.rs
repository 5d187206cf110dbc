//! Proof search: can a result be forced, whatever the others do?
//!
//! A *question* is: can this player get at least this payoff? Where it chooses, one good move is enough (an OR node);
//! where anyone else chooses, every move must be good (an AND node). Two searches answer questions:
//!
//! - [`AndOr`], the textbook's depth-first search of AND/OR graphs (Nilsson 1980; Russell & Norvig, *Artificial
//!   Intelligence*, §4.3), with a table of solved positions;
//! - [`DfPn`], depth-first proof-number search (Nagai 2002), which always expands the leaf that needs the least for a
//!   proof or a refutation.
//!
//! The exact value follows from a few questions: first for the best result that there is, then for what is left
//! between the bounds (`values.rs`).
//!
//! What is guaranteed:
//!
//! - **Two players with constant sum, and one player**: the value is exact where positions cannot repeat, which is
//!   so for games that declare their longest game, up to accidents of 64-bit hash keys.
//! - **Positions that repeat**: a position that is already on the path counts as not proven there. So a proof never
//!   depends on a repetition and always holds. A refutation that depends on one is used on that path only and never
//!   enters the table; it means that nothing can be forced, with infinite play counted as failure. Values above which
//!   there are only such refutations are reported as unproven.
//! - **Chance** is an AND node: what is proven holds for every chance outcome. A refutation means no more than "not
//!   for sure", so the value is only exact if it is the best possible result.
//!
//! Rejects joint turns, hidden information, more than two players and payoffs without constant sum.

mod and_or;
mod df_pn;
mod line;
mod numberer;
mod numbers;
mod question;
mod table;
mod values;

pub use and_or::{AndOr, AndOrConfig};
pub use df_pn::{Count, DfPn, DfPnConfig};

use super::{Refusal, RefusalKind};
use crate::game::GameInfo;

/// The largest table unless the configuration or the budget sets it.
const DEFAULT_MEMORY: usize = 256 << 20;

/// Paths longer than this are not followed.
const LONGEST_PATH: usize = 1 << 16;

/// Whether games of this kind are supported.
fn check(agent: &str, info: &GameInfo) -> Result<(), Refusal> {
    let (kind, reason) = if info.hidden {
        (RefusalKind::HiddenInformation, "has hidden information")
    } else if info.joint {
        (RefusalKind::SimultaneousMoves, "has simultaneous moves")
    } else if info.players() > 2 {
        (RefusalKind::Players, "has more than two players")
    } else if info.players() == 2 && info.constant_sum.is_none() {
        let reason = "has payoffs without constant sum, so that one player's gain need not be the other's loss";
        (RefusalKind::GeneralSum, reason)
    } else {
        return Ok(());
    };
    let name = &info.name;
    let text = format!("{agent} proves results of perfect-information games for one or two players; `{name}` {reason}");
    Err(Refusal::new(kind, text))
}

/// Reads a size in MiB.
fn read_memory(key: &str, value: &str) -> Result<usize, super::parameter::ParameterError> {
    let expected = "a whole number of MiB, 1 to 1048576";
    match super::parameter::read::<usize>(key, value, expected)? {
        mib @ 1..=1_048_576 => Ok(mib << 20),
        _ => Err(super::parameter::ParameterError::Value {
            key: key.to_owned(),
            value: value.to_owned(),
            expected: expected.to_owned(),
        }),
    }
}
