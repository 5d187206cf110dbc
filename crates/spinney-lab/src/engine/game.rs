//! A game between another program and agents.

use std::collections::BTreeMap;

use spinney::budget::Budget;
use spinney::drawing::Drawing;
use spinney::game::{Player, Turn};
use spinney::random::{Random, mix};
use spinney::search::Step;

use super::Out;
use super::message::{Reply, RequestError, find_seat};
use crate::agents::{default_agent, with_threads};
use crate::spec::Spec;
use crate::table::{Choices, Position, Seat, Table};

/// The name of the other program among the seats.
const CLIENT: &str = "client";

/// Who sits in a seat.
enum Sitting {
    /// The other program.
    Client,
    /// An agent, with its own generator.
    Agent(Box<dyn Seat>, Random),
}

/// A game under way, or just over.
pub(super) struct Game {
    table: Box<dyn Table>,
    seats: Vec<Sitting>,
    position: Box<dyn Position>,
    budget: Budget,
    nature: Random,
    seed: u64,
    /// On a turn of several: the moves that the client has given so far, by seat.
    given: Vec<Option<String>>,
}

impl Game {
    /// A game that nobody has moved in. Seats that are not named are the client's if it is the first of them, and the
    /// default agent's otherwise.
    pub(super) fn new(
        table: Box<dyn Table>,
        named: &BTreeMap<String, String>,
        position: Option<&str>,
        budget: Budget,
        threads: usize,
        seed: u64,
    ) -> Result<Self, RequestError> {
        let info = table.info();
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
                    Sitting::Agent(table.agent(&with_threads(&spec, threads), player)?, generators.split())
                }
            });
        }
        let mut nature = Random::derive(mix(seed), 0);
        let position = position.map_or_else(|| Ok(table.start(&mut nature)), |text| table.read(text))?;
        let given = vec![None; seats.len()];
        Ok(Game { table, seats, position, budget, nature, seed, given })
    }

    pub(super) fn name(&self) -> &str {
        &self.table.info().name
    }

    /// Who plays what.
    pub(super) fn started(&self, game: &Spec) -> Reply {
        let name = |sitting: &Sitting| match sitting {
            Sitting::Client => CLIENT.to_owned(),
            Sitting::Agent(seat, _) => seat.name().to_owned(),
        };
        let seats = self.table.info().seats.iter().cloned().zip(self.seats.iter().map(name)).collect();
        Reply::Started { game: game.to_string(), seats, seed: self.seed }
    }

    fn is_client(&self, player: Player) -> bool {
        matches!(self.seats[player.index()], Sitting::Client)
    }

    fn seat_name(&self, player: Player) -> String {
        self.table.info().seats[player.index()].clone()
    }

    /// Lets agents and nature move until the client has to, or the game is over.
    pub(super) fn go_on(&mut self, out: Out<'_>) -> Result<(), RequestError> {
        loop {
            match self.table.choices(&*self.position) {
                Choices::Over(payoffs) => {
                    let payoffs = self.table.info().seats.iter().cloned().zip(payoffs).collect();
                    out(&Reply::Over { payoffs, position: self.table.write(&*self.position) });
                    return Ok(());
                }
                Choices::Chance(_) => {
                    let outcome = self.table.draw_outcome(&*self.position, &mut self.nature).unwrap_or_default();
                    self.play(Step::Chance(outcome), out)?;
                }
                Choices::Player(player, moves) if self.is_client(player) => {
                    out(&self.turn(player, moves));
                    return Ok(());
                }
                Choices::Player(player, _) => {
                    let mv = self.ask(player)?;
                    self.play(Step::Move(player, mv), out)?;
                }
                Choices::Joint(lists) => {
                    let waiting = |player: &Player| self.is_client(*player) && self.given[player.index()].is_none();
                    if let Some(player) = self.table.info().all_players().find(waiting) {
                        out(&self.turn(player, lists[player.index()].clone()));
                        return Ok(());
                    }
                    let joint = self.ask_all()?;
                    self.play(Step::Joint(joint), out)?;
                }
            }
        }
    }

    fn turn(&self, player: Player, moves: Vec<String>) -> Reply {
        let seen = self.table.see(&*self.position, player);
        Reply::Turn { seat: self.seat_name(player), position: self.table.write(&*seen), moves }
    }

    /// The moves of a turn of several: what the client gave, and what agents answer.
    fn ask_all(&mut self) -> Result<Vec<String>, RequestError> {
        let players: Vec<_> = self.table.info().all_players().collect();
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
    fn ask(&mut self, player: Player) -> Result<String, RequestError> {
        let Sitting::Agent(seat, rng) = &mut self.seats[player.index()] else { unreachable!("an agent sits here") };
        let report = seat.search(&*self.position, &self.budget, rng)?;
        Ok(report.best.unwrap_or_default())
    }

    /// Plays a step and tells everybody what he may know of it.
    fn play(&mut self, step: Step<String>, out: Out<'_>) -> Result<(), RequestError> {
        let mut told = Vec::new();
        for player in self.table.info().all_players().filter(|&player| self.is_client(player)) {
            let parts: Vec<(Option<Player>, &String)> = match &step {
                Step::Move(mover, mv) => vec![(Some(*mover), mv)],
                Step::Chance(outcome) => vec![(None, outcome)],
                Step::Joint(joint) => self.table.info().all_players().map(Some).zip(joint).collect(),
            };
            for (mover, mv) in parts.into_iter().filter(|(mover, _)| *mover != Some(player)) {
                told.push(Reply::Moved {
                    seat: mover.map_or("chance".to_owned(), |mover| self.seat_name(mover)),
                    to: self.seat_name(player),
                    told: self.table.told(&*self.position, mv, player)?,
                });
            }
        }
        for sitting in &mut self.seats {
            if let Sitting::Agent(seat, _) = sitting {
                seat.advance(&*self.position, &step)?;
            }
        }
        self.table.play(&mut *self.position, &step)?;
        told.iter().for_each(out);
        Ok(())
    }

    /// A move of the client.
    pub(super) fn take(&mut self, mv: &str, seat: Option<&str>, out: Out<'_>) -> Result<(), RequestError> {
        let named = seat.map(|name| find_seat(self.table.info(), name)).transpose()?;
        match self.table.turn(&*self.position) {
            Turn::Over => Err(RequestError::new("the game is over: begin another by {\"do\":\"new\"}")),
            Turn::Joint => {
                let waiting = |player: &Player| self.is_client(*player) && self.given[player.index()].is_none();
                let player = named.or_else(|| self.table.info().all_players().find(waiting));
                let Some(player) = player.filter(waiting) else {
                    return Err(RequestError::new("that seat is not waiting for a move of yours"));
                };
                let read = self.table.read_move(&*self.position, player, mv)?;
                self.given[player.index()] = Some(read);
                self.go_on(out)
            }
            Turn::Player(player) if named.is_none_or(|named| named == player) => {
                let read = self.table.read_move(&*self.position, player, mv)?;
                self.play(Step::Move(player, read), out)?;
                self.go_on(out)
            }
            _ => Err(RequestError::new("that seat is not waiting for a move of yours")),
        }
    }

    /// The game as one of the client's seats sees it; at the end nothing is hidden.
    pub(super) fn picture(&self, seat: Option<&str>) -> Result<Drawing, RequestError> {
        let named = seat.map(|name| find_seat(self.table.info(), name)).transpose()?;
        if let Some(player) = named.filter(|&player| !self.is_client(player)) {
            return Err(RequestError(format!("{} is not yours to look through", self.seat_name(player))));
        }
        let own = named.or_else(|| self.table.info().all_players().find(|&player| self.is_client(player)));
        let over = self.table.turn(&*self.position) == Turn::Over;
        Ok(self.table.draw(&*self.position, own.filter(|_| !over)))
    }
}
