//! A game that counts the calls of its rules, as a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use spinney::budget::{Clock, Watch};
use spinney::game::{Capabilities, Game, GameInfo, Moves, Player, Recorder, Turn};
use spinney::random::Random;

/// The fake time that one call of the rules takes.
pub const TICK: Duration = Duration::from_micros(1);

/// The fake time that one call of the rules takes where steps are slow.
pub const SLOW_TICK: Duration = Duration::from_millis(100);

/// A game as the [suite](super) passes it to a search: the same rules, with a clock that they drive.
pub struct Probed<G> {
    game: G,
    ticks: Arc<Ticks>,
    hidden: bool,
    flawed: bool,
}

#[derive(Default)]
struct Ticks(AtomicU64);

/// The same calls as a clock of a game whose steps are slow.
struct SlowTicks(Arc<Ticks>);

impl Clock for SlowTicks {
    fn now(&self) -> Duration {
        SLOW_TICK * u32::try_from(self.0.0.load(Ordering::Relaxed)).unwrap_or(u32::MAX)
    }
}

/// The same calls as a clock that asks for a report whenever it is read.
struct Asking(Arc<Ticks>, Watch);

impl Clock for Asking {
    fn now(&self) -> Duration {
        self.1.ask();
        self.0.now()
    }
}

impl Clock for Ticks {
    fn now(&self) -> Duration {
        TICK * u32::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(u32::MAX)
    }
}

impl<G: Game> Probed<G> {
    pub(super) fn new(game: G) -> Self {
        Probed { game, ticks: Arc::default(), hidden: false, flawed: false }
    }

    /// Declares hidden information, or removes the declaration.
    pub(super) fn set_hidden(&mut self, hidden: bool) {
        self.hidden = hidden;
    }

    /// Says that play has departed from the declared rules, or takes it back.
    pub(super) fn set_flawed(&mut self, flawed: bool) {
        self.flawed = flawed;
    }

    /// The clock that advances by one [`TICK`] with every call of the rules.
    pub fn clock(&self) -> Arc<dyn Clock> {
        self.ticks.clone()
    }

    /// The clock that advances by one [`SLOW_TICK`] instead.
    pub(super) fn slow_clock(&self) -> Arc<dyn Clock> {
        Arc::new(SlowTicks(self.ticks.clone()))
    }

    /// The clock that also asks `watch` for a report whenever it is read.
    pub(super) fn asking_clock(&self, watch: &Watch) -> Arc<dyn Clock> {
        Arc::new(Asking(self.ticks.clone(), watch.clone()))
    }

    /// Calls of the rules so far.
    pub(super) fn calls(&self) -> u64 {
        self.ticks.0.load(Ordering::Relaxed)
    }

    fn tick(&self) {
        self.ticks.0.fetch_add(1, Ordering::Relaxed);
    }
}

impl<G: Game> Game for Probed<G> {
    type State = G::State;
    type Move = G::Move;

    fn info(&self) -> GameInfo {
        let info = self.game.info();
        GameInfo { hidden: info.hidden || self.hidden, ..info }
    }

    fn start(&self, rng: &mut Random) -> G::State {
        self.game.start(rng)
    }

    fn turn(&self, state: &G::State, moves: &mut Moves<G::Move>) -> Turn {
        self.tick();
        self.game.turn(state, moves)
    }

    fn play(&self, state: &mut G::State, mv: G::Move) {
        self.tick();
        self.game.play(state, mv);
    }

    fn payoff(&self, state: &G::State, player: Player) -> f64 {
        self.tick();
        self.game.payoff(state, player)
    }

    fn play_joint(&self, state: &mut G::State, moves: &[G::Move]) {
        self.tick();
        self.game.play_joint(state, moves);
    }

    fn random_step<L: Recorder<G::Move>>(
        &self,
        state: &mut G::State,
        scratch: &mut Moves<G::Move>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        self.tick();
        self.game.random_step(state, scratch, rng, recorder)
    }

    fn is_flawed(&self) -> bool {
        self.flawed || self.game.is_flawed()
    }

    fn capabilities(&self) -> Capabilities<'_, G::State, G::Move> {
        self.game.capabilities()
    }
}
