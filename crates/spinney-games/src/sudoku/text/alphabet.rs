//! The signs that stand for the values of a puzzle.

/// A set of signs for the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Alphabet {
    /// `1` to `9`, then `A`, `B` and so on: up to `G` on 16×16, up to `P` on 25×25.
    Numeric,
    /// `0` to `9`, then `A` to `F`, for 16×16 only: `0` is the value 1 and `F` the value 16.
    Hexadecimal,
    /// `A`, `B` and so on: up to `P` on 16×16, up to `Y` on 25×25.
    Letters,
}

impl Alphabet {
    /// The alphabet for a board of this side unless the text shows another one.
    pub fn default_for(side: usize) -> Alphabet {
        if side == 25 { Alphabet::Letters } else { Alphabet::Numeric }
    }

    /// All alphabets that are read on a board of this side, the default one first.
    pub fn all_for(side: usize) -> &'static [Alphabet] {
        match side {
            16 => &[Alphabet::Numeric, Alphabet::Hexadecimal, Alphabet::Letters],
            25 => &[Alphabet::Letters, Alphabet::Numeric],
            _ => &[Alphabet::Numeric],
        }
    }

    /// The sign of a value, `.` for the empty cell 0, and `?` for a value that has no sign.
    pub fn write(self, value: u8) -> char {
        let (digits, first_digit) = match self {
            Alphabet::Numeric => (9, b'1'),
            Alphabet::Hexadecimal => (10, b'0'),
            Alphabet::Letters => (0, b'0'),
        };
        match value {
            0 => '.',
            _ if value <= digits => char::from(first_digit + value - 1),
            _ if value - digits <= 26 => char::from(b'A' + (value - digits - 1)),
            _ => '?',
        }
    }

    /// The value of a sign in upper or lower case on a board of this side; nothing if it is no digit there.
    pub fn read(self, sign: char, side: usize) -> Option<u8> {
        let sign = sign.to_ascii_uppercase();
        (1..=u8::try_from(side).unwrap_or(u8::MAX)).find(|&value| sign != '?' && self.write(value) == sign)
    }

    /// The signs for people, such as `1-9, A-G`.
    pub fn describe(self, side: usize) -> String {
        let last = self.write(u8::try_from(side).unwrap_or(u8::MAX));
        match self {
            Alphabet::Letters => format!("A-{last}"),
            Alphabet::Numeric if side <= 9 => format!("1-{last}"),
            Alphabet::Numeric => format!("1-9, A-{last}"),
            Alphabet::Hexadecimal => format!("0-9, A-{last}"),
        }
    }

    /// The alphabet of a board of this side with these signs.
    pub(super) fn detect(side: usize, signs: impl Iterator<Item = char>) -> Alphabet {
        if side < 16 {
            return Alphabet::Numeric;
        }
        let (mut zeros, mut digits, mut low, mut g, mut high, mut empty) = (0, 0, 0, 0, 0, 0);
        // The letters that only the alphabet of letters has begin after the last one of the numeric alphabet.
        let last = Alphabet::Numeric.write(side as u8);
        for sign in signs.map(|sign| sign.to_ascii_uppercase()) {
            match sign {
                '0' => zeros += 1,
                '1'..='9' => digits += 1,
                'X' if side == 16 => empty += 1,
                'G' if side == 16 => g += 1,
                'A'..='Z' if sign <= last => low += 1,
                'A'..='Z' => high += 1,
                _ => empty += 1,
            }
        }
        // Zeros are digits if something else marks the empty cells, or if the board is full and each value must be
        // there as often as the board has rows.
        let hexadecimal = side == 16 && g == 0 && high == 0 && zeros > 0 && digits + low > 0;
        if hexadecimal && (empty > 0 || zeros == side) {
            Alphabet::Hexadecimal
        } else if digits + low + g + high == 0 {
            Alphabet::default_for(side)
        } else if digits > high {
            Alphabet::Numeric
        } else {
            Alphabet::Letters
        }
    }
}

/// Whether the sign marks an empty cell on a board of this side, where it is no digit of the alphabet.
pub(super) fn is_empty(sign: char, side: usize) -> bool {
    matches!(sign, '.' | '0' | '_' | '*' | '-') || (side != 25 && matches!(sign, 'X' | 'x'))
}
