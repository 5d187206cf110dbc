//! The contenders: our loops as agents run them, compiled for the game's own types, and the loops of the floor.

use std::hint::black_box;

use spinney::budget::Budget;
use spinney::erased::{AnyGame, AnyState};
use spinney::game::{Game, Player, Turn, View};
use spinney::random::Random;
use spinney::search::mcts::{Config, Mcts, Playout};
use spinney_agents::agents::ALPHA_BETA;
use spinney_agents::agents::natives::NativeMcts;
use spinney_agents::{NamedGame, Spec};

use crate::floor::{Answer, Tally, breakthrough, connect_four, go, hex, negamax, othello, tic_tac_toe};

/// The unit of work.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unit {
    /// One random game.
    Playouts,
    /// A playout from each of several starts.
    Rounds {
        /// The number of starts.
        playouts: u64,
    },
    /// One search.
    Searches {
        /// Its contents.
        simulations: u64,
    },
}

/// One of two contenders: performs an amount of work, with a seed.
pub(super) struct Rival<'a> {
    unit: Unit,
    work: Box<dyn FnMut(u64, u64) + 'a>,
}

impl<'a> Rival<'a> {
    pub(super) fn new(unit: Unit, work: impl FnMut(u64, u64) + 'a) -> Self {
        Rival { unit, work: Box::new(work) }
    }

    /// Playouts or simulations per unit of work.
    pub(super) fn per_count(&self) -> u64 {
        match self.unit {
            Unit::Playouts => 1,
            Unit::Rounds { playouts } => playouts,
            Unit::Searches { simulations } => simulations,
        }
    }

    pub(super) fn run(&mut self, count: u64, seed: u64) {
        (self.work)(count, seed);
    }
}

/// The playout policy by which a game is measured, the same for playouts, simulations and the floor: uniform play
/// (`None`), but light playouts for go, where uniform ones are not used in practice.
pub(super) fn policy(spec: &Spec) -> Option<&'static str> {
    (spec.name == "go").then_some("light")
}

/// The first position of a game in which a player decides, from that player's point of view.
pub(super) fn first_decision(game: &AnyGame) -> Option<View<AnyState>> {
    let mut rng = Random::new(0);
    let mut state = game.start(&mut rng);
    loop {
        let (turn, moves) = game.options(&state);
        match turn {
            Turn::Player(player) => return Some(View::of(game, &state, player)),
            Turn::Joint => return Some(View::of(game, &state, Player(0))),
            Turn::Chance => game.play(&mut state, moves[moves.draw_weighted(&mut rng)]),
            Turn::Over => return None,
        }
    }
}

/// Searches with a fresh tree each, of the same type that agents use, so that the code is not compiled twice.
pub(super) struct Searches<'g> {
    game: &'g NamedGame,
    position: View<AnyState>,
    config: Config,
    simulations: u64,
    nodes: u64,
    bytes: u64,
}

impl<'g> Searches<'g> {
    /// `None` for a game that plain UCB1 cannot play, or that has no decisions.
    pub(super) fn new(game: &'g NamedGame, policy: Option<&str>, simulations: u64) -> Option<Self> {
        let playout = policy.map_or(Playout::Uniform, |name| Playout::Named(name.to_owned()));
        let config = Config { playout, ..Config::plain() };
        let position = first_decision(game)?;
        make(game, config.clone())?;
        Some(Searches { game, position, config, simulations, nodes: 0, bytes: 0 })
    }

    fn fresh(&self) -> NativeMcts {
        make(self.game, self.config.clone()).unwrap_or_else(|| unreachable!("made once by `new`"))
    }

    pub(super) fn node_bytes(&self) -> usize {
        self.fresh().node_bytes
    }

    /// Builds, searches and drops `count` trees.
    pub(super) fn run(&mut self, count: u64, seed: u64) {
        let mut rng = Random::new(seed);
        for _ in 0..count {
            let report = self.fresh().search.search(&self.position, &Budget::simulations(self.simulations), &mut rng);
            (self.nodes, self.bytes) = (report.nodes, report.bytes);
        }
    }

    /// Nodes and bytes of the last tree.
    pub(super) fn last_tree(&self) -> (u64, u64) {
        (self.nodes, self.bytes)
    }
}

/// Tree search as agents have it: compiled for the game's own types, or else on the erased game.
fn make(game: &NamedGame, config: Config) -> Option<NativeMcts> {
    let native = game.natives().and_then(|natives| natives.mcts(game, config.clone()));
    native.or_else(|| {
        let search = Mcts::new(game.any().clone(), config).ok()?;
        let node_bytes = search.node_bytes();
        Some(NativeMcts { search: Box::new(search), node_bytes })
    })
}

/// Alpha-beta searches from the first decision, each with a fresh table, ended by a number of nodes.
pub(super) struct Descents<'g> {
    game: &'g NamedGame,
    agent: Spec,
    position: View<AnyState>,
    nodes: u64,
}

impl<'g> Descents<'g> {
    /// `None` for a game that alpha-beta cannot play, or that is solved within fewer nodes.
    pub(super) fn new(game: &'g NamedGame, nodes: u64) -> Option<Self> {
        let agent = Spec::plain(ALPHA_BETA);
        game.agent(&agent).ok().filter(|_| !game.info().hidden)?;
        let descents = Descents { position: first_decision(game)?, game, agent, nodes };
        (descents.search(0) == nodes).then_some(descents)
    }

    /// Nodes of one search.
    fn search(&self, seed: u64) -> u64 {
        let mut search =
            self.game.agent(&self.agent).unwrap_or_else(|reason| unreachable!("made once by `new`: {reason}"));
        search.search(&self.position, &Budget::simulations(self.nodes), &mut Random::new(seed)).simulations
    }

    pub(super) fn run(&self, count: u64, seed: u64) {
        for search in 0..count {
            black_box(self.search(seed + search));
        }
    }
}

/// The floor of one game.
#[derive(Clone, Copy)]
pub(super) struct Floor {
    playouts: fn(u64, u64) -> Tally,
    search: fn(u64, u64) -> Answer,
    /// Alpha-beta with a limit on nodes.
    descend: Option<fn(u64) -> i32>,
}

impl Floor {
    /// Floors support the games only in their default size.
    pub(super) fn of(spec: &Spec) -> Option<Self> {
        let floor = |playouts, search| Some(Floor { playouts, search, descend: None });
        match spec.to_string().as_str() {
            "tic-tac-toe" => floor(tic_tac_toe::playouts, tic_tac_toe::search),
            "connect-four" => Some(Floor {
                playouts: connect_four::playouts,
                search: connect_four::search,
                descend: Some(negamax::nodes),
            }),
            "go" => floor(go::playouts, go::search),
            "othello" => floor(othello::playouts, othello::search),
            "breakthrough" => floor(breakthrough::playouts, breakthrough::search),
            "hex" => floor(hex::playouts, hex::search),
            _ => None,
        }
    }

    pub(super) fn play_out(self, count: u64, seed: u64) {
        black_box((self.playouts)(count, seed));
    }

    pub(super) fn search(self, count: u64, simulations: u64, seed: u64) {
        for search in 0..count {
            black_box((self.search)(simulations, seed.wrapping_mul(1 << 32) + search));
        }
    }

    /// Alpha-beta searches with this limit on nodes, if the floor has them.
    pub(super) fn descents(self, nodes: u64) -> Option<impl FnMut(u64, u64)> {
        let descend = self.descend?;
        Some(move |count, _| {
            for _ in 0..count {
                black_box(descend(nodes));
            }
        })
    }
}
