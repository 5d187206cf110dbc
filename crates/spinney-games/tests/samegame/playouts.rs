//! Playouts: which group goes first, by frequency over many playouts of a small position.

use spinney::game::capabilities::{Notation, Playouts};
use spinney::random::Random;
use spinney::search::parameter::Configure;
use spinney_games::samegame::{Options, SameGame, Scan, Tabu};

/// The share of `among` with which a playout by `policy` begins, from a position on a board of that size.
fn first_moves<const N: usize>(options: Options, position: &str, policy: usize, among: [&str; N]) -> [f64; N] {
    const PLAYOUTS: u32 = 8_000;
    let game = SameGame::new(options).unwrap();
    let start = game.read_state(position).unwrap();
    let mut rng = Random::new(7);
    let mut counts = [0u32; N];
    for _ in 0..PLAYOUTS {
        let (mut state, mut moves) = (start, Vec::new());
        assert!(game.play_out(policy, &mut state, 1_000, &mut rng, &mut moves));
        let first = game.write_move(&start, moves[0].1);
        counts[among.iter().position(|&mv| mv == first).unwrap_or_else(|| panic!("{first}"))] += 1;
    }
    counts.map(|count| f64::from(count) / f64::from(PLAYOUTS))
}

/// Whether the shares are these numbers of `whole`.
fn near<const N: usize>(found: [f64; N], expected: [f64; N], whole: f64) -> bool {
    found.iter().zip(expected).all(|(a, b)| (a - b / whole).abs() < 0.025)
}

/// The options of a board of this size.
fn sized(rows: usize, cols: usize, scan: Scan, compare: usize, tabu: Tabu) -> Options {
    Options { rows: Some(rows), cols: Some(cols), scan, compare, tabu, ..Options::random(1) }
}

/// Two rows, six columns, only `1122` at the bottom left. A scan meets the ones first from 3 cells, then the twos from 4,
/// and from the 5 cells after the last stone the ones again; of the stones and of the groups half are ones. Only
/// policies that look for something scan: a random one draws.
#[test]
fn a_scan_begins_at_a_random_cell() {
    // Compares a single stone: the scan without a tabu.
    let (random, pseudo_random) = (0, 1);
    for (policy, scan, ones) in [
        (pseudo_random, Scan::None, 6.0),
        (pseudo_random, Scan::Stones, 6.0),
        (pseudo_random, Scan::Board, 8.0),
        (random, Scan::None, 6.0),
        (random, Scan::Board, 6.0),
    ] {
        let options = sized(2, 6, scan, 1, Tabu::Playout);
        let found = first_moves(options, "....../1122.. 0", policy, ["0,0", "2,0"]);
        assert!(near(found, [ones, 12.0 - ones], 12.0), "policy {policy}, {scan:?}: {found:?}");
    }
}

/// Random draws groups, whatever their sizes; a scan over stones would favour the large one.
#[test]
fn random_playouts_draw_groups() {
    for scan in [Scan::None, Scan::Board, Scan::Stones] {
        let options = sized(1, 8, scan, 2, Tabu::Playout);
        let found = first_moves(options, "11111122 0", 0, ["0,0", "6,0"]);
        assert!(near(found, [1.0, 1.0], 2.0), "{scan:?}: {found:?}");
    }
}

/// Of the stones that a scan meets, also several of one group, the one of the rarest colour decides: 3 is met from two
/// of the ones by comparing three stones.
#[test]
fn a_comparison_counts_the_stones_that_a_scan_meets() {
    // Begun at a stone of 1 1 1 3 3 2 2 2; of equally rare colours the one met first.
    for (compare, expected) in [(1, [3.0, 2.0, 3.0]), (2, [2.0, 3.0, 3.0]), (3, [1.0, 4.0, 3.0])] {
        let options = sized(1, 8, Scan::Stones, compare, Tabu::Game);
        let found = first_moves(options, "11133222 0", 1, ["0,0", "3,0", "5,0"]);
        assert!(near(found, expected, 8.0), "{compare}: {found:?}");
    }
}

/// Pseudo-random tabu compares stones that are not tabu: 1 is, so that of 2 2 2 3 3 in a circle the stone that is met
/// first and the one after it count.
#[test]
fn a_comparison_passes_over_tabu_stones() {
    let line = "111122233 0";
    for (compare, expected) in [
        // From a stone of 1 the scan meets the twos first.
        (1, [0.0, 4.0 + 3.0, 2.0]),
        // The last 2 meets a 3; the last 3 meets, beyond the ones, a 2, which is more frequent.
        (2, [0.0, 4.0 + 2.0, 3.0]),
        (4, [0.0, 0.0, 9.0]),
    ] {
        let options = sized(1, 9, Scan::Stones, compare, Tabu::Playout);
        let found = first_moves(options, line, 3, ["0,0", "4,0", "7,0"]);
        assert!(near(found, expected, 9.0), "{compare}: {found:?}");
    }
}

/// When only tabu stones are left, it compares those: all are of one colour, so the first that is met goes.
#[test]
fn a_comparison_among_tabu_stones_takes_the_first() {
    for compare in [1, 2, 5] {
        // 2, 3 and 4 have no groups.
        let options = sized(1, 9, Scan::Stones, compare, Tabu::Playout);
        let found = first_moves(options, "112113411 0", 3, ["0,0", "3,0", "7,0"]);
        // Begun at a stone: 0 or 1; 2, 3, 4; 5, 6, 7 or 8.
        assert!(near(found, [2.0, 3.0, 4.0], 9.0), "{compare}: {found:?}");
    }
}

#[test]
fn the_preset_is_a_scan_of_the_board_with_the_tabu_of_the_playout() {
    let options = |pairs: &[(&str, &str)]| {
        let mut options = Options::standard(3);
        pairs.iter().for_each(|(key, value)| options.set(key, value).unwrap());
        options
    };
    let preset = options(&[("preset", "thesis")]);
    assert_eq!(preset, options(&[("scan", "board"), ("tabu", "playout")]));
    assert_ne!(preset, options(&[]));
    assert_eq!((preset.scan, preset.tabu, preset.compare), (Scan::Board, Tabu::Playout, 2));
    // Later options change it.
    assert_eq!(options(&[("preset", "thesis"), ("scan", "stones")]).scan, Scan::Stones);
}
