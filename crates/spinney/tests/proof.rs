//! Proof searches where positions repeat, where games are deep, where room is scarce and where dice fall.

use spinney::budget::{Budget, Limit};
use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Turn, View};
use spinney::random::{Random, mix};
use spinney::report::Report;
use spinney::search::Search;
use spinney::search::proof::{AndOr, AndOrConfig, Count, DfPn, DfPnConfig};

/// A game on a graph that may have cycles: each node is an end with a payoff for player 0, or belongs to a player and
/// leads to others.
struct Graph(Vec<Node>);

enum Node {
    End(f64),
    Turn(u8, Vec<u16>),
}

impl Graph {
    fn random(nodes: usize, rng: &mut Random) -> Self {
        let node = |index: usize, rng: &mut Random| {
            if index > 0 && rng.below(4) == 0 {
                return Node::End(rng.below(3) as f64 / 2.0);
            }
            let mut next: Vec<u16> = (0..1 + rng.below(3)).map(|_| rng.below(nodes) as u16).collect();
            next.sort_unstable();
            next.dedup();
            Node::Turn(rng.below(2) as u8, next)
        };
        Graph((0..nodes).map(|index| node(index, rng)).collect())
    }

    /// The nodes from which `player` can force at least `least` in finitely many moves, by iteration from the ends.
    fn forced(&self, player: u8, least: f64) -> Vec<bool> {
        let mut forced = vec![false; self.0.len()];
        loop {
            let next: Vec<bool> = self
                .0
                .iter()
                .map(|node| match node {
                    Node::End(payoff) => (if player == 0 { *payoff } else { 1.0 - payoff }) >= least,
                    Node::Turn(owner, next) if *owner == player => next.iter().any(|&node| forced[node as usize]),
                    Node::Turn(_, next) => next.iter().all(|&node| forced[node as usize]),
                })
                .collect();
            if next == forced {
                return forced;
            }
            forced = next;
        }
    }
}

impl Game for Graph {
    type State = u16;
    type Move = u16;

    fn info(&self) -> GameInfo {
        GameInfo::two_player("graph", PayoffRange::new(0.0, 1.0))
    }

    fn start(&self, _: &mut Random) -> u16 {
        0
    }

    fn turn(&self, state: &u16, moves: &mut Moves<u16>) -> Turn {
        match &self.0[*state as usize] {
            Node::End(_) => Turn::Over,
            Node::Turn(owner, next) => {
                moves.extend(next.iter().copied());
                Turn::Player(Player(*owner))
            }
        }
    }

    fn play(&self, state: &mut u16, mv: u16) {
        *state = mv;
    }

    fn payoff(&self, state: &u16, player: Player) -> f64 {
        match self.0[*state as usize] {
            Node::End(payoff) if player.0 == 0 => payoff,
            Node::End(payoff) => 1.0 - payoff,
            Node::Turn(..) => unreachable!("the game goes on"),
        }
    }

    fn capabilities(&self) -> Capabilities<'_, u16, u16> {
        Capabilities { key: Some(self), ..Capabilities::none() }
    }
}

impl Key for Graph {
    fn key(&self, state: &u16) -> u64 {
        mix(u64::from(*state))
    }
}

fn ask<'g, G: Game>(search: &mut dyn Search<&'g G>, game: &'g G, budget: &Budget) -> Report<G::Move> {
    let state = game.start(&mut Random::new(0));
    let Turn::Player(player) = game.turn(&state, &mut Moves::new()) else { panic!("nobody is to move") };
    search.search(&View::of(&game, &state, player), budget, &mut Random::new(0))
}

#[test]
fn what_can_be_forced_is_found_in_games_with_cycles() {
    let mut rng = Random::new(21);
    let (mut exact, mut endless) = (0, 0);
    for round in 0..3_000 {
        let game = Graph::random(4 + round % 20, &mut rng);
        let Node::Turn(owner, _) = &game.0[0] else { unreachable!("the start is no end") };
        let forced = |least| game.forced(*owner, least);
        let value = if forced(1.0)[0] { 1.0 } else { f64::from(u8::from(forced(0.5)[0])) / 2.0 };
        let budget = Budget::simulations(200_000);
        let reports = [
            ("df-pn", ask(&mut DfPn::new(&game, DfPnConfig::default()).unwrap(), &game, &budget)),
            (
                "sum",
                ask(
                    &mut DfPn::new(&game, DfPnConfig { count: Count::Sum, ..DfPnConfig::default() }).unwrap(),
                    &game,
                    &budget,
                ),
            ),
            ("and-or", ask(&mut AndOr::new(&game, AndOrConfig::default()).unwrap(), &game, &budget)),
        ];
        for (name, report) in reports {
            assert_eq!(report.ended_by, Limit::Finished, "{name}, round {round}");
            assert_eq!(report.value, Some(value), "{name}, round {round}: {:?}", report.notes);
            let best = report.best.unwrap() as usize;
            assert!(value == 0.0 || forced(value)[best], "{name}, round {round}: {best} gives it away");
            exact += usize::from(report.proven);
            endless += usize::from(!report.proven);
        }
    }
    // Both kinds are there: values that hold, and values that only hold if endless play counts as failure.
    assert!(exact > 1_000 && endless > 1_000, "{exact} {endless}");
}

/// One long corridor: the players take turns to walk, and may give up.
struct Corridor {
    length: u32,
    keys: bool,
}

impl Game for Corridor {
    type State = u32;
    type Move = bool;

    fn info(&self) -> GameInfo {
        GameInfo { longest: Some(self.length), ..GameInfo::two_player("corridor", PayoffRange::new(-1.0, 1.0)) }
    }

    fn start(&self, _: &mut Random) -> u32 {
        0
    }

    fn turn(&self, state: &u32, moves: &mut Moves<bool>) -> Turn {
        if *state >= self.length {
            return Turn::Over;
        }
        moves.extend([false, true]);
        Turn::Player(Player((*state % 2) as u8))
    }

    /// Who gives up loses: the state says how far they came and who gave up.
    fn play(&self, state: &mut u32, walk: bool) {
        *state = if walk { *state + 1 } else { self.length + 1 + *state % 2 };
    }

    fn payoff(&self, state: &u32, player: Player) -> f64 {
        let winner = if *state == self.length { 0 } else { 1 - (*state - self.length - 1) as u8 };
        if player.0 == winner { 1.0 } else { -1.0 }
    }

    fn capabilities(&self) -> Capabilities<'_, u32, bool> {
        if self.keys { Capabilities { key: Some(self), ..Capabilities::none() } } else { Capabilities::none() }
    }
}

impl Key for Corridor {
    fn key(&self, state: &u32) -> u64 {
        mix(u64::from(*state))
    }
}

#[test]
fn deep_games_do_not_overflow_the_stack() {
    for keys in [true, false] {
        let game = Corridor { length: 20_001, keys };
        let budget = Budget::simulations(1_000_000);
        let report = ask(&mut AndOr::new(&game, AndOrConfig::default()).unwrap(), &game, &budget);
        assert_eq!((report.value, report.proven, report.best), (Some(1.0), true, Some(true)));
        assert!(report.depth > 19_000, "{}", report.depth);
        let report = ask(&mut DfPn::new(&game, DfPnConfig::default()).unwrap(), &game, &budget);
        assert_eq!((report.value, report.proven, report.best), (Some(1.0), true, Some(true)), "{:?}", report.notes);
    }
}

#[test]
fn memory_is_kept_to_and_answers_stay_right() {
    let mut rng = Random::new(5);
    let mut compared = 0;
    for _ in 0..30 {
        let game = Graph::random(2_000, &mut rng);
        let roomy = ask(&mut DfPn::new(&game, DfPnConfig::default()).unwrap(), &game, &Budget::simulations(300_000));
        let budget = Budget::simulations(300_000).with_memory(1 << 13);
        let narrow = ask(&mut DfPn::new(&game, DfPnConfig::default()).unwrap(), &game, &budget);
        if roomy.ended_by == Limit::Finished && narrow.ended_by == Limit::Finished {
            assert_eq!(roomy.value, narrow.value);
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared}");
}

/// One die, then one choice: 0 safe, 1 the die decides.
struct Dice {
    /// The payoffs of the die's faces.
    faces: Vec<f64>,
}

impl Game for Dice {
    type State = (u8, f64);
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { chance: true, longest: Some(2), ..GameInfo::one_player("dice", Some(PayoffRange::new(0.0, 1.0))) }
    }

    fn start(&self, _: &mut Random) -> (u8, f64) {
        (0, 0.0)
    }

    fn turn(&self, state: &(u8, f64), moves: &mut Moves<u8>) -> Turn {
        match state.0 {
            0 => {
                moves.extend([0, 1]);
                Turn::Player(Player(0))
            }
            1 => {
                let weight = 1.0 / self.faces.len() as f64;
                (0..self.faces.len() as u8).for_each(|face| moves.push_weighted(face, weight));
                Turn::Chance
            }
            _ => Turn::Over,
        }
    }

    fn play(&self, state: &mut (u8, f64), mv: u8) {
        *state = match (state.0, mv) {
            (0, 0) => (2, 0.25),
            (0, _) => (1, 0.0),
            (_, face) => (2, self.faces[face as usize]),
        };
    }

    fn payoff(&self, state: &(u8, f64), _: Player) -> f64 {
        state.1
    }
}

#[test]
fn whatever_the_dice_say() {
    let sure = Dice { faces: vec![1.0; 6] };
    let budget = Budget::simulations(1_000);
    let report = ask(&mut DfPn::new(&sure, DfPnConfig::default()).unwrap(), &sure, &budget);
    assert_eq!((report.best, report.value, report.proven), (Some(1), Some(1.0), true));
    // The die would pay more on average, but nothing above a quarter is sure.
    let unsure = Dice { faces: vec![0.0, 1.0, 1.0] };
    let report = ask(&mut DfPn::new(&unsure, DfPnConfig::default()).unwrap(), &unsure, &budget);
    assert_eq!((report.best, report.value, report.proven), (Some(0), Some(0.25), false));
    assert!(report.notes.iter().any(|note| note.contains("guaranteed for every chance outcome")), "{:?}", report.notes);
}

#[test]
fn without_budget_the_answer_is_legal_and_says_what_is_open() {
    let game = Corridor { length: 101, keys: true };
    let mut search = DfPn::new(&game, DfPnConfig::default()).unwrap();
    let report = ask(&mut search, &game, &Budget::simulations(20));
    assert_eq!((report.simulations, report.ended_by, report.proven), (20, Limit::Simulations, false));
    assert!(report.best.is_some() && report.notes[0].contains("proof number"), "{:?}", report.notes);
    // What was learnt is kept, and the next search goes on from there.
    let report = ask(&mut search, &game, &Budget::simulations(10_000));
    assert!(report.proven);
}
