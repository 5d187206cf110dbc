//! Our own rule sheets: each is the game that it says it is. Where there is a built-in game, both are played side by
//! side, with the same legal moves in every state and the same results.

use std::collections::BTreeSet;
use std::path::PathBuf;

use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney_games::breakthrough::Breakthrough;
use spinney_games::connect_four::ConnectFour;
use spinney_games::hex::{self, Hex};
use spinney_games::othello::Othello;
use spinney_games::tic_tac_toe::TicTacToe;
use spinney_gdl::game::{LoadOptions, RuleSheet};

/// Games of each rule sheet.
const GAMES: u64 = 30;

/// Every rule sheet with its roles and the most steps of a game.
const SHEETS: [(&str, &[&str], usize); 11] = [
    ("breakthrough", &["white", "black"], 177),
    ("connect-four", &["x", "o"], 42),
    ("hex", &["red", "blue"], 25),
    ("knights-tour", &["knight"], 24),
    ("last-match", &["ann", "bob"], 3),
    ("othello", &["x", "o"], 119),
    ("peg-solitaire", &["player"], 31),
    ("pursuit", &["fox", "hare"], 20),
    ("sliding", &["slider"], 40),
    ("three-in-line", &["red", "green", "blue"], 20),
    ("tic-tac-toe", &["x", "o"], 9),
];

/// The sheets whose players move in turn.
const IN_TURN: [&str; 7] =
    ["breakthrough", "connect-four", "hex", "last-match", "othello", "three-in-line", "tic-tac-toe"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn sheet(name: &str) -> RuleSheet {
    let text = std::fs::read_to_string(folder().join(format!("{name}.kif"))).unwrap();
    RuleSheet::load(name, &text, &LoadOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_sheet_is_tested() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.filter(|file| file.ends_with(".kif")).collect();
    let known: BTreeSet<String> = SHEETS.iter().map(|(name, ..)| format!("{name}.kif")).collect();
    assert_eq!(files, known);
}

#[test]
fn every_sheet_keeps_the_rules_of_the_language() {
    for (name, roles, longest) in SHEETS {
        let sheet = sheet(name);
        assert_eq!(sheet.roles(), roles, "{name}");
        for seed in 0..GAMES {
            let mut rng = Random::new(seed);
            let mut state = sheet.start_state();
            let mut steps = 0;
            while !sheet.is_terminal(&state) {
                assert!(steps < longest, "{name}: a game of more than {longest} steps");
                let legal: Vec<Vec<String>> = (0..roles.len()).map(|role| sheet.legal(&state, role)).collect();
                assert!(legal.iter().all(|moves| !moves.is_empty()), "{name}: somebody cannot move: {legal:?}");
                let choosers = legal.iter().filter(|moves| moves.len() > 1).count();
                assert!(
                    choosers <= 1 || !IN_TURN.contains(&name),
                    "{name}: two players move simultaneously: {legal:?}"
                );
                let joint: Vec<String> = legal.iter().map(|moves| moves[rng.below(moves.len())].clone()).collect();
                sheet.play_texts(&mut state, &joint).unwrap_or_else(|error| panic!("{name}: {joint:?}: {error}"));
                steps += 1;
            }
            // A role without a goal, or with several, has `None`.
            let goals = sheet.goals(&state);
            assert_eq!(goals.len(), roles.len(), "{name}");
            assert!(goals.iter().all(|goal| goal.is_some_and(|goal| (0..=100).contains(&goal))), "{name}: {goals:?}");
        }
    }
}

/// Plays a rule sheet and the built-in game side by side. `translate` makes a move of the sheet from one of the other.
/// Returns how often each payoff of the first player came up: 0, ½, 1.
fn play_beside<G: Game>(name: &str, game: &G, translate: impl Fn(&str) -> String) -> [usize; 3] {
    let sheet = sheet(name);
    let seats = game.info().seats;
    assert_eq!(sheet.roles(), seats.as_slice(), "{name}");
    let notation = game.capabilities().notation.expect("built-in games have one");
    let mut ends = [0; 3];
    for seed in 0..GAMES {
        let mut rng = Random::new(seed);
        let mut state = sheet.start_state();
        let mut built_in = game.start(&mut rng);
        loop {
            let mut moves = Moves::new();
            let turn = game.turn(&built_in, &mut moves);
            let position = || format!("{name}, seed {seed}: {}", notation.write_state(&built_in));
            assert_eq!(sheet.is_terminal(&state), turn == Turn::Over, "{}", position());
            let Turn::Player(Player(mover)) = turn else { break };
            let texts: Vec<String> = moves.iter().map(|&mv| translate(&notation.write_move(&built_in, mv))).collect();
            let mut joint = vec!["wait".to_owned(); seats.len()];
            for (role, wait) in joint.iter().enumerate() {
                let legal: BTreeSet<String> = sheet.legal(&state, role).into_iter().collect();
                let expected = if role == usize::from(mover) { texts.as_slice() } else { std::slice::from_ref(wait) };
                assert_eq!(legal, expected.iter().cloned().collect(), "{}", position());
            }
            let chosen = rng.below(moves.len());
            joint[usize::from(mover)].clone_from(&texts[chosen]);
            sheet.play_texts(&mut state, &joint).unwrap_or_else(|error| panic!("{}: {error}", position()));
            game.play(&mut built_in, moves[chosen]);
        }
        let payoffs = (0..seats.len()).map(|seat| Some((game.payoff(&built_in, Player(seat as u8)) * 100.0) as i32));
        assert_eq!(sheet.goals(&state), payoffs.collect::<Vec<_>>(), "{name}, seed {seed}");
        ends[(game.payoff(&built_in, Player(0)) * 2.0) as usize] += 1;
    }
    ends
}

/// A move such as `(put 4 3)` from cells such as `d3`; an `x` between two cells is left out.
fn cells(verb: &str, text: &str) -> String {
    let mut out = format!("({verb}");
    for letter in text.chars().filter(|&letter| letter != 'x') {
        let number = if letter.is_ascii_digit() { letter } else { char::from(letter as u8 - b'a' + b'1') };
        out.push(' ');
        out.push(number);
    }
    out.push(')');
    out
}

#[test]
fn tic_tac_toe_is_the_built_in_game() {
    let ends = play_beside("tic-tac-toe", &TicTacToe::default(), |text| cells("mark", text));
    assert!(ends.iter().all(|&count| count > 0), "wins, draws and losses are all tested: {ends:?}");
}

#[test]
fn connect_four_is_the_built_in_game() {
    let ends = play_beside("connect-four", &ConnectFour::default(), |text| format!("(drop {text})"));
    assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
}

#[test]
fn breakthrough_is_the_built_in_game() {
    let ends = play_beside("breakthrough", &Breakthrough::default(), |text| cells("move", text));
    assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
}

#[test]
fn othello_is_the_built_in_game() {
    let translate = |text: &str| if text == "pass" { text.to_owned() } else { cells("put", text) };
    let ends = play_beside("othello", &Othello, translate);
    assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
}

#[test]
fn hex_is_the_built_in_game() {
    let game = Hex::new(hex::Options { size: 5, swap: false }).unwrap();
    let ends = play_beside("hex", &game, |text| cells("put", text));
    assert!(ends[0] > 0 && ends[2] > 0, "{ends:?}");
}

/// Plays a line of the only role. Returns the goal, which must come with the last move.
fn goal_of(name: &str, verb: &str, line: &str) -> i32 {
    let sheet = sheet(name);
    let mut state = sheet.start_state();
    for mv in line.split(", ") {
        assert!(!sheet.is_terminal(&state), "{name}: over before {mv}");
        sheet.play_texts(&mut state, &[format!("({verb} {mv})")]).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
    assert!(sheet.is_terminal(&state), "{name}: not over");
    sheet.goals(&state)[0].unwrap()
}

#[test]
fn puzzles_can_be_solved() {
    let slides = "1, 4, 3, 6, 7, 8, 5, 3, 6, 7, 8, 6, 4, 2, 3, 5, 6, 8, 7, 4, 5, 6";
    assert_eq!(goal_of("sliding", "slide", slides), 100);
    let tour = "2 3, 1 5, 3 4, 5 5, 4 3, 5 1, 3 2, 4 4, 5 2, 3 1, 1 2, 2 4, 4 5, 5 3, 4 1, 2 2, 1 4, 3 5, 5 4, 4 2, \
                2 1, 3 3, 2 5, 1 3";
    assert_eq!(goal_of("knights-tour", "jump", tour), 100);
    let jumps = "2 4 4 4, 3 2 3 4, 1 3 3 3, 1 5 1 3, 3 4 3 2, 3 1 3 3, 3 5 1 5, 3 7 3 5, 4 3 2 3, 1 3 3 3, 4 1 4 3, \
                 4 3 2 3, 4 5 2 5, 1 5 3 5, 4 7 4 5, 4 5 2 5, 6 3 4 3, 5 1 5 3, 5 3 3 3, 2 3 4 3, 4 3 4 5, 5 5 3 5, \
                 2 5 4 5, 5 7 5 5, 5 4 5 6, 7 5 5 5, 4 5 6 5, 7 3 7 5, 7 5 5 5, 5 6 5 4, 6 4 4 4";
    assert_eq!(goal_of("peg-solitaire", "jump", jumps), 100);
}

/// Plays joint moves of the fox and the hare. Returns whether the game is over, and their goals.
fn pursue(line: &[[&str; 2]]) -> (bool, Vec<Option<i32>>) {
    let sheet = sheet("pursuit");
    let mut state = sheet.start_state();
    for joint in line {
        sheet.play_texts(&mut state, &joint.map(str::to_owned)).unwrap();
    }
    (sheet.is_terminal(&state), sheet.goals(&state))
}

#[test]
fn the_fox_catches_the_hare_in_a_cell_and_on_the_way() {
    let (left, right, up, down) = ("(go left)", "(go right)", "(go up)", "(go down)");
    let meeting = [[left, right], [left, right], [down, up], [down, up]];
    // The hare has eaten at (3, 1) and is caught with the carrot of (3, 3) in its mouth.
    assert_eq!(pursue(&meeting), (true, vec![Some(80), Some(20)]));
    // One of them waits a step: they would be beside each other, and change places.
    let crossing = [[left, right], [left, right], [down, "stay"], [down, up], [down, up]];
    assert_eq!(pursue(&crossing), (true, vec![Some(80), Some(20)]));
    let late = [["stay", "stay"]; 20];
    assert!(!pursue(&late[..19]).0);
    assert_eq!(pursue(&late), (true, vec![Some(60), Some(40)]));
}
