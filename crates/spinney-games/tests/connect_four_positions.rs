//! Published connect-four positions with known results.

use spinney::budget::Budget;
use spinney::game::capabilities::Notation;
use spinney::game::{Game, Moves, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::exhaustive::solve;
use spinney::search::minimax::{AlphaBeta, Config};
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney_games::connect_four::{ConnectFour, State};

struct Published {
    set: &'static str,
    moves: &'static str,
    score: i32,
}

impl Published {
    fn state(&self, game: &ConnectFour) -> State {
        game.read_state(self.moves).unwrap_or_else(|error| panic!("{}: {error}", self.moves))
    }

    /// The payoff of the player to move.
    fn value(&self) -> f64 {
        f64::from(self.score.signum() + 1) / 2.0
    }
}

fn published() -> impl Iterator<Item = Published> {
    include_str!("data/connect-four-positions.txt")
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&'static str> = line.split(' ').collect();
            let [set, moves, score] = fields[..] else { panic!("{line}") };
            Published { set, moves, score: score.parse().expect(line) }
        })
}

fn ask(search: &mut dyn Search<ConnectFour>, game: &ConnectFour, position: &Published, nodes: u64) -> Report<u8> {
    let state = position.state(game);
    let mut moves = Moves::new();
    let Turn::Player(player) = game.turn(&state, &mut moves) else { panic!("{} is over", position.moves) };
    search.search(&View::of(game, &state, player), &Budget::simulations(nodes), &mut Random::new(1))
}

#[test]
fn the_list_is_as_it_says() {
    let count = |set: &str| published().filter(|position| position.set == set).count();
    assert_eq!(["end-easy", "middle-easy", "middle-medium", "begin-easy"].map(count), [14, 8, 5, 5]);
    for position in published() {
        let discs = position.moves.len();
        let expected = match position.set {
            "end-easy" => 29..=41,
            "begin-easy" => 0..=14,
            _ => 15..=28,
        };
        assert!(expected.contains(&discs), "{}", position.moves);
        // The winner cannot have more discs left than it has now.
        assert!(position.score.unsigned_abs() as usize <= (43 - discs) / 2, "{}", position.moves);
    }
}

#[test]
fn exhaustive_search_agrees_near_the_end() {
    let game = ConnectFour::default();
    for position in published().filter(|position| position.moves.len() >= 34) {
        let state = position.state(&game);
        let solution = solve(&game, &state, 1_000_000).unwrap();
        let player = spinney::game::Player((position.moves.len() % 2) as u8);
        assert_eq!(solution.value_of(player), position.value(), "{}", position.moves);
    }
}

#[test]
fn proof_numbers_find_every_published_result() {
    let game = ConnectFour::default();
    for position in published() {
        let mut search = DfPn::new(game.clone(), DfPnConfig::default()).unwrap();
        check("df-pn", &ask(&mut search, &game, &position, 2_000_000), &position);
    }
}

#[test]
fn alpha_beta_finds_every_published_result() {
    let game = ConnectFour::default();
    for position in published() {
        let mut search = AlphaBeta::new(game.clone(), Config::default()).unwrap();
        check("alpha-beta", &ask(&mut search, &game, &position, 5_000_000), &position);
    }
}

#[test]
fn and_or_search_finds_the_easy_results() {
    let game = ConnectFour::default();
    for position in published().filter(|position| ["end-easy", "middle-easy"].contains(&position.set)) {
        let mut search = AndOr::new(game.clone(), AndOrConfig::default()).unwrap();
        check("and-or", &ask(&mut search, &game, &position, 2_000_000), &position);
    }
}

fn check(name: &str, report: &Report<u8>, position: &Published) {
    println!("{} {} {name}: {} positions", position.set, position.moves, report.simulations);
    assert!(report.proven, "{name} {}: {:?}", position.moves, report.notes);
    assert_eq!(report.value, Some(position.value()), "{name} {}", position.moves);
}

#[test]
fn the_answer_of_a_proof_keeps_the_published_result() {
    // A player that is lost after the move must be lost by another proof from there.
    let game = ConnectFour::default();
    for position in published().filter(|position| position.set == "middle-easy" && position.score > 0) {
        let mut search = DfPn::new(game.clone(), DfPnConfig::default()).unwrap();
        let report = ask(&mut search, &game, &position, 2_000_000);
        let mut state = position.state(&game);
        for (index, &mv) in report.pv.iter().enumerate() {
            let mut moves = Moves::new();
            assert_ne!(game.turn(&state, &mut moves), Turn::Over, "the line goes on after the end, at {index}");
            assert!(moves.contains(&mv));
            game.play(&mut state, mv);
        }
        let mut moves = Moves::new();
        assert_eq!(game.turn(&state, &mut moves), Turn::Over, "{}: the line ends early", position.moves);
        assert_eq!(game.payoff(&state, spinney::game::Player((position.moves.len() % 2) as u8)), 1.0);
    }
}
