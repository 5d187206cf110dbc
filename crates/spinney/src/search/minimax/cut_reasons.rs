//! Why a bound cut a node off: what above the node had set the bound.
//!
//! The search itself knows only the numbers of its window. The events of a trace hold the windows of the whole path, so
//! that the origin of a bound can be found there: a better move of the player above, the mean of a chance turn, or a
//! window that was narrowed on purpose.

use super::trace::{CutReason, Event, NodeKind};

/// A node of the path: what kind it is, and the window that it was entered with.
#[derive(Clone, Copy)]
struct Entered {
    kind: NodeKind,
    alpha: f64,
    beta: f64,
}

/// Replaces the reasons `Alpha` and `Beta` of cuts by the true origin of the bound.
pub(super) fn find<M>(events: &mut [Event<M>]) {
    let mut path: Vec<Entered> = Vec::new();
    for event in events {
        match event {
            Event::Enter { ply, kind, alpha, beta, .. } => {
                path.truncate(*ply);
                path.push(Entered { kind: *kind, alpha: *alpha, beta: *beta });
            }
            Event::Cut { ply, reason: reason @ (CutReason::Alpha | CutReason::Beta), .. } => {
                *reason = origin(&path[..=*ply], *reason);
            }
            _ => {}
        }
    }
}

/// Where the bound of the last node of a path comes from.
fn origin(path: &[Entered], reason: CutReason) -> CutReason {
    let is_alpha = reason == CutReason::Alpha;
    let bound = |node: &Entered| if is_alpha { node.alpha } else { node.beta };
    // The nodes of the player that sets such a bound by a better move.
    let sets = |kind| match is_alpha {
        true => matches!(kind, NodeKind::Max | NodeKind::QuiescenceMax),
        false => matches!(kind, NodeKind::Min | NodeKind::QuiescenceMin),
    };
    for pair in path.windows(2).rev() {
        let (above, below) = (&pair[0], &pair[1]);
        match above.kind {
            NodeKind::Chance if is_alpha => return CutReason::MeanBelow,
            NodeKind::Chance => return CutReason::MeanAbove,
            _ if bound(above) == bound(below) => {}
            kind if sets(kind) => return reason,
            _ => return CutReason::SearchWindow,
        }
    }
    CutReason::SearchWindow
}
