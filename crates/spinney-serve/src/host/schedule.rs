//! Who plays whom: games of given players with the seats rotated, or a round robin of more players than there are roles.

use serde::{Deserialize, Serialize};
use spinney::random::Random;

use super::game::Fixture;
use super::scramble::RANDOM;

/// The matches of a tournament are known by number; their fixtures follow from this alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Schedule {
    /// The name of the game.
    pub game: String,
    /// The roles; one of the name `random` is the host's.
    pub roles: Vec<String>,
    /// The number of players.
    pub players: usize,
    /// Whether every group of players meets in every seating; otherwise the players are as many as the roles.
    pub round_robin: bool,
    /// Matches; for a round robin the number of rounds.
    pub games: u64,
    /// The seed of all matches.
    pub seed: u64,
}

/// Why there are no matches.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Too few or too many players.
    #[error("{needed} players are needed for the roles {roles}, not {given}{hint}")]
    Players {
        /// The roles that need a player.
        roles: String,
        /// How many they are.
        needed: usize,
        /// The players.
        given: usize,
        /// What would be right.
        hint: &'static str,
    },
    /// A round robin would take too long.
    #[error("a round robin of {0} players takes more than a million matches")]
    Long(usize),
}

/// The most matches of a round.
const MOST: u64 = 1_000_000;

impl Schedule {
    /// The roles that need a player.
    fn seats(&self) -> impl Iterator<Item = usize> {
        (0..self.roles.len()).filter(|&role| self.roles[role] != RANDOM)
    }

    /// Rejects a number of players that does not fit.
    pub fn check(&self) -> Result<(), ScheduleError> {
        let needed = self.seats().count();
        let fits = if self.round_robin { self.players >= needed } else { self.players == needed };
        if !fits || needed == 0 {
            let roles: Vec<&str> = self.seats().map(|role| self.roles[role].as_str()).collect();
            let more = self.players > needed && needed > 0;
            let hint = if more { "; --round-robin lets more players take turns" } else { "" };
            return Err(ScheduleError::Players { roles: roles.join(", "), needed, given: self.players, hint });
        }
        if self.groups() > MOST {
            return Err(ScheduleError::Long(self.players));
        }
        Ok(())
    }

    /// Groups of players that meet.
    fn groups(&self) -> u64 {
        let chosen = self.seats().count() as u64;
        (0..chosen).fold(1u64, |groups, k| groups.saturating_mul(self.players as u64 - k) / (k + 1))
    }

    /// The number of matches.
    pub fn len(&self) -> u64 {
        match self.round_robin {
            true => self.games.saturating_mul(self.groups()).saturating_mul(self.seats().count() as u64),
            false => self.games,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A match by its number, counted from 0.
    pub fn fixture(&self, number: u64) -> Fixture {
        let seats: Vec<usize> = self.seats().collect();
        let per_group = seats.len() as u64;
        let (group, turn) = (number / per_group % self.groups(), number % per_group);
        let group = combination(self.players, seats.len(), group);
        let mut seating = vec![None; self.roles.len()];
        for (place, &role) in seats.iter().enumerate() {
            seating[role] = Some(group[(place + turn as usize) % group.len()]);
        }
        let word = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '-' };
        let game: String = self.game.chars().map(word).collect();
        // Short enough for every reader of JSON.
        let seed = Random::derive(self.seed, number).next() >> 11;
        Fixture { id: format!("{game}.{}.{}", self.seed, number + 1), seating, seed }
    }
}

/// A choice of `chosen` out of `all`, by its number in alphabetical order.
fn combination(all: usize, chosen: usize, mut number: u64) -> Vec<usize> {
    let mut choice = Vec::with_capacity(chosen);
    let mut next = 0;
    while choice.len() < chosen && next < all {
        let (left, of) = ((chosen - choice.len() - 1) as u64, (all - next - 1) as u64);
        let with_next = (0..left).fold(1u64, |count, k| count * of.saturating_sub(k) / (k + 1));
        if number < with_next {
            choice.push(next);
        } else {
            number -= with_next;
        }
        next += 1;
    }
    choice
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(roles: &[&str], players: usize, round_robin: bool, games: u64) -> Schedule {
        let roles = roles.iter().map(|role| (*role).to_owned()).collect();
        Schedule { game: "a game".to_owned(), roles, players, round_robin, games, seed: 1 }
    }

    fn seatings(schedule: &Schedule) -> Vec<Vec<Option<usize>>> {
        (0..schedule.len()).map(|number| schedule.fixture(number).seating).collect()
    }

    #[test]
    fn seats_rotate_from_game_to_game() {
        let seats = seatings(&schedule(&["x", "random", "o"], 2, false, 3));
        assert_eq!(seats, [[Some(0), None, Some(1)], [Some(1), None, Some(0)], [Some(0), None, Some(1)]]);
        assert_eq!(schedule(&["x"], 1, false, 1).fixture(4).id, "a-game.1.5");
    }

    #[test]
    fn in_a_round_robin_everybody_meets_in_every_seat() {
        let round = schedule(&["x", "o"], 3, true, 2);
        let seats = seatings(&round);
        assert_eq!(seats.len(), 12);
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            for pair in [[Some(one), Some(other)], [Some(other), Some(one)]] {
                assert_eq!(seats.iter().filter(|seats| **seats == pair).count(), 2);
            }
        }
        assert_eq!(seatings(&schedule(&["alone"], 3, true, 1)), [[Some(0)], [Some(1)], [Some(2)]]);
        assert_eq!(schedule(&["a", "b", "c"], 5, true, 1).len(), 30);
    }

    #[test]
    fn players_must_fit() {
        assert!(
            schedule(&["x", "o"], 2, false, 1).check().is_ok() && schedule(&["x", "o"], 4, true, 1).check().is_ok()
        );
        let error = schedule(&["x", "o", "random"], 3, false, 1).check().unwrap_err();
        assert_eq!(
            error.to_string(),
            "2 players are needed for the roles x, o, not 3; --round-robin lets more players take turns"
        );
        assert!(schedule(&["x", "o"], 1, true, 1).check().is_err());
        assert!(schedule(&["a", "b", "c", "d", "e", "f"], 500, true, 1).check().is_err());
    }
}
