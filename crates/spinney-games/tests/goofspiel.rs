//! Goofspiel: the rules by hand, the number of games, and values of small games by exhaustive search.

use spinney::game::capabilities::Notation;
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney::search::exhaustive::solve;
use spinney_games::goofspiel::{Goofspiel, Options, Order, Scoring, Ties};
use spinney_testkit::game_tests::perft;

fn game(cards: usize, order: Order, scoring: Scoring, ties: Ties) -> Goofspiel {
    Goofspiel::new(Options { cards, order, scoring, ties }).unwrap()
}

fn descending(cards: usize) -> Goofspiel {
    game(cards, Order::Descending, Scoring::Difference, Ties::Discard)
}

/// Plays bids in pairs, with prizes in order.
fn play(game: &Goofspiel, bids: &[[u8; 2]]) -> <Goofspiel as Game>::State {
    let mut state = game.start(&mut Random::new(0));
    bids.iter().for_each(|pair| game.play_joint(&mut state, pair));
    state
}

#[test]
fn the_higher_bid_wins_the_prize() {
    let game = descending(3);
    // 3 to the first, 2 to the second, 1 to the first.
    let state = play(&game, &[[3, 2], [1, 3], [2, 1]]);
    assert_eq!(game.write_state(&state), "- - prize:- pile:- score:4-2");
    assert_eq!([0, 1].map(|player| game.payoff(&state, Player(player))), [2.0, -2.0]);
}

#[test]
fn a_tie_is_lost_or_carried_over() {
    let bids = [[3, 3], [1, 2]];
    let state = play(&descending(3), &bids);
    assert_eq!(descending(3).write_state(&state), "2 1 prize:1 pile:- score:0-2");
    let carry = game(3, Order::Descending, Scoring::Win, Ties::Carry);
    let state = play(&carry, &bids[..1]);
    assert_eq!(carry.write_state(&state), "1,2 1,2 prize:2 pile:1 score:0-0 carried:3");
    let state = play(&carry, &bids);
    assert_eq!(carry.write_state(&state), "2 1 prize:1 pile:- score:0-5");
    // Carried at the very end, it is lost.
    let state = play(&carry, &[[1, 2], [2, 1], [3, 3]]);
    assert_eq!((carry.payoff(&state, Player(0)), carry.payoff(&state, Player(1))), (0.0, 1.0));
}

#[test]
fn games_are_counted() {
    let count = |game: &Goofspiel, depth| perft(game, &game.start(&mut Random::new(0)), depth);
    // Both players order their cards, and chance orders the prizes; the last prize is no chance turn.
    assert_eq!(count(&descending(4), 4), 24 * 24);
    let random = game(4, Order::Random, Scoring::Win, Ties::Discard);
    assert_eq!(count(&random, 7), 24 * 24 * 24);
    assert_eq!(count(&random, 8), 0);
    assert_eq!(count(&Goofspiel::new(Options { cards: 1, ..Options::default() }).unwrap(), 1), 1);
}

#[test]
fn prizes_come_in_their_order() {
    for (order, prizes) in [(Order::Ascending, [1, 2, 3]), (Order::Descending, [3, 2, 1])] {
        let game = game(3, order, Scoring::Win, Ties::Discard);
        let mut state = game.start(&mut Random::new(0));
        for prize in prizes {
            assert!(game.write_state(&state).contains(&format!("prize:{prize}")));
            let mut moves = Moves::new();
            assert_eq!(game.turn(&state, &mut moves), Turn::Joint);
            let bid = moves.section(0)[0];
            game.play_joint(&mut state, &[bid, bid]);
        }
    }
}

/// Both players have the same cards, so neither has an advantage.
#[test]
fn the_value_is_even() {
    for cards in 1..=4 {
        for order in [Order::Random, Order::Ascending, Order::Descending] {
            for (scoring, even) in [(Scoring::Win, 0.5), (Scoring::Difference, 0.0)] {
                for ties in [Ties::Discard, Ties::Carry] {
                    let game = game(cards, order, scoring, ties);
                    let solution = solve(&game, &game.start(&mut Random::new(0)), 10_000_000).unwrap();
                    let value = solution.value_of(Player(0));
                    assert!((value - even).abs() < 1e-9, "{cards} cards, {order:?}, {scoring:?}, {ties:?}: {value}");
                }
            }
        }
    }
}

#[test]
fn positions_that_cannot_arise_are_refused() {
    let refusal = |game: &Goofspiel, text: &str| game.read_state(text).unwrap_err().0;
    let random = game(4, Order::Random, Scoring::Win, Ties::Discard);
    assert!(random.read_state("1,2,4 2,3,4 prize:3 pile:1,2 score:4-0").is_ok());
    assert!(
        random.read_state("1,2,4 2,3,4 prize:- pile:1,2,3 score:0-0").is_ok(),
        "a tie is possible as far as is known"
    );
    for (text, why) in [
        ("1,2 2,3,4 prize:3 pile:1,2 score:4-0", "the same number"),
        ("1,2,4 2,3,4 prize:3 pile:1 score:4-0", "as many prizes"),
        ("1,2,4 2,3,4 prize:3 pile:1,3 score:4-0", "no longer in the pile"),
        ("1,2,4 2,3,4 prize:3 pile:1,2 score:3-0", "do not add up"),
        ("1,2,4 2,3,4 prize:3 pile:1,2 score:4-0 carried:1", "carried"),
        ("1,2,5 2,3,4 prize:3 pile:1,2 score:4-0", "1 to 4"),
        ("1 2 prize:- pile:3 score:4-3", "at once"),
        ("1,2,4 2,3,4 prize:3 pile:1,2 score:4", "expected the hands"),
        ("1,1,4 2,3,4 prize:3 pile:1,2 score:4-0", "expected the hands"),
        ("", "expected the hands"),
    ] {
        assert!(refusal(&random, text).contains(why), "{text}: {}", refusal(&random, text));
    }
    assert!(refusal(&descending(4), "1,2,4 2,3,4 prize:2 pile:1,3 score:4-0").contains("due is 3"));
    assert!(refusal(&descending(4), "1,2,4 2,3,4 prize:4 pile:1,2 score:3-0").contains("in order"));
}
