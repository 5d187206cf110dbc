//! The principal variation that shows a result: the player makes moves that preserve what is proven, the others moves
//! that concede nothing more, as far as the table and the time allow.

use super::question::{Kind, Question, Rules, Seen, Sight};
use super::values::Prover;
use crate::budget::Grace;
use crate::game::{Game, Moves, Turn};

/// The most moves that are shown.
const LONGEST_LINE: usize = 200;

/// The principal variation that begins with `best`, given the last questions that were proven and refuted at the root.
pub(super) fn follow<G: Game, P: Prover<G>>(
    prover: &P,
    rules: &Rules<'_, G>,
    root: &G::State,
    best: Option<G::Move>,
    proven: Option<Question>,
    refuted: Option<Question>,
    grace: &Grace<'_>,
) -> Vec<G::Move> {
    let Some(best) = best else { return Vec::new() };
    let mut line = vec![best];
    let Some(question) = proven.or(refuted) else { return line };
    if grace.is_over() {
        return line;
    }
    let mut seen = Seen::default();
    let mut moves = Moves::new();
    let mut scratch = Moves::new();
    rules.look(root, &question, &mut moves, &mut seen);
    let index = moves.iter().position(|mv| *mv == best).unwrap_or(0);
    let mut state = rules.after(root, best);
    let mut key = rules.key_after(rules.root_key(root), index, &state);
    while line.len() < LONGEST_LINE && !grace.is_over() {
        let Sight::Open(kind) = rules.look(&state, &question, &mut moves, &mut seen) else { break };
        scratch.clear();
        if rules.game.turn(&state, &mut scratch) == Turn::Chance {
            break;
        }
        let children = moves.iter().enumerate().map(|(index, &mv)| {
            let after = rules.after(&state, mv);
            let key = rules.key_after(key, index, &after);
            (mv, after, key)
        });
        let mut answer = |asked: Option<Question>, after: &G::State, key: u64| {
            let asked = asked?;
            match rules.look(after, &asked, &mut scratch, &mut seen) {
                Sight::Over(enough) => Some(enough),
                Sight::Open(_) => prover.known(&asked, key),
            }
        };
        // First what the chooser must preserve, then what it would like to preserve.
        let mut found: Option<((bool, bool), _)> = None;
        for (mv, after, key) in children {
            if grace.is_over() {
                return line;
            }
            let (keeps, caps) = (answer(proven, &after, key), answer(refuted, &after, key));
            let (keeps, caps) = (keeps == Some(true), caps == Some(false));
            let worth = if kind == Kind::Or { (keeps, caps) } else { (caps, keeps) };
            if found.as_ref().is_none_or(|(best, _)| worth > *best) {
                found = Some((worth, (mv, after, key)));
            }
        }
        match found {
            Some(((true, _) | (_, true), (mv, after, after_key))) => {
                line.push(mv);
                (state, key) = (after, after_key);
            }
            _ => break,
        }
    }
    line
}
