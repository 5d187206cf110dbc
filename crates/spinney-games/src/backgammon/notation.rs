//! Text notation: a play is written as in books, points counted by the mover: `13/7 8/7`, `bar/24*`, `6/off(2)`; hits
//! have a star, and `no move` is the play of a player that cannot move. A roll is `6-5`; at the start the first
//! player's die comes first.
//!
//! A position is the board in XGID form: 26 letters from the second player's bar over points 1 to 24 to the first
//! player's bar, with capital letters for the first player's checkers (`A` one, `B` two, …); then the player, x or o,
//! and the dice: `-b----E-C---eE---c-e----B- x 31`. Before a roll the dice are `roll`, before the initial one `start`.

use spinney::game::capabilities::{Notation, NotationError};
use spinney::game::{Game, Moves, Turn};

use super::{BAR, Backgammon, CHECKERS, NO_MOVE, OFF, Play, State, roll, steps};

pub(super) const SEATS: [&str; 2] = ["x", "o"];

fn error<T>(message: impl Into<String>) -> Result<T, NotationError> {
    Err(NotationError::new(message))
}

fn write_point(point: usize) -> String {
    match point {
        BAR => "bar".to_owned(),
        OFF => "off".to_owned(),
        point => point.to_string(),
    }
}

/// The path of one checker: points, and whether each after the first was a hit.
type Way = Vec<(usize, bool)>;

/// The paths of all checkers of a play, steps of the same checker joined, from the furthest on.
fn ways(state: &State, play: Play) -> Vec<Way> {
    let mut board = *state;
    let other = usize::from(1 - state.player);
    let mut ways: Vec<Way> = Vec::new();
    for (from, die) in steps(play) {
        let before = board.men[other][BAR];
        board.step(from, die);
        let to = (from.saturating_sub(die.into()), board.men[other][BAR] > before);
        match ways.iter_mut().find(|way| way.last().is_some_and(|&(end, _)| end == from)) {
            Some(way) => way.push(to),
            None => ways.push(vec![(from, false), to]),
        }
    }
    ways.sort_by(|one, other| other.cmp(one));
    ways
}

fn write_way(way: &Way) -> String {
    let mut text = write_point(way[0].0);
    for (index, &(point, hit)) in way.iter().enumerate().skip(1) {
        // Intermediate points are named only if there is a hit.
        if hit || index + 1 == way.len() {
            text += &format!("/{}{}", write_point(point), if hit { "*" } else { "" });
        }
    }
    text
}

fn write_play(state: &State, play: Play) -> String {
    if play == NO_MOVE {
        return "no move".to_owned();
    }
    let ways: Vec<String> = ways(state, play).iter().map(write_way).collect();
    let groups = ways.chunk_by(|one, other| one == other);
    let text = |group: &[String]| match group {
        [one] => one.clone(),
        several => format!("{}({})", several[0], several.len()),
    };
    groups.map(text).collect::<Vec<_>>().join(" ")
}

/// The parts of a play in alphabetical order.
fn parts(text: &str) -> Vec<String> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    let mut parts: Vec<String> = parts.map(str::to_ascii_lowercase).collect();
    parts.sort();
    parts
}

fn read_roll(text: &str) -> Option<Play> {
    let (first, second) = text.split_once('-')?;
    let die = |text: &str| text.parse().ok().filter(|die| (1..=6).contains(die) && text.len() == 1);
    Some(roll([die(first)?, die(second)?]))
}

/// The change of the number of checkers on each point.
type Change = [i8; 26];

fn change_by(play: Play) -> Change {
    let mut change = [0; 26];
    for (from, die) in steps(play) {
        change[from] -= 1;
        change[from.saturating_sub(die.into())] += 1;
    }
    change
}

/// The change that the parts of a text describe; `None` if they are not plays of checkers.
fn read_change(parts: &[String]) -> Option<Change> {
    let point = |text: &str| match text.trim_end_matches('*') {
        "bar" => Some(BAR),
        "off" => Some(OFF),
        number => number.parse().ok().filter(|point| (1..BAR).contains(point)),
    };
    let mut change = [0i8; 26];
    for part in parts {
        let (way, times) = match part.strip_suffix(')').and_then(|part| part.split_once('(')) {
            Some((way, times)) => (way, times.parse().ok().filter(|times| (1..=4).contains(times))?),
            None => (part.as_str(), 1),
        };
        let (from, rest) = way.split_once('/')?;
        let to = rest.rsplit('/').next()?;
        change[point(from)?] = change[point(from)?].checked_sub(times)?;
        change[point(to)?] = change[point(to)?].checked_add(times)?;
    }
    Some(change)
}

impl Notation for Backgammon {
    fn write_move(&self, state: &State, mv: Play) -> String {
        if state.dice[0] == 0 {
            let [first, second, ..] = mv.to_le_bytes().map(|byte| byte >> 5);
            return format!("{first}-{second}");
        }
        write_play(state, mv)
    }

    /// Parses a play; its parts may come in any order, separated by commas or spaces.
    fn read_move(&self, state: &State, text: &str) -> Result<Play, NotationError> {
        let text = text.trim();
        let mut moves = Moves::new();
        match self.turn(state, &mut moves) {
            Turn::Over => error(format!("`{text}` cannot be played: the game is over")),
            Turn::Chance => match read_roll(text).filter(|roll| moves.contains(roll)) {
                Some(roll) => Ok(roll),
                None if state.opening => {
                    error(format!("`{text}` is not a first roll: expected two different dice such as 6-5, x's first"))
                }
                None => error(format!("`{text}` is not a roll: expected two dice, the higher first, such as 6-5")),
            },
            _ => {
                let wanted = parts(text);
                // Plays that change the board differently need not be written out.
                let change = read_change(&wanted).unwrap_or_default();
                let mut similar = moves.iter().copied().filter(|&mv| change_by(mv) == change);
                let meant = similar.find(|&mv| parts(&write_play(state, mv)) == wanted);
                meant.ok_or_else(|| match (moves[0], moves.len()) {
                    (NO_MOVE, _) => {
                        NotationError::new(format!("`{text}`: no checker can move, which is written `no move`"))
                    }
                    (first, count) => {
                        let example = write_play(state, first);
                        NotationError::new(format!(
                            "`{text}` is none of the {count} legal plays here, such as {example}"
                        ))
                    }
                })
            }
        }
    }

    fn write_state(&self, state: &State) -> String {
        let letter = |place: usize| {
            let (own, other) = (state.men[0][place], state.men[1][25 - place]);
            // The first player's bar is the last letter, the other's the first.
            let (own, other) = match place {
                0 => (0, other),
                BAR => (own, 0),
                _ => (own, other),
            };
            match (own, other) {
                (0, 0) => '-',
                (own, 0) => char::from(b'A' + own - 1),
                (_, other) => char::from(b'a' + other - 1),
            }
        };
        let board: String = (0..26).map(letter).collect();
        let dice = match state.dice {
            [0, _] if state.opening => "start".to_owned(),
            [0, _] => "roll".to_owned(),
            [high, low] => format!("{high}{low}"),
        };
        format!("{board} {} {dice}", SEATS[usize::from(state.player)])
    }

    fn read_state(&self, text: &str) -> Result<State, NotationError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let &[board, player, dice] = words.as_slice() else {
            return error("expected 26 letters, the player and the dice, such as `-b----E-C---eE---c-e----B- x 31`");
        };
        let mut state = State::with(read_board(board)?);
        state.player = match player {
            "x" | "X" => 0,
            "o" | "O" => 1,
            _ => return error(format!("`{player}` is not a player: expected x or o")),
        };
        match dice {
            "roll" => {}
            "start" => {
                if state.men != State::start().men || state.player != 0 {
                    return error("`start` is for the start position, with x before o");
                }
                state.opening = true;
            }
            _ => {
                let numbers: Vec<u8> =
                    dice.bytes().filter(|byte| (b'1'..=b'6').contains(byte)).map(|byte| byte - b'0').collect();
                let &[high, low] = numbers.as_slice() else {
                    return error(format!("`{dice}` are not dice: expected such as 31, or roll, or start"));
                };
                if dice.len() != 2 {
                    return error(format!("`{dice}` are not dice: expected such as 31, or roll, or start"));
                }
                state.dice = [high.max(low), high.min(low)];
            }
        }
        check(&state)?;
        Ok(state)
    }
}

fn read_board(text: &str) -> Result<[[u8; 26]; 2], NotationError> {
    if !text.is_ascii() || text.len() != 26 {
        return error(format!("{} letters instead of 26: the bars and 24 points", text.chars().count()));
    }
    let mut men = [[0; 26]; 2];
    for (place, letter) in text.bytes().enumerate() {
        match letter {
            b'-' => {}
            b'A'..=b'O' if place > 0 => men[0][place] = letter - b'A' + 1,
            b'a'..=b'o' if place < BAR => men[1][25 - place] = letter - b'a' + 1,
            b'A'..=b'O' | b'a'..=b'o' => {
                return error("the first letter is the bar of o (a to o), the last the bar of x (A to O)");
            }
            _ => {
                return error(format!(
                    "`{}` is not a number of checkers: expected -, A to O or a to o",
                    char::from(letter)
                ));
            }
        }
    }
    for (player, men) in men.iter_mut().enumerate() {
        let count: u32 = men.iter().map(|&count| u32::from(count)).sum();
        let Some(off) = u32::from(CHECKERS).checked_sub(count) else {
            return error(format!("{count} checkers of {}, which has {CHECKERS}", SEATS[player]));
        };
        men[OFF] = off as u8;
    }
    Ok(men)
}

/// The rule that a position violates, if any.
fn check(state: &State) -> Result<(), NotationError> {
    match state.winner() {
        Some(winner) if state.men[1 - winner][OFF] == CHECKERS => error("both have borne off everything"),
        Some(winner) if winner == usize::from(state.player) || state.dice[0] != 0 => {
            error("the game continued after it was won: the loser is to roll")
        }
        _ => Ok(()),
    }
}
