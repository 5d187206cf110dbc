//! Moves made by clicks on the places of a drawing, for every game in the same way.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;

use super::svg::{self, Button};
use super::{Body, Drawing, PlaceId, Theme};
#[cfg(doc)]
use crate::game::capabilities::Render;
use crate::game::{Game, Moves, Player, Turn, View};

/// The place that ends a move whose clicks are also the beginning of another's. No game has a place of this name.
pub const DONE: &str = "done";

/// A drawing of a position, and the clicks by which each legal move is made on it.
///
/// A move is made by a sequence of clicks on places, or by one of several, as the game states in [`Render::clicks`]:
///
/// - No sequence makes two moves: one that a game states for two is dropped, and a move that is left without any gets a
///   button of its own, so that every legal move can be made.
/// - A sequence that is the beginning of another ends with a click on [`DONE`].
/// - A place that the drawing does not show, such as `pass`, becomes a button below it.
///
/// ```
/// # use spinney::drawing::{Board, Body, Cell, Drawing};
/// # use spinney::game::capabilities::{Notation, NotationError, Render};
/// # use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn};
/// # use spinney::random::Random;
/// # struct Line;
/// # impl Game for Line {
/// #     type State = Option<u8>;
/// #     type Move = u8;
/// #     fn info(&self) -> GameInfo { GameInfo::two_player("line", PayoffRange::new(0.0, 1.0)) }
/// #     fn start(&self, _: &mut Random) -> Option<u8> { None }
/// #     fn turn(&self, s: &Option<u8>, moves: &mut Moves<u8>) -> Turn {
/// #         moves.extend(0..4);
/// #         Turn::Player(Player(0))
/// #     }
/// #     fn play(&self, s: &mut Option<u8>, mv: u8) { *s = Some(mv) }
/// #     fn payoff(&self, _: &Option<u8>, _: Player) -> f64 { 0.0 }
/// #     fn capabilities(&self) -> Capabilities<'_, Option<u8>, u8> {
/// #         Capabilities { notation: Some(self), render: Some(self), ..Capabilities::none() }
/// #     }
/// # }
/// # impl Notation for Line {
/// #     fn write_move(&self, _: &Option<u8>, mv: u8) -> String { ["a1", "b1", "c1", "pass"][usize::from(mv)].to_owned() }
/// #     fn write_state(&self, _: &Option<u8>) -> String { String::new() }
/// #     fn read_state(&self, _: &str) -> Result<Option<u8>, NotationError> { Ok(None) }
/// # }
/// # impl Render for Line {
/// #     fn draw(&self, _: &Option<u8>) -> Drawing {
/// #         let column_labels = ["a", "b", "c"].map(str::to_owned).to_vec();
/// #         let row_labels = vec!["1".to_owned()];
/// #         let board = Board { columns: 3, cells: vec![Cell::default(); 3], column_labels, row_labels };
/// #         Drawing { body: Body::Board(board), caption: Vec::new() }
/// #     }
/// # }
/// # let (game, state) = (Line, None);
/// use spinney::drawing::ClickMap;
///
/// // A board of three cells, on which a move is a cell, or `pass`.
/// let clicks = ClickMap::of(&game, &state, Some(Player(0)));
/// assert_eq!(clicks.after(&[]).unwrap().next, ["a1", "b1", "c1", "pass"]);
/// assert_eq!(clicks.after(&["b1".to_owned()]).unwrap().complete, Some(1));
/// assert!(clicks.after(&["d1".to_owned()]).is_none());
/// assert!(clicks.to_svg("a line").contains("data-place=\"pass\""));
/// ```
#[derive(Clone, Debug)]
pub struct ClickMap<M> {
    drawing: Drawing,
    buttons: Vec<Button>,
    /// Sequences of clicks and what they make, those of a move side by side.
    ways: Vec<(Vec<PlaceId>, M)>,
}

/// Where some clicks lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step<M> {
    /// The places that can be clicked next; none once the move is complete.
    pub next: Vec<PlaceId>,
    /// The move that has been made.
    pub complete: Option<M>,
}

impl<M: Copy + Eq + Hash + Debug + Send + Sync + 'static> ClickMap<M> {
    /// The position as `observer` sees it, with the moves that `observer` can make now; or all of it, with the moves of
    /// the player to move or the outcomes of a chance turn.
    pub fn of<G: Game<Move = M>>(game: &G, state: &G::State, observer: Option<Player>) -> Self {
        let view = observer.map(|observer| View::of(game, state, observer));
        let seen = view.as_ref().map_or(state, |view| view.state());
        let turn = game.turn(state, &mut Moves::new());
        let chooser = match (turn, observer) {
            (Turn::Player(player), None) => Some(Some(player)),
            (Turn::Player(player), Some(observer)) if player == observer => Some(Some(player)),
            (Turn::Joint, Some(observer)) => Some(Some(observer)),
            (Turn::Chance, None) => Some(None),
            _ => None,
        };
        let mut moves = Moves::new();
        let mut legal: &[M] = &[];
        if let Some(chooser) = chooser {
            game.turn(seen, &mut moves);
            legal = match (turn, chooser) {
                (Turn::Joint, Some(player)) => moves.section(player.index()),
                _ => &moves,
            };
        }
        let capabilities = game.capabilities();
        let write = |mv: M| match capabilities.notation {
            Some(notation) => notation.write_move(seen, mv),
            None => format!("{mv:?}"),
        };
        let Some(render) = capabilities.render else {
            let lines = capabilities.notation.map(|notation| notation.write_state(seen)).into_iter().collect();
            let drawing = Drawing { body: Body::Lines(lines), caption: Vec::new() };
            return Self::with(drawing, legal, write, |_| Vec::new());
        };
        let chooser = chooser.flatten();
        Self::with(render.draw(seen), legal, write, |mv| render.clicks(seen, mv, chooser))
    }

    /// The clicks for these moves: `clicks` as the game states them, `write` for buttons.
    fn with(
        drawing: Drawing,
        legal: &[M],
        write: impl Fn(M) -> String,
        clicks: impl Fn(M) -> Vec<Vec<PlaceId>>,
    ) -> Self {
        let mut stated: Vec<(Vec<PlaceId>, M)> = Vec::new();
        for &mv in legal {
            match clicks(mv) {
                ways if ways.is_empty() => stated.push((vec![write(mv)], mv)),
                ways => stated.extend(ways.into_iter().filter(|way| !way.is_empty()).map(|way| (way, mv))),
            }
        }
        let mut owner: HashMap<&[PlaceId], Option<M>> = HashMap::new();
        for (way, mv) in &stated {
            let only = owner.entry(way).or_insert(Some(*mv));
            *only = only.filter(|other| other == mv);
        }
        let shared: HashSet<Vec<PlaceId>> =
            owner.into_iter().filter(|(_, only)| only.is_none()).map(|(way, _)| way.to_vec()).collect();
        stated.retain(|(way, _)| !shared.contains(way));
        let shown: HashSet<PlaceId> = drawing.places().into_iter().collect();
        let mut named: HashSet<PlaceId> = shown.clone();
        named.extend(stated.iter().flat_map(|(way, _)| way.iter().cloned()));
        named.insert(DONE.to_owned());
        let mut map = ClickMap { drawing, buttons: Vec::new(), ways: Vec::new() };
        let mut stated = stated.into_iter().peekable();
        for &mv in legal {
            let before = map.ways.len();
            while let Some(way) = stated.next_if(|(_, of)| *of == mv) {
                map.ways.push(way);
            }
            if map.ways.len() == before {
                map.add_button_for(mv, write(mv), &mut named);
            }
        }
        map.end_prefixes();
        map.add_missing_places(shown);
        map
    }

    /// A button that makes a move by a single click.
    fn add_button_for(&mut self, mv: M, text: String, named: &mut HashSet<PlaceId>) {
        let mut id = format!("move {text}");
        while !named.insert(id.clone()) {
            id.push('\'');
        }
        self.buttons.push(Button { id: id.clone(), text });
        self.ways.push((vec![id], mv));
    }

    /// Sequences that begin others end with [`DONE`].
    fn end_prefixes(&mut self) {
        let mut beginnings: HashSet<Vec<PlaceId>> = HashSet::new();
        for (way, _) in &self.ways {
            beginnings.extend((1..way.len()).map(|length| way[..length].to_vec()));
        }
        for (way, _) in &mut self.ways {
            if beginnings.contains(way) {
                way.push(DONE.to_owned());
            }
        }
    }

    /// Buttons for the places that are not in the drawing.
    fn add_missing_places(&mut self, mut shown: HashSet<PlaceId>) {
        shown.extend(self.buttons.iter().map(|button| button.id.clone()));
        for (way, _) in &self.ways {
            for id in way {
                if shown.insert(id.clone()) {
                    self.buttons.push(Button { id: id.clone(), text: id.clone() });
                }
            }
        }
    }

    /// Where clicks lead, from the first on; `None` if no move begins with them.
    pub fn after(&self, clicks: &[PlaceId]) -> Option<Step<M>> {
        let mut step = Step { next: Vec::new(), complete: None };
        for (way, mv) in self.ways.iter().filter(|(way, _)| way.starts_with(clicks)) {
            match way.get(clicks.len()) {
                None => step.complete = Some(*mv),
                Some(place) if !step.next.contains(place) => step.next.push(place.clone()),
                Some(_) => {}
            }
        }
        (step.complete.is_some() || !step.next.is_empty()).then_some(step)
    }

    /// The sequences of clicks that make a move, the usual one first.
    pub fn ways(&self, mv: M) -> impl Iterator<Item = &[PlaceId]> {
        self.ways.iter().filter(move |(_, of)| *of == mv).map(|(way, _)| way.as_slice())
    }

    /// Every sequence of clicks with the move that it makes.
    pub fn sequences(&self) -> impl Iterator<Item = (&[PlaceId], M)> {
        self.ways.iter().map(|(way, mv)| (way.as_slice(), *mv))
    }

    /// The moves that a place can be part of, each once.
    pub fn moves_at(&self, place: &str) -> Vec<M> {
        let mut moves = Vec::new();
        for (_, mv) in self.ways.iter().filter(|(way, _)| way.iter().any(|id| id == place)) {
            if !moves.contains(mv) {
                moves.push(*mv);
            }
        }
        moves
    }

    /// The drawing, without the buttons.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// The places that are not in the drawing.
    pub fn buttons(&self) -> &[Button] {
        &self.buttons
    }

    /// The drawing with the buttons below it, in the reader's theme.
    pub fn to_svg(&self, title: &str) -> String {
        self.to_themed_svg(title, Theme::System)
    }

    /// The same in a theme.
    pub fn to_themed_svg(&self, title: &str, theme: Theme) -> String {
        svg::write(&self.drawing, &self.buttons, title, theme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The clicks for moves 0, 1, … with these stated sequences, on a drawing without places.
    fn map(stated: &[&[&str]]) -> ClickMap<usize> {
        let drawing = Drawing { body: Body::Lines(vec!["a line".to_owned()]), caption: Vec::new() };
        let legal: Vec<usize> = (0..stated.len()).collect();
        let words = |way: &&str| way.split_whitespace().map(str::to_owned).collect();
        ClickMap::with(drawing, &legal, |mv| format!("m{mv}"), |mv| stated[mv].iter().map(words).collect())
    }

    fn ways(map: &ClickMap<usize>, mv: usize) -> Vec<String> {
        map.ways(mv).map(|way| way.join(" ")).collect()
    }

    #[test]
    fn the_next_places_are_known_until_the_move_is_complete() {
        let map = map(&[&["a b"], &["a c", "d"], &["e f g"]]);
        let step = |clicks: &[&str]| {
            let clicks: Vec<PlaceId> = clicks.iter().map(|&id| id.to_owned()).collect();
            map.after(&clicks).map(|step| (step.next.join(" "), step.complete))
        };
        assert_eq!(step(&[]), Some(("a d e".to_owned(), None)));
        assert_eq!(step(&["a"]), Some(("b c".to_owned(), None)));
        assert_eq!(step(&["a", "c"]), Some((String::new(), Some(1))));
        assert_eq!(step(&["d"]), Some((String::new(), Some(1))));
        assert_eq!(step(&["b"]), None);
        assert_eq!((map.moves_at("a"), map.moves_at("g"), map.moves_at("h")), (vec![0, 1], vec![2], vec![]));
    }

    #[test]
    fn the_beginning_of_another_sequence_ends_with_done() {
        let map = map(&[&["a"], &["a b"], &["a b c"], &["d"]]);
        assert_eq!([0, 1, 2, 3].map(|mv| ways(&map, mv).join(", ")), ["a done", "a b done", "a b c", "d"]);
    }

    #[test]
    fn what_two_moves_claim_is_dropped_and_no_move_is_lost() {
        let map = map(&[&["a", "b"], &["a"], &["c"]]);
        assert_eq!([0, 1, 2].map(|mv| ways(&map, mv).join(", ")), ["b", "move m1", "c"]);
    }

    #[test]
    fn places_that_are_not_drawn_are_buttons() {
        let map = map(&[&["pass"], &[]]);
        let buttons: Vec<_> = map.buttons().iter().map(|button| (&*button.id, &*button.text)).collect();
        assert_eq!(buttons, [("pass", "pass"), ("m1", "m1")]);
        let svg = map.to_svg("buttons");
        assert!(svg.contains("<g data-place=\"pass\"><title>pass</title>") && svg.contains(">m1</text>"), "{svg}");
    }
}
