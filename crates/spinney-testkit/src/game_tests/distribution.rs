//! Checks that random steps follow the listed moves, uniformly or by the weights of a chance turn.

use super::at;
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;

/// Draws per listed move.
const DRAWS_PER_MOVE: usize = 400;

pub(super) fn check<G: Game>(game: &G, state: &G::State, rng: &mut Random) {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    if turn == Turn::Over || moves.len() < 2 {
        return;
    }
    let draws = (DRAWS_PER_MOVE * moves.len()).min(100_000);
    let mut recorded = Vec::new();
    let mut scratch = Moves::new();
    for _ in 0..draws {
        game.random_step(&mut state.clone(), &mut scratch, rng, &mut recorded);
    }
    match turn {
        Turn::Over => {}
        Turn::Player(player) => {
            let expected: Vec<_> = moves.iter().map(|&mv| (mv, 1.0 / moves.len() as f64)).collect();
            compare(game, state, &expected, &recorded, Some(player), draws);
        }
        Turn::Chance => {
            let expected: Vec<_> = moves.iter().enumerate().map(|(index, &mv)| (mv, moves.weight(index))).collect();
            compare(game, state, &expected, &recorded, None, draws);
        }
        Turn::Joint => {
            for seat in 0..moves.sections() {
                let section = moves.section(seat);
                let expected: Vec<_> = section.iter().map(|&mv| (mv, 1.0 / section.len() as f64)).collect();
                compare(game, state, &expected, &recorded, Some(Player(seat as u8)), draws);
            }
        }
    }
}

/// The chi-square test of the recorded moves of one player against probabilities.
fn compare<G: Game>(
    game: &G,
    state: &G::State,
    expected: &[(G::Move, f64)],
    recorded: &[(Option<Player>, G::Move)],
    player: Option<Player>,
    draws: usize,
) {
    let mut counts = vec![0u32; expected.len()];
    for &(_, mv) in recorded.iter().filter(|&&(who, _)| who == player) {
        let index = expected.iter().position(|&(listed, _)| listed == mv);
        let index =
            index.unwrap_or_else(|| panic!("random step played {mv:?}, which is not listed: {}", at(game, state)));
        counts[index] += 1;
    }
    assert_eq!(counts.iter().sum::<u32>() as usize, draws, "random steps were not recorded: {}", at(game, state));
    let chi_square: f64 = expected
        .iter()
        .zip(&counts)
        .map(|(&(_, probability), &count)| {
            let mean = probability * draws as f64;
            (f64::from(count) - mean).powi(2) / mean
        })
        .sum();
    // Mean and standard deviation of the distribution are n and √2n; the constant covers the tail at few freedoms.
    let freedoms = expected.len() as f64 - 1.0;
    let limit = freedoms + 5.0 * (2.0 * freedoms).sqrt() + 15.0;
    assert!(chi_square < limit, "random steps are not drawn as listed, chi² {chi_square:.1}: {}", at(game, state));
}
