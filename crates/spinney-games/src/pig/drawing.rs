//! Drawing: the scores, the turn total, and the player to move.

use spinney::drawing::{Body, Colour, Drawing, Label, Mark, Outline, Scene, Text, die};
use spinney::game::capabilities::Render;

use super::notation::SEATS;
use super::{Pig, State};

impl Render for Pig {
    fn draw(&self, state: &State) -> Drawing {
        let line = |player: usize| {
            let total = match usize::from(state.player) == player && state.total > 0 {
                true => format!(" + {}", state.total),
                false => String::new(),
            };
            format!("{:<7}{:>5} of {}{total}", SEATS[player], state.scores[player], self.target)
        };
        let mover = SEATS[usize::from(state.player)];
        let status = match self.winner(state) {
            Some(winner) => format!("{} has won", SEATS[winner.index()]),
            None if state.rolling => format!("{mover} rolls"),
            None => format!("{mover} to move"),
        };
        Drawing { body: Body::Scene(self.picture(state, vec![line(0), line(1)])), caption: vec![status] }
    }
}

impl Pig {
    /// A bar for each score, with the turn total in another colour, and the die while it rolls.
    fn picture(&self, state: &State, text: Vec<String>) -> Scene {
        const LEFT: f32 = 80.0;
        const LONG: f32 = 300.0;
        const ROW: f32 = 44.0;
        let mut scene = Scene::new(LEFT + LONG + 110.0, 2.0 * ROW);
        scene.text = Text::Lines(text);
        for (player, seat) in SEATS.iter().enumerate() {
            let (top, middle) = (player as f32 * ROW + 8.0, player as f32 * ROW + ROW / 2.0);
            let mover = usize::from(state.player) == player;
            let (score, total) = (state.scores[player], if mover { state.total } else { 0 });
            let share = |points: u16| LONG * (f32::from(points) / f32::from(self.target)).min(1.0);
            let bar = |points| Outline::Rect(LEFT, top, share(points), ROW - 16.0, 4.0);
            let seat = Label::start(*seat, (0.0, middle), 16.0, Colour::Ink);
            scene.push(if mover { seat.bold() } else { seat });
            scene.push(Mark::filled(bar(self.target), Colour::Panel).edged(Colour::Edge, 1.0));
            if total > 0 {
                scene.push(Mark::filled(bar(score + total), Colour::Orange));
            }
            if score > 0 {
                scene.push(Mark::filled(bar(score), Colour::Blue));
            }
            let plus = if total > 0 { format!(" + {total}") } else { String::new() };
            scene.push(Label::start(format!("{score}{plus}"), (LEFT + LONG + 10.0, middle), 16.0, Colour::Ink).bold());
        }
        if state.rolling {
            let middle = (LEFT + LONG + 90.0, ROW);
            scene.extend(die(0, middle, 18.0, Colour::White));
            scene.push(Label::middle("?", middle, 24.0, Colour::Black).bold());
        }
        scene
    }
}
