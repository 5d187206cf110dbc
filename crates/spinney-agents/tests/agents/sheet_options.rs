//! Options behind the path of a rule sheet, and the time that building one may take.

use std::path::PathBuf;
use std::time::Duration;

use spinney::search::parameter::Configure;
use spinney_agents::Spec;
use spinney_agents::rule_sheets::*;
use spinney_gdl::game::{EngineChoice, LoadOptions};

fn read(text: &str) -> Result<SheetOptions, String> {
    SheetOptions::read(&Spec::game(text).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn options_follow_the_path() {
    let options = read("gdl:a b/x.kif,engine=interpreter, time=10s,memory=1GiB").unwrap();
    assert_eq!(options.file, PathBuf::from("a b/x.kif"));
    assert!(matches!(options.load.engine, EngineChoice::Interpreter));
    assert_eq!((options.load.limits.time, options.load.limits.memory), (Duration::from_secs(10), 1 << 30));
}

#[test]
fn a_path_may_contain_commas_colons_and_equals_signs() {
    for path in ["a,b.kif", "c:x.kif", "a,b=c/x.kif", "a=1.kif", "x.kif,y"] {
        assert_eq!(read(&format!("gdl:{path}")).unwrap().file, PathBuf::from(path));
        assert_eq!(read(&format!("gdl:{path},time=5s")).unwrap().file, PathBuf::from(path));
    }
    assert_eq!(read("gdl:\"x.kif\"").unwrap().file, PathBuf::from("x.kif"));
}

#[test]
fn nonsense_is_named() {
    for nothing in ["gdl", "gdl:", "gdl: ", "gdl:,time=5s"] {
        assert!(read(nothing).err().unwrap().contains("gdl:PATH"), "{nothing}");
    }
    let error = read("gdl:x.kif,engine=steam").err().unwrap();
    assert_eq!(error, "game `gdl`: `engine=steam`: expected one of auto, network, interpreter");
    assert!(read("gdl:x.kif,time=0").err().unwrap().contains("10s"));
    assert!(read("gdl:x.kif,memory=lots").err().unwrap().contains("1GiB"));
    let mut series = Spec::game("gdl:x.kif").unwrap();
    series.parameters.insert(0, ("seed".to_owned(), "3".to_owned()));
    let error = SheetOptions::read(&series).err().unwrap().to_string();
    assert!(error.starts_with("game `gdl` has no parameter `seed`"), "{error}");
}

#[test]
fn every_default_is_accepted_as_written() {
    for parameter in SheetOptions::default().parameters() {
        SheetOptions::default().set(parameter.name, &parameter.default).unwrap();
    }
    assert!(ENGINES.iter().all(|name| read_engine(name).is_some()) && read_engine("").is_none());
    let limits = LoadOptions::default().limits;
    assert_eq!((limits.time, limits.memory), (Duration::from_secs(30), 4 << 30));
}

#[test]
fn the_limit_follows_from_the_time_of_a_decision() {
    let [short, least, long] = [50, 1000, 4000].map(Duration::from_millis);
    assert_eq!(BuildTime::for_decision(Some(short)).limit(), Some(least));
    assert_eq!(BuildTime::for_decision(Some(long)).limit(), Some(long));
    assert_eq!(BuildTime::for_game(Some(short)).limit(), Some(least));
    assert_eq!(BuildTime::for_game(Some(long)).limit(), Some(long * 10));
    assert_eq!(BuildTime::for_game(None), BuildTime::default());
}
