//! The clicks of a play: for each checker the point that it leaves and the one that it goes to.

use spinney::drawing::PlaceId;

use super::generation::movable;
use super::{BAR, OFF, Play, State, steps};

/// The bar, and the tray of checkers that were borne off, as places.
pub(super) const BAR_PLACE: &str = "bar";
pub(super) const OFF_PLACE: &str = "off";

/// The place of a point, which is counted from the player's own side.
pub(super) fn place(player: usize, point: usize) -> PlaceId {
    match point {
        BAR => BAR_PLACE.to_owned(),
        OFF => OFF_PLACE.to_owned(),
        point if player == 0 => point.to_string(),
        point => (25 - point).to_string(),
    }
}

/// Every order of single steps that leads to the same position as the play. Which checkers move is in the clicks, so no
/// two plays have a sequence in common.
pub(super) fn ways(state: &State, play: Play) -> Vec<Vec<PlaceId>> {
    let mut goal = *state;
    let mut dice: Vec<u8> = Vec::new();
    let mut usual = Vec::new();
    let player = usize::from(state.player);
    for (from, die) in steps(play) {
        goal.step(from, die);
        dice.push(die);
        usual.extend([from, from.saturating_sub(die.into())].map(|point| place(player, point)));
    }
    let mut ways = Vec::new();
    if !usual.is_empty() {
        ways.push(usual);
        search(state, &goal, &mut dice, &mut Vec::new(), &mut ways);
    }
    ways
}

/// Tries every step by every die that is left.
fn search(state: &State, goal: &State, dice: &mut Vec<u8>, clicks: &mut Vec<PlaceId>, ways: &mut Vec<Vec<PlaceId>>) {
    if dice.is_empty() {
        if state.men == goal.men && !ways.contains(clicks) {
            ways.push(clicks.clone());
        }
        return;
    }
    let (own, other) = (usize::from(state.player), usize::from(1 - state.player));
    let blocked = State::seen_from_other_side(state.made[other]);
    for index in 0..dice.len() {
        if dice[..index].contains(&dice[index]) {
            continue;
        }
        let die = dice.remove(index);
        for from in (1..=BAR).filter(|&from| movable(state.held[own], blocked, die) >> from & 1 == 1) {
            let to = from.saturating_sub(die.into());
            // Checkers leave only points that have fewer in the end, or points that others come to.
            if state.men[own][from] > goal.men[own][from] {
                let mut next = *state;
                next.step(from, die);
                clicks.extend([place(own, from), place(own, to)]);
                search(&next, goal, dice, clicks, ways);
                clicks.truncate(clicks.len() - 2);
            }
        }
        dice.insert(index, die);
    }
}
