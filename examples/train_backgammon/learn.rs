//! Gradient steps: the networks learn that a position is worth what followed it.

use spinney::random::Random;
use spinney_games::backgammon::network::{Estimate, HIDDEN, Hidden, Network, OUTPUTS};
use spinney_games::backgammon::{CONTACT_INPUTS, Evaluation, Inputs, Phase, RACE_INPUTS, State};

use crate::play::Table;

/// Networks with small random weights.
pub(crate) fn fresh(rng: &mut Random) -> Evaluation {
    let mut network = |inputs: usize| {
        let mut row = || -> Hidden { std::array::from_fn(|_| rng.unit() as f32 * 0.2 - 0.1) };
        Network {
            inputs: (0..inputs).map(|_| row()).collect(),
            hidden_bias: row(),
            outputs: std::array::from_fn(|_| row()),
            // Half of the games are won, some by a gammon, few by a backgammon.
            output_bias: [0.0, -1.0, -4.0, -1.0, -4.0],
        }
    };
    Evaluation { contact: network(CONTACT_INPUTS), race: network(RACE_INPUTS) }
}

/// A rate between those at the beginning and at the end, when a share of the work is done.
pub(crate) fn rate((first, last): (f32, f32), done: f32) -> f32 {
    first * (last / first).powf(done.min(1.0))
}

/// Networks that learn.
pub(crate) struct Learner {
    pub(crate) evaluation: Evaluation,
    /// The squared errors of the expected points since the last report, and their number.
    pub(crate) errors: (f64, u64),
}

impl Learner {
    /// The root mean square error since the last report.
    pub(crate) fn report(&mut self) -> f64 {
        let (sum, count) = std::mem::take(&mut self.errors);
        (sum / count as f64).sqrt()
    }

    /// Learns from one game, the last position first: each from the estimate of the next one, and by the share λ from
    /// what that has learnt from.
    pub(crate) fn learn_game(&mut self, table: &Table, lambda: f32, rate: f32) {
        let mut target = table.result();
        for state in table.positions().iter().rev() {
            let estimate = self.learn(state, target, rate);
            let mut mixed = Estimate::default();
            mixed.add(estimate, 1.0 - lambda);
            mixed.add(target, lambda);
            target = mixed.flipped();
        }
    }

    /// One step towards the target; returns the estimate before.
    pub(crate) fn learn(&mut self, state: &State, target: Estimate, rate: f32) -> Estimate {
        if let Some(known) = state.known() {
            return known;
        }
        let (network, contact) = match state.phase() {
            Phase::Contact => (&mut self.evaluation.contact, true),
            Phase::Race => (&mut self.evaluation.race, false),
        };
        let inputs = Inputs::of(state, contact);
        let hidden = network.hidden(&inputs);
        let estimate = network.outputs(&hidden);
        let error = f64::from(target.equity() - estimate.equity());
        self.errors.0 += error * error;
        self.errors.1 += 1;
        let steps: [f32; OUTPUTS] = std::array::from_fn(|output| rate * (target.0[output] - estimate.0[output]));
        descend(network, &inputs, &hidden, &steps);
        estimate
    }
}

/// Follows the gradient of the cross-entropy.
fn descend(network: &mut Network, inputs: &Inputs, hidden: &Hidden, steps: &[f32; OUTPUTS]) {
    let mut back = [0.0; HIDDEN];
    for (output, &step) in steps.iter().enumerate() {
        network.output_bias[output] += step;
        for ((back, weight), hidden) in back.iter_mut().zip(&mut network.outputs[output]).zip(hidden) {
            *back += step * *weight;
            *weight += step * hidden;
        }
    }
    for (back, hidden) in back.iter_mut().zip(hidden) {
        // The derivative of x / (1 + |x|), by its value.
        *back *= (1.0 - hidden.abs()) * (1.0 - hidden.abs());
    }
    for (bias, back) in network.hidden_bias.iter_mut().zip(&back) {
        *bias += back;
    }
    for (index, value) in inputs.iter() {
        for (weight, back) in network.inputs[index].iter_mut().zip(&back) {
            *weight += value * back;
        }
    }
}
