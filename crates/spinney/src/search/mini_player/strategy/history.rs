//! The history heuristic: the mean result of every action, a table per role.
//!
//! A move without a record is not preferred, unlike in MAST: the best is chosen among those that have one.

use rustc_hash::FxHashMap;

use crate::game::{Payoffs, Player};

/// Codes below this have a place in an array.
const DENSE: u64 = 1 << 16;

/// The results of one action.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    count: u32,
    sum: f64,
}

impl Record {
    fn mean(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }
}

/// The actions of one role, by code.
#[derive(Default)]
struct Table {
    dense: Vec<Record>,
    others: FxHashMap<u64, Record>,
}

impl Table {
    fn get(&self, code: u64) -> Record {
        if code < DENSE {
            self.dense.get(code as usize).copied().unwrap_or_default()
        } else {
            self.others.get(&code).copied().unwrap_or_default()
        }
    }

    fn add(&mut self, code: u64, payoff: f64) {
        let record = if code < DENSE {
            if self.dense.len() <= code as usize {
                self.dense.resize(code as usize + 1, Record::default());
            }
            &mut self.dense[code as usize]
        } else {
            self.others.entry(code).or_default()
        };
        record.count += 1;
        record.sum += payoff;
    }
}

/// The mean results of actions by role.
pub(in super::super) struct History {
    tables: Vec<Table>,
}

impl History {
    pub(in super::super) fn new(players: usize) -> Self {
        History { tables: (0..players).map(|_| Table::default()).collect() }
    }

    /// The mean result of an action for the role that took it; `None` if it has never been taken.
    pub(super) fn mean(&self, player: Player, code: u64) -> Option<f64> {
        self.tables[player.index()].get(code).mean()
    }

    /// Adds the result of a simulation to the actions taken in it. An action that was taken several times counts once
    /// unless it `repeats`; the trace is sorted for that.
    pub(in super::super) fn learn(&mut self, trace: &mut Vec<(Player, u64)>, payoffs: &Payoffs, repeats: bool) {
        if !repeats {
            trace.sort_unstable();
            trace.dedup();
        }
        for &(player, code) in trace.iter() {
            self.tables[player.index()].add(code, payoffs[player.index()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_role_has_the_mean_of_its_own_results() {
        let mut history = History::new(2);
        let (a, b) = (Player(0), Player(1));
        history.learn(&mut vec![(a, 7), (b, 7), (a, 1 << 40)], &[1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], false);
        history.learn(&mut vec![(a, 7), (b, 8)], &[0.5, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], false);
        assert_eq!(history.mean(a, 7), Some(0.75));
        assert_eq!(history.mean(b, 7), Some(0.0));
        assert_eq!(history.mean(a, 1 << 40), Some(1.0));
        assert_eq!(history.mean(a, 8), None, "an action of the other role");
    }

    #[test]
    fn a_repeated_action_counts_once_or_each_time() {
        let payoffs = |first| [first, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
        for (repeats, mean) in [(false, 0.5), (true, 0.25)] {
            let mut history = History::new(1);
            history.learn(&mut vec![(Player(0), 3)], &payoffs(1.0), repeats);
            history.learn(&mut vec![(Player(0), 3); 3], &payoffs(0.0), repeats);
            assert_eq!(history.mean(Player(0), 3), Some(mean));
        }
    }
}
