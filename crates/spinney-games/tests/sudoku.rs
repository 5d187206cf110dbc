//! Tree search on Sudoku: starting anew, ending with a solution, and going on from a kept tree.

use spinney::budget::{Budget, Limit};
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::mcts::{Config, Mcts};
use spinney::search::minimax::{self, AlphaBeta};
use spinney::search::parameter::Configure;
use spinney::search::proof::{DfPn, DfPnConfig};
use spinney::search::{Search, Step, TreeLimits};
use spinney_games::sudoku::{Move, Options, Sudoku};

fn game(options: &[(&str, &str)]) -> Sudoku {
    let mut made = Options::default();
    for (key, value) in options {
        made.set(key, value).expect("a known option");
    }
    Sudoku::from_options(made).expect("a puzzle")
}

fn config(options: &[(&str, &str)]) -> Config {
    let mut made = Config::default();
    for (key, value) in options {
        made.set(key, value).expect("a known parameter");
    }
    made
}

fn search(game: &Sudoku, search: &mut Mcts<&Sudoku>, moves: &[Move], simulations: u64) -> Report<Move> {
    let mut state = game.start(&mut Random::new(0));
    for &mv in moves {
        game.play(&mut state, mv);
    }
    let view = View::of(&game, &state, Player(0));
    search.search(&view, &Budget::simulations(simulations), &mut Random::new(4))
}

const THESIS: [(&str, &str); 3] = [("expand", "10"), ("solver", "false"), ("playout", "random")];

#[test]
fn a_search_starts_anew_after_so_many_simulations() {
    let game = game(&[("board", "3"), ("preset", "thesis")]);
    for (after, simulations, restarts) in [(100, 1000, 9), (100, 1001, 10), (400, 1000, 2), (1000, 1000, 0)] {
        let after = after.to_string();
        let mut config = config(&THESIS);
        config.set("restart-after", &after).expect("a number");
        let mut mcts = Mcts::new(&game, config).expect("a single-player game");
        let report = search(&game, &mut mcts, &[], simulations);
        assert_eq!((report.simulations, report.restarts), (simulations, restarts), "after {after}");
        assert_eq!(report.ended_by, Limit::Simulations);
    }
}

/// No move can be better than the first one of a solution, by whatever rule the answer is chosen.
#[test]
fn a_solution_ends_the_search_and_its_restarts() {
    let game = game(&[("board", "1"), ("preset", "thesis")]);
    for answer in ["best-line", "most-visits", "best-mean"] {
        let mut options = THESIS.to_vec();
        options.extend([("restart-after", "10000"), ("answer", answer)]);
        let mut mcts = Mcts::new(&game, config(&options)).expect("a single-player game");
        let report = search(&game, &mut mcts, &[], 1_000_000);
        assert_eq!((report.ended_by, report.value), (Limit::Finished, Some(1.0)), "{answer}");
        assert_eq!(report.best, report.pv.first().copied(), "{answer}");
        let mut state = game.start(&mut Random::new(0));
        report.pv.iter().for_each(|&mv| game.play(&mut state, mv));
        assert!(state.is_solved(), "{answer}");
    }
}

/// Once a solution is known there is nothing left to search after its first move.
#[test]
fn a_known_solution_ends_the_search_of_a_kept_tree() {
    let game = game(&[("board", "3"), ("propagate", "check")]);
    let mut mcts = Mcts::new(&game, config(&[("solver", "false"), ("reuse", "true")])).expect("a single-player game");
    let first = search(&game, &mut mcts, &[], 20_000);
    assert_eq!(first.value, Some(1.0));
    mcts.advance(&Step::Move(Player(0), first.pv[0]));
    let report = search(&game, &mut mcts, &first.pv[..1], 20_000);
    assert_eq!(report.pv, first.pv[1..], "the rest of the line");
    assert_eq!((report.ended_by, report.simulations), (Limit::Finished, 1));
}

/// A board without a solution: of its seven empty cells five can be filled, but none if a cell that cannot is next.
const UNSOLVABLE: &str = "1..442.1..3.31.2";

/// Where there is no solution, the cells that a rule leaves out may lead to a fuller board: nothing is proven of it.
#[test]
fn no_search_proves_how_full_an_unsolvable_board_can_be() {
    for cell in ["random", "near", "fewest", "tightest", "unit"] {
        for reward in ["share", "conflicts", "simulated"] {
            let game = game(&[("puzzle", UNSOLVABLE), ("propagate", "none"), ("cell", cell), ("reward", reward)]);
            let state = game.start(&mut Random::new(0));
            let view = View::of(&game, &state, Player(0));
            let mut searches: Vec<Box<dyn Search<Sudoku> + '_>> = vec![
                Box::new(Mcts::new(game.clone(), Config::default()).expect("a single-player game")),
                Box::new(AlphaBeta::new(game.clone(), minimax::Config::default()).expect("perfect information")),
                Box::new(DfPn::new(game.clone(), DfPnConfig::default()).expect("perfect information")),
            ];
            for search in &mut searches {
                let report = search.search(&view, &Budget::simulations(200_000), &mut Random::new(1));
                assert!(!report.proven, "{cell}, {reward}: {report:?}");
                assert!(report.candidates.iter().all(|candidate| candidate.proven.is_none()), "{cell}, {reward}");
                assert!(
                    report.candidates.iter().all(|candidate| candidate.proven_at_most.is_none()),
                    "{cell}, {reward}"
                );
                if report.ended_by == Limit::Finished {
                    let said = report.notes.iter().any(|note| note.contains("no line reaches the top payoff"));
                    assert!(said, "{cell}, {reward}: {:?}", report.notes);
                }
            }
            let mut mcts = Mcts::new(game.clone(), Config::default()).expect("a single-player game");
            mcts.search(&view, &Budget::simulations(200_000), &mut Random::new(1));
            let tree = mcts.tree(&TreeLimits::default()).expect("a tree");
            let mut open = vec![&tree];
            while let Some(node) = open.pop() {
                assert_eq!(node.stats.proven, None, "{cell}, {reward}");
                open.extend(&node.children);
            }
        }
    }
}

/// All moves are searched, or an unsolved board is worth nothing anyway: then proofs hold.
#[test]
fn proofs_of_unsolvable_boards_hold_where_nothing_is_left_out() {
    let value = |cell: &str, reward: &str| {
        let game = game(&[("puzzle", UNSOLVABLE), ("propagate", "none"), ("cell", cell), ("reward", reward)]);
        let state = game.start(&mut Random::new(0));
        let mut search = Mcts::new(&game, Config::default()).expect("a single-player game");
        let report =
            search.search(&View::of(&&game, &state, Player(0)), &Budget::simulations(500_000), &mut Random::new(1));
        (report.proven, report.value)
    };
    for cell in ["fewest", "tightest", "near"] {
        assert_eq!(value(cell, "solved"), (true, Some(0.0)), "{cell}");
    }
    assert_eq!(value("any", "share"), (true, Some(5.0 / 7.0)));
}

/// The tree that finds a solution ends the search of all others, whichever thread it is on.
#[test]
fn a_solution_ends_all_trees() {
    let game = game(&[("board", "1"), ("preset", "thesis")]);
    for parallel in ["root", "tree", "leaf"] {
        let mut options = THESIS.to_vec();
        options.extend([("parallel", parallel), ("threads", "3"), ("restart-after", "20000")]);
        let mut mcts = Mcts::new(&game, config(&options)).expect("a single-player game");
        let report = search(&game, &mut mcts, &[], u64::MAX);
        assert_eq!((report.ended_by, report.value), (Limit::Finished, Some(1.0)), "{parallel}");
    }
}
