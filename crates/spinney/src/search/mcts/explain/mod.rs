//! A trace of Monte-Carlo tree search: what each cycle selected and why, what it expanded, how the simulation
//! went, and what changed.
//!
//! An [`Explainer`] runs the phases of the search itself, one cycle at a time. On one thread the statistics do not
//! change before the back-up, so after the descent the terms by which every node of the path chose can still be read.
//! With the same generator it builds the same tree as [`Mcts`](super::Mcts) on one thread. A *script* may take the
//! place of chance ([`Explainer::follow`]): then the rule still decides, and the script fills in what the rule leaves
//! open.

mod answer;
mod cycle;
mod formula;
mod script;
mod weigh;

pub use answer::{AnswerReason, Explained};
pub use cycle::{Arm, Change, Choice, Cycle, Decider, Ending, Expanded, Played, Simulation, Takes, Why};
pub use formula::{Chooses, weigh_children};
pub use script::ScriptError;

use super::tree::{Alone, Block, Index, Kind, Node, ROOT, Tree};
use std::sync::Arc;

use rustc_hash::FxHashSet;

use self::weigh::{Look, Reading};
use super::config::Config;
use super::context::{Context, Plan, Shared};
use super::inspect::{self, Stats, Viewpoint};
use super::simulate::play_out;
use super::worker::{self, Reached, Worker};
use crate::budget::{Budget, Meter, NoClock};
use crate::game::{Game, Moves, Payoffs, Player, Turn, View};
use crate::random::Random;
use crate::search::claims::Claims;
use crate::search::facts::Facts;
use crate::search::{Refusal, RefusalKind, TreeLimits, TreeView};

/// Everything of a search but its worker.
struct Ground<G: Game> {
    game: G,
    config: Config,
    plan: Plan,
    tree: Tree<G::Move>,
    shared: Shared,
    root: G::State,
    root_player: usize,
    /// A budget without limits: cycles are run one by one.
    meter: Meter,
}

impl<G: Game> Ground<G> {
    fn context(&self) -> Context<'_, G> {
        Context {
            game: &self.game,
            config: &self.config,
            plan: &self.plan,
            tree: &self.tree,
            shared: &self.shared,
            root: &self.root,
            root_player: self.root_player,
            meter: &self.meter,
            past: None,
        }
    }
}

/// A budget without limits.
fn endless() -> Meter {
    Budget { clock: Arc::new(NoClock), ..Budget::default() }.start()
}

/// Why no cycle is ever given up.
const ENDLESS: &str = "the budget has no limits";

/// Runs a search cycle by cycle and returns a trace of each.
pub struct Explainer<G: Game> {
    ground: Ground<G>,
    worker: Worker<G>,
    /// Nodes whose children have been in a trace.
    expanded: FxHashSet<Index>,
    limits: TreeLimits,
    cycles: u64,
}

/// The trace of the way down.
struct Descent<M> {
    selection: Vec<Choice<M>>,
    expansion: Vec<Expanded<M>>,
}

/// The trace before the results are backed up.
struct Draft<M> {
    descent: Descent<M>,
    simulation: Simulation<M>,
    before: Vec<Stats>,
}

impl<G: Game> Explainer<G> {
    /// An explainer for the decision of the observer of `position`, or the reason why there can be none.
    pub fn new(game: G, config: Config, position: &View<G::State>, rng: &mut Random) -> Result<Self, Refusal> {
        let info = game.info();
        config.check(&game)?;
        if info.joint {
            return Err(Refusal::new(
                RefusalKind::SimultaneousMoves,
                "explain traces turns of one player at a time, and this game has simultaneous moves",
            ));
        }
        if config.threads > 1 || config.restarts > 1 || config.restart_after > 0 {
            return Err(Refusal::contradiction(
                "explain follows one tree on one thread: leave out threads and restarts",
            ));
        }
        let mut moves = Moves::new();
        let observer = position.observer();
        if game.turn(position.state(), &mut moves) != Turn::Player(observer) {
            return Err(Refusal::new(
                RefusalKind::NotToMove,
                format!("it is not the turn of {}", info.seats[observer.index()]),
            ));
        }
        let mut plan = Plan::new(&Facts::of(&game), &config);
        plan.listens = true;
        let tree = Tree::new(plan.fields(&info, &config), config.memory, Node::new(moves[0], observer.0));
        let ground = Ground {
            game,
            config,
            plan,
            tree,
            shared: Shared::default(),
            root: position.state().clone(),
            root_player: observer.index(),
            meter: endless(),
        };
        let worker = Worker::new(rng.split(), &ground.meter);
        let limits = TreeLimits { depth: 12, children: 12, visits: 1, nodes: 400 };
        Ok(Explainer { ground, worker, expanded: FxHashSet::default(), limits, cycles: 0 })
    }

    /// The same explainer with other limits on the tree that follows each cycle.
    pub fn with_limits(mut self, limits: TreeLimits) -> Self {
        self.limits = limits;
        self
    }

    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.ground.config
    }

    /// The position at the root.
    pub fn root(&self) -> &G::State {
        &self.ground.root
    }

    /// Whose payoffs values are.
    pub fn viewpoint(&self) -> Viewpoint {
        Viewpoint::of(&self.ground.config)
    }

    /// Whether everything below the root was searched, so that a search would end.
    pub fn is_complete(&self) -> bool {
        self.ground.tree.node(ROOT).is_proven()
    }

    /// Whether the root is proven.
    pub fn is_proven(&self) -> bool {
        let root = Stats::of(self.ground.tree.node(ROOT), &self.ground.plan, self.viewer(ROOT));
        root.proven.is_some_and(|value| Claims::of(&self.ground.game).allow(value))
    }

    /// Runs one cycle as the search would.
    pub fn cycle(&mut self) -> Cycle<G::Move> {
        let context = self.ground.context();
        let reached = self.worker.descend::<Alone>(&context);
        let tree_moves = self.worker.trace.moves.len();
        // The terms are read here, before the playout: a payoff may widen a range that is learnt.
        let descent = trace_descent(&context, &self.worker, &self.expanded, Decider::Chance);
        let (payoffs, ending) = match reached {
            Reached::Over(payoffs) => (payoffs, worker::Ending::Leaf),
            Reached::Proven(payoffs) => (payoffs, worker::Ending::Proven),
            Reached::Leaf(mut state) => {
                let outcome = play_out(&context, &mut self.worker, &mut state).expect(ENDLESS);
                (outcome.payoffs, outcome.ending)
            }
            Reached::Stopped => unreachable!("{ENDLESS}"),
        };
        let simulation = trace_simulation(&context, &self.worker, tree_moves, &payoffs, ending);
        let before = self.stats_of_path();
        self.finish(Draft { descent, simulation, before }, &payoffs, ending)
    }

    /// Backs the result up and adds what changed.
    fn finish(&mut self, draft: Draft<G::Move>, payoffs: &Payoffs, ending: worker::Ending) -> Cycle<G::Move> {
        self.expanded.extend(self.worker.path.iter().filter(|&&index| is_expanded(&self.ground.tree, index)));
        self.worker.finish::<Alone>(&self.ground.context(), payoffs, ending);
        self.cycles += 1;
        if self.ground.tree.is_full() {
            self.ground.tree.grow();
        }
        let tree = &self.ground.tree;
        let after = self.stats_of_path();
        let changes = self.worker.path.iter().enumerate().map(|(depth, &index)| Change {
            mv: (index != ROOT).then(|| tree.node(index).mv()),
            mover: depth.checked_sub(1).and_then(|above| draft.descent.selection[above].player),
            payoff_of: Player(self.viewer(index) as u8),
            before: draft.before[depth],
            after: after[depth],
        });
        Cycle {
            number: self.cycles,
            update: changes.collect(),
            selection: draft.descent.selection,
            expansion: draft.descent.expansion,
            simulation: draft.simulation,
            tree: self.tree(&self.limits),
        }
        .checked_by(&self.ground.game)
    }

    fn viewer(&self, index: Index) -> usize {
        self.viewpoint().viewer(self.ground.tree.node(index), self.ground.root_player)
    }

    fn stats_of_path(&self) -> Vec<Stats> {
        let stats = |&index: &Index| Stats::of(self.ground.tree.node(index), &self.ground.plan, self.viewer(index));
        self.worker.path.iter().map(stats).collect()
    }

    /// The current tree.
    pub fn tree(&self, limits: &TreeLimits) -> TreeView<G::Move> {
        inspect::view(&self.ground.tree, &self.ground.plan, &self.ground.config, limits).checked_by(&self.ground.game)
    }
}

fn is_expanded<M: Copy>(tree: &Tree<M>, index: Index) -> bool {
    tree.is_expanded(tree.node(index))
}

/// The choices on the way down, and the nodes expanded there.
fn trace_descent<G: Game>(
    context: &Context<'_, G>,
    worker: &Worker<G>,
    known: &FxHashSet<Index>,
    decider: Decider,
) -> Descent<G::Move> {
    let mut state = context.root.clone();
    let mut reading = Reading::default();
    let (mut selection, mut expansion) = (Vec::new(), Vec::new());
    for (depth, &index) in worker.path.iter().enumerate() {
        let reference = reading.reference(context, index);
        let Some(look) = Look::at(context, index, &state, reference) else { break };
        let fresh = !known.contains(&index);
        if fresh {
            let moves = look.arms.iter().map(|arm| arm.mv).collect();
            expansion.push(Expanded { depth, player: look.player, moves });
        }
        let Some(&child) = worker.path.get(depth + 1) else { break };
        let mv = context.tree.node(child).mv();
        selection.push(look.chosen(mv, depth, fresh, decider));
        context.game.play(&mut state, mv);
    }
    Descent { selection, expansion }
}

/// The playout with payoffs in the game's unit.
fn trace_simulation<G: Game>(
    context: &Context<'_, G>,
    worker: &Worker<G>,
    tree_moves: usize,
    payoffs: &Payoffs,
    ending: worker::Ending,
) -> Simulation<G::Move> {
    let recorded = worker.trace.moves.get(tree_moves..).unwrap_or_default();
    Simulation {
        moves: recorded.iter().map(|&(player, mv)| Played { player, mv }).collect(),
        payoffs: payoffs[..context.plan.players].iter().map(|payoff| payoff + context.plan.low).collect(),
        ending: match ending {
            worker::Ending::Leaf => Ending::Over,
            worker::Ending::Proven => Ending::Proven,
            worker::Ending::Playout => Ending::Playout,
            worker::Ending::Cut => Ending::Cut,
        },
    }
}

/// The player to move at an expanded node with these children; `None` for chance.
fn to_move<M: Copy>(node: &Node<M>, block: &Block<'_, M>) -> Option<Player> {
    (node.kind() == Kind::Choice).then(|| Player(block.nodes[0].mover() as u8))
}
