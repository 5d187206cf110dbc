//! The grammar `NAME:key=value,…`.

use spinney_agents::spec::*;

fn parameters(spec: &Spec) -> Vec<(&str, &str)> {
    spec.parameters.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect()
}

#[test]
fn a_name_may_stand_alone_or_have_parameters() {
    assert_eq!(Spec::game("tic-tac-toe"), Ok(Spec::plain("tic-tac-toe")));
    let spec = Spec::game("samegame:rows=15, cols=15,seed=3").unwrap();
    assert_eq!(parameters(&spec), [("rows", "15"), ("cols", "15"), ("seed", "3")]);
    assert_eq!(spec.to_string(), "samegame:rows=15,cols=15,seed=3");
}

#[test]
fn brackets_and_quotes_protect_commas() {
    let spec = Spec::agent("mcts:playout=mix(a=1,b=2),file=\"x,y.txt\"").unwrap();
    assert_eq!(parameters(&spec), [("playout", "mix(a=1,b=2)"), ("file", "x,y.txt")]);
    assert_eq!(Spec::agent(&spec.to_string()), Ok(spec));
}

#[test]
fn alternatives_are_combined() {
    let all = |text| Spec::alternatives(text).unwrap().iter().map(Spec::to_string).collect::<Vec<_>>();
    assert_eq!(all("mcts"), ["mcts"]);
    assert_eq!(all("mcts:c=0.1,expand=20"), ["mcts:c=0.1,expand=20"]);
    let both = ["mcts:c=0.1,x=1,p=a", "mcts:c=0.1,x=1,p=b", "mcts:c=0.2,x=1,p=a", "mcts:c=0.2,x=1,p=b"];
    assert_eq!(all("mcts:c=0.1|0.2,x=1,p=a | b"), both);
    assert_eq!(all("mcts:p=mix(a|b)|c,f=\"x|y\""), ["mcts:p=mix(a|b),f=\"x|y\"", "mcts:p=c,f=\"x|y\""]);
    for wrong in ["mcts:c=0.1|", "mcts:c=|1,x=2", "mcts:c=1||2"] {
        assert!(matches!(Spec::alternatives(wrong), Err(SpecError::NoAlternative { .. })), "{wrong}");
    }
    assert!(matches!(Spec::alternatives("mcts:c=1|2,c=3"), Err(SpecError::Twice { .. })));
}

#[test]
fn raw_text_stays_as_it_stands() {
    let plain = Spec::game("tree:((3 12 8) (2 4 6), x=1)").unwrap();
    assert_eq!(parameters(&plain), [("text", "((3 12 8) (2 4 6), x=1)")]);
    assert_eq!(Spec::game("tree:\"((3 12 8) (2 4 6), x=1)\"").unwrap(), plain);
    assert_eq!(plain.to_string(), "tree:((3 12 8) (2 4 6), x=1)");
    let sheet = Spec::game("gdl:my games/a=b,c.kif,time=5s").unwrap();
    assert_eq!(parameters(&sheet), [("file", "my games/a=b,c.kif,time=5s")]);
    assert_eq!(sheet.to_string(), "gdl:my games/a=b,c.kif,time=5s");
}

#[test]
fn in_a_list_key_value_continues_and_anything_else_begins() {
    let names = |text| Spec::players(text).unwrap().iter().map(Spec::to_string).collect::<Vec<_>>();
    assert_eq!(names("human,mcts"), ["human", "mcts"]);
    assert_eq!(names("mcts:c=0.2,expand=20,random"), ["mcts:c=0.2,expand=20", "random"]);
    assert_eq!(names("random, mcts:c=0.2 ,expand=20"), ["random", "mcts:c=0.2,expand=20"]);
    assert_eq!(names("mcts:c=1,mcts:c=2,mcts"), ["mcts:c=1", "mcts:c=2", "mcts"]);
    assert_eq!(names("mcts:playout=a:b(1,2),x=y:z,random"), ["mcts:playout=a:b(1,2),x=y:z", "random"]);
    assert_eq!(names("mcts,c=1,random"), ["mcts:c=1", "random"]);
}

#[test]
fn nonsense_is_named() {
    assert!(matches!(Spec::agent(""), Err(SpecError::NoName(_))));
    assert!(matches!(Spec::agent(":c=1"), Err(SpecError::NoName(_))));
    assert!(matches!(Spec::agent("mcts:c"), Err(SpecError::NoParameter { .. })));
    assert!(matches!(Spec::agent("mcts:"), Err(SpecError::NoParameter { .. })));
    assert!(matches!(Spec::agent("mcts:c=1,c=2"), Err(SpecError::Twice { .. })));
    assert!(matches!(Spec::agent("mcts:c=(1"), Err(SpecError::Unclosed { open: '(', .. })));
    assert!(matches!(Spec::players("random,,random"), Err(SpecError::NoName(_))));
    assert!(matches!(Spec::game("tic-tac-toe:x"), Err(SpecError::NoParameter { .. })));
    assert_eq!(Spec::game("gld:x.kif").unwrap().name, "gld", "that there is no such game is said when it is opened");
    assert!(matches!(Spec::players("c=1,random"), Err(SpecError::NoName(_))));
}

#[test]
fn moves_split_at_spaces_outside_brackets() {
    assert_eq!(split_moves(" d3  c4\tpass\n").unwrap(), ["d3", "c4", "pass"]);
    assert_eq!(split_moves("(mark 1 1) noop \"taxi 45\"").unwrap(), ["(mark 1 1)", "noop", "taxi 45"]);
    assert!(split_moves("").unwrap().is_empty());
}
