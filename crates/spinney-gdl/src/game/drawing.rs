//! Drawing of a state: a table of its facts, and a board where the facts form one.
//!
//! A board is recognised by structure, never by names: a function of three arguments or more of which two have small
//! ranges, with at most one fact for each pair of their values in the initial state.

use std::collections::BTreeMap;

use spinney::drawing::{Board, Body, Cell, Colour, Drawing, Piece, PlaceId, Shape};
use spinney::game::Player;
use spinney::game::capabilities::{Notation, Render};

use super::{MoveId, RuleSheet, SheetState};
use crate::read::read;

/// The longest side of a board.
const SIDE: usize = 30;
/// With more facts than this, no board is searched for.
const MANY: usize = 50_000;
/// More facts than this are not listed beside a board.
const LISTED: usize = 24;
const COLOURS: [Colour; 7] =
    [Colour::Black, Colour::Red, Colour::Blue, Colour::Green, Colour::Violet, Colour::Yellow, Colour::White];

/// The mapping of facts to a board.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    function: String,
    arity: usize,
    /// The indices of the column and row arguments.
    column: usize,
    row: usize,
    columns: Vec<String>,
    rows: Vec<String>,
    /// The content of empty cells, if those have facts too.
    empty: Option<String>,
    /// Contents by letter, in alphabetical order.
    letters: BTreeMap<String, char>,
}

/// A fact split into a function and its arguments as texts.
type Parts = (String, Vec<String>);

/// Lists of arguments.
type Lists = Vec<Vec<String>>;

fn parts(fact: &str) -> Option<Parts> {
    let expressions = read(fact).ok()?;
    let list = expressions.first()?.list()?;
    let name = list[0].name()?.to_owned();
    Some((name, list[1..].iter().map(|argument| fact[argument.start..argument.end].to_owned()).collect()))
}

impl Layout {
    /// Searches for a board in the facts of a game.
    pub(super) fn recognise(sheet: &RuleSheet) -> Option<Layout> {
        let start = sheet.facts(&sheet.start_state());
        let every = sheet.every_fact();
        if every.len() > MANY {
            return None;
        }
        // The arguments of facts that can hold, and of those that hold initially.
        let mut by_function: BTreeMap<(String, usize), (Lists, Lists)> = BTreeMap::new();
        for (facts, initial) in [(&every, false), (&start, true)] {
            for (name, arguments) in facts.iter().filter_map(|fact| parts(fact)) {
                let lists = by_function.entry((name, arguments.len())).or_default();
                if initial { lists.1.push(arguments) } else { lists.0.push(arguments) }
            }
        }
        let candidates = by_function.iter().filter(|((_, arity), _)| (2..=5).contains(arity));
        candidates
            .filter_map(|((name, arity), (every, initial))| Layout::of(name, *arity, every, initial))
            .max_by_key(|layout| (layout.columns.len() * layout.rows.len(), std::cmp::Reverse(layout.function.clone())))
    }

    fn of(name: &str, arity: usize, every: &[Vec<String>], initial: &[Vec<String>]) -> Option<Layout> {
        let distinct = |place: usize| {
            let mut values: Vec<String> = every.iter().map(|arguments| arguments[place].clone()).collect();
            values.sort_by(|a, b| natural(a).cmp(&natural(b)));
            values.dedup();
            values
        };
        for column in 0..arity {
            for row in column + 1..arity {
                let (columns, rows) = (distinct(column), distinct(row));
                if !(2..=SIDE).contains(&columns.len()) || !(2..=SIDE).contains(&rows.len()) {
                    continue;
                }
                let mut cells: Vec<(&str, &str)> =
                    initial.iter().map(|arguments| (&*arguments[column], &*arguments[row])).collect();
                cells.sort_unstable();
                let all = cells.len();
                cells.dedup();
                let mut possible: Vec<(&str, &str)> =
                    every.iter().map(|arguments| (&*arguments[column], &*arguments[row])).collect();
                possible.sort_unstable();
                possible.dedup();
                let board = columns.len() * rows.len();
                if cells.len() != all || possible.len() * 2 < board || board < 4 || (arity > 2 && board < 6) {
                    continue;
                }
                return Some(Layout::filled(name, arity, (column, row), (columns, rows), every, initial));
            }
        }
        None
    }

    fn filled(
        name: &str,
        arity: usize,
        (column, row): (usize, usize),
        (columns, rows): (Vec<String>, Vec<String>),
        every: &[Vec<String>],
        initial: &[Vec<String>],
    ) -> Layout {
        let mut layout = Layout {
            function: name.to_owned(),
            arity,
            column,
            row,
            columns,
            rows,
            empty: None,
            letters: BTreeMap::new(),
        };
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for arguments in initial {
            *counts.entry(layout.contents(arguments)).or_default() += 1;
        }
        // If every cell has a fact initially, the most frequent content means empty.
        if initial.len() == layout.columns.len() * layout.rows.len() && arity > 2 && counts.len() < initial.len() {
            layout.empty = counts.into_iter().max_by_key(|(_, count)| *count).map(|(contents, _)| contents);
        }
        let mut contents: Vec<String> = every.iter().map(|arguments| layout.contents(arguments)).collect();
        contents.sort_unstable();
        contents.dedup();
        for contents in contents.into_iter().filter(|contents| layout.empty.as_ref() != Some(contents)) {
            let taken = |letter: &char| layout.letters.values().any(|other| other == letter);
            let own = contents.chars().filter(|letter| letter.is_alphanumeric());
            let wanted = own.clone().chain(own.map(|letter| letter.to_ascii_uppercase()));
            let letter = wanted.chain('A'..='Z').chain('a'..='z').find(|letter| !taken(letter)).unwrap_or('?');
            layout.letters.insert(contents, letter);
        }
        layout
    }

    /// The content of a fact: the arguments that are not coordinates.
    fn contents(&self, arguments: &[String]) -> String {
        let rest = arguments.iter().enumerate().filter(|(place, _)| *place != self.column && *place != self.row);
        let rest: Vec<&str> = rest.map(|(_, argument)| argument.as_str()).collect();
        if rest.is_empty() { self.function.clone() } else { rest.join(" ") }
    }

    fn empty_board(&self) -> Board {
        Board {
            columns: self.columns.len(),
            cells: vec![Cell::default(); self.columns.len() * self.rows.len()],
            column_labels: self.columns.clone(),
            row_labels: self.rows.iter().rev().cloned().collect(),
        }
    }

    /// The index of a cell. Rows count upwards, as on most boards.
    fn index(&self, column: usize, row: usize) -> usize {
        (self.rows.len() - 1 - row) * self.columns.len() + column
    }

    /// The clicks of a move: the cells that its arguments name, two by two; or any cell of the column that its only
    /// argument names.
    fn clicks(&self, mv: &str) -> Vec<Vec<PlaceId>> {
        let Some((_, arguments)) = parts(mv) else { return Vec::new() };
        let board = self.empty_board();
        let column_of = |argument: &String| self.columns.iter().position(|value| value == argument);
        let row_of = |argument: &String| self.rows.iter().position(|value| value == argument);
        if let [only] = &arguments[..] {
            let column = column_of(only).into_iter();
            let cells = column.flat_map(|column| (0..self.rows.len()).map(move |row| (column, row)));
            return cells.map(|(column, row)| vec![board.name(self.index(column, row))]).collect();
        }
        let mut places = Vec::new();
        let mut rest = &arguments[..];
        while let [first, second, ..] = rest {
            let cell = column_of(first).zip(row_of(second));
            places.extend(cell.map(|(column, row)| board.name(self.index(column, row))));
            rest = &rest[if cell.is_some() { 2 } else { 1 }..];
        }
        if places.is_empty() { Vec::new() } else { vec![places] }
    }

    /// The board of a state, and the facts that are not on it.
    fn draw(&self, facts: Vec<String>) -> (Board, Vec<String>) {
        let mut board = self.empty_board();
        let mut others = Vec::new();
        for fact in facts {
            let place =
                parts(&fact).filter(|(name, arguments)| *name == self.function && arguments.len() == self.arity);
            let place = place.and_then(|(_, arguments)| {
                let column = self.columns.iter().position(|value| *value == arguments[self.column])?;
                let row = self.rows.iter().position(|value| *value == arguments[self.row])?;
                Some((column, row, self.contents(&arguments)))
            });
            let Some((column, row, contents)) = place else {
                others.push(fact);
                continue;
            };
            let cell = &mut board.cells[self.index(column, row)];
            if self.empty.as_ref() == Some(&contents) {
                continue;
            }
            if cell.piece.is_some() {
                others.push(fact);
                continue;
            }
            let number = self.letters.keys().position(|other| *other == contents).unwrap_or(0);
            let letter = self.letters.get(&contents).copied().unwrap_or('?');
            cell.piece = Some(Piece { letter, shape: Shape::Letter, colour: COLOURS[number % COLOURS.len()] });
        }
        (board, others)
    }

    fn legend(&self) -> Option<String> {
        let long = self.letters.iter().filter(|(contents, letter)| **contents != letter.to_string());
        let entries: Vec<String> =
            long.take(LISTED).map(|(contents, letter)| format!("{letter} = {contents}")).collect();
        (!entries.is_empty()).then(|| entries.join(", "))
    }
}

/// Numbers by value, before other texts.
fn natural(text: &str) -> (bool, i64, &str) {
    match text.parse::<i64>() {
        Ok(number) => (false, number, text),
        Err(_) => (true, 0, text),
    }
}

impl Render for RuleSheet {
    fn draw(&self, state: &SheetState) -> Drawing {
        let facts = self.facts(state);
        let Some(layout) = &self.layout else {
            return Drawing { body: Body::Lines(columns_of(&facts)), caption: self.captions(state) };
        };
        let (board, others) = layout.draw(facts);
        let mut caption: Vec<String> = layout.legend().into_iter().collect();
        if others.len() <= LISTED {
            caption.extend(columns_of(&others));
        } else {
            caption.push(format!("{} other facts", others.len()));
        }
        caption.extend(self.captions(state));
        Drawing { body: Body::Board(board), caption }
    }

    fn clicks(&self, state: &SheetState, mv: MoveId, _: Option<Player>) -> Vec<Vec<PlaceId>> {
        let clicks = |layout: &Layout| layout.clicks(&self.write_move(state, mv));
        self.layout.as_ref().map(clicks).unwrap_or_default()
    }
}

impl RuleSheet {
    fn captions(&self, state: &SheetState) -> Vec<String> {
        if self.is_terminal(state) {
            let goals = self.roles.iter().zip(self.goals(state));
            let goals: Vec<String> = goals
                .map(|(role, goal)| format!("{role} {}", goal.map_or("none".to_owned(), |goal| goal.to_string())))
                .collect();
            return vec![format!("the end: {}", goals.join(", "))];
        }
        match self.choosers(state) {
            super::Choosers::Nobody => vec!["nobody can move".to_owned()],
            super::Choosers::One(role, _) => vec![format!("{} to move", self.roles[usize::from(role)])],
            super::Choosers::Several => vec!["several roles move simultaneously".to_owned()],
        }
    }
}

/// Texts in columns, about 100 letters wide.
fn columns_of(texts: &[String]) -> Vec<String> {
    let width = texts.iter().map(|text| text.chars().count() + 2).max().unwrap_or(1);
    let across = (100 / width).max(1);
    let line = |line: &[String]| {
        let padded: String = line.iter().map(|text| format!("{text:width$}")).collect();
        padded.trim_end().to_owned()
    };
    texts.chunks(across).map(line).collect()
}
