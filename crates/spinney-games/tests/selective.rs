//! Cut-offs by evaluation, late-move pruning and extensions: each against a plain recursion that does the same, and
//! none of them is taken for a proof.

use spinney::budget::Budget;
use spinney::game::capabilities::{Evaluate, Key, Tactics};
use spinney::game::{Capabilities, Game, GameInfo, Moves, Player, Turn, View};
use spinney::random::{Random, mix};
use spinney::report::Report;
use spinney::search::minimax::{AlphaBeta, Config, Minimax, MinimaxConfig};
use spinney::search::parameter::Configure;
use spinney::search::{RefusalKind, Search};
use spinney_games::connect_four::ConnectFour;
use spinney_games::hex::{self, Hex};
use spinney_games::tree::{Payout, RandomTree, TreeGame};

/// A tree in which every unfinished game has a heuristic value, equal nodes have equal keys, some moves are noisy, and
/// some turns have a single move.
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
        let turn = self.0.turn(state, moves);
        if matches!(turn, Turn::Player(_)) && mix(u64::from(*state) ^ 7).is_multiple_of(4) {
            moves.retain(|&mv| mv == 0);
        }
        turn
    }
    fn play(&self, state: &mut u32, mv: u32) {
        self.0.play(state, mv);
    }
    fn payoff(&self, state: &u32, player: Player) -> f64 {
        self.0.payoff(state, player)
    }
    fn capabilities(&self) -> Capabilities<'_, u32, u32> {
        Capabilities { key: Some(self), evaluate: Some(self), tactics: Some(self), ..Capabilities::none() }
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
        let first = range.low + range.width() * (0.02 + 0.96 * share);
        let sum = self.info().constant_sum.unwrap_or(0.0);
        if player.0 == 0 { first } else { sum - first }
    }
}

impl Tactics for Foggy {
    fn is_noisy(&self, state: &u32, mv: u32) -> bool {
        mix(u64::from(*state) << 8 | u64::from(mv)).is_multiple_of(3)
    }
}

/// Minimax with every option, as its definition says: no windows, no table, no order but that of the rules.
struct Reference<'g> {
    game: &'g Foggy,
    hero: Player,
    depth: u32,
    cutoff: Option<f64>,
    late: Vec<usize>,
    forced: bool,
    noisy: bool,
}

/// What is to be looked at: the decisions left, the extensions on the path, and whether it is the root.
#[derive(Clone, Copy)]
struct At {
    depth: u32,
    extended: u32,
    root: bool,
}

impl Reference<'_> {
    fn value(&self, state: u32, at: At) -> f64 {
        let game = self.game;
        let mut moves = Moves::new();
        let turn = game.turn(&state, &mut moves);
        let evaluation = || game.evaluate(&state, self.hero);
        let range = game.info().range.unwrap();
        let share = |value: f64| (value - range.low) / range.width();
        let beyond = |cutoff: f64| share(evaluation()) >= cutoff || share(evaluation()) <= 1.0 - cutoff;
        match turn {
            Turn::Over => game.payoff(&state, self.hero),
            _ if at.depth == 0 || (!at.root && self.cutoff.is_some_and(beyond)) => evaluation(),
            Turn::Chance => {
                let outcome = |(index, &mv): (usize, &u32)| {
                    moves.weight(index) * self.value(self.after(state, mv), At { root: false, ..at })
                };
                moves.iter().enumerate().map(outcome).sum()
            }
            Turn::Player(player) => {
                let limit = self.late.get(at.depth as usize - 1).filter(|_| !at.root).copied();
                let searched = moves
                    .iter()
                    .enumerate()
                    .filter(|(place, mv)| limit.is_none_or(|limit| *place < limit || game.is_noisy(&state, **mv)));
                let values = searched.map(|(_, &mv)| {
                    let extends = at.extended < self.depth
                        && (self.forced && moves.len() == 1 && !at.root || self.noisy && game.is_noisy(&state, mv));
                    let (depth, extended) = (at.depth - u32::from(!extends), at.extended + u32::from(extends));
                    self.value(self.after(state, mv), At { depth, extended, root: false })
                });
                let sign = if player == self.hero { 1.0 } else { -1.0 };
                sign * values.map(|value| sign * value).fold(f64::NEG_INFINITY, f64::max)
            }
            Turn::Joint => unreachable!("no joint turns"),
        }
    }

    fn after(&self, state: u32, mv: u32) -> u32 {
        let mut next = state;
        self.game.play(&mut next, mv);
        next
    }
}

fn config(text: &str) -> Config {
    let mut config = Config { quiescence: 0, prune: false, ..Config::default() };
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    config
}

fn search<G: Game>(game: &G, state: &G::State, search: &mut dyn Search<&G>) -> Option<Report<G::Move>> {
    let Turn::Player(player) = game.turn(state, &mut Moves::new()) else { return None };
    Some(search.search(&View::of(game, state, player), &Budget::default(), &mut Random::new(5)))
}

/// Random trees with single moves, noisy ones and, in every third tree, chance.
fn trees(count: usize, mut check: impl FnMut(usize, &Foggy)) {
    let mut rng = Random::new(11);
    for tree in 0..count {
        let payout = [Payout::ZeroSum { most: 9 }, Payout::WinDrawLoss][tree % 2];
        let recipe = RandomTree {
            players: 1 + usize::from(tree % 5 != 0),
            depth: 6,
            branching: 3,
            chance: tree % 3 == 0,
            payout,
            ..RandomTree::default()
        };
        check(tree, &Foggy(recipe.grow(&mut rng)));
    }
}

/// Ways to search that must not change a value; the order is that of the rules, on which late-move pruning depends.
const VARIANTS: [&str; 4] = [
    "search=alpha-beta,table=false,deepen=false,chance=full",
    "search=pvs,table=false,chance=star1",
    "search=pvs,chance=star2",
    "search=mtd-f,chance=star2",
];

#[test]
fn every_option_is_what_its_definition_says() {
    let mut changed = [0; 5];
    trees(3000, |tree, game| {
        let Turn::Player(hero) = game.turn(&0, &mut Moves::new()) else { return };
        let depth = 1 + (tree % 4) as u32;
        let off = Reference { game, hero, depth, cutoff: None, late: Vec::new(), forced: false, noisy: false };
        let start = At { depth, extended: 0, root: true };
        let plain = off.value(0, start);
        let options = [
            ("cutoff=0.7", Reference { cutoff: Some(0.7), late: Vec::new(), ..off }),
            ("late-moves=1+2", Reference { late: vec![1, 2], ..off }),
            ("extend=forced", Reference { forced: true, late: Vec::new(), ..off }),
            ("extend=noisy", Reference { noisy: true, late: Vec::new(), ..off }),
            (
                "extend=forced+noisy,cutoff=0.8,late-moves=2",
                Reference { forced: true, noisy: true, cutoff: Some(0.8), late: vec![2], ..off },
            ),
        ];
        for (place, (option, reference)) in options.iter().enumerate() {
            let expected = reference.value(0, start);
            changed[place] += u32::from(expected != plain);
            let variant = format!("depth={depth},order=none,{},{option}", VARIANTS[tree / 5 % VARIANTS.len()]);
            let report = search(game, &0, &mut AlphaBeta::new(game, config(&variant)).unwrap()).unwrap();
            let found = report.value.unwrap();
            assert!((found - expected).abs() < 1e-9, "{variant}: {found}, not {expected}: {}", game.0);
            if report.proven {
                let exact = off.value(0, At { depth: 50, ..start });
                assert!((found - exact).abs() < 1e-9, "{variant}: {found} is no proof: {}", game.0);
            }
        }
        let cutoff = MinimaxConfig { depth: Some(depth), cutoff: Some(0.7), ..MinimaxConfig::default() };
        let report = search(game, &0, &mut Minimax::new(game, cutoff).unwrap()).unwrap();
        assert!((report.value.unwrap() - options[0].1.value(0, start)).abs() < 1e-9, "minimax: {}", game.0);
    });
    assert!(changed.iter().all(|&changed| changed > 100), "options that change nothing are not tested: {changed:?}");
}

/// Whatever is claimed as proven is the value of the game, however hard the search prunes.
#[test]
fn nothing_is_proven_by_a_cut_off_or_a_pruned_move() {
    let mut proofs = 0;
    trees(3000, |tree, game| {
        let exact = Minimax::new(game, MinimaxConfig::default()).unwrap();
        let Some(exact) = search(game, &0, &mut { exact }) else { return };
        assert!(exact.proven);
        let options = ["cutoff=0.55", "late-moves=1+1+1+1+1+1+1+1", "cutoff=0.6,late-moves=1+2+3,extend=forced+noisy"];
        let variant = format!("{},depth=12", options[tree % options.len()]);
        let report = search(game, &0, &mut AlphaBeta::new(game, config(&variant)).unwrap()).unwrap();
        proofs += u32::from(report.proven);
        assert!(!report.proven || report.value == exact.value, "{variant}: {report:?}: {}", game.0);
        for candidate in &report.candidates {
            let truth = exact.candidates.iter().find(|other| other.mv == candidate.mv).unwrap().proven.unwrap();
            let right = candidate.proven.is_none_or(|proven| (proven - truth).abs() < 1e-9)
                && candidate.proven_at_most.is_none_or(|most| truth <= most + 1e-9);
            assert!(right, "{variant}: {candidate:?} against {truth}: {}", game.0);
        }
    });
    assert!(proofs > 100, "{proofs} proofs");
}

#[test]
fn options_that_cannot_work_are_refused() {
    let game = ConnectFour::default();
    let kind = |text: &str| AlphaBeta::new(&game, config(text)).err().map(|refusal| refusal.kind());
    assert_eq!(kind("cutoff=0.9"), None);
    assert_eq!(kind("cutoff=0.5"), Some(RefusalKind::OutOfRange));
    assert_eq!(kind("cutoff=1.5"), Some(RefusalKind::OutOfRange));
    let tree = TreeGame::parse("((1 2) (3 4))").unwrap();
    let without = AlphaBeta::new(&tree, config("cutoff=0.9")).err().expect("a tree has no evaluation");
    assert_eq!(without.kind(), RefusalKind::MissingCapability);
    let plain = MinimaxConfig { cutoff: Some(0.2), ..MinimaxConfig::default() };
    assert!(Minimax::new(&game, plain).is_err());
    for (key, value) in [("late-moves", "0"), ("late-moves", "4+"), ("late-moves", "few"), ("extend", "checks")] {
        assert!(Config::default().set(key, value).is_err(), "{key}={value}");
    }
    let written = |text: &str, name: &str| {
        let rows = config(text).parameters();
        rows.into_iter().find(|row| row.name == name).unwrap().default
    };
    assert_eq!(written("late-moves=4+8+12", "late-moves"), "4+8+12");
    assert_eq!(written("extend=noisy+forced", "extend"), "forced+noisy");
    assert_eq!(written("", "cutoff"), "none");
}

/// On a real game: fewer nodes to the same depth.
#[test]
fn pruning_saves_nodes() {
    let game = Hex::new(hex::Options { size: 7, swap: false }).unwrap();
    let nodes = |text: &str| {
        let config = config(&format!("depth=3,{text}"));
        search(&game, &game.start(&mut Random::new(1)), &mut AlphaBeta::new(&game, config).unwrap())
            .unwrap()
            .simulations
    };
    let (all, late, cut) = (nodes(""), nodes("late-moves=4+8"), nodes("cutoff=0.6"));
    assert!(late < all / 2, "{late} nodes of {all}");
    assert!(cut < all, "{cut} nodes of {all}");
}
