//! Literals, and which of them hold: the trail of assignments with their levels and reasons.

/// A variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    /// The literal that holds if the variable is true.
    pub(super) fn positive(variable: usize) -> Literal {
        Literal(2 * variable as u32)
    }

    /// The literal at this index.
    pub(super) fn from_index(index: u32) -> Literal {
        Literal(index)
    }

    /// A number for arrays: literals are numbered densely, and a literal and its negation follow each other.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The variable.
    #[inline(always)]
    pub(super) fn variable(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it holds if the variable is true.
    #[inline(always)]
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    #[inline(always)]
    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Why a literal holds, in one word: the literal that implies it, a clause, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reason(u32);

/// A reason taken apart.
pub(super) enum Because {
    /// A decision, or a fact.
    Nothing,
    /// This literal is false, and one of the two must hold.
    Literal(Literal),
    /// All other literals of this clause are false.
    Clause(usize),
}

impl Reason {
    pub(super) const NOTHING: Reason = Reason(0);

    #[inline(always)]
    pub(super) fn literal(other: Literal) -> Reason {
        Reason(other.0 << 1 | 1)
    }

    #[inline(always)]
    pub(super) fn clause(clause: usize) -> Reason {
        Reason((clause as u32) << 1)
    }

    #[inline(always)]
    pub(super) fn get(self) -> Because {
        match (self.0, self.0 & 1) {
            (0, _) => Because::Nothing,
            (word, 1) => Because::Literal(Literal(word >> 1)),
            (word, _) => Because::Clause((word >> 1) as usize),
        }
    }
}

/// What is assigned, in which order and why.
#[derive(Debug)]
pub(super) struct Assignment {
    /// By literal: 1 if it holds, −1 if it does not, 0 if that is open.
    values: Vec<i8>,
    /// By variable: the level and the reason of its assignment, if it is assigned.
    causes: Vec<(u32, Reason)>,
    /// The literals that hold, in the order in which they were assigned.
    pub(super) trail: Vec<Literal>,
    /// The length of the trail before each decision.
    pub(super) levels: Vec<u32>,
}

impl Assignment {
    pub(super) fn new(variables: usize) -> Assignment {
        Assignment {
            values: vec![0; 2 * variables],
            causes: vec![(0, Reason::NOTHING); variables],
            trail: Vec::with_capacity(variables),
            levels: Vec::new(),
        }
    }

    /// 1 if the literal holds, −1 if it does not, 0 if that is open.
    #[inline(always)]
    pub(super) fn value(&self, literal: Literal) -> i8 {
        self.values[literal.index()]
    }

    #[inline(always)]
    pub(super) fn level(&self) -> usize {
        self.levels.len()
    }

    #[inline(always)]
    pub(super) fn level_of(&self, variable: usize) -> u32 {
        self.causes[variable].0
    }

    #[inline(always)]
    pub(super) fn reason_of(&self, variable: usize) -> Reason {
        self.causes[variable].1
    }

    /// Makes an open literal hold.
    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Literal, reason: Reason) {
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        self.causes[literal.variable()] = (self.levels.len() as u32, reason);
        self.trail.push(literal);
    }

    /// Makes an open literal hold, on a new level.
    pub(super) fn decide(&mut self, literal: Literal) {
        self.levels.push(self.trail.len() as u32);
        self.assign(literal, Reason::NOTHING);
    }

    /// Opens the last literal of the trail again.
    pub(super) fn retract(&mut self) -> Option<Literal> {
        let literal = self.trail.pop()?;
        self.values[literal.index()] = 0;
        self.values[(!literal).index()] = 0;
        Some(literal)
    }
}
