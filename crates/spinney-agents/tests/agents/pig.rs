//! How much the default agent of pig loses to perfect play.
//!
//! The exact values come from a table of its own over scores and turn totals, not from a search of the library. The loss
//! of a decision is the value of the best move less the value of the chosen one. Summed over the agent's decisions of a
//! game against a perfect opponent, its mean is exactly what the agent's win rate lacks to that of a perfect player in
//! its place.

use spinney::budget::Budget;
use spinney::erased::AnyState;
use spinney::game::{Game, Player, Turn};
use spinney::random::Random;
use spinney::search::Step;
use spinney_agents::games::open;
use spinney_agents::spec::Spec;
use spinney_agents::{NamedGame, Seat};

const TARGET: usize = 100;

/// The probability that the player to move wins, by its score, the other's score and the turn total.
struct Exact(Vec<f64>);

impl Exact {
    fn new() -> Self {
        let mut exact = Exact(vec![0.5; TARGET * TARGET * TARGET]);
        // Scores only grow, and each pair of them is a cycle: it is solved after all that it can lead to.
        for sum in (0..2 * TARGET - 1).rev() {
            for low in sum.saturating_sub(TARGET - 1)..=sum / 2 {
                while exact.sweep(low, sum - low) > 1e-12 {}
            }
        }
        exact
    }

    fn sweep(&mut self, low: usize, high: usize) -> f64 {
        let mut change = 0.0f64;
        for (own, other) in [(low, high), (high, low)] {
            for total in (0..TARGET - own).rev() {
                let [roll, hold] = self.choices(own, other, total);
                let value = if total > 0 { roll.max(hold) } else { roll };
                let place = Self::place(own, other, total);
                change = change.max((value - self.0[place]).abs());
                self.0[place] = value;
            }
        }
        change
    }

    fn place(own: usize, other: usize, total: usize) -> usize {
        (own * TARGET + other) * TARGET + total
    }

    fn value(&self, own: usize, other: usize, total: usize) -> f64 {
        if own + total >= TARGET { 1.0 } else { self.0[Self::place(own, other, total)] }
    }

    /// The values of rolling and of holding.
    fn choices(&self, own: usize, other: usize, total: usize) -> [f64; 2] {
        let on = (2..=6).map(|face| self.value(own, other, total + face)).sum::<f64>();
        let bust = 1.0 - self.value(other, own, 0);
        let hold = if own + total >= TARGET { 1.0 } else { 1.0 - self.value(other, own + total, 0) };
        [(bust + on) / 6.0, hold]
    }

    /// The values of rolling and of holding in a position that is written `40-37 +12 first`.
    fn read(&self, position: &str) -> [f64; 2] {
        let numbers: Vec<usize> =
            position.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let [first, second, total] = numbers[..] else { panic!("{position}") };
        let (own, other) = if position.ends_with("first") { (first, second) } else { (second, first) };
        self.choices(own, other, total)
    }
}

/// Plays a game of an agent against perfect play and returns the sum of its losses.
fn loss(game: &NamedGame, exact: &Exact, seat: &mut Seat, budget: &Budget, rng: &mut Random) -> f64 {
    let mut state = game.start(rng);
    let mut lost = 0.0;
    seat.reset();
    loop {
        let (turn, moves) = game.options(&state);
        let step = match turn {
            Turn::Over => return lost,
            Turn::Chance => Step::Chance(moves[moves.draw_weighted(rng)]),
            Turn::Player(player) if player == seat.player() => {
                let mv = seat.search(&state, budget, rng).unwrap().best.unwrap();
                lost += loss_of(game, exact, &state, &game.write_move(&state, mv), moves.len());
                Step::Move(player, mv)
            }
            Turn::Player(player) => {
                let [roll, hold] = exact.read(&game.write(&state));
                let wanted = if roll > hold || moves.len() == 1 { moves[0] } else { moves[1] };
                Step::Move(player, wanted)
            }
            Turn::Joint => unreachable!("pig is played in turns"),
        };
        game.play_step(&mut state, &step);
        seat.advance(&step, &state);
    }
}

fn loss_of(game: &NamedGame, exact: &Exact, state: &AnyState, mv: &str, moves: usize) -> f64 {
    let [roll, hold] = exact.read(&game.write(state));
    match mv {
        _ if moves == 1 => 0.0,
        "roll" => (hold - roll).max(0.0),
        "hold" => (roll - hold).max(0.0),
        other => panic!("{other}"),
    }
}

/// The mean loss of a game, over both seats.
fn mean_loss(agent: Option<&str>, budget: &Budget, games: u64) -> (String, f64, f64) {
    let game = open(&Spec::plain("pig")).unwrap();
    let exact = Exact::new();
    let spec = agent.map_or_else(|| game.default_agent(), |agent| Spec::agent(agent).unwrap());
    let mut losses = Vec::new();
    for number in 0..games {
        let mut seat = game.seat(&spec, Player((number % 2) as u8)).unwrap();
        losses.push(loss(&game, &exact, &mut seat, budget, &mut Random::derive(1, number)));
    }
    let mean = losses.iter().sum::<f64>() / games as f64;
    let variance = losses.iter().map(|loss| (loss - mean).powi(2)).sum::<f64>() / (games - 1) as f64;
    (spec.to_string(), mean, 1.96 * (variance / games as f64).sqrt())
}

#[test]
fn the_exact_values_are_the_published_ones() {
    let exact = Exact::new();
    // Neller and Presser (2004): the first player wins 53.06 %, and first holds at 21 when nothing has been scored.
    assert!((exact.value(0, 0, 0) - 0.5306).abs() < 0.00005);
    let holds = |total: &usize| exact.choices(0, 0, *total)[1] > exact.choices(0, 0, *total)[0];
    assert_eq!((1..40).find(holds), Some(21));
}

/// A budget of positions that does not suffice to solve the game in one decision, as a second does not on most
/// machines: the work goes on from decision to decision.
#[test]
fn the_default_agent_loses_next_to_nothing() {
    let (agent, mean, _) = mean_loss(None, &Budget::simulations(900_000), 4);
    assert!(mean <= 0.002, "{agent} loses {mean} a game");
}

#[test]
fn the_measure_tells_agents_apart() {
    let (_, greedy, _) = mean_loss(Some("greedy"), &Budget::default(), 50);
    let (_, random, _) = mean_loss(Some("random"), &Budget::default(), 50);
    assert!(greedy > 0.005 && random > 10.0 * greedy, "greedy {greedy}, random {random}");
}

/// Prints the table of docs/pig.md:
/// `cargo test --release -p spinney-agents --test agents pig::measured -- --ignored --nocapture`
#[test]
#[ignore = "measures"]
fn measured() {
    println!("| agent | budget of a decision | games | wins lost per game |\n| --- | --- | --- | --- |");
    for (agent, budget, games) in [
        (None, 1_000_000, 10),
        (None, 100_000, 10),
        (Some("greedy"), 1, 1_000),
        (Some("alpha-beta"), 100_000, 10),
        (Some("mcts:playout-cap=4,evaluate=true"), 1_000, 20),
        (Some("mcts:playout-cap=4,evaluate=true"), 20_000, 20),
        (Some("mcts:playout-cap=0,evaluate=false"), 1_000, 20),
        (Some("mcts:playout-cap=0,evaluate=false"), 20_000, 20),
    ] {
        let (agent, mean, half) = mean_loss(agent, &Budget::simulations(budget), games);
        println!("| `{agent}` | {budget} | {games} | {mean:.5} ± {half:.5} |");
    }
}
