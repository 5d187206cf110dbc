//! Evaluation of unfinished games: stones, liberties, influence, and chains in atari.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, by_own_weights};
use spinney::game::capabilities::{Evaluate, Feature, Features};
use spinney::game::{Game, PayoffRange, Player};

use super::board::{CELLS, at, stone};
use super::{Go, Point, State};

const FEATURES: &[Feature] = &[
    Feature { name: "stones", meaning: "stones on the board" },
    Feature { name: "territory", meaning: "empty points that are nearer to own stones" },
    Feature { name: "komi", meaning: "the komi, for white" },
    Feature { name: "liberties", meaning: "empty points beside own stones" },
    Feature { name: "atari", meaning: "the opponent's stones in chains with one liberty" },
    Feature { name: "eyes", meaning: "eyes of one point" },
    Feature { name: "turn", meaning: "1 for the player to move" },
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the file is part of the program");
    weights.in_order(FEATURES, &[0.0; 7]).expect("the file names the features above")
});

impl Features for Go {
    fn features(&self) -> &'static [Feature] {
        FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, player: Player, values: &mut [f64]) {
        let board = &state.board;
        let sign = if player.0 == 0 { 1.0 } else { -1.0 };
        let mut liberties = 0;
        let mut eyes = 0;
        for index in 0..board.empties() {
            let point = board.nth_empty(index);
            let beside = board.neighbours(point).into_iter().fold(0, |seen, next| seen | board.contents(next));
            liberties += i32::from(beside & stone(0) != 0) - i32::from(beside & stone(1) != 0);
            eyes += i32::from(board.is_eye(point, 0)) - i32::from(board.is_eye(point, 1));
        }
        let mut atari = 0;
        for &point in self.points.iter().filter(|&&point| board.head(point) == point) {
            if board.few_liberties(point) == 1 {
                let size = i32::from(board.chain_size(point));
                atari += if board.contents(point) == stone(1) { size } else { -size };
            }
        }
        values[0] = sign * (f64::from(board.stones[0]) - f64::from(board.stones[1]));
        values[1] = sign * f64::from(self.nearer(state));
        values[2] = -sign * self.options.komi;
        values[3] = sign * f64::from(liberties);
        values[4] = sign * f64::from(atari);
        values[5] = sign * f64::from(eyes);
        values[6] = if player.0 == state.player { 1.0 } else { -1.0 };
    }
}

impl Go {
    /// Empty points that are nearer to a black stone than to a white one, less the reverse, by distance along lines.
    fn nearer(&self, state: &State) -> i32 {
        let board = &state.board;
        let mut reached = [0u8; CELLS];
        let mut queue = [0 as Point; CELLS];
        let mut end = 0;
        for &point in self.points.iter().filter(|&&point| !board.is_empty(point)) {
            reached[at(point)] = board.contents(point);
            queue[end] = point;
            end += 1;
        }
        let mut area = 0;
        let mut begin = 0;
        while begin < end {
            // One ring of points at the same distance from the nearest stone.
            let ring = begin..end;
            for index in ring.clone() {
                let colours = reached[at(queue[index])];
                for next in board.neighbours(queue[index]) {
                    let new = board.is_empty(next) && reached[at(next)] == 0;
                    let same_ring = new || queue[ring.end..end].contains(&next);
                    if new {
                        queue[end] = next;
                        end += 1;
                    }
                    if same_ring {
                        reached[at(next)] |= colours;
                    }
                }
            }
            begin = ring.end;
            for &point in &queue[begin..end] {
                let colours = reached[at(point)];
                area += i32::from(colours == stone(0)) - i32::from(colours == stone(1));
            }
        }
        area
    }
}

impl Evaluate for Go {
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if self.is_over(state) {
            return self.payoff(state, player);
        }
        by_own_weights(self, PayoffRange::new(0.0, 1.0), state, player)
    }
}
