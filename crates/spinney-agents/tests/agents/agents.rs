//! The list of agents.

use spinney::budget::Budget;
use spinney::game::{Game, Player, Turn};
use spinney::random::Random;

use spinney::report::Unit;
use spinney_agents::agents::*;
use spinney_agents::games::open;
use spinney_agents::{AgentError, Seat, Spec};

fn seat(game: &str, agent: &str) -> Result<Seat, String> {
    let game = open(&Spec::game(game).unwrap()).unwrap();
    game.seat(&Spec::agent(agent).unwrap(), Player(0)).map_err(|error| error.to_string())
}

fn says(text: &str) -> Result<(), String> {
    check(&Spec::agent(text).unwrap()).map_err(|error| error.to_string())
}

#[test]
fn an_unknown_name_lists_the_known_and_suggests_the_nearest() {
    let error = says("randon").unwrap_err();
    assert!(error.starts_with("no agent `randon`, did you mean `random`?; agents: mcts, alpha-beta, "), "{error}");
    assert!(!says("xyzzy").unwrap_err().contains("mean"));
    assert_eq!(check(&Spec::plain("human")), Err(AgentError::Human));
}

#[test]
fn an_unknown_key_is_rejected_by_every_agent() {
    for entry in list_agents() {
        let error = says(&format!("{}:no-such-key=1", entry.name)).unwrap_err();
        assert!(error.starts_with(&format!("agent `{}` has no parameter `no-such-key`", entry.name)), "{error}");
    }
}

#[test]
fn every_default_is_accepted_as_written() {
    for entry in list_agents() {
        for parameter in &entry.parameters {
            let parameters = vec![(parameter.name.to_owned(), parameter.default.clone())];
            let spec = Spec { name: entry.name.to_owned(), parameters, raw: false };
            assert_eq!(check(&spec), Ok(()), "{spec}");
        }
    }
}

#[test]
fn the_inner_agent_is_checked_like_any_other() {
    assert_eq!(says("pimc:inner.c=0.5,inner=mcts,determinizations=7,threads=2"), Ok(()));
    assert_eq!(says("pimc:deals=7"), Ok(()), "the former name");
    let error = says("pimc:inner=mtcs").unwrap_err();
    assert!(error.starts_with("no agent `mtcs`, did you mean `mcts`?; agents: mcts"), "{error}");
    assert!(says("pimc:inner=pimc").is_err(), "an inner agent plays perfect-information games");
    assert!(says("pimc:inner=human").is_err());
    let error = says("pimc:inner=mcts,inner.selekt=puct").unwrap_err();
    assert!(error.starts_with("agent `mcts` has no parameter `selekt`, did you mean `select`?"), "{error}");
    let error = says("pimc:inner=flat,inner.c=much").unwrap_err();
    assert!(error.starts_with("agent `flat`: `c=much`: expected"), "{error}");
    assert!(says("pimc:determinization=7").unwrap_err().contains("did you mean `determinizations`?"));
}

#[test]
fn agents_for_perfect_information_reject_hidden_information_and_name_those_that_do_not() {
    let make = |text: &str| seat("kuhn-poker", text).map(drop);
    let accepting = ["mcts", "alpha-beta", "pimc", "ismcts", "cfr", "mccfr", "random"];
    let mut rejecting = 0;
    for entry in list_agents().iter().filter(|entry| entry.game.is_none()) {
        let made = make(entry.name);
        assert_eq!(made.is_ok(), accepting.contains(&entry.name), "{}: {made:?}", entry.name);
        if let Err(error) = made.as_ref().map_err(|error| error.as_str()) {
            let named = error.contains("has hidden information") && error.contains("try mcts");
            let other = ["needs a single-player game", "needs a game with tactics"];
            assert!(named || other.iter().any(|reason| error.contains(reason)), "{error}");
            rejecting += usize::from(named);
        }
    }
    assert!(rejecting >= 6, "{rejecting}");
    for agent in ["ismcts:observers=multi", "pimc:inner=exhaustive,inner.nodes=1000"] {
        assert_eq!(make(agent), Ok(()), "{agent}");
    }
    let error = seat("othello", "pimc").map(drop).unwrap_err();
    assert!(error.contains("pimc is for hidden information"), "{error}");
}

#[test]
fn plain_names_have_a_meaning_and_a_table_for_either_kind_of_game() {
    let says = |text: &str| (says(text), seat("kuhn-poker", text).map(drop), seat("othello", text).map(drop));
    for plain in ["mcts", "alpha-beta", "mcts:c=0.5", "alpha-beta:depth=3"] {
        assert_eq!(says(plain), (Ok(()), Ok(()), Ok(())), "{plain}");
    }
    for hidden in ["mcts:belief=game,coalition=0.2", "alpha-beta:opponent=greedy"] {
        let (checked, of_hidden, of_open) = says(hidden);
        assert_eq!((checked, of_hidden), (Ok(()), Ok(())), "{hidden}");
        assert!(of_open.unwrap_err().contains("has no parameter"), "{hidden}");
    }
    for open in ["mcts:select=puct", "alpha-beta:search=pvs"] {
        let (checked, of_hidden, of_open) = says(open);
        assert_eq!((checked, of_open), (Ok(()), Ok(())), "{open}");
        assert!(of_hidden.unwrap_err().contains("has no parameter"), "{open}");
    }
    assert!(!find_agent("mcts").unwrap().hidden.is_empty());
    assert!(find_agent("random").unwrap().hidden.is_empty());
}

#[test]
fn a_player_of_a_game_plays_that_game_only() {
    assert_eq!(find_agent("thesis-mcts").unwrap().game, Some("scotland-yard-grid"));
    let name = |game: &str, agent: &str| seat(game, agent).map(|seat| seat.name().to_owned());
    assert_eq!(name("scotland-yard-grid", "thesis-mcts:c=1.5"), Ok("thesis-mcts:c=1.5".to_owned()));
    let error = name("othello", "thesis-mcts").unwrap_err();
    assert_eq!(error, "agent `thesis-mcts` cannot be used here: it is a player of `scotland-yard-grid` alone");
    let error = name("scotland-yard-grid", "thesis-mcts:d=1").unwrap_err();
    assert!(
        error.starts_with("agent `thesis-mcts` has no parameter `d`, did you mean `c`?; parameters: reading, c, "),
        "{error}"
    );
    let error = name("scotland-yard-grid", "thesis-alpha-beta:depth=0").unwrap_err();
    assert!(error.contains("expected a whole number from 1 to 9"), "{error}");
    let error = name("scotland-yard-grid", "thesis-mtcs").unwrap_err();
    assert!(error.contains("did you mean `thesis-mcts`?"), "{error}");
}

#[test]
fn an_agent_without_the_parameter_uses_one_thread() {
    assert_eq!(threads(&Spec::plain("random")), 1);
    assert_eq!(with_threads(&Spec::plain("random"), 8), Spec::plain("random"));
}

#[test]
fn former_names_of_agents_are_accepted() {
    assert_eq!(says("best:threads=2"), Ok(()));
    assert_eq!(find_agent("best").unwrap().name, "portfolio");
    assert_eq!(seat("samegame:rows=3,cols=3", "best").unwrap().name(), "best");
    assert!(list_agents().iter().all(|entry| entry.name != "best"));
}

#[test]
fn every_agent_counts_what_the_list_says() {
    let games = ["tic-tac-toe", "kuhn-poker", "samegame:rows=4,cols=4", "scotland-yard-grid:size=3"];
    for entry in list_agents() {
        let spec = Spec::plain(entry.name);
        let counted = games.iter().filter_map(|game| {
            let game = open(&Spec::game(game).unwrap()).unwrap();
            let mut state = game.start(&mut Random::new(1));
            while game.whose_turn(&state) == Turn::Chance {
                let (_, outcomes) = game.options(&state);
                game.play(&mut state, outcomes[0]);
            }
            let Turn::Player(player) = game.whose_turn(&state) else { return None };
            let mut seat = game.seat(&spec, player).ok()?;
            let report = seat.search(&state, &Budget::simulations(20), &mut Random::new(1)).unwrap();
            (report.simulations > 0).then_some(report.unit)
        });
        let counted: Vec<Unit> = counted.collect();
        assert!(counted.iter().all(|&counted| counted == unit(&spec)), "{spec}: {counted:?}");
    }
}
