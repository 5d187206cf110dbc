//! Small random trees, for tests that compare searches with exact values.

use spinney::game::MAX_PLAYERS;
use spinney::random::Random;

use super::{NodeKind, TreeBuilder, TreeGame};

/// What the leaves of a [`RandomTree`] pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payout {
    /// An independent whole number from `-most` to `most` for every player: a general-sum game.
    Any {
        /// The largest payoff.
        most: u32,
    },
    /// Whole numbers from `-most` to `most` whose sum is 0. Two players get a number and its negative; of more
    /// players, two that are drawn for each leaf do and the others get nothing.
    ZeroSum {
        /// The largest payoff.
        most: u32,
    },
    /// One player wins (1) and the others lose (0), or all share the win. A single player gets 0, ½ or 1.
    WinDrawLoss,
}

/// The recipe of a random tree. Every grown tree has a decision at its root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomTree {
    /// Players, 1 to [`MAX_PLAYERS`].
    pub players: usize,
    /// With chance nodes.
    pub chance: bool,
    /// With joint nodes of players 0 and 1 (needs two players).
    pub joint: bool,
    /// Levels below the root; some branches end earlier.
    pub depth: u32,
    /// The most children of a node, and the most moves of a player on a joint turn; at least 2.
    pub branching: u32,
    /// What the leaves pay.
    pub payout: Payout,
}

impl Default for RandomTree {
    /// Two players, zero-sum, three levels.
    fn default() -> Self {
        RandomTree {
            players: 2,
            chance: false,
            joint: false,
            depth: 3,
            branching: 3,
            payout: Payout::ZeroSum { most: 9 },
        }
    }
}

impl RandomTree {
    /// Small trees of every kind, for suites of tests: one to four players, with and without chance and joint turns,
    /// every payout, one to three levels. Each comes with its text as a name.
    pub fn forest(seed: u64, trees: usize) -> impl Iterator<Item = (String, TreeGame)> {
        (0..trees).map(move |index| {
            let joint = index / 8 % 2 == 1;
            // A single player cannot move simultaneously with itself; joint turns of two are the most worthwhile.
            let players = if joint { [2, 2, 3, 4][index % 4] } else { 1 + index % 4 };
            let payouts = [Payout::Any { most: 9 }, Payout::ZeroSum { most: 9 }, Payout::WinDrawLoss];
            let recipe = RandomTree {
                players,
                chance: index / 4 % 2 == 1,
                joint,
                depth: 1 + (index / 48 % 3) as u32,
                branching: 3,
                // Without constant sum most joint turns have no single value.
                payout: if joint && index % 4 == 0 { payouts[1] } else { payouts[index / 16 % 3] },
            };
            let tree = recipe.grow(&mut Random::derive(seed, index as u64));
            (tree.to_string(), tree)
        })
    }

    /// Grows a tree.
    ///
    /// # Panics
    ///
    /// If the recipe asks for no players or more than [`MAX_PLAYERS`].
    pub fn grow(&self, rng: &mut Random) -> TreeGame {
        assert!((1..=MAX_PLAYERS).contains(&self.players), "{} players", self.players);
        let mut tree = TreeBuilder::new();
        self.grow_below(&mut tree, 0, rng);
        tree.finish().expect("the recipe makes well-formed trees")
    }

    fn grow_below(&self, tree: &mut TreeBuilder, level: u32, rng: &mut Random) {
        // A fifth of the branches end early, so that values of different depth are compared.
        if level > 0 && (level >= self.depth || rng.below(5) == 0) {
            tree.leaf(&self.payoffs(rng));
            return;
        }
        let branching = self.branching.max(2) as usize;
        let mut side = || 2 + rng.below(branching - 1) as u32;
        let (width, height) = (side(), side());
        let children = if self.chance && level > 0 && rng.below(3) == 0 {
            tree.open(NodeKind::Chance);
            for _ in 0..width {
                tree.weight(1.0 + rng.below(4) as f64);
                self.grow_below(tree, level + 1, rng);
            }
            0
        } else if self.joint && self.players > 1 && rng.below(3) == 0 {
            tree.open(NodeKind::Joint(vec![width, height]));
            width * height
        } else {
            tree.open(NodeKind::Player(rng.below(self.players) as u8));
            width
        };
        for _ in 0..children {
            self.grow_below(tree, level + 1, rng);
        }
        tree.close();
    }

    fn payoffs(&self, rng: &mut Random) -> Vec<f64> {
        let mut payoffs = vec![0.0; self.players];
        let mut draw = |most: u32| rng.below(2 * most as usize + 1) as f64 - f64::from(most);
        match self.payout {
            Payout::ZeroSum { most } if self.players > 1 => {
                let payoff = draw(most);
                let first = rng.below(self.players);
                let second = (first + 1 + rng.below(self.players - 1)) % self.players;
                payoffs[first] = payoff;
                payoffs[second] = 0.0 - payoff;
            }
            Payout::Any { most } | Payout::ZeroSum { most } => payoffs.fill_with(|| draw(most)),
            Payout::WinDrawLoss if self.players == 1 => payoffs[0] = rng.below(3) as f64 / 2.0,
            Payout::WinDrawLoss => match rng.below(self.players + 1) {
                winner if winner < self.players => payoffs[winner] = 1.0,
                _ => payoffs.fill(1.0 / self.players as f64),
            },
        }
        payoffs
    }
}
