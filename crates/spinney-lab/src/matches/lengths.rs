//! How long games were, by their result.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use spinney::game::Game;
use spinney_agents::NamedGame;

/// The lengths of the finished games of a match, by result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Lengths {
    /// What is counted: the unit of the game, or moves.
    pub unit: &'static str,
    /// The seats of the game, then draws; results that did not occur are left out of the JSON.
    #[serde(serialize_with = "occurring")]
    pub results: Vec<LengthsOfResult>,
}

/// The lengths of the games with one result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LengthsOfResult {
    /// The seat that won; `None` for draws.
    pub winner: Option<String>,
    /// How many games.
    pub games: u64,
    /// Their mean length; `None` without games.
    pub mean: Option<f64>,
    /// Games by length, as pairs in the JSON.
    #[serde(serialize_with = "pairs")]
    pub counts: BTreeMap<u32, u64>,
}

/// Games whose lengths are in a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bin {
    /// The least length.
    pub from: u32,
    /// The greatest.
    pub to: u32,
    /// How many games.
    pub games: u64,
}

fn occurring<S: Serializer>(results: &[LengthsOfResult], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(results.iter().filter(|result| result.games > 0))
}

fn pairs<S: Serializer>(counts: &BTreeMap<u32, u64>, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(counts.iter())
}

impl Lengths {
    /// No games yet.
    pub(super) fn new(game: &NamedGame) -> Self {
        let result = |winner| LengthsOfResult { winner, games: 0, mean: None, counts: BTreeMap::new() };
        let winners = game.info().seats.iter().cloned().map(Some).chain([None]);
        Lengths {
            unit: game.capabilities().length.map_or("moves", |capability| capability.unit()),
            results: winners.map(result).collect(),
        }
    }

    /// Adds a finished game. The seat with the highest payoff has won; if several share it, nobody has.
    pub(super) fn add(&mut self, length: u32, payoffs: &[f64]) {
        let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut best = (0..payoffs.len()).filter(|&seat| payoffs[seat] == most);
        let winner = best.next().filter(|_| best.next().is_none()).unwrap_or(payoffs.len());
        let result = &mut self.results[winner];
        result.games += 1;
        *result.counts.entry(length).or_default() += 1;
        let sum: u64 = result.counts.iter().map(|(&length, &games)| u64::from(length) * games).sum();
        result.mean = Some(sum as f64 / result.games as f64);
    }

    /// The least and the greatest length of all games.
    pub fn range(&self) -> Option<(u32, u32)> {
        let lengths = || self.results.iter().flat_map(|result| result.counts.keys().copied());
        Some((lengths().min()?, lengths().max()?))
    }

    /// The games of a result in at most `most` bins of equal width over the range of all results.
    pub fn bins(&self, result: &LengthsOfResult, most: u32) -> Vec<Bin> {
        let Some((least, greatest)) = self.range() else { return Vec::new() };
        let width = (greatest - least + 1).div_ceil(most.max(1));
        let bin = |from: u32| {
            let to = (from + width - 1).min(greatest);
            Bin { from, to, games: result.counts.range(from..=to).map(|(_, games)| games).sum() }
        };
        (least..=greatest).step_by(width as usize).map(bin).collect()
    }
}

#[cfg(test)]
mod tests {
    use spinney_games::tic_tac_toe::TicTacToe;

    use super::*;

    fn lengths() -> Lengths {
        let game = NamedGame::new(TicTacToe::default()).unwrap();
        let mut lengths = Lengths::new(&game);
        for (length, payoffs) in [(5, [1.0, 0.0]), (7, [1.0, 0.0]), (7, [1.0, 0.0]), (6, [0.0, 1.0]), (9, [0.5, 0.5])] {
            lengths.add(length, &payoffs);
        }
        lengths
    }

    #[test]
    fn games_are_counted_by_winner_and_length() {
        let lengths = lengths();
        let [x, o, draws] = &lengths.results[..] else { panic!("{lengths:?}") };
        assert_eq!((x.winner.as_deref(), x.games, &x.counts), (Some("x"), 3, &BTreeMap::from([(5, 1), (7, 2)])));
        assert_eq!((o.winner.as_deref(), o.games, o.mean), (Some("o"), 1, Some(6.0)));
        assert_eq!((draws.winner.as_deref(), &draws.counts), (None, &BTreeMap::from([(9, 1)])));
        assert!((x.mean.unwrap() - 19.0 / 3.0).abs() < 1e-12);
        assert_eq!(lengths.range(), Some((5, 9)));
    }

    #[test]
    fn bins_cover_the_range_of_all_results() {
        let lengths = lengths();
        let bins = |most| {
            let bins = lengths.bins(&lengths.results[0], most);
            bins.iter().map(|bin| (bin.from, bin.to, bin.games)).collect::<Vec<_>>()
        };
        assert_eq!(bins(9), [(5, 5, 1), (6, 6, 0), (7, 7, 2), (8, 8, 0), (9, 9, 0)]);
        assert_eq!(bins(3), [(5, 6, 1), (7, 8, 2), (9, 9, 0)]);
        assert_eq!(bins(1), [(5, 9, 3)]);
    }

    #[test]
    fn the_json_has_pairs_and_only_what_occurred() {
        let mut lengths = lengths();
        lengths.results.remove(2);
        lengths.results[1].games = 0;
        let json = serde_json::to_string(&lengths).unwrap();
        let mean = 19.0 / 3.0;
        assert_eq!(
            json,
            format!(
                r#"{{"unit":"moves","results":[{{"winner":"x","games":3,"mean":{mean},"counts":[[5,1],[7,2]]}}]}}"#
            )
        );
    }
}
