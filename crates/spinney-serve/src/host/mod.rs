//! A host of matches: it asks the players for moves, sees to the clocks and the rules, and keeps the record.

mod game;
mod line;
mod participant;
mod record;
mod replay;
mod schedule;
mod scramble;
mod standings;
mod tournament;

use std::time::Duration;

use spinney::budget::StopFlag;
use spinney::erased::AnyState;
use spinney::random::mix;
use spinney_agents::GameError;
use spinney_agents::agents::{AgentError, check};
use spinney_agents::rule_sheets::Source;
use spinney_gdl::game::LoadOptions;
use tokio::runtime::Handle;
use tokio::task::JoinSet;

pub use game::{Fixture, MatchError};
pub use participant::{Address, Participant, ParticipantError};
pub use record::{Asked, End, Record, RecordError, Seated, Step, VERSION};
pub use replay::{Replay, ReplayError};
pub use schedule::{Schedule, ScheduleError};
pub use scramble::{RANDOM, Scrambler};
pub use standings::{Standing, Standings};
pub use tournament::{Folder, FolderError};

use crate::kif::items;
use crate::message::Message;
use crate::rules::Rules;
use line::Line;

/// How matches are played.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time before the first step.
    pub start_clock: Duration,
    /// The time of a step.
    pub play_clock: Duration,
    /// The time of a preview before START, if there is to be one.
    pub preview_clock: Option<Duration>,
    /// Whether players get other words than those of the rule sheet.
    pub scramble: bool,
    /// How much longer than its clock a move is waited for.
    pub grace: Duration,
    /// The number of steps after which a match is broken off.
    pub steps: usize,
    /// Worker threads of a local player.
    pub threads: usize,
}

impl Options {
    /// The usual settings; a move is waited for a second longer than its clock, as by ggp-base.
    pub fn new(start_clock: Duration, play_clock: Duration) -> Self {
        let grace = Duration::from_secs(1);
        Options { start_clock, play_clock, preview_clock: None, scramble: false, grace, steps: 10_000, threads: 1 }
    }
}

/// What can be seen of a match while it is on.
pub enum Moment<'m> {
    /// It is about to begin.
    Begins {
        /// The match.
        fixture: &'m Fixture,
        /// The player of each role.
        players: &'m [Seated],
    },
    /// START was answered, or not.
    Started {
        /// The answers by role.
        answers: &'m [Option<Asked>],
    },
    /// A step was made.
    Step {
        /// Its number, counted from 1.
        number: usize,
        /// The step.
        step: &'m Step,
        /// The state after it.
        state: &'m AnyState,
    },
    /// The game is over.
    Ends {
        /// How it ended.
        end: &'m End,
        /// The player of each role.
        players: &'m [Seated],
    },
}

/// A host of matches of one game between given players.
pub struct Host {
    rules: Rules,
    game: String,
    sheet: String,
    participants: Vec<Participant>,
    names: Vec<String>,
    lines: Vec<Line>,
    options: Options,
    runtime: Handle,
    stop: StopFlag,
}

/// Why there is no host.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The game cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A local player cannot be made.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

impl Host {
    /// Loads the rule sheet, and makes the local players. Raising `stop` ends the match that is on.
    pub fn new(
        source: &Source,
        participants: Vec<Participant>,
        options: Options,
        seed: u64,
        runtime: Handle,
        stop: StopFlag,
    ) -> Result<Self, HostError> {
        for participant in &participants {
            if let Participant::Local(spec) = participant {
                check(spec)?;
            }
        }
        let rules = Rules::open(source, &LoadOptions::default())?;
        let names = distinct(participants.iter().map(ToString::to_string).collect());
        let line = |(number, participant): (usize, &Participant)| {
            Line::new(participant, &names[number], options.threads, mix(seed ^ number as u64))
        };
        let lines = participants.iter().enumerate().map(line).collect();
        let (game, sheet) = (source.name.clone(), unwrapped(&source.text));
        Ok(Host { rules, game, sheet, participants, names, lines, options, runtime, stop })
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The name of the game.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The rule sheet, without parentheses around it.
    pub fn sheet(&self) -> &str {
        &self.sheet
    }

    /// How matches are played.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The players.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The name of each player.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Asks the players for their names by INFO, and returns how each of them answered. A player that does not answer
    /// keeps the name that it has.
    pub fn introduce(&mut self, time: Duration) -> Vec<Result<String, String>> {
        let lines = self.lines.clone();
        let answers = self.runtime.block_on(async {
            let mut asked = JoinSet::new();
            for (number, line) in lines.into_iter().enumerate() {
                asked.spawn(async move { (number, line.ask(Message::Info.to_string(), time).await) });
            }
            asked.join_all().await
        });
        let mut said = vec![Err("no answer".to_owned()); self.lines.len()];
        for (number, answer) in answers {
            said[number] = answer.text.map(|text| text.trim().to_owned()).map_err(|fault| match fault {
                line::Fault::Late => "no answer in time".to_owned(),
                line::Fault::Connection(why) => why,
            });
        }
        let name = |(number, participant): (usize, &Participant)| match (participant, &said[number]) {
            (Participant::Http(_), Ok(text)) => name_in(text).unwrap_or_else(|| participant.to_string()),
            _ => participant.to_string(),
        };
        self.names = distinct(self.participants.iter().enumerate().map(name).collect());
        for (line, name) in self.lines.iter_mut().zip(&self.names) {
            if let Line::Http(_, receiver) = line {
                receiver.clone_from(name);
            }
        }
        said
    }
}

/// The name in an answer to INFO, `((name X) (status S))`.
fn name_in(info: &str) -> Option<String> {
    let pairs = items(info).ok()?;
    let pair = pairs.into_iter().find_map(|pair| match items(pair).ok()?[..] {
        [key, value] if key.eq_ignore_ascii_case("name") => Some(value),
        _ => None,
    })?;
    let good = pair.len() <= 64 && pair.chars().all(|c| c.is_ascii_graphic() && !"()".contains(c));
    good.then(|| pair.to_owned())
}

/// Names that differ: the second of the same name gets `#2`.
fn distinct(names: Vec<String>) -> Vec<String> {
    let name = |(place, name): (usize, &String)| match names[..place].iter().filter(|other| *other == name).count() {
        0 => name.clone(),
        before => format!("{name}#{}", before + 1),
    };
    names.iter().enumerate().map(name).collect()
}

/// A rule sheet without parentheses around it.
fn unwrapped(text: &str) -> String {
    use crate::kif::{Token, tokens};
    let mut tokens = tokens(text);
    match (tokens.next(), tokens.next()) {
        (Some((open, Token::Open)), Some((_, Token::Open))) => {
            let close = text.rfind(')').unwrap_or(text.len());
            text[open + 1..close.max(open + 1)].to_owned()
        }
        _ => text.to_owned(),
    }
}
