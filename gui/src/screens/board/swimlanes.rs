//! The board with swimlanes: its columns, divided by owner or by asset class.
//!
//! All swimlanes scroll together under the column headers, and only visible cards are built. The title of a swimlane
//! stays visible while one of its cards is; a click on it collapses the swimlane.

mod column_headers;
mod scroll_restore;
mod title;

use std::collections::BTreeMap;

use egui::CornerRadius;
use encours_core::app::deals::board::view::header::swimlane_name;
use encours_core::app::deals::pipeline::swimlane::Swimlane;

use scroll_restore::CardMotion;
pub(crate) use scroll_restore::ScrollRestore;

use crate::prelude::*;
use crate::screens::pipeline::selection_bar;
use crate::widgets::column_header;

use super::{
    BoardUiState, CardGeometry, MARGIN, card_height, card_pitch, column, drag, drop_indicator, header_height,
    header_top,
};

/// Returns the height of a swimlane title, which is smaller in presentation mode.
fn title_height(frame: &FrameCtx<'_>) -> f32 {
    if frame.app.cx.is_presenting() { 28.0 } else { 34.0 }
}

/// Space for a focus ring above a card.
const RING_SPACE: f32 = 4.0;
/// Gap between two swimlanes.
const GAP: f32 = 10.0;
/// Key of the common vertical scroll position among those of the columns.
pub(crate) const SHARED_SCROLL: usize = usize::MAX;

/// A swimlane with its position, measured from the top of the first one.
struct SwimlaneBand<'a> {
    swimlane: &'a Swimlane,
    top: f32,
    height: f32,
    collapsed: bool,
    /// Height in cards.
    card_rows: usize,
}

/// Returns the columns that do not count for swimlane heights: collapsed and invisible ones. They stay fixed while a
/// card moves, so that no swimlane shifts under it. A column that the keyboard moves to counts before it is visible.
fn hidden_columns(frame: &mut FrameCtx<'_>, headers: &[ColumnHeader], width: f32, by_key: bool) -> Vec<bool> {
    let board = &frame.state.board;
    let app = frame.app;
    if board.moved_card().is_none() || board.swimlane_heights.0.len() != headers.len() {
        let mut visible = board.visible_columns(frame, headers, width);
        let (target_column, _) = BoardUiState::focus_target(frame);
        if let Some(visible) = visible.get_mut(target_column).filter(|_| by_key) {
            *visible = true;
        }
        frame.state.board.swimlane_heights.0 = visible;
    }
    let columns = app.pipeline.filtered().columns.iter().zip(&frame.state.board.swimlane_heights.0);
    columns
        .map(|(column, visible)| !visible || app.pipeline.board().collapsed.contains(&column.status))
        .collect()
}

/// Keeps the swimlane at the upper edge in place when heights change.
fn keep_first_in_place(board: &mut BoardUiState, bands: &[SwimlaneBand<'_>]) {
    let now = |band: &SwimlaneBand<'_>| (band.swimlane.code.clone(), band.top, band.height);
    let previous = std::mem::replace(&mut board.swimlane_heights.1, bands.iter().map(now).collect());
    let offset = board.scroll_y.get(&SHARED_SCROLL).copied().unwrap_or(0.0);
    let first = previous.iter().rev().find(|(_, top, _)| *top <= offset);
    let same =
        first.and_then(|(code, top, _)| Some((bands.iter().find(|band| band.swimlane.code == *code)?, top)));
    let Some((band, top)) = same else { return };
    let to = band.top + (offset - top).min(band.height);
    if (to - offset).abs() > 0.5 {
        board.pending_scroll_y.entry(SHARED_SCROLL).or_insert(to);
        board.scroll_y.insert(SHARED_SCROLL, to);
    }
}

fn swimlane_bands<'a>(frame: &FrameCtx<'a>, hidden: &[bool]) -> Vec<SwimlaneBand<'a>> {
    let mut top = 0.0;
    let app = frame.app;
    let band_of = |swimlane: &'a Swimlane| {
        let rows = row_count(&swimlane.ranges, hidden);
        let is_collapsed = frame.state.board.collapsed_swimlanes.contains(&swimlane.code);
        let height = if is_collapsed {
            title_height(frame)
        } else {
            title_height(frame) + rows as f32 * card_pitch(frame) + GAP
        };
        let band = SwimlaneBand { swimlane, top, height, collapsed: is_collapsed, card_rows: rows };
        top += height;
        band
    };
    app.pipeline.board().swimlanes().iter().map(band_of).collect()
}

/// Returns the height of a swimlane in cards: the length of its longest visible column. It is at least one, so that a
/// card can be dropped there.
fn row_count(columns: &[std::ops::Range<usize>], hidden: &[bool]) -> usize {
    let open = columns.iter().zip(hidden).filter(|(_, hidden)| !**hidden);
    open.map(|(range, _)| range.len()).max().unwrap_or(0).max(1)
}

/// Draws the columns with swimlanes.
pub(crate) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, headers: &[ColumnHeader]) {
    let by_key = frame.state.by_key
        && matches!(frame.app.cx.overlay(), encours_core::app::foundation::cx::overlay::Overlay::None);
    expand_focused(frame, by_key);
    let hidden = hidden_columns(frame, headers, rect.width(), by_key);
    let bands = swimlane_bands(frame, &hidden);
    keep_first_in_place(&mut frame.state.board, &bands);
    let body = rect.with_min_y(rect.top() + header_top(frame) + header_height(frame));
    let total = frame.state.board.total_width(frame, headers);
    let footer = super::scroll_bar_height(ui, total, rect);
    // Subtract the horizontal scroll bar.
    let sight = body.with_max_y(body.bottom() - footer);
    follow_focus(frame, &bands, sight, by_key);
    BoardUiState::follow_focus(frame, headers, rect, by_key);
    // With swimlanes, columns do not scroll individually.
    frame.state.board.pending_scroll_y.retain(|column, _| *column == SHARED_SCROLL);
    drag::scroll_edges(ui, frame, rect);
    let board = &mut frame.state.board;
    let offsets = [board.pending_scroll_x.take(), board.pending_scroll_y.remove(&SHARED_SCROLL)];
    let area = scroll_area_along([true, true], "lanes", offsets);
    let total_height =
        bands.last().map_or(0.0, |band| band.top + band.height) + toasts::covered_height(frame) + footer;
    // The headers are drawn last, over the scrolled content, but come first in reading order; so create their
    // accessible node first.
    let row = Rect::from_min_max(pos2(rect.left(), rect.top() + header_top(frame)), body.right_top());
    let heads_of =
        crate::screens::labelled_part(ui, row, "columns", Role::Group, &frame.message("table-heads"))
            .unique_id();
    let mut child = ui.part(body, "lanes");
    child.set_clip_rect(body.intersect(ui.clip_rect()));
    let output = area.show_viewport(&mut child, |ui, viewport| {
        ui.set_width(total);
        ui.set_height(total_height);
        ui.shrink_clip_rect(sight);
        let origin = ui.max_rect().min;
        let mut names = BTreeMap::new();
        for band in &bands {
            if band.top + band.height > viewport.top() && band.top < viewport.bottom() {
                let code = band.swimlane.code.as_str();
                let salt = ("lane-name", code);
                let columns_ui =
                    ui.new_child(UiBuilder::new().id_salt(salt).accessibility_role(Role::GenericContainer));
                names.insert(code, columns_ui.unique_id());
                draw_swimlane(ui, frame, headers, band, (origin, viewport, body));
            }
        }
        // Draw the titles last, over the cards that scroll under them.
        let free_ranges = title::free_ranges(frame, headers, body, origin.x);
        for band in &bands {
            if band.top + band.height > viewport.top() && band.top < viewport.bottom() {
                let last = origin.y + band.top + band.height
                    - title_height(frame)
                    - if band.collapsed { 0.0 } else { GAP };
                let top = (origin.y + band.top).max(body.top().min(last));
                let scroll_position = body.row(top, title_height(frame));
                let mut within =
                    UiBuilder::new().max_rect(scroll_position).id_salt(("name", &band.swimlane.code));
                within.accessibility_parent = names.get(band.swimlane.code.as_str()).copied();
                title::show(&ui.new_child(within), frame, band, scroll_position, &free_ranges);
            }
        }
    });
    let offset = output.state.clamped_offset();
    let max = (output.content_size - body.size()).max(Vec2::ZERO);
    (frame.state.board.scroll_x, frame.state.board.max_scroll_x) = (offset.x, max.x);
    frame.state.board.scroll_y.insert(SHARED_SCROLL, offset.y);
    frame.state.board.max_scroll_y.insert(SHARED_SCROLL, max.y);
    let visible = column_headers::draw_headers(ui, frame, rect, headers, (offset.x, heads_of));
    if let Some(mut dragged) = frame.state.board.drag.take() {
        let at = ui.input(|input| input.pointer.latest_pos()).filter(|at| body.contains(*at));
        let down = at.map(|at| at.y - body.top() + offset.y);
        let title_above = down.and_then(|down| {
            let mut remaining_bands = bands.iter();
            remaining_bands.find(|band| (band.top..band.top + band.height).contains(&down))
        });
        dragged.set_swimlane(frame, title_above.map(|band| band.swimlane.code.as_str()));
        frame.state.board.drag = Some(dragged);
    }
    drag::update_drag(ui, frame, &visible, headers);
    if frame.state.board.drag.is_none() {
        selection_bar::show(ui, frame, rect);
    }
}

/// Draws a swimlane: its cards below its title.
fn draw_swimlane(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    headers: &[ColumnHeader],
    band: &SwimlaneBand<'_>,
    (origin, viewport, body): (Pos2, Rect, Rect),
) {
    let top = origin.y + band.top;
    if band.collapsed {
        return;
    }
    let (card_pitch, height) = (card_pitch(frame), card_height(frame));
    let cards_top = top + title_height(frame);
    let mut x = origin.x + MARGIN;
    let widths: Vec<f32> = frame.state.board.column_pitches(frame, headers).collect();
    for (at, (header, pitch)) in headers.iter().zip(widths).enumerate() {
        let width = pitch - frame.theme.tokens.size.column_gap;
        let column =
            Rect::from_min_max(pos2(x, cards_top - RING_SPACE), pos2(x + width, top + band.height - GAP));
        x += pitch;
        if column.right() < body.left() || column.left() > body.right() {
            continue;
        }
        // Mark only the cell that would accept the moved card.
        let code = band.swimlane.code.as_str();
        let moved_card = frame.state.board.moved_card().filter(|drag| drag.drops_into(at, Some(code)));
        let landing = moved_card.and_then(|drag| {
            Some((
                frame.app.pipeline.drop_index(&drag.card.id, at, Some(code), &frame.app.cx)?,
                drag.deal_count,
            ))
        });
        let (painter, colors) = frame.painter_and_colors(ui);
        if moved_card.is_some() {
            painter.fill(column, 4, colors.accent_soft);
            let line = Stroke::new(frame.theme.tokens.stroke.ring, colors.accent);
            ui.painter().rect_stroke(column, CornerRadius::same(4), line, StrokeKind::Inside);
        } else {
            painter.bordered_box(column, 4, colors.sunken, column_header::border_stroke(frame.theme));
        }
        if header.collapsed {
            continue;
        }
        let Some(range) = band.swimlane.ranges.get(at) else {
            continue;
        };
        // Screen readers get a separate list for each column of a swimlane.
        let a11y_text =
            format!("{} – {} – {}", header.label, swimlane_name(frame.app, &band.swimlane.code), range.len());
        let mut list = ui.named_part(
            column,
            ("lane", &band.swimlane.code, &header.status),
            (Role::List, &a11y_text),
            column.intersect(ui.clip_rect()),
        );
        set_a11y_count(&list, range.len());
        let above = (viewport.top() - band.top - title_height(frame)).max(0.0);
        let first = ((above / card_pitch).floor() as usize).min(range.len());
        let below = (viewport.bottom() - band.top - title_height(frame)).max(0.0);
        let last = ((below / card_pitch).ceil() as usize).min(range.len());
        for (row, card) in (first..last).zip(encours_core::app::deals::board::view::card::cards(
            frame.app,
            at,
            range.start + first..range.start + last,
        )) {
            let corner = pos2(column.left() + 6.0, cards_top + row as f32 * card_pitch);
            let card_rect = Rect::from_min_size(corner, vec2(width - 12.0, height));
            column::draw_card(&mut list, frame, at, header, (row, range.len()), &card, card_rect);
        }
        if let Some((card_rect, _)) = landing {
            let y = cards_top + (card_rect - range.start) as f32 * card_pitch
                - frame.theme.tokens.size.card_gap / 2.0;
            let painter = frame.painter(ui);
            drop_indicator::draw_slot_line(&painter, column.narrowed(4.0).x_range(), y);
        }
    }
}

/// Expands a collapsed swimlane when a key moves the focus into it. The same happens when other swimlanes put the focus
/// there. Other keys leave it collapsed.
fn expand_focused(frame: &mut FrameCtx<'_>, by_key: bool) {
    let cursor = &frame.app.pipeline.board().cursor;
    let geometry = CardGeometry::new(frame);
    let is_other_layout =
        frame.state.board.swimlane_focus.is_none_or(|last_focus| last_focus.geometry != geometry);
    let target = BoardUiState::focus_target(frame);
    let has_moved = frame.state.board.swimlane_focus.is_none_or(|last_focus| last_focus.position != target);
    if (by_key && has_moved || is_other_layout)
        && let Some(swimlane) = frame.app.pipeline.swimlane_at(cursor.column, cursor.index)
    {
        frame.state.board.collapsed_swimlanes.remove(&swimlane.code);
    }
}

/// Scrolls the focused card into view after a key or a focus change. Undoing a move restores the position from before
/// it.
fn follow_focus(frame: &mut FrameCtx<'_>, bands: &[SwimlaneBand<'_>], body: Rect, by_key: bool) {
    let now = frame.state.board.scroll_y.get(&SHARED_SCROLL).copied().unwrap_or(0.0);
    let cursor = &frame.app.pipeline.board().cursor;
    let swimlane = frame.app.pipeline.swimlane_at(cursor.column, cursor.index);
    let restored = cursor.deal.as_ref().zip(swimlane).and_then(|(deal, swimlane)| {
        let motion = match frame.state.board.moved_card() {
            Some(_) => CardMotion::Moving,
            None if frame.app.cx.awaits_engine() => CardMotion::Dropped,
            None => CardMotion::Resting,
        };
        let cell = (cursor.column, swimlane.code.as_str());
        frame.state.board.swimlane_restore.record(deal, cell, now, motion)
    });
    let target = BoardUiState::focus_target(frame);
    let (column, index) = target;
    let moved_card =
        frame.app.card_move.dragged().and_then(|keyboard_drag| keyboard_drag.swimlane.as_deref());
    let within = |band: &&SwimlaneBand<'_>| {
        if let Some(code) = moved_card {
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
    let above = if band.collapsed { 0 } else { index.saturating_sub(start).min(band.card_rows - 1) };
    let top = band.top + title_height(frame) + above as f32 * card_pitch(frame);
    let available_height = body.height() - toasts::covered_height(frame) - 8.0;
    let focus = SwimlaneFocus {
        position: target,
        geometry: CardGeometry::new(frame),
        presenting: frame.app.cx.is_presenting(),
        top,
        pitch: card_pitch(frame),
        available_height,
    };
    let previous = frame.state.board.swimlane_focus.replace(focus);
    let follows_user = frame.state.board.follows_user;
    if frame.state.board.focused_by_pointer {
        return;
    }
    let has_moved = previous.is_none_or(|previous| previous.has_moved(&focus, follows_user));
    // Keep a visible focus visible when the area changes, but do not undo the user's scrolling.
    let loses_space = previous.is_some_and(|previous| previous.loses_space(&focus, now, follows_user));
    if !has_moved && !by_key && !loses_space {
        return;
    }
    // Newly shown swimlanes start at the first one, or at the focused one if that would not fit.
    let opened = previous.is_none_or(|previous| !previous.geometry.has_same_swimlanes(focus.geometry));
    let opened = opened.then_some(if top + card_pitch(frame) <= available_height { 0.0 } else { band.top });
    let offset = opened.or(restored).unwrap_or(now);
    // The title covers the space above its cards. If a card is taller than the area, show its top.
    let above = top - title_height(frame);
    let target = offset.max(top + card_pitch(frame) - available_height).min(above);
    if (target - now).abs() > 0.5 {
        frame.state.board.pending_scroll_y.insert(SHARED_SCROLL, target.max(0.0));
    }
}

/// The focus when last scrolled into view, and the available height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SwimlaneFocus {
    position: (usize, usize),
    geometry: CardGeometry,
    presenting: bool,
    top: f32,
    pitch: f32,
    available_height: f32,
}

impl SwimlaneFocus {
    /// Returns whether the user moved the focus, or the layout changed. Changes by other users do not count.
    fn has_moved(&self, now: &Self, follows_user: bool) -> bool {
        (follows_user && self.position != now.position)
            || (self.geometry, self.presenting) != (now.geometry, now.presenting)
    }

    /// Returns whether a visible card lost space, or was moved by the user.
    fn loses_space(&self, now: &Self, offset: f32, follows_user: bool) -> bool {
        let middle = self.top + self.pitch / 2.0;
        let was_visible = (offset..offset + self.available_height).contains(&middle);
        was_visible
            && (now.available_height < self.available_height
                || follows_user && (now.top - self.top).abs() > 0.5)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn swimlane_has_rows_for_its_longest_expanded_column() {
        let columns = [0..9, 4..7, 2..13];
        assert_eq!(super::row_count(&columns, &[false; 3]), 11);
        assert_eq!(super::row_count(&columns, &[false, false, true]), 9);
        assert_eq!(super::row_count(&columns, &[true; 3]), 1);
    }
}
