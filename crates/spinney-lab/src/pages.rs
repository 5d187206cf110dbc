//! Compiles and runs the Rust blocks of the README and of `docs/`: this crate sees all the others.

macro_rules! pages {
    ($($name:ident $path:literal)*) => {
        $(
            #[doc = include_str!($path)]
            mod $name {}
        )*
    };
}
pages! {
    readme "../../../README.md"
    contributing "../../../CONTRIBUTING.md"
    architecture "../../../ARCHITECTURE.md"
    testing "../../../docs/testing.md"
    drawing "../../../docs/drawing.md"
    mcts "../../../docs/mcts.md"
    flat "../../../docs/flat.md"
    exhaustive "../../../docs/exhaustive.md"
    proof_search "../../../docs/proof-search.md"
    evaluation "../../../docs/evaluation.md"
    tree "../../../docs/tree.md"
    memory "../../../docs/memory.md"
    hidden_information "../../../docs/hidden-information.md"
    joint_and_chance "../../../docs/joint-and-chance.md"
    tutorial_game "../../../docs/tutorial-game.md"
    tutorial_search "../../../docs/tutorial-search.md"
    tutorial_experiment "../../../docs/tutorial-experiment.md"
}
