//! Observed facts may be wrong: then searches neither panic nor prove anything by them.

use spinney::budget::Budget;
use spinney::game::{Game, GameInfo, Moves, Observed, PayoffRange, Player, Turn, View};
use spinney::random::Random;
use spinney::search::exhaustive::{Exhaustive, ExhaustiveConfig};
use spinney::search::flat::{self, Flat};
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts, Playout, Selection};
use spinney::search::minimax::{self, AlphaBeta, Minimax, MinimaxConfig};
use spinney::search::proof::{DfPn, DfPnConfig};
use spinney::search::{Refusal, Search};

/// The first player takes 1 for both, or lets the second one choose. Payoffs go far beyond what was observed.
#[derive(Clone, Copy)]
struct Offer;

const CHOICES: [[f64; 2]; 4] = [[5.0, -3.0], [-4.0, 6.0], [0.0, 1.0], [100.0, 2.0]];

impl Game for Offer {
    /// What the first player did, then what the second one chose.
    type State = [Option<u8>; 2];
    type Move = u8;

    fn info(&self) -> GameInfo {
        let observed = Observed {
            games: 100,
            constant_sum: Some(1.0),
            range: Some(PayoffRange::new(0.0, 1.0)),
            longest: Some(1),
            widest: Some(1),
        };
        let one = GameInfo::one_player("offer", None);
        GameInfo { seats: vec!["first".to_owned(), "second".to_owned()], observed, ..one }
    }

    fn start(&self, _: &mut Random) -> Self::State {
        [None; 2]
    }

    fn turn(&self, state: &Self::State, moves: &mut Moves<u8>) -> Turn {
        match state {
            [None, _] => {
                moves.extend([0, 1]);
                Turn::Player(Player(0))
            }
            [Some(1), None] => {
                moves.extend(0..CHOICES.len() as u8);
                Turn::Player(Player(1))
            }
            _ => Turn::Over,
        }
    }

    fn play(&self, state: &mut Self::State, mv: u8) {
        let turn = usize::from(state[0].is_some());
        state[turn] = Some(mv);
    }

    fn payoff(&self, state: &Self::State, player: Player) -> f64 {
        state[1].map_or(1.0, |choice| CHOICES[usize::from(choice)][player.index()])
    }
}

type Made = Result<Box<dyn Search<Offer>>, Refusal>;

fn searches() -> Vec<(String, Made)> {
    fn boxed<S: Search<Offer> + 'static>(made: Result<S, Refusal>) -> Made {
        made.map(|search| Box::new(search) as Box<dyn Search<Offer>>)
    }
    let mut searches = vec![
        ("flat".to_owned(), boxed(Flat::new(Offer, flat::Config::default()))),
        ("alpha-beta".to_owned(), boxed(AlphaBeta::new(Offer, minimax::Config::default()))),
        ("minimax".to_owned(), boxed(Minimax::new(Offer, MinimaxConfig::default()))),
        ("exhaustive".to_owned(), boxed(Exhaustive::new(Offer, ExhaustiveConfig::default()))),
        ("df-pn".to_owned(), boxed(DfPn::new(Offer, DfPnConfig::default()))),
        ("ismcts".to_owned(), boxed(Ismcts::new(Offer, ismcts::Config { solver: true, ..ismcts::Config::default() }))),
    ];
    let rules = [
        Selection::Ucb1,
        Selection::Ucb1Tuned,
        Selection::UcbV,
        Selection::Puct,
        Selection::Thompson,
        Selection::SpMcts,
    ];
    for select in rules {
        for playout in [Playout::Uniform, Playout::Mast, Playout::History] {
            let name = format!("mcts, {select:?}, {playout:?}");
            searches.push((name, boxed(Mcts::new(Offer, mcts::Config { select, playout, ..mcts::Config::default() }))));
        }
    }
    searches
}

#[test]
fn observed_facts_that_are_wrong_prove_nothing_and_break_nothing() {
    let mut proofs = 0;
    for (name, made) in searches() {
        let Ok(mut search) = made else { continue };
        let view = View::of(&Offer, &[None; 2], Player(0));
        let report = search.search(&view, &Budget::simulations(2_000), &mut Random::new(1));
        // The second player takes 6, which leaves the first one -4.
        for (mv, truth) in [(0, 1.0), (1, -4.0)] {
            let candidate = report.candidates.iter().find(|candidate| candidate.mv == mv).expect("a candidate");
            assert!(candidate.proven.is_none_or(|value| value == truth), "{name}: {candidate:?}");
        }
        if report.proven {
            assert_eq!((report.best, report.value), (Some(0), Some(1.0)), "{name}");
            proofs += 1;
        }
    }
    assert!(proofs >= 3, "what is sound is still proven: {proofs}");
}
