#![doc = include_str!("../README.md")]

pub mod belief;
pub mod bits;
pub mod budget;
pub mod drawing;
pub mod erased;
pub mod evaluation;
pub mod game;
pub mod random;
pub mod report;
pub mod search;
pub mod spelling;

pub use budget::{Budget, Clock, Limit, StopFlag};
pub use erased::{AnyGame, AnyMove, AnyState};
pub use game::capabilities::{self, Capabilities};
pub use game::{Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
pub use random::Random;
pub use report::{Candidate, Report};
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use search::live::Handle;
pub use search::{Decision, Refusal, RefusalKind, Search, Step};
