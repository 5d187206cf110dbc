//! Self-play: greedy games, and what a position is worth after the next roll.

use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney_games::backgammon::network::Estimate;
use spinney_games::backgammon::{Backgammon, Evaluation, Play, State};

/// One game.
#[derive(Default)]
pub(crate) struct Table {
    game: Backgammon,
    moves: Moves<Play>,
    /// Positions before a roll.
    positions: Vec<State>,
    /// How the game ended for the player that rolled last.
    result: Estimate,
}

impl Table {
    /// The positions before each roll but the first.
    pub(crate) fn positions(&self) -> &[State] {
        &self.positions
    }

    /// How the game ended for the player that rolled last.
    pub(crate) fn result(&self) -> Estimate {
        self.result
    }

    /// Plays one game.
    pub(crate) fn play_game(&mut self, evaluation: &Evaluation, rng: &mut Random) {
        self.positions.clear();
        let mut state = self.game.start(rng);
        loop {
            self.moves.clear();
            match self.game.turn(&state, &mut self.moves) {
                Turn::Chance => {
                    let roll = self.moves[self.moves.draw_weighted(rng)];
                    self.game.play(&mut state, roll);
                }
                Turn::Player(player) => {
                    let (after, estimate) = best_play(self.game, &self.moves, evaluation, &state, player);
                    state = after;
                    self.result = estimate;
                    if self.game.turn(&state, &mut self.moves) == Turn::Over {
                        return;
                    }
                    self.positions.push(state);
                }
                Turn::Over | Turn::Joint => return,
            }
        }
    }
}

/// What a position is worth to the player to roll: the mean over the rolls of the best play.
pub(crate) fn mean_after_rolls(evaluation: &Evaluation, state: &State) -> Estimate {
    let game = Backgammon::default();
    let (mut rolls, mut plays) = (Moves::new(), Moves::new());
    game.turn(state, &mut rolls);
    let mut mean = Estimate::default();
    for (place, &roll) in rolls.iter().enumerate() {
        let mut rolled = *state;
        game.play(&mut rolled, roll);
        plays.clear();
        if let Turn::Player(player) = game.turn(&rolled, &mut plays) {
            let (_, estimate) = best_play(game, &plays, evaluation, &rolled, player);
            mean.add(estimate, rolls.weight(place) as f32);
        }
    }
    mean
}

/// The best position after a play, and how the game may end for the player that moved.
fn best_play(
    game: Backgammon,
    plays: &[Play],
    evaluation: &Evaluation,
    state: &State,
    player: Player,
) -> (State, Estimate) {
    let mut best = (f32::NEG_INFINITY, *state, Estimate::default());
    for &play in plays {
        let mut after = *state;
        game.play(&mut after, play);
        let estimate = match game.payoff(&after, player) as i32 {
            0 => evaluation.estimate(&after).flipped(),
            points => Estimate([1.0, f32::from(u8::from(points >= 2)), f32::from(u8::from(points >= 3)), 0.0, 0.0]),
        };
        let equity = estimate.equity();
        if equity > best.0 {
            best = (equity, after, estimate);
        }
    }
    (best.1, best.2)
}
