//! Solving: lines are right, a search before every move is never worse than the first of them, and what is compared
//! does not depend on how much is done at the same time.

use std::ops::ControlFlow;

use spinney::budget::Budget;
use spinney::game::Game;
use spinney::random::Random;
use spinney_agents::Spec;
use spinney_agents::games::open;
use spinney_agents::named::replay;
use spinney_lab::records::{Record, Records};
use spinney_lab::solve::{Comparison, Numbers, Outcome, Pace, Row, Series, Solution, SolveError, UnderWay, solve};

fn solve_one(name: &str, agent: &str, simulations: u64, pace: Pace, seed: u64) -> Result<Solution, SolveError> {
    let game = open(&Spec::game(name).unwrap()).unwrap();
    let start = game.start(&mut Random::new(0));
    let budget = Budget::simulations(simulations);
    let solution = solve(&game, &start, &[], &Spec::agent(agent).unwrap(), &budget, pace, &mut Random::new(seed))?;
    // By the rules the line leads to the end and is worth what was said.
    let mut position = start.clone();
    replay(&game, &mut position, &solution.line).unwrap();
    assert_eq!(game.payoffs(&position), Some(vec![solution.score]), "{name} {agent}");
    assert_eq!(game.solved(&position), solution.solved);
    Ok(solution)
}

const AGENTS: [&str; 5] =
    ["portfolio:threads=1", "nrpa:level=1,threads=1", "nested:level=1", "random", "mcts:playout=random-tabu,threads=1"];

#[test]
fn lines_are_right_and_every_further_search_can_only_help() {
    let mut helped = 0;
    for agent in AGENTS {
        for seed in 0..4 {
            let game = format!("samegame:rows=6,cols=6,colours=3,seed={seed}");
            let whole = solve_one(&game, agent, 20, Pace::Whole, seed).unwrap();
            let each = solve_one(&game, agent, 20, Pace::MoveByMove, seed).unwrap();
            assert!(agent == "random" || each.score >= whole.score, "{agent}: {} < {}", each.score, whole.score);
            helped += usize::from(each.score > whole.score);
        }
    }
    assert!(helped > 0, "searching before every move never found anything better");
}

#[test]
fn games_of_several_are_refused_and_finished_ones_are_over() {
    let random = |game| solve_one(game, "random", 5, Pace::Whole, 1);
    assert!(matches!(random("tic-tac-toe"), Err(SolveError::Players(_))));
    assert!(matches!(random("pig"), Err(SolveError::Players(_) | SolveError::Chance(_))));
    assert_eq!(random("samegame:rows=1,cols=1").unwrap().line.len(), 0);
}

fn comparison(jobs: usize) -> Comparison {
    let game = Spec::game("samegame:rows=5,cols=5,colours=3").unwrap();
    Comparison {
        boards: Series::Seeds(Numbers::read("1-5").unwrap()).of(&game).unwrap(),
        known: Vec::new(),
        agents: Spec::alternatives("nrpa:level=1|2,threads=1").unwrap(),
        budget: Budget::simulations(30),
        pace: Pace::Whole,
        seed: 3,
        runs: 1,
        jobs,
        build_time: Default::default(),
        under_way: UnderWay::default(),
    }
}

fn run(comparison: &Comparison) -> (Vec<Row>, Outcome) {
    let mut rows = Vec::new();
    let outcome = comparison.run(&mut |row| {
        rows.push(row.clone());
        ControlFlow::Continue(())
    });
    (rows, outcome.unwrap())
}

#[test]
fn rows_come_in_order_however_many_at_a_time() {
    let (alone, outcome) = run(&comparison(1));
    let places: Vec<_> = alone.iter().map(|row| (row.work.board, row.work.agent)).collect();
    assert_eq!(places, (0..5).flat_map(|board| [(board, 0), (board, 1)]).collect::<Vec<_>>());
    let lines = |rows: &[Row]| rows.iter().map(|row| row.solution.line.clone()).collect::<Vec<_>>();
    let (together, again) = run(&comparison(4));
    assert_eq!(lines(&together), lines(&alone));
    let sums =
        |outcome: &Outcome| outcome.summaries.iter().map(|s| (s.boards, s.total, s.difference)).collect::<Vec<_>>();
    assert_eq!(sums(&again), sums(&outcome));
    assert!(!outcome.stopped && outcome.failure.is_none());
    assert!(together.iter().all(|row| row.solution.cpu_seconds.is_some()), "one thread each can be distinguished");
}

#[test]
fn known_lines_are_where_a_search_begins() {
    let game = "samegame:rows=9,cols=9,colours=4,seed=2";
    let best = solve_one(game, "portfolio:threads=1", 3_000, Pace::Whole, 1).unwrap();
    let record = Record {
        game: game.to_owned(),
        score: best.score,
        date: String::new(),
        agent: String::new(),
        budget: String::new(),
        seed: 1,
        from: None,
        line: best.line.join(" "),
    };
    let boards = Spec::game("samegame:rows=9,cols=9,colours=4").unwrap();
    let of = |agents: &str, known| Comparison {
        boards: Series::Seeds(Numbers::read("1-3").unwrap()).of(&boards).unwrap(),
        known,
        agents: Spec::alternatives(agents).unwrap(),
        budget: Budget::simulations(1),
        ..comparison(1)
    };
    let known = Records { list: vec![record] };
    let scores = |agents, known| run(&of(agents, known)).0.iter().map(|row| row.solution.score).collect::<Vec<_>>();
    for agent in ["portfolio:threads=1", "anneal:threads=1", "beam:learn=true"] {
        let (anew, improved) = (scores(agent, vec![]), scores(agent, vec![known.clone()]));
        assert!(improved[1] >= best.score && anew[1] < best.score, "{agent}: {improved:?}, {anew:?}");
        assert_eq!((improved[0], improved[2]), (anew[0], anew[2]), "the other boards begin anew");
    }
    let outcome = run(&of("nrpa:threads=1", vec![known])).1;
    assert!(matches!(outcome.failure, Some(SolveError::BeginsAnew(_))));
}

#[test]
fn whoever_looks_on_may_end_it() {
    let comparison = comparison(1);
    let mut rows = 0;
    let outcome = comparison.run(&mut |_| {
        rows += 1;
        if rows < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let finished: usize = outcome.unwrap().summaries.iter().map(|summary| summary.boards).sum();
    assert_eq!(rows, 3, "no rows after that");
    assert!((3..=10).contains(&finished), "what was finished meanwhile is counted: {finished}");
    assert!(comparison.under_way.list().is_empty());
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_is() {
    let refused = |comparison: Comparison| {
        let outcome = comparison.run(&mut |_| panic!("nothing is solved"));
        outcome.map(drop).unwrap_err()
    };
    let mut unknown = comparison(2);
    unknown.boards[4].spec = Spec::game("samegame:board=21").unwrap();
    assert!(matches!(refused(unknown), SolveError::Open(_)));
    let mut hidden = comparison(2);
    hidden.agents.push(Spec::plain("pimc"));
    assert!(matches!(refused(hidden), SolveError::Agent(_)));
    let mut several = comparison(2);
    several.boards[0].spec = Spec::plain("othello");
    assert!(matches!(refused(several), SolveError::Players(_)));
}
