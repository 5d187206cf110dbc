//! Cycles for people: the four phases with their numbers, the tree, and the answer.

use std::io;

use spinney::game::Player;
use spinney::search::mcts::explain::{
    AnswerReason, Arm, Change, Choice, Cycle, Decider, Ending, Explained, Takes, Why,
};
use spinney::search::mcts::{Selection, Stats};
use spinney_lab::explain::{Opened, WrittenCycle};

use super::tree_text;
use crate::place::payoffs_in_words;
use crate::terminal::Terminal;
use crate::text_table::{Align, TextTable};

/// A sum or a payoff, without needless zeros.
pub(in crate::commands) fn number(x: f64) -> String {
    let text = format!("{x:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number of visits in words.
fn visits(count: u64) -> String {
    if count == 1 { "1 visit".to_owned() } else { format!("{count} visits") }
}

fn three(x: Option<f64>) -> String {
    x.map_or(String::new(), |x| format!("{x:.3}"))
}

/// Prints parts of a run.
pub(super) struct Printer<'a> {
    opened: &'a Opened,
    terminal: &'a mut Terminal,
}

impl<'a> Printer<'a> {
    pub(super) fn new(opened: &'a Opened, terminal: &'a mut Terminal) -> Self {
        Printer { opened, terminal }
    }

    fn seat(&self, player: Option<Player>) -> &'a str {
        self.opened.game.mover_name(player)
    }

    /// One cycle, from its number to its tree.
    pub(super) fn cycle(&mut self, written: &WrittenCycle, comment: Option<&str>) -> io::Result<()> {
        let cycle = &written.cycle;
        self.terminal.line(format!("\n── cycle {} ──", cycle.number))?;
        comment.map_or(Ok(()), |comment| self.terminal.line(comment.trim()))?;
        self.selection(cycle)?;
        self.expansion(cycle)?;
        self.simulation(written)?;
        self.update(&cycle.update)?;
        self.terminal.line("5. the tree now")?;
        tree_text::lines(&cycle.tree).iter().try_for_each(|line| self.terminal.line(format!("   {line}")))
    }

    fn selection(&mut self, cycle: &Cycle<String>) -> io::Result<()> {
        let old = cycle.selection.iter().filter(|choice| !choice.fresh);
        if old.clone().next().is_none() {
            return self.terminal.line("1. selection: the root has no children yet");
        }
        self.terminal.line("1. selection")?;
        old.into_iter().try_for_each(|choice| self.choice(cycle, choice))
    }

    /// The moves that lead to a node.
    fn place(cycle: &Cycle<String>, depth: usize) -> String {
        match depth {
            0 => "the root".to_owned(),
            _ => {
                let moves: Vec<_> = cycle.selection[..depth].iter().map(|choice| choice.arm().mv.as_str()).collect();
                moves.join(" ")
            }
        }
    }

    /// The candidates of one node as a table, and which was taken.
    fn choice(&mut self, cycle: &Cycle<String>, choice: &Choice<String>) -> io::Result<()> {
        let place = Self::place(cycle, choice.depth);
        let takes = match choice.takes {
            Takes::Highest => " takes the highest value",
            Takes::Lowest => " takes the lowest value",
            Takes::Draw => " draws",
        };
        self.terminal.line(format!("   at {place}, N = {}: {}{takes}", choice.visits, self.seat(choice.player)))?;
        let mut table = TextTable::new(&[
            ("move", Align::Left),
            ("v/n", Align::Right),
            ("value", Align::Right),
            ("exploration", Align::Right),
            ("uct", Align::Right),
            ("probability", Align::Right),
            ("proven", Align::Right),
            ("", Align::Left),
        ]);
        for (position, arm) in choice.candidates.iter().enumerate() {
            table.row(self.row(choice, arm, position == choice.chosen));
        }
        table.lines().iter().try_for_each(|line| self.terminal.line(format!("     {line}")))
    }

    fn row(&self, choice: &Choice<String>, arm: &Arm<String>, chosen: bool) -> Vec<String> {
        let mark = match (chosen, arm.stats.visits) {
            (true, _) => format!("◄ {}", self.why(choice)),
            (false, 0) if arm.uct.is_none() => "unvisited".to_owned(),
            _ => String::new(),
        };
        vec![
            arm.mv.clone(),
            format!("{}/{}", number(arm.stats.sum), arm.stats.visits),
            three(arm.value),
            three(arm.exploration),
            three(arm.uct),
            three(arm.probability),
            three(arm.stats.proven),
            mark,
        ]
    }

    fn why(&self, choice: &Choice<String>) -> String {
        let thompson = self.opened.explain.config().select == Selection::Thompson;
        let by = match choice.by {
            Decider::Rule => "",
            Decider::Chance => ", at random",
            Decider::Script => ", chosen by the script",
        };
        match choice.why {
            Why::Highest => "highest".to_owned(),
            Why::Lowest => "lowest".to_owned(),
            Why::Tie if choice.takes == Takes::Lowest => format!("tied for the lowest value{by}"),
            Why::Tie => format!("tied for the highest value{by}"),
            Why::Unvisited => format!("unvisited first{by}"),
            Why::Drawn if choice.by == Decider::Script => "chosen by the script".to_owned(),
            Why::Drawn if thompson && choice.player.is_some() => "highest draw from the Beta distributions".to_owned(),
            Why::Drawn => "at random".to_owned(),
            Why::Forced => "forced by the script, against the rule".to_owned(),
        }
    }

    fn expansion(&mut self, cycle: &Cycle<String>) -> io::Result<()> {
        for node in &cycle.expansion {
            let place = Self::place(cycle, node.depth);
            let (seat, moves) = (self.seat(node.player), node.moves.join(" "));
            self.terminal.line(format!("2. expansion: {place} gets children for {seat}: {moves}"))?;
            let fresh = cycle.selection.iter().find(|choice| choice.depth == node.depth);
            if let Some(choice) = fresh {
                let why = self.why(choice);
                self.terminal.line(format!("   continues to {}: {why}", choice.arm().mv))?;
            }
        }
        if !cycle.expansion.is_empty() {
            return Ok(());
        }
        let leaf = cycle.update.last().map_or(0, |change| change.before.visits);
        let due = self.opened.explain.config().expand;
        let node = Self::place(cycle, cycle.selection.len());
        let what = match cycle.simulation.ending {
            Ending::Over => "none, the game is over there".to_owned(),
            Ending::Proven => "none, the value there is proven".to_owned(),
            Ending::Searched => "none, everything below it has been searched".to_owned(),
            _ if leaf == 0 && due == 1 => {
                format!("{node} is added to the tree (its own children come with its second visit)")
            }
            _ if leaf == 0 && due > 1 => {
                format!("{node} is added to the tree (its own children come after {due} visits)")
            }
            _ if leaf < due => format!("none, {node} has {} and gets its children after {due}", visits(leaf.into())),
            _ => "none, memory is used up".to_owned(),
        };
        self.terminal.line(format!("2. expansion: {what}"))
    }

    fn simulation(&mut self, written: &WrittenCycle) -> io::Result<()> {
        let Opened { game, .. } = self.opened;
        let simulation = &written.cycle.simulation;
        let moves: Vec<_> = simulation.moves.iter().map(|played| played.mv.as_str()).collect();
        let how = match simulation.ending {
            Ending::Over => "none, the game is over at the leaf".to_owned(),
            Ending::Proven => "none, the value of the leaf is proven".to_owned(),
            Ending::Searched => "none, everything below the leaf has been searched".to_owned(),
            Ending::Playout => format!("moves after the leaf: {}", moves.join(" ")),
            Ending::Cut => format!("moves after the leaf: {}, cut there", moves.join(" ")),
        };
        self.terminal.line(format!("3. simulation: {how}"))?;
        let text = game.draw(&written.leaf, None).to_text();
        text.lines().try_for_each(|line| self.terminal.line(format!("     {line}").trim_end()))?;
        self.terminal.line(format!("   result: {}", payoffs_in_words(game.info(), &simulation.payoffs)))
    }

    fn update(&mut self, changes: &[Change<String>]) -> io::Result<()> {
        self.terminal.line("4. update")?;
        let mut table = TextTable::new(&[
            ("node", Align::Left),
            ("payoff of", Align::Left),
            ("before", Align::Right),
            ("", Align::Left),
            ("after", Align::Left),
            ("proven", Align::Right),
        ]);
        let share = |stats: &Stats| format!("{}/{}", number(stats.sum), stats.visits);
        for change in changes {
            table.row(vec![
                change.mv.clone().unwrap_or("root".to_owned()),
                self.seat(Some(change.payoff_of)).to_owned(),
                share(&change.before),
                "→".to_owned(),
                share(&change.after),
                three(change.after.proven),
            ]);
        }
        table.lines().iter().try_for_each(|line| self.terminal.line(format!("     {line}")))
    }

    /// The answer with its reason.
    pub(super) fn answer(&mut self, answer: &Explained<String>, comment: Option<&str>) -> io::Result<()> {
        let best = &answer.best;
        let mean = three(best.proven.or(best.mean));
        let reason = match answer.reason {
            AnswerReason::Proven => format!("proven to be worth {mean}, and no other move promises more"),
            AnswerReason::Searched => {
                format!("worth {mean} as the game was played here, which is not as its rules say: nothing is proven")
            }
            AnswerReason::MostVisits => format!("most visits ({}), mean {mean}", best.visits),
            AnswerReason::BestMean => format!("best mean ({mean}), {}", visits(best.visits)),
            AnswerReason::Secure => format!("best lower bound of its mean ({mean}), {}", visits(best.visits)),
            AnswerReason::BestLine => format!("the best line seen begins with it, worth {}", three(best.best)),
        };
        let cycles = if answer.cycles == 1 { "1 cycle".to_owned() } else { format!("{} cycles", answer.cycles) };
        self.terminal.line(format!("\nanswer after {cycles}: {}, {reason}", best.mv))?;
        if let Some(next) = &answer.runner_up {
            let mean = next.proven.or(next.mean).map_or(String::new(), |mean| format!(", mean {mean:.3}"));
            self.terminal.line(format!("  next best: {}, {}{mean}", next.mv, visits(next.visits)))?;
        }
        if answer.proven {
            self.terminal.line("  the root is proven: nothing is left to search")?;
        }
        comment.map_or(Ok(()), |comment| self.terminal.line(format!("  {}", comment.trim())))
    }
}
