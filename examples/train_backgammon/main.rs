//! Trains the networks of backgammon by self-play, and writes `contact.net` and `race.net`.
//!
//! ```text
//! cargo run --release -p spinney-games --example train_backgammon -- FOLDER [SEED [GAMES [POSITIONS]]]
//! ```
//!
//! Temporal-difference learning in two stages. In the first (TD(λ), Sutton 1988; Tesauro 1995), a position learns from
//! the ones that followed in its game. In the second, it learns from the mean over all 21 rolls of the best position
//! after each, which has much less noise and costs some 400 evaluations. Both play greedily by the networks that they
//! train. One thread; the same seed gives the same networks on one machine.

mod learn;
mod play;

use std::path::Path;
use std::time::Instant;

use spinney::random::Random;
use spinney_games::backgammon::Evaluation;

use learn::{Learner, fresh, rate};
use play::{Table, mean_after_rolls};

/// The stages: how many games or positions, and the rates of learning at their beginning and end.
const FIRST_RATES: (f32, f32) = (0.03, 0.004);
const SECOND_RATES: (f32, f32) = (0.01, 0.0005);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("where should the networks be written?")?;
    let seed: u64 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let games: u64 = arguments.next().map_or(Ok(300_000), |text| text.parse())?;
    let positions: u64 = arguments.next().map_or(Ok(3_000_000), |text| text.parse())?;
    let folder = Path::new(&folder);
    let mut rng = Random::new(seed);
    let mut learner = Learner { evaluation: fresh(&mut rng), errors: (0.0, 0) };
    let mut table = Table::default();
    let start = Instant::now();
    println!("seed {seed}, {games} games, {positions} positions");
    let parts = 20;
    for game in 0..games {
        let done = game as f32 / games as f32;
        // At first the results of games are all that there is to learn from.
        let lambda = if done < 0.1 { 0.9 } else { 0.5 };
        table.play_game(&learner.evaluation, &mut rng);
        learner.learn_game(&table, lambda, rate(FIRST_RATES, done));
        if (game + 1) % (games / parts).max(1) == 0 {
            println!("{:6.0} s, {:7} games, error {:.4}", start.elapsed().as_secs_f64(), game + 1, learner.report());
            write(&learner.evaluation, folder)?;
        }
    }
    let mut learnt = 0;
    let mut reported = 0;
    while learnt < positions {
        table.play_game(&learner.evaluation, &mut rng);
        for state in table.positions() {
            let target = mean_after_rolls(&learner.evaluation, state);
            learner.learn(state, target, rate(SECOND_RATES, learnt as f32 / positions as f32));
            learnt += 1;
        }
        if learnt * parts / positions > reported {
            reported = learnt * parts / positions;
            println!("{:6.0} s, {learnt:7} positions, error {:.4}", start.elapsed().as_secs_f64(), learner.report());
            write(&learner.evaluation, folder)?;
        }
    }
    Ok(())
}

fn write(evaluation: &Evaluation, folder: &Path) -> std::io::Result<()> {
    std::fs::write(folder.join("contact.net"), evaluation.contact.to_text())?;
    std::fs::write(folder.join("race.net"), evaluation.race.to_text())
}
