//! Searches for games of one player, where all that counts is the best line to the end.

pub mod anneal;
pub mod beam;
pub mod best;
mod exact;
mod learner;
pub mod nested;
pub mod nrpa;
mod policy;
mod rollout;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Refusal;
use super::random::own_moves;
use crate::budget::{Budget, Limit, Meter};
use crate::game::skills::PolicyName;
use crate::game::{Game, GameInfo, Listener, Moves, View};
use crate::random::Random;
use crate::report::{Candidate, Report};

/// Refuses games of several players, with chance or with anything hidden.
pub(crate) fn check(info: &GameInfo, search: &str) -> Result<(), Refusal> {
    let is_for_one = info.players() == 1 && !info.chance && !info.hidden && !info.joint;
    if is_for_one { Ok(()) } else { Err(refusal(info, search)) }
}

/// Why a search for one player cannot play a game.
pub fn refusal(info: &GameInfo, search: &str) -> Refusal {
    let why = match info.players() {
        1 if info.chance => "has chance turns".to_owned(),
        1 => "hides information".to_owned(),
        players => format!("has {players} players"),
    };
    Refusal::new(format!("{search} looks for the best line of one player without chance; `{}` {why}", info.name))
}

/// What a search does without being told: leave a choice to the game.
pub(crate) const AUTO: &str = "auto";

/// The rule of a name by which the game offers moves; without a name, the most promising one.
pub(crate) fn rule_by_name<G: Game>(game: &G, name: Option<&str>) -> Result<usize, Refusal> {
    let guided = game.skills().guided;
    let rules = guided.map_or(&[][..], |guided| guided.rules());
    let preferred = guided.map_or(0, |guided| guided.by_promise()[0]);
    name.map_or(Ok(preferred), |name| place_of("rule", name, rules))
}

/// The playout policy of a name; without a name, the one that the game prefers, if any.
pub(crate) fn policy_by_name<G: Game>(game: &G, name: Option<&str>) -> Result<Option<usize>, Refusal> {
    let playouts = game.skills().playouts;
    let policies = playouts.map_or(&[][..], |playouts| playouts.policies());
    let preferred = playouts.and_then(|playouts| playouts.preferred());
    name.map_or(Ok(preferred), |name| place_of("playout", name, policies).map(Some))
}

fn place_of(what: &str, name: &str, list: &[PolicyName]) -> Result<usize, Refusal> {
    list.iter().position(|entry| entry.name == name).ok_or_else(|| {
        let known: Vec<&str> = std::iter::once(AUTO).chain(list.iter().map(|entry| entry.name)).collect();
        Refusal::new(format!("no {what} `{name}` for this game; known: {}", known.join(", ")))
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

/// The best line that any thread has found.
pub(crate) struct Findings<'m, M> {
    meter: &'m Meter,
    simulations: AtomicU64,
    /// The bits of the best value.
    known: AtomicU64,
    best: Mutex<(f64, Vec<M>)>,
    /// Whether nothing better is possible.
    proven: AtomicBool,
}

impl<'m, M: Copy> Findings<'m, M> {
    pub(crate) fn new(meter: &'m Meter) -> Self {
        Findings {
            meter,
            simulations: AtomicU64::new(0),
            known: AtomicU64::new(f64::NEG_INFINITY.to_bits()),
            best: Mutex::new((f64::NEG_INFINITY, Vec::new())),
            proven: AtomicBool::new(false),
        }
    }

    /// Claims simulations that are about to be done. Answers why there may be none, if so.
    #[inline]
    pub(crate) fn claim(&self, simulations: u64) -> Option<Limit> {
        let most = self.meter.simulations_left(0);
        let claim = |done: u64| (done < most).then_some(done + simulations);
        if self.simulations.fetch_update(Ordering::Relaxed, Ordering::Relaxed, claim).is_err() {
            return Some(Limit::Simulations);
        }
        self.meter.progress().count(simulations);
        self.meter.exceeded(0)
    }

    /// The best value so far.
    pub(crate) fn best(&self) -> f64 {
        f64::from_bits(self.known.load(Ordering::Relaxed))
    }

    /// The best line so far.
    pub(crate) fn line(&self) -> Vec<M> {
        self.best.lock().expect("no panic while holding the lock").1.clone()
    }

    /// Nothing better is possible.
    pub(crate) fn prove(&self) {
        self.proven.store(true, Ordering::Relaxed);
    }

    /// Why the search has to end now, if it has to.
    pub(crate) fn over(&self) -> Option<Limit> {
        self.meter.exceeded(self.simulations())
    }

    /// Simulations so far.
    pub(crate) fn simulations(&self) -> u64 {
        self.simulations.load(Ordering::Relaxed)
    }

    /// Offers a line.
    pub(crate) fn found(&self, value: f64, line: impl IntoIterator<Item = M>) {
        self.offer(value, || line);
    }

    /// Offers a line that is made only if it is better than what is known.
    pub(crate) fn offer<L: IntoIterator<Item = M>>(&self, value: f64, line: impl FnOnce() -> L) {
        // Bits of the value that is known; a look without a lock, for the many that are no better.
        if value <= self.best() {
            return;
        }
        let mut best = self.best.lock().expect("no panic while holding the lock");
        if value > best.0 {
            best.0 = value;
            best.1.clear();
            best.1.extend(line());
            self.known.store(value.to_bits(), Ordering::Relaxed);
            self.meter.progress().found(value);
        }
    }

    /// Takes over what a part of the search has found and spent.
    fn absorb(&self, part: Findings<'_, M>) {
        self.simulations.fetch_add(part.simulations(), Ordering::Relaxed);
        let (value, line) = part.best.into_inner().expect("no panic while holding the lock");
        self.found(value, line);
    }

    /// The report of a search that ended with what was found.
    fn report<G: Game<Move = M>>(self, game: &G, position: &View<G::State>, ended_by: Limit) -> Report<M> {
        let (value, line) = self.best.into_inner().expect("no panic while holding the lock");
        let moves = own_moves(game, position);
        let best = line.first().or(moves.first()).copied();
        Report {
            best,
            value: value.is_finite().then_some(value),
            proven: self.proven.into_inner(),
            candidates: moves.into_iter().map(Candidate::new).collect(),
            line: if line.is_empty() { best.into_iter().collect() } else { line },
            simulations: self.simulations.into_inner(),
            nodes: 0,
            bytes: 0,
            depth: 0,
            seconds: self.meter.elapsed().as_secs_f64(),
            ended_by,
            notes: Vec::new(),
        }
    }
}

/// A search from the start of its clock to its report; `work` is told the clock and where to put what it finds.
pub(crate) fn conduct<G: Game>(
    game: &G,
    position: &View<G::State>,
    budget: &Budget,
    work: impl FnOnce(&Findings<'_, G::Move>, &Meter) -> Limit,
) -> Report<G::Move> {
    let meter = budget.start();
    let findings = Findings::new(&meter);
    let ended_by = match meter.exceeded(0) {
        Some(limit) => limit,
        None => work(&findings, &meter),
    };
    findings.report(game, position, ended_by)
}

/// Runs `work` on so many threads, handing each its number, and answers what ended the first.
pub(crate) fn on_threads(threads: usize, work: impl Fn(usize) -> Limit + Sync) -> Limit {
    std::thread::scope(|scope| {
        for thread in 1..threads {
            let work = &work;
            scope.spawn(move || work(thread));
        }
        work(0)
    })
}

/// Plays a game of one player to its end by a policy of the game, or at random.
pub(crate) fn play_out<G: Game, L: Listener<G::Move>>(
    game: &G,
    policy: Option<usize>,
    state: &mut G::State,
    rng: &mut Random,
    listener: &mut L,
) {
    if let (Some(playouts), Some(policy)) = (game.skills().playouts, policy) {
        playouts.play_out(policy, state, u32::MAX, rng, listener);
        return;
    }
    let mut moves = Moves::new();
    while game.random_step(state, &mut moves, rng, listener) {}
}
