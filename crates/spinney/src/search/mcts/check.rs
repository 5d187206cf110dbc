//! What a configuration must satisfy: numbers in range, options that go together, and a game that can be searched.

use super::config::{Amaf, Answer, Backup, Config, Parallel, Playout, Prior, Selection, Unvisited};
use crate::game::Game;
use crate::game::capabilities::PolicyName;
use crate::search::facts::Facts;
use crate::search::{Refusal, RefusalKind};

impl Config {
    /// Rejects numbers out of range, options that exclude each other, and games that this search cannot play.
    pub fn check<G: Game>(&self, game: &G) -> Result<(), Refusal> {
        self.check_for(&Facts::of(game))
    }

    pub(super) fn check_for(&self, game: &Facts<'_>) -> Result<(), Refusal> {
        self.check_numbers()?;
        let info = &game.info;
        let unsuitable = |reason: &str| Err(Refusal::new(RefusalKind::Unsuitable, reason));
        let contradiction = |reason: &str| Err(Refusal::contradiction(reason));
        if info.hidden {
            return Err(Refusal::new(
                RefusalKind::HiddenInformation,
                format!("mcts searches perfect-information games; `{}` has hidden information", info.name),
            ));
        }
        if info.players() > crate::game::MAX_PLAYERS {
            return Err(Refusal::new(
                RefusalKind::Players,
                format!("mcts plays games of at most {} players", crate::game::MAX_PLAYERS),
            ));
        }
        let one_value = info.players() == 1 || (info.players() == 2 && info.constant_sum.is_some());
        if self.backup != Backup::Mean && (!one_value || info.joint || info.chance) {
            return unsuitable(
                "backup=max and mixed need one player or two with a constant sum, without chance or simultaneous moves",
            );
        }
        if self.backup != Backup::Mean && self.transpositions {
            return contradiction("backup=max and mixed cannot be combined with transpositions");
        }
        if self.select == Selection::Article && (info.players() != 2 || info.joint || info.constant_sum.is_none()) {
            return unsuitable("select=article needs two players with a constant sum in a turn-based game");
        }
        if self.select == Selection::Article && matches!(self.unvisited, Unvisited::Parent(_)) {
            return contradiction("select=article counts an unvisited child as a number, or takes it first");
        }
        if self.select == Selection::Article && self.amaf != Amaf::None {
            return contradiction("select=article has no AMAF variant: choose select=ucb1");
        }
        if self.select == Selection::Thompson && self.amaf != Amaf::None {
            return contradiction("select=thompson draws from its own visits alone: no AMAF variant");
        }
        if self.amaf == Amaf::Permutation && (info.joint || info.chance) {
            return unsuitable("amaf=permutation needs a game without joint and chance turns");
        }
        if self.answer == Answer::BestLine && (info.players() != 1 || info.chance) {
            return unsuitable("answer=best-line needs a single-player game without chance");
        }
        if self.parallel == Parallel::Leaf && self.threads > 1 && self.learns() {
            // The helpers of a leaf see results of their own alone.
            return contradiction("playout=mast, nst and history cannot be combined with parallel=leaf");
        }
        if self.parallel == Parallel::Leaf && self.threads > 1 && self.lookahead > 0 {
            return contradiction("lookahead cannot be combined with parallel=leaf");
        }
        if self.transpositions && !game.key {
            return Err(Refusal::missing_capability(format!(
                "transpositions need hash keys, which `{}` does not have",
                info.name
            )));
        }
        if self.transpositions && (self.widen_k > 0.0 || info.joint) {
            return contradiction("transpositions cannot be combined with progressive widening or simultaneous moves");
        }
        if self.widen_k > 0.0 && self.unvisited != Unvisited::First {
            return contradiction("progressive widening opens children one at a time: it needs unvisited=first");
        }
        if self.prior == Prior::Evaluate && (self.select != Selection::Puct || !game.evaluate) {
            return unsuitable("prior=evaluate needs select=puct and a game with an evaluation");
        }
        if self.evaluate && !game.evaluate {
            return Err(Refusal::missing_capability(format!("evaluate=true: `{}` has no evaluation", info.name)));
        }
        if let Playout::Named(name) = &self.playout {
            check_policy(name, game.policies)?;
        }
        game.check_merge(self.merge)
    }

    fn check_numbers(&self) -> Result<(), Refusal> {
        let unit = |name: &str, x: f64| match (0.0..=1.0).contains(&x) {
            true => Ok(()),
            false => Err(Refusal::out_of_range(format!("{name}={x}: expected a number from 0 to 1"))),
        };
        let positive = |name: &str, x: f64| match x.is_finite() && x >= 0.0 {
            true => Ok(()),
            false => Err(Refusal::out_of_range(format!("{name}={x}: expected a finite number, 0 or more"))),
        };
        positive("c", self.exploration())?;
        positive("sp-d", self.sp_d)?;
        positive("sp-best", self.sp_best)?;
        positive("rave-k", self.rave_k)?;
        positive("rave-bias", self.rave_bias)?;
        positive("widen-k", self.widen_k)?;
        unit("alpha", self.alpha)?;
        unit("epsilon", self.epsilon)?;
        unit("playout-keep", self.playout_keep)?;
        unit("lookahead-least", self.lookahead_least)?;
        unit("widen-a", self.widen_a)?;
        if let Backup::Mixed(share) = self.backup {
            unit("backup=mixed", share)?;
        }
        if let Unvisited::Urgency(x) | Unvisited::Parent(x) = self.unvisited {
            positive("unvisited", x)?;
        }
        if self.expand == 0 || self.threads == 0 || self.restarts == 0 {
            return Err(Refusal::out_of_range("expand, threads and restarts start at 1"));
        }
        if self.restarts > 1 && self.restart_after > 0 {
            return Err(Refusal::contradiction(
                "restarts divides the budget, restart-after does not: give one of them",
            ));
        }
        if self.threads > 1024 {
            return Err(Refusal::out_of_range(format!("threads={}: at most 1024", self.threads)));
        }
        if !(1..=1_000).contains(&self.leaf_playouts) {
            return Err(Refusal::out_of_range(format!("leaf-playouts={}: expected 1 to 1000", self.leaf_playouts)));
        }
        if self.range.is_some_and(|range| !range.width().is_finite() || range.width() <= 0.0) {
            return Err(Refusal::out_of_range("range: the low end must be below the high end"));
        }
        Ok(())
    }
}

fn check_policy(name: &str, policies: &[PolicyName]) -> Result<(), Refusal> {
    if policies.iter().any(|policy| policy.name == name) {
        return Ok(());
    }
    let mut known = vec!["auto", "uniform", "mast", "nst", "history"];
    known.extend(policies.iter().map(|policy| policy.name));
    Err(Refusal::new(
        RefusalKind::UnknownName,
        format!("no playout `{name}` for this game; known: {}", known.join(", ")),
    ))
}
