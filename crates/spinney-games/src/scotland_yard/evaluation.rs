//! Evaluation of unfinished games: distance of the detectives, how much they know, the remaining length of the game,
//! and the tickets left.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::state::UNLIMITED;
use super::{Places, ScotlandYard, State, Ticket};

const FEATURES: [Feature; 9] = [
    Feature { name: "side", meaning: "1 for Mr. X: a constant for his side" },
    Feature { name: "nearest", meaning: "distance of the nearest detective in moves, at most 6, in threes" },
    Feature { name: "mean", meaning: "mean distance of the detectives in moves, in fives" },
    Feature { name: "hidden", meaning: "logarithm of the number of possible locations, 1 for 50" },
    Feature { name: "left", meaning: "entries of the log that are left, as a share of all" },
    Feature { name: "exits", meaning: "logarithm of the free stations around Mr. X, 1 for 10" },
    Feature { name: "black", meaning: "black tickets, in fives" },
    Feature { name: "double", meaning: "double-move cards, in twos" },
    Feature { name: "police", meaning: "tickets of the detectives, as a share of those at the start" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the file holds weights");
    weights.in_order(&FEATURES, &[0.0; FEATURES.len()]).expect("the file names features")
});

impl Evaluate for ScotlandYard {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.ending.is_some() {
            return self.payoff(state, player);
        }
        by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player)
    }
}

impl ScotlandYard {
    /// Nearest distance, mean distance and exits of a place.
    fn surroundings(&self, state: &State, place: u8, occupied: &Places) -> [f64; 3] {
        let mean = f64::from(self.distance_to_detectives(state, place)) / self.terms.detectives as f64;
        let exits = self.map.reach(Ticket::Black, place).without(occupied).len() as f64;
        [f64::from(self.nearest(state, place).min(6)) / 3.0, mean / 5.0, (1.0 + exits).ln() / 11f64.ln()]
    }
}

impl Features for ScotlandYard {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    /// If Mr. X is concealed, his surroundings are averaged over all possible locations.
    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let occupied = self.occupied(state);
        let count = state.possible.len().max(1) as f64;
        let [nearest, mean, exits] = match state.place {
            0 => state.possible.iter().fold([0.0; 3], |sum, place| {
                let here = self.surroundings(state, place, &occupied);
                std::array::from_fn(|index| sum[index] + here[index] / count)
            }),
            place => self.surroundings(state, place, &occupied),
        };
        let tickets = |detective: usize| -> (u32, u32) {
            let sum = |counts: [u8; 3]| counts.iter().map(|&count| u32::from(count)).sum();
            (sum(state.tickets[detective]), sum(self.terms.tickets_of(detective)))
        };
        let counted = (0..self.terms.detectives).filter(|&detective| state.tickets[detective][0] != UNLIMITED);
        let (has, had) = counted.map(tickets).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let sign = if player.0 == 0 { 1.0 } else { -1.0 };
        let measured = [
            1.0,
            nearest,
            mean,
            count.ln() / 50f64.ln(),
            f64::from(self.terms.log - state.entries) / f64::from(self.terms.log),
            exits,
            f64::from(state.x_tickets[Ticket::Black as usize]) / 5.0,
            f64::from(state.doubles) / 2.0,
            if had > 0 { f64::from(has) / f64::from(had) } else { 1.0 },
        ];
        values.iter_mut().zip(measured).for_each(|(value, measured)| *value = sign * measured);
    }
}
