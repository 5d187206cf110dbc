//! Random damage to a sheet, of a kind that leaves many of them valid. The tests and the fuzzers use it.

use std::ops::Range;

use spinney::random::Random;
use spinney_gdl::read::{Expression, read};

/// What damage is done to.
#[derive(Clone, Copy)]
enum Unit {
    Bytes,
    Tokens,
    Expressions,
}

/// The places of all units of a text.
fn spans(unit: Unit, text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    match unit {
        Unit::Bytes => found.extend((0..text.len()).map(|at| at..at + 1)),
        Unit::Tokens => {
            let mut begin = None;
            for (at, byte) in text.bytes().chain([b' ']).enumerate() {
                let ends = byte.is_ascii_whitespace() || byte == b'(' || byte == b')';
                if ends && let Some(begin) = begin.take() {
                    found.push(begin..at);
                }
                if byte == b'(' || byte == b')' {
                    found.push(at..at + 1);
                } else if !ends {
                    begin.get_or_insert(at);
                }
            }
        }
        Unit::Expressions => {
            fn collect(expression: &Expression, found: &mut Vec<Range<usize>>) {
                found.push(expression.start..expression.end);
                expression.list().unwrap_or_default().iter().for_each(|element| collect(element, found));
            }
            // A text that is broken already has none.
            read(text).unwrap_or_default().iter().for_each(|expression| collect(expression, &mut found));
        }
    }
    found
}

/// Removes, doubles, exchanges or overwrites some units.
pub(crate) fn damage(text: &str, rng: &mut Random) -> String {
    let unit = [Unit::Bytes, Unit::Tokens, Unit::Tokens, Unit::Tokens, Unit::Expressions][rng.below(5)];
    let spans = spans(unit, text);
    if spans.is_empty() {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let one = spans[rng.below(spans.len())].clone();
    // More sheets survive if like goes with like: variables with variables, lists with lists.
    let kind = |span: &Range<usize>| match bytes[span.start] {
        sign @ (b'(' | b')' | b'?') => sign,
        _ => 0,
    };
    let mut others = (0..20).map(|_| spans[rng.below(spans.len())].clone());
    let other = others.find(|other| kind(other) == kind(&one)).unwrap_or_else(|| one.clone());
    let replace = |place: Range<usize>, by: &[u8]| [&bytes[..place.start], by, &bytes[place.end..]].concat();
    let damaged = match rng.below(5) {
        0 => replace(one, &[]),
        1 => replace(one.end..one.end, &[b" ", &bytes[one]].concat()),
        2 => replace(one, &bytes[other]),
        3 if matches!(unit, Unit::Bytes) => replace(one, &[rng.below(256) as u8]),
        _ => {
            let (first, second) = if one.start <= other.start { (one, other) } else { (other, one) };
            if first.end > second.start {
                // One within the other: the inner takes the place of the outer.
                replace(first, &bytes[second])
            } else {
                let between = &bytes[first.end..second.start];
                replace(first.start..second.end, &[&bytes[second], between, &bytes[first]].concat())
            }
        }
    };
    String::from_utf8_lossy(&damaged).into_owned()
}
