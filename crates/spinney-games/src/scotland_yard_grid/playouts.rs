//! Heuristic playouts: ε-greedy, usually the step with the best score, sometimes a random one.

use spinney::game::Recorder;
use spinney::game::capabilities::{Hidden, Playouts, PolicyName};
use spinney::random::Random;

use super::board::End;
use super::cells::{Cells, NOWHERE, distance};
use super::tactics::direction;
use super::{AGENTS, Move, ScotlandYardGrid, State};

const POLICIES: [PolicyName; 3] = [
    PolicyName { name: "chase", summary: "Mr. X keeps away from the nearest agent, agents approach him" },
    PolicyName { name: "search-area", summary: "Mr. X keeps away, agents approach his possible locations" },
    PolicyName { name: "flee", summary: "Mr. X keeps away from the nearest agent, agents move at random" },
];
const CHASE: usize = 0;
const SEARCH_AREA: usize = 1;

/// One step in this many is random.
const WHIM: u64 = 5;

impl ScotlandYardGrid {
    /// The step of a policy in a game that is not over, with Mr. X's cell known.
    #[inline]
    fn choose(&self, policy: usize, state: &State, rng: &mut Random) -> u16 {
        let board = &state.board;
        let targets = self.rules.targets(board);
        let drawn = rng.next();
        if drawn.is_multiple_of(WHIM) || board.turn != 0 && policy > SEARCH_AREA {
            return targets.draw(rng);
        }
        let sides = match policy {
            SEARCH_AREA if board.turn != 0 => state.possible.sides(self.rules.size, board.mover()),
            _ => [0; 4],
        };
        let score = |to: u16| match (board.turn, policy) {
            (0, _) => i32::from(self.nearest(board, to)),
            (_, CHASE) => -i32::from(distance(to, board.x)),
            _ => sides[direction(board.mover(), to)] as i32,
        };
        // Ties go to the first from a random index on.
        let first = (((drawn >> 32) * targets.len() as u64) >> 32) as usize;
        let (mut best, mut most) = (targets[first], score(targets[first]));
        for &to in targets[first + 1..].iter().chain(&targets[..first]) {
            let here = score(to);
            if here > most {
                (best, most) = (to, here);
            }
        }
        best
    }
}

impl Playouts for ScotlandYardGrid {
    fn policies(&self) -> &'static [PolicyName] {
        &POLICIES
    }

    fn preferred(&self) -> Option<usize> {
        Some(CHASE)
    }

    fn play_out(
        &self,
        policy: usize,
        state: &mut State,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<Move>,
    ) -> bool {
        if state.board.x == NOWHERE {
            *state = self.sample(state, AGENTS, rng);
        }
        // Most policies do not use the possible locations, and at the end of a game Mr. X's cell is known.
        let left = u32::from(self.rules.rounds - state.board.moved + 1) * (self.rules.agents as u32 + 1);
        let tracks = policy == SEARCH_AREA || cap < left;
        for _ in 0..cap {
            if state.board.end != End::Not {
                break;
            }
            let to = self.choose(policy, state, rng);
            if !recorder.record(Some(state.mover()), Move(to)) {
                return false;
            }
            if tracks {
                self.step(state, to);
            } else {
                self.rules.step(&mut state.board, to);
            }
        }
        let over = state.board.end != End::Not;
        if over {
            state.possible = Cells::only(state.board.x);
        }
        over
    }
}
