//! Spinney over HTTP: a player and a host of the protocol of general game playing (GGP).
//!
//! | module | contents |
//! | --- | --- |
//! | [`kif`] | KIF text as it is sent: the items of a list, one spelling for equal terms |
//! | [`message`] | the messages of the protocol |
//! | [`rules`] | the game of a rule sheet, played by joint moves in its own vocabulary |
//! | [`player`] | what a player answers, and the match that it plays |
//! | [`http`] | the player as a server, with its limits |
//! | [`host`] | matches between players over HTTP: clocks, records, tournaments, replays |

pub mod host;
pub mod http;
pub mod kif;
pub mod message;
pub mod player;
pub mod rules;
