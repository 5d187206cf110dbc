//! The fixpoint evaluation: plans are run in rounds until nothing new is derived.

use crate::limits::{Refusal, Watch};
use crate::program::{DOES, LEGAL, Literal, NEXT, Program, RelationId, TRUE};
use crate::terms::{TermId, Terms};

use super::instances::Instances;
use super::join::{Join, Round, Sources, build};
use super::plan::{Plan, Planner, Step};
use super::tables::Table;
use super::{GroundAtom, Grounding, STAGE, Way};

/// Everything derived so far.
pub(super) struct Fixpoint<'a> {
    program: &'a Program,
    /// By relation: it is a guide. Empty if there are none.
    guides: &'a [bool],
    watch: &'a Watch,
    /// The rules of each relation.
    rules: Vec<Vec<usize>>,
    terms: Terms,
    tables: Vec<Table>,
    rounds: Vec<Round>,
    complete: Vec<bool>,
    /// Set once static relations are complete: from then on instances are recorded.
    recording: bool,
    roles: Vec<TermId>,
    atoms: Vec<GroundAtom>,
    /// The number of each row's atom, by relation.
    numbers: Vec<Vec<u32>>,
    instances: Instances,
    /// Negated atoms as they are mentioned, by relation, and their numbers.
    mentioned: Vec<Table>,
    mention_numbers: Vec<Vec<u32>>,
    mentions: Vec<(RelationId, u32)>,
    /// Scratch.
    arguments: Vec<TermId>,
    positive: Vec<u32>,
    negative: Vec<u32>,
    join: Join,
    since_check: u32,
    /// The number of emissions so far, and the limit.
    emitted: u64,
    most: u64,
}

impl<'a> Fixpoint<'a> {
    pub(super) fn new(program: &'a Program, guides: &'a [bool], watch: &'a Watch, most: u64) -> Self {
        let relations = program.relations.len();
        let mut rules = vec![Vec::new(); relations];
        for (number, rule) in program.rules.iter().enumerate() {
            rules[rule.head.relation.index()].push(number);
        }
        let table = || program.relations.iter().map(|relation| Table::new(relation.arity)).collect();
        Fixpoint {
            program,
            guides,
            watch,
            rules,
            terms: Terms::new(),
            tables: table(),
            rounds: vec![Round::default(); relations],
            complete: vec![false; relations],
            recording: false,
            roles: Vec::new(),
            atoms: Vec::new(),
            numbers: vec![Vec::new(); relations],
            instances: Instances::default(),
            mentioned: table(),
            mention_numbers: vec![Vec::new(); relations],
            mentions: Vec::new(),
            arguments: Vec::new(),
            positive: Vec::new(),
            negative: Vec::new(),
            join: Join::default(),
            since_check: 0,
            emitted: 0,
            most,
        }
    }

    pub(super) fn rows_of(&self, relation: RelationId) -> impl Iterator<Item = &[TermId]> {
        let table = &self.tables[relation.index()];
        (0..table.rows()).map(|row| table.row(row))
    }

    /// The terms that occur.
    pub(super) fn into_terms(self) -> Terms {
        self.terms
    }

    /// Evaluates static relations that depend only on each other and on complete ones; `false` if the limit is
    /// exceeded.
    pub(super) fn complete(&mut self, members: &[RelationId]) -> Result<bool, Refusal> {
        let done = self.run(members)?;
        for &relation in members {
            self.complete[relation.index()] = true;
        }
        Ok(done)
    }

    /// From now on atoms depend on the state. Relations without a static extent and without rules are complete too.
    pub(super) fn open(&mut self, roles: &[TermId]) {
        self.recording = true;
        self.roles = roles.to_vec();
        for (relation, complete) in self.complete.iter_mut().enumerate() {
            let relation = RelationId(relation as u32);
            let derived = !self.rules[relation.index()].is_empty() || relation == TRUE || relation == DOES;
            *complete |= !derived;
        }
    }

    /// Adds an atom that depends on the state and returns its number.
    pub(super) fn add(&mut self, relation: RelationId, arguments: &[TermId]) -> u32 {
        let (row, new) = self.tables[relation.index()].insert(arguments);
        if !new {
            return self.numbers[relation.index()][row as usize];
        }
        let number = self.atoms.len() as u32;
        self.atoms.push(GroundAtom { relation, row });
        self.numbers[relation.index()].push(number);
        if relation == NEXT {
            self.add(TRUE, arguments);
        } else if relation == LEGAL && self.roles.contains(&arguments[0]) {
            self.add(DOES, arguments);
        }
        number
    }

    /// Evaluates the rules of relations until nothing new is derived; `false` if the limit is exceeded.
    pub(super) fn run(&mut self, members: &[RelationId]) -> Result<bool, Refusal> {
        let program = self.program;
        let mut once = Vec::new();
        let mut driven: Vec<(RelationId, Plan)> = Vec::new();
        let mut steps = 0;
        for &member in members {
            for at in 0..self.rules[member.index()].len() {
                let rule = &program.rules[self.rules[member.index()][at]];
                let mut planner =
                    Planner { terms: &mut self.terms, tables: &mut self.tables, complete: &self.complete };
                let drivers: Vec<(usize, RelationId)> = rule
                    .body
                    .iter()
                    .enumerate()
                    .filter_map(|(literal, body)| match body {
                        Literal::Holds(atom) if !self.complete[atom.relation.index()] => Some((literal, atom.relation)),
                        _ => None,
                    })
                    .collect();
                if drivers.is_empty() {
                    once.push(planner.plan(rule, None));
                }
                for (literal, relation) in drivers {
                    driven.push((relation, planner.plan(rule, Some(literal))));
                    // There is one plan per literal, each as long as the body: a long rule alone can be too much.
                    steps += rule.body.len();
                    if rule.body.len() > 100 {
                        self.watch.check(STAGE, steps * size_of::<Step>())?;
                    }
                }
                self.tick(64)?;
            }
        }
        self.settle();
        for plan in &once {
            if !self.evaluate(plan)? {
                return Ok(false);
            }
        }
        while self.turn_page() {
            // Each round visits every table and every plan.
            self.tick((self.tables.len() + driven.len()) as u32 / 8)?;
            for (driver, plan) in &driven {
                let Round { old, end } = self.rounds[driver.index()];
                if old < end && !self.evaluate(plan)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Marks complete tables as old.
    fn settle(&mut self) {
        for ((round, table), &complete) in self.rounds.iter_mut().zip(&mut self.tables).zip(&self.complete) {
            if complete {
                *round = Round { old: table.rows(), end: table.rows() };
                table.refresh(&self.terms);
            }
        }
    }

    /// Promotes the rows derived since the last call to the new rows of every table; `false` if there are none.
    fn turn_page(&mut self) -> bool {
        let mut any = false;
        for (round, table) in self.rounds.iter_mut().zip(&mut self.tables) {
            *round = Round { old: round.end, end: table.rows() };
            any |= round.old < round.end;
            table.refresh(&self.terms);
        }
        any
    }

    fn evaluate(&mut self, plan: &Plan) -> Result<bool, Refusal> {
        let mut join = std::mem::take(&mut self.join);
        join.begin(plan);
        loop {
            let sources = Sources { terms: &self.terms, tables: &self.tables, rounds: &self.rounds };
            let found = join.next(plan, sources, || self.watch.check(STAGE, self.bytes()))?;
            if !found {
                break;
            }
            self.emitted += 1;
            if self.emitted > self.most {
                return Ok(false);
            }
            self.emit(plan, &join)?;
        }
        self.join = join;
        Ok(true)
    }

    fn emit(&mut self, plan: &Plan, join: &Join) -> Result<(), Refusal> {
        let mut arguments = std::mem::take(&mut self.arguments);
        arguments.clear();
        arguments.extend(plan.arguments.iter().map(|argument| build(argument, &join.bound, &mut self.terms)));
        if self.recording && !self.is_guide(plan.head) {
            let head = self.add(plan.head, &arguments);
            self.positive.clear();
            for &(literal, relation) in &plan.positive {
                if self.is_guide(relation) {
                    continue;
                }
                self.positive.push(self.numbers[relation.index()][join.rows[literal as usize] as usize]);
            }
            self.negative.clear();
            for (relation, builds) in &plan.negative {
                arguments.clear();
                arguments.extend(builds.iter().map(|argument| build(argument, &join.bound, &mut self.terms)));
                let mention = self.mention(*relation, &arguments);
                self.negative.push(mention);
            }
            if !self.instances.add(head, &mut self.positive, &mut self.negative) {
                return Err(Refusal::Unfit { stage: STAGE, reason: "too many rule instances".to_owned() });
            }
        } else {
            self.tables[plan.head.index()].insert(&arguments);
        }
        self.arguments = arguments;
        self.tick(1)
    }

    #[inline]
    fn is_guide(&self, relation: RelationId) -> bool {
        self.guides.get(relation.index()).copied().unwrap_or(false)
    }

    fn mention(&mut self, relation: RelationId, arguments: &[TermId]) -> u32 {
        let (row, new) = self.mentioned[relation.index()].insert(arguments);
        if new {
            self.mention_numbers[relation.index()].push(self.mentions.len() as u32);
            self.mentions.push((relation, row));
        }
        self.mention_numbers[relation.index()][row as usize]
    }

    fn tick(&mut self, work: u32) -> Result<(), Refusal> {
        self.since_check += work;
        if self.since_check < 8192 {
            return Ok(());
        }
        self.since_check = 0;
        self.watch.check(STAGE, self.bytes())
    }

    fn bytes(&self) -> usize {
        let tables = |tables: &[Table]| tables.iter().map(Table::bytes).sum::<usize>();
        self.terms.bytes()
            + self.instances.bytes()
            + tables(&self.tables)
            + tables(&self.mentioned)
            + self.atoms.len() * 12
            + self.mentions.len() * 12
    }

    pub(super) fn finish(self, way: Way, roles: Vec<TermId>, initial: Vec<u32>) -> Grounding {
        let resolve = |&(relation, row): &(RelationId, u32)| {
            let row = self.tables[relation.index()].find(self.mentioned[relation.index()].row(row))?;
            Some(self.numbers[relation.index()][row as usize])
        };
        let mentions = self.mentions.iter().map(resolve).collect();
        Grounding {
            way,
            mentions,
            terms: self.terms,
            roles,
            atoms: self.atoms,
            initial,
            instances: self.instances,
            tables: self.tables,
            program: self.program.clone(),
        }
    }
}
