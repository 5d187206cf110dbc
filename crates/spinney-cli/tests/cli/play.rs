//! `play`, with everything that a person might type.

use super::{spinney, stderr_of};

/// What is on the screen after these lines of input.
fn play(args: &[&str], input: &str) -> String {
    let args = [&["play", "tic-tac-toe", "--seed", "1", "--simulations", "50", "--quiet"], args].concat();
    let run = spinney(&args).write_stdin(input.as_bytes()).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn two_people_play_a_game_to_its_end() {
    let text = play(&["--players", "human,human"], "a1\na2\nb1\nb2\nc1\n");
    assert!(text.contains("The game is over: x 1, o 0"), "{text}");
    assert!(text.contains("seed 1") && text.contains("50 simulations a decision"), "{text}");
    let text = play(&["--players", "human,alpha-beta:depth=2", "--hint", "alpha-beta:depth=2"], "quit\n");
    assert!(text.contains("50 nodes a decision"), "{text}");
}

#[test]
fn wrong_input_gets_a_clear_answer_and_another_chance() {
    let text = play(&["--players", "human,human"], "a1\nz9\na1\n\nmvoes\na2\nb1\nb2\nc1\n");
    assert!(text.contains("z9") && text.contains("Did you mean the command `moves`?"), "{text}");
    assert!(text.contains("Type a move, or `help`."), "{text}");
    assert!(text.contains("The game is over"), "{text}");
}

#[test]
fn commands_help_undo_moves_hint_and_why() {
    let text = play(&["--players", "human,mcts"], "help\nundo\nwhy\nmoves\nhint\nwhy\nb2\nwhy\nundo\nmoves\nquit\n");
    assert!(text.contains("goes back to your last decision"), "{text}");
    assert!(text.contains("There is nothing to undo."), "{text}");
    assert!(text.contains("No agent has searched since"), "{text}");
    assert!(text.contains("mcts would play "), "{text}");
    assert!(text.contains("visits") && text.contains("pv: "), "{text}");
    assert!(text.contains("o (mcts") && text.contains(" plays "), "{text}");
    let all = "a1 b1 c1 a2 b2 c2 a3 b3 c3";
    assert_eq!(text.matches(all).count(), 2, "all moves are back after undo: {text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn the_end_of_input_ends_politely() {
    let text = play(&["--players", "human,random"], "b2\n");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn agents_may_play_alone_and_input_need_not_be_text() {
    assert!(play(&["--players", "random,random"], "").contains("The game is over"));
    let mut command = spinney(&["play", "tic-tac-toe", "--players", "human,human", "--quiet"]);
    let output = command.write_stdin(b"\xff\xfe\n".as_slice()).assert().success().get_output().stdout.clone();
    assert!(String::from_utf8_lossy(&output).ends_with("Goodbye.\n"));
}

#[test]
fn seats_and_json_are_checked() {
    assert!(stderr_of(&["play", "tic-tac-toe", "--players", "human"], 2).contains("one agent per seat"));
    assert!(stderr_of(&["play", "tic-tac-toe", "--json"], 2).contains("--json"));
    assert!(stderr_of(&["play", "tic-tac-toe", "--players", "human:c=1,random"], 2).contains("no parameters"));
}

/// A game of Scotland Yard by keys.
fn pursue(args: &[&str], input: &str) -> String {
    let args = [&["play", "scotland-yard-grid", "--seed", "4", "--simulations", "20", "--quiet"], args].concat();
    let run = spinney(&args).write_stdin(input.as_bytes()).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

#[test]
fn mr_x_by_keys_with_wrong_ones_among_them() {
    let text = pursue(&["--players", "human,random"], "q!\nup and away\n7\nw\nw\na\na\ns\nd\nw\na\nquit\n");
    assert!(text.contains("`7` is not a direction; legal: "), "{text}");
    assert!(text.contains("(w)") || text.contains("(s)"), "{text}");
    assert!(text.contains("leads off the board") || text.contains("an agent stands there"), "{text}");
    assert!(text.contains("mr-x, your move> "), "{text}");
}

#[test]
fn an_abandoned_pursuit_ends_politely() {
    let text = pursue(&["--players", "mcts,human"], "why\nundo\nhint\n");
    let played: Vec<_> = text.lines().filter(|line| line.starts_with("mr-x (")).collect();
    assert!(played.iter().all(|line| line.ends_with(" plays unseen")), "{text}");
    assert!(text.contains("No agent has searched since"), "what Mr. X thinks is not shown: {text}");
    assert!(text.contains("mcts would play "), "{text}");
    assert!(text.ends_with("Goodbye.\n"), "{text}");
}

#[test]
fn the_agent_of_hints_is_checked_at_once() {
    let error = stderr_of(&["play", "tic-tac-toe", "--hint", "foo"], 2);
    assert!(error.contains("no agent `foo`"), "{error}");
    let error = stderr_of(&["play", "tic-tac-toe", "--hint", "mcts:c=-1"], 2);
    assert!(error.contains("`c=-1`"), "{error}");
}

#[test]
fn the_last_move_is_marked() {
    let text = play(&["--players", "human,human"], "b2\na1\nquit\n");
    assert!(text.contains("2 .[x].") && text.contains("1[o]. .") && text.contains("2 . x ."), "{text}");
    assert!(!text.contains('\u{1b}'), "no colours in a pipe");
}

/// Two people at one terminal see their own views only.
#[test]
fn several_people_are_called_in_turn() {
    let text = pursue(&["--players", "human,human"], "\nw\n\nmoves\nundo\nquit\n");
    let calls: Vec<_> = text.match_indices("press Enter when nobody else can see the screen").collect();
    assert_eq!(calls.len(), 2, "{text}");
    let agents = &text[calls[1].0..];
    let rows: Vec<_> = agents.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
    assert!(rows.len() >= 5 && rows.iter().all(|row| !row.contains('X')), "{text}");
    assert!(agents.contains("mr-x (human) plays unseen"), "{text}");
    assert!(agents.contains("There is nothing to undo."), "{text}");
}

#[test]
fn a_deal_shows_a_person_one_card() {
    let run = spinney(&["play", "kuhn-poker", "--players", "human,random", "--quiet"]).write_stdin("quit\n").assert();
    let text = String::from_utf8(run.success().get_output().stdout.clone()).unwrap();
    let deal = text.lines().find(|line| line.starts_with("chance: ")).unwrap();
    assert_eq!(deal.len(), "chance: K".len(), "{text}");
    let seed = text.find("seed ").unwrap();
    assert!(seed > text.find("your move").unwrap(), "a drawn seed is told at the end: {text}");
}

#[test]
fn nobody_looks_around_a_corner_and_goes_back() {
    let text = pursue(&["--players", "random,human"], "w\ns\na\nd\nw\ns\na\nd\nundo\nundo\nundo\nquit\n");
    assert!(text.contains("you would know more than you did then"), "{text}");
}

#[test]
fn a_game_needs_a_complete_position() {
    let error = stderr_of(&["play", "kuhn-poker", "--position", "J?"], 2);
    assert!(error.contains("hidden information is left out"), "{error}");
    let error = stderr_of(&["match", "kuhn-poker", "--players", "random,random", "--position", "J?"], 2);
    assert!(error.contains("hidden information is left out"), "{error}");
}
