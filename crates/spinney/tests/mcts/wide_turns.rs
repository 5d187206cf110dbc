//! Turns with more moves than sixteen bits can count.

use spinney::budget::Budget;
use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::search::mcts::{Config, LEAST_MEMORY, Mcts, Parallel};
use spinney::search::{Search, Step};

/// One move among very many wins, as the first or the second of the game.
struct Haystack {
    moves: u32,
    needle: u32,
    /// The turn on which the needle can be found; the other one has a single move.
    turn: u8,
    joint: bool,
}

impl Haystack {
    const WIN: u32 = u32::MAX;
    const LOSS: u32 = u32::MAX - 1;

    fn one_turn(moves: u32, needle: u32) -> Self {
        Haystack { moves, needle, turn: 0, joint: false }
    }
}

impl Game for Haystack {
    /// The turn, or what the searching player has got.
    type State = u32;
    type Move = u32;

    fn info(&self) -> GameInfo {
        GameInfo { joint: self.joint, longest: Some(2), ..GameInfo::two_player("haystack", PayoffRange::new(0.0, 1.0)) }
    }

    fn start(&self, _: &mut Random) -> u32 {
        0
    }

    fn turn(&self, state: &u32, moves: &mut Moves<u32>) -> Turn {
        if *state >= Self::LOSS {
            return Turn::Over;
        }
        let width = if *state == u32::from(self.turn) { self.moves } else { 1 };
        moves.extend(0..width);
        if !self.joint {
            return Turn::Player(Player(0));
        }
        moves.end_section();
        moves.extend(0..width);
        moves.end_section();
        Turn::Joint
    }

    fn play(&self, state: &mut u32, mv: u32) {
        *state = match *state == u32::from(self.turn) {
            true if mv == self.needle => Self::WIN,
            true => Self::LOSS,
            false => *state + 1,
        };
    }

    fn play_joint(&self, state: &mut u32, moves: &[u32]) {
        assert!(moves.iter().all(|&mv| mv < self.moves));
        *state = if moves[0] == self.needle { Self::WIN } else { Self::LOSS };
    }

    fn payoff(&self, state: &u32, player: Player) -> f64 {
        f64::from((*state == Self::WIN) == (player.0 == 0))
    }
}

#[test]
fn a_root_with_more_than_65535_moves_is_searched_like_any_other() {
    let cases = [
        (65_535, 65_534, 1, Parallel::Tree),
        (65_536, 65_535, 1, Parallel::Tree),
        (70_000, 69_999, 2, Parallel::Tree),
        (70_000, 3, 2, Parallel::Root),
    ];
    for (moves, needle, threads, parallel) in cases {
        let game = Haystack::one_turn(moves, needle);
        let start = View::of(&game, &0, Player(0));
        // Without proofs, which look at all children again after each of them.
        let config = Config { threads, parallel, solver: false, ..Config::default() };
        let trees = if parallel == Parallel::Root { 2 } else { 1 };
        let budget = Budget::simulations(trees * (u64::from(moves) + 100));
        let report = Mcts::new(&game, config).unwrap().search(&start, &budget, &mut Random::new(1));
        assert_eq!(report.candidates.len(), moves as usize);
        let visited = report.candidates.iter().filter(|candidate| candidate.visits > 0).count();
        if threads == 1 || parallel == Parallel::Root {
            assert_eq!(visited, moves as usize);
            assert_eq!((report.best, report.value), (Some(needle), Some(1.0)), "{moves} moves, {threads} threads");
        } else {
            // While one thread expands the root, the other plays it out.
            assert!(visited > 0);
        }
        assert!(report.notes.is_empty(), "{:?}", report.notes);
    }
}

#[test]
fn a_turn_with_more_than_65535_moves_below_the_root_is_searched_and_kept() {
    let game = Haystack { moves: 70_000, needle: 69_999, turn: 1, joint: false };
    let mut search = Mcts::new(&game, Config::default()).unwrap();
    let mut rng = Random::new(2);
    let report = search.search(&View::of(&game, &0, Player(0)), &Budget::simulations(80_000), &mut rng);
    assert_eq!((report.value, report.proven), (Some(1.0), true));
    search.advance(&Step::Move(Player(0), 0));
    let report = search.search(&View::of(&game, &1, Player(0)), &Budget::simulations(1), &mut rng);
    assert_eq!((report.best, report.proven), (Some(69_999), true), "the tree was kept");
}

#[test]
fn simultaneous_moves_may_be_as_many() {
    let game = Haystack { moves: 70_000, needle: 69_999, turn: 0, joint: true };
    let mut search = Mcts::new(&game, Config::default()).unwrap();
    let report = search.search(&View::of(&game, &0, Player(0)), &Budget::simulations(500), &mut Random::new(3));
    assert_eq!(report.candidates.len(), 70_000);
    // The first simulation may find too little room for the arms, which is made then.
    let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    assert!((499..=500).contains(&visits), "{visits}");
    assert!(report.notes.is_empty(), "{:?}", report.notes);
}

#[test]
fn a_turn_that_does_not_fit_into_memory_is_named_in_a_note() {
    let game = Haystack::one_turn(70_000, 5);
    let mut search = Mcts::new(&game, Config { memory: LEAST_MEMORY, ..Config::default() }).unwrap();
    let report = search.search(&View::of(&game, &0, Player(0)), &Budget::simulations(1_000), &mut Random::new(4));
    assert!(report.best.is_some());
    let note = "a turn with 70000 moves does not fit into the memory limit: it was played out and not searched";
    assert_eq!(report.notes, [note]);
}
