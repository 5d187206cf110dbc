//! Kuhn poker against its known solution (Kuhn 1950): with α from 0 to 1/3 the first player bets a jack with probability
//! α, a king with 3α, calls with a queen with α + 1/3 and never bets it; the second player's strategy is unique. The first
//! player then gets -1/18, and no player gains by deviating. Everything is computed through the rules of the game.

use std::collections::BTreeMap;

use spinney::game::capabilities::{Hidden, Notation};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;
use spinney_games::kuhn_poker::{KuhnPoker, Move, State};

/// The probability of betting or calling, by card and what was done.
type Strategy = BTreeMap<String, f64>;

fn equilibrium(alpha: f64) -> [Strategy; 2] {
    let strategy = |pairs: &[(&str, f64)]| pairs.iter().map(|&(key, p)| (key.to_owned(), p)).collect();
    [
        strategy(&[
            ("J?", alpha),
            ("Q?", 0.0),
            ("K?", 3.0 * alpha),
            ("J? check bet", 0.0),
            ("Q? check bet", alpha + 1.0 / 3.0),
            ("K? check bet", 1.0),
        ]),
        strategy(&[
            ("?J check", 1.0 / 3.0),
            ("?Q check", 0.0),
            ("?K check", 1.0),
            ("?J bet", 0.0),
            ("?Q bet", 1.0 / 3.0),
            ("?K bet", 1.0),
        ]),
    ]
}

/// What the player sees, as text.
fn seen(state: &State, player: Player) -> String {
    KuhnPoker.write_state(View::of(&KuhnPoker, state, player).state())
}

fn is_brave(mv: Move) -> bool {
    matches!(mv, Move::Bet | Move::Call)
}

/// What the first player gets on average.
fn value(state: &State, strategies: &[Strategy; 2]) -> f64 {
    let mut moves = Moves::new();
    let turn = KuhnPoker.turn(state, &mut moves);
    let after = |mv: Move| {
        let mut next = *state;
        KuhnPoker.play(&mut next, mv);
        value(&next, strategies)
    };
    match turn {
        Turn::Over => KuhnPoker.payoff(state, Player(0)),
        Turn::Player(player) => {
            let brave = strategies[player.index()][&seen(state, player)];
            moves.iter().map(|&mv| if is_brave(mv) { brave } else { 1.0 - brave } * after(mv)).sum()
        }
        _ => moves.iter().enumerate().map(|(index, &mv)| moves.weight(index) * after(mv)).sum(),
    }
}

fn start() -> State {
    KuhnPoker.start(&mut Random::new(0))
}

#[test]
fn the_known_equilibria_are_worth_minus_one_eighteenth_and_cannot_be_exploited() {
    for alpha in [0.0, 0.1, 0.25, 1.0 / 3.0] {
        let strategies = equilibrium(alpha);
        assert!((value(&start(), &strategies) + 1.0 / 18.0).abs() < 1e-12, "α {alpha}");
        // All 64 pure strategies of each player.
        for player in 0..2 {
            for choice in 0..64u32 {
                let mut deviation = strategies.clone();
                for (index, brave) in deviation[player].values_mut().enumerate() {
                    *brave = f64::from(choice >> index & 1);
                }
                let gain = (value(&start(), &deviation) + 1.0 / 18.0) * if player == 0 { 1.0 } else { -1.0 };
                assert!(gain < 1e-12, "player {player} gains {gain} by {choice:06b}, α {alpha}");
            }
        }
    }
}

#[test]
fn other_strategies_can_be_exploited() {
    let mut strategies = equilibrium(0.2);
    strategies[1].insert("?J check".to_owned(), 0.0);
    let best = (0..64u32).map(|choice| {
        let mut deviation = strategies.clone();
        deviation[0].values_mut().enumerate().for_each(|(index, brave)| *brave = f64::from(choice >> index & 1));
        value(&start(), &deviation)
    });
    assert!(best.fold(f64::MIN, f64::max) > -1.0 / 18.0 + 0.01, "who never bluffs loses");
}

#[test]
fn each_player_has_six_information_sets() {
    let mut keys: [BTreeMap<u64, String>; 2] = Default::default();
    let mut open = vec![start()];
    while let Some(state) = open.pop() {
        let mut moves = Moves::new();
        if let Turn::Player(player) = KuhnPoker.turn(&state, &mut moves) {
            let view = View::of(&KuhnPoker, &state, player);
            let key = KuhnPoker.information_key(view.state(), player);
            let text = seen(&state, player);
            assert_eq!(*keys[player.index()].entry(key).or_insert_with(|| text.clone()), text);
        }
        open.extend(moves.iter().map(|&mv| {
            let mut next = state;
            KuhnPoker.play(&mut next, mv);
            next
        }));
    }
    assert_eq!(keys.map(|keys| keys.len()), [6, 6]);
}

#[test]
fn a_deal_shows_each_player_his_own_card() {
    let state = start();
    let observation_key = |mv, player| KuhnPoker.observation_key(&state, mv, Player(player));
    assert_eq!(observation_key(Move::Deal(0, 1), 0), observation_key(Move::Deal(0, 2), 0));
    assert_ne!(observation_key(Move::Deal(0, 1), 1), observation_key(Move::Deal(0, 2), 1));
    assert_ne!(observation_key(Move::Check, 1), observation_key(Move::Bet, 1));
}

#[test]
fn the_other_card_is_one_of_the_two_that_are_left() {
    let state = KuhnPoker.read_state("QK bet").unwrap();
    let view = View::of(&KuhnPoker, &state, Player(1));
    let mut rng = Random::new(3);
    let mut counts = BTreeMap::new();
    for _ in 0..10_000 {
        let text = KuhnPoker.write_state(&KuhnPoker.sample(view.state(), Player(1), &mut rng));
        *counts.entry(text).or_insert(0) += 1;
    }
    assert_eq!(counts.keys().collect::<Vec<_>>(), ["JK bet", "QK bet"]);
    // Six standard deviations around 5,000.
    assert!(counts.values().all(|count| (4_700..=5_300).contains(count)), "{counts:?}");
}

#[test]
fn texts_are_checked() {
    for wrong in ["", "KK", "K", "KQ call", "KQ check check bet", "?K?", "K! check", "deal KQ", "JQK"] {
        assert!(KuhnPoker.read_state(wrong).is_err(), "{wrong}");
    }
    let concealed = KuhnPoker.read_state("k? check").unwrap();
    assert_eq!(KuhnPoker.write_state(&concealed), "K? check");
    assert!(!KuhnPoker.is_complete(&concealed));
    let over = KuhnPoker.read_state("kq check bet call").unwrap();
    assert_eq!(KuhnPoker.payoff(&over, Player(0)), 2.0);
    assert_eq!(KuhnPoker.write_state(&over), "KQ check bet call");
}
