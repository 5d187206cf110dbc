//! Backward induction over a whole game, with a stack of its own instead of recursion.

use super::joint::{Cells, JointSolution};
use super::matrix::Matrix;
use crate::budget::Limit;
use crate::game::{Game, GameInfo, MAX_PLAYERS, Moves, Payoffs, Player, Turn};
use crate::search::{Refusal, RefusalKind};

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution<M> {
    /// The player to act in the position.
    pub turn: Turn,
    /// The payoffs if every player maximises its own and takes the first of equally good moves.
    pub value: Payoffs,
    /// The least that a player may get by another rule for ties.
    pub low: Payoffs,
    /// The most that a player may get by another rule for ties.
    pub high: Payoffs,
    /// Everything that can be done in the position, in the order of the game; on a joint turn player by player.
    pub choices: Vec<Choice<M>>,
    /// Some joint turn can only be played well by mixing moves at random.
    pub mixed: bool,
    /// The matrix game of player 0 against player 1, if the position is a joint turn of the two.
    pub matrix: Option<Matrix>,
    /// The first moves of best play, up to the first chance or joint turn.
    pub line: Vec<M>,
    /// Positions searched below this one.
    pub nodes: u64,
    /// Turns to the furthest end of the game.
    pub depth: u32,
    /// Differences up to this much are rounding.
    pub rounding: f64,
}

/// One thing that can be done in a solved position.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<M> {
    /// The player that has the choice; `None` for chance.
    pub player: Option<Player>,
    /// The move or outcome.
    pub mv: M,
    /// The payoffs of all players after it (on a joint turn: against best play of the others).
    pub value: Payoffs,
    /// How often best play chooses it (for a chance outcome: its probability).
    pub probability: f64,
    /// The chooser's least possible loss by it compared with the position's value, over all tie-breaking rules; on a
    /// joint turn of two players, the reduction of its guaranteed payoff. Best moves lose nothing.
    pub loss: f64,
}

impl<M: Copy + PartialEq> Solution<M> {
    /// What `player` gets.
    pub fn value_of(&self, player: Player) -> f64 {
        self.value[player.index()]
    }

    /// Whether another rule for ties would change some player's value. Only games of more than two players, and games
    /// without constant sum, can be ambiguous.
    pub fn is_ambiguous(&self) -> bool {
        Worth { value: self.value, low: self.low, high: self.high }.is_ambiguous(self.rounding)
    }

    /// The choices of one player.
    pub fn choices_of(&self, player: Player) -> impl Iterator<Item = &Choice<M>> {
        self.choices.iter().filter(move |choice| choice.player == Some(player))
    }

    /// The moves of `player` that lose nothing. Empty if only a mixture of moves loses nothing.
    pub fn best_moves(&self, player: Player) -> Vec<M> {
        self.choices_of(player).filter(|choice| choice.loss <= self.rounding).map(|choice| choice.mv).collect()
    }

    /// The loss by `mv`, or `None` if `player` has no such move.
    pub fn loss(&self, player: Player, mv: M) -> Option<f64> {
        self.choices_of(player).find(|choice| choice.mv == mv).map(|choice| choice.loss)
    }
}

/// Solves a position exactly, visiting at most `limit` positions.
///
/// Rejects hidden information, games that are larger than the limit, joint turns without a single value, and games whose
/// play has [departed from the declared rules](Game::is_flawed).
pub fn solve<G: Game>(game: &G, state: &G::State, limit: u64) -> Result<Solution<G::Move>, Refusal> {
    let mut run = Run::new(game, state)?;
    match run.advance(|run| (run.nodes >= limit).then_some(Limit::Simulations))? {
        None if game.is_flawed() => {
            Err(Refusal::new(RefusalKind::Flawed, "the game was not played as its rules say in some position"))
        }
        None => run.solution(),
        Some(_) => Err(Refusal::new(
            RefusalKind::TooLarge,
            format!("the game is too large to be solved within {limit} positions"),
        )),
    }
}

/// Whether games of this kind can be solved at all.
pub(super) fn check(info: &GameInfo) -> Result<(), Refusal> {
    if info.hidden {
        Err(Refusal::new(RefusalKind::HiddenInformation, "exhaustive search needs a game without hidden information"))
    } else if info.players() > MAX_PLAYERS {
        Err(Refusal::new(
            RefusalKind::Players,
            format!("{} players, at most {MAX_PLAYERS} are possible", info.players()),
        ))
    } else {
        Ok(())
    }
}

/// The value of a position, and its bounds over all tie-breaking rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub value: Payoffs,
    pub low: Payoffs,
    pub high: Payoffs,
}

impl Worth {
    pub(super) fn exactly(value: Payoffs) -> Self {
        Worth { value, low: value, high: value }
    }

    pub(super) fn is_ambiguous(&self, rounding: f64) -> bool {
        self.low.iter().zip(&self.high).any(|(low, high)| high - low > 2.0 * rounding)
    }
}

/// A position whose successors are being searched.
struct Frame<S, M> {
    state: S,
    turn: Turn,
    moves: Moves<M>,
    /// The number of successors.
    total: usize,
    /// The values of the first of them.
    done: Vec<Worth>,
    /// On a player's turn the first best of `done`, and its continuation.
    best: usize,
    line: Vec<M>,
}

/// A running solution.
pub(super) struct Run<'g, G: Game> {
    game: &'g G,
    players: usize,
    rounding: f64,
    stack: Vec<Frame<G::State, G::Move>>,
    /// The value of a position in which the game is over.
    over: Option<Worth>,
    mixed: bool,
    pub nodes: u64,
    pub depth: usize,
}

/// Differences up to this share of the payoff range are rounding.
const ROUNDING: f64 = 1e-9;
/// The maximum length of a principal variation.
const LONGEST_LINE: usize = 64;

impl<'g, G: Game> Run<'g, G> {
    pub(super) fn new(game: &'g G, state: &G::State) -> Result<Self, Refusal> {
        let info = game.info();
        check(&info)?;
        let mut run = Run {
            game,
            players: info.players(),
            rounding: ROUNDING * info.range.map_or(1.0, |range| range.width()),
            stack: Vec::new(),
            over: None,
            mixed: false,
            nodes: 0,
            depth: 0,
        };
        run.over = run.enter(state.clone());
        Ok(run)
    }

    /// Continues until the root is solved (`None`) or `stop`, called before every position, returns a reason to stop.
    pub(super) fn advance(&mut self, mut stop: impl FnMut(&Self) -> Option<Limit>) -> Result<Option<Limit>, Refusal> {
        loop {
            let level = self.stack.len();
            let Some(frame) = self.stack.last() else { return Ok(None) };
            if frame.done.len() < frame.total {
                if let Some(limit) = stop(self) {
                    return Ok(Some(limit));
                }
                let Some(frame) = self.stack.last() else { return Ok(None) };
                let next = self.successor(frame);
                self.nodes += 1;
                if let Some(worth) = self.enter(next) {
                    self.receive(level - 1, worth, Vec::new());
                }
            } else if level == 1 {
                return Ok(None);
            } else if let Some(frame) = self.stack.pop() {
                let worth = self.settle(&frame)?;
                self.receive(level - 2, worth, frame.line);
            }
        }
    }

    /// The value if the game is over; otherwise puts the position on the stack.
    fn enter(&mut self, state: G::State) -> Option<Worth> {
        let mut moves = Moves::new();
        let turn = self.game.turn(&state, &mut moves);
        let total = match turn {
            Turn::Over => {
                let mut value = Payoffs::default();
                for (seat, payoff) in value[..self.players].iter_mut().enumerate() {
                    *payoff = self.game.payoff(&state, Player(seat as u8));
                }
                self.depth = self.depth.max(self.stack.len());
                return Some(Worth::exactly(value));
            }
            Turn::Joint => sides(&moves).iter().product(),
            _ => moves.len(),
        };
        self.stack.push(Frame { state, turn, moves, total, done: Vec::new(), best: 0, line: Vec::new() });
        None
    }

    /// The position after the next move of the frame.
    fn successor(&self, frame: &Frame<G::State, G::Move>) -> G::State {
        let mut state = frame.state.clone();
        let index = frame.done.len();
        if frame.turn == Turn::Joint {
            let mut rest = index;
            let sections: Vec<_> = (0..frame.moves.sections()).map(|player| frame.moves.section(player)).collect();
            let mut joint = Vec::with_capacity(sections.len());
            for section in sections.iter().rev() {
                joint.push(section[rest % section.len()]);
                rest /= section.len();
            }
            joint.reverse();
            self.game.play_joint(&mut state, &joint);
        } else {
            self.game.play(&mut state, frame.moves[index]);
        }
        state
    }

    fn receive(&mut self, level: usize, worth: Worth, line: Vec<G::Move>) {
        let rounding = self.rounding;
        let frame = &mut self.stack[level];
        let index = frame.done.len();
        if let Turn::Player(player) = frame.turn {
            let seat = player.index();
            if index == 0 || worth.value[seat] > frame.done[frame.best].value[seat] + rounding {
                frame.best = index;
                frame.line.clear();
                frame.line.push(frame.moves[index]);
                frame.line.extend(line.into_iter().take(LONGEST_LINE - 1));
            }
        }
        frame.done.push(worth);
    }

    /// The value of a position all of whose successors are known.
    fn settle(&mut self, frame: &Frame<G::State, G::Move>) -> Result<Worth, Refusal> {
        match frame.turn {
            Turn::Player(player) => Ok(self.choose(&frame.done, frame.best, player.index())),
            Turn::Joint => {
                let solved = self.solve_joint(frame)?;
                self.mixed |= !solved.pure;
                Ok(solved.worth)
            }
            _ => Ok(expect(frame)),
        }
    }

    /// The player takes the first best; with other tie-breaking rules any that could be as good.
    fn choose(&self, done: &[Worth], best: usize, seat: usize) -> Worth {
        let floor = floor(done, seat);
        let mut worth = done[best];
        for other in done.iter().filter(|other| other.high[seat] >= floor - self.rounding) {
            for player in 0..self.players {
                worth.low[player] = worth.low[player].min(other.low[player]);
                worth.high[player] = worth.high[player].max(other.high[player]);
            }
        }
        worth.low[seat] = floor.min(worth.high[seat]);
        worth
    }

    fn solve_joint(&self, frame: &Frame<G::State, G::Move>) -> Result<JointSolution, Refusal> {
        Cells { sides: sides(&frame.moves), worths: &frame.done, rounding: self.rounding }.solve()
    }

    /// The values of the root's moves that are known so far, if the root is a player's turn.
    pub(super) fn so_far(&self) -> Option<(&[Worth], &[G::Move])> {
        let frame = self.stack.first().filter(|frame| matches!(frame.turn, Turn::Player(_)))?;
        Some((&frame.done, &frame.line))
    }

    /// The result, once [`advance`](Self::advance) has returned `None`.
    pub(super) fn solution(mut self) -> Result<Solution<G::Move>, Refusal> {
        let (nodes, depth, rounding) = (self.nodes, self.depth as u32, self.rounding);
        let solution = |turn, worth: Worth, choices, mixed, matrix, line| Solution {
            turn,
            value: worth.value,
            low: worth.low,
            high: worth.high,
            choices,
            mixed,
            matrix,
            line,
            nodes,
            depth,
            rounding,
        };
        if let Some(worth) = self.over {
            return Ok(solution(Turn::Over, worth, Vec::new(), false, None, Vec::new()));
        }
        let frame = self.stack.pop().ok_or_else(|| Refusal::new(RefusalKind::Other, "the position was not solved"))?;
        if frame.turn == Turn::Joint {
            let solved = self.solve_joint(&frame)?;
            let choices = joint_choices(&frame.moves, &solved);
            return Ok(solution(
                Turn::Joint,
                solved.worth,
                choices,
                self.mixed | !solved.pure,
                solved.matrix,
                Vec::new(),
            ));
        }
        let worth = self.settle(&frame)?;
        let choices = single_choices(&frame);
        Ok(solution(frame.turn, worth, choices, self.mixed, None, frame.line))
    }
}

/// The guaranteed payoff of a player, whatever the tie-breaking rule.
fn floor(done: &[Worth], seat: usize) -> f64 {
    done.iter().map(|worth| worth.low[seat]).fold(f64::NEG_INFINITY, f64::max)
}

fn expect<S, M: Copy>(frame: &Frame<S, M>) -> Worth {
    let mut sum = Worth::exactly(Payoffs::default());
    for (index, worth) in frame.done.iter().enumerate() {
        let weight = frame.moves.weight(index);
        for player in 0..MAX_PLAYERS {
            sum.value[player] += weight * worth.value[player];
            sum.low[player] += weight * worth.low[player];
            sum.high[player] += weight * worth.high[player];
        }
    }
    sum
}

fn sides<M: Copy>(moves: &Moves<M>) -> Vec<usize> {
    (0..moves.sections()).map(|player| moves.section(player).len()).collect()
}

fn single_choices<S, M: Copy>(frame: &Frame<S, M>) -> Vec<Choice<M>> {
    let player = if let Turn::Player(player) = frame.turn { Some(player) } else { None };
    let floor = player.map(|player| floor(&frame.done, player.index()));
    let choice = |(index, worth): (usize, &Worth)| Choice {
        player,
        mv: frame.moves[index],
        value: worth.value,
        probability: match player {
            Some(_) => f64::from(u8::from(index == frame.best)),
            None => frame.moves.weight(index),
        },
        loss: player.zip(floor).map_or(0.0, |(player, floor)| (floor - worth.high[player.index()]).max(0.0)),
    };
    frame.done.iter().enumerate().map(choice).collect()
}

fn joint_choices<M: Copy>(moves: &Moves<M>, solved: &JointSolution) -> Vec<Choice<M>> {
    let mut choices = Vec::new();
    for seat in 0..moves.sections() {
        for (index, &mv) in moves.section(seat).iter().enumerate() {
            choices.push(Choice {
                player: Some(Player(seat as u8)),
                mv,
                value: solved.values[seat][index],
                probability: solved.strategies[seat][index],
                loss: solved.losses[seat][index],
            });
        }
    }
    choices
}
