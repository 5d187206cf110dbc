//! SameGame against a plain second implementation: a grid of numbers, flood fill cell by cell.

mod playouts;

use proptest::prelude::*;
use spinney::game::capabilities::{
    Codes, Guide, Guided, Key, Notation, Offer, Playouts, ScoreBounds, StableMoveId, Weight,
};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn};
use spinney::random::Random;
use spinney_games::samegame::{Options, Penalty, SameGame, Scan, Tabu};

/// The board as columns from the left, each from the bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Plain {
    columns: Vec<Vec<u8>>,
    score: i64,
}

impl Plain {
    /// Reads a position as the game writes it.
    fn read(text: &str) -> Plain {
        let (board, score) = text.split_once(' ').unwrap();
        let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
        let column =
            |x: usize| rows.iter().rev().map(|row| row[x].wrapping_sub(b'0')).filter(|&c| c < 10).collect::<Vec<u8>>();
        let columns = (0..rows[0].len()).map(column).filter(|column: &Vec<u8>| !column.is_empty()).collect();
        Plain { columns, score: score.parse().unwrap() }
    }

    /// The colours, the most frequent first.
    fn by_frequency(&self) -> Vec<u8> {
        let stones = self.columns.concat();
        let mut colours: Vec<u8> = (1..=7).collect();
        colours.sort_by_key(|&colour| std::cmp::Reverse(stones.iter().filter(|&&stone| stone == colour).count()));
        colours
    }

    fn colour(&self, x: usize, y: usize) -> Option<u8> {
        self.columns.get(x)?.get(y).copied()
    }

    /// The group of a cell, in order.
    fn group(&self, x: usize, y: usize) -> Vec<(usize, usize)> {
        let mut group = vec![(x, y)];
        let mut next = 0;
        while next < group.len() {
            let (x, y) = group[next];
            next += 1;
            for (x, y) in [(x + 1, y), (x.wrapping_sub(1), y), (x, y + 1), (x, y.wrapping_sub(1))] {
                if self.colour(x, y) == self.colour(group[0].0, group[0].1) && !group.contains(&(x, y)) {
                    group.push((x, y));
                }
            }
        }
        group.sort_unstable();
        group
    }

    /// The first cells of all groups of two or more stones, in order.
    fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::new();
        for x in 0..self.columns.len() {
            for y in 0..self.columns[x].len() {
                let group = self.group(x, y);
                if group.len() > 1 && group[0] == (x, y) {
                    moves.push((x, y));
                }
            }
        }
        moves
    }

    fn remove(&mut self, x: usize, y: usize) {
        let group = self.group(x, y);
        assert!(group.len() > 1);
        for &(x, y) in group.iter().rev() {
            self.columns[x].remove(y);
        }
        self.columns.retain(|column| !column.is_empty());
        self.score += (group.len() as i64 - 2).pow(2);
    }

    fn payoff(&self, penalty: Penalty) -> i64 {
        let cost = |stones: usize| if stones > 2 { (stones as i64 - 2).pow(2) } else { 0 };
        let stones: Vec<u8> = self.columns.concat();
        if stones.is_empty() {
            return self.score + 1_000;
        }
        self.score
            - match penalty {
                Penalty::Whole => cost(stones.len()),
                Penalty::PerColour => (1..=7).map(|c| cost(stones.iter().filter(|&&s| s == c).count())).sum(),
                Penalty::None => 0,
            }
    }
}

fn random_board(rows: usize, cols: usize, colours: usize, seed: u64, penalty: Penalty) -> SameGame {
    let options = Options {
        rows: Some(rows),
        cols: Some(cols),
        colours: Some(colours),
        seed: Some(seed),
        penalty,
        ..Options::default()
    };
    SameGame::new(options).unwrap()
}

/// Plays a game at random on both and compares everything on the way.
fn compare(game: &SameGame, penalty: Penalty, seed: u64) {
    let mut rng = Random::new(seed);
    let mut state = game.start(&mut rng);
    let mut plain = Plain::read(&game.write_state(&state));
    let mut line = Vec::new();
    loop {
        assert_eq!(Plain::read(&game.write_state(&state)), plain);
        let again = game.read_state(&game.write_state(&state)).unwrap();
        assert_eq!((game.key(&again), game.rest_key(&again)), (game.key(&state), game.rest_key(&state)));
        let mut moves = Moves::new();
        let turn = game.turn(&state, &mut moves);
        let cells: Vec<String> = plain.moves().iter().map(|(x, y)| format!("{x},{y}")).collect();
        assert_eq!(moves.iter().map(|&mv| game.write_move(&state, mv)).collect::<Vec<_>>(), cells);
        if turn == Turn::Over {
            break;
        }
        let &mv = &moves[rng.below(moves.len())];
        let (x, y) = plain.moves()[moves.iter().position(|&other| other == mv).unwrap()];
        for (x, y) in plain.group(x, y) {
            assert_eq!(game.read_move(&state, &format!("{x},{y}")).unwrap(), mv, "any cell of the group names it");
        }
        let name = game.name(&state, mv);
        assert_eq!(game.find(&state, name), Some(mv));
        line.push((name, plain.group(x, y).len()));
        plain.remove(x, y);
        game.play(&mut state, mv);
        for &(name, _) in &line {
            assert_eq!(game.find(&state, name), None, "a stone that is gone");
        }
    }
    assert_eq!(game.payoff(&state, Player(0)), plain.payoff(penalty) as f64);
    // By their stable_move_id names the moves remove the same groups again.
    let mut replay = game.start(&mut rng);
    for &(name, size) in &line {
        let before = game.stage(&replay);
        let mv = game.find(&replay, name).unwrap();
        game.play(&mut replay, mv);
        assert_eq!((game.stage(&replay) - before) as usize, size);
    }
    assert_eq!(replay, state);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_rules_agree_with_a_plain_implementation(
        rows in 1usize..=15,
        cols in 1usize..=16,
        colours in 1usize..=7,
        seed in any::<u64>(),
        penalty in prop_oneof![Just(Penalty::Whole), Just(Penalty::PerColour), Just(Penalty::None)],
    ) {
        compare(&random_board(rows, cols, colours, seed, penalty), penalty, seed);
    }
}

#[test]
fn the_standard_boards_agree_with_a_plain_implementation() {
    for board in 1..=20 {
        let game = SameGame::new(Options::standard(board)).unwrap();
        for seed in 0..10 {
            compare(&game, Penalty::Whole, seed);
        }
    }
}

/// The policies play legal moves to the end and keep their tabu: it goes only when nothing else does, and of two tabu
/// colours the less frequent goes first.
#[test]
fn the_policies_keep_their_tabu() {
    for seed in 0..20 {
        for (scan, tabu) in [
            (Scan::None, Tabu::Game),
            (Scan::None, Tabu::Playout),
            (Scan::None, Tabu::Move),
            (Scan::Board, Tabu::Playout),
            (Scan::Stones, Tabu::Playout),
        ] {
            let game = SameGame::new(Options { scan, tabu, ..Options::random(seed) }).unwrap();
            let mut rng = Random::new(seed);
            let first = game.start(&mut rng);
            let mut start = first;
            // Some way into the game the counts are others than at its start.
            for _ in 0..seed {
                game.random_step(&mut start, &mut Moves::new(), &mut rng, &mut NoRecorder);
            }
            let begin = Plain::read(&game.write_state(&start));
            let at_start = Plain::read(&game.write_state(&first)).by_frequency();
            for (policy, tabus) in [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 1)] {
                let (mut state, mut moves) = (start, Vec::new());
                assert!(game.play_out(policy, &mut state, 1_000, &mut rng, &mut moves));
                let mut plain = begin.clone();
                for &(player, mv) in &moves {
                    assert_eq!(player, Some(Player(0)));
                    let text = game.write_move(&start, mv);
                    let (x, y) = text.split_once(',').unwrap();
                    let (x, y) = (x.parse().unwrap(), y.parse().unwrap());
                    let order = match tabu {
                        Tabu::Game => at_start.clone(),
                        Tabu::Playout => begin.by_frequency(),
                        Tabu::Move => plain.by_frequency(),
                    };
                    // 0 is no tabu; the most frequent colour is the last to go.
                    let rank = |(x, y)| {
                        let colour = plain.colour(x, y).unwrap();
                        order[..tabus].iter().position(|&tabu| tabu == colour).map_or(0, |place| tabus - place)
                    };
                    let least = plain.moves().into_iter().map(rank).min();
                    assert_eq!(Some(rank((x, y))), least, "policy {policy}, {scan:?}, {tabu:?}");
                    plain.remove(x, y);
                }
                assert_eq!(plain.moves(), []);
                assert_eq!(game.payoff(&state, Player(0)), plain.payoff(Penalty::Whole) as f64);
            }
        }
    }
}

/// A removal that joins is taken before others, so more stones go: far more than by chance alone.
#[test]
fn joining_playouts_end_with_more_points() {
    let mean = |policy: usize| {
        let values = (0..200).map(|seed| {
            let game = random_board(15, 15, 5, seed / 10, Penalty::Whole);
            let mut rng = Random::new(seed);
            let mut state = game.start(&mut rng);
            game.play_out(policy, &mut state, 1_000, &mut rng, &mut NoRecorder);
            game.payoff(&state, Player(0))
        });
        values.sum::<f64>() / 200.0
    };
    let (tabu, joining) = (mean(2), mean(5));
    assert!(joining > tabu + 300.0, "{joining} against {tabu}");
}

/// Chooses at random and checks what it is offered.
struct Checker<'c> {
    game: &'c SameGame,
    state: <SameGame as Game>::State,
    rule: usize,
    rng: Random,
    least: f64,
    steps: usize,
}

impl Guide<spinney_games::samegame::Move> for Checker<'_> {
    fn weigh(&mut self, code: u64, _: &dyn Fn() -> f32) -> Weight {
        Weight { lean: 1.0, full: (code % 1_000) as f32 }
    }

    fn least(&self) -> f64 {
        self.least
    }

    fn choose(&mut self, offers: &[Offer<spinney_games::samegame::Move>]) -> Option<usize> {
        let mut moves = Moves::new();
        self.game.turn(&self.state, &mut moves);
        for offer in offers {
            assert!(moves.contains(&offer.mv));
            assert_eq!(offer.code, self.game.code(&self.state, offer.mv));
            assert_eq!(offer.weight.full, (offer.code % 1_000) as f32);
        }
        assert!(self.game.rules()[self.rule].name != "free" || offers.len() == moves.len());
        let mut listed = Moves::new();
        self.game.offer(self.rule, &self.state, &mut listed);
        let (mut listed, mut offered) = (listed.to_vec(), offers.iter().map(|offer| offer.mv).collect::<Vec<_>>());
        listed.sort();
        offered.sort();
        assert_eq!(listed, offered, "rule {} after {} steps", self.rule, self.steps);
        let chosen = self.rng.below(offers.len());
        self.game.play(&mut self.state, offers[chosen].mv);
        self.steps += 1;
        Some(chosen)
    }
}

#[test]
fn steered_playouts_offer_legal_moves_with_their_codes() {
    for seed in 0..30 {
        let game = random_board(15, 15, 5, seed, Penalty::Whole);
        for rule in 0..game.rules().len() {
            let mut state = game.start(&mut Random::new(0));
            let least = f64::NEG_INFINITY;
            let mut checker = Checker { game: &game, state, rule, rng: Random::new(seed), least, steps: 0 };
            assert!(game.roll(rule, &mut state, &mut checker));
            assert_eq!(checker.state, state);
            assert!(checker.steps > 20);
            assert_eq!(game.turn(&state, &mut Moves::new()), Turn::Over);
        }
    }
}

/// A steered playout is given up only if its end would have been of no use.
#[test]
fn steered_playouts_give_up_rightly() {
    let mut given_up = 0;
    for seed in 0..200 {
        let game = random_board(15, 15, 5, seed, Penalty::Whole);
        let roll = |least: f64| {
            let mut state = game.start(&mut Random::new(0));
            let mut checker = Checker { game: &game, state, rule: 0, rng: Random::new(seed), least, steps: 0 };
            (game.roll(0, &mut state, &mut checker), game.payoff(&state, Player(0)))
        };
        let (_, payoff) = roll(f64::NEG_INFINITY);
        assert_eq!(roll(payoff), (true, payoff));
        let (ended, _) = roll(payoff + 2_000.0);
        given_up += usize::from(!ended);
    }
    assert!(given_up > 100, "{given_up} of 200 given up");
}

/// The group sizes of a cleared board of 225 stones add up to an odd number, and (n − 2)² is odd where n is.
#[test]
fn a_cleared_board_has_an_odd_score() {
    let mut cleared = 0;
    for seed in 0..3_000 {
        let game = random_board(15, 15, 2, seed, Penalty::Whole);
        let mut state = game.start(&mut Random::new(0));
        game.play_out(2, &mut state, 1_000, &mut Random::new(seed), &mut Vec::new());
        if game.write_state(&state).starts_with("...............") && game.stage(&state) == 225 {
            cleared += 1;
            assert_eq!(game.payoff(&state, Player(0)) % 2.0, 1.0);
        }
    }
    assert!(cleared > 20, "{cleared} boards were cleared");
}

/// What can still come is never less than what comes.
#[test]
fn the_upper_bound_holds() {
    for seed in 0..300 {
        let game = random_board(8, 8, 3, seed, Penalty::Whole);
        let mut rng = Random::new(seed);
        let (mut state, mut bounds) = (game.start(&mut rng), Vec::new());
        let mut scratch = Moves::new();
        loop {
            bounds.push(game.at_most(&state));
            if !game.random_step(&mut state, &mut scratch, &mut rng, &mut NoRecorder) {
                break;
            }
        }
        let payoff = game.payoff(&state, Player(0));
        assert!(bounds.iter().all(|&bound| bound >= payoff), "{bounds:?} {payoff}");
        assert!(bounds.is_sorted_by(|a, b| a >= b), "{bounds:?}");
    }
}

/// Every line of the file of records is replayed by the plain implementation. Its form is read by
/// hand, so that nothing of what wrote it is trusted.
#[test]
fn the_records_are_right() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../records/samegame.toml");
    let text = std::fs::read_to_string(path).expect("the file of records");
    let mut seen = Vec::new();
    for record in text.split("[[record]]").skip(1) {
        let value = |key: &str| {
            let line = record.lines().find(|line| line.starts_with(&format!("{key} = "))).expect(key);
            line.split_once(" = ").unwrap().1.trim_matches('"').to_owned()
        };
        let (game, score) = (value("game"), value("score").parse::<f64>().unwrap());
        let board: usize = game.strip_prefix("samegame:board=").expect("a standard board").parse().unwrap();
        assert!(!seen.contains(&board), "{game} has two records");
        seen.push(board);
        let rules = SameGame::new(Options::standard(board)).unwrap();
        let mut plain = Plain::read(&rules.write_state(&rules.start(&mut Random::new(0))));
        for mv in value("line").split_whitespace() {
            let (x, y) = mv.split_once(',').unwrap();
            plain.remove(x.parse().unwrap(), y.parse().unwrap());
        }
        assert_eq!(plain.moves(), [], "{game}: the line ends before the game does");
        assert_eq!(plain.payoff(Penalty::Whole) as f64, score, "{game}");
        assert!(!plain.columns.is_empty() || score % 2.0 == 1.0, "{game}: a cleared board has an odd score");
    }
    assert!(!seen.is_empty(), "no record in {path}");
}
