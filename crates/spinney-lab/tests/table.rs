//! The erased wrapper: what a front end may rely on for every kind of game.

mod small_games;

use small_games::{Card, Mute, Pennies};
use spinney::budget::Budget;
use spinney::game::{Player, Turn};
use spinney::random::Random;
use spinney::search::Step;
use spinney_lab::spec::Spec;
use spinney_lab::table::{Choices, GameTable, Table, TableError, open, replay};

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn a_game_without_notation_is_refused_with_a_reason() {
    let error = GameTable::new(Mute).err().unwrap();
    assert_eq!(error, TableError::NoNotation("mute".to_owned()));
    assert!(error.to_string().contains("notation"));
}

#[test]
fn joint_and_chance_turns_are_played_by_text() {
    let table = GameTable::new(Pennies).unwrap();
    let mut position = table.start(&mut Random::new(1));
    let coins = || texts(&["heads", "tails"]);
    assert_eq!(table.choices(&*position), Choices::Joint(vec![coins(), coins()]));
    assert_eq!(table.read_move(&*position, Player(1), "TAILS").unwrap(), "tails");
    assert!(table.play(&mut *position, &Step::Move(Player(0), "heads".to_owned())).is_err());
    table.play(&mut *position, &Step::Joint(texts(&["heads", "heads"]))).unwrap();

    let before = position.clone();
    replay(&table, &mut *position, &texts(&["heads", "heads", "tails", "tails"])).unwrap();
    assert_eq!(table.turn(&*position), Turn::Chance);
    assert_eq!(table.choices(&*position), Choices::Chance(vec![("1".to_owned(), 0.25), ("2".to_owned(), 0.75)]));
    assert!(table.draw_outcome(&*position, &mut Random::new(1)).is_some());
    assert_eq!(table.payoffs(&*position), None);
    replay(&table, &mut *position, &texts(&["2"])).unwrap();
    assert_eq!(table.choices(&*position), Choices::Over(vec![6.0, -6.0]));
    assert_eq!(table.write(&*before), "1 1", "a clone is not played on");
}

#[test]
fn a_wrong_line_names_the_move_and_leaves_the_position_before_it() {
    let table = GameTable::new(Pennies).unwrap();
    let mut position = table.start(&mut Random::new(1));
    let error = replay(&table, &mut *position, &texts(&["heads", "heads", "tails", "edge"])).unwrap_err();
    assert_eq!(error.at, 3);
    assert!(error.to_string().contains("move 4") && error.to_string().contains("legal: heads tails"), "{error}");
    assert_eq!(table.write(&*position), "1 1");
    assert_eq!(replay(&table, &mut *position, &texts(&["heads"])).unwrap_err().at, 1);
    let over = texts(&["heads", "heads", "heads", "heads", "1", "heads"]);
    assert_eq!(replay(&table, &mut *position, &over).unwrap_err().at, 5);
}

#[test]
fn a_seat_answers_for_its_own_player_only() {
    let table = GameTable::new(Card).unwrap();
    let position = table.start(&mut Random::new(3));
    let random = Spec::plain("random");
    let mut first = table.agent(&random, Player(0)).unwrap();
    let report = first.search(&*position, &Budget::simulations(1), &mut Random::new(1)).unwrap();
    assert_eq!(report.candidates.len(), 10);
    assert!(report.best.is_some_and(|mv| report.line == [mv]));
    let mut second = table.agent(&random, Player(1)).unwrap();
    let error = second.search(&*position, &Budget::simulations(1), &mut Random::new(1)).unwrap_err();
    assert!(error.to_string().contains("not to move"), "{error}");
}

#[test]
fn a_drawing_for_an_observer_conceals_what_he_has_not_seen() {
    let table = GameTable::new(Card).unwrap();
    let position = table.read("7").unwrap();
    let shown = |observer| format!("{:?}", table.draw(&*position, observer));
    assert!(shown(None).contains('7') && shown(Some(Player(1))).contains('7'));
    assert!(!shown(Some(Player(0))).contains('7'));
}

#[test]
fn games_open_by_spec_and_errors_suggest() {
    let table = open(&Spec::game("tic-tac-toe").unwrap()).unwrap();
    let start = table.start(&mut Random::new(1));
    assert!(matches!(table.choices(&*start), Choices::Player(Player(0), moves) if moves.len() == 9));
    assert_eq!(table.write(&*table.read(&table.write(&*start)).unwrap()), table.write(&*start));
    let error = open(&Spec::game("tictactoe").unwrap()).err().unwrap().to_string();
    assert!(error.contains("did you mean `tic-tac-toe`?"), "{error}");
}
