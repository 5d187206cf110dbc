//! Refusals can be distinguished by programs.

use spinney::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn};
use spinney::random::Random;
use spinney::search::exhaustive::solve;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::minimax::{self, AlphaBeta};
use spinney::search::proof::{DfPn, DfPnConfig};
use spinney::search::single_player::nrpa::{self, Nrpa};
use spinney::search::value_iteration::{self, ValueIteration};
use spinney::search::{Refusal, RefusalKind};

/// A game of one turn, of any kind.
struct OneTurn(GameInfo);

impl Game for OneTurn {
    type State = bool;
    type Move = u8;

    fn info(&self) -> GameInfo {
        self.0.clone()
    }

    fn start(&self, _: &mut Random) -> bool {
        false
    }

    fn turn(&self, over: &bool, moves: &mut Moves<u8>) -> Turn {
        if *over {
            return Turn::Over;
        }
        moves.extend([0, 1, 2]);
        Turn::Player(Player(0))
    }

    fn play(&self, over: &mut bool, _: u8) {
        *over = true;
    }

    fn payoff(&self, _: &bool, _: Player) -> f64 {
        0.5
    }
}

fn two_players() -> GameInfo {
    GameInfo::two_player("one-turn", PayoffRange::new(0.0, 1.0))
}

fn kind<T>(made: Result<T, Refusal>) -> Option<RefusalKind> {
    made.err().map(|refusal| refusal.kind())
}

#[test]
fn the_kind_of_a_refusal_says_what_the_search_cannot_play() {
    let one = || GameInfo::one_player("one-turn", None);
    let nrpa = |info| kind(Nrpa::new(OneTurn(info), nrpa::Config::default()));
    let df_pn = |info| kind(DfPn::new(OneTurn(info), DfPnConfig::default()));
    let alpha_beta = |info| kind(AlphaBeta::new(OneTurn(info), minimax::Config::default()));
    assert_eq!(nrpa(one()), None);
    assert_eq!(nrpa(two_players()), Some(RefusalKind::Players));
    assert_eq!(nrpa(GameInfo { chance: true, ..one() }), Some(RefusalKind::Chance));
    assert_eq!(df_pn(two_players()), None);
    assert_eq!(df_pn(GameInfo { constant_sum: None, ..two_players() }), Some(RefusalKind::GeneralSum));
    assert_eq!(alpha_beta(GameInfo { hidden: true, ..two_players() }), Some(RefusalKind::HiddenInformation));
    assert_eq!(alpha_beta(GameInfo { joint: true, ..two_players() }), Some(RefusalKind::SimultaneousMoves));
    let values = ValueIteration::new(OneTurn(two_players()), value_iteration::Config::default());
    assert_eq!(kind(values), Some(RefusalKind::MissingCapability));
    assert_eq!(kind(solve(&OneTurn(two_players()), &false, 2)), Some(RefusalKind::TooLarge));
}

#[test]
fn the_kind_of_a_refusal_says_what_is_wrong_with_a_configuration() {
    let mcts = |config| kind(Mcts::new(OneTurn(two_players()), config));
    let sound = mcts::Config::default();
    assert_eq!(mcts(mcts::Config { c: Some(-1.0), ..sound.clone() }), Some(RefusalKind::OutOfRange));
    let name = mcts::Playout::Named("none".to_owned());
    assert_eq!(mcts(mcts::Config { playout: name, ..sound.clone() }), Some(RefusalKind::UnknownName));
    let both = mcts::Config { select: mcts::Selection::Thompson, amaf: mcts::Amaf::Rave, ..sound.clone() };
    assert_eq!(mcts(both), Some(RefusalKind::Contradiction));
    let line = mcts::Config { answer: mcts::Answer::BestLine, ..sound };
    assert_eq!(mcts(line), Some(RefusalKind::Unsuitable));
    let config = ismcts::Config { truth: 0.0, ..ismcts::Config::default() };
    assert_eq!(kind(Ismcts::new(OneTurn(two_players()), config)), Some(RefusalKind::OutOfRange));
}
