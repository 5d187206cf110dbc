//! `spinney solve` of a two-player game: the strategies of both players and their exploitability.

use std::time::Duration;

use indicatif::ProgressBar;
use serde::Serialize;
use spinney::budget::{Budget, Limit, Progress};
use spinney::report::Unit;
use spinney_agents::NamedGame;
use spinney_agents::agents::CFR;
use spinney_agents::games::open_within;
use spinney_agents::quantity::{write_count, write_duration};
use spinney_agents::spec::Spec;
use spinney_lab::solve::{Equilibrium, InformationState, SolveError, find_equilibrium};

use super::Args;
use crate::failure::{Failure, complain};
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// Information states that are printed for people.
const SHOWN: usize = 40;

/// What `--json` prints at the end.
#[derive(Serialize)]
struct Total<'a> {
    game: &'a Spec,
    agent: &'a Spec,
    /// Of the first player.
    value: f64,
    /// Of the first player's value.
    bounds: [f64; 2],
    best_responses: [f64; 2],
    exploitability: f64,
    information_states: usize,
    nodes: usize,
    simulations: u64,
    unit: Unit,
    searches: usize,
    seconds: f64,
    cpu_seconds: f64,
    ended_by: Limit,
    seed: u64,
}

/// Solves a two-player game and prints its strategies.
pub(super) fn run(args: &Args, budget: Budget, seed: u64, terminal: &mut Terminal) -> Result<(), Failure> {
    let agent = agent(args)?;
    let spec = Spec::game(&args.game)?;
    let game = open_within(&spec, args.common.build_time())?;
    let bar = watch(terminal, &spec, budget.progress.clone());
    let found = find_equilibrium(&game, &agent, &budget, args.runs, seed);
    bar.finish_and_clear();
    let found = found?;
    if terminal.is_json() {
        found.strategies.iter().try_for_each(|state| terminal.object(state))?;
        terminal.object(&total(&spec, &agent, &found, seed))?;
    } else {
        print(terminal, args, &game, &found, &agent, seed)?;
    }
    if !args.common.output.quiet {
        game.remarks().iter().for_each(|remark| complain("note", remark));
    }
    Ok(())
}

/// The only agent; options of boards make no sense here.
fn agent(args: &Args) -> Result<Spec, Failure> {
    let boards = args.boards.is_some() || args.seeds.is_some() || args.record.is_some() || !args.from.is_empty();
    if boards || args.jobs > 1 || args.move_by_move {
        return Err(Failure::usage(
            "--boards, --seeds, --jobs, --move-by-move, --record and --from are for single-player games; this game has two",
        ));
    }
    match &args.agents()?[..] {
        _ if args.agent.is_empty() => Ok(Spec::plain(CFR)),
        [agent] => Ok(agent.clone()),
        _ => Err(Failure::usage("one --agent at a time solves a two-player game")),
    }
}

fn total<'a>(game: &'a Spec, agent: &'a Spec, found: &Equilibrium, seed: u64) -> Total<'a> {
    Total {
        game,
        agent,
        value: found.value,
        bounds: found.exploitability.bounds(),
        best_responses: found.exploitability.best_responses,
        exploitability: found.exploitability.value(),
        information_states: found.strategies.len(),
        nodes: found.nodes,
        simulations: found.simulations,
        unit: found.unit,
        searches: found.searches,
        seconds: found.seconds,
        cpu_seconds: found.cpu_seconds,
        ended_by: found.ended_by,
        seed,
    }
}

fn print(
    terminal: &mut Terminal,
    args: &Args,
    game: &NamedGame,
    found: &Equilibrium,
    agent: &Spec,
    seed: u64,
) -> Result<(), Failure> {
    terminal.table(&table(&found.strategies))?;
    if found.strategies.len() > SHOWN {
        let more = found.strategies.len() - SHOWN;
        terminal.line(format!("  … and {} more information states (--json prints all)", write_count(more as u64)))?;
    }
    let [low, high] = found.exploitability.bounds();
    let [first, second] = found.exploitability.best_responses;
    let seats = &game.info().seats;
    terminal.line(format!("value for {}: {:.6}, in equilibrium from {low:.6} to {high:.6}", seats[0], found.value))?;
    terminal.line(format!("best responses: {} {first:.6}, {} {second:.6}", seats[0], seats[1]))?;
    terminal.line(format!("exploitability: {:.6} a game", found.exploitability.value()))?;
    let searches = match found.searches {
        0 => String::new(),
        count => format!(" of {} searches", write_count(count as u64)),
    };
    terminal.line(format!(
        "{} {}{searches} in {}; {} information states, {} nodes",
        write_count(found.simulations),
        found.unit,
        write_duration(found.seconds),
        write_count(found.strategies.len() as u64),
        write_count(found.nodes as u64),
    ))?;
    let ended = match found.ended_by {
        Limit::Stopped => ", stopped",
        Limit::Finished if found.searches == 0 => ", accurate enough",
        _ => "",
    };
    let what = if found.searches == 0 { "game" } else { "decision" };
    let budget = args.common.describe_for(what, &[found.unit]);
    terminal.line(format!("agent {agent}; budget {budget}{ended}; seed {seed}"))?;
    Ok(())
}

fn table(states: &[InformationState]) -> TextTable {
    let mut table =
        TextTable::new(&[("player", Align::Left), ("information state", Align::Left), ("strategy", Align::Left)]);
    for state in states.iter().take(SHOWN) {
        let action = |action: &spinney_lab::solve::Action| format!("{} {:.3}", action.mv, action.probability);
        let actions: Vec<String> = state.actions.iter().map(action).collect();
        table.row(vec![state.player.clone(), state.information.clone(), actions.join("  ")]);
    }
    table
}

/// A progress line, if standard error is a terminal.
fn watch(terminal: &Terminal, game: &Spec, progress: Progress) -> ProgressBar {
    let bar = terminal.spinner(format!("{game}: listing the game tree;"));
    if !bar.is_hidden() {
        let (shown, game) = (bar.clone(), game.to_string());
        std::thread::spawn(move || {
            while !shown.is_finished() {
                let done = progress.simulations();
                // The progress of these searches is the exploitability, which falls.
                let best = progress.best().map_or(String::new(), |best| format!(", exploitability {:.6}", -best));
                if done > 0 {
                    shown.set_message(format!("{game}: {}{best};", write_count(done)));
                }
                std::thread::sleep(Duration::from_millis(200));
            }
        });
    }
    bar
}

/// Whether an error of the single-player route means that the game belongs here.
pub(super) fn is_for(error: &SolveError) -> bool {
    matches!(error, SolveError::Players(_))
}
