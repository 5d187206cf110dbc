//! The capabilities of a game with its types erased: an [`Erased`] game has those of the game itself.

use super::rules::{Erased, Numbering};
use super::{AnyMove, AnyState};
use crate::drawing::{Drawing, PlaceId};
use crate::evaluation::ranking::Ranking;
use crate::game::capabilities::{
    BeliefPrior, Coalition, Evaluate, Feature, Features, Guide, Guided, Hidden, Length, MoveObservation, Notation,
    NotationError, Offer, Patterns, Playouts, PolicyName, Render, ScoreBounds, StableMoveId, Tactics, Trace,
    VisitRated, Weight,
};
use crate::game::{Capabilities, Game, Moves, NoRecorder, Player, Recorder};
use crate::random::Random;

/// Implements a method that looks up a capability of the game: it is called only if the game has it.
macro_rules! of {
    ($self:ident.$capability:ident) => {
        $self.game.capabilities().$capability.expect("offered only if the game offers it")
    };
}

impl<G: Game + 'static> Erased<G> {
    /// The capabilities of the game.
    pub(super) fn offered(&self) -> Capabilities<'_, AnyState, AnyMove> {
        let own = self.game.capabilities();
        Capabilities {
            notation: own.notation.map(|_| self as _),
            render: own.render.map(|_| self as _),
            key: own.key.map(|_| self as _),
            // Numbers of moves depend on the order of requests, codes must not.
            codes: Some(self),
            evaluate: own.evaluate.map(|_| self as _),
            features: own.features.map(|_| self as _),
            tactics: own.tactics.map(|_| self as _),
            facts: own.facts.map(|_| self as _),
            goal_degree: own.goal_degree.map(|_| self as _),
            playouts: own.playouts.map(|_| self as _),
            hidden: own.hidden.map(|_| self as _),
            belief_prior: own.belief_prior.map(|_| self as _),
            coalition: own.coalition.map(|_| self as _),
            length: own.length.map(|_| self as _),
            guided: own.guided.map(|_| self as _),
            score_bounds: own.score_bounds.map(|_| self as _),
            stable_move_id: own.stable_move_id.map(|_| self as _),
            patterns: own.patterns.map(|_| self as _),
        }
    }

    fn hold_all(&self, own: Vec<G::State>, states: &mut Vec<AnyState>) {
        states.extend(own.into_iter().map(|state| self.hold(state)));
    }
}

impl<G: Game + 'static> Notation for Erased<G> {
    fn write_move(&self, state: &AnyState, mv: AnyMove) -> String {
        of!(self.notation).write_move(self.see(state), self.own(mv))
    }

    fn read_move(&self, state: &AnyState, text: &str) -> Result<AnyMove, NotationError> {
        of!(self.notation).read_move(self.see(state), text).map(|mv| self.number(mv))
    }

    fn has_aliases(&self) -> bool {
        of!(self.notation).has_aliases()
    }

    fn write_state(&self, state: &AnyState) -> String {
        of!(self.notation).write_state(self.see(state))
    }

    fn read_state(&self, text: &str) -> Result<AnyState, NotationError> {
        of!(self.notation).read_state(text).map(|state| self.hold(state))
    }
}

impl<G: Game + 'static> Render for Erased<G> {
    fn draw(&self, state: &AnyState) -> Drawing {
        of!(self.render).draw(self.see(state))
    }

    fn draw_move(&self, state: &AnyState, mv: AnyMove) -> Drawing {
        of!(self.render).draw_move(self.see(state), self.own(mv))
    }

    fn clicks(&self, state: &AnyState, mv: AnyMove, chooser: Option<Player>) -> Vec<Vec<PlaceId>> {
        of!(self.render).clicks(self.see(state), self.own(mv), chooser)
    }
}

impl<G: Game + 'static> Evaluate for Erased<G> {
    fn evaluate(&self, state: &AnyState, player: Player) -> f64 {
        of!(self.evaluate).evaluate(self.see(state), player)
    }

    fn evaluate_if_quiet(&self, state: &AnyState, player: Player) -> Option<f64> {
        of!(self.evaluate).evaluate_if_quiet(self.see(state), player)
    }
}

impl<G: Game + 'static> Features for Erased<G> {
    fn features(&self) -> &'static [Feature] {
        of!(self.features).features()
    }

    fn weights(&self) -> &[f64] {
        of!(self.features).weights()
    }

    fn measure(&self, state: &AnyState, player: Player, values: &mut [f64]) {
        of!(self.features).measure(self.see(state), player, values);
    }
}

impl<G: Game + 'static> Tactics for Erased<G> {
    fn rank(&self, state: &AnyState, mv: AnyMove) -> i32 {
        of!(self.tactics).rank(self.see(state), self.own(mv))
    }

    fn is_noisy(&self, state: &AnyState, mv: AnyMove) -> bool {
        of!(self.tactics).is_noisy(self.see(state), self.own(mv))
    }

    fn is_quiet(&self, state: &AnyState, moves: &[AnyMove]) -> bool {
        let own: Vec<G::Move> = moves.iter().map(|&mv| self.own(mv)).collect();
        of!(self.tactics).is_quiet(self.see(state), &own)
    }

    fn prune_dominated(&self, state: &AnyState, moves: &mut Moves<AnyMove>) {
        self.change(moves, |own| of!(self.tactics).prune_dominated(self.see(state), own));
    }

    fn keeps_top_only(&self) -> bool {
        of!(self.tactics).keeps_top_only()
    }

    fn prune_reordered(&self, state: &AnyState, moves: &mut Moves<AnyMove>) {
        self.change(moves, |own| of!(self.tactics).prune_reordered(self.see(state), own));
    }

    fn prune_heuristic(&self, state: &AnyState, moves: &mut Moves<AnyMove>) {
        self.change(moves, |own| of!(self.tactics).prune_heuristic(self.see(state), own));
    }

    fn prefers_pruning(&self) -> bool {
        of!(self.tactics).prefers_pruning()
    }
}

impl<G: Game + 'static> Playouts for Erased<G> {
    fn policies(&self) -> &'static [PolicyName] {
        of!(self.playouts).policies()
    }

    fn preferred(&self) -> Option<usize> {
        of!(self.playouts).preferred()
    }

    fn preferred_by(&self, player: Player) -> Option<usize> {
        of!(self.playouts).preferred_by(player)
    }

    fn preferred_cap(&self, player: Player) -> Option<u32> {
        of!(self.playouts).preferred_cap(player)
    }

    fn play_out(
        &self,
        policy: usize,
        state: &mut AnyState,
        cap: u32,
        rng: &mut Random,
        recorder: &mut dyn Recorder<AnyMove>,
    ) -> bool {
        let playouts = of!(self.playouts);
        if recorder.ignores_moves() {
            return playouts.play_out(policy, self.see_mut(state), cap, rng, &mut NoRecorder);
        }
        playouts.play_out(policy, self.see_mut(state), cap, rng, &mut Numbering { erased: self, recorder })
    }
}

impl<G: Game + 'static> Hidden for Erased<G> {
    fn conceal(&self, state: &mut AnyState, observer: Player) {
        of!(self.hidden).conceal(self.see_mut(state), observer);
    }

    fn is_complete(&self, state: &AnyState) -> bool {
        of!(self.hidden).is_complete(self.see(state))
    }

    fn sample(&self, concealed: &AnyState, observer: Player, rng: &mut Random) -> AnyState {
        self.hold(of!(self.hidden).sample(self.see(concealed), observer, rng))
    }

    fn information_key(&self, concealed: &AnyState, observer: Player) -> u64 {
        of!(self.hidden).information_key(self.see(concealed), observer)
    }

    fn observation_key(&self, state: &AnyState, mv: AnyMove, observer: Player) -> u64 {
        of!(self.hidden).observation_key(self.see(state), self.own(mv), observer)
    }

    fn observe(&self, state: &AnyState, mv: AnyMove, observer: Player) -> MoveObservation {
        of!(self.hidden).observe(self.see(state), self.own(mv), observer)
    }

    fn possible_states(&self, concealed: &AnyState, observer: Player, possible: &mut Vec<AnyState>) -> bool {
        let mut own = Vec::new();
        let listed = of!(self.hidden).possible_states(self.see(concealed), observer, &mut own);
        self.hold_all(own, possible);
        listed
    }

    fn public_states(&self, state: &AnyState, possible: &mut Vec<AnyState>) -> bool {
        let mut own = Vec::new();
        let listed = of!(self.hidden).public_states(self.see(state), &mut own);
        self.hold_all(own, possible);
        listed
    }

    fn advice(&self) -> &'static [(&'static str, &'static str)] {
        of!(self.hidden).advice()
    }
}

impl<G: Game + 'static> BeliefPrior for Erased<G> {
    fn categories(&self) -> &'static [&'static str] {
        of!(self.belief_prior).categories()
    }

    fn category(&self, state: &AnyState) -> usize {
        of!(self.belief_prior).category(self.see(state))
    }

    fn weights(&self) -> &[f64] {
        of!(self.belief_prior).weights()
    }

    fn sighting(&self, concealed: &AnyState, tally: &mut dyn FnMut(usize, bool)) -> u32 {
        of!(self.belief_prior).sighting(self.see(concealed), tally)
    }
}

impl<G: Game + 'static> Coalition for Erased<G> {
    fn member(&self, state: &AnyState, mv: AnyMove) -> u8 {
        of!(self.coalition).member(self.see(state), self.own(mv))
    }

    fn achiever(&self, state: &AnyState) -> Option<u8> {
        of!(self.coalition).achiever(self.see(state))
    }
}

impl<G: Game + 'static> Length for Erased<G> {
    fn unit(&self) -> &'static str {
        of!(self.length).unit()
    }

    fn length(&self, state: &AnyState) -> u32 {
        of!(self.length).length(self.see(state))
    }
}

/// A search that steers by numbers, for a game that offers its own moves.
struct Translated<'a, G: Game> {
    erased: &'a Erased<G>,
    guide: &'a mut dyn Guide<AnyMove>,
    offers: Vec<Offer<AnyMove>>,
}

impl<G: Game + 'static> Guide<G::Move> for Translated<'_, G> {
    fn weigh(&mut self, code: u64, bias: &dyn Fn() -> f32) -> Weight {
        self.guide.weigh(code, bias)
    }

    fn choose(&mut self, offers: &[Offer<G::Move>]) -> Option<usize> {
        let erased = self.erased;
        self.offers.clear();
        self.offers.extend(offers.iter().map(|offer| Offer {
            mv: erased.number(offer.mv),
            code: offer.code,
            weight: offer.weight,
        }));
        self.guide.choose(&self.offers)
    }

    fn least(&self) -> f64 {
        self.guide.least()
    }
}

impl<G: Game + 'static> Guided for Erased<G> {
    fn rules(&self) -> &'static [PolicyName] {
        of!(self.guided).rules()
    }

    fn by_promise(&self) -> Vec<usize> {
        of!(self.guided).by_promise()
    }

    fn offer(&self, rule: usize, state: &AnyState, moves: &mut Moves<AnyMove>) {
        let mut own = Moves::new();
        of!(self.guided).offer(rule, self.see(state), &mut own);
        self.copy(&own, moves);
    }

    fn roll(&self, rule: usize, state: &mut AnyState, guide: &mut dyn Guide<AnyMove>) -> bool {
        let mut guide = Translated { erased: self, guide, offers: Vec::new() };
        of!(self.guided).roll(rule, self.see_mut(state), &mut guide)
    }
}

impl<G: Game + 'static> ScoreBounds for Erased<G> {
    fn so_far(&self, state: &AnyState) -> f64 {
        of!(self.score_bounds).so_far(self.see(state))
    }

    fn rest_key(&self, state: &AnyState) -> u64 {
        of!(self.score_bounds).rest_key(self.see(state))
    }

    fn at_most(&self, state: &AnyState) -> f64 {
        of!(self.score_bounds).at_most(self.see(state))
    }

    fn is_solved(&self, state: &AnyState) -> bool {
        of!(self.score_bounds).is_solved(self.see(state))
    }

    fn stage(&self, state: &AnyState) -> u32 {
        of!(self.score_bounds).stage(self.see(state))
    }
}

impl<G: Game + 'static> Patterns for Erased<G> {
    fn patterns(&self) -> usize {
        of!(self.patterns).patterns()
    }

    fn guess(&self, pattern: usize) -> f32 {
        of!(self.patterns).guess(pattern)
    }

    fn goals(&self) -> usize {
        of!(self.patterns).goals()
    }

    fn goal_of(&self, line: &[AnyState]) -> usize {
        let line: Vec<G::State> = line.iter().map(|state| self.see(state).clone()).collect();
        of!(self.patterns).goal_of(&line)
    }

    fn left(&self, state: &AnyState) -> f32 {
        of!(self.patterns).left(self.see(state))
    }

    fn count(&self, goal: usize, state: &AnyState, visit: &mut dyn FnMut(usize, f32)) {
        of!(self.patterns).count(goal, self.see(state), visit);
    }

    fn rate_moves(
        &self,
        goal: usize,
        ranking: &Ranking,
        state: &AnyState,
        trace: &Trace,
        visit: VisitRated<'_, AnyState, AnyMove>,
    ) -> bool {
        let mut visit =
            |mv, after: &G::State, rating, trace| visit(self.number(mv), &self.hold(after.clone()), rating, trace);
        of!(self.patterns).rate_moves(goal, ranking, self.see(state), trace, &mut visit)
    }

    fn in_order(&self, start: &AnyState, line: &[AnyMove]) -> Vec<AnyMove> {
        let line: Vec<G::Move> = line.iter().map(|&mv| self.own(mv)).collect();
        let line = of!(self.patterns).in_order(self.see(start), &line);
        line.into_iter().map(|mv| self.number(mv)).collect()
    }
}

impl<G: Game + 'static> StableMoveId for Erased<G> {
    fn name(&self, state: &AnyState, mv: AnyMove) -> u32 {
        of!(self.stable_move_id).name(self.see(state), self.own(mv))
    }

    fn find(&self, state: &AnyState, name: u32) -> Option<AnyMove> {
        of!(self.stable_move_id).find(self.see(state), name).map(|mv| self.number(mv))
    }
}
