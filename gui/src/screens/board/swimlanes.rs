//! The board with swimlanes: its columns, divided by owner or by asset class.
//!
//! All swimlanes scroll together under the column headers, and only visible cards are built. The title of a swimlane
//! stays visible while one of its cards is; a click on it collapses the swimlane.

mod column_headers;
mod last_focus;
mod scroll_restore;
mod title;

use std::collections::BTreeMap;

use egui::accesskit::Role as Part;
use egui::scroll_area::ScrollSource;
use egui::{CornerRadius, Rect, ScrollArea, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2};
use encours_core::app::deals::board::view::head::{ColumnHead, lane_name};
use encours_core::app::deals::pipeline::swimlane::Lane;

pub(super) use last_focus::LanesSeen;
pub(in crate::screens) use scroll_restore::Back;
use scroll_restore::Hold;

use crate::frame_ctx::Pass;
use crate::overlays::toasts;
use crate::screens::Places;
use crate::screens::pipeline::selection_bar;
use crate::widgets::{Pen, column_header, tell_size};

use super::{
    BoardPlace, MARGIN, Stand, card_height, column, drag, drop_indicator, head_height, step, top as air,
};

/// Returns the height of a swimlane title, which is smaller in presentation mode.
fn name_height(pass: &Pass<'_>) -> f32 {
    if pass.app.cx.presenting() { 28.0 } else { 34.0 }
}

/// Space for a focus ring above a card.
const RING: f32 = 4.0;
/// Gap between two swimlanes.
const GAP: f32 = 10.0;
/// Key of the common vertical scroll position among those of the columns.
pub(in crate::screens) const ALL: usize = usize::MAX;

/// A swimlane with its position, measured from the top of the first one.
struct Band<'a> {
    lane: &'a Lane,
    top: f32,
    height: f32,
    folded: bool,
    /// Height in cards.
    rows: usize,
}

/// Returns the columns that do not count for swimlane heights: folded and invisible ones. They stay fixed while a card
/// moves, so that no swimlane shifts under it. A column that the keyboard moves to counts before it is visible.
fn hidden(pass: &Pass<'_>, places: &mut Places, heads: &[ColumnHead], width: f32, by_key: bool) -> Vec<bool> {
    let place = &mut places.board;
    let app = pass.app;
    if place.carried().is_none() || place.lanes_high.0.len() != heads.len() {
        let mut seen = place.in_sight(pass, heads, width);
        let (wanted, _) = BoardPlace::wanted(pass);
        if let Some(seen) = seen.get_mut(wanted).filter(|_| by_key) {
            *seen = true;
        }
        place.lanes_high.0 = seen;
    }
    let columns = app.pipeline.lens().columns.iter().zip(&place.lanes_high.0);
    columns
        .map(|(column, seen)| !seen || app.pipeline.board().folded.contains(&column.status))
        .collect()
}

/// Keeps the swimlane at the upper edge in place when heights change.
fn keep_first(place: &mut BoardPlace, bands: &[Band<'_>]) {
    let now = |band: &Band<'_>| (band.lane.code.clone(), band.top, band.height);
    let before = std::mem::replace(&mut place.lanes_high.1, bands.iter().map(now).collect());
    let offset = place.down.get(&ALL).copied().unwrap_or(0.0);
    let first = before.iter().rev().find(|(_, top, _)| *top <= offset);
    let same =
        first.and_then(|(code, top, _)| Some((bands.iter().find(|band| band.lane.code == *code)?, top)));
    let Some((band, top)) = same else { return };
    let to = band.top + (offset - top).min(band.height);
    if (to - offset).abs() > 0.5 {
        place.jump_down.entry(ALL).or_insert(to);
        place.down.insert(ALL, to);
    }
}

fn bands<'a>(pass: &Pass<'a>, places: &Places, hidden: &[bool]) -> Vec<Band<'a>> {
    let mut top = 0.0;
    let app = pass.app;
    let one = |lane: &'a Lane| {
        let rows = rows(&lane.places, hidden);
        let folded = places.board.folded_lanes.contains(&lane.code);
        let height = if folded {
            name_height(pass)
        } else {
            name_height(pass) + rows as f32 * step(pass) + GAP
        };
        let band = Band {
            lane,
            top,
            height,
            folded,
            rows,
        };
        top += height;
        band
    };
    app.pipeline.board().lanes().iter().map(one).collect()
}

/// Returns the height of a swimlane in cards: the length of its longest visible column. It is at least one, so that a
/// card can be dropped there.
fn rows(columns: &[std::ops::Range<usize>], hidden: &[bool]) -> usize {
    let open = columns.iter().zip(hidden).filter(|(_, hidden)| !**hidden);
    open.map(|(range, _)| range.len()).max().unwrap_or(0).max(1)
}

/// Draws the columns with swimlanes.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    heads: &[ColumnHead],
) {
    let by_key = places.by_key
        && matches!(
            pass.app.cx.layer(),
            encours_core::app::foundation::cx::overlay::Layer::None
        );
    open_focused(pass, places, by_key);
    let hidden = hidden(pass, places, heads, rect.width(), by_key);
    let bands = bands(pass, places, &hidden);
    keep_first(&mut places.board, &bands);
    let body = rect.with_min_y(rect.top() + air(pass) + head_height(pass));
    let total = places.board.total(pass, heads);
    let foot = super::foot(ui, total, rect);
    // Subtract the horizontal scroll bar.
    let sight = body.with_max_y(body.bottom() - foot);
    follow(pass, places, &bands, sight, by_key);
    places.board.follow_across(pass, heads, rect, by_key);
    drag::scroll_edges(ui, pass, &mut places.board, rect);
    let mut area = ScrollArea::both()
        .id_salt("lanes")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(across) = places.board.take_jump() {
        area = area.horizontal_scroll_offset(across);
    }
    if let Some(down) = places.board.jump_down.remove(&ALL) {
        area = area.vertical_scroll_offset(down);
    }
    let tall = bands.last().map_or(0.0, |band| band.top + band.height) + toasts::tail(pass) + foot;
    // The headers are drawn last, over the scrolled content, but come first in reading order; so create their
    // accessible node first.
    let row = Rect::from_min_max(pos2(rect.left(), rect.top() + air(pass)), body.right_top());
    let heads_of =
        crate::screens::part(ui, row, "columns", Part::Group, &pass.word("table-heads")).unique_id();
    let mut child = ui.new_child(UiBuilder::new().max_rect(body).id_salt("lanes"));
    child.set_clip_rect(body.intersect(ui.clip_rect()));
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(total);
        ui.set_height(tall);
        ui.shrink_clip_rect(sight);
        let origin = ui.max_rect().min;
        let mut names = BTreeMap::new();
        for band in &bands {
            if band.top + band.height > viewport.top() && band.top < viewport.bottom() {
                let code = band.lane.code.as_str();
                let salt = ("lane-name", code);
                let part = ui.new_child(
                    UiBuilder::new()
                        .id_salt(salt)
                        .accessibility_role(Part::GenericContainer),
                );
                names.insert(code, part.unique_id());
                one(ui, pass, places, heads, band, (origin, viewport, body));
            }
        }
        // Draw the titles last, over the cards that scroll under them.
        let clear = title::clear(pass, places, heads, body, origin.x);
        for band in &bands {
            if band.top + band.height > viewport.top() && band.top < viewport.bottom() {
                let last = origin.y + band.top + band.height
                    - name_height(pass)
                    - if band.folded { 0.0 } else { GAP };
                let top = (origin.y + band.top).max(body.top().min(last));
                let place =
                    Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), name_height(pass)));
                let mut within = UiBuilder::new()
                    .max_rect(place)
                    .id_salt(("name", &band.lane.code));
                within.accessibility_parent = names.get(band.lane.code.as_str()).copied();
                title::show(&ui.new_child(within), pass, places, band, (place, &clear));
            }
        }
    });
    let offset = output.state.clamped_offset();
    places
        .board
        .note_across(offset.x, (output.content_size.x - body.width()).max(0.0));
    places.board.down.insert(ALL, offset.y);
    let most = (output.content_size.y - body.height()).max(0.0);
    places.board.most_down.insert(ALL, most);
    let shown = column_headers::columns(ui, pass, places, rect, heads, (offset.x, heads_of));
    if let Some(dragged) = &mut places.board.drag {
        let at = ui
            .input(|input| input.pointer.latest_pos())
            .filter(|at| body.contains(*at));
        let down = at.map(|at| at.y - body.top() + offset.y);
        let under = down.and_then(|down| {
            let mut lanes = bands.iter();
            lanes.find(|band| (band.top..band.top + band.height).contains(&down))
        });
        dragged.note_lane(pass, under.map(|band| band.lane.code.as_str()));
    }
    drag::finish(ui, pass, &mut places.board, &shown, heads);
    if places.board.drag.is_none() {
        selection_bar::show(ui, pass, rect);
    }
}

/// Draws a swimlane: its cards below its title.
fn one(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    heads: &[ColumnHead],
    band: &Band<'_>,
    (origin, viewport, body): (egui::Pos2, Rect, Rect),
) {
    let top = origin.y + band.top;
    if band.folded {
        return;
    }
    let (step, height) = (step(pass), card_height(pass));
    let cards_top = top + name_height(pass);
    let mut x = origin.x + MARGIN;
    let widths: Vec<f32> = places.board.widths(pass, heads).collect();
    for (at, (head, pitch)) in heads.iter().zip(widths).enumerate() {
        let width = pitch - pass.look.tokens.size.lane_gap;
        let column = Rect::from_min_max(
            pos2(x, cards_top - RING),
            pos2(x + width, top + band.height - GAP),
        );
        x += pitch;
        if column.right() < body.left() || column.left() > body.right() {
            continue;
        }
        let ink = &pass.look.ink;
        // Mark only the cell that would accept the moved card.
        let code = band.lane.code.as_str();
        let carried = places
            .board
            .carried()
            .filter(|drag| drag.lands_in(at, Some(code)));
        let landing = carried.and_then(|drag| {
            Some((
                pass.app
                    .pipeline
                    .landing(&drag.card.id, at, Some(code), &pass.app.cx)?,
                drag.count,
            ))
        });
        let pen = Pen::new(ui.painter(), pass.look);
        if carried.is_some() {
            pen.fill(column, 4, ink.accent_soft);
            let line = Stroke::new(pass.look.tokens.stroke.ring, ink.accent);
            ui.painter()
                .rect_stroke(column, CornerRadius::same(4), line, StrokeKind::Inside);
        } else {
            pen.boxed(column, 4, ink.sunken, column_header::edge(pass.look));
        }
        if head.folded {
            continue;
        }
        let Some(range) = band.lane.places.get(at) else {
            continue;
        };
        // Screen readers get a separate list for each column of a swimlane.
        let spoken = format!(
            "{} – {} – {}",
            head.label,
            lane_name(pass.app, &band.lane.code),
            range.len()
        );
        let mut list = ui.new_child(
            UiBuilder::new()
                .id_salt(("lane", &band.lane.code, &head.status))
                .max_rect(column)
                .accessibility_role(Part::List)
                .accessibility_label(spoken),
        );
        crate::screens::bounds(&list, column.intersect(ui.clip_rect()));
        tell_size(&list, range.len());
        let above = (viewport.top() - band.top - name_height(pass)).max(0.0);
        let first = ((above / step).floor() as usize).min(range.len());
        let below = (viewport.bottom() - band.top - name_height(pass)).max(0.0);
        let last = ((below / step).ceil() as usize).min(range.len());
        for (row, card) in (first..last).zip(encours_core::app::deals::board::view::card::cards(
            pass.app,
            at,
            range.start + first..range.start + last,
        )) {
            let corner = pos2(column.left() + 6.0, cards_top + row as f32 * step);
            let place = Rect::from_min_size(corner, vec2(width - 12.0, height));
            column::one(
                &mut list,
                pass,
                places,
                at,
                head,
                (row, range.len()),
                &card,
                place,
            );
        }
        if let Some((place, _)) = landing {
            let y = cards_top + (place - range.start) as f32 * step - pass.look.tokens.size.card_gap / 2.0;
            let pen = Pen::new(ui.painter(), pass.look);
            drop_indicator::slot_line(&pen, pass, column.shrink2(vec2(4.0, 0.0)).x_range(), y);
        }
    }
}

/// Expands a collapsed swimlane when a key moves the focus into it. The same happens when other swimlanes put the focus
/// there. Other keys leave it collapsed.
fn open_focused(pass: &Pass<'_>, places: &mut Places, by_key: bool) {
    let cursor = &pass.app.pipeline.board().cursor;
    let stand = Stand::of(pass);
    let other = places.board.lanes_seen.is_none_or(|seen| seen.stand != stand);
    let wanted = BoardPlace::wanted(pass);
    let moved = places.board.lanes_seen.is_none_or(|seen| seen.wanted != wanted);
    if (by_key && moved || other)
        && let Some(lane) = pass.app.pipeline.lane_at(cursor.column, cursor.index)
    {
        places.board.folded_lanes.remove(&lane.code);
    }
}

/// Scrolls the focused card into view after a key or a focus change. Undoing a move restores the position from before
/// it.
fn follow(pass: &Pass<'_>, places: &mut Places, bands: &[Band<'_>], body: Rect, by_key: bool) {
    let now = places.board.down.get(&ALL).copied().unwrap_or(0.0);
    let cursor = &pass.app.pipeline.board().cursor;
    let lane = pass.app.pipeline.lane_at(cursor.column, cursor.index);
    let back = cursor.deal.as_ref().zip(lane).and_then(|(deal, lane)| {
        let hold = match places.board.carried() {
            Some(_) => Hold::Carried,
            None if pass.app.cx.awaits_engine() => Hold::Awaited,
            None => Hold::Rests,
        };
        let cell = (cursor.column, lane.code.as_str());
        places.board.lanes_back.note(deal, cell, now, hold)
    });
    let wanted = BoardPlace::wanted(pass);
    let (column, index) = wanted;
    let carried = pass.app.card_move.grabbed().and_then(|grab| grab.lane.as_deref());
    let within = |band: &&Band<'_>| {
        if let Some(code) = carried {
            return band.lane.code == code;
        }
        let range = band.lane.places.get(column);
        range.is_some_and(|range| range.contains(&index))
    };
    let Some(band) = bands.iter().find(within) else {
        return;
    };
    let start = band.lane.places.get(column).map_or(0, |range| range.start);
    // A collapsed swimlane has no cards to show, so show the swimlane itself.
    let above = if band.folded {
        0
    } else {
        index.saturating_sub(start).min(band.rows - 1)
    };
    let top = band.top + name_height(pass) + above as f32 * step(pass);
    let room = body.height() - toasts::covered(pass) - 8.0;
    let seen = LanesSeen {
        wanted,
        stand: Stand::of(pass),
        presenting: pass.app.cx.presenting(),
        top,
        step: step(pass),
        room,
    };
    let before = places.board.lanes_seen.replace(seen);
    let own = places.board.follows_own();
    if places.board.stays_put {
        return;
    }
    let moved = before.is_none_or(|before| before.moved(&seen, own));
    // Keep a visible focus visible when the area changes, but do not undo the user's scrolling.
    let loses = before.is_some_and(|before| before.loses(&seen, now, own));
    if !moved && !by_key && !loses {
        return;
    }
    // Newly shown swimlanes start at the first one, or at the focused one if that would not fit.
    let opened = before.is_none_or(|before| !before.stand.same_lanes(seen.stand));
    let opened = opened.then_some(if top + step(pass) <= room { 0.0 } else { band.top });
    let offset = opened.or(back).unwrap_or(now);
    // The title covers the space above its cards. If a card is taller than the area, show its top.
    let above = top - name_height(pass);
    let wanted = offset.max(top + step(pass) - room).min(above);
    if (wanted - now).abs() > 0.5 {
        places.board.jump_down.insert(ALL, wanted.max(0.0));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_lane_is_as_high_as_its_longest_open_column_and_never_without_room() {
        let columns = [0..9, 4..7, 2..13];
        assert_eq!(super::rows(&columns, &[false; 3]), 11);
        assert_eq!(super::rows(&columns, &[false, false, true]), 9);
        assert_eq!(super::rows(&columns, &[true; 3]), 1);
    }
}
