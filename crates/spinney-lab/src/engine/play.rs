//! A game between the client and agents.

use std::collections::BTreeMap;

use spinney::game::Player;
use spinney_agents::{NamedGame, Spec};

use super::reply::{Evidence, Outcome};
use super::request::{Chance, Looks, RequestError, find_seat};
use super::{Desk, GameSeed, Pace, Reply, Reports};
use crate::session::{Latest, Moved, Observed, Session, Waiting};

/// The name of the other program among the seats.
const CLIENT: &str = "client";

/// How a game is set up.
pub(super) struct Settings {
    pub(super) spec: Spec,
    /// `client` or an agent, by the name of the seat.
    pub(super) seats: BTreeMap<String, String>,
    pub(super) position: Option<String>,
    pub(super) chance: Chance,
    pub(super) seed: GameSeed,
    pub(super) threads: usize,
}

/// A running game, or one that has just ended.
pub(super) struct Play {
    session: Session,
    spec: Spec,
    chance: Chance,
    seed: GameSeed,
    pace: Pace,
}

impl Play {
    /// A new game. Seats that are not named are the client's if it is the first of them, and the default agent's
    /// otherwise.
    pub(super) fn new(game: NamedGame, settings: &Settings, pace: Pace) -> Result<Self, RequestError> {
        let info = game.info();
        let mut who = vec![None; info.players()];
        for (seat, player) in &settings.seats {
            who[find_seat(info, seat)?.index()] = Some(player.as_str());
        }
        if who.iter().all(|player| *player != Some(CLIENT))
            && let Some(free) = who.iter_mut().find(|player| player.is_none())
        {
            *free = Some(CLIENT);
        }
        if settings.chance == Chance::Client && info.hidden && who.contains(&Some(CLIENT)) {
            return Err(RequestError::new(
                "\"chance\":\"client\": with a seat in a game with hidden information, outcomes may be secret to you",
            ));
        }
        let agent = |who: Option<&str>| match who {
            Some(CLIENT) => Ok(None),
            Some(agent) => Spec::agent(agent).map(Some),
            None => Ok(Some(game.default_agent())),
        };
        let players = who.into_iter().map(agent).collect::<Result<Vec<_>, _>>()?;
        let start = settings.position.as_deref().map(|text| game.read_full(text)).transpose()?;
        let session = Session::new(game, &players, start, settings.threads, settings.seed.number())?;
        let Settings { spec, chance, seed, .. } = settings;
        Ok(Play { session, spec: spec.clone(), chance: *chance, seed: *seed, pace })
    }

    /// The player of every seat.
    pub(super) fn started(&self) -> Reply {
        let name = |player| (self.seat_name(player), self.session.agent(player).unwrap_or(CLIENT).to_owned());
        let seats = self.session.game().info().all_players().map(name).collect();
        let seed = match self.seed {
            GameSeed::Chosen(seed) => Some(seed),
            GameSeed::Drawn(_) => None,
        };
        Reply::Started { game: self.spec.to_string(), seats, seed }
    }

    fn seat_name(&self, player: Player) -> String {
        self.session.game().info().seats[player.index()].clone()
    }

    fn find_seat(&self, name: Option<&str>) -> Result<Option<Player>, RequestError> {
        name.map(|name| find_seat(self.session.game().info(), name)).transpose()
    }

    /// Lets agents and chance move until the client has to, or the game is over.
    pub(super) fn go_on(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), RequestError> {
        loop {
            match self.session.waiting() {
                Waiting::Over => {
                    desk.say(self.over());
                    return Ok(());
                }
                Waiting::Client(player) => {
                    let (position, moves) = (self.session.position(player), self.session.moves(player));
                    desk.say(Reply::Turn { seat: self.seat_name(player), position, moves });
                    return Ok(());
                }
                Waiting::Chance if self.chance == Chance::Client => {
                    let outcome = |(outcome, probability)| Outcome { outcome, probability };
                    desk.say(Reply::Chance { outcomes: self.session.outcomes().into_iter().map(outcome).collect() });
                    return Ok(());
                }
                Waiting::Chance => {
                    let moved = self.session.play_chance(None);
                    self.tell(moved, desk);
                }
                Waiting::Agents => {
                    let (budget, mut reports) = (self.pace.budget(), Reports::new(self.pace.report_every));
                    let stop = budget.stop.clone();
                    let mut tick = |latest: Latest<'_>| desk.tick(latest, &stop, &mut reports, None);
                    let moved = self.session.agents_move(&budget, &mut tick)?;
                    self.tell(moved, desk);
                }
            }
        }
    }

    /// Sends what each of the client's seats observes.
    fn tell(&self, moved: Moved, desk: &mut Desk<'_, '_>) {
        for Observed { to, mover, text } in moved.observed {
            let report = moved.reports.iter().find(|(player, _)| Some(*player) == mover);
            desk.say(Reply::Moved {
                seat: self.session.game().mover_name(mover).to_owned(),
                to: self.seat_name(to),
                observed: text,
                evidence: report.map(|(_, report)| Evidence::of(report.clone()).1),
            });
        }
    }

    fn over(&self) -> Reply {
        let payoffs = self.session.payoffs().unwrap_or_default();
        let payoffs = self.session.game().info().seats.iter().cloned().zip(payoffs).collect();
        Reply::Over { payoffs, position: self.session.position(Player(0)), seed: self.seed.number() }
    }

    /// The client's seat that is meant and waited for.
    fn waiting_seat(&self, seat: Option<&str>) -> Result<Player, RequestError> {
        let named = self.find_seat(seat)?;
        let waiting = match self.session.waiting() {
            Waiting::Over => return Err(RequestError::new("the game is over: begin another by {\"do\":\"new\"}")),
            Waiting::Client(player) => Some(player),
            Waiting::Chance | Waiting::Agents => None,
        };
        let player = named.or(waiting).filter(|&player| self.session.waits_for(player));
        player.ok_or_else(|| RequestError::new("that seat is not waiting for a move of yours"))
    }

    /// A move of the client.
    pub(super) fn take(&mut self, mv: &str, seat: Option<&str>, desk: &mut Desk<'_, '_>) -> Result<(), RequestError> {
        let player = self.waiting_seat(seat)?;
        let mv = self.session.read_move(player, mv)?;
        let observed = self.session.play(player, mv);
        self.tell(Moved { observed, ..Moved::default() }, desk);
        self.go_on(desk)
    }

    /// A chance outcome that the client has chosen.
    pub(super) fn take_outcome(&mut self, outcome: &str, desk: &mut Desk<'_, '_>) -> Result<(), RequestError> {
        if self.session.waiting() != Waiting::Chance {
            return Err(RequestError::new("it is not a chance turn"));
        }
        let outcome = self.session.read_outcome(outcome)?;
        let moved = self.session.play_chance(Some(outcome));
        self.tell(moved, desk);
        self.go_on(desk)
    }

    /// Goes back to a decision of the client.
    pub(super) fn undo(&mut self, seat: Option<&str>, desk: &mut Desk<'_, '_>) -> Result<(), RequestError> {
        let named = self.find_seat(seat)?;
        self.session.undo(named)?;
        desk.say(Reply::Undone {});
        self.go_on(desk)
    }

    /// What an agent would play for the client.
    pub(super) fn hint(
        &mut self,
        seat: Option<&str>,
        agent: Option<Spec>,
        pace: Option<Pace>,
        desk: &mut Desk<'_, '_>,
    ) -> Result<(), RequestError> {
        let player = self.waiting_seat(seat)?;
        let pace = pace.as_ref().unwrap_or(&self.pace);
        let (budget, mut reports) = (pace.budget(), Reports::new(pace.report_every));
        let stop = budget.stop.clone();
        let mut tick = |latest: Latest<'_>| desk.tick(latest, &stop, &mut reports, None);
        let agent = agent.unwrap_or_else(|| self.session.game().default_agent());
        let report = self.session.hint(player, &agent, &budget, &mut tick)?;
        let (mv, evidence) = Evidence::of(report);
        desk.say(Reply::Decision { seat: self.seat_name(player), mv, index: None, evidence, seed: None });
        Ok(())
    }

    /// The game as one of the client's seats sees it; at the end nothing is hidden.
    pub(super) fn picture(&self, seat: Option<&str>, looks: Looks) -> Result<Reply, RequestError> {
        let named = self.find_seat(seat)?;
        if let Some(player) = named.filter(|&player| self.session.agent(player).is_some()) {
            return Err(RequestError(format!("{} is not yours to look through", self.seat_name(player))));
        }
        let player = named.or_else(|| self.session.clients().next()).unwrap_or(Player(0));
        let picture = self.session.draw(player);
        Ok(match looks {
            Looks::Text => Reply::Picture { text: Some(picture.to_text()), svg: None },
            Looks::Svg => Reply::Picture { text: None, svg: Some(picture.to_svg(&self.session.game().info().name)) },
        })
    }
}
