//! Backgammon: cases of the rules worked by hand, a slow reference that tries every order of the dice, and the length of
//! random games.

use std::collections::{BTreeSet, HashSet};

use spinney::game::capabilities::{Key, Notation};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney_games::backgammon::{Backgammon, Options, State};

fn game() -> Backgammon {
    Backgammon::default()
}

/// A position from checkers by point, each side's points counted by itself (25 is the bar), x to play the dice.
fn position(x: &[(usize, u8)], o: &[(usize, u8)], dice: &str) -> State {
    let mut board = [b'-'; 26];
    for &(point, count) in x {
        board[point] = b'A' + count - 1;
    }
    for &(point, count) in o {
        board[25 - point] = b'a' + count - 1;
    }
    game().read_state(&format!("{} x {dice}", std::str::from_utf8(&board).unwrap())).unwrap()
}

fn plays(state: &State) -> BTreeSet<String> {
    let mut moves = Moves::new();
    assert_eq!(game().turn(state, &mut moves), Turn::Player(Player(0)));
    moves.iter().map(|&mv| game().write_move(state, mv)).collect()
}

fn set(texts: &[&str]) -> BTreeSet<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

/// Checkers of o that are in nobody's way.
const AWAY: &[(usize, u8)] = &[(2, 2)];

#[test]
fn checkers_on_the_bar_enter_first() {
    // o holds its 6, 5 and 4 points doubly: x cannot enter by 6 → 19, 5 → 20, 4 → 21.
    let home = &[(6, 2), (5, 2), (4, 2)];
    assert_eq!(plays(&position(&[(25, 1), (6, 2)], home, "54")), set(&["no move"]));
    assert_eq!(plays(&position(&[(25, 1), (6, 1)], home, "31")), set(&["bar/22 6/5", "bar/24 6/3"]));
    // Two on the bar, one number blocked: one enters and the other stays.
    assert_eq!(plays(&position(&[(25, 2), (13, 1)], home, "51")), set(&["bar/24"]));
    assert_eq!(plays(&position(&[(25, 2), (13, 1)], home, "21")), set(&["bar/24 bar/23"]));
    // A blot on the entry point is hit.
    assert_eq!(plays(&position(&[(25, 1)], &[(1, 1), (12, 2)], "61")), set(&["bar/24*/18", "bar/18"]));
}

#[test]
fn both_numbers_must_be_played_if_they_can_be() {
    // 6: 7/1 or 8/2. After 7/1 the five cannot be played (8/3 is blocked), so 8/2 and then 7/2.
    let blocked = &[(22, 2)];
    let state = position(&[(8, 1), (7, 1)], blocked, "65");
    assert_eq!(plays(&state), set(&["8/2 7/2"]));
}

#[test]
fn the_higher_number_is_played_if_only_one_can_be() {
    // Either number can be played from 13, none after the other: 13-6-5 is 2, which is blocked, as o holds x's 2 point.
    let state = position(&[(13, 1)], &[(23, 2)], "65");
    assert_eq!(plays(&state), set(&["13/7"]));
    // With the six blocked as well, the five is played.
    let state = position(&[(13, 1)], &[(23, 2), (18, 2)], "65");
    assert_eq!(plays(&state), set(&["13/8"]));
}

#[test]
fn doubles_are_played_four_times_or_as_often_as_possible() {
    assert_eq!(plays(&position(&[(24, 1)], AWAY, "55")), set(&["24/4"]));
    // The fourth step would land on x's 4 point, which o holds.
    assert_eq!(plays(&position(&[(24, 1)], &[(21, 2)], "55")), set(&["24/9"]));
    // Where two checkers from 6 and one from 3 can be after four steps: 632 (in two ways), 533, 443, 542, 641, 551, 65.
    assert_eq!(plays(&position(&[(6, 2), (3, 1)], AWAY, "11")).len(), 7);
}

#[test]
fn bearing_off_by_the_exact_or_a_higher_number() {
    // Exact numbers take off; or the five moves the six, and the six takes off the five.
    assert_eq!(plays(&position(&[(6, 1), (5, 1)], AWAY, "65")), set(&["6/off 5/off", "6/1 5/off"]));
    // A higher number takes off from the furthest point, and only if no checker is behind.
    assert_eq!(plays(&position(&[(4, 1), (3, 1)], AWAY, "65")), set(&["4/off 3/off"]));
    assert_eq!(plays(&position(&[(5, 1), (2, 2)], AWAY, "43")), set(&["5/off", "5/1 2/off"]));
    // A checker outside has to come home before.
    assert_eq!(plays(&position(&[(7, 1), (4, 1)], AWAY, "41")), set(&["7/6 4/off", "7/2", "7/3 4/3"]));
    assert_eq!(plays(&position(&[(6, 2), (5, 2)], AWAY, "66")), set(&["6/off(2) 5/off(2)"]));
}

#[test]
fn hits_on_the_way_tell_plays_apart() {
    // From 13 by 3-1 to 9: over 10 with a hit, over 12 without; both are plays.
    let state = position(&[(13, 1)], &[(15, 1), (1, 2)], "31");
    assert_eq!(plays(&state), set(&["13/10*/9", "13/9"]));
    let mut after = state;
    let mv = game().read_move(&state, "13/10*/9").unwrap();
    game().play(&mut after, mv);
    assert_eq!(game().write_state(&after), format!("a{}A{}b- o roll", "-".repeat(8), "-".repeat(14)));
    // Without the blot they are one play.
    assert_eq!(plays(&position(&[(13, 1)], &[(1, 2)], "31")), set(&["13/9"]));
}

#[test]
fn wins_count_one_two_or_three() {
    let result = |o: &[(usize, u8)], options: Options| {
        let mut state = position(&[(1, 1)], o, "21");
        let game = Backgammon::new(options);
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        game.play(&mut state, moves[0]);
        assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
        assert_eq!(game.payoff(&state, Player(1)), -game.payoff(&state, Player(0)));
        game.payoff(&state, Player(0))
    };
    let (gammons, plain) = (Options { gammons: true }, Options { gammons: false });
    assert_eq!(result(&[(6, 14)], gammons), 1.0);
    assert_eq!(result(&[(6, 15)], gammons), 2.0);
    assert_eq!(result(&[(6, 14), (18, 1)], gammons), 2.0);
    assert_eq!(result(&[(6, 14), (19, 1)], gammons), 3.0);
    assert_eq!(result(&[(6, 14), (25, 1)], gammons), 3.0);
    // With a checker off it is no gammon, wherever the others are.
    assert_eq!(result(&[(6, 13), (25, 1)], gammons), 1.0);
    assert_eq!(result(&[(6, 14), (25, 1)], plain), 1.0);
}

#[test]
fn the_first_roll_decides_who_begins() {
    let start = game().start(&mut Random::new(0));
    assert_eq!(game().write_state(&start), "-b----E-C---eE---c-e----B- x start");
    let mut moves = Moves::new();
    assert_eq!(game().turn(&start, &mut moves), Turn::Chance);
    assert_eq!(moves.len(), 30);
    for (roll, expected) in [("3-1", "x 31"), ("1-3", "o 31"), ("6-5", "x 65")] {
        let mut state = start;
        let mv = game().read_move(&state, roll).unwrap();
        game().play(&mut state, mv);
        assert!(game().write_state(&state).ends_with(expected));
    }
    assert!(game().read_move(&start, "3-3").is_err());
}

#[test]
fn texts_are_read_in_any_order_and_refused_with_a_reason() {
    let state = game().read_state("-b----E-C---eE---c-e----B- x 31").unwrap();
    let best = game().read_move(&state, "8/5 6/5").unwrap();
    assert_eq!(game().read_move(&state, "6/5,8/5"), Ok(best));
    assert_eq!(game().write_move(&state, best), "8/5 6/5");
    assert!(game().read_move(&state, "8/4").is_ok());
    assert!(game().read_move(&state, "6/2 6/5").unwrap_err().0.starts_with("`6/2 6/5` is none of the"));
    let refusal = |text: &str| game().read_state(text).unwrap_err().0;
    assert!(refusal("").starts_with("expected 26 letters"));
    assert!(refusal("-- x 31").starts_with("2 letters"));
    assert!(refusal("-b----O-C---eE---c-e----B- x 31").starts_with("25 checkers of x"));
    assert!(refusal("Ab----E-C---eE---c-e----B- x 31").starts_with("the first letter"));
    assert!(refusal("-b----E-C---eE---c-e----B- z 31").starts_with("`z` is not a player"));
    assert!(refusal("-b----E-C---eE---c-e----B- x 71").starts_with("`71` are not dice"));
    assert!(refusal("-b----E-C---eE---c-e----A- x start").starts_with("`start`"));
    assert!(refusal("-------------------------- x roll").starts_with("both have borne off"));
    assert!(refusal("------------------------b- o 31").starts_with("the game continued"));
}

/// The rules once more: every order of the dice, every checker, step by step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Board {
    own: [u8; 26],
    other: [u8; 26],
}

impl Board {
    /// The board of a position as the player to move sees it, read from its text.
    fn of(text: &str) -> (Self, Vec<u8>) {
        let words: Vec<&str> = text.split(' ').collect();
        let (mut x, mut o) = ([0; 26], [0; 26]);
        for (place, letter) in words[0].bytes().enumerate() {
            match letter {
                b'A'..=b'O' => x[place] = letter - b'A' + 1,
                b'a'..=b'o' => o[25 - place] = letter - b'a' + 1,
                _ => {}
            }
        }
        let board = if words[1] == "x" { Board { own: x, other: o } } else { Board { own: o, other: x } };
        (board, words[2].bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect())
    }

    fn after(&self, from: usize, die: usize) -> Option<Board> {
        let mut board = self.clone();
        if self.own[from] == 0 || self.own[25] > 0 && from != 25 {
            return None;
        }
        board.own[from] -= 1;
        if from > die {
            let to = from - die;
            if self.other[25 - to] > 1 {
                return None;
            }
            if self.other[25 - to] == 1 {
                board.other[25 - to] = 0;
                board.other[25] += 1;
            }
            board.own[to] += 1;
            return Some(board);
        }
        let outside = (7..26).any(|point| self.own[point] > 0);
        let behind = (from + 1..26).any(|point| self.own[point] > 0);
        (!outside && (from == die || !behind)).then_some(board)
    }

    /// Every end of a longest sequence with its length and its first die, for dice in this order.
    fn ends(&self, dice: &[u8], length: usize, first: u8, found: &mut Vec<(usize, u8, Board)>) {
        found.push((length, first, self.clone()));
        if let Some((&die, rest)) = dice.split_first() {
            for from in 1..26 {
                if let Some(next) = self.after(from, die.into()) {
                    next.ends(rest, length + 1, if length == 0 { die } else { first }, found);
                }
            }
        }
    }

    /// The positions that legal plays lead to.
    fn results(&self, dice: &[u8]) -> HashSet<Board> {
        let mut found = Vec::new();
        if dice[0] == dice[1] {
            self.ends(&[dice[0]; 4], 0, 0, &mut found);
        } else {
            self.ends(&[dice[0], dice[1]], 0, 0, &mut found);
            self.ends(&[dice[1], dice[0]], 0, 0, &mut found);
        }
        let longest = found.iter().map(|(length, ..)| *length).max().unwrap();
        found.retain(|(length, ..)| *length == longest);
        if longest == 1 {
            let highest = found.iter().map(|(_, first, _)| *first).max().unwrap();
            found.retain(|(_, first, _)| *first == highest);
        }
        found.into_iter().map(|(.., board)| board).collect()
    }
}

fn agrees(game: &Backgammon, state: &State) {
    let (board, dice) = Board::of(&game.write_state(state));
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    let expected = board.results(&dice);
    let mut seen = HashSet::new();
    for &mv in moves.iter() {
        let mut after = *state;
        game.play(&mut after, mv);
        let (after, _) = Board::of(&game.write_state(&after));
        // It is the other's turn now.
        let after = Board { own: after.other, other: after.own };
        let text = game.write_move(state, mv);
        assert!(expected.contains(&after), "{text} is not legal: {}", game.write_state(state));
        assert!(seen.insert(after), "{text} is listed twice: {}", game.write_state(state));
    }
    assert_eq!(seen.len(), expected.len(), "plays are missing: {}", game.write_state(state));
}

#[test]
fn the_rules_agree_with_the_slow_reference() {
    let game = game();
    let mut rng = Random::new(11);
    let mut decisions = 0;
    while decisions < 6_000 {
        let mut state = game.start(&mut rng);
        let mut moves = Moves::new();
        loop {
            moves.clear();
            if let Turn::Player(_) = game.turn(&state, &mut moves) {
                let doubles = Board::of(&game.write_state(&state)).1[0] == Board::of(&game.write_state(&state)).1[1];
                // Doubles take the reference long; a part of them will do.
                if !doubles || rng.below(8) == 0 {
                    agrees(&game, &state);
                    decisions += 1;
                }
            }
            if !game.random_step(&mut state, &mut moves, &mut rng, &mut NoRecorder) {
                break;
            }
        }
    }
}

/// Positions with few checkers on few points, where blocks, bars and bearing off meet.
#[test]
fn the_rules_agree_in_tight_corners() {
    let game = game();
    let mut rng = Random::new(12);
    let mut tried = 0;
    while tried < 20_000 {
        let (mut x, mut o) = ([0u8; 26], [0u8; 26]);
        for men in [&mut x, &mut o] {
            let spread = [6, 9, 25][rng.below(3)];
            for _ in 0..1 + rng.below(6) {
                men[1 + rng.below(spread)] += 1;
            }
        }
        if rng.below(2) == 0 {
            // Blocks far from home, where they meet the other side.
            for _ in 0..2 {
                o[19 + rng.below(6)] = 2;
            }
        }
        let clash = (1..25).any(|point| x[point] > 0 && o[25 - point] > 0);
        if clash {
            continue;
        }
        tried += 1;
        let list = |men: [u8; 26]| {
            (1..26).filter(|&point| men[point] > 0).map(|point| (point, men[point])).collect::<Vec<_>>()
        };
        let dice = format!("{}{}", 1 + rng.below(6), 1 + rng.below(6));
        agrees(&game, &position(&list(x), &list(o), &dice));
    }
}

#[test]
fn keys_follow_positions() {
    let game = game();
    let mut rng = Random::new(13);
    let mut state = game.start(&mut rng);
    while game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
        let read = game.read_state(&game.write_state(&state)).unwrap();
        assert_eq!(read, state, "masks and sums are as if set up");
        assert_eq!(game.key(&read), game.key(&state));
    }
}

/// OpenSpiel's random games of backgammon take 211 turns on average, rolls included. It counts a double as two
/// decisions, so of two turns here one in six has one more there: 211 · 12/13 = 194.8.
#[test]
fn random_games_have_the_known_length() {
    let game = game();
    let mut rng = Random::new(14);
    let (games, mut turns) = (8_000, 0);
    for _ in 0..games {
        let mut state = game.start(&mut rng);
        while game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
            turns += 1;
        }
    }
    let mean = f64::from(turns) / f64::from(games);
    assert!((191.0..198.0).contains(&mean), "{mean}");
}
