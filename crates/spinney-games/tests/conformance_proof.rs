//! Proof searches pass the conformance suite: exact for one player and for two with constant sum, legal with chance,
//! and nothing else is played.

use spinney::search::parameter::Configure;
use spinney::search::proof::{AndOr, AndOrConfig, DfPn, DfPnConfig};
use spinney_games::tree::RandomTree;
use spinney_testkit::conformance::{Claim, Claims, Suite};

const CLAIMS: Claims = Claims {
    many_players: Claim::Refuses,
    general_sum: Claim::Refuses,
    joint: Claim::Refuses,
    chance: Claim::Plays,
    ..Claims::exact()
};

#[test]
fn df_pn_is_exact() {
    for text in ["", "epsilon=0", "epsilon=2", "count=sum", "memory=1"] {
        let mut config = DfPnConfig::default();
        for (key, value) in text.split(',').filter_map(|pair| pair.split_once('=')) {
            config.set(key, value).expect("a known parameter");
        }
        let summary = Suite::new(CLAIMS, 100_000, 1e-9)
            .run(RandomTree::forest(13, 576), |game| Ok(Box::new(DfPn::new(game, config.clone())?)));
        assert!(summary.passed(), "df-pn:{text}: {summary}");
        assert!(summary.exact > 150 && summary.telling > 70 && summary.refused > 50, "{summary}");
    }
}

#[test]
fn and_or_is_exact() {
    let summary = Suite::new(CLAIMS, 100_000, 1e-9)
        .run(RandomTree::forest(13, 864), |game| Ok(Box::new(AndOr::new(game, AndOrConfig::default())?)));
    assert!(summary.passed(), "and-or: {summary}");
    assert!(summary.exact > 250, "{summary}");
}
