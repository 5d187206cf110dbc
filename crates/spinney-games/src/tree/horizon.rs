//! What a search to a horizon knows of a tree: heuristic values of unfinished games, and noisy moves. A tree that was
//! given neither has neither capability.

use spinney::game::Player;
use spinney::game::capabilities::{Evaluate, Tactics};

use super::build::{Content, Draft};
use super::error::{Fault, LeafForm};
use super::{Kind, TreeGame};

/// The heuristic value of an inner node as it was given.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    pub form: LeafForm,
    pub payoffs: Vec<f64>,
}

/// How far an evaluation may be from the constant sum.
const ROUNDING: f64 = 1e-9;

impl TreeGame {
    /// Takes over heuristic values and noisy moves, whose checks need the range of the payoffs. Returns the fault and the
    /// node that has it.
    pub(super) fn see_horizon(&mut self, drafts: &[Draft], form: LeafForm) -> Result<(), (Fault, usize)> {
        if drafts.iter().any(|draft| draft.evaluation.is_some()) {
            let evaluations = drafts.iter().enumerate().map(|(index, draft)| {
                let checked =
                    draft.evaluation.as_ref().map(|evaluation| self.check_evaluation(draft, evaluation, form));
                checked.transpose().map_err(|fault| (fault, index))
            });
            self.evaluations = evaluations.collect::<Result<_, _>>()?;
        }
        if drafts.iter().any(|draft| draft.noisy) {
            for (index, draft) in drafts.iter().enumerate().filter(|(_, draft)| draft.noisy) {
                let parent = self.node(draft.parent).kind;
                if index == 0 || !matches!(parent, Kind::Player(_)) {
                    return Err((Fault::Noisy, index));
                }
            }
            self.noisy = drafts.iter().map(|draft| draft.noisy).collect();
        }
        Ok(())
    }

    fn check_evaluation(&self, draft: &Draft, given: &Evaluation, expected: LeafForm) -> Result<Box<[f64]>, Fault> {
        let Evaluation { form, payoffs } = given;
        if matches!(draft.content, Content::Leaf { .. }) {
            return Err(Fault::LeafEvaluation);
        } else if *form != expected {
            return Err(Fault::EvaluationForm { expected, found: *form });
        }
        let all: Box<[f64]> = match form {
            LeafForm::Number => [payoffs[0], 0.0 - payoffs[0]][..self.players].into(),
            LeafForm::Vector(_) => payoffs[..].into(),
        };
        let [low, high] = [self.range.low, self.range.high];
        let sum: f64 = all.iter().sum();
        if !all.iter().all(|payoff| (low..=high).contains(payoff)) {
            return Err(Fault::EvaluationRange { low, high });
        }
        match self.constant_sum {
            Some(constant) if (sum - constant).abs() > ROUNDING * (1.0 + low.abs().max(high.abs())) => {
                Err(Fault::EvaluationSum(constant))
            }
            _ => Ok(all),
        }
    }

    /// The heuristic value of an inner node as text, with a blank before it; empty if it has none.
    pub(super) fn evaluation_text(&self, state: u32) -> String {
        match self.evaluations.get(state as usize) {
            Some(Some(payoffs)) => format!(" ~{}", self.payoffs_text(payoffs)),
            _ => String::new(),
        }
    }

    /// Whether the move to a node is noisy.
    pub(super) fn is_noisy_step(&self, state: u32) -> bool {
        self.noisy.get(state as usize).is_some_and(|&noisy| noisy)
    }
}

impl Evaluate for TreeGame {
    /// As it was given; where it was not, every player gets the same share.
    fn evaluate(&self, state: &u32, player: Player) -> f64 {
        match &self.evaluations[*state as usize] {
            Some(payoffs) => payoffs[player.index()],
            None => match self.constant_sum {
                Some(sum) => sum / self.players as f64,
                None => (self.range.low + self.range.high) / 2.0,
            },
        }
    }
}

impl Tactics for TreeGame {
    fn is_noisy(&self, state: &u32, mv: u32) -> bool {
        self.children(*state).get(mv as usize).is_some_and(|&child| self.is_noisy_step(child))
    }
}
