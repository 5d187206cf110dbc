//! Every technique on a small position made by hand.

use super::super::grid::Grid;
use super::super::text::Alphabet;
use super::soundness::grid;
use super::*;

/// The cell in this row and column, from 1.
fn at(row: usize, column: usize) -> usize {
    (row - 1) * 9 + column - 1
}

fn cells(places: &[(usize, usize)]) -> Vec<usize> {
    places.iter().map(|&(row, column)| at(row, column)).collect()
}

fn blank() -> Notes {
    Notes::new(&Grid::empty(3)).expect("an empty board is consistent")
}

/// Leaves the value only these places in a unit: rows are 0 to 8, columns 9 to 17, boxes 18 to 26.
fn keep(notes: &mut Notes, unit: usize, value: u8, places: &[(usize, usize)]) {
    for cell in notes.cells_for(unit, value) {
        if !cells(places).contains(&cell) {
            notes.eliminate(cell, value).expect("consistent");
        }
    }
}

/// Leaves a cell only these candidates.
fn only(notes: &mut Notes, place: (usize, usize), values: &[u8]) {
    for value in (1..=9).filter(|value| !values.contains(value)) {
        notes.eliminate(at(place.0, place.1), value).expect("consistent");
    }
}

/// The step by this technique takes this value from these cells because of those.
fn takes(notes: &Notes, technique: Technique, value: u8, from: &[(usize, usize)], because: &[(usize, usize)]) -> Step {
    let step = find(notes, technique).unwrap_or_else(|| panic!("no {technique}"));
    assert_eq!(step.technique, technique);
    let mut expected: Vec<(usize, u8)> = cells(from).into_iter().map(|cell| (cell, value)).collect();
    expected.sort_unstable();
    assert_eq!(step.eliminations, expected, "{}", step.explanation);
    let (mut shown, mut expected) = (step.because.clone(), cells(because));
    shown.sort_unstable();
    expected.sort_unstable();
    assert_eq!(shown, expected, "{}", step.explanation);
    assert!(step.placements.is_empty());
    step
}

#[test]
fn singles() {
    let mut board = Grid::empty(3);
    (0..8).for_each(|column| board.set(column, column as u8 + 1));
    let step = next_step(&Notes::new(&board).expect("consistent")).expect("consistent").expect("a step");
    assert_eq!(
        (step.technique, &step.placements[..], &step.units[..]),
        (Technique::FullHouse, &[(8, 9)][..], &[0][..])
    );
    assert_eq!(step.explanation, "Full house: r1c9 is the last empty cell of row 1 and must be 9.");

    let mut board = Grid::empty(3);
    for (row, column) in [(1, 1), (2, 4), (4, 7), (7, 8)] {
        board.set(at(row, column), 4);
    }
    let step = next_step(&Notes::new(&board).expect("consistent")).expect("consistent").expect("a step");
    assert_eq!((step.technique, &step.placements[..]), (Technique::HiddenSingleBox, &[(at(3, 9), 4)][..]));
    assert_eq!(step.explanation, "Hidden single: 4 can only go to r3c9 in box 3.");

    let mut notes = blank();
    keep(&mut notes, 9 + 4, 6, &[(8, 5)]);
    let step = next_step(&notes).expect("consistent").expect("a step");
    assert_eq!((step.technique, &step.placements[..]), (Technique::HiddenSingleLine, &[(at(8, 5), 6)][..]));
    assert_eq!(step.explanation, "Hidden single: 6 can only go to r8c5 in column 5.");

    let mut notes = blank();
    only(&mut notes, (5, 5), &[7]);
    let step = next_step(&notes).expect("consistent").expect("a step");
    assert_eq!((step.technique, &step.placements[..]), (Technique::NakedSingle, &[(at(5, 5), 7)][..]));
}

#[test]
fn locked_candidates() {
    let mut notes = blank();
    keep(&mut notes, 18, 5, &[(2, 1), (2, 3)]);
    let from = [(2, 4), (2, 5), (2, 6), (2, 7), (2, 8), (2, 9)];
    let step = takes(&notes, Technique::Pointing, 5, &from, &[(2, 1), (2, 3)]);
    assert_eq!(step.units, [18, 1]);
    let text =
        "Pointing: in box 1, 5 can only go to cells of row 2, so r2c4, r2c5, r2c6, r2c7, r2c8 and r2c9 cannot be 5.";
    assert_eq!(step.explanation, text);

    let mut notes = blank();
    keep(&mut notes, 9, 5, &[(4, 1), (5, 1)]);
    let from = [(4, 2), (4, 3), (5, 2), (5, 3), (6, 2), (6, 3)];
    assert_eq!(takes(&notes, Technique::Claiming, 5, &from, &[(4, 1), (5, 1)]).units, [9, 21]);
}

#[test]
fn naked_subsets() {
    type Example = (Technique, &'static [(usize, usize)], &'static [&'static [u8]]);
    let groups: [Example; 3] = [
        (Technique::NakedPair, &[(1, 1), (1, 9)], &[&[1, 2], &[1, 2]]),
        (Technique::NakedTriple, &[(1, 1), (1, 4), (1, 9)], &[&[1, 2], &[2, 3], &[1, 3]]),
        (Technique::NakedQuad, &[(1, 1), (1, 2), (1, 4), (1, 9)], &[&[1, 2], &[2, 3], &[3, 4], &[1, 2, 3, 4]]),
    ];
    for (technique, places, masks) in groups {
        let mut notes = blank();
        places.iter().zip(masks).for_each(|(&place, mask)| only(&mut notes, place, mask));
        let step = next_step(&notes).expect("consistent").expect("a step");
        assert_eq!((step.technique, step.because), (technique, cells(places)));
        let rest = (0..9).filter(|&cell| !cells(places).contains(&cell));
        let expected: Vec<(usize, u8)> =
            rest.flat_map(|cell| (1..=places.len() as u8).map(move |value| (cell, value))).collect();
        assert_eq!(step.eliminations, expected);
    }
}

#[test]
fn hidden_subsets() {
    let places = [(1, 1), (3, 5), (5, 5), (7, 5), (9, 5)];
    for (technique, size) in [(Technique::HiddenPair, 2), (Technique::HiddenTriple, 3), (Technique::HiddenQuad, 4)] {
        let mut notes = blank();
        (1..=size as u8).for_each(|value| keep(&mut notes, 9 + 4, value, &places[1..=size]));
        let step = next_step(&notes).expect("consistent").expect("a step");
        assert_eq!((step.technique, &step.because), (technique, &cells(&places[1..=size])));
        let lost = |cell: usize| (size as u8 + 1..=9).map(move |value| (cell, value));
        assert_eq!(step.eliminations, step.because.iter().flat_map(|&cell| lost(cell)).collect::<Vec<_>>());
    }
}

#[test]
fn hidden_subsets_are_explained_in_the_alphabet_of_the_puzzle() {
    let mut notes = Notes::written(&Grid::empty(4), Alphabet::Letters).expect("an empty board is consistent");
    for cell in 2..16 {
        for value in [1, 11] {
            notes.eliminate(cell, value).expect("consistent");
        }
    }
    let step = find(&notes, Technique::HiddenPair).expect("A and K have two places in row 1");
    assert!(step.explanation.contains("in row 1, A and K can only go to r1c1 and r1c2"), "{}", step.explanation);
}

#[test]
fn fish() {
    let columns = [1, 4, 7, 9];
    for (technique, size) in [(Technique::XWing, 2), (Technique::Swordfish, 3), (Technique::Jellyfish, 4)] {
        let mut notes = blank();
        let rows = &[1, 4, 7, 8][..size];
        for &row in rows {
            keep(&mut notes, row - 1, 8, &columns[..size].iter().map(|&column| (row, column)).collect::<Vec<_>>());
        }
        let cross = |row: usize| columns[..size].iter().map(move |&column| (row, column));
        let from: Vec<_> = (1..=9).filter(|row| !rows.contains(row)).flat_map(cross).collect();
        let because: Vec<_> = rows.iter().copied().flat_map(cross).collect();
        takes(&notes, technique, 8, &from, &because);
    }
}

#[test]
fn finned_fish() {
    let mut notes = blank();
    keep(&mut notes, 0, 8, &[(1, 1), (1, 7)]);
    keep(&mut notes, 4, 8, &[(5, 1), (5, 7), (5, 8)]);
    let because = [(1, 1), (1, 7), (5, 1), (5, 7), (5, 8)];
    assert_eq!(find(&notes, Technique::XWing), None);
    takes(&notes, Technique::FinnedXWing, 8, &[(4, 7), (6, 7)], &because);
    let mut notes = blank();
    let because = [(1, 1), (1, 4), (2, 4), (2, 7), (5, 1), (5, 7), (5, 8)];
    keep(&mut notes, 0, 8, &because[..2]);
    keep(&mut notes, 1, 8, &because[2..4]);
    keep(&mut notes, 4, 8, &because[4..]);
    takes(&notes, Technique::FinnedSwordfish, 8, &[(4, 7), (6, 7)], &because);
}

#[test]
fn patterns_of_one_value() {
    let mut notes = blank();
    let because = [(1, 1), (1, 7), (5, 1), (5, 8)];
    keep(&mut notes, 0, 3, &because[..2]);
    keep(&mut notes, 4, 3, &because[2..]);
    takes(&notes, Technique::Skyscraper, 3, &[(2, 8), (3, 8), (4, 7), (6, 7)], &because);
    // The same four cells make the shortest chain.
    takes(&notes, Technique::XChain, 3, &[(2, 8), (3, 8), (4, 7), (6, 7)], &because);

    let mut notes = blank();
    let because = [(1, 2), (1, 8), (2, 1), (6, 1)];
    keep(&mut notes, 0, 3, &because[..2]);
    keep(&mut notes, 9, 3, &because[2..]);
    takes(&notes, Technique::TwoStringKite, 3, &[(6, 8)], &because);
}

#[test]
fn an_empty_rectangle() {
    let mut notes = blank();
    let because = [(2, 1), (2, 3), (1, 2), (3, 2), (2, 8), (7, 8)];
    keep(&mut notes, 18, 3, &because[..4]);
    keep(&mut notes, 9 + 7, 3, &because[4..]);
    takes(&notes, Technique::EmptyRectangle, 3, &[(7, 2)], &because);
}

#[test]
fn colours() {
    let mut notes = blank();
    let because = [(1, 2), (1, 5), (6, 5), (4, 4)];
    keep(&mut notes, 0, 3, &because[..2]);
    keep(&mut notes, 9 + 4, 3, &because[1..3]);
    keep(&mut notes, 18 + 4, 3, &because[2..]);
    takes(&notes, Technique::SimpleColouring, 3, &[(4, 2)], &because);

    // The first and the last cell have the same colour and see each other.
    let mut notes = blank();
    let because = [(1, 1), (1, 5), (3, 4), (8, 4), (8, 1)];
    keep(&mut notes, 0, 3, &because[..2]);
    keep(&mut notes, 18 + 1, 3, &because[1..3]);
    keep(&mut notes, 9 + 3, 3, &because[2..4]);
    keep(&mut notes, 7, 3, &because[3..]);
    takes(&notes, Technique::SimpleColouring, 3, &[(1, 1), (3, 4), (8, 1)], &because);
}

#[test]
fn wings() {
    let mut notes = blank();
    let because = [(1, 1), (1, 8), (5, 1)];
    only(&mut notes, (1, 1), &[1, 2]);
    only(&mut notes, (1, 8), &[1, 3]);
    only(&mut notes, (5, 1), &[2, 3]);
    let step = takes(&notes, Technique::XyWing, 3, &[(5, 8)], &because);
    let text = "XY-wing: whether r1c1 is 1 or 2, one of r1c8 and r5c1 is 3, so r5c8 cannot be 3.";
    assert_eq!(step.explanation, text);
    takes(&notes, Technique::XyChain, 3, &[(5, 8)], &because);

    let mut notes = blank();
    only(&mut notes, (1, 1), &[1, 2, 3]);
    only(&mut notes, (1, 8), &[1, 3]);
    only(&mut notes, (2, 2), &[2, 3]);
    takes(&notes, Technique::XyzWing, 3, &[(1, 2), (1, 3)], &[(1, 1), (1, 8), (2, 2)]);

    let mut notes = blank();
    only(&mut notes, (1, 1), &[1, 2]);
    only(&mut notes, (5, 8), &[1, 2]);
    keep(&mut notes, 8, 1, &[(9, 1), (9, 8)]);
    takes(&notes, Technique::WWing, 2, &[(1, 8), (5, 1)], &[(1, 1), (5, 8), (9, 1), (9, 8)]);
    takes(&notes, Technique::AlternatingChain, 2, &[(1, 8), (5, 1)], &[(1, 1), (5, 8), (9, 1), (9, 8)]);
}

#[test]
fn almost_locked_sets() {
    let mut notes = blank();
    let because = [(1, 1), (1, 2), (5, 1)];
    only(&mut notes, (1, 1), &[1, 2, 3]);
    only(&mut notes, (1, 2), &[2, 3]);
    only(&mut notes, (5, 1), &[1, 3]);
    takes(&notes, Technique::AlmostLockedSets, 3, &[(2, 1), (3, 1)], &because);
}

#[test]
fn trials() {
    let hard = "........8..3...4...9..2..6.....79.......612...6.5.2.7...8...5...1.....2.4.5.....3";
    let notes = Notes::new(&grid(hard)).expect("consistent");
    let step = find(&notes, Technique::Trial).expect("a candidate fails");
    assert_eq!((&step.eliminations[..], step.because[0]), (&[(at(2, 2), 2)][..], at(2, 2)));
    let text = "Trial: if r2c2 were 2, row 1 has no place left for 2 at once, \
                so r2c2 cannot be 2.";
    assert_eq!(step.explanation, text);
    takes(&notes, Technique::NestedTrial, 6, &[(8, 6)], &[(8, 6)]);
    let step = takes(&notes, Technique::DeepTrial, 2, &[(9, 2)], &[(9, 2)]);
    assert_eq!(step.explanation, "Deep trial: no solution has 2 in r9c2, so r9c2 cannot be 2.");
}
