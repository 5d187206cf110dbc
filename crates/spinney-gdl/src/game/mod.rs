//! A GDL rule sheet as a [`Game`], so that every search can play it.
//!
//! GDL has only simultaneous moves, and turns are derived from the legal moves: if one role has a choice, it is that
//! player's turn, and the others play their only move automatically; if several have one, the moves are simultaneous.
//! The notation is GDL itself; payoffs are the goals.

mod at_once;
mod choose_engine;
mod degree;
mod drawing;
mod engine;
mod facts;
mod flaw;
mod load;
mod notation;
mod probe;
mod texts;

use std::sync::{Arc, OnceLock};

use spinney::game::capabilities::{Codes, Key};
use spinney::game::{Capabilities, Game, GameInfo, MAX_PLAYERS, Moves, Player, Recorder, Turn};
use spinney::random::{Random, mix};

pub use at_once::Later;
pub use load::{EngineChoice, LoadError, LoadOptions, LoadReport, StageTime};
pub use texts::PlayError;

pub use crate::degree::DegreeReport;

use crate::interpret::Position;
use crate::network::{Network, State};
use crate::program::Program;

use degree::SheetDegrees;
use drawing::Layout;
use engine::Engine;
use flaw::Flaw;
use probe::Probe;

/// A move: its index in the network, or the index of its term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveId(pub u32);

const NONE: u32 = u32::MAX;

/// A state of a rule sheet.
#[derive(Debug)]
pub struct SheetState {
    inner: Inner,
    /// Moves that roles have chosen while others are still to choose. Only in games that were classified as turn-based
    /// and turn out not to be.
    pending: [u32; MAX_PLAYERS],
    /// The state after this one could not be computed: the game ends here.
    broken: bool,
}

/// The engine's part of a state. The network's is large on purpose: it is copied in place.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)]
enum Inner {
    Network(State),
    Interpreted(Position),
}

impl Clone for SheetState {
    fn clone(&self) -> Self {
        SheetState { inner: self.inner.clone(), pending: self.pending, broken: self.broken }
    }

    /// Copies without allocating if there is room.
    fn clone_from(&mut self, source: &Self) {
        self.pending = source.pending;
        self.broken = source.broken;
        match (&mut self.inner, &source.inner) {
            (Inner::Network(to), Inner::Network(from)) => to.clone_from(from),
            (to, from) => *to = from.clone(),
        }
    }
}

impl SheetState {
    fn new(inner: Inner) -> Self {
        SheetState { inner, pending: [NONE; MAX_PLAYERS], broken: false }
    }
}

/// A rule sheet, ready to be played.
pub struct RuleSheet {
    program: Arc<Program>,
    engine: Engine,
    roles: Vec<String>,
    info: GameInfo,
    report: LoadReport,
    probe: Probe,
    layout: Option<Layout>,
    /// The first departure from the rules.
    flaw: Flaw,
    /// Whether some goal may have a degree.
    may_have_degrees: bool,
    /// Built when first needed.
    degrees: OnceLock<SheetDegrees>,
}

/// The roles that have a choice in a state.
enum Choosers {
    /// The game is over, or some role cannot move.
    Nobody,
    /// One role, and whether other roles choose after it before the step is made.
    One(u8, bool),
    /// Several roles, simultaneously.
    Several,
}

impl RuleSheet {
    /// How it was loaded: engine, sizes, times.
    pub fn report(&self) -> &LoadReport {
        &self.report
    }

    /// The rules.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The roles in the order of the rule sheet.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The network, unless the rule sheet is interpreted.
    pub fn network(&self) -> Option<&Network> {
        match &self.engine {
            Engine::Network(grounded) => Some(&grounded.network),
            Engine::Interpreter { .. } => None,
        }
    }

    /// The initial state.
    pub fn start_state(&self) -> SheetState {
        SheetState::new(self.engine.start())
    }

    /// Whether the rule sheet says that the game is over.
    pub fn is_terminal(&self, state: &SheetState) -> bool {
        match &state.inner {
            Inner::Network(inner) => self.engine.network().is_terminal(inner),
            Inner::Interpreted(position) => position.is_terminal() || state.broken,
        }
    }

    fn legal_moves(&self, state: &SheetState, role: usize) -> Vec<u32> {
        match &state.inner {
            Inner::Network(inner) => self.engine.network().legal(inner, role as u8).collect(),
            Inner::Interpreted(position) => position.legal(role).iter().map(|mv| mv.0).collect(),
        }
    }

    #[inline]
    fn count_legal(&self, inner: &Inner, role: u8) -> usize {
        match inner {
            Inner::Network(inner) => {
                let network = self.engine.network();
                match network.active(inner) {
                    Some(active) if active != role => 1,
                    _ => network.count_legal(inner, role),
                }
            }
            Inner::Interpreted(position) => position.legal(usize::from(role)).len(),
        }
    }

    #[inline]
    fn nth_legal(&self, inner: &Inner, role: u8, number: usize) -> u32 {
        match inner {
            Inner::Network(inner) => {
                let network = self.engine.network();
                match network.active(inner) {
                    Some(active) if active != role => network.idle(role),
                    _ => network.nth_legal(inner, role, number),
                }
            }
            Inner::Interpreted(position) => position.legal(usize::from(role))[number].0,
        }
    }

    /// The roles that have a choice and have not made it yet.
    fn choosers(&self, state: &SheetState) -> Choosers {
        if self.is_terminal(state) {
            return Choosers::Nobody;
        }
        let mut choosers = 0;
        let mut first = None;
        for role in 0..self.roles.len() as u8 {
            let count = self.count_legal(&state.inner, role);
            if count == 0 {
                self.note_stuck(role);
                return Choosers::Nobody;
            }
            if count > 1 && state.pending[usize::from(role)] == NONE {
                choosers += 1;
                first = first.or(Some(role));
            }
        }
        let first = first.or_else(|| match &state.inner {
            Inner::Network(inner) => self.engine.network().active(inner),
            Inner::Interpreted(_) => None,
        });
        if choosers > 1 && self.info.joint {
            return Choosers::Several;
        }
        // A game that was classified as turn-based is played one role after the other.
        if choosers > 1 {
            self.note_serial();
        }
        Choosers::One(first.unwrap_or(0), choosers > 1)
    }

    /// Makes the moves of all roles.
    #[inline]
    fn play_all(&self, state: &mut SheetState, joint: &[u32; MAX_PLAYERS]) {
        state.pending = [NONE; MAX_PLAYERS];
        let joint = &joint[..self.roles.len()];
        match &mut state.inner {
            Inner::Network(inner) => self.engine.network().play(inner, joint),
            Inner::Interpreted(position) => match self.engine.advance(position, joint) {
                Ok(next) => *position = next,
                Err(refusal) => {
                    state.broken = true;
                    self.note_broken(&refusal);
                }
            },
        }
    }

    fn list(&self, state: &SheetState, role: u8, moves: &mut Moves<MoveId>) {
        match &state.inner {
            Inner::Network(inner) => moves.extend(self.engine.network().legal(inner, role).map(MoveId)),
            Inner::Interpreted(position) => {
                moves.extend(position.legal(usize::from(role)).iter().map(|mv| MoveId(mv.0)));
            }
        }
    }

    /// The payoff of a role where the game ends because some role cannot move, though the rule sheet does not say so.
    /// The language gives such a state no value: the goals there count, unless they contradict the declared sum.
    #[cold]
    fn payoff_of_stuck(&self, goals: &[Option<i32>], player: Player) -> f64 {
        let payoffs: Vec<f64> = goals.iter().map(|goal| f64::from(goal.unwrap_or(0))).collect();
        match self.info.constant_sum {
            Some(sum) if payoffs.iter().sum::<f64>() != sum => sum / payoffs.len() as f64,
            _ => payoffs[player.index()],
        }
    }

    /// The move of a role that has no choice.
    #[inline]
    fn unasked(&self, state: &SheetState, role: u8) -> u32 {
        match state.pending[usize::from(role)] {
            NONE => self.nth_legal(&state.inner, role, 0),
            chosen => chosen,
        }
    }
}

impl Game for RuleSheet {
    type State = SheetState;
    type Move = MoveId;

    fn info(&self) -> GameInfo {
        self.info.clone()
    }

    fn start(&self, _: &mut Random) -> SheetState {
        self.start_state()
    }

    fn turn(&self, state: &SheetState, moves: &mut Moves<MoveId>) -> Turn {
        match self.choosers(state) {
            Choosers::Nobody => Turn::Over,
            Choosers::One(role, _) => {
                self.list(state, role, moves);
                Turn::Player(Player(role))
            }
            Choosers::Several => {
                for role in 0..self.roles.len() as u8 {
                    self.list(state, role, moves);
                    moves.end_section();
                }
                Turn::Joint
            }
        }
    }

    fn play(&self, state: &mut SheetState, mv: MoveId) {
        let Choosers::One(player, others) = self.choosers(state) else { return };
        state.pending[usize::from(player)] = mv.0;
        if others {
            return;
        }
        let mut joint = [NONE; MAX_PLAYERS];
        for role in 0..self.roles.len() as u8 {
            joint[usize::from(role)] = self.unasked(state, role);
        }
        self.play_all(state, &joint);
    }

    fn payoff(&self, state: &SheetState, player: Player) -> f64 {
        match &state.inner {
            Inner::Network(inner) if self.engine.network().is_terminal(inner) => {
                f64::from(self.engine.network().goal(inner, player.index()).unwrap_or(0))
            }
            _ => self.payoff_of_stuck(&self.goals(state), player),
        }
    }

    fn play_joint(&self, state: &mut SheetState, moves: &[MoveId]) {
        let mut joint = [NONE; MAX_PLAYERS];
        for (to, mv) in joint.iter_mut().zip(moves) {
            *to = mv.0;
        }
        self.play_all(state, &joint);
    }

    fn random_step<L: Recorder<MoveId>>(
        &self,
        state: &mut SheetState,
        _: &mut Moves<MoveId>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        if self.is_terminal(state) {
            return false;
        }
        let mut joint = [NONE; MAX_PLAYERS];
        let mut choosers = 0;
        let mut last = 0;
        for (role, mv) in joint[..self.roles.len()].iter_mut().enumerate() {
            let count = self.count_legal(&state.inner, role as u8);
            if count == 0 {
                self.note_stuck(role as u8);
                return false;
            }
            if state.pending[role] != NONE {
                *mv = state.pending[role];
                continue;
            }
            let number = if count == 1 {
                0
            } else {
                choosers += 1;
                last = role;
                rng.below(count)
            };
            *mv = self.nth_legal(&state.inner, role as u8, number);
        }
        if choosers > 1 {
            for (role, &mv) in joint[..self.roles.len()].iter().enumerate() {
                recorder.record(Some(Player(role as u8)), MoveId(mv));
            }
        } else {
            recorder.record(Some(Player(last as u8)), MoveId(joint[last]));
        }
        self.play_all(state, &joint);
        true
    }

    fn is_flawed(&self) -> bool {
        self.flaw.what().is_some()
    }

    fn capabilities(&self) -> Capabilities<'_, SheetState, MoveId> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            codes: Some(self),
            facts: Some(self),
            goal_degree: self.may_have_degrees.then_some(self as _),
            ..Capabilities::none()
        }
    }
}

impl Key for RuleSheet {
    fn key(&self, state: &SheetState) -> u64 {
        let key = match &state.inner {
            Inner::Network(inner) => inner.words().iter().fold(0, |key, &word| mix(key ^ word)),
            // The game may end in a state that is not over, because the next one cannot be computed.
            Inner::Interpreted(position) => {
                let first = 1 + u64::from(state.broken);
                position.facts().iter().fold(first, |key, fact| mix(key ^ u64::from(fact.0)))
            }
        };
        state.pending[..self.roles.len()]
            .iter()
            .fold(key, |key, &mv| if mv == NONE { key } else { mix(key ^ u64::from(mv)) })
    }

    /// The facts but for clocks, which the network knows.
    fn timeless_key(&self, state: &SheetState) -> Option<u64> {
        let (Engine::Network(grounded), Inner::Network(inner)) = (&self.engine, &state.inner) else { return None };
        let kept = inner.words().iter().zip(&grounded.timeless);
        let has_clocks = !grounded.structure.clocks.is_empty();
        has_clocks.then(|| kept.fold(0, |key, (&word, &timeless)| mix(key ^ (word & timeless))))
    }
}

impl Codes for RuleSheet {
    fn code(&self, _: &SheetState, mv: MoveId) -> u64 {
        u64::from(mv.0)
    }

    fn code_anywhere(&self, mv: MoveId) -> Option<u64> {
        Some(u64::from(mv.0))
    }
}
