//! One simulation: down the tree, one new node, a playout by the strategy, and back up.

use super::choose::{Choice, Earned};
use super::config::{Config, Cut, Feed, Followers, Strategy, Transpositions};
use super::facts::FactBook;
use super::strategy::{History, Learnt, Pick, Rater, Scratch, Situation};
use super::tree::{Kind, NONE, Picks, ROOT, Scale, Tree};
use crate::budget::{Limit, Meter, Pace, Signal};
use crate::game::capabilities::default_code;
use crate::game::{Game, MAX_PLAYERS, Moves, NoRecorder, Payoffs, Player, Turn};
use crate::random::Random;

/// How often a strategy was asked, and how often it could not tell the moves apart.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    pub(super) times: u64,
    pub(super) untold: u64,
}

/// What is kept from simulation to simulation, and from search to search of a game.
pub(super) struct Knowledge<G: Game> {
    pub(super) history: History,
    pub(super) learnt: Learnt,
    pub(super) book: FactBook,
    scratch: Scratch<G>,
    /// By place in the list of strategies.
    pub(super) earned: Vec<Earned>,
    pub(super) asked: Vec<Asked>,
    /// The places of the strategies that can act now.
    pub(super) pool: Vec<usize>,
    choice: Choice,
    /// Simulations that were cut.
    pub(super) cut: u64,
}

impl<G: Game> Knowledge<G> {
    pub(super) fn new(config: &Config, seats: &[String]) -> Self {
        let count = config.strategies.len();
        Knowledge {
            history: History::new(seats.len()),
            learnt: Learnt::new(config, seats),
            book: FactBook::default(),
            scratch: Scratch::default(),
            earned: vec![Earned::default(); count],
            asked: vec![Asked::default(); count],
            pool: Vec::new(),
            choice: Choice::default(),
            cut: 0,
        }
    }

    /// Works out what the learning strategies are to know from now on.
    pub(super) fn weigh(&mut self, game: &G) {
        self.learnt.weigh(game, &mut self.book);
    }

    /// Lists the strategies that can act. One that has nothing to go by is left out.
    pub(super) fn gather(&mut self, game: &G, config: &Config, players: usize) {
        let capabilities = game.capabilities();
        let facts = capabilities.facts.is_some() || capabilities.notation.is_some();
        let acts = |strategy: Strategy| match strategy {
            Strategy::Random | Strategy::History | Strategy::Mobility | Strategy::Mobility2 => true,
            Strategy::Age => capabilities.goal_degree.is_some(),
            Strategy::Exploration => facts,
            Strategy::Ssc | Strategy::Score => facts && self.learnt.is_done() && self.learnt.knows(strategy, players),
        };
        let pool: Vec<usize> = (0..config.strategies.len()).filter(|&at| acts(config.strategies[at])).collect();
        if pool != self.pool {
            self.pool = pool;
            self.choice = Choice::default();
        }
    }

    /// The place of the next strategy; `None` if none can act, and play is random.
    fn next_strategy(&mut self, config: &Config) -> Option<usize> {
        match self.pool[..] {
            [] => None,
            [only] => Some(only),
            _ => {
                let earned: Vec<Earned> = self.pool.iter().map(|&at| self.earned[at]).collect();
                Some(self.pool[self.choice.next(config, &earned)])
            }
        }
    }
}

/// A playout that has ended.
enum Ended {
    Over,
    Cut,
}

/// Everything that a simulation works with.
pub(super) struct Simulator<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) config: &'a Config,
    pub(super) players: usize,
    /// The role of this player.
    pub(super) own: Player,
    pub(super) scale: &'a mut Scale,
    pub(super) tree: &'a mut Tree<G::Move>,
    pub(super) knowledge: &'a mut Knowledge<G>,
    pub(super) rng: &'a mut Random,
    pub(super) pace: &'a mut Pace,
    pub(super) meter: &'a Meter,
    pub(super) memory: usize,
    pub(super) moves: Moves<G::Move>,
    pub(super) path: Vec<(u32, Picks)>,
    /// The moves of the playout, by role and code.
    pub(super) trace: Vec<(Player, u64)>,
    /// Whether a move was made at the last node of the path: to a position of the same path.
    pub(super) made: bool,
    /// The deepest path.
    pub(super) depth: u32,
    /// Whether some node could not be added for lack of memory.
    pub(super) full: bool,
}

impl<G: Game> Simulator<'_, G> {
    /// Makes one simulation from the root, whose state is given, in the memory of `state`. `Err` if the budget ended.
    pub(super) fn simulate(&mut self, root: &G::State, state: &mut G::State) -> Result<(), Limit> {
        let place = self.knowledge.next_strategy(self.config);
        let strategy = place.map_or(Strategy::Random, |at| self.config.strategies[at]);
        state.clone_from(root);
        self.knowledge.scratch.last.clear();
        self.descend(state, strategy)?;
        let leaf = self.path.last().map_or(ROOT, |&(node, _)| node);
        self.trace.clear();
        let ended = match self.tree.nodes[leaf as usize].kind {
            Kind::Over => Ended::Over,
            _ => self.play_out(strategy, place, state)?,
        };
        let payoffs = self.payoffs(state, ended);
        if self.meter.was_cut() {
            return Err(Limit::Time);
        }
        self.learn(strategy, place, payoffs.as_ref());
        if let Some(payoffs) = payoffs {
            self.tree.back_up(&self.path, self.made, &payoffs, self.config.transpositions == Transpositions::Propagate);
        }
        Ok(())
    }

    /// Goes down the tree, and adds one node.
    fn descend(&mut self, state: &mut G::State, strategy: Strategy) -> Result<(), Limit> {
        let shared = self.config.transpositions == Transpositions::Shared;
        self.path.clear();
        self.made = false;
        let listens = self.knowledge.learnt.listens(self.config, strategy);
        let mut node = ROOT;
        loop {
            let picks = self.tree.select(node, self.config.c, *self.scale, shared, self.rng);
            self.path.push((node, picks));
            self.depth = self.depth.max(self.path.len() as u32 - 1);
            let there = &self.tree.nodes[node as usize];
            if there.kind == Kind::Over {
                return Ok(());
            }
            let child = there.child(&picks);
            if child.is_none() && (self.full || self.tree.bytes + self.tree.positions.bytes() > self.memory) {
                self.full = true;
                return Ok(());
            }
            if strategy == Strategy::Exploration {
                self.rater().remember(state);
            }
            if listens {
                self.rater().learn(state);
            }
            self.make_moves(node, &picks, state);
            self.count_step()?;
            match child {
                // A game may return to a position of the same path, where nodes are shared.
                Some(child) if self.path.iter().any(|(on_path, _)| *on_path == child) => {
                    self.made = true;
                    return Ok(());
                }
                Some(child) => node = child,
                None => {
                    let leaf = self.expand(node, &picks, state);
                    if !self.path.iter().any(|(on_path, _)| *on_path == leaf) {
                        self.path.push((leaf, [0; MAX_PLAYERS]));
                        self.depth = self.depth.max(self.path.len() as u32 - 1);
                    } else {
                        self.made = true;
                    }
                    return Ok(());
                }
            }
        }
    }

    fn make_moves(&mut self, node: u32, picks: &Picks, state: &mut G::State) {
        let node = &self.tree.nodes[node as usize];
        let mv = |pick: u32| node.arms[pick as usize].mv;
        match node.kind {
            Kind::Over => {}
            Kind::One(_) | Kind::Chance => self.game.play(state, mv(picks[0])),
            Kind::Joint => {
                let joint: Vec<G::Move> = picks[..self.players].iter().map(|&pick| mv(pick)).collect();
                self.game.play_joint(state, &joint);
            }
        }
    }

    /// Adds the node of a state, or finds the one that has its position where nodes are shared.
    fn expand(&mut self, parent: u32, picks: &Picks, state: &G::State) -> u32 {
        let mut node = Tree::make(self.game, state, &mut self.moves);
        if self.config.transpositions == Transpositions::Off {
            return self.tree.add(node, Some((parent, picks)));
        }
        let found = self.tree.positions.find(self.game, state, &node, &mut self.knowledge.book);
        if let (Transpositions::Shared, Some((_, Some(known)))) = (self.config.transpositions, found) {
            self.tree.link(parent, picks, known);
            self.tree.positions.found += 1;
            return known;
        }
        node.position = found.map_or(NONE, |(position, _)| position);
        let number = self.tree.add(node, Some((parent, picks)));
        if let Some((position, _)) = found {
            self.tree.positions.add(position, number);
        }
        number
    }

    /// Plays to the end, or until it has taken too many turns.
    fn play_out(&mut self, strategy: Strategy, place: Option<usize>, state: &mut G::State) -> Result<Ended, Limit> {
        let listens = self.knowledge.learnt.listens(self.config, strategy);
        let records = self.feeds_history(strategy);
        for _ in 0..self.config.max_step {
            if listens {
                self.rater().learn(state);
            }
            let over = if strategy == Strategy::Random && !records {
                !self.game.random_step(state, &mut self.moves, self.rng, &mut NoRecorder)
            } else {
                if strategy == Strategy::Exploration {
                    self.rater().remember(state);
                }
                self.step(strategy, place, state, records)?
            };
            if over {
                return Ok(Ended::Over);
            }
            self.count_step()?;
        }
        self.moves.clear();
        match self.game.turn(state, &mut self.moves) {
            Turn::Over => Ok(Ended::Over),
            _ => Ok(Ended::Cut),
        }
    }

    /// One turn by the strategy; returns whether the game was over.
    fn step(
        &mut self,
        strategy: Strategy,
        place: Option<usize>,
        state: &mut G::State,
        records: bool,
    ) -> Result<bool, Limit> {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let over = match self.game.turn(state, &mut moves) {
            Turn::Over => true,
            Turn::Chance => {
                let mv = moves[moves.draw_weighted(self.rng)];
                self.game.play(state, mv);
                false
            }
            Turn::Player(player) => {
                let mv = moves[self.choose(strategy, place, state, player, &moves, None)?];
                if records {
                    self.record(state, player, mv);
                }
                self.game.play(state, mv);
                false
            }
            Turn::Joint => {
                let others = moves.draw_joint(self.rng).to_vec();
                let mut joint = others.clone();
                for (role, mv) in joint.iter_mut().enumerate() {
                    let (player, section) = (Player(role as u8), moves.section(role));
                    *mv = section[self.choose(strategy, place, state, player, section, Some(&others))?];
                    if records {
                        self.record(state, player, *mv);
                    }
                }
                self.game.play_joint(state, &joint);
                false
            }
        };
        self.moves = moves;
        Ok(over)
    }

    /// The place of the move that a role makes: by the strategy's formula with its probability, otherwise at random.
    fn choose(
        &mut self,
        strategy: Strategy,
        place: Option<usize>,
        state: &G::State,
        player: Player,
        candidates: &[G::Move],
        joint: Option<&[G::Move]>,
    ) -> Result<usize, Limit> {
        let follows = self.config.followers == Followers::All || player == self.own;
        let p = self.config.p[strategy.index()];
        if follows && candidates.len() > 1 && strategy != Strategy::Random && self.rng.unit() < p {
            let pick = self.rater().pick(strategy, &Situation { state, player, candidates, joint })?;
            let asked = place.map(|at| &mut self.knowledge.asked[at]);
            match (pick, asked) {
                (Pick::Best(at), asked) => {
                    asked.into_iter().for_each(|asked| asked.times += 1);
                    return Ok(at);
                }
                (Pick::Untold, asked) => asked.into_iter().for_each(|asked| {
                    asked.times += 1;
                    asked.untold += 1;
                }),
            }
        }
        Ok(self.rng.below(candidates.len()))
    }

    fn rater(&mut self) -> Rater<'_, G> {
        Rater {
            game: self.game,
            config: self.config,
            players: self.players,
            history: &self.knowledge.history,
            learnt: &mut self.knowledge.learnt,
            book: &mut self.knowledge.book,
            scratch: &mut self.knowledge.scratch,
            rng: self.rng,
            pace: self.pace,
            meter: self.meter,
        }
    }

    fn record(&mut self, state: &G::State, player: Player, mv: G::Move) {
        let codes = self.game.capabilities().codes;
        self.trace.push((player, codes.map_or_else(|| default_code(mv), |codes| codes.code(state, mv))));
    }

    /// Whether the moves of a simulation feed the history heuristic.
    fn feeds_history(&self, strategy: Strategy) -> bool {
        let strategies = &self.config.strategies;
        let alone = || self.knowledge.pool.iter().all(|&at| strategies[at] == Strategy::History);
        strategies.contains(&Strategy::History)
            && (strategy != Strategy::History || self.config.history_feed == Feed::All || alone())
    }

    /// Passes the result on to all that learn from it.
    fn learn(&mut self, strategy: Strategy, place: Option<usize>, payoffs: Option<&Payoffs>) {
        self.knowledge.learnt.end(payoffs);
        let Some(payoffs) = payoffs else { return };
        if self.feeds_history(strategy) {
            self.knowledge.history.learn(&mut self.trace, payoffs, self.config.history_repeats);
        }
        if let Some(at) = place {
            let earned = &mut self.knowledge.earned[at];
            earned.count += 1;
            earned.sum += self.scale.of(payoffs[self.own.index()]);
        }
    }

    /// What a playout counts for everybody; `None` if nothing.
    fn payoffs(&mut self, state: &G::State, ended: Ended) -> Option<Payoffs> {
        let mut payoffs = [0.0; MAX_PLAYERS];
        match ended {
            Ended::Over => {
                for (player, payoff) in payoffs.iter_mut().enumerate().take(self.players) {
                    *payoff = self.game.payoff(state, Player(player as u8));
                }
                if self.scale.seen {
                    for &payoff in &payoffs[..self.players] {
                        self.scale.low = self.scale.low.min(payoff);
                        self.scale.high = self.scale.high.max(payoff);
                    }
                }
                return Some(payoffs);
            }
            Ended::Cut => self.knowledge.cut += 1,
        }
        let value = match self.config.cut {
            Cut::Middle => (self.scale.low + self.scale.high) / 2.0,
            Cut::Least => self.scale.low,
            Cut::Nothing => return None,
        };
        payoffs[..self.players].fill(if value.is_finite() { value } else { 0.0 });
        Some(payoffs)
    }

    fn count_step(&mut self) -> Result<(), Limit> {
        match self.pace.step(self.meter) {
            Signal::End(limit) => Err(limit),
            // What a cut step leaves behind is no state of the game.
            _ if self.meter.was_cut() => Err(Limit::Time),
            _ => Ok(()),
        }
    }
}
