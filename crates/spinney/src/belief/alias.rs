//! Drawing by weight in constant time: the alias method (Walker 1977, in the form of Vose 1991).
//!
//! Every place holds a share of its own and, for the rest, one other place. A draw chooses a place evenly and then one of
//! the two.

use crate::random::Random;

/// Places that are drawn by weight.
#[derive(Clone, Debug)]
pub(super) struct Alias(Vec<Place>);

#[derive(Clone, Copy, Debug)]
struct Place {
    /// How much of the place is its own, 0 to 1.
    own: f64,
    /// The index that gets the rest of the slot.
    other: u32,
}

impl Alias {
    /// A table for weights that add up to 1.
    pub(super) fn new(weights: &[f64]) -> Self {
        let count = weights.len();
        let mut left: Vec<f64> = weights.iter().map(|weight| weight * count as f64).collect();
        let mut places: Vec<Place> = (0..count).map(|place| Place { own: 1.0, other: place as u32 }).collect();
        let (mut small, mut large): (Vec<usize>, Vec<usize>) = (0..count).partition(|&place| left[place] < 1.0);
        while let (Some(&poor), Some(&rich)) = (small.last(), large.last()) {
            small.pop();
            places[poor] = Place { own: left[poor], other: rich as u32 };
            left[rich] -= 1.0 - left[poor];
            if left[rich] < 1.0 {
                large.pop();
                small.push(rich);
            }
        }
        // The remaining slots are full up to rounding.
        Alias(places)
    }

    #[inline]
    pub(super) fn draw(&self, rng: &mut Random) -> usize {
        let index = rng.below(self.0.len());
        let place = self.0[index];
        if rng.unit() < place.own { index } else { place.other as usize }
    }
}
