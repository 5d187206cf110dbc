//! What reports of the minimax family say holds together, wherever the budget ends a search.

use spinney::budget::Budget;
use spinney::game::capabilities::{Evaluate, Key};
use spinney::game::{Capabilities, Game, GameInfo, Moves, NoRecorder, PayoffRange, Player, Turn, View};
use spinney::random::{Random, mix};
use spinney::report::{Candidate, Report};
use spinney::search::Search;
use spinney::search::minimax::{AlphaBeta, Config, Minimax, MinimaxConfig};
use spinney::search::parameter::Configure;
use spinney_games::breakthrough::{self, Breakthrough};
use spinney_games::connect_four::{self, ConnectFour};
use spinney_games::othello::Othello;
use spinney_games::tic_tac_toe::{self, TicTacToe};

/// To a fixed horizon, so that plain minimax looks at the same positions.
fn config(text: &str) -> Config {
    let mut config = Config { quiescence: 0, prune: false, ..Config::default() };
    for pair in text.split(',').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').expect("key=value");
        config.set(key, value).expect("a known parameter");
    }
    config
}

/// A position after some random moves, in which a player moves.
fn position<G: Game>(game: &G, plies: u32, seed: u64) -> View<G::State> {
    let mut rng = Random::new(seed);
    let mut state = game.start(&mut rng);
    for _ in 0..plies {
        game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
    }
    match game.turn(&state, &mut Moves::new()) {
        Turn::Player(player) => View::of(game, &state, player),
        _ => position(game, plies, seed + 1000),
    }
}

/// The values of all moves by plain minimax to a depth.
fn plain<G: Game>(game: &G, view: &View<G::State>, depth: u32) -> Vec<Candidate<G::Move>> {
    let config = MinimaxConfig { depth: Some(depth), ..MinimaxConfig::default() };
    Minimax::new(game, config).unwrap().search(view, &Budget::default(), &mut Random::new(1)).candidates
}

fn of<M: PartialEq>(candidates: &[Candidate<M>], mv: M) -> &Candidate<M> {
    candidates.iter().find(|candidate| candidate.mv == mv).expect("a legal move")
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// Whether everything that a report says is true of one depth.
fn holds_at<M: PartialEq + Copy>(report: &Report<M>, truth: &[Candidate<M>]) -> bool {
    let Some(value) = report.value else { return true };
    let holds = |candidate: &Candidate<M>| {
        let truth = of(truth, candidate.mv).mean.unwrap();
        // What is proven is checked on its own, since it need not be true of a horizon.
        candidate.proven.is_some()
            || candidate.mean.is_none_or(|mean| close(mean, truth))
                && candidate.mean_at_most.is_none_or(|most| truth <= most + 1e-9)
    };
    let best = of(truth, report.best.unwrap()).mean.unwrap();
    (report.proven || of(&report.candidates, report.best.unwrap()).proven.is_some() || close(value, best))
        && report.candidates.iter().all(holds)
}

/// Ends searches after every number of nodes from `nodes` on and looks at what they report.
fn reports_hold_together<G: Game>(game: &G, plies: u32, depths: u32, nodes: u64) {
    for seed in 0..3 {
        let view = position(game, plies, seed);
        let truths: Vec<_> = (1..=depths).map(|depth| plain(game, &view, depth)).collect();
        for (variant, nodes) in
            VARIANTS.into_iter().flat_map(|variant| (1..nodes).step_by(17).map(move |n| (variant, n)))
        {
            let config = Config { depth: Some(depths), ..config(variant) };
            let mut search = AlphaBeta::new(game, config).unwrap();
            let report = search.search(&view, &Budget::simulations(nodes), &mut Random::new(seed));
            let name = || format!("{} {variant}, seed {seed}, {nodes} nodes: {report:?}", game.info().name);
            let best = report.best.expect("a legal move");
            let of_best = of(&report.candidates, best);
            assert_eq!(report.pv[0], best, "{}", name());
            assert_eq!(of_best.mean, report.value, "best and value of different iterations: {}", name());
            if report.proven {
                assert_eq!(of_best.proven, report.value, "a proof without a proven move: {}", name());
            }
            let value = report.value.unwrap_or(f64::INFINITY);
            assert!(report.candidates.iter().all(|other| other.mean.is_none_or(|mean| mean <= value)), "{}", name());
            assert!(truths.iter().any(|truth| holds_at(&report, truth)), "true of no depth: {}", name());
            for candidate in &report.candidates {
                assert!(candidate.mean_at_most.is_none() || candidate.proven_at_most.is_none(), "{}", name());
            }
        }
    }
}

const VARIANTS: [&str; 6] =
    ["", "search=alpha-beta,table=false", "search=mtd-f", "aspiration=0.05", "values=all", "merge=true"];

#[test]
fn alpha_beta_stopped_within_an_iteration_reports_one_iteration() {
    let small = breakthrough::Options { width: 5, height: 5, rows: 2 };
    reports_hold_together(&ConnectFour::new(connect_four::Options::default()).unwrap(), 6, 5, 3000);
    reports_hold_together(&Othello, 12, 3, 600);
    reports_hold_together(&Breakthrough::new(small).unwrap(), 6, 4, 1500);
}

/// Near the end of a game, where bounds are proven one after the other.
#[test]
fn bounds_at_the_horizon_are_not_proofs() {
    let board = connect_four::Options { width: 5, height: 4, line: 4 };
    let game = ConnectFour::new(board).unwrap();
    let tiny = TicTacToe::new(tic_tac_toe::Options::default()).unwrap();
    let (mut heuristic, mut proven) = (0, 0);
    proofs_hold(&game, 8, &mut heuristic, &mut proven);
    proofs_hold(&tiny, 1, &mut heuristic, &mut proven);
    assert!(heuristic > 100 && proven > 100, "{heuristic} bounds at the horizon, {proven} proven");
}

fn proofs_hold<G: Game>(game: &G, plies: u32, heuristic: &mut u32, proven: &mut u32) {
    for seed in 0..6 {
        let view = position(game, plies, seed);
        let truth = plain(game, &view, 12);
        for (variant, nodes) in
            VARIANTS.into_iter().flat_map(|variant| (20..4000).step_by(97).map(move |n| (variant, n)))
        {
            let mut search = AlphaBeta::new(game, config(variant)).unwrap();
            let report = search.search(&view, &Budget::simulations(nodes), &mut Random::new(seed));
            let name = || format!("{variant}, seed {seed}, {nodes} nodes: {report:?}");
            let best = of(&truth, report.best.unwrap()).proven.expect("searched to the end");
            assert!(
                !report.proven || (report.value == Some(best) && truth.iter().all(|t| t.mean.unwrap() <= best)),
                "{}",
                name()
            );
            assert!(
                !report.proven || of(&report.candidates, report.best.unwrap()).proven == report.value,
                "{}",
                name()
            );
            for candidate in &report.candidates {
                let truth = of(&truth, candidate.mv).proven;
                assert!(candidate.proven.is_none() || candidate.proven == truth, "{}", name());
                assert!(candidate.proven_at_most.is_none_or(|most| truth.unwrap() <= most), "{}", name());
                *heuristic += u32::from(candidate.mean_at_most.is_some());
                *proven += u32::from(candidate.proven_at_most.is_some());
            }
        }
    }
}

/// `search=mtd-f` ends with a null window in which no move has an exact value.
#[test]
fn the_best_move_of_mtd_f_is_proven_where_the_value_is() {
    let board = connect_four::Options { width: 5, height: 4, line: 4 };
    let game = ConnectFour::new(board).unwrap();
    let mut proofs = 0;
    for seed in 0..40 {
        let view = position(&game, 6 + (seed % 5) as u32, seed);
        let mut search = AlphaBeta::new(&game, config("search=mtd-f")).unwrap();
        let report = search.search(&view, &Budget::default(), &mut Random::new(seed));
        if report.proven {
            proofs += 1;
            let best = of(&report.candidates, report.best.unwrap());
            assert_eq!((best.proven, best.mean), (report.value, report.value), "seed {seed}: {report:?}");
        }
    }
    assert_eq!(proofs, 40, "the board is small");
}

/// One turn with more moves than 16 bits can count, of which the last wins.
struct Wide(u32);

impl Game for Wide {
    type State = Option<u32>;
    type Move = u32;

    fn info(&self) -> GameInfo {
        GameInfo::two_player("wide", PayoffRange::new(0.0, 1.0))
    }
    fn start(&self, _: &mut Random) -> Option<u32> {
        None
    }
    fn turn(&self, state: &Option<u32>, moves: &mut Moves<u32>) -> Turn {
        if state.is_some() {
            return Turn::Over;
        }
        moves.extend(0..self.0);
        Turn::Player(Player(0))
    }
    fn play(&self, state: &mut Option<u32>, mv: u32) {
        *state = Some(mv);
    }
    fn payoff(&self, state: &Option<u32>, player: Player) -> f64 {
        let won = *state == Some(self.0 - 1);
        f64::from(won == (player.0 == 0))
    }
}

/// The same below a first move of the other player, so that the recursion lists the moves.
struct WideBelow(Wide);

impl Game for WideBelow {
    type State = Option<Option<u32>>;
    type Move = u32;

    fn info(&self) -> GameInfo {
        GameInfo::two_player("wide-below", PayoffRange::new(0.0, 1.0))
    }
    fn start(&self, _: &mut Random) -> Self::State {
        None
    }
    fn turn(&self, state: &Self::State, moves: &mut Moves<u32>) -> Turn {
        match state {
            None => {
                moves.push(0);
                Turn::Player(Player(1))
            }
            Some(state) => self.0.turn(state, moves),
        }
    }
    fn play(&self, state: &mut Self::State, mv: u32) {
        match state {
            None => *state = Some(None),
            Some(state) => self.0.play(state, mv),
        }
    }
    fn payoff(&self, state: &Self::State, player: Player) -> f64 {
        self.0.payoff(&state.flatten(), player)
    }
    fn capabilities(&self) -> Capabilities<'_, Self::State, u32> {
        Capabilities { key: Some(self), evaluate: Some(self), ..Capabilities::none() }
    }
}

impl Key for WideBelow {
    fn key(&self, state: &Self::State) -> u64 {
        mix(state.map_or(0, |state| 1 + state.map_or(0, |mv| 1 + u64::from(mv))))
    }
}

impl Evaluate for WideBelow {
    fn evaluate(&self, _: &Self::State, _: Player) -> f64 {
        0.5
    }
}

#[test]
fn a_turn_of_more_than_65536_moves_is_searched_to_its_last_move() {
    for moves in [65_536, 65_537, 70_000] {
        let game = Wide(moves);
        let view = View::of(&game, &None, Player(0));
        let mut search = AlphaBeta::new(&game, Config::default()).unwrap();
        let report = search.search(&view, &Budget::default(), &mut Random::new(1));
        assert_eq!((report.best, report.value, report.proven), (Some(moves - 1), Some(1.0), true));
        let game = WideBelow(game);
        let view = View::of(&game, &None, Player(1));
        // 65,536 moves are ordered by picking the best of the rest again and again, which takes too long for a test.
        if moves > 65_536 {
            let mut search = AlphaBeta::new(&game, Config::default()).unwrap();
            let report = search.search(&view, &Budget::default(), &mut Random::new(1));
            assert_eq!((report.value, report.proven), (Some(0.0), true), "of {moves} moves one wins for the other");
        }
    }
}
