//! One search of `thesis-alpha-beta`.
//!
//! With values summed along the path, a node's sum is carried down to the leaves. So all values are those of whole
//! paths, and cutting off is as sound as with values of leaves.

use spinney::budget::{Limit, Meter};
use spinney::random::Random;

use super::super::super::board::{Board, End, MOST_AGENTS, Rules};
use super::super::super::cells::distance;
use super::super::plan::LineStep;
use super::super::{MoveOrder, Ties};
use super::{Evaluation, ThesisAlphaBetaConfig};

/// One search. Values are from the agents' point of view.
pub(super) struct Look<'l> {
    rules: &'l Rules,
    config: &'l ThesisAlphaBetaConfig,
    moves: MoveOrder,
    evaluation: Evaluation,
    meter: &'l Meter,
    rng: &'l mut Random,
    /// Moves of Mr. X in the round before the first, and in the last.
    before: u16,
    last: u16,
    nodes: u64,
    ended_by: Option<Limit>,
    /// The principal variation from each ply on, by ply from the root.
    lines: Vec<Vec<LineStep>>,
}

/// The bounds of a search.
#[derive(Clone, Copy)]
struct Window {
    low: f64,
    high: f64,
}

/// How the piece to move comes to its cells.
#[derive(Clone, Copy)]
enum Part {
    /// By the rules.
    Alone,
    /// As a part of a joint move; the cells that the agents leave are closed to the others.
    Together([u16; MOST_AGENTS]),
    /// As a part of a joint move in a position that has none of the above: one agent after the other.
    InTurn,
}

impl<'l> Look<'l> {
    pub(super) fn new(
        rules: &'l Rules,
        config: &'l ThesisAlphaBetaConfig,
        root: &Board,
        meter: &'l Meter,
        rng: &'l mut Random,
    ) -> Self {
        // The current round counts.
        let before = if root.turn == 0 { root.moved } else { root.moved - 1 };
        let turns = config.depth * (rules.agents + 1);
        Look {
            rules,
            config,
            moves: config.moves(),
            evaluation: config.evaluation(),
            meter,
            rng,
            before,
            last: before + config.depth as u16,
            nodes: 0,
            ended_by: None,
            lines: vec![Vec::new(); turns + 2],
        }
    }

    /// Searches a position and returns its value.
    pub(super) fn search(&mut self, root: &Board) -> f64 {
        self.value(root, 0, 0.0, Window { low: f64::NEG_INFINITY, high: f64::INFINITY })
    }

    /// Nodes searched.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The limit that ended the search early.
    pub(super) fn ended_by(&self) -> Option<Limit> {
        self.ended_by
    }

    /// The principal variation.
    pub(super) fn line(mut self) -> Vec<LineStep> {
        self.lines.swap_remove(0)
    }

    /// Whether the search goes no further.
    fn is_leaf(&self, board: &Board) -> bool {
        board.end != End::Not || board.turn == 0 && board.moved == self.last
    }

    /// The value of a path that leads to this position, given that of the nodes before it.
    fn path_value(&self, above: f64, board: &Board) -> f64 {
        match self.evaluation {
            Evaluation::Path => above + self.worth(board),
            Evaluation::Leaf if self.is_leaf(board) => self.worth(board),
            Evaluation::Leaf => 0.0,
        }
    }

    /// The value of a node, where `above` is the sum of the nodes before it on the path.
    fn value(&mut self, board: &Board, ply: usize, above: f64, window: Window) -> f64 {
        self.nodes += 1;
        self.lines[ply].clear();
        let sum = self.path_value(above, board);
        if self.is_leaf(board) {
            return sum;
        }
        if self.nodes.is_multiple_of(1024) {
            // Simulations do not apply to this search, so none are reported.
            self.ended_by = self.ended_by.or(self.meter.exceeded(0).filter(|limit| *limit != Limit::Simulations));
        }
        if board.turn == 0 || self.moves == MoveOrder::OneByOne {
            return self.best(board, Part::Alone, ply, sum, window);
        }
        let together = self.best(board, Part::Together(board.agents), ply, sum, window);
        if together > f64::NEG_INFINITY { together } else { self.best(board, Part::InTurn, ply, sum, window) }
    }

    /// The value of the best move of a piece. Minus infinity if a joint move cannot be completed.
    fn best(&mut self, board: &Board, part: Part, ply: usize, sum: f64, mut window: Window) -> f64 {
        let (moves, count) = self.cells(board, part);
        self.lines[ply].clear();
        let agents = board.turn != 0;
        let mut best = if agents { f64::NEG_INFINITY } else { f64::INFINITY };
        for &to in &moves[..count] {
            if self.ended_by.is_some() && !self.lines[ply].is_empty() {
                break;
            }
            let value = self.after(board, part, to, ply + 1, sum, window);
            if if agents { value > best } else { value < best } {
                best = value;
                self.extend_line(ply, board, to);
            }
            if agents {
                window.low = window.low.max(best);
            } else {
                window.high = window.high.min(best);
            }
            if window.low >= window.high {
                break;
            }
        }
        best
    }

    /// The cells that a piece may go to, in the order of the search.
    fn cells(&mut self, board: &Board, part: Part) -> ([u16; 4], usize) {
        let (mut moves, mut count) = ([0; 4], 0);
        for &to in self.rules.targets(board).iter() {
            let closed = matches!(part, Part::Together(before) if before.contains(&to));
            if !closed {
                moves[count] = to;
                count += 1;
            }
        }
        if count == 0 && matches!(part, Part::InTurn) {
            return ([board.mover(); 4], 1);
        }
        if self.config.ties == Ties::Random {
            self.rng.shuffle(&mut moves[..count]);
        }
        (moves, count)
    }

    /// The value after the move of a piece: that of the next node, or that of the other agents' parts of a joint move.
    fn after(&mut self, board: &Board, part: Part, to: u16, ply: usize, sum: f64, window: Window) -> f64 {
        let mut next = *board;
        if matches!(part, Part::Alone) {
            self.rules.step(&mut next, to);
            return self.value(&next, ply, sum, window);
        }
        next.agents[usize::from(board.turn) - 1] = to;
        if usize::from(board.turn) < self.rules.agents {
            next.turn += 1;
            return self.best(&next, part, ply, sum, window);
        }
        let cells = next.agents;
        self.rules.step_together(&mut next, cells);
        self.value(&next, ply, sum, window)
    }

    /// The principal variation of a turn is a move and its continuation. An agent that stays makes no move.
    fn extend_line(&mut self, ply: usize, board: &Board, to: u16) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].extend((board.mover() != to).then_some((board.turn, to)));
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// The value of a node to the agents.
    fn worth(&self, board: &Board) -> f64 {
        let agents = &board.agents[..self.rules.agents];
        let steps = |agent: u16| f64::from(distance(agent, board.x));
        if !matches!(board.end, End::Not | End::Escaped) {
            // The number of the round, counted from `first`.
            let h = f64::from(board.moved.max(self.before + 1) - self.before - 1 + self.config.first);
            let others = agents.iter().filter(|&&agent| agent != board.x);
            let (sum, count) = others.fold((0.0, 0.0), |(sum, count), &agent| (sum + steps(agent), count + 1.0));
            let mean = if count > 0.0 { sum / count } else { 0.0 };
            return (self.config.depth as f64 - h) * 50.0 - mean * h;
        }
        let (near, far) = agents
            .iter()
            .map(|&agent| steps(agent))
            .fold((f64::INFINITY, 0.0f64), |(near, far), steps| (near.min(steps), far.max(steps)));
        -near - far / self.rules.agents as f64
    }
}

#[cfg(test)]
mod tests {
    use spinney::budget::Budget;
    use spinney::game::{Game, Moves, NoRecorder};
    use spinney::search::parameter::Configure;

    use super::super::super::super::cells::{OUT, cell};
    use super::super::super::super::{Options, ScotlandYardGrid};
    use super::super::super::joint::Joint;
    use super::*;

    /// Every position that a move of the side or piece to move leads to.
    fn successors(look: &Look, board: &Board) -> Vec<Board> {
        let mut joint = Vec::new();
        if board.turn == 0 || look.config.moves() == MoveOrder::OneByOne {
            let targets = look.rules.targets(board);
            let step = |&to: &u16| {
                let mut next = *board;
                look.rules.step(&mut next, to);
                next
            };
            return targets.iter().map(step).collect();
        }
        Joint::list(look.rules, board, &mut joint);
        let step = |joint: &Joint| {
            let mut next = *board;
            look.rules.step_together(&mut next, joint.cells(look.rules, board));
            next
        };
        joint.iter().map(step).collect()
    }

    /// The value by exhaustive search.
    fn plain(look: &Look, board: &Board, above: f64) -> f64 {
        let sum = above + if look.config.evaluation() == Evaluation::Path { look.worth(board) } else { 0.0 };
        if look.is_leaf(board) {
            return if look.config.evaluation() == Evaluation::Path { sum } else { look.worth(board) };
        }
        let values = successors(look, board).into_iter().map(|next| plain(look, &next, sum));
        if board.turn == 0 { values.fold(f64::INFINITY, f64::min) } else { values.fold(f64::NEG_INFINITY, f64::max) }
    }

    /// The value of the path along a line of single moves.
    fn along(look: &Look, root: &Board, line: &[LineStep]) -> f64 {
        let mut board = *root;
        let mut sum = look.path_value(0.0, &board);
        let mut steps = line.iter().peekable();
        while let Some(&(turn, to)) = steps.next() {
            assert!(!look.is_leaf(&board));
            if turn == 0 || look.config.moves() == MoveOrder::OneByOne {
                look.rules.step(&mut board, to);
            } else {
                let mut cells = board.agents;
                cells[usize::from(turn) - 1] = to;
                while let Some(&(turn, to)) = steps.next_if(|(next, _)| *next > turn) {
                    cells[usize::from(turn) - 1] = to;
                }
                look.rules.step_together(&mut board, cells);
            }
            sum = look.path_value(sum, &board);
        }
        sum
    }

    #[test]
    fn nothing_is_lost_by_cutting_off() {
        let meter = Budget::default().start();
        let mut seen = 0;
        for options in [["stated", "joint", "path"], ["stated", "joint", "leaf"], ["textbook", "one-by-one", "path"]] {
            for (seed, ties) in (0..40).zip([Ties::First, Ties::Random].into_iter().cycle()) {
                // Three agents on 3x3 are in each other's way.
                let game = if seed % 3 == 0 { Options::new(3, 3, 6) } else { Options::new(4, 2, 6) };
                let game = ScotlandYardGrid::new(game).unwrap();
                let mut rng = Random::new(seed);
                let mut state = game.start(&mut rng);
                let mut config = ThesisAlphaBetaConfig { depth: 2, ties, ..ThesisAlphaBetaConfig::default() };
                for (key, value) in ["reading", "moves", "evaluation"].into_iter().zip(options) {
                    config.set(key, value).unwrap();
                }
                for _ in 0..seed % 7 {
                    game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                }
                if state.board.end == End::Not {
                    let mut look = Look::new(&game.rules, &config, &state.board, &meter, &mut rng);
                    let value = look.search(&state.board);
                    assert_eq!(value, plain(&look, &state.board, 0.0), "{options:?}, seed {seed}");
                    // The principal variation is the path that the value is of.
                    assert_eq!(along(&look, &state.board, &look.lines[0]), value, "{options:?}, seed {seed}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 75, "{seen}");
    }

    /// One agent on a1 of 3x3 and Mr. X on c3, one round: he goes to b3 or c2 and is 3 steps away, the agent comes
    /// closer by one. The path is −4, −3, −2, each distance counted as nearest and as farthest.
    #[test]
    fn values_are_summed_along_the_path() {
        let rules = Rules::new(3, 1, 9, 3);
        let mut board =
            Board { x: cell(2, 2), seen: OUT, agents: [OUT; MOST_AGENTS], moved: 0, turn: 0, end: End::Not };
        board.agents[0] = cell(0, 0);
        let meter = Budget::default().start();
        let value = |evaluation| {
            let config =
                ThesisAlphaBetaConfig { depth: 1, evaluation: Some(evaluation), ..ThesisAlphaBetaConfig::default() };
            Look::new(&rules, &config, &board, &meter, &mut Random::new(1)).search(&board)
        };
        assert_eq!(value(Evaluation::Path), -8.0 - 6.0 - 4.0);
        assert_eq!(value(Evaluation::Leaf), -4.0);
    }

    /// The thesis's two formulas by hand, with three agents: −min − max/3; and for a catch in the round h the mean over
    /// the other agents of (3 − h)·50 − d·h.
    #[test]
    fn nodes_are_worth_what_the_formulas_say() {
        let rules = Rules::new(7, 3, 15, 3);
        let mut board =
            Board { x: cell(3, 3), seen: OUT, agents: [OUT; MOST_AGENTS], moved: 4, turn: 1, end: End::Not };
        // 2, 3 and 6 steps away.
        board.agents[..3].copy_from_slice(&[cell(3, 1), cell(1, 2), cell(0, 0)]);
        let (meter, mut rng) = (Budget::default().start(), Random::new(1));
        let root = Board { moved: 4, turn: 0, ..board };
        let mut worth = |first, board: &Board| {
            let config = ThesisAlphaBetaConfig { first, ..ThesisAlphaBetaConfig::default() };
            Look::new(&rules, &config, &root, &meter, &mut rng).worth(board)
        };
        assert_eq!(worth(0, &board), -2.0 - 6.0 / 3.0);
        assert_eq!(worth(0, &Board { end: End::Escaped, ..board }), -4.0, "as any other node");
        let mut caught = Board { end: End::Caught(0), ..board };
        caught.agents[0] = board.x;
        for (rounds, h) in [(1, 0.0), (2, 1.0), (3, 2.0)] {
            caught.moved = 4 + rounds;
            assert_eq!(worth(0, &caught), (3.0 - h) * 50.0 - 4.5 * h, "round {rounds}");
            assert_eq!(worth(1, &caught), (3.0 - h - 1.0) * 50.0 - 4.5 * (h + 1.0), "round {rounds}, counted from 1");
        }
    }

    #[test]
    fn the_default_is_what_the_thesis_states() {
        let config = ThesisAlphaBetaConfig::default();
        assert_eq!((config.moves(), config.evaluation()), (MoveOrder::Joint, Evaluation::Path));
        assert_eq!((config.depth, config.first, config.guess), (3, 0, super::super::super::Guess::Walk));
    }
}
