//! Rounds: two contenders alternate, after each has been warmed up and its batch has been sized.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use spinney::budget::StopFlag;

use super::contenders::Rival;

/// The minimum number of rounds of a row that is not stopped, however little time there is.
pub(super) const LEAST: usize = 3;

/// The minimum duration of a batch; shorter ones would measure clocks and interrupts.
const BATCH: Duration = Duration::from_millis(20);

/// The result of a comparison: medians over the rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    /// Our rate per second of CPU time.
    pub(super) ours: f64,
    /// The floor's.
    pub(super) floor: Option<f64>,
    /// Our share of the floor's.
    pub(super) share: Option<f64>,
    pub(super) rounds: usize,
}

/// Alternates two contenders for `time`. `None` if it is stopped before the first round is over.
pub(super) fn race(mut ours: Rival<'_>, mut floor: Option<Rival<'_>>, time: Duration, stop: &StopFlag) -> Option<Race> {
    let our_batch = size_batch(&mut ours);
    let floor_batch = floor.as_mut().map_or(0, size_batch);
    let began = Instant::now();
    let (mut our_rates, mut floor_rates) = (Vec::new(), Vec::new());
    while !stop.is_raised() && (our_rates.len() < LEAST || began.elapsed() < time) {
        let seed = 1 + our_rates.len() as u64;
        our_rates.push(rate(&mut ours, our_batch, seed));
        if let Some(floor) = &mut floor {
            floor_rates.push(rate(floor, floor_batch, seed));
        }
    }
    let mut shares: Vec<f64> = our_rates.iter().zip(&floor_rates).map(|(ours, floor)| ours / floor).collect();
    Some(Race {
        rounds: our_rates.len(),
        ours: median(&mut our_rates)?,
        floor: median(&mut floor_rates),
        share: median(&mut shares),
    })
}

/// Doubles the batch until it takes long enough, which also warms up.
fn size_batch(rival: &mut Rival<'_>) -> u64 {
    let mut count = 1;
    while time_batch(rival, count, 0) < BATCH {
        count *= 2;
    }
    count
}

fn rate(rival: &mut Rival<'_>, count: u64, seed: u64) -> f64 {
    let took = time_batch(rival, count, seed).as_secs_f64().max(1e-9);
    (count * rival.per_count()) as f64 / took
}

fn time_batch(rival: &mut Rival<'_>, count: u64, seed: u64) -> Duration {
    let clock = ThreadTime::now();
    rival.run(count, seed);
    clock.elapsed()
}

/// The median; `None` for an empty list.
pub(super) fn median(numbers: &mut [f64]) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => None,
        odd if odd % 2 == 1 => Some(numbers[middle]),
        _ => Some((numbers[middle - 1] + numbers[middle]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::contenders::Unit;
    use super::*;

    fn burn(count: u64) {
        let clock = ThreadTime::now();
        while clock.elapsed() < Duration::from_millis(3) * count as u32 {}
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&mut []), None);
        assert_eq!(median(&mut [9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&mut [9.0, 1.0, 4.0, 2.0]), Some(3.0));
    }

    #[test]
    fn rivals_take_turns_after_warming_up() {
        let order = std::cell::RefCell::new(Vec::new());
        let rival = |name: char| {
            let order = &order;
            Rival::new(Unit::Playouts, move |count, seed| {
                order.borrow_mut().push((name, seed));
                burn(count);
            })
        };
        let race = race(rival('o'), Some(rival('f')), Duration::ZERO, &StopFlag::default()).unwrap();
        assert_eq!(race.rounds, LEAST);
        assert!((0.5..2.0).contains(&race.share.unwrap()), "{race:?}");
        let timed: Vec<_> = order.borrow().iter().copied().filter(|&(_, seed)| seed > 0).collect();
        assert_eq!(timed, [('o', 1), ('f', 1), ('o', 2), ('f', 2), ('o', 3), ('f', 3)]);
    }

    #[test]
    fn a_raised_flag_leaves_no_row() {
        let stop = StopFlag::default();
        stop.raise();
        let rival = Rival::new(Unit::Searches { simulations: 5 }, |count, _| burn(count));
        assert!(race(rival, None, Duration::ZERO, &stop).is_none());
    }
}
