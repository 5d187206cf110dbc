//! Reports and trees with their moves written out.

use spinney::erased::{AnyMove, AnyState};
use spinney::game::{Game, Moves, Player, Turn};
use spinney::random::Random;
use spinney::report::Report;
use spinney::search::Step;
use spinney::search::TreeView;

use super::NamedGame;

/// Sampled states that are tried to write a move that is not legal in what a player sees.
const SAMPLES: usize = 20;

impl NamedGame {
    /// A report about a position as `player` sees it, with its moves as text. Only moves that are legal there are
    /// written by the notation: a candidate that is not is a mistake of the search, and is left out with a note.
    pub fn write_report(&self, state: &AnyState, player: Player, mut report: Report<AnyMove>) -> Report<String> {
        let seen = self.observation(state, player);
        let (_, moves) = self.options(&seen);
        let all = report.candidates.len();
        report.candidates.retain(|candidate| moves.contains(&candidate.mv));
        if report.candidates.len() < all {
            let note = format!("{} candidates that are not legal here are left out", all - report.candidates.len());
            report.notes.push(note);
        }
        let line = self.write_line(&seen, player, &std::mem::take(&mut report.pv));
        let mut report = report.map(|mv| self.write_move(&seen, mv));
        report.pv = line;
        report
    }

    /// A line of moves as text, each written in the position in which it is played. Simultaneous moves take one per
    /// player, in seat order; a line that breaks off within one ends with the player's own move, if that is all there is.
    pub fn write_line(&self, state: &AnyState, player: Player, line: &[AnyMove]) -> Vec<String> {
        let mut state = state.clone();
        let mut written = Vec::new();
        let mut moves = Moves::new();
        let mut rest = line;
        while let Some(&mv) = rest.first() {
            moves.clear();
            let turn = self.turn(&state, &mut moves);
            let write = |mv: AnyMove| self.write_move(&state, mv);
            let (step, taken) = match turn {
                Turn::Player(player) if moves.contains(&mv) => (Step::Move(player, mv), 1),
                Turn::Chance if moves.contains(&mv) => (Step::Chance(mv), 1),
                Turn::Joint => {
                    let players = moves.sections();
                    let legal = |joint: &[AnyMove]| joint.iter().enumerate().all(|(i, m)| moves.section(i).contains(m));
                    match rest.get(..players).filter(|joint| legal(joint)) {
                        Some(joint) => (Step::Joint(joint.to_vec()), players),
                        None => {
                            let own = moves.section(player.index()).contains(&mv);
                            written.extend(own.then(|| write(mv)));
                            break;
                        }
                    }
                }
                _ => break,
            };
            written.extend(rest[..taken].iter().map(|&mv| write(mv)));
            self.play_step(&mut state, &step);
            rest = &rest[taken..];
        }
        written
    }

    /// A tree of a search about a position as `player` sees it, with its moves as text. Below the root of a game with
    /// hidden information there are moves of sampled states, which need not be legal in what the player sees: such a move
    /// is written in a sampled state in which it is legal, or as `?` if none is found.
    pub fn write_tree(&self, state: &AnyState, player: Player, tree: TreeView<AnyMove>) -> TreeView<String> {
        let mut rng = Random::new(0);
        let mut write = |state: &AnyState, mv: AnyMove| {
            let Some((turn, mut after)) = self.where_legal(state, player, mv, &mut rng) else {
                return ("?".to_owned(), state.clone());
            };
            let text = self.write_move(&after, mv);
            // What follows simultaneous moves is not known from one player's move.
            if turn != Turn::Joint {
                self.play(&mut after, mv);
            }
            (text, after)
        };
        tree.map(&self.observation(state, player), &mut write)
    }

    /// The state itself if the move is legal there, or a sampled one.
    fn where_legal(&self, state: &AnyState, player: Player, mv: AnyMove, rng: &mut Random) -> Option<(Turn, AnyState)> {
        let look = |state: AnyState| {
            let (turn, moves) = self.options(&state);
            moves.contains(&mv).then_some((turn, state))
        };
        look(state.clone()).or_else(|| {
            let hidden = self.capabilities().hidden?;
            (0..SAMPLES).find_map(|_| {
                let mut seen = state.clone();
                hidden.conceal(&mut seen, player);
                look(hidden.sample(&seen, player, rng))
            })
        })
    }
}
