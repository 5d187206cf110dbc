//! The search by sampled traversals.

use super::keys::{self, Keys};
use super::sampler::Sampler;
use super::{MccfrConfig, draw, mixed, uniform};
use crate::budget::{Budget, Limit};
use crate::game::{Game, GameInfo, View};
use crate::random::Random;
use crate::report::{Report, Unit};
use crate::search::random::own_moves;
use crate::search::{Refusal, RefusalKind, Search, Step};

/// Traversals go through whole games, one call inside the other.
const LONGEST: u32 = 1_000;

/// Monte-Carlo counterfactual regret minimisation, where the tree is too large for iterations over all of it. It plays
/// the average strategy: its move is drawn by the probabilities of the report.
pub struct Mccfr<G: Game> {
    game: G,
    info: GameInfo,
    config: MccfrConfig,
    /// What is known of the game; with hidden information it serves every decision of a game.
    sampler: Option<Sampler>,
}

impl<G: Game> Mccfr<G> {
    /// A search for `game`, or the reason why it cannot be.
    pub fn new(game: G, config: MccfrConfig) -> Result<Self, Refusal> {
        keys::check(&game, "mccfr")?;
        config.check()?;
        let info = game.info();
        if info.longest.is_none_or(|longest| longest > LONGEST) {
            let text =
                format!("mccfr plays whole games, of up to {LONGEST} turns; those of `{}` may be longer", info.name);
            return Err(Refusal::new(RefusalKind::TooLarge, text));
        }
        Ok(Mccfr { game, info, config, sampler: None })
    }
}

impl<G: Game> Search<G> for Mccfr<G> {
    fn search(&mut self, position: &View<G::State>, budget: &Budget, rng: &mut Random) -> Report<G::Move> {
        let meter = budget.start();
        let moves = own_moves(&self.game, position);
        let memory = budget.memory.unwrap_or(self.config.memory);
        if !self.info.hidden {
            self.sampler = None;
        }
        let sampler = self.sampler.get_or_insert_with(|| Sampler::new(self.config.clone(), memory));
        let key = Keys::of(&self.game).key_of(position);
        let before = sampler.done();
        let ended = match moves.is_empty() {
            true => Limit::Finished,
            false => {
                let start = (!self.info.hidden).then(|| position.state());
                sampler.run(&self.game, start, &meter, rng, &mut |so_far, done| {
                    let report = report_of(so_far, key, &moves).with_work(done, Unit::Simulations);
                    meter.publish(report.with_end(Limit::Running, 0.0).checked_by(&self.game));
                })
            }
        };
        let mut report =
            report_of(sampler, key, &moves).with_work(sampler.done() - before, Unit::Simulations).with_end(ended, 0.0);
        if sampler.table.is_full() {
            report.notes.push("memory was used up: further information sets are played at random".to_owned());
        }
        draw(&mut report, rng);
        report.seconds = meter.elapsed().as_secs_f64();
        report.checked_by(&self.game)
    }

    fn advance(&mut self, _: &Step<G::Move>) {
        self.sampler = None;
    }

    fn observe(&mut self, _: &View<G::State>) {
        // Traversals begin at the start of the game, whatever the position.
    }

    fn reset(&mut self) {
        self.sampler = None;
    }
}

/// The average strategy at the information set with this key.
fn report_of<M: Copy>(known: &Sampler, key: u64, moves: &[M]) -> Report<M> {
    let strategy = known.table.average(key).filter(|strategy| strategy.len() == moves.len());
    let report = match strategy {
        Some(strategy) => mixed(moves, &strategy, known.table.values(key).as_deref()),
        None => {
            let mut report = uniform(moves, Unit::Simulations);
            if !moves.is_empty() {
                report.notes.push("no traversal of this information set was completed: the move is random".to_owned());
            }
            report
        }
    };
    report.with_size(known.table.len() as u64, known.table.bytes() as u64, known.depth())
}
