//! The game_tests itself: it passes games that keep the contract, and finds each fault in games that do not.

use spinney::game::capabilities::{
    Evaluate, Hidden, Key, MoveObservation, Notation, NotationError, Playouts, PolicyName,
};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn, random_step_by_listing};
use spinney::random::Random;
use spinney_testkit::game_tests::{GameTests, check, perft};

/// What is wrong with a [`Nim`].
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    Payoff,
    Repetition,
    NoMoves,
    TooLong,
    TooWide,
    Skewed,
    Unrecorded,
    Key,
    ReadsAnything,
    Evaluation,
    Quiet,
}

/// Take one to three of 15 counters; the player that takes the last one wins.
struct Nim(Fault);

impl Game for Nim {
    type State = (u8, u8);
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo {
            longest: Some(if self.0 == Fault::TooLong { 6 } else { 15 }),
            widest: Some(if self.0 == Fault::TooWide { 2 } else { 3 }),
            ..GameInfo::two_player("nim", PayoffRange::new(0.0, 1.0))
        }
    }
    fn start(&self, _: &mut Random) -> (u8, u8) {
        (15, 0)
    }
    fn turn(&self, s: &(u8, u8), moves: &mut Moves<u8>) -> Turn {
        if s.0 == 0 {
            return Turn::Over;
        }
        if self.0 != Fault::NoMoves || s.0 > 5 {
            moves.extend(1..=s.0.min(3));
        }
        if self.0 == Fault::Repetition {
            moves.push(1);
        }
        Turn::Player(Player(s.1))
    }
    fn play(&self, s: &mut (u8, u8), mv: u8) {
        *s = (s.0 - mv, 1 - s.1);
    }
    fn payoff(&self, s: &(u8, u8), player: Player) -> f64 {
        if self.0 == Fault::Payoff { 1.0 } else { f64::from(player.0 != s.1) }
    }
    fn random_step<L: Recorder<u8>>(
        &self,
        state: &mut (u8, u8),
        scratch: &mut Moves<u8>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        match self.0 {
            Fault::Skewed if state.0 > 3 => {
                let mv = [1, 1, 2, 3][rng.below(4)];
                recorder.record(Some(Player(state.1)), mv);
                self.play(state, mv);
                true
            }
            Fault::Unrecorded => random_step_by_listing(self, state, scratch, rng, &mut spinney::game::NoRecorder),
            _ => random_step_by_listing(self, state, scratch, rng, recorder),
        }
    }
    fn capabilities(&self) -> Capabilities<'_, (u8, u8), u8> {
        Capabilities { notation: Some(self), key: Some(self), evaluate: Some(self), ..Capabilities::none() }
    }
}

impl Notation for Nim {
    fn write_move(&self, _: &(u8, u8), mv: u8) -> String {
        mv.to_string()
    }
    fn read_move(&self, state: &(u8, u8), text: &str) -> Result<u8, NotationError> {
        let number = text.parse().map_err(|_| NotationError::new("no number"))?;
        let legal = (1..=state.0.min(3)).contains(&number) || self.0 == Fault::ReadsAnything;
        if legal { Ok(number) } else { Err(NotationError::new("not so many")) }
    }
    fn write_state(&self, state: &(u8, u8)) -> String {
        format!("{} {}", state.0, state.1)
    }
    fn read_state(&self, text: &str) -> Result<(u8, u8), NotationError> {
        let numbers: Vec<u8> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        match numbers[..] {
            [left, player @ (0 | 1)] if left <= 15 => Ok((left, player)),
            _ => Err(NotationError::new("expected two numbers")),
        }
    }
}

impl Key for Nim {
    fn key(&self, state: &(u8, u8)) -> u64 {
        u64::from(state.0) << 1 | if self.0 == Fault::Key { 0 } else { u64::from(state.1) }
    }
}

impl Evaluate for Nim {
    fn evaluate(&self, _: &(u8, u8), player: Player) -> f64 {
        if self.0 == Fault::Evaluation { 0.4 } else { [0.4, 0.6][player.index()] }
    }

    fn evaluate_if_quiet(&self, state: &(u8, u8), player: Player) -> Option<f64> {
        (self.0 == Fault::Quiet || state.0 > 0).then(|| self.evaluate(state, player))
    }
}

#[test]
fn a_sound_game_passes() {
    check(&Nim(Fault::None));
}

#[test]
fn every_fault_is_found() {
    let faults = [
        (Fault::Payoff, "do not add up"),
        (Fault::Repetition, "listed twice"),
        (Fault::NoMoves, "no move, yet the game is not over"),
        (Fault::TooLong, "longer than the 6 turns"),
        (Fault::TooWide, "more than the 2 moves"),
        (Fault::Skewed, "not drawn as listed"),
        (Fault::Unrecorded, "lead elsewhere"),
        (Fault::Key, "same key"),
        (Fault::ReadsAnything, "is taken for"),
        (Fault::Evaluation, "do not add up"),
        (Fault::Quiet, "the game is over"),
    ];
    for (fault, expected) in faults {
        let panic = std::panic::catch_unwind(|| check(&Nim(fault))).expect_err("the game_tests must find the fault");
        let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
        assert!(message.contains(expected), "{fault:?}: {message}");
        assert!(message.contains("seed"), "{fault:?}: {message}");
    }
}

#[test]
fn a_failure_names_the_seed_and_the_moves_that_lead_to_it() {
    let panic = std::panic::catch_unwind(|| check(&Nim(Fault::NoMoves))).expect_err("the fault must be found");
    let message = panic.downcast_ref::<String>().unwrap();
    let (_, trail) = message.split_once("\n  in random game 0 of seed 1, after ").expect(message);
    let taken: Vec<u8> = trail.split(' ').map(|mv| mv.parse().unwrap()).collect();
    assert!((10..15).contains(&taken.iter().sum::<u8>()), "few enough counters are left for the fault: {message}");
}

/// A coin is tossed with a bias; then both players guess simultaneously; the right guesser gets a point.
struct Guessing;

/// What has happened: the coin, and the guesses.
type Table = (Option<u8>, Option<[u8; 2]>);

impl Game for Guessing {
    type State = Table;
    type Move = u8;

    fn info(&self) -> GameInfo {
        let mut info = GameInfo::two_player("guessing", PayoffRange::new(0.0, 1.0));
        (info.chance, info.joint, info.constant_sum) = (true, true, None);
        (info.longest, info.widest) = (Some(2), Some(3));
        info
    }
    fn start(&self, _: &mut Random) -> Table {
        (None, None)
    }
    fn turn(&self, state: &Table, moves: &mut Moves<u8>) -> Turn {
        match state {
            (None, _) => {
                moves.push_weighted(0, 0.75);
                moves.push_weighted(1, 0.25);
                Turn::Chance
            }
            (Some(_), None) => {
                moves.extend([0, 1]);
                moves.end_section();
                moves.extend([0, 1, 2]);
                moves.end_section();
                Turn::Joint
            }
            _ => Turn::Over,
        }
    }
    fn play(&self, state: &mut Table, mv: u8) {
        state.0 = Some(mv);
    }
    fn play_joint(&self, state: &mut Table, moves: &[u8]) {
        state.1 = Some([moves[0], moves[1]]);
    }
    fn payoff(&self, state: &Table, player: Player) -> f64 {
        f64::from(state.1.is_some_and(|guesses| Some(guesses[player.index()]) == state.0))
    }
}

#[test]
fn chance_and_joint_turns_pass_too() {
    GameTests { games: 5, ..GameTests::default() }.check(&Guessing);
    let counts: Vec<u64> = (0..4).map(|depth| perft(&Guessing, &(None, None), depth)).collect();
    assert_eq!(counts, [1, 2, 12, 0]);
}

/// Both players hold a card from 1 to 3 that the other does not see; each in turn may pass (0) or show it (its value);
/// the higher card shown wins. `honest` is whether samples keep the observer's own card.
struct Cards {
    honest: bool,
}

/// The cards (0: not known), and what was shown so far.
#[derive(Clone)]
struct Deal {
    cards: [u8; 2],
    shown: Vec<u8>,
}

impl Game for Cards {
    type State = Deal;
    type Move = u8;

    fn info(&self) -> GameInfo {
        let mut info = GameInfo::two_player("cards", PayoffRange::new(0.0, 1.0));
        (info.hidden, info.random_start, info.longest, info.widest) = (true, true, Some(2), Some(2));
        info
    }
    fn start(&self, rng: &mut Random) -> Deal {
        Deal { cards: [rng.below(3) as u8 + 1, rng.below(3) as u8 + 1], shown: Vec::new() }
    }
    fn turn(&self, state: &Deal, moves: &mut Moves<u8>) -> Turn {
        let player = state.shown.len();
        if player == 2 {
            return Turn::Over;
        }
        moves.extend([0, state.cards[player]]);
        Turn::Player(Player(player as u8))
    }
    fn play(&self, state: &mut Deal, mv: u8) {
        state.shown.push(mv);
    }
    fn payoff(&self, state: &Deal, player: Player) -> f64 {
        let (own, other) = (state.shown[player.index()], state.shown[1 - player.index()]);
        if own == other { 0.5 } else { f64::from(own > other) }
    }
    fn capabilities(&self) -> Capabilities<'_, Deal, u8> {
        Capabilities { hidden: Some(self), playouts: Some(self), ..Capabilities::none() }
    }
}

impl Hidden for Cards {
    fn conceal(&self, state: &mut Deal, observer: Player) {
        let other = 1 - observer.index();
        state.cards[other] = state.shown.get(other).copied().unwrap_or(0);
    }
    fn is_complete(&self, state: &Deal) -> bool {
        !state.cards.contains(&0)
    }

    fn sample(&self, concealed: &Deal, observer: Player, rng: &mut Random) -> Deal {
        let mut state = concealed.clone();
        if state.cards[1 - observer.index()] == 0 {
            state.cards[1 - observer.index()] = rng.below(3) as u8 + 1;
        }
        if !self.honest {
            state.cards[observer.index()] = rng.below(3) as u8 + 1;
        }
        state
    }
    fn information_key(&self, concealed: &Deal, _: Player) -> u64 {
        let digits = concealed.cards.iter().chain(&concealed.shown);
        digits.fold(1, |key, &digit| key * 4 + u64::from(digit))
    }
    fn observe(&self, _: &Deal, _: u8, _: Player) -> MoveObservation {
        MoveObservation::Full
    }
}

impl Playouts for Cards {
    fn policies(&self) -> &'static [PolicyName] {
        &[PolicyName { name: "show", summary: "always shows the card" }]
    }
    fn play_out(&self, _: usize, state: &mut Deal, _: u32, _: &mut Random, recorder: &mut dyn Recorder<u8>) -> bool {
        for player in state.shown.len()..2 {
            let card = state.cards[player];
            recorder.record(Some(Player(player as u8)), card);
            self.play(state, card);
        }
        true
    }
}

#[test]
fn hidden_information_and_playout_policies_are_checked() {
    check(&Cards { honest: true });
    let panic = std::panic::catch_unwind(|| check(&Cards { honest: false })).expect_err("the samples are wrong");
    let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
    assert!(message.contains("a sample looks different"), "{message}");
}
