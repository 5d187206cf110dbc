//! One simulation, phase by phase: select, expand, simulate, back up.

use super::tree::{Block, Field, Index, Kind, Node, ROOT, Sharing, Slot, Together};
use rustc_hash::FxHashSet;

use super::amaf::{self, Played, Reference, Trace};
use super::backup;
use super::config::{Amaf, Playout};
use super::context::Context;
use super::expand::{Expansion, expand};
use super::joint::{self, Pick};
use super::live;
use super::lookahead::Lookahead;
use super::playout_stats::PlayoutStats;
use super::select::{Chooser, choose_ucb1, draw_outcome, open_or_choose};
use super::simulate::play_out;
use super::solver;
use crate::budget::{Meter, Pace, Signal};
use crate::game::{Game, MAX_PLAYERS, Moves, Payoffs, Player};
use crate::random::Random;

/// The best line that a single-player search has seen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct BestLine<M> {
    /// Shifted payoff.
    pub(crate) value: f64,
    /// The moves from the root to the end of the game.
    pub(crate) moves: Vec<M>,
}

/// What one thread needs to run simulations: its generator and buffers that are used again and again.
pub(crate) struct Worker<G: Game> {
    pub(crate) rng: Random,
    /// When to check the budget within a simulation.
    pub(crate) pace: Pace,
    pub(crate) moves: Moves<G::Move>,
    pub(crate) order: Vec<u32>,
    pub(crate) trace: Trace<G::Move>,
    pub(crate) stats: PlayoutStats,
    /// What look-ahead in playouts works with.
    pub(super) ahead: Option<Lookahead<G>>,
    pub(crate) best: Option<BestLine<G::Move>>,
    /// Depth of the deepest leaf reached.
    pub(crate) depth: u32,
    /// Playouts that were cut before the end of the game.
    pub(crate) cut_playouts: u64,
    /// Moves of the widest turn whose children do not fit into the memory limit.
    pub(crate) too_wide: usize,
    /// Simulations of this search counted by this worker.
    pub(crate) simulations: u64,
    pub(crate) path: Vec<Index>,
    picks: Vec<Pick>,
    /// Nodes at the start of the path that a burst backs up as a whole, and the payoffs gathered for them.
    pub(super) lead: usize,
    pub(super) gathered: Payoffs,
    played: FxHashSet<Played>,
    /// A state that has served: the next one is copied into its memory.
    spare: Option<G::State>,
}

/// How a simulation came to its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The game is over at the leaf itself.
    Leaf,
    /// The leaf's value is proven.
    Proven,
    /// A playout reached the end of the game.
    Playout,
    /// A playout was cut.
    Cut,
}

/// Where a descent ended.
pub(crate) enum Reached<S> {
    /// At a leaf with this position, to be played out.
    Leaf(S),
    /// At the end of the game, with these shifted payoffs.
    Over(Payoffs),
    /// At a proven position with these shifted payoffs; the rest of the game is not played.
    Proven(Payoffs),
    /// The budget ended on the way.
    Stopped,
}

/// Deeper than this, a descent is considered a cycle among shared nodes.
const DEEPEST: usize = 1 << 20;

impl<G: Game> Worker<G> {
    /// A worker with its own generator.
    pub(crate) fn new(rng: Random, meter: &Meter) -> Self {
        Worker {
            rng,
            pace: Pace::new(meter),
            moves: Moves::new(),
            order: Vec::new(),
            trace: Trace { moves: Vec::new(), codes: Vec::new(), marks: Vec::new() },
            stats: PlayoutStats::default(),
            ahead: None,
            best: None,
            depth: 0,
            cut_playouts: 0,
            too_wide: 0,
            simulations: 0,
            path: Vec::new(),
            picks: Vec::new(),
            lead: 0,
            gathered: [0.0; MAX_PLAYERS],
            played: FxHashSet::default(),
            spare: None,
        }
    }

    /// A copy of a state. Where states own memory, that of the last one is used again.
    #[inline(always)]
    pub(super) fn copy(&mut self, state: &G::State) -> G::State {
        if std::mem::needs_drop::<G::State>()
            && let Some(mut spare) = self.spare.take()
        {
            spare.clone_from(state);
            return spare;
        }
        state.clone()
    }

    /// Keeps the memory of a state that is not needed any more.
    #[inline(always)]
    fn keep(&mut self, state: G::State) {
        if std::mem::needs_drop::<G::State>() {
            self.spare = Some(state);
        }
    }

    /// Runs one simulation. Returns `false` if the budget ended in the middle of it: it counts for nothing then.
    #[inline]
    pub(crate) fn simulate<S: Sharing>(&mut self, context: &Context<'_, G>) -> bool {
        let reached = self.descend::<S>(context);
        self.conclude::<S>(context, reached)
    }

    /// Plays out the leaf of a descent, and backs up. Returns `false` if the budget ended before there was a result.
    #[inline(always)]
    pub(super) fn conclude<S: Sharing>(&mut self, context: &Context<'_, G>, reached: Reached<G::State>) -> bool {
        match reached {
            _ if context.meter.was_cut() => {
                self.abandon::<S>(context);
                return false;
            }
            Reached::Over(payoffs) => self.finish::<S>(context, &payoffs, Ending::Leaf),
            Reached::Proven(payoffs) => self.finish::<S>(context, &payoffs, Ending::Proven),
            Reached::Leaf(mut state) => {
                let outcome = play_out(context, self, &mut state).filter(|_| !context.meter.was_cut());
                let Some(outcome) = outcome else {
                    self.abandon::<S>(context);
                    return false;
                };
                self.finish::<S>(context, &outcome.payoffs, outcome.ending);
                self.keep(state);
            }
            Reached::Stopped => {
                self.abandon::<S>(context);
                return false;
            }
        }
        true
    }

    /// Reverts the counts of an unfinished simulation: in a shared tree its visits, otherwise nothing.
    #[cold]
    fn abandon<S: Sharing>(&mut self, context: &Context<'_, G>) {
        if S::SHARED {
            for &index in self.path.iter().skip(self.lead) {
                context.tree.node(index).take_visits(1);
            }
        }
    }

    /// Where steps are slow, checks the budget after each: whether the simulation has to be abandoned.
    #[inline(always)]
    pub(crate) fn must_stop(&mut self, context: &Context<'_, G>) -> bool {
        self.pace.is_slow() && self.look(context)
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, context: &Context<'_, G>) -> bool {
        match self.pace.step(context.meter) {
            Signal::GoOn => false,
            Signal::Report => {
                live::publish(context, self.simulations, self.depth, self.best.as_ref());
                false
            }
            Signal::End(_) => true,
        }
    }

    /// Goes down from the root to a leaf, expanding it if it is due.
    #[inline]
    pub(crate) fn descend<S: Sharing>(&mut self, context: &Context<'_, G>) -> Reached<G::State> {
        self.path.clear();
        self.picks.clear();
        self.trace.moves.clear();
        self.trace.codes.clear();
        self.trace.marks.clear();
        let start = self.copy(context.root);
        self.descend_from::<S>(context, start, ROOT)
    }

    /// Continues down from a node whose ancestors are on the path.
    #[inline(always)]
    pub(super) fn descend_from<S: Sharing>(
        &mut self,
        context: &Context<'_, G>,
        mut state: G::State,
        mut index: Index,
    ) -> Reached<G::State> {
        let mut node = context.tree.node(index);
        let mut reference = ROOT;
        loop {
            self.path.push(index);
            if context.plan.listens {
                self.trace.marks.push(self.trace.moves.len() as u32);
            }
            if S::SHARED && self.path.len() > self.lead {
                node.add_visits::<S>(1);
            }
            // The root takes no step to be reached.
            if self.pace.is_slow() && self.path.len() > 1 && self.look(context) {
                return Reached::Stopped;
            }
            if context.plan.solver
                && index != ROOT
                && let Some(payoffs) = solver::proven(context, index)
            {
                self.keep(state);
                return Reached::Proven(payoffs);
            }
            let block = match context.tree.children(node) {
                Some(block) => block,
                None => {
                    // In a shared tree the visit was counted on the way in.
                    let before = node.visits() - u32::from(S::SHARED);
                    // The root is expanded at once: an answer needs its children.
                    if (before < context.config.expand && index != ROOT) || context.tree.is_full() {
                        return Reached::Leaf(state);
                    }
                    match expand::<S, G>(context, self, node, &state) {
                        Expansion::Done(children) => context.tree.block(children),
                        Expansion::Over(payoffs) => {
                            self.keep(state);
                            return Reached::Over(payoffs);
                        }
                        Expansion::Not => return Reached::Leaf(state),
                        Expansion::Stopped => return Reached::Stopped,
                    }
                }
            };
            if context.config.amaf == Amaf::Grave && node.visits() >= context.config.grave_ref {
                reference = index;
            }
            let position = match node.kind() {
                Kind::Choice => self.choose::<S>(context, node, &block, reference),
                Kind::Chance => draw_outcome(&block, &mut self.rng),
                Kind::Joint => match self.go_down_jointly(context, index, node, &block, &mut state) {
                    Some(child) if self.path.len() < DEEPEST => {
                        (index, node) = (child, context.tree.node(child));
                        continue;
                    }
                    _ => return Reached::Leaf(state),
                },
            };
            let child = &block.nodes[position];
            context.tree.prefetch_children(child);
            if context.plan.listens {
                let player = (node.kind() == Kind::Choice).then_some(Player(child.mover() as u8));
                self.trace.moves.push((player, child.mv()));
            }
            context.game.play(&mut state, child.mv());
            (index, node) = (block.index(position), child);
            if self.path.len() >= DEEPEST {
                return Reached::Leaf(state);
            }
        }
    }

    /// The child that its player goes to: the next one to be tried, or by the selection rule.
    #[inline(always)]
    pub(super) fn choose<S: Sharing>(
        &mut self,
        context: &Context<'_, G>,
        node: &Node<G::Move>,
        block: &Block<'_, G::Move>,
        reference: Index,
    ) -> usize {
        open_or_choose::<S, G>(context, node, block, |opened| {
            if context.plan.plain {
                return choose_ucb1(context, node, &block.nodes[..opened]);
            }
            let reference = match context.config.amaf {
                Amaf::Grave => Reference::Ancestor(&context.shared.grave, reference),
                _ => Reference::Own,
            };
            let player = block.nodes[0].mover();
            let chooser = Chooser::new(context, node, block, player, reference);
            chooser.choose(opened, &mut self.rng)
        })
    }

    /// Chooses for all players of a joint turn and plays it; `None` if the node behind it found no memory.
    fn go_down_jointly(
        &mut self,
        context: &Context<'_, G>,
        index: Index,
        node: &Node<G::Move>,
        block: &Block<'_, G::Move>,
        state: &mut G::State,
    ) -> Option<Index> {
        let pick = joint::choose(context, index, node, block, &mut self.rng);
        let seats = &pick.arms[..context.plan.players];
        let moves: Vec<G::Move> = seats.iter().map(|&arm| block.nodes[arm as usize].mv()).collect();
        if context.plan.listens {
            let recorded = moves.iter().enumerate().map(|(seat, &mv)| (Some(Player(seat as u8)), mv));
            self.trace.moves.extend(recorded);
        }
        context.game.play_joint(state, &moves);
        self.picks.push(pick);
        joint::child(context, block, &pick)
    }

    /// All consequences of a result: proofs, statistics, shared knowledge, the best line.
    #[inline]
    pub(crate) fn finish<S: Sharing>(&mut self, context: &Context<'_, G>, payoffs: &Payoffs, ending: Ending) {
        self.simulations += 1;
        self.depth = self.depth.max(self.path.len() as u32 - 1);
        if context.plan.joint {
            self.back_up_joint(context, payoffs);
        }
        let raised = backup::back_up::<S, G>(context, &self.path[self.lead..], payoffs);
        if self.lead > 0 {
            for (gathered, payoff) in self.gathered.iter_mut().zip(raised) {
                *gathered += payoff;
            }
        }
        let settled = matches!(ending, Ending::Leaf | Ending::Proven);
        if let Some(&leaf) = self.path.last().filter(|_| context.plan.solver && settled) {
            solver::prove(context, leaf, payoffs);
            solver::climb(context, &self.path);
        }
        if context.plan.listens {
            self.learn::<S>(context, payoffs, ending);
        }
    }

    fn back_up_joint(&mut self, context: &Context<'_, G>, payoffs: &Payoffs) {
        if context.config.joint == super::config::JointRule::RegretMatching {
            for &index in &self.path {
                for (player, payoff) in payoffs.iter().enumerate().take(context.plan.players) {
                    context.tree.slot_of_player(Field::PlayerSum, player, index).add::<Together>(*payoff);
                }
            }
        }
        for pick in &self.picks {
            joint::back_up(context, pick, payoffs);
        }
    }

    fn learn<S: Sharing>(&mut self, context: &Context<'_, G>, payoffs: &Payoffs, ending: Ending) {
        let amaf = context.plan.codes && !amaf::is_cut_off(context);
        if amaf || context.config.learns() {
            amaf::encode(&mut self.trace, context);
        }
        if amaf {
            amaf::update::<S, G>(context, &self.path, &self.trace, payoffs, &mut self.played);
        }
        if context.config.learns() {
            self.stats.learn(&self.trace, payoffs, context.config.playout == Playout::Nst);
        }
        let complete = matches!(ending, Ending::Leaf | Ending::Playout);
        if complete && context.plan.best_line {
            self.keep_best(context, payoffs[0]);
        }
    }

    /// Keeps the line of the trace if it is the best so far. One with the best payoff of the game leaves nothing to search,
    /// whether it was found now or before the last move: it is the answer by any rule.
    fn keep_best(&mut self, context: &Context<'_, G>, payoff: f64) {
        if self.best.as_ref().is_none_or(|best| payoff > best.value) {
            let moves = self.trace.moves.iter().map(|&(_, mv)| mv).collect();
            self.best = Some(BestLine { value: payoff, moves });
        }
        let best = self.best.as_ref().map_or(payoff, |best| best.value);
        if let Some(top) = context.plan.top.filter(|&top| best >= top) {
            context.tree.node(ROOT).prove(top, || ());
        }
    }
}
