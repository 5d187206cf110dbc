//! Special rules of draughts, each in a position worked by hand.

use spinney::game::capabilities::Notation;

use super::*;

fn moves(game: &Draughts, state: &State) -> Vec<String> {
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    let mut texts: Vec<_> = moves.iter().map(|&mv| game.write_move(state, mv)).collect();
    texts.sort();
    texts
}

/// The legal moves at a position.
fn moves_at(text: &str) -> Vec<String> {
    let game = Draughts::default();
    moves(&game, &game.read_state(text).unwrap())
}

/// The position after a move.
fn after(text: &str, mv: &str) -> String {
    let game = Draughts::default();
    let mut state = game.read_state(text).unwrap();
    let mv = game.read_move(&state, mv).unwrap();
    game.play(&mut state, mv);
    game.write_state(&state)
}

#[test]
fn the_start_and_its_seven_moves() {
    let game = Draughts::default();
    let start = game.start(&mut Random::new(0));
    let text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(game.write_state(&start), text);
    assert_eq!(game.read_state("B:W21-32:B1-12"), Ok(start));
    assert_eq!(moves(&game, &start), ["10-14", "10-15", "11-15", "11-16", "12-16", "9-13", "9-14"]);
}

#[test]
fn whoever_can_take_must() {
    // The man on 5 could step, but the one on 14 has to take.
    assert_eq!(moves_at("B:W18,29:B5,14"), ["14x23"]);
    assert_eq!(after("B:W18,29:B5,14", "14x23"), "W:W29:B5,23");
    // Men do not take backwards.
    assert_eq!(moves_at("B:W10,29:B14"), ["14-17", "14-18"]);
    // Kings do.
    assert_eq!(moves_at("B:W10,29:BK14"), ["14x7"]);
    // There must be room behind, and the edge is none.
    assert_eq!(moves_at("B:W18,23,32:B14"), ["14-17"]);
    assert_eq!(moves_at("B:W21,32:B17"), ["17-22"]);
}

#[test]
fn any_sequence_may_be_chosen_but_must_be_played_to_its_end() {
    // One man to the left, or two to the right: no rule asks for the most. Stopping on 16 is not possible.
    assert_eq!(moves_at("B:W10,11,19,32:B7"), ["7x14", "7x16x23"]);
    assert_eq!(after("B:W10,11,19,32:B7", "7x14"), "W:W11,19,32:B14");
    assert_eq!(after("B:W10,11,19,32:B7", "7x16x23"), "W:W10,32:B23");
}

#[test]
fn a_man_that_becomes_a_king_stops() {
    // From 31 a king could take 27 as well.
    let position = "B:W26,27,12:B22";
    assert_eq!(moves_at(position), ["22x31"]);
    assert_eq!(after(position, "22x31"), "W:W12,27:BK31");
    // A step makes a king, too.
    assert_eq!(after("W:W5:B20", "5-1"), "B:WK1:B20");
}

#[test]
fn a_king_takes_in_a_circle_back_to_its_start() {
    // The men on 9, 10, 17 and 18 are a diamond around 14; both ways round are moves.
    let position = "W:WK22:B4,9,10,17,18";
    assert_eq!(moves_at(position), ["22x13x6x15x22", "22x15x6x13x22"]);
    assert_eq!(after(position, "22x13x6x15x22"), "B:WK22:B4");
    // A man goes forwards only, and stops on 6.
    assert_eq!(moves_at("W:W22:B4,9,10,17,18"), ["22x13x6", "22x15x6"]);
    // No man is jumped twice: 18 cannot be taken again from 15.
    assert_eq!(moves_at("W:WK22:B4,18"), ["22x15"]);
}

#[test]
fn moves_are_refused_with_the_reason() {
    let game = Draughts::default();
    let refusal = |position: &str, text: &str| {
        let state = game.read_state(position).unwrap();
        game.read_move(&state, text).unwrap_err().0
    };
    let position = "B:W10,11,19,32:B5,7";
    assert_eq!(refusal(position, "5-9"), "`5-9` is not a capture, and captures are mandatory");
    assert_eq!(refusal(position, "7x16"), "`7x16` is not a sequence of jumps that is played to its end");
    assert_eq!(refusal(position, "10-14"), "black has no piece on square 10");
    assert_eq!(refusal("B:W32:B7", "7-3"), "square 7 has no such move as `7-3`");
    assert_eq!(refusal("B:W9,14:B5", "5-9"), "`5-9` cannot be played: the game is over");
    for text in ["7", "", "7-", "7x", "7-33", "07-11", "7-11-16"] {
        assert!(refusal("B:W32:B7", text).contains("is not a move: expected squares"), "{text}");
    }
}

#[test]
fn who_cannot_move_loses() {
    let game = Draughts::default();
    // The man on 5 is blocked by 9 and the man on 14 behind it.
    let state = game.read_state("B:W9,14:B5").unwrap();
    assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
    assert_eq!((game.payoff(&state, Player(0)), game.payoff(&state, Player(1))), (0.0, 1.0));
    // Nothing left is the same.
    let state = game.read_state("B:W9:B").unwrap();
    assert_eq!(game.payoff(&state, Player(1)), 1.0);
}

#[test]
fn quiet_plies_are_counted_and_make_a_draw() {
    let game = Draughts::new(Options { draw: 3 }).unwrap();
    let mut state = game.read_state("B:WK32:BK1,5").unwrap();
    let mut texts = Vec::new();
    for text in ["1-6", "32-28", "5-9", "28-32", "6-1", "32-28"] {
        let mv = game.read_move(&state, text).unwrap();
        game.play(&mut state, mv);
        texts.push(game.write_state(&state).split_once(":H").map_or("0".to_owned(), |(_, count)| count.to_owned()));
    }
    // The man's move resets the count.
    assert_eq!(texts, ["1", "2", "0", "1", "2", "3"]);
    assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
    assert_eq!(game.payoff(&state, Player(0)), 0.5);
    // A player without a move has lost, whatever the count.
    let state = game.read_state("W:W12:BK8,K3:H3").unwrap();
    assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
    assert_eq!(game.payoff(&state, Player(0)), 1.0);
}

#[test]
fn positions_that_cannot_arise_are_refused_with_the_rule() {
    let refusal = |text: &str| Draughts::default().read_state(text).unwrap_err().0;
    assert_eq!(refusal("B:W1:B2"), "a white man on square 1 would be a king");
    assert_eq!(refusal("B:W9:B9"), "square 9 has a black and a white piece");
    assert_eq!(refusal("B:W9,9:B10"), "square 9 is named twice");
    assert_eq!(refusal("B:W33:B10"), "`33` is not a square: expected 1 to 32, with a K for a king");
    assert_eq!(refusal("B:W14-28:B1"), "15 white pieces: each side begins with 12");
    assert_eq!(refusal("B:W:B1"), "black has taken everything and cannot be to move");
    assert_eq!(refusal("B:W:B"), "there are no pieces");
    assert_eq!(refusal("X:W9:B1"), "`X` is not a side to move: expected B or W, as in B:W21,22,K5:B1,2");
    assert_eq!(refusal("B:W9"), "expected the squares of both sides, as in B:W21,22,K5:B1,2");
    assert_eq!(refusal("B:W9:B1:W10"), "`W` comes twice");
    assert_eq!(refusal("B:WK9:B1:H90"), "90 quiet plies: the game is a draw after 80");
    assert_eq!(refusal("B:W9:B1:H9"), "9 quiet plies without a king on the board");
    assert!(refusal("B:Z9").starts_with("`Z9`"));
}

/// Random games with the sequences of jumps found by a slow walk over rows and columns.
#[test]
fn captures_agree_with_walking_over_the_board() {
    let game = Draughts::default();
    let mut rng = Random::new(9);
    let mut longest = 0;
    for round in 0..4_000 {
        // Random positions with many kings have long sequences.
        let mut state = State { pieces: [0, 0], kings: 0, player: (round % 2) as u8, quiet: 0 };
        for square in 0..32 {
            let bit = 1u32 << square;
            match rng.below(if round % 4 < 2 { 4 } else { 3 }) {
                0 => state.pieces[0] |= bit,
                1 => state.pieces[1] |= bit & !board::EDGE,
                _ => continue,
            }
            state.kings |= if rng.below(2) == 0 { bit } else { 0 };
        }
        state.kings |= state.pieces[0] & board::BOTTOM | state.pieces[1] & board::TOP;
        state.kings &= state.pieces[0] | state.pieces[1];
        let mut found = Vec::new();
        state.each_capture(|mv| {
            longest = longest.max(mv.jumps());
            found.push(game.write_move(&state, mv));
        });
        found.sort();
        assert_eq!(found, captures_by_walking(&state), "{}", game.write_state(&state));
    }
    assert!(longest >= 5, "{longest}");
}

/// All sequences of jumps as texts, on a board of rows and columns.
fn captures_by_walking(state: &State) -> Vec<String> {
    let mut squares = [[None; 8]; 8];
    for square in 0..32 {
        for player in 0..2 {
            if state.pieces[player] >> square & 1 == 1 {
                let king = state.kings >> square & 1 == 1;
                squares[board::row(square) as usize][board::column(square) as usize] = Some((player, king));
            }
        }
    }
    let mut found = Vec::new();
    for square in 0..32 {
        let (row, column) = (board::row(square) as usize, board::column(square) as usize);
        if let Some((player, king)) = squares[row][column].filter(|&(player, _)| player == usize::from(state.player)) {
            let mut rest = squares;
            rest[row][column] = None;
            jump(&rest, (row, column), player, king, (square + 1).to_string(), &mut found);
        }
    }
    found.sort();
    found
}

type Squares = [[Option<(usize, bool)>; 8]; 8];

fn jump(squares: &Squares, at: (usize, usize), player: usize, king: bool, text: String, found: &mut Vec<String>) {
    let crowned = !king && at.0 == if player == 0 { 7 } else { 0 };
    let mut ends = true;
    for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
        if crowned || (!king && (down == 1) != (player == 0)) {
            continue;
        }
        let (row, column) = (at.0 as i32 + 2 * down, at.1 as i32 + 2 * right);
        if !(0..8).contains(&row) || !(0..8).contains(&column) {
            continue;
        }
        let over = ((at.0 as i32 + down) as usize, (at.1 as i32 + right) as usize);
        let to = (row as usize, column as usize);
        let enemy = squares[over.0][over.1].is_some_and(|(other, _)| other != player);
        if enemy && squares[to.0][to.1].is_none() {
            ends = false;
            let mut rest = *squares;
            rest[over.0][over.1] = None;
            let number = to.0 * 4 + to.1 / 2 + 1;
            jump(&rest, to, player, king, format!("{text}x{number}"), found);
        }
    }
    if ends && text.contains('x') {
        found.push(text);
    }
}
