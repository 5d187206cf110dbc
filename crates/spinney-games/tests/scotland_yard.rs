//! Scotland Yard on the full board: the map against its published counts, the rules where programs get them wrong, texts,
//! and Mr. X's advice to himself. What the detectives know is in `scotland_yard_hidden.rs`.

use std::collections::HashSet;

use spinney::budget::Budget;
use spinney::game::capabilities::{Coalition, Length, Notation, Playouts, Render, Tactics};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::ismcts::{Config, Ismcts};
use spinney::search::parameter::Configure;
use spinney_games::scotland_yard::{Ending, Map, Options, Places, STATIONS, ScotlandYard, State, Ticket, Transport};

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

fn places(list: &[u8]) -> Places {
    list.iter().copied().collect()
}

#[test]
fn the_map_has_the_published_counts() {
    let map = Map::new(true);
    let count = |transport| map.lines().iter().filter(|line| line.transport == transport).count();
    let counts = [Transport::Taxi, Transport::Bus, Transport::Underground, Transport::Ferry].map(count);
    assert_eq!(counts, [346, 99, 20, 3]);
    let ferries: Vec<_> = map.lines().iter().filter(|line| line.transport == Transport::Ferry).collect();
    assert_eq!(
        ferries.iter().map(|line| (line.from, line.to)).collect::<Vec<_>>(),
        [(108, 115), (115, 157), (157, 194)]
    );
    assert!(map.lines().iter().all(|line| line.from < line.to && usize::from(line.to) <= STATIONS));
    assert_eq!(map.lines().iter().collect::<HashSet<_>>().len(), 468, "no line twice");

    let stations = 1..=STATIONS as u8;
    let degree = |ticket, station| map.reach(ticket, station).len();
    let taxis: Vec<usize> = stations.clone().map(|station| degree(Ticket::Taxi, station)).collect();
    assert_eq!((taxis.iter().min(), taxis.iter().max()), (Some(&2), Some(&7)));
    assert_eq!(taxis.iter().position(|&taxis| taxis == 7), Some(141), "station 142 has most");
    let served = |ticket| stations.clone().filter(|&station| degree(ticket, station) > 0).count();
    assert_eq!([Ticket::Taxi, Ticket::Bus, Ticket::Underground].map(served), [199, 62, 14]);

    let neighbours =
        |station: u8| Ticket::ORDINARY.iter().fold(Places::EMPTY, |all, &ticket| all.or(map.reach(ticket, station)));
    let degrees: Vec<usize> = stations.clone().map(|station| neighbours(station).len()).collect();
    assert_eq!(degrees.iter().sum::<usize>(), 2 * 433);
    assert_eq!((degrees.iter().min(), degrees.iter().max(), degrees[66]), (Some(&2), Some(&13), 13));
    let on = |station: u8| map.lines().iter().filter(|line| line.from == station || line.to == station).count();
    assert_eq!(stations.clone().filter(|&station| on(station) == 13).collect::<Vec<_>>(), [67, 128, 140, 153]);
    assert_eq!((stations.clone().map(on).min(), stations.clone().map(on).max()), (Some(2), Some(13)));
}

#[test]
fn distances_are_the_published_ones() {
    let map = Map::new(true);
    let (mut sum, mut most) = (0u64, 0);
    for from in 1..=STATIONS as u8 {
        for to in 1..=STATIONS as u8 {
            let distance = map.distance(from, to);
            assert_eq!(distance, map.distance(to, from));
            assert_eq!(distance == 0, from == to);
            (sum, most) = (sum + u64::from(distance), most.max(distance));
        }
    }
    assert_eq!(most, 10);
    let mean = sum as f64 / (STATIONS * (STATIONS - 1)) as f64;
    assert!((mean - 4.74).abs() < 0.005, "{mean}");
    assert!(map.distance(108, 115) > 1, "detectives have no ferries");
    let set = places(&[1, 67, 130, 199]);
    for from in [1, 13, 199] {
        let sum: u32 = set.iter().map(|to| u32::from(map.distance(from, to))).sum();
        assert_eq!(map.distance_to_all(from, &set), sum);
    }
}

#[test]
fn stations_are_of_the_published_kinds() {
    let map = Map::new(true);
    let kind = |station: u8| {
        let has = |transport| {
            map.lines().iter().any(|line| line.transport == transport && (line.from == station || line.to == station))
        };
        [Transport::Bus, Transport::Underground, Transport::Ferry].map(has)
    };
    let of = |wanted: [bool; 3]| -> Vec<u8> { (1..=199).filter(|&station| kind(station) == wanted).collect() };
    assert_eq!(of([false, false, false]).len(), 135);
    assert_eq!(of([true, false, false]).len(), 46);
    assert_eq!(of([true, true, false]).len(), 14);
    assert_eq!(of([true, false, true]), [108, 157]);
    assert_eq!(of([false, false, true]), [115, 194]);
    // Stations are numbered row by row, and none lies on another.
    let spots: HashSet<String> = (1..=199).map(|station| format!("{:?}", map.spot(station))).collect();
    assert_eq!(spots.len(), 199);
    assert!(map.spot(1).1 < 0.1 && map.spot(199).1 > 0.9);
}

#[test]
fn editions_differ_in_one_line_and_in_what_is_dealt() {
    let (classic, newer) = (game(""), game("edition=2013"));
    for (game, has_line, lines) in [(&classic, true, 468), (&newer, false, 467)] {
        assert_eq!(game.map().reach(Ticket::Taxi, 13).contains(14), has_line);
        assert!(game.map().reach(Ticket::Bus, 13).contains(14), "the bus goes in both");
        assert_eq!(game.map().lines().len(), lines);
    }
    assert!(!game("taxi-13-14=false").map().reach(Ticket::Taxi, 14).contains(13));
    let start = classic.start(&mut Random::new(1));
    assert_eq!((start.tickets(4), start.x_tickets(), start.doubles()), ([10, 8, 4], [4, 3, 3, 5], 2));
    let start = newer.start(&mut Random::new(1));
    assert_eq!((start.tickets(0), start.x_tickets(), start.doubles()), ([11, 8, 4], [255, 255, 255, 5], 2));
    assert_eq!(game("detectives=3").start(&mut Random::new(1)).x_tickets()[3], 3);
    assert_eq!(game("detectives=2,bobbies=1").start(&mut Random::new(1)).tickets(1), [255; 3]);
    assert_eq!(classic.info().longest, Some(24 + 24 * 5));
    assert_eq!(newer.info().longest, Some(24 + 22 * 5));
}

#[test]
fn everybody_draws_a_start_card_of_the_right_pack() {
    for (params, cards_of_x, cards) in [("", 18, 18), ("edition=2013", 13, 16), ("pack=bristol", 12, 14)] {
        let game = game(params);
        let (mut of_x, mut of_detectives) = (Places::EMPTY, Places::EMPTY);
        for seed in 0..500 {
            let start = game.start(&mut Random::new(seed));
            of_x.insert(start.place().unwrap());
            start.detectives().iter().for_each(|&place| of_detectives.insert(place));
            let drawn: HashSet<u8> = start.detectives().iter().copied().chain(start.place()).collect();
            assert_eq!(drawn.len(), 6, "no two on one station");
            let due = if params.is_empty() { 13 } else { cards_of_x };
            assert_eq!(start.possible().len(), due, "Mr. X has one of the cards that nobody else has");
            assert!(start.possible().contains(start.place().unwrap()));
        }
        assert_eq!((of_x.len(), of_detectives.len()), (cards_of_x, cards), "{params}");
    }
}

#[test]
fn mr_x_without_a_free_station_loses() {
    let game = game("detectives=2");
    // From 2 taxis go to 10 and 20, and nothing else goes there.
    let start = game.read_state("X:2 1:11:10/8/4 2:9:10/8/4 to:1,2 log:t possible:2,4").unwrap();
    let mut state = start;
    play(&game, &mut state, "10t 20t");
    assert_eq!(state.ending(), Some(Ending::Stuck));
    assert_eq!(turn(&game, &state), Turn::Over);
    assert_eq!((game.payoff(&state, MR_X), game.payoff(&state, DETECTIVES)), (0.0, 1.0));
    assert_eq!(game.achiever(&state), None);
    // If he is not there, that is public now.
    let mut state = game.read_state("X:4 1:11:10/8/4 2:9:10/8/4 to:1,2 log:t possible:2,4").unwrap();
    play(&game, &mut state, "10t 20t");
    assert_eq!((state.ending(), state.possible()), (None, places(&[4])));
}

#[test]
fn mr_x_without_a_ticket_loses() {
    let game = game("detectives=1,bobbies=1,x-taxi=1,x-bus=0,x-underground=0,black=0");
    let mut state = game.read_state("X:2 1:100:-/-/- to:1 log:t").unwrap();
    assert_eq!(state.x_tickets(), [0; 4]);
    play(&game, &mut state, "101t");
    assert_eq!(state.ending(), Some(Ending::Stuck));
    // Nor can he open a double move that he could not finish.
    let state = game.read_state("X:2 1:100:-/-/- to:X").unwrap();
    assert_eq!(legal(&game, &state), ["10t", "20t"]);
}

#[test]
fn a_double_move_across_a_reveal_shows_him_and_hides_him_again() {
    let game = game("detectives=1");
    let mut state = game.read_state("X:67 1:2:8/8/4 to:X log:t,t possible:67,68,90").unwrap();
    play(&game, &mut state, "66t2");
    assert_eq!((turn(&game, &state), state.possible()), (Turn::Player(MR_X), places(&[66])));
    assert!(legal(&game, &state).iter().all(|mv| !mv.ends_with('2')), "one double move a round");
    play(&game, &mut state, "49t");
    assert_eq!(state.possible(), places(&[49, 65, 67, 82]));
    assert_eq!(
        state.log().map(|(_, double, seen)| (double, seen)).collect::<Vec<_>>()[2..],
        [(true, Some(66)), (false, None)]
    );
    assert_eq!((state.doubles(), turn(&game, &state)), (1, Turn::Player(DETECTIVES)));
    assert_eq!((game.unit(), game.length(&state)), ("rounds", 3), "a double move is part of one round");
    // With the second half on the reveal he is seen at its end.
    let mut state = game.read_state("X:67 1:2:9/8/4 to:X log:t").unwrap();
    play(&game, &mut state, "66t2");
    assert!(state.possible().len() > 100);
    play(&game, &mut state, "49x");
    assert_eq!(state.possible(), places(&[49]));
}

#[test]
fn black_tickets_are_for_every_line_and_the_only_ones_for_ferries() {
    let game = game("detectives=1");
    let mut state = game.read_state("X:115 1:2:10/8/4 to:X possible:115").unwrap();
    let moves = legal(&game, &state);
    assert!(moves.contains(&"108x".to_owned()) && moves.contains(&"157x2".to_owned()));
    assert!(!moves.iter().any(|mv| mv.starts_with("108") && !mv.contains('x')), "{moves:?}");
    assert_eq!(moves.iter().filter(|mv| mv.ends_with('x')).count(), 6);
    play(&game, &mut state, "108X");
    assert_eq!(state.possible(), places(&[102, 108, 114, 126, 127, 157]));
    assert_eq!(state.x_tickets(), [4, 3, 3, 0]);
    // A detective has no such ticket.
    let state = game.read_state("X:67 1:115:10/8/4 to:1 log:t").unwrap();
    assert_eq!(legal(&game, &state), ["1:102t", "1:114t", "1:126t", "1:127t"]);
}

#[test]
fn mr_x_never_enters_a_station_of_a_detective() {
    let game = game("detectives=2");
    let state = game.read_state("X:67 1:66:10/8/4 2:79:10/8/4 to:X").unwrap();
    let moves = legal(&game, &state);
    assert!(!moves.iter().any(|mv| mv.starts_with("66") || mv.starts_with("79")), "{moves:?}");
    assert!(moves.contains(&"51t2".to_owned()) && moves.contains(&"13u".to_owned()));
}

#[test]
fn the_detectives_finish_the_last_round() {
    let game = game("detectives=2,log=2");
    let before = game.read_state("X:68 1:51:9/8/4 2:100:9/8/4 to:X log:t").unwrap();
    assert!(legal(&game, &before).iter().all(|mv| !mv.ends_with('2')), "the log has no room for a double move");
    let mut state = before;
    play(&game, &mut state, "67t");
    let last = state;
    play(&game, &mut state, "1:67t");
    assert_eq!((state.ending(), game.achiever(&state)), (Some(Ending::Caught(0)), Some(0)));
    assert_eq!(game.payoff(&state, DETECTIVES), 1.0);
    let mut state = last;
    play(&game, &mut state, "52t");
    assert_eq!(turn(&game, &state), Turn::Player(DETECTIVES), "the second one still moves");
    play(&game, &mut state, "101t");
    assert_eq!((state.ending(), game.payoff(&state, MR_X)), (Some(Ending::Escaped), 1.0));
}

#[test]
fn rounds_end_the_game_before_the_log_is_full() {
    let game = game("detectives=1,rounds=2,doubles=1");
    for (moves, entries) in [("51t 10t 67t 2t", 2), ("51t2 67t 10t 51t 2t", 3)] {
        let mut state = game.read_state("X:67 1:2:10/8/4 to:X").unwrap();
        play(&game, &mut state, moves);
        assert_eq!((state.ending(), state.log().count()), (Some(Ending::Escaped), entries));
    }
}

#[test]
fn mr_x_gets_what_detectives_spend_if_tickets_are_counted() {
    let classic = game("detectives=1");
    let mut state = classic.read_state("X:100 1:34:10/8/4 to:X").unwrap();
    play(&classic, &mut state, "101t 63b");
    assert_eq!((state.x_tickets(), state.tickets(0)), ([3, 4, 3, 1], [10, 7, 4]));
    let newer = game("edition=2013,detectives=1");
    let mut state = newer.read_state("X:100 1:34:11/8/4 to:X").unwrap();
    play(&newer, &mut state, "101t 63b");
    assert_eq!((state.x_tickets(), state.tickets(0)), ([255, 255, 255, 5], [11, 7, 4]));
}

#[test]
fn mr_x_is_advised_against_wasting_tickets() {
    let game = game("detectives=1");
    let screened = |text: &str| {
        let state = game.read_state(text).unwrap();
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        game.prune_heuristic(&state, &mut moves);
        let moves: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
        (moves.iter().any(|mv| mv.contains('x')), moves.iter().any(|mv| mv.ends_with('2')), moves.len())
    };
    // One detective, two moves away: double moves are fine. At 67 a black ticket hides something.
    let near = "X:67 1:85:5/8/4 to:X";
    assert!(screened(&format!("{near} log:t,t,b@82,t,t")).0);
    assert!(screened(&format!("{near} log:t,t,b@82,t,t")).1);
    assert!(!screened("X:67 1:85:9/8/4 to:X log:t").0, "the second round");
    assert!(!screened("X:67 1:85:8/8/4 to:X log:t,t").0, "he is revealed");
    assert!(!screened("X:66 1:85:5/8/4 to:X log:t,t,b@82,t,t").0, "only taxis go there");
    assert!(!screened("X:67 1:2:5/8/4 to:X log:t,t,b@82,t,t").1, "the detective is far away");
    // Detectives look at everything, and a last resort stays.
    assert_eq!(screened("X:67 1:2:10/8/4 to:1 log:t").2, 2);
    let poor = self::game("detectives=1,bobbies=1,x-taxi=0,x-bus=0,x-underground=0,black=2");
    let state = poor.read_state("X:2 1:100:-/-/- to:X").unwrap();
    let mut moves = Moves::new();
    poor.turn(&state, &mut moves);
    poor.prune_heuristic(&state, &mut moves);
    assert_eq!(moves.len(), 2);
}

#[test]
fn ranks_prefer_distance_for_mr_x_and_nearness_for_detectives() {
    let game = game("detectives=1");
    let rank = |state: &State, text: &str| game.rank(state, game.read_move(state, text).unwrap());
    let state = game.read_state("X:67 1:64:9/8/4 to:X log:t").unwrap();
    let away = |text: &str| game.map().distance(text[..text.len() - 1].parse().unwrap(), 64);
    let ordinary = || legal(&game, &state).into_iter().filter(|mv| !mv.contains('x') && !mv.ends_with('2'));
    for (one, other) in ordinary().flat_map(|one| ordinary().map(move |other| (one.clone(), other))) {
        assert!(away(&one) <= away(&other) || rank(&state, &one) > rank(&state, &other), "{one} {other}");
    }
    assert!(rank(&state, "51t") > rank(&state, "51x") && rank(&state, "51t") > rank(&state, "51t2"));
    let state = game.read_state("X:67 1:11:10/8/4 to:1 log:t possible:67,82").unwrap();
    assert!(rank(&state, "22t") > rank(&state, "3t"));
}

#[test]
fn texts_that_break_the_rules_are_refused() {
    let game = game("detectives=2");
    let says = |text: &str| game.read_state(text).unwrap_err().to_string();
    assert!(says("").contains("Mr. X is missing"));
    assert!(says("X:2 1:10:10/8/4 to:X").contains("detective 2 is missing"));
    assert!(says("X:200 1:10:10/8/4 2:20:10/8/4 to:X").contains("`200` is not a station"));
    assert!(says("X:2 1:10:10/8/4 2:10:10/8/4 to:X").contains("two detectives are at 10"));
    assert!(says("X:10 1:10:10/8/4 2:20:10/8/4 to:X").contains("cannot be where a detective is"));
    assert!(says("X:2 1:10:10/8/4 2:20:10/8/4 to:X").contains("cannot move"));
    assert!(says("X:2 1:11:11/8/4 2:20:10/8/4 to:X").contains("did not receive: 10/8/4"));
    assert!(says("X:2 1:11:9/8/4 2:20:10/8/4 to:X").contains("spent 1 tickets in 0 moves"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1").contains("Mr. X moves first"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:q").contains("expected t, b, u or x"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:t,t,t").contains("must give the station"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:t@4").contains("is not revealed"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:u,u,u@3,u").contains("more Underground tickets"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:t2").contains("X2"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:t2,t2").contains("no double move left"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:1 log:t possible:4,6").contains("not at one of the possible places"));
    assert!(says("X:2 1:11:8/8/4 2:20:7/8/4 to:1 log:t,t,t@4").contains("cannot be at 2 by the log"));
    assert!(says("X:? 1:11:10/8/4 2:20:10/8/4 over:escaped").contains("is revealed"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 over:escaped log:t").contains("not how the game stands"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 over:caught-1 log:t").contains("not how the game stands"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:3 log:t").contains("numbers of detectives"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 to:X x:3").contains("is given twice"));
    assert!(says("X:2 1:11:10/8/4 2:20:10/8/4 3:5:10/8/4 to:X").contains("1 to 2"));
    let state = game.read_state("x:67 1:11:10/8/4 2:20:10/8/4 to:x").unwrap();
    assert_eq!(game.read_move(&state, " 51T2 "), game.read_move(&state, "51t2"));
    assert!(game.read_move(&state, "51b").unwrap_err().to_string().contains("not a legal move"));
}

#[test]
fn the_picture_shows_what_is_seen() {
    use spinney::game::View;
    let game = game("detectives=2");
    let state = game.read_state("X:67 1:11:9/8/4 2:20:9/8/4 to:X log:t possible:51,67,68").unwrap();
    let text = game.draw(&state).to_text();
    for part in
        ["Mr. X           67", "detective 2     20      9", "possible   3: 51 67 68", "round 2 of 24: Mr. X to move"]
    {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let svg = game.draw(&state).to_svg("a map");
    let stations = (1..=199).filter(|station| svg.contains(&format!("<g data-place=\"{station}\">")));
    assert_eq!(stations.count(), 199);
    let shade = format!("fill=\"{}\"", spinney::drawing::Colour::Shade.light());
    assert_eq!(svg.matches(&shade).count(), 3);
    assert_eq!(svg.matches(", Mr. X</title>").count(), 1);
    let hint = "stroke-dasharray=\"6.6 3.9\"";
    assert!(svg.contains(hint));
    let concealed = game.draw(View::of(&game, &state, DETECTIVES).state());
    assert!(concealed.to_text().contains("Mr. X            ?"), "{concealed}");
    assert!(!concealed.to_svg("a map").contains(", Mr. X</title>"));
    assert!(!concealed.to_svg("a map").contains(hint), "his moves would tell where he is");
}

/// A double move begins with its card; a ticket is asked for only where there is a choice.
#[test]
fn moves_are_clicks_on_the_card_the_station_and_the_ticket() {
    use spinney::drawing::ClickMap;
    let game = game("detectives=2");
    let state = game.read_state("X:67 1:11:9/8/4 2:20:9/8/4 to:X log:t possible:51,67,68").unwrap();
    let clicks = ClickMap::of(&game, &state, Some(MR_X));
    let ways = |text: &str| {
        let mv = game.read_move(&state, text).unwrap();
        clicks.ways(mv).map(|way| way.join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(ways("51t"), ["51 taxi"]);
    assert_eq!(ways("51x"), ["51 black"]);
    assert_eq!(ways("51x2"), ["double 51 black"]);
    assert!(clicks.buttons().is_empty(), "{:?}", clicks.buttons());
    assert!(ClickMap::of(&game, &state, Some(DETECTIVES)).after(&[]).is_none(), "it is not their turn");
    // Only taxis go from 11. Any detective may move, so the first click says which.
    for (order, to, expected) in [("any", "D", &["11", "10"][..]), ("fixed", "1", &["10"])] {
        let game = self::game(&format!("detectives=2,order={order}"));
        let text = format!("X:67 1:11:10/8/4 2:20:10/8/4 to:{to} log:t possible:51,67,68");
        let theirs = game.read_state(&text).unwrap();
        let clicks = ClickMap::of(&game, &theirs, Some(DETECTIVES));
        let mv = game.read_move(&theirs, "10t").unwrap();
        assert_eq!(clicks.ways(mv).collect::<Vec<_>>(), [expected], "order={order}");
    }
}

/// The share of 300 playouts by a policy, or at random, that end with a catch.
fn share_caught(policy: Option<usize>) -> f64 {
    let game = game("");
    let mut rng = Random::new(5);
    let caught = (0..300).filter(|_| {
        let mut state = game.start(&mut rng);
        match policy {
            Some(policy) => assert!(game.play_out(policy, &mut state, 1_000, &mut rng, &mut Vec::new())),
            None => while game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {},
        }
        game.payoff(&state, DETECTIVES) == 1.0
    });
    caught.count() as f64 / 300.0
}

/// Playouts that chase are over sooner than random ones, and more often by a catch.
#[test]
fn playouts_chase() {
    let [chase, area, flee] = [0, 1, 2].map(|policy| share_caught(Some(policy)));
    let random = share_caught(None);
    assert!(flee < random && random < area && area < chase, "{flee} {random} {area} {chase}");
}

/// A Mr. X who moves by what the detectives know escapes from these at least twice as often as one who only keeps his
/// distance, but not from detectives that see him.
#[test]
fn playouts_evade() {
    let [area, evade, track] = [1, 3, 4].map(|policy| share_caught(Some(policy)));
    assert!(1.0 - evade > 2.0 * (1.0 - area), "{evade} {area}");
    assert!(1.0 - evade > 2.0 * (1.0 - track), "{evade} {track}");
}

/// `playout-cap=auto`, which the game advises: playouts are longer for Mr. X than for the detectives.
#[test]
fn the_length_of_playouts_depends_on_the_player() {
    let game = game("");
    let mut state = game.start(&mut Random::new(1));
    let mut search = Ismcts::new(&game, Config::advised(&game)).unwrap();
    for (player, turns) in [(MR_X, 30), (DETECTIVES, 12)] {
        let mut rng = Random::new(1);
        let report = search.search(&View::of(&game, &state, player), &Budget::simulations(50), &mut rng);
        let cut = format!("playouts were cut after {turns} turns");
        assert!(report.notes.iter().any(|note| note.ends_with(&cut)), "{:?}", report.notes);
        game.play(&mut state, report.best.unwrap());
    }
}
