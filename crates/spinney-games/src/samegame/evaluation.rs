//! Evaluation of unfinished games, in points: those so far and, for the rest, the number of stones, their connectivity,
//! and the potential size of the groups of the most frequent colours. Every feature is a sum over the colours or goes
//! by their numbers of stones, so it is invariant under permutations of the colours.

use std::sync::LazyLock;

use spinney::evaluation::{Weights, weighted_sum};
use spinney::game::Player;
use spinney::game::capabilities::{Evaluate, Feature, Features};

use super::cells::Cells;
use super::stones::MOST_COLOURS;
use super::{SameGame, State, penalty};

const fn feature(name: &'static str, meaning: &'static str) -> Feature {
    Feature { name, meaning }
}

/// A colour's *reach* is its largest group, of two stones or more, and half of its other stones.
const FEATURES: [Feature; 12] = [
    feature("clearable", "1 if something can be removed and no colour has a single stone"),
    feature("lone", "colours with a single stone: the board cannot be emptied"),
    feature("stones", "stones"),
    feature("groups", "groups of two or more"),
    feature("singles", "stones without a neighbour of their colour"),
    feature("singles-late", "the same, times the share of the stones that is gone"),
    feature("present", "(n-2)^2 of all groups as they are"),
    feature("whole", "(n-2)^2 of all colours, as if each were one group"),
    feature("first", "(reach-2)^2 of the colour with the most stones"),
    feature("second", "(reach-2)^2 of the colour with the second most stones"),
    feature("links", "pairs of neighbours of one colour"),
    feature("columns", "columns"),
];

static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let weights: Weights = include_str!("evaluation.toml").parse().expect("the file is part of the program");
    weights.in_order(&FEATURES, &[0.0; FEATURES.len()]).expect("the file names the features above")
});

/// The cells of the bottom row.
const BOTTOM: Cells = Cells([0x0001_0001_0001_0001; 4]);

/// The share of the stones outside of a colour's largest group that its reach counts.
const SHARE: f64 = 0.5;

/// (reach − 2)² of a colour, given the size of its largest group.
fn promise(stones: u32, largest: u32) -> f64 {
    let reach = f64::from(largest) + SHARE * f64::from(stones - largest);
    (reach - 2.0).max(0.0).powi(2)
}

impl Features for SameGame {
    fn features(&self) -> &'static [Feature] {
        &FEATURES
    }

    fn weights(&self) -> &[f64] {
        &WEIGHTS
    }

    fn measure(&self, state: &State, _: Player, values: &mut [f64]) {
        let links = state.stones.links();
        let (counts, occupied) = (state.stones.counts(), state.stones.occupied());
        let mut largest = [0; MOST_COLOURS];
        let (mut groups, mut grouped, mut present) = (0, 0, 0);
        let mut rest = links.cells();
        while !rest.is_empty() {
            let first = rest.first();
            let group = links.group(first);
            rest = rest.without(group);
            let size = group.len();
            groups += 1;
            grouped += size;
            present += penalty(size);
            let most = &mut largest[usize::from(state.stones.colour(first)) - 1];
            *most = size.max(*most);
        }
        // The two most frequent colours; of equally frequent ones that with the larger group.
        let mut top = [(0, 0); 2];
        for colour in counts.into_iter().zip(largest) {
            if colour > top[0] {
                top = [colour, top[0]];
            } else if colour > top[1] {
                top[1] = colour;
            }
        }
        let stones = occupied.len();
        let lone = counts.iter().filter(|&&stones| stones == 1).count();
        let singles = f64::from(stones - grouped);
        let gone = 1.0 - f64::from(stones) / f64::from(self.start.occupied().len().max(1));
        values[0] = f64::from(u8::from(groups > 0 && lone == 0));
        values[1] = lone as f64;
        values[2] = stones.into();
        values[3] = groups.into();
        values[4] = singles;
        values[5] = singles * gone;
        values[6] = present.into();
        values[7] = counts.iter().map(|&stones| penalty(stones)).sum::<i32>().into();
        values[8] = promise(top[0].0, top[0].1);
        values[9] = promise(top[1].0, top[1].1);
        values[10] = links.count(Cells::ALL).into();
        values[11] = occupied.and(BOTTOM).len().into();
    }
}

impl Evaluate for SameGame {
    /// Points so far and the weighted sum of the features; the payoff in a finished game.
    fn evaluate(&self, state: &State, player: Player) -> f64 {
        if state.stones.links().is_empty() {
            return self.points(state).into();
        }
        f64::from(state.score) + weighted_sum(self, self.weights(), state, player)
    }
}

#[cfg(test)]
mod tests {
    use spinney::evaluation::Evaluator;
    use spinney::game::capabilities::Notation;
    use spinney::game::{Game, Moves, NoRecorder};
    use spinney::random::Random;

    use super::super::Options;
    use super::*;

    fn measured(game: &SameGame, state: &State) -> [f64; FEATURES.len()] {
        let mut values = [0.0; FEATURES.len()];
        game.measure(state, Player(0), &mut values);
        values
    }

    /// Positions of random games on random boards of several sizes, the last of each finished.
    fn positions(mut visit: impl FnMut(&SameGame, &State)) {
        let mut rng = Random::new(4);
        for (rows, cols, colours) in [(15, 15, 5), (15, 16, 7), (6, 5, 3), (3, 9, 2), (1, 1, 1)] {
            for seed in 0..6 {
                let options =
                    Options { rows: Some(rows), cols: Some(cols), colours: Some(colours), ..Options::random(seed) };
                let game = SameGame::new(options).unwrap();
                let mut state = game.start(&mut rng);
                visit(&game, &state);
                while game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder) {
                    visit(&game, &state);
                }
            }
        }
    }

    /// The features from the text of a position, cell by cell.
    fn plain(game: &SameGame, state: &State) -> [f64; FEATURES.len()] {
        let text = game.write_state(state);
        let rows: Vec<&[u8]> = text.split_whitespace().next().unwrap().split('/').map(str::as_bytes).collect();
        let (height, width) = (rows.len(), rows[0].len());
        let at = |x: usize, y: usize| rows[y][x];
        let mut seen = vec![vec![false; width]; height];
        // Of every colour the stones and the largest group.
        let mut colours = [(0u32, 0u32); 10];
        let mut sizes = Vec::new();
        let mut links = 0;
        for y in 0..height {
            for x in 0..width {
                let colour = at(x, y);
                if colour == b'.' {
                    continue;
                }
                links += u32::from(x + 1 < width && at(x + 1, y) == colour);
                links += u32::from(y + 1 < height && at(x, y + 1) == colour);
                let (mut todo, mut size) = (vec![(x, y)], 0);
                while let Some((x, y)) = todo.pop() {
                    if at(x, y) != colour || std::mem::replace(&mut seen[y][x], true) {
                        continue;
                    }
                    size += 1;
                    todo.extend([(x + 1, y), (x, y + 1)].into_iter().filter(|&(x, y)| x < width && y < height));
                    todo.extend((x > 0).then(|| (x - 1, y)).into_iter().chain((y > 0).then(|| (x, y - 1))));
                }
                let known = &mut colours[usize::from(colour - b'0')];
                known.0 += size;
                // A single stone is no group.
                known.1 = known.1.max(if size > 1 { size } else { 0 });
                sizes.push(size);
            }
        }
        let sizes: Vec<u32> = sizes.into_iter().filter(|&size| size > 0).collect();
        let square = |n: f64| if n > 2.0 { (n - 2.0) * (n - 2.0) } else { 0.0 };
        let number = |test: &dyn Fn(u32) -> bool| sizes.iter().filter(|&&size| test(size)).count() as f64;
        let lone = colours.iter().filter(|colour| colour.0 == 1).count() as f64;
        let stones = sizes.iter().sum::<u32>();
        let all = game.write_state(&game.start(&mut Random::new(0))).split(' ').next().unwrap().replace(['/', '.'], "");
        let gone = 1.0 - f64::from(stones) / all.len() as f64;
        colours.sort_by(|a, b| b.cmp(a));
        let promise = |(stones, largest): (u32, u32)| square(f64::from(largest) + f64::from(stones - largest) / 2.0);
        [
            f64::from(u8::from(lone == 0.0 && links > 0)),
            lone,
            stones.into(),
            number(&|size| size > 1),
            number(&|size| size == 1),
            number(&|size| size == 1) * gone,
            sizes.iter().map(|&size| square(size.into())).sum(),
            colours.iter().map(|colour| square(colour.0.into())).sum(),
            promise(colours[0]),
            promise(colours[1]),
            links.into(),
            (0..width).filter(|&x| at(x, height - 1) != b'.').count() as f64,
        ]
    }

    #[test]
    fn a_plain_count_gives_the_same_features() {
        let mut seen = 0;
        positions(|game, state| {
            assert_eq!(measured(game, state), plain(game, state), "{}", game.write_state(state));
            seen += 1;
        });
        assert!(seen > 500, "only {seen} positions");
    }

    #[test]
    fn features_do_not_depend_on_the_numbers_of_the_colours() {
        let mut rng = Random::new(9);
        positions(|game, state| {
            let mut names: Vec<u8> = (b'1'..=b'7').collect();
            rng.shuffle(&mut names);
            let text = game.write_state(state);
            let (board, points) = text.split_once(' ').unwrap();
            let rename = |letter: char| letter.to_digit(10).map_or(letter, |colour| names[colour as usize - 1].into());
            let renamed: String = board.chars().map(rename).collect();
            let other = game.read_state(&format!("{renamed} {points}")).unwrap();
            assert_eq!(measured(game, state), measured(game, &other), "{text}");
            assert_eq!(game.evaluate(state, Player(0)), game.evaluate(&other, Player(0)));
        });
    }

    #[test]
    fn points_so_far_count_and_finished_games_are_worth_their_payoff() {
        positions(|game, state| {
            let more = State { score: state.score + 100, ..*state };
            let value = game.evaluate(state, Player(0));
            assert!((game.evaluate(&more, Player(0)) - value - 100.0).abs() < 1e-6);
            if state.stones.links().is_empty() {
                assert_eq!(value, game.payoff(state, Player(0)));
            }
        });
    }

    #[test]
    fn weights_of_a_search_replace_the_own_ones() {
        let game = SameGame::default();
        let mut state = game.start(&mut Random::new(0));
        state.score = 40;
        let own = Weights::from_iter(FEATURES.iter().zip(WEIGHTS.iter()).map(|(f, w)| (f.name.to_owned(), *w)));
        let evaluator = Evaluator::new(&game, Some(&own)).unwrap();
        assert_eq!(evaluator.value(&state, Player(0)), game.evaluate(&state, Player(0)));
        let mut text: String = FEATURES.iter().map(|feature| format!("{} = 0\n", feature.name)).collect();
        text = text.replace("stones = 0", "stones = 2");
        let evaluator = Evaluator::new(&game, Some(&text.parse().unwrap())).unwrap();
        assert_eq!(evaluator.value(&state, Player(0)), 40.0 + 2.0 * 225.0);
    }
}
