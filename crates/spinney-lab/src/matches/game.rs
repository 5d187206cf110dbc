//! One game of a match.

use std::time::Instant;

use serde::Serialize;
use spinney::budget::Budget;
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::{Random, mix};
use spinney::report::Unit;
use spinney::search::Step;
use spinney_agents::{NamedGame, Seat};

use super::summary::tell_apart;
use super::{Match, MatchError, Roster};

/// A finished game.
#[derive(Clone)]
pub struct GameRecord {
    /// Its number, counted from 1.
    pub game: u64,
    /// The place in the match's list of the agent in each seat.
    pub seating: Vec<usize>,
    /// The start position.
    pub start: AnyState,
    /// Every move in order; one per player for simultaneous moves, the outcome for chance turns.
    pub moves: Vec<AnyMove>,
    /// Steps played; simultaneous moves are one.
    pub plies: u32,
    /// The length in the unit of the game; steps, if it names none.
    pub length: u32,
    /// The payoff of every seat; `None` if the game was broken off at the cap.
    pub payoffs: Option<Vec<f64>>,
    /// The work by seat, over all moves.
    pub simulations: Vec<u64>,
    /// What each seat counts as its work.
    pub units: Vec<Unit>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

/// A finished game as text.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WrittenRecord {
    /// Its number, counted from 1.
    pub game: u64,
    /// The agent in each seat, by its name in the match: see [`PlayerSummary::name`](super::PlayerSummary::name).
    pub agents: Vec<String>,
    /// The start position.
    pub start: String,
    /// Every move in order; one per player for simultaneous moves, the outcome for chance turns.
    pub moves: Vec<String>,
    /// Steps played; simultaneous moves are one.
    pub plies: u32,
    /// The length in the unit of the game; steps, if it names none.
    pub length: u32,
    /// The payoff of every seat; `None` if the game was broken off at the cap.
    pub payoffs: Option<Vec<f64>>,
    /// Whether the rules ended it.
    pub finished: bool,
    /// The work by seat, over all moves.
    pub simulations: Vec<u64>,
    /// What each seat counts as its work.
    pub units: Vec<Unit>,
    /// What sightings revealed, by the game's categories of hidden places, where it has such: see
    /// [`sightings`](crate::sightings).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sightings: Vec<[u64; 2]>,
    /// Wall-clock seconds.
    pub seconds: f64,
}

impl GameRecord {
    /// Replays the game: `visit` is called for every position with the step that is made there.
    pub fn replay(&self, game: &NamedGame, visit: &mut dyn FnMut(&AnyState, &Step<AnyMove>)) -> AnyState {
        let mut state = self.start.clone();
        let mut rest = &self.moves[..];
        while let Some((&mv, others)) = rest.split_first() {
            let step = match game.whose_turn(&state) {
                Turn::Player(player) => Step::Move(player, mv),
                Turn::Joint => Step::Joint(rest[..game.info().players()].to_vec()),
                Turn::Chance | Turn::Over => Step::Chance(mv),
            };
            rest = if let Step::Joint(joint) = &step { &rest[joint.len()..] } else { others };
            visit(&state, &step);
            game.play_step(&mut state, &step);
        }
        state
    }
}

/// The seats of one game, their generators and their work.
struct Chairs<'r> {
    seats: Vec<&'r mut Seat>,
    budgets: Vec<&'r Budget>,
    generators: Vec<Random>,
    simulations: Vec<u64>,
    units: Vec<Unit>,
}

impl Match<'_> {
    /// Plays the game with index `game`; `None` if it was stopped before its end.
    pub(super) fn play_game(&self, game: u64, rosters: &mut [Roster]) -> Result<Option<GameRecord>, MatchError> {
        let began = Instant::now();
        let seating = self.seating(game);
        let mut luck = self.luck(game);
        let start = self.start.clone().unwrap_or_else(|| self.game.start(&mut luck));
        let mut state = start.clone();
        let mut chairs = self.sit_down(game, &seating, rosters);
        let mut listed = Moves::new();
        let mut moves = Vec::new();
        let mut plies = 0;
        let mut payoffs = None;
        loop {
            listed.clear();
            let turn = self.game.turn(&state, &mut listed);
            let ask = |chairs: &mut Chairs<'_>, player| self.ask(game, &state, (turn, &listed), chairs, player);
            let step = match turn {
                Turn::Over => {
                    // A zero has no sign.
                    payoffs = Some(self.seats().map(|player| self.game.payoff(&state, player) + 0.0).collect());
                    break;
                }
                _ if plies >= self.plies => break,
                Turn::Player(player) => Step::Move(player, ask(&mut chairs, player)?),
                Turn::Chance => Step::Chance(listed[listed.draw_weighted(&mut luck)]),
                Turn::Joint => {
                    Step::Joint(self.seats().map(|player| ask(&mut chairs, player)).collect::<Result<_, _>>()?)
                }
            };
            if self.budget.stop.is_raised() {
                return Ok(None);
            }
            self.game.play_step(&mut state, &step);
            for seat in &mut chairs.seats {
                seat.advance(&step, &state);
            }
            match step {
                Step::Move(_, mv) | Step::Chance(mv) => moves.push(mv),
                Step::Joint(joint) => moves.extend(joint),
            }
            plies += 1;
        }
        let (Chairs { simulations, units, .. }, seconds) = (chairs, began.elapsed().as_secs_f64());
        let length = self.game.capabilities().length.map_or(plies, |capability| capability.length(&state));
        let game = game + 1;
        Ok(Some(GameRecord { game, seating, start, moves, plies, length, payoffs, simulations, units, seconds }))
    }

    fn seats(&self) -> impl Iterator<Item = Player> + use<> {
        self.game.info().all_players()
    }

    /// The agent in each seat.
    fn seating(&self, game: u64) -> Vec<usize> {
        let seats = self.agents.len();
        let shift = if self.swap { (game % seats as u64) as usize } else { 0 };
        (0..seats).map(|seat| (seat + shift) % seats).collect()
    }

    /// The generator of start and chance: the same for all games of a rotation. Its seed is scrambled, so that it has
    /// nothing in common with the agents' generators.
    fn luck(&self, game: u64) -> Random {
        let round = if self.swap { game / self.agents.len() as u64 } else { game };
        Random::derive(mix(self.seed), round)
    }

    /// The seats of this game, ready to begin.
    fn sit_down<'r>(&'r self, game: u64, seating: &[usize], rosters: &'r mut [Roster]) -> Chairs<'r> {
        let mut seats: Vec<Option<&'r mut Seat>> = seating.iter().map(|_| None).collect();
        for (agent, roster) in rosters.iter_mut().enumerate() {
            let Some(seat) = seating.iter().position(|&sitting| sitting == agent) else { continue };
            seats[seat] = roster[seat].as_mut();
        }
        let mut seats: Vec<_> = seats.into_iter().flatten().collect();
        seats.iter_mut().for_each(|seat| seat.reset());
        let mut root = Random::derive(self.seed, game);
        Chairs {
            budgets: seating.iter().map(|&agent| self.budgets.get(agent).unwrap_or(&self.budget)).collect(),
            generators: seats.iter().map(|_| root.split()).collect(),
            simulations: vec![0; seats.len()],
            units: vec![Unit::default(); seats.len()],
            seats,
        }
    }

    /// The move of one agent.
    fn ask(
        &self,
        game: u64,
        state: &AnyState,
        options: (Turn, &Moves<AnyMove>),
        chairs: &mut Chairs<'_>,
        player: Player,
    ) -> Result<AnyMove, MatchError> {
        let seat = player.index();
        let decided = chairs.seats[seat].decide(state, options, chairs.budgets[seat], &mut chairs.generators[seat]);
        let (mv, simulations, unit) = decided.map_err(|error| MatchError::Seat { game: game + 1, error })?;
        chairs.simulations[seat] += simulations;
        chairs.units[seat] = unit;
        Ok(mv)
    }

    /// A record as text, for a file or a protocol.
    pub fn write(&self, record: &GameRecord) -> WrittenRecord {
        let mut moves = Vec::with_capacity(record.moves.len());
        record.replay(self.game, &mut |state, step| match step {
            Step::Move(_, mv) | Step::Chance(mv) => moves.push(self.game.write_move(state, *mv)),
            Step::Joint(joint) => moves.extend(joint.iter().map(|&mv| self.game.write_move(state, mv))),
        });
        WrittenRecord {
            game: record.game,
            agents: {
                let names = tell_apart(&self.agents);
                record.seating.iter().map(|&agent| names[agent].clone()).collect()
            },
            start: self.game.write(&record.start),
            moves,
            plies: record.plies,
            length: record.length,
            payoffs: record.payoffs.clone(),
            finished: record.payoffs.is_some(),
            simulations: record.simulations.clone(),
            units: record.units.clone(),
            sightings: crate::sightings::count(self.game, record),
            seconds: record.seconds,
        }
    }
}
