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
}
