//! Proof and disproof numbers (Allis 1994): the least number of positions that still have to be proven, or refuted, to
//! decide a position.

use super::question::Kind;

/// Infinity: the other number is 0.
pub(super) const NEVER: u32 = u32::MAX;
/// The greatest number that can.
const MOST: u32 = NEVER - 1;

/// A proof number and a disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Numbers {
    pub(super) const PROVEN: Numbers = Numbers { proof: 0, disproof: NEVER };
    pub(super) const REFUTED: Numbers = Numbers { proof: NEVER, disproof: 0 };
    /// Those of a position that was not visited.
    pub(super) const UNKNOWN: Numbers = Numbers { proof: 1, disproof: 1 };

    /// Those of a finished game.
    pub(super) fn decided(enough: bool) -> Self {
        if enough { Numbers::PROVEN } else { Numbers::REFUTED }
    }

    /// Those of a position at first sight, with this many moves.
    pub(super) fn fresh(kind: Kind, moves: usize) -> Self {
        Numbers::of(kind, 1, (moves as u32).clamp(1, MOST))
    }

    /// The answer, if there is one.
    pub(super) fn verdict(self) -> Option<bool> {
        match (self.proof, self.disproof) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    /// The number that is a minimum for the chooser, and the one that is a sum.
    #[inline]
    pub(super) fn seen_by(self, kind: Kind) -> (u32, u32) {
        match kind {
            Kind::Or => (self.proof, self.disproof),
            Kind::And => (self.disproof, self.proof),
        }
    }

    /// The inverse of [`seen_by`](Self::seen_by).
    #[inline]
    pub(super) fn of(kind: Kind, one: u32, all: u32) -> Self {
        match kind {
            Kind::Or => Numbers { proof: one, disproof: all },
            Kind::And => Numbers { proof: all, disproof: one },
        }
    }
}

/// Adds numbers that can be reached.
#[inline]
pub(super) fn add(a: u32, b: u32) -> u32 {
    a.saturating_add(b).min(MOST)
}
