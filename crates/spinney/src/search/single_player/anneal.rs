//! Simulated annealing of a line: a move is dropped, added, brought forward or postponed, the rest is replayed as far
//! as its moves are still possible ([`StableMoveId`] names), and the end is played out. A worse line is kept with a
//! probability that falls during the search.

use super::{Findings, begin_with, check, conduct, on_threads, play_out, policy_by_name, read_name, write_name};
use crate::budget::{Budget, Limit, Meter, Pace};
use crate::game::capabilities::StableMoveId;
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Parameter, ParameterError, read, read_number, read_positive};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The initial temperature, as a share of the value of lines.
    pub hot: f64,
    /// The temperature at the end.
    pub cold: f64,
    /// Runs that share the budget, each from a line of its own.
    pub runs: u32,
    /// The farthest that a move is brought forward or put off.
    pub reach: usize,
    /// The game's playout policy; its preferred one if not given.
    pub playout: Option<String>,
    /// Worker threads, each with runs of its own.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { hot: 0.02, cold: 0.002, runs: 1, reach: 20, playout: None, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("hot", self.hot.to_string(), "0 …", "initial temperature, as a share of the value of lines"),
            row("cold", self.cold.to_string(), "0 …", "temperature at the end"),
            row("runs", self.runs.to_string(), "1 …", "runs that share the budget, each from a line of its own"),
            row("reach", self.reach.to_string(), "1 …", "the maximum distance by which a move is moved in a line"),
            row(
                "playout",
                write_name(self.playout.as_ref()),
                "auto, or one of the game's",
                "policy by which playouts go",
            ),
            row("threads", self.threads.to_string(), "1 …", "worker threads, each with runs of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "hot" => self.hot = read_number(key, value)?,
            "cold" => self.cold = read_number(key, value)?,
            "runs" => self.runs = read(key, value, COUNT)?,
            "reach" => self.reach = read(key, value, COUNT)?,
            "playout" => self.playout = read_name(value),
            "threads" => self.threads = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Simulated annealing of a line.
pub struct Anneal<G: Game> {
    game: G,
    config: Config,
    policy: Option<usize>,
    /// Lines to begin with.
    known: Vec<Vec<G::Move>>,
}

impl<G: Game> Anneal<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        let info = game.info();
        check(&info, "anneal")?;
        if game.capabilities().stable_move_id.is_none() {
            return Err(Refusal::missing_capability(format!(
                "anneal needs stable move names, which `{}` does not have",
                info.name
            )));
        }
        if config.threads == 0 || config.runs == 0 || config.reach == 0 {
            return Err(Refusal::out_of_range("threads, runs and reach are at least 1"));
        }
        let policy = policy_by_name(&game, config.playout.as_deref())?;
        Ok(Anneal { game, config, policy, known: Vec::new() })
    }
}

impl<G: Game> Search<G> for Anneal<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let seed = rng.next();
        conduct(&self.game, position, budget, |findings, meter| {
            begin_with(&self.game, position.state(), &self.known, findings);
            let known = findings.line();
            on_threads(meter, self.config.threads, |thread| {
                let mut rng = Random::derive(seed, thread as u64);
                for run in 0..self.config.runs {
                    let part = meter.share_rest(findings.simulations(), run, self.config.runs);
                    let mut chain =
                        Chain::new(&self.game, &self.config, self.policy, position.state(), findings, rng.split());
                    let limit = chain.go(&known, &part);
                    if meter.exceeded(findings.simulations()).is_some() {
                        return limit;
                    }
                }
                Limit::Finished
            })
        })
    }

    fn begin_with(&mut self, line: &[G::Move]) -> bool {
        self.known.push(line.to_vec());
        true
    }

    fn reset(&mut self) {
        self.known.clear();
    }
}

/// Improves the best known line until this share of the meter is used up: every thread anneals it, at a low
/// temperature. Does nothing for a game without stable move names.
pub(crate) fn repair<G: Game>(
    game: &G,
    start: &G::State,
    threads: usize,
    findings: &Findings<'_, G::Move>,
    meter: &Meter,
    until: f64,
    rng: &mut Random,
) {
    let capabilities = game.capabilities();
    if capabilities.stable_move_id.is_none() || meter.interrupted().is_some() {
        return;
    }
    let policy = capabilities.playouts.and_then(|playouts| playouts.preferred());
    let config = Config { hot: 0.005, cold: 0.000_5, ..Config::default() };
    let (seed, line) = (rng.next(), findings.line());
    on_threads(meter, threads, |thread| {
        let mut chain = Chain::new(game, &config, policy, start, findings, Random::derive(seed, thread as u64));
        chain.begin(&line);
        chain.cool(meter, until)
    });
}

/// A move of a line: its name, and the state after it.
struct Link<G: Game> {
    name: u32,
    mv: G::Move,
    after: G::State,
}

/// One line that is annealed.
struct Chain<'c, G: Game> {
    game: &'c G,
    stable_move_id: &'c dyn StableMoveId<State = G::State, Move = G::Move>,
    config: &'c Config,
    policy: Option<usize>,
    start: &'c G::State,
    rng: Random,
    line: Vec<Link<G>>,
    value: f64,
    /// The moves that replace the end of the line.
    new: Vec<Link<G>>,
    moves: Moves<G::Move>,
    recorded: Vec<(Option<Player>, G::Move)>,
    findings: &'c Findings<'c, G::Move>,
    pace: Pace,
    /// Why the current line had to be abandoned, if the budget ended.
    stopped: Option<Limit>,
}

impl<'c, G: Game> Chain<'c, G> {
    fn new(
        game: &'c G,
        config: &'c Config,
        policy: Option<usize>,
        start: &'c G::State,
        findings: &'c Findings<'c, G::Move>,
        rng: Random,
    ) -> Self {
        Chain {
            game,
            stable_move_id: game.capabilities().stable_move_id.expect("games without stable move names are rejected"),
            config,
            policy,
            start,
            rng,
            line: Vec::new(),
            value: f64::NEG_INFINITY,
            new: Vec::new(),
            moves: Moves::new(),
            recorded: Vec::new(),
            findings,
            pace: findings.pace(),
            stopped: None,
        }
    }

    /// Anneals a line, or a playout if it is empty, until the meter ends it.
    fn go(&mut self, line: &[G::Move], meter: &Meter) -> Limit {
        if let Some(limit) = self.findings.claim(1) {
            return limit;
        }
        self.begin(line);
        if let Some(limit) = self.stopped {
            self.findings.take_back();
            return limit;
        }
        self.cool(meter, 1.0)
    }

    /// Begins with these moves; the rest of the game is played out.
    fn begin(&mut self, moves: &[G::Move]) {
        let mut state = self.start.clone();
        self.new.clear();
        for &mv in moves {
            self.push(&mut state, mv);
        }
        if let Some(value) = self.finish(&mut state) {
            self.value = value;
            self.accept(0);
        }
    }

    /// Anneals the line until this share of the meter is used up.
    fn cool(&mut self, meter: &Meter, until: f64) -> Limit {
        if self.line.is_empty() {
            return Limit::Finished;
        }
        let findings = self.findings;
        let scale = self.value.abs().max(1.0);
        let begun = meter.used(findings.simulations());
        let mut temperature = self.config.hot * scale;
        for done in 1u64.. {
            if done.is_multiple_of(64) {
                let used = meter.used(findings.simulations());
                if used >= until || meter.exceeded(findings.simulations()).is_some() {
                    break;
                }
                let used = (used - begun) / (until - begun);
                temperature = scale * self.config.hot * (self.config.cold / self.config.hot).powf(used);
            }
            if let Some(limit) = findings.claim(1) {
                return limit;
            }
            let least = self.value + temperature * self.rng.unit().max(1e-300).ln();
            let at = self.rng.below(self.line.len());
            let proposed = self.propose(at);
            if let Some(limit) = self.stopped {
                findings.take_back();
                return limit;
            }
            if let Some(value) = proposed
                && value >= least
            {
                self.value = value;
                self.accept(at);
            }
        }
        meter.exceeded(findings.simulations()).unwrap_or(Limit::Finished)
    }

    /// Replaces the line from `at` on by the new moves.
    fn accept(&mut self, at: usize) {
        self.line.truncate(at);
        self.line.append(&mut self.new);
        self.findings.found(self.value, self.line.iter().map(|link| link.mv));
    }

    /// Changes the line at one index; returns its new value, or `None` if the change is impossible or the budget ended.
    fn propose(&mut self, at: usize) -> Option<f64> {
        self.new.clear();
        let mut state = if at == 0 { self.start.clone() } else { self.line[at - 1].after.clone() };
        let end = self.line.len();
        let reach = self.config.reach.min(end - at - 1);
        match self.rng.below(4) {
            0 => self.replay(&mut state, at + 1..end),
            1 => {
                if reach == 0 {
                    return None;
                }
                let later = at + 1 + self.rng.below(reach);
                let mv = self.stable_move_id.find(&state, self.line[later].name)?;
                self.push(&mut state, mv);
                self.replay(&mut state, at..later);
                self.replay(&mut state, later + 1..end);
            }
            2 => {
                self.moves.clear();
                self.game.turn(&state, &mut self.moves);
                let mv = self.moves[self.rng.below(self.moves.len())];
                if mv == self.line[at].mv {
                    return None;
                }
                self.push(&mut state, mv);
                let instead = self.rng.below(2);
                self.replay(&mut state, at + instead..end);
            }
            _ => {
                if reach == 0 {
                    return None;
                }
                let later = at + 1 + self.rng.below(reach);
                self.replay(&mut state, at + 1..later + 1);
                self.replay(&mut state, at..at + 1);
                self.replay(&mut state, later + 1..end);
            }
        }
        self.finish(&mut state)
    }

    /// Plays moves of the line that are still possible.
    fn replay(&mut self, state: &mut G::State, range: std::ops::Range<usize>) {
        for index in range {
            let name = self.line[index].name;
            if self.stopped.is_none()
                && let Some(mv) = self.stable_move_id.find(state, name)
            {
                self.play(state, name, mv);
            }
        }
    }

    fn push(&mut self, state: &mut G::State, mv: G::Move) {
        if self.stopped.is_none() {
            let name = self.stable_move_id.name(state, mv);
            self.play(state, name, mv);
        }
    }

    fn play(&mut self, state: &mut G::State, name: u32, mv: G::Move) {
        self.game.play(state, mv);
        self.new.push(Link { name, mv, after: state.clone() });
        self.stopped = self.findings.step(&mut self.pace);
    }

    /// Plays the game out; returns its value, or `None` if the budget ended before.
    fn finish(&mut self, state: &mut G::State) -> Option<f64> {
        if self.stopped.is_some() {
            return None;
        }
        self.moves.clear();
        if self.game.turn(state, &mut self.moves) != Turn::Over {
            let mut recorded = std::mem::take(&mut self.recorded);
            recorded.clear();
            let (rng, end) = (&mut self.rng, &mut state.clone());
            let played = play_out(self.game, self.policy, end, rng, &mut recorded, self.findings, &mut self.pace);
            self.stopped = played.err();
            for &(_, mv) in &recorded {
                self.push(state, mv);
            }
            self.recorded = recorded;
        }
        self.stopped.is_none().then(|| self.game.payoff(state, Player(0)))
    }
}
