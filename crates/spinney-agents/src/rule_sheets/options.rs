//! How a game spec names a rule sheet: `gdl:PATH`, with options after commas.
//!
//! A path may contain commas itself: only `,key=value` with a known key at the end of the text is an option.

use std::path::PathBuf;

use spinney::search::parameter::{Configure, Parameter, ParameterError, setting_error};
use spinney_games::registry::OpenError;
use spinney_gdl::game::{EngineChoice, LoadOptions};

use super::{FILE, NAME};
use crate::quantity::{read_duration, read_size};
use crate::spec::Spec;

/// The options that may follow a path.
pub(super) const KEYS: [&str; 3] = ["engine", "time", "memory"];

/// The engines by name.
pub const ENGINES: [&str; 3] = ["auto", "network", "interpreter"];

/// Reads the name of an engine.
pub fn read_engine(text: &str) -> Option<EngineChoice> {
    match text {
        "auto" => Some(EngineChoice::Auto),
        "network" => Some(EngineChoice::Network),
        "interpreter" => Some(EngineChoice::Interpreter),
        _ => None,
    }
}

/// Which rule sheet, and how it is loaded.
#[derive(Default)]
pub struct SheetOptions {
    /// The file.
    pub file: PathBuf,
    /// Limits and engine.
    pub load: LoadOptions,
    /// The time limit was given, so no other takes its place.
    pub has_time: bool,
}

impl SheetOptions {
    /// Reads the parameters of a spec.
    pub fn read(spec: &Spec) -> Result<Self, OpenError> {
        let mut options = SheetOptions::default();
        for (key, value) in &spec.parameters {
            if key == FILE && spec.raw {
                let (path, pairs) = split(value);
                options.file = PathBuf::from(path);
                pairs.into_iter().rev().try_for_each(|(key, value)| options.take(key, value))?;
            } else {
                options.take(key, value)?;
            }
        }
        if options.file.as_os_str().is_empty() {
            let reason = "which rule sheet? Write gdl:PATH, for example gdl:games/tic-tac-toe.kif".to_owned();
            return Err(OpenError::Impossible { game: NAME.to_owned(), reason });
        }
        Ok(options)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), OpenError> {
        let owner = format!("game `{NAME}`");
        self.set(key, value).map_err(|error| setting_error::<Self>(&owner, error).into())
    }
}

impl Configure for SheetOptions {
    fn parameters(&self) -> Vec<Parameter> {
        let row = |name, default: &str, range, meaning| Parameter { name, default: default.to_owned(), range, meaning };
        vec![
            row(FILE, "", "a path", "the rule sheet; gdl:PATH is enough, and options may follow after commas"),
            row("engine", "auto", "auto, network, interpreter", "how it is played: as a network if that can be built"),
            row(
                "time",
                "30s",
                "a duration",
                "after which building the network is given up; less where the command limits the time of a decision",
            ),
            row("memory", "4GiB", "a size", "beyond which building the network is given up"),
        ]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        let wrong = |expected: String| ParameterError::Value { key: key.to_owned(), value: value.to_owned(), expected };
        match key {
            FILE => self.file = PathBuf::from(value),
            "engine" => {
                self.load.engine = read_engine(value).ok_or_else(|| wrong(format!("one of {}", ENGINES.join(", "))))?;
            }
            "time" => {
                let time = read_duration(value).ok().filter(|time| !time.is_zero());
                self.load.limits.time = time.ok_or_else(|| wrong("a duration such as 10s".to_owned()))?;
                self.has_time = true;
            }
            "memory" => {
                let memory = read_size(value).ok().filter(|bytes| *bytes > 0);
                self.load.limits.memory = memory.ok_or_else(|| wrong("a size such as 1GiB".to_owned()))?;
            }
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The path, and the options behind it from the last to the first.
fn split(text: &str) -> (&str, Vec<(&str, &str)>) {
    let mut path = text;
    let mut pairs = Vec::new();
    while let Some((before, last)) = path.rsplit_once(',')
        && let Some((key, value)) = last.split_once('=')
        && KEYS.contains(&key.trim())
    {
        pairs.push((key.trim(), value.trim()));
        path = before.trim_end();
    }
    (path, pairs)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

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
}
