//! What kind of condition each relation is, and the rules as they are made ground.

use crate::components::components;
use crate::program::{Atom, DOES, GOAL, Literal, Program, RelationId, TRUE};

/// How the conditions on a relation are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// At once: it is the same in every state.
    Static,
    /// By the facts of the state.
    True,
    /// Never: there are no moves when goals are evaluated.
    Does,
    /// As the `or` of its rules.
    Derived,
    /// As true or false, since it depends on itself.
    Recursive,
    /// Not at all: it is too large.
    LeftOut,
}

/// A rule.
pub(super) struct Clause {
    pub(super) head: Atom,
    pub(super) body: Vec<Literal>,
    pub(super) variables: usize,
    /// By variable: every value of it makes an instance of its own. Other variables occur in a single condition.
    pub(super) shared: Vec<bool>,
}

/// The relations of a program.
pub(super) struct Relations {
    pub(super) kinds: Vec<Kind>,
    /// By relation, for those that depend on themselves: which belong together.
    pub(super) component: Vec<u32>,
    /// The rules of each relation that depends on the state.
    pub(super) clauses: Vec<Vec<Clause>>,
    /// By relation: what it depends on directly.
    depends: Vec<Vec<u32>>,
}

impl Relations {
    pub(super) fn of(program: &Program, needed: &[bool], is_static: &[bool]) -> Self {
        let count = program.relations.len();
        let derived = |relation: usize| {
            needed[relation] && !is_static[relation] && relation != TRUE.index() && relation != DOES.index()
        };
        let mut depends: Vec<Vec<u32>> = vec![Vec::new(); count];
        for rule in program.rules.iter().filter(|rule| derived(rule.head.relation.index())) {
            for atom in rule.body.iter().filter_map(atom_of).filter(|atom| derived(atom.relation.index())) {
                depends[rule.head.relation.index()].push(atom.relation.0);
            }
        }
        for list in &mut depends {
            list.sort_unstable();
            list.dedup();
        }
        let mut kinds: Vec<Kind> =
            (0..count).map(|relation| if derived(relation) { Kind::Derived } else { Kind::Static }).collect();
        (kinds[TRUE.index()], kinds[DOES.index()]) = (Kind::True, Kind::Does);
        let mut component = vec![0; count];
        for (number, members) in components(count, |relation| &depends[relation]).into_iter().enumerate() {
            let recursive = members.len() > 1 || depends[members[0] as usize].contains(&members[0]);
            for relation in members {
                component[relation as usize] = number as u32;
                if recursive {
                    kinds[relation as usize] = Kind::Recursive;
                }
            }
        }
        let mut clauses: Vec<Vec<Clause>> = (0..count).map(|_| Vec::new()).collect();
        for rule in program.rules.iter().filter(|rule| derived(rule.head.relation.index())) {
            let head = rule.head.relation.index();
            let loops =
                |atom: &Atom| kinds[head] == Kind::Recursive && component[atom.relation.index()] == component[head];
            clauses[head].push(Clause {
                shared: shared(&rule.head, &rule.body, rule.variables as usize, loops),
                head: rule.head.clone(),
                body: rule.body.clone(),
                variables: rule.variables as usize,
            });
        }
        Relations { kinds, component, clauses, depends }
    }

    pub(super) fn kind(&self, relation: RelationId) -> Kind {
        self.kinds[relation.index()]
    }

    /// Whether two relations depend on each other.
    pub(super) fn belong_together(&self, one: RelationId, other: RelationId) -> bool {
        self.component[one.index()] == self.component[other.index()]
    }

    /// Leaves a relation out, and every one that depends on itself and needs it; `false` if goals cannot do without.
    pub(super) fn leave_out(&mut self, relation: RelationId) -> bool {
        self.kinds[relation.index()] = Kind::LeftOut;
        for start in 0..self.kinds.len() {
            if self.kinds[start] == Kind::Recursive && self.needs_what_is_left_out(start) {
                self.kinds[start] = Kind::LeftOut;
            }
        }
        self.kinds[GOAL.index()] != Kind::LeftOut
    }

    fn needs_what_is_left_out(&self, start: usize) -> bool {
        let mut seen = vec![false; self.kinds.len()];
        let mut left = vec![start as u32];
        while let Some(relation) = left.pop() {
            if self.kinds[relation as usize] == Kind::LeftOut {
                return true;
            }
            if !std::mem::replace(&mut seen[relation as usize], true) {
                left.extend_from_slice(&self.depends[relation as usize]);
            }
        }
        false
    }
}

pub(super) fn atom_of(literal: &Literal) -> Option<&Atom> {
    match literal {
        Literal::Holds(atom) | Literal::Fails(atom) => Some(atom),
        Literal::Distinct(..) => None,
    }
}

/// The variables that occur in the head, in several conditions, or in one that loops.
fn shared(head: &Atom, body: &[Literal], variables: usize, loops: impl Fn(&Atom) -> bool) -> Vec<bool> {
    const NOWHERE: usize = usize::MAX;
    let mut shared = vec![false; variables];
    let mut place = vec![NOWHERE; variables];
    head.variables(&mut |variable| shared[variable as usize] = true);
    for (number, literal) in body.iter().enumerate() {
        let all = !matches!(literal, Literal::Holds(atom) if !loops(atom));
        literal.variables(&mut |variable| {
            let variable = variable as usize;
            shared[variable] |= all || (place[variable] != NOWHERE && place[variable] != number);
            place[variable] = number;
        });
    }
    shared
}
