//! Two games that one seat cannot tell apart.

use spinney::budget::Budget;
use spinney::erased::{AnyMove, AnyState};
use spinney::game::capabilities::MoveObservation;
use spinney::game::{Game as _, Player, Turn};
use spinney::random::Random;
use spinney::search::TreeLimits;
use spinney_agents::agents::list_agents;
use spinney_agents::{NamedGame, Spec};
use spinney_lab::session::{Observed, Session, Waiting};
use spinney_lab::tree_file::TreeFile;
use spinney_testkit::twins::twin;

/// Steps of a game; the games here are longer, but show nothing new.
const STEPS: usize = 60;

/// The most games for one seat.
const GAMES: u32 = 40;

/// Pairs of different positions that are enough for one seat.
const ENOUGH: u32 = 100;

/// Starts that are drawn to find one that looks the same to the seat.
const DRAWS: u32 = 4000;

/// What was compared.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Outcome {
    /// Pairs of positions that differ in what is hidden.
    pub(crate) different: u32,
    /// Searches in such pairs.
    pub(crate) searches: u32,
    /// Trees in such pairs.
    pub(crate) trees: u32,
}

/// Plays games in lockstep for one seat. The harness knows the positions; the sessions show what they show.
pub(crate) struct Lockstep<'m> {
    make: &'m dyn Fn() -> NamedGame,
    game: NamedGame,
    seat: Player,
    agents: Vec<Spec>,
    /// Those of them that keep trees, as far as is known.
    tree_agents: Vec<Spec>,
    /// Whether the seat stands for several people who do not see each other's cards.
    shared: bool,
    rng: Random,
    outcome: Outcome,
}

/// Seats of several people: the defenders of bridge.
const SHARED: [(&str, Player); 1] = [("bridge-play", Player(1))];

/// Two games.
struct Pair {
    states: [AnyState; 2],
    sessions: [Session; 2],
}

impl<'m> Lockstep<'m> {
    pub(crate) fn new(make: &'m dyn Fn() -> NamedGame, seat: Player) -> Self {
        let game = make();
        let plays = |name: &str| Spec::agent(name).ok().filter(|agent| game.seat(agent, seat).is_ok());
        let agents: Vec<_> = list_agents().iter().filter_map(|entry| plays(entry.name)).collect();
        let shared = SHARED.contains(&(game.info().name.as_str(), seat));
        let rng = Random::new(u64::from(seat.0) + 1);
        Lockstep { make, game, seat, tree_agents: agents.clone(), agents, shared, rng, outcome: Outcome::default() }
    }

    /// Plays games until enough different positions have been compared, or none is found; or returns the first
    /// difference: the way out, and what came out of it.
    pub(crate) fn play(mut self) -> Result<Outcome, String> {
        for _ in 0..GAMES {
            self.play_one()?;
            if self.outcome.different >= ENOUGH {
                break;
            }
        }
        Ok(self.outcome)
    }

    fn play_one(&mut self) -> Result<(), String> {
        let mut pair = self.start();
        for step in 0..STEPS {
            let over = [0, 1].map(|of| self.game.whose_turn(&pair.states[of]) == Turn::Over);
            match over {
                // That the game is over is public, and so is everything then.
                [true, _] => return Ok(()),
                [false, true] => pair = self.pair_with_twin(pair.states[0].clone()),
                [false, false] => {}
            }
            self.compare(&mut pair, step)?;
            let own = self.game.whose_turn(&pair.states[0]) == Turn::Player(self.seat);
            let played = self.step(&mut pair)?;
            // A move of the seat's own may uncover something. Moves of others uncover what the seat observes of them, but
            // where two people share the seat, it looks through the eyes of the one that plays next.
            let uncovered =
                (own || self.shared) && pair.sessions[0].position(self.seat) != pair.sessions[1].position(self.seat);
            if !played || uncovered {
                pair = self.pair_with_twin(pair.states[0].clone());
            }
        }
        Ok(())
    }

    /// Two starts that the seat cannot tell apart: drawn independently, if such a pair is found, so that nothing but the
    /// rules made them.
    fn start(&mut self) -> Pair {
        let first = self.game.start(&mut self.rng);
        let look = |state: &AnyState| self.game.write(&self.game.observation(state, self.seat));
        let (looks, full) = (look(&first), self.game.write(&first));
        for _ in 0..DRAWS {
            let second = self.game.start(&mut self.rng);
            if look(&second) == looks && self.game.write(&second) != full {
                return self.pair(first, second);
            }
        }
        self.pair_with_twin(first)
    }

    /// A position and a determinization of it.
    fn pair_with_twin(&mut self, first: AnyState) -> Pair {
        let second = twin(self.game.any(), &first, self.seat, &mut self.rng).unwrap_or_else(|| first.clone());
        self.pair(first, second)
    }

    fn pair(&self, first: AnyState, second: AnyState) -> Pair {
        let random = Spec::agent("random").unwrap();
        let players: Vec<_> =
            self.game.info().all_players().map(|seat| Some(random.clone()).filter(|_| seat != self.seat)).collect();
        let session = |state: &AnyState| Session::new((self.make)(), &players, Some(state.clone()), 1, 1).unwrap();
        Pair { sessions: [session(&first), session(&second)], states: [first, second] }
    }

    /// Compares everything that the seat can get in the current position.
    fn compare(&mut self, pair: &mut Pair, step: usize) -> Result<(), String> {
        let seat = self.seat;
        let Pair { states, sessions } = pair;
        let different = self.game.write(&states[0]) != self.game.write(&states[1]);
        same("turn", sessions, |session| (session.waiting() == Waiting::Client(seat)).to_string())?;
        same("position", sessions, |session| session.position(seat))?;
        same("text", sessions, |session| session.draw(seat).to_text())?;
        same("coloured text", sessions, |session| session.draw(seat).to_coloured_text())?;
        same("picture", sessions, |session| session.draw(seat).to_svg("a game"))?;
        self.outcome.different += u32::from(different);
        if sessions[0].waiting() != Waiting::Client(seat) {
            return Ok(());
        }
        same("moves", sessions, |session| session.moves(seat).join(" "))?;
        same("error", sessions, |session| session.read_move(seat, "nonsense").unwrap_err().to_string())?;
        same("clicks", sessions, |session| {
            let clicks = session.clicks(seat);
            format!("{:?}\n{}", clicks.after(&[]).map(|step| step.next), clicks.to_svg("a game"))
        })?;
        let mut statistics = |agent: &Spec| {
            let budget = Budget::simulations(40);
            same("statistics", sessions, |session| {
                let report = session.hint(seat, agent, &budget, &mut |_| ()).unwrap().with_seconds(0.0);
                format!("{agent}: {report:?}")
            })
        };
        // Searches are slow: each agent now and then.
        for agent in self.agents.iter().skip(step % 4).step_by(4) {
            statistics(agent)?;
            self.outcome.searches += u32::from(different);
        }
        for agent in self.tree_agents.clone() {
            statistics(&agent)?;
            match [0, 1].map(|of| self.tree(&agent, &states[of])) {
                [None, None] => self.tree_agents.retain(|other| *other != agent),
                [first, second] if first != second => return Err(format!("tree: {agent}\n{first:?}\nand\n{second:?}")),
                _ => self.outcome.trees += u32::from(different),
            }
        }
        Ok(())
    }

    /// The tree of an agent as files, if it keeps one. Every game is opened anew, since it numbers its moves by itself.
    fn tree(&self, agent: &Spec, state: &AnyState) -> Option<String> {
        let game = (self.make)();
        let mut seat = game.seat(agent, self.seat).unwrap();
        seat.search(state, &Budget::simulations(40), &mut Random::new(1)).unwrap();
        let tree = game.write_tree(state, self.seat, seat.tree(&TreeLimits::default())?);
        let position = game.write(&game.observation(state, self.seat));
        let file = TreeFile::new("a game", &position, &agent.to_string(), game.info(), tree);
        Some(file.to_dot() + &serde_json::to_string(&file).unwrap())
    }

    /// Plays a step in both games that looks the same to the seat. Returns `false` if there is none.
    fn step(&mut self, pair: &mut Pair) -> Result<bool, String> {
        let [(turn, moves), (other_turn, others)] = [0, 1].map(|of| self.game.options(&pair.states[of]));
        if turn != other_turn {
            return Err(format!("turn: {turn:?} and {other_turn:?}"));
        }
        let mut order: Vec<AnyMove> = moves.iter().copied().collect();
        self.rng.shuffle(&mut order);
        for first in order {
            let own = turn == Turn::Player(self.seat);
            let candidates: Vec<AnyMove> = others
                .iter()
                .copied()
                .filter(|&second| match own {
                    true => first == second,
                    false => self.look(&pair.states[0], first) == self.look(&pair.states[1], second),
                })
                .collect();
            if candidates.is_empty() {
                continue;
            }
            let second = candidates[self.rng.below(candidates.len())];
            let mut observed = Vec::new();
            for (of, mv) in [first, second].into_iter().enumerate() {
                let text = self.game.write_move(&pair.states[of], mv);
                observed.push(play(&mut pair.sessions[of], turn, &text));
                self.game.play(&mut pair.states[of], mv);
            }
            if observed[0] != observed[1] {
                return Err(format!("observed moves: {:?} and {:?}", observed[0], observed[1]));
            }
            return Ok(true);
        }
        Ok(false)
    }

    /// What the rules say that the seat sees of a move: the key, which does not depend on any text.
    fn look(&self, state: &AnyState, mv: AnyMove) -> (u64, Option<AnyMove>) {
        let hidden = self.game.capabilities().hidden.expect("a game with hidden information");
        let full = hidden.observe(state, mv, self.seat) == MoveObservation::Full;
        (hidden.observation_key(state, mv, self.seat), Some(mv).filter(|_| full))
    }
}

/// Plays a move; by its text, since every opened game numbers its moves by itself.
fn play(session: &mut Session, turn: Turn, text: &str) -> Vec<Observed> {
    match turn {
        Turn::Player(player) => session.play(player, session.read_move(player, text).unwrap()),
        _ => session.play_chance(Some(session.read_outcome(text).unwrap())).observed,
    }
}

/// Compares what comes out of both sessions by one way.
fn same(way: &str, sessions: &mut [Session; 2], mut out: impl FnMut(&mut Session) -> String) -> Result<(), String> {
    let [first, second] = sessions.each_mut().map(&mut out);
    if first == second { Ok(()) } else { Err(format!("{way}:\n{first}\nand\n{second}")) }
}
