//! Clauses, of which two literals are watched (Moskewicz et al. 2001), and which of them are forgotten.

use super::assignment::{Assignment, Literal, Reason};

/// A clause that watches a literal, and another of its literals: if that one holds, the clause need not be looked at.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    blocker: Literal,
}

/// The words in front of the literals of a clause: their number, and what is known about the clause.
const HEAD: usize = 2;

/// The greatest LBD that a record can hold.
const MAX_LBD: u32 = 0xFFFF;

/// Clauses up to this LBD (the number of levels of their literals) are never forgotten.
const CORE_LBD: u32 = 2;
/// Clauses up to this LBD are forgotten after two rounds without use at the earliest, others after one.
const MIDDLE_LBD: u32 = 6;
/// Marks of use in a record; each round of forgetting takes one away.
const USED_ONCE: u32 = 1 << 16;
const USED_TWICE: u32 = 2 << 16;

/// The record of a clause that is about to go.
const DELETED: u32 = u32::MAX;

/// Clauses of two or more literals, one after the other in one array.
#[derive(Debug)]
pub(super) struct Clauses {
    /// Of every clause: the number of literals, its record, the literals. The first word is unused, so that no clause
    /// has the number 0.
    words: Vec<u32>,
    /// By literal: the clauses that watch it.
    watches: Vec<Vec<Watch>>,
    /// The clauses that were learnt and may be forgotten.
    learnt: Vec<u32>,
}

impl Clauses {
    pub(super) fn new(variables: usize) -> Clauses {
        Clauses { words: vec![0], watches: vec![Vec::new(); 2 * variables], learnt: Vec::new() }
    }

    /// Adds a clause that stays, and watches its first two literals.
    pub(super) fn add(&mut self, literals: &[Literal]) -> usize {
        let clause = self.words.len();
        self.words.push(literals.len() as u32);
        self.words.push(0);
        self.words.extend(literals.iter().map(|literal| literal.index() as u32));
        self.watch(clause as u32);
        clause
    }

    /// Adds a clause that may be forgotten.
    pub(super) fn learn(&mut self, literals: &[Literal], lbd: u32) -> usize {
        let clause = self.add(literals);
        self.words[clause + 1] = lbd.min(MAX_LBD) | USED_TWICE;
        self.learnt.push(clause as u32);
        clause
    }

    /// Whether there is no more room for clauses, whose places are numbers of 31 bits.
    pub(super) fn is_full(&self) -> bool {
        self.words.len() > 1 << 30
    }

    fn watch(&mut self, clause: u32) {
        let at = clause as usize + HEAD;
        let [first, second] = [self.words[at], self.words[at + 1]].map(Literal::from_index);
        self.watches[first.index()].push(Watch { clause, blocker: second });
        self.watches[second.index()].push(Watch { clause, blocker: first });
    }

    /// The literals of a clause.
    #[inline(always)]
    pub(super) fn literals(&self, clause: usize) -> impl Iterator<Item = Literal> + '_ {
        let (start, length) = (clause + HEAD, self.words[clause] as usize);
        self.words[start..start + length].iter().map(|&word| Literal::from_index(word))
    }

    /// Notes that a clause was of use, and its LBD if that has become less.
    pub(super) fn note_use(&mut self, clause: usize, lbd: impl FnOnce(&Clauses) -> u32) {
        let record = self.words[clause + 1];
        if record == 0 {
            return;
        }
        let old = record & MAX_LBD;
        let new = if old > CORE_LBD { lbd(self).min(old) } else { old };
        let used = if new <= MIDDLE_LBD { USED_TWICE } else { USED_ONCE };
        self.words[clause + 1] = new | used;
    }

    /// Assigns what follows from clauses once a literal does not hold; the first clause without any literal that can
    /// hold is a conflict.
    #[inline(always)]
    pub(super) fn propagate(&mut self, falsified: Literal, assignment: &mut Assignment) -> Option<usize> {
        let mut list = std::mem::take(&mut self.watches[falsified.index()]);
        let (mut kept, mut conflict) = (0, None);
        let mut at = 0;
        while at < list.len() {
            let Watch { clause, blocker } = list[at];
            at += 1;
            list[kept] = Watch { clause, blocker };
            kept += 1;
            if assignment.value(blocker) > 0 {
                continue;
            }
            let start = clause as usize + HEAD;
            let length = self.words[clause as usize] as usize;
            let literals = &mut self.words[start..start + length];
            let other = Literal::from_index(literals[0] ^ literals[1] ^ falsified.index() as u32);
            let value = assignment.value(other);
            if value > 0 {
                list[kept - 1].blocker = other;
                continue;
            }
            let rest = literals[2..].iter().position(|&word| assignment.value(Literal::from_index(word)) >= 0);
            if let Some(found) = rest {
                let word = literals[found + 2];
                literals[0] = other.index() as u32;
                literals[1] = word;
                literals[found + 2] = falsified.index() as u32;
                self.watches[word as usize].push(Watch { clause, blocker: other });
                kept -= 1;
            } else if value < 0 {
                conflict = Some(clause as usize);
                break;
            } else {
                assignment.assign(other, Reason::clause(clause as usize));
            }
        }
        if conflict.is_some() {
            list.copy_within(at.., kept);
            kept += list.len() - at;
        }
        list.truncate(kept);
        self.watches[falsified.index()] = list;
        conflict
    }
}

impl Clauses {
    /// Forgets three quarters of the learnt clauses that were not used lately, those with the highest LBD first. To be
    /// called when nothing is decided, with facts propagated: clauses that hold anyway go, too.
    pub(super) fn reduce(&mut self, assignment: &Assignment) {
        let mut candidates = Vec::new();
        for &clause in &self.learnt {
            let record = &mut self.words[clause as usize + 1];
            let lbd = *record & MAX_LBD;
            if *record > MAX_LBD {
                *record -= USED_ONCE;
            } else if lbd > CORE_LBD {
                candidates.push((lbd, self.words[clause as usize], clause));
            }
        }
        candidates.sort_unstable();
        for &(_, _, clause) in &candidates[candidates.len() / 4..] {
            self.words[clause as usize + 1] = DELETED;
        }
        self.compact(assignment);
    }

    /// Closes the gaps of deleted clauses, also of those that hold, and takes literals out that cannot hold any more.
    fn compact(&mut self, assignment: &Assignment) {
        for list in &mut self.watches {
            list.clear();
        }
        self.learnt.clear();
        let (mut from, mut to) = (1, 1);
        while from < self.words.len() {
            let length = self.words[from] as usize;
            let record = self.words[from + 1];
            let next = from + HEAD + length;
            if record != DELETED && !self.literals(from).any(|literal| assignment.value(literal) > 0) {
                let mut end = to + HEAD;
                for at in from + HEAD..next {
                    let word = self.words[at];
                    if assignment.value(Literal::from_index(word)) >= 0 {
                        self.words[end] = word;
                        end += 1;
                    }
                }
                self.words[to] = (end - to - HEAD) as u32;
                self.words[to + 1] = record;
                if record != 0 {
                    self.learnt.push(to as u32);
                }
                self.watch(to as u32);
                to = end;
            }
            from = next;
        }
        self.words.truncate(to);
    }
}
