//! The techniques by difficulty, with their names and levels.

use std::fmt;

/// How hard a puzzle or a technique is, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Singles only.
    Easy,
    /// Locked candidates and pairs.
    Medium,
    /// Triples, small fish, wings and simple patterns of one value.
    Hard,
    /// Quads, large fish and chains.
    Expert,
    /// Assumptions that are followed until they fail.
    Extreme,
}

impl Level {
    /// All levels, from the easiest to the hardest.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Expert, Level::Extreme];

    /// The level for people.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Expert => "expert",
            Level::Extreme => "extreme",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

macro_rules! techniques {
    ($($(#[$doc:meta])* $technique:ident, $name:literal, $difficulty:literal, $level:ident;)*) => {
        /// A way to make progress, ordered by difficulty.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Technique {
            $($(#[$doc])* $technique,)*
        }

        impl Technique {
            /// All techniques, from the easiest to the hardest.
            pub const ALL: &'static [Technique] = &[$(Technique::$technique),*];

            /// The technique for people, in lower case except for proper letters.
            pub fn name(self) -> &'static str {
                match self {
                    $(Technique::$technique => $name,)*
                }
            }

            /// The difficulty on our own scale, which follows the order of Sudoku Explainer.
            pub fn difficulty(self) -> f64 {
                match self {
                    $(Technique::$technique => $difficulty,)*
                }
            }

            /// The difficulty in words.
            pub fn level(self) -> Level {
                match self {
                    $(Technique::$technique => Level::$level,)*
                }
            }
        }
    };
}

techniques! {
    /// The last empty cell of a unit.
    FullHouse, "full house", 1.0, Easy;
    /// A value with one place in a box.
    HiddenSingleBox, "hidden single in a box", 1.2, Easy;
    /// A value with one place in a row or a column.
    HiddenSingleLine, "hidden single in a line", 1.5, Easy;
    /// A cell with one candidate.
    NakedSingle, "naked single", 2.3, Easy;
    /// The places of a value in a box lie in one line: it leaves the rest of the line.
    Pointing, "pointing", 2.6, Medium;
    /// The places of a value in a line lie in one box: it leaves the rest of the box.
    Claiming, "claiming", 2.8, Medium;
    /// Two cells of a unit with two candidates between them.
    NakedPair, "naked pair", 3.0, Medium;
    /// A fish of two lines.
    XWing, "X-wing", 3.2, Medium;
    /// Two values of a unit with two cells between them.
    HiddenPair, "hidden pair", 3.4, Medium;
    /// Three cells of a unit with three candidates between them.
    NakedTriple, "naked triple", 3.6, Hard;
    /// A fish of three lines.
    Swordfish, "swordfish", 3.8, Hard;
    /// Three values of a unit with three cells between them.
    HiddenTriple, "hidden triple", 4.0, Hard;
    /// Two parallel lines with two places for a value each, one of them in a common line.
    Skyscraper, "skyscraper", 4.1, Hard;
    /// A pivot with two candidates and two pincers with two candidates.
    XyWing, "XY-wing", 4.2, Hard;
    /// A row and a column with two places for a value each, one of them in a common box.
    TwoStringKite, "two-string kite", 4.3, Hard;
    /// A pivot with three candidates and two pincers with two candidates.
    XyzWing, "XYZ-wing", 4.4, Hard;
    /// A box whose places for a value form a cross, and a line with two places.
    EmptyRectangle, "empty rectangle", 4.5, Hard;
    /// Two cells with the same two candidates, joined by a unit with two places for one of them.
    WWing, "W-wing", 4.6, Hard;
    /// Units with two places for a value each, coloured in turns.
    SimpleColouring, "simple colouring", 4.7, Hard;
    /// A fish of two lines with additional places in one box.
    FinnedXWing, "finned X-wing", 4.8, Hard;
    /// Four cells of a unit with four candidates between them.
    NakedQuad, "naked quad", 5.0, Expert;
    /// A fish of four lines.
    Jellyfish, "jellyfish", 5.2, Expert;
    /// Four values of a unit with four cells between them.
    HiddenQuad, "hidden quad", 5.4, Expert;
    /// A fish of three lines with additional places in one box.
    FinnedSwordfish, "finned swordfish", 5.6, Expert;
    /// A chain through the places of one value.
    XChain, "X-chain", 6.6, Expert;
    /// A chain through cells with two candidates.
    XyChain, "XY-chain", 6.8, Expert;
    /// A chain through cells with two candidates and units with two places.
    AlternatingChain, "alternating inference chain", 7.2, Expert;
    /// Two groups of cells with one candidate more than cells.
    AlmostLockedSets, "almost locked sets", 7.5, Expert;
    /// A candidate that fails by singles alone.
    Trial, "trial", 9.0, Extreme;
    /// A candidate that fails by singles and by trials inside.
    NestedTrial, "nested trial", 10.5, Extreme;
    /// A candidate that fails by an exhaustive search.
    DeepTrial, "deep trial", 12.0, Extreme;
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_difficulty_and_level_agree() {
        for pair in Technique::ALL.windows(2) {
            assert!(pair[0] < pair[1]);
            assert!(pair[0].difficulty() < pair[1].difficulty(), "{} {}", pair[0], pair[1]);
            assert!(pair[0].level() <= pair[1].level(), "{} {}", pair[0], pair[1]);
        }
    }
}
