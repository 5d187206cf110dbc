//! Ctrl-C: the first one ends the current work in good order, the second one ends the program.

use std::io::Write;
use std::process::exit;
use std::sync::{Mutex, PoisonError};

use spinney::budget::StopFlag;

use crate::failure::{Failure, complain};

/// The flag of the current work; `None` while the program waits for the user.
static UNDER_WAY: Mutex<Option<StopFlag>> = Mutex::new(None);

/// The exit code of a program that was interrupted: 128 and the number of the signal.
const INTERRUPTED: i32 = 130;

fn set(flag: Option<StopFlag>) {
    *UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner) = flag;
}

/// Listens for Ctrl-C from now on.
pub(crate) fn listen() -> Result<(), Failure> {
    let handler = || {
        let under_way = UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner).clone();
        match under_way {
            Some(flag) if !flag.is_raised() => {
                complain("stopping", "the result so far follows; Ctrl-C again ends the program");
                flag.raise();
            }
            _ => {
                let _ = writeln!(std::io::stderr());
                exit(INTERRUPTED);
            }
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Failed(format!("cannot listen for Ctrl-C: {error}")))
}

/// Work begins: the flag that Ctrl-C will raise.
pub(crate) fn begin() -> StopFlag {
    let flag = StopFlag::default();
    set(Some(flag.clone()));
    flag
}

/// Work has ended: Ctrl-C ends the program again.
pub(crate) fn end() {
    set(None);
}
