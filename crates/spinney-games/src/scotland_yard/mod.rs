//! Scotland Yard on the full board: Mr. X flees across London by taxi, bus, underground and ferry. Up to five
//! detectives look for him; they see which tickets he uses, and at fixed times where he is.
//!
//! Mr. X moves first in every round. He pays with a ticket for the line that he takes or with a black one, which is
//! valid on every line and is the only one for ferries. With a double-move card he moves twice. He never enters a
//! station occupied by a detective. Then each detective moves once, in any order or in a fixed one, never two to one station;
//! one without a usable ticket or a free station is skipped. Mr. X reveals himself after certain entries of his
//! travel log. The detectives win if one of them reaches his station, or if he cannot move. Mr. X wins if no detective
//! can move, or when his log is full and the detectives have made their last moves.
//!
//! There are two players, `mr-x` and `detectives`. Editions differ in tickets, start cards and length; all of that is
//! in the [`Options`]. Sources: the manuals of the classic edition (Ravensburger 1983, Milton Bradley) and of the one
//! with 29 start cards (Ravensburger 26 601 2); for the map, ten public tables that were compared line by line. Nothing
//! is taken from the artwork of the board. "Scotland Yard" is a trademark of Ravensburger.

mod drawing;
mod evaluation;
mod evasion;
mod hidden;
mod log;
mod map;
mod nijssen_winands;
mod notation;
mod options;
mod picture;
mod places;
mod playouts;
mod reading;
mod routes;
mod rules;
mod state;
mod tactics;

pub use map::{Line, Map, STATIONS, Transport};
pub use nijssen_winands::{NijssenWinands, NijssenWinandsConfig};
pub use options::{Edition, Options, Order, Pack, Side};
pub use places::{Iter, Places};
pub use state::{Ending, Move, State, Ticket};

use spinney::game::capabilities::{Codes, Key, Length};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};

use self::map::start_cards;
use self::options::Terms;
use crate::registry::{Builtin, PlayerOf};

/// The maximum number of detectives.
pub const MOST_DETECTIVES: usize = 5;
/// The maximum length of the travel log.
pub const LONGEST_LOG: usize = 32;

/// The rules, with the board.
#[derive(Clone, Debug)]
pub struct ScotlandYard {
    map: Map,
    terms: Terms,
    /// The start cards of Mr. X and of the detectives.
    cards: (Places, Places),
    /// The maximum number of moves in a turn.
    widest: u32,
}

impl ScotlandYard {
    /// The game with these parameters, or an error if they are inconsistent.
    pub fn new(options: Options) -> Result<Self, String> {
        let terms = options.terms()?;
        let map = Map::new(terms.classic_line);
        // At one time as many detectives choose.
        let at_once = if terms.order == Order::Any { terms.detectives } else { 1 };
        let ways = |station: u8| {
            let ordinary: usize = Ticket::ORDINARY.iter().map(|&ticket| map.reach(ticket, station).len()).sum();
            let of_x = 2 * (ordinary + map.reach(Ticket::Black, station).len());
            of_x.max(at_once * ordinary) as u32
        };
        let widest = (1..=STATIONS as u8).map(ways).max().unwrap_or(0);
        Ok(ScotlandYard { cards: start_cards(terms.pack.name()), map, terms, widest })
    }

    /// The board.
    pub fn map(&self) -> &Map {
        &self.map
    }
}

impl Default for ScotlandYard {
    fn default() -> Self {
        ScotlandYard::new(Options::default()).expect("the defaults go together")
    }
}

impl Builtin for ScotlandYard {
    const NAME: &'static str = "scotland-yard";
    const SUMMARY: &'static str = "Mr. X hides from detectives in London: tickets, double moves, a travel log";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        ScotlandYard::new(options)
    }

    fn players() -> Vec<PlayerOf<Self>> {
        vec![PlayerOf::new::<NijssenWinands>()]
    }
}

impl Game for ScotlandYard {
    type State = State;
    type Move = Move;

    fn info(&self) -> GameInfo {
        let log = u32::from(self.terms.log);
        let rounds = self.terms.rounds.map_or(log, |rounds| log.min(u32::from(rounds)));
        GameInfo {
            seats: vec!["mr-x".to_owned(), "detectives".to_owned()],
            hidden: true,
            random_start: true,
            longest: Some(log + rounds * self.terms.detectives as u32),
            widest: Some(self.widest),
            ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0))
        }
    }

    fn start(&self, rng: &mut Random) -> State {
        let (of_x, of_detectives) = &self.cards;
        let place = of_x.nth(rng.below(of_x.len()));
        let mut left = *of_detectives;
        left.remove(place);
        let mut detectives = [0; MOST_DETECTIVES];
        for detective in &mut detectives[..self.terms.detectives] {
            *detective = left.nth(rng.below(left.len()));
            left.remove(*detective);
        }
        self.opening(place, detectives, *of_x)
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<Move>) -> Turn {
        let Some(player) = self.player(state) else { return Turn::Over };
        for way in self.ways(state) {
            moves.extend(way.targets.iter().map(|to| way.to(to)));
        }
        Turn::Player(player)
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        match mv.piece {
            0 => self.move_x(state, mv),
            number => self.move_detective(state, usize::from(number) - 1, mv),
        }
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        let escaped = matches!(state.ending, Some(Ending::Escaped | Ending::Stranded));
        f64::from(escaped == (player.0 == 0))
    }

    #[inline]
    fn random_step<L: Recorder<Move>>(
        &self,
        state: &mut State,
        _: &mut Moves<Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        let Some(player) = self.player(state) else { return false };
        let mv = self.random_move(state, rng);
        recorder.record(Some(player), mv);
        self.play(state, mv);
        true
    }

    fn capabilities(&self) -> Capabilities<'_, State, Move> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            codes: Some(self),
            evaluate: Some(self),
            features: Some(self),
            tactics: Some(self),
            playouts: Some(self),
            hidden: Some(self),
            belief_prior: Some(self),
            coalition: Some(self),
            length: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Key for ScotlandYard {
    /// Covers everything in the text of a position, including the travel log, which is public.
    fn key(&self, state: &State) -> u64 {
        let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
        let ending = match state.ending {
            None => 0,
            Some(Ending::Caught(detective)) => 1 + u64::from(detective),
            Some(Ending::Stuck) => 10,
            Some(Ending::Escaped) => 11,
            Some(Ending::Stranded) => 12,
        };
        // The mover follows from who waits.
        let stage =
            u64::from(state.waiting) | u64::from(state.second) << 5 | ending << 6 | u64::from(state.place) << 10;
        let mut key = mix(stage << 40 | word(&state.detectives));
        let mut add = |word: u64| key = mix(key ^ word);
        state.possible.0.into_iter().for_each(&mut add);
        state.tickets.chunks(2).for_each(|pair| add(word(pair.as_flattened())));
        let entries = usize::from(state.entries);
        state.log[..entries].chunks(8).for_each(|entries| add(word(entries)));
        state.seen[..entries].chunks(8).for_each(|entries| add(word(entries)));
        add(word(&state.tally) << 8 | u64::from(state.seen_in));
        add(u64::from(state.entries));
        key
    }
}

impl Codes for ScotlandYard {
    /// The piece, its destination and the ticket.
    #[inline]
    fn code(&self, _: &State, mv: Move) -> u64 {
        u64::from(mv.piece) << 16 | u64::from(mv.to) << 8 | (mv.ticket as u64) << 1 | u64::from(mv.double)
    }
}

impl Length for ScotlandYard {
    fn unit(&self) -> &'static str {
        "rounds"
    }

    fn length(&self, state: &State) -> u32 {
        self.rounds(state).into()
    }
}
