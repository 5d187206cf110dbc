//! What must hold for every text, however odd: stages end in an answer or a complaint, and engines play alike.
//!
//! The fuzz targets of `fuzz/` and the tests share these checks. A text that fails one makes them panic.

use std::sync::Arc;
use std::time::Duration;

use spinney::game::capabilities::{Notation, Render};
use spinney::game::{Game, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix};
use spinney_gdl::check::check;
use spinney_gdl::diagnostic::{Diagnostic, Severity};
use spinney_gdl::game::{EngineChoice, LoadError, LoadOptions, RuleSheet};
use spinney_gdl::ground::Way;
use spinney_gdl::interpret::{Derivation, Interpreter, Position};
use spinney_gdl::limits::{Limits, Refusal};
use spinney_gdl::print::{Stage, print};
use spinney_gdl::program::Program;
use spinney_gdl::read::{DEEPEST, Expression, read, read_term};
use spinney_gdl::terms::TermId;

/// What a sheet may cost here.
const LIMITS: Limits = Limits { time: Duration::from_millis(200), memory: 64 << 20 };
/// What it may cost when two engines are asked again because they disagree.
const PATIENCE: Limits = Limits { time: Duration::from_secs(5), memory: 1 << 30 };
/// How far each sheet is played.
const STEPS: usize = 12;

/// Runs the checks of a fuzz target on any bytes.
pub(crate) fn run(target: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match target {
        "reader" => reader(&text),
        "checker" => checker(&text),
        "grounder" => grounder(&text),
        _ => panic!("there is no target `{target}`"),
    }
}

/// The reader finds expressions within the text that it reads again as the same, or complains about a place in it.
fn reader(text: &str) {
    match read(text) {
        Ok(expressions) => {
            expressions.iter().for_each(|expression| spans_are_right(text, expression, 1));
            let printed = print(text, Stage::Read, LIMITS).expect("what can be read can be printed");
            assert_eq!(printed.lines().count(), expressions.len());
            for (line, expression) in printed.lines().zip(&expressions) {
                assert!(same(&read_term(line).expect("what is printed can be read"), expression), "{line}");
            }
        }
        Err(diagnostic) => is_presentable(text, &diagnostic),
    }
    match read_term(text) {
        Ok(expression) => spans_are_right(text, &expression, 1),
        Err(diagnostic) => is_presentable(text, &diagnostic),
    }
}

fn spans_are_right(text: &str, expression: &Expression, depth: usize) {
    let written = &text[expression.start..expression.end];
    match (expression.name(), expression.list()) {
        (Some(name), None) => assert_eq!(name, written),
        (None, Some(elements)) => {
            assert!(depth <= DEEPEST && !elements.is_empty() && written.starts_with('(') && written.ends_with(')'));
            assert!(elements.is_sorted_by(|left, right| left.end <= right.start));
            elements.iter().for_each(|element| spans_are_right(text, element, depth + 1));
        }
        _ => unreachable!("an expression is a name or a list"),
    }
}

/// Whether two expressions are the same, wherever they stand.
fn same(left: &Expression, right: &Expression) -> bool {
    match (left.list(), right.list()) {
        (Some(left), Some(right)) => left.len() == right.len() && left.iter().zip(right).all(|(a, b)| same(a, b)),
        _ => left.name() == right.name(),
    }
}

/// A complaint points into the text and can be written down.
fn is_presentable(text: &str, diagnostic: &Diagnostic) {
    let lines = text.split('\n').flat_map(|line| line.split('\r')).count();
    assert!((1..=lines).contains(&(diagnostic.line as usize)), "{diagnostic}");
    assert!((1..=text.chars().count() + 1).contains(&(diagnostic.column as usize)), "{diagnostic}");
    let caret = diagnostic.excerpt.lines().last().unwrap_or_default();
    assert!(caret.ends_with('^') && caret.len() <= 60 && diagnostic.message.len() <= 2_000, "{diagnostic}");
    assert!(!diagnostic.to_string().contains('\r'));
}

/// The checker makes a program or gives errors, not both.
fn checker(text: &str) {
    let checked = check(text);
    checked.diagnostics.iter().for_each(|diagnostic| is_presentable(text, diagnostic));
    assert_eq!(checked.program.is_none(), checked.errors().next().is_some(), "{:?}", checked.diagnostics);
    assert!(checked.diagnostics.len() <= 202);
    assert_eq!(checked.diagnostics, check(text).diagnostics, "the same text, the same answer");
    let printed = print(text, Stage::Check, LIMITS);
    assert_eq!(printed.is_ok(), checked.program.is_some());
}

/// Loads with both engines; what loads is played, and by both alike.
fn grounder(text: &str) {
    let way = Some(Way::ALL[seed_of(text) as usize % Way::ALL.len()].0);
    let load = |engine| RuleSheet::load("fuzz", text, &LoadOptions { limits: LIMITS, engine, way });
    let network = load(EngineChoice::Network);
    let interpreter = load(EngineChoice::Interpreter);
    for sheet in [&network, &interpreter] {
        match sheet {
            Ok(sheet) => stroll(sheet, seed_of(text)),
            Err(LoadError::Invalid(errors)) => {
                assert!(!errors.is_empty() && errors.iter().all(|error| error.severity == Severity::Error));
            }
            Err(LoadError::Refused(refusal)) => assert!(!refusal.to_string().is_empty()),
        }
    }
    let invalid = |sheet: &Result<RuleSheet, LoadError>| matches!(sheet, Err(LoadError::Invalid(_)));
    assert_eq!(invalid(&network), invalid(&interpreter), "an engine has no say in what is valid");
    if let (Ok(network), Ok(interpreter)) = (network, interpreter) {
        play_alike(text, way, &network, &interpreter);
        derivations_agree(interpreter.program(), seed_of(text));
    }
}

fn seed_of(text: &str) -> u64 {
    text.bytes().fold(0, |seed, byte| mix(seed ^ u64::from(byte)))
}

/// Plays a sheet at random as a search would, and looks at it in every way.
pub(crate) fn stroll(sheet: &RuleSheet, seed: u64) {
    let mut rng = Random::new(seed);
    let mut state = sheet.start_state();
    let players = sheet.roles().len();
    for _ in 0..STEPS {
        assert!(!sheet.draw(&state).to_text().contains('\r'));
        let facts = sheet.facts(&state);
        // Facts may be nested deeper than the reader allows.
        if let Ok(again) = sheet.read_state(&sheet.write_state(&state)) {
            assert_eq!(sheet.facts(&again), facts, "a state is read as it was written");
        }
        let mut moves = Moves::new();
        let turn = sheet.turn(&state, &mut moves);
        match turn {
            Turn::Player(player) => {
                assert!(player.index() < players && !moves.is_empty());
                let chosen = moves[rng.below(moves.len())];
                let written = sheet.write_move(&state, chosen);
                if let Ok(again) = sheet.read_move(&state, &written) {
                    assert_eq!(sheet.write_move(&state, again), written, "a move is read as it was written");
                }
                sheet.play(&mut state, chosen);
            }
            Turn::Joint => {
                let joint: Vec<_> = (0..players).map(|role| moves.section(role)).collect();
                let joint: Vec<_> = joint.into_iter().map(|choices| choices[rng.below(choices.len())]).collect();
                sheet.play_joint(&mut state, &joint);
            }
            _ => break,
        }
    }
    let payoffs: Vec<f64> = (0..players).map(|player| sheet.payoff(&state, Player(player as u8))).collect();
    assert!(payoffs.iter().all(|payoff| payoff.is_finite()));
    if sheet.turn(&state, &mut Moves::new()) == Turn::Over {
        let info = sheet.info();
        assert!(info.constant_sum.is_none_or(|sum| payoffs.iter().sum::<f64>() == sum), "a declared sum: {payoffs:?}");
        let inside = |range: PayoffRange| payoffs.iter().all(|&payoff| range.low <= payoff && payoff <= range.high);
        assert!(info.range.is_none_or(inside), "a declared range: {payoffs:?}");
    }
}

/// Two engines play the same game. One that disagrees because it ran out of time is given more.
pub(crate) fn play_alike(text: &str, way: Option<Way>, network: &RuleSheet, interpreter: &RuleSheet) {
    let seed = seed_of(text);
    if difference(network, interpreter, seed).is_none() {
        return;
    }
    let load = |engine| RuleSheet::load("again", text, &LoadOptions { limits: PATIENCE, engine, way });
    if let (Ok(network), Ok(interpreter)) = (load(EngineChoice::Network), load(EngineChoice::Interpreter))
        && let Some(difference) = difference(&network, &interpreter, seed)
    {
        panic!("network and interpreter differ: {difference}\n{text}");
    }
}

/// What two engines first disagree about in random games.
fn difference(network: &RuleSheet, interpreter: &RuleSheet, seed: u64) -> Option<String> {
    if network.roles() != interpreter.roles() {
        return Some(format!("roles {:?}, {:?}", network.roles(), interpreter.roles()));
    }
    let mut rng = Random::new(seed);
    let (mut ours, mut theirs) = (network.start_state(), interpreter.start_state());
    let mut played = Vec::new();
    for _ in 0..STEPS {
        let differ = |what, left: String, right: String| {
            (left != right).then(|| format!("{what} after {played:?}: {left}, {right}"))
        };
        let (facts, others) = (network.facts(&ours), interpreter.facts(&theirs));
        let (terminal, other) = (network.is_terminal(&ours), interpreter.is_terminal(&theirs));
        let found = differ("facts", format!("{facts:?}"), format!("{others:?}"))
            .or_else(|| differ("terminal", terminal.to_string(), other.to_string()))
            .or_else(|| {
                let (goals, others) = (network.goals(&ours), interpreter.goals(&theirs));
                differ("goals", format!("{goals:?}"), format!("{others:?}"))
            });
        if found.is_some() || terminal {
            return found;
        }
        let mut joint = Vec::new();
        for role in 0..network.roles().len() {
            let (legal, others) = (network.legal(&ours, role), interpreter.legal(&theirs, role));
            let found = differ("moves", format!("{legal:?}"), format!("{others:?}"));
            if found.is_some() || legal.is_empty() {
                return found;
            }
            joint.push(legal[rng.below(legal.len())].clone());
        }
        network.play_texts(&mut ours, &joint).expect("a legal move");
        interpreter.play_texts(&mut theirs, &joint).expect("a legal move");
        if !interpreter.remarks().is_empty() {
            return None;
        }
        played.push(joint);
    }
    None
}

/// Relations derived as a whole and on demand give the same positions.
fn derivations_agree(program: &Program, seed: u64) {
    let program = Arc::new(program.clone());
    let [Ok(whole), Ok(demand)] = [Derivation::Whole, Derivation::OnDemand]
        .map(|derivation| Interpreter::with(Arc::clone(&program), LIMITS, derivation))
    else {
        return;
    };
    // A refusal is no disagreement: the limits hold for each state.
    let _ = walk_both(&whole, &demand, seed);
}

fn walk_both(whole: &Interpreter, demand: &Interpreter, seed: u64) -> Result<(), Refusal> {
    let mut rng = Random::new(seed);
    let (mut ours, mut theirs) = (whole.start()?, demand.start()?);
    for _ in 0..STEPS {
        let lists = seen(whole, &ours)?;
        assert_eq!(lists, seen(demand, &theirs)?, "whole relations and relations on demand differ");
        assert_eq!(ours.is_terminal(), theirs.is_terminal(), "whole relations and relations on demand differ");
        let legal = &lists[1..=whole.roles().len()];
        if ours.is_terminal() || legal.iter().any(Vec::is_empty) {
            break;
        }
        let joint: Vec<&String> = legal.iter().map(|moves| &moves[rng.below(moves.len())]).collect();
        let read = |interpreter: &Interpreter| -> Option<Vec<TermId>> {
            joint.iter().map(|text| interpreter.read(text)).collect()
        };
        let (Some(left), Some(right)) = (read(whole), read(demand)) else { break };
        ours = whole.next(&ours, &left)?;
        theirs = demand.next(&theirs, &right)?;
    }
    Ok(())
}

/// All that can be seen of a position, as texts.
fn seen(interpreter: &Interpreter, position: &Position) -> Result<Vec<Vec<String>>, Refusal> {
    let goals = interpreter.goals(position)?;
    let lists = std::iter::once(position.facts()).chain((0..goals.len()).map(|role| position.legal(role)));
    let texts = lists.chain(goals.iter().map(Vec::as_slice)).map(|terms| {
        let mut texts: Vec<String> = terms.iter().map(|&term| interpreter.write(term)).collect();
        texts.sort_unstable();
        texts
    });
    Ok(texts.collect())
}
