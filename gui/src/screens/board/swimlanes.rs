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
use encours_core::app::deals::board::view::head::{ColumnHeader, swimlane_name};
use encours_core::app::deals::pipeline::swimlane::Swimlane;

pub(super) use last_focus::SwimlaneFocus;
use scroll_restore::CardMotion;
pub(in crate::screens) use scroll_restore::ScrollRestore;

use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::screens::UiState;
use crate::screens::pipeline::selection_bar;
use crate::widgets::{Painter, column_header, set_a11y_count};

use super::{
    BoardUiState, CardGeometry, MARGIN, card_height, card_pitch, column, drag, drop_indicator, header_height,
    header_top as air,
};

/// Returns the height of a swimlane title, which is smaller in presentation mode.
fn title_height(pass: &FrameCtx<'_>) -> f32 {
    if pass.app.cx.is_presenting() { 28.0 } else { 34.0 }
}

/// Space for a focus ring above a card.
const RING_SPACE: f32 = 4.0;
/// Gap between two swimlanes.
const GAP: f32 = 10.0;
/// Key of the common vertical scroll position among those of the columns.
pub(in crate::screens) const SHARED_SCROLL: usize = usize::MAX;

/// A swimlane with its position, measured from the top of the first one.
struct SwimlaneBand<'a> {
    swimlane: &'a Swimlane,
    top: f32,
    height: f32,
    folded: bool,
    /// Height in cards.
    card_rows: usize,
}

/// Returns the columns that do not count for swimlane heights: folded and invisible ones. They stay fixed while a card
/// moves, so that no swimlane shifts under it. A column that the keyboard moves to counts before it is visible.
fn hidden_columns(
    pass: &FrameCtx<'_>,
    places: &mut UiState,
    heads: &[ColumnHeader],
    width: f32,
    by_key: bool,
) -> Vec<bool> {
    let place = &mut places.board;
    let app = pass.app;
    if place.moved_card().is_none() || place.swimlane_heights.0.len() != heads.len() {
        let mut seen = place.visible_columns(pass, heads, width);
        let (wanted, _) = BoardUiState::focus_target(pass);
        if let Some(seen) = seen.get_mut(wanted).filter(|_| by_key) {
            *seen = true;
        }
        place.swimlane_heights.0 = seen;
    }
    let columns = app
        .pipeline
        .filtered()
        .columns
        .iter()
        .zip(&place.swimlane_heights.0);
    columns
        .map(|(column, seen)| !seen || app.pipeline.board().folded.contains(&column.status))
        .collect()
}

/// Keeps the swimlane at the upper edge in place when heights change.
fn keep_first_in_place(place: &mut BoardUiState, bands: &[SwimlaneBand<'_>]) {
    let now = |band: &SwimlaneBand<'_>| (band.swimlane.code.clone(), band.top, band.height);
    let before = std::mem::replace(&mut place.swimlane_heights.1, bands.iter().map(now).collect());
    let offset = place.scroll_y.get(&SHARED_SCROLL).copied().unwrap_or(0.0);
    let first = before.iter().rev().find(|(_, top, _)| *top <= offset);
    let same =
        first.and_then(|(code, top, _)| Some((bands.iter().find(|band| band.swimlane.code == *code)?, top)));
    let Some((band, top)) = same else { return };
    let to = band.top + (offset - top).min(band.height);
    if (to - offset).abs() > 0.5 {
        place.pending_scroll_y.entry(SHARED_SCROLL).or_insert(to);
        place.scroll_y.insert(SHARED_SCROLL, to);
    }
}

fn swimlane_bands<'a>(pass: &FrameCtx<'a>, places: &UiState, hidden: &[bool]) -> Vec<SwimlaneBand<'a>> {
    let mut top = 0.0;
    let app = pass.app;
    let one = |lane: &'a Swimlane| {
        let rows = row_count(&lane.ranges, hidden);
        let folded = places.board.collapsed_swimlanes.contains(&lane.code);
        let height = if folded {
            title_height(pass)
        } else {
            title_height(pass) + rows as f32 * card_pitch(pass) + GAP
        };
        let band = SwimlaneBand {
            swimlane: lane,
            top,
            height,
            folded,
            card_rows: rows,
        };
        top += height;
        band
    };
    app.pipeline.board().swimlanes().iter().map(one).collect()
}

/// Returns the height of a swimlane in cards: the length of its longest visible column. It is at least one, so that a
/// card can be dropped there.
fn row_count(columns: &[std::ops::Range<usize>], hidden: &[bool]) -> usize {
    let open = columns.iter().zip(hidden).filter(|(_, hidden)| !**hidden);
    open.map(|(range, _)| range.len()).max().unwrap_or(0).max(1)
}

/// Draws the columns with swimlanes.
pub(in crate::screens) fn show(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    heads: &[ColumnHeader],
) {
    let by_key = places.by_key
        && matches!(
            pass.app.cx.layer(),
            encours_core::app::foundation::cx::overlay::Layer::None
        );
    expand_focused(pass, places, by_key);
    let hidden = hidden_columns(pass, places, heads, rect.width(), by_key);
    let bands = swimlane_bands(pass, places, &hidden);
    keep_first_in_place(&mut places.board, &bands);
    let body = rect.with_min_y(rect.top() + air(pass) + header_height(pass));
    let total = places.board.total_width(pass, heads);
    let foot = super::scroll_bar_height(ui, total, rect);
    // Subtract the horizontal scroll bar.
    let sight = body.with_max_y(body.bottom() - foot);
    follow_focus(pass, places, &bands, sight, by_key);
    places.board.follow_column(pass, heads, rect, by_key);
    drag::scroll_edges(ui, pass, &mut places.board, rect);
    let mut area = ScrollArea::both()
        .id_salt("lanes")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR);
    if let Some(across) = places.board.take_scroll_x() {
        area = area.horizontal_scroll_offset(across);
    }
    if let Some(down) = places.board.pending_scroll_y.remove(&SHARED_SCROLL) {
        area = area.vertical_scroll_offset(down);
    }
    let tall = bands.last().map_or(0.0, |band| band.top + band.height) + toasts::list_tail(pass) + foot;
    // The headers are drawn last, over the scrolled content, but come first in reading order; so create their
    // accessible node first.
    let row = Rect::from_min_max(pos2(rect.left(), rect.top() + air(pass)), body.right_top());
    let heads_of =
        crate::screens::labelled_part(ui, row, "columns", Part::Group, &pass.message("table-heads"))
            .unique_id();
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
                let code = band.swimlane.code.as_str();
                let salt = ("lane-name", code);
                let part = ui.new_child(
                    UiBuilder::new()
                        .id_salt(salt)
                        .accessibility_role(Part::GenericContainer),
                );
                names.insert(code, part.unique_id());
                draw_swimlane(ui, pass, places, heads, band, (origin, viewport, body));
            }
        }
        // Draw the titles last, over the cards that scroll under them.
        let clear = title::free_ranges(pass, places, heads, body, origin.x);
        for band in &bands {
            if band.top + band.height > viewport.top() && band.top < viewport.bottom() {
                let last = origin.y + band.top + band.height
                    - title_height(pass)
                    - if band.folded { 0.0 } else { GAP };
                let top = (origin.y + band.top).max(body.top().min(last));
                let place =
                    Rect::from_min_size(pos2(body.left(), top), vec2(body.width(), title_height(pass)));
                let mut within = UiBuilder::new()
                    .max_rect(place)
                    .id_salt(("name", &band.swimlane.code));
                within.accessibility_parent = names.get(band.swimlane.code.as_str()).copied();
                title::show(&ui.new_child(within), pass, places, band, (place, &clear));
            }
        }
    });
    let offset = output.state.clamped_offset();
    places
        .board
        .record_scroll_x(offset.x, (output.content_size.x - body.width()).max(0.0));
    places.board.scroll_y.insert(SHARED_SCROLL, offset.y);
    let most = (output.content_size.y - body.height()).max(0.0);
    places.board.max_scroll_y.insert(SHARED_SCROLL, most);
    let shown = column_headers::draw_headers(ui, pass, places, rect, heads, (offset.x, heads_of));
    if let Some(dragged) = &mut places.board.drag {
        let at = ui
            .input(|input| input.pointer.latest_pos())
            .filter(|at| body.contains(*at));
        let down = at.map(|at| at.y - body.top() + offset.y);
        let under = down.and_then(|down| {
            let mut lanes = bands.iter();
            lanes.find(|band| (band.top..band.top + band.height).contains(&down))
        });
        dragged.set_swimlane(pass, under.map(|band| band.swimlane.code.as_str()));
    }
    drag::update_drag(ui, pass, &mut places.board, &shown, heads);
    if places.board.drag.is_none() {
        selection_bar::show(ui, pass, rect);
    }
}

/// Draws a swimlane: its cards below its title.
fn draw_swimlane(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    heads: &[ColumnHeader],
    band: &SwimlaneBand<'_>,
    (origin, viewport, body): (egui::Pos2, Rect, Rect),
) {
    let top = origin.y + band.top;
    if band.folded {
        return;
    }
    let (step, height) = (card_pitch(pass), card_height(pass));
    let cards_top = top + title_height(pass);
    let mut x = origin.x + MARGIN;
    let widths: Vec<f32> = places.board.column_pitches(pass, heads).collect();
    for (at, (head, pitch)) in heads.iter().zip(widths).enumerate() {
        let width = pitch - pass.theme.tokens.size.lane_gap;
        let column = Rect::from_min_max(
            pos2(x, cards_top - RING_SPACE),
            pos2(x + width, top + band.height - GAP),
        );
        x += pitch;
        if column.right() < body.left() || column.left() > body.right() {
            continue;
        }
        let ink = &pass.theme.colors;
        // Mark only the cell that would accept the moved card.
        let code = band.swimlane.code.as_str();
        let carried = places
            .board
            .moved_card()
            .filter(|drag| drag.drops_into(at, Some(code)));
        let landing = carried.and_then(|drag| {
            Some((
                pass.app
                    .pipeline
                    .drop_index(&drag.card.id, at, Some(code), &pass.app.cx)?,
                drag.deal_count,
            ))
        });
        let pen = Painter::new(ui.painter(), pass.theme);
        if carried.is_some() {
            pen.fill(column, 4, ink.accent_soft);
            let line = Stroke::new(pass.theme.tokens.stroke.ring, ink.accent);
            ui.painter()
                .rect_stroke(column, CornerRadius::same(4), line, StrokeKind::Inside);
        } else {
            pen.bordered_box(column, 4, ink.sunken, column_header::border_stroke(pass.theme));
        }
        if head.folded {
            continue;
        }
        let Some(range) = band.swimlane.ranges.get(at) else {
            continue;
        };
        // Screen readers get a separate list for each column of a swimlane.
        let spoken = format!(
            "{} – {} – {}",
            head.label,
            swimlane_name(pass.app, &band.swimlane.code),
            range.len()
        );
        let mut list = ui.new_child(
            UiBuilder::new()
                .id_salt(("lane", &band.swimlane.code, &head.status))
                .max_rect(column)
                .accessibility_role(Part::List)
                .accessibility_label(spoken),
        );
        crate::screens::set_a11y_bounds(&list, column.intersect(ui.clip_rect()));
        set_a11y_count(&list, range.len());
        let above = (viewport.top() - band.top - title_height(pass)).max(0.0);
        let first = ((above / step).floor() as usize).min(range.len());
        let below = (viewport.bottom() - band.top - title_height(pass)).max(0.0);
        let last = ((below / step).ceil() as usize).min(range.len());
        for (row, card) in (first..last).zip(encours_core::app::deals::board::view::card::cards(
            pass.app,
            at,
            range.start + first..range.start + last,
        )) {
            let corner = pos2(column.left() + 6.0, cards_top + row as f32 * step);
            let place = Rect::from_min_size(corner, vec2(width - 12.0, height));
            column::draw_card(
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
            let y = cards_top + (place - range.start) as f32 * step - pass.theme.tokens.size.card_gap / 2.0;
            let pen = Painter::new(ui.painter(), pass.theme);
            drop_indicator::draw_slot_line(&pen, pass, column.shrink2(vec2(4.0, 0.0)).x_range(), y);
        }
    }
}

/// Expands a collapsed swimlane when a key moves the focus into it. The same happens when other swimlanes put the focus
/// there. Other keys leave it collapsed.
fn expand_focused(pass: &FrameCtx<'_>, places: &mut UiState, by_key: bool) {
    let cursor = &pass.app.pipeline.board().cursor;
    let stand = CardGeometry::new(pass);
    let other = places
        .board
        .swimlane_focus
        .is_none_or(|seen| seen.geometry != stand);
    let wanted = BoardUiState::focus_target(pass);
    let moved = places
        .board
        .swimlane_focus
        .is_none_or(|seen| seen.position != wanted);
    if (by_key && moved || other)
        && let Some(lane) = pass.app.pipeline.swimlane_at(cursor.column, cursor.index)
    {
        places.board.collapsed_swimlanes.remove(&lane.code);
    }
}

/// Scrolls the focused card into view after a key or a focus change. Undoing a move restores the position from before
/// it.
fn follow_focus(
    pass: &FrameCtx<'_>,
    places: &mut UiState,
    bands: &[SwimlaneBand<'_>],
    body: Rect,
    by_key: bool,
) {
    let now = places.board.scroll_y.get(&SHARED_SCROLL).copied().unwrap_or(0.0);
    let cursor = &pass.app.pipeline.board().cursor;
    let lane = pass.app.pipeline.swimlane_at(cursor.column, cursor.index);
    let back = cursor.deal.as_ref().zip(lane).and_then(|(deal, lane)| {
        let hold = match places.board.moved_card() {
            Some(_) => CardMotion::Moving,
            None if pass.app.cx.awaits_engine() => CardMotion::Dropped,
            None => CardMotion::Resting,
        };
        let cell = (cursor.column, lane.code.as_str());
        places.board.swimlane_restore.record(deal, cell, now, hold)
    });
    let wanted = BoardUiState::focus_target(pass);
    let (column, index) = wanted;
    let carried = pass
        .app
        .card_move
        .dragged()
        .and_then(|grab| grab.swimlane.as_deref());
    let within = |band: &&SwimlaneBand<'_>| {
        if let Some(code) = carried {
            return band.swimlane.code == code;
        }
        let range = band.swimlane.ranges.get(column);
        range.is_some_and(|range| range.contains(&index))
    };
    let Some(band) = bands.iter().find(within) else {
        return;
    };
    let start = band.swimlane.ranges.get(column).map_or(0, |range| range.start);
    // A collapsed swimlane has no cards to show, so show the swimlane itself.
    let above = if band.folded {
        0
    } else {
        index.saturating_sub(start).min(band.card_rows - 1)
    };
    let top = band.top + title_height(pass) + above as f32 * card_pitch(pass);
    let room = body.height() - toasts::covered_height(pass) - 8.0;
    let seen = SwimlaneFocus {
        position: wanted,
        geometry: CardGeometry::new(pass),
        presenting: pass.app.cx.is_presenting(),
        top,
        pitch: card_pitch(pass),
        available_height: room,
    };
    let before = places.board.swimlane_focus.replace(seen);
    let own = places.board.is_user_driven();
    if places.board.focused_by_pointer {
        return;
    }
    let moved = before.is_none_or(|before| before.has_moved(&seen, own));
    // Keep a visible focus visible when the area changes, but do not undo the user's scrolling.
    let loses = before.is_some_and(|before| before.loses_space(&seen, now, own));
    if !moved && !by_key && !loses {
        return;
    }
    // Newly shown swimlanes start at the first one, or at the focused one if that would not fit.
    let opened = before.is_none_or(|before| !before.geometry.has_same_swimlanes(seen.geometry));
    let opened = opened.then_some(if top + card_pitch(pass) <= room {
        0.0
    } else {
        band.top
    });
    let offset = opened.or(back).unwrap_or(now);
    // The title covers the space above its cards. If a card is taller than the area, show its top.
    let above = top - title_height(pass);
    let wanted = offset.max(top + card_pitch(pass) - room).min(above);
    if (wanted - now).abs() > 0.5 {
        places
            .board
            .pending_scroll_y
            .insert(SHARED_SCROLL, wanted.max(0.0));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_lane_is_as_high_as_its_longest_open_column_and_never_without_room() {
        let columns = [0..9, 4..7, 2..13];
        assert_eq!(super::row_count(&columns, &[false; 3]), 11);
        assert_eq!(super::row_count(&columns, &[false, false, true]), 9);
        assert_eq!(super::row_count(&columns, &[true; 3]), 1);
    }
}
