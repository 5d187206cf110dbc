//! A crate depends only on crates above it in the table of crates: ARCHITECTURE.md, "The dependency rule".

use std::fs;

use super::page::root;

/// The crates in the order of the table.
const CRATES: &[&str] = &[
    "spinney",
    "spinney-testkit",
    "spinney-games",
    "spinney-gdl",
    "spinney-agents",
    "spinney-lab",
    "spinney-bench",
    "spinney-serve",
    "spinney-cli",
];

/// The one dependency that points down the table: the tests of the library use the test kit.
const EXCEPTION: (&str, &str) = ("spinney", "spinney-testkit");

/// The crates of this workspace that a manifest names in its dependencies, those for tests included.
fn own_dependencies(manifest: &str) -> Vec<String> {
    let mut inside = false;
    let mut found = Vec::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line.ends_with("dependencies]");
            let named = line.trim_matches(['[', ']']).rsplit_once("dependencies.");
            found.extend(named.map(|(_, name)| name.to_owned()));
        } else if inside {
            let name = line.split(['.', '=', ' ']).next().unwrap_or_default();
            found.push(name.trim_matches('"').to_owned());
        }
    }
    found.retain(|name| name == "spinney" || name.starts_with("spinney-"));
    found
}

#[test]
fn dependencies_point_up_the_table() {
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let place = CRATES.iter().position(|known| *known == name);
        let place = place.unwrap_or_else(|| panic!("{name} has no place in the table of crates"));
        for dependency in own_dependencies(&fs::read_to_string(path.join("Cargo.toml")).unwrap()) {
            let above = CRATES[..place].contains(&dependency.as_str());
            let allowed = above || (name.as_str(), dependency.as_str()) == EXCEPTION;
            assert!(allowed, "{name} must not depend on {dependency}");
        }
    }
}

/// Outside of tests the library depends on no other crate of the workspace.
#[test]
fn the_test_kit_is_a_dev_dependency_only() {
    let manifest = fs::read_to_string(root().join("crates/spinney/Cargo.toml")).unwrap();
    let published = manifest.split("[dev-dependencies]").next().unwrap();
    assert!(own_dependencies(published).is_empty(), "{published}");
}

/// The table of ARCHITECTURE.md lists the crates in the order of dependencies.
#[test]
fn the_table_of_crates_is_in_order() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| [`crates/"));
    let listed: Vec<_> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(listed, CRATES);
}

/// The library that others depend on stays light.
#[test]
fn the_library_has_few_dependencies() {
    let manifest = fs::read_to_string(root().join("crates/spinney/Cargo.toml")).unwrap();
    let from = manifest.find("[dependencies]").unwrap();
    let section = manifest[from..].lines().skip(1).take_while(|line| !line.starts_with('['));
    let names: Vec<_> =
        section.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|n| !n.is_empty()).collect();
    assert!(names.len() <= 6, "{names:?}");
}

/// The name of a crate further down would be a dependency that no manifest shows.
#[test]
fn a_crate_does_not_name_those_below_it() {
    for (place, name) in CRATES.iter().enumerate() {
        let mut folders = vec![root().join("crates").join(name).join("src")];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).unwrap();
                for below in &CRATES[place + 1..] {
                    let path_name = below.replace('-', "_") + "::";
                    assert!(!text.contains(&path_name), "{} names {below}", path.display());
                }
            }
        }
    }
}

/// The walk through Monte-Carlo tree search leaves out no file.
#[test]
fn the_walk_through_mcts_is_complete() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for entry in fs::read_dir(root().join("crates/spinney/src/search/mcts")).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(text.contains(&format!("`{name}`")), "ARCHITECTURE.md does not say what {name} is for");
    }
}
