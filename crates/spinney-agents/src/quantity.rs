//! Counts, sizes and durations as people write and read them: `200k`, `64MiB`, `1m30s`.

use std::time::Duration;

use crate::text_file::quote;

/// Why a text is not a quantity.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuantityError {
    /// It cannot be read.
    #[error("`{text}` is not a {what}; write {examples}")]
    Form {
        /// The text.
        text: String,
        /// What it should be.
        what: &'static str,
        /// What would be right.
        examples: &'static str,
    },
    /// A whole number beyond the largest.
    #[error("`{text}` is too large; the largest is {}", u64::MAX)]
    TooLarge {
        /// The text.
        text: String,
    },
}

/// Reads a count: `1000`, `1_000`, `200k`, `1.5M`, `2G`.
pub fn read_count(text: &str) -> Result<u64, QuantityError> {
    let units = [("", 1.0), ("k", 1e3), ("K", 1e3), ("M", 1e6), ("G", 1e9)];
    whole(text, &units).ok_or_else(|| match whole_value(text, &units) {
        Some(_) => QuantityError::TooLarge { text: quote(text) },
        None => QuantityError::Form {
            text: quote(text),
            what: "whole number",
            examples: "for example 1000, 1_000, 200k or 2M",
        },
    })
}

/// Reads a size in bytes: `4096`, `64KiB`, `500MB`, `1GiB`; units without `i` are powers of ten.
pub fn read_size(text: &str) -> Result<usize, QuantityError> {
    let units = [
        ("", 1.0),
        ("b", 1.0),
        ("kb", 1e3),
        ("mb", 1e6),
        ("gb", 1e9),
        ("kib", 1024.0),
        ("mib", 1024.0 * 1024.0),
        ("gib", 1024.0 * 1024.0 * 1024.0),
    ];
    whole(&text.to_ascii_lowercase(), &units).and_then(|bytes| usize::try_from(bytes).ok()).ok_or_else(|| {
        QuantityError::Form { text: quote(text), what: "size", examples: "for example 64MiB, 500MB or 1GiB" }
    })
}

/// Reads a duration: `2s`, `50ms`, `1m30s`, `1h`; a bare number is seconds.
pub fn read_duration(text: &str) -> Result<Duration, QuantityError> {
    let wrong =
        || QuantityError::Form { text: quote(text), what: "duration", examples: "for example 2s, 50ms or 1m30s" };
    let units = [("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("µs", 1e-6), ("m", 60.0), ("min", 60.0), ("h", 3600.0)];
    let mut rest = text.trim();
    if let Some(seconds) = number(rest) {
        return Duration::try_from_secs_f64(seconds).map_err(|_| wrong());
    }
    let mut seconds = 0.0;
    while !rest.is_empty() {
        let unit_at = rest.find(|c: char| !is_digit(c)).ok_or_else(wrong)?;
        let (amount, tail) = rest.split_at(unit_at);
        let (unit, tail) = tail.split_at(tail.find(is_digit).unwrap_or(tail.len()));
        let &(_, scale) = units.iter().find(|(name, _)| *name == unit.trim()).ok_or_else(wrong)?;
        seconds += number(amount).ok_or_else(wrong)? * scale;
        rest = tail;
    }
    if text.trim().is_empty() {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// A count with a comma every three digits: `1,234,567`.
pub fn write_count(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A size with a unit: `1.5 MiB`.
pub fn write_size(bytes: u64) -> String {
    let mut size = bytes as f64;
    for unit in ["B", "KiB", "MiB", "GiB"] {
        if size < 1024.0 || unit == "GiB" {
            return if unit == "B" { format!("{bytes} B") } else { format!("{size:.1} {unit}") };
        }
        size /= 1024.0;
    }
    unreachable!("the last unit fits every number")
}

/// A duration with a unit: `50 ms`, `1.50 s`, `2 m 05 s`.
pub fn write_duration(seconds: f64) -> String {
    if seconds < 0.001 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{} m {:02} s", seconds as u64 / 60, seconds as u64 % 60)
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '.' | '_')
}

/// A plain number without sign or exponent; underscores are skipped.
fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = !text.is_empty() && text.chars().all(is_digit) && text.contains(|c: char| c.is_ascii_digit());
    plain.then(|| text.replace('_', "").parse().ok()).flatten()
}

/// A number with one of the units, if it comes out whole.
fn whole(text: &str, units: &[(&str, f64)]) -> Option<u64> {
    let text = text.trim();
    if let Ok(exact) = text.replace('_', "").parse::<u64>()
        && number(text).is_some()
    {
        return Some(exact);
    }
    whole_value(text, units).filter(|value| *value < u64::MAX as f64).map(|value| value as u64)
}

/// The same as a number of any size.
fn whole_value(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let (amount, unit) = text.split_at(text.find(|c| !is_digit(c)).unwrap_or(text.len()));
    let &(_, scale) = units.iter().find(|(name, _)| *name == unit.trim())?;
    let value = number(amount)? * scale;
    ((value - value.round()).abs() < 1e-6).then_some(value.round())
}
