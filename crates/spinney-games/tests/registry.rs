//! Opening games by name: what works, and what is said when it does not.

mod spec;

use spinney::game::{Game, GameInfo};
use spinney_games::registry::{OpenError, Visitor, games, open};

struct Info;

impl Visitor for Info {
    type Output = GameInfo;
    fn visit<G: Game + 'static>(self, game: G) -> GameInfo {
        game.info()
    }
}

fn open_spec(spec: &str) -> Result<GameInfo, OpenError> {
    let (name, params) = spec::split(spec);
    open(name, &params, Info)
}

#[test]
fn every_game_opens_with_its_defaults_written_out() {
    for entry in games() {
        let params: Vec<_> = entry.parameters.iter().map(|p| (p.name.to_owned(), p.default.clone())).collect();
        let info = open(entry.name, &params, Info).unwrap();
        assert_eq!(info, open(entry.name, &[], Info).unwrap());
        assert_eq!(info.name, entry.name);
        assert!(!entry.summary.is_empty());
    }
}

#[test]
fn parameters_reach_the_game() {
    assert_eq!(open_spec("connect-four:width=5,height=4").unwrap().longest, Some(20));
    assert_eq!(open_spec("tic-tac-toe: width=4 , height=4,line=4").unwrap().widest, Some(16));
    assert_eq!(open_spec("othello:").unwrap().name, "othello");
    assert_eq!(open_spec("tree:(1 [2])").unwrap_err().to_string().lines().count(), 3, "with the line and a caret");
    assert_eq!(open_spec("tree:(a=1 b=(2 3, 4))").unwrap_err().to_string().lines().nth(2), Some("            ^"));
    assert_eq!(open_spec("tree:(a=1 b=(2 3))").unwrap().longest, Some(2));
}

#[test]
fn mistakes_are_answered_with_what_would_be_right() {
    let says = |spec: &str| open_spec(spec).unwrap_err().to_string();
    assert_eq!(says("tictactoe").split(';').next().unwrap(), "no game `tictactoe`, did you mean `tic-tac-toe`?");
    assert!(says("chess").starts_with("no game `chess`; games: tic-tac-toe, connect-four, othello"));
    assert_eq!(
        says("connect-four:widht=7"),
        "game `connect-four` has no parameter `widht`, did you mean `width`?; parameters: width, height, line"
    );
    assert_eq!(says("othello:size=8"), "game `othello` has no parameter `size`; there are no parameters");
    assert_eq!(
        says("connect-four:width=seven"),
        "game `connect-four`: `width=seven`: expected a whole number from 1 to 32"
    );
    assert_eq!(
        says("connect-four:width=9,height=9"),
        "game `connect-four`: a board of 9x9 is not possible: width x (height + 1) must be 1 to 64, not 90"
    );
    assert_eq!(says("tic-tac-toe:line=9"), "game `tic-tac-toe`: no line of 9 fits on 3x3");
}
