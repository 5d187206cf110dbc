//! `thesis-mcts` and `thesis-mcts-distance`: tree search on one determinization per move.

use std::sync::Arc;

use spinney::budget::Budget;
use spinney::game::View;
use spinney::random::Random;
use spinney::report::{Candidate, Report, Unit};
use spinney::search::parameter::{Configure, Parameter, ParameterError, SWITCH, read};
use spinney::search::{Refusal, Search};

use super::super::board::End;
use super::super::{Move, ScotlandYardGrid, State};
use super::tree::{Choice, Found, Reward, Tree};
use super::{GUESSES, Guess, name_of, named};
use crate::registry::OwnPlayer;

/// How the move is selected at the root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Final {
    /// The most visited.
    #[default]
    Visits,
    /// The one with the best mean.
    Mean,
}

const FINALS: [(&str, Final); 2] = [("visits", Final::Visits), ("mean", Final::Mean)];

/// From where moves are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    /// From the start of the game.
    #[default]
    Game,
    /// From the position that is searched.
    Search,
}

const COUNTS: [(&str, Count); 2] = [("game", Count::Game), ("search", Count::Search)];

pub(super) fn row(name: &'static str, default: impl ToString, range: &'static str, meaning: &'static str) -> Parameter {
    Parameter { name, default: default.to_string(), range, meaning }
}

fn common(guess: Guess, last: Final, c: f64) -> Vec<Parameter> {
    vec![
        row("c", c, "0 …", "exploration: c·sqrt(ln n / visits)"),
        row("guess", name_of(&GUESSES, guess), "walk, possible", "how the agents sample Mr. X's location"),
        row("final", name_of(&FINALS, last), "visits, mean", "the move played: the most visited, or of the best mean"),
    ]
}

pub(super) fn not_negative(key: &str, value: &str) -> Result<f64, ParameterError> {
    let expected = "a number, 0 or more";
    let number: f64 = read(key, value, expected)?;
    if number.is_finite() && number >= 0.0 {
        return Ok(number);
    }
    Err(ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected: expected.to_owned() })
}

/// The configuration of `thesis-mcts`.
#[derive(Clone, Copy, Debug)]
pub struct ThesisMctsConfig {
    /// The factor of the square root in c·√(ln n / visits).
    pub c: f64,
    /// How the agents sample Mr. X's location.
    pub guess: Guess,
    /// How the move is selected.
    pub last: Final,
    /// The reward of a loss; a win is 1.
    pub loss: f64,
    /// In the search Mr. X never runs into an agent.
    pub dodge: bool,
}

impl Default for ThesisMctsConfig {
    fn default() -> Self {
        ThesisMctsConfig { c: 2.0, guess: Guess::Walk, last: Final::Visits, loss: 0.0, dodge: false }
    }
}

impl Configure for ThesisMctsConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let mut rows = common(self.guess, self.last, self.c);
        rows.extend([
            row("loss", self.loss, "0, -1", "the reward of a loss; a win is 1"),
            row("dodge", self.dodge, "true, false", "in the search Mr. X never runs into an agent"),
        ]);
        rows
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "c" => self.c = not_negative(key, value)?,
            "guess" => self.guess = named(&GUESSES, key, value)?,
            "final" => self.last = named(&FINALS, key, value)?,
            "loss" => self.loss = named(&[("0", 0.0), ("-1", -1.0)], key, value)?,
            "dodge" => self.dodge = read(key, value, SWITCH)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The configuration of `thesis-mcts-distance`.
#[derive(Clone, Copy, Debug)]
pub struct DistanceConfig {
    /// The factor of the square root in c·√(ln n / visits).
    pub c: f64,
    /// How the agents sample Mr. X's location.
    pub guess: Guess,
    /// How the move is selected.
    pub last: Final,
    /// The cost of one step of distance.
    pub penalty: f64,
    /// From where moves are counted in (100 − moves)·50.
    pub count: Count,
    /// In the search Mr. X never runs into an agent.
    pub dodge: bool,
}

impl Default for DistanceConfig {
    fn default() -> Self {
        DistanceConfig {
            c: 200.0,
            guess: Guess::Walk,
            last: Final::Visits,
            penalty: 1.0,
            count: Count::Game,
            dodge: false,
        }
    }
}

impl Configure for DistanceConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let mut rows = common(self.guess, self.last, self.c);
        rows.extend([
            row("penalty", self.penalty, "0 …", "the cost of each step of distance to Mr. X, per move of an agent"),
            row(
                "count",
                name_of(&COUNTS, self.count),
                "game, search",
                "from when on the moves up to a catch are counted",
            ),
            row("dodge", self.dodge, "true, false", "in the search Mr. X never runs into an agent"),
        ]);
        rows
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "c" => self.c = not_negative(key, value)?,
            "guess" => self.guess = named(&GUESSES, key, value)?,
            "final" => self.last = named(&FINALS, key, value)?,
            "penalty" => self.penalty = not_negative(key, value)?,
            "count" => self.count = named(&COUNTS, key, value)?,
            "dodge" => self.dodge = read(key, value, SWITCH)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// Tree search on one determinization per move, with rewards for wins and losses.
pub struct ThesisMcts(Arc<ScotlandYardGrid>, ThesisMctsConfig);

/// Tree search on one determinization per move, with rewards by distance.
pub struct ThesisMctsDistance(Arc<ScotlandYardGrid>, DistanceConfig);

impl OwnPlayer<ScotlandYardGrid> for ThesisMcts {
    const NAME: &'static str = "thesis-mcts";
    const SUMMARY: &'static str = "the thesis's tree search: one determinization per move, rewards for wins";
    type Config = ThesisMctsConfig;

    fn make(game: Arc<ScotlandYardGrid>, config: ThesisMctsConfig) -> Result<Self, Refusal> {
        Ok(ThesisMcts(game, config))
    }
}

impl OwnPlayer<ScotlandYardGrid> for ThesisMctsDistance {
    const NAME: &'static str = "thesis-mcts-distance";
    const SUMMARY: &'static str = "the thesis's tree search with rewards by distance";
    type Config = DistanceConfig;

    fn make(game: Arc<ScotlandYardGrid>, config: DistanceConfig) -> Result<Self, Refusal> {
        Ok(ThesisMctsDistance(game, config))
    }
}

impl Search<Arc<ScotlandYardGrid>> for ThesisMcts {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        let ThesisMctsConfig { c, guess, last, loss, dodge } = self.1;
        Way { guess, reward: Reward::Result { loss }, c, last, dodge }.decide(&self.0, position, budget, rng)
    }
}

impl Search<Arc<ScotlandYardGrid>> for ThesisMctsDistance {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        let DistanceConfig { c, guess, last, penalty, count, dodge } = self.1;
        let since = if count == Count::Search { position.state().board.moved } else { 0 };
        let way = Way { guess, reward: Reward::Distance { penalty, since }, c, last, dodge };
        way.decide(&self.0, position, budget, rng)
    }
}

/// The parts of a decision that differ between the two players.
struct Way {
    guess: Guess,
    reward: Reward,
    c: f64,
    last: Final,
    dodge: bool,
}

impl Way {
    /// Samples Mr. X's location, searches and reports.
    fn decide(
        &self,
        game: &ScotlandYardGrid,
        position: &View<State>,
        budget: &Budget,
        rng: &mut Random,
    ) -> Report<Move> {
        let meter = budget.start();
        let state = position.state();
        if state.board.end != End::Not || state.mover() != position.observer() {
            return nothing();
        }
        let board = game.guess(state, self.guess, rng);
        let memory = budget.memory.unwrap_or(usize::MAX);
        let tree = Tree::new(&game.rules, self.reward, self.c, self.dodge);
        let Found { mut choices, simulations, nodes, bytes, depth, ended_by } =
            tree.run(&board, &meter, budget.is_endless(), memory, rng);
        // Equal moves stay in random order.
        rng.shuffle(&mut choices);
        choices.sort_by(|a, b| match self.last {
            Final::Visits => b.visits.cmp(&a.visits).then(b.mean.total_cmp(&a.mean)),
            Final::Mean => (b.visits > 0).cmp(&(a.visits > 0)).then(b.mean.total_cmp(&a.mean)),
        });
        let mean = |choice: &Choice| self.reward.payoff(choice.mean).filter(|_| choice.visits > 0);
        let best = choices.first().map(|choice| Move(choice.to));
        let candidate = |choice: &Choice| {
            let mut candidate = Candidate::new(Move(choice.to));
            (candidate.visits, candidate.mean) = (choice.visits, mean(choice));
            candidate
        };
        Report::new(best)
            .with_best(best, choices.first().and_then(mean))
            .with_candidates(choices.iter().map(candidate).collect())
            .with_work(simulations, Unit::Simulations)
            .with_size(nodes, bytes, depth)
            .with_end(ended_by, meter.elapsed().as_secs_f64())
    }
}

/// The report where there is nothing to decide.
pub(super) fn nothing() -> Report<Move> {
    Report::new(None)
}
