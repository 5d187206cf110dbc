//! SameGame's tabu playouts compared with a [straightforward implementation](crate::floor::samegame), from the starts
//! of the 20 standard boards in turn.

use std::hint::black_box;

use spinney::game::capabilities::Playouts;
use spinney::game::{Game, NoRecorder, Player};
use spinney::random::Random;
use spinney_games::samegame::{Options, SameGame};

use super::contenders::{Rival, Unit};
use super::rounds::race;
use super::{Baseline, Plan, Row, What};
use crate::floor::samegame::{self, Board};

/// The game whose row this is.
pub(super) const GAME: &str = "samegame";

/// The policy of both.
const POLICY: &str = "random-tabu";

/// The number of standard boards.
const BOARDS: u64 = 20;

/// Measures the row; `None` if it was stopped before.
pub(super) fn compare(plan: &Plan) -> Option<Row> {
    let games = standard();
    let boards: Vec<Board> = games.iter().map(plain_board).collect();
    let unit = Unit::Rounds { playouts: BOARDS };
    let ours = Rival::new(unit, |rounds, seed| {
        black_box(playouts(&games, rounds, seed));
    });
    let plain = Rival::new(unit, |rounds, seed| {
        black_box(samegame::playouts(&boards, rounds, seed));
    });
    let race = race(ours, Some(plain), plan.time, &plan.stop)?;
    let baseline = Baseline { plain_per_cpu_second: race.floor?, times_plain: race.share? };
    let game = format!("{GAME}, {BOARDS} boards in turn");
    Some(Row {
        policy: Some(POLICY),
        baseline: Some(baseline),
        ..Row::new(game, What::Playouts, race.ours, race.rounds)
    })
}

/// The standard boards.
fn standard() -> Vec<SameGame> {
    let board = |number| SameGame::new(Options::standard(number)).expect("a standard board");
    (1..=BOARDS as usize).map(board).collect()
}

/// The same board for the plain implementation.
fn plain_board(game: &SameGame) -> Board {
    let start = game.start(&mut Random::new(0));
    let text = game.capabilities().notation.map(|notation| notation.write_state(&start)).unwrap_or_default();
    text.split(' ').next().and_then(Board::read).expect("a board as the game writes it")
}

/// Plays each of the boards `rounds` times, in turn. Returns the sum of the points.
fn playouts(games: &[SameGame], rounds: u64, seed: u64) -> f64 {
    let mut rng = Random::new(seed);
    let policy = games[0].policies().iter().position(|policy| policy.name == POLICY).expect("a policy of the game");
    let mut sum = 0.0;
    for _ in 0..rounds {
        for game in games {
            let mut state = game.start(&mut rng);
            game.play_out(policy, &mut state, u32::MAX, &mut rng, &mut NoRecorder);
            sum += game.payoff(&state, Player(0));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use spinney::game::Moves;
    use spinney::game::capabilities::Notation;

    use super::*;
    use crate::floor::samegame::Groups;

    /// From the same choices the same groups and points, move by move.
    #[test]
    fn both_implementations_agree() {
        for (number, game) in standard().iter().enumerate() {
            let start = plain_board(game);
            for seed in 0..3 {
                let mut rng = Random::derive(seed, number as u64);
                let (mut state, mut board) = (game.start(&mut rng), start.clone());
                let (mut moves, mut groups) = (Moves::new(), Groups::default());
                loop {
                    moves.clear();
                    game.turn(&state, &mut moves);
                    board.list(0, &mut groups);
                    let ours: Vec<String> = moves.iter().map(|&mv| game.write_move(&state, mv)).collect();
                    let first = |group| groups.stones(group)[0];
                    let theirs: Vec<String> =
                        (0..groups.len()).map(first).map(|(column, row)| format!("{column},{row}")).collect();
                    assert_eq!(ours, theirs);
                    if moves.is_empty() {
                        break;
                    }
                    let drawn = rng.below(moves.len());
                    game.play(&mut state, moves[drawn]);
                    board.remove(groups.stones(drawn));
                }
                assert_eq!(game.payoff(&state, Player(0)), board.points() as f64);
            }
        }
    }

    /// The same tabu colour and the same probabilities: the mean points differ by no more than chance.
    #[test]
    fn both_play_by_the_same_policy() {
        for game in &standard()[..4] {
            let (games, boards) = ([game.clone()], [plain_board(game)]);
            let ours = spinney_lab::statistics::Mean::from_iter((0..600).map(|seed| playouts(&games, 1, seed)));
            let plain = spinney_lab::statistics::Mean::from_iter(
                (0..600).map(|seed| samegame::playouts(&boards, 1, seed) as f64),
            );
            let error = ((ours.variance().unwrap() + plain.variance().unwrap()) / 600.0).sqrt();
            let apart = (ours.mean().unwrap() - plain.mean().unwrap()).abs();
            assert!(apart < 4.0 * error, "{apart} is more than four times {error}");
        }
    }
}
