//! Builds a tree node by node, for trees that are made by a program. The parser uses it too, so that there is one set
//! of checks.

use std::collections::HashSet;

use spinney::game::{MAX_PLAYERS, PayoffRange, Player};

use super::error::{Fault, LeafForm, TreeError};
use super::horizon::Evaluation;
use super::notation::default_name;
use super::{Kind, Node, TreeGame};

/// What kind of node to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A turn of the player after the nearest player above; of player 0 at the root.
    Turn,
    /// A turn of this player.
    Player(u8),
    /// A chance node; every child needs a [`weight`](TreeBuilder::weight).
    Chance,
    /// Players 0, 1, … move simultaneously, with this many moves each; the children are the cells, the last player's
    /// move changing fastest.
    Joint(Vec<u32>),
}

/// Builds a [`TreeGame`] from the root down, each node before its children.
///
/// ```
/// use spinney_games::tree::{NodeKind, TreeBuilder};
/// let mut tree = TreeBuilder::new();
/// tree.open(NodeKind::Turn).number(1.0).label("safe").number(2.0).close();
/// assert_eq!(tree.finish().unwrap().to_string(), "(max 1 safe=2)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TreeBuilder {
    drafts: Vec<Draft>,
    payoffs: Vec<f64>,
    open: Vec<u32>,
    label: Option<Box<str>>,
    weight: Option<f64>,
    evaluation: Option<Evaluation>,
    noisy: bool,
    /// The first invalid call, with its node.
    misuse: Option<(Fault, usize)>,
}

/// A node as it was given.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub parent: u32,
    pub content: Content,
    label: Option<Box<str>>,
    weight: Option<f64>,
    pub evaluation: Option<Evaluation>,
    pub noisy: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Leaf { from: usize, form: LeafForm },
    Inner(NodeKind),
}

/// A fault and the number of the node that has it.
type Checked<T> = Result<T, (Fault, usize)>;

/// How far the sum of probabilities may be from 1, and payoffs from a constant sum.
const ROUNDING: f64 = 1e-9;

impl TreeBuilder {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the move to the next node.
    pub fn label(&mut self, name: &str) -> &mut Self {
        self.label = Some(name.into());
        self
    }

    /// Gives the next node, an outcome of chance, its probability. Whole numbers throughout a chance node are weights
    /// that need not add up to 1.
    pub fn weight(&mut self, weight: f64) -> &mut Self {
        self.weight = Some(weight);
        self
    }

    /// Gives the next node, an inner one, a heuristic value for every player.
    pub fn evaluation(&mut self, payoffs: &[f64]) -> &mut Self {
        let form = LeafForm::Vector(payoffs.len());
        self.evaluation = Some(Evaluation { form, payoffs: payoffs.to_vec() });
        self
    }

    /// Gives the next node, an inner one, this heuristic value for player 0, and its negative for player 1 if there is
    /// one.
    pub fn evaluation_number(&mut self, payoff: f64) -> &mut Self {
        self.evaluation = Some(Evaluation { form: LeafForm::Number, payoffs: vec![payoff] });
        self
    }

    /// The move to the next node is noisy.
    pub fn noisy(&mut self) -> &mut Self {
        self.noisy = true;
        self
    }

    /// Begins an inner node; what follows up to [`close`](Self::close) lies below it.
    pub fn open(&mut self, kind: NodeKind) -> &mut Self {
        let index = self.drafts.len() as u32;
        self.push(Content::Inner(kind));
        self.open.push(index);
        self
    }

    /// Ends the inner node that was begun last.
    pub fn close(&mut self) -> &mut Self {
        if self.open.pop().is_none() {
            self.misuse.get_or_insert((Fault::ClosesNothing(')'), self.drafts.len()));
        }
        self
    }

    /// A leaf with a payoff for every player.
    pub fn leaf(&mut self, payoffs: &[f64]) -> &mut Self {
        let from = self.payoffs.len();
        self.payoffs.extend_from_slice(payoffs);
        self.push(Content::Leaf { from, form: LeafForm::Vector(payoffs.len()) });
        self
    }

    /// A leaf that pays this to player 0, and its negative to player 1 if there is one.
    pub fn number(&mut self, payoff: f64) -> &mut Self {
        let from = self.payoffs.len();
        self.payoffs.push(payoff);
        self.push(Content::Leaf { from, form: LeafForm::Number });
        self
    }

    /// Checks the tree and returns the game.
    pub fn finish(self) -> Result<TreeGame, TreeError> {
        self.build().map_err(|(fault, _)| TreeError { fault, place: None })
    }

    fn push(&mut self, content: Content) {
        let index = self.drafts.len();
        let parent = self.open.last().copied().unwrap_or(0);
        if self.open.is_empty() && index > 0 {
            self.misuse.get_or_insert((Fault::AfterTheEnd, index));
        }
        if index >= u32::MAX as usize / MAX_PLAYERS {
            self.misuse.get_or_insert((Fault::TooLarge, index));
        }
        self.drafts.push(Draft {
            parent,
            content,
            label: self.label.take(),
            weight: self.weight.take(),
            evaluation: self.evaluation.take(),
            noisy: std::mem::take(&mut self.noisy),
        });
    }

    /// The game, or the fault and the node at which it was found.
    pub(super) fn build(self) -> Checked<TreeGame> {
        if let Some(misuse) = self.misuse {
            return Err(misuse);
        }
        if let Some(&node) = self.open.last() {
            return Err((Fault::NeverClosed('('), node as usize));
        }
        if self.drafts.is_empty() {
            return Err((Fault::NoTree, 0));
        }
        let form = self.leaf_form()?;
        let owners = self.owners(form);
        let players = match form {
            LeafForm::Vector(players) => players,
            LeafForm::Number => 1 + usize::from(self.needs_second_player(&owners)),
        };
        let mut game = self.layout(form, players, &owners)?;
        self.check_children(&game)?;
        game.weights = self.weights(&game)?;
        game.measure();
        game.see_horizon(&self.drafts, form)?;
        game.labels = self.drafts.into_iter().map(|draft| draft.label).collect();
        Ok(game)
    }

    /// The form shared by all leaves.
    fn leaf_form(&self) -> Checked<LeafForm> {
        let mut first = None;
        for (node, draft) in self.drafts.iter().enumerate() {
            let Content::Leaf { from, form } = draft.content else { continue };
            let expected = *first.get_or_insert(form);
            let length = match form {
                LeafForm::Number => 1,
                LeafForm::Vector(length) => length,
            };
            if length == 0 {
                return Err((Fault::EmptyPayoffs, node));
            } else if length > MAX_PLAYERS {
                return Err((Fault::TooManyPlayers(length), node));
            } else if form != expected {
                return Err((Fault::MixedPayoffs { expected, found: form }, node));
            } else if self.payoffs[from..from + length].iter().any(|payoff| !payoff.is_finite()) {
                return Err((Fault::Payoff, node));
            }
        }
        // Without a leaf some node is empty, which `check_children` finds.
        Ok(first.unwrap_or(LeafForm::Number))
    }

    /// The player to move at each node; for leaves, chance and joint nodes the player that moved last above them.
    fn owners(&self, form: LeafForm) -> Vec<Option<u8>> {
        let players = if let LeafForm::Vector(players) = form { players as u8 } else { 2 };
        let mut owners: Vec<Option<u8>> = Vec::with_capacity(self.drafts.len());
        for (index, draft) in self.drafts.iter().enumerate() {
            let above = if index == 0 { None } else { owners[draft.parent as usize] };
            owners.push(match draft.content {
                Content::Inner(NodeKind::Turn) => Some(above.map_or(0, |player| player.wrapping_add(1) % players)),
                Content::Inner(NodeKind::Player(player)) => Some(player),
                _ => above,
            });
        }
        owners
    }

    fn needs_second_player(&self, owners: &[Option<u8>]) -> bool {
        owners.contains(&Some(1))
            || self.drafts.iter().any(|draft| matches!(&draft.content, Content::Inner(NodeKind::Joint(_))))
    }

    /// Brings nodes, payoffs and shapes into their final places.
    fn layout(&self, form: LeafForm, players: usize, owners: &[Option<u8>]) -> Checked<TreeGame> {
        let mut game = TreeGame::empty(players, form == LeafForm::Number);
        for (index, draft) in self.drafts.iter().enumerate() {
            let kind = match &draft.content {
                Content::Leaf { from, form: LeafForm::Number } => {
                    let payoff = self.payoffs[*from];
                    game.add_leaf(&[payoff, 0.0 - payoff][..players])
                }
                Content::Leaf { from, .. } => game.add_leaf(&self.payoffs[*from..from + players]),
                Content::Inner(NodeKind::Chance) => Kind::Chance,
                Content::Inner(NodeKind::Joint(shape)) => game.add_shape(shape).map_err(|fault| (fault, index))?,
                Content::Inner(_) => match owners[index].map(Player) {
                    Some(player) if player.index() < players => Kind::Player(player),
                    owner => {
                        let player = owner.map_or(0, Player::index);
                        return Err((Fault::NoSuchPlayer { player, players }, index));
                    }
                },
            };
            game.nodes.push(Node { kind, from: 0, len: 0, parent: draft.parent, slot: 0 });
        }
        game.link();
        Ok(game)
    }

    /// Checks numbers and names of children.
    fn check_children(&self, game: &TreeGame) -> Checked<()> {
        for (index, draft) in self.drafts.iter().enumerate() {
            let Content::Inner(kind) = &draft.content else { continue };
            let children = game.children(index as u32);
            if children.is_empty() {
                return Err((Fault::EmptyNode, index));
            }
            if let NodeKind::Joint(shape) = kind {
                let expected = shape.iter().fold(1u64, |cells, &side| cells.saturating_mul(u64::from(side)));
                if expected != children.len() as u64 {
                    let shape = shape.iter().map(u32::to_string).collect::<Vec<_>>().join("x");
                    return Err((Fault::JointChildren { shape, expected, found: children.len() }, index));
                }
            }
            self.check_names(children, matches!(kind, NodeKind::Joint(_)))?;
        }
        Ok(())
    }

    fn check_names(&self, children: &[u32], joint: bool) -> Checked<()> {
        let label = |child: u32| self.drafts[child as usize].label.as_deref();
        if children.iter().all(|&child| label(child).is_none()) {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for (slot, &child) in children.iter().enumerate() {
            let name = label(child).map_or_else(|| default_name(slot as u32), str::to_owned);
            let forbidden = |c: char| c.is_whitespace() || "()[]:=;/,".contains(c);
            let fault = if joint && label(child).is_some() {
                Fault::JointName
            } else if name.is_empty() || name == "." || name.starts_with(['!', '~']) || name.contains(forbidden) {
                Fault::Name(name)
            } else if !seen.insert(name.clone()) {
                Fault::NameTwice(name)
            } else {
                continue;
            };
            return Err((fault, child as usize));
        }
        Ok(())
    }

    /// The probabilities of all children, or nothing if there is no chance.
    fn weights(&self, game: &TreeGame) -> Checked<Vec<f64>> {
        let is_chance = |index: usize| matches!(self.drafts[index].content, Content::Inner(NodeKind::Chance));
        for (index, draft) in self.drafts.iter().enumerate() {
            let outcome = index > 0 && is_chance(draft.parent as usize);
            match draft.weight {
                None if outcome => return Err((Fault::NoProbability, index)),
                Some(_) if !outcome => return Err((Fault::UnwantedProbability, index)),
                Some(weight) if !(weight > 0.0 && weight.is_finite()) => {
                    return Err((Fault::Probability(weight.to_string()), index));
                }
                _ => {}
            }
        }
        if !(0..self.drafts.len()).any(is_chance) {
            return Ok(Vec::new());
        }
        let mut weights = vec![0.0; game.children.len()];
        for index in (0..self.drafts.len()).filter(|&index| is_chance(index)) {
            let from = game.nodes[index].from as usize;
            let children = game.children(index as u32);
            let given = || children.iter().filter_map(|&child| self.drafts[child as usize].weight);
            let sum: f64 = given().sum();
            let whole = given().all(|weight| weight.fract() == 0.0);
            if !whole && (sum - 1.0).abs() > ROUNDING {
                return Err((Fault::ProbabilitySum(sum), index));
            }
            for (slot, weight) in given().enumerate() {
                weights[from + slot] = if whole { weight / sum } else { weight };
            }
        }
        Ok(weights)
    }
}

impl TreeGame {
    fn empty(players: usize, plain: bool) -> Self {
        TreeGame {
            nodes: Vec::new(),
            children: Vec::new(),
            weights: Vec::new(),
            payoffs: Vec::new(),
            shapes: Vec::new(),
            labels: Vec::new(),
            evaluations: Vec::new(),
            noisy: Vec::new(),
            players,
            plain,
            height: 0,
            widest: 0,
            range: PayoffRange::new(0.0, 1.0),
            constant_sum: None,
        }
    }

    fn add_leaf(&mut self, payoffs: &[f64]) -> Kind {
        let from = self.payoffs.len() as u32;
        self.payoffs.extend_from_slice(payoffs);
        Kind::Leaf(from)
    }

    /// Players that the shape leaves out get one move each.
    fn add_shape(&mut self, shape: &[u32]) -> Result<Kind, Fault> {
        if shape.is_empty() || shape.contains(&0) {
            return Err(Fault::Shape(format!("{shape:?}")));
        } else if shape.len() > MAX_PLAYERS {
            return Err(Fault::TooManyPlayers(shape.len()));
        } else if shape.len() > self.players {
            return Err(Fault::NoSuchPlayer { player: shape.len() - 1, players: self.players });
        }
        let from = self.shapes.len();
        self.shapes.extend_from_slice(shape);
        self.shapes.resize(from + self.players, 1);
        Ok(Kind::Joint(from as u32))
    }

    /// Lays the children of every node side by side, in the order in which they were given.
    fn link(&mut self) {
        for index in 1..self.nodes.len() {
            let parent = self.nodes[index].parent as usize;
            self.nodes[index].slot = self.nodes[parent].len;
            self.nodes[parent].len += 1;
        }
        let mut from = 0;
        for node in &mut self.nodes {
            node.from = from;
            from += node.len;
        }
        self.children = vec![0; from as usize];
        for index in 1..self.nodes.len() {
            let Node { parent, slot, .. } = self.nodes[index];
            self.children[(self.nodes[parent as usize].from + slot) as usize] = index as u32;
        }
    }

    /// Fills in height, width, payoff range and constant sum.
    fn measure(&mut self) {
        let mut heights = vec![0; self.nodes.len()];
        for index in (1..self.nodes.len()).rev() {
            let parent = self.nodes[index].parent as usize;
            heights[parent] = heights[parent].max(heights[index] + 1);
        }
        self.height = heights[0];
        let width = |node: &Node| match node.kind {
            Kind::Joint(shape) => self.shape(shape).iter().sum(),
            _ => node.len,
        };
        self.widest = self.nodes.iter().map(width).max().unwrap_or(0);
        let low = self.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
        let high = self.payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.range = PayoffRange::new(low, if low < high { high } else { low + 1.0 });
        let sum = |payoffs: &[f64]| payoffs.iter().sum::<f64>();
        let first = sum(&self.payoffs[..self.players]);
        let rounding = ROUNDING * (1.0 + low.abs().max(high.abs()));
        let constant = self.payoffs.chunks(self.players).all(|payoffs| (sum(payoffs) - first).abs() <= rounding);
        self.constant_sum = (self.players > 1 && constant).then_some(first);
    }
}
