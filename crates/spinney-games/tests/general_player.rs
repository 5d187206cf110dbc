//! The general player uses the time before the first move.

use std::time::Duration;

use spinney::budget::Budget;
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney::search::general::{Config, GeneralPlayer};
use spinney::search::{Search, Step};
use spinney_games::tic_tac_toe::TicTacToe;

/// Tic-tac-toe is solved before the first move, and its value is known at every later one, whatever the others play.
#[test]
fn a_game_that_was_solved_stays_solved() {
    let game = TicTacToe::default();
    let mut player = GeneralPlayer::new(&game, Config::default()).unwrap();
    let mut rng = Random::new(3);
    let mut state = game.start(&mut rng);
    let view = View::of(&&game, &state, Player(0));
    player.prepare(&view, &Budget::time(Duration::from_secs(20)), &mut rng);
    // Time for other things than thinking passes, such as another player's turn.
    player.prepare(&view, &Budget::time(Duration::from_millis(1)), &mut rng);
    let mut moves = Moves::new();
    loop {
        moves.clear();
        let Turn::Player(mover) = game.turn(&state, &mut moves) else { break };
        let mv = if mover == Player(0) {
            let view = View::of(&&game, &state, mover);
            let report = player.search(&view, &Budget::time(Duration::from_secs(10)), &mut rng);
            assert!(report.notes.iter().any(|note| note.contains("solved")), "{:?}", report.notes);
            report.best.expect("there is a move")
        } else {
            moves[rng.below(moves.len())]
        };
        player.advance(&Step::Move(mover, mv));
        game.play(&mut state, mv);
    }
    assert!(game.payoff(&state, Player(0)) >= game.payoff(&state, Player(1)));
}
