//! A game between another program and agents.

use std::collections::BTreeMap;

use spinney::budget::Budget;
use spinney::drawing::Drawing;
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Game as _, Player, Turn};
use spinney::random::{Random, mix};
use spinney::search::Step;
use spinney_agents::agents::default_agent;
use spinney_agents::{NamedGame, Seat, Spec};

use super::Out;
use super::message::{Reply, RequestError, find_seat};

/// The name of the other program among the seats.
const CLIENT: &str = "client";

/// The player in a seat.
enum Sitting {
    /// The other program.
    Client,
    /// An agent, with its own generator.
    Agent(Seat, Random),
}

/// A running game, or one that has just ended.
pub(super) struct Game {
    game: NamedGame,
    seats: Vec<Sitting>,
    state: AnyState,
    budget: Budget,
    luck: Random,
    seed: u64,
    /// For simultaneous moves: those that the client has given so far, by seat.
    given: Vec<Option<AnyMove>>,
}

impl Game {
    /// A new game. Seats that are not named are the client's if it is the first of them, and the
    /// default agent's otherwise.
    pub(super) fn new(
        game: NamedGame,
        named: &BTreeMap<String, String>,
        position: Option<&str>,
        budget: Budget,
        threads: usize,
        seed: u64,
    ) -> Result<Self, RequestError> {
        let info = game.info();
        let mut who = vec![None; info.players()];
        for (seat, player) in named {
            who[find_seat(info, seat)?.index()] = Some(player.as_str());
        }
        if who.iter().all(|player| *player != Some(CLIENT))
            && let Some(free) = who.iter_mut().find(|player| player.is_none())
        {
            *free = Some(CLIENT);
        }
        let mut generators = Random::derive(seed, 1);
        let mut seats = Vec::new();
        for (player, who) in info.all_players().zip(who) {
            seats.push(match who {
                Some(CLIENT) => Sitting::Client,
                agent => {
                    let spec = agent.map_or(Ok(default_agent()), Spec::agent)?;
                    Sitting::Agent(game.seat_with_threads(&spec, player, threads)?, generators.split())
                }
            });
        }
        let mut luck = Random::derive(mix(seed), 0);
        let state = position.map_or_else(|| Ok(game.start(&mut luck)), |text| game.read(text))?;
        let given = vec![None; seats.len()];
        Ok(Game { game, seats, state, budget, luck, seed, given })
    }

    pub(super) fn name(&self) -> &str {
        &self.game.info().name
    }

    /// The player of every seat.
    pub(super) fn started(&self, game: &Spec) -> Reply {
        let name = |sitting: &Sitting| match sitting {
            Sitting::Client => CLIENT.to_owned(),
            Sitting::Agent(seat, _) => seat.name().to_owned(),
        };
        let seats = self.game.info().seats.iter().cloned().zip(self.seats.iter().map(name)).collect();
        Reply::Started { game: game.to_string(), seats, seed: self.seed }
    }

    fn is_client(&self, player: Player) -> bool {
        matches!(self.seats[player.index()], Sitting::Client)
    }

    fn seat_name(&self, player: Player) -> String {
        self.game.info().seats[player.index()].clone()
    }

    /// Lets agents and chance move until the client has to, or the game is over.
    pub(super) fn go_on(&mut self, out: Out<'_>) -> Result<(), RequestError> {
        loop {
            let (turn, moves) = self.game.options(&self.state);
            let step = match turn {
                Turn::Over => {
                    let payoffs = self.game.payoffs(&self.state).unwrap_or_default();
                    let payoffs = self.game.info().seats.iter().cloned().zip(payoffs).collect();
                    out(&Reply::Over { payoffs, position: self.game.write(&self.state) });
                    return Ok(());
                }
                Turn::Chance => Step::Chance(moves[moves.draw_weighted(&mut self.luck)]),
                Turn::Player(player) if self.is_client(player) => {
                    out(&self.turn(player, &moves));
                    return Ok(());
                }
                Turn::Player(player) => Step::Move(player, self.ask(player)?),
                Turn::Joint => {
                    let waiting = |player: &Player| self.is_client(*player) && self.given[player.index()].is_none();
                    if let Some(player) = self.game.info().all_players().find(waiting) {
                        out(&self.turn(player, moves.section(player.index())));
                        return Ok(());
                    }
                    Step::Joint(self.ask_all()?)
                }
            };
            self.play(&step, out);
        }
    }

    fn turn(&self, player: Player, moves: &[AnyMove]) -> Reply {
        let seen = self.game.observation(&self.state, player);
        let moves = moves.iter().map(|&mv| self.game.write_move(&self.state, mv)).collect();
        Reply::Turn { seat: self.seat_name(player), position: self.game.write(&seen), moves }
    }

    /// Simultaneous moves: those of the client, and those that agents decide on.
    fn ask_all(&mut self) -> Result<Vec<AnyMove>, RequestError> {
        let players: Vec<_> = self.game.info().all_players().collect();
        let mut joint = Vec::new();
        for player in players {
            joint.push(match self.given[player.index()].take() {
                Some(mv) => mv,
                None => self.ask(player)?,
            });
        }
        Ok(joint)
    }

    /// The move of an agent.
    fn ask(&mut self, player: Player) -> Result<AnyMove, RequestError> {
        let Sitting::Agent(seat, rng) = &mut self.seats[player.index()] else { unreachable!("an agent sits here") };
        let (turn, moves) = self.game.options(&self.state);
        Ok(seat.decide(&self.state, (turn, &moves), &self.budget, rng)?.0)
    }

    /// Plays a step and reports to each of the client's seats what it observes.
    fn play(&mut self, step: &Step<AnyMove>, out: Out<'_>) {
        let players = || self.game.info().all_players();
        let parts: Vec<(Option<Player>, AnyMove)> = match step {
            Step::Move(mover, mv) => vec![(Some(*mover), *mv)],
            Step::Chance(outcome) => vec![(None, *outcome)],
            Step::Joint(joint) => players().map(Some).zip(joint.iter().copied()).collect(),
        };
        let mut messages = Vec::new();
        for player in players().filter(|&player| self.is_client(player)) {
            for &(mover, mv) in parts.iter().filter(|(mover, _)| *mover != Some(player)) {
                messages.push(Reply::Moved {
                    seat: self.game.mover_name(mover).to_owned(),
                    to: self.seat_name(player),
                    observed: self.game.observed_move(&self.state, mv, player),
                });
            }
        }
        self.game.play_step(&mut self.state, step);
        for sitting in &mut self.seats {
            if let Sitting::Agent(seat, _) = sitting {
                seat.advance(step, &self.state);
            }
        }
        messages.iter().for_each(out);
    }

    /// A move of the client.
    pub(super) fn take(&mut self, mv: &str, seat: Option<&str>, out: Out<'_>) -> Result<(), RequestError> {
        let named = seat.map(|name| find_seat(self.game.info(), name)).transpose()?;
        match self.game.whose_turn(&self.state) {
            Turn::Over => Err(RequestError::new("the game is over: begin another by {\"do\":\"new\"}")),
            Turn::Joint => {
                let waiting = |player: &Player| self.is_client(*player) && self.given[player.index()].is_none();
                let player = named.or_else(|| self.game.info().all_players().find(waiting));
                let Some(player) = player.filter(waiting) else {
                    return Err(RequestError::new("that seat is not waiting for a move of yours"));
                };
                let read = self.game.read_move(&self.state, player, mv)?;
                self.given[player.index()] = Some(read);
                self.go_on(out)
            }
            Turn::Player(player) if named.is_none_or(|named| named == player) => {
                let read = self.game.read_move(&self.state, player, mv)?;
                self.play(&Step::Move(player, read), out);
                self.go_on(out)
            }
            _ => Err(RequestError::new("that seat is not waiting for a move of yours")),
        }
    }

    /// The game as one of the client's seats sees it; at the end nothing is hidden.
    pub(super) fn picture(&self, seat: Option<&str>) -> Result<Drawing, RequestError> {
        let named = seat.map(|name| find_seat(self.game.info(), name)).transpose()?;
        if let Some(player) = named.filter(|&player| !self.is_client(player)) {
            return Err(RequestError(format!("{} is not yours to look through", self.seat_name(player))));
        }
        let own = named.or_else(|| self.game.info().all_players().find(|&player| self.is_client(player)));
        let over = self.game.whose_turn(&self.state) == Turn::Over;
        Ok(self.game.draw(&self.state, own.filter(|_| !over)))
    }
}
