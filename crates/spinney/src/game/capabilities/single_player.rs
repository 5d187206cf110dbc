//! Capabilities of single-player games, where a search looks for the best line and not for the best reply.

use super::super::{Game, Moves, Player, Turn};
use super::PolicyName;
use crate::evaluation::ranking::Ranking;

/// The options of a player in a playout that a search steers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Offer<M> {
    /// The move.
    pub mv: M,
    /// Its code, as of [`Codes`](super::Codes).
    pub code: u64,
    /// The result of [`Guide::weigh`].
    pub weight: Weight,
}

/// How likely a move is to be chosen, compared to others.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// The factor of the game's bias on a weight of 1.
    pub lean: f32,
    /// The weight with everything that the search has learnt.
    pub full: f32,
}

/// A search that steers a playout.
pub trait Guide<M> {
    /// The weight of moves of this code: called when a move becomes possible, and constant during a playout. `bias`
    /// returns the game's own preference for the move, 0 for none; it is called only if needed, and not every time.
    fn weigh(&mut self, code: u64, bias: &dyn Fn() -> f32) -> Weight;

    /// Chooses one of the offers, of which there is at least one, by its place in the list; `None` to give up the playout.
    fn choose(&mut self, offers: &[Offer<M>]) -> Option<usize>;

    /// A playout that cannot end with this payoff is of no use and may be given up; constant during a playout.
    fn least(&self) -> f64 {
        f64::NEG_INFINITY
    }
}

/// Playouts that a search steers, by rules of the game that select the moves to offer.
///
/// Without this capability all legal moves are offered ([`roll_by_listing`]). A game that knows which moves have just
/// become possible saves the codes and weights of the others.
pub trait Guided: Game {
    /// The rules; searches refer to them by position in this list.
    fn rules(&self) -> &'static [PolicyName];

    /// The rules worth trying here, the most promising first; never none.
    fn by_promise(&self) -> Vec<usize>;

    /// Lists the moves that a rule offers in a position: at least one unless the game is over.
    fn offer(&self, rule: usize, state: &Self::State, moves: &mut Moves<Self::Move>);

    /// Plays `state` to its end by the choices of `guide`. Returns whether it got there: it gives up if it cannot reach
    /// the guide's minimum, or if the guide makes no choice.
    fn roll(&self, rule: usize, state: &mut Self::State, guide: &mut dyn Guide<Self::Move>) -> bool;
}

/// Whose turn it is, and the moves that a search for one good line considers: dominated ones are left out where the game
/// asks for it.
pub(crate) fn choices<G: Game>(game: &G, state: &G::State, moves: &mut Moves<G::Move>) -> Turn {
    let turn = game.turn(state, moves);
    if let (Turn::Player(_), Some(tactics)) = (turn, game.capabilities().tactics.filter(|it| it.prefers_pruning())) {
        tactics.prune_dominated(state, moves);
    }
    turn
}

/// Plays `state` to its end by the choices of `guide`, which is offered the legal moves (but dominated
/// ones where the game asks for it), and returns whether it came
/// there. Only for single-player games without chance.
pub fn roll_by_listing<G: Game>(
    game: &G,
    code: impl Fn(&G::State, G::Move) -> u64,
    state: &mut G::State,
    guide: &mut impl Guide<G::Move>,
) -> bool {
    let mut moves = Moves::new();
    let mut offers = Vec::new();
    while choices(game, state, &mut moves) == Turn::Player(Player(0)) {
        offers.clear();
        offers.extend(moves.iter().map(|&mv| {
            let code = code(state, mv);
            Offer { mv, code, weight: guide.weigh(code, &|| 0.0) }
        }));
        let Some(chosen) = guide.choose(&offers) else { return false };
        game.play(state, offers[chosen].mv);
        moves.clear();
    }
    true
}

/// Bounds of the payoff of a single-player game: the part that is certain, and the most that is possible.
pub trait ScoreBounds: Game {
    /// The part of the payoff that is earned. Positions with equal [`rest_key`](Self::rest_key) have payoffs that
    /// differ by exactly the difference of this, if the same moves follow.
    fn so_far(&self, state: &Self::State) -> f64;

    /// A key of everything that matters for the rest of the game.
    fn rest_key(&self, state: &Self::State) -> u64;

    /// The payoff cannot become more than this.
    fn at_most(&self, state: &Self::State) -> f64;

    /// Whether a game that ended here counts as solved.
    fn is_solved(&self, state: &Self::State) -> bool;

    /// How far the game has come: grows with every move. Positions of one stage can be compared.
    fn stage(&self, state: &Self::State) -> u32;
}

/// Names of moves that are stable while positions change: with them a known line is replayed after a change at its
/// beginning, as far as its moves are still possible.
pub trait StableMoveId: Game {
    /// The name of a legal move.
    fn name(&self, state: &Self::State, mv: Self::Move) -> u32;

    /// The legal move of this name, if there is one here.
    fn find(&self, state: &Self::State, name: u32) -> Option<Self::Move>;
}

/// What a game remembers of the moves of a line: see [`Patterns::rate_moves`].
pub type Trace = [u8; 16];

/// Is given a move, the position after it, its rating, and the trace after it.
pub type VisitRated<'v, S, M> = &'v mut dyn FnMut(M, &S, f32, Trace);

/// Patterns that recur in positions. A search learns from them what the positions of good lines have in common, and rates
/// others by it ([`Ranking`]).
pub trait Patterns: Game {
    /// The number of different patterns.
    fn patterns(&self) -> usize;

    /// A first guess of the weight of a pattern.
    fn guess(&self, pattern: usize) -> f32;

    /// The number of goals. Patterns depend on what the line aims at, such as the colour that is removed last; the
    /// most promising goal is 0.
    fn goals(&self) -> usize {
        1
    }

    /// The goal of a complete line, given as its positions.
    fn goal_of(&self, _line: &[Self::State]) -> usize {
        0
    }

    /// How much of the game is left, from 1 at the start to 0 at the end.
    fn left(&self, state: &Self::State) -> f32;

    /// Visits the patterns of a position, each with how much of it there is. A pattern may be visited several times.
    fn count(&self, goal: usize, state: &Self::State, visit: &mut dyn FnMut(usize, f32));

    /// Rates the positions after every legal move, except for those that may as well have been made earlier. Two moves that
    /// do not affect each other need to be tried in one order only. What has to be known of earlier moves for that is the
    /// trace, at first zeros. Returns whether there are legal moves.
    fn rate_moves(
        &self,
        goal: usize,
        ranking: &Ranking,
        state: &Self::State,
        trace: &Trace,
        visit: VisitRated<'_, Self::State, Self::Move>,
    ) -> bool;

    /// The moves of a line in the order in which [`rate_moves`](Self::rate_moves) offers them.
    fn in_order(&self, _start: &Self::State, line: &[Self::Move]) -> Vec<Self::Move> {
        line.to_vec()
    }
}
