//! Golden playthroughs: metadata, positions, legal moves and drawings of one seeded game per game. A change of rules,
//! notation or drawing shows as a difference of these texts; accept it with `INSTA_UPDATE=always cargo test`.

use std::fmt::Write;

use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney_games::registry::{self, Visitor};

/// Plays `shown` turns with all details, then on to the end, which is shown again.
struct Playthrough {
    shown: u32,
}

impl Visitor for Playthrough {
    type Output = String;

    fn visit<G: Game + 'static>(self, game: G) -> String {
        let mut text = format!("{:#?}\n", game.info());
        let mut rng = Random::new(7);
        let mut state = game.start(&mut rng);
        let mut moves = Moves::new();
        for number in 0.. {
            moves.clear();
            let turn = game.turn(&state, &mut moves);
            let shown = number < self.shown || turn == Turn::Over;
            if shown {
                let _ = write!(text, "\n# Turn {number}: {turn:?}\n{}", describe(&game, &state, &moves));
            }
            if turn == Turn::Joint {
                let joint = moves.draw_joint(&mut rng).to_vec();
                if shown {
                    let notation = game.capabilities().notation.expect("the games shown here have a notation");
                    let written: Vec<_> = joint.iter().map(|&mv| notation.write_move(&state, mv)).collect();
                    let _ = writeln!(text, "plays {}", written.join(" + "));
                }
                game.play_joint(&mut state, &joint);
                continue;
            }
            let mv = match turn {
                Turn::Player(_) => moves[rng.below(moves.len())],
                Turn::Chance => moves[moves.draw_weighted(&mut rng)],
                _ => break,
            };
            if shown {
                let notation = game.capabilities().notation.expect("the games shown here have a notation");
                let verb = if turn == Turn::Chance { "draws" } else { "plays" };
                let _ = writeln!(text, "{verb} {}", notation.write_move(&state, mv));
            }
            game.play(&mut state, mv);
        }
        let payoffs: Vec<f64> = game.info().all_players().map(|player: Player| game.payoff(&state, player)).collect();
        let _ = writeln!(text, "payoffs {payoffs:?}");
        text
    }
}

fn describe<G: Game>(game: &G, state: &G::State, moves: &Moves<G::Move>) -> String {
    let capabilities = game.capabilities();
    let mut text = String::new();
    if let Some(notation) = capabilities.notation {
        let legal: Vec<_> = moves.iter().map(|&mv| notation.write_move(state, mv)).collect();
        let _ = writeln!(text, "position {}\nmoves {}", notation.write_state(state), legal.join(" "));
    }
    if let Some(key) = capabilities.key {
        let _ = writeln!(text, "key {:016x} symmetric {:016x?}", key.key(state), key.symmetric_key(state));
    }
    if let Some(evaluate) = capabilities.evaluate {
        let _ = writeln!(text, "evaluation {:.4}", evaluate.evaluate(state, Player(0)));
    }
    if let Some(render) = capabilities.render {
        text += &render.draw(state).to_text();
    }
    text
}

#[test]
fn tic_tac_toe() {
    insta::assert_snapshot!(registry::open("tic-tac-toe", &[], Playthrough { shown: 9 }).unwrap());
}

#[test]
fn connect_four() {
    insta::assert_snapshot!(registry::open("connect-four", &[], Playthrough { shown: 6 }).unwrap());
}

#[test]
fn othello() {
    insta::assert_snapshot!(registry::open("othello", &[], Playthrough { shown: 6 }).unwrap());
}

#[test]
fn breakthrough() {
    insta::assert_snapshot!(registry::open("breakthrough", &[], Playthrough { shown: 4 }).unwrap());
}

#[test]
fn draughts() {
    insta::assert_snapshot!(registry::open("draughts", &[], Playthrough { shown: 4 }).unwrap());
}

#[test]
fn hex() {
    insta::assert_snapshot!(registry::open("hex", &[], Playthrough { shown: 4 }).unwrap());
}

#[test]
fn go() {
    insta::assert_snapshot!(registry::open("go", &[], Playthrough { shown: 4 }).unwrap());
}

#[test]
fn backgammon() {
    insta::assert_snapshot!(registry::open("backgammon", &[], Playthrough { shown: 5 }).unwrap());
}

#[test]
fn pig() {
    let target = [("target".to_owned(), "20".to_owned())];
    insta::assert_snapshot!(registry::open("pig", &target, Playthrough { shown: 8 }).unwrap());
}

#[test]
fn tree() {
    insta::assert_snapshot!(registry::open("tree", &[], Playthrough { shown: 2 }).unwrap());
}

#[test]
fn kuhn_poker() {
    insta::assert_snapshot!(registry::open("kuhn-poker", &[], Playthrough { shown: 4 }).unwrap());
}

#[test]
fn leduc_poker() {
    insta::assert_snapshot!(registry::open("leduc-poker", &[], Playthrough { shown: 6 }).unwrap());
}

#[test]
fn goofspiel() {
    let cards = [("cards".to_owned(), "3".to_owned())];
    insta::assert_snapshot!(registry::open("goofspiel", &cards, Playthrough { shown: 5 }).unwrap());
}

#[test]
fn bridge_play() {
    insta::assert_snapshot!(registry::open("bridge-play", &[], Playthrough { shown: 6 }).unwrap());
}

#[test]
fn scotland_yard() {
    insta::assert_snapshot!(registry::open("scotland-yard", &[], Playthrough { shown: 4 }).unwrap());
}

#[test]
fn scotland_yard_grid() {
    // Random games on small boards are over too soon.
    let preset = [("preset".to_owned(), "thesis-15x15".to_owned())];
    insta::assert_snapshot!(registry::open("scotland-yard-grid", &preset, Playthrough { shown: 6 }).unwrap());
}

#[test]
fn samegame() {
    insta::assert_snapshot!(registry::open("samegame", &[], Playthrough { shown: 3 }).unwrap());
}

/// The group that a move removes is marked, in text and in SVG.
#[test]
fn samegame_with_a_move() {
    use spinney::game::capabilities::{Notation, Render};
    use spinney_games::samegame::{Options, SameGame};
    let options = Options { rows: Some(4), cols: Some(5), colours: Some(3), seed: Some(1), ..Options::default() };
    let game = SameGame::new(options).unwrap();
    let state = game.start(&mut Random::new(0));
    let mut moves = Moves::new();
    game.turn(&state, &mut moves);
    let drawing = game.draw_move(&state, moves[0]);
    let name = game.write_move(&state, moves[0]);
    insta::assert_snapshot!(format!("{name}\n{drawing}\n{}", drawing.to_svg("samegame, a move")));
}

#[test]
fn svg_of_othello() {
    use spinney::game::capabilities::Render;
    let game = spinney_games::othello::Othello;
    insta::assert_snapshot!(game.draw(&game.start(&mut Random::new(0))).to_svg("othello, start"));
}

/// What the agents see: places where Mr. X may hide are shaded.
#[test]
fn svg_of_scotland_yard_grid() {
    use spinney::game::View;
    use spinney::game::capabilities::{Notation, Render};
    let game = spinney_games::scotland_yard_grid::ScotlandYardGrid::default();
    let text = "x=c4 agents=a1,d4 moves=5 next=agent-1 seen=c2 possible=a2,b1,c2,c4,d1,d3,e2,b3";
    let state = game.read_state(text).unwrap();
    insta::assert_snapshot!(game.draw(View::of(&game, &state, Player(1)).state()).to_svg("scotland yard, grid"));
}
