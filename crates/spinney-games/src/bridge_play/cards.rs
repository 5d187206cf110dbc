//! Cards, suits and hands: a set of cards is a word of 64 bits, 16 for each suit.

/// The suits by letter, spades first, in the order of their lanes.
pub(super) const SUITS: [char; 4] = ['S', 'H', 'D', 'C'];
/// The ranks by letter, from the lowest.
pub(super) const RANKS: [char; 13] = ['2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];
/// The four hands in the order of play, North first.
pub(super) const HANDS: [&str; 4] = ["North", "East", "South", "West"];

/// Dummy.
pub(super) const NORTH: usize = 0;
/// One defender.
pub(super) const EAST: usize = 1;
/// The declarer.
pub(super) const SOUTH: usize = 2;
/// The other defender, who leads.
pub(super) const WEST: usize = 3;

/// All cards of a suit.
#[inline]
pub(super) fn lane(suit: usize) -> u64 {
    0x1fff << (16 * suit)
}

/// The pack of the highest `ranks` ranks of every suit.
pub(super) fn pack(ranks: usize) -> u64 {
    let suit = 0x1fff & !((1u64 << (13 - ranks)) - 1);
    suit | suit << 16 | suit << 32 | suit << 48
}

/// The suit of a card.
#[inline]
pub(super) fn suit_of(card: u8) -> usize {
    usize::from(card >> 4)
}

/// The rank of a card, 0 for the two.
#[inline]
pub(super) fn rank_of(card: u8) -> u8 {
    card & 15
}

/// High-card points: 4 for an ace, 3 for a king, 2 for a queen, 1 for a jack.
pub(super) fn points(cards: u64) -> u32 {
    let each = |rank: u32| (cards >> rank & 0x0001_0001_0001_0001).count_ones();
    4 * each(12) + 3 * each(11) + 2 * each(10) + each(9)
}

/// A card by its letters, suit first; case does not matter.
pub(super) fn read_card(text: &str) -> Option<u8> {
    let mut letters = text.chars().map(|letter| letter.to_ascii_uppercase());
    let (suit, rank) = (letters.next()?, letters.next()?);
    let suit = SUITS.iter().position(|&known| known == suit)?;
    let rank = RANKS.iter().position(|&known| known == rank)?;
    letters.next().is_none().then_some((suit * 16 + rank) as u8)
}

/// A card by its letters, suit first.
pub(super) fn write_card(card: u8) -> String {
    format!("{}{}", SUITS[suit_of(card)], RANKS[usize::from(rank_of(card))])
}

/// The ranks of one suit, the highest first.
pub(super) fn write_suit(cards: u64, suit: usize) -> String {
    let held = |rank: &usize| cards >> (16 * suit + rank) & 1 == 1;
    (0..13).rev().filter(held).map(|rank| RANKS[rank]).collect()
}

/// A hand as four suits, spades first, with points between.
pub(super) fn write_hand(cards: u64) -> String {
    (0..4).map(|suit| write_suit(cards, suit)).collect::<Vec<_>>().join(".")
}

/// Reads a hand as four suits with points between.
pub(super) fn read_hand(text: &str) -> Result<u64, String> {
    let suits: Vec<&str> = text.split('.').collect();
    if suits.len() != 4 {
        return Err(format!("`{text}` is not a hand: expected four suits with three points, such as AK.QJ.T9.87"));
    }
    let mut cards = 0u64;
    for (suit, ranks) in suits.into_iter().enumerate() {
        for letter in ranks.chars() {
            let rank = RANKS.iter().position(|&known| known == letter.to_ascii_uppercase());
            let rank = rank.ok_or_else(|| format!("`{letter}` in `{text}` is not a rank; ranks are AKQJT98765432"))?;
            let bit = 1 << (16 * suit + rank);
            if cards & bit != 0 {
                return Err(format!("{}{letter} is twice in `{text}`", SUITS[suit]));
            }
            cards |= bit;
        }
    }
    Ok(cards)
}

/// Parses four hands; the letter before the colon names the first: `N:… … … …`.
pub(super) fn read_hands<'t>(words: impl Iterator<Item = &'t str>) -> Result<[u64; 4], String> {
    let hands = read_hands_or_unseen(words)?;
    match hands.iter().all(Option::is_some) {
        true => Ok(hands.map(Option::unwrap_or_default)),
        false => Err("all four hands are needed: `-` is for hands that are not seen".to_owned()),
    }
}

/// The same; `None` for a hand that is not seen, written as `-`.
pub(super) fn read_hands_or_unseen<'t>(mut words: impl Iterator<Item = &'t str>) -> Result<[Option<u64>; 4], String> {
    let wanted = "expected four hands such as `N:AK.QJ.T9.87 …`, North, East, South and West";
    let first = words.next().ok_or(wanted)?;
    let (seat, first) = first.split_once(':').ok_or_else(|| format!("`{first}` names no seat; {wanted}"))?;
    let seat = read_seat(seat).ok_or_else(|| format!("`{seat}` is not a seat: expected N, E, S or W"))?;
    let read = |hand: &str| if hand == "-" { Ok(None) } else { read_hand(hand).map(Some) };
    let mut hands = [None; 4];
    hands[seat] = read(first)?;
    for step in 1..4 {
        hands[(seat + step) % 4] = read(words.next().ok_or(wanted)?)?;
    }
    let cards = hands.map(Option::unwrap_or_default);
    let twice = (0..4).find_map(|h| (0..h).map(|other| cards[other] & cards[h]).find(|&both| both != 0));
    match twice {
        Some(both) => Err(format!("{} is in two hands", write_card(both.trailing_zeros() as u8))),
        None => Ok(hands),
    }
}

/// A seat by its letter.
pub(super) fn read_seat(text: &str) -> Option<usize> {
    HANDS.iter().position(|name| text.len() == 1 && name[..1].eq_ignore_ascii_case(text))
}
