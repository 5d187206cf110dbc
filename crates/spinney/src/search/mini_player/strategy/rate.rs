//! Choosing a move by a strategy: every candidate is rated, and one of the best is taken.

use std::collections::VecDeque;

use super::super::config::{Config, Strategy};
use super::super::facts::FactBook;
use super::{History, Learnt};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::capabilities::{FactSet, default_code};
use crate::game::{Game, Moves, Player, Turn};
use crate::random::Random;

/// Memory that simulations use again and again.
pub(in super::super) struct Scratch<G: Game> {
    next: Option<G::State>,
    beyond: Option<G::State>,
    moves: Moves<G::Move>,
    replies: Moves<G::Move>,
    facts: FactSet,
    joint: Vec<G::Move>,
    /// The last states of the game line, the latest first.
    pub(in super::super) last: VecDeque<FactSet>,
}

impl<G: Game> Default for Scratch<G> {
    fn default() -> Self {
        Scratch {
            next: None,
            beyond: None,
            moves: Moves::new(),
            replies: Moves::new(),
            facts: FactSet::default(),
            joint: Vec::new(),
            last: VecDeque::new(),
        }
    }
}

/// Everything by which moves are rated.
pub(in super::super) struct Rater<'a, G: Game> {
    pub(in super::super) game: &'a G,
    pub(in super::super) config: &'a Config,
    pub(in super::super) players: usize,
    pub(in super::super) history: &'a History,
    pub(in super::super) learnt: &'a mut Learnt,
    pub(in super::super) book: &'a mut FactBook,
    pub(in super::super) scratch: &'a mut Scratch<G>,
    pub(in super::super) rng: &'a mut Random,
    pub(in super::super) pace: &'a mut Pace,
    pub(in super::super) meter: &'a Meter,
}

/// A position in which a player chooses. Where several choose, the others' moves are given, and are the same for all
/// candidates.
pub(in super::super) struct Situation<'s, G: Game> {
    pub(in super::super) state: &'s G::State,
    pub(in super::super) player: Player,
    pub(in super::super) candidates: &'s [G::Move],
    pub(in super::super) joint: Option<&'s [G::Move]>,
}

/// What a strategy made of a choice.
pub(in super::super) enum Pick {
    /// The candidate at this place.
    Best(usize),
    /// It could not tell them apart.
    Untold,
}

/// A rating, and what decides between equal ones.
type Rating = (f64, f64);

impl<G: Game> Rater<'_, G> {
    /// The candidate that a strategy prefers: a random one of the best. `Err` if the budget ended.
    pub(in super::super) fn pick(&mut self, strategy: Strategy, situation: &Situation<'_, G>) -> Result<Pick, Limit> {
        let mut best: Option<(Rating, usize)> = None;
        let (mut equal, mut rated, mut differ) = (0, 0, false);
        for (at, &mv) in situation.candidates.iter().enumerate() {
            let Some(rating) = self.rate(strategy, situation, mv)? else { continue };
            rated += 1;
            match best {
                Some((most, _)) if rating < most => differ = true,
                Some((most, _)) if rating == most => {
                    equal += 1;
                    if self.rng.below(equal) == 0 {
                        best = Some((rating, at));
                    }
                }
                _ => {
                    differ |= best.is_some();
                    best = Some((rating, at));
                    equal = 1;
                }
            }
        }
        // Moves that the history does not know are told from those that it knows.
        let told = differ || (rated > 0 && rated < situation.candidates.len());
        Ok(best.filter(|_| told).map_or(Pick::Untold, |(_, at)| Pick::Best(at)))
    }

    /// The rating of a move; `None` if there is none.
    fn rate(&mut self, strategy: Strategy, situation: &Situation<'_, G>, mv: G::Move) -> Result<Option<Rating>, Limit> {
        let player = situation.player;
        if strategy == Strategy::History {
            return Ok(self.history.mean(player, self.code(situation.state, mv)).map(|mean| (mean, 0.0)));
        }
        let mut next = self.scratch.next.take().unwrap_or_else(|| situation.state.clone());
        let rating = self.successor(situation, mv, &mut next).and_then(|()| match strategy {
            Strategy::Mobility => Ok((self.mobility(&next, player), 0.0)),
            Strategy::Mobility2 => Ok((self.mobility_ahead(&next, player)?, 0.0)),
            Strategy::Age => Ok(self.game.capabilities().goal_degree.map_or((0.0, 0.0), |capability| {
                let degree = capability.degree(&next, player);
                (degree.goal, degree.tie_break)
            })),
            _ => Ok((self.by_facts(strategy, &next, player), 0.0)),
        });
        self.scratch.next = Some(next);
        rating.map(Some)
    }

    fn code(&self, state: &G::State, mv: G::Move) -> u64 {
        self.game.capabilities().codes.map_or_else(|| default_code(mv), |codes| codes.code(state, mv))
    }

    fn successor(&mut self, situation: &Situation<'_, G>, mv: G::Move, next: &mut G::State) -> Result<(), Limit> {
        next.clone_from(situation.state);
        match situation.joint {
            None => self.game.play(next, mv),
            Some(others) => {
                self.scratch.joint.clear();
                self.scratch.joint.extend_from_slice(others);
                self.scratch.joint[situation.player.index()] = mv;
                self.game.play_joint(next, &self.scratch.joint);
            }
        }
        self.count_step()
    }

    fn count_step(&mut self) -> Result<(), Limit> {
        match self.pace.step(self.meter) {
            Signal::End(limit) => Err(limit),
            _ if self.meter.was_cut() => Err(Limit::Time),
            _ => Ok(()),
        }
    }

    /// M₀ + Σ (M₀ − Mᵢ) over the other players, in the slides' order of players: one's own first.
    fn mobility(&mut self, state: &G::State, player: Player) -> f64 {
        self.scratch.moves.clear();
        let turn = self.game.turn(state, &mut self.scratch.moves);
        let moves = &self.scratch.moves;
        let count = |role: usize| match turn {
            Turn::Over => 0,
            Turn::Chance => 1,
            Turn::Player(to_move) if to_move.index() == role => moves.len(),
            Turn::Player(_) => 1,
            Turn::Joint => moves.section(role).len(),
        };
        let own = count(player.index()) as f64;
        let others = (0..self.players).filter(|&role| role != player.index());
        own + others.map(|role| own - count(role) as f64).sum::<f64>()
    }

    /// The mobility after the next turn as well: the least over an opponent's moves, the greatest over one's own.
    fn mobility_ahead(&mut self, state: &G::State, player: Player) -> Result<f64, Limit> {
        let mut replies = std::mem::take(&mut self.scratch.replies);
        replies.clear();
        let result = match self.game.turn(state, &mut replies) {
            Turn::Player(to_move) => self.over_replies(state, player, to_move == player, &replies),
            _ => Ok(self.mobility(state, player)),
        };
        self.scratch.replies = replies;
        result
    }

    fn over_replies(&mut self, state: &G::State, player: Player, own: bool, replies: &[G::Move]) -> Result<f64, Limit> {
        let mut beyond = self.scratch.beyond.take().unwrap_or_else(|| state.clone());
        let mut result = None;
        for &reply in replies {
            beyond.clone_from(state);
            self.game.play(&mut beyond, reply);
            self.count_step()?;
            let mobility = self.mobility(&beyond, player);
            let better = |known: f64| if own { known.max(mobility) } else { known.min(mobility) };
            result = Some(result.map_or(mobility, better));
        }
        self.scratch.beyond = Some(beyond);
        Ok(result.unwrap_or(0.0))
    }

    /// Strategies that look at the facts of the successor.
    fn by_facts(&mut self, strategy: Strategy, next: &G::State, player: Player) -> f64 {
        let mut facts = std::mem::take(&mut self.scratch.facts);
        self.book.write(self.game, next, &mut facts);
        let rating = match strategy {
            Strategy::Exploration => {
                let last = self.scratch.last.iter().take(self.config.exploration_last);
                last.map(|past| facts.beyond(past)).min().unwrap_or(0) as f64
            }
            Strategy::Ssc => self.learnt.symbols.evaluate(self.game, self.book, &facts, player.index()),
            Strategy::Score => self.learnt.scores.evaluate(self.game, self.book, &facts, player.index()),
            _ => 0.0,
        };
        self.scratch.facts = facts;
        rating
    }

    /// Puts a state at the front of the game line.
    pub(in super::super) fn remember(&mut self, state: &G::State) {
        let mut facts = match self.scratch.last.len() {
            kept if kept >= self.config.exploration_last => self.scratch.last.pop_back().unwrap_or_default(),
            _ => FactSet::default(),
        };
        self.book.write(self.game, state, &mut facts);
        self.scratch.last.push_front(facts);
    }

    /// Counts a state for what is learnt from simulations.
    pub(in super::super) fn learn(&mut self, state: &G::State) {
        let mut facts = std::mem::take(&mut self.scratch.facts);
        self.book.write(self.game, state, &mut facts);
        self.learnt.count(self.game, self.book, &facts);
        self.scratch.facts = facts;
    }
}
