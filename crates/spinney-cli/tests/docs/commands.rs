//! Every `$ spinney …` line of a console block is run. It must end in time and with exit code 0, or with the code that
//! a remark at its end says: `$ spinney search chess  # exit 2`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

use assert_cmd::Command;

use super::page::{Page, all, fence, root};
use super::{pages_are_mine, updating};

/// What one command may take, built without optimisation and with others beside it.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A command as a page shows it.
pub(crate) struct Shown {
    arguments: Vec<String>,
    code: i32,
}

impl Shown {
    /// Reads a line that begins with `$ spinney`; `None` for any other.
    pub(crate) fn read(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix("$ spinney")?;
        let (command, remark) = rest.split_once("  # ").unwrap_or((rest, ""));
        let code = remark.strip_prefix("exit ").map_or(0, |code| code.trim().parse().expect("an exit code"));
        Some(Shown { arguments: split(command), code })
    }

    /// Runs it in a folder that contains only `games/`; returns its standard output, or an error.
    pub(crate) fn run(&self) -> Result<String, String> {
        let folder = folder();
        let mut command = Command::new(env!("CARGO_BIN_EXE_spinney"));
        let output = command.args(&self.arguments).current_dir(folder).timeout(TIMEOUT).output();
        let output = output.map_err(|error| error.to_string())?;
        if output.status.code() != Some(self.code) {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("ended with {}, expected {}: {said}", output.status, self.code));
        }
        // Intended errors are printed on standard error.
        let shown = if self.code == 0 { output.stdout } else { output.stderr };
        Ok(String::from_utf8(shown).unwrap())
    }
}

/// A folder of our own with a copy of the rule sheets, so that pages can name them as from the root.
fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("spinney-docs-{}", std::process::id()));
        let games = folder.join("games");
        std::fs::create_dir_all(&games).unwrap();
        let sheets = std::fs::read_dir(root().join("games")).unwrap().map(|entry| entry.unwrap().path());
        for sheet in sheets.filter(|path| path.is_file()) {
            std::fs::copy(&sheet, games.join(sheet.file_name().unwrap())).unwrap();
        }
        folder
    })
}

/// Splits a command as a shell would, with quotes but without anything else.
fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (c, quote) {
            (_, Some(open)) if c == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

/// Runs the commands of a page. Returns the page with the output that is shown replaced by the real one; a block whose
/// output is shortened by a line `…` stays as it is.
fn run_page(page: &Page, failures: &mut Vec<String>) -> (String, usize) {
    let mut text = String::new();
    let mut count = 0;
    let mut lines = page.text.lines().enumerate().peekable();
    let mut console = false;
    while let Some((number, line)) = lines.next() {
        text += line;
        text.push('\n');
        if let Some(language) = fence(line) {
            console = language == "console";
        }
        let Some(shown) = Shown::read(line).filter(|_| console) else { continue };
        count += 1;
        let mut old = String::new();
        while let Some((_, line)) = lines.next_if(|(_, line)| fence(line).is_none() && !line.starts_with("$ ")) {
            old += line;
            old.push('\n');
        }
        let kept = old.is_empty() || old.lines().any(|line| line.trim() == "…");
        match shown.run() {
            Ok(new) if !kept => text += &new,
            Ok(_) => text += &old,
            Err(why) => {
                failures.push(format!("{}:{}: `{}` {why}", page.name, number + 1, line.trim()));
                text += &old;
            }
        }
    }
    (text, count)
}

#[test]
fn every_command_runs() {
    let _mine = pages_are_mine();
    let mut failures = Vec::new();
    let mut count = 0;
    for page in all() {
        let (text, commands) = run_page(&page, &mut failures);
        count += commands;
        if updating() {
            page.replace(&text);
        }
    }
    assert!(count > 30, "only {count} commands found");
    assert!(failures.is_empty(), "{} of {count} commands failed:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn words_are_split_as_a_shell_does() {
    assert_eq!(
        split(r#" search x --moves "4 4" tree:'(1 "2")' """#),
        ["search", "x", "--moves", "4 4", r#"tree:(1 "2")"#, ""]
    );
}
