//! A check that markup is well-formed: tags are balanced and nothing is left unescaped.

/// The first error in the markup, if there is one.
pub(super) fn fault(markup: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut elements = 0;
    let mut rest = markup.trim();
    while let Some(start) = rest.find('<') {
        if let Some(fault) = fault_in_text(&rest[..start]) {
            return Some(fault);
        }
        if open.is_empty() && elements > 0 {
            return Some("something follows the root element".to_owned());
        }
        let Some(length) = rest[start..].find('>') else {
            return Some("a tag is not closed by `>`".to_owned());
        };
        let tag = &rest[start + 1..start + length];
        rest = &rest[start + length + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            let opened = open.pop();
            if opened != Some(name) {
                return Some(format!("`</{name}>` closes {opened:?}"));
            }
        } else {
            elements += 1;
            if tag.matches('"').count() % 2 == 1 {
                return Some(format!("a quotation mark is open in `<{tag}>`"));
            }
            if !tag.ends_with('/') {
                open.push(tag.split_whitespace().next().unwrap_or_default());
            }
        }
    }
    match open.last() {
        Some(name) => Some(format!("`<{name}>` is never closed")),
        None if elements == 0 => Some("there is no element".to_owned()),
        None => fault_in_text(rest),
    }
}

fn fault_in_text(text: &str) -> Option<String> {
    if text.contains('>') {
        return Some(format!("an unescaped `>` in `{text}`"));
    }
    let entity = |after: &str| after.find(';').is_some_and(|end| (1..=8).contains(&end));
    text.match_indices('&').find(|&(at, _)| !entity(&text[at + 1..])).map(|_| format!("a bare `&` in `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn balance() {
        assert_eq!(fault("<svg a=\"1\"><g><rect/></g>a &amp; b</svg>\n"), None);
        for broken in
            ["", "a", "<svg>", "<svg></g>", "<svg><g></svg>", "<a/><b/>", "<a>x & y</a>", "<a b=\"></a>", "<a"]
        {
            assert!(fault(broken).is_some(), "{broken}");
        }
    }
}
