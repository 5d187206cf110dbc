//! The protocol over real connections on the loopback: the player, the host, and whatever else may be at the other end.

mod clocks;
mod matches;
mod messages;
mod peer;
mod strangers;
mod tournaments;
mod transport;
