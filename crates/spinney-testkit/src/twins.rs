//! Pairs of positions that differ only in what a player does not know, for tests that nothing hidden gets out.

use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;

/// Determinizations that are drawn to find a different one.
const DRAWS: usize = 30;

/// A different position that looks the same to `observer`, if one is found; `None` also in games without hidden
/// information or notation.
pub fn twin<G: Game>(game: &G, state: &G::State, observer: Player, rng: &mut Random) -> Option<G::State> {
    let (hidden, notation) = (game.capabilities().hidden?, game.capabilities().notation?);
    let seen = View::of(game, state, observer);
    let text = notation.write_state(state);
    (0..DRAWS).map(|_| hidden.sample(seen.state(), observer, rng)).find(|other| notation.write_state(other) != text)
}

/// Plays at random for at least `plies` turns and on to a turn of `observer`; returns that position and a
/// [`twin`] of it, if there are such.
pub fn twins_at_turn<G: Game>(game: &G, observer: Player, plies: u32, rng: &mut Random) -> Option<[G::State; 2]> {
    let mut state = game.start(rng);
    let mut moves = Moves::new();
    for ply in 0.. {
        moves.clear();
        match game.turn(&state, &mut moves) {
            Turn::Player(player) if player == observer && ply >= plies => break,
            Turn::Player(_) => game.play(&mut state, moves[rng.below(moves.len())]),
            Turn::Chance => game.play(&mut state, moves[moves.draw_weighted(rng)]),
            Turn::Joint => {
                let joint = moves.draw_joint(rng).to_vec();
                game.play_joint(&mut state, &joint);
            }
            Turn::Over => return None,
        }
    }
    let other = twin(game, &state, observer, rng)?;
    Some([state, other])
}
