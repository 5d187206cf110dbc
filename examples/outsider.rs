//! A game from outside the library, in under 60 lines, under every two-player search that the library has.
//!
//! Chomp: a bar of chocolate whose lower left piece is poisoned. Who is to move bites off a piece with everything above
//! it and to its right; who takes the poisoned piece loses. `cargo run --example outsider`
use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::Random;

/// The rules: the size of the bar.
struct Chomp {
    columns: usize,
    rows: u8,
}

/// What is left of each column, and who moves.
#[derive(Clone, Debug)]
struct Bar {
    left: Vec<u8>,
    player: u8,
}

impl Game for Chomp {
    type State = Bar;
    /// Column and row of the bite.
    type Move = (u8, u8);

    fn info(&self) -> GameInfo {
        GameInfo::two_player("chomp", PayoffRange::new(0.0, 1.0))
    }

    fn start(&self, _: &mut Random) -> Bar {
        Bar { left: vec![self.rows; self.columns], player: 0 }
    }

    fn turn(&self, bar: &Bar, moves: &mut Moves<(u8, u8)>) -> Turn {
        for (column, &left) in bar.left.iter().enumerate() {
            moves.extend((0..left).map(|row| (column as u8, row)));
        }
        if moves.is_empty() { Turn::Over } else { Turn::Player(Player(bar.player)) }
    }

    fn play(&self, bar: &mut Bar, (column, row): (u8, u8)) {
        for left in &mut bar.left[usize::from(column)..] {
            *left = row.min(*left);
        }
        bar.player = 1 - bar.player;
    }

    fn payoff(&self, bar: &Bar, player: Player) -> f64 {
        f64::from(u8::from(player.0 == bar.player)) // the other one took the poison
    }
}
// The game ends here. What follows lets every search play it.

use spinney::budget::Budget;
use spinney::game::View;
use spinney::search::cfr::{Cfr, CfrConfig, Mccfr, MccfrConfig};
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::flat::{self, Flat};
use spinney::search::general::{self, GeneralPlayer};
use spinney::search::greedy::Greedy;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::mini_player::{self, MiniPlayer};
use spinney::search::minimax::{self, AlphaBeta, Minimax, MinimaxConfig};
use spinney::search::parameter::Configure;
use spinney::search::pimc::{self, Pimc};
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney::search::random::RandomMover;
use spinney::search::value_iteration::{self, ValueIteration};
use spinney::search::{Refusal, Search};

/// The searches by name, with settings of Monte-Carlo tree search that differ in kind.
const SEARCHES: &[&str] = &[
    "random",
    "flat:select=uniform",
    "flat:select=ucb",
    "mcts",
    "mcts:select=ucb1-tuned",
    "mcts:select=ucb-v",
    "mcts:select=puct",
    "mcts:select=thompson",
    "mcts:select=article",
    "mcts:amaf=rave",
    "mcts:amaf=grave",
    "mcts:playout=mast",
    "mcts:backup=max",
    "mcts:solver=false",
    "mcts:threads=2,parallel=tree",
    "mcts:threads=2,parallel=root",
    "mcts:threads=2,parallel=leaf",
    "mcts:merge=true",
    "mini-player:answer=most-visits",
    "cadia",
    "ggp",
    "alpha-beta",
    "alpha-beta:search=mtd-f",
    "minimax",
    "df-pn",
    "and-or",
    "exhaustive",
    "value-iteration",
    "ismcts",
    "ismcts:observers=multi",
    "pimc",
    "cfr",
    "mccfr",
    "mccfr:sampling=outcome",
    "greedy",
];

/// A configuration with the given keys changed.
fn configure<C: Configure>(pairs: &str) -> C {
    let mut config = C::default();
    for (key, value) in pairs.split(',').filter_map(|pair| pair.split_once('=')) {
        config.set(key, value).expect("the list above has known keys");
    }
    config
}

fn make<'g>(game: &'g Chomp, spec: &str) -> Result<Box<dyn Search<&'g Chomp> + 'g>, Refusal> {
    let (name, pairs) = spec.split_once(':').unwrap_or((spec, ""));
    Ok(match name {
        "random" => Box::new(RandomMover::new(game)?),
        "flat" => Box::new(Flat::new(game, configure::<flat::Config>(pairs))?),
        "alpha-beta" => Box::new(AlphaBeta::new(game, configure::<minimax::Config>(pairs))?),
        "minimax" => Box::new(Minimax::new(game, configure::<MinimaxConfig>(pairs))?),
        "df-pn" => Box::new(DfPn::new(game, configure::<DfPnConfig>(pairs))?),
        "and-or" => Box::new(AndOr::new(game, configure::<AndOrConfig>(pairs))?),
        "mcts" => Box::new(Mcts::new(game, configure::<mcts::Config>(pairs))?),
        "mini-player" => Box::new(MiniPlayer::new(game, configure::<mini_player::Config>(pairs))?),
        "cadia" => Box::new(Mcts::new(game, mcts::Config::cadia())?),
        "ggp" => Box::new(GeneralPlayer::new(game, configure::<general::Config>(pairs))?),
        "value-iteration" => Box::new(ValueIteration::new(game, configure::<value_iteration::Config>(pairs))?),
        "ismcts" => Box::new(Ismcts::new(game, configure::<ismcts::Config>(pairs))?),
        "pimc" => Box::new(Pimc::new(game, configure::<pimc::Config>(pairs), |open| {
            Ok(Box::new(Mcts::new(open, mcts::Config::default())?))
        })?),
        "cfr" => Box::new(Cfr::new(game, configure::<CfrConfig>(pairs))?),
        "mccfr" => Box::new(Mccfr::new(game, configure::<MccfrConfig>(pairs))?),
        "greedy" => Box::new(Greedy::new(game)?),
        _ => Box::new(Exhaustive::new(game, configure::<ExhaustiveConfig>(pairs))?),
    })
}

/// Plays a game in which `spec` moves first against perfect play; answers its opening and whether it won.
fn play(game: &Chomp, spec: &str, rng: &mut Random) -> Result<((u8, u8), bool), Refusal> {
    let mut seats = [make(game, spec)?, make(game, "exhaustive")?];
    let budget = Budget::simulations(10_000);
    let mut bar = game.start(rng);
    let mut opening = None;
    while let Turn::Player(player) = game.turn(&bar, &mut Moves::new()) {
        let report = seats[player.index()].search(&View::of(game, &bar, player), &budget, rng);
        let mv = report.best.expect("a search answers while there are moves");
        opening.get_or_insert(mv);
        game.play(&mut bar, mv);
    }
    Ok((opening.expect("the bar is not empty"), game.payoff(&bar, Player(0)) == 1.0))
}

pub(crate) fn main() {
    let game = Chomp { columns: 3, rows: 3 };
    spinney_testkit::game_tests::check(&game);
    let mut rng = Random::new(1);
    println!("Chomp on {} x {}; the first player can win. Against perfect play:", game.columns, game.rows);
    for spec in SEARCHES {
        match play(&game, spec, &mut rng) {
            Ok((opening, won)) => {
                println!("  {spec:<30} opens {opening:?} and {}", if won { "wins" } else { "loses" })
            }
            Err(refusal) => println!("  {spec:<30} refuses: {refusal}"),
        }
    }
}
