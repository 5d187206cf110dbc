//! Leduc poker against published numbers: 936 information states (OpenSpiel), and the rules by hand.

use std::collections::BTreeMap;

use spinney::game::capabilities::{Hidden, MoveObservation, Notation};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney_games::leduc_poker::{LeducPoker, Move, State};

fn start() -> State {
    LeducPoker.start(&mut Random::new(0))
}

fn after(state: &State, mv: Move) -> State {
    let mut next = *state;
    LeducPoker.play(&mut next, mv);
    next
}

#[test]
fn there_are_936_information_states() {
    let mut keys: [BTreeMap<u64, String>; 2] = Default::default();
    let (mut open, mut ends) = (vec![start()], 0);
    while let Some(state) = open.pop() {
        let mut moves = Moves::new();
        match LeducPoker.turn(&state, &mut moves) {
            Turn::Player(player) => {
                let view = View::of(&LeducPoker, &state, player);
                let key = LeducPoker.information_key(view.state(), player);
                let text = LeducPoker.write_state(view.state());
                assert_eq!(*keys[player.index()].entry(key).or_insert_with(|| text.clone()), text);
            }
            Turn::Over => ends += 1,
            _ => {}
        }
        open.extend(moves.iter().map(|&mv| after(&state, mv)));
    }
    assert_eq!(keys.map(|keys| keys.len()), [468, 468]);
    // 4 ways to fold in the first round; 5 to go on, each with 4 public cards and 9 ways to end the second.
    assert_eq!(ends, 30 * (4 + 5 * 4 * 9));
}

#[test]
fn payoffs_are_the_chips_of_the_loser() {
    for (text, first) in [
        ("JsQh check check Kh check check", -1.0),
        ("JsQh check check Jh check check", 1.0),
        ("KsQh check check Qs bet raise call", -9.0),
        ("KsQh bet raise call Jh bet raise call", 13.0),
        ("KsKh bet raise call Jh bet raise call", 0.0),
        ("KsQh bet fold", 1.0),
        ("KsQh check bet fold", -1.0),
        ("KsQh bet raise fold", -3.0),
        ("KsQh bet raise call Jh bet raise fold", -9.0),
        ("KsQh check bet raise call Qs check bet raise fold", 9.0),
    ] {
        let state = LeducPoker.read_state(text).unwrap();
        assert_eq!(LeducPoker.turn(&state, &mut Moves::new()), Turn::Over, "{text}");
        assert_eq!(LeducPoker.payoff(&state, Player(0)), first, "{text}");
        assert_eq!(LeducPoker.payoff(&state, Player(1)), -first, "{text}");
        assert_eq!(LeducPoker.write_state(&state), text);
    }
}

#[test]
fn there_are_two_raises_in_a_round_and_nothing_to_fold_to_before_a_bet() {
    let legal = |text: &str| {
        let state = LeducPoker.read_state(text).unwrap();
        let mut moves = Moves::new();
        LeducPoker.turn(&state, &mut moves);
        moves.iter().map(|&mv| LeducPoker.write_move(&state, mv)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(legal("JsQh"), "check bet");
    assert_eq!(legal("JsQh check bet"), "call raise fold");
    assert_eq!(legal("JsQh check bet raise"), "call fold");
    assert_eq!(legal("JsQh check bet raise call"), "Jh Qs Kh Ks");
    assert_eq!(legal("JsQh check bet raise call Kh"), "check bet");
}

/// A concealed position can be written down and read again, and is the information of one player.
#[test]
fn concealed_positions_are_read() {
    for (text, player, seen) in [
        ("JsQh check", 1, "?Qh check"),
        ("JsQh check check Kh", 0, "Js? check check Kh"),
        ("JsQh bet fold", 0, "Js? bet fold"),
        ("JsQh check check Kh check check", 0, "JsQh check check Kh check check"),
    ] {
        let view = View::of(&LeducPoker, &LeducPoker.read_state(text).unwrap(), Player(player));
        assert_eq!(LeducPoker.write_state(view.state()), seen);
        assert_eq!(LeducPoker.read_state(seen).as_ref(), Ok(view.state()));
        let sampled = LeducPoker.sample(view.state(), Player(player), &mut Random::new(1));
        assert!(!LeducPoker.write_state(&sampled).contains('?'));
    }
}

#[test]
fn the_other_card_is_any_of_those_that_are_left() {
    let state = LeducPoker.read_state("JsQh check check Kh").unwrap();
    let view = View::of(&LeducPoker, &state, Player(0));
    let mut rng = Random::new(3);
    let mut counts = BTreeMap::new();
    for _ in 0..10_000 {
        let text = LeducPoker.write_state(&LeducPoker.sample(view.state(), Player(0), &mut rng));
        *counts.entry(text[2..4].to_owned()).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["Jh", "Ks", "Qh", "Qs"]);
    // Six standard deviations around 2,500.
    assert!(counts.values().all(|count| (2_240..=2_760).contains(count)), "{counts:?}");
}

#[test]
fn a_deal_shows_each_player_its_own_card() {
    let state = start();
    let deal = Move::Deal(1, 2);
    assert_eq!(LeducPoker.observe(&state, deal, Player(0)), MoveObservation::partial("Js"));
    assert_eq!(LeducPoker.observe(&state, deal, Player(1)), MoveObservation::partial("Qh"));
    assert_eq!(LeducPoker.observe(&after(&state, deal), Move::Bet, Player(1)), MoveObservation::Full);
}

#[test]
fn texts_are_checked() {
    for wrong in ["", "Js", "JsJs", "JsQhKs", "JsQh call", "JsQh bet raise raise", "JsQh check check Js", "deal JsQh"] {
        assert!(LeducPoker.read_state(wrong).is_err(), "{wrong}");
    }
    assert_eq!(
        LeducPoker.read_state("jsqh BET").map(|state| LeducPoker.write_state(&state)),
        Ok("JsQh bet".to_owned())
    );
}
