//! One set of tests for every game: [`check`] tests whether the rules of a [`Game`] satisfy the contract that searches
//! rely on.
//!
//! ```no_run
//! # fn my_game() -> impl spinney::game::Game { struct Never; impl spinney::game::Game for Never {
//! #     type State = (); type Move = u8;
//! #     fn info(&self) -> spinney::game::GameInfo { unimplemented!() }
//! #     fn start(&self, _: &mut spinney::random::Random) {}
//! #     fn turn(&self, _: &(), _: &mut spinney::game::Moves<u8>) -> spinney::game::Turn { unimplemented!() }
//! #     fn play(&self, _: &mut (), _: u8) {}
//! #     fn payoff(&self, _: &(), _: spinney::game::Player) -> f64 { 0.0 } } Never }
//! spinney_testkit::game_tests::check(&my_game());
//! ```
//!
//! The tests play seeded random games. They check at every position that moves and turns agree with the metadata, and
//! for each capability that the game has (notation, keys, drawing, evaluation, hidden information, playouts) what that capability
//! promises; at some positions they compare [`Game::random_step`] with the listed moves by a chi-square test.
//! [`perft`] counts the positions at a depth, for comparison with published tables.

mod capabilities;
mod distribution;
mod markup;
mod rules;

use capabilities::Memory;
use spinney::game::{Game, Moves, Turn};
use spinney::random::Random;

/// The extent of the tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameTests {
    /// Random games.
    pub games: u64,
    /// Games are abandoned after this many turns.
    pub turns: u32,
    /// Positions at which the distribution of random steps is tested.
    pub distributions: u64,
    /// The random seed.
    pub seed: u64,
}

impl Default for GameTests {
    fn default() -> Self {
        GameTests { games: 30, turns: 1_000, distributions: 6, seed: 1 }
    }
}

/// Runs the tests in their default size.
///
/// # Panics
///
/// If the game violates the contract; the message says where and how.
pub fn check<G: Game>(game: &G) {
    GameTests::default().check(game);
}

impl GameTests {
    /// Runs the tests.
    ///
    /// # Panics
    ///
    /// If the game violates the contract; the message says where and how.
    pub fn check<G: Game>(&self, game: &G) {
        rules::check_info(&game.info());
        let mut memory = Memory::default();
        for number in 0..self.games {
            let mut rng = Random::derive(self.seed, number);
            for state in self.random_game(game, &mut rng) {
                capabilities::check_position(game, &state, &mut memory, &mut rng);
            }
            rules::check_playout(game, number, self.turns);
            capabilities::check_playouts(game, number, self.turns);
        }
        for number in 0..self.distributions {
            let mut rng = Random::derive(!self.seed, number);
            let states = self.random_game(game, &mut rng);
            // Take the first, and spread the others over the length of a game.
            let state = &states[states.len() * number as usize / self.distributions as usize];
            distribution::check(game, state, &mut rng);
        }
    }

    /// The positions of a random game, including the first and the last, checked on the way so that the game continues
    /// only where it can.
    fn random_game<G: Game>(&self, game: &G, rng: &mut Random) -> Vec<G::State> {
        let mut state = game.start(rng);
        let mut states = vec![state.clone()];
        let mut moves = Moves::new();
        let longest = game.info().longest;
        rules::check_position(game, &state);
        while spinney::game::random_step_by_listing(game, &mut state, &mut moves, rng, &mut spinney::game::NoRecorder) {
            rules::check_position(game, &state);
            states.push(state.clone());
            let turns = states.len() as u32 - 1;
            if let Some(longest) = longest {
                assert!(
                    turns <= longest,
                    "a game is longer than the {longest} turns of its metadata: {}",
                    at(game, &state)
                );
            }
            if turns >= self.turns {
                break;
            }
        }
        states
    }
}

/// A description of a position, for messages.
fn at<G: Game>(game: &G, state: &G::State) -> String {
    let name = game.info().name;
    match game.capabilities().notation {
        Some(notation) => format!("{name} at `{}`", notation.write_state(state)),
        None => format!("{name} (no notation)"),
    }
}

/// The number of ways to play exactly `depth` turns from `state`. Chance outcomes and joint moves count one by one.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Moves::new();
    match game.turn(state, &mut moves) {
        Turn::Over => 0,
        Turn::Player(_) | Turn::Chance if depth == 1 => moves.len() as u64,
        Turn::Player(_) | Turn::Chance => {
            let after = |&mv| {
                let mut next = state.clone();
                game.play(&mut next, mv);
                perft(game, &next, depth - 1)
            };
            moves.iter().map(after).sum()
        }
        Turn::Joint => {
            let mut joints = vec![Vec::new()];
            for player in 0..moves.sections() {
                let longer = |joint: &Vec<G::Move>| {
                    let joint = joint.clone();
                    moves.section(player).iter().map(move |&mv| [joint.as_slice(), &[mv]].concat()).collect::<Vec<_>>()
                };
                joints = joints.iter().flat_map(longer).collect();
            }
            let after = |joint: &Vec<G::Move>| {
                let mut next = state.clone();
                game.play_joint(&mut next, joint);
                perft(game, &next, depth - 1)
            };
            joints.iter().map(after).sum()
        }
    }
}
