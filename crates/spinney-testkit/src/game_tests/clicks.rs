//! Checks that every legal move can be made by clicks on the drawing, in the view of every player, and that a drawing
//! depends only on what its observer knows.

use std::collections::{HashMap, HashSet};

use super::{at, markup};
use spinney::drawing::{ClickMap, PlaceId};
use spinney::game::{Game, Moves, Turn, View};
use spinney::random::Random;

/// The SVG is looked at in one of so many positions, as it takes long.
const LOOKED_AT: usize = 8;
/// Sequences that are followed click by click.
const FOLLOWED: usize = 12;

pub(super) fn check<G: Game>(game: &G, state: &G::State, rng: &mut Random) {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    let look = rng.below(LOOKED_AT) == 0;
    if turn != Turn::Joint {
        check_map(game, state, &ClickMap::of(game, state, None), &moves, look);
    }
    for observer in game.info().all_players() {
        let map = ClickMap::of(game, state, Some(observer));
        let legal = match turn {
            Turn::Player(player) if player == observer => &*moves,
            Turn::Joint => moves.section(observer.index()),
            _ => &[],
        };
        check_map(game, state, &map, legal, look && legal.is_empty());
        if let Some(hidden) = game.capabilities().hidden.filter(|_| look) {
            let sampled = hidden.sample(View::of(game, state, observer).state(), observer, rng);
            let again = ClickMap::of(game, &sampled, Some(observer));
            let leaks = again.to_svg("") != map.to_svg("") || again.drawing().to_text() != map.drawing().to_text();
            assert!(!leaks, "the drawing shows {observer:?} what it does not know: {}", at(game, state));
        }
    }
}

/// The moves can be made and no others, by clicks on places that the SVG shows once each.
fn check_map<G: Game>(game: &G, state: &G::State, map: &ClickMap<G::Move>, legal: &[G::Move], look: bool) {
    let mut places: HashSet<PlaceId> = HashSet::new();
    let shown = map.drawing().places().into_iter().chain(map.buttons().iter().map(|button| button.id.clone()));
    for place in shown {
        assert!(!place.is_empty() && places.insert(place.clone()), "two places `{place}`: {}", at(game, state));
    }
    let mut made: HashMap<G::Move, &[PlaceId]> = HashMap::new();
    let mut ways: HashSet<&[PlaceId]> = HashSet::new();
    for (way, mv) in map.sequences() {
        made.entry(mv).or_insert(way);
        assert!(!way.is_empty() && ways.insert(way), "{way:?} is stated twice: {}", at(game, state));
        let hidden = way.iter().find(|place| !places.contains(*place));
        assert!(hidden.is_none(), "{hidden:?} of {mv:?} is not a place: {}", at(game, state));
    }
    let beginnings = ways.iter().flat_map(|way| (1..way.len()).map(|clicks| &way[..clicks]));
    let both = beginnings.into_iter().find(|beginning| ways.contains(beginning));
    assert!(both.is_none(), "{both:?} is a move and the beginning of another: {}", at(game, state));
    for mv in legal {
        assert!(made.contains_key(mv), "{mv:?} cannot be made by clicks: {}", at(game, state));
    }
    let legal: HashSet<G::Move> = legal.iter().copied().collect();
    assert!(made.len() == legal.len(), "clicks make moves that are not legal: {}", at(game, state));
    // Each step takes time in the number of all sequences, so not all are followed.
    for (&mv, way) in made.iter().take(FOLLOWED) {
        check_way(game, state, map, mv, way);
    }
    if !look {
        return;
    }
    let svg = map.to_svg(&at(game, state));
    if let Some(fault) = markup::fault(&svg) {
        panic!("the SVG is broken, {fault}: {}", at(game, state));
    }
    assert_eq!(svg.matches("<g data-place=\"").count(), places.len(), "places in the SVG: {}", at(game, state));
}

/// Every click is announced by the one before, and the last one makes the move.
fn check_way<G: Game>(game: &G, state: &G::State, map: &ClickMap<G::Move>, mv: G::Move, way: &[PlaceId]) {
    for clicked in 0..=way.len() {
        let step = map.after(&way[..clicked]);
        let fits = step.as_ref().is_some_and(|step| match way.get(clicked) {
            Some(next) => step.complete.is_none() && step.next.contains(next),
            None => step.complete == Some(mv) && step.next.is_empty(),
        });
        assert!(fits, "{mv:?} by {way:?}: {step:?} after {clicked} clicks: {}", at(game, state));
    }
}
