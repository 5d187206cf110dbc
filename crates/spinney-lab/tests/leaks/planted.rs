//! A card game that keeps its secrets, or lets them out by one way.

use spinney::drawing::{Body, Colour, Drawing, Label, Scene};
use spinney::game::capabilities::{Hidden, MoveObservation, Notation, NotationError, Render};
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::{Random, mix};

/// A way out for the other player's card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leak {
    ObservedMove,
    Position,
    Moves,
    Text,
    Picture,
    Error,
    Statistics,
    Tree,
}

impl Leak {
    pub(crate) const ALL: [Leak; 8] = [
        Leak::ObservedMove,
        Leak::Position,
        Leak::Moves,
        Leak::Text,
        Leak::Picture,
        Leak::Error,
        Leak::Statistics,
        Leak::Tree,
    ];

    /// How the test names the way.
    pub(crate) fn way(self) -> &'static str {
        match self {
            Leak::ObservedMove => "observed moves",
            Leak::Position => "position",
            Leak::Moves => "moves",
            Leak::Text => "text",
            Leak::Picture => "picture",
            Leak::Error => "error",
            Leak::Statistics => "statistics",
            Leak::Tree => "tree",
        }
    }
}

/// Each player is dealt a card; then both bid in turn, four times in all. The higher card wins as much as was bid.
pub(crate) struct Cards {
    pub(crate) leak: Option<Leak>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    /// `None` before the deal, or concealed.
    cards: [Option<u8>; 2],
    /// The cards again, which concealing forgets.
    ghost: [u8; 2],
    bids: u8,
    pot: u8,
}

const DEALT: u8 = 100;

impl Cards {
    /// What a seat should not see, if it gets out by this way.
    fn secret(&self, state: &State, way: Leak) -> String {
        if self.leak == Some(way) { format!("{:?}", state.ghost) } else { String::new() }
    }
}

impl Game for Cards {
    type State = State;
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { chance: true, hidden: true, ..GameInfo::two_player("cards", PayoffRange::new(-9.0, 9.0)) }
    }

    fn start(&self, _: &mut Random) -> State {
        State { cards: [None; 2], ghost: [0; 2], bids: DEALT, pot: 0 }
    }

    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        match state.bids {
            DEALT => {
                (0..16u8).filter(|deal| deal / 4 != deal % 4).for_each(|deal| moves.push_weighted(deal, 1.0 / 12.0));
                Turn::Chance
            }
            4 => Turn::Over,
            bids => {
                moves.extend([1, 2]);
                Turn::Player(Player(bids % 2))
            }
        }
    }

    fn play(&self, state: &mut State, mv: u8) {
        if state.bids == DEALT {
            let cards = [mv / 4, mv % 4];
            *state = State { cards: cards.map(Some), ghost: cards, bids: 0, pot: 0 };
        } else {
            state.bids += 1;
            state.pot += mv;
        }
    }

    fn payoff(&self, state: &State, player: Player) -> f64 {
        let first = if state.cards[0] > state.cards[1] { f64::from(state.pot) } else { -f64::from(state.pot) };
        if player.0 == 0 { first } else { -first }
    }

    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities { notation: Some(self), render: Some(self), hidden: Some(self), ..Capabilities::none() }
    }
}

impl Hidden for Cards {
    fn conceal(&self, state: &mut State, observer: Player) {
        if state.bids < 4 {
            state.cards[1 - observer.index()] = None;
        }
        if self.leak.is_none() {
            state.ghost = [0; 2];
        }
    }

    fn is_complete(&self, state: &State) -> bool {
        state.bids == DEALT || state.cards.iter().all(Option::is_some)
    }

    fn sample(&self, concealed: &State, observer: Player, rng: &mut Random) -> State {
        let mut state = *concealed;
        if let (Some(own), None) = (state.cards[observer.index()], state.cards[1 - observer.index()]) {
            let drawn = (own + 1 + rng.below(3) as u8) % 4;
            let leaks = self.leak == Some(Leak::Statistics);
            let other = if leaks { state.ghost[1 - observer.index()] } else { drawn };
            state.cards[1 - observer.index()] = Some(other);
        }
        state
    }

    fn information_key(&self, concealed: &State, observer: Player) -> u64 {
        let own = concealed.cards[observer.index()].map_or(9, u64::from);
        mix(own | u64::from(concealed.bids) << 8 | u64::from(concealed.pot) << 16 | u64::from(observer.0) << 24)
    }

    fn observe(&self, state: &State, mv: u8, observer: Player) -> MoveObservation {
        match state.bids {
            DEALT if self.leak == Some(Leak::ObservedMove) => MoveObservation::Partial(format!("{}{}", mv / 4, mv % 4)),
            DEALT => MoveObservation::Partial([mv / 4, mv % 4][observer.index()].to_string()),
            _ => MoveObservation::Full,
        }
    }

    fn observation_key(&self, state: &State, mv: u8, observer: Player) -> u64 {
        u64::from(if state.bids == DEALT { [mv / 4, mv % 4][observer.index()] } else { mv })
    }
}

impl Notation for Cards {
    fn write_move(&self, state: &State, mv: u8) -> String {
        // Four low bids lie ahead in every tree, but on no principal variation: one of the players has the higher card.
        let low = state.bids == 3 && state.pot == 3 && mv == 1;
        let way = if low && self.leak == Some(Leak::Tree) { Leak::Tree } else { Leak::Moves };
        format!("{mv}{}", self.secret(state, way))
    }

    fn read_move(&self, state: &State, text: &str) -> Result<u8, NotationError> {
        let number = text.split('[').next().unwrap_or(text);
        number.parse().map_err(|_| NotationError::new(format!("no{}", self.secret(state, Leak::Error))))
    }

    fn write_state(&self, state: &State) -> String {
        let card = |card: Option<u8>| card.map_or("?".to_owned(), |card| card.to_string());
        let secret = self.secret(state, Leak::Position);
        format!("{}{} {} {}{secret}", card(state.cards[0]), card(state.cards[1]), state.bids, state.pot)
    }

    fn read_state(&self, _: &str) -> Result<State, NotationError> {
        Err(NotationError::new("not needed here"))
    }
}

impl Render for Cards {
    fn draw(&self, state: &State) -> Drawing {
        let way = if self.leak == Some(Leak::Picture) { Leak::Picture } else { Leak::Text };
        let secret = self.secret(state, way);
        match self.leak {
            Some(Leak::Picture) => scene_with(&secret),
            _ => Drawing { body: Body::Lines(vec![format!("pot {}{secret}", state.pot)]), caption: Vec::new() },
        }
    }
}

/// A scene whose text shows nothing but whose picture has a label.
fn scene_with(label: &str) -> Drawing {
    let mut scene = Scene::new(50.0, 50.0);
    scene.push(Label::middle(label, (25.0, 25.0), 12.0, Colour::Black));
    Drawing { body: Body::Scene(scene), caption: Vec::new() }
}
