//! Pig, a dice game for two players: roll any number of times and add up, or hold and keep the sum. A 1 loses the sum
//! of the turn and ends it. The first player that holds with `target` points or more wins.
//!
//! The rules are those of T. W. Neller and C. G. M. Presser, *Optimal Play of the Dice Game Pig*, The UMAP Journal
//! 25(1), 2004, without two moves that are never useful: a player that has rolled nothing in its turn cannot hold, and
//! a player whose score and turn total reach the target must hold.

mod drawing;
mod evaluation;
mod notation;

use spinney::game::capabilities::Key;
use spinney::game::{Capabilities, Game, GameInfo, Moves, PayoffRange, Player, Recorder, Turn};
use spinney::random::{Random, mix};
use spinney::search::parameter::{Configure, Parameter, ParameterError};

use crate::registry::{Builtin, read_size};

/// Keeps the turn total.
pub const HOLD: u8 = 0;
/// Rolls the die.
pub const ROLL: u8 = 7;

const MOST_TARGET: usize = 10_000;
/// The greatest target at which all positions are solved within a few seconds.
const MOST_SOLVED: u16 = 150;

/// The parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The points that win.
    pub target: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { target: 100 }
    }
}

impl Configure for Options {
    fn parameters(&self) -> Vec<Parameter> {
        vec![Parameter {
            name: "target",
            default: self.target.to_string(),
            range: "1 … 10000",
            meaning: "the points that win",
        }]
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), ParameterError> {
        match key {
            "target" => self.target = read_size(key, value, MOST_TARGET)?,
            _ => return Err(ParameterError::Unknown(key.to_owned())),
        }
        Ok(())
    }
}

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Pig {
    target: u16,
}

impl Default for Pig {
    fn default() -> Self {
        Pig { target: 100 }
    }
}

impl Pig {
    /// Pig to a number of points, 1 to 10,000.
    pub fn new(options: Options) -> Result<Self, String> {
        match u16::try_from(options.target) {
            Ok(target) if (1..=MOST_TARGET).contains(&options.target) => Ok(Pig { target }),
            _ => Err(format!("a target of {} is not possible: expected 1 to {MOST_TARGET}", options.target)),
        }
    }
}

/// A position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The scores of the players.
    scores: [u16; 2],
    /// The turn total of the player to move.
    total: u16,
    player: u8,
    /// The die has been thrown: a chance node.
    rolling: bool,
}

impl State {
    #[inline]
    fn pass_on(&mut self) {
        self.total = 0;
        self.player ^= 1;
    }
}

impl Builtin for Pig {
    const NAME: &'static str = "pig";
    const SUMMARY: &'static str = "roll and risk it or hold and keep it, first to 100 points";
    type Options = Options;

    fn build(options: Options) -> Result<Self, String> {
        Pig::new(options)
    }

    // The positions grow with the cube of the target: two million for 100 points.
    fn advice(&self) -> &'static [&'static str] {
        const TREE: &str = "mcts:playout-cap=4,evaluate=true";
        if self.target <= MOST_SOLVED { &["value-iteration:epsilon=1e-5", TREE] } else { &[TREE] }
    }
}

impl Game for Pig {
    type State = State;
    /// [`HOLD`], [`ROLL`], or the face of the die.
    type Move = u8;

    fn info(&self) -> GameInfo {
        GameInfo { chance: true, widest: Some(6), ..GameInfo::two_player(Self::NAME, PayoffRange::new(0.0, 1.0)) }
    }

    #[inline]
    fn start(&self, _: &mut Random) -> State {
        State { scores: [0, 0], total: 0, player: 0, rolling: false }
    }

    #[inline]
    fn turn(&self, state: &State, moves: &mut Moves<u8>) -> Turn {
        if state.rolling {
            (1..=6).for_each(|face| moves.push_weighted(face, 1.0 / 6.0));
            return Turn::Chance;
        }
        if self.winner(state).is_some() {
            return Turn::Over;
        }
        if !self.can_win(state) {
            moves.push(ROLL);
        }
        // Holding nothing would be a pass, which the rules do not have.
        if state.total > 0 {
            moves.push(HOLD);
        }
        Turn::Player(Player(state.player))
    }

    #[inline]
    fn play(&self, state: &mut State, mv: u8) {
        match mv {
            ROLL => state.rolling = true,
            HOLD => {
                state.scores[usize::from(state.player)] += state.total;
                state.pass_on();
            }
            face => {
                state.rolling = false;
                if face == 1 {
                    state.pass_on();
                } else {
                    state.total += u16::from(face);
                }
            }
        }
    }

    #[inline]
    fn payoff(&self, state: &State, player: Player) -> f64 {
        f64::from(u8::from(self.winner(state) == Some(player)))
    }

    // As short as the call of it would be.
    #[inline(always)]
    fn random_step<L: Recorder<u8>>(
        &self,
        state: &mut State,
        _: &mut Moves<u8>,
        rng: &mut Random,
        recorder: &mut L,
    ) -> bool {
        let (who, mv) = if state.rolling {
            (None, 1 + rng.below(6) as u8)
        } else if self.winner(state).is_some() {
            return false;
        } else {
            let holds = state.total > 0 && (self.can_win(state) || rng.next() >> 63 == 0);
            let mv = if holds { HOLD } else { ROLL };
            (Some(Player(state.player)), mv)
        };
        recorder.record(who, mv);
        self.play(state, mv);
        true
    }

    #[inline]
    fn capabilities(&self) -> Capabilities<'_, State, u8> {
        Capabilities {
            notation: Some(self),
            render: Some(self),
            key: Some(self),
            evaluate: Some(self),
            features: Some(self),
            ..Capabilities::none()
        }
    }
}

impl Pig {
    /// Whether the player to move wins by holding.
    #[inline]
    fn can_win(&self, state: &State) -> bool {
        state.scores[usize::from(state.player)] + state.total >= self.target
    }

    /// The winner, if there is one.
    #[inline]
    fn winner(&self, state: &State) -> Option<Player> {
        (0..2).find(|&player| state.scores[usize::from(player)] >= self.target).map(Player)
    }
}

impl Key for Pig {
    #[inline]
    fn key(&self, state: &State) -> u64 {
        let [first, second] = state.scores;
        let words = u64::from(first) | u64::from(second) << 16 | u64::from(state.total) << 32;
        mix(words | u64::from(state.player) << 48 | u64::from(state.rolling) << 49)
    }
}
