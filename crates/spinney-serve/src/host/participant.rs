//! The players of a match as a user names them: addresses, and agents of this program.

use std::fmt;

use spinney_agents::spec::{Spec, SpecError};

/// The port of players whose address names none.
const PORT: u16 = 9147;
/// What comes before the spec of an agent that plays in this program.
const LOCAL: &str = "local:";

/// A player that can be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Participant {
    /// A server.
    Http(Address),
    /// An agent that plays in this program, by the same messages.
    Local(Spec),
}

/// Where a server listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    /// A name or number; in brackets if it contains colons.
    pub host: String,
    /// The port.
    pub port: u16,
}

/// Why a text names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParticipantError {
    /// It is no address.
    #[error("`{0}` is not a player; write http://HOST:PORT, HOST:PORT, or local:AGENT")]
    Address(String),
    /// It needs encryption.
    #[error("`{0}`: players are asked over HTTP; there is no encryption in the protocol")]
    Encrypted(String),
    /// It is no agent.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl fmt::Display for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Participant::Http(address) => write!(f, "http://{address}"),
            Participant::Local(spec) => write!(f, "{LOCAL}{spec}"),
        }
    }
}

impl Participant {
    /// Reads one player.
    pub fn read(text: &str) -> Result<Self, ParticipantError> {
        let text = text.trim();
        if let Some(spec) = text.strip_prefix(LOCAL) {
            return Ok(Participant::Local(Spec::agent(spec)?));
        }
        let wrong = || ParticipantError::Address(text.to_owned());
        if text.starts_with("https://") {
            return Err(ParticipantError::Encrypted(text.to_owned()));
        }
        let place = text.strip_prefix("http://").unwrap_or(text);
        let place = place.strip_suffix('/').unwrap_or(place);
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.ends_with(']') => (host, port.parse().map_err(|_| wrong())?),
            _ => (place, PORT),
        };
        let bracketed = host.starts_with('[') && host.ends_with(']');
        if host.is_empty() || host.contains(['/', '=', ' ']) || (host.contains(':') && !bracketed) {
            return Err(wrong());
        }
        Ok(Participant::Http(Address { host: host.to_owned(), port }))
    }

    /// Reads a list, separated by commas. A piece of the form `key=value` belongs to the agent before it.
    pub fn list(text: &str) -> Result<Vec<Self>, ParticipantError> {
        let mut pieces: Vec<String> = Vec::new();
        for piece in text.split(',') {
            match pieces.last_mut() {
                Some(last) if last.starts_with(LOCAL) && piece.contains('=') && !piece.contains("://") => {
                    last.push(',');
                    last.push_str(piece);
                }
                _ => pieces.push(piece.trim().to_owned()),
            }
        }
        pieces.iter().map(|piece| Self::read(piece)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_addresses_and_agents() {
        let list = Participant::list("http://a:1/,localhost,[::1]:80,local:mcts:c=0.2,expand=20,local:random").unwrap();
        let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            ["http://a:1", "http://localhost:9147", "http://[::1]:80", "local:mcts:c=0.2,expand=20", "local:random"]
        );
        for wrong in ["", "a,,b", "http://a/path", "a:port", "::1", "https://a", "local:"] {
            assert!(Participant::list(wrong).is_err(), "{wrong}");
        }
    }
}
