//! A game for one: the answer is the best line ever seen, to the end. `cargo run --example one_player`
//!
//! Rod cutting: a rod is sawn into pieces, and each length has its price. What is the most that it can bring?
use spinney::budget::Budget;
use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::search::mcts::{Answer, Config, Mcts, Selection};
use spinney::search::single_player::anneal::{self, Anneal};
use spinney::search::single_player::beam::{self, Beam};
use spinney::search::single_player::goal_beam::{self, GoalBeam};
use spinney::search::single_player::nested::{self, Nested};
use spinney::search::single_player::nrpa::{self, Nrpa};
use spinney::search::single_player::portfolio::{self, Portfolio};
use spinney::search::single_player::sampling::{self, Sampling};
use spinney::search::{Refusal, Search};

/// What a piece of length 1, 2, 3, … brings.
const PRICES: [u32; 8] = [1, 5, 8, 9, 10, 17, 17, 20];

/// The rod's length.
struct Rod(u32);

impl Game for Rod {
    /// The length left, and what the pieces have brought.
    type State = (u32, u32);
    /// The length of a piece.
    type Move = u32;

    fn info(&self) -> GameInfo {
        let most = PRICES.iter().max().map_or(0, |price| price * self.0);
        GameInfo {
            longest: Some(self.0),
            widest: Some(PRICES.len() as u32),
            ..GameInfo::one_player("rod cutting", Some(PayoffRange::new(0.0, f64::from(most))))
        }
    }

    fn start(&self, _: &mut Random) -> (u32, u32) {
        (self.0, 0)
    }

    fn turn(&self, &(left, _): &(u32, u32), moves: &mut Moves<u32>) -> Turn {
        moves.extend(1..=left.min(PRICES.len() as u32));
        if left == 0 { Turn::Over } else { Turn::Player(Player(0)) }
    }

    fn play(&self, state: &mut (u32, u32), piece: u32) {
        *state = (state.0 - piece, state.1 + PRICES[piece as usize - 1]);
    }

    fn payoff(&self, state: &(u32, u32), _: Player) -> f64 {
        f64::from(state.1)
    }
}

/// The searches that are for one player only. Some of them want to know more of a game than its rules.
const SEARCHES: &[&str] = &["portfolio", "nrpa", "nested", "iterative-sampling", "beam", "anneal", "goal-beam"];

fn make<'g>(game: &'g Rod, name: &str) -> Result<Box<dyn Search<&'g Rod> + 'g>, Refusal> {
    Ok(match name {
        "portfolio" => Box::new(Portfolio::new(game, portfolio::Config::default())?),
        "nrpa" => Box::new(Nrpa::new(game, nrpa::Config::default())?),
        "nested" => Box::new(Nested::new(game, nested::Config::default())?),
        "iterative-sampling" => Box::new(Sampling::new(game, sampling::Config::default())?),
        "goal-beam" => Box::new(GoalBeam::new(game, goal_beam::Config::default())?),
        "beam" => Box::new(Beam::new(game, beam::Config::default())?),
        _ => Box::new(Anneal::new(game, anneal::Config::default())?),
    })
}

pub(crate) fn main() {
    let game = Rod(12);
    spinney_testkit::game_tests::check(&game);
    let start = View::of(&game, &game.start(&mut Random::new(1)), Player(0));
    let config = Config { select: Selection::SpMcts, answer: Answer::BestLine, ..Config::default() };
    let mut search = Mcts::new(&game, config).expect("mcts plays games for one");
    let report = search.search(&start, &Budget::simulations(5_000), &mut Random::new(1));
    println!("a rod of {} is worth {:?}, sawn into {:?}", game.0, report.value, report.pv);
    assert_eq!(report.pv.iter().sum::<u32>(), game.0);
    assert_eq!(report.value, Some(34.0));
    for name in SEARCHES {
        match make(&game, name) {
            Ok(mut search) => {
                let report = search.search(&start, &Budget::simulations(5_000), &mut Random::new(1));
                println!("  {name:<8} finds {:?}, sawn into {:?}", report.value, report.pv);
                assert_eq!(report.pv.iter().sum::<u32>(), game.0);
            }
            Err(refusal) => println!("  {name:<8} refuses: {refusal}"),
        }
    }
}
