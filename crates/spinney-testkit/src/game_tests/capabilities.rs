//! Checks of the contract of each capability, at one position of a random game.

use std::collections::HashMap;

use super::rules::{check_payoffs, check_same_end, replay};
use super::{at, clicks};
use spinney::evaluation::MAX_FEATURES;
use spinney::evaluation::ranking::{Counted, Ranking, Stage};
use spinney::game::capabilities::{Notation, Patterns, Trace};
use spinney::game::{Game, Moves, Player, Turn, View};
use spinney::random::Random;

/// Texts that are not a move in any game.
const NO_MOVES: [&str; 7] = ["", " ", "?", "no such move", "\u{0}", "é9", "99999999999999999999999999"];

/// Data collected from earlier positions.
#[derive(Default)]
pub(super) struct Memory {
    /// Every move text so far.
    vocabulary: Vec<String>,
    /// Position by key, and key by position, as far as the game can write positions.
    positions: HashMap<u64, String>,
    keys: HashMap<String, u64>,
    /// Symmetric key by key.
    symmetric: HashMap<u64, u64>,
}

pub(super) fn check_position<G: Game>(game: &G, state: &G::State, memory: &mut Memory, rng: &mut Random) {
    let capabilities = game.capabilities();
    if let Some(notation) = capabilities.notation {
        check_moves(game, notation, state, &mut memory.vocabulary);
        check_state(game, notation, state);
    }
    check_keys(game, state, memory);
    if let Some(evaluate) = capabilities.evaluate {
        check_payoffs(game, state, |player| evaluate.evaluate(state, player), "evaluations");
        check_quiet(game, state);
    }
    check_features(game, state);
    check_tactics(game, state);
    if let Some(render) = capabilities.render {
        let drawing = render.draw(state);
        assert!(!drawing.to_text().trim().is_empty(), "the drawing is empty: {}", at(game, state));
        clicks::check(game, state, rng);
    }
    check_hidden(game, state, rng);
    check_patterns(game, state, rng);
}

type AnyNotation<'g, G> = dyn Notation<State = <G as Game>::State, Move = <G as Game>::Move> + 'g;

/// Evaluating only quiet positions is the same as listing the moves, looking for noisy ones, and evaluating.
fn check_quiet<G: Game>(game: &G, state: &G::State) {
    let capabilities = game.capabilities();
    let Some(evaluate) = capabilities.evaluate else { return };
    for player in (0..game.info().players() as u8).map(Player) {
        let Some(value) = evaluate.evaluate_if_quiet(state, player) else { continue };
        let mut moves = Moves::new();
        let over = game.turn(state, &mut moves) == Turn::Over;
        assert!(!over, "evaluated as quiet, but the game is over: {}", at(game, state));
        let noisy = capabilities.tactics.is_some_and(|tactics| !tactics.is_quiet(state, &moves));
        assert!(!noisy, "evaluated as quiet, but a move is noisy: {}", at(game, state));
        let expected = evaluate.evaluate(state, player);
        assert_eq!(value, expected, "two evaluations of one position: {}", at(game, state));
    }
}

/// Legal moves survive a round trip through text. No other text is accepted, unless the game has several ways to write
/// a move; every accepted text is legal.
fn check_moves<G: Game>(game: &G, notation: &AnyNotation<G>, state: &G::State, vocabulary: &mut Vec<String>) {
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    let legal: Vec<String> = moves.iter().map(|&mv| notation.write_move(state, mv)).collect();
    for (&mv, text) in moves.iter().zip(&legal) {
        // On a joint turn two players may have moves with the same text.
        let read = notation.read_move(state, text);
        let same = read.as_ref().is_ok_and(|&read| turn == Turn::Joint || read == mv);
        assert!(same, "`{text}` is read as {read:?} instead of {mv:?}: {}", at(game, state));
    }
    for text in vocabulary.iter().map(String::as_str).chain(NO_MOVES) {
        if let Ok(mv) = notation.read_move(state, text) {
            let written = notation.write_move(state, mv);
            let alias = notation.has_aliases() && !NO_MOVES.contains(&text);
            let meant = moves.contains(&mv) && (alias || written.eq_ignore_ascii_case(text));
            assert!(meant, "`{text}` is taken for `{written}`: {}", at(game, state));
        }
    }
    for text in legal {
        if vocabulary.len() < 200 && !vocabulary.contains(&text) {
            vocabulary.push(text);
        }
    }
}

/// A position survives a round trip through text.
fn check_state<G: Game>(game: &G, notation: &AnyNotation<G>, state: &G::State) {
    let text = notation.write_state(state);
    assert!(!text.contains('\n'), "a position takes more than one line: {}", at(game, state));
    let read = notation.read_state(&text).unwrap_or_else(|error| panic!("{error}: {}", at(game, state)));
    check_same_end(game, &read, state);
    if let Some(key) = game.capabilities().key {
        assert_eq!(key.key(&read), key.key(state), "the key changes by writing and reading: {}", at(game, state));
    }
}

/// Keys are equal exactly for equal positions, and equal keys have equal symmetric keys.
fn check_keys<G: Game>(game: &G, state: &G::State, memory: &mut Memory) {
    let Some(keys) = game.capabilities().key else { return };
    let key = keys.key(state);
    assert_eq!(key, keys.key(&state.clone()), "two looks give two keys: {}", at(game, state));
    if let Some(symmetric) = keys.symmetric_key(state) {
        let known = *memory.symmetric.entry(key).or_insert(symmetric);
        assert_eq!(known, symmetric, "one key, two symmetric keys: {}", at(game, state));
    }
    if let Some(notation) = game.capabilities().notation {
        let text = notation.write_state(state);
        let position = memory.positions.entry(key).or_insert_with(|| text.clone());
        assert_eq!(*position, text, "two positions have the same key");
        let known = *memory.keys.entry(text).or_insert(key);
        assert_eq!(known, key, "the same position has two keys: {}", at(game, state));
    }
}

/// Features have a weight each, are finite, and in a two-player game are one player's loss where they are the other's
/// gain.
fn check_features<G: Game>(game: &G, state: &G::State) {
    let Some(features) = game.capabilities().features else { return };
    let count = features.features().len();
    assert!(count <= MAX_FEATURES, "{count} features, at most {MAX_FEATURES} are possible");
    assert_eq!(features.weights().len(), count, "one weight per feature");
    if game.turn(state, &mut Moves::new()) == Turn::Over {
        return;
    }
    let measure = |player| {
        let mut values = vec![0.0; count];
        features.measure(state, player, &mut values);
        values
    };
    let info = game.info();
    let values: Vec<Vec<f64>> = info.all_players().map(measure).collect();
    for (index, feature) in features.features().iter().enumerate() {
        let of: Vec<f64> = values.iter().map(|values| values[index]).collect();
        assert!(of.iter().all(|value| value.is_finite()), "{}: {of:?}: {}", feature.name, at(game, state));
        if let [first, second] = of[..] {
            assert!((first + second).abs() < 1e-6, "{}: {first} and {second}: {}", feature.name, at(game, state));
        }
    }
}

/// Pruning leaves some of the moves, in their order.
fn check_tactics<G: Game>(game: &G, state: &G::State) {
    let Some(tactics) = game.capabilities().tactics else { return };
    let mut moves = Moves::new();
    if !matches!(game.turn(state, &mut moves), Turn::Player(_)) {
        return;
    }
    let all = moves.to_vec();
    tactics.prune_dominated(state, &mut moves);
    assert!(!moves.is_empty(), "pruning leaves no move: {}", at(game, state));
    let mut left = all.iter();
    assert!(moves.iter().all(|mv| left.any(|of| of == mv)), "pruning adds or reorders: {}", at(game, state));
    moves.clear();
    game.turn(state, &mut moves);
    tactics.prune_reordered(state, &mut moves);
    assert!(!moves.is_empty(), "no order of the turn is left: {}", at(game, state));
    tactics.prune_heuristic(state, &mut moves);
    assert!(!moves.is_empty(), "screening leaves no move: {}", at(game, state));
    assert!(moves.iter().all(|mv| all.contains(mv)), "screening adds moves: {}", at(game, state));
}

/// A determinization is indistinguishable to the observer, which still has the same moves; and so are all possible states, one
/// of which is the true position.
fn check_hidden<G: Game>(game: &G, state: &G::State, rng: &mut Random) {
    let Some(hidden) = game.capabilities().hidden else {
        assert!(!game.info().hidden, "{}: hidden information without the capability for it", game.info().name);
        return;
    };
    let mut moves = Moves::new();
    let turn = game.turn(state, &mut moves);
    let mut public = Vec::new();
    if hidden.public_states(state, &mut public) {
        check_possible_states(game, &public, &[state]);
    }
    for observer in game.info().all_players() {
        let view = View::of(game, state, observer);
        let key = hidden.information_key(view.state(), observer);
        let sampled = hidden.sample(view.state(), observer, rng);
        let again = View::of(game, &sampled, observer);
        let sampled_key = hidden.information_key(again.state(), observer);
        assert_eq!(sampled_key, key, "a sample looks different to {observer:?}: {}", at(game, state));
        let mut candidates = Vec::new();
        if hidden.possible_states(view.state(), observer, &mut candidates) {
            for candidate in &candidates {
                let seen = hidden.information_key(View::of(game, candidate, observer).state(), observer);
                assert_eq!(seen, key, "a possible state looks different to {observer:?}: {}", at(game, state));
            }
            check_possible_states(game, &candidates, &[state, &sampled]);
        }
        if turn == Turn::Player(observer) {
            for position in [view.state(), &sampled] {
                let mut seen = Moves::new();
                assert_eq!(game.turn(position, &mut seen), turn, "whose turn, to {observer:?}: {}", at(game, state));
                assert!(*seen == *moves, "{observer:?} does not know its own moves: {}", at(game, state));
            }
        }
    }
}

/// Possible states are listed once each, and these positions are among them, as far as keys tell.
fn check_possible_states<G: Game>(game: &G, candidates: &[G::State], among: &[&G::State]) {
    let Some(keys) = game.capabilities().key else { return };
    let mut listed: Vec<u64> = candidates.iter().map(|candidate| keys.key(candidate)).collect();
    for position in among {
        assert!(listed.contains(&keys.key(position)), "not among the possible states: {}", at(game, position));
    }
    listed.sort_unstable();
    listed.dedup();
    assert_eq!(listed.len(), candidates.len(), "a possible state is listed twice: {}", at(game, among[0]));
}

/// The game's own playouts make legal moves and end where the moves lead.
pub(super) fn check_playouts<G: Game>(game: &G, seed: u64, cap: u32) {
    let Some(playouts) = game.capabilities().playouts else { return };
    for (index, policy) in playouts.policies().iter().enumerate() {
        let mut rng = Random::new(seed);
        let start = game.start(&mut rng);
        let (mut end, mut recorded) = (start.clone(), Vec::new());
        let ended = playouts.play_out(index, &mut end, cap, &mut rng, &mut recorded);
        let over = game.turn(&end, &mut Moves::new()) == Turn::Over;
        assert!(over || !ended, "policy {} stops before the end: {}", policy.name, at(game, &end));
        check_same_end(game, &replay(game, start, &recorded), &end);
    }
}

/// All legal moves are rated, by the patterns of the positions that they lead to.
fn check_patterns<G: Game>(game: &G, state: &G::State, rng: &mut Random) {
    let Some(patterns) = game.capabilities().patterns else { return };
    let ranking = Ranking::constant((0..patterns.patterns()).map(|_| rng.unit() as f32 - 0.5));
    let goal = rng.below(patterns.goals());
    let mut rated = Vec::new();
    let can_move = patterns.rate_moves(goal, &ranking, state, &Trace::default(), &mut |mv, after, rating, _| {
        rated.push((mv, after.clone(), rating));
    });
    let mut legal = Moves::new();
    game.turn(state, &mut legal);
    assert!(
        rated.len() == legal.len() && rated.iter().all(|(mv, ..)| legal.contains(mv)),
        "rated are {:?} of {legal:?}: {}",
        rated.iter().map(|(mv, ..)| mv).collect::<Vec<_>>(),
        at(game, state)
    );
    assert_eq!(can_move, !legal.is_empty(), "whether there are legal moves: {}", at(game, state));
    for (mv, after, rating) in rated {
        let mut played = state.clone();
        game.play(&mut played, mv);
        check_same_end(game, &after, &played);
        let mut counted = Counted::new();
        patterns.count(goal, &played, &mut |pattern, amount| counted.push((pattern as u32, amount)));
        let left = patterns.left(&played);
        assert!((0.0..=1.0).contains(&left), "{left} of the game is left: {}", at(game, &played));
        let expected = ranking.rate(Stage::new(left), &counted);
        let near = (rating - expected).abs() <= 1e-3 * (1.0 + expected.abs());
        assert!(near, "{mv:?} is rated {rating} instead of {expected}: {}", at(game, state));
    }
    check_order(game, patterns, &ranking, state, rng);
}

/// The most moves of a line that is put in order.
const LONGEST_LINE: usize = 200;

/// A random line has an order in which every move is offered for rating; it leads to the same position.
fn check_order<G: Game>(
    game: &G,
    patterns: &dyn Patterns<State = G::State, Move = G::Move>,
    ranking: &Ranking,
    start: &G::State,
    rng: &mut Random,
) {
    let (mut end, mut line, mut moves) = (start.clone(), Vec::new(), Moves::new());
    while line.len() < LONGEST_LINE {
        moves.clear();
        if game.turn(&end, &mut moves) == Turn::Over {
            break;
        }
        let mv = moves[rng.below(moves.len())];
        game.play(&mut end, mv);
        line.push(mv);
    }
    let (mut state, mut trace) = (start.clone(), Trace::default());
    for mv in patterns.in_order(start, &line) {
        let mut offered = None;
        patterns.rate_moves(0, ranking, &state, &trace, &mut |other, after, _, trace| {
            if other == mv {
                offered = Some((after.clone(), trace));
            }
        });
        let at = || format!("{line:?} from {}", at(game, start));
        (state, trace) = offered.unwrap_or_else(|| panic!("{mv:?} is not offered in the order of {}", at()));
    }
    check_same_end(game, &state, &end);
}
