//! Dragging a card by pointer: floating card, drop target, edge scrolling and status text.
//!
//! Keys and a menu offer the same move. `payload` holds the state of a move by pointer or keyboard.

pub(in crate::screens) mod payload;

use egui::{Align, Id, LayerId, Order, Pos2, Rect, Ui, pos2, vec2};
use encours_core::app::deals::board::view::head::ColumnHead;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::shell::action::Action;

pub use payload::Drag;
pub(in crate::screens) use payload::summary;

use super::{self as board, BoardPlace};
use crate::frame_ctx::Pass;
use crate::input::key_events;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, card, keycap};

/// Scroll speed at the inner limit of the edge zone, in points per second. The second value applies at the edge itself.
const SLOW: f32 = 120.0;
const FAST: f32 = 1400.0;

/// Minimum depth of the edge zone if the drag started near the edge.
const LEAST: f32 = 16.0;

/// Returns the scroll speed at a position between two edges with scroll zones. It rises towards an edge and stays
/// constant beyond it. A drag that starts inside a zone scrolls only once it moves towards that edge. If the edges are
/// close, half of the space between them stays outside the zones.
fn speed(at: f32, taken: f32, (from, to): (f32, f32), zone: f32) -> f32 {
    let most = zone.min((to - from) / 4.0);
    let fast = |far: f32, begun: f32| {
        let zone = most.min(begun.max(LEAST)).max(1.0);
        let depth = ((zone - far) / zone).clamp(0.0, 1.0);
        if depth > 0.0 {
            SLOW + (FAST - SLOW) * depth * depth
        } else {
            0.0
        }
    };
    fast(to - at, to - taken) - fast(at - from, taken - from)
}

/// Returns the horizontal and vertical scroll distance of this frame near an edge. `head` is the header height.
pub(in crate::screens) fn pushed(ui: &Ui, pass: &Pass<'_>, rect: Rect, head: f32) -> (f32, f32) {
    let zone = pass.look.tokens.size.edge_scroll;
    let (at, taken) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.press_origin()));
    let Some(at) = at.filter(|at| rect.expand(zone).contains(*at)) else {
        return (0.0, 0.0);
    };
    let taken = taken.unwrap_or(rect.center());
    let seconds = ui.input(|input| input.stable_dt).min(0.05);
    (
        speed(at.x, taken.x, (rect.left(), rect.right()), zone) * seconds,
        speed(at.y, taken.y, (rect.top() + head, rect.bottom()), zone) * seconds,
    )
}

/// Returns the visible column under the pointer.
pub(in crate::screens) fn under(shown: &[(usize, Rect)], at: Pos2) -> Option<usize> {
    let found = shown.iter().find(|(_, rect)| rect.contains(at));
    found.map(|(column, _)| *column)
}

/// Scrolls board and columns while a card is dragged near an edge.
pub(super) fn scroll_edges(ui: &Ui, pass: &Pass<'_>, place: &mut BoardPlace, rect: Rect) {
    let Some(drag) = &place.drag else { return };
    let (across, down) = pushed(ui, pass, rect, board::top(pass) + board::head_height(pass));
    let lanes = !pass.app.pipeline.board().lanes().is_empty();
    let over = if lanes {
        Some(super::swimlanes::ALL)
    } else {
        drag.over
    };
    // Request a frame only if something could still scroll.
    let moved = across != 0.0 && board::push_across(place, across);
    let sunk = down != 0.0 && over.is_some_and(|column| board::push_down(place, column, down));
    if moved || sunk {
        ui.ctx().request_repaint();
    }
}

/// Draws the floating card and updates the drop target. When the button is released, it drops the card.
pub(in crate::screens) fn finish(
    ui: &Ui,
    pass: &mut Pass<'_>,
    place: &mut BoardPlace,
    shown: &[(usize, Rect)],
    heads: &[ColumnHead],
) {
    let Some(drag) = &mut place.drag else { return };
    let (at, down) = ui.input(|input| (input.pointer.latest_pos(), input.pointer.primary_down()));
    let over = at.and_then(|at| under(shown, at));
    if over != drag.over {
        drag.over = over;
        drag.over_label = over
            .and_then(|at| heads.get(at))
            .map(|head| head.label.clone())
            .unwrap_or_default();
        // The target column was already drawn in this frame, so draw another one.
        ui.ctx().request_repaint();
    }
    if !down {
        let target = drag
            .over
            .filter(|over| drag.moves_to(*over))
            .and_then(|over| heads.get(over))
            .filter(|head| !head.status.is_empty());
        if let Some(head) = target {
            let status = head.status.clone();
            let deal = drag.card.id.clone();
            pass.act(match drag.owner.take() {
                owner if drag.count > 1 => Action::MoveSelected { status, owner },
                Some(owner) => Action::MoveToLane { deal, status, owner },
                None => Action::MoveDeal { deal, status },
            });
        } else {
            pass.act(Action::DropRefused(drag.refusal(heads)));
        }
        place.drag = None;
        ui.ctx().request_repaint();
        return;
    }
    ui.ctx().set_cursor_icon(egui::CursorIcon::Grabbing);
    if let Some(at) = at {
        float(ui, pass, drag, at);
    }
}

/// Draws the card under the pointer, with a tip that names the drop target.
fn float(ui: &Ui, pass: &Pass<'_>, drag: &Drag, at: egui::Pos2) {
    let layer = LayerId::new(Order::Tooltip, Id::unique("dragged"));
    let pen = Pen::new(&ui.ctx().layer_painter(layer), pass.look);
    let rect = kept_inside(
        Rect::from_min_size(at - drag.grab, drag.size),
        ui.ctx().content_rect(),
    );
    card::paint(
        &pen,
        rect,
        &drag.card,
        card::State {
            hovered: false,
            floating: true,
            tick: None,
            quiet: false,
            face: card::CardFace::of(pass.app.pipeline.board_look()).whole(pass.app.cx.presenting()),
        },
    );
    if drag.count > 1 {
        let count = encours_core::text::number::integer(pass.app.cx.lang(), drag.count as u64);
        let high = pass.look.tokens.size.tag;
        let at = badge_at(rect, ui.ctx().content_rect(), high);
        keycap::pill(&pen, at.x, at.y, &count, true);
    }
    let words = match drag.over.filter(|over| drag.moves_to(*over)) {
        Some(over) => drag.change(pass, over),
        None => drag.nothing(pass),
    };
    tip(ui, pass, &pen, rect, &words);
}

/// Returns the position of the count badge: over the card's corner, inside the window.
fn badge_at(card: Rect, window: Rect, high: f32) -> Pos2 {
    let room = window.shrink(2.0);
    pos2(
        (card.right() + 9.0).min(room.right()),
        card.top().max(room.top() + high / 2.0),
    )
}

/// Returns the area of the dragged card, moved to be fully visible in the window.
pub(in crate::screens) fn kept_inside(card: Rect, window: Rect) -> Rect {
    let room = window.shrink(4.0);
    let least = |low: f32, high: f32, size: f32| (low, (high - size).max(low));
    let (left, right) = least(room.left(), room.right(), card.width());
    let (top, bottom) = least(room.top(), room.bottom(), card.height());
    let corner = pos2(card.left().clamp(left, right), card.top().clamp(top, bottom));
    Rect::from_min_size(corner, card.size())
}

/// Draws the tip under the dragged card: the effect of a drop, and the key that cancels.
pub(in crate::screens) fn tip(ui: &Ui, pass: &Pass<'_>, pen: &Pen<'_>, rect: Rect, words: &str) {
    let ink = &pass.look.ink;
    let esc = key_events::cap_of(pass.app, Key::plain(KeyCode::Esc));
    let escape = pass.words.with("drag-escape", &[("key", "".into())]);
    let escape = escape.trim();
    let strong = Face::small().weighing(Weight::SemiBold);
    let width = pen.width(words, strong) + keycap::width(pen, &esc) + pen.width(escape, Face::small()) + 38.0;
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
    pen.cast(tip, pass.look.tokens.radius.button, pass.look.cast.float);
    // The tip uses inverted colours: its background is the text colour.
    pen.boxed(
        tip,
        pass.look.tokens.radius.button,
        ink.text,
        pass.look.hairline(ink.text),
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
    pen.boxed(
        place,
        pass.look.tokens.radius.chip,
        ink.text,
        pass.look.hairline(ink.control),
    );
    pen.text(place, Align::Center, &esc, Face::label(), ink.surface);
    pen.text(
        tip.with_min_x(place.right() + 6.0),
        Align::Min,
        escape,
        Face::small(),
        ink.surface,
    );
}

/// Draws the status line during a drag: the effect of a drop, and the equivalent keys.
pub(in crate::screens) fn status(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, drag: &Drag) {
    let ink = &pass.look.ink;
    let x = rect.left() + 16.0;
    pen.icon_of(pos2(x + 7.0, rect.center().y), Icon::Arrow, 14.0, ink.accent_text);
    let summary = summary(pass, drag);
    let strong = Face::small().weighing(Weight::SemiBold);
    let end = pen
        .text(
            rect.with_min_x(x + 22.0),
            Align::Min,
            &summary,
            strong,
            ink.accent_text,
        )
        .right();
    if drag.over.is_none_or(|over| !drag.moves_to(over)) {
        return;
    }
    let hold = pass.app.cx.options().hold.as_secs().to_string();
    let undo = pass.cap(ActionId::Undo);
    let until = pass
        .words
        .with("hold-until-undo", &[("s", hold.into()), ("key", undo.into())]);
    // Between swimlanes, a drop changes owner and status, for which only grabbing by keyboard is equivalent.
    let keys: &[ActionId] = if drag.lane.is_some() {
        &[ActionId::Grab]
    } else {
        &[ActionId::MoveTo, ActionId::MovePrevious, ActionId::MoveNext]
    };
    let hint = pass.word("drag-hint-keys");
    let wide: f32 = keys
        .iter()
        .map(|id| keycap::width(pen, &pass.cap(*id)) + 6.0)
        .sum::<f32>()
        + pen.width(&hint, Face::small())
        + 6.0;
    let place = Rect::from_x_y_ranges(end + 14.0..=rect.right() - wide - 14.0, rect.y_range());
    pen.text(place, Align::Min, &until, Face::small(), ink.text_secondary);
    let mut x = rect.right() - wide;
    x = pen
        .text(
            rect.with_min_x(x),
            Align::Min,
            &hint,
            Face::small(),
            ink.text_secondary,
        )
        .right()
        + 6.0;
    for id in keys {
        x = keycap::at_left(pen, x, rect.center().y, &pass.cap(*id)) + 6.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_scrolls_faster_the_nearer_it_is() {
        let at = |x: f32| speed(x, 600.0, (200.0, 1000.0), 48.0);
        let same = |one: f32, other: f32| assert!((one - other).abs() < 0.01, "{one} {other}");
        for middle in [600.0, 249.0, 951.0] {
            same(at(middle), 0.0);
        }
        for (near, nearer) in [(960.0, 980.0), (980.0, 999.0)] {
            assert!(0.0 < at(near) && at(near) < at(nearer), "{near} {nearer}");
            same(at(1200.0 - near), -at(near));
            same(at(1200.0 - nearer), -at(nearer));
        }
        same(at(1000.0), FAST);
        same(at(1030.0), FAST);
        // The middle stays outside the zones even if the edges are close.
        same(speed(250.0, 250.0, (200.0, 300.0), 48.0), 0.0);
    }

    #[test]
    fn what_was_taken_close_to_an_edge_scrolls_once_it_is_carried_on_towards_it() {
        let at = |y: f32| speed(y, 140.0, (100.0, 900.0), 48.0);
        assert!(at(140.0).abs() < 0.01 && at(146.0).abs() < 0.01);
        assert!(at(120.0) < -SLOW, "{}", at(120.0));
    }

    #[test]
    fn the_count_of_what_is_carried_to_an_edge_is_seen_whole() {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(1024.0, 700.0));
        for at in [(980.0, 300.0), (400.0, -20.0), (1020.0, -60.0)] {
            let card = Rect::from_min_size(pos2(at.0, at.1), vec2(212.0, 78.0));
            let end = badge_at(kept_inside(card, window), window, 18.0);
            assert!(
                end.x <= window.right() && end.y - 9.0 >= window.top(),
                "{at:?}: {end:?}"
            );
        }
        let card = Rect::from_min_size(pos2(300.0, 200.0), vec2(212.0, 78.0));
        assert_eq!(badge_at(card, window, 18.0), pos2(521.0, 200.0));
    }

    #[test]
    fn what_is_carried_to_an_edge_is_seen_whole() {
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(1024.0, 700.0));
        let card = |x: f32, y: f32| Rect::from_min_size(pos2(x, y), vec2(212.0, 78.0));
        for at in [(980.0, 300.0), (-150.0, 300.0), (400.0, 690.0), (1020.0, -60.0)] {
            let kept = kept_inside(card(at.0, at.1), window);
            assert!(window.contains_rect(kept), "{at:?}: {kept:?}");
            assert_eq!(kept.size(), card(0.0, 0.0).size());
        }
        assert_eq!(kept_inside(card(300.0, 200.0), window), card(300.0, 200.0));
        let narrow = Rect::from_min_size(pos2(0.0, 0.0), vec2(100.0, 60.0));
        assert_eq!(kept_inside(card(50.0, 20.0), narrow).min, pos2(4.0, 4.0));
    }
}
