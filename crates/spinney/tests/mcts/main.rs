//! Monte-Carlo tree search where rules panic, and where turns have very many moves.

mod wide_turns;
