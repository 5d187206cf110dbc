//! Variables that several `or`s of a rule share although none of them always binds them.
//!
//! In `(or (p ?z) q) (or (r ?z) s)` the variable matters only if the first alternatives are chosen; otherwise its value
//! is irrelevant. Auxiliary relations need a value for it all the same. It is taken from a domain: all values that an
//! alternative may give it, and one more so that the domain is not empty.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::alternatives::Providers;
use super::formula::Formula;
use super::normalise::Normaliser;
use super::safety::Binder;
use crate::program::{Atom, Term};

/// The value that stands for no value. No rule sheet can contain it, as names have no blanks.
const NO_VALUE: &str = "no value";

/// The conditions from which the loose variables of a body may get their values.
pub(super) struct Domains {
    loose: FxHashSet<u32>,
    /// Conditions, each with the atoms that hold wherever it does.
    sources: Vec<(Formula, Rc<Providers>)>,
}

impl Domains {
    /// The loose variables of a flat body.
    pub(super) fn of(body: &[Formula]) -> Self {
        let mut binder = Binder::new(|_: &Atom| true);
        binder.bind_body(body);
        let mut loose = FxHashSet::default();
        let mut note = |variable| {
            if !binder.is_variable_bound(variable) {
                loose.insert(variable);
            }
        };
        body.iter().for_each(|part| part.variables(&mut note));
        let mut domains = Domains { loose, sources: Vec::new() };
        if !domains.loose.is_empty() {
            domains.collect(body, &mut Vec::new());
        }
        domains
    }

    fn collect(&mut self, parts: &[Formula], outer: &mut Vec<Atom>) {
        let mark = outer.len();
        for part in parts {
            if let Formula::Holds(atom, _) = part {
                outer.push(atom.clone());
            }
        }
        let mut providers = None;
        for part in parts {
            match part {
                Formula::Holds(..) if self.is_loose(part) => self.sources.push((part.clone(), Rc::default())),
                Formula::Equal(..) if self.is_loose(part) => {
                    let providers = providers.get_or_insert_with(|| {
                        let mut providers = Providers::default();
                        outer.iter().rev().for_each(|atom| providers.add(atom));
                        Rc::new(providers)
                    });
                    self.sources.push((part.clone(), Rc::clone(providers)));
                }
                Formula::All(parts) => self.collect(parts, outer),
                Formula::Any(parts) => {
                    for part in parts {
                        self.collect(std::slice::from_ref(part), outer);
                    }
                }
                _ => {}
            }
        }
        outer.truncate(mark);
    }

    fn is_loose(&self, part: &Formula) -> bool {
        let mut any = false;
        part.variables(&mut |variable| any |= self.loose.contains(&variable));
        any
    }
}

impl Normaliser<'_, '_> {
    /// Adds a domain to the providers for each loose variable that is shared, and the rules of the domain. False if it
    /// cannot be found.
    pub(super) fn bind_loose<'v>(
        &mut self,
        domains: Domains,
        shared: impl Iterator<Item = &'v u32>,
        providers: &mut Providers,
        rules: &mut Vec<(Atom, Vec<Formula>)>,
    ) -> bool {
        let mut known = FxHashSet::default();
        for &variable in shared.filter(|variable| domains.loose.contains(variable)) {
            if !known.insert(variable) {
                continue;
            }
            let relation = self.auxiliary(1);
            let head = Atom { relation, arguments: vec![Term::Variable(variable)] };
            let none = Term::Constant(self.names.symbols.intern(NO_VALUE));
            rules.push((Atom { relation, arguments: vec![none] }, Vec::new()));
            for (source, atoms) in &domains.sources {
                let mut mentioned = false;
                source.variables(&mut |other| mentioned |= other == variable);
                if mentioned {
                    let Some(body) = atoms.complete(&head, vec![source.clone()], self.at) else {
                        return false;
                    };
                    rules.push((head.clone(), body));
                }
            }
            providers.add(&head);
        }
        true
    }
}
