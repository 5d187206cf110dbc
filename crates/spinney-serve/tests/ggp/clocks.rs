//! Answers come in time whatever the agent does.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use spinney::budget::Budget;
use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::View;
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Search;
use spinney_serve::player::{Chosen, Config, Event, Margin, OwnAgent};

use super::peer::{Served, config, sheet};

/// What a bad agent does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bad {
    /// It panics.
    Panics,
    /// It gives no move.
    Silent,
    /// It takes no notice of its budget.
    Sleeps,
    /// The same, but it says first what it thinks best: the last legal move.
    Reports,
    /// It takes no notice of its budget before the match.
    SleepsBefore,
}

struct BadAgent {
    game: AnyGame,
    bad: Bad,
}

const SLEEP: Duration = Duration::from_secs(5);

impl Search<AnyGame> for BadAgent {
    fn search(&mut self, position: &View<AnyState>, budget: &Budget, _: &mut Random) -> Report<AnyMove> {
        let (_, moves) = self.game.options(position.state());
        let last = moves[moves.len() - 1];
        match self.bad {
            Bad::Panics => panic!("as the test wants it"),
            Bad::Silent => return Report::new(None),
            Bad::Sleeps => sleep(SLEEP),
            Bad::Reports => {
                budget.watch.publish(Report::new(Some(last)));
                sleep(SLEEP);
            }
            Bad::SleepsBefore => {}
        }
        Report::new(Some(last))
    }

    fn prepare(&mut self, _: &View<AnyState>, _: &Budget, _: &mut Random) {
        if self.bad == Bad::SleepsBefore {
            sleep(SLEEP);
        }
    }
}

fn served(bad: Bad) -> Served {
    let make = move |game: &AnyGame| Ok(Box::new(BadAgent { game: game.clone(), bad }) as Box<dyn Search<AnyGame>>);
    let own = Some(OwnAgent { name: "bad", make: Arc::new(make) });
    Served::new(Config { own, ..config("bad") })
}

/// The clock of a step, and of the start: long enough for a machine that does other things as well.
const CLOCK: Duration = Duration::from_secs(2);

/// A match against a bad agent, and how its first move is chosen.
fn play(bad: Bad, chosen: Chosen) {
    let served = served(bad);
    let in_time = |message: &str| {
        let began = Instant::now();
        let answer = served.send(message);
        assert!(began.elapsed() < CLOCK, "{bad:?}: {answer} after {:?}", began.elapsed());
        answer
    };
    assert_eq!(in_time(&format!("(START m x {} 2 2)", sheet("tic-tac-toe"))), "ready");
    let mv = in_time("(PLAY m NIL)");
    assert!(mv.starts_with("(mark "), "{bad:?}: {mv}");
    if bad == Bad::Reports {
        assert_eq!(mv, "(mark 3 3)");
    }
    // The match goes on while the agent is still at it.
    assert_eq!(in_time(&format!("(PLAY m ({mv} wait))")), "wait");
    let other = if mv == "(mark 1 1)" { "(mark 1 2)" } else { "(mark 1 1)" };
    let next = in_time(&format!("(PLAY m (wait {other}))"));
    assert!(next.starts_with("(mark ") && next != mv && next != other, "{bad:?}: {next}");
    let events = served.events();
    let how = events.iter().find_map(|event| match event {
        Event::Move { chosen, .. } => Some(*chosen),
        _ => None,
    });
    assert_eq!(how, Some(chosen), "{bad:?}: {events:?}");
    let repeated = events.iter().any(|event| matches!(event, Event::Repeated { .. }));
    assert!(!repeated, "{bad:?}: {events:?}");
    assert_eq!(in_time(&format!("(STOP m ({next} wait))")), "done");
}

#[test]
fn a_bad_agent_still_makes_legal_moves_in_time() {
    thread::scope(|scope| {
        for (bad, chosen) in [
            (Bad::Panics, Chosen::Random),
            (Bad::Silent, Chosen::Random),
            (Bad::Sleeps, Chosen::Late),
            (Bad::Reports, Chosen::Late),
            (Bad::SleepsBefore, Chosen::Search),
        ] {
            scope.spawn(move || play(bad, chosen));
        }
    });
}

/// Agents that never end do not pile up.
#[test]
fn searches_that_do_not_end_are_limited() {
    let served = served(Bad::Sleeps);
    let mut answers = Vec::new();
    for number in 0..20 {
        answers.push(served.send(&format!("(START m{number} x {} 0.5 0.05)", sheet("tic-tac-toe"))));
        let mv = served.send(&format!("(PLAY m{number} NIL)"));
        assert!(mv.starts_with("(mark ") || mv == "busy", "{mv}");
        served.send(&format!("(ABORT m{number})"));
        assert!(served.player.threads() <= 12, "{}", served.player.threads());
    }
    assert!(answers.iter().any(|answer| answer == "ready") && answers.iter().any(|answer| answer == "busy"));
}

#[test]
fn the_margin_is_kept() {
    let margin = Margin::of(Duration::from_millis(600));
    let served = Served::new(Config { margin, ..config("mcts:solver=false") });
    assert_eq!(served.send(&format!("(START m x {} 5 1.2)", sheet("tic-tac-toe"))), "ready");
    let began = Instant::now();
    assert!(served.send("(PLAY m NIL)").starts_with("(mark "));
    let took = began.elapsed();
    assert!(took > Duration::from_millis(400) && took < Duration::from_millis(1100), "{took:?}");
}

/// An agent that counts how often it may think while others do, and does so until it is stopped.
struct Ponderer {
    game: AnyGame,
    times: Arc<AtomicUsize>,
}

impl Search<AnyGame> for Ponderer {
    fn search(&mut self, position: &View<AnyState>, _: &Budget, _: &mut Random) -> Report<AnyMove> {
        Report::new(self.game.options(position.state()).1.first().copied())
    }

    fn prepare(&mut self, _: &View<AnyState>, budget: &Budget, _: &mut Random) {
        self.times.fetch_add(1, Ordering::SeqCst);
        let meter = budget.start();
        while !budget.stop.is_raised() && meter.elapsed() < budget.time.unwrap_or_default() {
            sleep(Duration::from_millis(1));
        }
    }
}

#[test]
fn an_agent_may_think_while_others_do_if_it_is_allowed_to() {
    for (ponder, expected) in [(false, 1), (true, 3)] {
        let times = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&times);
        let make = move |game: &AnyGame| {
            Ok(Box::new(Ponderer { game: game.clone(), times: Arc::clone(&count) }) as Box<dyn Search<AnyGame>>)
        };
        let own = Some(OwnAgent { name: "ponderer", make: Arc::new(make) });
        let served = Served::new(Config { own, ponder, ..config("ponderer") });
        // The start clock is the agent's, too.
        let began = Instant::now();
        assert_eq!(served.send(&format!("(START m x {} 2 10)", sheet("tic-tac-toe"))), "ready");
        assert!(began.elapsed() > Duration::from_millis(1400) && began.elapsed() < Duration::from_secs(2));
        let began = Instant::now();
        let mv = served.send("(PLAY m NIL)");
        sleep(Duration::from_millis(100));
        assert_eq!(served.send(&format!("(PLAY m ({mv} wait))")), "wait");
        sleep(Duration::from_millis(100));
        assert_eq!(served.send("(STOP m (wait (mark 3 3)))"), "done");
        assert!(began.elapsed() < Duration::from_secs(5), "a message ends it: {:?}", began.elapsed());
        assert_eq!(times.load(Ordering::SeqCst), expected);
    }
}
