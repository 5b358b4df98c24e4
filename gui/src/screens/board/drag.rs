//! Dragging a card by pointer: floating card, drop target, edge scrolling and status text.
//!
//! Keys and a menu offer the same move. `payload` holds the state of a move by pointer or keyboard.

pub(in crate::screens) mod payload;

use egui::{Align, Id, LayerId, Order, Pos2, Rect, Ui, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHeader;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;

pub use payload::CardDrag;
pub(in crate::screens) use payload::drop_summary;

use super::{self as board, BoardUiState};
use crate::frame_ctx::FrameCtx;
use crate::input::key_events;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Painter, card, keycap};

/// Scroll speed at the inner limit of the edge zone, in points per second. The second value applies at the edge itself.
const MIN_SPEED: f32 = 120.0;
const MAX_SPEED: f32 = 1400.0;

/// Minimum depth of the edge zone if the drag started near the edge.
const MIN_EDGE_ZONE: f32 = 16.0;

/// Returns the scroll speed at a position between two edges with scroll zones. It rises towards an edge and stays
/// constant beyond it. A drag that starts inside a zone scrolls only once it moves towards that edge. If the edges are
/// close, half of the space between them stays outside the zones.
fn scroll_speed(at: f32, taken: f32, (from, to): (f32, f32), zone: f32) -> f32 {
    let most = zone.min((to - from) / 4.0);
    let fast = |far: f32, begun: f32| {
        let zone = most.min(begun.max(MIN_EDGE_ZONE)).max(1.0);
        let depth = ((zone - far) / zone).clamp(0.0, 1.0);
        if depth > 0.0 {
            MIN_SPEED + (MAX_SPEED - MIN_SPEED) * depth * depth
        } else {
            0.0
        }
    };
    fast(to - at, to - taken) - fast(at - from, taken - from)
}

/// Returns the horizontal and vertical scroll distance of this frame near an edge. `head` is the header height.
pub(in crate::screens) fn scroll_distance(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, head: f32) -> (f32, f32) {
    let zone = pass.theme.tokens.size.edge_scroll;
    let (at, taken) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.press_origin()));
    let Some(at) = at.filter(|at| rect.expand(zone).contains(*at)) else {
        return (0.0, 0.0);
    };
    let taken = taken.unwrap_or(rect.center());
    let seconds = ui.input(|input| input.stable_dt).min(0.05);
    (
        scroll_speed(at.x, taken.x, (rect.left(), rect.right()), zone) * seconds,
        scroll_speed(at.y, taken.y, (rect.top() + head, rect.bottom()), zone) * seconds,
    )
}

/// Returns the visible column under the pointer.
pub(in crate::screens) fn column_under(shown: &[(usize, Rect)], at: Pos2) -> Option<usize> {
    let found = shown.iter().find(|(_, rect)| rect.contains(at));
    found.map(|(column, _)| *column)
}

/// Scrolls board and columns while a card is dragged near an edge.
pub(super) fn scroll_edges(ui: &Ui, pass: &FrameCtx<'_>, place: &mut BoardUiState, rect: Rect) {
    let Some(drag) = &place.drag else { return };
    let (across, down) = scroll_distance(
        ui,
        pass,
        rect,
        board::header_top(pass) + board::header_height(pass),
    );
    let lanes = !pass.app.pipeline.board().swimlanes().is_empty();
    let over = if lanes {
        Some(super::swimlanes::SHARED_SCROLL)
    } else {
        drag.target_column
    };
    // Request a frame only if something could still scroll.
    let moved = across != 0.0 && board::scroll_by_x(place, across);
    let sunk = down != 0.0 && over.is_some_and(|column| board::scroll_column_by(place, column, down));
    if moved || sunk {
        ui.ctx().request_repaint();
    }
}

/// Draws the floating card and updates the drop target. When the button is released, it drops the card.
pub(in crate::screens) fn update_drag(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut BoardUiState,
    shown: &[(usize, Rect)],
    heads: &[ColumnHeader],
) {
    let Some(drag) = &mut place.drag else { return };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let over = at.and_then(|at| column_under(shown, at));
    if over != drag.target_column {
        drag.target_column = over;
        drag.target_label = over
            .and_then(|at| heads.get(at))
            .map(|head| head.label.clone())
            .unwrap_or_default();
        // The target column was already drawn in this frame, so draw another one.
        ui.ctx().request_repaint();
    }
    if !down {
        let target = drag
            .target_column
            .filter(|over| drag.changes_column(*over))
            .and_then(|over| heads.get(over))
            .filter(|head| !head.status.is_empty());
        if let Some(head) = target {
            let status = head.status.clone();
            let deal = drag.card.id.clone();
            pass.request(match drag.new_owner.take() {
                owner if drag.deal_count > 1 => Action::MoveSelected { status, owner },
                Some(owner) => Action::MoveToSwimlane { deal, status, owner },
                None => Action::MoveDeal { deal, status },
            });
        } else {
            pass.request(Action::DropRejected(drag.rejection_reason(heads)));
        }
        place.drag = None;
        ui.ctx().request_repaint();
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if let Some(at) = at {
        draw_dragged_card(ui, pass, drag, at);
    }
}

/// Draws the card under the pointer, with a tip that names the drop target.
fn draw_dragged_card(ui: &Ui, pass: &FrameCtx<'_>, drag: &CardDrag, at: egui::Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged"));
    let pen = Painter::new(&ui.ctx().layer_painter(layer), pass.theme);
    let rect = inside_window(
        Rect::from_min_size(at - drag.pointer_offset, drag.size),
        ui.ctx().content_rect(),
    );
    card::paint(
        &pen,
        rect,
        &drag.card,
        card::CardState {
            hovered: false,
            floating: true,
            checkbox: None,
            is_quiet: false,
            layout: card::CardLayout::from_board(pass.app.pipeline.board_layout())
                .with_two_line_names(pass.app.cx.is_presenting()),
        },
    );
    if drag.deal_count > 1 {
        let count = encours_core::text::number::integer(pass.app.cx.lang(), drag.deal_count as u64);
        let high = pass.theme.tokens.size.tag;
        let at = badge_position(rect, ui.ctx().content_rect(), high);
        keycap::paint_counter(&pen, at.x, at.y, &count, true);
    }
    let words = match drag.target_column.filter(|over| drag.changes_column(*over)) {
        Some(over) => drag.change_text(pass, over),
        None => drag.rejection_text(pass),
    };
    draw_tip(ui, pass, &pen, rect, &words);
}

/// Returns the position of the count badge: over the card's corner, inside the window.
fn badge_position(card: Rect, window: Rect, high: f32) -> Pos2 {
    let room = window.shrink(2.0);
    pos2(
        (card.right() + 9.0).min(room.right()),
        card.top().max(room.top() + high / 2.0),
    )
}

/// Returns the area of the dragged card, moved to be fully visible in the window.
pub(in crate::screens) fn inside_window(card: Rect, window: Rect) -> Rect {
    let room = window.shrink(4.0);
    let least = |low: f32, high: f32, size: f32| (low, (high - size).max(low));
    let (left, right) = least(room.left(), room.right(), card.width());
    let (top, bottom) = least(room.top(), room.bottom(), card.height());
    let corner = pos2(card.left().clamp(left, right), card.top().clamp(top, bottom));
    Rect::from_min_size(corner, card.size())
}

/// Draws the tip under the dragged card: the effect of a drop, and the key that cancels.
pub(in crate::screens) fn draw_tip(ui: &Ui, pass: &FrameCtx<'_>, pen: &Painter<'_>, rect: Rect, words: &str) {
    let ink = &pass.theme.colors;
    let esc = key_events::key_cap(pass.app, Key::plain(KeyCode::Esc));
    let escape = pass.messages.with("drag-escape", &[("key", "".into())]);
    let escape = escape.trim();
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    let width = pen.text_width(words, strong)
        + keycap::width(pen, &esc)
        + pen.text_width(escape, TextStyle::small())
        + 38.0;
    let screen = ui.ctx().content_rect();
    let x = (rect.center().x - width / 2.0).clamp(
        screen.left() + 8.0,
        (screen.right() - width - 8.0).max(screen.left() + 8.0),
    );
    // At the bottom of the window, the tip goes above the card.
    let (below, tall) = (rect.bottom() + 14.0, 32.0);
    let y = if below + tall > screen.bottom() {
        rect.top() - 14.0 - tall
    } else {
        below
    };
    let tip = Rect::from_min_size(pos2(x, y), vec2(width, tall));
    pen.shadow(tip, pass.theme.tokens.radius.button, pass.theme.shadows.float);
    // The tip uses inverted colours: its background is the text colour.
    pen.bordered_box(
        tip,
        pass.theme.tokens.radius.button,
        ink.text,
        pass.theme.hairline(ink.text),
    );
    let end = pen
        .text(
            tip.with_min_x(tip.left() + 10.0),
            Align::Min,
            words,
            strong,
            ink.surface,
        )
        .right();
    let cap = keycap::width(pen, &esc);
    let place = Rect::from_min_size(pos2(end + 10.0, tip.center().y - 9.0), vec2(cap, 18.0));
    pen.bordered_box(
        place,
        pass.theme.tokens.radius.chip,
        ink.text,
        pass.theme.hairline(ink.control),
    );
    pen.text(place, Align::Center, &esc, TextStyle::label(), ink.surface);
    pen.text(
        tip.with_min_x(place.right() + 6.0),
        Align::Min,
        escape,
        TextStyle::small(),
        ink.surface,
    );
}

/// Draws the status line during a drag: the effect of a drop, and the equivalent keys.
pub(in crate::screens) fn draw_status(pen: &Painter<'_>, pass: &FrameCtx<'_>, rect: Rect, drag: &CardDrag) {
    let ink = &pass.theme.colors;
    let x = rect.left() + 16.0;
    pen.sized_icon(pos2(x + 7.0, rect.center().y), Icon::Arrow, 14.0, ink.accent_text);
    let summary = drop_summary(pass, drag);
    let strong = TextStyle::small().with_weight(FontWeight::SemiBold);
    let end = pen
        .text(
            rect.with_min_x(x + 22.0),
            Align::Min,
            &summary,
            strong,
            ink.accent_text,
        )
        .right();
    if drag.target_column.is_none_or(|over| !drag.changes_column(over)) {
        return;
    }
    let hold = pass.app.cx.options().undo_delay.as_secs().to_string();
    let undo = pass.key_cap(ActionId::Undo);
    let until = pass
        .messages
        .with("hold-until-undo", &[("s", hold.into()), ("key", undo.into())]);
    // Between swimlanes, a drop changes owner and status, for which only grabbing by keyboard is equivalent.
    let keys: &[ActionId] = if drag.target_swimlane.is_some() {
        &[ActionId::Grab]
    } else {
        &[ActionId::MoveTo, ActionId::MovePrevious, ActionId::MoveNext]
    };
    let hint = pass.message("drag-hint-keys");
    let wide: f32 = keys
        .iter()
        .map(|id| keycap::width(pen, &pass.key_cap(*id)) + 6.0)
        .sum::<f32>()
        + pen.text_width(&hint, TextStyle::small())
        + 6.0;
    let place = Rect::from_x_y_ranges(end + 14.0..=rect.right() - wide - 14.0, rect.y_range());
    pen.text(place, Align::Min, &until, TextStyle::small(), ink.text_secondary);
    let mut x = rect.right() - wide;
    x = pen
        .text(
            rect.with_min_x(x),
            Align::Min,
            &hint,
            TextStyle::small(),
            ink.text_secondary,
        )
        .right()
        + 6.0;
    for id in keys {
        x = keycap::paint_right_of(pen, x, rect.center().y, &pass.key_cap(*id)) + 6.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_scrolls_faster_the_nearer_it_is() {
        let at = |x: f32| scroll_speed(x, 600.0, (200.0, 1000.0), 48.0);
        let same = |one: f32, other: f32| assert!((one - other).abs() < 0.01, "{one} {other}");
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
    fn what_was_taken_close_to_an_edge_scrolls_once_it_is_carried_on_towards_it() {
        let at = |y: f32| scroll_speed(y, 140.0, (100.0, 900.0), 48.0);
        assert!(at(140.0).abs() < 0.01 && at(146.0).abs() < 0.01);
        assert!(at(120.0) < -MIN_SPEED, "{}", at(120.0));
    }

    #[test]
    fn the_count_of_what_is_carried_to_an_edge_is_seen_whole() {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(1024.0, 700.0));
        for at in [(980.0, 300.0), (400.0, -20.0), (1020.0, -60.0)] {
            let card = Rect::from_min_size(pos2(at.0, at.1), vec2(212.0, 78.0));
            let end = badge_position(inside_window(card, window), window, 18.0);
            assert!(
                end.x <= window.right() && end.y - 9.0 >= window.top(),
                "{at:?}: {end:?}"
            );
        }
        let card = Rect::from_min_size(pos2(300.0, 200.0), vec2(212.0, 78.0));
        assert_eq!(badge_position(card, window, 18.0), pos2(521.0, 200.0));
    }

    #[test]
    fn what_is_carried_to_an_edge_is_seen_whole() {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(1024.0, 700.0));
        let card = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), vec2(212.0, 78.0));
        for at in [(980.0, 300.0), (-150.0, 300.0), (400.0, 690.0), (1020.0, -60.0)] {
            let kept = inside_window(card(at.0, at.1), window);
            assert!(window.contains_rect(kept), "{at:?}: {kept:?}");
            assert_eq!(kept.size(), card(0.0, 0.0).size());
        }
        assert_eq!(inside_window(card(300.0, 200.0), window), card(300.0, 200.0));
        let narrow = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 60.0));
        assert_eq!(inside_window(card(50.0, 20.0), narrow).min, pos2(4.0, 4.0));
    }
}
