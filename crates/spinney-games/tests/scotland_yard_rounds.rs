//! Scotland Yard on the full board: rounds in any order, detectives who cannot move, and what follows from the log.

use std::collections::HashSet;

use spinney::game::capabilities::{Coalition, Key, Notation, Tactics};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney::search::parameter::Configure;
use spinney_games::scotland_yard::{Ending, Options, ScotlandYard, State};

const MR_X: Player = Player(0);
const DETECTIVES: Player = Player(1);

/// The game with parameters as in a spec.
fn game(params: &str) -> ScotlandYard {
    let mut options = Options::default();
    for param in params.split(',').filter(|param| !param.is_empty()) {
        let (key, value) = param.split_once('=').unwrap();
        options.set(key, value).unwrap();
    }
    ScotlandYard::new(options).unwrap()
}

fn legal(game: &ScotlandYard, state: &State) -> Vec<String> {
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    moves.iter().map(|&mv| game.write_move(state, mv)).collect()
}

fn turn(game: &ScotlandYard, state: &State) -> Turn {
    game.turn(state, &mut Moves::new())
}

/// Plays moves by name; each must be legal.
fn play(game: &ScotlandYard, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.read_move(state, text).unwrap_or_else(|error| panic!("{error}: {}", game.write_state(state)));
        game.play(state, mv);
    }
}

/// The numbers of the detectives who can move.
fn movers(game: &ScotlandYard, state: &State) -> Vec<u8> {
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    let mut movers: Vec<u8> = moves.iter().map(|&mv| game.member(state, mv) + 1).collect();
    movers.dedup();
    movers
}

#[test]
fn who_cannot_move_sits_out_and_if_nobody_can_mr_x_wins() {
    let game = game("detectives=2,taxi=1,bus=1,underground=0");
    let mut state = game.read_state("X:100 1:2:0/1/0 2:9:1/0/0 to:X log:t").unwrap();
    play(&game, &mut state, "101t");
    assert_eq!((turn(&game, &state), movers(&game, &state)), (Turn::Player(DETECTIVES), vec![2]), "no bus at 2");
    play(&game, &mut state, "2:19t");
    assert_eq!(turn(&game, &state), Turn::Player(MR_X));
    play(&game, &mut state, "100t");
    assert_eq!(state.ending(), Some(Ending::Stranded));
    assert_eq!((game.payoff(&state, MR_X), game.payoff(&state, DETECTIVES)), (1.0, 0.0));
}

/// Mr. X at 2 between detectives at 10 and 20, who have spent their last tickets.
#[test]
fn if_nobody_can_move_an_option_says_who_wins() {
    for (standoff, ending) in [("detectives", Ending::Stuck), ("mr-x", Ending::Stranded)] {
        let game = game(&format!("detectives=2,taxi=1,bus=0,underground=0,standoff={standoff}"));
        let mut state = game.read_state("X:2 1:11:1/0/0 2:9:1/0/0 to:D log:t").unwrap();
        play(&game, &mut state, "1:10t 2:20t");
        assert_eq!(state.ending(), Some(ending));
        assert_eq!(game.payoff(&state, MR_X) == 1.0, standoff == "mr-x");
        assert_eq!(game.read_state(&game.write_state(&state)), Ok(state));
        // While a detective can move, a stuck Mr. X loses in any case.
        let game = self::game(&format!("detectives=2,taxi=2,bus=0,underground=0,standoff={standoff}"));
        let mut state = game.read_state("X:2 1:11:2/0/0 2:9:2/0/0 to:D log:t").unwrap();
        play(&game, &mut state, "1:10t 2:20t");
        assert_eq!(state.ending(), Some(Ending::Stuck));
    }
}

#[test]
fn who_is_boxed_in_by_colleagues_sits_out_in_a_fixed_order() {
    let game = game("detectives=3,order=fixed");
    let mut state = game.read_state("X:100 1:2:10/8/4 2:10:10/8/4 3:20:10/8/4 to:X").unwrap();
    play(&game, &mut state, "101t");
    assert_eq!(movers(&game, &state), [2]);
    assert!(!legal(&game, &state).contains(&"2t".to_owned()), "no two on one station");
    play(&game, &mut state, "11t 3:33t 82t");
    assert_eq!(movers(&game, &state), [1], "now it has room");
}

#[test]
fn in_any_order_colleagues_make_room_first() {
    let game = game("detectives=3");
    let start = game.read_state("X:100 1:2:10/8/4 2:10:10/8/4 3:20:10/8/4 to:X").unwrap();
    let mut state = start;
    play(&game, &mut state, "101t");
    assert_eq!(movers(&game, &state), [2, 3], "the first is boxed in");
    assert_eq!(state.waiting().collect::<Vec<_>>(), [0, 1, 2]);
    play(&game, &mut state, "3:33t");
    assert_eq!(movers(&game, &state), [1, 2], "now it has room");
    play(&game, &mut state, "1:20t 2:2t");
    assert_eq!((turn(&game, &state), state.detectives()), (Turn::Player(MR_X), &[20, 2, 33][..]));
    assert_eq!(state.tickets(0), [9, 8, 4], "it has lost no move");
    // It is skipped only if it still cannot move when all others have.
    let mut state = game.read_state("X:100 1:2:9/8/4 2:11:9/8/4 3:33:9/8/4 to:X log:t").unwrap();
    play(&game, &mut state, "101t 2:10t 3:20t");
    assert_eq!((turn(&game, &state), state.detectives()), (Turn::Player(MR_X), &[2, 10, 20][..]));
    assert_eq!(state.tickets(0), [9, 8, 4]);
}

#[test]
fn moves_name_the_detective_where_that_is_needed() {
    let game = game("detectives=2");
    let state = game.read_state("X:100 1:1:10/8/4 2:20:10/8/4 to:D log:t").unwrap();
    assert_eq!(legal(&game, &state).join(" "), "1:8t 1:9t 1:46b 1:58b 1:46u 2:2t 2:9t 2:33t");
    let read = |text: &str| game.read_move(&state, text).map(|mv| (mv.piece, mv.to)).map_err(|error| error.to_string());
    assert_eq!(read("33T"), Ok((2, 33)), "only one of them can go there");
    assert_eq!((read("1:9t"), read("2:9t")), (Ok((1, 9)), Ok((2, 9))));
    assert!(read("9t").unwrap_err().contains("several detectives: 1:9t 2:9t"));
    assert!(read("3:9t").unwrap_err().contains("not a legal move"));
    assert!(read("1:33t").unwrap_err().contains("not a legal move"));
    // The same position by two ways is one position.
    let [mut one, mut other] = [state, state];
    play(&game, &mut one, "1:8t");
    assert_eq!(game.write_state(&one).split(' ').nth(3), Some("to:2"));
    play(&game, &mut one, "33t");
    play(&game, &mut other, "2:33t 1:8t");
    assert_eq!(one, other);
    assert_eq!(game.key(&one), game.key(&other));
}

/// Every position at the end of a detectives' round, by all orders or by those that searches look at.
fn ends_of_round(
    game: &ScotlandYard,
    state: &State,
    pruned: bool,
    seen: &mut HashSet<State>,
    ends: &mut HashSet<State>,
) {
    let mut moves = Moves::new();
    if game.turn(state, &mut moves) != Turn::Player(DETECTIVES) {
        ends.insert(*state);
        return;
    }
    if pruned {
        game.prune_reordered(state, &mut moves);
    }
    for &mv in moves.iter() {
        let mut next = *state;
        game.play(&mut next, mv);
        if seen.insert(next) {
            ends_of_round(game, &next, pruned, seen, ends);
        }
    }
}

#[test]
fn pruned_orders_lead_to_every_end_of_a_round() {
    // Detectives in a bunch, so that they are in each other's way; some have no taxi tickets left.
    let bunch = [1, 2, 8, 9, 10, 11, 18, 19, 20, 32, 33, 43];
    let game = game("detectives=3,x-tickets=free,reveals=none");
    let (mut fewer, mut rng) = (0, Random::new(3));
    for _ in 0..60 {
        let mut left: Vec<u8> = bunch.to_vec();
        rng.shuffle(&mut left);
        let tickets = |poor: bool| if poor { "0/8/4" } else { "2/8/4" };
        let pieces = (1..=3).map(|number| format!("{number}:{}:{}", left[number], tickets(rng.below(3) == 0)));
        let pieces = pieces.collect::<Vec<_>>().join(" ");
        let text = format!("X:{} {pieces} to:D log:t,t,t,t,t,t,t,t,t,t,t", left[0]);
        // Without taxi tickets perhaps nobody can move.
        let Ok(state) = game.read_state(&text) else { continue };
        let [mut all, mut pruned] = [HashSet::new(), HashSet::new()];
        ends_of_round(&game, &state, false, &mut HashSet::new(), &mut all);
        ends_of_round(&game, &state, true, &mut HashSet::new(), &mut pruned);
        // By a capture the round ends before the others have moved; who makes it stays the same.
        let open =
            |ends: &HashSet<State>| ends.iter().filter(|end| end.ending().is_none()).copied().collect::<HashSet<_>>();
        let endings = |ends: &HashSet<State>| ends.iter().map(|end| end.ending()).collect::<HashSet<_>>();
        assert_eq!(open(&all), open(&pruned), "{text}");
        assert_eq!(endings(&all), endings(&pruned), "{text}");
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        let before = moves.len();
        game.prune_reordered(&state, &mut moves);
        fewer += usize::from(moves.len() < before);
    }
    assert!(fewer > 10, "{fewer}");
}

#[test]
fn possible_locations_follow_from_the_log() {
    let game = game("detectives=1");
    let possible = |text: &str| game.read_state(text).unwrap().possible().iter().collect::<Vec<_>>();
    // Stations beside 67, by taxi and by bus.
    assert_eq!(possible("X:? 1:2:8/8/4 to:1 log:t,t,u@67"), [67], "just seen");
    assert_eq!(possible("X:? 1:2:7/8/4 to:1 log:t,t,u@67,t"), [51, 66, 68, 84]);
    assert_eq!(possible("X:? 1:66:7/8/4 to:1 log:t,t,u@67,t"), [51, 68, 84], "the detective was there already");
    assert_eq!(possible("X:? 1:66:6/8/4 to:X log:t,t,u@67,t"), [51, 68, 84], "the detective did not find him there");
    assert_eq!(possible("X:? 1:2:7/8/4 to:1 log:t,t,u@67,b"), [23, 52, 65, 82, 102]);
    assert_eq!(possible("X:66 1:2:7/8/4 to:X2 log:t,t,u@67,t2"), [51, 66, 68, 84]);
    // Both halves of a double move avoid a detective who has not moved since: not 67, 66, 65.
    assert!(!possible("X:? 1:66:7/8/4 to:1 log:t,t,u@67,t2,t").contains(&65));
    assert_eq!(possible("X:? 1:2:10/8/4 to:1 log:u").len(), 14, "all stations of the underground");
    // Locations that are given may be fewer, as detectives passed by, but not others.
    assert_eq!(possible("X:? 1:2:7/8/4 to:1 log:t,t,u@67,t possible:51,84"), [51, 84]);
}

#[test]
fn logs_that_cannot_be_are_refused() {
    let game = game("detectives=1");
    let says = |text: &str| game.read_state(text).unwrap_err().to_string();
    let refused = |text: &str, part: &str| assert!(says(text).contains(part), "{}", says(text));
    refused("X:? 1:2:7/8/4 to:1 log:t,t,t@66,u", "`u` in the log, entry 4: no underground leads on");
    refused("X:? 1:2:8/8/4 to:1 log:t,t,b@66", "`b@66` in the log, entry 3: Mr. X cannot have come to 66 by bus");
    refused("X:? 1:2:5/6/4 to:1 log:t,t,u@67,t,t,t,t,b@108", "`b@108` in the log, entry 8");
    refused("X:? 1:2:7/8/4 to:1 log:t,t,u@67,t possible:51,52", "`possible`: Mr. X cannot be at 52 by the log");
    refused("X:? 1:51:7/8/4 to:1 log:t,t,u@67,t possible:51,66", "cannot be at 51, where a detective is");
    refused("X:52 1:2:7/8/4 to:1 log:t,t,u@67,t", "Mr. X cannot be at 52 by the log");
    refused("X:52 1:52:7/8/4 over:caught-1 log:t,t,u@67,t", "Mr. X cannot be at 52 by the log");
    refused("X:? 1:2:9/8/4 to:1 log:t,t,u@67", "has spent 1 tickets in 2 moves");
    refused("X:? 1:2:7/8/4 to:1 log:t,t,u@67", "has spent 3 tickets in 2 moves");
    // Four underground tickets in the first four rounds: three are his own, and the detective spends its first too late.
    refused("X:? 1:2:7/7/4 to:1 log:u,u,u@67,u,t", "more Underground tickets");
    let five = self::game("");
    let detectives = "1:2:10/8/4 2:30:10/8/4 3:56:10/8/4 4:84:10/8/4 5:104:10/8/4";
    let error = five.read_state(&format!("X:? {detectives} to:X log:t,t,u@67")).unwrap_err().to_string();
    assert!(error.contains("0 tickets in 3 rounds"), "{error}");
    assert!(five.read_state(&format!("X:? {detectives} to:1,1 log:t")).is_err(), "nobody moves twice");
    assert!(five.read_state(&format!("X:? {detectives} to:2,4 log:t")).is_ok(), "the others were skipped");
}

/// The locations by the log contain the exact ones at every step of random games, and are often the same.
#[test]
fn the_log_gives_no_location_less_than_the_game() {
    for params in ["", "order=fixed", "edition=2013"] {
        let game = game(params);
        let (mut same, mut all) = (0, 0);
        for seed in 0..10 {
            let mut rng = Random::new(seed);
            let mut state = game.start(&mut rng);
            while state.ending().is_none() {
                let text = game.write_state(&state);
                let without: Vec<&str> = text.split(' ').filter(|word| !word.starts_with("possible:")).collect();
                let derived = game.read_state(&without.join(" ")).unwrap();
                assert!(state.possible().without(&derived.possible()).is_empty(), "{text}");
                if state.log().any(|(_, _, seen)| seen.is_some()) {
                    (same, all) = (same + usize::from(derived.possible() == state.possible()), all + 1);
                }
                game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
            }
        }
        assert!(3 * same > all, "{same} of {all}");
    }
}
