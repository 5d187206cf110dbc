//! The whole minimax family agrees with plain minimax: on random trees with and without a horizon, on real games to a
//! fixed depth, and with the exact values of the conformance suite.

use spinney::budget::Budget;
use spinney::game::capabilities::{Evaluate, Key};
use spinney::game::{Capabilities, Game, GameInfo, Moves, Player, Turn, View};
use spinney::random::{Random, mix};
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::minimax::{AlphaBeta, Config, Minimax, MinimaxConfig};
use spinney::search::parameter::Configure;
use spinney_games::breakthrough::Breakthrough;
use spinney_games::connect_four::{self, ConnectFour};
use spinney_games::draughts::Draughts;
use spinney_games::hex::{self, Hex};
use spinney_games::othello::Othello;
use spinney_games::pig::Pig;
use spinney_games::tic_tac_toe::{self, TicTacToe};
use spinney_games::tree::{Payout, RandomTree, TreeGame};
use spinney_testkit::conformance::{Claim, Claims, Made, Probed, Suite};

/// A configuration from `key=value` pairs.
fn config(text: &str) -> Config {
    let mut config = Config::default();
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    config
}

/// Every way to search that must not change a value.
const VARIANTS: [&str; 14] = [
    "search=alpha-beta,table=false,order=none,deepen=false",
    "search=alpha-beta,table=false",
    "search=alpha-beta",
    "search=pvs,table=false",
    "search=pvs",
    "search=pvs,memory=64",
    "search=pvs,memory=4096,order=history",
    "search=pvs,order=hash+killer",
    "search=mtd-f",
    "search=mtd-f,memory=4096",
    "aspiration=0.01",
    "aspiration=0.3,search=alpha-beta",
    "threads=3",
    "values=all",
];

fn look<G: Game>(game: &G, state: &G::State, search: &mut dyn Search<&G>) -> Option<Report<G::Move>> {
    let Turn::Player(player) = game.turn(state, &mut Moves::new()) else { return None };
    let view = View::of(game, state, player);
    // The searches are made for references to the game, with the same positions.
    Some(search.search(&view, &Budget::default(), &mut Random::new(5)))
}

/// Compares one variant with plain minimax at one depth: the value, and that the answer has it. Sifting keeps the value
/// of a game, not that of a horizon, and quiescence moves the horizon: both are off.
fn compare<G: Game>(game: &G, state: &G::State, depth: u32, variant: &str, name: &str) {
    let plain = MinimaxConfig { depth: Some(depth), ..MinimaxConfig::default() };
    let Some(reference) = look(game, state, &mut Minimax::new(game, plain).unwrap()) else { return };
    let config = Config { depth: Some(depth), quiescence: 0, prune: false, ..config(variant) };
    let report = look(game, state, &mut AlphaBeta::new(game, config).unwrap()).unwrap();
    let (value, found) = (reference.value.unwrap(), report.value.unwrap());
    assert!((value - found).abs() < 1e-9, "{variant} at depth {depth}: {found} instead of {value}: {name}");
    let of_best = reference.candidates.iter().find(|candidate| Some(candidate.mv) == report.best).unwrap();
    let lost = game.info().range.is_some_and(|range| value <= range.low);
    assert!(lost || (of_best.mean.unwrap() - value).abs() < 1e-9, "{variant} at depth {depth}: a worse move: {name}");
    if variant == "values=all" {
        for candidate in &report.candidates {
            let same = reference.candidates.iter().find(|other| other.mv == candidate.mv).unwrap();
            assert!((candidate.mean.unwrap() - same.mean.unwrap()).abs() < 1e-9, "{name}: {candidate:?}, not {same:?}");
        }
    }
}

/// A tree in which every unfinished game has a heuristic value, and equal nodes have equal keys.
struct Foggy(TreeGame);

impl Game for Foggy {
    type State = u32;
    type Move = u32;

    fn info(&self) -> GameInfo {
        self.0.info()
    }
    fn start(&self, rng: &mut Random) -> u32 {
        self.0.start(rng)
    }
    fn turn(&self, state: &u32, moves: &mut Moves<u32>) -> Turn {
        self.0.turn(state, moves)
    }
    fn play(&self, state: &mut u32, mv: u32) {
        self.0.play(state, mv);
    }
    fn payoff(&self, state: &u32, player: Player) -> f64 {
        self.0.payoff(state, player)
    }
    fn capabilities(&self) -> Capabilities<'_, u32, u32> {
        Capabilities { key: Some(self), evaluate: Some(self), ..Capabilities::none() }
    }
}

impl Key for Foggy {
    fn key(&self, state: &u32) -> u64 {
        mix(u64::from(*state))
    }
}

impl Evaluate for Foggy {
    fn evaluate(&self, state: &u32, player: Player) -> f64 {
        let range = self.info().range.unwrap();
        let share = f64::from(mix(u64::from(*state)) as u32) / f64::from(u32::MAX);
        let first = range.low + range.width() * (0.1 + 0.8 * share);
        let sum = self.info().constant_sum.unwrap_or(0.0);
        if player.0 == 0 { first } else { sum - first }
    }
}

#[test]
fn variants_agree_on_random_trees_to_any_depth() {
    let mut rng = Random::new(3);
    for tree in 0..4000 {
        let payout = [Payout::ZeroSum { most: 9 }, Payout::WinDrawLoss, Payout::ZeroSum { most: 1000 }][tree % 3];
        let players = 1 + usize::from(tree % 5 != 0);
        let recipe = RandomTree { players, depth: 5, branching: 4, payout, ..RandomTree::default() };
        let game = Foggy(recipe.grow(&mut rng));
        for depth in [1 + (tree % 4) as u32, 6] {
            compare(&game, &0, depth, VARIANTS[tree % VARIANTS.len()], &game.0.to_string());
        }
    }
}

#[test]
fn variants_agree_at_chance_nodes() {
    let mut rng = Random::new(4);
    for tree in 0..4000 {
        let payout = [Payout::ZeroSum { most: 9 }, Payout::WinDrawLoss][tree % 2];
        let players = 1 + usize::from(tree % 5 != 0);
        let recipe = RandomTree { players, depth: 5, branching: 3, chance: true, payout, ..RandomTree::default() };
        let game = Foggy(recipe.grow(&mut rng));
        let chance = ["full", "star1", "star2"][tree / VARIANTS.len() % 3];
        let bounds = ["game", "none", "-2000..2000"][tree / 7 % 3];
        let variant = format!("{},chance={chance},bounds={bounds}", VARIANTS[tree % VARIANTS.len()]);
        for depth in [1 + (tree % 4) as u32, 6] {
            compare(&game, &0, depth, &variant, &game.0.to_string());
        }
    }
}

/// Positions of a game after this many random moves.
fn positions<G: Game>(game: &G, count: usize, plies: u32, seed: u64) -> Vec<G::State> {
    let mut rng = Random::new(seed);
    let mut scratch = Moves::new();
    let mut random = || {
        let mut state = game.start(&mut rng);
        for _ in 0..plies {
            game.random_step(&mut state, &mut scratch, &mut rng, &mut spinney::game::NoRecorder);
        }
        state
    };
    (0..count).map(|_| random()).collect()
}

fn variants_agree_on<G: Game>(game: &G, plies: u32, depth: u32) {
    for (index, state) in positions(game, 2 * VARIANTS.len(), plies, 9).iter().enumerate() {
        let variant = VARIANTS[index % VARIANTS.len()];
        let merge = if game.capabilities().key.is_some_and(|key| key.symmetric_key(state).is_some()) && index % 3 == 0 {
            ",merge=true"
        } else {
            ""
        };
        // Merged moves have no value of their own.
        let merge = if variant == "values=all" { "" } else { merge };
        compare(game, state, depth, &format!("{variant}{merge}"), &game.info().name);
    }
}

#[test]
fn variants_agree_on_games() {
    variants_agree_on(&TicTacToe::new(tic_tac_toe::Options::default()).unwrap(), 2, 7);
    variants_agree_on(&ConnectFour::new(connect_four::Options::default()).unwrap(), 8, 5);
    variants_agree_on(&Breakthrough::default(), 20, 3);
    variants_agree_on(&Draughts::default(), 20, 5);
    variants_agree_on(&Hex::new(hex::Options { size: 4, swap: false }).unwrap(), 8, 4);
    variants_agree_on(&Othello, 10, 3);
    variants_agree_on(&Othello, 54, 6);
}

/// In pig a position comes back after more or fewer decisions, and a table may know it deeper than was asked for.
#[test]
fn pruned_dice_agree_without_a_table() {
    let game = Pig::default();
    for (index, state) in positions(&game, 30, 9, 9).iter().enumerate() {
        let search = ["alpha-beta", "pvs"][index % 2];
        let chance = ["full", "star1", "star2"][index % 3];
        compare(&game, state, 4, &format!("table=false,search={search},chance={chance}"), "pig");
    }
}

/// Exact for one player and for two with a constant sum; paranoid beyond.
const CLAIMS: Claims =
    Claims { many_players: Claim::Plays, general_sum: Claim::Plays, joint: Claim::Refuses, ..Claims::exact() };

fn conform(claims: Claims, trees: usize, make: impl for<'g> Fn(&'g Probed<TreeGame>) -> Made<'g, TreeGame>) {
    Suite::new(claims, 100_000, 1e-9).run(RandomTree::forest(17, trees), make).expect_passed();
}

#[test]
fn every_variant_passes_the_conformance_suite() {
    for variant in VARIANTS.into_iter().chain(["chance=star1", "chance=full", "bounds=none", "others=best-reply"]) {
        let reproducible = !variant.contains("threads");
        let claims = Claims { reproducible, ..CLAIMS };
        conform(claims, 96, |game| Ok(Box::new(AlphaBeta::new(game, config(variant))?)));
    }
}

#[test]
fn plain_minimax_is_exact_for_any_number_of_players() {
    let claims = Claims { joint: Claim::Refuses, ..Claims::exact() };
    conform(claims, 432, |game| Ok(Box::new(Minimax::new(game, MinimaxConfig::default())?)));
}

/// Windows of outcomes may lie beyond the payoffs. A move that fails there has a bound at the best payoff, which was once
/// taken for the payoff itself, and a wrong value for a proof.
#[test]
fn a_bound_at_the_best_payoff_is_not_the_best_payoff() {
    let text = "(p1 (chance 0.5: (p1 (p0 [2 -2] [0 0] [-6 6]) (p0 [9 -9] [-8 8])) \
                0.375: (p1 (p0 [-3 3] [1 -1] [-5 5]) (p1 [2 -2] [7 -7])) \
                0.125: (p1 (p0 [3 -3] [8 -8] [9 -9]) (p0 [-9 9] [-5 5] [1 -1]))) [2 -2])";
    let game = TreeGame::parse(text).unwrap();
    for variant in ["search=mtd-f,chance=star1,order=none", "search=mtd-f,chance=star2", "chance=star1"] {
        let report = look(&game, &0, &mut AlphaBeta::new(&game, config(variant)).unwrap()).unwrap();
        assert_eq!((report.value, report.proven), (Some(-1.5), true), "{variant}");
    }
}

/// MTD(f) with pruned chance turns: it once crept through the numbers next to zero, and did not come to an end.
#[test]
fn null_windows_end_at_chance_nodes() {
    let mut rng = Random::new(77);
    for tree in 0..20_000 {
        let payout = Payout::ZeroSum { most: 9 };
        let recipe =
            RandomTree { players: 2, depth: 3 + tree % 2, branching: 3, chance: true, payout, ..RandomTree::default() };
        let game = recipe.grow(&mut rng);
        let variant = ["search=mtd-f,chance=star1,order=none", "search=mtd-f,chance=star2"][tree as usize / 2 % 2];
        compare(&game, &0, 12, variant, &game.to_string());
    }
}
