//! The claims of a search.

use spinney::game::GameInfo;

/// What a search does with a kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Claim {
    /// Rejects it on construction, with a reason.
    Refuses,
    /// Plays legal moves within its budget, without a claim about their quality.
    Plays,
    /// With enough budget finds a best move and its value.
    Exact,
}

/// The claims of a search for each kind of game. A game of several kinds is subject to the weakest claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// Single-player games.
    pub one_player: Claim,
    /// Two-player games.
    pub two_players: Claim,
    /// Games of more than two players.
    pub many_players: Claim,
    /// Multi-player games without constant sum.
    pub general_sum: Claim,
    /// Games with chance.
    pub chance: Claim,
    /// Games with simultaneous moves.
    pub joint: Claim,
    /// Joint turns that can only be played well by mixed strategies. Such turns cannot be detected beforehand, so
    /// `Refuses` means `Plays` here. Decoupled UCT, for one, does not converge on them. A search that claims to be
    /// exact reports the probabilities of its candidates.
    pub mixed: Claim,
    /// Games with hidden information and the [`Hidden`](spinney::game::capabilities::Hidden) capability.
    pub hidden: Claim,
    /// Games that declare hidden information but lack that capability. Every game of the suite is also given to the
    /// search in this form.
    pub unsampled: Claim,
    /// The same seed gives the same report: true of searches on one thread.
    pub reproducible: bool,
}

impl Claims {
    /// Exact in every game without hidden information. Weaken what does not hold:
    /// `Claims { mixed: Claim::Plays, ..Claims::exact() }`.
    pub const fn exact() -> Self {
        Claims {
            one_player: Claim::Exact,
            two_players: Claim::Exact,
            many_players: Claim::Exact,
            general_sum: Claim::Exact,
            chance: Claim::Exact,
            joint: Claim::Exact,
            mixed: Claim::Exact,
            hidden: Claim::Refuses,
            unsampled: Claim::Refuses,
            reproducible: true,
        }
    }

    /// Plays everything and claims nothing more.
    pub const fn legal() -> Self {
        Claims {
            one_player: Claim::Plays,
            two_players: Claim::Plays,
            many_players: Claim::Plays,
            general_sum: Claim::Plays,
            chance: Claim::Plays,
            joint: Claim::Plays,
            mixed: Claim::Plays,
            hidden: Claim::Plays,
            unsampled: Claim::Plays,
            reproducible: true,
        }
    }

    /// The claim for games of this kind, whatever their joint turns are like. `sampled` says whether the game has the
    /// [`Hidden`](spinney::game::capabilities::Hidden) capability.
    pub fn of(&self, info: &GameInfo, sampled: bool) -> Claim {
        let mut claim = match info.players() {
            0 | 1 => self.one_player,
            2 => self.two_players,
            _ => self.many_players,
        };
        let kinds = [
            (info.players() > 1 && info.constant_sum.is_none(), self.general_sum),
            (info.chance, self.chance),
            (info.joint, self.joint),
            (info.hidden && sampled, self.hidden),
            (info.hidden && !sampled, self.unsampled),
        ];
        for (_, weaker) in kinds.into_iter().filter(|(applies, _)| *applies) {
            claim = claim.min(weaker);
        }
        claim
    }
}
