//! What a player reports of its matches, an event at a time.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;

/// Receives the events of a player.
pub type Log = Arc<dyn Fn(Event) + Send + Sync>;

/// How a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chosen {
    /// By a search that ended in time.
    Search,
    /// There was no other.
    Only,
    /// By the last report of a search that did not end in time, or at random if there was none.
    Late,
    /// At random, because the search failed.
    Random,
    /// There is no legal move, as far as is known.
    Nothing,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Event {
    /// The player can be reached.
    Listening {
        /// Address and port.
        address: String,
        /// The name by which it introduces itself.
        name: String,
        /// The agent that will play.
        agent: String,
        /// The seed of its random choices.
        seed: u64,
    },
    /// A rule sheet came in advance.
    Preview {
        /// How it was loaded: `network` or `interpreter`; `None` if it could not be.
        engine: Option<&'static str>,
        /// Seconds for loading it.
        seconds: f64,
    },
    /// A match begins.
    Start {
        /// The match.
        id: String,
        /// The role to play.
        role: String,
        /// Seconds until the first step.
        start_clock: f64,
        /// Seconds of a step.
        play_clock: f64,
    },
    /// The rule sheet of a match is loaded.
    Loaded {
        /// The match.
        id: String,
        /// All roles in order.
        roles: Vec<String>,
        /// `network` or `interpreter`.
        engine: &'static str,
        /// The agent that plays.
        agent: String,
        /// Seconds for loading it.
        seconds: f64,
    },
    /// A faster engine is ready, and the match goes on with it.
    Engine {
        /// The match.
        id: String,
        /// `network` or `interpreter`.
        engine: &'static str,
    },
    /// A move was sent.
    Move {
        /// The match.
        id: String,
        /// The step, counted from 1.
        step: usize,
        /// The move.
        #[serde(rename = "move")]
        mv: String,
        /// How it was chosen.
        chosen: Chosen,
        /// The value that the search gives it.
        value: Option<f64>,
        /// The work of the search.
        simulations: u64,
        /// Seconds since the question arrived.
        seconds: f64,
    },
    /// The last answer was sent again, because the question came again.
    Repeated {
        /// The match.
        id: String,
        /// The step, counted from 1.
        step: usize,
    },
    /// A match is over.
    Stop {
        /// The match.
        id: String,
        /// Steps that were played.
        steps: usize,
        /// The goal of every role, if the game is over.
        goals: Option<Vec<Option<i32>>>,
    },
    /// A match was aborted.
    Abort {
        /// The match.
        id: String,
    },
    /// Nothing was heard of a match for too long, and it was given up.
    Dropped {
        /// The match.
        id: String,
        /// Seconds of silence.
        seconds: f64,
    },
    /// A message was answered by `busy`, or is none.
    Refused {
        /// The message.
        message: String,
        /// Why.
        reason: String,
    },
    /// Something went wrong, and the match goes on.
    Warning {
        /// The match.
        id: String,
        /// What is wrong.
        reason: String,
    },
}

impl fmt::Display for Event {
    /// The event as a line for a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Listening { address, name, agent, seed } => {
                write!(f, "{name} ({agent}) listens at http://{address}; seed {seed}")
            }
            Event::Preview { engine: Some(engine), seconds } => {
                write!(f, "preview: loaded in {seconds:.2} s ({engine})")
            }
            Event::Preview { engine: None, .. } => write!(f, "preview: the rule sheet cannot be loaded"),
            Event::Start { id, role, start_clock, play_clock } => {
                write!(f, "{id}: start as {role}, start clock {start_clock} s, play clock {play_clock} s")
            }
            Event::Loaded { id, roles, engine, agent, seconds } => {
                write!(f, "{id}: loaded in {seconds:.2} s ({engine}); roles {}; agent {agent}", roles.join(", "))
            }
            Event::Engine { id, engine } => write!(f, "{id}: goes on with the {engine}, which is faster"),
            Event::Move { id, step, mv, chosen, value, simulations, seconds } => {
                write!(f, "{id}: step {step}: {mv} after {seconds:.3} s")?;
                match chosen {
                    Chosen::Search => {
                        let value = value.map_or(String::new(), |value| format!(", value {value:.1}"));
                        write!(f, "{value}, {simulations} simulations")
                    }
                    Chosen::Only => write!(f, ", the only move"),
                    Chosen::Late => write!(f, ", before the search had ended"),
                    Chosen::Random => write!(f, ", at random"),
                    Chosen::Nothing => write!(f, ", no legal move is known"),
                }
            }
            Event::Repeated { id, step } => write!(f, "{id}: step {step}: asked again, answered again"),
            Event::Stop { id, steps, goals } => {
                let goals = goals.iter().flatten().map(|goal| goal.map_or("none".to_owned(), |goal| goal.to_string()));
                let goals: Vec<String> = goals.collect();
                let end =
                    if goals.is_empty() { "unfinished".to_owned() } else { format!("goals {}", goals.join(", ")) };
                write!(f, "{id}: stop after {steps} steps, {end}")
            }
            Event::Abort { id } => write!(f, "{id}: aborted"),
            Event::Dropped { id, seconds } => write!(f, "{id}: given up after {seconds:.0} s of silence"),
            Event::Refused { message, reason } => write!(f, "{message} refused: {reason}"),
            Event::Warning { id, reason } => write!(f, "{id}: warning: {reason}"),
        }
    }
}
