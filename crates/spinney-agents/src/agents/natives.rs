//! Searches that are compiled for a game's own types.
//!
//! On the erased game a search is compiled once for all games. Where it matters, a game has copies of
//! its own: the inner loops of playouts, tree search and alpha-beta, and what puzzles and hidden information live on.
//! What an agent's name means does not depend on that, only its speed does.

use std::hint::black_box;
use std::sync::Arc;

use spinney::erased::AnyGame;
use spinney::game::{Game, Moves, NoRecorder, PerfectInformation, Player};
use spinney::random::Random;
use spinney::search::belief_search::BeliefSearch;
use spinney::search::general::GeneralPlayer;
use spinney::search::ismcts::{self, Ismcts};
use spinney::search::mcts::{self, Mcts};
use spinney::search::mini_player::MiniPlayer;
use spinney::search::minimax::AlphaBeta;
use spinney::search::parameter::Configure;
use spinney::search::single_player::anneal::Anneal;
use spinney::search::single_player::beam::Beam;
use spinney::search::single_player::goal_beam::GoalBeam;
use spinney::search::single_player::nested::Nested;
use spinney::search::single_player::nrpa::Nrpa;
use spinney::search::single_player::portfolio::Portfolio;
use spinney::search::single_player::sampling::Sampling;
use spinney::search::{Refusal, Search};

use super::maker::{Made, configure_from, refused};
use super::{ALPHA_BETA, CADIA, GGP, ISMCTS, MCTS, MINI_PLAYER, SOLVER, listed};
use crate::spec::Spec;

/// Searches and playouts of one game, compiled for its types.
#[derive(Clone, Copy)]
pub struct Natives {
    build: fn(&AnyGame, &Spec) -> Option<Made>,
    play_out: fn(&AnyGame, Option<&str>, u64, u64),
    mcts: Option<fn(&AnyGame, mcts::Config) -> Option<NativeMcts>>,
}

/// Tree search by a configuration, for measurements.
pub struct NativeMcts {
    /// The search.
    pub search: Box<dyn Search<AnyGame>>,
    /// Bytes of a node by its layout.
    pub node_bytes: usize,
}

impl Natives {
    /// For a game of turns with perfect information.
    pub fn turns<G: Game + 'static>() -> Self {
        Natives { build: turns::<G>, play_out: play_out::<G>, mcts: Some(native_mcts::<G>) }
    }

    /// For a rule sheet, of one player or of several.
    pub fn rule_sheet<G: Game + 'static>() -> Self {
        Natives { build: rule_sheet::<G>, ..Self::turns::<G>() }
    }

    /// For a game with hidden information whose possible states can be listed.
    pub fn hidden<G: Game + 'static>() -> Self {
        Natives { build: hidden::<G>, play_out: play_out::<G>, mcts: None }
    }

    /// For a card game, in which sampled states are solved.
    pub fn cards<G: Game + 'static>() -> Self {
        Natives { build: cards::<G>, play_out: play_out::<G>, mcts: None }
    }

    /// For a single-player game.
    pub fn single_player<G: Game + 'static>() -> Self {
        Natives { build: single_player::<G>, play_out: play_out::<G>, mcts: Some(native_mcts::<G>) }
    }

    /// For a game whose searches run on the erased game: playouts alone, for measurements.
    pub fn playouts<G: Game + 'static>() -> Self {
        Natives { build: |_, _| None, play_out: play_out::<G>, mcts: None }
    }

    /// Makes the agent that a spec names, if there is a copy for this game.
    pub(super) fn build(&self, game: &AnyGame, spec: &Spec) -> Option<Made> {
        (self.build)(game, spec)
    }

    /// Tree search by a configuration, if there is a copy for this game and it accepts the configuration.
    pub fn mcts(&self, game: &AnyGame, config: mcts::Config) -> Option<NativeMcts> {
        (self.mcts?)(game, config)
    }

    /// Plays `count` random games by the rules alone, or by a policy of the game: what measurements of speed time.
    pub fn play_out(&self, game: &AnyGame, policy: Option<&str>, count: u64, seed: u64) {
        (self.play_out)(game, policy, count, seed);
    }
}

/// A game of type `G`, and the spec of an agent for it.
struct Order<'a, G> {
    any: &'a AnyGame,
    game: Arc<G>,
    spec: &'a Spec,
}

impl<'a, G: Game + 'static> Order<'a, G> {
    fn new(any: &'a AnyGame, spec: &'a Spec) -> Option<Self> {
        Some(Order { any, game: any.downcast()?, spec })
    }

    /// Makes a search of the game's own type.
    fn make<C: Configure, S: Search<Arc<G>> + 'static>(&self, make: fn(Arc<G>, C) -> Result<S, Refusal>) -> Made {
        self.make_from(C::default(), make)
    }

    fn make_from<C: Configure, S: Search<Arc<G>> + 'static>(
        &self,
        config: C,
        make: fn(Arc<G>, C) -> Result<S, Refusal>,
    ) -> Made {
        let config = configure_from(config, self.spec)?;
        let search = make(Arc::clone(&self.game), config).map_err(|reason| refused(self.spec, reason))?;
        Ok(self.any.adapt::<G, Arc<G>>(Box::new(search)).expect("the game is of this type"))
    }

    /// Makes information-set search, if the spec names it.
    fn make_ismcts(&self) -> Option<Made> {
        match listed(&self.spec.name) {
            MCTS => Some(self.make_from(ismcts::Config::advised(&*self.game), Ismcts::new)),
            ISMCTS => Some(self.make(Ismcts::new)),
            _ => None,
        }
    }
}

fn turns<G: Game + 'static>(any: &AnyGame, spec: &Spec) -> Option<Made> {
    let order = Order::<G>::new(any, spec)?;
    match listed(&spec.name) {
        MCTS => Some(order.make(Mcts::new)),
        ALPHA_BETA => Some(order.make(AlphaBeta::new)),
        _ => None,
    }
}

fn rule_sheet<G: Game + 'static>(any: &AnyGame, spec: &Spec) -> Option<Made> {
    let order = Order::<G>::new(any, spec)?;
    match listed(&spec.name) {
        MINI_PLAYER => Some(order.make(MiniPlayer::new)),
        GGP => Some(order.make(GeneralPlayer::new)),
        CADIA => Some(order.make_from(mcts::Config::cadia(), Mcts::new)),
        _ if any.info().players() == 1 => single_player::<G>(any, spec),
        _ => turns::<G>(any, spec),
    }
}

fn hidden<G: Game + 'static>(any: &AnyGame, spec: &Spec) -> Option<Made> {
    let order = Order::<G>::new(any, spec)?;
    match listed(&spec.name) {
        _ if !any.info().hidden => None,
        ALPHA_BETA => Some(order.make(BeliefSearch::new)),
        _ => order.make_ismcts(),
    }
}

fn cards<G: Game + 'static>(any: &AnyGame, spec: &Spec) -> Option<Made> {
    let order = Order::<G>::new(any, spec)?;
    match listed(&spec.name) {
        // A sampled state, everything revealed: solved by alpha-beta more often than by anything else.
        ALPHA_BETA if !any.info().hidden => Some(configure_from(Default::default(), spec).and_then(|config| {
            let search = AlphaBeta::new(PerfectInformation(Arc::clone(&order.game)), config);
            let search = search.map_err(|reason| refused(spec, reason))?;
            Ok(any.adapt::<G, PerfectInformation<Arc<G>>>(Box::new(search)).expect("the game is of this type"))
        })),
        _ if !any.info().hidden => None,
        _ => order.make_ismcts(),
    }
}

fn single_player<G: Game + 'static>(any: &AnyGame, spec: &Spec) -> Option<Made> {
    let order = Order::<G>::new(any, spec)?;
    match listed(&spec.name) {
        MCTS => Some(order.make(Mcts::new)),
        ALPHA_BETA => Some(order.make(AlphaBeta::new)),
        SOLVER => Some(order.make(Portfolio::new)),
        "nrpa" => Some(order.make(Nrpa::new)),
        "anneal" => Some(order.make(Anneal::new)),
        "beam" => Some(order.make(Beam::new)),
        "goal-beam" => Some(order.make(GoalBeam::new)),
        "nested" => Some(order.make(Nested::new)),
        "iterative-sampling" => Some(order.make(Sampling::new)),
        _ => None,
    }
}

fn native_mcts<G: Game + 'static>(any: &AnyGame, config: mcts::Config) -> Option<NativeMcts> {
    let search = Mcts::new(any.downcast::<G>()?, config).ok()?;
    let node_bytes = search.node_bytes();
    Some(NativeMcts { search: any.adapt::<G, Arc<G>>(Box::new(search))?, node_bytes })
}

/// The most turns of a measured playout where the rules give no bound.
const MEASURED_CAP: u32 = 10_000;

fn play_out<G: Game + 'static>(any: &AnyGame, policy: Option<&str>, count: u64, seed: u64) {
    let Some(game) = any.downcast::<G>() else { return };
    let game = &*game;
    let mut rng = Random::new(seed);
    let policy = game.capabilities().playouts.and_then(|capability| {
        let index = capability.policies().iter().position(|known| Some(known.name) == policy)?;
        Some((capability, index))
    });
    // Each kind of playout has a loop of its own, so that none is slowed down by the needs of another.
    let sum = match policy {
        Some((capability, index)) => play_out_with(game, count, &mut rng, |state, rng| {
            capability.play_out(index, state, MEASURED_CAP, rng, &mut NoRecorder)
        }),
        None if game.info().longest.is_some() => {
            let mut scratch = Moves::new();
            play_out_with(game, count, &mut rng, |state, rng| {
                while game.random_step(state, &mut scratch, rng, &mut NoRecorder) {}
                true
            })
        }
        None => {
            let mut scratch = Moves::new();
            play_out_with(game, count, &mut rng, |state, rng| {
                !(0..MEASURED_CAP).all(|_| game.random_step(state, &mut scratch, rng, &mut NoRecorder))
            })
        }
    };
    black_box(sum);
}

/// The sum of the first player's payoffs in the playouts that came to an end.
#[inline(never)]
fn play_out_with<G: Game>(
    game: &G,
    count: u64,
    rng: &mut Random,
    mut run: impl FnMut(&mut G::State, &mut Random) -> bool,
) -> f64 {
    let mut sum = 0.0;
    for _ in 0..count {
        let mut state = game.start(rng);
        if run(&mut state, rng) {
            sum += game.payoff(&state, Player(0));
        }
    }
    sum
}
