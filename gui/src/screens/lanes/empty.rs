//! The columns that stand empty in lanes: folded in front of others, so that what is shown has the room.

use egui::Rect;
use encours_core::view::board::ColumnHead;

use super::super::Places;
use super::super::board::{head_height, top as air};
use super::{ALL, Band, bands};
use crate::pass::Pass;

/// In front of others, a column in which no lane in sight has a card is folded, as an empty one is without lanes: what is
/// shown has the room. Lanes that a person has folded are not in sight.
pub(in crate::screens) fn fold_empty(
    pass: &Pass<'_>,
    places: &mut Places,
    heads: &mut [ColumnHead],
    rect: Rect,
) {
    if !pass.app.presenting() || pass.app.board().lanes().is_empty() {
        places.board.folded_empty.clear();
        return;
    }
    // Nothing moves under a card that is on its way.
    if places.board.carried().is_none() {
        places.board.folded_empty = empty_in_sight(pass, places, heads.len(), rect);
    }
    for (head, empty) in heads.iter_mut().zip(&places.board.folded_empty) {
        head.folded |= *empty;
    }
}

/// Of each column, whether lanes are in sight and none of them has a card in it.
fn empty_in_sight(pass: &Pass<'_>, places: &Places, columns: usize, rect: Rect) -> Vec<bool> {
    let top = places.board.down.get(&ALL).copied().unwrap_or(0.0);
    let height = rect.height() - air(pass) - head_height(pass);
    let seen = |band: &&Band<'_>| !band.folded && band.top + band.height > top && band.top < top + height;
    let bands = bands(pass, places);
    let seen: Vec<&Band<'_>> = bands.iter().filter(seen).collect();
    let has = |band: &&Band<'_>, at: usize| band.lane.places.get(at).is_some_and(|range| !range.is_empty());
    (0..columns)
        .map(|at| !seen.is_empty() && !seen.iter().any(|band| has(band, at)))
        .collect()
}
