//! The configuration by key and value, as in agent specs on the command line.

use super::config::{Answer, Chooser, Config, Cut, Feed, Followers, STRATEGIES, Strategy, Transpositions};
use crate::search::parameter::{
    COUNT, Configure, Named, Parameter, ParameterError, SWITCH, named, read, read_number, read_positive, read_share,
    wrong,
};

named!(Chooser: "rank" => Rank, "squared" => Squared, "squared-outside" => SquaredOutside, "proportional" => Proportional,
    "ucb" => Ucb);
named!(Followers: "all" => All, "own" => Own);
named!(Cut: "middle" => Middle, "least" => Least, "nothing" => Nothing);
named!(Feed: "others" => Others, "all" => All);
named!(Answer: "eq" => Eq, "most-visits" => MostVisits, "best-mean" => BestMean);
named!(Transpositions: "propagate" => Propagate, "shared" => Shared, "off" => Off);

/// The keys of the probabilities, in the order of [`STRATEGIES`]; random play has none.
const PROBABILITIES: [&str; STRATEGIES.len()] =
    ["", "p-age", "p-history", "p-mobility", "p-exploration", "p-ssc", "p-mobility2", "p-score"];

const KNOWN: &str = "names joined by `+`: random, age, history, mobility, exploration, ssc, mobility2, score";

fn write_strategies(strategies: &[Strategy]) -> String {
    strategies.iter().map(|strategy| strategy.name()).collect::<Vec<_>>().join("+")
}

fn read_strategies(key: &str, text: &str) -> Result<Vec<Strategy>, ParameterError> {
    let mut strategies = Vec::new();
    for name in text.split('+') {
        let known = STRATEGIES.iter().find(|(known, _)| *known == name.trim());
        let &(_, strategy) = known.ok_or_else(|| wrong(key, text, KNOWN))?;
        if !strategies.contains(&strategy) {
            strategies.push(strategy);
        }
    }
    Ok(strategies)
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let mut rows = vec![
            row("strategies", write_strategies(&self.strategies), KNOWN, "how simulations may choose their moves"),
            row(
                "chooser",
                self.chooser.name().to_owned(),
                "rank, squared, squared-outside, proportional, ucb",
                "how the strategy of a simulation is chosen by the mean results Q",
            ),
            row("chooser-c", self.chooser_c.to_string(), "0 …", "C of chooser=ucb"),
            row("q-scale", self.q_scale.to_string(), "0 …", "the greatest Q in chooser=ucb; the least is 0"),
            row("q-least", self.q_least.to_string(), "above 0…1", "a smaller Q counts as this in plans"),
        ];
        let meanings = [
            "",
            "probability of approximate goal evaluation, otherwise random",
            "probability of the history heuristic, otherwise random",
            "probability of mobility, otherwise random",
            "probability of exploration, otherwise random",
            "probability of symbol counting, otherwise random",
            "probability of 2-ply mobility, otherwise random",
            "probability of score counters, otherwise random",
        ];
        for (at, (key, meaning)) in PROBABILITIES.iter().zip(meanings).enumerate().skip(1) {
            rows.push(row(key, self.p[at].to_string(), "0…1", meaning));
        }
        rows.extend([
            row("followers", self.followers.name().to_owned(), "all, own", "which roles follow the strategy"),
            row(
                "history-feed",
                self.history_feed.name().to_owned(),
                "others, all",
                "which simulations feed the history heuristic",
            ),
            row(
                "history-repeats",
                self.history_repeats.to_string(),
                "true, false",
                "a move made several times in a simulation counts several times",
            ),
            row("exploration-last", self.exploration_last.to_string(), "1 …", "states that exploration compares with"),
            row("learn", self.learn.to_string(), "0 …", "simulations that ssc and score learn from"),
            row("learn-on", self.learn_on.to_string(), "true, false", "whether they go on learning afterwards"),
            row("max-step", self.max_step.to_string(), "1 …", "turns before a simulation is cut"),
            row("cut", self.cut.name().to_owned(), "middle, least, nothing", "what a simulation that is cut counts"),
            row("c", self.c.to_string(), "0 …", "exploration constant of UCT, on payoffs normalised to 0…1"),
            row("answer", self.answer.name().to_owned(), "eq, most-visits, best-mean", "which root move is the answer"),
            row("eq-terminal", self.eq_terminal.to_string(), "0 …", "factor of the Q of a terminal child in eq"),
            row("eq-visits", self.eq_visits.to_string(), "0 …", "children with fewer visits do not count in eq"),
            row(
                "transpositions",
                self.transpositions.name().to_owned(),
                "propagate, shared, off",
                "results go to all nodes of a position, or they share a node",
            ),
            row("reuse", self.reuse.to_string(), "true, false", "keep the tree from move to move"),
        ]);
        rows
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "strategies" => self.strategies = read_strategies(key, value)?,
            "chooser" => self.chooser = Chooser::read(key, value)?,
            "chooser-c" => self.chooser_c = read_number(key, value)?,
            "q-scale" => self.q_scale = read_number(key, value)?,
            "q-least" => self.q_least = read_share(key, value)?,
            "followers" => self.followers = Followers::read(key, value)?,
            "history-feed" => self.history_feed = Feed::read(key, value)?,
            "history-repeats" => self.history_repeats = read(key, value, SWITCH)?,
            "exploration-last" => self.exploration_last = read_positive(key, value)?,
            "learn" => self.learn = read(key, value, COUNT)?,
            "learn-on" => self.learn_on = read(key, value, SWITCH)?,
            "max-step" => self.max_step = read_positive(key, value)?,
            "cut" => self.cut = Cut::read(key, value)?,
            "c" => self.c = read_number(key, value)?,
            "answer" => self.answer = Answer::read(key, value)?,
            "eq-terminal" => self.eq_terminal = read_number(key, value)?,
            "eq-visits" => self.eq_visits = read(key, value, COUNT)?,
            "transpositions" => self.transpositions = Transpositions::read(key, value)?,
            "reuse" => self.reuse = read(key, value, SWITCH)?,
            _ => match PROBABILITIES.iter().skip(1).position(|known| *known == key) {
                Some(at) => self.p[at + 1] = read_share(key, value)?,
                None => return Err(ParameterError::Unknown(key.to_owned())),
            },
        }
        Ok(())
    }
}
