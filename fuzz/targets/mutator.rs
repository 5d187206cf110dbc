//! How inputs that are meant to be sheets are changed: by libFuzzer, byte by byte, or by token and expression.

use libfuzzer_sys::fuzzer_mutate;
use spinney::random::Random;

#[path = "../../crates/spinney-gdl/tests/damage/mod.rs"]
mod damage;

/// Changes the first `size` bytes of the buffer, which may grow to `most`; gives the new size.
pub(crate) fn mutate(buffer: &mut [u8], size: usize, most: usize, seed: u32) -> usize {
    let mut rng = Random::new(u64::from(seed));
    if rng.below(3) > 0 {
        let text = damage::damage(&String::from_utf8_lossy(&buffer[..size]), &mut rng);
        if (1..=most).contains(&text.len()) {
            buffer[..text.len()].copy_from_slice(text.as_bytes());
            return text.len();
        }
    }
    fuzzer_mutate(buffer, size, most)
}
