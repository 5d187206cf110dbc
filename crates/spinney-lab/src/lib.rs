//! Agents by name, matches, statistics.
