//! The players of the thesis, and that no decision depends on what is hidden.

use std::sync::Arc;

use spinney::budget::Budget;
use spinney::game::capabilities::{Hidden, Notation};
use spinney::game::{Game, Moves, NoRecorder, Turn, View};
use spinney::random::Random;
use spinney::search::Search;
use spinney::search::belief_search::{self, BeliefSearch};
use spinney::search::ismcts::{self, Ismcts, Observers};
use spinney_games::registry::Builtin;
use spinney_games::scotland_yard_grid::{Options, ScotlandYardGrid, State};

use super::{AGENTS, MR_X, grid, legal, play, positions, read, word};

type AnySearch = Box<dyn Search<Arc<ScotlandYardGrid>>>;

/// The game's own players, and the searches for all games.
fn searches(game: &Arc<ScotlandYardGrid>) -> Vec<(String, AnySearch)> {
    let own = ScotlandYardGrid::players().into_iter();
    let own = own.map(|player| (player.entry.name.to_owned(), player.make(Arc::clone(game), &[]).unwrap()));
    let multi = ismcts::Config { observers: Observers::Multi, ..ismcts::Config::default() };
    let configs =
        [("single", ismcts::Config::default()), ("multi", multi), ("advised", ismcts::Config::advised(&**game))];
    let ismcts = configs.map(|(name, config)| {
        (format!("ismcts {name}"), Box::new(Ismcts::new(Arc::clone(game), config).unwrap()) as AnySearch)
    });
    let beliefs = BeliefSearch::new(Arc::clone(game), belief_search::Config::default()).unwrap();
    own.chain(ismcts).chain([("alpha-beta".to_owned(), Box::new(beliefs) as AnySearch)]).collect()
}

#[test]
fn a_decision_does_not_depend_on_where_mr_x_really_is() {
    for options in [Options::new(5, 2, 10), Options::new(4, 3, 8)] {
        let game = Arc::new(ScotlandYardGrid::new(options).unwrap());
        // One of each pair is searched from the true position, the other from one that the agents cannot distinguish
        // from it.
        let (mut observed, mut fooled) = (searches(&game), searches(&game));
        let (mut decisions, mut swapped) = (0, 0);
        for seed in 0..15 {
            let mut rng = Random::new(seed);
            let mut state = game.start(&mut rng);
            while let (Turn::Player(player), _) = legal(&game, &state) {
                let mut mv = None;
                if player == AGENTS {
                    let view = View::of(&*game, &state, AGENTS);
                    let other = game.sample(view.state(), AGENTS, &mut rng);
                    swapped += u32::from(other != state);
                    for ((name, truth), (_, fiction)) in observed.iter_mut().zip(&mut fooled) {
                        let [first, second] = [(truth, &state), (fiction, &other)].map(|(search, state)| {
                            let view = View::of(&*game, state, AGENTS);
                            let report = search.search(&view, &Budget::simulations(200), &mut Random::new(seed));
                            search.reset();
                            report.with_seconds(0.0)
                        });
                        assert_eq!(first, second, "{name} at {}", game.write_state(&state));
                        mv = first.best;
                        decisions += 1;
                    }
                }
                match mv {
                    Some(mv) => game.play(&mut state, mv),
                    None => drop(game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder)),
                }
            }
        }
        assert!(decisions > 100 && swapped > 10, "{decisions} decisions, {swapped} swapped");
    }
}

fn player(game: &Arc<ScotlandYardGrid>, name: &str, parameters: &[(&str, &str)]) -> AnySearch {
    let parameters: Vec<_> = parameters.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let players = ScotlandYardGrid::players();
    players.iter().find(|player| player.entry.name == name).unwrap().make(Arc::clone(game), &parameters).unwrap()
}

const OWN: [&str; 3] = ["thesis-mcts", "thesis-mcts-distance", "thesis-alpha-beta"];

#[test]
fn the_players_see_what_is_one_move_away() {
    let game = Arc::new(grid(5, 2, 15));
    let catch = read(&game, "x=c3 agents=c2,e5 moves=3 next=agent-1 seen=c3 possible=c3");
    let flee = read(&game, "x=a1 agents=b2,c1 moves=3 next=mr-x seen=a1 possible=a1");
    for name in OWN {
        for (state, seat, best) in [(&catch, AGENTS, "down"), (&flee, MR_X, "down")] {
            let view = View::of(&*game, state, seat);
            let mut search = player(&game, name, &[]);
            let report = search.search(&view, &Budget::simulations(3_000), &mut Random::new(3));
            // From a1 both ways may be lost; avoiding the agents is what counts.
            let answer = game.write_move(state, report.best.unwrap());
            let safe = seat == MR_X && answer == "right";
            assert!(answer == best || safe, "{name}: {answer} at {}", game.write_state(state));
        }
    }
}

#[test]
fn the_players_answer_within_any_budget() {
    let game = Arc::new(grid(5, 2, 15));
    let stopped = Budget::default();
    stopped.stop.raise();
    for name in OWN {
        for (position, state) in positions(&game, 2).iter().enumerate() {
            let (turn, _) = legal(&game, state);
            for seat in [MR_X, AGENTS] {
                let view = View::of(&*game, state, seat);
                for budget in [&Budget::simulations(0), &Budget::simulations(1), &stopped] {
                    let report = player(&game, name, &[]).search(&view, budget, &mut Random::new(1));
                    assert_eq!(report.best.is_some(), turn == Turn::Player(seat), "{name} at {position}");
                    let mut moves = Moves::new();
                    game.turn(state, &mut moves);
                    assert!(report.best.is_none_or(|mv| moves.contains(&mv)));
                }
            }
        }
    }
    let view = View::of(&*game, &game.start(&mut Random::new(1)), MR_X);
    let report = player(&game, "thesis-mcts", &[]).search(&view, &Budget::default(), &mut Random::new(1));
    assert_eq!(report.simulations, 3_000, "the thesis's second");
    let little = Budget::simulations(3_000).with_memory(2_000);
    let report = player(&game, "thesis-mcts", &[]).search(&view, &little, &mut Random::new(1));
    assert!(report.nodes * 24 <= 2_000, "{} nodes", report.nodes);
}

#[test]
fn agents_follow_their_plan_until_they_see_mr_x_again() {
    let game = Arc::new(grid(7, 3, 15));
    let mut search = player(&game, "thesis-alpha-beta", &[]);
    let (mut planned, mut made) = (0, 0);
    for seed in 0..4 {
        let mut rng = Random::new(seed);
        let mut state = game.start(&mut rng);
        let mut first = true;
        while let (Turn::Player(player), _) = legal(&game, &state) {
            if player == MR_X {
                first = true;
                game.random_step(&mut state, &mut Moves::new(), &mut rng, &mut NoRecorder);
                continue;
            }
            let report = search.search(&View::of(&*game, &state, AGENTS), &Budget::default(), &mut rng);
            search.reset();
            let moves: u32 = word(&game, &state, "moves").parse().unwrap();
            let anew = report.simulations > 0;
            if first && (moves == 1 || moves.is_multiple_of(3)) {
                assert!(anew, "a new plan at the start and at each sighting");
            }
            // Only a plan that ended with a catch which did not happen is replaced in between.
            planned += u32::from(!anew);
            made += u32::from(anew);
            first = false;
            game.play(&mut state, report.best.unwrap());
        }
    }
    assert!(planned > 2 * made, "{planned} moves as planned, {made} plans");
}

#[test]
fn distances_decide_what_alpha_beta_does_far_from_mr_x() {
    let game = Arc::new(grid(7, 1, 15));
    let state = read(&game, "x=g7 agents=a1 moves=3 next=agent-1 seen=g7 possible=g7");
    let view = View::of(&*game, &state, AGENTS);
    for seed in 0..10 {
        let report = player(&game, "thesis-alpha-beta", &[("ties", "first")]).search(
            &view,
            &Budget::default(),
            &mut Random::new(seed),
        );
        let answer = game.write_move(&state, report.best.unwrap());
        assert!(["down", "right"].contains(&answer.as_str()), "{answer}");
        assert_eq!(report.pv.len(), 5, "three rounds, the first without Mr. X");
    }
}

#[test]
fn a_joint_move_is_searched_once_and_played_agent_by_agent() {
    let game = Arc::new(grid(7, 3, 15));
    let state = read(&game, "x=? agents=a1,d4,g7 moves=1 next=agent-1 seen=- possible=any");
    for name in ["thesis-mcts", "thesis-mcts-distance"] {
        let mut search = player(&game, name, &[]);
        let mut decide = |state: &State| {
            let report =
                search.search(&View::of(&*game, state, AGENTS), &Budget::simulations(500), &mut Random::new(1));
            search.reset();
            report
        };
        let whole = decide(&state);
        assert_eq!((whole.simulations, whole.pv.len()), (500, 3), "{name}: one cell for each agent");
        assert_eq!(whole.best, whole.pv.first().copied());
        let mut next = state;
        for pair in whole.pv.windows(2) {
            game.play(&mut next, pair[0]);
            let report = decide(&next);
            assert_eq!((report.simulations, report.best), (0, Some(pair[1])), "{name}: as planned");
        }
        // Another position, in which the first agent went elsewhere, is searched anew.
        let mut moves = Moves::new();
        game.turn(&state, &mut moves);
        let mut other = state;
        game.play(&mut other, *moves.iter().find(|&&mv| Some(mv) != whole.best).unwrap());
        let report = decide(&other);
        assert_eq!((report.simulations, report.pv.len()), (500, 2), "{name}: the other two agents");
        // One by one, every agent is searched for.
        let mut search = player(&game, name, &[("moves", "one-by-one")]);
        let mut next = state;
        for _ in 0..3 {
            let report = search.search(&View::of(&*game, &next, AGENTS), &Budget::simulations(50), &mut Random::new(1));
            assert_eq!((report.simulations, report.pv.len()), (50, 1), "{name}");
            game.play(&mut next, report.best.unwrap());
        }
    }
}

#[test]
fn readings_set_defaults_and_options_win_in_any_order() {
    let game = Arc::new(grid(5, 2, 15));
    let state = read(&game, "x=c3 agents=a1,e5 moves=3 next=mr-x seen=c3 possible=c3");
    let report = |name, options: &[(&str, &str)]| {
        let view = View::of(&*game, &state, MR_X);
        player(&game, name, options).search(&view, &Budget::simulations(300), &mut Random::new(1)).with_seconds(0.0)
    };
    let tree = [("moves", "one-by-one"), ("backup", "turned"), ("expand", "random"), ("ties", "random")];
    let distance = [&tree[..], &[("value", "mean"), ("n", "parent")]].concat();
    let alpha_beta = [("moves", "one-by-one"), ("evaluation", "leaf")];
    for (name, options) in
        [("thesis-mcts", &tree[..]), ("thesis-mcts-distance", &distance), ("thesis-alpha-beta", &alpha_beta)]
    {
        let textbook = ("reading", "textbook");
        assert_eq!(report(name, &[textbook]), report(name, options));
        assert_ne!(report(name, &[textbook]), report(name, &[]));
        for option in [("moves", "joint"), ("guess", "possible")] {
            assert_eq!(report(name, &[textbook, option]), report(name, &[option, textbook]), "{name}, {option:?}");
        }
        assert_eq!(report(name, &[("reading", "stated")]), report(name, &[]));
    }
}

#[test]
fn options_that_are_wrong_or_gone_are_explained() {
    let game = Arc::new(grid(5, 2, 15));
    let error = |name: &str, key: &str, value: &str| {
        let players = ScotlandYardGrid::players();
        let player = players.iter().find(|player| player.entry.name == name).unwrap();
        let made = player.make(Arc::clone(&game), &[(key.to_owned(), value.to_owned())]);
        made.err().unwrap_or_else(|| panic!("{name}:{key}={value}")).to_string()
    };
    for (name, key, value, expected) in [
        ("thesis-mcts", "reading", "faithful", "stated or textbook"),
        ("thesis-mcts", "moves", "all", "joint or one-by-one"),
        ("thesis-mcts", "backup", "mean", "summed or turned"),
        ("thesis-mcts", "expand", "last", "first or random"),
        ("thesis-mcts", "ties", "last", "random or first"),
        ("thesis-mcts", "value", "sum", "no parameter `value`"),
        ("thesis-mcts", "loss", "-1", "no parameter `loss`"),
        ("thesis-mcts-distance", "value", "total", "sum or mean"),
        ("thesis-mcts-distance", "n", "1", "simulations or parent"),
        ("thesis-mcts-distance", "count", "game", "playout or search"),
        ("thesis-mcts-distance", "backup", "mean", "summed or turned"),
        ("thesis-alpha-beta", "evaluation", "root", "path or leaf"),
        ("thesis-alpha-beta", "depth", "10", "from 1 to 9"),
    ] {
        let error = error(name, key, value);
        assert!(error.contains(expected), "{name}:{key}={value}: {error}");
    }
}

/// Figure 5.3 of the thesis: where no simulation is won, all moves are visited equally often, and agents that play the
/// first of them step to and fro.
#[test]
fn agents_without_hope_step_to_and_fro() {
    let game = Arc::new(grid(15, 1, 9));
    let mut search = player(&game, "thesis-mcts", &[]);
    let mut state = read(&game, "x=o15 agents=a1 moves=6 next=agent-1 seen=o15 possible=o15");
    let mut walked = Vec::new();
    for x in ["up", "down", ""] {
        let report = search.search(&View::of(&*game, &state, AGENTS), &Budget::simulations(300), &mut Random::new(1));
        walked.push(game.write_move(&state, report.best.unwrap()));
        game.play(&mut state, report.best.unwrap());
        play(&game, &mut state, x);
    }
    assert_eq!(walked, ["down", "up", "down"]);
}
