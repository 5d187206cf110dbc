//! The positions of a game as a graph, in breadth-first order, so that the successors of a position are contiguous.

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::budget::Limit;
use crate::game::{Game, Moves, PayoffRange, Player, Turn};

/// What happens at a position. Values are those of player 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Not visited.
    Open,
    /// The game is over.
    Over,
    /// Player 0 moves.
    Max,
    /// Player 1 moves.
    Min,
    /// Chance, by the distribution that starts here in the pool.
    Chance(u32),
}

/// Positions by number, the root first.
pub(super) struct Graph {
    by_key: FxHashMap<u64, u32>,
    kinds: Vec<Kind>,
    /// Where the successors of each expanded position begin, and the end of the last.
    offsets: Vec<u32>,
    edges: Vec<u32>,
    /// Distributions of chance turns, each kept once.
    pool: Vec<f64>,
    /// Where each begins, by the bits of its weights.
    distributions: FxHashMap<Vec<u64>, u32>,
    /// Bounds of the values, for player 0.
    pub(super) low: Vec<f64>,
    pub(super) high: Vec<f64>,
    /// The least and greatest payoff.
    range: (f64, f64),
    solved: bool,
    /// The most sweeps that a component needed; 0 without cycles.
    pub(super) sweeps: u32,
    /// Turns to the position that is furthest from the root.
    pub(super) depth: u32,
}

/// Bytes of a position in all tables but the edges: kind, offset, bounds, key and number in a hash table that is
/// between 7/16 and 7/8 full.
const NODE_BYTES: usize = size_of::<Kind>() + size_of::<u32>() + 2 * size_of::<f64>() + 27;

/// Positions whose successors are not listed yet, with their distances from the root.
pub(super) type Frontier<S> = VecDeque<(S, u32)>;

impl Graph {
    /// A graph of the root alone.
    pub(super) fn new(root: u64) -> Self {
        Graph {
            by_key: FxHashMap::from_iter([(root, 0)]),
            kinds: vec![Kind::Open],
            offsets: vec![0],
            edges: Vec::new(),
            pool: Vec::new(),
            distributions: FxHashMap::default(),
            low: Vec::new(),
            high: Vec::new(),
            range: (0.0, 0.0),
            solved: false,
            sweeps: 0,
            depth: 0,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Positions whose successors are known.
    pub(super) fn expanded(&self) -> usize {
        self.offsets.len() - 1
    }

    pub(super) fn bytes(&self) -> usize {
        self.kinds.len() * NODE_BYTES + self.edges.len() * size_of::<u32>()
    }

    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.by_key.get(&key).map(|&node| node as usize)
    }

    pub(super) fn kind(&self, node: usize) -> Kind {
        self.kinds[node]
    }

    /// The positions after each move, in the order of the game; empty for one that was not visited.
    #[inline]
    pub(super) fn successors(&self, node: usize) -> &[u32] {
        match self.offsets.get(node + 1) {
            Some(&end) => &self.edges[self.offsets[node] as usize..end as usize],
            None => &[],
        }
    }

    pub(super) fn bounds(&self, node: usize) -> (f64, f64) {
        (self.low[node], self.high[node])
    }

    pub(super) fn width(&self) -> f64 {
        self.range.1 - self.range.0
    }

    pub(super) fn sweeps(&self) -> u32 {
        self.sweeps
    }

    pub(super) fn is_solved(&self) -> bool {
        self.solved
    }

    pub(super) fn mark_solved(&mut self, solved: bool) {
        self.solved = solved;
    }

    /// Lists the positions of the frontier and every position after them until `stop`, called before each and after
    /// every move with the number expanded and the bytes held. What is left of the frontier is listed by the next call.
    pub(super) fn explore<G: Game>(
        &mut self,
        game: &G,
        frontier: &mut Frontier<G::State>,
        mut stop: impl FnMut(u64, usize) -> Option<Limit>,
    ) -> Option<Limit> {
        let key = game.capabilities().key.expect("checked when the search was made");
        let mut moves = Moves::new();
        let mut after: Vec<(u64, G::State)> = Vec::new();
        let mut numbers: Vec<Option<u32>> = Vec::new();
        while let Some((state, depth)) = frontier.pop_front() {
            let node = self.expanded();
            moves.clear();
            after.clear();
            let mut ended = stop(node as u64, self.bytes());
            let turn = if ended.is_none() { game.turn(&state, &mut moves) } else { Turn::Over };
            for &mv in moves.iter() {
                let mut next = state.clone();
                game.play(&mut next, mv);
                after.push((key.key(&next), next));
                ended = stop(node as u64, self.bytes());
                if ended.is_some() {
                    break;
                }
            }
            if ended.is_some() {
                // A position is listed with all of its moves or with none.
                frontier.push_front((state, depth));
                return ended;
            }
            self.depth = depth;
            self.kinds[node] = match turn {
                Turn::Over => {
                    let payoff = game.payoff(&state, Player(0));
                    self.low.resize(self.low.len().max(node + 1), 0.0);
                    self.low[node] = payoff;
                    Kind::Over
                }
                Turn::Player(Player(0)) => Kind::Max,
                Turn::Player(_) => Kind::Min,
                Turn::Chance => Kind::Chance(self.distribution(&moves)),
                Turn::Joint => unreachable!("games with joint turns are rejected"),
            };
            // All are looked up before any is added: the table is large, and the processor waits for several reads at
            // the same time.
            numbers.clear();
            numbers.extend(after.iter().map(|(key, _)| self.by_key.get(key).copied()));
            for ((key, next), number) in after.drain(..).zip(&numbers) {
                let number = number.unwrap_or_else(|| self.number(key, || frontier.push_back((next, depth + 1))));
                self.edges.push(number);
            }
            self.offsets.push(self.edges.len() as u32);
        }
        None
    }

    /// The number of the position with this key; calls `fresh` if it has had none.
    fn number(&mut self, key: u64, fresh: impl FnOnce()) -> u32 {
        let next = self.kinds.len() as u32;
        let number = *self.by_key.entry(key).or_insert(next);
        if number == next {
            self.kinds.push(Kind::Open);
            fresh();
        }
        number
    }

    /// Where the distribution of a chance turn begins in the pool.
    fn distribution<M: Copy>(&mut self, moves: &Moves<M>) -> u32 {
        let weights = |index| moves.weight(index);
        let bits: Vec<u64> = (0..moves.len()).map(|index| weights(index).to_bits()).collect();
        *self.distributions.entry(bits).or_insert_with(|| {
            let first = self.pool.len() as u32;
            self.pool.extend((0..moves.len()).map(weights));
            first
        })
    }

    /// Sets the bounds before the first sweep: payoffs where the game is over, the range of payoffs elsewhere.
    /// Returns `false` if positions were left out and the game declares no range.
    pub(super) fn bound(&mut self, declared: Option<PayoffRange>) -> bool {
        self.low.resize(self.len(), 0.0);
        let over = |node: &usize| self.kinds[*node] == Kind::Over;
        let payoffs = || (0..self.len()).filter(over).map(|node| self.low[node]);
        let complete = self.expanded() == self.len();
        self.range = match (complete, declared) {
            (true, _) if payoffs().next().is_some() => {
                (payoffs().fold(f64::INFINITY, f64::min), payoffs().fold(f64::NEG_INFINITY, f64::max))
            }
            (_, Some(range)) => (range.low, range.high),
            _ => return false,
        };
        self.high = self.low.clone();
        for node in 0..self.len() {
            if self.kinds[node] != Kind::Over {
                (self.low[node], self.high[node]) = self.range;
            }
        }
        true
    }

    /// The bounds that follow from those of the successors.
    #[inline]
    pub(super) fn backed_up(&self, node: usize) -> (f64, f64) {
        let successors = self.successors(node);
        let bounds = |&next: &u32| (self.low[next as usize], self.high[next as usize]);
        match self.kinds[node] {
            Kind::Open | Kind::Over => self.bounds(node),
            Kind::Max => {
                let least = (f64::NEG_INFINITY, f64::NEG_INFINITY);
                successors.iter().map(bounds).fold(least, |best, next| (best.0.max(next.0), best.1.max(next.1)))
            }
            Kind::Min => {
                let most = (f64::INFINITY, f64::INFINITY);
                successors.iter().map(bounds).fold(most, |best, next| (best.0.min(next.0), best.1.min(next.1)))
            }
            Kind::Chance(first) => {
                let weights = &self.pool[first as usize..];
                let weighted = successors.iter().map(bounds).zip(weights);
                weighted.fold((0.0, 0.0), |mean, (next, weight)| (mean.0 + weight * next.0, mean.1 + weight * next.1))
            }
        }
    }

    /// The index of the best move at a player's turn.
    pub(super) fn best(&self, node: usize) -> Option<usize> {
        let middle = |next: u32| self.low[next as usize] + self.high[next as usize];
        let sign = match self.kinds[node] {
            Kind::Max => 1.0,
            Kind::Min => -1.0,
            _ => return None,
        };
        let values = self.successors(node).iter().map(|&next| sign * middle(next));
        // The first of equally good moves.
        values
            .enumerate()
            .fold(None, |best: Option<(usize, f64)>, (index, value)| match best {
                Some((_, most)) if most >= value => best,
                _ => Some((index, value)),
            })
            .map(|(index, _)| index)
    }
}
