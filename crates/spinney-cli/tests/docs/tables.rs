//! Tables that the program knows better than a writer: between `<!-- table: agent mcts -->` and `<!-- end -->` a page
//! has the parameters of an agent (or of a game), after `<!-- table: games -->` the list of games, and after
//! `<!-- table: samegame-thesis … -->` and those of `sudoku-thesis` and `sudoku-sets` results from the records of all runs.

use spinney::search::parameter::Parameter;
use spinney_agents::agents::{MCTS, find_agent};
use spinney_agents::games::list_games;
use spinney_agents::spec::Spec;

use super::page::all;
use super::{pages_are_mine, sudoku, sudoku_sets, thesis, updating};

const BEGIN: &str = "<!-- table: ";
const END: &str = "<!-- end -->";

fn parameters(rows: &[Parameter]) -> String {
    let mut table = "| parameter | default | range | meaning |\n| --- | --- | --- | --- |\n".to_owned();
    for row in rows {
        table += &format!("| `{}` | `{}` | {} | {} |\n", row.name, row.default, row.range, row.meaning);
    }
    table
}

fn games() -> String {
    let mut table = "| game | players | chance | simultaneous | hidden | longest | widest | default agent |  |\n\
                     | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n"
        .to_owned();
    for game in list_games() {
        let yes = |yes: bool| if yes { "yes" } else { "–" };
        let number = |n: Option<u32>| n.map_or("–".to_owned(), |n| n.to_string());
        let facts = match &game.facts {
            Some(facts) => format!(
                "{} | {} | {} | {} | {} | {}",
                facts.players,
                yes(facts.chance),
                yes(facts.joint),
                yes(facts.hidden),
                number(facts.longest),
                number(facts.widest)
            ),
            None => "as written | as written | as written | – | – | –".to_owned(),
        };
        let default = game.advice.first().map_or(MCTS.to_owned(), Spec::to_string);
        table += &format!("| `{}` | {facts} | `{default}` | {} |\n", game.name, game.summary);
    }
    table
}

/// The table that a mark asks for.
fn table(what: &str) -> String {
    match what.split_once(' ') {
        None if what == "games" => games(),
        Some(("agent", name)) => {
            let agent = find_agent(name).unwrap_or_else(|error| panic!("{error}"));
            parameters(&agent.parameters)
        }
        Some(("hidden", name)) => {
            let agent = find_agent(name).unwrap_or_else(|error| panic!("{error}"));
            parameters(&agent.hidden)
        }
        Some(("game", name)) => {
            let game = list_games().into_iter().find(|game| game.name == name);
            parameters(&game.unwrap_or_else(|| panic!("no game {name}")).parameters)
        }
        Some(("samegame-thesis", name)) => thesis::table(name),
        Some(("sudoku-thesis", name)) => sudoku::table(name),
        Some(("sudoku-sets", name)) => sudoku_sets::table(name),
        _ => panic!("no table `{what}`"),
    }
}

#[test]
fn tables_are_those_of_the_program() {
    let _mine = pages_are_mine();
    let mut seen = 0;
    for page in all() {
        let mut text = String::new();
        let mut rest = page.text.as_str();
        while let Some(at) = rest.find(BEGIN) {
            let (before, from) = rest.split_at(at + BEGIN.len());
            let (what, body) = from.split_once(" -->\n").expect("a mark ends its line");
            let end = body.find(END).unwrap_or_else(|| panic!("{}: `{what}` has no end", page.name));
            let new = format!("\n{}\n", table(what));
            if !updating() {
                assert_eq!(&body[..end], new, "{}: `{what}` is out of date (UPDATE_DOCS=1 mends it)", page.name);
            }
            text += &format!("{before}{what} -->\n{new}");
            rest = &body[end..];
            seen += 1;
        }
        if updating() {
            page.replace(&(text + rest));
        }
    }
    assert!(seen >= 5, "only {seen} tables found");
}
