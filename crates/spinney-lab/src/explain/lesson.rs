//! Lessons: scripted runs of a search, as TOML files.
//!
//! ```toml
//! title = "Two cycles"
//! game = "tic-tac-toe"
//! position = "..x/.oo/..x"                      # default: the start
//! agent = "mcts:select=article,unvisited=first" # default: mcts
//! merge = true                                  # mirror-equal moves count as one
//!
//! [[cycle]]
//! moves = "a2 a1 a3 b1 b3"                      # in the tree and in the playout, to the end of the game
//! result = 1.0                                  # what the player to move at the root gets, checked
//! comment = "Printed with the cycle."
//!
//! [[cycle]]
//! moves = "a1 b1 a2 a3 b3"
//! force = true                                  # the rule need not allow these moves
//! [[cycle.expect]]
//! after = ""                                    # at the root; "a2" is the node after that move
//! values = { a2 = 1.0 }                         # UCT values to three decimals, checked
//!
//! [answer]
//! move = "a2"
//! ```

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use serde::Deserialize;
use spinney::erased::AnyState;
use spinney::game::Game;
use spinney::random::Random;
use spinney_agents::NamedGame;
use spinney_agents::agents::MCTS;
use spinney_agents::games::open;
use spinney_agents::spec::{Spec, split_moves};
use toml::Spanned;

use super::{Explain, LessonError, WrittenCycle};

/// The lessons that come along: name and text.
const SHIPPED: [(&str, &str); 1] = [("article", include_str!("../../lessons/article.toml"))];

/// The names of the lessons that come along.
pub fn lessons() -> Vec<&'static str> {
    SHIPPED.iter().map(|(name, _)| *name).collect()
}

/// A scripted run.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    title: String,
    introduction: Option<String>,
    game: Spanned<String>,
    position: Option<Spanned<String>>,
    agent: Option<Spanned<String>>,
    #[serde(default)]
    merge: bool,
    #[serde(default, rename = "cycle")]
    cycles: Vec<ScriptedCycle>,
    answer: Option<Spanned<ExpectedAnswer>>,
}

/// One cycle of a lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedCycle {
    moves: Spanned<String>,
    /// The rule need not allow the moves.
    #[serde(default)]
    pub force: bool,
    /// Printed with the cycle.
    pub comment: Option<String>,
    /// What the player to move at the root must get.
    pub result: Option<f64>,
    /// UCT values that must come out.
    #[serde(default)]
    pub expect: Vec<Expectation>,
}

/// UCT values at one node.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The moves that lead to the node.
    #[serde(default)]
    pub after: String,
    /// The value of each move, to three decimals.
    pub values: BTreeMap<String, f64>,
}

/// The answer of the lesson.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedAnswer {
    /// The move that must be the answer.
    #[serde(rename = "move")]
    pub mv: String,
    /// Printed with the answer.
    pub comment: Option<String>,
}

/// A lesson, read and ready to be run.
#[derive(Clone, Debug)]
pub struct Lesson {
    file: String,
    text: String,
    script: Script,
}

/// What a lesson is about, opened.
pub struct Opened {
    /// The game's spec.
    pub spec: Spec,
    /// The game.
    pub game: Arc<NamedGame>,
    /// The position.
    pub state: AnyState,
    /// The agent.
    pub agent: Spec,
    /// The search, before its first cycle.
    pub explain: Explain,
}

impl Lesson {
    /// A lesson that comes along.
    pub fn shipped(name: &str) -> Option<Self> {
        let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        Some(Lesson::read(name, text).expect("the lessons that come along are read by a test"))
    }

    /// Reads a lesson; `file` is its name in messages.
    pub fn read(file: &str, text: &str) -> Result<Self, LessonError> {
        let script: Script = toml::from_str(text).map_err(|error| LessonError {
            file: file.to_owned(),
            line: error.span().map(|span| line_of(text, &span)),
            cycle: None,
            reason: error.message().to_owned(),
        })?;
        let lesson = Lesson { file: file.to_owned(), text: text.to_owned(), script };
        match lesson.script.cycles.is_empty() {
            true => Err(lesson.error(None, None, "a lesson has at least one [[cycle]]")),
            false => Ok(lesson),
        }
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.script.title
    }

    /// What is printed before the first cycle.
    pub fn introduction(&self) -> Option<&str> {
        self.script.introduction.as_deref()
    }

    /// Whether mirror-equal moves count as one.
    pub fn merge(&self) -> bool {
        self.script.merge
    }

    /// The cycles.
    pub fn cycles(&self) -> &[ScriptedCycle] {
        &self.script.cycles
    }

    /// The answer that must come out.
    pub fn answer(&self) -> Option<&ExpectedAnswer> {
        self.script.answer.as_ref().map(Spanned::get_ref)
    }

    /// Opens the game at the position, with the lesson's agent or another one.
    pub fn open(&self, agent: Option<&Spec>) -> Result<Opened, LessonError> {
        let script = &self.script;
        let wrong = |span: Range<usize>, reason: String| self.error(Some(span), None, reason);
        let spec = Spec::game(script.game.get_ref()).map_err(|error| wrong(script.game.span(), error.to_string()))?;
        let game = open(&spec).map_err(|error| wrong(script.game.span(), error.to_string()))?;
        let state = match &script.position {
            Some(text) => game.read(text.get_ref()).map_err(|error| wrong(text.span(), error.to_string()))?,
            None => game.start(&mut Random::new(0)),
        };
        let agent = match (agent, &script.agent) {
            (Some(agent), _) => agent.clone(),
            (None, Some(text)) => Spec::agent(text.get_ref()).map_err(|error| wrong(text.span(), error.to_string()))?,
            (None, None) => Spec::plain(MCTS),
        };
        // Nothing is left to chance: the generator only orders what the script chooses from.
        let game = Arc::new(game);
        let explain = Explain::new(&game, &agent, &state, script.merge, &mut Random::new(0));
        let place = || script.agent.as_ref().unwrap_or(&script.game).span();
        let explain = explain.map_err(|error| wrong(place(), error.to_string()))?;
        Ok(Opened { spec, game, state, agent, explain })
    }

    /// Runs a cycle, counted from 0, and checks what the lesson expects of it.
    pub fn run(&self, number: usize, explain: &mut Explain) -> Result<WrittenCycle, LessonError> {
        let cycle = &self.script.cycles[number];
        let wrong = |reason: String| self.error(Some(cycle.moves.span()), Some(number + 1), reason);
        let moves = split_moves(cycle.moves.get_ref()).map_err(|error| wrong(error.to_string()))?;
        let written = explain.follow(&moves, cycle.force).map_err(|error| wrong(error.to_string()))?;
        let payoff = written.cycle.simulation.payoffs[explain.player().index()];
        if let Some(result) = cycle.result.filter(|result| (result - payoff).abs() > 1e-9) {
            return Err(wrong(format!("the result is {payoff}, not {result} as expected")));
        }
        cycle.expect.iter().try_for_each(|expectation| expectation.check(&written)).map_err(wrong)?;
        Ok(written)
    }

    /// Checks the answer after the last cycle.
    pub fn check_answer(&self, best: &str) -> Result<(), LessonError> {
        match &self.script.answer {
            Some(answer) if answer.get_ref().mv != best => {
                let reason = format!("the answer is {best}, not {} as expected", answer.get_ref().mv);
                Err(self.error(Some(answer.span()), None, reason))
            }
            _ => Ok(()),
        }
    }

    fn error(&self, span: Option<Range<usize>>, cycle: Option<usize>, reason: impl Into<String>) -> LessonError {
        let line = span.map(|span| line_of(&self.text, &span));
        LessonError { file: self.file.clone(), line, cycle, reason: reason.into() }
    }
}

/// The line in which a span begins, counted from 1.
fn line_of(text: &str, span: &Range<usize>) -> usize {
    text.as_bytes()[..span.start.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

impl Expectation {
    fn check(&self, written: &WrittenCycle) -> Result<(), String> {
        let after = split_moves(&self.after).map_err(|error| error.to_string())?;
        let path: Vec<&String> = written.cycle.selection.iter().map(|choice| &choice.arm().mv).collect();
        let on_path = path.len() >= after.len() && path.iter().zip(&after).all(|(a, b)| *a == b);
        let place = if after.is_empty() { "the root".to_owned() } else { format!("`{}`", self.after) };
        let Some(choice) = written.cycle.selection.get(after.len()).filter(|_| on_path) else {
            return Err(format!("values are expected at {place}, where this cycle chooses nothing"));
        };
        for (mv, &expected) in &self.values {
            let arm = choice.candidates.iter().find(|arm| arm.mv == *mv);
            let uct = arm.ok_or_else(|| format!("no candidate `{mv}` at {place}"))?.uct;
            match uct {
                Some(uct) if (uct - expected).abs() <= 0.000_501 => {}
                Some(uct) => return Err(format!("the value of {mv} at {place} is {uct:.3}, not {expected:.3}")),
                None => return Err(format!("{mv} at {place} has no value: it is unvisited")),
            }
        }
        Ok(())
    }
}
