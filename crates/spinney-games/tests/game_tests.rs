//! Every game passes the game_tests that all games pass.

mod spec;

use spinney::game::Game;
use spinney_games::registry::{self, Visitor};
use spinney_games::tree::TreeGame;
use spinney_games::{breakthrough, connect_four, draughts, hex, tic_tac_toe};
use spinney_testkit::game_tests::{GameTests, check};

struct Check;

impl Visitor for Check {
    type Output = ();
    fn visit<G: Game + 'static>(self, game: G) {
        check(&game);
    }
}

/// The game_tests with fewer games, for those that take long to draw.
struct FewGames;

impl Visitor for FewGames {
    type Output = ();
    fn visit<G: Game + 'static>(self, game: G) {
        GameTests { games: 5, ..GameTests::default() }.check(&game);
    }
}

#[test]
fn every_game_of_the_registry_passes_with_its_defaults() {
    for entry in registry::games() {
        registry::open(entry.name, &[], Check).unwrap();
    }
}

#[test]
fn tic_tac_toe_of_other_sizes_passes() {
    for (width, height, line) in [(5, 4, 4), (8, 8, 5), (1, 5, 3), (26, 2, 3), (4, 4, 1)] {
        let game = tic_tac_toe::TicTacToe::new(tic_tac_toe::Options { width, height, line }).unwrap();
        GameTests { games: 5, ..GameTests::default() }.check(&game);
    }
}

#[test]
fn connect_four_of_other_sizes_passes() {
    for (width, height, line) in [(8, 7, 4), (9, 6, 5), (4, 4, 3), (1, 63, 4), (32, 1, 3), (3, 2, 2), (10, 5, 4)] {
        let game = connect_four::ConnectFour::new(connect_four::Options { width, height, line }).unwrap();
        GameTests { games: 5, ..GameTests::default() }.check(&game);
    }
}

#[test]
fn breakthrough_of_other_sizes_passes() {
    for (width, height, rows) in [(4, 4, 2), (5, 5, 1), (3, 5, 2), (2, 2, 1), (26, 2, 1), (2, 32, 3), (9, 7, 2)] {
        let game = breakthrough::Breakthrough::new(breakthrough::Options { width, height, rows }).unwrap();
        GameTests { games: 5, ..GameTests::default() }.check(&game);
    }
}

#[test]
fn bridge_of_other_sizes_and_with_bidding_passes() {
    for spec in [
        "bridge-play:cards=1",
        "bridge-play:cards=3,trump=h",
        "bridge-play:cards=5,deal=3",
        "bridge-play:trump=s,south=hcp:15-17/s:2-4,west=h:5+,east=hcp:0-6",
        "bridge-play:cards=8,west=s:4/h:0-1,north=hcp:12+",
    ] {
        let (name, params) = spec::split(spec);
        registry::open(name, &params, Check).unwrap();
    }
}

#[test]
fn sudoku_of_other_sizes_and_readings_passes() {
    for spec in [
        "sudoku:puzzle=1...............",
        "sudoku:board=1,propagate=none,cell=unit",
        "sudoku:board=2,propagate=check,cell=near,reward=conflicts",
        "sudoku:board=2,propagate=locked,cell=any,reward=solved",
        // Not `reward=simulated`, which depends on where the playout began.
        "sudoku:board=3,preset=thesis,salt=4,reward=share",
    ] {
        let (name, params) = spec::split(spec);
        registry::open(name, &params, FewGames).unwrap();
    }
    // A board of 25x25 with a few empty cells.
    let sign = |cell: usize| match (cell / 25, cell % 25) {
        (row, column) if (row + 3 * column) % 13 == 0 => '.',
        (row, column) => char::from(b'A' + ((row * 5 + row / 5 + column) % 25) as u8),
    };
    let puzzle = (0..625).map(sign).collect();
    registry::open("sudoku", &[("puzzle".to_owned(), puzzle)], FewGames).unwrap();
}

#[test]
fn scotland_yard_of_other_editions_passes() {
    for spec in [
        "scotland-yard:edition=2013,detectives=3,order=fixed",
        "scotland-yard:detectives=1,log=5,reveals=none,doubles=5",
        "scotland-yard:detectives=2,bobbies=2,rounds=6,x-taxi=0,x-bus=1,x-underground=0",
        "scotland-yard:taxi=2,bus=1,underground=0,reveals=1-2-4-5,pack=bristol",
    ] {
        let (name, params) = spec::split(spec);
        registry::open(name, &params, FewGames).unwrap();
    }
}

#[test]
fn scotland_yard_grids_of_other_sizes_pass() {
    for spec in [
        "scotland-yard-grid:size=2,agents=1,rounds=4",
        "scotland-yard-grid:size=2,agents=2,reveal=1",
        "scotland-yard-grid:size=3,agents=6,rounds=5",
        "scotland-yard-grid:preset=thesis-7x7,reveal=100",
        "scotland-yard-grid:size=32,agents=6,rounds=10",
    ] {
        let (name, params) = spec::split(spec);
        registry::open(name, &params, FewGames).unwrap();
    }
}

#[test]
fn hex_of_other_sizes_passes_with_and_without_swap() {
    for (size, swap) in [(1, false), (1, true), (2, true), (3, false), (4, true), (8, false)] {
        let game = hex::Hex::new(hex::Options { size, swap }).unwrap();
        GameTests { games: 5, ..GameTests::default() }.check(&game);
    }
}

#[test]
fn goofspiel_of_other_kinds_passes() {
    for spec in [
        "goofspiel:cards=1",
        "goofspiel:cards=2,ties=carry",
        "goofspiel:cards=13,order=descending,payoff=difference",
        "goofspiel:cards=5,order=ascending,payoff=difference,ties=carry",
    ] {
        let (name, params) = spec::split(spec);
        registry::open(name, &params, Check).unwrap();
    }
}

#[test]
fn draughts_with_early_draws_passes() {
    let game = draughts::Draughts::new(draughts::Options { draw: 3 }).unwrap();
    GameTests { games: 10, ..GameTests::default() }.check(&game);
}

#[test]
fn trees_of_every_kind_pass() {
    for text in [
        "7",
        "(3 (5 1) (max 4 2))",
        "(chance 1: (1 2) 3: (p0 (4 5)))",
        "(joint 2x3 1 2 3 4 5 (6 7))",
        "([1 0 2] ([0 0 0] left=([1 1 1] ([2 2 2]))))",
        "(max ~1 !take=(min ~-2 3 !-4) (chance ~0 0.5: 1 0.5: 2))",
        "(p0 ~[1 2 3] [6 0 0] (p1 ![0 6 0] [0 0 6]))",
    ] {
        check(&TreeGame::parse(text).unwrap());
    }
}
