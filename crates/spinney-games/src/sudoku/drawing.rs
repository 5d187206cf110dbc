//! Drawing: the board with thick lines between the boxes; givens heavy, placed values in blue, candidates small, each of
//! them a place to click.

use spinney::drawing::{Body, Colour, Curve, Drawing, Item, Label, Mark, Outline, Place, PlaceId, Scene, Stroke, Text};
use spinney::game::Player;
use spinney::game::capabilities::{Notation, Render};

use super::grid::Grid;
use super::sets;
use super::state::State;
use super::text::write_marked_candidates;
use super::{Move, Sudoku};

/// The size of a candidate's place, and the margin around the board.
const STEP: f32 = 15.0;
const MARGIN: f32 = 26.0;
/// The signs in text behind a digit that was not given, and behind the only candidate of an empty cell.
const PLACED: char = '\'';
const SINGLE: char = '?';

impl Sudoku {
    /// The side of a cell in pixels.
    fn cell_size(&self) -> f32 {
        (self.givens.geometry().box_size as f32 * STEP).max(36.0)
    }

    /// The left and the top of a cell.
    fn corner(&self, cell: usize) -> (f32, f32) {
        let (row, column) = self.givens.geometry().place(cell);
        let size = self.cell_size();
        (MARGIN + column as f32 * size, MARGIN + row as f32 * size)
    }

    fn sign(&self, value: u8) -> String {
        self.alphabet().write(value).to_string()
    }

    /// A cell, and the places of its candidates.
    fn cell_items(&self, state: &State, cell: usize, marked: bool) -> Vec<Item> {
        let (size, (left, top)) = (self.cell_size(), self.corner(cell));
        let name = self.givens.geometry().cell_name(cell);
        let (value, candidates) = (state.values()[cell], state.candidates(cell));
        let contents = match (value, candidates) {
            (0, 0) => "nothing is possible".to_owned(),
            (0, _) => format!("empty, {} candidates", candidates.count_ones()),
            _ => self.sign(value),
        };
        let ground = if marked { Colour::Hint } else { Colour::Panel };
        let outline = Mark::filled(Outline::Rect(left, top, size, size, 0.0), ground).edged(Colour::Edge, 1.0);
        let place = Place::new(name.clone(), format!("{name}, {contents}"), outline);
        if value != 0 {
            let given = !self.is_placed(state, cell);
            let colour = if given { Colour::Ink } else { Colour::Blue };
            let label = Label::middle(self.sign(value), (left + size / 2.0, top + size / 2.0), size * 0.6, colour);
            return vec![place.with([if given { label.bold() } else { label }]).into()];
        }
        let (across, step) = (self.givens.geometry().box_size, size / self.givens.geometry().box_size as f32);
        let candidate = |value: u8| {
            let index = usize::from(value) - 1;
            let (x, y) = (left + (index % across) as f32 * step, top + (index / across) as f32 * step);
            let mv = Move { cell: cell as u16, value };
            let outline = Mark::invisible(Outline::Rect(x, y, step, step, 0.0));
            let label = Label::middle(self.sign(value), (x + step / 2.0, y + step / 2.0), STEP * 0.72, Colour::Quiet);
            Place::new(self.write_move(state, mv), format!("{name} could be {}", self.sign(value)), outline)
                .with([label])
        };
        std::iter::once(place.into()).chain(sets::values(candidates).map(|value| candidate(value).into())).collect()
    }

    fn picture(&self, state: &State, marked: Option<usize>) -> Scene {
        let geometry = self.givens.geometry();
        let (size, board) = (self.cell_size(), self.cell_size() * geometry.side as f32);
        let mut scene = Scene::new(MARGIN + board + 4.0, MARGIN + board + 4.0);
        for line in 0..geometry.side {
            let at = MARGIN + (line as f32 + 0.5) * size;
            let number = (line + 1).to_string();
            scene.push(Label::middle(number.clone(), (at, MARGIN / 2.0), 13.0, Colour::Quiet));
            scene.push(Label::middle(number, (MARGIN / 2.0, at), 13.0, Colour::Quiet));
        }
        for cell in 0..geometry.cells {
            scene.extend(self.cell_items(state, cell, marked == Some(cell)));
        }
        let (first, last) = (MARGIN, MARGIN + board);
        let lines = (0..=geometry.box_size).flat_map(|line| {
            let at = MARGIN + (line * geometry.box_size) as f32 * size;
            [((at, first), Curve::Line((at, last))), ((first, at), Curve::Line((last, at)))]
        });
        scene.push(Mark::drawn(Outline::Path(lines.collect()), Stroke::solid(Colour::Ink, 2.5)));
        let lines = self.text(state).lines().map(str::to_owned).chain(self.legend(state)).collect();
        scene.text = Text::Lines(lines);
        scene
    }

    /// The board in characters. Boards whose lines would be too long for a terminal have no candidates.
    fn text(&self, state: &State) -> String {
        let grid = Grid::from_values(self.givens.geometry().box_size, state.values().to_vec());
        let open = state.candidates.iter().map(|&set| if self.shows_candidates(state) { set } else { 0 });
        let marks: Vec<(usize, char)> = (0..state.values().len())
            .filter_map(|cell| {
                let single = self.shows_candidates(state) && state.candidates(cell).count_ones() == 1;
                match self.is_placed(state, cell) {
                    true => Some((cell, PLACED)),
                    false => single.then_some((cell, SINGLE)),
                }
            })
            .collect();
        write_marked_candidates(&grid, &open.collect::<Vec<_>>(), self.alphabet(), &marks)
    }

    fn shows_candidates(&self, state: &State) -> bool {
        self.givens.geometry().box_size <= 3 && !state.is_dead()
    }

    /// Whether a cell has a digit that was not given.
    fn is_placed(&self, state: &State, cell: usize) -> bool {
        state.values()[cell] != 0 && self.givens.values()[cell] == 0
    }

    /// What the signs behind digits mean, of those that the board has.
    fn legend(&self, state: &State) -> Option<String> {
        let cells = 0..state.values().len();
        let placed = cells.clone().any(|cell| self.is_placed(state, cell));
        let single = self.shows_candidates(state) && cells.clone().any(|cell| state.candidates(cell).count_ones() == 1);
        let parts =
            [placed.then(|| format!("{PLACED} placed")), single.then(|| format!("{SINGLE} the only candidate"))];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }

    fn drawing(&self, state: &State, marked: Option<usize>) -> Drawing {
        let empty = state.empty().len();
        let status = match empty {
            _ if state.is_solved() => "solved".to_owned(),
            0 => "full, but some value is twice in a row, a column or a box".to_owned(),
            _ if state.is_dead() => format!("no solution from here; {empty} cells are empty"),
            1 => "1 cell is empty".to_owned(),
            _ => format!("{empty} cells are empty"),
        };
        Drawing { body: Body::Scene(self.picture(state, marked)), caption: vec![status] }
    }
}

impl Render for Sudoku {
    fn draw(&self, state: &State) -> Drawing {
        self.drawing(state, None)
    }

    fn draw_move(&self, state: &State, mv: Move) -> Drawing {
        self.drawing(state, Some(usize::from(mv.cell)))
    }

    /// A candidate is the place of its move; a cell without candidates is clicked itself.
    fn clicks(&self, _: &State, mv: Move, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        match mv.value {
            0 => vec![vec![self.givens.geometry().cell_name(usize::from(mv.cell))]],
            _ => Vec::new(),
        }
    }
}
