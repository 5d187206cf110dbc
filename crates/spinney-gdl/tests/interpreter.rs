//! The interpreter against the reference traces of another implementation: in every state the facts, the end of the
//! game, the goal values and the legal moves must be the same.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use spinney_gdl::check::check;
use spinney_gdl::interpret::{Interpreter, Position};
use spinney_gdl::limits::{Limits, Refusal};
use spinney_gdl::program::{Atom, INIT, Literal, RelationId, Rule, Term};
use spinney_gdl::terms::TermId;

/// How long the test plays on with one trace.
const PATIENCE: Duration = Duration::from_secs(3);

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data")
}

fn load(sheet: &Path) -> Result<Interpreter, String> {
    let text = fs::read_to_string(sheet).map_err(|error| error.to_string())?;
    let checked = check(&text);
    let program = checked.program.ok_or_else(|| format!("{:?}", checked.diagnostics))?;
    Interpreter::new(Arc::new(program), Limits::default()).map_err(|refusal| refusal.to_string())
}

fn texts(value: &Value) -> Vec<String> {
    let mut texts: Vec<String> =
        value.as_array().into_iter().flatten().filter_map(|text| text.as_str().map(str::to_owned)).collect();
    texts.sort();
    texts
}

fn written(interpreter: &Interpreter, terms: &[TermId]) -> Vec<String> {
    let mut texts: Vec<String> = terms.iter().map(|&term| interpreter.write(term)).collect();
    texts.sort();
    texts
}

/// Compares a position with a line of a trace.
fn compare(interpreter: &Interpreter, position: &Position, line: &Value) -> Result<(), String> {
    let expect = |what: &str, ours: &dyn std::fmt::Debug, theirs: &dyn std::fmt::Debug, same: bool| {
        if same { Ok(()) } else { Err(format!("{what}: {ours:?} instead of {theirs:?}")) }
    };
    let (ours, theirs) = (written(interpreter, position.facts()), texts(&line["state"]));
    expect("state", &ours, &theirs, ours == theirs)?;
    let theirs = line["terminal"].as_bool();
    expect("terminal", &position.is_terminal(), &theirs, Some(position.is_terminal()) == theirs)?;
    let goals = interpreter.goals(position).map_err(|refusal| refusal.to_string())?;
    let goals: Vec<Option<i64>> = goals
        .iter()
        .map(|values| match values[..] {
            [value] => interpreter.write(value).parse().ok(),
            _ => None,
        })
        .collect();
    let theirs: Vec<Option<i64>> = line["goals"].as_array().into_iter().flatten().map(Value::as_i64).collect();
    expect("goals", &goals, &theirs, goals == theirs)?;
    if position.is_terminal() {
        return Ok(());
    }
    for role in 0..interpreter.roles().len() {
        let (ours, theirs) = (written(interpreter, position.legal(role)), texts(&line["legal"][role]));
        expect("legal", &ours, &theirs, ours == theirs)?;
    }
    Ok(())
}

/// Replays a trace and gives back the number of states compared and of states there are.
fn replay(interpreter: &Interpreter, trace: &str) -> Result<(usize, usize), String> {
    let begin = Instant::now();
    let everything = std::env::var_os("SPINNEY_GDL_FULL_TRACES").is_some();
    let mut position = None;
    let lines: Vec<Value> = trace
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| error.to_string()))
        .collect::<Result<_, _>>()?;
    for (number, line) in lines.iter().enumerate() {
        let here = |error: String| format!("line {}: {error}", number + 1);
        if line["step"] == 0 {
            let roles: Vec<String> = interpreter.roles().iter().map(|&role| interpreter.write(role)).collect();
            let theirs: Vec<&str> = line["roles"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
            if roles != theirs {
                return Err(here(format!("roles {roles:?} instead of {theirs:?}")));
            }
            position = Some(interpreter.start().map_err(|refusal| here(refusal.to_string()))?);
        }
        let now = position.take().ok_or_else(|| here("follows an end".into()))?;
        compare(interpreter, &now, line).map_err(here)?;
        if let Some(moves) = line["move"].as_array() {
            let joint: Option<Vec<TermId>> = moves.iter().map(|chosen| interpreter.read(chosen.as_str()?)).collect();
            let joint = joint.ok_or_else(|| here("unreadable move".into()))?;
            position = Some(interpreter.next(&now, &joint).map_err(|refusal| here(refusal.to_string()))?);
        }
        if !everything && begin.elapsed() > PATIENCE {
            return Ok((number + 1, lines.len()));
        }
    }
    Ok((lines.len(), lines.len()))
}

/// Replays all traces of a folder.
fn replay_all(traces: &str, sheets: &str, at_least: usize) {
    let Ok(entries) = fs::read_dir(data().join(traces)) else {
        println!("no traces in {}: skipped", data().join(traces).display());
        return;
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let begin = Instant::now();
        let interpreter = load(&data().join(sheets).join(format!("{name}.kif")));
        let ready = begin.elapsed();
        let trace = fs::read_to_string(path).expect("a trace can be read");
        match interpreter.and_then(|interpreter| replay(&interpreter, &trace)) {
            Ok((states, all)) => println!(
                "{name}: {states} of {all} states agree, {:.3} s to load, {:.3} s to replay",
                ready.as_secs_f64(),
                (begin.elapsed() - ready).as_secs_f64()
            ),
            Err(error) => failures.push(format!("{name}: {}", &error[..error.floor_char_boundary(1500)])),
        }
    }
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), paths.len(), failures.join("\n"));
    assert!(paths.len() >= at_least, "only {} traces", paths.len());
}

#[test]
fn games_are_played_as_in_the_reference_traces() {
    replay_all("gdl-traces", "gdl", 53);
}

#[test]
fn conformance_cases_are_played_as_in_the_reference_traces() {
    replay_all("gdl-traces/conformance", "gdl/conformance", 19);
}

/// A sheet in which two roles count up together.
const COUNTING: &str = "
    (role a) (role b) (init (sum 0)) (succ 0 1) (succ 1 2) (succ 2 3) (p z)
    (<= (legal ?r stay) (role ?r))
    (<= (legal ?r (go (one ?n))) (role ?r) (true (sum ?m)) (succ ?m ?n))
    (<= (next (sum ?n)) (does ?r (go (one ?n))))
    (<= (next (sum ?n)) (true (sum ?n)) (does a stay) (does b stay))
    (<= terminal (true (sum 3)))
    (<= (goal ?r 50) (role ?r) (p z))";

#[test]
fn derivations_without_end_are_refused() {
    let mut program = check(COUNTING).program.expect("a valid sheet");
    let name = program.symbols.intern("p");
    let relation = program.relations.iter().position(|relation| relation.name == name).expect("it is defined");
    let atom = |term| Atom { relation: RelationId(relation as u32), arguments: vec![term] };
    let grown = Term::Function(name, vec![Term::Variable(0)]);
    let body = vec![Literal::Holds(atom(Term::Variable(0)))];
    program.rules.push(Rule { head: atom(grown), body: body.clone(), variables: 1, line: 1 });
    // Only what is asked for is derived.
    let asked = Interpreter::new(Arc::new(program.clone()), Limits::default()).expect("one question has an end");
    assert_eq!(asked.goals(&asked.start().expect("a state")).expect("goals").len(), 2);
    // The initial state asks for everything.
    let head = Atom { relation: INIT, arguments: vec![Term::Variable(0)] };
    program.rules.push(Rule { head, body, variables: 1, line: 1 });
    let program = Arc::new(program);
    let memory = Limits { memory: 1 << 20, ..Limits::default() };
    assert!(matches!(Interpreter::new(Arc::clone(&program), memory), Err(Refusal::Memory { .. })));
    let time = Limits { time: Duration::from_millis(20), ..Limits::default() };
    let begin = Instant::now();
    assert!(matches!(Interpreter::new(program, time), Err(Refusal::Time { .. })));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn threads_share_an_interpreter() {
    let program = Arc::new(check(COUNTING).program.expect("a valid sheet"));
    let interpreter = Interpreter::new(program, Limits::default()).expect("a small sheet");
    let games = |threads: usize| {
        std::thread::scope(|scope| {
            let play = || (0..100).map(|seed| game(&interpreter, seed)).collect::<Vec<_>>();
            let playing: Vec<_> = (0..threads).map(|_| scope.spawn(play)).collect();
            playing.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Vec<_>>()
        })
    };
    let together = games(4);
    assert!(together.iter().all(|games| *games == games_alone(&interpreter)));
}

fn games_alone(interpreter: &Interpreter) -> Vec<Vec<String>> {
    (0..100).map(|seed| game(interpreter, seed)).collect()
}

/// The moves of a random game.
fn game(interpreter: &Interpreter, seed: u64) -> Vec<String> {
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut moves = Vec::new();
    let mut position = interpreter.start().expect("a state");
    while !position.is_terminal() && moves.len() < 40 {
        let joint: Vec<TermId> = (0..interpreter.roles().len())
            .map(|role| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let legal = position.legal(role);
                legal[((random >> 33) as usize) % legal.len()]
            })
            .collect();
        moves.extend(joint.iter().map(|&chosen| interpreter.write(chosen)));
        position = interpreter.next(&position, &joint).expect("a state");
    }
    moves
}

/// Plays random games until the time is over and gives back how many.
fn play_randomly(interpreter: &Interpreter, time: Duration) -> (f64, f64) {
    let begin = Instant::now();
    let (mut games, mut states) = (0, 0);
    let mut random = 1_u64;
    'games: loop {
        let mut position = interpreter.start().expect("a state");
        while !position.is_terminal() {
            let mut joint = Vec::new();
            for role in 0..interpreter.roles().len() {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let legal = position.legal(role);
                joint.push(legal[((random >> 33) as usize) % legal.len()]);
            }
            position = interpreter.next(&position, &joint).expect("a state");
            states += 1;
            if games > 0 && begin.elapsed() > time {
                break 'games;
            }
        }
        interpreter.goals(&position).expect("goals");
        games += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    (f64::from(games) / seconds, f64::from(states) / seconds)
}

#[test]
#[ignore = "measures speed"]
fn random_games_per_second() {
    let chosen = std::env::var("SPINNEY_GDL_GAMES").unwrap_or_else(|_| {
        "tic-tac-toe connect-four breakthrough checkers hex cephalopod-micro pentago reversi skirmish chess".into()
    });
    for name in chosen.split_whitespace() {
        let begin = Instant::now();
        match load(&data().join("gdl").join(format!("{name}.kif"))) {
            Ok(interpreter) => {
                let ready = begin.elapsed().as_secs_f64();
                let (games, states) = play_randomly(&interpreter, Duration::from_secs(1));
                println!("{name}: {games:.2} games/s, {states:.0} states/s, {ready:.3} s to load");
            }
            Err(error) => println!("{name}: {error}"),
        }
    }
}
