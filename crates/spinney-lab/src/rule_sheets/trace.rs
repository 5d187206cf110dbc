//! Random playouts written down state by state, in the format in which other programs' playouts are compared: a line
//! per state with its facts, the legal moves of every role, and the moves made.

use std::ops::ControlFlow;

use serde::Serialize;
use spinney::random::Random;
use spinney_gdl::game::{RuleSheet, SheetState};

/// A playout is cut after this number of steps.
pub const CAP: u32 = 10_000;

/// One state of a playout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// The name of the rule sheet.
    pub game: String,
    /// Which playout, from 0.
    pub playout: u64,
    /// The number of joint moves made before.
    pub step: u32,
    /// The roles, in the first line of a playout.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub roles: Option<Vec<String>>,
    /// The facts, sorted.
    pub state: Vec<String>,
    /// Whether the game is over.
    pub terminal: bool,
    /// What each role gets, if that is one value.
    pub goals: Vec<Option<i32>>,
    /// What each role may do, sorted, unless the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<Vec<String>>>,
    /// What each role does, unless the game is over.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub joint: Option<Vec<String>>,
}

/// Runs this number of playouts and passes on every state. Playout `p` has a generator derived from the seed and `p`. A
/// playout ends where some role cannot move, as no rule sheet should have it: that state has `legal` and no `move`. Returns
/// how many playouts ended so; an error is a contradiction between what is legal and what can be played.
pub fn trace(
    sheet: &RuleSheet,
    name: &str,
    playouts: u64,
    seed: u64,
    on_line: &mut dyn FnMut(&Line) -> ControlFlow<()>,
) -> Result<u64, String> {
    let mut stuck = 0;
    for playout in 0..playouts {
        let mut rng = Random::derive(seed, playout);
        let mut state = sheet.start_state();
        for step in 0..=CAP {
            let terminal = sheet.is_terminal(&state);
            let legal = (!terminal).then(|| legal(sheet, &state));
            let line = Line {
                game: name.to_owned(),
                playout,
                step,
                roles: (step == 0).then(|| sheet.roles().to_vec()),
                state: sheet.facts(&state),
                terminal,
                goals: sheet.goals(&state),
                joint: legal.as_ref().and_then(|legal| draw(legal, &mut rng)),
                legal,
            };
            if on_line(&line).is_break() {
                return Ok(stuck);
            }
            let Some(joint) = &line.joint else {
                stuck += u64::from(!terminal);
                break;
            };
            sheet.play_texts(&mut state, joint).map_err(|error| error.to_string())?;
        }
    }
    Ok(stuck)
}

/// What each role may do.
pub(super) fn legal(sheet: &RuleSheet, state: &SheetState) -> Vec<Vec<String>> {
    (0..sheet.roles().len()).map(|role| sheet.legal(state, role)).collect()
}

/// A random joint move; none if some role cannot move.
fn draw(legal: &[Vec<String>], rng: &mut Random) -> Option<Vec<String>> {
    legal.iter().all(|moves| !moves.is_empty()).then(|| {
        let draw = |moves: &Vec<String>| moves[rng.below(moves.len())].clone();
        legal.iter().map(draw).collect()
    })
}
