//! Minimal games for tests: simultaneous moves with chance, a hidden card, and a game without end.
#![allow(dead_code, reason = "every test file uses some of the games")]

use spinney::game::capabilities::{Hidden, MoveObservation, Notation, NotationError};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::Random;

/// Two players show heads or tails simultaneously, three times; equal coins win for the first. Then a die with
/// weights 0.25 and 0.75 doubles the stake or does not.
pub(crate) struct Pennies;

/// Pennies: points of the first player, rounds played, the die if it was cast.
#[derive(Clone, Debug)]
pub(crate) struct Coins {
    points: i32,
    rounds: u32,
    die: Option<u8>,
}

impl Game for Pennies {
    type State = Coins;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { joint: true, chance: true, ..GameInfo::two_player("pennies", PayoffRange::new(-6.0, 6.0)) }
    }

    fn start(&self, _: &mut Random) -> Coins {
        Coins { points: 0, rounds: 0, die: None }
    }

    fn turn(&self, state: &Coins, moves: &mut Moves<u8>) -> Turn {
        if state.die.is_some() {
            return Turn::Over;
        }
        if state.rounds == 3 {
            moves.push_weighted(1, 0.25);
            moves.push_weighted(2, 0.75);
            return Turn::Chance;
        }
        for _ in 0..2 {
            moves.extend([0, 1]);
            moves.end_section();
        }
        Turn::Joint
    }

    fn play(&self, state: &mut Coins, mv: u8) {
        state.die = Some(mv);
    }

    fn play_joint(&self, state: &mut Coins, moves: &[u8]) {
        state.points += if moves[0] == moves[1] { 1 } else { -1 };
        state.rounds += 1;
    }

    fn payoff(&self, state: &Coins, player: Player) -> f64 {
        let won = f64::from(state.points * i32::from(state.die.unwrap_or(1)));
        if player == Player(0) { won } else { -won }
    }

    fn capabilities(&self) -> Capabilities<'_, Coins, u8> {
        Capabilities { notation: Some(self), ..Capabilities::none() }
    }
}

impl Notation for Pennies {
    fn write_move(&self, state: &Coins, mv: u8) -> String {
        if state.rounds == 3 { mv.to_string() } else { ["heads", "tails"][usize::from(mv)].to_owned() }
    }

    fn write_state(&self, state: &Coins) -> String {
        format!("{} {}", state.points, state.rounds)
    }

    fn read_state(&self, _: &str) -> Result<Coins, NotationError> {
        Err(NotationError::new("pennies begin at the start"))
    }
}

/// One card from 0 to 9 that only the second player sees, who names it or lies, once.
pub(crate) struct Card;

impl Game for Card {
    type State = (u8, Option<u8>);
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { hidden: true, random_start: true, ..GameInfo::two_player("card", PayoffRange::new(0.0, 1.0)) }
    }

    fn start(&self, rng: &mut Random) -> Self::State {
        (rng.below(10) as u8, None)
    }

    fn turn(&self, state: &Self::State, moves: &mut Moves<u8>) -> Turn {
        if state.1.is_some() {
            return Turn::Over;
        }
        moves.extend(0..10);
        Turn::Player(Player(0))
    }

    fn play(&self, state: &mut Self::State, mv: u8) {
        state.1 = Some(mv);
    }

    fn payoff(&self, state: &Self::State, player: Player) -> f64 {
        f64::from((state.1 == Some(state.0)) == (player == Player(0)))
    }

    fn capabilities(&self) -> Capabilities<'_, Self::State, u8> {
        Capabilities { notation: Some(self), hidden: Some(self), ..Capabilities::none() }
    }
}

impl Notation for Card {
    fn write_move(&self, _: &Self::State, mv: u8) -> String {
        mv.to_string()
    }

    fn write_state(&self, state: &Self::State) -> String {
        if state.0 == 255 { "?".to_owned() } else { state.0.to_string() }
    }

    fn read_state(&self, text: &str) -> Result<Self::State, NotationError> {
        text.parse().map(|card| (card, None)).map_err(|_| NotationError::new("a card is 0 to 9"))
    }
}

impl Hidden for Card {
    fn conceal(&self, state: &mut Self::State, observer: Player) {
        if observer == Player(0) {
            state.0 = 255;
        }
    }

    fn is_complete(&self, state: &Self::State) -> bool {
        state.0 != 255
    }

    fn sample(&self, concealed: &Self::State, _: Player, rng: &mut Random) -> Self::State {
        (if concealed.0 == 255 { rng.below(10) as u8 } else { concealed.0 }, concealed.1)
    }

    fn information_key(&self, concealed: &Self::State, _: Player) -> u64 {
        u64::from(concealed.0)
    }

    fn observe(&self, _: &Self::State, _: u8, _: Player) -> MoveObservation {
        MoveObservation::Full
    }
}

/// A game that never ends.
pub(crate) struct Endless;

impl Game for Endless {
    type State = u32;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo::one_player("endless", None)
    }

    fn start(&self, _: &mut Random) -> u32 {
        0
    }

    fn turn(&self, _: &u32, moves: &mut Moves<u8>) -> Turn {
        moves.push(0);
        Turn::Player(Player(0))
    }

    fn play(&self, state: &mut u32, _: u8) {
        *state += 1;
    }

    fn payoff(&self, _: &u32, _: Player) -> f64 {
        0.0
    }

    fn capabilities(&self) -> Capabilities<'_, u32, u8> {
        Capabilities { notation: Some(self), ..Capabilities::none() }
    }
}

impl Notation for Endless {
    fn write_move(&self, _: &u32, _: u8) -> String {
        "on".to_owned()
    }

    fn write_state(&self, state: &u32) -> String {
        state.to_string()
    }

    fn read_state(&self, text: &str) -> Result<u32, NotationError> {
        text.parse().map_err(|_| NotationError::new("a number"))
    }
}

/// A game without notation.
pub(crate) struct Mute;

impl Game for Mute {
    type State = ();
    type Move = ();

    fn info(&self) -> GameInfo {
        GameInfo::one_player("mute", None)
    }

    fn start(&self, _: &mut Random) {}

    fn turn(&self, (): &(), _: &mut Moves<()>) -> Turn {
        Turn::Over
    }

    fn play(&self, (): &mut (), (): ()) {}

    fn payoff(&self, (): &(), _: Player) -> f64 {
        0.0
    }
}
