//! `spinney explain`.

mod minimax;
mod nodes;
mod pimc;
mod print;
mod tree_text;

use std::path::Path;
use std::sync::Arc;

use serde::Serialize;
use serde_json::json;
use spinney::random::Random;
use spinney::search::TreeView;
use spinney::search::mcts::Viewpoint;
use spinney::search::mcts::explain::{Change, Choice, Expanded, Explained, Simulation};
use spinney_agents::agents::{ALPHA_BETA, MCTS, MINIMAX, PIMC};
use spinney_agents::rule_sheets::BuildTime;
use spinney_agents::spec::Spec;
use spinney_agents::text_file::{MOST_BYTES, read_file};
use spinney_lab::explain::{Explain, Lesson, Opened, WrittenCycle, lessons};

use self::print::Printer;
pub(super) use self::print::number;
pub(super) use self::tree_text::lines as tree_lines;
use crate::failure::Failure;
use crate::options::{Output, Seed, count};
use crate::place::Place;
use crate::terminal::Terminal;

/// Teach: print each step of a search with its numbers
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  spinney explain tic-tac-toe --lesson article
  spinney explain tic-tac-toe --position ..x/.oo/..x --merge --cycles 5 --seed 1
  spinney explain connect-four --agent mcts:amaf=rave --cycles 20 --json
  spinney explain \"tree:((3 12 8) (2 4 6) (14 5 2))\" --agent minimax
  spinney explain \"tree:((3 12 8) (2 4 6) (14 5 2))\" --agent alpha-beta
  spinney explain tic-tac-toe --agent alpha-beta:depth=2,search=pvs --nodes 50
  spinney explain bridge-play:cards=4 --agent pimc:determinizations=5 --seed 1

Minimax traces every node with its value and every comparison. Alpha-beta traces every node with its window, and every \
cut-off with the reason; it runs as a lecture writes it (one search, no table, moves as listed) unless parameters say \
otherwise. Pimc, for hidden information, shows each sampled state with the value of every move in it and the means so far. For mcts a cycle selects a path down the tree, \
expands its last node, simulates the rest of the game and updates the path. With the same seed the cycles are those of `spinney search --threads 1`. `spinney uct` does the formula alone.")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// The agent: mcts, alpha-beta, minimax or pimc, with any parameters [default: mcts, or the lesson's]
    #[arg(long, value_name = "A")]
    agent: Option<String>,
    /// Cycles to run [default: 8, or all of the lesson]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    cycles: Option<u64>,
    /// For alpha-beta and minimax: stop after N nodes [default: 1000]; for pimc: nodes of all sampled states [default: 1000000]
    #[arg(long, value_name = "N", value_parser = count, allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// Count moves that are mirror images of each other as one
    #[arg(long)]
    merge: bool,
    /// Follow a script: a TOML file, or `article` for the lesson that comes along
    #[arg(long, value_name = "FILE|NAME", conflicts_with_all = ["position", "moves", "merge"])]
    lesson: Option<String>,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    output: Output,
}

/// Cycles without `--cycles` and without a lesson.
const CYCLES: u64 = 8;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let agent = args.agent.as_deref().map(Spec::agent).transpose()?;
    let mut terminal = Terminal::new(args.output);
    if let Some(name) = &args.lesson {
        return run_lesson(args, &find_lesson(name)?, agent.as_ref(), &mut terminal);
    }
    let agent = agent.unwrap_or_else(|| Spec::plain(MCTS));
    match agent.name.as_str() {
        ALPHA_BETA => nodes::run(args, agent, &mut terminal),
        MINIMAX => minimax::run(args, &agent, &mut terminal),
        PIMC => pimc::run(args, &agent, &mut terminal),
        _ => run_free(args, agent, &mut terminal),
    }
}

/// The lesson of this name, or in this file.
fn find_lesson(name: &str) -> Result<Lesson, Failure> {
    if let Some(lesson) = Lesson::shipped(name) {
        return Ok(lesson);
    }
    let text = read_file(Path::new(name), MOST_BYTES).map_err(|error| {
        Failure::Failed(format!(
            "no lesson `{name}` (there is: {}), nor can the file be read: {error}",
            lessons().join(", ")
        ))
    })?;
    Ok(Lesson::read(name, &text)?)
}

fn run_free(args: &Args, agent: Spec, terminal: &mut Terminal) -> Result<(), Failure> {
    let (spec, game) = args.place.open(args.output, BuildTime::default())?;
    let agent = game.advised(&agent);
    let game = Arc::new(game);
    let seed = args.seed.resolve();
    let state = args.place.position(&game, seed)?;
    // The generator of `spinney search`, so that the two agree.
    let explain = Explain::new(&game, &agent, &state, args.merge, &mut Random::derive(seed, 1))?;
    let opened = Opened { spec, game, state, agent, explain };
    let mut show = Show::new(opened, terminal);
    show.start(args.merge, Some(seed))?;
    for _ in 0..args.cycles.unwrap_or(CYCLES) {
        if show.opened.explain.is_complete() {
            break;
        }
        let written = show.opened.explain.cycle();
        show.cycle(&written, None)?;
    }
    show.answer(None)
}

fn run_lesson(args: &Args, lesson: &Lesson, agent: Option<&Spec>, terminal: &mut Terminal) -> Result<(), Failure> {
    let opened = lesson.open(agent)?;
    let all = lesson.cycles().len();
    let cycles = args.cycles.map_or(all, |cycles| usize::try_from(cycles).unwrap_or(usize::MAX));
    if Spec::game(&args.place.game)? != opened.spec {
        return Err(Failure::usage(format!("this lesson is about {}", opened.spec)));
    }
    if cycles > all {
        return Err(Failure::usage(format!("this lesson has {all} cycles")));
    }
    let mut show = Show::new(opened, terminal);
    show.title(lesson)?;
    show.start(lesson.merge(), None)?;
    for (number, scripted) in lesson.cycles().iter().enumerate().take(cycles) {
        let written = lesson.run(number, &mut show.opened.explain)?;
        show.cycle(&written, scripted.comment.as_deref())?;
    }
    if cycles < all {
        return show.answer(None);
    }
    if let Some(answer) = show.opened.explain.answer() {
        lesson.check_answer(&answer.best.mv)?;
    }
    show.answer(lesson.answer().and_then(|answer| answer.comment.as_deref()))
}

/// One step as `--json` prints it.
#[derive(Serialize)]
#[serde(tag = "step", rename_all = "kebab-case")]
enum Step<'a> {
    Selection {
        cycle: u64,
        choices: &'a [Choice<String>],
        comment: Option<&'a str>,
    },
    Expansion {
        cycle: u64,
        expanded: &'a [Expanded<String>],
        leaf: String,
    },
    Simulation {
        cycle: u64,
        #[serde(flatten)]
        simulation: &'a Simulation<String>,
        position: String,
    },
    Update {
        cycle: u64,
        changes: &'a [Change<String>],
        tree: &'a TreeView<String>,
    },
    Answer {
        #[serde(flatten)]
        answer: &'a Explained<String>,
        comment: Option<&'a str>,
    },
}

/// Prints a run, for people or for programs.
struct Show<'t> {
    opened: Opened,
    terminal: &'t mut Terminal,
}

impl<'t> Show<'t> {
    fn new(opened: Opened, terminal: &'t mut Terminal) -> Self {
        Show { opened, terminal }
    }

    fn title(&mut self, lesson: &Lesson) -> Result<(), Failure> {
        if !self.terminal.is_json() {
            self.terminal.line(lesson.title())?;
            lesson.introduction().map_or(Ok(()), |text| self.terminal.line(format!("{}\n", text.trim())))?;
        }
        Ok(())
    }

    fn start(&mut self, merge: bool, seed: Option<u64>) -> Result<(), Failure> {
        let Opened { spec, game, state, agent, explain } = &self.opened;
        if self.terminal.is_json() {
            self.terminal.object(&json!({
                "step": "start",
                "game": spec.to_string(),
                "position": game.write(state),
                "agent": agent.to_string(),
                "seats": game.info().seats,
                "player": explain.player(),
                "merge": merge,
                "values_of": explain.viewpoint(),
                "seed": seed,
            }))?;
            return Ok(());
        }
        self.terminal.picture(&game.draw(state, None))?;
        let seat = &game.info().seats[explain.player().index()];
        let seed = seed.map_or(String::new(), |seed| format!(", seed {seed}"));
        let mover = nodes::unless_drawn(game, state, seat);
        self.terminal.line(format!("{mover}{agent}{seed}"))?;
        self.terminal.line(match explain.viewpoint() {
            Viewpoint::RootPlayer => format!("n: visits; v: sum of the payoffs of {seat}, at every node"),
            Viewpoint::Mover => "n: visits; v: sum of the payoffs of the player who moved to the node".to_owned(),
        })?;
        Ok(())
    }

    fn cycle(&mut self, written: &WrittenCycle, comment: Option<&str>) -> Result<(), Failure> {
        let cycle = &written.cycle;
        let game = &self.opened.game;
        if !self.terminal.is_json() {
            return Ok(Printer::new(&self.opened, self.terminal).cycle(written, comment)?);
        }
        let number = cycle.number;
        let steps = [
            Step::Selection { cycle: number, choices: &cycle.selection, comment },
            Step::Expansion { cycle: number, expanded: &cycle.expansion, leaf: game.write(&written.leaf) },
            Step::Simulation { cycle: number, simulation: &cycle.simulation, position: game.write(&written.end) },
            Step::Update { cycle: number, changes: &cycle.update, tree: &cycle.tree },
        ];
        Ok(steps.iter().try_for_each(|step| self.terminal.object(step))?)
    }

    fn answer(&mut self, comment: Option<&str>) -> Result<(), Failure> {
        let Some(answer) = self.opened.explain.answer() else { return Ok(()) };
        if self.terminal.is_json() {
            return Ok(self.terminal.object(&Step::Answer { answer: &answer, comment })?);
        }
        Ok(Printer::new(&self.opened, self.terminal).answer(&answer, comment)?)
    }
}
