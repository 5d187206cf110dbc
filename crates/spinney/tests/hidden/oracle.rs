//! The value of a belief by plain recursion over everything, to compare with: no pruning, no table, no pools.

use std::collections::BTreeMap;

use spinney::game::capabilities::Hidden;
use spinney::game::{Game, Moves, Turn};
use spinney::search::belief_search::Opponent;

use super::hunt::{HIDER, Hunt, SEEKERS, State};

type Belief = Vec<(State, f64)>;

/// What the seekers get who believe this; weights add up to anything, and so do values.
pub(crate) fn value(game: &Hunt, belief: &Belief, opponent: Opponent) -> f64 {
    let mut moves = Moves::new();
    match game.turn(&belief[0].0, &mut moves) {
        Turn::Player(HIDER) => suffer(game, belief, opponent),
        _ => moves.iter().map(|&mv| after(game, belief, mv, opponent)).fold(f64::NEG_INFINITY, f64::max),
    }
}

/// What a move of the seekers is worth.
pub(crate) fn after(game: &Hunt, belief: &Belief, mv: u8, opponent: Opponent) -> f64 {
    let mut groups: BTreeMap<u64, Belief> = BTreeMap::new();
    let mut sum = 0.0;
    for &(state, weight) in belief {
        let mut next = state;
        game.play(&mut next, mv);
        match game.turn(&next, &mut Moves::new()) {
            Turn::Over => sum += weight * game.payoff(&next, SEEKERS),
            turn => groups.entry(noticed(game, &state, mv, turn)).or_default().push((next, weight)),
        }
    }
    sum + groups.values().map(|belief| value(game, belief, opponent)).sum::<f64>()
}

fn noticed(game: &Hunt, state: &State, mv: u8, turn: Turn) -> u64 {
    game.observation_key(state, mv, SEEKERS) * 4 + u64::from(turn == Turn::Player(HIDER))
}

fn suffer(game: &Hunt, belief: &Belief, opponent: Opponent) -> f64 {
    let mut groups: BTreeMap<u64, Belief> = BTreeMap::new();
    let mut shown: Vec<Vec<u64>> = vec![Vec::new(); belief.len()];
    let mut ends = vec![f64::INFINITY; belief.len()];
    let mut sum = 0.0;
    for (candidate, &(state, weight)) in belief.iter().enumerate() {
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        for &mv in moves.iter() {
            let mut next = state;
            game.play(&mut next, mv);
            let share = weight / moves.len() as f64;
            match game.turn(&next, &mut Moves::new()) {
                Turn::Over => {
                    sum += share * game.payoff(&next, SEEKERS);
                    ends[candidate] = ends[candidate].min(game.payoff(&next, SEEKERS));
                }
                turn => {
                    let code = noticed(game, &state, mv, turn);
                    groups.entry(code).or_default().push((next, share));
                    shown[candidate].push(code);
                }
            }
        }
    }
    let values: BTreeMap<u64, (f64, f64)> = groups
        .iter()
        .map(|(&code, belief)| {
            let weight: f64 = belief.iter().map(|(_, weight)| weight).sum();
            (code, (value(game, belief, opponent), weight))
        })
        .collect();
    if opponent == Opponent::Uniform {
        return sum + values.values().map(|(value, _)| value).sum::<f64>();
    }
    let worst = |candidate: usize| {
        shown[candidate].iter().map(|code| values[code].0 / values[code].1).fold(ends[candidate], f64::min)
    };
    belief.iter().enumerate().map(|(candidate, (_, weight))| weight * worst(candidate)).sum()
}
