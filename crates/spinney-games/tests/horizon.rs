//! The horizon effect: a loss that a delaying move pushes beyond the depth looks as if it were averted. Quiescence search
//! and extensions see it.

use spinney::budget::Budget;
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::minimax::explain::{Trace, trace};
use spinney::search::minimax::{AlphaBeta, Config, CutReason, Event, NodeKind, Relation};
use spinney::search::parameter::Configure;
use spinney_games::draughts::Draughts;
use spinney_games::tree::TreeGame;

/// Max is about to lose a piece, worth 3. It can accept that, or first give a check that costs a pawn: min has one reply,
/// and takes the piece two turns later.
const DELAY: &str = "(accept=(!take=-3 leave=0)
    !check=(~-1 king=(~-1 step=(~-1 !take=-4 leave=-1) hold=(~-1 !take=-4 leave=-1))) resign=-9)";

/// A configuration with these parameters, else `config`.
fn configure(mut config: Config, text: &str) -> Config {
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    config
}

/// The report of a search without quiescence, unless `text` says otherwise.
fn search<G: Game>(game: &G, state: &G::State, player: Player, text: &str) -> Report<G::Move> {
    let config = configure(Config { quiescence: 0, ..Config::default() }, text);
    let view = View::of(game, state, player);
    AlphaBeta::new(game, config).unwrap().search(&view, &Budget::default(), &mut Random::new(1))
}

/// The move and the value that a search returns.
fn decide(game: &TreeGame, text: &str) -> (String, f64, bool) {
    let report = search(game, &0, Player(0), text);
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

/// Black cannot save the man on 16 (20x11). The exchange 16-19 23x16 12x19 seems to, and loses two men one turn later to
/// 30x23x16.
const DRAUGHTS: &str = "B:W20,23,30:B12,16,24,26";

/// The move, the value and the principal variation of a search on the draughts position.
fn decide_draughts(text: &str) -> (String, f64, Vec<String>) {
    let game = Draughts::default();
    let mut state = game.read_state(DRAUGHTS).unwrap();
    let report = search(&game, &state, Player(0), text);
    let line = report.pv.iter().map(|&mv| {
        let text = game.write_move(&state, mv);
        game.play(&mut state, mv);
        text
    });
    let line: Vec<_> = line.collect();
    (line[0].clone(), report.value.unwrap(), line)
}

#[test]
fn an_exchange_at_draughts_hides_the_loss_of_two_men() {
    let near = |found: f64, expected: f64| assert!((found - expected).abs() < 0.0006, "{found} is not {expected}");
    let (best, value, line) = decide_draughts("depth=3");
    assert_eq!(best, "16-19");
    near(value, 0.770);
    assert_eq!(line, ["16-19", "23x16", "12x19"], "the variation ends at the horizon: the next move refutes the value");
    for (text, expected) in [("depth=3,quiescence=8", 0.537), ("depth=3,extend=forced", 0.545)] {
        let (best, value, _) = decide_draughts(text);
        assert_eq!(best, "26-31", "{text}");
        near(value, expected);
    }
    assert_eq!(decide_draughts("depth=12,quiescence=8").0, "26-31", "the truth");
    let game = Draughts::default();
    let state = game.read_state(DRAUGHTS).unwrap();
    let all = search(&game, &state, Player(0), "depth=12,quiescence=8,values=all").candidates;
    let exchange = all.iter().find(|candidate| game.write_move(&state, candidate.mv) == "16-19").unwrap();
    near(exchange.mean.unwrap(), 0.281);
}

fn traced(text: &str, parameters: &str) -> Trace<u32> {
    let game = TreeGame::parse(text).unwrap();
    let config = configure(Config::textbook(), parameters);
    trace(&game, &config, &0, &Budget::default(), &mut Random::new(1)).unwrap()
}

/// Beyond the horizon, too, a value outside of the window is a bound, and what is pruned is in the trace.
#[test]
fn quiescence_is_traced_with_bounds_and_cuts() {
    let traced = traced("(a=1 b=(~2 !x=-1 !y=-5 z=2) c=(~0 !x=-1 !y=-5 z=0))", "depth=1,quiescence=1");
    let below: Vec<&Event<u32>> = traced.events.iter().filter(|event| event.ply() == 1).collect();
    let [_, _, Event::Enter { kind: NodeKind::QuiescenceMin, alpha, .. }, rest @ ..] = &below[..] else {
        panic!("{below:?}")
    };
    assert_eq!(*alpha, 1.0);
    let cut = |value, skipped| Event::Cut { ply: 1, reason: CutReason::Alpha, value, against: 1.0, skipped };
    let at_most = |value| Event::Leave { ply: 1, value, relation: Relation::AtMost };
    assert_eq!(rest[..3], [&Event::StandPat { ply: 1, value: 2.0 }, &cut(-1.0, vec![1]), &at_most(-1.0)], "b");
    assert_eq!(rest[4..], [&Event::StandPat { ply: 1, value: 0.0 }, &cut(0.0, vec![0, 1]), &at_most(0.0)], "c");
    assert_eq!((traced.value, traced.line), (Some(1.0), vec![0]));
}
