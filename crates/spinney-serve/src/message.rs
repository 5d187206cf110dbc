//! The messages of the protocol, from the manager of a match to a player.

use std::fmt;
use std::time::Duration;

use crate::kif::{KifError, Token, items, normal, tokens};

/// The longest clock that is understood: a week.
const LONGEST_CLOCK: f64 = 7.0 * 24.0 * 3600.0;

/// The moves of the last step, one per role; `None` before the first step.
pub type Moves = Option<Vec<String>>;

/// A message. Keywords may be written in any case, and arguments beyond those that are known are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `(info)`: who is there, and is it free?
    Info,
    /// `(ping)`: the same in the newer notes of Stanford.
    Ping,
    /// `(preview (RULES) CLOCK)`: a rule sheet that will be played.
    Preview {
        /// The rule sheet, wrapped in parentheses.
        sheet: String,
        /// The time to prepare.
        clock: Duration,
    },
    /// `(start ID ROLE (RULES) STARTCLOCK PLAYCLOCK)`: a match begins.
    Start {
        /// The name of the match.
        id: String,
        /// The role to play.
        role: String,
        /// The rule sheet, wrapped in parentheses.
        sheet: String,
        /// The time until the first step.
        start: Duration,
        /// The time of a step.
        play: Duration,
    },
    /// `(play ID NIL)`, `(play ID (MOVE …))`: the last step, and a question for the next move.
    Play {
        /// The name of the match.
        id: String,
        /// The moves of the last step.
        moves: Moves,
    },
    /// `(stop ID (MOVE …))`: the last step; the match is over.
    Stop {
        /// The name of the match.
        id: String,
        /// The moves of the last step.
        moves: Moves,
    },
    /// `(abort ID)`: the match ends without a result.
    Abort {
        /// The name of the match.
        id: String,
    },
}

/// Why a text is no message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MessageError {
    /// It is no list.
    #[error("not a message: {0}")]
    Kif(#[from] KifError),
    /// An unknown keyword.
    #[error("unknown message `{0}`; known are info, ping, preview, start, play, stop and abort")]
    Unknown(String),
    /// Arguments are missing.
    #[error("{keyword} has {given} arguments and needs {needed}")]
    Arguments {
        /// The message.
        keyword: &'static str,
        /// The arguments that are there.
        given: usize,
        /// The arguments that it needs.
        needed: usize,
    },
    /// A clock that is no time.
    #[error("the clock `{0}` is not a number of seconds")]
    Clock(String),
}

impl Message {
    /// Reads a message.
    pub fn read(text: &str) -> Result<Self, MessageError> {
        let words = match items(text) {
            // Some managers write a message without arguments as a bare word.
            Err(KifError::NoList) => vec![text.trim()],
            items => items?,
        };
        let (keyword, rest) = words.split_first().ok_or(KifError::Empty)?;
        let needs = |keyword: &'static str, needed: usize| match rest.len() {
            given if given < needed => Err(MessageError::Arguments { keyword, given, needed }),
            _ => Ok(rest),
        };
        match keyword.to_ascii_lowercase().as_str() {
            "info" => Ok(Message::Info),
            "ping" => Ok(Message::Ping),
            "preview" => {
                let rest = needs("preview", 2)?;
                Ok(Message::Preview { sheet: sheet(rest[0])?, clock: clock(rest[1])? })
            }
            "start" => {
                let rest = needs("start", 5)?;
                Ok(Message::Start {
                    id: normal(rest[0])?,
                    role: normal(rest[1])?,
                    sheet: sheet(rest[2])?,
                    start: clock(rest[3])?,
                    play: clock(rest[4])?,
                })
            }
            "play" => {
                let rest = needs("play", 2)?;
                Ok(Message::Play { id: normal(rest[0])?, moves: moves(rest[1])? })
            }
            "stop" => {
                let rest = needs("stop", 1)?;
                let moves = rest.get(1).map_or(Ok(None), |text| moves(text))?;
                Ok(Message::Stop { id: normal(rest[0])?, moves })
            }
            "abort" => Ok(Message::Abort { id: normal(needs("abort", 1)?[0])? }),
            _ => Err(MessageError::Unknown(keyword.chars().take(40).collect())),
        }
    }
}

/// Pairs of parentheses that are taken off a rule sheet; each costs a pass.
const MOST_WRAPS: usize = 3;

/// A rule sheet without the parentheses that wrap it more than once.
fn sheet(text: &str) -> Result<String, KifError> {
    let mut text = text;
    for _ in 0..MOST_WRAPS {
        match items(text) {
            Ok(inner) => match inner[..] {
                [only] if begins_with_a_list(only) => text = only,
                _ => break,
            },
            // Rule sheets have more items than any message.
            Err(KifError::Long) => break,
            Err(error) => return Err(error),
        }
    }
    Ok(text.to_owned())
}

/// Whether a text is a list whose first item is a list.
fn begins_with_a_list(text: &str) -> bool {
    tokens(text).take(2).filter(|(_, token)| *token == Token::Open).count() == 2
}

fn clock(text: &str) -> Result<Duration, MessageError> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=LONGEST_CLOCK).contains(seconds));
    let seconds = seconds.ok_or_else(|| MessageError::Clock(text.chars().take(40).collect()))?;
    Ok(Duration::from_secs_f64(seconds))
}

fn moves(text: &str) -> Result<Moves, KifError> {
    match items(text) {
        // A word, `nil`.
        Err(KifError::NoList) => Ok(None),
        Ok(moves) if moves.iter().all(|mv| mv.eq_ignore_ascii_case("nil")) => Ok(None),
        moves => moves?.into_iter().map(normal).collect::<Result<_, _>>().map(Some),
    }
}

impl fmt::Display for Message {
    /// The message as it is sent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joint = |moves: &Moves| match moves {
            None => "NIL".to_owned(),
            Some(moves) => format!("({})", moves.join(" ")),
        };
        match self {
            Message::Info => f.write_str("(INFO)"),
            Message::Ping => f.write_str("(PING)"),
            Message::Preview { sheet, clock } => write!(f, "(PREVIEW {sheet} {})", clock.as_secs_f64()),
            Message::Start { id, role, sheet, start, play } => {
                write!(f, "(START {id} {role} {sheet} {} {})", start.as_secs_f64(), play.as_secs_f64())
            }
            Message::Play { id, moves } => write!(f, "(PLAY {id} {})", joint(moves)),
            Message::Stop { id, moves } => write!(f, "(STOP {id} {})", joint(moves)),
            Message::Abort { id } => write!(f, "(ABORT {id})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Message {
        Message::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn messages_are_read_in_every_spelling() {
        for text in ["(INFO)", "( info )", "(Info)", "info", "INFO", "(info more words)"] {
            assert_eq!(read(text), Message::Info);
        }
        assert_eq!(read("(ping)"), Message::Ping);
        let play = |moves: Option<&[&str]>| Message::Play {
            id: "m".to_owned(),
            moves: moves.map(|moves| moves.iter().map(|mv| (*mv).to_owned()).collect()),
        };
        for text in ["(PLAY m NIL)", "( play m nil )", "(play m ())", "(play m (nil nil))"] {
            assert_eq!(read(text), play(None));
        }
        assert_eq!(read("(PLAY m ((mark 1  1) noop))"), play(Some(&["(mark 1 1)", "noop"])));
        assert_eq!(read("(play m ( (a) ) 1 2 3)"), play(Some(&["(a)"])));
        assert_eq!(read("(stop m)"), Message::Stop { id: "m".to_owned(), moves: None });
        assert_eq!(read("(abort m)"), Message::Abort { id: "m".to_owned() });
    }

    #[test]
    fn a_sheet_may_be_wrapped_once_more() {
        for wrapped in ["((role x) (init a))", "(((role x) (init a)))", "((((role x) (init a))))"] {
            let text = format!("(START m x {wrapped} 10 1 more (arguments))");
            let Message::Start { id, role, sheet, start, play } = read(&text) else { panic!("{text}") };
            assert_eq!((id.as_str(), role.as_str()), ("m", "x"));
            assert_eq!(sheet, "((role x) (init a))");
            assert_eq!((start, play), (Duration::from_secs(10), Duration::from_secs(1)));
        }
        let long = format!("(START m x (((role x) {})) 10 1)", "(a) ".repeat(1000));
        assert!(matches!(read(&long), Message::Start { sheet, .. } if sheet.starts_with("((role x)")));
        assert!(matches!(read("(PREVIEW ((role x)) 0.5)"), Message::Preview { sheet, .. } if sheet == "((role x))"));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, expected) in [
            ("", "not a message: there is nothing here"),
            ("(", "not a message: a `(` is never closed"),
            ("(hello)", "unknown message `hello`; known are info, ping, preview, start, play, stop and abort"),
            ("(play m)", "play has 1 arguments and needs 2"),
            ("(start m x ((role x)) ten 1)", "the clock `ten` is not a number of seconds"),
            ("(start m x ((role x)) -1 1)", "the clock `-1` is not a number of seconds"),
            ("(start m x ((role x)) nan 1)", "the clock `nan` is not a number of seconds"),
        ] {
            assert_eq!(Message::read(text).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        for text in
            ["(INFO)", "(PLAY m NIL)", "(STOP m ((mark 1 1) noop))", "(ABORT m)", "(START m x ((role x)) 2 0.5)"]
        {
            assert_eq!(read(text).to_string(), text);
        }
    }

    /// Whatever comes is a message or an error, and what is read has one spelling.
    #[test]
    fn nonsense_is_an_error() {
        let pieces =
            ["(", ")", " ", "\n", ";", "play", "(PLAY m ", "m", "?x ", "10 ", "nil", "ä", "\u{feff}", "((", "))"];
        let mut rng = spinney::random::Random::new(1);
        let mut read = 0;
        for _ in 0..50_000 {
            let text: String = (0..rng.below(14)).map(|_| pieces[rng.below(pieces.len())]).collect();
            if let Ok(normal) = normal(&text) {
                assert_eq!(crate::kif::normal(&normal), Ok(normal.clone()), "{text}");
            }
            if let Ok(message) = Message::read(&text) {
                read += 1;
                assert_eq!(Message::read(&message.to_string()), Ok(message), "{text}");
            }
        }
        assert!(read > 0);
    }
}
