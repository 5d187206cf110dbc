//! Beliefs: the possible states of a view with their weights.

use spinney::belief::{Belief, Tallies, Weighing};
use spinney::budget::Budget;
use spinney::game::Game;
use spinney::game::capabilities::BeliefPrior;
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::ismcts::{self, Ismcts};

use super::hunt::{HIDER, Hunt, SEEKERS, choices, seen};

#[test]
fn worlds_are_weighed_by_their_categories() {
    // The seeker is at 0; the hider may be one, two or three steps away.
    let game = Hunt::path(6, 1, 9, 0);
    let state = game.at(2, &[0], 1, 1, &[1, 3]);
    let view = seen(&game, &state, SEEKERS);
    let weights = |weighing, tallies: Option<&Tallies>| -> Vec<f64> {
        let belief = Belief::of(&game, &view, weighing, tallies).unwrap();
        belief.states().iter().map(|candidate| (candidate.weight * 1e6).round() / 1e6).collect()
    };
    assert_eq!(weights(Weighing::Uniform, None), [0.333333; 3]);
    assert_eq!(weights(Weighing::Game, None), [0.166667, 0.5, 0.333333]);
    let mut tallies = Tallies::empty(3);
    tallies.count(0, true);
    (0..4).for_each(|time| tallies.count(1, time == 0));
    (0..2).for_each(|_| tallies.count(2, false));
    let learnt = weights(Weighing::Learnt, Some(&tallies));
    assert!(learnt[0] > 0.79 && learnt[1] > 0.19 && learnt[2] > 0.0, "{learnt:?}");
    let public = Belief::public(&game, &state, Weighing::Game, None).unwrap();
    assert_eq!(public.states(), Belief::of(&game, &view, Weighing::Game, None).unwrap().states());
    let more = game.at(2, &[0], 1, 1, &[1, 3, 4]);
    let belief = Belief::of(&game, &seen(&game, &more, SEEKERS), Weighing::Game, None).unwrap();
    let farther: f64 = belief.states().iter().map(|candidate| candidate.weight).skip(2).sum();
    assert!(belief.states().len() == 4 && (farther - 1.0 / 3.0).abs() < 1e-9, "states of a category share its weight");
    let own = Belief::of(&game, &seen(&game, &state, HIDER), Weighing::Game, None).unwrap();
    assert_eq!(own.states().len(), 1, "the hider knows where he is");
}

#[test]
fn a_sighting_is_counted_once() {
    let game = Hunt::path(6, 1, 9, 3);
    let mut state = game.at(3, &[0], 0, 0, &[]);
    let mut tallies = Tallies::with_prior(game.weights());
    let before = tallies.clone();
    tallies.observe(&game, &state);
    assert_eq!(tallies, before, "nobody has been seen yet");
    for mv in [2, 1, 3, 0, 4] {
        game.play(&mut state, mv);
    }
    // Seen at 4; the hider could have been at 2 as well.
    for _ in 0..2 {
        tallies.observe(&game, seen(&game, &state, SEEKERS).state());
        let real: f64 = tallies.counts().iter().zip(before.counts()).map(|(now, then)| now.1 - then.1).sum();
        assert_eq!(real, 1.0, "{tallies:?}");
    }
    let possible: f64 = tallies.counts().iter().zip(before.counts()).map(|(now, then)| now.0 - then.0).sum();
    assert!(possible > 1.0, "{tallies:?}");
}

#[test]
fn what_sightings_show_is_kept_from_step_to_step_until_a_new_game() {
    let game = Hunt::path(6, 1, 30, 3);
    let config = ismcts::Config { belief: Weighing::Learnt, ..ismcts::Config::default() };
    let mut search = Ismcts::new(game.clone(), config).unwrap();
    let counted = |search: &Ismcts<Hunt>| -> f64 {
        let prior = Tallies::with_prior(game.weights());
        let real = |tallies: &Tallies| tallies.counts().iter().map(|(_, real)| real).sum::<f64>();
        search.tallies().map_or(0.0, |tallies| (real(tallies) - real(&prior)).round())
    };
    let mut state = game.at(3, &[0], 0, 0, &[]);
    // Seen at 4 after three moves of the hider, and at 3 after six.
    for (mv, sightings) in [(2, 0.0), (1, 0.0), (3, 0.0), (0, 0.0), (4, 1.0), (1, 1.0), (3, 1.0), (0, 1.0), (4, 1.0)] {
        game.play(&mut state, mv);
        search.observe(&seen(&game, &state, SEEKERS));
        assert_eq!(counted(&search), sightings, "after the move to {mv}");
    }
    search.search(&seen(&game, &state, SEEKERS), &Budget::simulations(50), &mut Random::new(1));
    game.play(&mut state, 1);
    search.observe(&seen(&game, &state, SEEKERS));
    game.play(&mut state, 3);
    search.observe(&seen(&game, &state, SEEKERS));
    assert_eq!(counted(&search), 2.0, "the first sighting still counts");
    search.reset();
    assert_eq!(counted(&search), 0.0, "a new game begins with nothing");
}

#[test]
fn the_real_position_is_among_the_possible_states() {
    let game = Hunt::grid(4, 2, 8, 3);
    for state in choices(&game, 20, SEEKERS) {
        let belief = Belief::of(&game, &seen(&game, &state, SEEKERS), Weighing::Game, None).unwrap();
        assert!(belief.states().iter().any(|candidate| candidate.state == state));
    }
}
