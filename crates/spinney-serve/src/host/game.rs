//! One match, from START to STOP.

use std::time::{Duration, SystemTime};

use spinney::erased::AnyState;
use spinney::random::Random;
use tokio::task::JoinSet;

use super::line::{Answer, Fault, Line};
use super::record::{Asked, End, Record, Seated, Step, VERSION};
use super::scramble::{RANDOM, Scrambler};
use super::{Host, Moment};
use crate::kif::normal;
use crate::message::Message;
use crate::rules::{Rules, StepError, find};

/// How long a player has to answer ABORT.
const ABORT: Duration = Duration::from_secs(1);
/// How often the flag that ends a match is looked at.
const LOOK: Duration = Duration::from_millis(20);
/// The most bytes of an answer in a record.
const QUOTED: usize = 200;

/// Who plays which role of which match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// The name of the match.
    pub id: String,
    /// The number of the player of each role; `None` for the role that the host plays.
    pub seating: Vec<Option<usize>>,
    /// The seed of the match.
    pub seed: u64,
}

/// Why a match has no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchError {
    /// The host was asked to stop.
    #[error("the match was aborted")]
    Stopped,
    /// A legal move could not be played: the game is not played as its rules say.
    #[error("a step cannot be played: {0}")]
    Step(#[from] StepError),
}

/// A match that is on.
struct Table<'h> {
    host: &'h Host,
    fixture: &'h Fixture,
    /// The line to the player of each role.
    lines: Vec<Option<Line>>,
    scrambler: Scrambler,
    rng: Random,
}

/// A role's move, and how it came about.
struct Chosen {
    mv: String,
    seconds: Option<f64>,
    mark: Option<String>,
}

impl Host {
    /// Plays a match.
    pub fn play(&self, fixture: &Fixture, watch: &mut dyn FnMut(Moment<'_>)) -> Result<Record, MatchError> {
        let mut rng = Random::new(fixture.seed);
        let scrambler =
            if self.options.scramble { Scrambler::new(&self.sheet, &mut rng) } else { Scrambler::default() };
        let lines = fixture.seating.iter().map(|seat| seat.map(|player| self.lines[player].clone())).collect();
        let mut table = Table { host: self, fixture, lines, scrambler, rng };
        let record = table.play(watch);
        if record.is_err() {
            let abort = Message::Abort { id: fixture.id.clone() }.to_string();
            table.ask_to_the_end(abort, ABORT);
        }
        record
    }

    fn seated(&self, seat: Option<usize>) -> Seated {
        match seat {
            None => Seated { name: RANDOM.to_owned(), player: None, number: None },
            Some(player) => Seated {
                name: self.names[player].clone(),
                player: Some(self.participants[player].to_string()),
                number: Some(player),
            },
        }
    }
}

impl Table<'_> {
    fn rules(&self) -> &Rules {
        &self.host.rules
    }

    fn play(&mut self, watch: &mut dyn FnMut(Moment<'_>)) -> Result<Record, MatchError> {
        let host = self.host;
        let options = &host.options;
        let players: Vec<Seated> = self.fixture.seating.iter().map(|&seat| host.seated(seat)).collect();
        watch(Moment::Begins { fixture: self.fixture, players: &players });
        let began = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let sheet = format!("({})", self.scrambler.scramble(&host.sheet));
        let mut preview = Vec::new();
        if let Some(clock) = options.preview_clock {
            let message = Message::Preview { sheet: sheet.clone(), clock }.to_string();
            preview = self.announce(vec![message; self.lines.len()], clock)?;
        }
        let messages = self.rules().roles().iter().map(|role| {
            let (id, role) = (self.fixture.id.clone(), self.scrambler.scramble(role));
            let (start, play) = (options.start_clock, options.play_clock);
            Message::Start { id, role, sheet: sheet.clone(), start, play }.to_string()
        });
        let messages = messages.collect();
        let start = self.announce(messages, options.start_clock)?;
        watch(Moment::Started { answers: &start });

        let mut state = self.rules().start();
        let mut steps: Vec<Step> = Vec::new();
        while !self.rules().is_over(&state) && steps.len() < options.steps {
            let step = self.step(&state, steps.last())?;
            let taken = self.rules().steps(&state, &step.moves)?;
            if let Some((_, after)) = taken.into_iter().last() {
                state = after;
            }
            steps.push(step);
            let (number, step) = (steps.len(), &steps[steps.len() - 1]);
            watch(Moment::Step { number, step, state: &state });
        }
        let message = Message::Stop { id: self.fixture.id.clone(), moves: self.joint(steps.last()) }.to_string();
        let stop = self.announce(vec![message; self.lines.len()], options.play_clock)?;
        let end = End {
            complete: self.rules().is_over(&state),
            state: self.rules().facts(&state),
            goals: self.rules().goals(&state),
        };
        watch(Moment::Ends { end: &end, players: &players });
        Ok(Record {
            version: VERSION,
            spinney: env!("CARGO_PKG_VERSION").to_owned(),
            id: self.fixture.id.clone(),
            game: host.game.clone(),
            rules: host.sheet.clone(),
            roles: self.rules().roles().to_vec(),
            players,
            start_clock: options.start_clock.as_secs_f64(),
            play_clock: options.play_clock.as_secs_f64(),
            preview_clock: options.preview_clock.map(|clock| clock.as_secs_f64()),
            scrambled: options.scramble,
            seed: self.fixture.seed,
            began,
            preview,
            start,
            steps,
            stop,
            end,
        })
    }

    /// The moves of a step in the words of the match.
    fn joint(&self, step: Option<&Step>) -> Option<Vec<String>> {
        step.map(|step| step.moves.iter().map(|mv| self.scrambler.scramble(mv)).collect())
    }

    /// Asks everybody for a move.
    fn step(&mut self, state: &AnyState, last: Option<&Step>) -> Result<Step, MatchError> {
        let message = Message::Play { id: self.fixture.id.clone(), moves: self.joint(last) }.to_string();
        let answers =
            self.ask(vec![message; self.lines.len()], self.host.options.play_clock + self.host.options.grace)?;
        let mut chosen = Vec::new();
        for (role, answer) in answers.into_iter().enumerate() {
            let legal = self.rules().legal(state, role);
            chosen.push(self.choose(&legal, answer));
        }
        Ok(Step {
            state: self.rules().facts(state),
            seconds: chosen.iter().map(|chosen| chosen.seconds).collect(),
            marks: chosen.iter().map(|chosen| chosen.mark.clone()).collect(),
            moves: chosen.into_iter().map(|chosen| chosen.mv).collect(),
        })
    }

    /// The move that an answer means, or a random one.
    fn choose(&mut self, legal: &[String], answer: Option<Answer>) -> Chosen {
        let random = legal[self.rng.below(legal.len())].clone();
        let Some(Answer { seconds, text }) = answer else {
            return Chosen { mv: random, seconds: None, mark: None };
        };
        let mark = match text {
            Err(Fault::Late) => "TO".to_owned(),
            Err(Fault::Connection(_)) => "CE".to_owned(),
            Ok(text) => {
                let mv = normal(&text).map(|text| self.scrambler.unscramble(&text));
                match mv.as_ref().ok().and_then(|mv| find(legal, mv)) {
                    Some(at) => return Chosen { mv: legal[at].clone(), seconds: Some(seconds), mark: None },
                    None => format!("IL {}", shorten(&mv.unwrap_or(text))),
                }
            }
        };
        Chosen { mv: random, seconds: Some(seconds), mark: Some(mark) }
    }

    /// Sends a message that is not a question for a move.
    fn announce(&self, messages: Vec<String>, time: Duration) -> Result<Vec<Option<Asked>>, MatchError> {
        let asked = |Answer { seconds, text }| match text {
            Ok(text) => Asked { seconds, reply: Some(shorten(text.trim())), mark: None },
            Err(Fault::Late) => Asked { seconds, reply: None, mark: Some("TO".to_owned()) },
            Err(Fault::Connection(why)) => Asked { seconds, reply: Some(shorten(&why)), mark: Some("CE".to_owned()) },
        };
        Ok(self.ask(messages, time)?.into_iter().map(|answer| answer.map(asked)).collect())
    }

    /// Asks all players at the same time; a message per role.
    fn ask(&self, messages: Vec<String>, time: Duration) -> Result<Vec<Option<Answer>>, MatchError> {
        let stop = &self.host.stop;
        self.host.runtime.block_on(async {
            tokio::select! {
                answers = collect(&self.lines, messages, time) => Ok(answers),
                () = async {
                    while !stop.is_raised() {
                        tokio::time::sleep(LOOK).await;
                    }
                } => Err(MatchError::Stopped),
            }
        })
    }

    /// The same, also if the host is asked to stop.
    fn ask_to_the_end(&self, message: String, time: Duration) {
        self.host.runtime.block_on(collect(&self.lines, vec![message; self.lines.len()], time));
    }
}

async fn collect(lines: &[Option<Line>], messages: Vec<String>, time: Duration) -> Vec<Option<Answer>> {
    let mut answers: Vec<Option<Answer>> = vec![None; lines.len()];
    let mut asked = JoinSet::new();
    for (role, (line, message)) in lines.iter().zip(messages).enumerate() {
        if let Some(line) = line.clone() {
            asked.spawn(async move { (role, line.ask(message, time).await) });
        }
    }
    while let Some(answer) = asked.join_next().await {
        if let Ok((role, answer)) = answer {
            answers[role] = Some(answer);
        }
    }
    // A task that has panicked has given no answer.
    let lost = || Answer { seconds: 0.0, text: Err(Fault::Connection("no answer".to_owned())) };
    for (answer, line) in answers.iter_mut().zip(lines) {
        if line.is_some() {
            answer.get_or_insert_with(lost);
        }
    }
    answers
}

/// An answer as a record quotes it.
fn shorten(text: &str) -> String {
    let end = text.floor_char_boundary(QUOTED);
    if end < text.len() { format!("{}…", &text[..end]) } else { text.to_owned() }
}
