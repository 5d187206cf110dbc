//! Numbers, sizes and durations as people write them.

use std::time::Duration;

use spinney_agents::quantity::*;

#[test]
fn counts() {
    for (text, count) in [("0", 0), ("1_000", 1000), ("200k", 200_000), ("2M", 2_000_000), ("1.5k", 1500)] {
        assert_eq!(read_count(text), Ok(count), "{text}");
    }
    assert_eq!(read_count("18446744073709551615"), Ok(u64::MAX));
    for text in ["", "-1", "+1", "1.5", "k", "1kk", "ten", "1e3", "_", "nan", "99999999999G"] {
        assert!(read_count(text).is_err(), "{text}");
    }
    let error = read_count("99999999999999999999").unwrap_err().to_string();
    assert_eq!(error, "`99999999999999999999` is too large; the largest is 18446744073709551615");
}

#[test]
fn sizes() {
    for (text, size) in [("1", 1), ("64MiB", 64 << 20), ("1GiB", 1 << 30), ("500MB", 500_000_000), ("4 kib", 4096)] {
        assert_eq!(read_size(text), Ok(size), "{text}");
    }
    for text in ["", "MiB", "1TiBs", "-1MiB", "1 apple"] {
        assert!(read_size(text).is_err(), "{text}");
    }
}

#[test]
fn durations() {
    for (text, millis) in [("2s", 2000), ("50ms", 50), ("1m30s", 90_000), ("0.5", 500), ("3", 3000), ("1h", 3_600_000)]
    {
        assert_eq!(read_duration(text), Ok(Duration::from_millis(millis)), "{text}");
    }
    for text in ["", "s", "2 parsecs", "-2s", "1e400", "ms50", "inf"] {
        assert!(read_duration(text).is_err(), "{text}");
    }
}

#[test]
fn written_for_people() {
    assert_eq!(write_count(0), "0");
    assert_eq!(write_count(999), "999");
    assert_eq!(write_count(1_234_567), "1,234,567");
    assert_eq!(write_size(512), "512 B");
    assert_eq!(write_size(3 << 19), "1.5 MiB");
    assert_eq!(write_duration(0.05), "50 ms");
    assert_eq!(write_duration(1.5), "1.50 s");
    assert_eq!(write_duration(125.0), "2 m 05 s");
}
