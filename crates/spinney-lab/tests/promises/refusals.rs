//! Combinations that exclude each other are rejected when the search is made, with the reason. One line for every rule of
//! `mcts::Config::check`; the command turns them into exit code 2.

use spinney_agents::NamedGame;

use crate::small_games::{Card, Pennies};
use crate::{open_game, refusal};

const ONE: &str = "tree:(max 1 (max 2 3))";
const DICE: &str = "tree:(max (chance 1: 2 1: 4) 3)";
const DICE_TOO: &str = "tree:(max (chance 1: (min 2 1) 1: 4) 3)";
const THREE: &str = "tree:(p0 [1 0 0] (p1 [0 1 0] (p2 [0 0 1] [1 1 1])))";
const GENERAL: &str = "tree:(p0 [1 2] (p1 [2 2] [0 0]))";
const JOINT: &str = "tree:(max (joint 2x2 1 -1 -1 1) 0)";

#[test]
fn what_does_not_go_together_is_refused_with_the_reason() {
    for (game, agent, reason) in [
        (DICE, "mcts:backup=max", "without chance or simultaneous moves"),
        (JOINT, "mcts:backup=0.5", "without chance or simultaneous moves"),
        (THREE, "mcts:backup=max", "one player or two with a constant sum"),
        (GENERAL, "mcts:backup=max", "one player or two with a constant sum"),
        ("connect-four", "mcts:backup=max,transpositions=true", "cannot be combined with transpositions"),
        (ONE, "mcts:select=article", "two players with a constant sum"),
        (THREE, "mcts:select=article", "two players with a constant sum"),
        (GENERAL, "mcts:select=article", "two players with a constant sum"),
        (JOINT, "mcts:select=article", "turn-based"),
        ("tic-tac-toe", "mcts:select=article,unvisited=parent", "as a number, or takes it first"),
        ("tic-tac-toe", "mcts:select=article,amaf=alpha", "no AMAF variant"),
        ("tic-tac-toe", "mcts:select=thompson,amaf=rave", "no AMAF variant"),
        (DICE_TOO, "mcts:amaf=permutation", "without joint and chance turns"),
        (JOINT, "mcts:amaf=permutation", "without joint and chance turns"),
        ("tic-tac-toe", "mcts:answer=best-line", "single-player game without chance"),
        (DICE, "mcts:answer=best-line", "single-player game without chance"),
        ("connect-four", "mcts:transpositions=true,widen-k=1", "progressive widening or simultaneous moves"),
        (JOINT, "mcts:transpositions=true", "progressive widening or simultaneous moves"),
        ("connect-four", "mcts:widen-k=1,unvisited=0.5", "needs unvisited=first"),
        ("connect-four", "mcts:prior=evaluate", "needs select=puct"),
        (ONE, "mcts:select=puct,prior=evaluate", "a game with an evaluation"),
        (ONE, "mcts:evaluate=true", "has no evaluation"),
        ("connect-four", "mcts:playout=clever", "known: auto, uniform, mast, nst, history"),
    ] {
        let said = refusal(&open_game(game), agent);
        assert!(said.contains(reason), "{agent} on {game}: {said}");
    }
}

#[test]
fn numbers_out_of_range_are_refused() {
    let game = open_game("connect-four");
    for wrong in [
        "c=-1",
        "c=inf",
        "c=NaN",
        "sp-d=-1",
        "sp-best=-0.1",
        "rave-k=-1",
        "rave-bias=inf",
        "widen-k=-1",
        "alpha=1.5",
        "epsilon=-0.1",
        "widen-a=2",
        "backup=1.5",
        "unvisited=-1",
        "unvisited=parent--1",
        "expand=0",
        "threads=0",
        "threads=1025",
        "restarts=0",
        "range=1..1",
        "range=2..1",
    ] {
        let said = refusal(&game, &format!("mcts:{wrong}"));
        let key = wrong.split('=').next().unwrap();
        assert!(said.contains(key), "{wrong}: {said}");
        assert!(!said.contains("cannot play"), "the game is not to blame: {said}");
    }
    assert!(refusal(&game, "flat:c=-1").contains("`c=-1`: expected"));
    assert!(refusal(&game, "flat:playout-cap=0").contains("playout-cap"));
}

#[test]
fn hidden_information_and_missing_skills_are_refused_by_name() {
    let card = NamedGame::new(Card).unwrap();
    for agent in ["minimax", "flat", "exhaustive"] {
        assert!(refusal(&card, agent).contains("hid"), "{}", refusal(&card, agent));
    }
    let pennies = NamedGame::new(Pennies).unwrap();
    assert!(refusal(&pennies, "mcts:transpositions=true").contains("hash keys, which `pennies` does not have"));
    assert!(refusal(&pennies, "mcts:merge=true").contains("equal for mirror images, which `pennies` does not have"));
}
