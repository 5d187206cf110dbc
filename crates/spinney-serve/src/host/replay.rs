//! A record replayed by the rules: every state, move and goal of it is computed again.

use spinney::erased::AnyState;
use spinney_agents::GameError;
use spinney_gdl::game::LoadOptions;

use super::record::Record;
use crate::rules::{Rules, StepError};

/// A record that agrees with its rules.
pub struct Replay {
    rules: Rules,
    states: Vec<AnyState>,
}

/// Where a record departs from its rules.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// Its rule sheet cannot be played.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The roles are not those of the rules.
    #[error("the record has the roles {found}, its rules have {right}")]
    Roles {
        /// As the record says.
        found: String,
        /// By the rules.
        right: String,
    },
    /// A state is not that of the rules.
    #[error("step {step}: the state is not that of the rules: {what}")]
    State {
        /// The step, counted from 1.
        step: usize,
        /// A fact too many or too few.
        what: String,
    },
    /// A step cannot be played.
    #[error("step {step}: {error}")]
    Step {
        /// The step, counted from 1.
        step: usize,
        /// Why not.
        error: StepError,
    },
    /// The record says that the game is over, or that it is not.
    #[error("the record says that the game is {}, by the rules it is {}", over(*.0), over(!*.0))]
    End(bool),
    /// The goals are not those of the rules.
    #[error("the record has the goals {found:?}, by the rules they are {right:?}")]
    Goals {
        /// As the record says.
        found: Vec<Option<i32>>,
        /// By the rules.
        right: Vec<Option<i32>>,
    },
}

fn over(over: bool) -> &'static str {
    if over { "over" } else { "not over" }
}

impl Replay {
    /// Replays a record.
    pub fn of(record: &Record) -> Result<Self, ReplayError> {
        let rules = Rules::load(&record.game, &record.rules, &LoadOptions::default())?;
        if rules.roles() != record.roles {
            return Err(ReplayError::Roles { found: record.roles.join(", "), right: rules.roles().join(", ") });
        }
        let mut states = vec![rules.start()];
        for (index, step) in record.steps.iter().enumerate() {
            let number = index + 1;
            let state = &states[index];
            compare(&step.state, &rules.facts(state), number)?;
            let taken = rules.steps(state, &step.moves).map_err(|error| ReplayError::Step { step: number, error })?;
            states.extend(taken.into_iter().last().map(|(_, after)| after));
        }
        let last = &states[states.len() - 1];
        compare(&record.end.state, &rules.facts(last), record.steps.len() + 1)?;
        if rules.is_over(last) != record.end.complete {
            return Err(ReplayError::End(record.end.complete));
        }
        let goals = rules.goals(last);
        if goals != record.end.goals {
            return Err(ReplayError::Goals { found: record.end.goals.clone(), right: goals });
        }
        Ok(Replay { rules, states })
    }

    /// The game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The state before each step, and the last one.
    pub fn states(&self) -> &[AnyState] {
        &self.states
    }
}

fn compare(found: &[String], right: &[String], step: usize) -> Result<(), ReplayError> {
    let mut found = found.to_vec();
    found.sort_unstable();
    let what = match (found.iter().find(|fact| !right.contains(fact)), right.iter().find(|fact| !found.contains(fact)))
    {
        (Some(fact), _) => format!("{fact} does not hold"),
        (None, Some(fact)) => format!("{fact} is missing"),
        (None, None) => return Ok(()),
    };
    Err(ReplayError::State { step, what })
}
