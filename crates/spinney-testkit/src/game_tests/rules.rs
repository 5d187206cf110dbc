//! Checks of the five required methods: turns, moves, payoffs and metadata agree.

use std::collections::HashSet;

use super::at;
use spinney::game::{Game, GameInfo, MAX_PLAYERS, Moves, Player, Turn};
use spinney::random::Random;

/// The rounding tolerance for sums of payoffs and probabilities.
const ROUNDING: f64 = 1e-9;

pub(super) fn check_info(info: &GameInfo) {
    assert!(!info.name.is_empty(), "the game has no name");
    assert!((1..=MAX_PLAYERS).contains(&info.players()), "{} has {} players", info.name, info.players());
    assert!(info.range.is_none_or(|range| range.low < range.high), "{}: the payoff range is empty", info.name);
}

pub(super) fn check_position<G: Game>(game: &G, state: &G::State) {
    let info = game.info();
    let place = || at(game, state);
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    let mut again = Moves::new();
    assert!(turn == game.turn(state, &mut again) && *moves == *again, "two looks differ: {}", place());
    match turn {
        Turn::Over => {
            assert!(moves.is_empty(), "moves are listed after the end: {}", place());
            check_payoffs(game, state, |player| game.payoff(state, player), "payoff");
            let stepped = game.random_step(&mut state.clone(), &mut again, &mut Random::new(0), &mut Vec::new());
            assert!(!stepped, "a random step is played after the end: {}", place());
        }
        Turn::Player(player) => {
            assert!(player.index() < info.players(), "{player:?} has no seat: {}", place());
            check_list(&moves, info.widest, &place);
        }
        Turn::Chance => {
            assert!(info.chance, "a chance turn in a game without chance: {}", place());
            check_list(&moves, info.widest, &place);
            let sum: f64 = (0..moves.len()).map(|index| moves.weight(index)).sum();
            let positive = (0..moves.len()).all(|index| moves.weight(index) > 0.0);
            assert!(positive, "an outcome has no probability: {}", place());
            assert!((sum - 1.0).abs() < ROUNDING, "probabilities add up to {sum}: {}", place());
        }
        Turn::Joint => {
            assert!(info.joint, "a joint turn in a game without such: {}", place());
            assert_eq!(moves.sections(), info.players(), "sections of a joint turn: {}", place());
            (0..info.players()).for_each(|player| check_list(moves.section(player), info.widest, &place));
            let listed: usize = (0..info.players()).map(|player| moves.section(player).len()).sum();
            assert_eq!(listed, moves.len(), "moves behind the last section: {}", place());
        }
    }
}

fn check_list<M: Copy + Eq + std::hash::Hash>(list: &[M], widest: Option<u32>, place: &impl Fn() -> String) {
    assert!(!list.is_empty(), "no move, yet the game is not over: {}", place());
    assert_eq!(list.iter().collect::<HashSet<_>>().len(), list.len(), "a move is listed twice: {}", place());
    if let Some(widest) = widest {
        assert!(list.len() <= widest as usize, "more than the {widest} moves of the metadata: {}", place());
    }
}

/// Checks one value per player against the payoff range and the constant sum.
pub(super) fn check_payoffs<G: Game>(game: &G, state: &G::State, value: impl Fn(Player) -> f64, what: &str) {
    let info = game.info();
    let values: Vec<f64> = info.all_players().map(value).collect();
    assert!(values.iter().all(|value| value.is_finite()), "{what} {values:?}: {}", at(game, state));
    if let Some(range) = info.range {
        let inside = values.iter().all(|&value| range.low - ROUNDING <= value && value <= range.high + ROUNDING);
        assert!(inside, "{what} {values:?} outside {range:?}: {}", at(game, state));
    }
    if let Some(sum) = info.constant_sum {
        let off = (values.iter().sum::<f64>() - sum).abs();
        assert!(off < ROUNDING, "{what} {values:?} do not add up to {sum}: {}", at(game, state));
    }
}

/// Plays a game by random steps twice with the same seed and once more by the recorded moves.
pub(super) fn check_playout<G: Game>(game: &G, seed: u64, cap: u32) {
    let play = || {
        let mut rng = Random::new(seed);
        let start = game.start(&mut rng);
        let (mut state, mut scratch, mut recorded) = (start.clone(), Moves::new(), Vec::new());
        let steps =
            (0..cap).take_while(|_| game.random_step(&mut state, &mut scratch, &mut rng, &mut recorded)).count();
        (start, state, recorded, steps)
    };
    let (start, end, recorded, steps) = play();
    assert!(play().2 == recorded, "the same seed gives two games: {}", at(game, &start));
    if let Some(longest) = game.info().longest {
        assert!(steps <= longest as usize, "a playout of {steps} turns, longer than {longest}: {}", at(game, &end));
    }
    let replayed = replay(game, start, &recorded);
    check_same_end(game, &replayed, &end);
}

/// Checks that two positions are indistinguishable.
pub(super) fn check_same_end<G: Game>(game: &G, one: &G::State, other: &G::State) {
    assert_eq!(at(game, one), at(game, other), "the recorded moves lead elsewhere");
    let (mut moves, mut moves_of_other) = (Moves::new(), Moves::new());
    let turn = game.turn(one, &mut moves);
    assert_eq!(turn, game.turn(other, &mut moves_of_other), "the recorded moves lead elsewhere: {}", at(game, other));
    assert!(*moves == *moves_of_other, "the recorded moves lead elsewhere: {}", at(game, other));
    if turn == Turn::Over {
        let payoffs = |state| game.info().all_players().map(|player| game.payoff(state, player)).collect::<Vec<_>>();
        assert_eq!(payoffs(one), payoffs(other), "the recorded moves lead elsewhere: {}", at(game, other));
    }
}

/// Plays the recorded moves, each of which must be listed for the player that made it.
pub(super) fn replay<G: Game>(game: &G, start: G::State, recorded: &[(Option<Player>, G::Move)]) -> G::State {
    let mut state = start;
    let mut moves = Moves::new();
    let mut left = recorded;
    while let Some(&(player, mv)) = left.first() {
        moves.clear();
        let turn = game.turn(&state, &mut moves);
        let place = || at(game, &state);
        match turn {
            Turn::Over => panic!("a move was recorded after the end: {}", place()),
            Turn::Player(_) | Turn::Chance => {
                let mover = if let Turn::Player(player) = turn { Some(player) } else { None };
                assert_eq!(player, mover, "a move of {player:?} was recorded: {}", place());
                assert!(moves.contains(&mv), "the move {mv:?} was recorded, which is not listed: {}", place());
                game.play(&mut state, mv);
                left = &left[1..];
            }
            Turn::Joint => {
                let joint: Vec<G::Move> = left.iter().take(moves.sections()).map(|&(_, mv)| mv).collect();
                assert_eq!(joint.len(), moves.sections(), "part of a joint move was recorded: {}", place());
                for (seat, mv) in joint.iter().enumerate() {
                    assert_eq!(left[seat].0, Some(Player(seat as u8)), "joint moves out of seat order: {}", place());
                    assert!(moves.section(seat).contains(mv), "{mv:?} is not listed for seat {seat}: {}", place());
                }
                game.play_joint(&mut state, &joint);
                left = &left[joint.len()..];
            }
        }
    }
    state
}
