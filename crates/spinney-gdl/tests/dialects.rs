//! Rule sheets that servers run although the language forbids or does not foresee them.

use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player};
use spinney_gdl::game::{EngineChoice, LoadOptions, RuleSheet};

/// The rule sheet on both engines.
fn engines(text: &str) -> [RuleSheet; 2] {
    [EngineChoice::Network, EngineChoice::Interpreter].map(|engine| {
        let options = LoadOptions { engine, ..LoadOptions::default() };
        RuleSheet::load("sheet", text, &options).unwrap_or_else(|error| panic!("{error}"))
    })
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Before a move is made, none is: the end, the legal moves and the goals are those of the state alone.
#[test]
fn queries_that_depend_on_moves_are_made_without() {
    let text = "(role ann) (role bob) (init (at 0)) (after 0 1) (after 1 2)
        (<= (moved ?p) (does ?p go))
        (<= (still ?p) (role ?p) (not (moved ?p)))
        (<= (all-moved) (moved ann) (moved bob))
        (<= terminal (all-moved)) (<= terminal (true (at 2)))
        (<= (legal ?p go) (still ?p)) (<= (legal ?p jump) (moved ?p)) (legal ann rest)
        (<= (next (at ?n)) (true (at ?m)) (after ?m ?n) (moved ann))
        (<= (next (at ?m)) (true (at ?m)) (not (moved ann)))
        (<= (goal ?p 100) (moved ?p)) (<= (goal ?p 30) (still ?p))";
    for sheet in engines(text) {
        let warned: Vec<_> = sheet.report().warnings.iter().map(|warning| warning.message.as_str()).collect();
        assert_eq!(warned.len(), 3, "{warned:?}");
        assert!(
            warned.iter().all(|message| message.ends_with("it is evaluated as if no move were made")),
            "{warned:?}"
        );
        let mut state = sheet.start_state();
        for moves in [["rest", "go"], ["go", "go"], ["go", "go"]] {
            assert!(!sheet.is_terminal(&state));
            assert_eq!((sheet.legal(&state, 0), sheet.legal(&state, 1)), (texts(&["go", "rest"]), texts(&["go"])));
            sheet.play_texts(&mut state, &texts(&moves)).expect("legal moves");
        }
        assert_eq!((sheet.facts(&state), sheet.is_terminal(&state)), (texts(&["(at 2)"]), true));
        assert_eq!(sheet.goals(&state), [Some(30), Some(30)]);
    }
}

/// `noop` and `(noop)` are one term; what is written is what the heads of the rules say.
#[test]
fn a_name_in_parentheses_keeps_them_and_is_the_same_name() {
    let text = "(role ann) (init (on)) (init (light red)) (init (light (blue)))
        (<= (legal ann (noop)) (true on)) (<= (legal ann go) (true (on)))
        (<= (next (gone)) (does ann (go))) (<= (next (stayed)) (does ann noop))
        (<= (next (light ?x)) (true (light ?x)) (distinct ?x blue))
        (<= terminal (true gone)) (<= terminal (true (stayed)))
        (<= (goal ann 100) (true gone)) (<= (goal ann 0) (true stayed))";
    for sheet in engines(text) {
        let start = sheet.start_state();
        assert_eq!(sheet.facts(&start), texts(&["(light (blue))", "(light red)", "(on)"]));
        assert_eq!(sheet.legal(&start, 0), texts(&["(noop)", "go"]));
        for (written, facts) in [
            ("noop", ["(light red)", "(stayed)"]),
            ("( noop )", ["(light red)", "(stayed)"]),
            ("(go)", ["(gone)", "(light red)"]),
        ] {
            let mut state = start.clone();
            sheet.play_texts(&mut state, &texts(&[written])).expect("a legal move");
            assert_eq!(sheet.facts(&state), texts(&facts), "{written}");
            let mut read = sheet.read_state("on (light (red)) (light blue)").expect("the first state");
            assert_eq!(sheet.write_state(&read), sheet.write_state(&start));
            let mv = sheet.read_move(&read, written).expect("a legal move");
            sheet.play(&mut read, mv);
            assert_eq!(
                (sheet.write_state(&read), sheet.payoff(&read, Player(0))),
                (sheet.write_state(&state), sheet.payoff(&state, Player(0)))
            );
        }
    }
}
