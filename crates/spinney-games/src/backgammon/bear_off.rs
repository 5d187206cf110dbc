//! Bearing off when all checkers of both players are at home: for every such position of one player, the probability of
//! finishing within 1, 2, 3 … rolls when it is played to take as few rolls as possible on average. Both players' numbers
//! together give the probability of winning. That is exact except where the opponent's position is a reason to play
//! otherwise; with up to three checkers each, it changes probabilities by less than 0.005.
//!
//! The table is computed when it is first needed, in less than a tenth of a second. Positions are numbered in
//! lexicographic order of the checkers on points 6 to 1, so that every move leads to a smaller number.

use std::sync::LazyLock;

use super::{CHECKERS, State};

const POINTS: usize = 6;
const MEN: usize = CHECKERS as usize;
/// More rolls are hardly ever needed.
const ROLLS: usize = 20;
/// The points 1 to 6.
const HOME: u32 = 0b111_1110;

/// Checkers on points 1 to 6.
type Home = [u8; POINTS];

/// The probabilities of having finished after 0, 1, 2 … rolls.
type Finished = [f32; ROLLS + 1];

static TABLE: LazyLock<Vec<Finished>> = LazyLock::new(build);

/// The number of ways to put up to `men` checkers on `points` points, by points and men.
static WAYS: [[u16; MEN + 1]; POINTS + 1] = ways();

const fn ways() -> [[u16; MEN + 1]; POINTS + 1] {
    let mut table = [[1; MEN + 1]; POINTS + 1];
    let mut points = 1;
    while points <= POINTS {
        let mut men = 1;
        while men <= MEN {
            table[points][men] = table[points - 1][men] + table[points][men - 1];
            men += 1;
        }
        points += 1;
    }
    table
}

/// The number of a position.
#[inline]
fn number(home: &Home) -> usize {
    let (mut left, mut number) = (MEN, 0);
    for (place, &count) in home.iter().enumerate().rev() {
        let fewer = left - usize::from(count);
        // Positions with fewer checkers on this point.
        number += usize::from(WAYS[place + 1][left]) - usize::from(WAYS[place + 1][fewer]);
        left = fewer;
    }
    number
}

/// The probability that the player to roll wins, if all checkers are at home and a gammon is out of the question.
#[inline]
pub(super) fn chance_to_win(state: &State) -> Option<f32> {
    if (state.held[0] | state.held[1]) & !HOME != 0 {
        return None;
    }
    let off = state.men.map(|men| men[0]);
    // A player with nine checkers left needs three rolls or more, and meanwhile the opponent bears off a checker.
    let no_gammon = |winner: usize| off[1 - winner] > 0 || off[winner] <= 6;
    if !no_gammon(0) || !no_gammon(1) {
        return None;
    }
    let finished = state.men.map(|men| {
        let mut home = [0; POINTS];
        home.copy_from_slice(&men[1..=POINTS]);
        &TABLE[number(&home)]
    });
    let (own, other) = (finished[usize::from(state.player)], finished[usize::from(1 - state.player)]);
    Some((1..=ROLLS).map(|rolls| (own[rolls] - own[rolls - 1]) * (1.0 - other[rolls - 1])).sum())
}

/// The positions after one checker is moved by a die.
fn after(home: &Home, die: usize, mut visit: impl FnMut(usize)) {
    let Some(furthest) = home.iter().rposition(|&count| count > 0) else { return visit(0) };
    for from in (0..POINTS).filter(|&from| home[from] > 0) {
        let mut next = *home;
        next[from] -= 1;
        match (from + 1).cmp(&die) {
            std::cmp::Ordering::Greater => next[from - die] += 1,
            std::cmp::Ordering::Less if from < furthest => continue,
            _ => {}
        }
        visit(number(&next));
    }
}

/// The best positions that moves lead to, from all positions so far.
struct Best {
    /// Expected rolls.
    mean: Vec<f32>,
    /// By number of moves by the same die (one to three), die, and position.
    moved: [[Vec<u16>; 6]; 3],
}

/// The best positions after moves from one position: by one to four moves and their die, and by two dice, the higher first.
#[derive(Default)]
struct Choices {
    equal: [[Option<usize>; 6]; 4],
    pairs: [[Option<usize>; 6]; 6],
}

impl Best {
    fn improve(&self, best: &mut Option<usize>, place: usize) {
        if best.is_none_or(|best| self.mean[place] < self.mean[best]) {
            *best = Some(place);
        }
    }

    fn choices(&self, home: &Home) -> Choices {
        let mut choices = Choices::default();
        for die in 0..6 {
            after(home, die + 1, |place| {
                let [once, more @ ..] = &mut choices.equal;
                self.improve(&mut once[die], place);
                for (best, moved) in more.iter_mut().zip(&self.moved) {
                    self.improve(&mut best[die], moved[die][place].into());
                }
                for other in (0..6).filter(|&other| other != die) {
                    let pair = &mut choices.pairs[die.max(other)][die.min(other)];
                    self.improve(pair, self.moved[0][other][place].into());
                }
            });
        }
        choices
    }

    fn push(&mut self, mean: f32, choices: &Choices) {
        self.mean.push(mean);
        for (columns, best) in self.moved.iter_mut().zip(&choices.equal) {
            for (column, best) in columns.iter_mut().zip(best) {
                column.push(best.unwrap_or(0) as u16);
            }
        }
    }
}

impl Choices {
    /// The best position after each roll, and the number of 36 rolls.
    fn rolls(&self) -> impl Iterator<Item = (usize, f32)> {
        self.pairs.iter().zip(&self.equal[3]).enumerate().flat_map(|(high, (pairs, double))| {
            let pairs = pairs[..high].iter().map(|place| (place.unwrap_or(0), 2.0));
            pairs.chain([(double.unwrap_or(0), 1.0)])
        })
    }
}

fn build() -> Vec<Finished> {
    let mut table = vec![[1.0; ROLLS + 1]];
    let mut best = Best { mean: vec![0.0], moved: std::array::from_fn(|_| std::array::from_fn(|_| vec![0])) };
    let mut home = [0; POINTS];
    while advance(&mut home) {
        let choices = best.choices(&home);
        let (mut mean, mut finished) = (1.0, [0.0; ROLLS + 1]);
        for (place, weight) in choices.rolls() {
            mean += weight / 36.0 * best.mean[place];
            for (sum, probability) in finished[1..].iter_mut().zip(&table[place]) {
                *sum += weight / 36.0 * probability;
            }
        }
        table.push(finished);
        best.push(mean, &choices);
    }
    table
}

/// The next position; `false` after the last.
fn advance(home: &mut Home) -> bool {
    let mut men: u8 = home.iter().sum();
    for count in home.iter_mut() {
        if men < CHECKERS {
            *count += 1;
            return true;
        }
        men -= *count;
        *count = 0;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_numbered_in_order() {
        let mut home = [0; POINTS];
        let mut count = 0;
        loop {
            assert_eq!(number(&home), count);
            count += 1;
            if !advance(&mut home) {
                break;
            }
        }
        assert_eq!(count, 54_264);
    }

    #[test]
    fn probabilities_of_small_positions_are_known() {
        let within = |home: Home, rolls: usize| (TABLE[number(&home)][rolls] * 36.0).round();
        // One checker on 6: any sum of six or more by steps, 27 of 36 rolls. Two on 1: any roll.
        assert_eq!(within([0, 0, 0, 0, 0, 1], 1), 27.0);
        assert_eq!(within([2, 0, 0, 0, 0, 0], 1), 36.0);
        // One on 6 and one on 1: a six; doubles of 2 (four steps) to 5; no others.
        assert_eq!(within([1, 0, 0, 0, 0, 1], 1), 15.0);
        // Two on 6: 6-6, 5-5, 4-4 and 3-3.
        assert_eq!(within([0, 0, 0, 0, 0, 2], 1), 4.0);
        assert!(TABLE.iter().all(|finished| finished[ROLLS] > 0.9999));
    }
}
