//! Colours by their role, each with a shade for the light and one for the dark theme.

/// A colour by its role; light and dark themes choose the exact shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Colour {
    /// Near black.
    Black,
    /// Near white.
    White,
    /// Red.
    Red,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Violet.
    Violet,
    /// Orange.
    Orange,
    /// Light blue.
    Sky,
    /// Brown.
    Brown,
    /// Behind everything.
    Paper,
    /// A cell or panel on the paper.
    Panel,
    /// The edge of a cell or panel.
    Edge,
    /// Text and thin lines.
    Ink,
    /// Text of less weight.
    Quiet,
    /// What draws the reader's eye: the last move, a winning line.
    Mark,
    /// Where something hidden may be.
    Shade,
    /// The dot of a legal move.
    Hint,
    /// The light squares of a chequered board.
    LightSquare,
    /// The dark squares of a chequered board.
    DarkSquare,
    /// The cloth of a gaming table.
    Felt,
    /// The wood of a board.
    Wood,
    /// The lines on felt or wood.
    Groove,
    /// The frame of an upright board.
    Frame,
}

impl Colour {
    /// The name in class names.
    pub(super) fn name(self) -> &'static str {
        self.entry().0
    }

    /// The shade in the light theme.
    pub fn light(self) -> &'static str {
        self.entry().1
    }

    /// The shade in the dark theme.
    pub fn dark(self) -> &'static str {
        self.entry().2
    }

    /// The colour of letters on this colour, [`Black`](Colour::Black) or [`White`](Colour::White): the same in both
    /// themes.
    pub fn letters(self) -> Colour {
        match self {
            Colour::Black | Colour::Red | Colour::Green | Colour::Blue | Colour::Violet | Colour::Brown => {
                Colour::White
            }
            Colour::Felt | Colour::Frame | Colour::Groove | Colour::DarkSquare | Colour::Ink | Colour::Quiet => {
                Colour::White
            }
            _ => Colour::Black,
        }
    }

    /// The name, and the shades of the light and the dark theme. Pieces look alike in both, as they lie on a board.
    fn entry(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Colour::Black => ("black", "#212529", "#16181a"),
            Colour::White => ("white", "#ffffff", "#f1f3f5"),
            Colour::Red => ("red", "#c92a4b", "#d6456b"),
            Colour::Yellow => ("yellow", "#f5b700", "#f5c542"),
            Colour::Green => ("green", "#2b8a3e", "#2f9e44"),
            Colour::Blue => ("blue", "#1864ab", "#2b7bc4"),
            Colour::Violet => ("violet", "#6741d9", "#7950f2"),
            Colour::Orange => ("orange", "#f08c00", "#f59f1e"),
            Colour::Sky => ("sky", "#66c2f0", "#66c2f0"),
            Colour::Brown => ("brown", "#7a4a21", "#8a5a2e"),
            Colour::Paper => ("paper", "#ffffff", "#16181a"),
            Colour::Panel => ("panel", "#f4f2ee", "#24282c"),
            Colour::Edge => ("edge", "#b6b0a6", "#4b5258"),
            Colour::Ink => ("ink", "#1c1f22", "#e8e6e3"),
            Colour::Quiet => ("quiet", "#61676d", "#9aa1a8"),
            Colour::Mark => ("mark", "#ffd43b", "#c79a00"),
            Colour::Shade => ("shade", "#e8590c", "#f76707"),
            Colour::Hint => ("hint", "#495057", "#adb5bd"),
            Colour::LightSquare => ("light-square", "#efd9b5", "#d8bd92"),
            Colour::DarkSquare => ("dark-square", "#a9764f", "#8d6041"),
            Colour::Felt => ("felt", "#2f7d4f", "#256340"),
            Colour::Wood => ("wood", "#e3b873", "#c79a56"),
            Colour::Groove => ("groove", "#3b2f20", "#2b2217"),
            Colour::Frame => ("frame", "#23518f", "#1d4478"),
        }
    }
}
