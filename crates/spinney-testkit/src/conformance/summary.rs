//! The result of a run of the suite.

use std::fmt;

/// A kind of check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check {
    /// Games outside the claims are rejected with a reason, others are not.
    Refusal,
    /// The best move and the candidates are moves of the player to move.
    Legal,
    /// The result is a best move, or loses no more than the tolerance.
    BestMove,
    /// The reported value is the exact one within the tolerance.
    Value,
    /// Values reported as proven are exact.
    Proven,
    /// Nothing is reported as proven of a game whose play has departed from its rules.
    Flawed,
    /// No more simulations than the budget has.
    Simulations,
    /// The search ends by its deadline.
    Time,
    /// The search ends by its deadline within one step, where steps are slow.
    SlowSteps,
    /// The search publishes reports when it is asked for them, and returns the same result as without.
    Watch,
    /// There is a result even without budget, or if the search was stopped before it began.
    NoBudget,
    /// The same seed gives the same report.
    SameSeed,
    /// A search that was reset reports what a new one does.
    Reset,
}

/// A check that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// The kind of check.
    pub check: Check,
    /// The name of the game.
    pub game: String,
    /// The position, in the game's notation if it has one.
    pub position: String,
    /// The moves that lead to the position from the start, in the game's notation if it has one.
    pub moves: Vec<String>,
    /// The seed of the suite, and the number of the game, counted from 1.
    pub seed: (u64, usize),
    /// The result and the expected result.
    pub detail: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seed, number) = self.seed;
        write!(f, "{:?}: {}\n  in {} at {}", self.check, self.detail, self.game, self.position)?;
        write!(f, "\n  game {number} of seed {seed}, ")?;
        if self.moves.is_empty() { write!(f, "at its start") } else { write!(f, "after {}", self.moves.join(" ")) }
    }
}

/// The result of [`Suite::run`](super::Suite::run).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Games given to the search.
    pub games: usize,
    /// Games that it rightly rejected.
    pub refused: usize,
    /// Decisions made with enough budget.
    pub decisions: usize,
    /// Of these, those that were compared with the exact value.
    pub exact: usize,
    /// Of the exact ones, those in which maximising another player's payoff leads to another move: if this is 0, wrong
    /// signs would go undetected.
    pub telling: usize,
    /// Of the exact ones, those in which the tie-breaking rule changes some player's value.
    pub ambiguous: usize,
    /// Of the exact ones, joint turns.
    pub joint: usize,
    /// Decisions with a joint turn ahead that requires a mixed strategy.
    pub mixed: usize,
    /// Decisions whose exact value is not known: the game is too large, or a joint turn has no single value.
    pub unsolved: usize,
    /// All failures.
    pub failures: Vec<Failure>,
}

impl Summary {
    /// Whether there are no failures, in at least one game.
    pub fn passed(&self) -> bool {
        self.failures.is_empty() && self.games > 0
    }

    /// The number of failures of a check.
    pub fn failures_of(&self, check: Check) -> usize {
        self.failures.iter().filter(|failure| failure.check == check).count()
    }

    /// Returns the summary.
    ///
    /// # Panics
    ///
    /// If there are failures; the message has the first ones.
    #[track_caller]
    pub fn expect_passed(self) -> Self {
        assert!(self.passed(), "{self}");
        self
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games ({} rejected), {} decisions: {} exact ({} telling, {} ambiguous, {} joint), {} mixed, {} unsolved",
            self.games,
            self.refused,
            self.decisions,
            self.exact,
            self.telling,
            self.ambiguous,
            self.joint,
            self.mixed,
            self.unsolved
        )?;
        write!(f, "{} failures", self.failures.len())?;
        for failure in self.failures.iter().take(5) {
            write!(f, "\n{failure}")?;
        }
        Ok(())
    }
}
