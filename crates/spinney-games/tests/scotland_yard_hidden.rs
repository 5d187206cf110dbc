//! What the detectives know of Mr. X, over random games: the possible places against two slower computations, positions
//! that look the same, sightings, texts of concealed positions, and decisions that depend on nothing that is not seen.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use spinney::budget::Budget;
use spinney::game::capabilities::{BeliefPrior, Hidden, Key, Notation, Playouts};
use spinney::game::{Game, Moves, NoRecorder, Player, Turn, View};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::belief_search::BeliefSearch;
use spinney::search::greedy::Greedy;
use spinney::search::ismcts::{Config, Ismcts};
use spinney::search::parameter::Configure;
use spinney_games::registry::OwnPlayer;
use spinney_games::scotland_yard::{Move, NijssenWinands, Options, STATIONS, ScotlandYard, State, Ticket, Transport};

const MR_X: Player = Player(0);
const DETECTIVES: Player = Player(1);

fn games() -> Vec<ScotlandYard> {
    [
        "",
        "edition=2013",
        "detectives=2,x-taxi=1,x-bus=1,x-underground=0",
        "detectives=3,bobbies=1,log=12,reveals=1-2-4-7",
    ]
    .into_iter()
    .map(|params| {
        let mut options = Options::default();
        for (key, value) in params.split(',').filter_map(|param| param.split_once('=')) {
            options.set(key, value).unwrap();
        }
        ScotlandYard::new(options).unwrap()
    })
    .collect()
}

/// Plays a game, half of the moves at random and half by chasing, and shows every step.
fn steps(game: &ScotlandYard, seed: u64, mut see: impl FnMut(&State, Move, &State)) {
    let mut rng = Random::new(seed);
    let mut state = game.start(&mut rng);
    let mut recorded = Vec::new();
    while state.ending().is_none() {
        let before = state;
        recorded.clear();
        if rng.below(2) == 0 {
            game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut recorded);
        } else {
            game.play_out(1, &mut state, 1, &mut rng, &mut recorded);
        }
        see(&before, recorded[0].1, &state);
    }
}

/// The stations that a ticket leads to, from the list of lines.
fn targets(game: &ScotlandYard, from: u8, ticket: Ticket) -> BTreeSet<u8> {
    let fits = |transport| match ticket {
        Ticket::Taxi => transport == Transport::Taxi,
        Ticket::Bus => transport == Transport::Bus,
        Ticket::Underground => transport == Transport::Underground,
        Ticket::Black => true,
    };
    let lines = game.map().lines().iter().filter(|line| fits(line.transport));
    lines
        .filter_map(|line| match (line.from == from, line.to == from) {
            (true, _) => Some(line.to),
            (_, true) => Some(line.from),
            _ => None,
        })
        .collect()
}

#[test]
fn possible_places_agree_with_a_slow_computation() {
    for game in games() {
        for seed in 0..25 {
            let mut slow: Option<BTreeSet<u8>> = None;
            steps(&game, seed, |before, mv, after| {
                let now = slow.get_or_insert_with(|| before.possible().iter().collect());
                if game.turn(before, &mut Moves::new()) == Turn::Player(MR_X) {
                    *now = now.iter().flat_map(|&place| targets(&game, place, mv.ticket)).collect();
                    now.retain(|place| !before.detectives().contains(place));
                    if let Some((_, _, Some(seen))) = after.log().last() {
                        now.retain(|&place| place == seen);
                    }
                } else {
                    now.remove(&mv.to);
                }
                if after.ending().is_some() {
                    assert_eq!(after.possible().iter().collect::<Vec<_>>(), [after.place().unwrap()]);
                    return;
                }
                if game.turn(after, &mut Moves::new()) == Turn::Player(MR_X) {
                    // Mr. X is about to move, so he is somewhere where he can.
                    now.retain(|&place| {
                        Ticket::ALL.into_iter().filter(|&ticket| after.x_tickets()[ticket as usize] > 0).any(|ticket| {
                            targets(&game, place, ticket).iter().any(|to| !after.detectives().contains(to))
                        })
                    });
                }
                assert_eq!(after.possible().iter().collect::<BTreeSet<_>>(), *now, "{}", game.write_state(after));
            });
        }
    }
}

fn candidates(game: &ScotlandYard, state: &State) -> Vec<State> {
    let mut candidates = Vec::new();
    assert!(game.possible_states(View::of(game, state, DETECTIVES).state(), DETECTIVES, &mut candidates));
    candidates
}

/// Every position that is possible afterwards comes from one that was possible before, by a move that looked like the one
/// that was made; and every such move leads to one that is possible.
#[test]
fn possible_positions_are_those_that_lead_there() {
    for game in games() {
        for seed in 100..108 {
            steps(&game, seed, |before, mv, after| {
                if after.ending().is_some() {
                    return;
                }
                let observation_key = game.observation_key(before, mv, DETECTIVES);
                let mut reached = HashSet::new();
                for candidate in candidates(&game, before) {
                    let mut moves = Moves::new();
                    game.turn(&candidate, &mut moves);
                    for &mv in
                        moves.iter().filter(|&&mv| game.observation_key(&candidate, mv, DETECTIVES) == observation_key)
                    {
                        let mut next = candidate;
                        game.play(&mut next, mv);
                        if next.ending().is_none() {
                            reached.insert(next);
                        }
                    }
                }
                let listed: HashSet<State> = candidates(&game, after).into_iter().collect();
                assert_eq!(listed, reached, "{}", game.write_state(after));
            });
        }
    }
}

#[test]
fn worlds_look_the_same_and_the_real_one_is_among_them() {
    for game in games() {
        for seed in 200..210 {
            let mut rng = Random::new(seed);
            steps(&game, seed, |_, _, state| {
                let view = View::of(&game, state, DETECTIVES);
                let key = game.information_key(view.state(), DETECTIVES);
                let all = candidates(&game, state);
                assert!(all.contains(state));
                assert_eq!(all.len(), state.possible().len());
                for candidate in &all {
                    let other = View::of(&game, candidate, DETECTIVES);
                    assert_eq!(other.state(), view.state());
                    assert_eq!(game.information_key(other.state(), DETECTIVES), key);
                }
                assert_eq!(all.iter().map(|candidate| game.key(candidate)).collect::<HashSet<_>>().len(), all.len());
                assert!(all.contains(&game.sample(view.state(), DETECTIVES, &mut rng)));
                let mut public = Vec::new();
                assert!(game.public_states(state, &mut public));
                assert_eq!(public, all);
                // His place is known exactly if there is only one.
                assert_eq!(view.state().place().is_some(), all.len() == 1);
                // Mr. X sees everything.
                let own = View::of(&game, state, MR_X);
                assert_eq!(own.state(), state);
                assert_eq!(game.sample(own.state(), MR_X, &mut rng), *state);
                let mut only = Vec::new();
                assert!(game.possible_states(own.state(), MR_X, &mut only) && only == [*state]);
            });
        }
    }
}

#[test]
fn samples_are_drawn_evenly() {
    let game = &games()[0];
    let state =
        game.read_state("X:67 1:2:9/8/4 2:30:9/8/4 3:56:9/8/4 4:84:9/8/4 5:104:9/8/4 to:X log:t possible:67,68,69,128");
    let state = state.unwrap();
    let view = View::of(game, &state, DETECTIVES);
    let mut counts = [0; STATIONS + 1];
    let mut rng = Random::new(4);
    (0..4_000).for_each(|_| counts[usize::from(game.sample(view.state(), DETECTIVES, &mut rng).place().unwrap())] += 1);
    // Six standard deviations of about 27.
    assert!([67, 68, 69, 128].iter().all(|&place: &usize| (836..1_164).contains(&counts[place])), "{counts:?}");
}

#[test]
fn positions_are_read_as_they_are_written_concealed_or_not() {
    for game in games() {
        for seed in 300..310 {
            steps(&game, seed, |_, _, state| {
                for observer in [MR_X, DETECTIVES] {
                    let view = View::of(&game, state, observer);
                    let text = game.write_state(view.state());
                    assert_eq!(game.read_state(&text).as_ref(), Ok(view.state()), "{text}");
                    let known = text.contains(&format!("X:{} ", state.place().unwrap()));
                    assert_eq!(known, observer == MR_X || state.possible().len() == 1, "{text}");
                }
            });
        }
    }
}

#[test]
fn sightings_are_told_with_what_was_possible_before() {
    for game in games() {
        let mut sightings = 0;
        for seed in 400..410 {
            steps(&game, seed, |before, mv, after| {
                let Some((_, _, Some(seen))) = after.log().last() else { return };
                if game.turn(before, &mut Moves::new()) != Turn::Player(MR_X) {
                    return;
                }
                let nearest = |place: u8| {
                    let distances = before.detectives().iter().map(|&detective| game.map().distance(place, detective));
                    usize::from(distances.min().unwrap().min(5)) - 1
                };
                let mut was: BTreeSet<u8> =
                    before.possible().iter().flat_map(|place| targets(&game, place, mv.ticket)).collect();
                was.retain(|place| !before.detectives().contains(place));
                if mv.double {
                    // Places from which he could not have gone on do not count; too rare to be worked out here.
                    return;
                }
                let mut expected = [[0; 2]; 5];
                was.iter().for_each(|&place| expected[nearest(place)][usize::from(place == seen)] += 1);
                let mut observed = [[0; 2]; 5];
                let view = View::of(&game, after, DETECTIVES);
                let number =
                    game.sighting(view.state(), &mut |category, real| observed[category][usize::from(real)] += 1);
                assert_eq!(observed, expected);
                let log: Vec<_> = after.log().collect();
                assert_eq!(number as usize, log.iter().filter(|(_, _, seen)| seen.is_some()).count());
                sightings += 1;
            });
        }
        assert!(sightings > 10);
        let start = game.start(&mut Random::new(1));
        assert_eq!(game.sighting(&start, &mut |_, _| panic!("nothing was seen")), 0);
        assert_eq!(game.categories().len(), BeliefPrior::weights(&game).len());
    }
}

#[test]
fn categories_are_distances_to_the_nearest_detective() {
    let game = &games()[0];
    for seed in 0..20 {
        let state = game.start(&mut Random::new(seed));
        for candidate in candidates(game, &state) {
            let place = candidate.place().unwrap();
            let nearest = state.detectives().iter().map(|&detective| game.map().distance(place, detective)).min();
            assert_eq!(game.category(&candidate), usize::from(nearest.unwrap()).min(5) - 1);
        }
    }
}

#[test]
fn a_decision_does_not_depend_on_where_mr_x_is() {
    type Decide = fn(&ScotlandYard, &View<State>) -> Report<Move>;
    fn decide<G: Game<State = State, Move = Move>>(mut search: impl Search<G>, view: &View<State>) -> Report<Move> {
        search.search(view, &Budget::simulations(200), &mut Random::new(9)).with_seconds(0.0)
    }
    let game = &games()[3];
    let deciders: [(&str, Decide); 5] = [
        ("ismcts", |game, view| decide(Ismcts::new(game, Config::default()).unwrap(), view)),
        ("mcts", |game, view| decide(Ismcts::new(game, Config::advised(&game)).unwrap(), view)),
        ("alpha-beta", |game, view| decide(BeliefSearch::new(game, Default::default()).unwrap(), view)),
        ("greedy", |game, view| decide(Greedy::new(game).unwrap(), view)),
        ("nijssen-winands", |game, view| {
            decide(NijssenWinands::make(Arc::new(game.clone()), Default::default()).unwrap(), view)
        }),
    ];
    let mut compared = 0;
    let mut rng = Random::new(8);
    let mut state = game.start(&mut rng);
    while state.ending().is_none() {
        if game.turn(&state, &mut Moves::new()) == Turn::Player(DETECTIVES) && state.possible().len() > 1 {
            let candidates = candidates(game, &state);
            for (name, decide) in deciders {
                let answer = |state: &State| decide(game, &View::of(game, state, DETECTIVES));
                let report = answer(&state);
                let others = [candidates[0], candidates[candidates.len() - 1]];
                others.iter().for_each(|other| assert_eq!(answer(other), report, "{name}"));
            }
            compared += 1;
        }
        game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
    }
    assert!(compared > 3, "{compared}");
}
