//! Dragging a card to another column. The same move is on keys and in a menu; here is what the pointer adds: the card
//! under it, the column that takes it, edges that scroll, and what is said meanwhile. What is carried, by pointer or by
//! keyboard, is in `carried`.

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

/// How fast an edge scrolls where its zone begins and at the edge itself, in points a second.
const SLOW: f32 = 120.0;
const FAST: f32 = 1400.0;

/// The least of a zone that is left where something was taken close to the edge.
const LEAST: f32 = 16.0;

/// How fast a place between two edges scrolls, the zone of each so deep: faster the nearer it is to one, and as fast beyond it
/// as upon it. What was taken within a zone scrolls once it is carried on towards that edge, not where it lay; where there is
/// little between the edges the zones leave half of it alone.
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

/// How far the pointer, near an edge of a board whose columns have a head so high, scrolls it: across and down.
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

/// Which of the columns that are shown is under the pointer.
pub(in crate::screens) fn under(shown: &[(usize, Rect)], at: Pos2) -> Option<usize> {
    let found = shown.iter().find(|(_, rect)| rect.contains(at));
    found.map(|(column, _)| *column)
}

/// Scrolls columns and board while the pointer holds a card near an edge.
pub(super) fn scroll_edges(ui: &Ui, pass: &Pass<'_>, place: &mut BoardPlace, rect: Rect) {
    let Some(drag) = &place.drag else { return };
    let (across, down) = pushed(ui, pass, rect, board::top(pass) + board::head_height(pass));
    let lanes = !pass.app.pipeline.board().lanes().is_empty();
    let over = if lanes {
        Some(super::swimlanes::ALL)
    } else {
        drag.over
    };
    // A board that is at its end already rests.
    let moved = across != 0.0 && board::push_across(place, across);
    let sunk = down != 0.0 && over.is_some_and(|column| board::push_down(place, column, down));
    if moved || sunk {
        ui.ctx().request_repaint();
    }
}

/// Draws the card under the pointer, finds the column under it, and drops it when the button is let go.
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
        // The column drawn before knows it only in the next pass.
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

/// The card under the pointer, with a tip that says where it would go.
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

/// Where the count of what is carried ends: over the corner of the card, and never beyond the edge of the window.
fn badge_at(card: Rect, window: Rect, high: f32) -> Pos2 {
    let room = window.shrink(2.0);
    pos2(
        (card.right() + 9.0).min(room.right()),
        card.top().max(room.top() + high / 2.0),
    )
}

/// What is carried, moved as far as it takes to be seen whole in the window, which the pointer may reach the edge of.
pub(in crate::screens) fn kept_inside(card: Rect, window: Rect) -> Rect {
    let room = window.shrink(4.0);
    let least = |low: f32, high: f32, size: f32| (low, (high - size).max(low));
    let (left, right) = least(room.left(), room.right(), card.width());
    let (top, bottom) = least(room.top(), room.bottom(), card.height());
    let corner = pos2(card.left().clamp(left, right), card.top().clamp(top, bottom));
    Rect::from_min_size(corner, card.size())
}

/// The tip under what is dragged: what letting go would do, and the key that gives it up.
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
    // At the foot of the window it stands over what is dragged.
    let (below, tall) = (rect.bottom() + 14.0, 32.0);
    let y = if below + tall > screen.bottom() {
        rect.top() - 14.0 - tall
    } else {
        below
    };
    let tip = Rect::from_min_size(pos2(x, y), vec2(width, tall));
    pen.cast(tip, pass.look.tokens.radius.button, pass.look.cast.float);
    // The tip stands on ink: the ground is the text's own colour.
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

/// The status line while a card is dragged: what would happen, and how to do it without a pointer.
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
    // Between lanes the owner goes with the status, which a card taken by keyboard alone can say in one go.
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
        // Between edges close to each other there is a middle all the same.
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
