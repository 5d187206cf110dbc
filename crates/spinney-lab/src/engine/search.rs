//! Decisions in positions that the client keeps.

use spinney::erased::AnyState;
use spinney::game::{Player, Turn};
use spinney::random::Random;
use spinney_agents::{NamedGame, Spec};

use super::request::{RequestError, find_seat};
use super::{Desk, Evidence, Pace, Reply, Reports};
use crate::session::{Latest, search_watched};

/// Positions to decide in, each with the player to move. All of them have been read and checked.
pub(super) struct Asked<'g> {
    game: &'g NamedGame,
    positions: Vec<(AnyState, Player)>,
    /// Whether the client asked for a list.
    several: bool,
    agent: Spec,
    seed: u64,
}

impl<'g> Asked<'g> {
    pub(super) fn new(
        game: &'g NamedGame,
        one: Option<String>,
        many: Option<Vec<String>>,
        seat: Option<&str>,
        agent: Option<&str>,
        seed: u64,
    ) -> Result<Self, RequestError> {
        let several = many.is_some();
        let texts = match (one, many) {
            (Some(one), None) => vec![one],
            (None, Some(many)) => many,
            (None, None) => return Err(RequestError::new("`position` or `positions` is needed")),
            (Some(_), Some(_)) => return Err(RequestError::new("either `position` or `positions`, not both")),
        };
        let named = seat.map(|name| find_seat(game.info(), name)).transpose()?;
        let read = |(index, text): (usize, &String)| {
            let decided = who_decides(game, text, named);
            decided.map_err(|error| if several { RequestError(format!("positions[{index}]: {error}")) } else { error })
        };
        let positions = texts.iter().enumerate().map(read).collect::<Result<_, _>>()?;
        let agent = agent.map_or(Ok(game.default_agent()), Spec::agent)?;
        Ok(Asked { game, positions, several, agent, seed })
    }

    /// Searches one position after the other. A request to stop ends the running search and leaves out the rest.
    pub(super) fn decide(&self, threads: usize, pace: &Pace, desk: &mut Desk<'_, '_>) -> Result<(), RequestError> {
        for (index, (state, player)) in self.positions.iter().enumerate() {
            let index = Some(index).filter(|_| self.several);
            let mut seat = self.game.seat_with_threads(&self.agent, *player, threads)?;
            let (budget, mut reports) = (pace.budget(), Reports::new(pace.report_every));
            let mut tick = |latest: Latest<'_>| desk.tick(latest, &budget.stop, &mut reports, index);
            let rng = &mut Random::derive(self.seed, 1);
            let report = search_watched(self.game, &mut seat, state, &budget, rng, &mut tick)?;
            let (mv, evidence) = Evidence::of(self.game.write_report(state, *player, report));
            let seat = self.game.info().seats[player.index()].clone();
            desk.say(Reply::Decision { seat, mv, index, evidence, seed: Some(self.seed) });
            if desk.stopped {
                break;
            }
        }
        Ok(())
    }
}

/// The position that a text describes, and the player that decides there.
fn who_decides(game: &NamedGame, text: &str, named: Option<Player>) -> Result<(AnyState, Player), RequestError> {
    let state = game.read(text)?;
    let player = match game.whose_turn(&state) {
        Turn::Player(player) => player,
        Turn::Joint => named.unwrap_or(Player(0)),
        Turn::Chance => return Err(RequestError::new("nothing to decide: it is a chance turn")),
        Turn::Over => return Err(RequestError::new("nothing to decide: the game is over")),
    };
    if let Some(named) = named.filter(|&named| named != player) {
        let seats = &game.info().seats;
        let (named, player) = (&seats[named.index()], &seats[player.index()]);
        return Err(RequestError(format!("it is not the turn of {named}, but of {player}")));
    }
    Ok((state, player))
}
