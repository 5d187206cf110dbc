//! The selection rule on numbers from paper: visits and values of some children, without a game.

use super::super::amaf::Reference;
use super::super::config::{Amaf, Backup, Config, Selection, Unvisited};
use super::super::context::{Context, Plan, Shared};
use super::super::tree::{Alone, Field, Kind, Node, ROOT, Slot, Tree};
use super::cycle::Arm;
use super::weigh::Look;
use crate::game::{Game, GameInfo, Moves, PayoffRange, Player, Turn};
use crate::random::Random;
use crate::search::facts::Facts;
use crate::search::{Refusal, RefusalKind};

/// A turn with this many moves, and nothing behind them.
struct Paper(u16);

impl Game for Paper {
    type State = ();
    type Move = u16;

    fn info(&self) -> GameInfo {
        GameInfo::two_player("paper", PayoffRange::new(0.0, 1.0))
    }
    fn start(&self, _: &mut Random) {}
    fn turn(&self, (): &(), moves: &mut Moves<u16>) -> Turn {
        moves.extend(0..self.0);
        Turn::Player(Player(0))
    }
    fn play(&self, (): &mut (), _: u16) {}
    fn payoff(&self, (): &(), _: Player) -> f64 {
        0.0
    }
}

/// Whose choice it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chooses {
    /// The player to move at the root.
    RootPlayer,
    /// The opponent, who under the article's rule takes the lowest value.
    Opponent,
}

/// What the rule of `config` makes of children with these sums v and visits n, below a node with `visits` visits:
/// every child with its terms, and whether it may be chosen. Payoffs are from 0 to 1; v counts for the player who
/// chooses, under the article's rule for the player to move at the root. Rules that use the variance take every payoff
/// for 0 or 1.
///
/// ```
/// use spinney::search::mcts::{Config, explain::{Chooses, weigh_children}};
///
/// let config = Config { c: Some(1.0), ..Config::default() };
/// let children = [(3.0, 6), (10.0, 12), (1.0, 2)];
/// let arms = weigh_children(&config, Chooses::RootPlayer, 20, &children).unwrap();
/// let uct: Vec<String> = arms.iter().map(|arm| format!("{:.3}", arm.uct.unwrap())).collect();
/// assert_eq!(uct, ["1.207", "1.333", "1.724"]);
/// assert!(arms[2].eligible);
/// ```
pub fn weigh_children(
    config: &Config,
    chooses: Chooses,
    visits: u32,
    children: &[(f64, u32)],
) -> Result<Vec<Arm<u16>>, Refusal> {
    check(config, visits, children)?;
    let game = Paper(children.len() as u16);
    let plan = Plan::new(&Facts::of(&game), config);
    let tree = Tree::new(plan.fields(&game.info(), config), 0, Node::new(0, 0));
    let total = children.len();
    let mover = u8::from(chooses == Chooses::Opponent);
    // The tree counts for the player who moved there.
    let turned = mover == 1 && config.select == Selection::Article;
    let own = |&(sum, n): &(f64, u32)| (if turned { f64::from(n) - sum } else { sum }, n);
    let children: Vec<_> = children.iter().map(own).collect();
    let added = tree.add(total, |position| Node::new(position as u16, mover));
    let added = added.ok_or_else(|| Refusal::new(RefusalKind::TooLarge, "too many children"))?;
    let root = tree.node(ROOT);
    tree.publish::<Alone>(root, added, total as u32, Kind::Choice);
    root.add_visits::<Alone>(visits);
    let block = tree.block(added);
    for (node, &(sum, n)) in block.nodes.iter().zip(&children) {
        node.add_visits::<Alone>(n);
        node.add_value::<Alone>(sum);
    }
    for (slot, &(sum, _)) in block.table(Field::Squares).iter().zip(&children) {
        slot.set(sum);
    }
    for slot in block.table(Field::Prior) {
        slot.set(1.0 / total as f64);
    }
    let shared = Shared::default();
    let meter = super::endless();
    let context = Context {
        game: &game,
        config,
        plan: &plan,
        tree: &tree,
        shared: &shared,
        root: &(),
        root_player: 0,
        meter: &meter,
        past: None,
    };
    let look = Look::at(&context, ROOT, &(), Reference::Own);
    Ok(look.map(|look| look.arms).unwrap_or_default())
}

fn check(config: &Config, visits: u32, children: &[(f64, u32)]) -> Result<(), Refusal> {
    config.check(&Paper(1))?;
    if matches!(config.select, Selection::Thompson | Selection::SpMcts) {
        let reason = "select=thompson and sp-mcts need more than v and n; choose ucb1, ucb1-tuned, ucb-v or puct";
        return Err(Refusal::new(RefusalKind::Unsuitable, reason));
    }
    if config.amaf != Amaf::None || config.backup != Backup::Mean || matches!(config.unvisited, Unvisited::Parent(_)) {
        let reason = "amaf, backup and unvisited=parent need more than v and n";
        return Err(Refusal::new(RefusalKind::Unsuitable, reason));
    }
    if children.is_empty() || children.len() > 1_000 {
        return Err(Refusal::out_of_range("from 1 to 1000 children are possible"));
    }
    if visits == 0 {
        return Err(Refusal::out_of_range("the node above the children has at least 1 visit"));
    }
    match children.iter().find(|(sum, n)| !(0.0..=f64::from(*n)).contains(sum)) {
        Some((sum, n)) => {
            Err(Refusal::out_of_range(format!("{sum}/{n}: payoffs are from 0 to 1, so v is from 0 to n")))
        }
        None => Ok(()),
    }
}
