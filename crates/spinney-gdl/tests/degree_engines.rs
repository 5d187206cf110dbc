//! Degrees of goals in random playouts: both engines agree, and what is reached has the degree 1.

mod texts;

use std::fs;
use std::time::{Duration, Instant};

use spinney::game::capabilities::GoalDegree;
use spinney::game::{Game, Moves, NoRecorder, Player};
use spinney::random::Random;
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet, SheetState};
use spinney_gdl::limits::Limits;
use texts::{every_sheet, folder, load, sheets_of};

/// Every other name than the keywords and the numbers is replaced.
fn scramble(text: &str) -> String {
    const KEPT: [&str; 15] = [
        "<=", "role", "init", "true", "next", "legal", "does", "goal", "terminal", "base", "input", "or", "not",
        "distinct", "noop",
    ];
    let mut names: Vec<String> = Vec::new();
    let mut out = String::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().replace('(', " ( ").replace(')', " ) ");
        for token in line.split_whitespace() {
            let kept = matches!(token, "(" | ")") || KEPT.contains(&token.to_ascii_lowercase().as_str());
            if kept || token.parse::<i64>().is_ok() {
                out += &format!(" {token}");
                continue;
            }
            let (mark, name) = token.strip_prefix('?').map_or(("", token), |name| ("?", name));
            let number = names.iter().position(|known| known == name).unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            });
            // Names in another order than the ones that they replace.
            out += &format!(" {mark}{}", (number * 7_919 + 13) % 100_003);
            out.push('z');
        }
    }
    out
}

/// States of random playouts by the first of some rule sheets; the others make the same moves by number.
fn playouts(sheets: &[&RuleSheet], states: usize, mut visit: impl FnMut(&[SheetState])) {
    let start = || sheets.iter().map(|sheet| sheet.start_state()).collect::<Vec<_>>();
    let mut rng = Random::new(7);
    let mut now = start();
    for _ in 0..states {
        visit(&now);
        if sheets[0].is_terminal(&now[0]) {
            now = start();
            continue;
        }
        let moves: Vec<Vec<String>> = (0..sheets[0].roles().len()).map(|role| sheets[0].legal(&now[0], role)).collect();
        if moves.iter().any(Vec::is_empty) {
            now = start();
            continue;
        }
        let joint: Vec<String> = moves.iter().map(|moves| moves[rng.below(moves.len())].clone()).collect();
        for (sheet, state) in sheets.iter().zip(&mut now) {
            sheet.play_texts(state, &joint).expect("the same moves are legal");
        }
    }
}

/// A rule sheet that both engines load at once.
fn quickly(name: &str, text: &str) -> Option<[RuleSheet; 2]> {
    let limits = Limits { time: Duration::from_millis(250), ..Limits::default() };
    let load = |engine| RuleSheet::load(name, text, &LoadOptions { limits, engine, ..LoadOptions::default() }).ok();
    let sheets = load(EngineChoice::Network).zip(load(EngineChoice::Interpreter));
    if sheets.is_none() {
        println!("{name} takes long: skipped");
    }
    sheets.map(|(network, interpreter)| [network, interpreter])
}

#[test]
fn both_engines_agree_and_a_goal_that_is_reached_has_degree_1() {
    let (mut compared, mut reached) = (0, 0);
    for (name, text) in every_sheet() {
        let Some([network, interpreter]) = quickly(&name, &text) else { continue };
        let report = network.degree_report();
        let same = |goals: &[Option<i32>]| goals == report.goals;
        assert!(same(&interpreter.degree_report().goals), "{name}");
        assert_eq!(interpreter.degree_report().nodes, report.nodes, "{name}");
        let began = Instant::now();
        playouts(&[&network, &interpreter], 40, |states| {
            if began.elapsed() > Duration::from_millis(100) {
                return;
            }
            let goals = network.goals(&states[0]);
            for (role, goal) in goals.iter().enumerate() {
                let player = Player(role as u8);
                let degree = network.degree(&states[0], player);
                assert_eq!(degree, interpreter.degree(&states[1], player), "{name}: {:?}", network.facts(&states[0]));
                assert!((0.0..=1.0).contains(&degree.goal) && (0.0..=1.0).contains(&degree.tie_break), "{name}");
                assert!(degree.tie_break <= degree.goal + 1e-12 || report.negated > 0, "{name}: a mean, and a maximum");
                compared += 1;
                if let (Some(goal), Some(highest)) = (*goal, report.goals[role])
                    && report.left_out.is_empty()
                {
                    let is_reached = goal == highest;
                    let here = || format!("{name}: {goal}, {degree:?}: {:?}", network.facts(&states[0]));
                    assert!(is_reached || degree.goal < 1.0, "{}", here());
                    // Rules that are negated make a goal that is reached look half reached.
                    assert!(!is_reached || degree.goal == 1.0 || report.negated > 0 && degree.goal > 0.0, "{}", here());
                    reached += usize::from(is_reached);
                }
            }
        });
    }
    println!("{compared} degrees compared, {reached} highest goals reached");
    assert!(compared > 500 && reached > 20);
}

#[test]
fn names_have_no_meaning() {
    for (name, text) in sheets_of("games") {
        let (sheet, scrambled) = (load(&text, EngineChoice::Auto), load(&scramble(&text), EngineChoice::Auto));
        assert_eq!(sheet.degree_report(), scrambled.degree_report(), "{name}");
        let mut rng = [Random::new(3), Random::new(3)];
        let mut states = [sheet.start_state(), scrambled.start_state()];
        for _ in 0..40 {
            for role in 0..sheet.roles().len() as u8 {
                let degrees = [sheet.degree(&states[0], Player(role)), scrambled.degree(&states[1], Player(role))];
                assert_eq!(degrees[0], degrees[1], "{name}");
            }
            let [first, second] = &mut states;
            let goes_on = sheet.random_step(first, &mut Moves::new(), &mut rng[0], &mut NoRecorder);
            let other = scrambled.random_step(second, &mut Moves::new(), &mut rng[1], &mut NoRecorder);
            assert_eq!(goes_on, other, "{name}");
            if !goes_on {
                states = [sheet.start_state(), scrambled.start_state()];
            }
        }
    }
}

#[test]
fn threads_share_a_rule_sheet() {
    let text = fs::read_to_string(folder("games/hex.kif")).expect("a text");
    let sheet = load(&text, EngineChoice::Network);
    let degrees = || {
        let mut rng = Random::new(5);
        let mut state = sheet.start_state();
        let mut found = Vec::new();
        while sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
            found.push((sheet.degree(&state, Player(0)), sheet.degree(&state, Player(1))));
        }
        found
    };
    let all: Vec<_> = std::thread::scope(|scope| {
        let playing: Vec<_> = (0..4).map(|_| scope.spawn(degrees)).collect();
        playing.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    assert!(all.iter().all(|found| *found == all[0] && !found.is_empty()));
}

#[test]
#[ignore = "measures speed"]
fn sizes_and_times() {
    let only = std::env::var("SPINNEY_GDL_GAMES").unwrap_or_default();
    for (name, text) in every_sheet() {
        if !only.is_empty() && !only.split_whitespace().any(|one| one == name) {
            continue;
        }
        let limits = Limits { time: Duration::from_secs(20), ..Default::default() };
        let began = Instant::now();
        let sheet = match RuleSheet::load(&name, &text, &LoadOptions { limits, ..LoadOptions::default() }) {
            Ok(sheet) => sheet,
            Err(error) => {
                println!("{name}: {error}");
                continue;
            }
        };
        let loading = began.elapsed();
        let began = Instant::now();
        let report = sheet.degree_report();
        let building = began.elapsed();
        let mut states = Vec::new();
        let mut rng = Random::new(1);
        let mut state = sheet.start_state();
        while states.len() < 100 {
            states.push(state.clone());
            if !sheet.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
                state = sheet.start_state();
            }
        }
        let (began, mut count, mut sum) = (Instant::now(), 0u32, 0.0);
        while began.elapsed() < Duration::from_millis(50) {
            for state in &states {
                sum += sheet.degree(state, Player(0)).goal;
                count += 1;
            }
        }
        let each = began.elapsed() / count;
        println!(
            "{name}: load {loading:.1?} build {building:.1?} each {each:.2?} mean {:.3} {report:?}",
            sum / f64::from(count)
        );
    }
}
