//! A search of any game: takes the move after which the opponent has the fewest replies that do not lose at once.

use spinney::{Budget, Game, Moves, Random, Report, Search, Turn, View};

pub struct Parity<G>(pub G);

impl<G: Game> Parity<G> {
    /// How many turns ahead a loss is seen.
    const DEPTH: u32 = 12;

    /// Whether the player to move wins within `depth` turns.
    fn wins(&self, state: &G::State, depth: u32) -> bool {
        let mut moves = Moves::new();
        let Turn::Player(player) = self.0.turn(state, &mut moves) else { return false };
        depth > 0
            && moves.iter().any(|&mv| {
                let mut next = state.clone();
                self.0.play(&mut next, mv);
                match self.0.turn(&next, &mut Moves::new()) {
                    Turn::Over => self.0.payoff(&next, player) > 0.5,
                    _ => !self.wins(&next, depth - 1),
                }
            })
    }
}

impl<G: Game> Search<G> for Parity<G> {
    fn search(&mut self, position: &View<G::State>, _: &Budget, rng: &mut Random) -> Report<G::Move> {
        let mut moves = Moves::new();
        self.0.turn(position.state(), &mut moves);
        let mut moves = moves.to_vec();
        rng.shuffle(&mut moves);
        let winning = moves.iter().copied().find(|&mv| {
            let mut next = position.state().clone();
            self.0.play(&mut next, mv);
            match self.0.turn(&next, &mut Moves::new()) {
                Turn::Over => self.0.payoff(&next, position.observer()) > 0.5,
                _ => !self.wins(&next, Self::DEPTH),
            }
        });
        let best = winning.or(moves.first().copied());
        Report::of_moves(moves).with_best(best, None)
    }
}
