//! Rules with `or` mean the same as the rules one gets by multiplying out by hand, and there are never many of them.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use spinney_gdl::check::check;
use spinney_gdl::program::{Atom, Literal, Program, Rule, Term};

const GAME: &str = "(role me) (init s) (legal me go) (next s) (goal me 100) (<= terminal (p ?x ?y))
    (e a) (e b) (f b) (f c) (r a b) (r b c) (r c c) (r c a) (g (h a)) (g b)\n";

/// A condition.
enum Formula {
    Literal(&'static str),
    Not(Box<Formula>),
    Or(Vec<Formula>),
}

const LITERALS: [&str; 14] = [
    "(e ?x)",
    "(f ?x)",
    "(f ?y)",
    "(g ?y)",
    "(g (h ?x))",
    "(r ?x ?y)",
    "(r ?y ?z)",
    "(r ?z ?x)",
    "(e ?z)",
    "(distinct ?x ?y)",
    "(distinct ?z a)",
    "(distinct ?y (h ?z))",
    "(distinct ?y ?z)",
    "t",
];

struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn formula(&mut self, depth: usize) -> Formula {
        match self.roll(if depth == 0 { 6 } else { 10 }) {
            0..=4 => Formula::Literal(LITERALS[self.roll(LITERALS.len())]),
            5 => Formula::Not(Box::new(Formula::Literal(LITERALS[self.roll(LITERALS.len())]))),
            6 => Formula::Not(Box::new(self.formula(depth - 1))),
            _ => Formula::Or((0..self.roll(5)).map(|_| self.formula(depth - 1)).collect()),
        }
    }
}

impl Formula {
    fn write(&self) -> String {
        match self {
            Formula::Literal(literal) => (*literal).to_owned(),
            Formula::Not(negated) => format!("(not {})", negated.write()),
            Formula::Or(parts) => format!("(or {})", parts.iter().map(Formula::write).collect::<Vec<_>>().join(" ")),
        }
    }

    /// The conjunctions that make it hold, or fail.
    fn expand(&self, holds: bool) -> Vec<String> {
        match self {
            Formula::Literal(literal) if holds => vec![(*literal).to_owned()],
            Formula::Literal(literal) => vec![format!("(not {literal})")],
            Formula::Not(negated) => negated.expand(!holds),
            Formula::Or(parts) if holds => parts.iter().flat_map(|part| part.expand(true)).collect(),
            Formula::Or(parts) => multiply(parts.iter().map(|part| part.expand(false))),
        }
    }
}

fn multiply(factors: impl Iterator<Item = Vec<String>>) -> Vec<String> {
    factors.fold(vec![String::new()], |products, factor| {
        products.iter().flat_map(|product| factor.iter().map(move |part| format!("{product} {part}"))).collect()
    })
}

/// All atoms that hold, by trying everything. Relations of `or`s are left out of the result.
fn evaluate(program: &Program) -> BTreeSet<String> {
    let mut facts: Vec<Atom> = Vec::new();
    let highest = program.relations.iter().map(|relation| relation.stratum).max().unwrap_or(0);
    for stratum in 0..=highest {
        loop {
            let before = facts.len();
            for rule in &program.rules {
                if program.relations[rule.head.relation.index()].stratum == stratum {
                    let mut found = Vec::new();
                    derive(rule, 0, &vec![None; rule.variables as usize], &facts, &mut found);
                    for atom in found {
                        if !facts.contains(&atom) {
                            facts.push(atom);
                        }
                    }
                }
            }
            if facts.len() == before {
                break;
            }
        }
    }
    let mut written = BTreeSet::new();
    for fact in facts.iter().filter(|fact| !program.relation_name(fact.relation).contains(' ')) {
        let mut out = String::new();
        program.write_atom(fact, &mut out);
        written.insert(out);
    }
    written
}

fn derive(rule: &Rule, at: usize, bound: &[Option<Term>], facts: &[Atom], found: &mut Vec<Atom>) {
    let holds: Vec<&Atom> =
        rule.body.iter().filter_map(|l| if let Literal::Holds(atom) = l { Some(atom) } else { None }).collect();
    if let Some(atom) = holds.get(at) {
        for fact in facts.iter().filter(|fact| fact.relation == atom.relation) {
            let mut bound = bound.to_vec();
            if atom.arguments.iter().zip(&fact.arguments).all(|(pattern, term)| matches(pattern, term, &mut bound)) {
                derive(rule, at + 1, &bound, facts, found);
            }
        }
        return;
    }
    let ground = |atom: &Atom| Atom {
        relation: atom.relation,
        arguments: atom.arguments.iter().map(|term| substitute(term, bound)).collect(),
    };
    let all = rule.body.iter().all(|literal| match literal {
        Literal::Holds(_) => true,
        Literal::Fails(atom) => !facts.contains(&ground(atom)),
        Literal::Distinct(left, right) => substitute(left, bound) != substitute(right, bound),
    });
    if all {
        found.push(ground(&rule.head));
    }
}

fn matches(pattern: &Term, term: &Term, bound: &mut [Option<Term>]) -> bool {
    match (pattern, term) {
        (Term::Variable(variable), _) => bound[*variable as usize].get_or_insert_with(|| term.clone()) == term,
        (Term::Function(left, ours), Term::Function(right, theirs)) => {
            left == right && ours.iter().zip(theirs).all(|(pattern, term)| matches(pattern, term, bound))
        }
        _ => pattern == term,
    }
}

fn substitute(term: &Term, bound: &[Option<Term>]) -> Term {
    match term {
        Term::Variable(variable) => bound[*variable as usize].clone().expect("rules are safe"),
        Term::Constant(_) => term.clone(),
        Term::Function(name, terms) => {
            Term::Function(*name, terms.iter().map(|term| substitute(term, bound)).collect())
        }
    }
}

#[test]
fn random_rules_mean_what_they_mean_multiplied_out() {
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let (mut compared, mut with_auxiliary, mut refused) = (0, 0, 0);
    for _ in 0..20_000 {
        let mut body: Vec<Formula> = (0..1 + dice.roll(5)).map(|_| dice.formula(3)).collect();
        if dice.roll(2) == 0 {
            body.insert(dice.roll(body.len()), Formula::Literal("(r ?x ?y)"));
        }
        let expanded = multiply(body.iter().map(|part| part.expand(true)));
        if expanded.len() > 200 {
            continue;
        }
        let written: Vec<_> = body.iter().map(Formula::write).collect();
        let sheet = format!("{GAME}(<= (p ?x ?y) {})", written.join(" "));
        let rules: Vec<_> = expanded.iter().map(|body| format!("(<= (p ?x ?y) {body})\n")).collect();
        let by_hand = check(&format!("{GAME}{}", rules.concat()));
        let checked = check(&sheet);
        match (checked.program, by_hand.program) {
            (Some(program), Some(by_hand)) => {
                assert_eq!(evaluate(&program), evaluate(&by_hand), "{sheet}");
                compared += 1;
                let auxiliary = |relation| program.symbols.name(relation).starts_with("or ");
                with_auxiliary += u32::from(program.relations.iter().any(|relation| auxiliary(relation.name)));
            }
            (None, None) => {}
            // A rule that cannot hold must be safe nevertheless, but it is not there when multiplied out.
            (None, Some(_)) if expanded.is_empty() => {}
            // What each combination of alternatives binds in another way, though none of them alone does, is rejected.
            (None, Some(_)) => refused += 1,
            (Some(_), None) => panic!("accepted: {sheet}"),
        }
    }
    println!("{compared} compared, {with_auxiliary} with auxiliary relations, {refused} refused");
    assert!(compared > 3_000 && with_auxiliary > 200 && refused < 100);
}

/// Checks a game with one more rule, and counts the rules that it is made of and the literals of these.
fn count(rule: &str) -> (usize, usize) {
    let started = Instant::now();
    let checked = check(&format!("{GAME}{rule}"));
    let took = started.elapsed();
    let start: String = rule.chars().take(100).collect();
    assert!(took < Duration::from_secs(1), "{start} took {took:?}");
    let program = checked.program.unwrap_or_else(|| panic!("{start}\n{:?}", checked.diagnostics));
    let before = check(GAME).program.map_or(0, |program| program.rules.len());
    let rules = &program.rules[before..];
    (rules.len(), rules.iter().map(|rule| rule.body.len()).sum())
}

#[test]
fn many_alternatives_make_no_more_rules_than_there_are() {
    let one = "(or (e ?x) (not (f ?x)) (distinct ?x ?y) (r ?y ?z)) ";
    let (rules, literals) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {})", one.repeat(30)));
    // The domain of ?z has two rules.
    assert_eq!(rules, 1 + 30 * 4 + 2);
    assert!(literals < 30 * 4 * 4, "{literals} literals");
    // One `or` within the other, each with conditions of its own.
    let mut nested = "(e ?x)".to_owned();
    for _ in 0..30 {
        nested = format!("(or (e ?y) (f ?x) (distinct ?x ?y) (not (or (not (r ?x ?y)) (not {nested}))))");
    }
    let (rules, literals) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {nested})"));
    assert!(rules < 30 * 5 && literals < 30 * 5 * 4, "{rules} rules, {literals} literals");
    // Negated ones are conjunctions of alternatives, too.
    let negated = "(not (or (not (or (e ?x) (f ?x) (e ?y))) (not (or (e ?y) (f ?y) (not (e ?x)))))) ";
    let (rules, literals) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {})", negated.repeat(30)));
    assert!(rules < 30 * 7 && literals < 30 * 7 * 3, "{rules} rules, {literals} literals");
    // As deep as the reader allows.
    let mut deep = "(e ?x)".to_owned();
    for _ in 0..48 {
        deep = format!("(or (f ?x) (not (or (not (or (e ?y) (f ?y))) (not {deep}))))");
    }
    let (rules, literals) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {deep})"));
    assert!(rules < 48 * 6 && literals < 48 * 6 * 4, "{rules} rules, {literals} literals");
    // Ten thousand alternatives, and an `or` of two alternatives ten thousand times.
    let (rules, _) =
        count(&format!("(<= (p ?x ?y) (r ?x ?y) (or {}))", "(e ?x) (f ?y) (distinct ?x a) ".repeat(3_000)));
    assert!(rules < 9_002, "{rules} rules");
    let (rules, _) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {})", "(or (e ?x) (distinct ?y a)) ".repeat(10_000)));
    assert!(rules < 20_002, "{rules} rules");
    // Each with variables of its own.
    let own: String =
        (0..3_000).map(|i| format!("(or (r ?x ?a{i}) (not (distinct ?y ?b{i}))) (r ?y ?b{i}) ")).collect();
    let (rules, _) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {own})"));
    assert!(rules < 6_002, "{rules} rules");
    let loose: String = (0..300).map(|i| format!("(or (r ?x ?a{i}) (e ?y)) (or (e ?a{i}) (r ?a{i} ?x)) ")).collect();
    let (rules, _) = count(&format!("(<= (p ?x ?y) (r ?x ?y) {loose})"));
    assert!(rules < 300 * 8, "{rules} rules");
}

#[test]
fn equalities_that_would_grow_terms_without_end_are_refused() {
    let mut body = "(e ?x0)".to_owned();
    for index in 1..60 {
        body += &format!(" (not (distinct ?x{index} (h ?x{0} ?x{0})))", index - 1);
    }
    let game = GAME.replace("(g (h a))", "");
    for head in ["(next ?x59)", "(next (i ?x59 ?x59))"] {
        let started = Instant::now();
        let checked = check(&format!("{game}(<= {head} {body})"));
        assert!(started.elapsed() < Duration::from_secs(1));
        let messages: Vec<_> = checked.errors().map(|error| error.message.as_str()).collect();
        assert_eq!(messages, ["the terms that this rule declares equal are too large"]);
    }
    let chain: String = (0..2_000).map(|index| format!("(not (distinct ?x{} (h ?x{index}))) ", index + 1)).collect();
    let checked = check(&format!("{GAME}(<= (next ?x2000) (e ?x0) {chain})"));
    assert!(checked.program.is_none());
}
