//! The card play of bridge: rules worked by hand, double-dummy values against plain exhaustive search, what each side
//! sees, and unseen cards dealt uniformly, against enumeration.

use std::collections::HashMap;

use spinney::game::capabilities::{Hidden, Key, Notation, Tactics};
use spinney::game::{Game, Moves, PerfectInformation, Player, Turn, View};
use spinney::random::Random;
use spinney::search::exhaustive::solve;
use spinney::search::parameter::Configure;
use spinney_games::bridge_play::{BridgePlay, Options, State};

const DECLARER: Player = Player(0);
const DEFENCE: Player = Player(1);

/// The game with parameters as keys and values.
fn game(params: &[(&str, &str)]) -> BridgePlay {
    let mut options = Options::default();
    for (key, value) in params {
        options.set(key, value).unwrap();
    }
    BridgePlay::new(options).unwrap()
}

fn legal(game: &BridgePlay, state: &State) -> Vec<String> {
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    moves.iter().map(|&mv| game.write_move(state, mv)).collect()
}

fn turn(game: &BridgePlay, state: &State) -> Turn {
    game.turn(state, &mut Moves::new())
}

/// Plays cards by name; each must be legal.
fn play(game: &BridgePlay, state: &mut State, cards: &str) {
    for card in cards.split_whitespace() {
        let mv = game.read_move(state, card).unwrap();
        game.play(state, mv);
    }
}

#[test]
fn suits_are_followed_trumps_take_tricks_and_the_winner_leads() {
    let game = game(&[("cards", "3"), ("trump", "h")]);
    // North AK of spades and ace of hearts, East three diamonds, South Q K Q, West clubs.
    let start = "N:AK.A.. ..AKQ. Q.KQ.. ...AKQ lead W won 0-0";
    let mut position = game.read_state(start).unwrap();
    assert_eq!(turn(&game, &position), Turn::Player(DEFENCE), "West leads");
    assert_eq!(legal(&game, &position), ["CQ", "CK", "CA"]);
    play(&game, &mut position, "CA");
    // Dummy is played by the declarer; it has no club and may play anything.
    assert_eq!(turn(&game, &position), Turn::Player(DECLARER));
    assert_eq!(legal(&game, &position), ["SK", "SA", "HA"]);
    play(&game, &mut position, "SK DQ");
    assert_eq!(turn(&game, &position), Turn::Player(DECLARER), "South plays for himself");
    play(&game, &mut position, "HQ");
    // The queen of trumps beats the ace of clubs; South leads.
    assert_eq!(game.write_state(&position), "N:A.A.. ..AK. Q.K.. ...KQ lead S won 1-0 out N:C,E:C,S:C");
    play(&game, &mut position, "SQ CQ");
    assert_eq!(legal(&game, &position), ["SA"], "North must follow");
    play(&game, &mut position, "SA DK");
    // A higher trump overtakes a lower one.
    play(&game, &mut position, "HA DA HK CK");
    assert_eq!(turn(&game, &position), Turn::Over);
    assert_eq!((game.payoff(&position, DECLARER), game.payoff(&position, DEFENCE)), (3.0, 0.0));
}

#[test]
fn texts_that_break_the_rules_are_refused() {
    let game = game(&[("cards", "3")]);
    let says = |text: &str| game.read_state(text).unwrap_err().to_string();
    assert!(says("N:AK.A.. ..AKQ. Q.KQ.. ...AK lead W won 0-0").starts_with("West must hold 3 cards"));
    assert!(says("N:AK.A.. A..KQ. Q.KQ.. ...AKQ lead W won 0-0").contains("SA is in two hands"));
    assert!(says("N:AK.A.. ..AKQ. Q.KQ.. ...AKQ lead N won 0-0").contains("West leads"));
    assert!(says("N:K.A.. ..AKQ. Q.KQ.. ...KQ lead W CA SJ won 0-0").contains("SJ"));
    assert!(says("N:.A..K ..AKQ. Q.KQ.. A...Q lead W CA SK won 0-0").contains("does not follow suit"));
    assert!(says("N:.A..K ..AKQ. Q.KQ.. A...Q lead W CA CK won 0-0").contains("played twice"));
    assert!(says("N:- ..AK. Q.K.. ...KQ lead S won 1-0").contains("where a hand is not seen, `gone` must list"));
    assert!(says("N:- ..AK. Q.K.. ...KQ lead S won 1-0 gone A.A.Q.").contains("4 cards of the pack"));
    assert!(says("N:- ..AK. Q.K.. ...KQ lead S won 1-0 gone A.A.K.A").contains("in no hand"));
    assert!(says("N:A.A.. ..AK. Q.K.. ...KQ lead S won 1-0 out N:S").contains("not true"));
    assert!(says("N:A.A.. ..AK. Q.K.. ...KQ lead S won 9-9").contains("won"));
    assert!(says("N:AK. ..AKQ. Q.KQ.. ...AKQ").contains("four suits"));
    assert!(game.read_state("S:Q.KQ.. ...AKQ AK.A.. ..AKQ.").is_ok(), "any hand may come first");
}

#[test]
fn a_finesse_gains_a_trick_exactly_if_the_king_is_in_front() {
    let game = game(&[("cards", "5")]);
    let value = |text: &str| {
        solve(&PerfectInformation(&game), &game.read_state(text).unwrap(), 10_000).unwrap().value_of(DECLARER)
    };
    // South leads the ten of spades towards ace and queen; king and jack lie with West, or behind with East.
    assert_eq!(value("N:AQ... ..KQ. T..T. KJ... lead S won 2-1"), 4.0);
    assert_eq!(value("N:AQ... KJ... T..T. ..KQ. lead S won 2-1"), 3.0);
}

/// The declarer's tricks by a search that drops equivalent cards and remembers positions up to equivalent ranks.
fn double_dummy(game: &BridgePlay, state: &State, memory: &mut HashMap<u64, f64>, nodes: &mut u64) -> f64 {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    let Turn::Player(player) = turn else { return game.payoff(state, DECLARER) };
    let key = game.symmetric_key(state).unwrap();
    if let Some(&known) = memory.get(&key) {
        return known;
    }
    *nodes += 1;
    game.prune_dominated(state, &mut moves);
    let values = moves.iter().map(|&mv| {
        let mut next = *state;
        game.play(&mut next, mv);
        double_dummy(game, &next, memory, nodes)
    });
    let best = if player == DECLARER { values.fold(f64::MIN, f64::max) } else { values.fold(f64::MAX, f64::min) };
    memory.insert(key, best);
    best
}

#[test]
fn dropping_equivalent_cards_and_ranks_keeps_double_dummy_values() {
    let mut rng = Random::new(11);
    let mut saved = (0, 0);
    for (cards, deals) in [("3", 150), ("4", 3)] {
        for trump in ["none", "s", "d"] {
            let game = game(&[("cards", cards), ("trump", trump)]);
            for _ in 0..deals {
                let state = game.start(&mut rng);
                let exact = solve(&PerfectInformation(&game), &state, 10_000_000).unwrap();
                let mut nodes = 0;
                let value = double_dummy(&game, &state, &mut HashMap::new(), &mut nodes);
                assert_eq!(value, exact.value_of(DECLARER), "{}", game.write_state(&state));
                // Of the root moves at least one of the best stays.
                let mut moves = Moves::new();
                game.turn(&state, &mut moves);
                game.prune_dominated(&state, &mut moves);
                assert!(exact.best_moves(DEFENCE).iter().any(|best| moves.contains(best)));
                saved = (saved.0 + nodes, saved.1 + exact.nodes);
            }
        }
    }
    assert!(saved.0 * 5 < saved.1, "{} of {} positions", saved.0, saved.1);
}

#[test]
fn touching_cards_count_as_one_unless_the_trick_lies_between() {
    let game = game(&[("cards", "5")]);
    let pruned = |text: &str| {
        let state = game.read_state(text).unwrap();
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        game.prune_dominated(&state, &mut moves);
        moves.iter().map(|&mv| game.write_move(&state, mv)).collect::<Vec<_>>()
    };
    // The queen is gone: ace, king and jack touch, the ten is South's.
    assert_eq!(pruned("N:.KQ.. .JT.. T..K. ..AQ. lead N won 2-1"), ["HQ"]);
    assert_eq!(pruned("N:KJ... ..KQ. T..T. .AK.. lead N won 2-1"), ["SJ"]);
    assert_eq!(pruned("N:KJ... Q..Q. T..T. .AK.. lead N won 2-1"), ["SJ", "SK"]);
    // West's queen wins the trick so far, so it still lies between king and jack.
    assert_eq!(pruned("N:KJ... ..KQ. T..T. .A.. lead W SQ won 2-1"), ["SJ", "SK"]);
}

#[test]
fn each_side_sees_what_it_may() {
    let game = game(&[("cards", "3")]);
    let mut state = game.read_state("N:AK.A.. ..AKQ. Q.KQ.. ...AKQ lead W won 0-0").unwrap();
    let seen = |state: &State, player| game.write_state(View::of(&game, state, player).state());
    assert_eq!(seen(&state, DEFENCE), "N:- - - ...AKQ lead W won 0-0", "dummy is closed before the lead");
    assert_eq!(seen(&state, DECLARER), "N:- - Q.KQ.. - lead W won 0-0");
    play(&game, &mut state, "CA");
    assert_eq!(seen(&state, DECLARER), "N:AK.A.. - Q.KQ.. - lead W CA won 0-0");
    play(&game, &mut state, "SK");
    assert_eq!(seen(&state, DEFENCE), "N:A.A.. ..AKQ. - - lead W CA SK won 0-0 out N:C", "East's eyes");
    play(&game, &mut state, "DQ");
    assert_eq!(seen(&state, DEFENCE), "N:A.A.. - - ...KQ lead W CA SK DQ won 0-0 out N:C,E:C", "West's eyes");
}

/// Every way to deal the cards that the observer does not see, by what makes a full position consistent: it looks the
/// same to the observer, hands that showed out have nothing of the suit, and the hands as dealt agree with the bidding.
fn enumerate(game: &BridgePlay, state: &State, observer: Player, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let view = View::of(game, state, observer);
    let text = game.write_state(view.state());
    let words: Vec<&str> = text.split(' ').collect();
    let full = game.write_state(state);
    let whole: Vec<&str> = full.split(' ').collect();
    let unseen: Vec<usize> = (0..4).filter(|&hand| words[hand].ends_with('-')).collect();
    let cards: Vec<String> = unseen.iter().flat_map(|&hand| cards_of(whole[hand])).collect();
    let size = |hand: usize| cards_of(whole[hand]).len();
    let mut all = Vec::new();
    for choice in 0..1u32 << cards.len() {
        if choice.count_ones() as usize != size(unseen[0]) {
            continue;
        }
        let part = |wanted: u32| {
            let own = cards.iter().enumerate().filter(|(index, _)| choice >> index & 1 == wanted);
            hand_of(own.map(|(_, card)| card.as_str()))
        };
        let mut hands: Vec<String> = whole.iter().map(|word| (*word).to_owned()).collect();
        hands[unseen[0]] = format!("{}{}", if unseen[0] == 0 { "N:" } else { "" }, part(1));
        hands[unseen[1]] = part(0);
        let position = hands.join(" ");
        if game.read_state(&position).is_ok() && fits(&position) {
            all.push(position);
        }
    }
    all
}

/// The cards of a hand as texts of two letters.
fn cards_of(hand: &str) -> Vec<String> {
    let hand = hand.trim_start_matches("N:");
    hand.split('.')
        .zip("SHDC".chars())
        .flat_map(|(ranks, suit)| ranks.chars().map(move |r| format!("{suit}{r}")))
        .collect()
}

fn hand_of<'c>(cards: impl Iterator<Item = &'c str> + Clone) -> String {
    let suit = |suit: char| {
        let ranks = "AKQJT98765432".chars();
        let held = cards.clone();
        ranks.filter(move |rank| held.clone().any(|card| card == format!("{suit}{rank}"))).collect::<String>()
    };
    ['S', 'H', 'D', 'C'].map(suit).join(".")
}

/// Chi-square of many samples against the uniform distribution on the enumerated positions.
fn check_uniform(game: &BridgePlay, state: &State, observer: Player, fits: impl Fn(&str) -> bool) {
    let expected = enumerate(game, state, observer, fits);
    let view = View::of(game, state, observer);
    let mut rng = Random::new(5);
    let mut counts: HashMap<String, f64> = HashMap::new();
    let draws = 200 * expected.len();
    for _ in 0..draws {
        let sampled = game.sample(view.state(), observer, &mut rng);
        *counts.entry(game.write_state(&sampled)).or_insert(0.0) += 1.0;
    }
    assert!(expected.len() > 1, "{expected:?}");
    assert_eq!(counts.len(), expected.len(), "{}", game.write_state(state));
    assert!(expected.iter().all(|text| counts.contains_key(text)));
    let chi: f64 = counts.values().map(|count| (count - 200.0).powi(2) / 200.0).sum();
    let freedom = expected.len() as f64 - 1.0;
    assert!(chi < freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0, "χ² {chi} with {freedom} degrees of freedom");
}

#[test]
fn unseen_cards_are_dealt_uniformly_also_where_hands_have_shown_out() {
    let game = game(&[("cards", "5")]);
    // West has shown out of hearts, East of clubs.
    let text = "N:AK.A.K. QJ.K.Q. T.QJ.A. ..JT.KQ lead S won 1-0 out E:C,W:H";
    let state = game.read_state(text).unwrap();
    check_uniform(&game, &state, DECLARER, |_| true);
    let text = "N:AK.A.K. QJ.K.Q. T.QJ.A. .T.J.KQ lead S won 1-0";
    let state = game.read_state(text).unwrap();
    check_uniform(&game, &state, DECLARER, |_| true);
    // East plays and sees North and himself; West has shown out of hearts.
    let text = "N:A.A.K. QJ.K.Q. T.QJ.A. ..J.AKQ lead N SK won 1-0 out W:H";
    let state = game.read_state(text).unwrap();
    check_uniform(&game, &state, DEFENCE, |_| true);
}

#[test]
fn unseen_cards_agree_with_the_bidding_and_are_dealt_uniformly() {
    // Loose limits are met by direct draws, tight ones by counting.
    for west in ["hcp:3-12", "hcp:9/s:3", "hcp:13+"] {
        let game = game(&[("cards", "5"), ("west", west)]);
        let limits = |hand: &[String]| {
            let worth = |card: &String| match card.as_bytes()[1] {
                b'A' => 4,
                b'K' => 3,
                b'Q' => 2,
                b'J' => 1,
                _ => 0,
            };
            let points: i32 = hand.iter().map(worth).sum();
            let spades = hand.iter().filter(|card| card.starts_with('S')).count();
            match west {
                "hcp:3-12" => (3..=12).contains(&points),
                "hcp:9/s:3" => points == 9 && spades == 3,
                _ => points >= 13,
            }
        };
        let fits = |position: &str| {
            // West's hand with the card that it led.
            let words: Vec<&str> = position.split(' ').collect();
            let mut hand = cards_of(words[3]);
            hand.push(words[6].to_owned());
            limits(&hand)
        };
        for seed in 0..3 {
            let mut state = game.start(&mut Random::new(seed));
            let lead = legal(&game, &state)[0].clone();
            play(&game, &mut state, &lead);
            check_uniform(&game, &state, DECLARER, fits);
        }
    }
}

#[test]
fn impossible_bidding_is_refused() {
    let build = |params: &[(&str, &str)]| {
        let mut options = Options::default();
        params.iter().for_each(|(key, value)| options.set(key, value).unwrap());
        BridgePlay::new(options).map(drop)
    };
    assert!(build(&[("west", "hcp:38+")]).unwrap_err().contains("no deal"));
    assert!(build(&[("cards", "2"), ("west", "s:3")]).is_err());
    let deal = "N:A.A.. ..A.A K.K.. ..K.K";
    assert!(build(&[("cards", "2"), ("deal", deal)]).is_ok());
    assert!(build(&[("cards", "2"), ("deal", deal), ("north", "hcp:9")]).unwrap_err().contains("North"));
    assert!(build(&[("cards", "3"), ("deal", deal)]).unwrap_err().contains("2 cards instead of 3"));
    assert!(build(&[("cards", "2"), ("deal", "N:A.Q.. ..A.A K.K.. ..K.K")]).unwrap_err().contains("HQ"));
}
