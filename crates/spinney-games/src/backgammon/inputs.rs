//! The inputs of the networks: the checkers on each point as TD-Gammon encodes them, and for positions with contact
//! hand-made features as gnubg has them, for both players. All are from the point of view of the player to roll.

use super::contact::{Contact, MEASURES};
use super::{BAR, OFF, State};

/// Inputs of one side that count checkers: four for each point and the bar, three for those borne off.
const UNITS: usize = BAR * 4 + 3;
/// The number of inputs in a race.
pub const RACE_INPUTS: usize = 2 * (UNITS + 1);
/// The number of inputs in a position with contact.
pub const CONTACT_INPUTS: usize = RACE_INPUTS + 2 * MEASURES;

/// More inputs are never different from zero: on each side 15 points of which three have a fourth unit, the bar, three
/// for checkers borne off, and the measures.
const MOST: usize = 2 * (15 + 3 + 2 + 3 + 1 + MEASURES);

/// The inputs that differ from zero.
pub struct Inputs {
    indices: [u16; MOST],
    values: [f32; MOST],
    count: usize,
}

impl Inputs {
    /// The inputs of an unfinished game in which no dice are rolled yet.
    #[inline]
    pub fn of(state: &State, contact: bool) -> Self {
        let mut inputs = Inputs { indices: [0; MOST], values: [0.0; MOST], count: 0 };
        let roller = usize::from(state.player);
        for (place, player) in [roller, 1 - roller].into_iter().enumerate() {
            inputs.add_checkers(place * (UNITS + 1), state, player);
        }
        if contact {
            let both = [Contact::new(state, roller).measures(), Contact::new(state, 1 - roller).measures()];
            for (place, value) in both.into_iter().flatten().enumerate() {
                if value != 0.0 {
                    inputs.push(RACE_INPUTS + place, value);
                }
            }
        }
        inputs
    }

    /// The number of each input that differs from zero, and its value.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (usize, f32)> {
        self.indices[..self.count].iter().zip(&self.values[..self.count]).map(|(&index, &value)| (index.into(), value))
    }

    #[inline(always)]
    fn push(&mut self, index: usize, value: f32) {
        self.indices[self.count] = index as u16;
        self.values[self.count] = value;
        self.count += 1;
    }

    #[inline(always)]
    fn add_checkers(&mut self, start: usize, state: &State, player: usize) {
        let men = &state.men[player];
        let mut held = state.held[player];
        let mut pips = 0;
        while held != 0 {
            let point = held.trailing_zeros() as usize;
            held &= held - 1;
            let count = usize::from(men[point]);
            pips += point * count;
            let units = start + (point - 1) * 4;
            self.push(units + count.min(3) - 1, 1.0);
            if count > 3 {
                self.push(units + 3, (count - 3) as f32 / 2.0);
            }
        }
        let off = f32::from(men[OFF]);
        for (unit, before) in [0.0, 5.0, 10.0].into_iter().enumerate() {
            if off > before {
                self.push(start + BAR * 4 + unit, ((off - before) / 5.0).min(1.0));
            }
        }
        self.push(start + UNITS, pips as f32 / 100.0);
    }
}
