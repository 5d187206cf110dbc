//! Examples worked by hand, on a game that is written out as a table.

use super::answer::rate;
use super::config::{Answer, Config, Strategy, Transpositions};
use super::facts::FactBook;
use super::simulate::Knowledge;
use super::strategy::{History, Learnt, Pick, Rater, Scratch, Situation};
use super::tree::{ROOT, Scale, Tree};
use super::{Followers, MiniPlayer};
use crate::budget::{Budget, Pace};
use crate::game::capabilities::{Capabilities, FactSet, FactShape, Key, StateFacts};
use crate::game::{Game, GameInfo, MAX_PLAYERS, Moves, PayoffRange, Player, Turn, View};
use crate::random::Random;
use crate::search::Search;

/// One state of the table.
#[derive(Clone, Default)]
struct Entry {
    /// The numbers of moves of each player; one entry is a turn of player 0, none is the end.
    moves: Vec<usize>,
    /// Where the moves of player 0 lead: other players' moves make no difference.
    next: Vec<usize>,
    facts: Vec<u32>,
    payoffs: [f64; 2],
    /// It is the other player's turn alone.
    other: bool,
}

/// A game of two players as a table.
struct Table {
    entries: Vec<Entry>,
    shapes: Vec<FactShape>,
}

fn shape(text: &str) -> FactShape {
    let mut parts = text.split_whitespace().map(str::to_owned);
    FactShape { relation: parts.next().unwrap_or_default(), arguments: parts.collect() }
}

impl Game for Table {
    type State = usize;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { joint: true, ..GameInfo::two_player("table", PayoffRange::new(0.0, 100.0)) }
    }

    fn start(&self, _: &mut Random) -> usize {
        0
    }

    fn turn(&self, state: &usize, moves: &mut Moves<u8>) -> Turn {
        match self.entries[*state].moves[..] {
            [] => Turn::Over,
            [own] => {
                moves.extend(0..own as u8);
                Turn::Player(Player(u8::from(self.entries[*state].other)))
            }
            ref counts => {
                for &count in counts {
                    moves.extend(0..count as u8);
                    moves.end_section();
                }
                Turn::Joint
            }
        }
    }

    fn play(&self, state: &mut usize, mv: u8) {
        *state = self.entries[*state].next[usize::from(mv)];
    }

    fn play_joint(&self, state: &mut usize, moves: &[u8]) {
        self.play(state, moves[0]);
    }

    fn payoff(&self, state: &usize, player: Player) -> f64 {
        self.entries[*state].payoffs[player.index()]
    }

    fn capabilities(&self) -> Capabilities<'_, usize, u8> {
        Capabilities { facts: Some(self), key: Some(self), ..Capabilities::none() }
    }
}

impl StateFacts for Table {
    fn facts(&self, state: &usize, facts: &mut FactSet) {
        let list = facts.as_list();
        list.clear();
        list.extend_from_slice(&self.entries[*state].facts);
    }

    fn shape(&self, fact: u32) -> FactShape {
        self.shapes[fact as usize].clone()
    }
}

impl Key for Table {
    fn key(&self, state: &usize) -> u64 {
        self.entries[*state].facts.iter().map(|&fact| u64::from(fact) + 1).sum()
    }
}

fn over(facts: &[u32], payoffs: [f64; 2]) -> Entry {
    Entry { facts: facts.to_vec(), payoffs, ..Entry::default() }
}

/// A turn of the other player.
fn replies(next: &[usize]) -> Entry {
    Entry { other: true, ..to_move(&[next.len()], next, &[]) }
}

fn to_move(moves: &[usize], next: &[usize], facts: &[u32]) -> Entry {
    Entry { moves: moves.to_vec(), next: next.to_vec(), facts: facts.to_vec(), ..Entry::default() }
}

/// What a strategy picks in state 0, after the states in `past`, the latest last.
fn pick(game: &Table, strategy: Strategy, past: &[usize], joint: Option<&[u8]>) -> Option<usize> {
    let config = Config { exploration_last: 3, ..Config::default() };
    let history = History::new(2);
    let mut learnt = Learnt::new(&config, &game.info().seats);
    let meter = Budget::simulations(1).start();
    let mut rater = Rater {
        game,
        config: &config,
        players: 2,
        history: &history,
        learnt: &mut learnt,
        book: &mut FactBook::default(),
        scratch: &mut Scratch::default(),
        rng: &mut Random::new(1),
        pace: &mut Pace::new(&meter),
        meter: &meter,
    };
    past.iter().for_each(|state| rater.remember(state));
    let candidates: Vec<u8> = (0..game.entries[0].moves[0] as u8).collect();
    let situation = Situation { state: &0, player: Player(0), candidates: &candidates, joint };
    match rater.pick(strategy, &situation).unwrap() {
        Pick::Best(at) => Some(at),
        Pick::Untold => None,
    }
}

#[test]
fn mobility_counts_own_moves_twice_and_the_others_against_them() {
    // Behind the moves: M0 and M1 are 3 and 4, then 2 and 1, then (a turn of player 0 alone) 2 and 1.
    // M0 + (M0 − M1) = 2, 3 and 3.
    let end = over(&[], [0.0, 0.0]);
    let joint = |own: usize, other: usize| to_move(&[own, other], &vec![4; own], &[]);
    let game = |first: Entry, second: Entry| Table {
        entries: vec![to_move(&[2], &[1, 2], &[]), first, second, end.clone(), end.clone()],
        shapes: Vec::new(),
    };
    assert_eq!(pick(&game(joint(3, 4), joint(2, 1)), Strategy::Mobility, &[], None), Some(1));
    assert_eq!(pick(&game(joint(2, 1), to_move(&[2], &[4, 4], &[])), Strategy::Mobility, &[], None), None, "3 and 3");
    assert_eq!(pick(&game(joint(3, 2), joint(2, 1)), Strategy::Mobility, &[], None), Some(0), "4 and 3");
}

#[test]
fn two_ply_mobility_looks_behind_ones_own_next_move() {
    // Move 0 leads to a state with one move to a state of (1, 5); move 1 to one with one move to (4, 1).
    let end = over(&[], [0.0, 0.0]);
    let entries = vec![
        to_move(&[2], &[1, 2], &[]),
        to_move(&[1], &[3], &[]),
        to_move(&[1], &[4], &[]),
        to_move(&[1, 5], &[5], &[]),
        to_move(&[4, 1], &[5; 4], &[]),
        end,
    ];
    let game = Table { entries, shapes: Vec::new() };
    assert_eq!(pick(&game, Strategy::Mobility, &[], None), None, "one ply ahead they are the same");
    assert_eq!(pick(&game, Strategy::Mobility2, &[], None), Some(1));
}

#[test]
fn two_ply_mobility_counts_on_the_best_reply_of_an_opponent() {
    // The opponent can choose between (6, 1) and (1, 1) after move 0, and between (2, 1) and (3, 1) after move 1:
    // the least of 11 and 1 against the least of 3 and 5.
    let end = over(&[], [0.0, 0.0]);
    let joint = |own: usize| to_move(&[own, 1], &vec![7; own], &[]);
    let entries = vec![
        to_move(&[2], &[1, 2], &[]),
        replies(&[3, 4]),
        replies(&[5, 6]),
        joint(6),
        joint(1),
        joint(2),
        joint(3),
        end.clone(),
    ];
    assert_eq!(pick(&Table { entries, shapes: Vec::new() }, Strategy::Mobility2, &[], None), Some(1));
    // The same turns as one's own: the greatest of 11 and 1 against the greatest of 3 and 5.
    let entries = vec![
        to_move(&[2], &[1, 2], &[]),
        to_move(&[2], &[3, 4], &[]),
        to_move(&[2], &[5, 6], &[]),
        joint(6),
        joint(1),
        joint(2),
        joint(3),
        end,
    ];
    assert_eq!(pick(&Table { entries, shapes: Vec::new() }, Strategy::Mobility2, &[], None), Some(0));
}

#[test]
fn exploration_takes_the_state_whose_nearest_past_state_is_farthest() {
    // Past states {0 1} and {2 3}, and the current one {0 1 2}. Successors: {0 1 4 5} differs by 2, 4 and 2 facts, at
    // least 2; {6 7 8} by 3; {0 1 2} by 1, 2 and 0.
    let end = |facts: &[u32]| over(facts, [0.0, 0.0]);
    let entries = vec![
        to_move(&[3], &[1, 2, 3], &[0, 1, 2]),
        end(&[0, 1, 4, 5]),
        end(&[6, 7, 8]),
        end(&[0, 1, 2]),
        end(&[0, 1]),
        end(&[2, 3]),
    ];
    let shapes = (0..9).map(|fact| shape(&format!("f{fact}"))).collect();
    let game = Table { entries, shapes };
    assert_eq!(pick(&game, Strategy::Exploration, &[4, 5, 0], None), Some(1));
    // Where all successors are equally far, it cannot tell them apart.
    let entries = vec![to_move(&[2], &[1, 2], &[0]), end(&[1]), end(&[2])];
    let game = Table { entries, shapes: (0..3).map(|fact| shape(&format!("f{fact}"))).collect() };
    assert_eq!(pick(&game, Strategy::Exploration, &[0], None), None);
}

#[test]
fn symbols_are_counted_as_in_the_slides() {
    let cells = ["1 1 x", "1 2 b", "1 3 x", "2 1 b", "2 2 o", "2 3 b", "3 1 b", "3 2 b", "3 3 b"];
    let mut shapes: Vec<FactShape> = cells.iter().map(|cell| shape(&format!("cell {cell}"))).collect();
    shapes.push(shape("none"));
    let game =
        Table { entries: vec![over(&(0..9).collect::<Vec<_>>(), [100.0, 0.0]), over(&[9], [0.0, 100.0])], shapes };
    let config = Config { strategies: vec![Strategy::Ssc], ..Config::default() };
    let mut learnt = Learnt::new(&config, &game.info().seats);
    let mut book = FactBook::default();
    let mut facts = FactSet::default();
    for (state, payoffs) in [(0, [100.0, 0.0]), (1, [0.0, 100.0])] {
        book.write(&game, &state, &mut facts);
        learnt.count(&game, &mut book, &facts);
        let mut all = [0.0; MAX_PLAYERS];
        all[..2].copy_from_slice(&payoffs);
        learnt.end(Some(&all));
    }
    // A draw is ignored.
    book.write(&game, &0, &mut facts);
    learnt.count(&game, &mut book, &facts);
    learnt.end(Some(&[50.0; MAX_PLAYERS]));
    learnt.weigh(&game, &mut book);
    // The won simulation is this state alone and the lost one has none of it: the weights are the quantities.
    let weight = |learnt: &Learnt, text: &str| learnt.symbols.weight(0, &book, &shape(text));
    let own = |text: &'static str| weight(&learnt, text);
    assert_eq!(own("cell"), Some(9.0));
    for column in 1..=2 {
        for symbol in ["1", "2", "3"] {
            assert_eq!(
                weight(&learnt, &format!("cell {column} {symbol}")),
                Some(3.0),
                "column {column}, symbol {symbol}"
            );
        }
    }
    assert_eq!((own("cell 3 x"), own("cell 3 o"), own("cell 3 b")), (Some(2.0), Some(1.0), Some(6.0)));
    // For the other role the buckets are exchanged.
    assert_eq!(learnt.symbols.weight(1, &book, &shape("cell 3 b")), Some(-6.0));
    // Linear: cell 1 1 x counts 9 for the relation, 3 and 3 for its place, and 2 for x.
    facts.as_list().retain(|&fact| fact == 0);
    assert_eq!(learnt.symbols.evaluate(&game, &mut book, &facts, 0), 17.0);
}

#[test]
fn counters_go_the_way_of_won_simulations() {
    let facts = ["score first 3", "score second 1", "score first 1", "score second 4", "step 7"];
    let shapes = facts.iter().map(|fact| shape(fact)).collect();
    let entries = vec![over(&[0, 1, 4], [100.0, 0.0]), over(&[2, 3, 4], [0.0, 100.0]), over(&[0, 3], [0.0, 0.0])];
    let game = Table { entries, shapes };
    let config = Config { strategies: vec![Strategy::Score], ..Config::default() };
    let mut learnt = Learnt::new(&config, &game.info().seats);
    let (mut book, mut set) = (FactBook::default(), FactSet::default());
    for (state, result) in [(0, 100.0), (1, 0.0)] {
        book.write(&game, &state, &mut set);
        learnt.count(&game, &mut book, &set);
        let mut payoffs = [0.0; MAX_PLAYERS];
        (payoffs[0], payoffs[1]) = (result, 100.0 - result);
        learnt.end(Some(&payoffs));
    }
    learnt.weigh(&game, &mut book);
    assert!(learnt.knows(Strategy::Score, 2));
    book.write(&game, &2, &mut set);
    let lead = |learnt: &mut Learnt, book: &mut FactBook, role| learnt.scores.evaluate(&game, book, &set, role);
    assert_eq!((lead(&mut learnt, &mut book, 0), lead(&mut learnt, &mut book, 1)), (-1.0, 1.0), "3 against 4");
}

/// The EQ of the moves to some children, below which every move of ours has been made once. `means` has the result of one
/// simulation for each node, in the order in which they are made; it counts for the node and for the one above it.
fn eq_of(children: &[Entry], means: &[f64], config: &Config) -> Vec<(u8, Option<f64>)> {
    // State 0 has a move to each child, which are states 1, 2, …; what follows them are ends.
    let count = children.len();
    let mut entries = vec![to_move(&[count], &(1..=count).collect::<Vec<_>>(), &[])];
    entries.extend(children.iter().cloned());
    let game = Table { entries, shapes: Vec::new() };
    let mut tree = Tree::new(2);
    let mut moves = Moves::new();
    tree.add(Tree::make(&game, &0, &mut moves), None);
    let mut means = means.iter();
    let mut add = |tree: &mut Tree<u8>, parent: u32, at: usize, state: usize| {
        let mut picks = [0; MAX_PLAYERS];
        picks[0] = at as u32;
        let node = tree.add(Tree::make(&game, &state, &mut Moves::new()), Some((parent, &picks)));
        let mean = *means.next().expect("a mean for every node");
        tree.back_up(&[(parent, picks), (node, [0; MAX_PLAYERS])], false, &[mean; MAX_PLAYERS], false);
        node
    };
    for (at, child) in children.iter().enumerate() {
        let node = add(&mut tree, ROOT, at, at + 1);
        let own = child.moves.first().copied().unwrap_or(0);
        for (at, &next) in child.next.iter().enumerate().take(own) {
            add(&mut tree, node, at, next);
        }
    }
    let scale = Scale { low: 0.0, high: 100.0, seen: false };
    rate(&tree, config, scale, Player(0)).iter().map(|rated| (rated.mv, rated.eq)).collect()
}

#[test]
fn eq_takes_the_greatest_mean_behind_ones_own_moves_and_the_mean_of_both_where_others_choose_too() {
    let config = Config { answer: Answer::Eq, ..Config::default() };
    let end = over(&[], [0.0, 0.0]);
    // Child 1: three moves of ours alone, means 20, 70, 50: the greatest. Child 2: our two by the other's two, means
    // 30 and 60: (30 + Q) / 2. Child 3 is the end: Q 60.
    let children =
        [to_move(&[3], &[4, 4, 4], &[]), to_move(&[2, 2], &[4, 4], &[]), over(&[], [60.0, 40.0]), end.clone()];
    let means = [40.0, 20.0, 70.0, 50.0, 40.0, 30.0, 60.0, 60.0, 0.0];
    let rated = eq_of(&children, &means, &config);
    let of = |mv: u8| rated.iter().find(|(known, _)| *known == mv).unwrap().1.unwrap();
    assert!((of(0) - 0.70).abs() < 1e-9, "ours are all: the greatest, {}", of(0));
    // The child's Q is the mean over itself and its two children: (40 + 30 + 60) / 3.
    let q = (40.0 + 30.0 + 60.0) / 300.0;
    assert!((of(1) - (0.30 + q) / 2.0).abs() < 1e-9, "fewer than all: {}", of(1));
    assert!((of(2) - 0.60).abs() < 1e-9, "terminal: {}", of(2));
    assert_eq!(rated[0].0, 0, "the greatest EQ first");
    let config = Config { eq_terminal: 1.2, ..config };
    let rated = eq_of(&children, &means, &config);
    assert_eq!(rated[0].0, 2, "1.2 · 0.60 is more than 0.70");
}

#[test]
fn eq_takes_the_least_mean_where_we_have_one_move() {
    let config = Config { answer: Answer::Eq, ..Config::default() };
    let end = over(&[], [0.0, 0.0]);
    // The other player has two moves, with means of 10 and 80; ours is to wait.
    let children = [replies(&[2, 2]), end];
    let rated = eq_of(&children, &[90.0, 10.0, 80.0, 0.0], &config);
    let of_first = rated.iter().find(|(mv, _)| *mv == 0).unwrap().1.unwrap();
    assert!((of_first - 0.10).abs() < 1e-9, "{of_first}");
}

/// Two ways to the same position: 0 → 1 → 3 and 0 → 2 → 3, then the end.
fn diamond() -> Table {
    let entries = vec![
        to_move(&[2], &[1, 2], &[0]),
        to_move(&[1], &[3], &[1]),
        to_move(&[1], &[3], &[2]),
        to_move(&[1], &[4], &[3]),
        over(&[4], [100.0, 0.0]),
    ];
    Table { entries, shapes: (0..5).map(|fact| shape(&format!("f{fact}"))).collect() }
}

fn searched(transpositions: Transpositions) -> MiniPlayer<Table> {
    let config = Config { transpositions, ..Config::default() };
    let mut player = MiniPlayer::new(diamond(), config).unwrap();
    let view = View::of(&player.game, &0, Player(0));
    player.search(&view, &Budget::simulations(40), &mut Random::new(1));
    player
}

#[test]
fn equal_positions_are_found_and_pass_results_on() {
    let off = searched(Transpositions::Off);
    assert_eq!((off.tree.nodes.len(), off.tree.positions.found), (7, 0), "two paths of three nodes, and the root");
    let propagated = searched(Transpositions::Propagate);
    assert_eq!((propagated.tree.nodes.len(), propagated.tree.positions.found), (7, 2));
    let visits = |player: &MiniPlayer<Table>| -> u32 { player.tree.nodes.iter().map(|node| node.visits).sum() };
    assert!(visits(&propagated) > visits(&off), "results count twice where a position has two nodes");
    // Both nodes of a position have the results of both, from when both were there.
    let twins: Vec<u32> = (0..propagated.tree.nodes.len() as u32)
        .filter(|&node| {
            let position = propagated.tree.nodes[node as usize].position;
            propagated.tree.positions.nodes_of(position).len() > 1
        })
        .collect();
    assert_eq!(twins.len(), 4);
    let shared = searched(Transpositions::Shared);
    assert_eq!((shared.tree.nodes.len(), shared.tree.positions.found), (5, 1), "one node per position");
    assert_eq!(shared.tree.nodes[ROOT as usize].visits, 40);
}

/// Two states that lead to each other, with a way out of the second.
#[test]
fn a_move_back_to_a_position_of_the_same_path_is_counted() {
    let entries = vec![to_move(&[1], &[1], &[0]), to_move(&[2], &[0, 2], &[1]), over(&[2], [100.0, 0.0])];
    let game = Table { entries, shapes: (0..3).map(|fact| shape(&format!("f{fact}"))).collect() };
    let config =
        Config { transpositions: Transpositions::Shared, strategies: vec![Strategy::Random], ..Config::default() };
    let mut player = MiniPlayer::new(game, config).unwrap();
    let view = View::of(&player.game, &0, Player(0));
    player.search(&view, &Budget::simulations(200), &mut Random::new(1));
    let second = &player.tree.nodes[1];
    assert!(second.arms.iter().all(|arm| arm.visits > 5), "{:?}", second.arms);
}

#[test]
fn a_kept_tree_has_the_results_of_the_position_it_is_moved_to() {
    for transpositions in [Transpositions::Off, Transpositions::Propagate, Transpositions::Shared] {
        let mut player = searched(transpositions);
        let before = player.tree.nodes.len();
        player.advance(&crate::search::Step::Move(Player(0), 1));
        assert!(player.current && player.tree.nodes.len() < before, "{transpositions:?}");
        let kept = player.tree.nodes[ROOT as usize].visits;
        assert!(kept > 10, "{transpositions:?}: {kept}");
        let view = View::of(&player.game, &2, Player(0));
        player.search(&view, &Budget::simulations(10), &mut Random::new(2));
        assert_eq!(player.tree.nodes[ROOT as usize].visits, kept + 10, "{transpositions:?}");
        // Another position than the one advanced to begins anew.
        player.advance(&crate::search::Step::Move(Player(0), 0));
        let view = View::of(&player.game, &0, Player(0));
        player.search(&view, &Budget::simulations(10), &mut Random::new(2));
        assert_eq!(player.tree.nodes[ROOT as usize].visits, 10, "{transpositions:?}");
    }
}

#[test]
fn a_strategy_without_anything_to_go_by_is_left_out() {
    let game = diamond();
    let config = Config::default();
    let mut knowledge = Knowledge::<Table>::new(&config, &game.info().seats);
    knowledge.gather(&game, &config, 2);
    let pool: Vec<Strategy> = knowledge.pool.iter().map(|&at| config.strategies[at]).collect();
    assert_eq!(pool, [Strategy::Random, Strategy::History, Strategy::Mobility, Strategy::Exploration]);
    assert_eq!(config.followers, Followers::All);
}
