//! A game in the terminal: turns of people, agents and chance, and undo.

use std::io::{IsTerminal, StdinLock, stdin};
use std::time::Instant;

use spinney::drawing::Drawing;
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{GameInfo, Player, Turn};
use spinney::random::{Random, mix};
use spinney::report::Report;
use spinney::search::Step;
use spinney_agents::agents::{HUMAN, unit};
use spinney_agents::spec::Spec;
use spinney_agents::text_file::{MOST_BYTES, read_line};
use spinney_agents::{NamedGame, Seat};

use super::last_move;
use super::prompt::{Reply, interpret};
use crate::evidence;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::Common;
use crate::place::payoffs_in_words;
use crate::terminal::Terminal;

/// What became of a turn.
pub(super) enum Next {
    /// It was played, or the position has changed: look again.
    On,
    /// The person has had enough.
    Quit,
}

/// A running game.
pub(super) struct Session<'t> {
    game: &'t NamedGame,
    /// The players as given, by seat.
    players: Vec<Spec>,
    /// An agent per seat, `None` for a person.
    seats: Vec<Option<Seat>>,
    hint: Spec,
    position: AnyState,
    /// The last drawing, to mark what has changed since.
    drawn: Option<Drawing>,
    /// The positions in which a person decided, for undo.
    past: Vec<AnyState>,
    /// The last search, for `why`: its name and its report.
    last: Option<(String, Report<String>)>,
    agents: Random,
    luck: Random,
    seed: u64,
    common: Common,
    terminal: Terminal,
    input: StdinLock<'static>,
    /// Whether the terminal echoes the input; a script read from a pipe is not echoed.
    echoed: bool,
}

impl<'t> Session<'t> {
    pub(super) fn new(
        game: &'t NamedGame,
        players: &[Spec],
        hint: Spec,
        position: AnyState,
        seed: u64,
        common: Common,
    ) -> Result<Self, Failure> {
        let sit = |(seat, player): (usize, &Spec)| match player.name.as_str() {
            HUMAN => Ok(None),
            _ => game.seat_with_threads(player, Player(seat as u8), common.threads()).map(Some),
        };
        Ok(Session {
            seats: players.iter().enumerate().map(sit).collect::<Result<_, _>>()?,
            players: players.to_vec(),
            game,
            hint,
            position,
            drawn: None,
            past: Vec::new(),
            last: None,
            agents: Random::derive(seed, 1),
            luck: Random::derive(mix(seed), 0),
            seed,
            common,
            terminal: Terminal::new(common.output),
            input: stdin().lock(),
            echoed: stdin().is_terminal(),
        })
    }

    fn info(&self) -> &'t GameInfo {
        self.game.info()
    }

    /// Prints the players.
    pub(super) fn greet(&mut self, game: &Spec) -> Result<(), Failure> {
        let seats = self.info().seats.iter().zip(&self.players);
        let seats: Vec<_> = seats.map(|(seat, player)| format!("{seat} is {player}")).collect();
        self.terminal.line(format!("{game}: {}", seats.join(", ")))?;
        let agents = self.players.iter().filter(|player| player.name != HUMAN).chain([&self.hint]);
        let units: Vec<_> = agents.map(unit).collect();
        self.terminal.line(format!("budget {}; seed {}", self.common.describe(&units), self.seed))?;
        if self.seats.iter().any(Option::is_none) {
            self.terminal.line("type a move, or: moves, hint, why, undo, help, quit")?;
        }
        Ok(())
    }

    /// Plays until the game is over or the person leaves.
    pub(super) fn run(&mut self) -> Result<(), Failure> {
        loop {
            self.draw()?;
            let next = match self.game.whose_turn(&self.position) {
                Turn::Over => {
                    let payoffs = self.game.payoffs(&self.position).unwrap_or_default();
                    let result = payoffs_in_words(self.info(), &payoffs);
                    self.terminal.line(format!("The game is over: {result}"))?;
                    return Ok(());
                }
                Turn::Chance => self.draw_outcome()?,
                Turn::Player(player) => self.one_moves(player)?,
                Turn::Joint => self.all_move()?,
            };
            if let Next::Quit = next {
                self.terminal.line("Goodbye.")?;
                return Ok(());
            }
        }
    }

    /// The board as the person at the terminal observes it: in a game with hidden information, the person to move, or the
    /// only one.
    fn draw(&mut self) -> Result<(), Failure> {
        let is_human = |player: &Player| self.seats[player.index()].is_none();
        let to_move = match self.game.whose_turn(&self.position) {
            Turn::Player(player) => Some(player).filter(is_human),
            _ => None,
        };
        let observer = to_move.or_else(|| self.info().all_players().find(is_human)).filter(|_| self.info().hidden);
        let drawing = self.game.draw(&self.position, observer);
        self.terminal.line("")?;
        self.terminal.picture(&last_move::mark(self.drawn.as_ref(), &drawing))?;
        self.drawn = Some(drawing);
        Ok(())
    }

    fn draw_outcome(&mut self) -> Result<Next, Failure> {
        let (_, outcomes) = self.game.options(&self.position);
        let outcome = outcomes[outcomes.draw_weighted(&mut self.luck)];
        self.terminal.line(format!("chance: {}", self.game.write_move(&self.position, outcome)))?;
        self.play(&Step::Chance(outcome))
    }

    fn one_moves(&mut self, player: Player) -> Result<Next, Failure> {
        if self.seats[player.index()].is_some() {
            let mv = self.ask_agent(player)?;
            return self.play(&Step::Move(player, mv));
        }
        match self.ask_person(player)? {
            Reply::Move(mv) => {
                self.past.push(self.position.clone());
                self.play(&Step::Move(player, mv))
            }
            Reply::Changed => Ok(Next::On),
            Reply::Quit => Ok(Next::Quit),
        }
    }

    /// Simultaneous moves: people first, so that no agent's move is shown before they decide.
    fn all_move(&mut self) -> Result<Next, Failure> {
        let (agents, humans): (Vec<Player>, Vec<Player>) =
            self.info().all_players().partition(|player| self.seats[player.index()].is_some());
        let mut joint = vec![None; self.info().players()];
        for player in &humans {
            match self.ask_person(*player)? {
                Reply::Move(mv) => joint[player.index()] = Some(mv),
                Reply::Changed => return Ok(Next::On),
                Reply::Quit => return Ok(Next::Quit),
            }
        }
        for player in agents {
            joint[player.index()] = Some(self.ask_agent(player)?);
        }
        if !humans.is_empty() {
            self.past.push(self.position.clone());
        }
        self.play(&Step::Joint(joint.into_iter().flatten().collect()))
    }

    /// Plays a step and passes it on to the agents.
    fn play(&mut self, step: &Step<AnyMove>) -> Result<Next, Failure> {
        self.game.play_step(&mut self.position, step);
        for seat in self.seats.iter_mut().flatten() {
            seat.advance(step, &self.position);
        }
        Ok(Next::On)
    }

    fn ask_agent(&mut self, player: Player) -> Result<AnyMove, Failure> {
        let Some(mut seat) = self.seats[player.index()].take() else { unreachable!("an agent sits here") };
        let result = self.search(&mut seat);
        let name = format!("{} ({})", self.info().seats[player.index()], self.players[player.index()]);
        self.seats[player.index()] = Some(seat);
        let (mv, report) = result?;
        match self.kept_in_the_dark(player) {
            Some(person) => {
                let observed = self.game.observed_move(&self.position, mv, person);
                self.terminal.line(format!("{name} plays {observed}"))?;
            }
            None => {
                self.terminal.line(format!("{name} plays {}", evidence::answer(&report)))?;
                self.last = Some((name, report));
            }
        }
        Ok(mv)
    }

    /// A person from whom the search of `player` is hidden: in a game with hidden information, any other player.
    fn kept_in_the_dark(&self, player: Player) -> Option<Player> {
        let other = |person: &Player| *person != player && self.seats[person.index()].is_none();
        self.info().all_players().find(other).filter(|_| self.info().hidden)
    }

    /// One search under the budget; Ctrl-C ends it early.
    fn search(&mut self, seat: &mut Seat) -> Result<(AnyMove, Report<String>), Failure> {
        let budget = self.common.budget(interrupt::begin());
        let spinner = self.terminal.spinner(format!("{} is thinking", seat.name()));
        let began = Instant::now();
        let result = seat.search(&self.position, &budget, &mut self.agents);
        spinner.finish_and_clear();
        interrupt::end();
        let report = result?;
        let best = report.best.ok_or_else(|| Failure::Failed(format!("agent `{}` gave no move", seat.name())))?;
        let report = self.game.write_report(&self.position, seat.player(), report);
        Ok((best, report.with_seconds(began.elapsed().as_secs_f64())))
    }

    /// Asks a person until there is a move, or something that ends the asking.
    fn ask_person(&mut self, player: Player) -> Result<Reply, Failure> {
        loop {
            self.terminal.prompt(&format!("{}, your move> ", self.info().seats[player.index()]))?;
            let Some(text) = self.read_line()? else {
                self.terminal.line("")?;
                return Ok(Reply::Quit);
            };
            if !self.echoed {
                self.terminal.line(&text)?;
            }
            if let Some(reply) = interpret(self, player, &text)? {
                return Ok(reply);
            }
        }
    }

    /// A line of input, whatever its bytes; `None` at the end.
    fn read_line(&mut self) -> Result<Option<String>, Failure> {
        let line = read_line(&mut self.input, MOST_BYTES);
        let line = line.map_err(|error| Failure::Failed(format!("cannot read the input: {error}")))?;
        Ok(line.map(|line| line.trim().to_owned()))
    }

    // What `prompt` needs.

    pub(super) fn say(&mut self, text: impl AsRef<str>) -> Result<(), Failure> {
        Ok(self.terminal.line(text)?)
    }

    pub(super) fn game(&self) -> (&'t NamedGame, &AnyState) {
        (self.game, &self.position)
    }

    /// Goes back to the last decision of a person. Agents forget what they knew: they are somewhere else now.
    pub(super) fn undo(&mut self) -> bool {
        let Some(before) = self.past.pop() else { return false };
        self.position = before;
        self.drawn = None;
        self.seats.iter_mut().flatten().for_each(|seat| seat.reset());
        self.last = None;
        true
    }

    /// What the hint's agent would play for `player`.
    pub(super) fn hint(&mut self, player: Player) -> Result<(), Failure> {
        let mut seat = self.game.seat_with_threads(&self.hint, player, self.common.threads())?;
        let (_, report) = self.search(&mut seat)?;
        self.terminal.line(format!("{} would play {}", self.hint, evidence::answer(&report)))?;
        self.last = Some((format!("the hint of {}", self.hint), report));
        Ok(())
    }

    /// The evidence of the last search.
    pub(super) fn why(&mut self) -> Result<(), Failure> {
        let Some((name, report)) = &self.last else {
            self.terminal.line("No agent has searched since; `hint` starts a search.")?;
            return Ok(());
        };
        self.terminal.line(format!("{name}: {}", evidence::answer(report)))?;
        Ok(evidence::show(&mut self.terminal, report)?)
    }
}
