//! The game of a rule sheet as the protocol plays it: by joint moves, in the vocabulary of the rule sheet.
//!
//! Searches see turns, and the protocol knows only steps in which every role moves. [`Rules::steps`] translates between
//! the two.

use std::sync::Arc;

use spinney::drawing::Drawing;
use spinney::erased::{AnyGame, AnyMove, AnyState};
use spinney::game::{Game, Player, Turn};
use spinney::random::Random;
use spinney::search::{Refusal, Search, Step};
use spinney_agents::rule_sheets::{Later, Source, load, named, open_at_once};
use spinney_agents::{GameError, NamedGame};
use spinney_gdl::game::{LoadOptions, RuleSheet, SheetState};

use crate::kif::{KifError, normal};

/// A rule sheet that was loaded.
pub struct Rules {
    sheet: Arc<RuleSheet>,
    game: NamedGame,
}

/// Why a joint move cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError {
    /// One move per role is needed.
    #[error("{moves} moves for {roles} roles")]
    Count {
        /// The moves given.
        moves: usize,
        /// The roles.
        roles: usize,
    },
    /// A move is not legal.
    #[error("`{mv}` is not a legal move of {role} here")]
    Illegal {
        /// The move.
        mv: String,
        /// The role.
        role: String,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// A step as searches see it, with the state after it.
pub type Taken = (Step<AnyMove>, AnyState);

fn source(name: &str, text: &str) -> Source {
    Source { name: name.to_owned(), label: format!("the rule sheet of {name}"), text: text.to_owned() }
}

impl Rules {
    /// Loads a rule sheet from its text.
    pub fn load(name: &str, text: &str, options: &LoadOptions) -> Result<Self, GameError> {
        Self::open(&source(name, text), options)
    }

    /// The same for a file.
    pub fn open(source: &Source, options: &LoadOptions) -> Result<Self, GameError> {
        Self::of(named(load(source, options)?, None)?)
    }

    /// Loads a rule sheet with the first engine that can play it; a faster one may come later.
    pub fn load_at_once(name: &str, text: &str, options: &LoadOptions) -> Result<(Self, Option<Later>), GameError> {
        let (game, later) = open_at_once(&source(name, text), options)?;
        Ok((Self::of(game)?, later))
    }

    /// The same for a game that was opened already; it must be that of a rule sheet.
    pub fn of(game: NamedGame) -> Result<Self, GameError> {
        let other = || GameError::WrongTurn(format!("`{}` is not the game of a rule sheet", game.info().name));
        let sheet = game.downcast::<RuleSheet>().ok_or_else(other)?;
        Ok(Rules { sheet, game })
    }

    /// The same game with one more agent.
    #[must_use]
    pub fn with_agent(
        self,
        name: &'static str,
        make: impl Fn(&AnyGame) -> Result<Box<dyn Search<AnyGame>>, Refusal> + Send + Sync + 'static,
    ) -> Self {
        Rules { game: self.game.with_agent(name, make), ..self }
    }

    /// The game, for agents and drawings.
    pub fn game(&self) -> &NamedGame {
        &self.game
    }

    /// `network` or `interpreter`.
    pub fn engine(&self) -> &'static str {
        self.sheet.report().engine
    }

    /// The roles in the order of the rule sheet.
    pub fn roles(&self) -> &[String] {
        self.sheet.roles()
    }

    /// The number of a role; letter case counts only if it tells two roles apart.
    pub fn role(&self, name: &str) -> Option<usize> {
        find(self.roles(), name)
    }

    /// The initial state.
    pub fn start(&self) -> AnyState {
        self.game.start(&mut Random::new(0))
    }

    fn inner<'s>(&self, state: &'s AnyState) -> &'s SheetState {
        self.game.state::<RuleSheet>(state).expect("the states of this game are those of its rule sheet")
    }

    /// Whether the game is over: the rule sheet says so, or some role has no legal move.
    pub fn is_over(&self, state: &AnyState) -> bool {
        self.game.whose_turn(state) == Turn::Over
    }

    /// The legal moves of a role, sorted.
    pub fn legal(&self, state: &AnyState, role: usize) -> Vec<String> {
        self.sheet.legal(self.inner(state), role)
    }

    /// The facts of a state, sorted.
    pub fn facts(&self, state: &AnyState) -> Vec<String> {
        self.sheet.facts(self.inner(state))
    }

    /// The goal of every role, where the rule sheet gives exactly one.
    pub fn goals(&self, state: &AnyState) -> Vec<Option<i32>> {
        self.sheet.goals(self.inner(state))
    }

    /// A picture of a state.
    pub fn draw(&self, state: &AnyState) -> Drawing {
        self.game.draw(state, None)
    }

    /// Makes one move per role. Returns the steps that searches take, in order: one, unless a rule sheet that was
    /// classified as turn-based turns out to have simultaneous moves. The state is not changed.
    pub fn steps(&self, state: &AnyState, joint: &[String]) -> Result<Vec<Taken>, StepError> {
        let roles = self.roles();
        if joint.len() != roles.len() {
            return Err(StepError::Count { moves: joint.len(), roles: roles.len() });
        }
        if self.is_over(state) {
            return Err(StepError::Over);
        }
        let mut choosers = Vec::new();
        let mut texts = Vec::with_capacity(joint.len());
        for (role, mv) in joint.iter().enumerate() {
            let mut legal = self.legal(state, role);
            let illegal = || StepError::Illegal { mv: mv.clone(), role: roles[role].clone() };
            let found = find(&legal, mv).ok_or_else(illegal)?;
            if legal.len() > 1 {
                choosers.push(role);
            }
            texts.push(legal.swap_remove(found));
        }
        let mut taken: Vec<Taken> = Vec::new();
        let mut now = state.clone();
        // With no choice at all, one step is still made.
        for index in 0..choosers.len().max(1) {
            let step = self.step(&now, &texts, &choosers, index)?;
            self.game.play_step(&mut now, &step);
            let joint = matches!(step, Step::Joint(_));
            taken.push((step, now.clone()));
            if joint {
                break;
            }
        }
        Ok(taken)
    }

    /// The step that a search sees next.
    fn step(
        &self,
        state: &AnyState,
        texts: &[String],
        choosers: &[usize],
        index: usize,
    ) -> Result<Step<AnyMove>, StepError> {
        let (turn, moves) = self.game.options(state);
        let find = |moves: &[AnyMove], role: usize| {
            let found = moves.iter().copied().find(|&mv| self.game.write_move(state, mv) == texts[role]);
            found.ok_or_else(|| StepError::Illegal { mv: texts[role].clone(), role: self.roles()[role].clone() })
        };
        match turn {
            Turn::Joint => {
                let joint = (0..texts.len()).map(|role| find(moves.section(role), role));
                Ok(Step::Joint(joint.collect::<Result<_, _>>()?))
            }
            Turn::Player(player) => {
                // Where several choose one after the other, they do so in the order of the roles.
                let role = choosers.get(index).copied().unwrap_or(player.index());
                Ok(Step::Move(Player(role as u8), find(&moves, role)?))
            }
            Turn::Over | Turn::Chance => Err(StepError::Over),
        }
    }

    /// The state in which a role chooses, if it does so after others in a rule sheet that was classified as turn-based and
    /// has simultaneous moves after all: any moves of the others are assumed. `None` if it chooses at once, or not at all.
    pub fn before_choice(&self, state: &AnyState, role: usize) -> Option<AnyState> {
        let mut now = state.clone();
        for others in 0..self.roles().len() {
            let (turn, moves) = self.game.options(&now);
            match turn {
                Turn::Player(player) if player.index() == role => return (others > 0).then_some(now),
                Turn::Player(player) if self.legal(&now, player.index()).len() > 1 => {
                    self.game.play(&mut now, moves[0])
                }
                _ => return None,
            }
        }
        None
    }

    /// Every legal move of a role with its text, if the role is to choose here.
    pub fn choices(&self, state: &AnyState, role: usize) -> Vec<(AnyMove, String)> {
        let (turn, moves) = self.game.options(state);
        let own = match turn {
            Turn::Joint => moves.section(role),
            Turn::Player(player) if player.index() == role => &moves[..],
            _ => &[],
        };
        own.iter().map(|&mv| (mv, self.game.write_move(state, mv))).collect()
    }
}

/// The place of a text in a list of terms: letter by letter; or else the only one that is equal without regard to case and
/// to parentheses around a single word.
pub fn find(list: &[String], text: &str) -> Option<usize> {
    if let Some(at) = list.iter().position(|term| term == text) {
        return Some(at);
    }
    let bare = |text: &str| -> Result<String, KifError> {
        let normal = normal(text)?.to_ascii_lowercase();
        let inside = normal.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
        Ok(inside.filter(|inside| !inside.contains([' ', '('])).unwrap_or(&normal).to_owned())
    };
    let wanted = bare(text).ok()?;
    let mut alike = (0..list.len()).filter(|&at| bare(&list[at]).is_ok_and(|term| term == wanted));
    alike.next().filter(|_| alike.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        Rules::load("test", text, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
    }

    fn moves(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn a_joint_move_is_one_step_of_the_player_to_move() {
        let rules = rules(include_str!("../../../games/last-match.kif"));
        let state = rules.start();
        let taken = rules.steps(&state, &moves(&["(take 2)", "wait"])).unwrap();
        let [(Step::Move(Player(0), _), after)] = &taken[..] else { panic!("{} steps", taken.len()) };
        assert_eq!(rules.facts(after), ["(left 1)", "(turn bob)"]);
        assert!(rules.choices(&state, 1).is_empty() && rules.choices(&state, 0).len() == 2);
        // The idle role's move is checked too, and letter case does not matter where it tells nothing apart.
        let taken = rules.steps(after, &moves(&["WAIT", "(Take  1)"])).unwrap();
        let end = &taken[0].1;
        assert!(rules.is_over(end));
        assert_eq!(rules.goals(end), [Some(0), Some(100)]);
        for (joint, error) in [
            (vec!["(take 1)"], "1 moves for 2 roles"),
            (vec!["(take 4)", "wait"], "`(take 4)` is not a legal move of ann here"),
            (vec!["(take 1)", "(take 1)"], "`(take 1)` is not a legal move of bob here"),
        ] {
            assert_eq!(
                rules.steps(&state, &moves(&joint)).err().map(|error| error.to_string()),
                Some(error.to_owned())
            );
        }
        assert_eq!(rules.steps(end, &moves(&["wait", "wait"])).err(), Some(StepError::Over));
    }

    #[test]
    fn simultaneous_moves_are_one_step() {
        let rules = rules(include_str!("../../../games/pursuit.kif"));
        let taken = rules.steps(&rules.start(), &moves(&["stay", "(go up)"])).unwrap();
        assert!(matches!(&taken[..], [(Step::Joint(moves), _)] if moves.len() == 2));
        assert_eq!(rules.choices(&rules.start(), 1).len(), rules.legal(&rules.start(), 1).len());
    }

    #[test]
    fn terms_are_found_in_any_case_unless_that_is_ambiguous() {
        let list = moves(&["(mark 1 1)", "noop", "Left", "left", "(pass)"]);
        assert_eq!(find(&list, "(mark 1 1)"), Some(0));
        assert_eq!(find(&list, "( MARK 1  1 )"), Some(0));
        assert_eq!(find(&list, "(NOOP)"), Some(1));
        assert_eq!((find(&list, "left"), find(&list, "LEFT")), (Some(3), None));
        assert_eq!(find(&list, "pass"), Some(4));
        assert_eq!((find(&list, "(mark 1 2)"), find(&list, "(mark")), (None, None));
    }
}
