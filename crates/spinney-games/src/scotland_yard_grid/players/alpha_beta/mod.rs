//! `thesis-alpha-beta`: plain alpha-beta over a fixed number of rounds, and a plan that agents follow between
//! sightings.

mod look;

use std::sync::Arc;

use spinney::budget::{Budget, Limit};
use spinney::game::View;
use spinney::random::Random;
use spinney::report::{Report, Unit};
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};
use spinney::search::{Refusal, Search};

use self::look::Look;
use super::super::board::{Board, End};
use super::super::{AGENTS, Move, ScotlandYardGrid, State};
use super::plan::{LineStep, Plan};
use super::{GUESSES, Guess, MOVES, MoveOrder, READINGS, Reading, TIES, Ties, name_of, named, nothing, planned, row};
use crate::registry::OwnPlayer;

/// Which nodes are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// All on the path from the root to the leaf; their values are added.
    Path,
    /// The leaf.
    Leaf,
}

const EVALUATIONS: [(&str, Evaluation); 2] = [("path", Evaluation::Path), ("leaf", Evaluation::Leaf)];

/// The maximum search depth in rounds.
const MOST_DEPTH: usize = 9;

/// The configuration of `thesis-alpha-beta`.
#[derive(Clone, Copy, Debug)]
pub struct ThesisAlphaBetaConfig {
    /// The defaults of the options that are `None`.
    pub reading: Reading,
    /// Search depth in rounds, 1 to 9.
    pub depth: usize,
    /// Whether the agents move together.
    pub moves: Option<MoveOrder>,
    /// Which nodes are evaluated.
    pub evaluation: Option<Evaluation>,
    /// The value of h for the first round.
    pub first: u16,
    /// How the agents sample Mr. X's location when they make a plan without a sighting.
    pub guess: Guess,
    /// Tie-breaking between equal moves.
    pub ties: Ties,
}

impl ThesisAlphaBetaConfig {
    fn moves(&self) -> MoveOrder {
        self.moves.unwrap_or(self.reading.either(MoveOrder::Joint, MoveOrder::OneByOne))
    }

    fn evaluation(&self) -> Evaluation {
        self.evaluation.unwrap_or(self.reading.either(Evaluation::Path, Evaluation::Leaf))
    }
}

impl Default for ThesisAlphaBetaConfig {
    fn default() -> Self {
        ThesisAlphaBetaConfig {
            reading: Reading::Stated,
            depth: 3,
            moves: None,
            evaluation: None,
            first: 0,
            guess: Guess::Walk,
            ties: Ties::Random,
        }
    }
}

impl Configure for ThesisAlphaBetaConfig {
    fn parameters(&self) -> Vec<Parameter> {
        vec![
            row("reading", name_of(&READINGS, self.reading), "stated, textbook", "the defaults of several options"),
            row("depth", self.depth, "1-9", "search depth in rounds"),
            row(
                "moves",
                name_of(&MOVES, self.moves()),
                "joint, one-by-one",
                "how the agents move in the tree (textbook: one-by-one)",
            ),
            row(
                "evaluation",
                name_of(&EVALUATIONS, self.evaluation()),
                "path, leaf",
                "the sum over all nodes of a path, or the leaf's value (textbook: leaf)",
            ),
            row("first", self.first, "0, 1", "h of the first round in (depth - h)·50 - d·h"),
            row("guess", name_of(&GUESSES, self.guess), "walk, possible", "how the agents sample Mr. X's location"),
            row("ties", name_of(&TIES, self.ties), "random, first", "which of several equal moves is played"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "reading" => self.reading = named(&READINGS, key, value)?,
            "depth" => {
                let expected = "a whole number from 1 to 9";
                let depth: usize = read(key, value, expected)?;
                if !(1..=MOST_DEPTH).contains(&depth) {
                    let (key, value) = (key.to_owned(), value.to_owned());
                    return Err(ParameterError::Value { key, value, expected: expected.to_owned() });
                }
                self.depth = depth;
            }
            "moves" => self.moves = Some(named(&MOVES, key, value)?),
            "evaluation" => self.evaluation = Some(named(&EVALUATIONS, key, value)?),
            "first" => self.first = named(&[("0", 0), ("1", 1)], key, value)?,
            "guess" => self.guess = named(&GUESSES, key, value)?,
            "ties" => self.ties = named(&TIES, key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Depth-limited alpha-beta.
pub struct ThesisAlphaBeta {
    game: Arc<ScotlandYardGrid>,
    config: ThesisAlphaBetaConfig,
    /// The agents' plan until Mr. X is revealed again.
    plan: Plan,
    /// Sightings before the plan was made.
    sightings: u16,
}

impl OwnPlayer<ScotlandYardGrid> for ThesisAlphaBeta {
    const NAME: &'static str = "thesis-alpha-beta";
    const SUMMARY: &'static str =
        "the thesis's alpha-beta: three rounds, agents plan at each sighting and follow the plan";
    type Config = ThesisAlphaBetaConfig;

    fn make(game: Arc<ScotlandYardGrid>, config: ThesisAlphaBetaConfig) -> Result<Self, Refusal> {
        Ok(ThesisAlphaBeta { game, config, plan: Plan::default(), sightings: 0 })
    }
}

impl ThesisAlphaBeta {
    /// The planned move for a position, if Mr. X was not revealed since the plan was made.
    fn planned(&self, board: &Board) -> Option<u16> {
        let sightings = board.moved / self.game.rules.reveal;
        self.plan.find(board).filter(|_| sightings == self.sightings)
    }

    /// The moves of a line up to the end of the game.
    fn playable(&self, root: &Board, line: &[LineStep]) -> Vec<Move> {
        let mut board = *root;
        let until_end = line.iter().take_while(|(_, to)| {
            let goes_on = board.end == End::Not;
            self.game.rules.step(&mut board, *to);
            goes_on
        });
        until_end.map(|&(_, to)| Move(to)).collect()
    }
}

impl Search<Arc<ScotlandYardGrid>> for ThesisAlphaBeta {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        let meter = budget.start();
        let state = position.state();
        if state.board.end != End::Not || state.mover() != position.observer() {
            return nothing();
        }
        if let Some(to) = self.planned(&state.board).filter(|_| position.observer() == AGENTS) {
            return planned(to, Unit::Nodes, &meter);
        }
        let root = self.game.guess(state, self.config.guess, rng);
        let mut look = Look::new(&self.game.rules, &self.config, &root, &meter, rng);
        look.search(&root);
        let (nodes, ended_by) = (look.nodes(), look.ended_by());
        let mut line = look.line();
        if line.is_empty() {
            // Time was up before any move was searched.
            line.extend(self.game.rules.targets(&root).first().map(|&to| (root.turn, to)));
        }
        if position.observer() == AGENTS {
            self.plan.keep(&root, &line);
            self.sightings = root.moved / self.game.rules.reveal;
        }
        let best = line.first().map(|&(_, to)| Move(to));
        let mut report = Report::of_moves(best)
            .with_work(nodes, Unit::Nodes)
            .with_size(nodes, 0, line.len() as u32)
            .with_end(ended_by.unwrap_or(Limit::Depth), meter.elapsed().as_secs_f64());
        report.pv = self.playable(&root, &line);
        report
    }
}
