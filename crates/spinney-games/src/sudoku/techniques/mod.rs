//! The techniques people solve Sudoku with: hints, a path of steps to the solution, and a rating by the hardest step.
//!
//! The difficulty of a technique follows the order of Sudoku Explainer, but the scale is our own. No technique relies
//! on the puzzle having only one solution, so every step holds in all solutions of the board.

mod almost_locked;
mod chains;
mod colouring;
mod combine;
mod fish;
mod locked;
mod notes;
mod one_value;
mod path;
mod singles;
mod step;
mod subsets;
mod technique;
mod trial;
mod wings;

#[cfg(test)]
mod examples;
#[cfg(test)]
mod soundness;

pub use notes::{Contradiction, Fault, Notes};
pub use path::{NoPath, Rating, path, path_until, path_within, rate, rate_until};
pub use step::Step;
pub use technique::{Level, Technique};

/// The easiest step that makes progress.
///
/// There is none if the board is solved, or if no technique applies because it has several solutions. On large boards the
/// last resort, [`Technique::DeepTrial`], may give up as well. The error says where the board contradicts itself.
pub fn next_step(notes: &Notes) -> Result<Option<Step>, Contradiction> {
    next_step_until(notes, &mut || false)
}

/// The same, and no step if `stop` says so before one is found. On large boards the last techniques take seconds.
pub fn next_step_until(notes: &Notes, stop: &mut dyn FnMut() -> bool) -> Result<Option<Step>, Contradiction> {
    notes.check()?;
    let steps = Technique::ALL.iter().map_while(|&technique| (!stop()).then(|| find_until(notes, technique, stop)));
    Ok(steps.flatten().next())
}

/// The first step by this technique, whether or not there is an easier one.
pub fn find(notes: &Notes, technique: Technique) -> Option<Step> {
    find_until(notes, technique, &mut || false)
}

/// The same, and no step if `stop` says so before one is found. The trials ask for every board.
fn find_until(notes: &Notes, technique: Technique, stop: &mut dyn FnMut() -> bool) -> Option<Step> {
    match technique {
        Technique::FullHouse => singles::full_house(notes),
        Technique::HiddenSingleBox => singles::hidden_in_box(notes),
        Technique::HiddenSingleLine => singles::hidden_in_line(notes),
        Technique::NakedSingle => singles::naked(notes),
        Technique::Pointing => locked::pointing(notes),
        Technique::Claiming => locked::claiming(notes),
        Technique::NakedPair => subsets::naked(notes, technique, 2),
        Technique::XWing => fish::plain(notes, technique, 2),
        Technique::HiddenPair => subsets::hidden(notes, technique, 2),
        Technique::NakedTriple => subsets::naked(notes, technique, 3),
        Technique::Swordfish => fish::plain(notes, technique, 3),
        Technique::HiddenTriple => subsets::hidden(notes, technique, 3),
        Technique::Skyscraper => one_value::skyscraper(notes),
        Technique::XyWing => wings::xy(notes),
        Technique::TwoStringKite => one_value::kite(notes),
        Technique::XyzWing => wings::xyz(notes),
        Technique::EmptyRectangle => one_value::empty_rectangle(notes),
        Technique::WWing => wings::w(notes),
        Technique::SimpleColouring => colouring::simple(notes),
        Technique::FinnedXWing => fish::finned(notes, technique, 2),
        Technique::NakedQuad => subsets::naked(notes, technique, 4),
        Technique::Jellyfish => fish::plain(notes, technique, 4),
        Technique::HiddenQuad => subsets::hidden(notes, technique, 4),
        Technique::FinnedSwordfish => fish::finned(notes, technique, 3),
        Technique::XChain => chains::find(notes, technique),
        Technique::XyChain => chains::find(notes, technique),
        Technique::AlternatingChain => chains::find(notes, technique),
        Technique::AlmostLockedSets => almost_locked::find(notes),
        Technique::Trial => trial::plain(notes, stop),
        Technique::NestedTrial => trial::nested(notes, stop),
        Technique::DeepTrial => trial::deep(notes, stop),
    }
}
