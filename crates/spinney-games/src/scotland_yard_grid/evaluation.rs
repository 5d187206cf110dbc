//! Evaluation of unfinished games: distance of the agents, uncertainty about Mr. X's location, and the rounds left.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::board::End;
use super::cells::{NOWHERE, distance};
use super::{AGENTS, ScotlandYardGrid, State};

const FEATURES: [Feature; 6] = [
    Feature { name: "nearest", meaning: "proximity of the nearest agent to Mr. X, 1 if adjacent" },
    Feature { name: "mean", meaning: "mean proximity of the agents to Mr. X" },
    Feature { name: "cornered", meaning: "directions in which Mr. X cannot move, as a share of four" },
    Feature { name: "doubt", meaning: "entropy of Mr. X's possible locations, as a share of the maximum" },
    Feature { name: "rounds", meaning: "rounds left, by rounds left and columns" },
    Feature { name: "hunt", meaning: "1 for the agents" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the game's own weights can be read");
    weights.in_order(&FEATURES, &[0.0; FEATURES.len()]).expect("the game's own weights name its features")
});

impl ScotlandYardGrid {
    /// Proximity of the nearest agent and of all agents, and how cornered Mr. X is, if he is on this cell.
    fn pressure(&self, state: &State, place: u16) -> [f64; 3] {
        let board = &state.board;
        let agents = &board.agents[..self.rules.agents];
        let furthest = (2 * self.rules.size - 2) as f64;
        let nearness = |steps: f64| 1.0 - (steps - 1.0) / (furthest - 1.0);
        let all: u16 = agents.iter().map(|&agent| distance(agent, place)).sum();
        let free = self.rules.near(place).iter().filter(|&&cell| board.agent_on(cell).is_none()).count();
        [
            nearness(f64::from(self.nearest(board, place))),
            nearness(f64::from(all) / agents.len() as f64),
            1.0 - free as f64 / 4.0,
        ]
    }
}

impl Features for ScotlandYardGrid {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    /// If Mr. X's cell is not known, the mean over all possible locations.
    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let places = f64::from(state.possible.len(self.rules.size).max(1));
        let pressure = match state.board.x {
            NOWHERE => state.possible.iter().fold([0.0; 3], |mut sum, place| {
                let here = self.pressure(state, place);
                sum.iter_mut().zip(here).for_each(|(sum, here)| *sum += here / places);
                sum
            }),
            place => self.pressure(state, place),
        };
        let cells = (self.rules.size * self.rules.size) as f64;
        let left = f64::from(self.rules.rounds - state.board.moved);
        let [nearest, mean, cornered] = pressure;
        let measured =
            [nearest, mean, cornered, places.log2() / cells.log2(), left / (left + self.rules.size as f64), 1.0];
        let sign = if player == AGENTS { 1.0 } else { -1.0 };
        values.iter_mut().zip(measured).for_each(|(value, measured)| *value = sign * measured);
    }
}

impl Evaluate for ScotlandYardGrid {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.board.end != End::Not {
            return self.payoff(state, player);
        }
        by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player)
    }
}
