//! The options of information-set search.

use serde::{Deserialize, Serialize};

use crate::belief::Weighing;
use crate::game::{Game, GameInfo};
use crate::search::parameter::Configure;
use crate::search::{Refusal, RefusalKind};

/// Whose eyes the tree is seen with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Observers {
    /// One tree, with an edge for every move.
    Single,
    /// A tree for every player, with an edge for everything that the player can distinguish.
    Multi,
}

/// Which positions simulations begin in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SampleFrom {
    /// Those that the deciding player cannot distinguish from the true one.
    Own,
    /// Those that are consistent with public information; each player's tree begins at its own information state.
    Public,
}

/// How playout moves are chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Playout {
    /// The policy that the game prefers for the player that decides, or uniformly.
    Auto,
    /// Uniformly.
    Uniform,
    /// A policy of the game.
    Named(String),
}

/// The turns of a playout unless the game or the configuration says otherwise.
pub(super) const LONGEST_PLAYOUT: u32 = 1_000;

/// The configuration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Config {
    /// One tree, or one per player.
    pub observers: Observers,
    /// How the positions that may be are weighed.
    pub belief: Weighing,
    /// Which positions simulations begin in.
    pub sample_from: SampleFrom,
    /// With public states: the share of simulations that begin in a position that is consistent with the deciding
    /// player's information. Only that player learns from these.
    pub truth: f64,
    /// Exploration constant, on payoffs normalised to 0…1.
    pub c: f64,
    /// Weight of progressive history (Nijssen and Winands 2011); 0 is off.
    pub history: f64,
    /// The share of the payoff that a member of a side loses when another member has achieved it, 0 to 1.
    pub coalition: f64,
    /// Leave out moves that the game calls wasted.
    pub prune_heuristic: bool,
    /// Prove wins and losses where the position is known.
    pub solver: bool,
    /// What follows a move is kept in the tree once the move has this many visits.
    pub expand: u32,
    /// Playout policy.
    pub playout: Playout,
    /// A playout is cut after this many turns and scored by the game's evaluation, or as the middle of the range. `None`:
    /// as the [game prefers](crate::game::capabilities::Playouts::preferred_cap) for the player that decides, or
    /// 1,000 turns if it does not say.
    pub playout_cap: Option<u32>,
    /// Threads, each with trees of its own; what they learnt of the root moves is added up.
    pub threads: usize,
    /// Memory limit of all trees in bytes, unless the budget sets one. When it is reached the trees stop growing.
    pub memory: usize,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            observers: Observers::Single,
            belief: Weighing::Sample,
            sample_from: SampleFrom::Own,
            truth: 0.5,
            c: 0.7,
            history: 0.0,
            coalition: 0.0,
            prune_heuristic: false,
            solver: false,
            expand: 1,
            playout: Playout::Auto,
            playout_cap: Some(LONGEST_PLAYOUT),
            threads: 1,
            memory: 1 << 30,
        }
    }
}

impl Config {
    /// The default, with the changes that the game [advises](crate::game::capabilities::Hidden::advice).
    ///
    /// # Panics
    ///
    /// If the game's advice contains an unknown option.
    pub fn advised<G: Game>(game: &G) -> Self {
        let mut config = Config::default();
        for (key, value) in game.capabilities().hidden.map_or(&[][..], |hidden| hidden.advice()) {
            config.set(key, value).expect("a game advises options and values of this search");
        }
        config
    }

    /// Why this configuration makes no sense.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        if !self.c.is_finite() || self.c < 0.0 {
            return Err(Refusal::out_of_range("c must be a finite number, 0 or more"));
        }
        if self.expand == 0 || self.playout_cap == Some(0) || self.threads == 0 {
            return Err(Refusal::out_of_range("expand, playout-cap and threads must be at least 1"));
        }
        if !self.history.is_finite() || self.history < 0.0 {
            return Err(Refusal::out_of_range("history must be a finite number, 0 or more"));
        }
        if !(0.0..=1.0).contains(&self.coalition) {
            return Err(Refusal::out_of_range("coalition: a number from 0 to 1"));
        }
        if !(self.truth > 0.0 && self.truth <= 1.0) {
            return Err(Refusal::out_of_range("truth: a number above 0, up to 1"));
        }
        if self.sample_from == SampleFrom::Public && self.observers == Observers::Single {
            return Err(Refusal::contradiction(
                "sample-from=public needs a tree for every player: observers=multi, or else sample-from=own",
            ));
        }
        if self.solver && self.observers == Observers::Multi {
            return Err(Refusal::contradiction("solver=true needs one tree: observers=single,sample-from=own"));
        }
        Ok(())
    }

    /// The turns of a playout when each of the players decides.
    pub(super) fn playout_caps<G: Game>(&self, game: &G, info: &GameInfo) -> Vec<u32> {
        let playouts = game.capabilities().playouts;
        let preferred =
            |player| playouts.and_then(|playouts| playouts.preferred_cap(player)).unwrap_or(LONGEST_PLAYOUT);
        info.all_players().map(|player| self.playout_cap.unwrap_or_else(|| preferred(player))).collect()
    }

    /// The game's policies that are meant when each of the players decides, by their places in the game's list; `None`
    /// is uniform play.
    pub(super) fn policies<G: Game>(&self, game: &G, info: &GameInfo) -> Result<Vec<Option<usize>>, Refusal> {
        let playouts = game.capabilities().playouts;
        let same = |policy| vec![policy; info.players()];
        let name = match &self.playout {
            Playout::Uniform => return Ok(same(None)),
            Playout::Auto => {
                let preferred = |player| playouts.and_then(|playouts| playouts.preferred_by(player));
                return Ok(info.all_players().map(preferred).collect());
            }
            Playout::Named(name) => name,
        };
        let policies = playouts.map_or(&[][..], |playouts| playouts.policies());
        let known = || policies.iter().map(|policy| policy.name);
        known().position(|known| known == name).map(|policy| same(Some(policy))).ok_or_else(|| {
            let known: Vec<&str> = ["auto", "uniform"].into_iter().chain(known()).collect();
            Refusal::new(
                RefusalKind::UnknownName,
                format!("no playout `{name}` for this game; known: {}", known.join(", ")),
            )
        })
    }
}
