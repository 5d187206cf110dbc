//! Hidden information on small games of hide and seek whose best play is known: beliefs, information-set search and
//! alpha-beta over beliefs.

mod beliefs;
mod beliefs_searched;
mod hunt;
mod information_sets;
mod oracle;
