//! Numbers that concern the whole board.

use super::MOST_PATTERN_COLOURS;
use super::groups::GroupSums;
use crate::samegame::penalty;
use crate::samegame::stones::MOST_COLOURS;

/// The numbers of the whole board, each with the guess of its weight. Points count in hundreds.
pub(super) const NUMBERS: [(Number, f32); 16] = [
    (Number::Score, 1.0),
    (Number::Present, 1.0),
    (Number::PresentGoal, 0.0),
    (Number::WholeGoal, 1.0),
    (Number::Whole, 0.0),
    (Number::Groups, -0.1),
    (Number::GroupsGoal, 0.0),
    (Number::Singles, -0.3),
    (Number::SinglesGoal, 0.0),
    (Number::Columns, 0.0),
    (Number::Lone, -5.0),
    (Number::Goal, 0.0),
    (Number::WholeMost, 0.0),
    (Number::Most, 0.0),
    (Number::Colours, 0.0),
    (Number::OnlyGoal, 0.0),
];

/// What a number counts; `Goal` is about the goal, the others about the other colours, or about all.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// Points so far.
    Score,
    /// (n − 2)² of the groups as they are.
    Present,
    PresentGoal,
    /// (n − 2)² of the colours, as if each were one group.
    WholeGoal,
    Whole,
    /// Groups of two or more.
    Groups,
    GroupsGoal,
    /// Stones without a neighbour of their colour.
    Singles,
    SinglesGoal,
    Columns,
    /// Colours with a single stone.
    Lone,
    /// Tens of stones of the goal.
    Goal,
    /// Of the other colours, the most frequent one: as if it were one group, and tens of its stones.
    WholeMost,
    Most,
    /// Colours on the board.
    Colours,
    /// Whether only the goal can be removed.
    OnlyGoal,
}

/// The numbers of the whole board, in the order of [`NUMBERS`].
#[inline(always)]
pub(super) fn numbers(
    score: i32,
    counts: &[u32; MOST_COLOURS],
    goal: u8,
    columns: i32,
    sums: &GroupSums,
) -> [f32; NUMBERS.len()] {
    let of_goal = counts[usize::from(goal) - 1];
    let (mut stones, mut whole, mut lone, mut most, mut colours) = (0, 0, 0, 0, 0);
    for (index, &count) in counts[..MOST_PATTERN_COLOURS].iter().enumerate() {
        lone += u32::from(count == 1);
        colours += u32::from(count > 0);
        if index + 1 != usize::from(goal) {
            stones += count;
            whole += penalty(count);
            most = most.max(count);
        }
    }
    NUMBERS.map(|(number, _)| match number {
        Number::Score => score as f32 / 100.0,
        Number::Present => sums.points[0] as f32 / 100.0,
        Number::PresentGoal => sums.points[1] as f32 / 100.0,
        Number::WholeGoal => penalty(of_goal) as f32 / 100.0,
        Number::Whole => whole as f32 / 100.0,
        Number::Groups => sums.groups[0] as f32,
        Number::GroupsGoal => sums.groups[1] as f32,
        Number::Singles => stones as f32 - sums.stones[0] as f32,
        Number::SinglesGoal => of_goal as f32 - sums.stones[1] as f32,
        Number::Columns => columns as f32,
        Number::Lone => lone as f32,
        Number::Goal => of_goal as f32 / 10.0,
        Number::WholeMost => penalty(most) as f32 / 100.0,
        Number::Most => most as f32 / 10.0,
        Number::Colours => colours as f32,
        Number::OnlyGoal => f32::from(u8::from(sums.groups[0] == 0)),
    })
}
