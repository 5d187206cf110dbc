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
mod clicks;
mod distribution;
mod markup;
mod rules;

use crate::trail::{self, Trail};
use capabilities::Memory;
use spinney::game::{Game, Moves, Turn, random_step_by_listing};
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
/// If the game violates the contract; the message says how, and names the seed and the moves that lead there.
pub fn check<G: Game>(game: &G) {
    GameTests::default().check(game);
}

impl GameTests {
    /// Runs the tests.
    ///
    /// # Panics
    ///
    /// If the game violates the contract; the message says how, and names the seed and the moves that lead there.
    pub fn check<G: Game>(&self, game: &G) {
        rules::check_info(&game.info());
        let mut memory = Memory::default();
        for number in 0..self.games {
            let mut rng = Random::derive(self.seed, number);
            let name = format!("random game {number} of seed {}", self.seed);
            self.random_game(game, &mut rng, &name, |trail, rng| {
                for index in 0..trail.states.len() {
                    trail.at = index;
                    capabilities::check_position(game, &trail.states[index], &mut memory, rng);
                }
            });
            let playouts = |(): &mut ()| {
                rules::check_playout(game, number, self.turns);
                capabilities::check_playouts(game, number, self.turns);
            };
            trail::in_context(playouts, &mut (), |()| format!("a playout of seed {number}"));
        }
        for number in 0..self.distributions {
            let mut rng = Random::derive(!self.seed, number);
            let name = format!("random game {number} of seed {}", !self.seed);
            self.random_game(game, &mut rng, &name, |trail, rng| {
                // Take the first, and spread the others over the length of a game.
                trail.at = trail.states.len() * number as usize / self.distributions as usize;
                distribution::check(game, &trail.states[trail.at], rng);
            });
        }
    }

    /// Plays a random game to its end, checking the rules on the way so that the game continues only where it can; then
    /// runs `test`. The message of a failure has the name of the game and its moves.
    fn random_game<G: Game>(
        &self,
        game: &G,
        rng: &mut Random,
        name: &str,
        test: impl FnOnce(&mut Trail<G>, &mut Random),
    ) {
        let mut trail = Trail::new(game.start(rng));
        let play_and_test = |trail: &mut Trail<G>| {
            self.play(game, rng, trail);
            test(trail, rng);
        };
        trail::in_context(play_and_test, &mut trail, |trail| format!("{name}, {}", trail.describe(game)));
    }

    fn play<G: Game>(&self, game: &G, rng: &mut Random, trail: &mut Trail<G>) {
        let mut state = trail.states[0].clone();
        let mut moves = Moves::new();
        let longest = game.info().longest;
        rules::check_position(game, &state);
        let mut step = Vec::new();
        while random_step_by_listing(game, &mut state, &mut moves, rng, &mut step) {
            trail.push(std::mem::take(&mut step), state.clone());
            rules::check_position(game, &state);
            let turns = trail.at as u32;
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
