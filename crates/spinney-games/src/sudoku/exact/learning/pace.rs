//! When to restart, in two modes that alternate: a focused one that restarts whenever the clauses learnt lately are
//! worse than usual (Audemard and Simon 2012), which is good at proofs, and a stable one with long runs (Luby et al.
//! 1993), which is good at solutions.

/// The state of both modes.
#[derive(Debug)]
pub(super) struct Pace {
    conflicts: u64,
    stable: bool,
    /// When the mode changes, and how long the next one of each kind lasts.
    change: u64,
    length: u64,
    /// When the last restart was.
    restarted: u64,
    runs: u64,
    /// Means of the LBD of learnt clauses: of the last few, and of many.
    recent: f64,
    usual: f64,
}

/// Conflicts of the first focused time.
const FIRST: u64 = 1_000;
/// Conflicts of the shortest stable run.
const UNIT: u64 = 256;
/// How much worse than usual the clauses must be.
const WORSE: f64 = 1.1;

impl Pace {
    pub(super) fn new() -> Pace {
        Pace {
            conflicts: 0,
            stable: false,
            change: FIRST,
            length: FIRST,
            restarted: 0,
            runs: 0,
            recent: 0.0,
            usual: 0.0,
        }
    }

    /// Notes a conflict, and the LBD of the clause that was learnt.
    pub(super) fn note(&mut self, lbd: u32) {
        self.conflicts += 1;
        let lbd = f64::from(lbd);
        // The means begin as plain ones.
        let weight = |span: f64| (1.0 / span).max(1.0 / self.conflicts as f64);
        self.recent += (lbd - self.recent) * weight(32.0);
        self.usual += (lbd - self.usual) * weight(8_192.0);
    }

    /// Whether to restart now. The mode may change with it.
    pub(super) fn restarts(&mut self) -> bool {
        let run = self.conflicts - self.restarted;
        let due = match self.stable {
            true => run >= UNIT * luby(self.runs + 1),
            false => run >= 10 && self.recent > WORSE * self.usual,
        };
        if !due {
            return false;
        }
        self.restarted = self.conflicts;
        self.runs += u64::from(self.stable);
        if self.conflicts >= self.change {
            self.stable = !self.stable;
            if !self.stable {
                self.length += self.length / 2;
            }
            self.change = self.conflicts + self.length;
        }
        true
    }
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, … from number 1 on.
fn luby(number: u64) -> u64 {
    let bits = u64::BITS - number.leading_zeros();
    if number == (1 << bits) - 1 { 1 << (bits - 1) } else { luby(number - (1 << (bits - 1)) + 1) }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn luby_is_the_known_sequence() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
