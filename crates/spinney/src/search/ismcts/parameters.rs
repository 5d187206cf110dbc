//! The options by key and value, as in agent specs on the command line.

use super::config::{Config, Observers, Playout, SampleFrom};
use crate::belief::Weighing;
use crate::search::parameter::{
    Configure, Named, Parameter, ParameterError, SWITCH, named, read, read_number, read_positive, read_share,
};

named!(Observers: "single" => Single, "multi" => Multi);
named!(SampleFrom: "own" => Own, "public" => Public);

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let playout = match &self.playout {
            Playout::Auto => "auto",
            Playout::Uniform => "uniform",
            Playout::Named(name) => name,
        };
        vec![
            row(
                "observers",
                self.observers.name().to_owned(),
                "single, multi",
                "one tree of moves, or a tree per player",
            ),
            row(
                "belief",
                self.belief.name().to_owned(),
                "sample, uniform, game, learnt",
                "how possible states are weighed; sample: as the game samples them",
            ),
            row(
                "sample-from",
                self.sample_from.name().to_owned(),
                "own, public",
                "sample from the player's own information, or from what is public (needs observers=multi)",
            ),
            row(
                "truth",
                self.truth.to_string(),
                "0…1",
                "with sample-from=public: simulations that begin in the player's own",
            ),
            row("c", self.c.to_string(), "0 …", "exploration constant, on payoffs normalised to 0…1"),
            row("history", self.history.to_string(), "0 …", "weight of progressive history; 0 is off"),
            row(
                "coalition",
                self.coalition.to_string(),
                "0…1",
                "what a member of a side loses of the payoff when a colleague achieved it",
            ),
            row(
                "prune-heuristic",
                self.prune_heuristic.to_string(),
                "true, false",
                "prune moves that the game considers wasted",
            ),
            row(
                "solver",
                self.solver.to_string(),
                "true, false",
                "prove wins and losses where the position is known (needs observers=single)",
            ),
            row("expand", self.expand.to_string(), "1 …", "visits before a move gets a node in the tree"),
            row(
                "playout",
                playout.to_owned(),
                "auto, uniform, or a policy of the game",
                "how playout moves are chosen; auto: the game's own choice",
            ),
            row(
                "playout-cap",
                self.playout_cap.map_or("auto".to_owned(), |turns| turns.to_string()),
                "auto, 1 …",
                "turns before a playout is cut; auto: the game's own choice",
            ),
            row("threads", self.threads.to_string(), "1 …", "threads, each with trees of its own"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "observers" => self.observers = Observers::read(key, value)?,
            "belief" => self.belief = Weighing::read(key, value)?,
            "sample-from" => self.sample_from = SampleFrom::read(key, value)?,
            "truth" => self.truth = read_share(key, value)?,
            "c" => self.c = read_number(key, value)?,
            "history" => self.history = read_number(key, value)?,
            "coalition" => self.coalition = read_share(key, value)?,
            "prune-heuristic" | "screen" => self.prune_heuristic = read(key, value, SWITCH)?,
            "solver" => self.solver = read(key, value, SWITCH)?,
            "expand" => self.expand = read_positive(key, value)?,
            "playout" => {
                self.playout = match value {
                    "auto" => Playout::Auto,
                    "uniform" => Playout::Uniform,
                    name => Playout::Named(name.to_owned()),
                }
            }
            "playout-cap" if value == "auto" => self.playout_cap = None,
            "playout-cap" => self.playout_cap = Some(read_positive(key, value)?),
            "threads" => self.threads = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
