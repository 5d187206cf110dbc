//! All moves as first: a move counts for every node of the path at which it could have been played, not only for the
//! one at which it was (Brügmann 1993; the variants are those of Helmbold & Parker-Wood 2009; GRAVE is Cazenave's,
//! 2015).
//!
//! RAVE and GRAVE count the child that was played at the node too, as Gelly & Silver define them. For the others only its
//! siblings count. Cutoff has no data beside the ordinary ones: while it lasts, siblings are updated as if they had been
//! visited.

use super::tree::{Block, Field, Index, ROOT, Sharing, Slot};
use std::sync::atomic::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::config::Amaf;
use super::context::Context;
use super::sharded::Sharded;
use crate::game::capabilities::default_code;
use crate::game::{Game, Payoffs, Player};

/// A move by its player and code.
pub(crate) type Played = (u8, u64);

/// Statistics of every move below a node, whether it is a child or not, for GRAVE: visits and sum of values.
#[derive(Default)]
pub(crate) struct GraveTables(pub(crate) Sharded<(Index, Played), (f64, f64)>);

impl GraveTables {
    fn add(&self, node: Index, played: &FxHashSet<Played>, payoffs: &Payoffs) {
        let mut table = self.0.piece(node.number());
        for &(player, code) in played {
            let entry = table.entry((node, (player, code))).or_default();
            entry.0 += 1.0;
            entry.1 += payoffs[usize::from(player)];
        }
    }

    fn get(&self, node: Index, played: Played) -> Option<(f64, f64)> {
        self.0.piece(node.number()).get(&(node, played)).copied()
    }
}

/// Where GRAVE takes its statistics from.
#[derive(Clone, Copy)]
pub(crate) enum Reference<'a> {
    /// From the children themselves.
    Own,
    /// From the table of an ancestor.
    Ancestor(&'a GraveTables, Index),
}

/// AMAF visits and mean shifted value of a child.
#[inline]
pub(crate) fn shared_value<M: Copy>(
    amaf: Amaf,
    block: &Block<'_, M>,
    position: usize,
    reference: &Reference<'_>,
) -> Option<(f64, f64)> {
    let (visits, sum) = match (amaf, reference) {
        (Amaf::Grave, Reference::Ancestor(tables, node)) => {
            let code = block.table(Field::Code)[position].load(Ordering::Relaxed);
            tables.get(*node, (block.nodes[position].mover() as u8, code))?
        }
        _ => (block.table(Field::AmafVisits)[position].get(), block.table(Field::AmafSum)[position].get()),
    };
    (visits > 0.0).then(|| (visits, sum / visits))
}

/// What a simulation played: moves with their codes, and how many of them led to each node of the path.
#[derive(Default)]
pub(crate) struct Trace<M> {
    /// Every move of the simulation; `None` for chance.
    pub(crate) moves: Vec<(Option<Player>, M)>,
    /// Their codes.
    pub(crate) codes: Vec<u64>,
    /// For every node of the path, the moves made before it.
    pub(crate) marks: Vec<u32>,
}

/// Fills in the codes of a trace: by the game's capability, replaying the moves if their codes depend on the position, or
/// by hash.
pub(crate) fn encode<G: Game>(trace: &mut Trace<G::Move>, context: &Context<'_, G>) {
    trace.codes.clear();
    let Some(capability) = context.game.capabilities().codes else {
        trace.codes.extend(trace.moves.iter().map(|&(_, mv)| default_code(mv)));
        return;
    };
    for &(_, mv) in &trace.moves {
        let Some(code) = capability.code_anywhere(mv) else { break };
        trace.codes.push(code);
    }
    if trace.codes.len() == trace.moves.len() {
        return;
    }
    trace.codes.clear();
    let mut state = context.root.clone();
    let mut at = 0;
    while at < trace.moves.len() {
        let joint = if context.plan.joint { joint_length(context, &state, at, &trace.moves) } else { 1 };
        let turn = &trace.moves[at..at + joint];
        trace.codes.extend(turn.iter().map(|&(_, mv)| capability.code(&state, mv)));
        if joint == 1 {
            context.game.play(&mut state, turn[0].1);
        } else {
            let moves: Vec<G::Move> = turn.iter().map(|&(_, mv)| mv).collect();
            context.game.play_joint(&mut state, &moves);
        }
        at += joint;
    }
}

/// How many of the recorded moves from `at` make up one turn.
fn joint_length<G: Game>(
    context: &Context<'_, G>,
    state: &G::State,
    at: usize,
    moves: &[(Option<Player>, G::Move)],
) -> usize {
    let mut listed = crate::game::Moves::new();
    match context.game.turn(state, &mut listed) {
        crate::game::Turn::Joint => context.plan.players.min(moves.len() - at),
        _ => 1,
    }
}

/// Counts a simulation of Cutoff, and says whether it comes after those that count for siblings.
pub(crate) fn is_cut_off<G: Game>(context: &Context<'_, G>) -> bool {
    context.config.amaf == Amaf::Cutoff
        && context.shared.cutoff.fetch_add(1, Ordering::Relaxed) >= context.config.amaf_cutoff
}

/// Adds one simulation to the AMAF statistics of the path. `tree_moves` of the trace were made in the tree.
pub(crate) fn update<S: Sharing, G: Game>(
    context: &Context<'_, G>,
    path: &[Index],
    trace: &Trace<G::Move>,
    payoffs: &Payoffs,
    played: &mut FxHashSet<Played>,
) {
    let amaf = context.config.amaf;
    let tree_moves = trace.marks.last().copied().unwrap_or(0) as usize;
    let mut upto = match amaf {
        Amaf::SomeFirst => (tree_moves + context.config.amaf_first as usize).min(trace.moves.len()),
        _ => trace.moves.len(),
    };
    let with_played = matches!(amaf, Amaf::Rave | Amaf::Grave);
    let mut chosen: Vec<Played> = Vec::new();
    played.clear();
    for (at, (&index, &mark)) in path.iter().zip(&trace.marks).enumerate().rev() {
        let mark = mark as usize;
        let moves = |range: std::ops::Range<usize>| {
            range.filter_map(|at| trace.moves[at].0.map(|player| (player.0, trace.codes[at])))
        };
        played.extend(moves(mark..upto));
        upto = mark;
        let Some(block) = context.tree.children(context.tree.node(index)) else { continue };
        chosen.clear();
        if !with_played && let Some(&next) = trace.marks.get(at + 1) {
            chosen.extend(moves(mark..next as usize));
        }
        add_to_children::<S, _>(context, &block, payoffs, |mv| played.contains(&mv) && !chosen.contains(&mv));
        if amaf == Amaf::Grave {
            context.shared.grave.add(index, played, payoffs);
        }
    }
    if amaf == Amaf::Permutation {
        let mut permutation = Permutation::new(path, trace);
        permutation.update::<S, G>(context, ROOT, payoffs);
    }
}

/// Adds a simulation to those children whose moves count.
fn add_to_children<S: Sharing, G: Game>(
    context: &Context<'_, G>,
    block: &Block<'_, G::Move>,
    payoffs: &Payoffs,
    counts: impl Fn(Played) -> bool,
) {
    let codes = block.table(Field::Code);
    for (position, child) in block.nodes.iter().enumerate() {
        if !counts((child.mover() as u8, codes[position].load(Ordering::Relaxed))) {
            continue;
        }
        let value = payoffs[child.mover()];
        let squares = if context.config.amaf == Amaf::Cutoff {
            child.add_visits::<S>(1);
            child.add_value::<S>(value);
            if let Some(slot) = block.table(Field::Best).get(position) {
                if child.visits() <= 1 { slot.set(value) } else { slot.raise::<S>(value) }
            }
            Field::Squares
        } else {
            block.table(Field::AmafVisits)[position].add::<S>(1.0);
            block.table(Field::AmafSum)[position].add::<S>(value);
            Field::AmafSquares
        };
        if let Some(slot) = block.table(squares).get(position) {
            slot.add::<S>(value * value);
        }
    }
}

/// Nodes that one simulation may visit on its permutations: their number grows as a factorial.
const MOST_PERMUTED: usize = 256;

/// A walk through the nodes that the moves of a simulation reach in another order. The players keep theirs, since the
/// tree has only moves of the player whose turn it is.
struct Permutation {
    on_path: FxHashSet<Index>,
    /// How often each move of the simulation is not yet used on the way to the current node.
    unused: FxHashMap<Played, u32>,
    /// Nodes that may still be visited.
    left: usize,
}

impl Permutation {
    fn new<M>(path: &[Index], trace: &Trace<M>) -> Self {
        let mut unused = FxHashMap::default();
        for (&(player, _), &code) in trace.moves.iter().zip(&trace.codes) {
            if let Some(player) = player {
                *unused.entry((player.0, code)).or_default() += 1;
            }
        }
        Permutation { on_path: path.iter().copied().collect(), unused, left: MOST_PERMUTED }
    }

    fn has(&self, mv: Played) -> bool {
        self.unused.get(&mv).is_some_and(|&count| count > 0)
    }

    /// Updates the children of this node, if it is off the path, and of the nodes below.
    fn update<S: Sharing, G: Game>(&mut self, context: &Context<'_, G>, index: Index, payoffs: &Payoffs) {
        let Some(block) = context.tree.children(context.tree.node(index)).filter(|_| self.left > 0) else { return };
        self.left -= 1;
        if !self.on_path.contains(&index) {
            add_to_children::<S, _>(context, &block, payoffs, |mv| self.has(mv));
        }
        for (position, child) in block.nodes.iter().enumerate() {
            let mv = (child.mover() as u8, block.table(Field::Code)[position].load(Ordering::Relaxed));
            if self.has(mv) {
                self.use_move(mv, false);
                self.update::<S, G>(context, block.index(position), payoffs);
                self.use_move(mv, true);
            }
        }
    }

    fn use_move(&mut self, mv: Played, back: bool) {
        if let Some(count) = self.unused.get_mut(&mv) {
            if back { *count += 1 } else { *count -= 1 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Config;
    use super::super::context::{Plan, Shared};
    use super::super::tree::{Alone, Kind, Node, Tree};
    use super::*;
    use crate::budget::Budget;
    use crate::game::{GameInfo, Moves, PayoffRange, Turn};
    use crate::random::Random;
    use crate::search::facts::Facts;

    /// A game of which only the tree matters.
    struct Paper;

    impl Game for Paper {
        type State = ();
        type Move = u16;

        fn info(&self) -> GameInfo {
            GameInfo::two_player("paper", PayoffRange::new(0.0, 1.0))
        }
        fn start(&self, _: &mut Random) {}
        fn turn(&self, (): &(), _: &mut Moves<u16>) -> Turn {
            Turn::Over
        }
        fn play(&self, (): &mut (), _: u16) {}
        fn payoff(&self, (): &(), _: Player) -> f64 {
            0.0
        }
    }

    /// 300 children with a child each, and a simulation that has all their moves: the root and 255 of them are visited.
    #[test]
    fn permutations_visit_256_nodes_at_most() {
        let config = Config { amaf: Amaf::Permutation, ..Config::default() };
        let plan = Plan::new(&Facts::of(&Paper), &config);
        let tree = Tree::new(plan.fields(&Paper.info(), &config), 1 << 20, Node::new(0, 0));
        let add = |parent: Index, count: u16, first: u16| {
            let children = tree.add(usize::from(count), |at| Node::new(first + at as u16, 0)).unwrap();
            let block = tree.block(children);
            for (slot, node) in block.table(Field::Code).iter().zip(block.nodes) {
                slot.store(default_code(node.mv()), Ordering::Relaxed);
            }
            tree.publish::<Alone>(tree.node(parent), children, u32::from(count), Kind::Choice);
            block
        };
        let children = add(ROOT, 300, 0);
        let last: Vec<_> = (0..300).map(|at| add(children.index(at), 1, 1_000)).collect();
        let (shared, meter) = (Shared::default(), Budget::simulations(1).start());
        let context = Context {
            game: &Paper,
            config: &config,
            plan: &plan,
            tree: &tree,
            shared: &shared,
            root: &(),
            root_player: 0,
            meter: &meter,
            past: None,
        };
        let moves: Vec<_> = (0..300).chain([1_000]).map(|mv| (Some(Player(0)), mv)).collect();
        let codes = moves.iter().map(|&(_, mv)| default_code(mv)).collect();
        let trace = Trace { moves, codes, marks: vec![0] };
        let payoffs = [1.0; crate::game::MAX_PLAYERS];
        update::<Alone, _>(&context, &[ROOT], &trace, &payoffs, &mut FxHashSet::default());
        let updated = last.iter().filter(|block| block.table(Field::AmafVisits)[0].get() == 1.0).count();
        assert_eq!(updated, MOST_PERMUTED - 1);
    }
}
