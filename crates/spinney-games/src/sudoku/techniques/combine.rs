//! Small groups of sets that have few members between them, the common idea of subsets and fish.

/// Calls `found` with the keys and the union of every `size` items that have at most `room` bits between them,
/// in ascending order, until it answers.
pub(super) fn groups<T>(
    items: &[(usize, u32)],
    size: usize,
    room: usize,
    found: &mut dyn FnMut(&[usize], u32) -> Option<T>,
) -> Option<T> {
    extend(items, size, room, 0, &mut Vec::with_capacity(size), found)
}

fn extend<T>(
    items: &[(usize, u32)],
    size: usize,
    room: usize,
    union: u32,
    keys: &mut Vec<usize>,
    found: &mut dyn FnMut(&[usize], u32) -> Option<T>,
) -> Option<T> {
    if keys.len() == size {
        return found(keys, union);
    }
    for (index, &(key, mask)) in items.iter().enumerate() {
        let union = union | mask;
        if union.count_ones() as usize > room {
            continue;
        }
        keys.push(key);
        let answer = extend(&items[index + 1..], size, room, union, keys, found);
        keys.pop();
        if answer.is_some() {
            return answer;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_stay_within_their_room() {
        let items = [(0, 0b011), (1, 0b100), (2, 0b010), (3, 0b001)];
        let mut all = Vec::new();
        let none: Option<()> = groups(&items, 2, 2, &mut |keys, union| {
            all.push((keys.to_vec(), union));
            None
        });
        assert_eq!(none, None);
        let expected =
            [(vec![0, 2], 0b011), (vec![0, 3], 0b011), (vec![1, 2], 0b110), (vec![1, 3], 0b101), (vec![2, 3], 0b011)];
        assert_eq!(all, expected);
    }
}
