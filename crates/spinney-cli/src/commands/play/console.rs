//! A game in the terminal: what people see, and what they type.

use std::io::{IsTerminal, StdinLock, stdin};
use std::time::Instant;

use spinney::drawing::Drawing;
use spinney::erased::{AnyMove, AnyState};
use spinney::game::{GameInfo, Player};
use spinney::report::Report;
use spinney_agents::NamedGame;
use spinney_agents::agents::{HUMAN, unit};
use spinney_agents::spec::Spec;
use spinney_agents::text_file::{MOST_BYTES, read_line};
use spinney_lab::session::{Moved, Observed, Session, UndoError, Waiting};

use super::last_move;
use super::prompt::{Reply, interpret};
use crate::evidence;
use crate::failure::Failure;
use crate::interrupt;
use crate::options::Common;
use crate::place::payoffs_in_words;
use crate::terminal::Terminal;

/// Clears the screen and what can be scrolled back.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// What became of a turn.
enum Next {
    /// It was played, or the position has changed: look again.
    On,
    /// The person has had enough.
    Quit,
}

/// A running game. All that it shows comes from the [`Session`], as observations of people's seats.
pub(super) struct Console {
    pub(super) session: Session,
    /// The players as given, by seat.
    players: Vec<Spec>,
    hint: Spec,
    /// The last drawing with the seat that it is for, to mark what has changed since.
    drawn: Option<(Player, Drawing)>,
    /// Whether several people share the terminal who must not see each other's views.
    is_private: bool,
    /// The person at the terminal, if it is private.
    present: Option<Player>,
    /// What people have not been shown yet, if it is private.
    unread: Vec<Observed>,
    /// The last search, for `why`: its name and its report.
    last: Option<(String, Report<String>)>,
    seed: u64,
    common: Common,
    terminal: Terminal,
    input: StdinLock<'static>,
    /// Whether the terminal echoes the input; a script read from a pipe is not echoed.
    echoed: bool,
}

impl Console {
    pub(super) fn new(
        game: NamedGame,
        players: &[Spec],
        hint: Spec,
        start: AnyState,
        seed: u64,
        common: Common,
    ) -> Result<Self, Failure> {
        let agents: Vec<_> = players.iter().map(|player| Some(player.clone()).filter(|it| it.name != HUMAN)).collect();
        let session = Session::new(game, &agents, Some(start), common.threads(), seed)?;
        Ok(Console {
            is_private: session.game().info().hidden && session.clients().count() > 1,
            session,
            players: players.to_vec(),
            hint,
            drawn: None,
            present: None,
            unread: Vec::new(),
            last: None,
            seed,
            common,
            terminal: Terminal::new(common.output),
            input: stdin().lock(),
            echoed: stdin().is_terminal(),
        })
    }

    pub(super) fn game(&self) -> &NamedGame {
        self.session.game()
    }

    fn info(&self) -> &GameInfo {
        self.game().info()
    }

    /// Prints the players. A seed that was drawn is printed at the end: before, it would give the start away.
    pub(super) fn greet(&mut self, game: &Spec) -> Result<(), Failure> {
        let seats = self.info().seats.iter().zip(&self.players);
        let seats: Vec<_> = seats.map(|(seat, player)| format!("{seat} is {player}")).collect();
        self.terminal.line(format!("{game}: {}", seats.join(", ")))?;
        let agents = self.players.iter().filter(|player| player.name != HUMAN).chain([&self.hint]);
        let units: Vec<_> = agents.map(unit).collect();
        let seed = self.common.given_seed().map(|seed| format!("; seed {seed}")).unwrap_or_default();
        self.terminal.line(format!("budget {}{seed}", self.common.describe(&units)))?;
        if self.session.clients().next().is_some() {
            self.terminal.line("type a move, or: moves, hint, why, undo, help, quit")?;
        }
        Ok(())
    }

    /// Plays until the game is over or the person leaves.
    pub(super) fn run(&mut self) -> Result<(), Failure> {
        loop {
            let waiting = self.session.waiting();
            match waiting {
                Waiting::Client(player) if self.is_private => self.call(player)?,
                Waiting::Client(player) => self.draw(player)?,
                Waiting::Over => self.draw(Player(0))?,
                Waiting::Chance | Waiting::Agents if self.is_private => {}
                Waiting::Chance | Waiting::Agents => {
                    let person = self.session.clients().next();
                    self.draw(person.unwrap_or(Player(0)))?;
                }
            }
            let next = match waiting {
                Waiting::Over => {
                    let payoffs = self.session.payoffs().unwrap_or_default();
                    let result = payoffs_in_words(self.info(), &payoffs);
                    self.terminal.line(format!("The game is over: {result}"))?;
                    return self.print_seed();
                }
                Waiting::Chance => {
                    let moved = self.session.play_chance(None);
                    self.tell(moved, 0.0)?;
                    Next::On
                }
                Waiting::Agents => self.agents_move()?,
                Waiting::Client(player) => self.person_moves(player)?,
            };
            if let Next::Quit = next {
                self.print_seed()?;
                self.terminal.line("Goodbye.")?;
                return Ok(());
            }
        }
    }

    fn print_seed(&mut self) -> Result<(), Failure> {
        match self.common.given_seed() {
            Some(_) => Ok(()),
            None => Ok(self.terminal.line(format!("seed {}", self.seed))?),
        }
    }

    /// Calls a person to a terminal that several share: the screen is cleared, and the person says when it is safe.
    fn call(&mut self, player: Player) -> Result<(), Failure> {
        let name = self.info().seats[player.index()].clone();
        if self.present != Some(player) {
            if self.terminal.is_interactive() {
                self.terminal.prompt(CLEAR)?;
            }
            (self.present, self.last, self.drawn) = (Some(player), None, None);
            self.terminal.prompt(&format!("{name}, press Enter when nobody else can see the screen> "))?;
            self.read_line()?;
            if !self.echoed {
                self.terminal.line("")?;
            }
        }
        self.draw(player)?;
        let (own, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.unread).into_iter().partition(|it| it.to == player);
        self.unread = others;
        own.iter().try_for_each(|observed| self.print_observed(observed))
    }

    /// The board as a person observes it.
    fn draw(&mut self, player: Player) -> Result<(), Failure> {
        let drawing = self.session.draw(player);
        let before = self.drawn.take().filter(|(of, _)| *of == player || self.session.is_open());
        self.terminal.line("")?;
        self.terminal.picture(&last_move::mark(before.as_ref().map(|(_, drawing)| drawing), &drawing))?;
        self.drawn = Some((player, drawing));
        Ok(())
    }

    fn person_moves(&mut self, player: Player) -> Result<Next, Failure> {
        match self.ask_person(player)? {
            Reply::Move(mv) => {
                let observed = self.play(player, mv);
                if self.is_private {
                    self.unread.extend(observed);
                }
                Ok(Next::On)
            }
            Reply::Changed => Ok(Next::On),
            Reply::Quit => Ok(Next::Quit),
        }
    }

    fn play(&mut self, player: Player, mv: AnyMove) -> Vec<Observed> {
        self.session.play(player, mv)
    }

    fn agents_move(&mut self) -> Result<Next, Failure> {
        let budget = self.common.budget(interrupt::begin());
        let spinner = self.terminal.spinner("thinking".to_owned());
        let began = Instant::now();
        let moved = self.session.agents_move(&budget, &mut |_| ());
        spinner.finish_and_clear();
        interrupt::end();
        self.tell(moved?, began.elapsed().as_secs_f64())?;
        Ok(Next::On)
    }

    /// Shows moves of agents and chance outcomes: the moves themselves with the evidence for them, or what each person
    /// observes.
    fn tell(&mut self, moved: Moved, seconds: f64) -> Result<(), Failure> {
        for (player, report) in moved.reports {
            let name = self.name(player);
            let report = report.with_seconds(seconds);
            self.terminal.line(format!("{name} plays {}", evidence::answer(&report)))?;
            self.last = Some((name, report));
        }
        if let Some(outcome) = moved.outcome {
            self.terminal.line(format!("chance: {outcome}"))?;
        }
        if self.session.is_open() {
            return Ok(());
        }
        if self.is_private {
            self.unread.extend(moved.observed);
            return Ok(());
        }
        moved.observed.iter().try_for_each(|observed| self.print_observed(observed))
    }

    fn print_observed(&mut self, observed: &Observed) -> Result<(), Failure> {
        let line = match observed.mover {
            Some(mover) => format!("{} plays {}", self.name(mover), observed.text),
            None => format!("chance: {}", observed.text),
        };
        Ok(self.terminal.line(line)?)
    }

    /// A seat with its player.
    fn name(&self, player: Player) -> String {
        format!("{} ({})", self.info().seats[player.index()], self.players[player.index()])
    }

    /// Asks a person until there is a move, or something that ends the asking.
    fn ask_person(&mut self, player: Player) -> Result<Reply, Failure> {
        loop {
            let prompt = format!("{}, your move> ", self.info().seats[player.index()]);
            self.terminal.prompt(&prompt)?;
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

    /// Goes back to the last decision of a person: of this one, where information is hidden.
    pub(super) fn undo(&mut self, player: Player) -> Result<(), UndoError> {
        self.session.undo(Some(player).filter(|_| !self.session.is_open()))?;
        (self.drawn, self.last) = (None, None);
        Ok(())
    }

    /// What the hint's agent would play for `player`.
    pub(super) fn hint(&mut self, player: Player) -> Result<(), Failure> {
        let budget = self.common.budget(interrupt::begin());
        let spinner = self.terminal.spinner(format!("{} is thinking", self.hint));
        let began = Instant::now();
        let report = self.session.hint(player, &self.hint, &budget, &mut |_| ());
        spinner.finish_and_clear();
        interrupt::end();
        let report = report?.with_seconds(began.elapsed().as_secs_f64());
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
