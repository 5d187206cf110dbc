//! Every relative link of a page leads to a file of the repository.

use super::page::{Page, all, fence, root};

/// The targets of the links and pictures of a page, outside of code.
fn targets(page: &Page) -> Vec<String> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in page.text.lines() {
        if fence(line).is_some() {
            inside = !inside;
        }
        if inside {
            continue;
        }
        let mut rest = line;
        while let Some(at) = rest.find("](") {
            rest = &rest[at + 2..];
            let end = rest.find([')', ' ']).unwrap_or(rest.len());
            found.push(rest[..end].to_owned());
        }
        for attribute in ["src=\"", "href=\""] {
            let mut rest = line;
            while let Some(at) = rest.find(attribute) {
                rest = &rest[at + attribute.len()..];
                found.push(rest[..rest.find('"').unwrap_or(rest.len())].to_owned());
            }
        }
    }
    found
}

/// Whether a link is a path: not a web address, and not the path of an item in the crate's own documentation.
fn is_path(target: &str) -> bool {
    !target.contains("://") && !target.contains("::") && !target.starts_with('#') && !target.starts_with("mailto:")
}

#[test]
fn every_relative_link_leads_to_a_file() {
    let mut missing = Vec::new();
    for page in all() {
        let folder = root().join(&page.name).parent().unwrap().to_owned();
        for target in targets(&page).into_iter().filter(|target| is_path(target)) {
            let path = target.split('#').next().unwrap_or(&target);
            if path.starts_with('/') || !folder.join(path).exists() {
                missing.push(format!("{}: {target}", page.name));
            }
        }
    }
    assert!(missing.is_empty(), "links that lead nowhere:\n{}", missing.join("\n"));
}

#[test]
fn every_page_is_in_the_index() {
    let pages = all();
    let index = pages.iter().find(|page| page.name == "docs/README.md").expect("docs/README.md");
    let listed = targets(index);
    for page in pages.iter().filter(|page| page.name.starts_with("docs/") && page.name != index.name) {
        let name = page.name.trim_start_matches("docs/");
        assert!(listed.iter().any(|target| target == name), "docs/README.md does not list {name}");
    }
}
