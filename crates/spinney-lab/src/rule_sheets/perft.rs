//! Perft: counts the sequences of joint moves from the start, by depth. Two programs that disagree about a rule sheet
//! disagree about these numbers sooner or later.

use std::ops::ControlFlow;
use std::time::Instant;

use serde::Serialize;
use spinney::budget::StopFlag;
use spinney_gdl::game::{RuleSheet, SheetState};

use super::trace::legal;

/// The counts of one depth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Count {
    /// How many steps.
    pub depth: u32,
    /// Ways to play them: sequences of joint moves.
    pub nodes: u64,
    /// In how many of these the game is over then.
    pub terminal: u64,
    /// How long counting took.
    pub seconds: f64,
}

/// Counts every depth up to this one and passes on each. Stopping leaves out the depth in progress. No sequence continues
/// from a state in which some role cannot move. An error is a contradiction between what is legal and what can be played.
pub fn perft(
    sheet: &RuleSheet,
    depth: u32,
    stop: &StopFlag,
    on_count: &mut dyn FnMut(Count) -> ControlFlow<()>,
) -> Result<(), String> {
    let start = sheet.start_state();
    for depth in 0..=depth {
        let began = Instant::now();
        let mut count = Count { depth, nodes: 0, terminal: 0, seconds: 0.0 };
        descend(sheet, &start, depth, stop, &mut count)?;
        count.seconds = began.elapsed().as_secs_f64();
        if stop.is_raised() || on_count(count).is_break() {
            break;
        }
    }
    Ok(())
}

fn descend(sheet: &RuleSheet, state: &SheetState, left: u32, stop: &StopFlag, count: &mut Count) -> Result<(), String> {
    let terminal = sheet.is_terminal(state);
    if left == 0 {
        count.nodes += 1;
        count.terminal += u64::from(terminal);
        return Ok(());
    }
    if terminal {
        return Ok(());
    }
    let legal = legal(sheet, state);
    if legal.iter().any(Vec::is_empty) {
        return Ok(());
    }
    let mut chosen = vec![0; legal.len()];
    while !stop.is_raised() {
        let joint: Vec<String> = legal.iter().zip(&chosen).map(|(moves, &index)| moves[index].clone()).collect();
        let mut after = state.clone();
        sheet.play_texts(&mut after, &joint).map_err(|error| error.to_string())?;
        descend(sheet, &after, left - 1, stop, count)?;
        if !advance(&mut chosen, &legal) {
            break;
        }
    }
    Ok(())
}

/// The next joint move, the last role's changing first; `false` after the last.
fn advance(chosen: &mut [usize], legal: &[Vec<String>]) -> bool {
    for (index, moves) in chosen.iter_mut().zip(legal).rev() {
        *index += 1;
        if *index < moves.len() {
            return true;
        }
        *index = 0;
    }
    false
}
