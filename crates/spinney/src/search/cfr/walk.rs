//! One sampled traversal of the game, by the rules.
//!
//! *External sampling*: chance outcomes and the other player's actions are drawn, and every action of the updating player
//! is followed; the regret of an action is its value less that of the strategy. *Outcome sampling*: one history is drawn,
//! the updating player's actions with some exploration, and values are weighted by the inverse of the probability with
//! which they were drawn. On a joint turn the other player's action is drawn once for all actions of the updating player.

use super::Sampling;
use super::keys::{self, Keys};
use super::table::{Entry, Table};
use crate::budget::Limit;
use crate::game::{Game, Moves, Player, Turn};
use crate::random::Random;

/// A traversal that updates one player.
pub(super) struct Walk<'w, G: Game> {
    pub(super) game: &'w G,
    pub(super) keys: &'w Keys<'w, G>,
    pub(super) table: &'w mut Table,
    pub(super) rng: &'w mut Random,
    pub(super) sampling: Sampling,
    /// The updating player.
    pub(super) me: Player,
    /// The weight of this traversal.
    pub(super) weight: f64,
    pub(super) epsilon: f64,
    /// Called after every call of the rules; may end the traversal.
    pub(super) check: &'w mut dyn FnMut() -> Option<Limit>,
    pub(super) buffers: &'w mut Buffers<G::Move>,
    pub(super) deepest: u32,
    /// Games played to their end so far, and the most that are allowed.
    pub(super) ends: u64,
    pub(super) most: u64,
}

/// Memory that traversals use again.
pub(super) struct Buffers<M> {
    moves: Vec<Moves<M>>,
    /// Strategies and values of the path, one after the other.
    numbers: Vec<f64>,
}

impl<M> Default for Buffers<M> {
    fn default() -> Self {
        Buffers { moves: Vec::new(), numbers: Vec::new() }
    }
}

/// Where a traversal is: the probabilities with which the updating player, the others (chance included) and the
/// sampling led here.
#[derive(Clone, Copy)]
pub(super) struct Place {
    path: u64,
    depth: u32,
    own: f64,
    others: f64,
    sampled: f64,
}

impl Place {
    pub(super) const ROOT: Place = Place { path: keys::ROOT, depth: 0, own: 1.0, others: 1.0, sampled: 1.0 };
}

/// What a player may do at a turn.
struct Choice {
    entry: Option<Entry>,
    /// The player's moves in the list of the turn.
    moves: std::ops::Range<usize>,
    /// The player's strategy among the numbers of the path.
    strategy: usize,
}

impl Choice {
    fn len(&self) -> usize {
        self.moves.len()
    }
}

impl<G: Game> Walk<'_, G> {
    /// The value for the updating player, estimated by one traversal.
    pub(super) fn value(&mut self, state: G::State, place: Place) -> Result<f64, Limit> {
        let mut moves = self.buffers.moves.pop().unwrap_or_default();
        let from = self.buffers.numbers.len();
        moves.clear();
        let value = self.visit(state, place, &mut moves);
        self.buffers.numbers.truncate(from);
        self.buffers.moves.push(moves);
        value
    }

    fn called(&mut self) -> Result<(), Limit> {
        (self.check)().map_or(Ok(()), Err)
    }

    fn visit(&mut self, mut state: G::State, place: Place, moves: &mut Moves<G::Move>) -> Result<f64, Limit> {
        self.deepest = self.deepest.max(place.depth);
        let turn = self.game.turn(&state, moves);
        self.called()?;
        match turn {
            Turn::Over if self.ends >= self.most => Err(Limit::Simulations),
            Turn::Over => {
                self.ends += 1;
                let payoff = self.game.payoff(&state, self.me);
                self.called()?;
                Ok(payoff)
            }
            Turn::Chance => {
                let index = moves.draw_weighted(self.rng);
                self.game.play(&mut state, moves[index]);
                self.called()?;
                let (path, p) = (keys::step(place.path, index), moves.weight(index));
                let (others, sampled) = (place.others * p, place.sampled * p);
                self.value(state, Place { path, depth: place.depth + 1, others, sampled, ..place })
            }
            Turn::Player(player) => {
                let choice = self.choice(&state, place, player, 0..moves.len());
                if player == self.me {
                    self.update(&state, place, moves, &choice, None)
                } else {
                    let (action, p) = self.draw_other(place, &choice);
                    self.follow(&state, place, moves, [None, Some(action)], [1.0, p], p)
                }
            }
            Turn::Joint => {
                let first = moves.section(0).len();
                let sections = [0..first, first..moves.len()];
                let other = Player(1 - self.me.0);
                let theirs = self.choice(&state, place, other, sections[other.index()].clone());
                let mine = self.choice(&state, place, self.me, sections[self.me.index()].clone());
                let drawn = self.draw_other(place, &theirs);
                self.update(&state, place, moves, &mine, Some(drawn))
            }
        }
    }

    /// The information set of a player, with its current strategy.
    fn choice(&mut self, state: &G::State, place: Place, player: Player, moves: std::ops::Range<usize>) -> Choice {
        let entry = self.table.find_or_add(self.keys.key(state, place.path, player), moves.len());
        let strategy = self.buffers.numbers.len();
        self.table.current(entry, moves.len(), &mut self.buffers.numbers);
        Choice { entry, moves, strategy }
    }

    /// Draws an action of the other player. With external sampling, the visit also counts for that player's average:
    /// it comes here as often as it would play here.
    fn draw_other(&mut self, place: Place, choice: &Choice) -> (usize, f64) {
        let strategy = &self.buffers.numbers[choice.strategy..choice.strategy + choice.len()];
        if self.sampling == Sampling::External {
            self.table.add_strategy(choice.entry, strategy, self.weight);
        }
        debug_assert!(place.sampled > 0.0);
        let action = draw(strategy, self.rng);
        (action, strategy[action])
    }

    /// The updating player chooses, on a joint turn beside the other's action.
    fn update(
        &mut self,
        state: &G::State,
        place: Place,
        moves: &Moves<G::Move>,
        mine: &Choice,
        other: Option<(usize, f64)>,
    ) -> Result<f64, Limit> {
        match (self.sampling, mine.entry) {
            (Sampling::External, Some(entry)) => self.follow_all(state, place, moves, mine, entry, other),
            _ => self.follow_one(state, place, moves, mine, other),
        }
    }

    /// External sampling: every action, and its regret.
    fn follow_all(
        &mut self,
        state: &G::State,
        place: Place,
        moves: &Moves<G::Move>,
        mine: &Choice,
        entry: Entry,
        other: Option<(usize, f64)>,
    ) -> Result<f64, Limit> {
        let values = self.buffers.numbers.len();
        self.buffers.numbers.resize(values + mine.len(), 0.0);
        let mut mean = 0.0;
        for action in 0..mine.len() {
            let probability = self.buffers.numbers[mine.strategy + action];
            let (theirs, p) = other.unzip();
            let value =
                self.follow(state, place, moves, [Some(action), theirs], [probability, p.unwrap_or(1.0)], 1.0)?;
            self.buffers.numbers[values + action] = value;
            mean += probability * value;
        }
        for action in 0..mine.len() {
            let value = self.buffers.numbers[values + action];
            self.table.add_regret(entry, action, self.weight * (value - mean));
            self.table.add_value(entry, action, value, self.weight);
        }
        Ok(mean)
    }

    /// Outcome sampling: one action, with exploration. Also a playout where the table has no room.
    fn follow_one(
        &mut self,
        state: &G::State,
        place: Place,
        moves: &Moves<G::Move>,
        mine: &Choice,
        other: Option<(usize, f64)>,
    ) -> Result<f64, Limit> {
        let count = mine.len();
        let uniform = self.epsilon / count as f64;
        let explored = |p: f64| uniform + (1.0 - self.epsilon) * p;
        let explores = self.rng.unit() < self.epsilon;
        let action = match explores {
            true => self.rng.below(count),
            false => draw(&self.buffers.numbers[mine.strategy..mine.strategy + count], self.rng),
        };
        let probability = self.buffers.numbers[mine.strategy + action];
        let sampled = explored(probability);
        let (theirs, p) = other.unzip();
        let both = [probability, p.unwrap_or(1.0)];
        let value = self.follow(state, place, moves, [Some(action), theirs], both, sampled * both[1])?;
        // The estimate of the chosen action; that of the others is 0.
        let estimate = value / sampled;
        let mean = probability * estimate;
        if let Some(entry) = mine.entry.filter(|_| self.sampling == Sampling::Outcome) {
            let scale = self.weight * place.others / place.sampled;
            for other in 0..count {
                let worth = if other == action { estimate } else { 0.0 };
                self.table.add_regret(entry, other, scale * (worth - mean));
            }
            self.table.add_value(entry, action, value, self.weight);
            let strategy = &self.buffers.numbers[mine.strategy..mine.strategy + count];
            self.table.add_strategy(Some(entry), strategy, self.weight * place.own / place.sampled);
        }
        Ok(mean)
    }

    /// Plays the actions of the updating player and of the other, and goes on. `probabilities` are those of the two by
    /// their strategies, `sampled` that of having been drawn.
    fn follow(
        &mut self,
        state: &G::State,
        place: Place,
        moves: &Moves<G::Move>,
        actions: [Option<usize>; 2],
        probabilities: [f64; 2],
        sampled: f64,
    ) -> Result<f64, Limit> {
        let mut next = state.clone();
        let index = match actions {
            [Some(mine), Some(theirs)] => {
                let joint = if self.me.0 == 0 { [mine, theirs] } else { [theirs, mine] };
                let [first, second] = [0, 1].map(|seat| moves.section(seat)[joint[seat]]);
                self.game.play_joint(&mut next, &[first, second]);
                joint[0] * moves.section(1).len() + joint[1]
            }
            [action, other] => {
                let action = action.or(other).unwrap_or(0);
                self.game.play(&mut next, moves[action]);
                action
            }
        };
        self.called()?;
        let place = Place {
            path: keys::step(place.path, index),
            depth: place.depth + 1,
            own: place.own * probabilities[0],
            others: place.others * probabilities[1],
            sampled: place.sampled * sampled,
        };
        self.value(next, place)
    }
}

/// Draws by probabilities.
fn draw(strategy: &[f64], rng: &mut Random) -> usize {
    let mut left = rng.unit();
    for (action, probability) in strategy.iter().enumerate() {
        left -= probability;
        if left < 0.0 {
            return action;
        }
    }
    // Rounding: the last action that can be drawn.
    strategy.iter().rposition(|&probability| probability > 0.0).unwrap_or(0)
}
