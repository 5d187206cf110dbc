//! Named games: what a front end may rely on for every kind of game.

mod small_games;

use std::sync::{Arc, Mutex};

use small_games::{Card, Mute, Pennies};
use spinney::budget::Budget;
use spinney::game::{Game, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::{Search, Step};
use spinney_agents::Spec;
use spinney_agents::games::open;
use spinney_agents::named::{Choices, replay};
use spinney_agents::{GameError, NamedGame, Seat, SeatError};

fn texts(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

#[test]
fn a_game_without_notation_is_refused_with_a_reason() {
    let error = NamedGame::new(Mute).err().unwrap();
    assert_eq!(error, GameError::NoNotation("mute".to_owned()));
    assert!(error.to_string().contains("notation"));
}

#[test]
fn joint_and_chance_turns_are_played_by_text() {
    let game = NamedGame::new(Pennies).unwrap();
    let mut position = game.start(&mut Random::new(1));
    let coins = || texts(&["heads", "tails"]);
    assert_eq!(game.choices(&position), Choices::Joint(vec![coins(), coins()]));
    let tails = game.read_move(&position, Player(1), "TAILS").unwrap();
    assert_eq!(game.write_move(&position, tails), "tails");
    let heads = game.read_move(&position, Player(0), "heads").unwrap();
    game.play_step(&mut position, &Step::Joint(vec![heads, heads]));

    let before = position.clone();
    replay(&game, &mut position, &texts(&["heads", "heads", "tails", "tails"])).unwrap();
    assert_eq!(game.whose_turn(&position), Turn::Chance);
    assert_eq!(game.choices(&position), Choices::Chance(vec![("1".to_owned(), 0.25), ("2".to_owned(), 0.75)]));
    assert_eq!(game.payoffs(&position), None);
    replay(&game, &mut position, &texts(&["2"])).unwrap();
    assert_eq!(game.choices(&position), Choices::Over(vec![6.0, -6.0]));
    assert_eq!(game.write(&before), "1 1", "a clone is not played on");
}

#[test]
fn a_wrong_line_names_the_move_and_leaves_the_position_before_it() {
    let game = NamedGame::new(Pennies).unwrap();
    let mut position = game.start(&mut Random::new(1));
    let error = replay(&game, &mut position, &texts(&["heads", "heads", "tails", "edge"])).unwrap_err();
    assert_eq!(error.at, 3);
    assert!(error.to_string().contains("move 4") && error.to_string().contains("legal: heads tails"), "{error}");
    assert_eq!(game.write(&position), "1 1");
    assert_eq!(replay(&game, &mut position, &texts(&["heads"])).unwrap_err().at, 1);
    let over = texts(&["heads", "heads", "heads", "heads", "1", "heads"]);
    assert_eq!(replay(&game, &mut position, &over).unwrap_err().at, 5);
}

#[test]
fn a_seat_answers_for_its_own_player_only() {
    let game = NamedGame::new(Card).unwrap();
    let position = game.start(&mut Random::new(3));
    let random = Spec::plain("random");
    let mut first = game.seat(&random, Player(0)).unwrap();
    let report = first.search(&position, &Budget::simulations(1), &mut Random::new(1)).unwrap();
    assert_eq!(report.candidates.len(), 10);
    assert!(report.best.is_some_and(|mv| report.pv == [mv]));
    let mut second = game.seat(&random, Player(1)).unwrap();
    let error = second.search(&position, &Budget::simulations(1), &mut Random::new(1)).unwrap_err();
    assert!(error.to_string().contains("not to move"), "{error}");
}

/// Returns a fixed number, legal or not, and records the states that it is shown.
struct Stubborn {
    answer: Option<u8>,
    seen: Arc<Mutex<Vec<u8>>>,
}

impl Search<Arc<Card>> for Stubborn {
    fn search(&mut self, position: &View<(u8, Option<u8>)>, _: &Budget, _: &mut Random) -> Report<u8> {
        self.seen.lock().unwrap().push(position.state().0);
        let mut report = Report::new(self.answer);
        report.pv.clear();
        report
    }
}

/// Seats a search that is in no list.
fn seat(game: &NamedGame, search: Box<dyn Search<Arc<Card>>>) -> Seat {
    let search = game.adapt::<Card, _>(search).expect("a search of this game");
    Seat::new(game.any().clone(), search, "stubborn".to_owned(), Player(0))
}

#[test]
fn a_wrong_answer_is_an_error_and_never_replaced() {
    let game = NamedGame::new(Card).unwrap();
    let position = game.read("7").unwrap();
    let ask = |answer| {
        let search = Box::new(Stubborn { answer, seen: Arc::default() });
        let report = seat(&game, search).search(&position, &Budget::default(), &mut Random::new(1))?;
        Ok(game.write_report(&position, Player(0), report))
    };
    assert_eq!(ask(Some(3)).unwrap().best.as_deref(), Some("3"));
    assert!(matches!(ask(Some(77)), Err(SeatError::Illegal { .. })));
    assert!(matches!(ask(None), Err(SeatError::NoAnswer { .. })));
}

#[test]
fn a_search_is_shown_what_its_player_sees_and_no_more() {
    let game = NamedGame::new(Card).unwrap();
    let seen = Arc::<Mutex<Vec<u8>>>::default();
    let search = Box::new(Stubborn { answer: Some(1), seen: Arc::clone(&seen) });
    let mut seat = seat(&game, search);
    for card in ["3", "7"] {
        let position = game.read(card).unwrap();
        seat.search(&position, &Budget::default(), &mut Random::new(1)).unwrap();
    }
    assert_eq!(*seen.lock().unwrap(), [255, 255], "the card is concealed");
}

/// Records every message about the game: the card that it sees, or a reset.
struct Notes(Arc<Mutex<Vec<String>>>);

impl Search<Arc<Card>> for Notes {
    fn search(&mut self, _: &View<(u8, Option<u8>)>, _: &Budget, _: &mut Random) -> Report<u8> {
        unreachable!("nobody asks")
    }

    fn advance(&mut self, step: &Step<u8>) {
        self.0.lock().unwrap().push(format!("{step:?}"));
    }

    fn observe(&mut self, view: &View<(u8, Option<u8>)>) {
        self.0.lock().unwrap().push(format!("sees {:?}", view.state()));
    }

    fn reset(&mut self) {
        self.0.lock().unwrap().push("reset".to_owned());
    }
}

#[test]
fn a_step_of_a_hidden_game_is_observed_and_forgets_nothing() {
    let game = NamedGame::new(Card).unwrap();
    let notes = Arc::<Mutex<Vec<String>>>::default();
    let mut seat = seat(&game, Box::new(Notes(Arc::clone(&notes))));
    let mut position = game.read("7").unwrap();
    let step = Step::Move(Player(0), game.read_move(&position, Player(0), "3").unwrap());
    game.play_step(&mut position, &step);
    seat.advance(&step, &position);
    assert_eq!(*notes.lock().unwrap(), ["sees (255, Some(3))"], "the new position, with the card concealed");
}

#[test]
fn a_drawing_for_an_observer_conceals_what_he_has_not_seen() {
    let game = NamedGame::new(Card).unwrap();
    let position = game.read("7").unwrap();
    let shown = |observer| format!("{:?}", game.draw(&position, observer));
    assert!(shown(None).contains('7') && shown(Some(Player(1))).contains('7'));
    assert!(!shown(Some(Player(0))).contains('7'));
}

#[test]
fn games_open_by_spec_and_errors_suggest() {
    let game = open(&Spec::game("tic-tac-toe").unwrap()).unwrap();
    let start = game.start(&mut Random::new(1));
    assert!(matches!(game.choices(&start), Choices::Player(Player(0), moves) if moves.len() == 9));
    assert_eq!(game.write(&game.read(&game.write(&start)).unwrap()), game.write(&start));
    let error = open(&Spec::game("tictactoe").unwrap()).err().unwrap().to_string();
    assert!(error.contains("did you mean `tic-tac-toe`?"), "{error}");
}
