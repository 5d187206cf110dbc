//! Random sheets: the generator makes valid ones, and the engines play them alike.

mod generator;

use std::sync::Arc;

use generator::Dice;
use spinney::game::Player;
use spinney::game::capabilities::GoalDegree;
use spinney_gdl::check::check;
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet, SheetState};
use spinney_gdl::ground::Way;
use spinney_gdl::interpret::{Derivation, Interpreter, Position};
use spinney_gdl::limits::Limits;
use spinney_gdl::terms::TermId;

/// How many sheets are tried.
const SHEETS: u64 = 300;
/// How often each is played.
const PLAYOUTS: u64 = 4;

#[test]
fn random_sheets_are_valid() {
    for seed in 0..SHEETS * 10 {
        let text = generator::sheet(seed);
        let checked = check(&text);
        assert!(checked.program.is_some(), "sheet {seed}: {:?}\n{text}", checked.errors().collect::<Vec<_>>());
    }
}

fn load(seed: u64, text: &str, engine: EngineChoice, way: Option<Way>) -> RuleSheet {
    let options = LoadOptions { engine, way, ..Default::default() };
    RuleSheet::load(&format!("random-{seed}"), text, &options)
        .unwrap_or_else(|error| panic!("sheet {seed} with {engine:?}: {error:?}\n{text}"))
}

/// Plays random games with both engines side by side and compares all there is to see.
fn play(seed: u64, text: &str) {
    for (way, _) in Way::ALL {
        play_grounded(seed, text, way);
    }
}

fn play_grounded(seed: u64, text: &str, way: Way) {
    let network = load(seed, text, EngineChoice::Network, Some(way));
    let interpreter = load(seed, text, EngineChoice::Interpreter, None);
    assert_eq!(network.roles(), interpreter.roles(), "sheet {seed}\n{text}");
    for playout in 0..PLAYOUTS {
        let mut dice = Dice(seed << 8 | playout);
        let (mut ours, mut theirs) = (network.start_state(), interpreter.start_state());
        let mut played = Vec::new();
        for step in 0..=generator::STEPS {
            let here = || format!("sheet {seed}, {way:?}, after {played:?}\n{text}");
            assert_eq!(network.facts(&ours), interpreter.facts(&theirs), "facts, {}", here());
            assert_eq!(network.is_terminal(&ours), interpreter.is_terminal(&theirs), "terminal, {}", here());
            assert_eq!(network.goals(&ours), interpreter.goals(&theirs), "goals, {}", here());
            compare_degrees(&network, &interpreter, &ours, &theirs, here);
            if interpreter.is_terminal(&theirs) {
                break;
            }
            assert!(step < generator::STEPS, "the counter ends the game, {}", here());
            let mut joint = Vec::new();
            for role in 0..interpreter.roles().len() {
                let legal = interpreter.legal(&theirs, role);
                assert_eq!(network.legal(&ours, role), legal, "moves of role {role}, {}", here());
                joint.push(dice.choose(&legal).clone());
            }
            network.play_texts(&mut ours, &joint).unwrap_or_else(|error| panic!("{error}, {}", here()));
            interpreter.play_texts(&mut theirs, &joint).unwrap_or_else(|error| panic!("{error}, {}", here()));
            played.push(joint.join(", "));
        }
    }
}

/// Both engines give a goal the same degree: 1 only if it is reached, and then less only if rules are negated below it.
fn compare_degrees(
    network: &RuleSheet,
    interpreter: &RuleSheet,
    ours: &SheetState,
    theirs: &SheetState,
    here: impl Fn() -> String,
) {
    let report = network.degree_report();
    for (role, goal) in network.goals(ours).into_iter().enumerate() {
        let player = Player(role as u8);
        let degree = network.degree(ours, player);
        assert_eq!(degree, interpreter.degree(theirs, player), "degree of role {role}, {}", here());
        if let Some((goal, highest)) = goal.zip(report.goals[role]) {
            let is_reached = goal == highest;
            let fits = if is_reached { degree.goal == 1.0 || report.negated > 0 } else { degree.goal < 1.0 };
            assert!(fits && (!is_reached || degree.goal > 0.0), "{degree:?} of role {role}, {}", here());
        }
    }
}

#[test]
fn network_and_interpreter_play_random_sheets_alike() {
    // A single sheet can be looked at by its number, or by its path.
    match std::env::var("SPINNEY_GDL_SHEET") {
        Ok(chosen) => match chosen.parse() {
            Ok(seed) => play(seed, &generator::sheet(seed)),
            Err(_) => play(0, &std::fs::read_to_string(chosen).expect("the path of a sheet")),
        },
        Err(_) => (0..SHEETS).for_each(|seed| play(seed, &generator::sheet(seed))),
    }
}

/// Everything that can be seen of a position.
fn seen(interpreter: &Interpreter, position: &Position) -> Vec<Vec<String>> {
    let goals = interpreter.goals(position).expect("goals");
    let lists = [position.facts()].into_iter().chain((0..goals.len()).map(|role| position.legal(role)));
    let lists = lists.chain(goals.iter().map(Vec::as_slice));
    let mut seen: Vec<Vec<String>> =
        lists.map(|terms| terms.iter().map(|&term| interpreter.write(term)).collect()).collect();
    seen.iter_mut().for_each(|list| list.sort_unstable());
    seen
}

#[test]
fn whole_relations_and_relations_on_demand_play_alike() {
    for seed in 0..SHEETS {
        let text = generator::sheet(seed);
        let program = Arc::new(check(&text).program.expect("a valid sheet"));
        let interpreters = [Derivation::Whole, Derivation::OnDemand].map(|derivation| {
            Interpreter::with(Arc::clone(&program), Limits::default(), derivation).expect("a small sheet")
        });
        let mut dice = Dice(seed);
        let mut positions = interpreters.each_ref().map(|interpreter| interpreter.start().expect("a state"));
        loop {
            let [whole, demand] = [0, 1].map(|at| seen(&interpreters[at], &positions[at]));
            assert_eq!(whole, demand, "sheet {seed}\n{text}");
            assert_eq!(positions[0].is_terminal(), positions[1].is_terminal(), "sheet {seed}\n{text}");
            if positions[0].is_terminal() {
                break;
            }
            let joint: Vec<&String> = whole[1..=interpreters[0].roles().len()].iter().map(|l| dice.choose(l)).collect();
            for (interpreter, position) in interpreters.iter().zip(&mut positions) {
                let joint: Vec<TermId> = joint.iter().filter_map(|text| interpreter.read(text)).collect();
                *position = interpreter.next(position, &joint).expect("a state");
            }
        }
    }
}

#[test]
#[ignore = "prints a sheet"]
fn print_a_random_sheet() {
    let seed = std::env::var("SPINNEY_GDL_SHEET").ok().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    println!("{}", generator::sheet(seed));
}
