//! Nested Monte-Carlo search (Cazenave 2009): every move of a level is chosen by searches of the level below, and the
//! best line of a level is remembered and followed until a better one is found. Level 0 is a playout.

use super::{Findings, check, choices, conduct, on_threads, play_out, policy_by_name, read_name, write_name};
use crate::budget::{Budget, Limit, Pace};
use crate::game::{Game, Moves, Player, Turn, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::parameter::{COUNT, Configure, Parameter, ParameterError, SWITCH, read};
use crate::search::{Refusal, Search};

/// The configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// How deep searches are nested; level 0 is one playout.
    pub level: u32,
    /// Whether the best line of a level is remembered.
    pub memory: bool,
    /// The game's playout policy; its preferred one if not given.
    pub playout: Option<String>,
    /// Worker threads, each with searches of its own.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config { level: 2, memory: true, playout: None, threads: 1 }
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        vec![
            row("level", self.level.to_string(), "0-9", "how deep searches are nested; 0 is playouts"),
            row("memory", self.memory.to_string(), "true, false", "follow the best line seen, not the last choice"),
            row(
                "playout",
                write_name(self.playout.as_ref()),
                "auto, or one of the game's",
                "policy by which playouts go",
            ),
            row("threads", self.threads.to_string(), "1 …", "worker threads, each with searches of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "level" => self.level = read(key, value, COUNT)?,
            "memory" => self.memory = read(key, value, SWITCH)?,
            "playout" => self.playout = read_name(value),
            "threads" => self.threads = read(key, value, COUNT)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Nested Monte-Carlo search.
pub struct Nested<G> {
    game: G,
    config: Config,
    policy: Option<usize>,
}

impl<G: Game> Nested<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        check(&game.info(), "nested")?;
        if config.level > 9 || config.threads == 0 {
            return Err(Refusal::out_of_range("level is at most 9, and threads at least 1"));
        }
        let policy = policy_by_name(&game, config.playout.as_deref())?;
        Ok(Nested { game, config, policy })
    }
}

impl<G: Game> Search<G> for Nested<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let seed = rng.next();
        conduct(&self.game, position, budget, |findings, meter| {
            on_threads(meter, self.config.threads, |thread| {
                let mut run = Run {
                    game: &self.game,
                    memory: self.config.memory,
                    policy: self.policy,
                    findings,
                    rng: Random::derive(seed, thread as u64),
                    pace: findings.pace(),
                    path: Vec::new(),
                    ended: None,
                };
                loop {
                    run.search(position.state(), self.config.level);
                    if let Some(limit) = run.ended {
                        return limit;
                    }
                }
            })
        })
    }
}

/// One thread's work.
struct Run<'r, G: Game> {
    game: &'r G,
    memory: bool,
    policy: Option<usize>,
    findings: &'r Findings<'r, G::Move>,
    rng: Random,
    pace: Pace,
    /// The moves from the root to where the search is.
    path: Vec<G::Move>,
    ended: Option<Limit>,
}

impl<G: Game> Run<'_, G> {
    /// The best line found from a state on, and its value.
    fn search(&mut self, state: &G::State, level: u32) -> (f64, Vec<G::Move>) {
        let mut moves = Moves::new();
        if level == 0 || choices(self.game, state, &mut moves) == Turn::Over {
            return self.play_out(state);
        }
        moves.clear();
        let mut state = state.clone();
        let mut best = (f64::NEG_INFINITY, Vec::new());
        let mut played = 0;
        while choices(self.game, &state, &mut moves) != Turn::Over {
            if !self.memory {
                best.0 = f64::NEG_INFINITY;
            }
            for &mv in moves.iter() {
                let mut next = state.clone();
                self.game.play(&mut next, mv);
                self.path.push(mv);
                self.ended = self.findings.step(&mut self.pace);
                let (value, rest) = match self.ended {
                    None => self.search(&next, level - 1),
                    Some(_) => (f64::NEG_INFINITY, Vec::new()),
                };
                self.path.pop();
                if value > best.0 {
                    best.0 = value;
                    best.1.truncate(played);
                    best.1.push(mv);
                    best.1.extend(rest);
                }
                if self.ended.is_some() {
                    self.path.truncate(self.path.len() - played);
                    return best;
                }
            }
            let mv = best.1[played];
            self.game.play(&mut state, mv);
            self.path.push(mv);
            played += 1;
            moves.clear();
        }
        self.path.truncate(self.path.len() - played);
        best
    }

    fn play_out(&mut self, state: &G::State) -> (f64, Vec<G::Move>) {
        self.ended = self.findings.claim(1);
        if self.ended.is_some() {
            return (f64::NEG_INFINITY, Vec::new());
        }
        let mut state = state.clone();
        let mut line = Vec::new();
        let (rng, pace) = (&mut self.rng, &mut self.pace);
        self.ended = play_out(self.game, self.policy, &mut state, rng, &mut line, self.findings, pace).err();
        if self.ended.is_some() {
            self.findings.take_back();
            return (f64::NEG_INFINITY, Vec::new());
        }
        let line: Vec<G::Move> = line.into_iter().map(|(_, mv)| mv).collect();
        let value = self.game.payoff(&state, Player(0));
        self.findings.found(value, self.path.iter().chain(&line).copied());
        (value, line)
    }
}
