//! Go: positions worked by hand, a slow reference that fills chains point by point, counts of legal positions (J. Tromp
//! and G. Farnebäck 2007) and the statistics of light playouts.

use std::collections::HashSet;

use spinney::game::capabilities::{Key, Notation, Playouts, Tactics};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney_games::go::{Go, Options, PASS, State, Superko};
use spinney_testkit::game_tests::GameTests;

fn go(size: usize, komi: f64, superko: Superko) -> Go {
    Go::new(Options { size, komi, superko }).unwrap()
}

fn simple(size: usize) -> Go {
    go(size, 0.5, Superko::Simple)
}

/// Plays moves by name; the last answer is the position.
fn play(game: &Go, start: &str, moves: &str) -> State {
    let mut state = game.read_state(start).unwrap();
    for text in moves.split_whitespace() {
        let mv = game.read_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(&mut state, mv);
    }
    state
}

fn rows(game: &Go, state: &State) -> String {
    game.write_state(state).split(' ').next().unwrap().to_owned()
}

fn refusal(game: &Go, state: &State, mv: &str) -> String {
    game.read_move(state, mv).unwrap_err().0
}

#[test]
fn captures_take_off_all_stones_of_all_chains() {
    let game = simple(5);
    let one = play(&game, ".x.../xo.../.x.../...../..... b", "C4");
    assert_eq!(rows(&game, &one), ".x.../x.x../.x.../...../.....");
    let many = play(&game, ".xx../xoo../.xx../...../..... b", "D4");
    assert_eq!(rows(&game, &many), ".xx../x..x./.xx../...../.....");
    // B1 captures the corner stone and the chain to its right with one stone.
    let two = play(&game, "...../...../...../xxx../o.ox. b", "B1");
    assert_eq!(rows(&game, &two), "...../...../...../xxx../.x.x.");
}

#[test]
fn suicide_is_forbidden_unless_it_captures() {
    let game = simple(5);
    let single = game.read_state("...../...../...../o..../.o... b").unwrap();
    assert_eq!(refusal(&game, &single, "A1"), "A1 would be suicide");
    let chain = game.read_state("...../...../oo.../xxo../.xo.. b").unwrap();
    assert_eq!(refusal(&game, &chain, "A1"), "A1 would be suicide");
    // White to move may fill the same point: it captures three stones.
    let captured = play(&game, "...../...../oo.../xxo../.xo.. w", "A1");
    assert_eq!(rows(&game, &captured), "...../...../oo.../..o../o.o..");
    // The stone on A1 would have no liberty but for the stone on B1 that it takes.
    let taken = play(&game, "...../...../x..../ox.../.ox.. b", "A1");
    assert_eq!(rows(&game, &taken), "...../...../x..../.x.../x.x..");
}

#[test]
fn a_ko_is_taken_back_only_after_a_move_elsewhere() {
    let game = simple(5);
    let mut state = play(&game, ".xo../xo.o./.xo../...../..... b", "C4");
    assert_eq!(rows(&game, &state), ".xo../x.xo./.xo../...../.....");
    assert_eq!(refusal(&game, &state, "B4"), "B4 would retake the ko immediately");
    assert_eq!(game.read_state(&game.write_state(&state)).map(|read| game.key(&read)), Ok(game.key(&state)));
    state = play(&game, &game.write_state(&state), "A1 E1 B4");
    assert_eq!(rows(&game, &state), ".xo../xo.o./.xo../...../o...x");
    assert_eq!(refusal(&game, &state, "C4"), "C4 would retake the ko immediately");
    // A pass lifts the ban as well.
    play(&game, &game.write_state(&state), "pass pass");
    let state = play(&game, &game.write_state(&state), "A2 pass C4");
    assert_eq!(rows(&game, &state), ".xo../x.xo./.xo../x..../....x".replace("....x", "o...x"));
}

#[test]
fn a_snapback_is_no_ko() {
    let game = simple(5);
    // Black throws in at A1, white takes the stone with B1, and black recaptures five immediately with A1.
    let state = play(&game, "...../...../xxx../ooox./..ox. b", "A1 B1");
    assert_eq!(rows(&game, &state), "...../...../xxx../ooox./.oox.");
    let state = play(&game, &game.write_state(&state), "A1");
    assert_eq!(rows(&game, &state), "...../...../xxx../...x./x..x.");
}

/// Sending two, returning one: black adds a stone at A1, white takes both with C1, black takes that one back with B1, and
/// the board is as it was.
#[test]
fn sending_two_returning_one_needs_superko() {
    let board = "...../...../...../oox../.x.x.";
    let state = play(&simple(5), &format!("{board} b"), "A1 C1 B1");
    assert_eq!(rows(&simple(5), &state), board);
    let superko = go(5, 0.5, Superko::Positional);
    let state = play(&superko, &format!("{board} b"), "A1 C1");
    assert_eq!(refusal(&superko, &state, "B1"), "B1 would repeat an earlier board");
}

#[test]
fn random_games_repeat_boards_without_superko_only() {
    assert!(cycle_of(&simple(3), ".../.../... b").is_some());
    assert!(cycle_of(&go(3, 0.5, Superko::Positional), ".../.../... b").is_none());
}

/// Random play until a board repeats while a stone is put; the board, if one does.
fn cycle_of(game: &Go, start: &str) -> Option<String> {
    let mut rng = Random::new(1);
    for _ in 0..300 {
        let mut state = game.read_state(start).unwrap();
        let mut seen = HashSet::from([rows(game, &state)]);
        let mut recorded = Vec::new();
        while game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut recorded) {
            if recorded.last().unwrap().1 != PASS && !seen.insert(rows(game, &state)) {
                return Some(rows(game, &state));
            }
        }
    }
    None
}

/// Three kos: at first black can take at C8 and C4 and white at G8; every capture hands a ko over, and the sixth makes the
/// first board again.
#[test]
fn triple_ko_goes_round_without_superko_only() {
    let board = concat!(
        ".xo...xo./xo.o.x.xo/.xo...xo./",
        "........./",
        ".xo....../xo.o...../.xo....../",
        "........./........."
    );
    let game = simple(9);
    let text = format!("{board} b");
    let state = play(&game, &text, "C8 G8 C4 B8 H8 B4");
    assert_eq!(rows(&game, &state), board);
    let superko = go(9, 0.5, Superko::Positional);
    let before = play(&superko, &text, "C8 G8 C4 B8 H8");
    assert_eq!(refusal(&superko, &before, "B4"), "B4 would repeat an earlier board");
    let read = superko.read_state(&superko.write_state(&before)).unwrap();
    assert_eq!(refusal(&superko, &read, "B4"), "B4 would repeat an earlier board");
    assert_eq!(superko.key(&read), superko.key(&before));
}

fn result(game: &Go, board: &str) -> f64 {
    let state = play(game, &format!("{board} b"), "pass pass");
    assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
    game.payoff(&state, Player(0))
}

#[test]
fn area_is_stones_and_regions_of_one_colour() {
    // Black has 10 points on the left, white 10 on the right, and the middle column is neutral.
    let board = ".x.o./.x.o./.x.o./.x.o./.x.o.";
    assert_eq!(result(&go(5, 0.0, Superko::Simple), board), 0.5);
    assert_eq!(result(&go(5, 0.5, Superko::Simple), board), 0.0);
    assert_eq!(result(&go(5, -0.5, Superko::Simple), board), 1.0);
    // A stone left alone on the board owns all of it.
    let lonely = "...../...../..x../...../.....";
    assert_eq!(result(&go(5, 25.0, Superko::Simple), lonely), 0.5);
    assert_eq!(result(&go(5, 0.0, Superko::Simple), "...../...../...../...../....."), 0.5);
    // Seki: the two empty points touch both colours and count for neither. Black has 16 stones, white 7.
    assert_eq!(result(&go(5, 9.0, Superko::Simple), "xxxxx/x.oox/xooox/xoo.x/xxxxx"), 0.5);
}

#[test]
fn two_passes_or_the_longest_game_end_it() {
    let game = simple(2);
    let start = game.start(&mut Random::new(0));
    let state = play(&game, &game.write_state(&start), "pass A1 pass");
    assert_ne!(game.turn(&state, &mut Moves::new()), Turn::Over);
    assert!(game.read_state("../.. b - 0 28").is_ok());
    assert_eq!(game.turn(&game.read_state("../.. b - 0 28").unwrap(), &mut Moves::new()), Turn::Over);
    assert!(game.read_state("../.. b - 0 29").unwrap_err().0.contains("ends after 28"));
}

#[test]
fn texts_are_those_of_gtp() {
    let game = simple(19);
    let start = game.start(&mut Random::new(0));
    for text in ["A1", "T19", "J10", "H8", "Q16", "pass"] {
        let mv = game.read_move(&start, &text.to_lowercase()).unwrap();
        assert_eq!(game.write_move(&start, mv), text);
    }
    for text in ["I5", "A0", "A20", "U1", "A", "5", "", "AA1", "A-1", "A01"] {
        assert!(game.read_move(&start, text).is_err(), "{text}");
    }
    let game = simple(3);
    let refused = |text: &str| game.read_state(text).unwrap_err().0;
    assert!(refused("xx./xo./xx. w - 0 0 0").starts_with("expected the rows"));
    assert!(refused(".x./xox/.x. b").starts_with("a chain has no liberty"));
    assert!(refused("... b").starts_with("1 rows"));
    assert!(refused("..../.../... b").starts_with("row 1"));
    assert!(refused("..z/.../... b").starts_with("`z`"));
    assert!(refused(".../.../... r").starts_with("`r` is not a side"));
    assert!(refused(".../.../... b B2 0 4").starts_with("no ko"));
    assert!(refused(".../.../... b - 3 9").starts_with("3 passes"));
}

/// 57 legal positions on 2x2 and 12,675 on 3x3.
#[test]
fn legal_positions_are_as_many_as_published() {
    for (size, count) in [(2, 57), (3, 12_675)] {
        let game = simple(size);
        let cells = size * size;
        let legal = (0..3usize.pow(cells as u32)).filter(|number| {
            let letters: Vec<u8> = (0..cells).map(|cell| b".xo"[number / 3usize.pow(cell as u32) % 3]).collect();
            let rows: Vec<&str> = letters.chunks(size).map(|row| std::str::from_utf8(row).unwrap()).collect();
            game.read_state(&format!("{} b", rows.join("/"))).is_ok()
        });
        assert_eq!(legal.count(), count);
    }
}

/// The rules once more, as plainly as possible: a board is a vector, and chains are flood-filled for every query.
#[derive(Clone)]
struct Reference {
    size: usize,
    board: Vec<u8>,
    previous: Vec<Vec<u8>>,
    player: u8,
    superko: Superko,
}

impl Reference {
    fn new(size: usize, superko: Superko) -> Self {
        let board = vec![b'.'; size * size];
        Reference { size, previous: vec![board.clone()], board, player: 0, superko }
    }

    fn beside(&self, cell: usize) -> Vec<usize> {
        let (column, row) = (cell % self.size, cell / self.size);
        let mut cells = Vec::new();
        if column > 0 {
            cells.push(cell - 1);
        }
        if column + 1 < self.size {
            cells.push(cell + 1);
        }
        if row > 0 {
            cells.push(cell - self.size);
        }
        if row + 1 < self.size {
            cells.push(cell + self.size);
        }
        cells
    }

    /// The cells connected to one by equal contents, and everything beside them.
    fn fill(&self, board: &[u8], cell: usize) -> (HashSet<usize>, HashSet<u8>) {
        let mut region = HashSet::from([cell]);
        let mut around = HashSet::new();
        let mut open = vec![cell];
        while let Some(cell) = open.pop() {
            for next in self.beside(cell) {
                if board[next] != board[cell] {
                    around.insert(board[next]);
                } else if region.insert(next) {
                    open.push(next);
                }
            }
        }
        (region, around)
    }

    fn after(&self, cell: usize) -> Option<Vec<u8>> {
        if self.board[cell] != b'.' {
            return None;
        }
        let (own, other) = if self.player == 0 { (b'x', b'o') } else { (b'o', b'x') };
        let mut board = self.board.clone();
        board[cell] = own;
        for next in self.beside(cell) {
            if board[next] == other {
                let (chain, around) = self.fill(&board, next);
                if !around.contains(&b'.') {
                    chain.into_iter().for_each(|stone| board[stone] = b'.');
                }
            }
        }
        if !self.fill(&board, cell).1.contains(&b'.') {
            return None;
        }
        let repeated = match self.superko {
            // The board before the other's move; after a pass that is the present one, which no stone can make.
            Superko::Simple => self.previous.len() > 1 && self.previous[self.previous.len() - 2] == board,
            Superko::Positional => self.previous.contains(&board),
        };
        (!repeated).then_some(board)
    }

    fn play(&mut self, cell: Option<usize>) {
        if let Some(cell) = cell {
            self.board = self.after(cell).expect("a legal move");
        }
        self.previous.push(self.board.clone());
        self.player ^= 1;
    }

    fn area(&self) -> i32 {
        (0..self.board.len())
            .map(|cell| match self.board[cell] {
                b'x' => 1,
                b'o' => -1,
                _ => {
                    let around = self.fill(&self.board, cell).1;
                    i32::from(around.contains(&b'x')) - i32::from(around.contains(&b'o'))
                }
            })
            .sum()
    }
}

fn compare(size: usize, superko: Superko, games: u32, eyes: bool) {
    let mut rng = Random::new(size as u64);
    for _ in 0..games {
        let game = go(size, 0.0, superko);
        let mut state = game.start(&mut rng);
        let mut slow = Reference::new(size, superko);
        let mut moves = Moves::new();
        loop {
            moves.clear();
            let turn = game.turn(&state, &mut moves);
            let board = rows(&game, &state).replace('/', "");
            assert_eq!(board.as_bytes(), slow.board, "captures");
            if turn == Turn::Over {
                break;
            }
            let name = |cell: usize| {
                let letter = b'A' + (cell % size) as u8 + u8::from(cell % size >= 8);
                format!("{}{}", char::from(letter), size - cell / size)
            };
            let legal: Vec<usize> = (0..size * size).filter(|&cell| slow.after(cell).is_some()).collect();
            let mut expected: Vec<String> = legal.iter().map(|&cell| name(cell)).collect();
            expected.push("pass".to_owned());
            let listed: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
            assert_eq!(listed, expected, "{}", game.write_state(&state));
            for (index, &cell) in legal.iter().enumerate() {
                let stones = |board: &[u8]| board.iter().filter(|&&stone| stone != b'.').count();
                let captures = stones(&slow.after(cell).unwrap()) <= stones(&slow.board);
                assert_eq!(game.is_noisy(&state, moves[index]), captures);
            }
            // The key depends on the position alone: the same one read from text has it too.
            let read = game.read_state(&game.write_state(&state)).unwrap();
            assert_eq!(game.key(&read), game.key(&state));
            let at = if eyes { one_light_move(&game, &state, &moves, &mut rng) } else { rng.below(moves.len()) };
            game.play(&mut state, moves[at]);
            slow.play(legal.get(at).copied());
        }
        let margin = slow.area();
        assert_eq!(game.payoff(&state, Player(0)), if margin == 0 { 0.5 } else { f64::from(u8::from(margin > 0)) });
        let exact = go(size, f64::from(margin), superko);
        let text = game.write_state(&state);
        assert_eq!(exact.payoff(&exact.read_state(&text).unwrap(), Player(0)), 0.5, "{text}: {margin}");
    }
}

fn one_light_move(game: &Go, state: &State, moves: &Moves<u16>, rng: &mut Random) -> usize {
    let mut recorded = Vec::new();
    game.play_out(0, &mut state.clone(), 1, rng, &mut recorded);
    moves.iter().position(|&mv| mv == recorded[0].1).expect("a policy plays legal moves")
}

#[test]
fn the_rules_agree_with_the_slow_reference() {
    for size in [2, 3, 5] {
        compare(size, Superko::Simple, 40, false);
        compare(size, Superko::Positional, 40, false);
    }
    compare(9, Superko::Simple, 4, true);
    compare(9, Superko::Positional, 2, true);
    compare(13, Superko::Simple, 1, true);
    compare(19, Superko::Simple, 1, true);
}

#[test]
fn other_sizes_and_superko_pass_the_battery() {
    let game_tests = GameTests { games: 2, turns: 150, distributions: 3, seed: 1 };
    for size in [2, 5, 13, 19] {
        game_tests.check(&simple(size));
    }
    game_tests.check(&go(5, 7.0, Superko::Positional));
    game_tests.check(&go(9, 7.5, Superko::Positional));
}

#[test]
fn mirror_images_share_a_symmetric_key() {
    let game = simple(5);
    let symmetric = |text: &str| game.symmetric_key(&game.read_state(text).unwrap());
    let ko = symmetric(".xo../xo.o./.xo../...../o.... b C4 0 9");
    assert_eq!(ko, symmetric("..ox./.o.ox/..ox./...../....o b C4 0 9"));
    assert_ne!(ko, symmetric(".xo../xo.o./.xo../...../o.... b - 0 9"));
    let board = "..x../.o.../...../...../..... w - 0 2";
    let images = ["..x../...o./...../...../..... w - 0 2", "...../.o.../x..../...../..... w - 0 2"];
    for image in images {
        assert_eq!(symmetric(board), symmetric(image), "{image}");
    }
    assert_ne!(symmetric(board), symmetric("..x../..o../...../...../..... w - 0 2"));
    assert_ne!(symmetric(board), symmetric(&board.replace(" w", " b")));
}

/// The floor of this machine's C loop: 110.9 moves with the passes, black +2.0 to +2.5, 42 % at komi 7.5.
#[test]
fn light_playouts_have_the_known_statistics() {
    let game = Go::default();
    let mut rng = Random::new(7);
    let (mut moves, mut wins, mut score) = (0, 0.0, 0.0);
    let games = 20_000;
    for _ in 0..games {
        let mut state = game.start(&mut rng);
        let mut recorded = Vec::new();
        assert!(game.play_out(0, &mut state, 1_000, &mut rng, &mut recorded));
        moves += recorded.len();
        wins += game.payoff(&state, Player(0));
        score += game.margin(&state) + 7.5;
    }
    let score = score / f64::from(games);
    assert!((1.5..3.0).contains(&score), "{score}");
    let (length, share) = (moves as f64 / f64::from(games), wins / f64::from(games));
    assert!((110.2..111.8).contains(&length), "{length}");
    assert!((0.40..0.44).contains(&share), "{share}");
}

#[test]
fn playouts_fill_no_eye() {
    // Black has two eyes and white nothing to play but the outside; the corner stays black's.
    let game = simple(5);
    let text = ".x.xo/xxxxo/ooooo/...../..... b";
    let mut rng = Random::new(3);
    for _ in 0..200 {
        let mut state = game.read_state(text).unwrap();
        game.play_out(0, &mut state, 1_000, &mut rng, &mut NoRecorder);
        assert!(rows(&game, &state).starts_with(".x.x"), "{}", rows(&game, &state));
    }
}
