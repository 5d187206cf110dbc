//! `nijssen-winands`: our re-build of the player of J.A.M. Nijssen and M.H.M. Winands ("Monte-Carlo Tree Search for the
//! Hide-and-Seek Game Scotland Yard", IEEE TCIAIG 4(4), 2012), whose program is not public. It was built from the abstracts
//! and from later programs that describe its parts; the full papers were not at hand. It is information-set tree search
//! with these options:
//!
//! | part | here | source |
//! | --- | --- | --- |
//! | determinization: every simulation of the seekers places the hider; all share one tree | `observers=single` | abstract |
//! | location categories by the distance of the nearest seeker, with weights | `belief=game`: 0.196, 0.671, 0.540, 0.384, 0.196 | abstract; weights from four later programs |
//! | coalition reduction | r = 0.25 | abstract; value from N. Ilenič's program |
//! | move filtering for the hider | [`prune_heuristic`](spinney::game::capabilities::Tactics::prune_heuristic) | abstract; rules from N. Ilenič's program |
//! | ε-greedy playouts to the end of the game | ε = 0.2; the hider maximises the distance to the nearest seeker, seekers approach the location that the simulation assumes, or all possible ones | abstract; ε from N. Ilenič's program |
//! | UCT | C = 0.2 as hider, 2 as seekers | N. Ilenič's program |
//! | progressive history | W = 5 | recalled from their other games, unverified |
//!
//! The hider knows the position, so nothing is sampled for it; the seekers of its tree know the position as well.

use std::sync::Arc;

use spinney::belief::Weighing;
use spinney::budget::Budget;
use spinney::game::View;
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::ismcts::{Config, Ismcts, Playout};
use spinney::search::parameter::{Configure, Parameter, ParameterError, read};
use spinney::search::{Refusal, Search, TreeLimits, TreeView};

use super::hidden::MR_X;
use super::{Move, ScotlandYard, State};
use crate::registry::OwnPlayer;

/// The parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct NijssenWinandsConfig {
    /// Exploration constant as Mr. X.
    pub hider_c: f64,
    /// Exploration constant as detectives.
    pub seekers_c: f64,
    /// Weight of progressive history.
    pub history: f64,
    /// What a detective loses of the payoff when a colleague catches Mr. X.
    pub coalition: f64,
    /// How Mr. X's locations are weighed.
    pub belief: Weighing,
    /// Whether Mr. X's moves are filtered.
    pub filter: bool,
    /// The playout policy as Mr. X.
    pub hider_playout: String,
    /// The playout policy as detectives.
    pub seekers_playout: String,
}

impl Default for NijssenWinandsConfig {
    fn default() -> Self {
        NijssenWinandsConfig {
            hider_c: 0.2,
            seekers_c: 2.0,
            history: 5.0,
            coalition: 0.25,
            belief: Weighing::Game,
            filter: true,
            hider_playout: "search-area".to_owned(),
            seekers_playout: "chase".to_owned(),
        }
    }
}

impl NijssenWinandsConfig {
    /// The search of one side.
    fn search(&self, c: f64, playout: &str) -> Config {
        Config {
            belief: self.belief,
            c,
            history: self.history,
            coalition: self.coalition,
            prune_heuristic: self.filter,
            playout: Playout::Named(playout.to_owned()),
            ..Config::default()
        }
    }
}

const POLICIES: &str = "chase, search-area, flee, evade, track";

impl Configure for NijssenWinandsConfig {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let of_search = self.search(0.0, "").parameters();
        let belief = of_search.into_iter().find(|row| row.name == "belief").expect("the search has a belief");
        vec![
            row("hider-c", self.hider_c.to_string(), "0 …", "exploration constant as Mr. X"),
            row("seekers-c", self.seekers_c.to_string(), "0 …", "exploration constant as detectives"),
            row("history", self.history.to_string(), "0 …", "weight of progressive history; 0 is off"),
            row(
                "coalition",
                self.coalition.to_string(),
                "0…1",
                "what a detective loses when a colleague catches Mr. X",
            ),
            belief,
            row("filter", self.filter.to_string(), "true, false", "filter Mr. X's moves"),
            row("hider-playout", self.hider_playout.clone(), POLICIES, "playouts of the search as Mr. X"),
            row("seekers-playout", self.seekers_playout.clone(), POLICIES, "playouts of the search as detectives"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        // What the search has under the same name is read as it reads it.
        let mut search = self.search(self.hider_c, &self.hider_playout);
        match key {
            "hider-c" => {
                search.set("c", value)?;
                self.hider_c = search.c;
            }
            "seekers-c" => {
                search.set("c", value)?;
                self.seekers_c = search.c;
            }
            "history" | "coalition" | "belief" => {
                search.set(key, value)?;
                (self.history, self.coalition, self.belief) = (search.history, search.coalition, search.belief);
            }
            "filter" => self.filter = read(key, value, "true or false")?,
            "hider-playout" => self.hider_playout = value.to_owned(),
            "seekers-playout" => self.seekers_playout = value.to_owned(),
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The player: a search for either side.
pub struct NijssenWinands {
    hider: Ismcts<Arc<ScotlandYard>>,
    seekers: Ismcts<Arc<ScotlandYard>>,
    /// The side that searched last.
    last_was_hider: bool,
}

impl OwnPlayer<ScotlandYard> for NijssenWinands {
    const NAME: &'static str = "nijssen-winands";
    const SUMMARY: &'static str = "our re-build of the published tree search of Nijssen and Winands (2012)";
    type Config = NijssenWinandsConfig;

    fn make(game: Arc<ScotlandYard>, config: NijssenWinandsConfig) -> Result<Self, Refusal> {
        Ok(NijssenWinands {
            hider: Ismcts::new(Arc::clone(&game), config.search(config.hider_c, &config.hider_playout))?,
            seekers: Ismcts::new(game, config.search(config.seekers_c, &config.seekers_playout))?,
            last_was_hider: true,
        })
    }
}

impl Search<Arc<ScotlandYard>> for NijssenWinands {
    fn search(&mut self, position: &View<State>, budget: &Budget, rng: &mut Random) -> Report<Move> {
        self.last_was_hider = position.observer() == MR_X;
        if self.last_was_hider {
            self.hider.search(position, budget, rng)
        } else {
            self.seekers.search(position, budget, rng)
        }
    }

    fn observe(&mut self, view: &View<State>) {
        if view.observer() == MR_X { self.hider.observe(view) } else { self.seekers.observe(view) }
    }

    fn reset(&mut self) {
        self.hider.reset();
        self.seekers.reset();
    }

    fn tree(&self, limits: &TreeLimits) -> Option<TreeView<Move>> {
        if self.last_was_hider { self.hider.tree(limits) } else { self.seekers.tree(limits) }
    }
}
