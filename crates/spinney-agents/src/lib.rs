//! Games and agents by name: what a user types, and what it means.
//!
//! A [`NamedGame`] is a game that was [opened](games::open) by its [`Spec`]: an [`AnyGame`](spinney::erased::AnyGame) with
//! its notation and the [agents] that can play it. Whatever offers games and agents to people or programs (the command
//! line, matches, protocols) begins here.
//!
//! ```
//! use spinney::budget::Budget;
//! use spinney::game::Player;
//! use spinney::random::Random;
//! use spinney_agents::{Spec, games};
//!
//! let game = games::open(&Spec::game("connect-four:width=8")?)?;
//! let state = game.read("4444")?;
//! let mut seat = game.seat(&Spec::agent("mcts:c=0.4")?, Player(0))?;
//! let report = seat.search(&state, &Budget::simulations(100), &mut Random::new(1))?;
//! println!("column {}", game.write_move(&state, report.best.expect("there are moves")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | contents |
//! | --- | --- |
//! | [`spec`] | the one grammar of `NAME[:key=value,…]`, and lists of players |
//! | [`quantity`] | counts, sizes and durations as people write them |
//! | [`agents`] | the one list of agents, and how each is made |
//! | [`games`] | the list of games, and how one is opened |
//! | [`named`] | an opened game: positions and moves as text, drawings, seats |
//! | [`seat`] | an agent that plays for one player, its moves checked |
//! | [`rule_sheets`] | GDL rule sheets as games |
//! | [`text_file`] | text files of users, read with a limit |

pub mod agents;
pub mod games;
pub mod named;
pub mod quantity;
pub mod rule_sheets;
pub mod seat;
pub mod spec;
pub mod text_file;

pub use agents::AgentError;
pub use named::{GameError, NamedGame};
pub use seat::{Seat, SeatError};
pub use spec::Spec;
