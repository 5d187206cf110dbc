//! Texts from outside never make a game panic, and what is read can be written and read again.

use std::sync::LazyLock;

use proptest::prelude::*;
use spinney::game::Game;
use spinney::game::capabilities::Notation;
use spinney::random::Random;
use spinney_games::backgammon::Backgammon;
use spinney_games::breakthrough::Breakthrough;
use spinney_games::connect_four::{self, ConnectFour};
use spinney_games::draughts::Draughts;
use spinney_games::go::{self, Go};
use spinney_games::goofspiel::Goofspiel;
use spinney_games::hex::{self, Hex};
use spinney_games::leduc_poker::LeducPoker;
use spinney_games::othello::Othello;
use spinney_games::pig::Pig;
use spinney_games::scotland_yard::{self, ScotlandYard};
use spinney_games::scotland_yard_grid::{self, ScotlandYardGrid};
use spinney_games::tic_tac_toe::{self, TicTacToe};

/// Reads a text as a position and as a move, at the start and at whatever was read.
fn read<G: Notation>(game: &G, text: &str) {
    let start = game.start(&mut Random::new(0));
    if let Ok(mv) = game.read_move(&start, text) {
        assert_eq!(game.read_move(&start, &game.write_move(&start, mv)), Ok(mv));
    }
    if let Ok(state) = game.read_state(text) {
        let written = game.write_state(&state);
        let again = game.read_state(&written).expect("what was written can be read");
        assert_eq!(game.write_state(&again), written);
        let _ = game.read_move(&state, text);
    }
}

fn read_everywhere(text: &str) {
    read(&TicTacToe::default(), text);
    read(&TicTacToe::new(tic_tac_toe::Options { width: 26, height: 1, line: 5 }).unwrap(), text);
    read(&ConnectFour::default(), text);
    read(&ConnectFour::new(connect_four::Options { width: 32, height: 1, line: 3 }).unwrap(), text);
    read(&Othello, text);
    read(&Breakthrough::default(), text);
    read(&Draughts::default(), text);
    read(&Hex::default(), text);
    read(&Hex::new(hex::Options { size: 3, swap: true }).unwrap(), text);
    read(&Go::default(), text);
    read(&Go::new(go::Options { size: 3, komi: 0.5, superko: go::Superko::Positional }).unwrap(), text);
    read(&Backgammon::default(), text);
    read(&Pig::default(), text);
    read(&LeducPoker, text);
    read(&Goofspiel::default(), text);
    read(&*YARD, text);
    read(&ScotlandYardGrid::default(), text);
    read(&ScotlandYardGrid::new(scotland_yard_grid::Options::new(32, 6, 9)).unwrap(), text);
}

/// Building the tables of the board takes longer than reading many texts.
static YARD: LazyLock<ScotlandYard> = LazyLock::new(|| {
    ScotlandYard::new(scotland_yard::Options { detectives: 2, ..scotland_yard::Options::default() }).unwrap()
});

/// Boards of the right shape with letters in random places.
fn board(width: usize, height: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::collection::vec(prop::sample::select(vec!['x', 'o', '.']), width), height)
        .prop_map(|rows| rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn any_text(text in any::<String>()) {
        read_everywhere(&text);
    }

    #[test]
    fn short_texts(text in "[a-i0-9xo./ ]{0,12}") {
        read_everywhere(&text);
    }

    #[test]
    fn small_boards(text in board(3, 3)) {
        read_everywhere(&text);
    }

    #[test]
    fn boards_of_connect_four(text in board(7, 6)) {
        read_everywhere(&text);
    }

    #[test]
    fn boards_of_othello(board in board(8, 8), side in "[xo]") {
        read_everywhere(&format!("{board} {side}"));
    }

    #[test]
    fn boards_of_breakthrough(board in board(8, 8), side in "white|black") {
        read_everywhere(&format!("{} {side}", board.replace('x', "w").replace('o', "b")));
    }

    #[test]
    fn boards_of_hex(board in board(3, 3), side in "red|blue") {
        read_everywhere(&format!("{} {side}", board.replace('x', "r").replace('o', "b")));
    }

    #[test]
    fn positions_of_draughts(text in "[BW]:W(K?[1-3]?[0-9],?){0,5}:B(K?[1-3]?[0-9],?){0,5}(:H[0-9]{1,3})?") {
        read_everywhere(&text);
    }

    #[test]
    fn boards_of_go(board in board(9, 9), rest in "[bw]( ([A-J][1-9]|-)( [0-3]( [0-9]{1,3})?)?)?") {
        read_everywhere(&format!("{board} {rest}"));
    }

    #[test]
    fn small_boards_of_go(board in board(3, 3), rest in "[bw]( ([A-C][1-3]|-) [0-3] [0-9]{1,2}( [0-9a-f]{1,16})?)?") {
        read_everywhere(&format!("{board} {rest}"));
    }

    #[test]
    fn boards_of_backgammon(text in "[a-c][a-cA-C-]{24}[A-C] [xo] ([1-6]{2}|roll|start)") {
        read_everywhere(&text);
    }

    #[test]
    fn parts_of_plays(text in "((bar|[0-9]{1,2})/(off|[0-9]{1,2})\\*?(\\([0-9]\\))?[ ,]?){1,5}") {
        read_everywhere(&text);
    }

    #[test]
    fn scores_of_pig(text in "[0-9]{1,5}-[0-9]{1,5} \\+[0-9]{1,5} (first|second)( rolling)?") {
        read_everywhere(&text);
    }

    #[test]
    fn hands_of_leduc_poker(text in "([JQK][hs]|[?]){2}( (check|bet|call|raise|fold)){0,4}( [JQK][hs]( (check|bet|call|raise|fold)){0,4})?") {
        read_everywhere(&text);
    }

    #[test]
    fn hands_of_goofspiel(text in "([1-6],[1-6]|-) ([1-6],[1-6]|-) prize:([1-6]|-) pile:([1-6]|-) score:1?[0-9]-[0-9]( carried:[0-9])?") {
        read_everywhere(&text);
    }

    #[test]
    fn positions_of_scotland_yard(
        text in "X:([0-9]|1[0-9]|[?]) 1:[0-9]{1,2}:(10|9)/[78]/[34] 2:[0-9]{1,2}:(10|9)/8/4 (to:(X|X2|1|2)|over:(stuck|caught-[12])) log:([tbux]2?,){0,2}[tbux]2?(,[tbux]@[0-9])?( possible:([0-9]|1[0-9])(,[0-9]{1,2}){0,3})?( tally:0.2.1.0.0@[23])?",
    ) {
        read_everywhere(&text);
    }

    #[test]
    fn chases(text in "x=([?]|[a-e][1-5]) agents=[a-e][1-5],[a-e][1-5] moves=[0-6] \
        next=(mr-x|agent-[0-3]|caught-by-[1-2]|ran-into-1|boxed-in|escaped) seen=(-|[a-e][1-5]) \
        possible=(any|([a-e][1-5],){0,3}[a-e][1-5])") {
        read_everywhere(&text);
    }

    #[test]
    fn sequences_of_columns(text in "[1-7]{0,42}") {
        read_everywhere(&text);
    }
}

/// Every board of 3x3 is taken exactly if it can be reached by playing.
#[test]
fn tic_tac_toe_takes_exactly_the_5478_positions() {
    let game = TicTacToe::default();
    let taken = (0..3usize.pow(9)).filter(|number| {
        let letters: Vec<u8> = (0..9).map(|cell| b".xo"[number / 3usize.pow(cell) % 3]).collect();
        let rows: Vec<&str> = letters.chunks(3).map(|row| std::str::from_utf8(row).unwrap()).collect();
        game.read_state(&rows.join("/")).is_ok()
    });
    assert_eq!(taken.count(), 5_478);
}

/// Every board of a small connect four is taken exactly if it can be reached by playing.
#[test]
fn connect_four_takes_exactly_what_can_be_reached() {
    use std::collections::HashSet;
    let game = ConnectFour::new(connect_four::Options { width: 3, height: 3, line: 2 }).unwrap();
    let mut reached = HashSet::new();
    let mut open = vec![game.start(&mut Random::new(0))];
    while let Some(state) = open.pop() {
        if reached.insert(game.write_state(&state)) {
            let mut moves = spinney::game::Moves::new();
            game.turn(&state, &mut moves);
            open.extend(moves.iter().map(|&mv| {
                let mut next = state;
                game.play(&mut next, mv);
                next
            }));
        }
    }
    for number in 0..3usize.pow(9) {
        let letters: Vec<u8> = (0..9).map(|cell| b".xo"[number / 3usize.pow(cell) % 3]).collect();
        let rows: Vec<&str> = letters.chunks(3).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let text = rows.join("/");
        assert_eq!(game.read_state(&text).is_ok(), reached.contains(&text), "{text}");
    }
}

/// Every board of a small hex is taken exactly if it can be reached by playing.
#[test]
fn hex_takes_exactly_what_can_be_reached() {
    use std::collections::HashSet;
    for swap in [false, true] {
        let game = Hex::new(hex::Options { size: 3, swap }).unwrap();
        let mut reached = HashSet::new();
        let mut open = vec![game.start(&mut Random::new(0))];
        while let Some(state) = open.pop() {
            if reached.insert(game.write_state(&state)) {
                let mut moves = spinney::game::Moves::new();
                game.turn(&state, &mut moves);
                open.extend(moves.iter().map(|&mv| {
                    let mut next = state;
                    game.play(&mut next, mv);
                    next
                }));
            }
        }
        for number in 0..3usize.pow(9) {
            let letters: Vec<u8> = (0..9).map(|cell| b".rb"[number / 3usize.pow(cell) % 3]).collect();
            let rows: Vec<&str> = letters.chunks(3).map(|row| std::str::from_utf8(row).unwrap()).collect();
            for side in ["red", "blue"] {
                let text = format!("{} {side}", rows.join("/"));
                assert_eq!(game.read_state(&text).is_ok(), reached.contains(&text), "{text}");
            }
        }
    }
}
