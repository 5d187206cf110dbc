//! Which variable is decided next: the one that took part in most conflicts lately (VSIDS, Moskewicz et al. 2001).

use spinney::random::Random;

/// The greatest activity; all are scaled down before they get there.
const GREATEST: f64 = 1e100;

/// A heap of variables, the most active one on top.
#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    /// Where each variable stands in the heap.
    position: Vec<u32>,
}

/// No position.
const ABSENT: u32 = u32::MAX;

impl Order {
    /// All variables, the first ones on top.
    pub(super) fn new(variables: usize) -> Order {
        let all: Vec<u32> = (0..variables as u32).collect();
        Order { activity: vec![0.0; variables], step: 1.0, heap: all.clone(), position: all }
    }

    /// Brings variables without activity into random order. None must have been taken.
    pub(super) fn shuffle(&mut self, rng: &mut Random) {
        rng.shuffle(&mut self.heap);
        for (at, &variable) in self.heap.iter().enumerate() {
            self.position[variable as usize] = at as u32;
        }
    }

    /// Moves a variable up that took part in a conflict.
    pub(super) fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.step;
        if self.activity[variable] > GREATEST {
            self.activity.iter_mut().for_each(|activity| *activity /= GREATEST);
            self.step /= GREATEST;
        }
        if self.position[variable] != ABSENT {
            self.rise(self.position[variable] as usize);
        }
    }

    /// Lets earlier conflicts count less: by this factor.
    pub(super) fn decay(&mut self, factor: f64) {
        self.step /= factor;
    }

    /// Puts a variable back, if it is not there.
    pub(super) fn insert(&mut self, variable: usize) {
        if self.position[variable] == ABSENT {
            self.position[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active variable.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let last = self.heap.pop()?;
        let top = match self.heap.first_mut() {
            Some(first) => {
                let top = std::mem::replace(first, last);
                self.position[last as usize] = 0;
                self.sink();
                top
            }
            None => last,
        };
        self.position[top as usize] = ABSENT;
        Some(top as usize)
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        let activity = self.activity[variable as usize];
        while at > 0 {
            let above = (at - 1) / 2;
            if self.activity[self.heap[above] as usize] >= activity {
                break;
            }
            self.put(at, self.heap[above]);
            at = above;
        }
        self.put(at, variable);
    }

    fn sink(&mut self) {
        let variable = self.heap[0];
        let activity = self.activity[variable as usize];
        let mut at = 0;
        loop {
            let mut below = 2 * at + 1;
            if below >= self.heap.len() {
                break;
            }
            let of = |at: usize| self.activity[self.heap[at] as usize];
            if below + 1 < self.heap.len() && of(below + 1) > of(below) {
                below += 1;
            }
            if of(below) <= activity {
                break;
            }
            self.put(at, self.heap[below]);
            at = below;
        }
        self.put(at, variable);
    }

    #[inline(always)]
    fn put(&mut self, at: usize, variable: u32) {
        self.heap[at] = variable;
        self.position[variable as usize] = at as u32;
    }
}
