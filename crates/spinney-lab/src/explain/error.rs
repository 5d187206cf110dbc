//! What can be wrong with a script or a lesson.

use std::fmt;

use spinney::search::mcts::explain::{Arm, Choice, Takes};

/// Why a cycle cannot be run by script. `at` is the index of the move, counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum FollowError {
    /// The text is not a legal move there.
    Illegal {
        /// The move.
        at: usize,
        /// Why not.
        reason: String,
    },
    /// The moves end before the game does.
    TooShort {
        /// Where a move is missing.
        at: usize,
    },
    /// The cycle ends before the moves do.
    TooLong {
        /// The first move too many.
        at: usize,
        /// Its text.
        text: String,
        /// Whether it is a proof that ends the cycle.
        proven: bool,
    },
    /// The tree has no such child.
    NoChild {
        /// The move.
        at: usize,
        /// Its text.
        text: String,
        /// The children that there are.
        children: Vec<String>,
    },
    /// The rule chooses another child.
    AgainstRule {
        /// The move.
        at: usize,
        /// All candidates; the script's one is marked as chosen.
        choice: Box<Choice<String>>,
    },
}

impl fmt::Display for FollowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FollowError::Illegal { at, reason } => write!(f, "move {}: {reason}", at + 1),
            FollowError::TooShort { at } => {
                write!(f, "the moves end after {at}, before the game does: write the playout to its end")
            }
            FollowError::TooLong { at, text, proven: true } => {
                write!(f, "move {}: `{text}` is too many, the position before it is proven and ends the cycle", at + 1)
            }
            FollowError::TooLong { at, text, proven: false } => {
                write!(f, "move {}: `{text}` is too many, the game is over before it", at + 1)
            }
            FollowError::NoChild { at, text, children } => write!(
                f,
                "move {}: the tree has no child `{text}` here (one move stands for all mirror-equal ones); children: {}",
                at + 1,
                children.join(" ")
            ),
            FollowError::AgainstRule { at, choice } => against_rule(f, *at, choice),
        }
    }
}

impl std::error::Error for FollowError {}

fn against_rule(f: &mut fmt::Formatter<'_>, at: usize, choice: &Choice<String>) -> fmt::Result {
    let eligible: Vec<&Arm<String>> = choice.candidates.iter().filter(|arm| arm.eligible).collect();
    let unvisited = eligible.first().is_some_and(|arm| arm.uct.is_none() && arm.stats.visits == 0);
    let takes = match choice.takes {
        _ if unvisited => "unvisited moves first",
        Takes::Lowest => "the lowest value",
        Takes::Highest | Takes::Draw => "the highest value",
    };
    let names: Vec<_> = eligible.iter().map(|arm| arm.mv.as_str()).collect();
    let one = |arm: &Arm<String>| match arm.uct {
        Some(uct) => format!("{} {uct:.3}", arm.mv),
        None => format!("{} unvisited", arm.mv),
    };
    let all: Vec<_> = choice.candidates.iter().map(one).collect();
    let (number, mv, names, all) = (at + 1, &choice.arm().mv, names.join(" or "), all.join(", "));
    write!(
        f,
        "move {number}: the rule takes {takes}, {names}, not {mv}; candidates: {all}; `force = true` overrules it"
    )
}

/// An error in a lesson, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct LessonError {
    /// The file, or the name of the lesson.
    pub file: String,
    /// The line, counted from 1, if it is known.
    pub line: Option<usize>,
    /// The cycle, counted from 1, if it is about one.
    pub cycle: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for LessonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))?;
        f.write_str(": ")?;
        self.cycle.map_or(Ok(()), |cycle| write!(f, "cycle {cycle}: "))?;
        f.write_str(&self.reason)
    }
}

impl std::error::Error for LessonError {}
