//! One simulation: draw a full position, descend, expand, play out, back up.

use std::sync::atomic::{AtomicBool, Ordering};

use super::config::{Config, Observers};
use super::history::{History, hash_of};
use super::root::{Beginning, Root};
use super::select::{Rule, best_place};
use super::solver::{self, Knowing, WON};
use super::tree::{Edge, NOWHERE, Tree};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::capabilities::{Coalition, Hidden};
use crate::game::{Capabilities, Game, GameInfo, MAX_PLAYERS, Moves, NoRecorder, Payoffs, Player, Turn, View};
use crate::random::Random;
use crate::search::playout::{Course, Played};

/// The chooser of an edge that no player of the tree chose: chance, or a player that the owner of the tree only observes.
pub(super) const NOBODY: u8 = u8::MAX;

/// What all workers read.
pub(super) struct Core<'s, G: Game> {
    pub game: &'s G,
    pub info: &'s GameInfo,
    pub config: &'s Config,
    pub policy: Option<usize>,
    pub playout_cap: u32,
    pub view: &'s View<G::State>,
    /// The legal moves at the root.
    pub moves: &'s [G::Move],
    pub capabilities: Capabilities<'s, G::State, G::Move>,
    pub root: &'s Root<G::State>,
    /// The players that know the position at the root, if results are to be proven.
    pub solving: Option<Knowing>,
    /// A thread has proven the result: all may stop.
    pub solved: &'s AtomicBool,
}

impl<'s, G: Game> Core<'s, G> {
    /// The capability that distinguishes members of a side, if it is needed.
    fn coalition(&self) -> Option<&'s (dyn Coalition<State = G::State, Move = G::Move> + 's)> {
        let asked = self.config.coalition > 0.0 || self.config.history > 0.0;
        self.capabilities.coalition.filter(|_| asked)
    }
}

/// An edge on the way down.
pub(super) struct Passed {
    tree: u8,
    pub place: u32,
    pub chooser: u8,
    /// Which member of the chooser's side it was.
    member: u8,
    /// Where history keeps the move.
    slot: u32,
    /// The node that the edge belongs to.
    pub node: u32,
    /// Moves that could have been chosen; 0 if some were left out.
    pub legal: u32,
    /// The chooser knew the position.
    pub knows: bool,
}

/// The decision at a turn.
#[derive(Clone, Copy)]
struct Decision<M> {
    mv: M,
    mover: Option<Player>,
    member: u8,
    slot: u32,
    legal: u32,
    knows: bool,
}

/// Trees, generator and scratch of one thread.
pub(super) struct Worker<G: Game> {
    /// One tree, or one per player.
    pub trees: Vec<Tree<G::Move>>,
    rng: Random,
    /// The place in each tree of the position at hand.
    at: [u32; MAX_PLAYERS],
    /// Only this player's tree learns from the simulation at hand.
    only: Option<Player>,
    path: Vec<Passed>,
    moves: Moves<G::Move>,
    /// Places of the edges of the listed moves.
    places: Vec<u32>,
    /// Listed moves without an edge.
    untried: Vec<u32>,
    /// Where history keeps the listed moves; empty if it is off.
    slots: Vec<u32>,
    history: History,
    scratch: Moves<G::Move>,
    /// Payoffs seen, or declared.
    low: f64,
    high: f64,
    /// The deepest place reached.
    pub depth: u32,
    pub cut: u64,
    /// Simulations done.
    pub done: u64,
    /// This thread's share of the budget.
    pub meter: Meter,
    pace: Pace,
}

impl<G: Game> Worker<G> {
    pub(super) fn new(core: &Core<'_, G>, memory: usize, meter: Meter, rng: Random) -> Self {
        let trees = match core.config.observers {
            Observers::Single => 1,
            Observers::Multi => core.info.players(),
        };
        let (low, high) = core.info.expected_range().map_or((f64::MAX, f64::MIN), |range| (range.low, range.high));
        Worker {
            trees: (0..trees).map(|tree| Tree::new(memory / trees, core.root.counts[tree])).collect(),
            rng,
            at: [0; MAX_PLAYERS],
            only: None,
            path: Vec::new(),
            moves: Moves::new(),
            places: Vec::new(),
            untried: Vec::new(),
            slots: Vec::new(),
            history: History::new(core.config.history),
            scratch: Moves::new(),
            low,
            high,
            depth: 0,
            cut: 0,
            done: 0,
            pace: Pace::new(&meter),
            meter,
        }
    }

    /// One simulation. `Err` if the budget ended in the middle of it: it counts for nothing then.
    pub(super) fn simulate(&mut self, core: &Core<'_, G>) -> Result<(), Limit> {
        let game = core.game;
        let hidden = core.capabilities.hidden;
        let Beginning { mut state, roots, only } = core.root.draw(game, core.view, &mut self.rng);
        self.at = roots;
        self.only = only;
        self.path.clear();
        let mut knowing = core.solving;
        let mut depth = 0;
        // The game ended without a playout.
        let mut in_tree = false;
        let (payoffs, over) = loop {
            self.moves.clear();
            let decision = match game.turn(&state, &mut self.moves) {
                Turn::Over => {
                    in_tree = true;
                    break (payoffs(core, |player| game.payoff(&state, player)), true);
                }
                Turn::Chance => Decision {
                    mv: self.moves[self.moves.draw_weighted(&mut self.rng)],
                    mover: None,
                    member: 0,
                    slot: NOWHERE,
                    legal: 0,
                    knows: false,
                },
                Turn::Joint => break self.play_out(core, &mut state)?,
                Turn::Player(mover) => match self.decide(core, &state, mover, knowing) {
                    Some(decision) => decision,
                    None => break self.play_out(core, &mut state)?,
                },
            };
            self.descend(core, hidden, &state, decision);
            if let (Some(knowing), Some(mover)) = (&mut knowing, decision.mover) {
                match decision.legal {
                    0 => knowing.doubt_all_but(mover),
                    _ => knowing.follow(core, &state, mover, decision.mv, &self.moves),
                }
            }
            game.play(&mut state, decision.mv);
            depth += 1;
            match self.pace.step(&self.meter) {
                Signal::GoOn => {}
                Signal::Report => self.publish(core),
                Signal::End(limit) => return Err(limit),
            }
            if self.at[..self.trees.len()].iter().all(|&at| at == NOWHERE) {
                self.moves.clear();
                in_tree = core.solving.is_some() && game.turn(&state, &mut self.moves) == Turn::Over;
                break self.play_out(core, &mut state)?;
            }
        };
        self.depth = self.depth.max(depth);
        let achiever = core.coalition().filter(|_| over).and_then(|coalition| coalition.achiever(&state));
        self.back_up(core, &payoffs, achiever);
        // A full tree may have lost the end of the path.
        if core.solving.is_some() && in_tree && self.path.len() == depth as usize {
            self.prove(core, &payoffs);
        }
        self.done += 1;
        Ok(())
    }

    /// Publishes the results of the trees of this thread.
    #[cold]
    pub(super) fn publish(&self, core: &Core<'_, G>) {
        self.meter.publish(core.standing(&self.trees, self.done, self.depth));
    }

    /// A player's turn: the moves that count here, and the choice; `None` if the player's tree ends here.
    fn decide(
        &mut self,
        core: &Core<'_, G>,
        state: &G::State,
        mover: Player,
        knowing: Option<Knowing>,
    ) -> Option<Decision<G::Move>> {
        let capabilities = &core.capabilities;
        if let Some(tactics) = capabilities.tactics {
            tactics.prune_reordered(state, &mut self.moves);
        }
        let mut legal = self.moves.len() as u32;
        if let (true, Some(tactics)) = (core.config.prune_heuristic, capabilities.tactics) {
            tactics.prune_heuristic(state, &mut self.moves);
            legal = if self.moves.len() as u32 == legal { legal } else { 0 };
        }
        let member_of = |mv: G::Move| core.coalition().map_or(0, |coalition| coalition.member(state, mv));
        self.slots.clear();
        if self.history.is_on() {
            let code = |mv: G::Move| capabilities.codes.map_or_else(|| hash_of(&mv), |codes| codes.code(state, mv));
            self.slots.extend(self.moves.iter().map(|&mv| History::slot(mover, member_of(mv), code(mv))));
        }
        let knows = knowing.is_some_and(|knowing| knowing.knows(mover));
        let chosen = self.choose(core, capabilities.hidden, state, mover, knows)?;
        let slot = self.slots.get(chosen).copied().unwrap_or(NOWHERE);
        let mv = self.moves[chosen];
        Some(Decision { mv, mover: Some(mover), member: member_of(mv), slot, legal, knows })
    }

    /// The mover's choice in its tree by its place in the list; `None` if the tree ends here.
    fn choose(
        &mut self,
        core: &Core<'_, G>,
        hidden: Option<&dyn Hidden<State = G::State, Move = G::Move>>,
        state: &G::State,
        mover: Player,
        knows: bool,
    ) -> Option<usize> {
        let tree_index = if self.trees.len() == 1 { 0 } else { mover.index() };
        let node = self.at[tree_index];
        if node == NOWHERE {
            return None;
        }
        self.places.clear();
        self.untried.clear();
        let learns = self.only.is_none_or(|only| only == mover);
        let tree = &mut self.trees[tree_index];
        let multi = core.config.observers == Observers::Multi;
        let (from, known) = tree.span(node);
        let mut hint = 0;
        for (index, &mv) in self.moves.iter().enumerate() {
            let label = label_of::<G>(hidden.filter(|_| multi), state, mv, mover);
            match tree.find(node, label, hint) {
                Some(place) => {
                    let edge = tree.edge(place);
                    edge.available += u32::from(learns);
                    if knows && edge.proof() == WON {
                        return Some(index);
                    }
                    hint = place as usize - from + 1;
                    self.places.push(place);
                }
                None => {
                    self.untried.push(index as u32);
                    self.places.push(NOWHERE);
                }
            }
        }
        if !self.untried.is_empty() && learns {
            let decisive = (knows && known == 0)
                .then(|| {
                    solver::decisive(core, state, mover, &self.moves, &mut self.scratch, || {
                        matches!(self.pace.step(&self.meter), Signal::End(_))
                    })
                })
                .flatten();
            let index = decisive.unwrap_or_else(|| self.untried[self.rng.below(self.untried.len())] as usize);
            let mv = self.moves[index];
            let label = label_of::<G>(hidden.filter(|_| multi), state, mv, mover);
            if tree.add(node, Edge::new(label, mv, Some(mover))).is_some() {
                return Some(index);
            }
        }
        let width = if self.high > self.low { self.high - self.low } else { 1.0 };
        let rule = Rule { c: core.config.c * width, low: self.low, width, history: &self.history, slots: &self.slots };
        best_place(tree, &self.places, &rule)
    }

    /// Takes every tree along the edge of what its owner notices of a move.
    fn descend(
        &mut self,
        core: &Core<'_, G>,
        hidden: Option<&dyn Hidden<State = G::State, Move = G::Move>>,
        state: &G::State,
        decision: Decision<G::Move>,
    ) {
        let Decision { mv, mover, member, slot, legal, knows } = decision;
        let single = self.trees.len() == 1;
        for (index, tree) in self.trees.iter_mut().enumerate() {
            let node = self.at[index];
            if node == NOWHERE {
                continue;
            }
            // The owner of a single tree is the player to move, and at chance turns the deciding player.
            let (owner, eyes) = match (core.config.observers, mover) {
                (Observers::Single, Some(mover)) => (mover, None),
                (Observers::Single, None) => (core.view.observer(), hidden),
                (Observers::Multi, _) => (Player(index as u8), hidden),
            };
            let label = label_of::<G>(eyes, state, mv, owner);
            let learns = self.only.is_none_or(|only| only.index() == index);
            let found = tree.find(node, label, 0);
            if !learns {
                self.at[index] = found.map_or(NOWHERE, |place| tree.edge(place).child);
                continue;
            }
            let Some(place) = found.or_else(|| tree.add(node, Edge::new(label, mv, mover))) else {
                self.at[index] = NOWHERE;
                continue;
            };
            let chooser = mover.filter(|mover| single || mover.index() == index).map_or(NOBODY, |mover| mover.0);
            self.path.push(Passed { tree: index as u8, place, chooser, member, slot, node, legal, knows });
            let grown = tree.edge(place).visits >= core.config.expand;
            self.at[index] = if grown { tree.child(place) } else { NOWHERE };
        }
    }

    /// Plays to the end, or as far as playouts go; returns the payoffs and whether it was the end. `Err` if the budget
    /// ended before.
    fn play_out(&mut self, core: &Core<'_, G>, state: &mut G::State) -> Result<(Payoffs, bool), Limit> {
        let (game, cap) = (core.game, core.playout_cap);
        let (trees, meter, done, depth) = (&self.trees, &self.meter, self.done, self.depth);
        let report = || meter.publish(core.standing(trees, done, depth));
        let mut course = Course { scratch: &mut self.moves, rng: &mut self.rng, pace: &mut self.pace, meter };
        let over = match course.by_policy(game, core.policy, state, cap, &mut NoRecorder, report) {
            Played::Stopped(limit) => return Err(limit),
            Played::Over(_) => true,
            Played::Cut => {
                self.moves.clear();
                core.policy.is_none() && game.turn(state, &mut self.moves) == Turn::Over
            }
        };
        if over {
            return Ok((payoffs(core, |player| game.payoff(state, player)), true));
        }
        self.cut += 1;
        let guess = match core.capabilities.evaluate {
            Some(capability) => payoffs(core, |player| capability.evaluate(state, player)),
            None => {
                let known = self.high >= self.low;
                payoffs(core, |_| if known { (self.low + self.high) / 2.0 } else { 0.0 })
            }
        };
        Ok((guess, false))
    }

    fn back_up(&mut self, core: &Core<'_, G>, payoffs: &Payoffs, achiever: Option<u8>) {
        for passed in &self.path {
            let edge = self.trees[usize::from(passed.tree)].edge(passed.place);
            edge.visits = edge.visits.saturating_add(1);
            if passed.chooser != NOBODY {
                let mut payoff = payoffs[usize::from(passed.chooser)];
                (self.low, self.high) = (self.low.min(payoff), self.high.max(payoff));
                // Another member's success is worth less than the member's own, so that none leaves the work to others.
                if achiever.is_some_and(|achiever| achiever != passed.member) {
                    payoff = self.low + (1.0 - core.config.coalition) * (payoff - self.low);
                }
                edge.sum += payoff;
                if passed.slot != NOWHERE && self.high > self.low {
                    self.history.reward(passed.slot, (payoff - self.low) / (self.high - self.low));
                }
            }
        }
    }

    /// The game ended at the end of the path: records the proofs that follow.
    fn prove(&mut self, core: &Core<'_, G>, payoffs: &Payoffs) {
        let Some(range) = core.info.range else { return };
        let Some(winner) = core.info.all_players().find(|player| payoffs[player.index()] >= range.high) else { return };
        if solver::climb(&mut self.trees[0], &self.path, winner) {
            core.solved.store(true, Ordering::Relaxed);
        }
    }
}

/// What `owner` observes of a move: the move itself with perfect information.
#[inline]
fn label_of<G: Game>(
    eyes: Option<&dyn Hidden<State = G::State, Move = G::Move>>,
    state: &G::State,
    mv: G::Move,
    owner: Player,
) -> u64 {
    match eyes {
        Some(hidden) => hidden.observation_key(state, mv, owner),
        None => hash_of(&mv),
    }
}

/// One payoff per player.
fn payoffs<G: Game>(core: &Core<'_, G>, payoff: impl Fn(Player) -> f64) -> Payoffs {
    let mut payoffs = [0.0; MAX_PLAYERS];
    for (seat, slot) in payoffs.iter_mut().enumerate().take(core.info.players()) {
        *slot = payoff(Player(seat as u8));
    }
    payoffs
}
