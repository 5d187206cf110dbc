//! What a tournament shows of its players: goals with intervals, wins, a rating, and how often they failed.
//!
//! The rating is the Bradley-Terry model, fitted to all matches together: the order of the matches does not matter. Every
//! two players of a match count as a game between them, won by the higher goal. Each player also draws one game against
//! an average one, so that ratings of few games, or of games that are all won, stay finite.

use serde::Serialize;
use spinney_lab::statistics::{Mean, Z95, wilson};

use super::record::Record;

/// The scale of Elo: points for a factor of ten in the odds.
const SCALE: f64 = 400.0;
/// Rounds of the fit; each brings all ratings closer to the best ones.
const ROUNDS: usize = 500;

/// A player in the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub name: String,
    /// Finished matches.
    pub games: u64,
    /// The mean goal.
    pub mean: Option<f64>,
    /// Its 95 % interval by Student's t distribution, unless all goals were equal.
    pub ci95: Option<[f64; 2]>,
    /// Wins and half the draws, as a share of the matches with other players or with the role `random`.
    pub win_rate: Option<f64>,
    /// Its 95 % Wilson interval.
    pub win_rate_ci95: Option<[f64; 2]>,
    /// The rating, 0 on average.
    pub elo: Option<f64>,
    /// Half of its 95 % interval.
    pub elo_ci95: Option<f64>,
    /// Answers that did not come in time.
    pub timeouts: u64,
    /// Connections that failed.
    pub connection_errors: u64,
    /// Moves that were not legal.
    pub illegal: u64,
    /// The latest answer to PLAY that came, in seconds.
    pub slowest: Option<f64>,
}

/// The table of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Standings {
    /// The players, the highest mean goal first.
    pub players: Vec<Standing>,
    /// Finished matches.
    pub games: u64,
    /// Matches that were broken off at the cap of steps.
    pub unfinished: u64,
}

/// The games of two players against each other.
#[derive(Clone, Copy, Debug, Default)]
struct Pair {
    games: f64,
    points: f64,
}

impl Standings {
    /// The table of these matches.
    pub fn of(names: &[String], records: &[Record]) -> Self {
        let count = names.len();
        let mut goals = vec![Mean::default(); count];
        let mut points = vec![(0.0, 0u64); count];
        let mut pairs = vec![vec![Pair::default(); count]; count];
        let mut table = Standings::default();
        let finished = records.iter().filter(|record| record.end.complete);
        table.unfinished = records.iter().filter(|record| !record.end.complete).count() as u64;
        for record in finished {
            table.games += 1;
            let number = |role: usize| record.players[role].number.filter(|number| *number < count);
            let goal = |role: usize| f64::from(record.end.goals[role].unwrap_or(0));
            let roles = 0..record.roles.len();
            for role in roles.clone() {
                let Some(player) = number(role) else { continue };
                goals[player].add(goal(role));
                let others = || roles.clone().filter(|other| *other != role);
                if others().count() > 0 {
                    let best = others().map(goal).fold(f64::NEG_INFINITY, f64::max);
                    points[player].0 += score(goal(role), best);
                    points[player].1 += 1;
                }
                for other in others() {
                    let Some(opponent) = number(other).filter(|opponent| *opponent != player) else { continue };
                    pairs[player][opponent].games += 1.0;
                    pairs[player][opponent].points += score(goal(role), goal(other));
                }
            }
        }
        let met = pairs.iter().flatten().any(|pair| pair.games > 0.0);
        let ratings = if met { fit(&pairs) } else { Vec::new() };
        for (player, name) in names.iter().enumerate() {
            let (won, played) = points[player];
            let faults = Faults::of(player, records);
            let rated = pairs[player].iter().any(|pair| pair.games > 0.0);
            table.players.push(Standing {
                name: name.clone(),
                games: goals[player].count(),
                mean: goals[player].mean(),
                ci95: goals[player].interval(),
                win_rate: (played > 0).then(|| won / played as f64),
                win_rate_ci95: (played > 0).then(|| wilson(won, played)),
                elo: ratings.get(player).map(|rating| rating.0).filter(|_| rated),
                elo_ci95: ratings.get(player).map(|rating| rating.1).filter(|_| rated),
                timeouts: faults.timeouts,
                connection_errors: faults.connections,
                illegal: faults.illegal,
                slowest: faults.slowest,
            });
        }
        table.players.sort_by(|a, b| b.mean.unwrap_or(-1.0).total_cmp(&a.mean.unwrap_or(-1.0)));
        table
    }
}

fn score(own: f64, other: f64) -> f64 {
    match own.total_cmp(&other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    }
}

#[derive(Default)]
struct Faults {
    timeouts: u64,
    connections: u64,
    illegal: u64,
    slowest: Option<f64>,
}

impl Faults {
    fn of(player: usize, records: &[Record]) -> Self {
        let mut faults = Faults::default();
        for record in records {
            for role in (0..record.roles.len()).filter(|&role| record.players[role].number == Some(player)) {
                for mark in record.marks_of(role) {
                    match mark.split(' ').next() {
                        Some("TO") => faults.timeouts += 1,
                        Some("CE") => faults.connections += 1,
                        _ => faults.illegal += 1,
                    }
                }
                let answered = record.steps.iter().filter(|step| step.marks[role].is_none());
                let slowest = answered.filter_map(|step| step.seconds[role]).fold(0.0, f64::max);
                if slowest > faults.slowest.unwrap_or(0.0) {
                    faults.slowest = Some(slowest);
                }
            }
        }
        faults
    }
}

/// Ratings, and half of their intervals, by the method of Hunter (2004).
fn fit(pairs: &[Vec<Pair>]) -> Vec<(f64, f64)> {
    let count = pairs.len();
    let mut strength = vec![1.0f64; count];
    for _ in 0..ROUNDS {
        let mut next = strength.clone();
        for player in 0..count {
            // The drawn game against an average player.
            let (mut won, mut weight) = (0.5, 1.0 / (strength[player] + 1.0));
            for (opponent, pair) in pairs[player].iter().enumerate() {
                won += pair.points;
                weight += pair.games / (strength[player] + strength[opponent]);
            }
            next[player] = won / weight;
        }
        let mean = next.iter().map(|strength| strength.ln()).sum::<f64>() / count as f64;
        strength = next.into_iter().map(|strength| strength / mean.exp()).collect();
    }
    let points = SCALE / std::f64::consts::LN_10;
    let rating = |player: usize| {
        let information = |games: f64, other: f64| {
            let expected = strength[player] / (strength[player] + other);
            games * expected * (1.0 - expected)
        };
        let opponents = pairs[player].iter().enumerate();
        let known: f64 = opponents.map(|(opponent, pair)| information(pair.games, strength[opponent])).sum();
        (strength[player].ln() * points, Z95 * points / (known + information(1.0, 1.0)).sqrt())
    };
    (0..count).map(rating).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of two players of which the first wins a share.
    fn pairs(games: f64, points: f64) -> Vec<Vec<Pair>> {
        let pair = |points| Pair { games, points };
        vec![vec![Pair::default(), pair(points)], vec![pair(games - points), Pair::default()]]
    }

    #[test]
    fn ratings_are_those_of_elo() {
        // Of many games, three quarters are 191 points.
        let ratings = fit(&pairs(10_000.0, 7_500.0));
        assert!((ratings[0].0 - ratings[1].0 - 190.8).abs() < 0.5, "{ratings:?}");
        assert!((ratings[0].0 + ratings[1].0).abs() < 1e-6);
        let (even, none) = (fit(&pairs(10.0, 5.0)), fit(&pairs(10.0, 10.0)));
        assert!(even[0].0.abs() < 1e-6);
        assert!(none[0].0.is_finite() && none[0].0 > 100.0, "winning every game is a finite rating: {none:?}");
        assert!(even[0].1 > ratings[0].1, "fewer games, wider intervals");
    }
}
