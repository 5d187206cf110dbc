//! The general game player of the MiNI-Player slides: tree search with a strategy of its own for every simulation.
//!
//! A separate UCT per player on joint moves; each simulation follows one of several [strategies](Strategy), which a
//! [chooser](Chooser) takes by what they have earned so far; equal positions pass results on to each other; and the
//! answer looks two levels deep ([`Answer::Eq`]). It plays every game with perfect information. Where the slides are silent,
//! the [configuration](Config) has an option with a stated default.
//!
//! Sources: the slides on MiNI-Player (Świechowski), and Świechowski & Mańdziuk 2014 (self-adaptation of playing
//! strategies), of which the formulas are not known.

mod answer;
mod choose;
mod config;
mod facts;
mod parameters;
mod simulate;
mod strategy;
#[cfg(test)]
mod tests;
mod transpositions;
mod tree;

pub use choose::{BY_RANK, Choice, Earned};
pub use config::{Answer, Chooser, Config, Cut, Feed, Followers, STRATEGIES, Strategy, Transpositions};

use self::simulate::{Knowledge, Simulator};
use self::tree::{ROOT, Scale, Tree};
use super::random::own_moves;
use super::{Refusal, RefusalKind, Search, Step};
use crate::budget::{Budget, Limit, Meter, Pace};
use crate::game::{Game, GameInfo, Moves, Player, View};
use crate::random::Random;
use crate::report::{Candidate, Report, Unit};

/// The smallest memory that a tree can work in.
const LEAST_MEMORY: usize = 1 << 20;

/// The player of the slides, for games of type `G`.
pub struct MiniPlayer<G: Game> {
    game: G,
    config: Config,
    info: GameInfo,
    knowledge: Knowledge<G>,
    scale: Scale,
    tree: Tree<G::Move>,
    /// The tree belongs to the position that the game is in now.
    current: bool,
}

/// What a run of simulations came to.
struct Run {
    done: u64,
    limit: Limit,
    depth: u32,
    full: bool,
}

impl<G: Game> MiniPlayer<G> {
    /// A player for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: Config) -> Result<Self, Refusal> {
        config.check()?;
        let info = game.info();
        if info.hidden {
            let reason = format!("mini-player needs perfect information; `{}` has hidden information", info.name);
            return Err(Refusal::new(RefusalKind::HiddenInformation, reason));
        }
        if config.strategies.contains(&Strategy::Age)
            && let Some(degree) = game.capabilities().goal_degree
        {
            // What it is worked out from may be made by the first call: now, before any clock runs.
            degree.degree(&game.start(&mut Random::new(0)), Player(0));
        }
        let knowledge = Knowledge::new(&config, &info.seats);
        let (scale, tree) = (scale_of(&info), Tree::new(info.players()));
        Ok(MiniPlayer { game, config, info, knowledge, scale, tree, current: false })
    }

    /// Puts the node of a position at the root, unless it is there.
    fn plant(&mut self, position: &View<G::State>) {
        let mut moves = Moves::new();
        let state = position.state();
        let kept = std::mem::take(&mut self.current)
            && self.tree.is_of(&self.game, state, &mut self.knowledge.book, &mut moves);
        if kept {
            return;
        }
        self.tree = Tree::new(self.info.players());
        let mut root = Tree::make(&self.game, state, &mut moves);
        if self.config.transpositions != Transpositions::Off
            && let Some((place, _)) = self.tree.positions.find(&self.game, state, &root, &mut self.knowledge.book)
        {
            root.position = place;
            self.tree.positions.add(place, ROOT);
        }
        self.tree.add(root, None);
    }

    /// Makes simulations until the budget ends.
    fn run(&mut self, position: &View<G::State>, budget: &Budget, meter: &Meter, rng: &mut Random) -> Run {
        self.plant(position);
        if self.config.learn_on && self.knowledge.learnt.is_done() {
            self.knowledge.weigh(&self.game);
        }
        self.knowledge.gather(&self.game, &self.config, self.info.players());
        let mut run = Run { done: 0, limit: Limit::Finished, depth: 0, full: false };
        let mut pace = Pace::new(meter);
        let mut state = position.state().clone();
        let mut simulator = Simulator {
            game: &self.game,
            config: &self.config,
            players: self.info.players(),
            own: position.observer(),
            scale: &mut self.scale,
            tree: &mut self.tree,
            knowledge: &mut self.knowledge,
            rng,
            pace: &mut pace,
            meter,
            memory: budget.memory.unwrap_or(self.config.memory).max(LEAST_MEMORY),
            moves: Moves::new(),
            path: Vec::new(),
            trace: Vec::new(),
            made: false,
            depth: 0,
            full: false,
        };
        loop {
            if let Some(limit) = meter.exceeded(run.done) {
                run.limit = limit;
                break;
            }
            if let Err(limit) = simulator.simulate(position.state(), &mut state) {
                simulator.knowledge.learnt.end(None);
                run.limit = limit;
                break;
            }
            run.done += 1;
            meter.progress().count(1);
            if simulator.knowledge.learnt.is_due(self.config.learn) {
                simulator.knowledge.weigh(&self.game);
                simulator.knowledge.gather(&self.game, &self.config, self.info.players());
            }
            if meter.report_wanted() {
                let running = Run { limit: Limit::Running, depth: simulator.depth, full: simulator.full, ..run };
                let report = Account {
                    game: &self.game,
                    config: &self.config,
                    tree: simulator.tree,
                    knowledge: simulator.knowledge,
                    scale: *simulator.scale,
                }
                .report(position, &running);
                meter.publish(report);
            }
        }
        (run.depth, run.full) = (simulator.depth, simulator.full);
        run
    }

    fn account(&self) -> Account<'_, G> {
        let MiniPlayer { game, config, tree, knowledge, scale, .. } = self;
        Account { game, config, tree, knowledge, scale: *scale }
    }
}

fn scale_of(info: &GameInfo) -> Scale {
    match info.expected_range() {
        Some(range) => Scale { low: range.low, high: range.high, seen: info.range.is_none() },
        None => Scale { low: f64::INFINITY, high: f64::NEG_INFINITY, seen: true },
    }
}

/// What a report is made from.
struct Account<'a, G: Game> {
    game: &'a G,
    config: &'a Config,
    tree: &'a Tree<G::Move>,
    knowledge: &'a Knowledge<G>,
    scale: Scale,
}

impl<G: Game> Account<'_, G> {
    fn report(&self, position: &View<G::State>, run: &Run) -> Report<G::Move> {
        let player = position.observer();
        let own = own_moves(self.game, position);
        if own.is_empty() {
            return Report::of_moves(own).with_work(run.done, Unit::Simulations).with_end(run.limit, 0.0);
        }
        let rated = answer::rate(self.tree, self.config, self.scale, player);
        let tried = |rated: &&answer::Rated<G::Move>| rated.visits > 0;
        let best = rated.first().filter(tried).map(|rated| rated.mv);
        let value = rated.first().filter(tried).map(|rated| rated.mean);
        let candidate = |rated: &answer::Rated<G::Move>| match rated.visits {
            0 => Candidate::new(rated.mv),
            visits => Candidate::new(rated.mv).with_mean(u64::from(visits), rated.mean),
        };
        let best = best.unwrap_or(own[0]);
        let mut report = Report::new(Some(best))
            .with_candidates(rated.iter().map(candidate).collect())
            .with_best(Some(best), value)
            .with_work(run.done, Unit::Simulations)
            .with_size(self.tree.nodes.len() as u64, (self.tree.bytes + self.tree.positions.bytes()) as u64, run.depth)
            .with_end(run.limit, 0.0);
        report.pv = answer::principal_variation(self.tree, best, player);
        report.notes = self.notes(player, &rated, run);
        report.checked_by(self.game)
    }

    /// Who was chosen how often and what it earned; why strategies are missing; what the answer was chosen by.
    fn notes(&self, player: Player, rated: &[answer::Rated<G::Move>], run: &Run) -> Vec<String> {
        let mut notes = Vec::new();
        for (place, strategy) in self.config.strategies.iter().enumerate() {
            let (earned, asked) = (self.knowledge.earned[place], self.knowledge.asked[place]);
            let name = strategy.name();
            if earned.count > 0 {
                let untold = match asked.times {
                    0 => String::new(),
                    times => format!(", could not tell the moves apart in {} of {times} choices", asked.untold),
                };
                notes.push(format!("{name}: {} simulations, Q {:.3}{untold}", earned.count, earned.mean()));
            } else if !self.knowledge.pool.contains(&place) {
                notes.push(format!("{name}: {}", self.why_missing(*strategy)));
            }
        }
        let learnt = self.knowledge.learnt.simulations();
        if learnt > 0 {
            notes.push(format!("learnt from {learnt} simulations"));
        }
        if let Some(eq) = rated.first().and_then(|best| best.eq) {
            notes.push(format!("EQ {eq:.3} for player {}", player.0 + 1));
        }
        if self.tree.positions.found > 0 {
            notes.push(format!("{} nodes of positions known before", self.tree.positions.found));
        }
        if self.knowledge.cut > 0 {
            notes.push(format!("{} simulations were cut after {} turns", self.knowledge.cut, self.config.max_step));
        }
        if run.full {
            notes.push("the memory is full: the tree has stopped growing".to_owned());
        }
        notes
    }

    fn why_missing(&self, strategy: Strategy) -> &'static str {
        match strategy {
            Strategy::Age => "the game has no goal rules to evaluate",
            Strategy::Ssc | Strategy::Score if !self.knowledge.learnt.is_done() => "has not learnt enough yet",
            Strategy::Ssc => "won and lost simulations have the same counts, or one kind is missing",
            Strategy::Score => "the game has no counters of the players",
            _ => "the game has neither facts nor positions as text",
        }
    }
}

impl<G: Game> Search<G> for MiniPlayer<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        if own_moves(&self.game, position).is_empty() {
            return Report::of_moves(Vec::new());
        }
        let run = self.run(position, budget, &meter, rng);
        let mut report = self.account().report(position, &run);
        if report.value.is_none() {
            // Nothing was tried: any move is as good as another.
            let own = own_moves(&self.game, position);
            report = report.with_best(Some(own[rng.below(own.len())]), None);
        }
        report.with_seconds(meter.elapsed().as_secs_f64())
    }

    fn advance(&mut self, step: &Step<G::Move>) {
        self.current = self.config.reuse && !self.tree.nodes.is_empty() && self.tree.advance(step.moves());
        if !self.current {
            self.tree = Tree::new(self.info.players());
        }
    }

    /// A simulation with such a step is abandoned before it changes anything but the nodes that it has added.
    fn survives_cut_steps(&self) -> bool {
        true
    }

    fn reset(&mut self) {
        self.knowledge = Knowledge::new(&self.config, &self.info.seats);
        self.scale = scale_of(&self.info);
        self.tree = Tree::new(self.info.players());
        self.current = false;
    }

    /// Simulates and learns for the whole budget. Strategies that learn can act afterwards.
    fn prepare(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) {
        let meter = budget.start();
        let learn = std::mem::replace(&mut self.config.learn, u64::MAX);
        self.run(position, budget, &meter, rng);
        self.config.learn = learn;
        if self.knowledge.learnt.is_due(self.config.learn) {
            self.knowledge.weigh(&self.game);
        }
        self.current = true;
    }
}
