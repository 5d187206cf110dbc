//! Matches in words and tables.

use spinney_agents::quantity::write_count;
use spinney_serve::host::Standings;

use crate::text_table::{Align, TextTable};

/// The goals of all roles.
pub(super) fn goals_in_words(roles: &[String], goals: &[Option<i32>]) -> String {
    let one = |(role, goal): (&String, &Option<i32>)| match goal {
        Some(goal) => format!("{role} {goal}"),
        None => format!("{role} has none"),
    };
    roles.iter().zip(goals).map(one).collect::<Vec<_>>().join(", ")
}

/// Why the host drew a move.
pub(super) fn marks_in_words(mark: Option<&str>) -> String {
    match mark {
        None => String::new(),
        Some("TO") => " [drawn: no answer in time]".to_owned(),
        Some("CE") => " [drawn: the connection failed]".to_owned(),
        Some(mark) => format!(" [drawn: {} is not legal]", mark.strip_prefix("IL ").unwrap_or(mark)),
    }
}

/// The table of a tournament.
pub(super) fn standings_table(standings: &Standings) -> TextTable {
    let columns = [
        ("player", Align::Left),
        ("games", Align::Right),
        ("mean goal", Align::Right),
        ("win rate", Align::Right),
        ("rating", Align::Right),
        ("TO", Align::Right),
        ("CE", Align::Right),
        ("IL", Align::Right),
        ("slowest", Align::Right),
    ];
    let mut table = TextTable::new(&columns);
    for player in &standings.players {
        let faults = |count: u64| if count == 0 { String::new() } else { write_count(count) };
        let rating = player.elo.zip(player.elo_ci95).map(|(elo, half)| format!("{elo:.0} ± {half:.0}"));
        table.row(vec![
            player.name.clone(),
            write_count(player.games),
            with(player.mean, player.ci95, 1),
            with(player.win_rate, player.win_rate_ci95, 3),
            rating.unwrap_or_default(),
            faults(player.timeouts),
            faults(player.connection_errors),
            faults(player.illegal),
            player.slowest.map_or(String::new(), |seconds| format!("{seconds:.2} s")),
        ]);
    }
    table
}

/// A number with its interval.
fn with(value: Option<f64>, interval: Option<[f64; 2]>, digits: usize) -> String {
    match (value, interval) {
        (Some(value), Some([low, high])) => format!("{value:.digits$} [{low:.digits$}, {high:.digits$}]"),
        (Some(value), None) => format!("{value:.digits$}"),
        _ => String::new(),
    }
}
