//! The standard example of AMAF, on a Go board of three lines: black C2, white A1 in the tree, then black B1, white A3,
//! black C3. Beside the path it counts for black's B1 and C3 at the root, and for white's A3 below C2. The games end by
//! two passes, which count as moves like any other.

use spinney::game::capabilities::Notation;
use spinney::game::{Game, Player, View};
use spinney::random::Random;
use spinney::search::mcts::explain::{Choice, Explainer};
use spinney::search::mcts::{Amaf, Config, Unvisited};
use spinney_games::go::{Go, Options, Point};

const EXAMPLE: &str = "C2 A1 B1 A3 C3 pass pass";

/// A search whose simulations are given. With alpha = 1 and c = 1 the terms of a child show its AMAF data.
struct Example {
    game: Go,
    explainer: Explainer<Go>,
}

impl Example {
    fn new(config: Config, komi: f64) -> Self {
        let game = Go::new(Options { size: 3, komi, ..Options::default() }).unwrap();
        let config = Config {
            alpha: 1.0,
            c: Some(1.0),
            unvisited: Unvisited::Urgency(0.5),
            solver: false,
            prune: spinney::search::mcts::Prune::Off,
            ..config
        };
        let view = View::of(&game, &game.start(&mut Random::new(0)), Player(0));
        let explainer = Explainer::new(game.clone(), config, &view, &mut Random::new(1)).unwrap();
        Example { game, explainer }
    }

    /// Runs a simulation; returns the choices on its path, as they were before it.
    fn play(&mut self, line: &str) -> Vec<Choice<Point>> {
        let mut state = self.game.start(&mut Random::new(0));
        let mut script = Vec::new();
        for text in line.split(' ') {
            let mv = self.game.read_move(&state, text).unwrap();
            self.game.play(&mut state, mv);
            script.push(mv);
        }
        self.explainer.follow(&script, true).unwrap().selection
    }

    /// Checks the AMAF data of all children by their terms: visits, and the mean of all that have any.
    fn check(&self, choice: &Choice<Point>, expected: &[(&str, u32)], mean: f64) {
        let all: u32 = expected.iter().map(|(_, visits)| visits).sum();
        let mut found = 0;
        for arm in &choice.candidates {
            let name = self.game.write_move(&self.game.start(&mut Random::new(0)), arm.mv);
            let terms = (arm.value.unwrap(), arm.exploration.unwrap());
            let visits = expected.iter().find(|(mv, _)| mv.eq_ignore_ascii_case(&name)).map(|(_, visits)| *visits);
            match visits {
                Some(visits) => {
                    let explore = (f64::from(all).ln() / f64::from(visits)).sqrt();
                    assert_eq!(terms.0, mean, "{name}");
                    assert!((terms.1 - explore).abs() < 1e-9, "{name}: {} instead of {explore}", terms.1);
                    found += 1;
                }
                // Its own data: visited children of this test have a mean of 0 or 1.
                None => assert!(terms.0 != mean || arm.stats.visits > 0, "{name}: {terms:?}"),
            }
        }
        assert_eq!(found, expected.len());
    }
}

fn amaf(amaf: Amaf) -> Config {
    Config { amaf, ..Config::default() }
}

#[test]
fn siblings_of_the_path_are_updated() {
    for config in [amaf(Amaf::Alpha), Config { amaf_first: 100, ..amaf(Amaf::SomeFirst) }] {
        let mut example = Example::new(config, 0.5);
        // C2 becomes a node, then A1 below it.
        example.play("C2 pass pass");
        assert_eq!(example.play(EXAMPLE).len(), 2);
        let choices = example.play("C2 A1 pass pass");
        example.check(&choices[0], &[("B1", 1), ("C3", 1), ("pass", 2)], 1.0);
        example.check(&choices[1], &[("A3", 1), ("pass", 1)], 0.0);
    }
}

#[test]
fn some_first_ends_with_the_playout_s_first_moves() {
    for (amaf_first, root, below) in [
        (0, &[][..], &[][..]),
        (1, &[("B1", 1)], &[]),
        // The pass of the first simulation, too.
        (2, &[("B1", 1), ("pass", 1)], &[("A3", 1)]),
    ] {
        let mut example = Example::new(Config { amaf_first, ..amaf(Amaf::SomeFirst) }, 0.5);
        example.play("C2 pass pass");
        example.play(EXAMPLE);
        let choices = example.play("C2 A1 pass pass");
        example.check(&choices[0], root, 1.0);
        example.check(&choices[1], below, 0.0);
    }
}

#[test]
fn cutoff_counts_the_same_siblings_as_visits() {
    let mut example = Example::new(Config { amaf_cutoff: 2, ..amaf(Amaf::Cutoff) }, 0.5);
    example.play("C2 pass pass");
    example.play(EXAMPLE);
    example.play(EXAMPLE);
    let choices = example.play("C2 A1 pass pass");
    let visits = |choice: &Choice<Point>| {
        let state = example.game.start(&mut Random::new(0));
        let visited = choice.candidates.iter().filter(|arm| arm.stats.visits > 0);
        let mut visits: Vec<_> =
            visited.map(|arm| (example.game.write_move(&state, arm.mv).to_uppercase(), arm.stats.visits)).collect();
        visits.sort();
        visits
    };
    let named = |pairs: &[(&str, u32)]| pairs.iter().map(|&(mv, n)| (mv.to_owned(), n)).collect::<Vec<_>>();
    assert_eq!(visits(&choices[0]), named(&[("B1", 1), ("C2", 3), ("C3", 1), ("PASS", 2)]));
    assert_eq!(visits(&choices[1]), named(&[("A1", 2), ("A3", 1), ("PASS", 1)]));
}

/// In the example also A3, and below it B1, below black's C3: nodes that the same moves reach in another order, the
/// players' turns kept. Black wins every game by komi.
#[test]
fn permutations_update_nodes_off_the_path() {
    let mut example = Example::new(amaf(Amaf::Permutation), -20.0);
    for line in ["C3 pass pass", "C3 A3 pass pass", "C3 A3 B1 pass pass", "C2 pass pass", EXAMPLE] {
        example.play(line);
    }
    let choices = example.play("C3 A3 B1 pass pass");
    example.check(&choices[0], &[("B1", 2), ("C3", 1), ("pass", 5)], 1.0);
    // A1, A3 and a pass by the example; two more passes by the path's own simulations. Black's moves are no replies.
    example.check(&choices[1], &[("A1", 1), ("A3", 1), ("pass", 3)], 0.0);
    // The simulation through this node, and the example, of which C3 and A3 are used.
    example.check(&choices[2], &[("B1", 1), ("C2", 1), ("pass", 2)], 1.0);
}

/// Below black C3, a pass, black B1: a simulation with one pass of white's has none left there, one with two has.
#[test]
fn a_permutation_uses_a_move_as_often_as_it_was_played() {
    let line = "C3 pass B1 A1 pass pass";
    for (other, pass, a1) in [("B1 A1 C3 pass pass", 1, 1), ("B1 pass C3 A1 pass pass", 2, 1)] {
        let mut example = Example::new(amaf(Amaf::Permutation), -20.0);
        for _ in 0..4 {
            example.play(line);
        }
        example.play(other);
        let choices = example.play(line);
        example.check(&choices[3], &[("pass", pass), ("A1", a1)], 0.0);
    }
    // Two passes lead one step further.
    let (line, other) = ("C3 pass B1 pass C2 A1 pass pass", "B1 pass C3 pass C2 A1 pass pass");
    let mut example = Example::new(amaf(Amaf::Permutation), -20.0);
    for _ in 0..5 {
        example.play(line);
    }
    example.play(other);
    let choices = example.play(line);
    example.check(&choices[4], &[("C2", 1), ("pass", 2)], 1.0);
}
