//! The rules in their corners, and what the agents know.

use std::collections::BTreeSet;

use spinney::game::capabilities::{BeliefPrior, Coalition, Hidden, Key, Length, Notation, Render, Tactics};
use spinney::game::{Game, Moves, Turn, View};
use spinney::random::Random;
use spinney_games::registry::{self, OpenError};

use crate::spec;
use spinney_games::scotland_yard_grid::{PRESETS, ScotlandYardGrid, State};

use super::{AGENTS, MR_X, grid, legal, payoffs, play, positions, read, word};

/// The agent whose turn it is.
fn member(game: &ScotlandYardGrid, state: &State) -> u8 {
    let mut moves = Moves::new();
    game.turn(state, &mut moves);
    game.member(state, moves[0])
}

#[test]
fn mr_x_moves_first_and_may_run_into_an_agent() {
    let game = grid(5, 2, 15);
    let mut state = read(&game, "x=a1 agents=b1,e5 moves=0 next=mr-x seen=- possible=any");
    assert_eq!(legal(&game, &state), (Turn::Player(MR_X), "down right".to_owned()));
    let mut moves = Moves::new();
    game.turn(&state, &mut moves);
    game.prune_dominated(&state, &mut moves);
    assert_eq!(moves.len(), 1, "running into an agent is never best");
    play(&game, &mut state, "right");
    assert_eq!(word(&game, &state, "next"), "ran-into-1");
    assert_eq!((payoffs(&game, &state), game.achiever(&state)), ([0.0, 1.0], None));
}

#[test]
fn agents_block_each_other_and_one_who_is_boxed_in_sits_out() {
    let game = grid(5, 3, 15);
    let state = read(&game, "x=e5 agents=a1,b1,d4 moves=1 next=agent-1 seen=- possible=any");
    assert_eq!(legal(&game, &state).1, "down");
    assert_eq!(member(&game, &state), 0);
    let mut boxed = read(&game, "x=e5 agents=a1,a2,b1 moves=0 next=mr-x seen=- possible=any");
    play(&game, &mut boxed, "up");
    assert_eq!(word(&game, &boxed, "next"), "agent-2");
    assert_eq!(member(&game, &boxed), 1);
    // The second makes room, but the turn of the first is over.
    play(&game, &mut boxed, "down right");
    assert_eq!(word(&game, &boxed, "next"), "mr-x");
    assert_eq!(word(&game, &boxed, "agents"), "a1,a3,c1");
}

#[test]
fn mr_x_without_a_free_cell_has_lost() {
    let game = grid(5, 2, 15);
    let mut state = read(&game, "x=a1 agents=a2,c1 moves=4 next=agent-2 seen=b1 possible=a1,b2");
    play(&game, &mut state, "left");
    assert_eq!(word(&game, &state, "next"), "boxed-in");
    assert_eq!((payoffs(&game, &state), game.achiever(&state)), ([0.0, 1.0], None));
    // If the game continues, the agents know that he is where he can move.
    let mut other = read(&game, "x=b2 agents=a2,c1 moves=4 next=agent-2 seen=b1 possible=a1,b2");
    play(&game, &mut other, "left");
    assert_eq!((word(&game, &other, "next"), word(&game, &other, "possible")), ("mr-x".to_owned(), "b2".to_owned()));
}

#[test]
fn a_catch_is_one_agents_doing_and_the_last_round_is_played_to_its_end() {
    let game = grid(5, 2, 3);
    let text = "x=c3 agents=a3,c1 moves=2 next=mr-x seen=- possible=any";
    let mut state = read(&game, text);
    play(&game, &mut state, "up");
    assert_eq!(word(&game, &state, "possible"), "c2", "he is seen after every third move");
    assert_eq!(word(&game, &state, "seen"), "c2");
    play(&game, &mut state, "right down");
    assert_eq!(word(&game, &state, "next"), "caught-by-2");
    assert_eq!((payoffs(&game, &state), game.achiever(&state)), ([0.0, 1.0], Some(1)));
    assert_eq!((game.unit(), game.length(&state)), ("rounds", 3), "the round of the catch");
    let mut state = read(&game, text);
    play(&game, &mut state, "d w d");
    assert_eq!((word(&game, &state, "next"), payoffs(&game, &state)), ("escaped".to_owned(), [1.0, 0.0]));
    assert_eq!(legal(&game, &state).0, Turn::Over);
}

#[test]
fn keys_are_read_like_words_and_mistakes_are_explained() {
    let game = grid(5, 2, 15);
    let state = read(&game, "x=e5 agents=a1,b1 moves=1 next=agent-1 seen=- possible=any");
    for text in ["down", "s", " S ", "DOWN"] {
        assert_eq!(game.read_move(&state, text), game.read_move(&state, "down"), "{text}");
    }
    let says = |text: &str| game.read_move(&state, text).unwrap_err().to_string();
    assert_eq!(says("w"), "`w` leads off the board; legal: down (s)");
    assert_eq!(says("right"), "`right`: an agent stands there; legal: down (s)");
    assert_eq!(says("x"), "`x` is not a direction; legal: down (s)");
    let concealed =
        *View::of(&game, &read(&game, "x=e5 agents=a1,b1 moves=0 next=mr-x seen=- possible=any"), AGENTS).state();
    assert!(game.read_move(&concealed, "up").unwrap_err().to_string().contains("not known"));
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = grid(5, 2, 15);
    let says = |text: &str| game.read_state(text).unwrap_err().to_string();
    for (text, reason) in [
        ("", "`x=` is missing"),
        ("x=a1 agents=b1,e5 moves=0 next=mr-x seen=-", "`possible=` is missing"),
        ("x=a1 agents=b1,e5 moves=0 next=mr-x seen=- possible=any more", "`more` is not expected"),
        ("x=f1 agents=b1,e5 moves=0 next=mr-x seen=- possible=any", "`f1` is not a cell: they go from a1 to e5"),
        ("x=a1 agents=b1 moves=0 next=mr-x seen=- possible=any", "1 agents instead of 2"),
        ("x=a1 agents=b1,b1 moves=0 next=mr-x seen=- possible=any", "two agents on b1"),
        ("x=b1 agents=b1,e5 moves=0 next=mr-x seen=- possible=any", "on one cell, but the game is not over"),
        ("x=a1 agents=b1,e5 moves=16 next=agent-1 seen=a1 possible=any", "16 moves of Mr. X in 15 rounds"),
        ("x=a1 agents=b1,e5 moves=3 next=agent-1 seen=- possible=any", "`seen` is wrong"),
        ("x=a1 agents=b1,e5 moves=1 next=agent-3 seen=- possible=any", "the agents are 1 to 2"),
        ("x=a1 agents=b1,e5 moves=0 next=agent-1 seen=- possible=any", "agent 1 cannot be to move"),
        ("x=a1 agents=b1,a2 moves=1 next=mr-x seen=- possible=any", "boxed in, so the game is over"),
        ("x=a1 agents=b1,e5 moves=15 next=mr-x seen=a1 possible=a1", "the rounds are over"),
        ("x=a1 agents=b1,e5 moves=4 next=escaped seen=a2 possible=a1", "escaped before"),
        ("x=a1 agents=b1,e5 moves=4 next=caught-by-1 seen=a2 possible=a1", "are not on one cell"),
        ("x=a1 agents=b1,e5 moves=4 next=agent-1 seen=a2 possible=b2", "Mr. X is on a1, where he cannot be"),
        ("x=a1 agents=b1,e5 moves=4 next=agent-1 seen=a2 possible=a1,c2", "c2 1 moves after he was seen on a2"),
        ("x=? agents=b1,e5 moves=4 next=agent-1 seen=a2 possible=b1", "with an agent"),
        ("x=? agents=b1,e5 moves=15 next=escaped seen=a2 possible=a1", "is visible"),
        ("x=? agents=b1,e5 moves=4 next=soon seen=a2 possible=a1", "expected mr-x, agent-1"),
    ] {
        assert!(says(text).contains(reason), "{text}: {}", says(text));
    }
}

/// Every history that the agents could have seen, by the rules alone: full positions that agree with all that happened.
#[test]
fn the_possible_places_are_those_of_all_histories() {
    for (size, agents, rounds, games) in [(5, 2, 15, 60), (3, 3, 9, 60), (4, 1, 12, 30), (7, 3, 15, 10), (2, 1, 6, 20)]
    {
        let game = grid(size, agents, rounds);
        for seed in 0..games {
            let mut rng = Random::new(seed);
            let mut state = game.start(&mut rng);
            let mut candidates = Vec::new();
            game.public_states(&state, &mut candidates);
            let all = (size * size - agents) as i32;
            assert!(candidates.len() as i32 >= all - 4, "the start is any cell but where he could not move");
            loop {
                let mut moves = Moves::new();
                let Turn::Player(player) = game.turn(&state, &mut moves) else { break };
                let mv = moves[rng.below(moves.len())];
                let shown = game.observation_key(&state, mv, AGENTS);
                game.play(&mut state, mv);
                let mut next: Vec<State> = Vec::new();
                for candidate in &candidates {
                    let mut choices = Moves::new();
                    game.turn(candidate, &mut choices);
                    for &choice in choices.iter().filter(|&&choice| player == MR_X || choice == mv) {
                        let mut after = *candidate;
                        let observed = game.observation_key(candidate, choice, AGENTS);
                        game.play(&mut after, choice);
                        let over = |state| legal(&game, state).0 == Turn::Over;
                        let alike = observed == shown && over(&after) == over(&state);
                        let new = || next.iter().all(|known| word(&game, known, "x") != word(&game, &after, "x"));
                        if alike && new() {
                            next.push(after);
                        }
                    }
                }
                candidates = next;
                if legal(&game, &state).0 == Turn::Over {
                    break;
                }
                let slow: BTreeSet<String> = candidates.iter().map(|candidate| word(&game, candidate, "x")).collect();
                let mut listed = Vec::new();
                game.public_states(&state, &mut listed);
                let fast: BTreeSet<String> = listed.iter().map(|candidate| word(&game, candidate, "x")).collect();
                assert_eq!(fast, slow, "{}", game.write_state(&state));
            }
        }
    }
}

#[test]
fn worlds_and_samples_look_alike_and_read_back_concealed() {
    for (size, agents) in [(5, 2), (4, 3), (32, 6)] {
        let game = grid(size, agents, 12);
        let mut rng = Random::new(5);
        for state in positions(&game, 4) {
            let over = legal(&game, &state).0 == Turn::Over;
            let view = View::of(&game, &state, AGENTS);
            let known = word(&game, view.state(), "x") != "?";
            let key = game.information_key(view.state(), AGENTS);
            let mut candidates = Vec::new();
            assert!(game.possible_states(view.state(), AGENTS, &mut candidates));
            assert_eq!(candidates.len() == 1, known, "what can only be so is known");
            assert!(
                candidates.iter().any(|candidate| game.key(candidate) == game.key(&state)),
                "the truth is possible"
            );
            let keys: BTreeSet<u64> = candidates.iter().map(|candidate| game.key(candidate)).collect();
            assert_eq!(keys.len(), candidates.len(), "each once");
            for candidate in candidates.iter().step_by(1 + candidates.len() / 20) {
                let looks = View::of(&game, candidate, AGENTS);
                assert_eq!(game.information_key(looks.state(), AGENTS), key);
                assert_eq!(looks.state(), view.state());
            }
            let drawn = game.sample(view.state(), AGENTS, &mut rng);
            assert!(keys.contains(&game.key(&drawn)));
            let again = read(&game, &game.write_state(view.state()));
            assert_eq!(game.information_key(&again, AGENTS), key, "{}", game.write_state(view.state()));
            assert_eq!(*View::of(&game, &state, MR_X).state(), state, "Mr. X sees everything");
            let mut public = Vec::new();
            game.public_states(&state, &mut public);
            assert!(over || public == candidates, "everybody knows what the agents know");
        }
    }
}

#[test]
fn a_sighting_tells_how_good_the_guesses_were() {
    let game = grid(5, 2, 15);
    let mut sightings = 0;
    let mut before = 0;
    for state in positions(&game, 40) {
        let view = View::of(&game, &state, AGENTS);
        let (mut places, mut hits) = ([0; 5], [0; 5]);
        let number = game.sighting(view.state(), &mut |category, hit| {
            places[category] += 1;
            hits[category] += u32::from(hit);
        });
        if number > before && legal(&game, &state).0 != Turn::Over {
            sightings += 1;
            assert_eq!(hits.iter().sum::<u32>(), 1);
            assert_eq!(hits[game.category(&state)], 1, "by the distance to the nearest agent");
            assert!(places.iter().sum::<u32>() >= 1);
        }
        before = number;
    }
    assert!(sightings > 20, "{sightings}");
    assert_eq!(game.categories().len(), BeliefPrior::weights(&game).len());
    assert_eq!(game.sighting(&game.start(&mut Random::new(1)), &mut |_, _| panic!("nothing was seen")), 0);
}

#[test]
fn pictures_are_those_of_the_thesis() {
    let game = grid(3, 1, 9);
    let text = "x=b2 agents=a1 moves=5 next=agent-1 seen=b2 possible=b2,b3";
    assert!(game.read_state(text).is_err(), "after two moves he is on a cell of the same colour");
    let state = read(&game, "x=b2 agents=a1 moves=5 next=agent-1 seen=b2 possible=b2,c1,c3");
    let caption = "round 5 of 9: agent 1 to move\nMr. X is seen after his next move; he can be in 3 places\n";
    assert_eq!(game.draw(&state).to_text(), format!("1 1 . .\n2 . S .\n3 . . .\n  a b c\n{caption}"));
    let concealed = View::of(&game, &state, AGENTS);
    let drawing = game.draw(concealed.state());
    assert_eq!(drawing.to_text(), format!("1 1 . .\n2 . - .\n3 . . .\n  a b c\n{caption}"));
    assert_eq!(drawing.to_svg("grid").matches("class=\"sp-shade\"").count(), 3);
    let away = read(&game, "x=c3 agents=a1 moves=5 next=agent-1 seen=b2 possible=b2,c1,c3");
    assert!(game.draw(&away).to_text().starts_with("1 1 . .\n2 . - .\n3 . . X\n"));
}

#[test]
fn presets_can_be_changed_and_bad_options_are_explained() {
    let open = |spec: &str| -> Result<u32, OpenError> {
        let (name, params) = spec::split(spec);
        registry::open(name, &params, registry::Erase).map(|game| game.info().longest.unwrap())
    };
    let lengths = PRESETS.map(|preset| open(&format!("scotland-yard-grid:preset={}", preset.name)).unwrap());
    assert_eq!(lengths, [15 * 3, 30 * 3, 15 * 4, 35 * 5]);
    assert_eq!(open("scotland-yard-grid:rounds=20,preset=thesis-7x7"), Ok(20 * 4), "in any order");
    let says = |options: &str| open(&format!("scotland-yard-grid:{options}")).unwrap_err().to_string();
    for (options, reason) in [
        ("size=1", "a board of 1x1 is not possible"),
        ("size=33", "expected a whole number from 1 to 32"),
        ("agents=7", "expected a whole number from 1 to 6"),
        ("size=2,agents=3", "3 agents leave Mr. X no room to move on 2x2"),
        ("rounds=0", "expected a whole number from 1 to 10000"),
        ("preset=theses", "expected thesis-5x5, thesis-5x5-30, thesis-7x7, thesis-15x15"),
        ("seize=5", "did you mean `size`?"),
    ] {
        assert!(says(options).contains(reason), "{options}: {}", says(options));
    }
}
