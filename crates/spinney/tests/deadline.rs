//! No search outlives its deadline by more than a step, however slow the rules are. The clock is driven by the rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use spinney::budget::{Budget, Clock, Limit};
use spinney::game::capabilities::{
    Evaluate, Guide, Guided, Key, Offer, Playouts, PolicyName, ScoreBounds, StableMoveId, Weight,
};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::flat::{self, Flat};
use spinney::search::general::{self, GeneralPlayer};
use spinney::search::greedy::Greedy;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::mini_player::{self, MiniPlayer};
use spinney::search::minimax::{self, AlphaBeta, Minimax, MinimaxConfig};
use spinney::search::parameter::Configure;
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney::search::single_player::{anneal, beam, nested, nrpa, portfolio};
use spinney::search::value_iteration::{self, ValueIteration};

/// Every step takes this long.
const STEP: Duration = Duration::from_millis(400);

/// A clock that the rules drive.
#[derive(Default)]
struct Steps(AtomicU64);

impl Steps {
    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clock for Steps {
    fn now(&self) -> Duration {
        STEP * self.count() as u32
    }
}

/// A long game with slow rules: a move adds 0 to 7 to a sum, and the highest bit of the sum decides in the end. Every move
/// that is played takes a [`STEP`].
struct Slow {
    clock: Arc<Steps>,
    players: usize,
    /// The game brings along what searches for one player want.
    skilled: bool,
}

const TURNS: u8 = 60;
const MOVES: u8 = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Position {
    turn: u8,
    sum: u32,
}

impl Slow {
    fn new(players: usize, skilled: bool) -> Self {
        Slow { clock: Arc::default(), players, skilled }
    }
}

impl Game for Slow {
    type State = Position;
    type Move = u8;

    fn info(&self) -> GameInfo {
        let range = PayoffRange::new(0.0, 1.0);
        let info = match self.players {
            1 => GameInfo::one_player("slow", Some(range)),
            _ => GameInfo::two_player("slow", range),
        };
        GameInfo { longest: Some(TURNS.into()), ..info }
    }
    fn start(&self, _: &mut Random) -> Position {
        Position { turn: 0, sum: 1 }
    }
    fn turn(&self, state: &Position, moves: &mut Moves<u8>) -> Turn {
        if state.turn == TURNS {
            return Turn::Over;
        }
        moves.extend(0..MOVES);
        Turn::Player(Player(state.turn % self.players as u8))
    }
    fn play(&self, state: &mut Position, mv: u8) {
        self.clock.0.fetch_add(1, Ordering::Relaxed);
        let sum = state.sum.wrapping_mul(0x9e37_79b1).rotate_left(7) ^ u32::from(mv);
        *state = Position { turn: state.turn + 1, sum };
    }
    fn payoff(&self, state: &Position, player: Player) -> f64 {
        f64::from(((state.sum >> 8 & 1) ^ u32::from(player.0)) as u8)
    }
    fn capabilities(&self) -> Capabilities<'_, Position, u8> {
        let capabilities = Capabilities { key: Some(self), evaluate: Some(self), ..Capabilities::none() };
        match self.skilled {
            true => Capabilities {
                playouts: Some(self),
                guided: Some(self),
                score_bounds: Some(self),
                stable_move_id: Some(self),
                ..capabilities
            },
            false => capabilities,
        }
    }
}

impl Key for Slow {
    fn key(&self, state: &Position) -> u64 {
        u64::from(state.sum) << 8 | u64::from(state.turn)
    }
    fn symmetric_key(&self, state: &Position) -> Option<u64> {
        Some(self.key(state))
    }
}

impl Evaluate for Slow {
    fn evaluate(&self, state: &Position, _: Player) -> f64 {
        f64::from(state.sum % 7) / 6.0
    }
}

impl Playouts for Slow {
    fn policies(&self) -> &'static [PolicyName] {
        &[PolicyName { name: "own", summary: "a policy of the game" }]
    }
    fn preferred(&self) -> Option<usize> {
        Some(0)
    }
    fn play_out(
        &self,
        _: usize,
        state: &mut Position,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<u8>,
    ) -> bool {
        for _ in 0..cap {
            if state.turn == TURNS {
                return true;
            }
            let mv = rng.below(MOVES.into()) as u8;
            if !recorder.record(Some(Player(state.turn % self.players as u8)), mv) {
                return false;
            }
            self.play(state, mv);
        }
        state.turn == TURNS
    }
}

impl Guided for Slow {
    fn rules(&self) -> &'static [PolicyName] {
        &[PolicyName { name: "all", summary: "every move" }]
    }
    fn by_promise(&self) -> Vec<usize> {
        vec![0]
    }
    fn offer(&self, _: usize, state: &Position, moves: &mut Moves<u8>) {
        self.turn(state, moves);
    }
    fn roll(&self, _: usize, state: &mut Position, guide: &mut dyn Guide<u8>) -> bool {
        while state.turn < TURNS {
            let offers: Vec<Offer<u8>> =
                (0..MOVES).map(|mv| Offer { mv, code: mv.into(), weight: Weight { lean: 1.0, full: 1.0 } }).collect();
            let Some(chosen) = guide.choose(&offers) else { return false };
            self.play(state, offers[chosen].mv);
        }
        true
    }
}

impl ScoreBounds for Slow {
    fn so_far(&self, _: &Position) -> f64 {
        0.0
    }
    fn rest_key(&self, state: &Position) -> u64 {
        self.key(state)
    }
    fn at_most(&self, _: &Position) -> f64 {
        1.0
    }
    fn is_solved(&self, state: &Position) -> bool {
        state.turn == TURNS
    }
    fn stage(&self, state: &Position) -> u32 {
        state.turn.into()
    }
}

impl StableMoveId for Slow {
    fn name(&self, _: &Position, mv: u8) -> u32 {
        mv.into()
    }
    fn find(&self, state: &Position, name: u32) -> Option<u8> {
        (state.turn < TURNS).then_some(name as u8)
    }
}

type Made<'g> = Box<dyn Search<&'g Slow> + 'g>;

fn configured<C: Configure>(text: &str) -> C {
    let mut config = C::default();
    for (key, value) in text.split(',').filter_map(|pair| pair.split_once('=')) {
        config.set(key, value).expect("a known parameter");
    }
    config
}

/// Every search that plays a perfect-information game of this many players.
fn searches(game: &Slow) -> Vec<(String, Made<'_>)> {
    let mut all: Vec<(String, Made<'_>)> = Vec::new();
    let monte_carlo = [
        "",
        "playout=mast",
        "playout=nst",
        "playout=uniform",
        "select=puct,prior=evaluate",
        "merge=true",
        "amaf=rave",
        "restarts=3",
        "transpositions=true",
        "threads=2,parallel=tree",
        "threads=2,parallel=root",
        "threads=2,parallel=leaf",
    ];
    for text in monte_carlo {
        all.push((format!("mcts:{text}"), Box::new(Mcts::new(game, configured::<mcts::Config>(text)).unwrap())));
    }
    for text in ["", "strategies=random", "strategies=mobility+mobility2", "strategies=history+exploration"] {
        let search = MiniPlayer::new(game, configured::<mini_player::Config>(text)).unwrap();
        all.push((format!("mini-player:{text}"), Box::new(search)));
    }
    all.push(("ggp".into(), Box::new(GeneralPlayer::new(game, general::Config::default()).unwrap())));
    for text in ["", "observers=multi"] {
        let search = Ismcts::new(game, configured::<ismcts::Config>(text)).unwrap();
        all.push((format!("ismcts:{text}"), Box::new(search)));
    }
    all.push(("flat".into(), Box::new(Flat::new(game, flat::Config::default()).unwrap())));
    all.push(("greedy".into(), Box::new(Greedy::new(game).unwrap())));
    all.push(("exhaustive".into(), Box::new(Exhaustive::new(game, ExhaustiveConfig::default()).unwrap())));
    all.push(("minimax".into(), Box::new(Minimax::new(game, MinimaxConfig::default()).unwrap())));
    for text in ["", "merge=true", "search=mtd-f", "threads=2"] {
        let search = AlphaBeta::new(game, configured::<minimax::Config>(text)).unwrap();
        all.push((format!("alpha-beta:{text}"), Box::new(search)));
    }
    all.push(("df-pn".into(), Box::new(DfPn::new(game, DfPnConfig::default()).unwrap())));
    all.push(("and-or".into(), Box::new(AndOr::new(game, AndOrConfig::default()).unwrap())));
    let iteration = ValueIteration::new(game, value_iteration::Config::default()).unwrap();
    all.push(("value-iteration".into(), Box::new(iteration)));
    if game.players == 1 {
        all.push(("nrpa".into(), Box::new(nrpa::Nrpa::new(game, nrpa::Config::default()).unwrap())));
        all.push(("nested".into(), Box::new(nested::Nested::new(game, nested::Config::default()).unwrap())));
        all.push((
            "portfolio".into(),
            Box::new(portfolio::Portfolio::new(game, portfolio::Config::default()).unwrap()),
        ));
        if game.skilled {
            for text in ["", "playouts=0", "strata=stage"] {
                let search = beam::Beam::new(game, configured::<beam::Config>(text)).unwrap();
                all.push((format!("beam:{text}"), Box::new(search)));
            }
            all.push(("anneal".into(), Box::new(anneal::Anneal::new(game, anneal::Config::default()).unwrap())));
        }
    }
    all
}

/// The deadlines of the issue: 2 s, and others up to a few playouts.
const DEADLINES: [u64; 5] = [0, 400, 2_000, 20_000, 90_000];

#[test]
fn a_playout_of_slow_steps_does_not_outlive_the_deadline() {
    for (players, skilled) in [(1, false), (1, true), (2, false), (2, true)] {
        let game = Slow::new(players, skilled);
        for millis in DEADLINES {
            let time = Duration::from_millis(millis);
            for (name, mut search) in searches(&game) {
                let start = game.start(&mut Random::new(1));
                let view = View::of(&&game, &start, Player(0));
                let budget = Budget { clock: game.clock.clone(), ..Budget::time(time) };
                let before = game.clock.now();
                let report = search.search(&view, &budget, &mut Random::new(7));
                let late = (game.clock.now() - before).saturating_sub(time);
                // A thread may have a step under way while another drives the clock past the deadline.
                let threads = if name.contains("threads=2") { 3 } else { 1 };
                assert!(late <= STEP * threads, "{name} of {players} players: {late:?} after a deadline of {time:?}");
                let ended = matches!(report.ended_by, Limit::Time | Limit::Finished);
                assert!(ended, "{name}: ended by {:?}", report.ended_by);
                assert!(report.best.is_some_and(|mv| mv < MOVES), "{name}: no legal move");
            }
        }
    }
}

/// A simulation that the deadline ended leaves no trace: what is reported are finished ones, and another search goes on
/// with the same tree.
#[test]
fn an_unfinished_playout_is_not_counted() {
    let game = Slow::new(2, false);
    let start = game.start(&mut Random::new(1));
    let view = View::of(&&game, &start, Player(0));
    let mut search = Mcts::new(&game, mcts::Config::default()).unwrap();
    // The first playout takes 61 steps; a deadline after 30 leaves none.
    let budget = |steps: u32| Budget { clock: game.clock.clone(), ..Budget::time(STEP * steps) };
    let report = search.search(&view, &budget(30), &mut Random::new(7));
    assert_eq!((report.simulations, report.ended_by), (0, Limit::Time));
    assert!(report.value.is_none());
    assert!(report.candidates.iter().all(|candidate| candidate.visits == 0 && candidate.mean.is_none()));
    let report = search.search(&view, &budget(200), &mut Random::new(7));
    let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    assert_eq!((report.simulations, visits), (3, 3));
    assert!(report.candidates.iter().filter_map(|candidate| candidate.mean).all(|mean| (0.0..=1.0).contains(&mean)));
}

/// The same on several threads, where visits are counted on the way down.
#[test]
fn an_unfinished_playout_takes_its_visits_back() {
    for text in ["threads=2,parallel=tree", "threads=2,parallel=tree,amaf=rave", "threads=2,parallel=root"] {
        let game = Slow::new(2, false);
        let start = game.start(&mut Random::new(1));
        let view = View::of(&&game, &start, Player(0));
        let mut search = Mcts::new(&game, configured::<mcts::Config>(text)).unwrap();
        let budget = Budget { clock: game.clock.clone(), ..Budget::time(STEP * 1_000) };
        let report = search.search(&view, &budget, &mut Random::new(7));
        let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
        assert_eq!(report.ended_by, Limit::Time);
        // A simulation that finds the root busy is played out from there, and visits none of its children.
        assert!(visits <= report.simulations && visits + 2 >= report.simulations, "{text}: {visits} of {report:?}");
    }
}
