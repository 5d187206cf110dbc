//! Two tiny games that distinguish the searches for hidden information.
//!
//! *Guess*: a search that solves each determinization separately overestimates guessing a coin, since in each
//! determinization the right guess is known (strategy fusion). *Pennies*: with one tree for all players, the opponent's
//! choices depend on hidden information; with a tree per player they do not.

use spinney::budget::Budget;
use spinney::game::capabilities::{Hidden, MoveObservation};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::ismcts::{Config, Ismcts, Observers};
use spinney::search::pimc::{self, Pimc};

/// Stop for a small sure payoff, or continue with a hidden coin: in `guess` it is tossed and the same player names its
/// side; in `pennies` that player places the coin and the other player names it.
#[derive(Clone, Copy)]
struct Coin {
    pennies: bool,
    sure: f64,
}

const STOP: u8 = 0;
const GO: u8 = 1;

/// What was done: 0 nothing, 1 stopped, 2 went on, 3 the coin was laid, 4 a side was named.
#[derive(Clone, Copy, Debug, PartialEq)]
struct State {
    stage: u8,
    /// The side that lies up, 2 or 3; 0 if it is not known or not laid.
    coin: u8,
    named: u8,
}

impl Game for Coin {
    type State = State;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { hidden: true, ..GameInfo::two_player("coin", PayoffRange::new(0.0, 1.0)) }
    }

    fn start(&self, rng: &mut Random) -> State {
        State { stage: 0, coin: if self.pennies { 0 } else { 2 + rng.below(2) as u8 }, named: 0 }
    }

    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        match state.stage {
            0 => moves.extend([STOP, GO]),
            2 | 3 => moves.extend([2, 3]),
            _ => return Turn::Over,
        }
        Turn::Player(Player(u8::from(state.stage == 3)))
    }

    fn play(&self, state: &mut State, mv: u8) {
        match (state.stage, mv) {
            (0, STOP) => state.stage = 1,
            (0, _) => state.stage = 2,
            (2, side) if self.pennies => (state.stage, state.coin) = (3, side),
            (_, side) => (state.stage, state.named) = (4, side),
        }
    }

    fn payoff(&self, state: &State, player: Player) -> f64 {
        let right = f64::from(u8::from(state.named == state.coin));
        let first = match (state.stage, self.pennies) {
            (1, _) => self.sure,
            (_, false) => right,
            (_, true) => 1.0 - right,
        };
        if player.0 == 0 { first } else { 1.0 - first }
    }

    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities { hidden: Some(self), ..Capabilities::none() }
    }
}

impl Coin {
    /// Who has laid the coin knows it.
    fn knows(&self, observer: Player) -> bool {
        self.pennies && observer.0 == 0
    }
}

impl Hidden for Coin {
    fn conceal(&self, state: &mut State, observer: Player) {
        if !self.knows(observer) && state.stage < 4 {
            state.coin = 0;
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        state.coin != 0 || state.stage < 3
    }

    fn sample(&self, concealed: &State, observer: Player, rng: &mut Random) -> State {
        let laid = !self.pennies || concealed.stage >= 3;
        let unknown = concealed.coin == 0 && laid && !self.knows(observer);
        State { coin: if unknown { 2 + rng.below(2) as u8 } else { concealed.coin }, ..*concealed }
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        u64::from(concealed.stage) | u64::from(concealed.coin) << 8 | u64::from(observer.0) << 16
    }

    fn observe(&self, state: &State, _: u8, observer: Player) -> MoveObservation {
        let laid = self.pennies && state.stage == 2;
        if laid && !self.knows(observer) { MoveObservation::partial("laid") } else { MoveObservation::Full }
    }
}

fn decide(game: Coin, mut search: impl Search<Coin>) -> Report<u8> {
    let state = game.start(&mut Random::new(1));
    search.search(&View::of(&game, &state, Player(0)), &Budget::simulations(20_000), &mut Random::new(1))
}

fn ismcts(game: Coin, observers: Observers) -> Report<u8> {
    decide(game, Ismcts::new(game, Config { observers, ..Config::default() }).unwrap())
}

fn value_of(report: &Report<u8>, mv: u8) -> f64 {
    report.candidates.iter().find(|candidate| candidate.mv == mv).and_then(|candidate| candidate.mean).unwrap()
}

#[test]
fn the_games_keep_the_contract() {
    spinney_testkit::game_tests::check(&Coin { pennies: false, sure: 0.7 });
    spinney_testkit::game_tests::check(&Coin { pennies: true, sure: 0.3 });
}

#[test]
fn solving_deals_fuses_strategies_and_information_sets_do_not() {
    let game = Coin { pennies: false, sure: 0.7 };
    let solver = |open| Ok(Box::new(Exhaustive::new(open, ExhaustiveConfig::default())?) as _);
    let report = decide(game, Pimc::new(game, pimc::Config::default(), solver).unwrap());
    assert_eq!((report.best, value_of(&report, GO)), (Some(GO), 1.0), "each deal is guessed right");
    for observers in [Observers::Single, Observers::Multi] {
        let report = ismcts(game, observers);
        assert_eq!(report.best, Some(STOP), "{observers:?}");
        assert!((value_of(&report, GO) - 0.5).abs() < 0.1, "{report:?}");
    }
}

#[test]
fn only_a_tree_per_player_keeps_hidden_moves_hidden() {
    let game = Coin { pennies: true, sure: 0.3 };
    let single = ismcts(game, Observers::Single);
    assert_eq!(single.best, Some(STOP), "the opponent seems to see the coin: {single:?}");
    let multi = ismcts(game, Observers::Multi);
    assert_eq!(multi.best, Some(GO), "{multi:?}");
    assert!((value_of(&multi, GO) - 0.5).abs() < 0.1, "{multi:?}");
}
