//! A neural network with one hidden layer that estimates how a game of backgammon ends, as TD-Gammon did (Tesauro
//! 1995): from the [inputs](Inputs) of a position before a roll to the probabilities of winning, and of gammons and
//! backgammons either way, for the player to roll.
//!
//! Few inputs differ from zero, so the first layer is a sum over those. The activation of the hidden units is `x / (1 +
//! |x|)`: as smooth as needed, and much faster than an exponential function. No sum depends on the width of the
//! processor's registers, so that results are the same on all of them.
//!
//! The text of a network: a line `spinney-network 1`, a line with the numbers of inputs and hidden units, then one line
//! of integers, thousandths, for each input, for the biases of the hidden units, for each output, and for the biases of
//! the outputs.

use std::fmt::Write;
use std::str::FromStr;

use super::inputs::Inputs;

/// The number of hidden units.
pub const HIDDEN: usize = 64;
/// The number of outputs.
pub const OUTPUTS: usize = 5;

const HEADER: &str = "spinney-network 1";
const SCALE: f32 = 1000.0;
/// How many products are summed side by side.
const LANES: usize = 8;

/// The values of the hidden units.
pub type Hidden = [f32; HIDDEN];

/// How a game may end for one player, each with its probability: a win of any kind, a win by at least a gammon, a win
/// by a backgammon, a loss by at least a gammon, a loss by a backgammon.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Estimate(pub [f32; OUTPUTS]);

impl Estimate {
    /// The same from the opponent's side.
    #[must_use]
    pub fn flipped(self) -> Self {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        Estimate([1.0 - win, lost_gammon, lost_backgammon, gammon, backgammon])
    }

    /// The expected points, where gammons count two and backgammons three.
    pub fn equity(self) -> f32 {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = self.0;
        2.0 * win - 1.0 + gammon - lost_gammon + backgammon - lost_backgammon
    }

    /// The expected points where every win counts one.
    pub fn plain_equity(self) -> f32 {
        2.0 * self.0[0] - 1.0
    }

    /// Adds `weight` times another estimate.
    pub fn add(&mut self, other: Estimate, weight: f32) {
        for (sum, value) in self.0.iter_mut().zip(other.0) {
            *sum += weight * value;
        }
    }
}

/// The network.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    /// The weights of each input to all hidden units.
    pub inputs: Vec<Hidden>,
    /// The biases of the hidden units.
    pub hidden_bias: Hidden,
    /// The weights of all hidden units to each output.
    pub outputs: [Hidden; OUTPUTS],
    /// The biases of the outputs.
    pub output_bias: [f32; OUTPUTS],
}

impl Network {
    /// The values of the hidden units.
    #[inline]
    pub fn hidden(&self, inputs: &Inputs) -> Hidden {
        let mut sums = self.hidden_bias;
        for (index, value) in inputs.iter() {
            for (sum, weight) in sums.iter_mut().zip(&self.inputs[index]) {
                *sum += value * weight;
            }
        }
        sums.map(|sum| sum / (1.0 + sum.abs()))
    }

    /// The outputs, given the hidden units.
    #[inline]
    pub fn outputs(&self, hidden: &Hidden) -> Estimate {
        let mut result = [0.0; OUTPUTS];
        for ((result, weights), bias) in result.iter_mut().zip(&self.outputs).zip(self.output_bias) {
            let mut lanes = [0.0; LANES];
            for (hidden, weights) in hidden.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
                for ((lane, hidden), weight) in lanes.iter_mut().zip(hidden).zip(weights) {
                    *lane += hidden * weight;
                }
            }
            let sum = bias + lanes.iter().sum::<f32>();
            *result = 1.0 / (1.0 + (-sum).exp());
        }
        Estimate(result)
    }

    /// How the game may end for the player to roll.
    #[inline]
    pub fn estimate(&self, inputs: &Inputs) -> Estimate {
        self.outputs(&self.hidden(inputs))
    }

    /// The network as text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n{} {HIDDEN}\n", self.inputs.len());
        let mut row = |weights: &[f32]| {
            for (place, weight) in weights.iter().enumerate() {
                let space = if place == 0 { "" } else { " " };
                let _ = write!(text, "{space}{}", (weight * SCALE).round() as i32);
            }
            text.push('\n');
        };
        self.inputs.iter().for_each(|weights| row(weights));
        row(&self.hidden_bias);
        self.outputs.iter().for_each(|weights| row(weights));
        row(&self.output_bias);
        text
    }
}

/// Why a text is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct NetworkError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Self, NetworkError> {
        let mut lines = Lines { lines: text.lines(), number: 0 };
        if lines.next()? != HEADER {
            return Err(lines.error(format!("`{HEADER}` expected")));
        }
        let sizes = lines.next()?;
        let inputs = match sizes.split_once(' ').map(|(inputs, hidden)| (inputs.parse(), hidden.parse())) {
            Some((Ok(inputs), Ok(HIDDEN))) => inputs,
            _ => return Err(lines.error(format!("the number of inputs and {HIDDEN} hidden units expected"))),
        };
        let network = Network {
            inputs: (0..inputs).map(|_| lines.row()).collect::<Result<_, _>>()?,
            hidden_bias: lines.row()?,
            outputs: [lines.row()?, lines.row()?, lines.row()?, lines.row()?, lines.row()?],
            output_bias: lines.row()?,
        };
        match lines.lines.next() {
            None => Ok(network),
            Some(_) => Err(NetworkError { line: lines.number + 1, reason: "a line too many".to_owned() }),
        }
    }
}

struct Lines<'t> {
    lines: std::str::Lines<'t>,
    number: usize,
}

impl<'t> Lines<'t> {
    fn error(&self, reason: String) -> NetworkError {
        NetworkError { line: self.number, reason }
    }

    fn next(&mut self) -> Result<&'t str, NetworkError> {
        self.number += 1;
        self.lines.next().ok_or_else(|| self.error("the text ends early".to_owned()))
    }

    fn row<const N: usize>(&mut self) -> Result<[f32; N], NetworkError> {
        let line = self.next()?;
        let mut row = [0.0; N];
        let mut words = line.split(' ');
        for weight in &mut row {
            let word = words.next().ok_or_else(|| self.error(format!("{N} integers expected")))?;
            let value: i32 = word.parse().map_err(|_| self.error(format!("`{word}` is not an integer")))?;
            *weight = value as f32 / SCALE;
        }
        if words.next().is_some() { Err(self.error(format!("{N} integers expected"))) } else { Ok(row) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small() -> Network {
        let mut network = Network {
            inputs: vec![[0.25; HIDDEN]; 3],
            hidden_bias: [-1.5; HIDDEN],
            outputs: [[0.125; HIDDEN]; OUTPUTS],
            output_bias: [0.5, -0.5, 0.0, 1.0, 2.0],
        };
        network.inputs[1][7] = -3.125;
        network
    }

    #[test]
    fn a_network_is_read_as_it_is_written() {
        assert_eq!(small().to_text().parse(), Ok(small()));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| text.parse::<Network>().unwrap_err().to_string();
        assert_eq!(error("a network"), "line 1: `spinney-network 1` expected");
        assert_eq!(error("spinney-network 1\n3 7"), "line 2: the number of inputs and 64 hidden units expected");
        let text = small().to_text();
        assert_eq!(error(&text.replacen("250", "x", 1)), "line 3: `x` is not an integer");
        assert_eq!(error(&text.replacen("250 ", "", 1)), "line 3: 64 integers expected");
        assert_eq!(error(&format!("{text}0\n")), "line 13: a line too many");
        assert_eq!(error(text.trim_end().rsplit_once('\n').unwrap().0), "line 12: the text ends early");
    }

    #[test]
    fn the_opponent_sees_the_opposite() {
        let estimate = Estimate([0.75, 0.25, 0.0, 0.125, 0.0]);
        assert_eq!(estimate.equity(), 0.5 + 0.125);
        assert_eq!(estimate.flipped().equity(), -estimate.equity());
        assert_eq!(estimate.flipped().flipped(), estimate);
    }
}
