//! Nested rollout policy adaptation (Rosin 2011): playouts follow a policy that learns from the best line found, in
//! nested levels that each start from what the level above has learnt.

use super::policy::Policy;
use super::rollout::{Changes, Follower, Rollout, adapt};
use super::{Findings, check, on_threads};
use crate::budget::{Budget, Limit, Meter};
use crate::game::skills::roll_by_listing;
use crate::game::{Game, Player, View};
use crate::random::{Random, mix};
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, NUMBER, Parameter, ParameterError, read};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// How deep searches are nested; level 0 is one playout.
    pub level: u32,
    /// Searches of the level below in a search of any level.
    pub iterations: u32,
    /// The step by which weights are adapted.
    pub alpha: f32,
    /// How much the game's own bias counts (generalised NRPA).
    pub bias: f32,
    /// The rule of the game by which moves are offered; its preferred one if not said.
    pub rule: Option<usize>,
    /// Playouts before an adaptation of level 1 (stabilised NRPA).
    pub playouts: u32,
    /// A level ends once its best value was found so often again; 0 is never.
    pub repetitions: u32,
    /// The table has room for 2^bits weights.
    pub bits: u32,
    /// Worker threads, each with searches of its own.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { level: 3, iterations: 100, alpha: 1.0, bias: 0.0, rule: None, playouts: 1, repetitions: 0, bits: 16, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("level", self.level.to_string(), "1-8", "how deep searches are nested"),
            row("iterations", self.iterations.to_string(), "1 …", "searches of the level below in one of any level"),
            row("alpha", self.alpha.to_string(), "0 …", "step of the adaptation"),
            row("bias", self.bias.to_string(), "0 …", "how much the game's own bias counts (generalised NRPA)"),
            row("rule", self.rule.map_or("auto".to_owned(), |rule| rule.to_string()), "auto, 0 …", "rule by which the game offers moves"),
            row("playouts", self.playouts.to_string(), "1 …", "playouts before an adaptation (stabilised NRPA)"),
            row("repetitions", self.repetitions.to_string(), "0 …", "ends a level once its best value came so often again"),
            row("bits", self.bits.to_string(), "8-24", "room for 2^bits weights"),
            row("threads", self.threads.to_string(), "1 …", "worker threads, each with searches of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "level" => self.level = read(key, value, COUNT)?,
            "iterations" => self.iterations = read(key, value, COUNT)?,
            "alpha" => self.alpha = read(key, value, NUMBER)?,
            "bias" => self.bias = read(key, value, NUMBER)?,
            "rule" => self.rule = if value == "auto" { None } else { Some(read(key, value, COUNT)?) },
            "playouts" => self.playouts = read(key, value, COUNT)?,
            "repetitions" => self.repetitions = read(key, value, COUNT)?,
            "bits" => self.bits = read(key, value, COUNT)?,
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Nested rollout policy adaptation.
pub struct Nrpa<G> {
    game: G,
    config: Config,
}

impl<G: Game> Nrpa<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "nrpa")?;
        Ok(Nrpa { game, config })
    }
}

impl<G: Game> Search<G> for Nrpa<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let findings = Findings::new(&meter);
        let seed = rng.next();
        let ended_by = on_threads(self.config.threads, |thread| {
            let rng = Random::derive(seed, thread as u64);
            let mut run = Run::new(&self.game, &self.config, &findings, &meter, rng);
            run.start_from(position.state().clone(), &[]);
            run.go()
        });
        findings.report(&self.game, position, ended_by)
    }
}

/// One thread's work.
pub(crate) struct Run<'r, G: Game> {
    game: &'r G,
    config: &'r Config,
    findings: &'r Findings<'r, G::Move>,
    /// Ends the work, as the findings do.
    until: &'r Meter,
    rng: Random,
    /// Where playouts begin, and the moves that led there.
    start: Option<G::State>,
    prefix: Vec<G::Move>,
    /// The policy of every level, from level 1 on.
    policies: Vec<Policy>,
    /// The best line of the search under way on every level, from level 0 (the last playout) on.
    best: Vec<Rollout<G::Move>>,
    changes: Changes,
    ended: Option<Limit>,
}

impl<'r, G: Game> Run<'r, G> {
    pub(crate) fn new(
        game: &'r G,
        config: &'r Config,
        findings: &'r Findings<'r, G::Move>,
        until: &'r Meter,
        rng: Random,
    ) -> Self {
        let levels = config.level as usize;
        Run {
            game,
            config,
            findings,
            until,
            rng,
            start: None,
            prefix: Vec::new(),
            policies: vec![Policy::new(config.bits); levels],
            best: (0..=levels).map(|_| Rollout::default()).collect(),
            changes: Changes::default(),
            ended: None,
        }
    }

    /// Says where playouts begin, and which moves led there.
    pub(crate) fn start_from(&mut self, state: G::State, prefix: &[G::Move]) {
        self.start = Some(state);
        self.prefix.clear();
        self.prefix.extend_from_slice(prefix);
    }

    /// Searches again and again until the budget ends.
    pub(crate) fn go(&mut self) -> Limit {
        loop {
            self.once(|_, _| ());
            if let Some(limit) = self.ended {
                return limit;
            }
        }
    }

    /// One search from a policy that is prepared by `learn`. Answers the best line, and what ended it too early.
    pub(crate) fn once(&mut self, learn: impl FnOnce(&mut Policy, &mut Changes)) -> (&Rollout<G::Move>, Option<Limit>) {
        let level = self.config.level as usize;
        self.policies[level - 1].clear();
        learn(&mut self.policies[level - 1], &mut self.changes);
        self.search(level);
        (&self.best[level], self.ended)
    }

    /// One search of a level, by the policy of that level. Its best line is in `best[level]`.
    fn search(&mut self, level: usize) {
        if level == 0 {
            return self.play_out();
        }
        self.best[level].clear();
        let mut again = 0;
        for _ in 0..self.config.iterations {
            if level > 1 {
                let (lower, upper) = self.policies.split_at_mut(level - 1);
                lower[level - 2].copy_from(&upper[0]);
            }
            for _ in 0..if level == 1 { self.config.playouts } else { 1 } {
                self.search(level - 1);
                let (lower, upper) = self.best.split_at_mut(level);
                let (below, here) = (&mut lower[level - 1], &mut upper[0]);
                again = if below.value == here.value { again + 1 } else { again };
                if below.value >= here.value {
                    again = if below.value > here.value { 0 } else { again };
                    std::mem::swap(below, here);
                }
            }
            if self.ended.is_some() || (self.config.repetitions > 0 && again >= self.config.repetitions) {
                return;
            }
            adapt(&mut self.policies[level - 1], &self.best[level], 0, self.config.alpha, &mut self.changes);
        }
    }

    fn play_out(&mut self) {
        let mut state = self.start.clone().expect("start_from comes first");
        let rollout = &mut self.best[0];
        rollout.clear();
        let mut guide = Follower { policy: &self.policies[0], bias: self.config.bias, rng: &mut self.rng, rollout };
        let skills = self.game.skills();
        match skills.guided {
            Some(guided) => guided.roll(self.config.rule.unwrap_or(guided.preferred_rule()), &mut state, &mut guide),
            None => {
                let code = |state: &G::State, mv: G::Move| match skills.codes {
                    Some(codes) => codes.code(state, mv),
                    None => hash_of(&mv),
                };
                roll_by_listing(self.game, code, &mut state, &mut guide);
            }
        }
        let value = self.game.payoff(&state, Player(0));
        rollout.value = value;
        self.findings.offer(value, || self.prefix.iter().chain(&rollout.moves).copied());
        self.ended = self.findings.count(1).or_else(|| self.until.exceeded(self.findings.simulations()));
    }
}

fn hash_of(mv: &impl std::hash::Hash) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    mv.hash(&mut hasher);
    mix(hasher.finish())
}
