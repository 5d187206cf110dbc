//! Searches for single-player games, where all that counts is the best line to the end.

pub mod anneal;
pub mod beam;
mod exact;
mod findings;
pub mod goal_beam;
mod learner;
pub mod nested;
pub mod nrpa;
mod policy;
pub mod portfolio;
mod rollout;
pub mod sampling;

use self::findings::Findings;
use super::playout::{Course, Played};
use super::random::own_moves;
use super::{Refusal, RefusalKind};
use crate::budget::{Budget, Limit, Meter, Pace};
use crate::game::capabilities::{PolicyName, choices};
use crate::game::{Game, GameInfo, Moves, Player, Recorder, Turn, View};
use crate::random::Random;
use crate::report::Report;
use crate::search::threads;

/// Rejects games of several players, with chance or with hidden information.
pub(crate) fn check(info: &GameInfo, search: &str) -> Result<(), Refusal> {
    let is_for_one = info.players() == 1 && !info.chance && !info.hidden && !info.joint;
    if is_for_one { Ok(()) } else { Err(refusal(info, search)) }
}

/// Why a single-player search cannot play a game.
pub fn refusal(info: &GameInfo, search: &str) -> Refusal {
    let (kind, why) = match info.players() {
        1 if info.chance => (RefusalKind::Chance, "has chance turns".to_owned()),
        1 => (RefusalKind::HiddenInformation, "has hidden information".to_owned()),
        players => (RefusalKind::Players, format!("has {players} players")),
    };
    Refusal::new(kind, format!("{search} needs a single-player game without chance; `{}` {why}", info.name))
}

/// The default of a parameter that leaves the choice to the game.
pub(crate) const AUTO: &str = "auto";

/// The rule of a name by which the game offers moves; without a name, the most promising one.
pub(crate) fn rule_by_name<G: Game>(game: &G, name: Option<&str>) -> Result<usize, Refusal> {
    let guided = game.capabilities().guided;
    let rules = guided.map_or(&[][..], |guided| guided.rules());
    let preferred = guided.map_or(0, |guided| guided.by_promise()[0]);
    name.map_or(Ok(preferred), |name| place_of("rule", name, rules))
}

/// The playout policy of a name; without a name, the one that the game prefers, if any.
pub(crate) fn policy_by_name<G: Game>(game: &G, name: Option<&str>) -> Result<Option<usize>, Refusal> {
    let playouts = game.capabilities().playouts;
    let policies = playouts.map_or(&[][..], |playouts| playouts.policies());
    let preferred = playouts.and_then(|playouts| playouts.preferred());
    name.map_or(Ok(preferred), |name| place_of("playout", name, policies).map(Some))
}

fn place_of(what: &str, name: &str, list: &[PolicyName]) -> Result<usize, Refusal> {
    list.iter().position(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<&str> = std::iter::once(AUTO).chain(list.iter().map(|entry| entry.name)).collect();
        Refusal::new(RefusalKind::UnknownName, format!("no {what} `{name}` for this game; known: {}", known.join(", ")))
    })
}

/// Reads a name, or `auto` for none.
pub(crate) fn read_name(value: &str) -> Option<String> {
    (value != AUTO).then(|| value.to_owned())
}

/// Writes a name as [`read_name`] reads it.
pub(crate) fn write_name(name: Option<&String>) -> String {
    name.map_or(AUTO, String::as_str).to_owned()
}

/// Offers lines that are known already, if they can be played to the end of the game.
pub(crate) fn begin_with<G: Game>(
    game: &G,
    start: &G::State,
    lines: &[Vec<G::Move>],
    findings: &Findings<'_, G::Move>,
) {
    let mut pace = findings.pace();
    'lines: for line in lines {
        let (mut state, mut moves) = (start.clone(), Moves::new());
        for &mv in line {
            moves.clear();
            game.turn(&state, &mut moves);
            if !moves.contains(&mv) {
                continue 'lines;
            }
            game.play(&mut state, mv);
            if findings.step(&mut pace).is_some() {
                return;
            }
        }
        moves.clear();
        if game.turn(&state, &mut moves) == Turn::Over {
            findings.found(game.payoff(&state, Player(0)), line.iter().copied());
        }
    }
}

/// A search from the start of its clock to its report; `work` is given the meter and the place for its findings.
pub(crate) fn conduct<G: Game>(
    game: &G,
    position: &View<G::State>,
    budget: &Budget,
    work: impl FnOnce(&Findings<'_, G::Move>, &Meter) -> Limit,
) -> Report<G::Move> {
    let meter = budget.start();
    let moves = own_moves(game, position);
    let top = game.info().range.map_or(f64::INFINITY, |range| range.high);
    let findings = Findings::new(&meter, &moves, top);
    let ended_by = match meter.exceeded(0) {
        Some(limit) => limit,
        None => work(&findings, &meter),
    };
    findings.report(ended_by).checked_unpruned(game)
}

/// Runs `work` on this many threads, each with its number, and returns what ended the first.
pub(crate) fn on_threads(meter: &Meter, threads: usize, work: impl Fn(usize) -> Limit + Sync) -> Limit {
    let mut limits = vec![Limit::Finished; threads.max(1)];
    threads::on_each(meter, &mut limits, |thread, limit| *limit = work(thread));
    limits[0]
}

/// Plays a single-player game to its end by a policy of the game, or at random. `Err` if the budget ended before the game
/// did.
pub(crate) fn play_out<G: Game, L: Recorder<G::Move>>(
    game: &G,
    policy: Option<usize>,
    state: &mut G::State,
    rng: &mut Random,
    recorder: &mut L,
    findings: &Findings<'_, G::Move>,
    pace: &mut Pace,
) -> Result<(), Limit> {
    let mut scratch = Moves::new();
    let mut course = Course { scratch: &mut scratch, rng, pace, meter: findings.meter() };
    match course.by_policy(game, policy, state, u32::MAX, recorder, || findings.publish()) {
        Played::Stopped(limit) => Err(limit),
        Played::Over(_) | Played::Cut => Ok(()),
    }
}
