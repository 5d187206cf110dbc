//! One game of a match.

use std::time::Instant;

use serde::Serialize;
use spinney::belief::Told;
use spinney::game::{Player, Turn};
use spinney::random::{Random, mix};
use spinney::search::Step;

use super::{Match, MatchError, Roster};
use crate::table::{Position, Seat, Table};

/// A finished game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameRecord {
    /// Its number, counted from 1.
    pub game: u64,
    /// The place in the match's list of the agent in each seat.
    #[serde(skip)]
    pub seating: Vec<usize>,
    /// The agent in each seat, as a spec.
    pub agents: Vec<String>,
    /// The start position as text.
    pub start: String,
    /// Every move in order; on joint turns one per player, on chance turns the outcome.
    pub moves: Vec<String>,
    /// Steps played; a joint turn is one.
    pub plies: u32,
    /// What every seat got; `None` if the game was broken off at the cap.
    pub payoffs: Option<Vec<f64>>,
    /// Whether the rules ended it.
    pub finished: bool,
    /// Simulations by seat, over all moves.
    pub simulations: Vec<u64>,
    /// What sightings told, by the game's categories of what can be suspected: before how many of them something of the
    /// category was possible, and how many showed it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sightings: Vec<[u64; 2]>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// Counts what sightings tell in the course of a game.
struct Lookout {
    /// Possible and real by category.
    counts: Vec<[u64; 2]>,
    /// Sightings so far.
    seen: u32,
}

impl Lookout {
    fn new(table: &dyn Table) -> Self {
        Lookout { counts: vec![[0; 2]; table.suspicions().len()], seen: 0 }
    }

    /// Looks at the position after a step.
    fn look(&mut self, table: &dyn Table, position: &dyn Position) {
        if self.counts.is_empty() || table.sighting(position, &mut |_, _| {}) <= self.seen {
            return;
        }
        let mut told = Told::default();
        self.seen = table.sighting(position, &mut |category, real| told.hear(category, real));
        for (category, real) in told.categories() {
            self.counts[category][0] += 1;
            self.counts[category][1] += u64::from(real);
        }
    }
}

/// The chairs of one game: seats in play, their generators and what they spent.
struct Chairs<'r> {
    seats: Vec<&'r mut Box<dyn Seat>>,
    generators: Vec<Random>,
    simulations: Vec<u64>,
}

impl Match<'_> {
    /// Plays the game with index `game`; `None` if it was stopped before its end.
    pub(super) fn play_game(&self, game: u64, rosters: &mut [Roster]) -> Result<Option<GameRecord>, MatchError> {
        let began = Instant::now();
        let seating = self.seating(game);
        let mut nature = self.nature(game);
        let mut position = self.start.clone().unwrap_or_else(|| self.table.start(&mut nature));
        let start = self.table.write(&*position);
        let mut chairs = self.sit_down(game, &seating, rosters);
        let mut moves = Vec::new();
        let mut plies = 0;
        let mut lookout = Lookout::new(self.table);
        while plies < self.plies {
            let Some(step) = self.decide(game, &*position, &mut chairs, &mut nature)? else { break };
            if self.budget.stop.is_raised() {
                return Ok(None);
            }
            for seat in &mut chairs.seats {
                seat.advance(&*position, &step).map_err(|error| MatchError::Rules { game: game + 1, error })?;
            }
            self.table.play(&mut *position, &step).map_err(|error| MatchError::Rules { game: game + 1, error })?;
            lookout.look(self.table, &*position);
            match step {
                Step::Move(_, mv) | Step::Chance(mv) => moves.push(mv),
                Step::Joint(joint) => moves.extend(joint),
            }
            plies += 1;
        }
        let payoffs = self.table.payoffs(&*position);
        Ok(Some(GameRecord {
            game: game + 1,
            agents: seating.iter().map(|&agent| self.agents[agent].to_string()).collect(),
            seating,
            start,
            moves,
            plies,
            finished: payoffs.is_some(),
            payoffs,
            simulations: chairs.simulations,
            sightings: lookout.counts,
            seconds: began.elapsed().as_secs_f64(),
        }))
    }

    /// Which agent sits in each seat.
    fn seating(&self, game: u64) -> Vec<usize> {
        let seats = self.agents.len();
        let shift = if self.swap { (game % seats as u64) as usize } else { 0 };
        (0..seats).map(|seat| (seat + shift) % seats).collect()
    }

    /// The generator of start and chance: the same for all games of a rotation. Its seed is scrambled, so that it has
    /// nothing in common with the agents' generators.
    fn nature(&self, game: u64) -> Random {
        let round = if self.swap { game / self.agents.len() as u64 } else { game };
        Random::derive(mix(self.seed), round)
    }

    /// The seats of this game, ready to begin.
    fn sit_down<'r>(&self, game: u64, seating: &[usize], rosters: &'r mut [Roster]) -> Chairs<'r> {
        let mut seats: Vec<Option<&'r mut Box<dyn Seat>>> = seating.iter().map(|_| None).collect();
        for (agent, roster) in rosters.iter_mut().enumerate() {
            let Some(seat) = seating.iter().position(|&sitting| sitting == agent) else { continue };
            seats[seat] = roster[seat].as_mut();
        }
        let mut seats: Vec<_> = seats.into_iter().flatten().collect();
        seats.iter_mut().for_each(|seat| seat.reset());
        let mut root = Random::derive(self.seed, game);
        Chairs { generators: seats.iter().map(|_| root.split()).collect(), simulations: vec![0; seats.len()], seats }
    }

    /// What happens next; `None` if the game is over.
    fn decide(
        &self,
        game: u64,
        position: &dyn Position,
        chairs: &mut Chairs<'_>,
        nature: &mut Random,
    ) -> Result<Option<Step<String>>, MatchError> {
        Ok(match self.table.turn(position) {
            Turn::Over => None,
            Turn::Player(player) => Some(Step::Move(player, self.ask(game, position, chairs, player)?)),
            Turn::Chance => self.table.draw_outcome(position, nature).map(Step::Chance),
            Turn::Joint => {
                let players = self.table.info().all_players();
                let joint = players.map(|player| self.ask(game, position, chairs, player));
                Some(Step::Joint(joint.collect::<Result<_, _>>()?))
            }
        })
    }

    /// The move of one agent.
    fn ask(
        &self,
        game: u64,
        position: &dyn Position,
        chairs: &mut Chairs<'_>,
        player: Player,
    ) -> Result<String, MatchError> {
        let seat = player.index();
        let report = chairs.seats[seat]
            .search(position, &self.budget, &mut chairs.generators[seat])
            .map_err(|error| MatchError::Seat { game: game + 1, error })?;
        chairs.simulations[seat] += report.simulations;
        Ok(report.best.expect("a seat that answers Ok answers with a move"))
    }
}
