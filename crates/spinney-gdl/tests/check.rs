//! What the parser and the checker accept and reject, and with which messages.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use spinney_gdl::check::{Checked, check};
use spinney_gdl::program::{Dependence, Literal, Program, Term};
use spinney_gdl::read::{read, read_term};

/// A game that is right, to which the tests add what is wrong.
const GAME: &str =
    "(role me) (init s) (legal me go) (<= (next s) (true s)) (goal me 100) (<= terminal (not (true s)))\n";

/// The sheets of a folder of the reference data; none, with a note, where the data is absent.
fn sheets(folder: &str) -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/gdl").join(folder);
    let Ok(entries) = std::fs::read_dir(&path) else {
        println!("skipped: there is no {}", path.display());
        return Vec::new();
    };
    let mut sheets: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "kif"))
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("sheets are UTF-8"))
        })
        .collect();
    sheets.sort();
    sheets
}

fn report(checked: &Checked) -> String {
    checked.diagnostics.iter().map(|diagnostic| format!("{diagnostic}\n")).collect()
}

/// The program of a game with further rules that are right.
fn program(rules: &str) -> Program {
    let checked = check(&format!("{GAME}{rules}"));
    let report = report(&checked);
    checked.program.unwrap_or_else(|| panic!("{rules}\n{report}"))
}

/// The further rules as the checker has understood them.
fn understood(rules: &str) -> Vec<String> {
    let program = program(rules);
    let of_game = self::program("").rules.len();
    program.rules[of_game..].iter().map(|rule| program.write_rule(rule)).collect()
}

/// What the stages after the checker rely on.
fn assert_is_sound(program: &Program, name: &str) {
    fn variables(terms: &[Term], found: &mut BTreeSet<u32>) {
        for term in terms {
            match term {
                Term::Variable(variable) => drop(found.insert(*variable)),
                Term::Constant(_) => {}
                Term::Function(_, arguments) => variables(arguments, found),
            }
        }
    }
    for rule in &program.rules {
        let written = program.write_rule(rule);
        let (mut all, mut bound) = (BTreeSet::new(), BTreeSet::new());
        let head = &program.relations[rule.head.relation.index()];
        assert_eq!(head.arity, rule.head.arguments.len(), "{name}: {written}");
        variables(&rule.head.arguments, &mut all);
        for literal in &rule.body {
            let (Literal::Holds(atom) | Literal::Fails(atom)) = literal else {
                continue;
            };
            let relation = &program.relations[atom.relation.index()];
            let negated = matches!(literal, Literal::Fails(_));
            assert_eq!(relation.arity, atom.arguments.len(), "{name}: {written}");
            assert!(relation.stratum + u32::from(negated) <= head.stratum, "{name}: {written}");
            assert!(relation.dependence <= head.dependence, "{name}: {written}");
            variables(&atom.arguments, if negated { &mut all } else { &mut bound });
        }
        assert!(all.is_subset(&bound), "{name}: {written}");
        assert!(bound.into_iter().eq(0..rule.variables), "{name}: {written}");
    }
}

#[test]
fn all_public_sheets_load() {
    for (name, text) in sheets("").into_iter().chain(sheets("conformance")) {
        let started = Instant::now();
        let checked = check(&text);
        let took = started.elapsed();
        assert_eq!(checked.program.is_some(), checked.errors().next().is_none(), "{name}");
        assert_eq!(checked.program.is_none(), name.starts_with("test-invalid"), "{name}\n{}", report(&checked));
        assert!(took < Duration::from_secs(1), "{name} took {took:?}");
        if let Some(program) = &checked.program {
            assert_is_sound(program, &name);
        }
        let wrapped = check(&format!("({text}\n)"));
        assert_eq!(checked.program.map(|p| p.rules.len()), wrapped.program.map(|p| p.rules.len()), "{name} wrapped");
    }
}

#[test]
fn invalid_sheets_are_refused_with_the_reason() {
    for (name, text) in sheets("conformance").iter().filter(|(name, _)| name.starts_with("test-invalid")) {
        let checked = check(text);
        let messages: Vec<_> = checked.errors().map(|error| error.message.as_str()).collect();
        match name.as_str() {
            "test-invalid-function-arities-differ" => {
                assert_eq!(messages, ["the function `a` has 2 arguments here, but 1 on line 7"]);
            }
            _ => assert_eq!(messages, ["the relation `foo` has 2 arguments here, but 1 on line 12"]),
        }
    }
}

#[test]
fn bad_rules_are_refused_where_they_are_bad() {
    // Rules, the column of the error in them, and a part of its message.
    let table = [
        ("(p a", 1, "this `(` is never closed"),
        ("(p a))", 6, "this `)` closes nothing"),
        ("(p ())", 4, "an empty list"),
        ("(p a\0b)", 5, "U+0000"),
        ("(next ?x)", 7, "the variable `?x` is not bound"),
        ("(<= (next ?x) (not (true ?x)))", 11, "the variable `?x` is not bound"),
        ("(<= (next a) (distinct ?x b))", 24, "the variable `?x` is not bound"),
        ("(<= (next ?x) (or (true ?x) (true a)))", 11, "the variable `?x` is not bound"),
        ("(<= (next a) (not (distinct ?x ?x)))", 29, "the variable `?x` is not bound"),
        ("(<= p (not q)) (<= q p)", 12, "a cycle goes through a negation: `p` → not `q` → `p`"),
        ("(<= p (or q (not (or r s)))) (<= s p)", 24, "`p` → not `s` → `p`"),
        ("(<= (p ?x) (d ?x ?y) (not (p ?y))) (d a b)", 27, "`p` → not `p`"),
        ("(p a) (<= (p (f ?x)) (p ?x))", 22, "the recursion is not restricted"),
        ("(p a) (<= (p (f ?x)) (q ?x)) (<= (q ?x) (p ?x))", 22, "the recursion is not restricted"),
        ("(p a) (<= (p (f ?x)) (or (p ?x) (q ?x))) (q a)", 26, "the recursion is not restricted"),
        ("(p a) (p a b)", 7, "the relation `p` has 2 arguments here, but 1 on line 2"),
        ("(p (f a)) (p (f a b))", 14, "the function `f` has 2 arguments here, but 1 on line 2"),
        ("(legal me)", 1, "`legal` takes 2 arguments, not 1"),
        ("(terminal a)", 1, "`terminal` takes 0 arguments, not 1"),
        ("(true a)", 1, "`true` cannot be the head"),
        ("(<= (does me a) (true b))", 5, "`does` cannot be the head"),
        ("(<= (NOT a) (true b))", 5, "`not` cannot be the head"),
        ("(<= (distinct a b) (true b))", 5, "`distinct` cannot be the head"),
        ("(or p q)", 1, "`or` cannot be the head"),
        ("(<=)", 1, "`<=` needs a head"),
        ("<=", 1, "`<=` needs a head"),
        ("(<= p (<= q r))", 7, "`<=` cannot be a condition"),
        ("(<= p ?q)", 7, "the variable `?q` stands where a name must stand"),
        ("(?p a)", 2, "the variable `?p` stands where a name must stand"),
        ("((p) a)", 2, "a list stands where a name must stand"),
        ("(p ((f) a))", 5, "a list stands where a name must stand"),
        ("(<= p (not q r))", 7, "`not` takes 1 condition, not 2"),
        ("(<= p (distinct a))", 7, "`distinct` takes 2 terms, not 1"),
        ("(<= (role you) (true s))", 1, "a role must be a fact"),
        ("(<= (init a) (true b))", 14, "`init` must not depend on `true`"),
        ("(<= (base a) (does me go))", 14, "`base` must not depend on `does`"),
        ("(<= (input me a) (does me go))", 18, "`input` must not depend on `does`"),
    ];
    for (rules, column, message) in table {
        let checked = check(&format!("{GAME}{rules}"));
        let errors: Vec<_> = checked.errors().collect();
        assert_eq!(errors.len(), 1, "{rules}\n{}", report(&checked));
        assert!(errors[0].message.contains(message), "{rules}\n{}", report(&checked));
        assert_eq!((errors[0].line, errors[0].column), (2, column), "{rules}\n{}", report(&checked));
        assert!(checked.program.is_none());
    }
}

#[test]
fn queries_that_depend_on_moves_are_warned_of() {
    let table = [
        ("(<= (legal me a) (does me a))", 18, "`legal` must not depend on `does`: `legal` → `does`"),
        ("(<= terminal q) (<= q (not (does me go)))", 14, "`terminal` → `q` → not `does`"),
        ("(<= (goal me 0) (does me go))", 17, "`goal` must not depend on `does`"),
    ];
    for (rules, column, message) in table {
        let checked = check(&format!("{GAME}{rules}"));
        let warnings: Vec<_> = checked.warnings().collect();
        assert_eq!((warnings.len(), checked.errors().count()), (1, 0), "{rules}\n{}", report(&checked));
        assert!(warnings[0].message.contains(message), "{rules}\n{}", report(&checked));
        assert!(warnings[0].message.ends_with("it is evaluated as if no move were made"), "{}", report(&checked));
        assert_eq!((warnings[0].line, warnings[0].column), (2, column), "{rules}\n{}", report(&checked));
        assert!(checked.program.is_some());
    }
}

#[test]
fn all_errors_are_reported_at_once_in_the_order_of_the_sheet() {
    let checked = check("(role me)\n(p a)\n(<= (next ?y) (true s))\n(p a b)\n(<= terminal q)\n(<= q (not q))\n");
    let errors: Vec<_> = checked.errors().map(|error| (error.line, error.message.as_str())).collect();
    let expected = [
        (3, "the variable `?y` is not bound: it must also occur in a condition that is not negated"),
        (4, "the relation `p` has 2 arguments here, but 1 on line 2"),
        (6, "a cycle goes through a negation: `q` → not `q`"),
        (6, "there is no `goal`: nobody wins or loses"),
        (6, "there is no `legal`: there are no moves"),
    ];
    assert_eq!(errors, expected);
    assert_eq!(checked.warnings().count(), 1, "{}", report(&checked));
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let many = |text: &str, times: usize| text.repeat(times);
    let table = [
        (String::new(), "the sheet is empty"),
        (" ; nothing\r\n".to_owned(), "the sheet is empty"),
        (many("(", 100_000), "nested deeper than 200"),
        (format!("{}a{}", many("(f ", 100_000), many(")", 100_000)), "nested deeper than 200"),
        (many(")", 100_000), "this `)` closes nothing"),
        (many("\0", 1_000_000), "U+0000"),
        (many("junk ", 200_000), "there is no `role`"),
        (many("(?x) ", 200_000), "the variable `?x` stands where"),
        (many("junk", 250_000), "there is no `role`"),
        (many("(p ?x)\t", 150_000) + GAME + "(<= (next a) (p a))", "the variable `?x` is not bound"),
        (many("ä€😀(", 100_000), "nested deeper than 200"),
    ];
    let cycles: String = (0..40_000).map(|index| format!("(<= p{index} (not p{index}))")).collect();
    let chain: String = (0..40_000).map(|index| format!("(<= p{} (not p{index}))", index + 1)).collect();
    let table = table.into_iter().chain([
        (format!("{GAME}(<= p (not {0})) (<= {0} p)", many("long", 250_000)), "a cycle goes through a negation"),
        (format!("{GAME}{cycles}"), "a cycle goes through a negation"),
        (format!("{GAME}{chain}(<= p0 p40000)"), "a cycle goes through a negation"),
    ]);
    for (text, message) in table {
        let started = Instant::now();
        let checked = check(&text);
        let took = started.elapsed();
        let start: String = text.chars().take(20).collect();
        assert!(checked.errors().any(|error| error.message.contains(message)), "{start}");
        assert!(checked.diagnostics.len() < 250 && report(&checked).len() < 100_000, "{start}");
        assert!(took < Duration::from_secs(3), "{start} took {took:?}");
    }
}

#[test]
fn a_diagnostic_shows_the_place() {
    let checked = check("(role me)\r\n\t(p é ; ü\n");
    assert_eq!(report(&checked), "error: this `(` is never closed\n --> line 2, column 2\n  |  (p é ; ü\n  |  ^\n");
    let long = format!("{} (p ?x {}", "ä".repeat(200), "b ".repeat(200));
    let error = read(&long).expect_err("it is not closed");
    assert_eq!(error.column, 202);
    let lines: Vec<_> = error.excerpt.lines().collect();
    assert_eq!(lines[0].chars().nth(lines[1].chars().count() - 1), Some('('));
    assert!(lines[0].chars().count() < 110 && lines[0].ends_with('…'));
    let json = serde_json::to_value(&error).expect("it can be written");
    assert_eq!(json["severity"], "error");
}

#[test]
fn a_term_can_be_read_alone() {
    let term = read_term(" (move ?x (to 1 2)) ; a move").expect("a term");
    assert_eq!((term.start, term.end), (1, 19));
    let list = term.list().expect("a list");
    assert_eq!(list[0].name(), Some("move"));
    assert!(list[1].is_variable());
    assert_eq!(list[2].list().map(<[_]>::len), Some(3));
    assert_eq!(read_term("a b").expect_err("two terms").message, "there is more than one term");
    assert_eq!(read_term(" ").expect_err("no term").message, "there is nothing here");
}

#[test]
fn words_of_the_language_may_be_capitals_and_other_names_differ_by_them() {
    let program = program("(<=(NEXT(Cell ?X))(Or(True(cell ?X))(TRUE(Cell ?X)))(Not(DOES me Go))(DISTINCT ?X b))");
    let rules: Vec<_> = program.rules.iter().map(|rule| program.write_rule(rule)).collect();
    assert_eq!(rules[6], "(<= (next (Cell ?0)) (true (cell ?0)) (not (does me Go)) (distinct ?0 b))");
    assert_eq!(rules[7], "(<= (next (Cell ?0)) (true (Cell ?0)) (not (does me Go)) (distinct ?0 b))");
}

#[test]
fn shorthands_are_unfolded() {
    let table: [(&str, &[&str]); 17] = [
        ("(<= p) (p) p", &["p"]),
        ("(<= (p) q) (<= p (q)) q", &["(<= p q)", "q"]),
        ("(<= p (not (not q))) q", &["(<= p q)", "q"]),
        ("(<= p (not (or q (not r)))) q r", &["(<= p (not q) r)", "q", "r"]),
        ("(<= p (not (or)))", &["p"]),
        ("(<= p (or))", &[]),
        ("(<= p (or (or) q)) q", &["(<= p q)", "q"]),
        ("(<= p (or q (not (or)))) q", &["p", "q"]),
        ("(<= (p ?x) (q ?x) (not (distinct ?x a))) (q a)", &["(<= (p a) (q a))", "(q a)"]),
        ("(<= (p ?x) (not (distinct ?x a)))", &["(p a)"]),
        (
            "(<= (p ?x ?z) (q ?x ?y) (not (distinct (f ?x ?z) (f b ?y)))) (q a a)",
            &["(<= (p b ?0) (q b ?0))", "(q a a)"],
        ),
        ("(<= p (not (distinct a b)))", &[]),
        ("(<= (p ?x) (q ?x) (not (distinct ?x (f ?x)))) (q a)", &["(q a)"]),
        ("(<= p (distinct a b) (distinct (f a) (f b)))", &["p"]),
        ("(<= p (distinct a a))", &[]),
        ("(<= (p ?x) (p ?x) (q ?x)) (q a)", &["(q a)"]),
        ("(<= (p ?b ?a) (q ?a ?b ?c) (q ?a ?b ?c)) (q 1 2 3)", &["(<= (p ?0 ?1) (q ?1 ?0 ?2))", "(q 1 2 3)"]),
    ];
    for (rules, expected) in table {
        assert_eq!(understood(rules), expected, "{rules}");
    }
}

#[test]
fn a_name_may_be_relation_and_function_and_constant() {
    let rules = "(cell cell (cell a b) c) (<= (next (cell ?0 ?1)) (true (cell ?0 ?1)) (true cell))";
    assert_eq!(understood(rules).join(" "), rules);
}

#[test]
fn dependence_and_strata_follow_from_the_rules() {
    let program = program(
        "(q a) (<= (p ?x) (q ?x)) (<= (s ?x) (q ?x) (not (true ?x))) (<= (m ?x) (does me ?x) (not (s ?x)))
         (<= (t ?x) (p ?x) (not (m ?x))) (<= (t ?x) (u ?x)) (<= (u ?x) (t ?x))",
    );
    let of = |name: &str| {
        let found = program.relations.iter().find(|relation| program.symbols.name(relation.name) == name);
        found.map(|relation| (relation.dependence, relation.stratum)).expect("it is defined")
    };
    assert_eq!(of("true"), (Dependence::State, 0));
    assert_eq!(of("does"), (Dependence::Moves, 0));
    assert_eq!(of("next"), (Dependence::State, 0));
    assert_eq!(of("p"), (Dependence::Static, 0));
    assert_eq!(of("s"), (Dependence::State, 1));
    assert_eq!(of("m"), (Dependence::Moves, 2));
    assert_eq!(of("t"), (Dependence::Moves, 3));
    assert_eq!(of("u"), (Dependence::Moves, 3));
}

#[test]
fn goals_may_depend_on_other_goals_not_being_reached() {
    let text = "(role me) (init s) (legal me go) (next s) terminal (<= (goal me 100) (true w))
        (<= (goal me 50) (true d) (not (goal me 100))) (<= (goal ?r 0) (role ?r) (not (goal ?r 50)) (not (goal ?r 100)))";
    let checked = check(text);
    let program = checked.program.expect("it is stratified by atom");
    assert_eq!(checked.diagnostics.len(), 1);
    assert_is_sound(&program, "goals");
}
