//! `thesis-alpha-beta`: plain alpha-beta over a fixed number of rounds, and a plan that agents follow between
//! sightings.

use std::sync::Arc;

use spinney::budget::{Budget, Limit, Meter};
use spinney::game::View;
use spinney::random::Random;
use spinney::report::{Report, Unit};
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};
use spinney::search::{Refusal, Search};

use super::super::board::{Board, End, MOST_AGENTS, Rules};
use super::super::cells::distance;
use super::super::{AGENTS, Move, ScotlandYardGrid, State};
use super::mcts::{not_negative, nothing, row};
use super::{GUESSES, Guess, name_of, named};
use crate::registry::OwnPlayer;

/// Tie-breaking between equal moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Uniformly random.
    #[default]
    Random,
    /// The first of up, down, left, right.
    First,
}

const TIES: [(&str, Ties); 2] = [("random", Ties::Random), ("first", Ties::First)];

/// The divisor of the greatest distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Divisor {
    /// The number of agents.
    #[default]
    Agents,
    /// The number of columns.
    Size,
}

const DIVISORS: [(&str, Divisor); 2] = [("agents", Divisor::Agents), ("size", Divisor::Size)];

/// The maximum search depth in rounds.
const MOST_DEPTH: usize = 9;

/// The configuration of `thesis-alpha-beta`.
#[derive(Clone, Copy, Debug)]
pub struct ThesisAlphaBetaConfig {
    /// Search depth in rounds, 1 to 9.
    pub depth: usize,
    /// The weight of the least distance.
    pub near: f64,
    /// The weight of the greatest distance.
    pub far: f64,
    /// The divisor of the greatest distance.
    pub by: Divisor,
    /// The value of h for the first round.
    pub first: u16,
    /// How the agents sample Mr. X's location when they make a plan without a sighting.
    pub guess: Guess,
    /// Tie-breaking between equal moves.
    pub ties: Ties,
}

impl Default for ThesisAlphaBetaConfig {
    fn default() -> Self {
        ThesisAlphaBetaConfig {
            depth: 3,
            near: 1.0,
            far: 1.0,
            by: Divisor::Agents,
            first: 0,
            guess: Guess::Walk,
            ties: Ties::Random,
        }
    }
}

impl Configure for ThesisAlphaBetaConfig {
    fn parameters(&self) -> Vec<Parameter> {
        vec![
            row("depth", self.depth, "1-9", "search depth in rounds"),
            row("near", self.near, "0 …", "weight of -min distance"),
            row("far", self.far, "0 …", "weight of -max distance / n"),
            row("by", name_of(&DIVISORS, self.by), "agents, size", "n in -max distance / n"),
            row("first", self.first, "0, 1", "h of the first round in (depth - h)·50 - d·h"),
            row("guess", name_of(&GUESSES, self.guess), "walk, possible", "how the agents sample Mr. X's location"),
            row("ties", name_of(&TIES, self.ties), "random, first", "which of several equal moves is played"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "depth" => {
                let expected = "a whole number from 1 to 9";
                let depth: usize = read(key, value, expected)?;
                if !(1..=MOST_DEPTH).contains(&depth) {
                    let (key, value) = (key.to_owned(), value.to_owned());
                    return Err(ParameterError::Value { key, value, expected: expected.to_owned() });
                }
                self.depth = depth;
            }
            "near" => self.near = not_negative(key, value)?,
            "far" => self.far = not_negative(key, value)?,
            "by" => self.by = named(&DIVISORS, key, value)?,
            "first" => self.first = named(&[("0", 0), ("1", 1)], key, value)?,
            "guess" => self.guess = named(&GUESSES, key, value)?,
            "ties" => self.ties = named(&TIES, key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// A move of the agents' plan, and the time at which it is due.
#[derive(Clone, Copy, Debug)]
struct Planned {
    agents: [u16; MOST_AGENTS],
    moved: u16,
    turn: u8,
    to: u16,
}

/// Depth-limited alpha-beta.
pub struct ThesisAlphaBeta {
    game: Arc<ScotlandYardGrid>,
    config: ThesisAlphaBetaConfig,
    /// The agents' plan until Mr. X is revealed again.
    plan: Vec<Planned>,
}

impl OwnPlayer<ScotlandYardGrid> for ThesisAlphaBeta {
    const NAME: &'static str = "thesis-alpha-beta";
    const SUMMARY: &'static str =
        "the thesis's alpha-beta: three rounds, agents plan at each sighting and follow the plan";
    type Config = ThesisAlphaBetaConfig;

    fn make(game: Arc<ScotlandYardGrid>, config: ThesisAlphaBetaConfig) -> Result<Self, Refusal> {
        Ok(ThesisAlphaBeta { game, config, plan: Vec::new() })
    }
}

impl ThesisAlphaBeta {
    /// The planned move for a position, if the plan was made for it and Mr. X was not revealed since.
    fn planned(&self, board: &Board) -> Option<u16> {
        let reveal = self.game.rules.reveal;
        let made = self.plan.first()?.moved / reveal;
        let fits =
            |step: &&Planned| step.agents == board.agents && step.moved == board.moved && step.turn == board.turn;
        // The first step was made together with the plan.
        self.plan[1..].iter().find(fits).filter(|_| board.moved / reveal == made).map(|step| step.to)
    }

    /// Keeps the agents' part of a principal variation as the plan.
    fn keep(&mut self, root: &Board, line: &[u16]) {
        let mut board = *root;
        self.plan.clear();
        for &to in line {
            let Board { agents, moved, turn, .. } = board;
            if turn != 0 {
                self.plan.push(Planned { agents, moved, turn, to });
            }
            self.game.rules.step(&mut board, to);
        }
    }
}

impl Search<Arc<ScotlandYardGrid>> for ThesisAlphaBeta {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        let meter = budget.start();
        let state = position.state();
        if state.board.end != End::Not || state.mover() != position.observer() {
            return nothing();
        }
        let planned = self.planned(&state.board).filter(|_| position.observer() == AGENTS);
        if let Some(best) = planned.map(Move) {
            let mut report = Report::of_moves([best]).with_seconds(meter.elapsed().as_secs_f64());
            report.notes.push("the move was planned before".to_owned());
            return report;
        }
        let root = self.game.guess(state, self.config.guess, rng);
        let mut look = Look::new(&self.game.rules, &self.config, &root, &meter, rng);
        look.value(&root, 0, f64::NEG_INFINITY, f64::INFINITY);
        let Look { lines, nodes, ended_by, .. } = look;
        let mut line = lines.into_iter().next().unwrap_or_default();
        if line.is_empty() {
            // Time was up before any move was searched.
            line.extend(self.game.rules.targets(&root).first());
        }
        if position.observer() == AGENTS {
            self.keep(&root, &line);
        }
        let best = line.first().map(|&to| Move(to));
        let mut report = Report::of_moves(best)
            .with_work(nodes, Unit::Nodes)
            .with_size(nodes, 0, line.len() as u32)
            .with_end(ended_by.unwrap_or(Limit::Depth), meter.elapsed().as_secs_f64());
        report.pv = line.iter().map(|&to| Move(to)).collect();
        report
    }

    // `reset` keeps the plan: with hidden information, a search is reset after each move. A plan belongs to a position
    // and is followed there only, and the first move of a game is never part of an old one.
}

/// One search. Values are from the agents' point of view.
struct Look<'l> {
    rules: &'l Rules,
    config: &'l ThesisAlphaBetaConfig,
    meter: &'l Meter,
    rng: &'l mut Random,
    /// Moves of Mr. X in the round before the first, and in the last.
    before: u16,
    last: u16,
    nodes: u64,
    ended_by: Option<Limit>,
    /// The principal variation from each ply on, by ply from the root.
    lines: Vec<Vec<u16>>,
}

impl<'l> Look<'l> {
    fn new(
        rules: &'l Rules,
        config: &'l ThesisAlphaBetaConfig,
        root: &Board,
        meter: &'l Meter,
        rng: &'l mut Random,
    ) -> Self {
        // The current round counts.
        let before = if root.turn == 0 { root.moved } else { root.moved - 1 };
        let turns = config.depth * (rules.agents + 1);
        Look {
            rules,
            config,
            meter,
            rng,
            before,
            last: before + config.depth as u16,
            nodes: 0,
            ended_by: None,
            lines: vec![Vec::new(); turns + 2],
        }
    }

    fn value(&mut self, board: &Board, ply: usize, mut low: f64, mut high: f64) -> f64 {
        self.nodes += 1;
        self.lines[ply].clear();
        if board.end != End::Not || board.turn == 0 && board.moved == self.last {
            return self.worth(board);
        }
        if self.nodes.is_multiple_of(1024) {
            // Simulations do not apply to this search, so none are reported.
            self.ended_by = self.ended_by.or(self.meter.exceeded(0).filter(|limit| *limit != Limit::Simulations));
        }
        let mut moves = [0; 4];
        let targets = self.rules.targets(board);
        let moves = &mut moves[..targets.len()];
        moves.copy_from_slice(&targets);
        if self.config.ties == Ties::Random {
            self.rng.shuffle(moves);
        }
        let agents = board.turn != 0;
        let mut best = if agents { f64::NEG_INFINITY } else { f64::INFINITY };
        for &to in moves.iter() {
            if self.ended_by.is_some() && !self.lines[ply].is_empty() {
                break;
            }
            let mut next = *board;
            self.rules.step(&mut next, to);
            let value = self.value(&next, ply + 1, low, high);
            if if agents { value > best } else { value < best } {
                best = value;
                self.extend_line(ply, to);
            }
            if agents {
                low = low.max(best);
            } else {
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        best
    }

    /// The principal variation of a turn is a move and its continuation.
    fn extend_line(&mut self, ply: usize, to: u16) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(to);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The value of a leaf to the agents.
    fn worth(&self, board: &Board) -> f64 {
        let agents = &board.agents[..self.rules.agents];
        let steps = |agent: u16| f64::from(distance(agent, board.x));
        if !matches!(board.end, End::Not | End::Escaped) {
            // The number of the round, counted from `first`.
            let h = f64::from(board.moved.max(self.before + 1) - self.before - 1 + self.config.first);
            let others = agents.iter().filter(|&&agent| agent != board.x);
            let (sum, count) = others.fold((0.0, 0.0), |(sum, count), &agent| (sum + steps(agent), count + 1.0));
            let mean = if count > 0.0 { sum / count } else { 0.0 };
            return (self.config.depth as f64 - h) * 50.0 - mean * h;
        }
        let (near, far) = agents
            .iter()
            .map(|&agent| steps(agent))
            .fold((f64::INFINITY, 0.0f64), |(near, far), steps| (near.min(steps), far.max(steps)));
        let n = match self.config.by {
            Divisor::Agents => self.rules.agents,
            Divisor::Size => self.rules.size,
        };
        -self.config.near * near - self.config.far * far / n as f64
    }
}

#[cfg(test)]
mod tests {
    use spinney::game::{Game, Moves, NoRecorder};

    use super::super::super::Options;
    use super::*;

    /// The value by exhaustive search.
    fn plain(look: &Look, board: &Board) -> f64 {
        if board.end != End::Not || board.turn == 0 && board.moved == look.last {
            return look.worth(board);
        }
        let targets = look.rules.targets(board);
        let values = targets.iter().map(|&to| {
            let mut next = *board;
            look.rules.step(&mut next, to);
            plain(look, &next)
        });
        if board.turn == 0 { values.fold(f64::INFINITY, f64::min) } else { values.fold(f64::NEG_INFINITY, f64::max) }
    }

    #[test]
    fn nothing_is_lost_by_cutting_off() {
        let game = ScotlandYardGrid::new(Options::new(4, 2, 6)).unwrap();
        let meter = Budget::default().start();
        let mut seen = 0;
        for (seed, ties) in (0..40).zip([Ties::First, Ties::Random].into_iter().cycle()) {
            let mut rng = Random::new(seed);
            let mut state = game.start(&mut rng);
            let config = ThesisAlphaBetaConfig { depth: 2, ties, ..ThesisAlphaBetaConfig::default() };
            for _ in 0..seed % 7 {
                game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
            }
            if state.board.end == End::Not {
                let mut look = Look::new(&game.rules, &config, &state.board, &meter, &mut rng);
                let value = look.value(&state.board, 0, f64::NEG_INFINITY, f64::INFINITY);
                assert_eq!(value, plain(&look, &state.board));
                // The principal variation leads to the leaf that the value is from.
                let mut end = state.board;
                look.lines[0].iter().for_each(|&to| {
                    game.rules.step(&mut end, to);
                });
                assert_eq!(look.worth(&end), value);
                seen += 1;
            }
        }
        assert!(seen > 25, "{seen}");
    }
}
