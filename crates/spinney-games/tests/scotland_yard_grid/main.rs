//! Scotland Yard on a grid: the rules in their corners, what the agents know, that nothing leaks, and the players.

mod players;
mod rules;
#[path = "../spec/mod.rs"]
mod spec;

use spinney::game::capabilities::Notation;
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney_games::scotland_yard_grid::{Options, ScotlandYardGrid, State};

const MR_X: Player = Player(0);
const AGENTS: Player = Player(1);

fn grid(size: usize, agents: usize, rounds: usize) -> ScotlandYardGrid {
    ScotlandYardGrid::new(Options::new(size, agents, rounds)).unwrap()
}

fn read(game: &ScotlandYardGrid, text: &str) -> State {
    game.read_state(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn play(game: &ScotlandYardGrid, state: &mut State, moves: &str) {
    for mv in moves.split_whitespace() {
        let mv = game.read_move(state, mv).unwrap_or_else(|error| panic!("{error} at {}", game.write_state(state)));
        game.play(state, mv);
    }
}

fn legal(game: &ScotlandYardGrid, state: &State) -> (Turn, String) {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    (turn, moves.iter().map(|&mv| game.write_move(state, mv)).collect::<Vec<_>>().join(" "))
}

/// The value of a word of the text of a position.
fn word(game: &ScotlandYardGrid, state: &State, key: &str) -> String {
    let text = game.write_state(state);
    let found = text.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    found.unwrap_or_else(|| panic!("no {key} in {text}")).to_owned()
}

fn payoffs(game: &ScotlandYardGrid, state: &State) -> [f64; 2] {
    [MR_X, AGENTS].map(|player| game.payoff(state, player))
}

/// All positions of random games.
fn positions(game: &ScotlandYardGrid, games: u64) -> Vec<State> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = Random::new(seed);
        let mut state = game.start(&mut rng);
        found.push(state);
        while game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
            found.push(state);
        }
    }
    found
}
