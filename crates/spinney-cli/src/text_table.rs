//! Tables of text with columns of equal width.

/// The alignment of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table; the first row is the head.
pub(crate) struct TextTable {
    aligns: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// A table with a head.
    pub(crate) fn new(columns: &[(&str, Align)]) -> Self {
        TextTable {
            aligns: columns.iter().map(|column| column.1).collect(),
            rows: vec![columns.iter().map(|column| column.0.to_owned()).collect()],
        }
    }

    /// Adds a row.
    pub(crate) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.aligns.len());
        self.rows.push(cells);
    }

    /// The lines of the table, no wider than this if that can be reached by wrapping columns of words. Empty columns are
    /// left out.
    pub(crate) fn wrapped(&self, width: usize) -> Vec<String> {
        let columns = self.used();
        let mut widths = self.widths();
        let total = |widths: &[usize]| columns.iter().map(|&column| widths[column] + 2).sum::<usize>().max(2) - 2;
        while total(&widths) > width {
            let words = |column: &&usize| self.aligns[**column] == Align::Left && widths[**column] > LEAST;
            let Some(&widest) = columns.iter().filter(words).max_by_key(|&&column| widths[column]) else { break };
            widths[widest] -= 1;
        }
        let mut table = TextTable { aligns: self.aligns.clone(), rows: Vec::new() };
        for row in &self.rows {
            let cells: Vec<Vec<String>> = row.iter().zip(&widths).map(|(cell, &width)| wrap(cell, width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(1);
            let line = |index: usize| cells.iter().map(|cell| cell.get(index).cloned().unwrap_or_default()).collect();
            table.rows.extend((0..height).map(line));
        }
        table.lines()
    }

    /// The columns that have a cell below the head.
    fn used(&self) -> Vec<usize> {
        let used = |column: &usize| self.rows[1..].iter().any(|row| !row[*column].is_empty());
        (0..self.aligns.len()).filter(used).collect()
    }

    /// The width of every column.
    fn widths(&self) -> Vec<usize> {
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        (0..self.aligns.len()).map(width).collect()
    }

    /// The lines of the table. Empty columns are left out.
    pub(crate) fn lines(&self) -> Vec<String> {
        let (columns, widths) = (self.used(), self.widths());
        let cell = |row: &[String], column: usize| {
            let (text, width) = (&row[column], widths[column]);
            if self.aligns[column] == Align::Left { format!("{text:<width$}") } else { format!("{text:>width$}") }
        };
        let line = |row: &Vec<String>| {
            let cells: Vec<_> = columns.iter().map(|&column| cell(row, column)).collect();
            cells.join("  ").trim_end().to_owned()
        };
        self.rows.iter().map(line).collect()
    }
}

/// The least width to which a column is narrowed.
const LEAST: usize = 20;

/// A text in lines up to a width, broken at spaces.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up_and_empty_ones_vanish() {
        let mut table = TextTable::new(&[("move", Align::Left), ("proven", Align::Left), ("visits", Align::Right)]);
        table.row(vec!["a1".to_owned(), String::new(), "7".to_owned()]);
        table.row(vec!["größer".to_owned(), String::new(), "1,000".to_owned()]);
        assert_eq!(table.lines(), ["move    visits", "a1           7", "größer   1,000"]);
    }

    #[test]
    fn the_last_column_is_wrapped() {
        let mut table = TextTable::new(&[("agent", Align::Left), ("", Align::Left)]);
        table.row(vec!["random".to_owned(), "a uniformly random legal move: the baseline".to_owned()]);
        assert_eq!(table.wrapped(32), ["agent", "random  a uniformly random legal", "        move: the baseline"]);
        assert_eq!(table.wrapped(100), table.lines());
    }

    #[test]
    fn wide_columns_of_words_share_the_width() {
        let mut table = TextTable::new(&[("name", Align::Left), ("range", Align::Left), ("meaning", Align::Left)]);
        let [range, meaning] = ["one, two, three, four, five, six", "what is meant by it, in a few words more"];
        table.row(vec!["x".to_owned(), range.to_owned(), meaning.to_owned()]);
        let lines = table.wrapped(50);
        assert!(lines.iter().all(|line| line.chars().count() <= 50), "{lines:?}");
        assert_eq!(lines[1], "x     one, two, three,  what is meant by it,");
    }
}
