//! The configuration by key and value, as in agent specs on the command line.

use super::config::{Bounds, Chance, Config, Extend, LateMoves, Order, Others, Values, Variant};
use crate::evaluation::Weights;
use crate::search::parameter::{
    COUNT, Configure, Named, Parameter, ParameterError, SWITCH, named, read, read_number, read_positive, read_range,
    wrong,
};

named!(Variant: "alpha-beta" => AlphaBeta, "pvs" => Pvs, "mtd-f" => MtdF);
named!(Chance: "full" => Full, "star1" => Star1, "star2" => Star2);
named!(Others: "paranoid" => Paranoid, "best-reply" => BestReply);
named!(Values: "best" => Best, "all" => All);

/// A depth: a number, or as deep as the budget allows.
pub(super) fn write_depth(depth: Option<u32>) -> String {
    depth.map_or("budget".to_owned(), |depth| depth.to_string())
}

pub(super) fn read_depth(key: &str, value: &str) -> Result<Option<u32>, ParameterError> {
    if value == "budget" { Ok(None) } else { read(key, value, "budget, or a whole number").map(Some) }
}

/// A share of the payoff range, or none.
pub(super) fn write_cutoff(cutoff: Option<f64>) -> String {
    cutoff.map_or("none".to_owned(), |share| share.to_string())
}

pub(super) fn read_cutoff(key: &str, value: &str) -> Result<Option<f64>, ParameterError> {
    if value == "none" { Ok(None) } else { read_number(key, value).map(Some) }
}

fn write_late_moves(late: &LateMoves) -> String {
    let counts: Vec<_> = late.0.iter().map(u32::to_string).collect();
    if counts.is_empty() { "none".to_owned() } else { counts.join("+") }
}

fn read_late_moves(key: &str, value: &str) -> Result<LateMoves, ParameterError> {
    if value == "none" {
        return Ok(LateMoves::default());
    }
    let counts = value.split('+').map(|count| count.parse().ok().filter(|&count| count > 0));
    let counts: Option<Vec<u32>> = counts.collect();
    counts.map(LateMoves).ok_or_else(|| wrong(key, value, "none, or numbers of moves such as 4+8"))
}

fn write_extend(extend: Extend) -> String {
    match (extend.forced, extend.noisy) {
        (true, true) => "forced+noisy",
        (true, false) => "forced",
        (false, true) => "noisy",
        (false, false) => "none",
    }
    .to_owned()
}

fn read_extend(key: &str, value: &str) -> Result<Extend, ParameterError> {
    let mut extend = Extend::NONE;
    for part in value.split('+').filter(|part| *part != "none") {
        match part {
            "forced" => extend.forced = true,
            "noisy" => extend.noisy = true,
            _ => return Err(wrong(key, value, "none, or some of forced+noisy")),
        }
    }
    Ok(extend)
}

fn write_order(order: Order) -> String {
    let parts = [(order.hash, "hash"), (order.killer, "killer"), (order.history, "history"), (order.game, "game")];
    let names: Vec<_> = parts.iter().filter(|(on, _)| *on).map(|(_, name)| *name).collect();
    if names.is_empty() { "none".to_owned() } else { names.join("+") }
}

fn read_order(key: &str, value: &str) -> Result<Order, ParameterError> {
    let mut order = Order::NONE;
    for part in value.split('+').filter(|part| *part != "none") {
        match part {
            "hash" => order.hash = true,
            "killer" => order.killer = true,
            "history" => order.history = true,
            "game" => order.game = true,
            _ => return Err(wrong(key, value, "none, or some of hash+killer+history+game")),
        }
    }
    Ok(order)
}

pub(super) const CUTOFF_RANGE: &str = "none, 0.5…1";
pub(super) const CUTOFF_MEANING: &str =
    "a branch ends where the evaluation gives either side at least this share of the payoff range";

impl Configure for Config {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: String, range, meaning| Parameter { name, default, range, meaning };
        let bounds = match self.bounds {
            Bounds::Game => "game".to_owned(),
            Bounds::None => "none".to_owned(),
            Bounds::Range(range) => format!("{}..{}", range.low, range.high),
        };
        let weights = Weights::write(self.weights.as_ref());
        vec![
            row("search", self.search.name().to_owned(), "alpha-beta, pvs, mtd-f", "how windows are used"),
            row("depth", write_depth(self.depth), "budget, 1 … 250", "search depth in decisions"),
            row("deepen", self.deepen.to_string(), "true, false", "depth 1, then 2, then 3, …"),
            row("table", self.table.to_string(), "true, false", "keep a transposition table"),
            row("memory", self.memory.to_string(), "64 …", "bytes of the table, unless --memory is given"),
            row("order", write_order(self.order), "none, hash+killer+history+game", "move ordering"),
            row("prune", self.prune.to_string(), "true, false", "prune moves that the game knows to be dominated"),
            row("quiescence", self.quiescence.to_string(), "0 …", "maximum depth of noisy moves beyond the horizon"),
            row("cutoff", write_cutoff(self.cutoff), CUTOFF_RANGE, CUTOFF_MEANING),
            row(
                "late-moves",
                write_late_moves(&self.late_moves),
                "none, N+N+…",
                "moves searched with 1, 2, … decisions left; later quiet ones are pruned",
            ),
            row("extend", write_extend(self.extend), "none, forced+noisy", "moves that cost no depth"),
            row(
                "aspiration",
                self.aspiration.to_string(),
                "0…1",
                "half the first window by the payoff range; 0 is off",
            ),
            row("merge", self.merge.to_string(), "true, false", "one of several mirror-equal moves represents all"),
            row("chance", self.chance.name().to_owned(), "full, star1, star2", "pruning at chance turns"),
            row("bounds", bounds, "game, none, LOW..HIGH", "bounds of outcomes not yet seen, for star1 and star2"),
            row("others", self.others.name().to_owned(), "paranoid, best-reply", "the model of several opponents"),
            row("values", self.values.name().to_owned(), "best, all", "which root moves get a value"),
            row("weights", weights, "game, @FILE", "weights of the evaluation, as TOML"),
            row("threads", self.threads.to_string(), "1 …", "threads that share the table"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "search" => self.search = Variant::read(key, value)?,
            "depth" => self.depth = read_depth(key, value)?,
            "deepen" => self.deepen = read(key, value, SWITCH)?,
            "table" => self.table = read(key, value, SWITCH)?,
            "memory" => self.memory = read(key, value, COUNT)?,
            "order" => self.order = read_order(key, value)?,
            "prune" => self.prune = read(key, value, SWITCH)?,
            "quiescence" => self.quiescence = read(key, value, COUNT)?,
            "cutoff" => self.cutoff = read_cutoff(key, value)?,
            "late-moves" => self.late_moves = read_late_moves(key, value)?,
            "extend" => self.extend = read_extend(key, value)?,
            "aspiration" => self.aspiration = read_number(key, value)?,
            "merge" => self.merge = read(key, value, SWITCH)?,
            "chance" => self.chance = Chance::read(key, value)?,
            "bounds" => {
                self.bounds = match value {
                    "game" => Bounds::Game,
                    "none" => Bounds::None,
                    _ => Bounds::Range(read_range(key, value, "game, none, or LOW..HIGH")?),
                }
            }
            "others" => self.others = Others::read(key, value)?,
            "values" => self.values = Values::read(key, value)?,
            "weights" => self.weights = Weights::read(key, value)?,
            "threads" => self.threads = read_positive(key, value)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}
