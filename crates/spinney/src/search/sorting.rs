//! Sorting where speed does not matter.
//!
//! The sorting itself is compiled once, on keys that are numbers; only the exchange of the items is compiled for their
//! type. The standard library's sorting made a tenth of the code of all searches.

/// Sorts by a number, the greatest first. Items with equal numbers keep their order.
pub(crate) fn sort_descending<T>(items: &mut [T], mut key: impl FnMut(&T) -> f64) {
    let mut keys = Vec::with_capacity(items.len());
    for item in items.iter() {
        // Adding a zero makes both zeros one.
        keys.push(key(item) + 0.0);
    }
    let mut order = order_descending(&keys);
    for at in 0..items.len() {
        // An item that has been moved away is found where it was exchanged to.
        let mut from = order[at];
        while from < at {
            from = order[from];
        }
        order[at] = from;
        items.swap(at, from);
    }
}

/// The indices of the keys, the index of the greatest first.
fn order_descending(keys: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| keys[b].total_cmp(&keys[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn items_are_ordered_as_by_a_stable_sort() {
        let mut rng = Random::new(1);
        for length in 0..60 {
            let mut items: Vec<(usize, usize)> = (0..length).map(|place| (rng.below(7), place)).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| std::cmp::Reverse(item.0));
            sort_descending(&mut items, |item| item.0 as f64);
            assert_eq!(items, expected);
        }
        let mut zeros = [(-0.0, 1), (0.0, 2), (1.0, 3)];
        sort_descending(&mut zeros, |item| item.0);
        assert_eq!(zeros.map(|item| item.1), [3, 1, 2]);
    }
}
