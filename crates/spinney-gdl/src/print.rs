//! Prints every stage as text, for inspection.

use std::fmt::Write;

use crate::check::check;
use crate::diagnostic::Severity;
use crate::game::LoadError;
use crate::ground::{Grounding, ground};
use crate::limits::{Limits, Watch};
use crate::network::Network;
use crate::program::Program;
use crate::read::{Expression, read};
use crate::simplify::{Gate, Signal, Simplified, simplify};

/// A stage of the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The parsed rule sheet, one expression per line.
    Read,
    /// The rules after checking and unfolding.
    Check,
    /// The ground rules.
    Ground,
    /// The gates.
    Simplify,
    /// The network: the gates that each node with readers adds to and subtracts from.
    Network,
}

impl Stage {
    /// Every stage with its name, in order.
    pub const ALL: [(&'static str, Stage); 5] = [
        ("read", Stage::Read),
        ("check", Stage::Check),
        ("ground", Stage::Ground),
        ("simplify", Stage::Simplify),
        ("network", Stage::Network),
    ];

    /// The stage of a name.
    pub fn parse(name: &str) -> Option<Stage> {
        Stage::ALL.iter().find(|(known, _)| *known == name).map(|&(_, stage)| stage)
    }

    /// The names in order.
    pub fn names() -> Vec<&'static str> {
        Stage::ALL.iter().map(|&(name, _)| name).collect()
    }
}

/// The output of a stage for a rule sheet, as text.
pub fn print(text: &str, stage: Stage, limits: Limits) -> Result<String, LoadError> {
    let watch = Watch::start(limits);
    if stage == Stage::Read {
        let expressions = read(text).map_err(|error| LoadError::Invalid(vec![error]))?;
        return Ok(expressions.iter().map(|expression| write_expression(expression) + "\n").collect());
    }
    let checked = check(text);
    let Some(program) = checked.program else {
        let errors = checked.diagnostics.into_iter().filter(|found| found.severity == Severity::Error);
        return Err(LoadError::Invalid(errors.collect()));
    };
    if stage == Stage::Check {
        return Ok(program.rules.iter().map(|rule| program.write_rule(rule) + "\n").collect());
    }
    let grounding = ground(&program, None, &watch)?;
    if stage == Stage::Ground {
        return Ok(write_ground(&program, &grounding));
    }
    let simplified = simplify(&program, &grounding, &watch)?;
    if stage == Stage::Simplify {
        return Ok(write_circuit(&program, &grounding, &simplified));
    }
    Ok(write_network(&Network::new(&simplified)))
}

fn write_expression(expression: &Expression) -> String {
    match (expression.name(), expression.list()) {
        (Some(name), _) => name.to_owned(),
        (None, list) => {
            let parts: Vec<String> = list.unwrap_or_default().iter().map(write_expression).collect();
            format!("({})", parts.join(" "))
        }
    }
}

fn write_ground(program: &Program, grounding: &Grounding) -> String {
    let mut out = String::new();
    for &fact in &grounding.initial {
        let _ = writeln!(out, "(init {})", grounding.terms.write(&program.symbols, grounding.arguments(fact)[0]));
    }
    for instance in grounding.instances.iter() {
        let head = grounding.write(instance.head);
        let negative = instance.negative.iter().filter_map(|&mention| grounding.mentions[mention as usize]);
        let positive = instance.positive.iter().map(|&atom| grounding.write(atom));
        let body: Vec<String> =
            positive.chain(negative.map(|atom| format!("(not {})", grounding.write(atom)))).collect();
        let _ = if body.is_empty() { writeln!(out, "{head}") } else { writeln!(out, "(<= {head} {})", body.join(" ")) };
    }
    out
}

fn write_circuit(program: &Program, grounding: &Grounding, simplified: &Simplified) -> String {
    let term = |term| grounding.terms.write(&program.symbols, term);
    let role = |role: u8| term(grounding.roles[usize::from(role)]);
    let facts = simplified.facts.len();
    let name = |gate: u32| match &simplified.gates[gate as usize] {
        Gate::Never => "never".to_owned(),
        Gate::Fact(fact) => format!("(true {})", term(simplified.facts[*fact as usize])),
        Gate::Does(mv) => {
            let (player, mv) = simplified.moves[*mv as usize];
            format!("(does {} {})", role(player), term(mv))
        }
        Gate::And(_) | Gate::Or(_) => format!("g{gate}"),
    };
    let signal = |signal: Signal| match signal {
        Signal::TRUE => "always".to_owned(),
        signal if signal.is_negated() => format!("(not {})", name(signal.gate())),
        signal => name(signal.gate()),
    };
    let mut out = String::new();
    for (gate, contents) in simplified.gates.iter().enumerate().skip(1 + facts + simplified.moves.len()) {
        let kind = if matches!(contents, Gate::And(_)) { "and" } else { "or" };
        let inputs: Vec<String> = contents.inputs().iter().map(|&input| signal(input)).collect();
        let _ = writeln!(out, "g{gate} = ({kind} {})", inputs.join(" "));
    }
    for (&fact, &next) in simplified.facts.iter().zip(&simplified.next) {
        let _ = writeln!(out, "(next {}) = {}", term(fact), signal(next));
    }
    for (&(player, mv), &legal) in simplified.moves.iter().zip(&simplified.legal) {
        let _ = writeln!(out, "(legal {} {}) = {}", role(player), term(mv), signal(legal));
    }
    let _ = writeln!(out, "terminal = {}", signal(simplified.terminal));
    for (player, goals) in simplified.goals.iter().enumerate() {
        for &(value, when) in goals {
            let _ = writeln!(out, "(goal {} {value}) = {}", role(player as u8), signal(when));
        }
    }
    out
}

fn write_network(network: &Network) -> String {
    let mut out = String::new();
    let (gates, edges, recursive) = network.sizes();
    let _ = writeln!(out, "gates {gates}, edges {edges}, gates that depend on themselves {recursive}");
    for (node, adds, takes) in network.readers().filter(|(_, adds, takes)| !adds.is_empty() || !takes.is_empty()) {
        let list = |gates: &[u32]| gates.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        let _ = writeln!(out, "{node}: adds to [{}], takes from [{}]", list(adds), list(takes));
    }
    out
}
