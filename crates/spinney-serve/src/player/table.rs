//! The thread of a match: it loads the rule sheet, follows the game, and lets the agent think.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use spinney::budget::Budget;
use spinney::erased::{AnyMove, AnyState};
use spinney::game::Player;
use spinney::random::Random;
use spinney::search::live::guarded;
use spinney_agents::rule_sheets::{Later, carry_over};
use spinney_agents::{NamedGame, Spec};
use tokio::sync::oneshot;

use super::alive::Alive;
use super::clocks::Due;
use super::config::{Config, DEFAULT_AGENT, LAST_AGENT};
use super::event::{Chosen, Event, Log};
use super::running::{NIL, Running, Task};
use super::thinker::{Progress, Seating, Thinker};
use crate::message::Moves;
use crate::rules::Rules;

/// How often a running search is asked for its best move, as a part of its time, and the least and the longest time
/// between two questions.
const LOOKS: u32 = 8;
const OFTEN: Duration = Duration::from_millis(5);
const SELDOM: Duration = Duration::from_millis(500);

/// How long a search may take to notice that it is to end: a part of the play clock, within these bounds.
const LEAST_PATIENCE: Duration = Duration::from_millis(10);
const MOST_PATIENCE: Duration = Duration::from_millis(250);

/// A match as the thread that plays it sees it.
pub(super) struct Table {
    running: Arc<Running>,
    config: Arc<Config>,
    log: Log,
    rules: Arc<Rules>,
    role: usize,
    state: AnyState,
    thinker: Thinker,
    rng: Random,
    steps: usize,
    /// The moves of the last question, and the answer to it.
    last: Option<(Moves, String)>,
    /// A faster engine that may come.
    later: Option<Later>,
}

/// How often it is looked whether a faster engine has come, during the start clock.
const LATER: Duration = Duration::from_millis(50);

/// What a match begins with.
pub(super) struct Opening {
    pub(super) running: Arc<Running>,
    pub(super) config: Arc<Config>,
    pub(super) log: Log,
    pub(super) role: String,
    pub(super) seed: u64,
    pub(super) due: Due,
    pub(super) alive: Alive,
}

/// What a search has found.
struct Found {
    mv: String,
    chosen: Chosen,
    value: Option<f64>,
    simulations: u64,
}

impl Found {
    fn plain(mv: String, chosen: Chosen) -> Self {
        Found { mv, chosen, value: None, simulations: 0 }
    }
}

impl Opening {
    /// Plays the match from the loaded rules to its end. `ready` is answered when the first question may come.
    pub(super) fn play(
        self,
        (rules, later): (Arc<Rules>, Option<Later>),
        seconds: f64,
        tasks: &Receiver<Task>,
        ready: oneshot::Sender<Result<(), String>>,
    ) {
        let mut table = match self.table(rules, seconds) {
            Ok(table) => Table { later, ..table },
            Err(reason) => {
                let _ = ready.send(Err(reason));
                return;
            }
        };
        table.prepare(self.due.think);
        // Nobody waits any more if this took longer than the start clock.
        let _ = ready.send(Ok(()));
        while let Ok(task) = tasks.recv() {
            let over = matches!(task, Task::Stop { .. });
            if let Err(error) = guarded(|| table.handle(task)) {
                table.warn(error.to_string());
            }
            if over || table.running.has_ended() {
                break;
            }
        }
    }

    fn table(&self, rules: Arc<Rules>, seconds: f64) -> Result<Table, String> {
        let role = rules.role(&self.role);
        let role = role.ok_or_else(|| format!("no role `{}`; roles: {}", self.role, rules.roles().join(", ")))?;
        let mut rng = Random::new(self.seed);
        let mut thinker = None;
        for agent in [self.config.agent.clone(), Spec::plain(DEFAULT_AGENT), Spec::plain(LAST_AGENT)] {
            let seating = Seating {
                rules: Arc::clone(&rules),
                agent,
                threads: self.config.threads,
                player: Player(role as u8),
                patience: (self.running.play_clock / 8).clamp(LEAST_PATIENCE, MOST_PATIENCE),
                alive: self.alive.clone(),
            };
            match Thinker::new(seating, rng.split()) {
                Ok(made) => {
                    thinker = Some(made);
                    break;
                }
                Err(error) => {
                    (self.log)(Event::Warning { id: self.running.id.clone(), reason: error.to_string() });
                }
            }
        }
        let thinker = thinker.ok_or("no agent can play this game")?;
        let state = rules.start();
        (self.log)(Event::Loaded {
            id: self.running.id.clone(),
            roles: rules.roles().to_vec(),
            engine: rules.engine(),
            agent: thinker.name(),
            seconds,
        });
        Ok(Table {
            running: Arc::clone(&self.running),
            config: Arc::clone(&self.config),
            log: Arc::clone(&self.log),
            rules,
            role,
            state,
            thinker,
            rng,
            steps: 0,
            last: None,
            later: None,
        })
    }
}

impl Table {
    fn warn(&self, reason: String) {
        (self.log)(Event::Warning { id: self.running.id.clone(), reason });
    }

    fn budget(&self, until: Instant) -> Budget {
        let time = until.saturating_duration_since(Instant::now());
        Budget { memory: self.config.memory, stop: self.running.fresh_stop(), ..Budget::time(time) }
    }

    /// Lets the agent use what is left of the start clock. If a faster engine comes meanwhile, the agent begins again on that.
    fn prepare(&mut self, until: Instant) {
        while Instant::now() < until && !self.running.has_ended() {
            let budget = self.budget(until);
            if !self.thinker.prepare(&self.state, budget) {
                return;
            }
            if !self.wait_for_either(until) {
                return;
            }
        }
    }

    /// Waits until the agent is ready, or the time is over, or a faster engine has taken over: then it returns true.
    fn wait_for_either(&mut self, until: Instant) -> bool {
        loop {
            // One that overruns is not waited for: it may go on until the first question.
            let look = if self.later.is_some() { (Instant::now() + LATER).min(until) } else { until };
            match self.thinker.wait(look) {
                Progress::Running if Instant::now() >= until || self.running.has_ended() => return false,
                Progress::Running => {}
                Progress::Failed(reason) => {
                    self.warn(reason);
                    return false;
                }
                // It may have found out all there is; the other engine is as good for the first move then.
                Progress::Ended(_) => return false,
            }
            if self.change_over() {
                return true;
            }
        }
    }

    /// Goes on with a faster engine, if it is there; returns whether it did.
    fn change_over(&mut self) -> bool {
        // Whoever plays alone follows the line that was found, which the other engine would not know.
        if self.rules.roles().len() == 1 && self.steps > 0 {
            self.later = None;
        }
        let Some(later) = &mut self.later else { return false };
        let Some(game) = later.take_if_ready() else {
            if later.is_over() {
                self.later = None;
            }
            return false;
        };
        self.later = None;
        match guarded(|| self.go_on_with(game)).unwrap_or_else(|error| Err(error.to_string())) {
            Ok(()) => true,
            Err(reason) => {
                self.warn(format!("the faster engine cannot take over: {reason}"));
                false
            }
        }
    }

    fn go_on_with(&mut self, game: NamedGame) -> Result<(), String> {
        let state = carry_over(self.rules.game(), &self.state, &game).map_err(|error| error.to_string())?;
        let rules = Rules::of(game).map_err(|error| error.to_string())?;
        let rules = Arc::new(self.config.with_own_agent(rules));
        let thinker = self.thinker.on(Arc::clone(&rules)).map_err(|error| error.to_string())?;
        (self.rules, self.state, self.thinker) = (rules, state, thinker);
        (self.log)(Event::Engine { id: self.running.id.clone(), engine: self.rules.engine() });
        Ok(())
    }

    fn handle(&mut self, task: Task) {
        match task {
            Task::Play { moves, arrived, due, reply } => {
                let answer = self.answer(moves, arrived, due);
                reply.send_replace(Some(answer));
                // While the others answer.
                self.change_over();
                if self.config.ponder && !self.running.has_ended() {
                    // Until the next message, which interrupts it.
                    let budget = self.budget(Instant::now() + self.running.play_clock);
                    self.thinker.prepare(&self.state, budget);
                }
            }
            Task::Stop { moves, reply } => {
                self.thinker.interrupt();
                if let Some(moves) = &moves {
                    self.apply(moves);
                }
                let over = self.rules.is_over(&self.state);
                let goals = over.then(|| self.rules.goals(&self.state));
                (self.log)(Event::Stop { id: self.running.id.clone(), steps: self.steps, goals });
                let _ = reply.send(());
            }
        }
    }

    /// The next move.
    fn answer(&mut self, moves: Moves, arrived: Instant, due: Due) -> String {
        if let Some(answer) = self.answered(&moves) {
            (self.log)(Event::Repeated { id: self.running.id.clone(), step: self.steps + 1 });
            return answer;
        }
        if let Some(moves) = &moves {
            self.apply(moves);
        }
        let Found { mv, chosen, value, simulations } = self.decide(due);
        self.last = Some((moves, mv.clone()));
        (self.log)(Event::Move {
            id: self.running.id.clone(),
            step: self.steps + 1,
            mv: mv.clone(),
            chosen,
            value,
            simulations,
            seconds: arrived.elapsed().as_secs_f64(),
        });
        mv
    }

    /// The last answer, if this is the last question once more: the protocol does not number its steps. Equal moves may
    /// well follow each other, so a question counts as repeated only if its moves cannot be the step that follows, or do
    /// not contain the move that was answered.
    fn answered(&self, moves: &Moves) -> Option<String> {
        let (before, answer) = self.last.as_ref()?;
        if before != moves {
            return None;
        }
        let follows = moves.as_ref().is_some_and(|moves| {
            let own =
                moves.get(self.role).is_some_and(|own| crate::rules::find(std::slice::from_ref(answer), own).is_some());
            own && self.rules.steps(&self.state, moves).is_ok()
        });
        (!follows).then(|| answer.clone())
    }

    /// Plays the last step.
    fn apply(&mut self, moves: &[String]) {
        match self.rules.steps(&self.state, moves) {
            Ok(taken) => {
                self.steps += 1;
                for (step, after) in taken {
                    self.thinker.advance(&step, &after);
                    self.state = after;
                }
            }
            Err(error) => self.warn(format!("the step ({}) cannot be played: {error}", moves.join(" "))),
        }
    }

    fn decide(&mut self, due: Due) -> Found {
        let legal = self.rules.legal(&self.state, self.role);
        let fallback = match &legal[..] {
            [] => NIL,
            [only] => only,
            several => &several[self.rng.below(several.len())],
        };
        self.running.set_best(fallback);
        match legal.len() {
            0 => return Found::plain(NIL.to_owned(), Chosen::Nothing),
            1 => return Found::plain(fallback.to_owned(), Chosen::Only),
            _ => {}
        }
        let place = self.rules.before_choice(&self.state, self.role);
        if place.is_some() {
            self.thinker.reset();
        }
        let state = place.unwrap_or_else(|| self.state.clone());
        let texts: HashMap<AnyMove, String> = self.rules.choices(&state, self.role).into_iter().collect();
        let budget = self.budget(due.think);
        if !self.thinker.decide(&state, budget) {
            return Found::plain(fallback.to_owned(), Chosen::Random);
        }
        let pause = (due.by.saturating_duration_since(Instant::now()) / LOOKS).clamp(OFTEN, SELDOM);
        loop {
            let look = (Instant::now() + pause).min(due.by);
            match self.thinker.wait(look) {
                Progress::Ended(Some(Ok(report))) => {
                    let mv = report.best.and_then(|mv| texts.get(&mv)).cloned();
                    let Some(mv) = mv else { break self.failed("the search gave no move".to_owned()) };
                    break Found { mv, chosen: Chosen::Search, value: report.value, simulations: report.simulations };
                }
                Progress::Ended(Some(Err(error))) => break self.failed(error.to_string()),
                Progress::Ended(None) => break self.failed("the search gave no report".to_owned()),
                Progress::Failed(reason) => break self.failed(reason),
                Progress::Running => {
                    if let Some(mv) = self.thinker.report().and_then(|report| texts.get(&report.best?)) {
                        self.running.set_best(mv);
                    }
                    if Instant::now() >= due.by {
                        self.thinker.stop();
                        break Found::plain(self.running.best(), Chosen::Late);
                    }
                }
            }
        }
    }

    fn failed(&self, reason: String) -> Found {
        self.warn(reason);
        Found::plain(self.running.best(), Chosen::Random)
    }
}
