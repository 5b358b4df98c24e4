//! Dragging a card by pointer: floating card, drop target, edge scrolling and status text.
//!
//! Keys and a menu offer the same move. `payload` holds the state of a move by pointer or keyboard.

pub(crate) mod payload;

use std::collections::BTreeMap;

use egui::{LayerId, Order};

pub use payload::CardDrag;
pub(crate) use payload::drop_summary;

use super::{self as board};
use crate::prelude::*;
use crate::widgets::card::{self, CardState};

/// Scroll speed at the inner limit of the edge zone, in points per second. The second value applies at the edge itself.
const MIN_SPEED: f32 = 120.0;
const MAX_SPEED: f32 = 1400.0;

/// Minimum depth of the edge zone if the drag started near the edge.
const MIN_EDGE_ZONE: f32 = 16.0;

/// Returns the scroll speed at a position between two edges with scroll zones. It rises towards an edge and stays
/// constant beyond it. A drag that starts inside a zone scrolls only once it moves towards that edge. If the edges are
/// close, half of the space between them stays outside the zones.
fn scroll_speed(at: f32, start: f32, (from, to): (f32, f32), zone: f32) -> f32 {
    let max = zone.min((to - from) / 4.0);
    let fast = |far: f32, start_zone: f32| {
        let zone = max.min(start_zone.max(MIN_EDGE_ZONE)).max(1.0);
        let depth = ((zone - far) / zone).clamp(0.0, 1.0);
        if depth > 0.0 { MIN_SPEED + (MAX_SPEED - MIN_SPEED) * depth * depth } else { 0.0 }
    };
    fast(to - at, to - start) - fast(at - from, start - from)
}

/// Returns the horizontal and vertical scroll distance of this frame near an edge. `header_height` is the header height.
pub(crate) fn scroll_distance(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, header_height: f32) -> (f32, f32) {
    let zone = frame.theme.tokens.size.edge_scroll;
    let (at, start) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.press_origin()));
    let Some(at) = at.filter(|at| rect.expand(zone).contains(*at)) else {
        return (0.0, 0.0);
    };
    let start = start.unwrap_or(rect.center());
    let seconds = ui.input(|input| input.stable_dt).min(0.05);
    (
        scroll_speed(at.x, start.x, (rect.left(), rect.right()), zone) * seconds,
        scroll_speed(at.y, start.y, (rect.top() + header_height, rect.bottom()), zone) * seconds,
    )
}

/// Returns the visible column under the pointer.
pub(crate) fn column_under(visible: &[(usize, Rect)], at: Pos2) -> Option<usize> {
    let hit = visible.iter().find(|(_, rect)| rect.contains(at));
    hit.map(|(column, _)| *column)
}

/// Scrolls board and columns while a card is dragged near an edge.
pub(super) fn scroll_edges(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let Some(drag) = &frame.state.board.drag else { return };
    let (scroll_x, down) =
        scroll_distance(ui, frame, rect, board::header_top(frame) + board::header_height(frame));
    let has_swimlanes = !frame.app.pipeline.board().swimlanes().is_empty();
    let target_column =
        if has_swimlanes { Some(super::swimlanes::SHARED_SCROLL) } else { drag.target_column };
    // Request a frame only if something could still scroll.
    let board = &mut frame.state.board;
    let mut has_scrolled = false;
    if scroll_x != 0.0 {
        let to = (board.scroll_x + scroll_x).clamp(0.0, board.max_scroll_x);
        board.pending_scroll_x = Some(to);
        has_scrolled = (to - board.scroll_x).abs() > 0.01;
    }
    if let Some(column) = target_column.filter(|_| down != 0.0) {
        let of_column = |positions: &BTreeMap<usize, f32>| positions.get(&column).copied().unwrap_or(0.0);
        let offset = of_column(&board.scroll_y);
        let to = (offset + down).clamp(0.0, of_column(&board.max_scroll_y));
        board.pending_scroll_y.insert(column, to);
        has_scrolled |= (to - offset).abs() > 0.01;
    }
    if has_scrolled {
        ui.ctx().request_repaint();
    }
}

/// Draws the floating card and updates the drop target. When the button is released, it drops the card.
pub(crate) fn update_drag(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    visible: &[(usize, Rect)],
    headers: &[ColumnHeader],
) {
    let Some(mut drag) = frame.state.board.drag.take() else { return };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let target_column = at.and_then(|at| column_under(visible, at));
    if target_column != drag.target_column {
        drag.target_column = target_column;
        drag.target_label = target_column
            .and_then(|at| headers.get(at))
            .map(|header| header.label.clone())
            .unwrap_or_default();
        // The target column was already drawn in this frame, so draw another one.
        ui.ctx().request_repaint();
    }
    if !down {
        let target = drag
            .target_column
            .filter(|target_column| drag.changes_column(*target_column))
            .and_then(|target_column| headers.get(target_column))
            .filter(|header| !header.status.is_empty());
        if let Some(header) = target {
            let status = header.status.clone();
            let deal = drag.card.id.clone();
            frame.request(match drag.new_owner.take() {
                owner if drag.deal_count > 1 => Action::MoveSelected { status, owner },
                Some(owner) => Action::MoveToSwimlane { deal, status, owner },
                None => Action::MoveDeal { deal, status },
            });
        } else {
            frame.request(Action::DropRejected(drag.rejection_reason(headers)));
        }
        ui.ctx().request_repaint();
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if let Some(at) = at {
        draw_dragged_card(ui, frame, &drag, at);
    }
    frame.state.board.drag = Some(drag);
}

/// Draws the card under the pointer, with a tip that names the drop target.
fn draw_dragged_card(ui: &Ui, frame: &FrameCtx<'_>, drag: &CardDrag, at: Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged"));
    let painter = Painter::new(&ui.ctx().layer_painter(layer), frame.theme);
    let rect =
        inside_window(Rect::from_min_size(at - drag.pointer_offset, drag.size), ui.ctx().content_rect());
    let layout = board::card_layout(frame);
    card::paint(&painter, rect, &drag.card, CardState { floating: true, layout, ..CardState::default() });
    if drag.deal_count > 1 {
        let count = encours_core::text::number::integer(frame.app.cx.lang(), drag.deal_count as u64);
        let tag_height = frame.theme.tokens.size.tag;
        let at = badge_position(rect, ui.ctx().content_rect(), tag_height);
        keycap::paint_counter(&painter, at.x, at.y, &count, true);
    }
    let tip_text = match drag.target_column.filter(|target| drag.changes_column(*target)) {
        Some(target) => drag.change_text(frame, target),
        None => drag.rejection_text(frame),
    };
    draw_tip(ui, frame, &painter, rect, &tip_text);
}

/// Returns the position of the count badge: over the card's corner, inside the window.
fn badge_position(card: Rect, window: Rect, badge_height: f32) -> Pos2 {
    let space = window.shrink(2.0);
    pos2((card.right() + 9.0).min(space.right()), card.top().max(space.top() + badge_height / 2.0))
}

/// Returns the area of the dragged card, moved to be fully visible in the window.
pub(crate) fn inside_window(card: Rect, window: Rect) -> Rect {
    let space = window.shrink(4.0);
    let clamp_range = |low: f32, max: f32, size: f32| (low, (max - size).max(low));
    let (left_x, right_x) = clamp_range(space.left(), space.right(), card.width());
    let (top, bottom) = clamp_range(space.top(), space.bottom(), card.height());
    Rect::from_min_size(pos2(card.left().clamp(left_x, right_x), card.top().clamp(top, bottom)), card.size())
}

/// Draws the tip under the dragged card: the effect of a drop, and the key that cancels.
pub(crate) fn draw_tip(ui: &Ui, frame: &FrameCtx<'_>, painter: &Painter<'_>, rect: Rect, tip_text: &str) {
    let colors = &frame.theme.colors;
    let esc = key_events::key_cap(frame.app, Key::plain(KeyCode::Esc));
    let escape = frame.messages.with("drag-escape", &[("key", "".into())]);
    let escape = escape.trim();
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    let width = painter.text_width(tip_text, strong)
        + keycap::width(painter, &esc)
        + painter.text_width(escape, TextStyle::small())
        + 38.0;
    let screen = ui.ctx().content_rect();
    let x = (rect.center().x - width / 2.0)
        .clamp(screen.left() + 8.0, (screen.right() - width - 8.0).max(screen.left() + 8.0));
    // At the bottom of the window, the tip goes above the card.
    let (below, tip_height) = (rect.bottom() + 14.0, 32.0);
    let y = if below + tip_height > screen.bottom() { rect.top() - 14.0 - tip_height } else { below };
    let tip = rect_at(x, y, width, tip_height);
    painter.shadow(tip, frame.theme.tokens.radius.button, frame.theme.shadows.float);
    // The tip uses inverted colours: its background is the text colour.
    painter.framed_box(tip, frame.theme.tokens.radius.button, colors.text, colors.text);
    let end = painter.left(tip.after(10.0), tip_text, strong, colors.surface).right();
    let key_cap = keycap::width(painter, &esc);
    let key_rect = rect_at(end + 10.0, tip.center().y - 9.0, key_cap, 18.0);
    painter.framed_box(key_rect, frame.theme.tokens.radius.chip, colors.text, colors.control);
    painter.center(key_rect, &esc, TextStyle::label(), colors.surface);
    painter.left(tip.with_min_x(key_rect.right() + 6.0), escape, TextStyle::small(), colors.surface);
}

/// Draws the status line during a drag: the effect of a drop, and the equivalent keys.
pub(crate) fn draw_status(painter: &Painter<'_>, frame: &FrameCtx<'_>, rect: Rect, drag: &CardDrag) {
    let colors = &frame.theme.colors;
    let x = rect.left() + 16.0;
    painter.sized_icon(pos2(x + 7.0, rect.center().y), Icon::Arrow, 14.0, colors.accent_text);
    let summary = drop_summary(frame, drag);
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    let end = painter.left(rect.with_min_x(x + 22.0), &summary, strong, colors.accent_text).right();
    if drag.target_column.is_none_or(|target| !drag.changes_column(target)) {
        return;
    }
    let undo_delay = frame.app.cx.options().undo_delay.as_secs().to_string();
    let undo = frame.key_cap(ActionId::Undo);
    let until = frame.messages.with("undo-window-hint", &[("s", undo_delay.into()), ("key", undo.into())]);
    // Between swimlanes, a drop changes owner and status, for which only grabbing by keyboard is equivalent.
    let keys: &[ActionId] = if drag.target_swimlane.is_some() {
        &[ActionId::Grab]
    } else {
        &[ActionId::MoveTo, ActionId::MovePrevious, ActionId::MoveNext]
    };
    let hint = frame.message("drag-hint-keys");
    let width: f32 = keys.iter().map(|id| keycap::width(painter, &frame.key_cap(*id)) + 6.0).sum::<f32>()
        + painter.text_width(&hint, TextStyle::small())
        + 6.0;
    let text_rect = Rect::from_x_y_ranges(end + 14.0..=rect.right() - width - 14.0, rect.y_range());
    painter.left(text_rect, &until, TextStyle::small(), colors.text_secondary);
    let mut x = rect.right() - width;
    x = painter.left(rect.with_min_x(x), &hint, TextStyle::small(), colors.text_secondary).right() + 6.0;
    for id in keys {
        x = keycap::paint_right_of(painter, x, rect.center().y, &frame.key_cap(*id)) + 6.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_scrolls_faster_the_nearer_it_is() {
        let at = |x: f32| scroll_speed(x, 600.0, (200.0, 1000.0), 48.0);
        let same =
            |actual: f32, expected: f32| assert!((actual - expected).abs() < 0.01, "{actual} {expected}");
        for middle in [600.0, 249.0, 951.0] {
            same(at(middle), 0.0);
        }
        for (near, nearer) in [(960.0, 980.0), (980.0, 999.0)] {
            assert!(0.0 < at(near) && at(near) < at(nearer), "{near} {nearer}");
            same(at(1200.0 - near), -at(near));
            same(at(1200.0 - nearer), -at(nearer));
        }
        same(at(1000.0), MAX_SPEED);
        same(at(1030.0), MAX_SPEED);
        // The middle stays outside the zones even if the edges are close.
        same(scroll_speed(250.0, 250.0, (200.0, 300.0), 48.0), 0.0);
    }

    #[test]
    fn drag_from_edge_zone_scrolls_only_towards_that_edge() {
        let at = |y: f32| scroll_speed(y, 140.0, (100.0, 900.0), 48.0);
        assert!(at(140.0).abs() < 0.01 && at(146.0).abs() < 0.01);
        assert!(at(120.0) < -MIN_SPEED, "{}", at(120.0));
    }

    #[test]
    fn count_badge_of_a_drag_stays_inside_the_window() {
        let window = rect_at(0.0, 0.0, 1024.0, 700.0);
        for at in [(980.0, 300.0), (400.0, -20.0), (1020.0, -60.0)] {
            let card = rect_at(at.0, at.1, 212.0, 78.0);
            let end = badge_position(inside_window(card, window), window, 18.0);
            assert!(end.x <= window.right() && end.y - 9.0 >= window.top(), "{at:?}: {end:?}");
        }
        let card = rect_at(300.0, 200.0, 212.0, 78.0);
        assert_eq!(badge_position(card, window, 18.0), pos2(521.0, 200.0));
    }

    #[test]
    fn dragged_card_stays_inside_the_window() {
        let window = rect_at(0.0, 0.0, 1024.0, 700.0);
        let card = |x: f32, y: f32| rect_at(x, y, 212.0, 78.0);
        for at in [(980.0, 300.0), (-150.0, 300.0), (400.0, 690.0), (1020.0, -60.0)] {
            let moved_rect = inside_window(card(at.0, at.1), window);
            assert!(window.contains_rect(moved_rect), "{at:?}: {moved_rect:?}");
            assert_eq!(moved_rect.size(), card(0.0, 0.0).size());
        }
        assert_eq!(inside_window(card(300.0, 200.0), window), card(300.0, 200.0));
        let narrow = rect_at(0.0, 0.0, 100.0, 60.0);
        assert_eq!(inside_window(card(50.0, 20.0), narrow).min, pos2(4.0, 4.0));
    }
}
