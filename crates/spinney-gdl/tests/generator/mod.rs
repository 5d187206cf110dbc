//! Random rule sheets: small, valid, and with everything in them that the language allows.
//!
//! Variables have sorts, so that function terms cannot grow from state to state. Every role may always pass, and a
//! counter ends the game.

mod dice;
mod rules;

use std::fmt::Write;

pub(crate) use dice::Dice;
use rules::{Use, Variables};

/// The number of steps after which a game is over.
pub(crate) const STEPS: usize = 6;

/// What a place of an atom can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    /// Plain constants.
    Item,
    /// `(pair Item Item)`.
    Pair,
    /// `(box Pair Item)`.
    Box,
    Role,
}

/// A relation or function with the sorts of its arguments.
#[derive(Clone, Debug)]
struct Signature {
    name: String,
    sorts: Vec<Sort>,
}

/// What the body of a rule may speak about.
#[derive(Clone, Debug, Default)]
struct Scope {
    relations: Vec<Signature>,
    fluents: Vec<Signature>,
    moves: Vec<Signature>,
}

struct Generator {
    dice: Dice,
    items: Vec<&'static str>,
    roles: Vec<&'static str>,
    loud: bool,
    text: String,
}

/// The text of the sheet with this number.
pub(crate) fn sheet(seed: u64) -> String {
    let mut dice = Dice(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x5851_f42d);
    let items =
        [&["a", "b", "c"][..], &["1", "2", "3", "Four"], &["a", "B", "cC"], &["x", "y"]][dice.below(4)].to_vec();
    let roles = ["red", "Blue", "green"][..1 + dice.below(3)].to_vec();
    let loud = dice.percent(10);
    Generator { dice, items, roles, loud, text: String::new() }.run()
}

fn signature(name: impl Into<String>, sorts: &[Sort]) -> Signature {
    Signature { name: name.into(), sorts: sorts.to_vec() }
}

impl Generator {
    fn run(mut self) -> String {
        for role in self.roles.clone() {
            self.line(&format!("(role {role})"));
        }
        for n in 0..STEPS {
            self.line(&format!("(Succ {n} {})", n + 1));
        }
        for item in self.items.clone() {
            self.line(&format!("(item {item})"));
        }
        let mut fixed = self.fixed();
        let fluents = self.fluents();
        let moves = self.moves();
        self.begin(&fixed, &fluents);
        fixed.fluents = fluents.clone();
        let derived = 1 + self.dice.below(4);
        let state = self.layers("d", derived, fixed);
        self.actions(&state, &moves);
        let mut all = state.clone();
        all.moves = moves;
        let effects = self.dice.below(3);
        let all = self.layers("e", effects, all);
        self.successors(&all, &fluents);
        self.outcomes(&state);
        self.text
    }

    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        if self.dice.percent(3) {
            self.text.push_str("; a (comment\n");
        }
    }

    /// Relations that are the same in every state.
    fn fixed(&mut self) -> Scope {
        let mut scope = Scope { relations: vec![signature("item", &[Sort::Item])], ..Scope::default() };
        let edge = signature("Edge", &[Sort::Item, Sort::Item]);
        let duo = signature("duo", &[Sort::Pair]);
        let carton = signature("carton", &[Sort::Box]);
        for facts in [edge, duo, carton] {
            for _ in 0..1 + self.dice.below(4) {
                let atom = self.atom(&facts, &mut Variables::default(), Use::Ground);
                self.line(&atom);
            }
            scope.relations.push(facts);
        }
        scope.relations.push(signature("role", &[Sort::Role]));
        // Pairs of items that are not the same, as sheets write it for squares.
        for differ in ["?a ?c", "?b ?d"] {
            let items = "(item ?a) (item ?b) (item ?c) (item ?d)";
            self.line(&format!("(<= (apart ?a ?b ?c ?d) (distinct {differ}) {items})"));
        }
        scope.relations.push(signature("apart", &[Sort::Item; 4]));
        let layers = self.dice.below(3);
        self.layers("s", layers, scope)
    }

    fn fluents(&mut self) -> Vec<Signature> {
        let mut fluents = vec![signature("on", &[Sort::Item])];
        let more = [
            signature("at", &[Sort::Item, Sort::Item]),
            signature("Pos", &[Sort::Pair, Sort::Item]),
            signature("held", &[Sort::Role, Sort::Item]),
            signature("flag", &[]),
            signature("full", &[Sort::Box]),
        ];
        for fluent in more {
            if self.dice.percent(50) {
                fluents.push(fluent);
            }
        }
        fluents
    }

    fn moves(&mut self) -> Vec<Signature> {
        let mut moves = vec![signature("put", &[Sort::Item])];
        let more =
            [signature("go", &[Sort::Pair]), signature("Swap", &[Sort::Item, Sort::Item]), signature("wait", &[])];
        for action in more {
            if self.dice.percent(50) {
                moves.push(action);
            }
        }
        moves
    }

    fn begin(&mut self, fixed: &Scope, fluents: &[Signature]) {
        self.line("(init (step 0))");
        for fluent in fluents {
            for _ in 0..self.dice.below(3) {
                let term = self.atom(fluent, &mut Variables::default(), Use::Ground);
                self.line(&format!("(init {term})"));
            }
            if self.dice.percent(40) {
                self.rule("init", &[], fluent, fixed, &[], &[]);
            }
        }
    }

    /// Adds relations, each made of those before it, some of them recursive, alone or in twos.
    fn layers(&mut self, prefix: &str, count: usize, mut scope: Scope) -> Scope {
        let mut number = 0;
        for _ in 0..count {
            let mut group = Vec::new();
            for _ in 0..1 + usize::from(self.dice.percent(30)) {
                let sorts: Vec<Sort> = (0..self.dice.below(4)).map(|_| self.sort()).collect();
                let name = format!("{prefix}{number}{}", if self.dice.percent(20) { "X" } else { "" });
                group.push(signature(name, &sorts));
                number += 1;
            }
            let recursive = group.len() == 2 || self.dice.percent(30);
            for head in &group {
                for _ in 0..1 + self.dice.below(2) {
                    self.rule("", &[], head, &scope, &[], &[]);
                }
                if recursive {
                    self.rule("", &[], head, &scope, &group, &[]);
                }
            }
            scope.relations.extend(group);
        }
        scope
    }

    fn sort(&mut self) -> Sort {
        *self.dice.choose(&[Sort::Item, Sort::Item, Sort::Item, Sort::Pair, Sort::Box, Sort::Role])
    }

    fn actions(&mut self, state: &Scope, moves: &[Signature]) {
        let unless = if self.dice.percent(50) { "" } else { " (not (nothing ?r))" };
        self.line(&format!("(<= (legal ?r pass) (role ?r){unless})"));
        for action in moves {
            for _ in 0..1 + self.dice.below(2) {
                self.rule("legal", &[Sort::Role], action, state, &[], &[]);
            }
        }
    }

    fn successors(&mut self, all: &Scope, fluents: &[Signature]) {
        self.line("(<= (next (step ?n)) (true (step ?m)) (Succ ?m ?n))");
        for fluent in fluents {
            for _ in 0..1 + self.dice.below(3) {
                self.rule("next", &[], fluent, all, &[], &[]);
            }
        }
    }

    fn outcomes(&mut self, state: &Scope) {
        let _ = writeln!(self.text, "(<= terminal (true (step {STEPS})))");
        if self.dice.percent(40) {
            self.rule("", &[], &signature("terminal", &[]), state, &[], &[&format!("(not (true (step {})))", 0)]);
        }
        for _ in 0..1 + self.dice.below(3) {
            let value = signature(["0", "30", "50", "100"][self.dice.below(4)], &[]);
            self.rule("goal", &[Sort::Role], &value, state, &[], &[]);
        }
    }
}
