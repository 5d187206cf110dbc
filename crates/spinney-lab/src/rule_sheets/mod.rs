//! What the commands `spinney gdl …` do with GDL rule sheets as such: playouts traced state by state, joint moves
//! counted. To play one, open it like any other game ([`spinney_agents::rule_sheets`]).

pub mod perft;
pub mod trace;
