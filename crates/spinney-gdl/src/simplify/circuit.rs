//! Gates and signals: a circuit in which no two gates compute the same function of the same inputs.

use rustc_hash::FxHashMap;

/// A gate or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signal(pub u32);

impl Signal {
    /// Never on.
    pub const FALSE: Signal = Signal(0);
    /// Always on.
    pub const TRUE: Signal = Signal(1);

    /// The signal of a gate.
    #[inline]
    pub fn of(gate: u32) -> Signal {
        Signal(gate << 1)
    }

    /// The gate.
    #[inline]
    pub fn gate(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the gate is negated.
    #[inline]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Signal {
    type Output = Signal;
    #[inline]
    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

/// The kind of a gate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Never on: gate 0 and no other.
    Never,
    /// A fact of the state, by its number.
    Fact(u32),
    /// A move of a role, by its number.
    Does(u32),
    /// All inputs are on.
    And(Vec<Signal>),
    /// Some input is on.
    Or(Vec<Signal>),
}

impl Gate {
    /// The inputs of a gate.
    pub fn inputs(&self) -> &[Signal] {
        match self {
            Gate::And(inputs) | Gate::Or(inputs) => inputs,
            _ => &[],
        }
    }
}

/// A growing circuit.
#[derive(Debug)]
pub struct Circuit {
    /// The gates.
    pub gates: Vec<Gate>,
    known: FxHashMap<(bool, Vec<Signal>), u32>,
    /// The group of each move; moves without one are never made.
    group_of: Vec<Option<u8>>,
    /// The number of moves in each group.
    moves_of: Vec<u32>,
    first_does: u32,
    /// Conditions that many legal moves share, and their number.
    common: FxHashMap<Signal, u32>,
    /// Gates that are such a condition and the rest, apart, and by gate whether it is one.
    apart: FxHashMap<Signal, [Signal; 2]>,
    is_apart: Vec<bool>,
    /// Scratch of [`factor`](Self::factor): by signal, 0 between two calls.
    counts: Vec<u32>,
}

impl Circuit {
    /// A circuit with inputs only: facts, then moves. Of the moves of a group exactly one is made.
    pub fn new(facts: usize, group_of: Vec<Option<u8>>) -> Self {
        let mut gates = vec![Gate::Never];
        gates.extend((0..facts as u32).map(Gate::Fact));
        gates.extend((0..group_of.len() as u32).map(Gate::Does));
        let mut moves_of = vec![0; spinney::game::MAX_PLAYERS];
        for &group in group_of.iter().flatten() {
            moves_of[usize::from(group)] += 1;
        }
        Circuit {
            gates,
            known: FxHashMap::default(),
            group_of,
            moves_of,
            first_does: 1 + facts as u32,
            common: FxHashMap::default(),
            apart: FxHashMap::default(),
            is_apart: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// The signal of a fact.
    pub fn fact(&self, fact: u32) -> Signal {
        Signal::of(1 + fact)
    }

    /// The signal of a move.
    pub fn does(&self, mv: u32) -> Signal {
        Signal::of(self.first_does + mv)
    }

    /// Declares that many legal moves need a signal.
    pub fn mark_common(&mut self, signal: Signal, moves: u32) {
        if signal.gate() != 0 {
            self.common.insert(signal, moves);
        }
    }

    /// Splits a legal move into a common condition and the rest, so that the rest can be propagated without the
    /// condition: whose turn it is changes at every step.
    pub fn set_apart(&mut self, legal: Signal) -> Signal {
        let Gate::And(inputs) = &self.gates[legal.gate() as usize] else { return legal };
        let shared = inputs.iter().filter_map(|input| Some((*self.common.get(input)?, *input)));
        let common = shared.max().map(|(_, input)| input);
        let (Some(common), false, true) = (common, legal.is_negated(), inputs.len() > 2) else { return legal };
        let rest = inputs.iter().copied().filter(|&input| input != common).collect();
        let rest = self.and(rest);
        let legal = self.and(vec![common, rest]);
        self.apart.insert(legal, [common, rest]);
        self.is_apart.resize(self.gates.len(), false);
        self.is_apart[legal.gate() as usize] = true;
        legal
    }

    /// Replaces legal moves in a product by their common conditions and the rest, so that the conditions can be
    /// factored out.
    pub fn open_up(&self, product: &mut Vec<Signal>) {
        let may_be_apart = |signal: &Signal| self.is_apart.get(signal.gate() as usize).copied().unwrap_or(false);
        if product.iter().any(may_be_apart) {
            let parts = |&signal: &Signal| match self.apart.get(&signal) {
                Some(&[common, rest]) => vec![common, rest],
                None => vec![signal],
            };
            *product = product.iter().flat_map(parts).collect();
            product.sort_unstable();
            product.dedup();
        }
    }

    /// An `or` whose inputs are given later by [`close`](Self::close), for atoms that depend on themselves.
    pub fn reserve(&mut self) -> Signal {
        self.gates.push(Gate::Or(Vec::new()));
        Signal::of(self.gates.len() as u32 - 1)
    }

    /// Gives a reserved gate its inputs.
    pub fn close(&mut self, reserved: Signal, mut inputs: Vec<Signal>) {
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|&input| input != Signal::FALSE && input != reserved);
        self.gates[reserved.gate() as usize] = Gate::Or(inputs);
    }

    /// All of these signals are on.
    pub fn and(&mut self, inputs: Vec<Signal>) -> Signal {
        !self.either(inputs.into_iter().map(|input| !input).collect(), true)
    }

    /// Some of these signals is on.
    pub fn or(&mut self, inputs: Vec<Signal>) -> Signal {
        self.either(inputs, false)
    }

    /// The disjunction of the inputs; `negated` says that the gate is kept as an `and` of their negations.
    fn either(&mut self, mut inputs: Vec<Signal>, negated: bool) -> Signal {
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.first() == Some(&Signal::FALSE) {
            inputs.remove(0);
        }
        let opposed = inputs.windows(2).any(|pair| pair[0] == !pair[1]);
        if opposed || inputs.first() == Some(&Signal::TRUE) {
            return Signal::TRUE;
        }
        let Some(mut inputs) = self.use_single_moves(inputs) else { return Signal::TRUE };
        match inputs.len() {
            0 => return Signal::FALSE,
            1 => return inputs[0],
            _ => {}
        }
        if negated {
            inputs.iter_mut().for_each(|input| *input = !*input);
            inputs.sort_unstable();
        }
        let gates = &mut self.gates;
        let gate = *self.known.entry((negated, inputs)).or_insert_with_key(|(_, inputs)| {
            gates.push(if negated { Gate::And(inputs.clone()) } else { Gate::Or(inputs.clone()) });
            gates.len() as u32 - 1
        });
        if negated { !Signal::of(gate) } else { Signal::of(gate) }
    }

    /// Simplifies a disjunction by the rule that exactly one move of each group is made; `None` if it always holds.
    fn use_single_moves(&mut self, inputs: Vec<Signal>) -> Option<Vec<Signal>> {
        let Circuit { group_of, first_does, .. } = &*self;
        let group = |signal: Signal| {
            let mv = signal.gate().checked_sub(*first_does)?;
            group_of.get(mv as usize).copied().flatten().map(usize::from)
        };
        let mut made = [0u32; spinney::game::MAX_PLAYERS];
        let mut unmade = [0u32; spinney::game::MAX_PLAYERS];
        let mut any = false;
        for &input in &inputs {
            if let Some(group) = group(input) {
                any = true;
                if input.is_negated() { unmade[group] += 1 } else { made[group] += 1 }
            }
        }
        if !any {
            return Some(inputs);
        }
        // Two moves of a group are never made together.
        if unmade.iter().any(|&count| count > 1) {
            return None;
        }
        let mut result = inputs;
        for number in 0..made.len() {
            if unmade[number] == 1 {
                // Another move of the same group implies that this one is not made.
                result.retain(|&input| group(input) != Some(number) || input.is_negated());
                continue;
            }
            if made[number] == self.moves_of[number] && made[number] > 0 {
                return None;
            }
            if made[number] < 2 || made[number] * 2 <= self.moves_of[number] {
                continue;
            }
            let listed: Vec<Signal> = result.iter().copied().filter(|&input| group(input) == Some(number)).collect();
            let others: Vec<Signal> = (0..group_of.len() as u32)
                .filter(|&mv| group_of[mv as usize].map(usize::from) == Some(number))
                .map(|mv| Signal::of(first_does + mv))
                .filter(|other| listed.binary_search(other).is_err())
                .collect();
            result.retain(|&input| group(input) != Some(number));
            // All the others fail: an `and` of negations, which is shared with every reader of their `or`.
            let rest = !self.or(others);
            result.push(rest);
            return self.use_single_moves_again(result);
        }
        Some(result)
    }

    fn use_single_moves_again(&mut self, mut inputs: Vec<Signal>) -> Option<Vec<Signal>> {
        inputs.sort_unstable();
        inputs.dedup();
        if inputs.windows(2).any(|pair| pair[0] == !pair[1]) { None } else { self.use_single_moves(inputs) }
    }

    /// A disjunction of conjunctions, with common factors pulled out: `ab + ac` becomes `a(b + c)`.
    pub fn sum_of_products(&mut self, products: Vec<Vec<Signal>>) -> Signal {
        self.factor(products, 0)
    }

    fn factor(&mut self, mut products: Vec<Vec<Signal>>, depth: u32) -> Signal {
        const DEEPEST: u32 = 40;
        products.sort_unstable();
        products.dedup();
        if products.first().is_some_and(Vec::is_empty) {
            return Signal::TRUE;
        }
        if products.len() < 2 || depth == DEEPEST {
            let terms = products.into_iter().map(|product| self.and(product)).collect();
            return self.or(terms);
        }
        let mut counts = std::mem::take(&mut self.counts);
        if counts.len() < self.gates.len() * 2 {
            counts.resize(self.gates.len() * 3, 0);
        }
        for factor in products.iter().flatten() {
            counts[factor.0 as usize] += 1;
        }
        // Each product goes to its most frequent factor; among equals to the lowest signal, since facts come before
        // moves and inputs before gates.
        let mut groups: Vec<(Signal, Vec<Signal>)> = Vec::with_capacity(products.len());
        for mut product in products {
            let factor = *product
                .iter()
                .max_by_key(|&&factor| (counts[factor.0 as usize], std::cmp::Reverse(factor)))
                .expect("the empty product was dealt with");
            product.retain(|&other| other != factor);
            groups.push((factor, product));
        }
        for (factor, product) in &groups {
            counts[factor.0 as usize] = 0;
            product.iter().for_each(|other| counts[other.0 as usize] = 0);
        }
        self.counts = counts;
        groups.sort_unstable();
        let mut terms = Vec::new();
        let mut groups = groups.into_iter().peekable();
        while let Some((factor, product)) = groups.next() {
            let mut rest = vec![product];
            while let Some((_, product)) = groups.next_if(|(other, _)| *other == factor) {
                rest.push(product);
            }
            let term = if rest.len() == 1 {
                let mut product = rest.remove(0);
                product.push(factor);
                self.and(product)
            } else {
                let rest = self.factor(rest, depth + 1);
                self.and(vec![factor, rest])
            };
            terms.push(term);
        }
        self.or(terms)
    }
}
