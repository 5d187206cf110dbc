//! What sampled traversals have learnt of every information set that they met.

use rustc_hash::FxHashMap;

use super::profile::{match_regrets, normalise};

/// An information set in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    offset: u32,
    actions: u32,
}

impl Entry {
    fn slots(self) -> std::ops::Range<usize> {
        self.offset as usize..(self.offset + self.actions) as usize
    }
}

/// Numbers of every action.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    regret: f64,
    /// The weighted sum of strategies.
    sum: f64,
    /// The weighted sum of values, and of the weights.
    value: f64,
    weight: f64,
}

/// The table, which stops growing at its limit.
#[derive(Debug)]
pub(super) struct Table {
    entries: FxHashMap<u64, Entry>,
    slots: Vec<Slot>,
    bytes: usize,
    most: usize,
    full: bool,
}

/// Bytes of an entry: the key, the entry and a control byte, at the least load of the map.
const ENTRY_BYTES: usize = 2 * (size_of::<(u64, Entry)>() + 1);

impl Table {
    /// An empty table of up to this many bytes.
    pub(super) fn new(most: usize) -> Self {
        Table { entries: FxHashMap::default(), slots: Vec::new(), bytes: 0, most, full: false }
    }

    /// The set with this key; added if there is room.
    pub(super) fn find_or_add(&mut self, key: u64, actions: usize) -> Option<Entry> {
        if let Some(entry) = self.entries.get(&key) {
            return (entry.actions as usize == actions).then_some(*entry);
        }
        // Arrays double when they grow.
        let bytes = ENTRY_BYTES + 2 * actions * size_of::<Slot>();
        let end = self.slots.len() + actions;
        if self.bytes + bytes > self.most || end > u32::MAX as usize {
            self.full = true;
            return None;
        }
        let entry = Entry { offset: self.slots.len() as u32, actions: actions as u32 };
        self.bytes += bytes;
        self.slots.resize(end, Slot::default());
        self.entries.insert(key, entry);
        Some(entry)
    }

    /// The current strategy of a set, appended to `strategy`; uniform where the table has no room for it.
    pub(super) fn current(&self, entry: Option<Entry>, actions: usize, strategy: &mut Vec<f64>) {
        let from = strategy.len();
        match entry {
            None => strategy.resize(from + actions, 1.0 / actions as f64),
            Some(entry) => {
                strategy.extend(self.slots[entry.slots()].iter().map(|slot| slot.regret));
                let own = &mut strategy[from..];
                for regret in own.iter_mut() {
                    *regret = regret.max(0.0);
                }
                normalise(own);
            }
        }
    }

    /// Adds a strategy to the average.
    pub(super) fn add_strategy(&mut self, entry: Option<Entry>, strategy: &[f64], weight: f64) {
        let Some(entry) = entry else { return };
        for (slot, probability) in self.slots[entry.slots()].iter_mut().zip(strategy) {
            slot.sum += weight * probability;
        }
    }

    /// Adds the regret of one action.
    pub(super) fn add_regret(&mut self, entry: Entry, action: usize, regret: f64) {
        self.slots[entry.slots()][action].regret += regret;
    }

    /// Adds an estimate of the value of one action, given that the set is reached.
    pub(super) fn add_value(&mut self, entry: Entry, action: usize, value: f64, weight: f64) {
        let slot = &mut self.slots[entry.slots()][action];
        slot.value += weight * value;
        slot.weight += weight;
    }

    /// The average strategy at a set, if it was met; before there is an average, the current one.
    pub(super) fn average(&self, key: u64) -> Option<Vec<f64>> {
        let slots = &self.slots[self.entries.get(&key)?.slots()];
        let mut strategy: Vec<f64> = slots.iter().map(|slot| slot.sum).collect();
        if strategy.iter().all(|&sum| sum == 0.0) {
            let regrets: Vec<f64> = slots.iter().map(|slot| slot.regret).collect();
            match_regrets(&regrets, &mut strategy);
        } else {
            normalise(&mut strategy);
        }
        Some(strategy)
    }

    /// The mean value of every action at a set, if all are known.
    pub(super) fn values(&self, key: u64) -> Option<Vec<f64>> {
        let slots = &self.slots[self.entries.get(&key)?.slots()];
        slots.iter().map(|slot| (slot.weight > 0.0).then(|| slot.value / slot.weight)).collect()
    }

    /// The number of information sets.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Bytes, estimated.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether some set found no room.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }
}
