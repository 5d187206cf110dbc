//! Tables of text with columns of equal width.

/// How a column stands.
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

    /// The lines of the table, with the texts of its last column continued below each other where lines would be wider
    /// than this. Columns in which nothing stands below the head are left out.
    pub(crate) fn wrapped(&self, width: usize) -> Vec<String> {
        let last = self.aligns.len().saturating_sub(1);
        let lines = self.lines();
        if self.aligns.last() != Some(&Align::Left) || lines.iter().all(|line| line.chars().count() <= width) {
            return lines;
        }
        let longest = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let used = |column: &usize| self.rows[1..].iter().any(|row| !row[*column].is_empty());
        let before: usize = (0..last).filter(used).map(|column| longest(column) + 2).sum();
        let room = width.saturating_sub(before).max(LEAST);
        let mut table = TextTable { aligns: self.aligns.clone(), rows: Vec::new() };
        for row in &self.rows {
            let mut pieces = wrap(&row[last], room).into_iter();
            let mut first = row.clone();
            first[last] = pieces.next().unwrap_or_default();
            table.rows.push(first);
            for piece in pieces {
                let mut next = vec![String::new(); row.len()];
                next[last] = piece;
                table.rows.push(next);
            }
        }
        table.lines()
    }

    /// The lines of the table. Columns in which nothing stands below the head are left out.
    pub(crate) fn lines(&self) -> Vec<String> {
        let used = |column: &usize| self.rows[1..].iter().any(|row| !row[*column].is_empty());
        let columns: Vec<usize> = (0..self.aligns.len()).filter(used).collect();
        let width = |column: usize| self.rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.aligns.len()).map(width).collect();
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

/// The least width of a wrapped column.
const LEAST: usize = 20;

/// A text in lines up to a width, broken at spaces.
fn wrap(text: &str, width: usize) -> Vec<String> {
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
}
