//! The start of simulations: a full position, and for every tree the node of its owner's information state.

use rustc_hash::FxHashMap;

use super::config::{Config, SampleFrom};
use crate::belief::{Belief, Tallies, Weighing};
use crate::game::{Game, GameInfo, MAX_PLAYERS, Player, View};
use crate::random::Random;

/// The root of every tree.
pub(super) type Roots = [u32; MAX_PLAYERS];

/// The beginning of a simulation.
pub(super) struct Beginning<S> {
    pub state: S,
    pub roots: Roots,
    /// Only this player learns from it: the others would learn what they cannot know.
    pub only: Option<Player>,
}

/// States with the roots that belong to them.
struct Field<S> {
    belief: Belief<S>,
    /// One per state; empty if all trees have one root.
    roots: Vec<Roots>,
}

/// What simulations begin with.
pub(super) struct Root<S> {
    /// The belief of the deciding player; without it the game samples.
    own: Option<Field<S>>,
    /// What all take for possible.
    public: Option<Field<S>>,
    truth: f64,
    /// Roots that each tree needs.
    pub counts: Roots,
    /// The position, if the deciding player knows it with certainty.
    pub known: Option<S>,
    /// A requested option was not possible.
    pub note: Option<&'static str>,
}

impl<S: Clone + Send + Sync> Root<S> {
    pub(super) fn new<G: Game<State = S>>(
        game: &G,
        info: &GameInfo,
        config: &Config,
        view: &View<S>,
        tallies: Option<&Tallies>,
    ) -> Self {
        let public = config.sample_from == SampleFrom::Public;
        let listing = config.belief != Weighing::Sample || config.solver || public;
        let mut root =
            Root { own: None, public: None, truth: config.truth, counts: [1; MAX_PLAYERS], known: None, note: None };
        let Some(own) = listing.then(|| Belief::of(game, view, config.belief, tallies)).flatten() else {
            if listing && game.capabilities().hidden.is_some() {
                root.note = Some("the game cannot list the positions that may be: they were drawn as it draws them");
            }
            return root;
        };
        root.known = match own.states() {
            [candidate] => Some(candidate.state.clone()),
            _ => None,
        };
        let mut own = Field { belief: own, roots: Vec::new() };
        if public {
            match Belief::public(game, &own.belief.states()[0].state, config.belief, tallies) {
                Some(belief) => {
                    let mut keys = Keys::new(game, info, view);
                    own.roots = keys.roots_of(game, info, &own.belief);
                    // A player without private information has nothing to conceal.
                    if belief.states().len() > own.belief.states().len() {
                        let roots = keys.roots_of(game, info, &belief);
                        root.public = Some(Field { belief, roots });
                    }
                    root.counts = keys.counts();
                }
                None => {
                    root.note = Some("the game cannot list what all take for possible: sample-from=public did nothing")
                }
            }
        }
        // States that were listed only to count them are drawn as the game draws them.
        let wanted = config.belief != Weighing::Sample || root.known.is_some() || public;
        root.own = wanted.then_some(own);
        root
    }

    /// Draws a position and where the trees begin with it.
    pub(super) fn draw<G: Game<State = S>>(&self, game: &G, view: &View<S>, rng: &mut Random) -> Beginning<S> {
        let (field, only) = match (&self.own, &self.public) {
            (Some(own), Some(_)) if rng.unit() < self.truth => (own, Some(view.observer())),
            (_, Some(public)) => (public, None),
            (Some(own), None) => (own, None),
            (None, None) => {
                let state = match game.capabilities().hidden {
                    Some(hidden) => hidden.sample(view.state(), view.observer(), rng),
                    None => view.state().clone(),
                };
                return Beginning { state, roots: [0; MAX_PLAYERS], only: None };
            }
        };
        let candidate = field.belief.draw(rng);
        let roots = field.roots.get(candidate).copied().unwrap_or([0; MAX_PLAYERS]);
        Beginning { state: field.belief.states()[candidate].state.clone(), roots, only }
    }
}

/// Roots by information state.
struct Keys(Vec<FxHashMap<u64, u32>>);

impl Keys {
    /// The real view of the deciding player is root 0 of its tree.
    fn new<G: Game>(game: &G, info: &GameInfo, view: &View<G::State>) -> Self {
        let mut keys = Keys(vec![FxHashMap::default(); info.players()]);
        if let Some(hidden) = game.capabilities().hidden {
            let key = hidden.information_key(view.state(), view.observer());
            keys.0[view.observer().index()].insert(key, 0);
        }
        keys
    }

    fn roots_of<G: Game>(&mut self, game: &G, info: &GameInfo, belief: &Belief<G::State>) -> Vec<Roots> {
        let Some(hidden) = game.capabilities().hidden else { return Vec::new() };
        let mut roots_of_state = |state: &G::State| {
            let mut roots = [0; MAX_PLAYERS];
            for (seat, known) in self.0.iter_mut().enumerate().take(info.players()) {
                let player = Player(seat as u8);
                let key = hidden.information_key(View::of(game, state, player).state(), player);
                let next = known.len() as u32;
                roots[seat] = *known.entry(key).or_insert(next);
            }
            roots
        };
        belief.states().iter().map(|candidate| roots_of_state(&candidate.state)).collect()
    }

    fn counts(&self) -> Roots {
        let mut counts = [1; MAX_PLAYERS];
        self.0.iter().zip(&mut counts).for_each(|(keys, count)| *count = (keys.len() as u32).max(1));
        counts
    }
}
