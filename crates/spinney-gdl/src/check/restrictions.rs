//! The semantic restrictions of GDL.

use rustc_hash::FxHashSet;

use super::formula::{Draft, Formula};
use super::graph::{Components, Edge, Graph};
use super::names::Names;
use super::problems::Problems;
use super::safety::{Binder, term_is_bound, unsafe_variables};
use crate::program::{
    Atom, BASE, DOES, GOAL, INIT, INPUT, KEYWORDS, LEGAL, NEXT, ROLE, RelationId, TERMINAL, TRUE, Term,
};

/// The maximum number of cycles through a negation that are reported.
const MOST_CYCLES: usize = 100;

/// The number of steps of a long path that are shown at its beginning, and at its end.
const SHOWN: usize = 6;

/// The dependency graph of the relations of a rule sheet.
pub(super) fn dependencies(drafts: &[Draft], relations: usize) -> Graph {
    let mut graph = Graph::new(relations);
    for draft in drafts {
        for part in &draft.body {
            part.atoms(&mut |atom, holds, at| {
                graph.add(draft.head.relation.0, Edge { to: atom.relation.0, negative: !holds, at });
            });
        }
    }
    graph
}

/// Binds the role in rules of `legal`, `goal` and `input` that hold for any role, by the condition that it is one.
///
/// Such rules are outside of the language. As in the reference implementation, an unbound role is independent of
/// variables of the same name under a `not`: those range over the roles on their own.
pub(super) fn bind_roles(drafts: &mut [Draft], problems: &mut Problems) {
    for draft in drafts {
        if [LEGAL, GOAL, INPUT].contains(&draft.head.relation)
            && let Some(&Term::Variable(variable)) = draft.head.arguments.first()
            && unsafe_variables(&draft.head, &draft.body).contains(&variable)
        {
            let name = draft.variables[variable as usize].name.clone();
            problems.warning(draft.at, format!("the variable `{name}` is not bound; `(role {name})` is assumed"));
            let is_role =
                |variable| Formula::Holds(Atom { relation: ROLE, arguments: vec![Term::Variable(variable)] }, draft.at);
            let mut in_body = false;
            draft.body.iter().for_each(|part| part.variables(&mut |other| in_body |= other == variable));
            if in_body {
                let own = draft.variables.len() as u32;
                draft.body.insert(0, is_role(variable));
                draft.body.insert(0, is_role(own));
                draft.variables.push(draft.variables[variable as usize].clone());
                draft.head.arguments.iter_mut().for_each(|term| replace(term, variable, own));
            } else {
                draft.body.insert(0, is_role(variable));
            }
        }
    }
}

/// Replaces one variable by another.
fn replace(term: &mut Term, old: u32, new: u32) {
    match term {
        Term::Variable(variable) if *variable == old => *variable = new,
        Term::Variable(_) | Term::Constant(_) => {}
        Term::Function(_, arguments) => arguments.iter_mut().for_each(|term| replace(term, old, new)),
    }
}

/// Every variable must be bound. Rules that violate this are removed if nothing depends on them.
pub(super) fn check_safety(drafts: &mut Vec<Draft>, graph: &Graph, names: &Names, problems: &mut Problems) {
    let used = graph.reachable(0..KEYWORDS.len() as u32);
    drafts.retain(|draft| {
        let found = unsafe_variables(&draft.head, &draft.body);
        if used[draft.head.relation.index()] {
            for &variable in &found {
                let variable = &draft.variables[variable as usize];
                problems.error(
                    variable.at,
                    format!(
                        "the variable `{}` is not bound: it must also occur in a condition that is not negated",
                        variable.name
                    ),
                );
            }
            return true;
        }
        if let Some(&first) = found.first() {
            let (variable, name) = (&draft.variables[first as usize], names.name(draft.head.relation));
            problems.warning(
                variable.at,
                format!(
                    "the variable `{}` is not bound; the rule is ignored, as nothing needs `{name}`",
                    variable.name
                ),
            );
        }
        found.is_empty()
    });
}

/// Cycles through a negation, one for each component that has any, with the offset of the negation; up to a limit.
pub(super) fn negative_cycles(graph: &Graph, components: &Components, names: &Names) -> Vec<(usize, String)> {
    let mut reported = FxHashSet::default();
    let mut cycles = Vec::new();
    for from in 0..graph.len() as u32 {
        if cycles.len() == MOST_CYCLES {
            break;
        }
        let component = components.of[from as usize];
        for edge in graph.edges(from) {
            if !edge.negative || components.of[edge.to as usize] != component || !reported.insert(component) {
                continue;
            }
            let back = graph.path(edge.to, from, |node| components.of[node as usize] == component).unwrap_or_default();
            cycles.push((edge.at, write_path(from, std::iter::once(edge).chain(&back), names)));
        }
    }
    cycles
}

/// In a condition that the head may lead to, every argument must be ground, or an argument of the head, or bound by
/// conditions that the head does not lead to. Otherwise terms could grow for ever.
pub(super) fn check_recursion(drafts: &[Draft], components: &Components, names: &Names, problems: &mut Problems) {
    for draft in drafts {
        let own = components.of[draft.head.relation.index()];
        let recursive = |atom: &Atom| components.of[atom.relation.index()] == own;
        let mut any = false;
        draft.body.iter().for_each(|part| part.atoms(&mut |atom, _, _| any |= recursive(atom)));
        if !any {
            continue;
        }
        let mut binder = Binder::new(|atom: &Atom| !recursive(atom));
        binder.bind_body(&draft.body);
        binder.visit(&draft.body, &mut |formula, bound| {
            let Formula::Holds(atom, at) = formula else { return };
            let restricted = |term: &Term| draft.head.arguments.contains(term) || term_is_bound(term, bound);
            if recursive(atom) && !atom.arguments.iter().all(restricted) {
                let (name, head) = (names.name(atom.relation), names.name(draft.head.relation));
                problems.error(
                    *at,
                    format!(
                        "the recursion is not restricted: `{name}` depends on `{head}`, so each of its arguments here \
                         must be ground, an argument of the head, or bound by other conditions"
                    ),
                );
            }
        });
    }
}

/// Dependencies that the language forbids for its keywords. Some servers play rule sheets with those of the queries that
/// are made before the moves are known; see [`without_moves`](super::moveless::without_moves).
pub(super) fn check_dependence(graph: &Graph, names: &Names, problems: &mut Problems) {
    const FORBIDDEN: [(RelationId, RelationId, bool); 9] = [
        (INIT, TRUE, true),
        (INIT, DOES, true),
        (LEGAL, DOES, false),
        (GOAL, DOES, false),
        (TERMINAL, DOES, false),
        (BASE, TRUE, false),
        (BASE, DOES, true),
        (INPUT, TRUE, false),
        (INPUT, DOES, true),
    ];
    for (from, to, error) in FORBIDDEN {
        let Some(path) = graph.path(from.0, to.0, |_| true) else { continue };
        let Some(first) = path.first() else { continue };
        let (name, forbidden) = (names.name(from), names.name(to));
        let mut message = format!("`{name}` must not depend on `{forbidden}`: {}", write_path(from.0, &path, names));
        if [LEGAL, GOAL, TERMINAL].contains(&from) {
            message += "; it is evaluated as if no move were made";
        }
        if error {
            problems.error(first.at, message);
        } else {
            problems.warning(first.at, message);
        }
    }
}

/// Roles are facts, in the order of the moves.
pub(super) fn check_roles(drafts: &[Draft], problems: &mut Problems) {
    for draft in drafts {
        if draft.head.relation == ROLE && !draft.body.is_empty() {
            problems.error(draft.at, "a role must be a fact, not a rule");
        }
    }
}

/// Checks that the relations that make a game have rules, and warns about other relations without rules.
pub(super) fn check_presence(drafts: &[Draft], names: &Names, problems: &mut Problems) {
    let mut defined = vec![false; names.relations.len()];
    defined[TRUE.index()] = true;
    defined[DOES.index()] = true;
    for draft in drafts {
        defined[draft.head.relation.index()] = true;
    }
    let end = problems.source.text().trim_end().len();
    for (relation, why, error) in [
        (ROLE, "nobody plays", true),
        (LEGAL, "there are no moves", true),
        (GOAL, "nobody wins or loses", true),
        (TERMINAL, "the game never ends", true),
        (INIT, "the first state is empty", false),
        (NEXT, "all states but the first are empty", false),
    ] {
        if !std::mem::replace(&mut defined[relation.index()], true) {
            let message = format!("there is no `{}`: {why}", names.name(relation));
            if error {
                problems.error(end, message);
            } else {
                problems.warning(end, message);
            }
        }
    }
    for draft in drafts {
        for part in &draft.body {
            part.atoms(&mut |atom, _, at| {
                if !std::mem::replace(&mut defined[atom.relation.index()], true) {
                    let name = names.name(atom.relation);
                    problems.warning(at, format!("nothing defines `{name}`, so it never holds"));
                }
            });
        }
    }
}

/// A path as text; the middle of a long one is left out.
fn write_path<'e>(from: u32, path: impl IntoIterator<Item = &'e Edge>, names: &Names) -> String {
    let path: Vec<_> = path.into_iter().collect();
    let mut out = format!("`{}`", names.name(RelationId(from)));
    for (index, edge) in path.iter().enumerate() {
        if index == SHOWN && path.len() > 2 * SHOWN {
            out.push_str(" → …");
        }
        if index < SHOWN || index + SHOWN >= path.len() {
            out.push_str(if edge.negative { " → not `" } else { " → `" });
            out.push_str(names.name(RelationId(edge.to)));
            out.push('`');
        }
    }
    out
}
