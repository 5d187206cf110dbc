//! The erased wrapper: what a front end may rely on for every kind of game.

mod small_games;

use std::sync::{Arc, Mutex};

use small_games::{Card, Mute, Pennies};
use spinney::budget::Budget;
use spinney::game::{Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::{Search, Step};
use spinney_lab::spec::Spec;
use spinney_lab::table::{Choices, GameTable, SeatError, Table, TableError, open, replay};

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

/// Answers with the first number that it is told, legal or not, and notes the state that it is shown.
struct Stubborn {
    answer: Option<u8>,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Search<Arc<Card>> for Stubborn {
    fn search(&mut self, position: &View<(u8, Option<u8>)>, _: &Budget, _: &mut Random) -> Report<u8> {
        self.seen.lock().unwrap().push(position.state().0);
        let mut report = Report::new(self.answer);
        report.line.clear();
        report
    }
}

#[test]
fn a_wrong_answer_is_an_error_and_never_replaced() {
    let table = GameTable::new(Card).unwrap();
    let position = table.read("7").unwrap();
    let ask = |answer| {
        let search = Box::new(Stubborn { answer, seen: Arc::default() });
        table.seat(search, "stubborn", Player(0)).search(&*position, &Budget::default(), &mut Random::new(1))
    };
    assert_eq!(ask(Some(3)).unwrap().best.as_deref(), Some("3"));
    assert!(matches!(ask(Some(77)), Err(SeatError::Illegal { answer, .. }) if answer == "77"));
    assert!(matches!(ask(None), Err(SeatError::NoAnswer { .. })));
}

#[test]
fn a_search_is_shown_what_its_player_sees_and_no_more() {
    let table = GameTable::new(Card).unwrap();
    let seen = Arc::<Mutex<Vec<u8>>>::default();
    let search = Box::new(Stubborn { answer: Some(1), seen: Arc::clone(&seen) });
    let mut seat = table.seat(search, "spy", Player(0));
    for card in ["3", "7"] {
        let position = table.read(card).unwrap();
        seat.search(&*position, &Budget::default(), &mut Random::new(1)).unwrap();
    }
    assert_eq!(*seen.lock().unwrap(), [255, 255], "the card is concealed");
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
