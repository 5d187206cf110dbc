//! Errors in trees, and their positions.

use std::fmt;

use spinney::game::MAX_PLAYERS;

/// Why a text or a sequence of builder calls is not a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct TreeError {
    /// The error.
    pub fault: Fault,
    /// Its position, if the tree came from text.
    pub place: Option<Place>,
}

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Fault {
    /// The text is empty.
    #[error("there is no tree here, expected a number, `[…]` or `(…)`")]
    NoTree,
    /// A bracket has no partner.
    #[error("this `{0}` is never closed")]
    NeverClosed(char),
    /// A bracket has no partner.
    #[error("this `{0}` closes nothing")]
    ClosesNothing(char),
    /// The tree was complete already.
    #[error("the tree is complete before this")]
    AfterTheEnd,
    /// A node without children.
    #[error("this node has no children")]
    EmptyNode,
    /// A word that is neither a number nor a kind of node.
    #[error("`{0}` is not a number; kinds of nodes (max, min, chance, joint, p0 … p7) stand right after `(`")]
    Word(String),
    /// A word after `(` that is no kind of node.
    #[error("`{0}` is not a kind of node; there are max, min, chance, joint and p0 … p7")]
    UnknownKind(String),
    /// A `:` or `=` in a place of its own.
    #[error("`{0}` must follow a {what} directly", what = if *.0 == ':' { "probability" } else { "name" })]
    Stray(char),
    /// A probability or a name that nothing follows.
    #[error("a subtree must follow `{0}`")]
    Dangling(String),
    /// An infinite payoff or one that is no number.
    #[error("a payoff must be a finite number")]
    Payoff,
    /// A payoff vector without entries.
    #[error("a payoff vector needs an entry for every player")]
    EmptyPayoffs,
    /// Leaves that disagree on the number of players.
    #[error("this leaf is {found}, while the first leaf is {expected}")]
    MixedPayoffs {
        /// The first leaf of the tree.
        expected: LeafForm,
        /// This leaf.
        found: LeafForm,
    },
    /// More players than searches keep statistics for.
    #[error("{0} players are too many, there may be {MAX_PLAYERS}")]
    TooManyPlayers(usize),
    /// A turn of a player that the leaves do not pay.
    #[error("player {player} moves here, but the leaves pay {players} player(s)")]
    NoSuchPlayer {
        /// The seat that moves.
        player: usize,
        /// The number of players by the leaves.
        players: usize,
    },
    /// An invalid probability.
    #[error("`{0}` is not a probability, expected a number above 0")]
    Probability(String),
    /// An outcome of chance without probability.
    #[error("an outcome of chance needs a probability: `0.5: …`")]
    NoProbability,
    /// A probability outside of a chance node.
    #[error("only the outcomes of a chance node have probabilities")]
    UnwantedProbability,
    /// Probabilities that do not add up.
    #[error("the probabilities add up to {0}, not to 1")]
    ProbabilitySum(f64),
    /// The dimensions of a joint node.
    #[error("`{0}` is not a shape of a joint node, expected the moves per player, such as `2x3`")]
    Shape(String),
    /// The children of a joint node.
    #[error("a joint node of shape {shape} has {expected} children, here are {found}")]
    JointChildren {
        /// The shape as written.
        shape: String,
        /// The product of its dimensions.
        expected: u64,
        /// The children there are.
        found: usize,
    },
    /// A name for a cell of a joint node.
    #[error("the children of a joint node are named by the moves of its players")]
    JointName,
    /// A name that could not be read back.
    #[error(
        "`{0}` is not a name: a name has no blanks and none of ( ) [ ] : = ; / , does not begin with ! or ~, and is not `.`"
    )]
    Name(String),
    /// Two moves of the same name.
    #[error("two moves of this node are named `{0}`")]
    NameTwice(String),
    /// A heuristic value that is no number.
    #[error("`{0}` is not an evaluation, expected a number or `[…]` after `~`")]
    Evaluation(String),
    /// A heuristic value of a leaf.
    #[error("a leaf has payoffs and no evaluation")]
    LeafEvaluation,
    /// A heuristic value in another form than the leaves.
    #[error("this evaluation is {found}, while the leaves are {expected}")]
    EvaluationForm {
        /// The leaves of the tree.
        expected: LeafForm,
        /// This evaluation.
        found: LeafForm,
    },
    /// A heuristic value that no leaf could have.
    #[error("an evaluation must lie between the lowest and the highest payoff, {low} and {high}")]
    EvaluationRange {
        /// The lowest payoff.
        low: f64,
        /// The highest payoff.
        high: f64,
    },
    /// A heuristic value that does not add up.
    #[error("all leaves pay {0} in total, and so must an evaluation")]
    EvaluationSum(f64),
    /// A noisy move of chance, of a joint turn, or to the root.
    #[error("only the moves of a player can be noisy")]
    Noisy,
    /// More nodes than a 32-bit index can tell apart.
    #[error("the tree has too many nodes")]
    TooLarge,
}

/// How a leaf is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafForm {
    /// A plain number.
    Number,
    /// A vector of this many payoffs.
    Vector(usize),
}

impl fmt::Display for LeafForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LeafForm::Number => f.write_str("a plain number"),
            LeafForm::Vector(1) => f.write_str("a vector of 1 payoff"),
            LeafForm::Vector(n) => write!(f, "a vector of {n} payoffs"),
        }
    }
}

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, counted from 1.
    pub line: usize,
    /// The character within the line, counted from 1.
    pub column: usize,
    /// The line, or the part of a long line around the place.
    pub excerpt: String,
    /// How many characters of the excerpt stand before the place.
    pub before: usize,
}

/// The most characters that an excerpt shows on either side.
const AROUND: usize = 40;

impl Place {
    /// The place at byte `offset` of `text`.
    pub(super) fn find(text: &str, offset: usize) -> Self {
        let from = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let rest = text[from..].lines().next().unwrap_or("");
        let column = text[from..offset].chars().count();
        let cut = column.saturating_sub(AROUND);
        let mut excerpt = String::new();
        let mut before = column - cut;
        if cut > 0 {
            excerpt.push('…');
            before += 1;
        }
        excerpt.extend(rest.chars().skip(cut).take(column - cut + AROUND));
        if rest.chars().nth(column + AROUND).is_some() {
            excerpt.push('…');
        }
        Place { line: 1 + text[..from].matches('\n').count(), column: column + 1, excerpt, before }
    }
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(place) = &self.place else { return write!(f, "{}", self.fault) };
        write!(f, "line {}, column {}: {}\n  ", place.line, place.column, self.fault)?;
        write!(f, "{}\n  {:before$}^", place.excerpt, "", before = place.before)
    }
}

impl std::error::Error for TreeError {}
