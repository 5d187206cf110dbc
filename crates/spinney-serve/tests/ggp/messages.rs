//! The messages of a match, as a manager sends them.

use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use spinney_serve::player::{Chosen, Event};

use super::peer::{Served, config, sheet};

fn last_match(served: &Served, id: &str, clocks: &str) -> String {
    served.send(&format!("(START {id} ann {} {clocks})", sheet("last-match")))
}

#[test]
fn a_match_is_played_to_its_end() {
    let served = Served::new(config("exhaustive"));
    assert_eq!(served.send("( INFO )"), "( ( name spinney ) ( status available ) ( species alien ) )");
    assert_eq!(served.send("(ping)"), "ready");
    assert_eq!(last_match(&served, "m1", "5 2 and more"), "ready");
    assert_eq!(served.send("(info)"), "( ( name spinney ) ( status busy ) ( species alien ) )");
    assert_eq!(served.send("(PING)"), "busy");
    // Of three matches every move loses; the only other answer is the idle role's.
    let first = served.send("(PLAY m1 NIL)");
    assert!(first == "(take 1)" || first == "(take 2)", "{first}");
    assert_eq!(served.send("(play m1 ((take 1) wait))"), "wait");
    assert_eq!(served.send("( StOp m1 ( wait ( take 2 ) ) )"), "done");
    assert_eq!(served.send("(play m1 (wait wait))"), "busy", "the match is over");
    assert_eq!(served.send("(stop m1 (wait wait))"), "busy");
    let stop = served.events().into_iter().find(|event| matches!(event, Event::Stop { .. }));
    assert_eq!(stop, Some(Event::Stop { id: "m1".to_owned(), steps: 2, goals: Some(vec![Some(0), Some(100)]) }));
    assert_eq!(last_match(&served, "m2", "5 2"), "ready", "and the next one begins");
}

#[test]
fn a_second_match_must_wait() {
    let served = Served::new(config("random"));
    assert_eq!(last_match(&served, "m1", "5 2"), "ready");
    assert_eq!(last_match(&served, "m2", "5 2"), "busy");
    assert_eq!(last_match(&served, "m1", "5 2"), "busy", "also if it is the same");
    assert_eq!(served.send("(PLAY m2 NIL)"), "busy");
    assert_eq!(served.send("(ABORT m2)"), "busy");
    assert_eq!(served.send("(PREVIEW ((role x)) 1)"), "busy");
    assert_eq!(served.send("(ABORT m1)"), "aborted");
    assert_eq!(last_match(&served, "m2", "5 2"), "ready");
}

#[test]
fn a_question_that_is_asked_again_is_answered_again() {
    let served = Served::new(config("random"));
    assert_eq!(last_match(&served, "m", "5 2"), "ready");
    let first = served.send("(PLAY m NIL)");
    assert_eq!(served.send("(PLAY m NIL)"), first);
    let joint = format!("(PLAY m ({first} wait))");
    assert_eq!(served.send(&joint), "wait");
    assert_eq!(served.send(&joint), "wait", "the step is not made twice");
    let left = if first == "(take 1)" { 2 } else { 1 };
    let last = served.send("(PLAY m (wait (take 1)))");
    match left {
        1 => assert_eq!(served.send("(STOP m (wait (take 1)))"), "done"),
        _ => {
            assert_eq!(last, "(take 1)");
            assert_eq!(served.send(&format!("(STOP m ({last} wait))")), "done");
        }
    }
    let repeated = served.events().iter().filter(|event| matches!(event, Event::Repeated { .. })).count();
    assert!(repeated >= 2, "{repeated}");
}

/// Both roles may go on making the same moves: that is no repetition.
#[test]
fn equal_moves_may_follow_each_other() {
    let waiting = "((role a) (role b) (init (n 0)) (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (legal ?r wait) (role ?r)) (<= (next (n ?m)) (true (n ?n)) (succ ?n ?m))
        (<= terminal (true (n 4))) (<= (goal ?r 50) (role ?r)))";
    let served = Served::new(config("random"));
    assert_eq!(served.send(&format!("(START m a {waiting} 5 2)")), "ready");
    assert_eq!(served.send("(PLAY m NIL)"), "wait");
    for _ in 0..3 {
        assert_eq!(served.send("(PLAY m (wait wait))"), "wait");
    }
    assert_eq!(served.send("(STOP m (wait wait))"), "done");
    let stop = served.events().into_iter().find(|event| matches!(event, Event::Stop { .. }));
    assert_eq!(stop, Some(Event::Stop { id: "m".to_owned(), steps: 4, goals: Some(vec![Some(50); 2]) }));
}

#[test]
fn the_player_says_who_it_is_while_it_thinks() {
    let served = Served::new(config("mcts:solver=false"));
    assert_eq!(served.send(&format!("(START m x {} 5 2.5)", sheet("tic-tac-toe"))), "ready");
    let asked = Instant::now();
    thread::scope(|scope| {
        let thinking = scope.spawn(|| (served.send("(PLAY m NIL)"), asked.elapsed()));
        // The same question once more, while the first is open.
        sleep(Duration::from_millis(200));
        let again = scope.spawn(|| served.send("(PLAY m NIL)"));
        let info = Instant::now();
        assert!(served.send("(INFO)").contains("( status busy )"));
        assert!(info.elapsed() < Duration::from_millis(1500));
        let (mv, took) = thinking.join().unwrap();
        assert!(mv.starts_with("(mark "), "{mv}");
        assert_eq!(again.join().unwrap(), mv);
        assert!(took > Duration::from_secs(1) && took < Duration::from_millis(2500), "{took:?}");
    });
    let moves = served.events().into_iter().filter(|event| matches!(event, Event::Move { .. })).count();
    assert_eq!(moves, 1);
}

#[test]
fn a_match_that_is_silent_is_given_up() {
    let served =
        Served::new(spinney_serve::player::Config { patience: Duration::from_millis(1500), ..config("random") });
    assert_eq!(last_match(&served, "m1", "0.2 0.1"), "ready");
    assert_eq!(last_match(&served, "m2", "0.2 0.1"), "busy");
    let began = Instant::now();
    while served.player.is_busy() {
        assert!(began.elapsed() < Duration::from_secs(10));
        sleep(Duration::from_millis(50));
    }
    assert!(served.events().iter().any(|event| matches!(event, Event::Dropped { id, .. } if id == "m1")));
    assert_eq!(last_match(&served, "m2", "5 2"), "ready");
}

#[test]
fn an_abort_ends_a_search() {
    let served = Served::new(config("mcts:solver=false"));
    assert_eq!(served.send(&format!("(START m x {} 5 60)", sheet("tic-tac-toe"))), "ready");
    thread::scope(|scope| {
        let thinking = scope.spawn(|| served.send("(PLAY m NIL)"));
        sleep(Duration::from_millis(200));
        assert_eq!(served.send("(ABORT m)"), "aborted");
        assert!(thinking.join().unwrap().starts_with("(mark "));
    });
    let began = Instant::now();
    while served.player.threads() > 0 {
        assert!(began.elapsed() < Duration::from_secs(10), "the threads of the match do not end");
        sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_sheet_that_cannot_be_played_is_refused() {
    let served = Served::new(config("mcts"));
    for (start, reason) in [
        ("(START m a ((role a) (hello)) 2 1)", "terminal"),
        ("(START m nobody ((role a) (legal a b) (goal a 1) terminal) 2 1)", "no role `nobody`; roles: a"),
        ("(START m a (((((((role) 2 1)", "never closed"),
    ] {
        let answer = served.exchange(super::peer::post(start).as_bytes(), false);
        assert!(answer.ends_with("busy") || answer.starts_with("HTTP/1.0 400"), "{answer}");
        let events = served.events();
        let Some(Event::Refused { reason: said, .. }) = events.last() else { panic!("{events:?}") };
        assert!(said.contains(reason), "{said}");
    }
    assert_eq!(last_match(&served, "m", "5 2"), "ready");
}

/// A manager goes on whatever the answer to START is, so loading does too.
#[test]
fn a_rule_sheet_that_takes_too_long_is_loaded_while_the_match_goes_on() {
    let served = Served::new(config("random"));
    assert_eq!(served.send(&format!("(START m x {} 0.002 10)", sheet("othello"))), "ready");
    assert!(served.send("(PLAY m NIL)").starts_with("(put "));
    assert!(served.events().iter().any(|event| matches!(event, Event::Warning { .. })), "{:?}", served.events());
}

/// The words of the rule sheet are kept as they are, whatever they are.
#[test]
fn moves_are_spelt_as_in_the_sheet() {
    let scrambled = "(((ROLE Xyz) (Role QRS) (INIT (zz 1))
        (<= (LEGAL ?a (Go 1)) (role ?a)) (<= (Legal ?b (gO Two three)) (role ?b))
        (<= (next (zz 2)) (true (zz 1))) (<= TERMINAL (true (zz 2))) (<= (goal ?ROLE 50) (role ?ROLE))))";
    let served = Served::new(config("random"));
    assert_eq!(served.send(&format!("(start m qrs {scrambled} 5 2)")), "ready");
    let mv = served.send("(play m nil)");
    assert!(mv == "(Go 1)" || mv == "(gO Two three)", "{mv}");
    // A manager may write everything in capitals.
    assert_eq!(served.send("(STOP m ((GO 1) (GO TWO THREE)))"), "done");
    let stop = served.events().into_iter().find(|event| matches!(event, Event::Stop { .. }));
    assert_eq!(stop, Some(Event::Stop { id: "m".to_owned(), steps: 1, goals: Some(vec![Some(50); 2]) }));
}

#[test]
fn a_rule_sheet_may_come_in_advance() {
    let served = Served::new(config("random"));
    assert_eq!(served.send(&format!("(PREVIEW {} 5)", sheet("last-match"))), "ready");
    assert!(matches!(served.events()[..], [Event::Preview { engine: Some(_), .. }]));
    assert_eq!(last_match(&served, "m", "5 2"), "ready");
}

#[test]
fn an_agent_that_cannot_play_is_replaced() {
    let served = Served::new(config("nrpa"));
    assert_eq!(last_match(&served, "m", "5 0.5"), "ready");
    assert!(served.send("(PLAY m NIL)").starts_with("(take "));
    let events = served.events();
    assert!(events.iter().any(|event| matches!(event, Event::Warning { reason, .. } if reason.contains("nrpa"))));
    assert!(events.iter().any(|event| matches!(event, Event::Move { chosen: Chosen::Search, .. })), "{events:?}");
}
