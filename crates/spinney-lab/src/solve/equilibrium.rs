//! Equilibria of two-player games: the strategies of both players, and how much a best response gains against them.
//!
//! `cfr` and `mccfr` solve the whole game, with one budget. Any other agent is asked at every information state, with
//! the budget for each: its strategy is what it plays there, on average over several runs where it is random.

use std::time::Instant;

use cpu_time::ProcessTime;
use serde::Serialize;
use spinney::budget::{Budget, Limit, Pace, Signal};
use spinney::erased::{AnyGame, AnyState};
use spinney::game::{Game, Player};
use spinney::random::Random;
use spinney::report::Unit;
use spinney::search::cfr::{
    CfrConfig, Exploitability, GameTree, Goal, Iterations, NoTree, Profile, Sampler, TreeOptions,
};
use spinney::search::{Refusal, RefusalKind};
use spinney_agents::agents::{cfr_config, mccfr_config};
use spinney_agents::{NamedGame, Spec};

use super::SolveError;

/// Strategies of both players.
#[derive(Clone, Debug, PartialEq)]
pub struct Equilibrium {
    /// Every information state, those of the first player first, in the order of play.
    pub strategies: Vec<InformationState>,
    /// What the first player gets on average if both play these strategies.
    pub value: f64,
    /// How far they are from an equilibrium.
    pub exploitability: Exploitability,
    /// Nodes of the game tree.
    pub nodes: usize,
    /// The work, in units; of all searches, if the agent was asked at every information state.
    pub simulations: u64,
    /// What is counted.
    pub unit: Unit,
    /// Searches at information states; 0 if the game was solved as a whole.
    pub searches: usize,
    /// Seconds on the wall, those of the best responses at the end not included.
    pub seconds: f64,
    /// Seconds of processor time.
    pub cpu_seconds: f64,
    /// What ended it.
    pub ended_by: Limit,
}

/// What a player does with the same information.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct InformationState {
    /// The seat.
    pub player: String,
    /// What the player sees.
    pub information: String,
    /// Every action with its probability.
    pub actions: Vec<Action>,
}

/// An action with its probability.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Action {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How often it is played.
    pub probability: f64,
}

/// Finds the strategies of an agent for both players, from the start of the game.
pub fn find_equilibrium(
    game: &NamedGame,
    agent: &Spec,
    budget: &Budget,
    runs: usize,
    seed: u64,
) -> Result<Equilibrium, SolveError> {
    let info = game.info();
    if info.players() != 2 {
        return Err(SolveError::Players(info.name.clone()));
    }
    if info.hidden && info.random_start {
        let text = format!("`{}` has a random start: its strategies cannot be listed", info.name);
        return Err(Refusal::new(RefusalKind::Other, text).into());
    }
    let (cfr, mccfr) = (cfr_config(agent)?, mccfr_config(agent)?);
    let (wall, cpu) = (Instant::now(), ProcessTime::now());
    let nodes = cfr.as_ref().map_or(CfrConfig::default().nodes, |config| config.nodes);
    let (start, tree) = build(game, budget, nodes, seed)?;
    let mut rng = Random::derive(seed, 1);
    // The tree is part of the work.
    let budget = Budget { time: budget.time.map(|time| time.saturating_sub(wall.elapsed())), ..budget.clone() };
    let found = match (cfr, mccfr) {
        (Some(config), _) => by_iterations(game, &tree, &config, &budget),
        (None, Some(config)) => {
            let mut sampler = Sampler::new(config.clone(), budget.memory.unwrap_or(config.memory));
            by_samples(game, &tree, &mut sampler, &start, &budget, &mut rng)
        }
        (None, None) => by_searches(game, &tree, agent, &budget, runs, seed)?,
    };
    let (seconds, cpu_seconds) = (wall.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    Ok(Equilibrium {
        strategies: write(game, &tree, &found.profile),
        value: found.profile.value(&tree, Player(0)),
        exploitability: Exploitability::of(&tree, &found.profile),
        nodes: tree.nodes(),
        simulations: found.simulations,
        unit: found.unit,
        searches: found.searches,
        seconds,
        cpu_seconds,
        ended_by: found.ended_by,
    })
}

/// A start of the game, and the tree below it.
fn build(
    game: &NamedGame,
    budget: &Budget,
    nodes: usize,
    seed: u64,
) -> Result<(AnyState, GameTree<AnyGame>), SolveError> {
    let start = game.start(&mut Random::derive(seed, 0));
    // A time limit ends the iterations, not the tree without which nothing can be said.
    let meter = Budget { time: None, ..budget.clone() }.start();
    let mut pace = Pace::new(&meter);
    let tree =
        GameTree::build(game.any(), &start, TreeOptions { nodes, views: true }, &mut || match pace.step(&meter) {
            Signal::End(limit) => Some(limit),
            _ => None,
        });
    match tree {
        Ok(tree) => Ok((start, tree)),
        Err(NoTree::Refused(refusal)) => Err(refusal.into()),
        Err(NoTree::Ended(_)) => Err(SolveError::Stopped),
    }
}

/// What an agent found.
struct Found {
    profile: Profile,
    simulations: u64,
    unit: Unit,
    searches: usize,
    ended_by: Limit,
}

fn by_iterations(game: &NamedGame, tree: &GameTree<AnyGame>, config: &CfrConfig, budget: &Budget) -> Found {
    let mut iterations = Iterations::new(tree, config.variant);
    let goal = Goal::share(config.accuracy, game.info().range);
    let ended_by = iterations.run(tree, &budget.start(), goal, &mut |_, _| ());
    Found {
        profile: iterations.average(tree),
        simulations: iterations.done(),
        unit: Unit::Iterations,
        searches: 0,
        ended_by,
    }
}

fn by_samples(
    game: &NamedGame,
    tree: &GameTree<AnyGame>,
    sampler: &mut Sampler,
    start: &AnyState,
    budget: &Budget,
    rng: &mut Random,
) -> Found {
    let ended_by = sampler.run(game.any(), Some(start), &budget.start(), rng, &mut |_, _| ());
    Found {
        profile: sampler.average(tree),
        simulations: sampler.done(),
        unit: Unit::Simulations,
        searches: 0,
        ended_by,
    }
}

/// Asks an agent at every information state.
fn by_searches(
    game: &NamedGame,
    tree: &GameTree<AnyGame>,
    agent: &Spec,
    budget: &Budget,
    runs: usize,
    seed: u64,
) -> Result<Found, SolveError> {
    let mut search = game.agent(agent)?;
    let mut found = Found {
        profile: Profile::uniform(tree),
        simulations: 0,
        unit: Unit::default(),
        searches: 0,
        ended_by: Limit::Finished,
    };
    for set in 0..tree.information_sets() {
        let (Some(view), moves) = (tree.view(set), tree.moves(set)) else { continue };
        let mut weights = vec![0.0; moves.len()];
        for run in 0..runs {
            if budget.stop.is_raised() {
                found.ended_by = Limit::Stopped;
                return Ok(found);
            }
            search.reset();
            let mut rng = Random::derive(seed.wrapping_add(run as u64), set as u64 + 2);
            let report = search.search(view, budget, &mut rng);
            let mixed = report.candidates.iter().any(|candidate| candidate.probability.is_some());
            for (weight, mv) in weights.iter_mut().zip(moves) {
                let candidate = report.candidates.iter().find(|candidate| candidate.mv == *mv);
                *weight += match mixed {
                    true => candidate.and_then(|candidate| candidate.probability).unwrap_or(0.0),
                    false => f64::from(u8::from(report.best == Some(*mv))),
                };
            }
            found.simulations += report.simulations;
            found.unit = report.unit;
            found.searches += 1;
        }
        found.profile.set(tree, set, &weights);
    }
    Ok(found)
}

/// The strategies as text.
fn write(game: &NamedGame, tree: &GameTree<AnyGame>, profile: &Profile) -> Vec<InformationState> {
    let mut sets: Vec<usize> = (0..tree.information_sets()).collect();
    sets.sort_by_key(|&set| tree.player(set));
    let state = |&set: &usize| {
        let view = tree.view(set)?;
        let action = |(mv, &probability): (&_, &f64)| Action { mv: game.write_move(view.state(), *mv), probability };
        Some(InformationState {
            player: game.info().seats[tree.player(set).index()].clone(),
            information: game.write(view.state()),
            actions: tree.moves(set).iter().zip(profile.at(tree, set)).map(action).collect(),
        })
    };
    sets.iter().filter_map(state).collect()
}
