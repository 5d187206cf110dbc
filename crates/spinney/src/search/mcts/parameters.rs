//! The configuration by key and value, as in agent specs on the command line.

use super::config::WhenFull;
use super::config::{
    Amaf, Answer, Backup, Config, JointRule, Parallel, Playout, Prior, Prune, RaveSchedule, Selection, Unvisited,
};
use crate::search::parameter::{
    COUNT, Configure, Named, Parameter, ParameterError, SWITCH, named, read, read_number, read_positive, read_range,
    read_share, wrong,
};

named!(Selection: "ucb1" => Ucb1, "ucb1-tuned" => Ucb1Tuned, "ucb-v" => UcbV, "sp-mcts" => SpMcts, "puct" => Puct,
    "thompson" => Thompson, "article" => Article);
named!(Amaf: "none" => None, "alpha" => Alpha, "some-first" => SomeFirst, "cutoff" => Cutoff, "rave" => Rave,
    "grave" => Grave, "permutation" => Permutation);
named!(Prior: "uniform" => Uniform, "evaluate" => Evaluate);
named!(RaveSchedule: "mse" => Mse, "k" => K, "k-node" => KNode);
named!(JointRule: "decoupled" => Decoupled, "regret-matching" => RegretMatching);
named!(Answer: "auto" => Auto, "most-visits" => MostVisits, "best-mean" => BestMean, "secure" => Secure, "best-line" => BestLine);
named!(Parallel: "tree" => Tree, "root" => Root, "leaf" => Leaf);
named!(Prune: "auto" => Auto, "on" => On, "off" => Off);
named!(WhenFull: "recycle" => Recycle, "freeze" => Freeze);

fn write_unvisited(unvisited: Unvisited) -> String {
    match unvisited {
        Unvisited::First => "first".to_owned(),
        Unvisited::Urgency(x) => x.to_string(),
        Unvisited::Parent(0.0) => "parent".to_owned(),
        Unvisited::Parent(less) => format!("parent-{less}"),
    }
}

fn read_unvisited(key: &str, text: &str) -> Result<Unvisited, ParameterError> {
    let expected = "first, a number from 0 (worst) to 1 (best), parent, or parent- with a number from 0 to 1";
    match text {
        "first" => Ok(Unvisited::First),
        "parent" => Ok(Unvisited::Parent(0.0)),
        _ => match text.strip_prefix("parent-") {
            Some(less) => Ok(Unvisited::Parent(share(less).ok_or_else(|| wrong(key, text, expected))?)),
            None => Ok(Unvisited::Urgency(share(text).ok_or_else(|| wrong(key, text, expected))?)),
        },
    }
}

/// A number from 0 to 1.
fn share(text: &str) -> Option<f64> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share))
}

fn read_backup(key: &str, text: &str) -> Result<Backup, ParameterError> {
    match text {
        "mean" => Ok(Backup::Mean),
        "max" => Ok(Backup::Max),
        _ => match share(text) {
            Some(share) => Ok(Backup::Mixed(share)),
            None => Err(wrong(key, text, "mean, max, or the share of max as a number from 0 to 1")),
        },
    }
}

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let playout = match &self.playout {
            Playout::Auto => "auto".to_owned(),
            Playout::Uniform => "uniform".to_owned(),
            Playout::Mast => "mast".to_owned(),
            Playout::Nst => "nst".to_owned(),
            Playout::History => "history".to_owned(),
            Playout::Named(name) => name.clone(),
        };
        let backup = match self.backup {
            Backup::Mean => "mean".to_owned(),
            Backup::Max => "max".to_owned(),
            Backup::Mixed(share) => share.to_string(),
        };
        let range = self.range.map_or("game".to_owned(), |range| format!("{}..{}", range.low, range.high));
        vec![
            row(
                "select",
                self.select.name().to_owned(),
                "ucb1, ucb1-tuned, ucb-v, sp-mcts, puct, thompson, article",
                "how a child is chosen on the way down",
            ),
            row(
                "c",
                self.c.map_or("auto".to_owned(), |c| c.to_string()),
                "auto, 0 …",
                "exploration constant, on payoffs normalised to 0…1; auto: 1 for ucb1-tuned and article, otherwise 0.4",
            ),
            row("sp-d", self.sp_d.to_string(), "0 …", "D of SP-MCTS, on normalised payoffs"),
            row("sp-best", self.sp_best.to_string(), "0 …", "weight of the best payoff in SP-MCTS"),
            row("prior", self.prior.name().to_owned(), "uniform, evaluate", "prior probabilities of puct"),
            row(
                "unvisited",
                write_unvisited(self.unvisited),
                "first, 0…1, parent, parent-0…1",
                "unvisited children first, or by this first-play urgency",
            ),
            row(
                "amaf",
                self.amaf.name().to_owned(),
                "none, alpha, some-first, cutoff, rave, grave, permutation",
                "knowledge shared between moves of playouts",
            ),
            row("alpha", self.alpha.to_string(), "0…1", "weight of AMAF in alpha, some-first, permutation"),
            row("amaf-first", self.amaf_first.to_string(), "0 …", "playout moves that count in some-first"),
            row(
                "amaf-cutoff",
                self.amaf_cutoff.to_string(),
                "0 …",
                "first simulations of a tree, which cutoff counts for siblings too",
            ),
            row(
                "rave-schedule",
                self.rave_schedule.name().to_owned(),
                "mse, k, k-node",
                "how the weight of RAVE decays",
            ),
            row("rave-k", self.rave_k.to_string(), "0 …", "k of the k-schedule"),
            row("rave-bias", self.rave_bias.to_string(), "0 …", "b of the mse schedule"),
            row("grave-ref", self.grave_ref.to_string(), "0 …", "visits that a GRAVE reference needs"),
            row("expand", self.expand.to_string(), "1 …", "visits after which a leaf other than the root is expanded"),
            row("widen-k", self.widen_k.to_string(), "0 …", "progressive widening: k·N^a children; 0 is off"),
            row("widen-a", self.widen_a.to_string(), "0…1", "exponent of progressive widening"),
            row("solver", self.solver.to_string(), "true, false", "keep and use proven values"),
            row(
                "prune",
                self.prune.name().to_owned(),
                "auto, on, off",
                "prune moves that the game knows to be dominated",
            ),
            row("merge", self.merge.to_string(), "true, false", "one of several mirror-equal moves represents all"),
            row(
                "playout",
                playout,
                "auto, uniform, mast, nst, history, or a policy of the game",
                "how playout moves are chosen",
            ),
            row("epsilon", self.epsilon.to_string(), "0…1", "share of random moves in mast and nst"),
            row(
                "playout-keep",
                self.playout_keep.to_string(),
                "0…1",
                "share of what playouts learnt that is kept from search to search of a game",
            ),
            row(
                "lookahead",
                self.lookahead.to_string(),
                "0 …",
                "first turns of a playout in which wins at once are seen and avoided",
            ),
            row(
                "lookahead-least",
                self.lookahead_least.to_string(),
                "0…1",
                "look-ahead that finds wins in a smaller share of turns is given up",
            ),
            row("playout-cap", self.playout_cap.to_string(), "0 …", "turns before a playout is cut; 0: by the game"),
            row("evaluate", self.evaluate.to_string(), "true, false", "score cut playouts by the game's evaluation"),
            row("backup", backup, "mean, max, 0…1", "mean, value of the best child, or this share of the latter"),
            row("joint", self.joint.name().to_owned(), "decoupled, regret-matching", "rule for simultaneous moves"),
            row("transpositions", self.transpositions.to_string(), "true, false", "equal positions share a node"),
            row(
                "answer",
                self.answer.name().to_owned(),
                "auto, most-visits, best-mean, secure, best-line",
                "which root move is the answer",
            ),
            row("reuse", self.reuse.to_string(), "true, false", "keep the tree from move to move"),
            row(
                "when-full",
                self.when_full.name().to_owned(),
                "recycle, freeze",
                "what happens when memory is used up",
            ),
            row("restarts", self.restarts.to_string(), "1 …", "independent runs, best kept"),
            row(
                "restart-after",
                self.restart_after.to_string(),
                "0 …",
                "simulations after which the search starts anew, best kept; 0 for never",
            ),
            row("threads", self.threads.to_string(), "1 …", "worker threads"),
            row("parallel", self.parallel.name().to_owned(), "tree, root, leaf", "how threads work together"),
            row(
                "leaf-playouts",
                self.leaf_playouts.to_string(),
                "1…1000",
                "playouts of a leaf per thread, parallel=leaf",
            ),
            row("range", range, "game, LOW..HIGH", "payoffs that count as 0 and 1"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            // The article's rule is a whole: its constants come with it, and later keys may change them.
            "select" if value == "article" => {
                let article = Config::article();
                self.select = article.select;
                (self.unvisited, self.solver, self.prune) = (article.unvisited, article.solver, article.prune);
            }
            "select" => self.select = Selection::read(key, value)?,
            "c" => {
                self.c = match value {
                    "auto" => None,
                    _ => Some(read_number(key, value)?),
                }
            }
            "sp-d" => self.sp_d = read_number(key, value)?,
            "sp-best" => self.sp_best = read_number(key, value)?,
            "prior" => self.prior = Prior::read(key, value)?,
            "unvisited" => self.unvisited = read_unvisited(key, value)?,
            "amaf" => self.amaf = Amaf::read(key, value)?,
            "alpha" => self.alpha = read_share(key, value)?,
            "amaf-first" => self.amaf_first = read(key, value, COUNT)?,
            "amaf-cutoff" => self.amaf_cutoff = read(key, value, COUNT)?,
            "rave-schedule" => self.rave_schedule = RaveSchedule::read(key, value)?,
            "rave-k" => self.rave_k = read_number(key, value)?,
            "rave-bias" => self.rave_bias = read_number(key, value)?,
            "grave-ref" => self.grave_ref = read(key, value, COUNT)?,
            "expand" => self.expand = read_positive(key, value)?,
            "widen-k" => self.widen_k = read_number(key, value)?,
            "widen-a" => self.widen_a = read_share(key, value)?,
            "solver" => self.solver = read(key, value, SWITCH)?,
            "merge" => self.merge = read(key, value, SWITCH)?,
            "prune" => self.prune = Prune::read(key, value)?,
            "playout" => {
                self.playout = match value {
                    "auto" => Playout::Auto,
                    "uniform" => Playout::Uniform,
                    "mast" => Playout::Mast,
                    "nst" => Playout::Nst,
                    "history" => Playout::History,
                    name => Playout::Named(name.to_owned()),
                }
            }
            "epsilon" => self.epsilon = read_share(key, value)?,
            "playout-keep" => self.playout_keep = read_share(key, value)?,
            "lookahead" => self.lookahead = read(key, value, COUNT)?,
            "lookahead-least" => self.lookahead_least = read_share(key, value)?,
            "playout-cap" => self.playout_cap = read(key, value, COUNT)?,
            "evaluate" => self.evaluate = read(key, value, SWITCH)?,
            "backup" => self.backup = read_backup(key, value)?,
            "joint" => self.joint = JointRule::read(key, value)?,
            "transpositions" => self.transpositions = read(key, value, SWITCH)?,
            "answer" => self.answer = Answer::read(key, value)?,
            "reuse" => self.reuse = read(key, value, SWITCH)?,
            "when-full" => self.when_full = WhenFull::read(key, value)?,
            "restarts" => self.restarts = read_positive(key, value)?,
            "restart-after" => self.restart_after = read(key, value, COUNT)?,
            "threads" => self.threads = read_positive(key, value)?,
            "parallel" => self.parallel = Parallel::read(key, value)?,
            "leaf-playouts" => self.leaf_playouts = read_positive(key, value)?,
            "range" => {
                self.range = match value {
                    "game" => None,
                    _ => Some(read_range(key, value, "game, or LOW..HIGH")?),
                }
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
