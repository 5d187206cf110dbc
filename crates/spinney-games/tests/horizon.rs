//! The horizon effect: a loss that a delaying move pushes beyond the depth looks as if it were averted. Quiescence search
//! and extensions see it.

use spinney::budget::Budget;
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::minimax::{AlphaBeta, Config};
use spinney::search::parameter::Configure;
use spinney_games::tree::TreeGame;

/// Max is about to lose a piece, worth 3. It can accept that, or first give a check that costs a pawn: min has one reply,
/// and takes the piece two turns later.
const DELAY: &str = "(accept=(!take=-3 leave=0)
    !check=(~-1 king=(~-1 step=(~-1 !take=-4 leave=-1) hold=(~-1 !take=-4 leave=-1))))";

/// The move and the value that a search returns.
fn decide(game: &TreeGame, text: &str) -> (String, f64, bool) {
    let mut config = Config { quiescence: 0, ..Config::default() };
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    let view = View::of(game, &game.start(&mut Random::new(1)), Player(0));
    let mut search = AlphaBeta::new(game, config).unwrap();
    let report = search.search(&view, &Budget::default(), &mut Random::new(1));
    (game.write_move(&0, report.best.unwrap()), report.value.unwrap(), report.proven)
}

#[test]
fn a_delaying_move_hides_the_loss_behind_the_horizon() {
    let game = TreeGame::parse(DELAY).unwrap();
    assert_eq!(decide(&game, "depth=2"), ("check".to_owned(), -1.0, false));
    assert_eq!(decide(&game, "depth=3"), ("check".to_owned(), -1.0, false));
    let accept = |proven| ("accept".to_owned(), -3.0, proven);
    assert_eq!(decide(&game, "depth=4"), accept(true), "the truth");
    assert_eq!(decide(&game, "depth=3,quiescence=1").0, "accept", "the capture is followed beyond the horizon");
    assert_eq!(decide(&game, "depth=3,extend=forced"), accept(true), "the only reply to the check costs no depth");
    assert_eq!(decide(&game, "depth=3,extend=noisy"), accept(true), "the check costs no depth");
}

/// Quiescence search sees only captures of the player to move: with one decision less, the loss is still beyond it.
#[test]
fn quiescence_alone_is_no_cure_for_every_depth() {
    let game = TreeGame::parse(DELAY).unwrap();
    assert_eq!(decide(&game, "depth=2,quiescence=8").0, "check");
    assert_eq!(decide(&game, "depth=2,extend=forced+noisy").0, "accept");
}
