//! Random rules: their heads, what binds their variables, and what else they ask for.

use super::{Generator, Scope, Signature, Sort, signature};

/// The variables of a rule under construction.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    sorts: Vec<Sort>,
    bound: Vec<bool>,
}

impl Variables {
    fn fresh(&mut self, sort: Sort) -> usize {
        self.sorts.push(sort);
        self.bound.push(false);
        self.sorts.len() - 1
    }

    fn of(&self, sort: Sort, bound: bool) -> Vec<usize> {
        (0..self.sorts.len()).filter(|&v| self.sorts[v] == sort && (!bound || self.bound[v])).collect()
    }
}

/// Which variables a term may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// Those bound already.
    Bound,
    /// Any of the rule, and new ones.
    Any,
    /// None.
    Ground,
}

impl Generator {
    /// Writes a rule for `head`, or for `(wrap … head)`.
    pub(super) fn rule(
        &mut self,
        wrap: &str,
        before: &[Sort],
        head: &Signature,
        scope: &Scope,
        recursive: &[Signature],
        also: &[&str],
    ) {
        let mut variables = Variables::default();
        let outer: Vec<String> = before.iter().map(|&sort| self.term(sort, &mut variables, Use::Any)).collect();
        let inner = self.atom(head, &mut variables, Use::Any);
        let head = if wrap.is_empty() {
            inner
        } else {
            let words: Vec<String> = [self.keyword(wrap)].into_iter().chain(outer).chain([inner]).collect();
            format!("({})", words.join(" "))
        };
        let mut body: Vec<String> = also.iter().map(|&literal| literal.to_owned()).collect();
        self.bind(&mut variables, scope, &mut body);
        if !recursive.is_empty() || self.dice.percent(60) {
            for _ in 0..1 + self.dice.below(2) {
                let literal = self.positive(scope, &mut variables, Use::Any);
                body.push(literal);
            }
            self.bind(&mut variables, scope, &mut body);
        }
        for _ in 0..self.dice.below(3) {
            let literal = self.condition(scope, &mut variables, 2);
            body.push(literal);
        }
        if !recursive.is_empty() {
            let again = self.dice.choose(recursive).clone();
            let literal = self.atom(&again, &mut variables, Use::Bound);
            body.push(literal);
        }
        if body.is_empty() && self.dice.percent(50) {
            self.line(&head);
            return;
        }
        for at in (1..body.len()).rev() {
            body.swap(at, self.dice.below(at + 1));
        }
        let body: Vec<String> = [head].into_iter().chain(body).collect();
        self.line(&format!("(<= {})", body.join(" ")));
    }

    /// Adds literals that bind all variables.
    fn bind(&mut self, variables: &mut Variables, scope: &Scope, body: &mut Vec<String>) {
        while let Some(open) = (0..variables.sorts.len()).find(|&v| !variables.bound[v]) {
            if self.dice.percent(40) {
                // It may or may not contain the variable.
                let literal = self.positive(scope, variables, Use::Any);
                body.push(literal);
                continue;
            }
            let name = match variables.sorts[open] {
                Sort::Item => "item",
                Sort::Pair => "duo",
                Sort::Box => "carton",
                Sort::Role => "role",
            };
            variables.bound[open] = true;
            let sure = format!("({name} ?v{open})");
            if self.dice.percent(15) {
                body.push(format!("({} {sure} {sure})", self.keyword("or")));
            } else {
                body.push(sure);
            }
        }
    }

    /// A literal that holds; it binds its variables if `usage` is `Any`.
    fn positive(&mut self, scope: &Scope, variables: &mut Variables, usage: Use) -> String {
        let kinds = [true, !scope.fluents.is_empty(), !scope.moves.is_empty()];
        let kind = loop {
            let kind = self.dice.below(3);
            if kinds[kind] {
                break kind;
            }
        };
        let before = variables.sorts.len();
        let text = match kind {
            0 => {
                let relation = self.dice.choose(&scope.relations).clone();
                self.atom(&relation, variables, usage)
            }
            1 => {
                let fluent = self.dice.choose(&scope.fluents).clone();
                format!("({} {})", self.keyword("true"), self.atom(&fluent, variables, usage))
            }
            _ => {
                let role = self.term(Sort::Role, variables, usage);
                let action = self.dice.choose(&scope.moves).clone();
                let action = if self.dice.percent(15) { "pass".into() } else { self.atom(&action, variables, usage) };
                format!("({} {role} {action})", self.keyword("does"))
            }
        };
        if usage == Use::Any {
            for v in 0..variables.sorts.len() {
                let name = format!("?v{v}");
                let occurs = v >= before
                    || text.split(|c: char| c.is_whitespace() || c == '(' || c == ')').any(|word| word == name);
                variables.bound[v] |= occurs;
            }
        }
        text
    }

    /// A condition on bound variables.
    fn condition(&mut self, scope: &Scope, variables: &mut Variables, depth: usize) -> String {
        match self.dice.below(if depth == 0 { 6 } else { 8 }) {
            0 | 1 => self.positive(scope, variables, Use::Bound),
            2 | 3 => {
                let inner = match self.dice.below(8) {
                    0 if depth > 0 => self.alternatives(scope, variables, depth - 1),
                    1 => self.distinct(variables),
                    2 if depth > 0 => {
                        let inner = self.positive(scope, variables, Use::Bound);
                        format!("({} {inner})", self.keyword("not"))
                    }
                    3 => {
                        let ghost = signature("ghost", &[Sort::Item]);
                        self.atom(&ghost, variables, Use::Bound)
                    }
                    _ => self.positive(scope, variables, Use::Bound),
                };
                format!("({} {inner})", self.keyword("not"))
            }
            4 => self.distinct(variables),
            5 if self.dice.percent(15) => "(unknown x)".into(),
            5 => self.distinct(variables),
            _ => self.alternatives(scope, variables, depth - 1),
        }
    }

    fn alternatives(&mut self, scope: &Scope, variables: &mut Variables, depth: usize) -> String {
        let branches: Vec<String> =
            (0..1 + self.dice.below(3)).map(|_| self.condition(scope, variables, depth)).collect();
        format!("({} {})", self.keyword("or"), branches.join(" "))
    }

    fn distinct(&mut self, variables: &mut Variables) -> String {
        let sort = *self.dice.choose(&[Sort::Item, Sort::Item, Sort::Pair, Sort::Role]);
        let (a, b) = (self.term(sort, variables, Use::Bound), self.term(sort, variables, Use::Bound));
        format!("({} {a} {b})", self.keyword("distinct"))
    }

    pub(super) fn atom(&mut self, signature: &Signature, variables: &mut Variables, usage: Use) -> String {
        if signature.sorts.is_empty() {
            return signature.name.clone();
        }
        let terms: Vec<String> = signature.sorts.iter().map(|&sort| self.term(sort, variables, usage)).collect();
        format!("({} {})", signature.name, terms.join(" "))
    }

    fn term(&mut self, sort: Sort, variables: &mut Variables, usage: Use) -> String {
        let known = variables.of(sort, usage == Use::Bound);
        if usage != Use::Ground && self.dice.percent(75) {
            if !known.is_empty() && (usage == Use::Bound || self.dice.percent(60)) {
                return format!("?v{}", self.dice.choose(&known));
            }
            if usage == Use::Any && variables.sorts.len() < 4 {
                return format!("?v{}", variables.fresh(sort));
            }
        }
        match sort {
            Sort::Item => (*self.dice.choose(&self.items.clone())).to_owned(),
            Sort::Role => (*self.dice.choose(&self.roles.clone())).to_owned(),
            Sort::Pair => {
                let (a, b) = (self.term(Sort::Item, variables, usage), self.term(Sort::Item, variables, usage));
                format!("(pair {a} {b})")
            }
            Sort::Box => {
                let (a, b) = (self.term(Sort::Pair, variables, usage), self.term(Sort::Item, variables, usage));
                format!("(box {a} {b})")
            }
        }
    }

    /// A word of the language, which may be written in capitals.
    fn keyword(&mut self, word: &str) -> String {
        if self.loud && self.dice.percent(30) { word.to_uppercase() } else { word.to_owned() }
    }
}
