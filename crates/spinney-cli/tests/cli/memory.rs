//! Memory: a search stays within its limit, notes what it did about it, and still returns a move.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// The peak memory of a process so far, in KiB.
pub(super) fn peak(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

/// Searches with this budget. Returns the object and the peak in KiB.
fn search(agent: &str, budget: &[&str]) -> (Value, u64) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_spinney"))
        .args(["search", "connect-four", "--agent", agent, "--seed", "1", "--json", "--quiet"])
        .args(budget)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut most = 0;
    while child.try_wait().unwrap().is_none() {
        most = most.max(peak(&child).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(10));
    }
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    (serde_json::from_str(&text).unwrap(), most)
}

/// Agents with their threads.
const RUNS: [(&str, &str); 3] = [("mcts", "1"), ("mcts:when-full=freeze", "1"), ("mcts", "2")];

/// All agents in parallel, each with `mebibytes`; peaks stay below `ceiling`. Returns their reports.
fn stay_within(mebibytes: u64, ceiling: u64, end: [&str; 2]) -> [Value; 3] {
    let memory = format!("{mebibytes}MiB");
    std::thread::scope(|scope| {
        let start = |(agent, threads)| {
            let budget = ["--memory", &memory, end[0], end[1], "--threads", threads];
            (agent, scope.spawn(move || search(agent, &budget)))
        };
        RUNS.map(start).map(|(_, job)| {
            let (object, peak) = job.join().unwrap();
            assert!(object["best"].is_string(), "{object}");
            assert!((1..ceiling << 10).contains(&peak), "peak {peak} KiB: {object}");
            assert!(object["bytes"].as_u64().unwrap() <= mebibytes << 20, "{object}");
            object
        })
    })
}

/// How much of the memory five seconds fill depends on the machine; that it is not exceeded does not.
#[test]
fn a_search_by_time_stays_within_its_memory() {
    stay_within(64, 100, ["--time", "5s"]);
}

/// These simulations need several times the memory.
#[test]
fn a_search_by_simulations_fills_its_memory_and_goes_on() {
    for object in stay_within(8, 44, ["--simulations", "600k"]) {
        assert!(object["bytes"].as_u64().unwrap() > 6 << 20, "{object}");
        assert!(object["notes"].to_string().contains("memory was used up"), "{object}");
    }
}
