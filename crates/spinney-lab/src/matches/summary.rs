//! The sum of a match.

use rustc_hash::FxHashSet;
use serde::Serialize;

use spinney::random::mix;
use spinney::report::Unit;
use spinney_agents::{NamedGame, Spec};

use super::{GameRecord, Lengths};
use crate::statistics::{Mean, wilson};

/// Wins, draws and losses with what they amount to.
///
/// The player with the highest payoff wins, players who share it draw, and all others lose. In a single-player game only
/// the mean counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// Finished games.
    pub games: u64,
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Wins and half the draws, as a share of the games; `None` without games or without opponents.
    pub win_rate: Option<f64>,
    /// Its 95 % Wilson interval.
    pub win_rate_ci95: Option<[f64; 2]>,
    /// The mean payoff in the game's unit.
    pub mean: Option<f64>,
    /// Its 95 % interval by Student's t distribution, unless all games had the same payoff.
    pub ci95: Option<[f64; 2]>,
    #[serde(skip)]
    payoffs: Mean,
}

impl Results {
    fn new() -> Self {
        Results {
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            win_rate: None,
            win_rate_ci95: None,
            mean: None,
            ci95: None,
            payoffs: Mean::default(),
        }
    }

    fn add(&mut self, seat: usize, payoffs: &[f64]) {
        self.games += 1;
        self.payoffs.add(payoffs[seat]);
        self.mean = self.payoffs.mean();
        self.ci95 = self.payoffs.interval();
        if payoffs.len() == 1 {
            return;
        }
        let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sharing = payoffs.iter().filter(|&&payoff| payoff == most).count();
        match (payoffs[seat] == most, sharing) {
            (true, 1) => self.wins += 1,
            (true, _) => self.draws += 1,
            (false, _) => self.losses += 1,
        }
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        self.win_rate = Some(points / self.games as f64);
        self.win_rate_ci95 = Some(wilson(points, self.games));
    }
}

/// Names of agents: as specs, the second of the same name with `#2` and so on.
pub(super) fn tell_apart(agents: &[Spec]) -> Vec<String> {
    let name = |(place, agent): (usize, &Spec)| match agents[..place].iter().filter(|other| *other == agent).count() {
        0 => agent.to_string(),
        before => format!("{agent}#{}", before + 1),
    };
    agents.iter().enumerate().map(name).collect()
}

/// One agent of a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// The agent.
    pub agent: Spec,
    /// Its name in this match: the agent, with a number if there are several of it, such as `random#2`.
    pub name: String,
    /// The name of its seat, or `None` if it sat in all of them.
    pub seat: Option<String>,
    /// What it counts as its work; `None` if it has not searched.
    pub unit: Option<Unit>,
    /// All its games.
    #[serde(flatten)]
    pub results: Results,
    /// Its games in each seat, if it sat in several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_seat: Vec<SeatSummary>,
}

/// The games of one agent in one seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// The seat by name.
    pub seat: String,
    /// The games.
    #[serde(flatten)]
    pub results: Results,
}

/// The sum of a match, kept up to date from game to game.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// The agents, in the order in which they were given.
    pub players: Vec<PlayerSummary>,
    /// All games, those broken off included.
    pub games: u64,
    /// How many of them differ in start or moves.
    pub distinct: u64,
    /// Games broken off at the cap.
    pub unfinished: u64,
    /// Steps in all games.
    pub plies: u64,
    /// How long the finished games were.
    pub lengths: Lengths,
    /// Wall-clock seconds of the match.
    pub seconds: f64,
    /// Whether start positions differ, so that they distinguish games too.
    #[serde(skip)]
    random_start: bool,
    /// Games by a hash of 64 bits: of a million games two differ in nothing else with a probability of 3 in 100 million.
    #[serde(skip)]
    seen: FxHashSet<u64>,
}

impl Summary {
    /// No games yet.
    pub(super) fn new(game: &NamedGame, agents: &[Spec], swap: bool) -> Self {
        let info = game.info();
        let several = swap && agents.len() > 1;
        let by_seat = || info.seats.iter().map(|seat| SeatSummary { seat: seat.clone(), results: Results::new() });
        let player = |(place, (agent, name)): (usize, (&Spec, String))| PlayerSummary {
            agent: agent.clone(),
            name,
            unit: None,
            seat: if several { None } else { info.seats.get(place).cloned() },
            results: Results::new(),
            by_seat: if several { by_seat().collect() } else { Vec::new() },
        };
        Summary {
            players: agents.iter().zip(tell_apart(agents)).enumerate().map(player).collect(),
            games: 0,
            distinct: 0,
            unfinished: 0,
            plies: 0,
            lengths: Lengths::new(game),
            seconds: 0.0,
            random_start: info.random_start,
            seen: FxHashSet::default(),
        }
    }

    /// Adds a game.
    pub(super) fn add(&mut self, game: &NamedGame, record: &GameRecord) {
        self.games += 1;
        self.plies += u64::from(record.plies);
        let start = if self.random_start { game.write(&record.start) } else { String::new() };
        let start = start.bytes().fold(0, |hash, byte| mix(hash ^ (1 + u64::from(byte))));
        self.seen.insert(record.moves.iter().fold(start, |hash, mv| mix(hash ^ (1 + u64::from(mv.number())))));
        self.distinct = self.seen.len() as u64;
        for (seat, &agent) in record.seating.iter().enumerate().filter(|(seat, _)| record.simulations[*seat] > 0) {
            self.players[agent].unit = Some(record.units[seat]);
        }
        let Some(payoffs) = &record.payoffs else {
            self.unfinished += 1;
            return;
        };
        self.lengths.add(record.length, payoffs);
        for (seat, &agent) in record.seating.iter().enumerate() {
            let player = &mut self.players[agent];
            player.results.add(seat, payoffs);
            if let Some(here) = player.by_seat.get_mut(seat) {
                here.results.add(seat, payoffs);
            }
        }
    }
}
