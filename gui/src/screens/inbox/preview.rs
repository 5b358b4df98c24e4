//! The preview of a notification. Showing it does not mark it as read; its buttons do, each with its key.

use egui::accesskit::Toggled;
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::inbox::view::inbox::{InboxView, Preview};
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

use super::super::scroll_sync::keep_focus_visible;
use crate::prelude::*;
use crate::widgets::{card, empty_state};

/// Left edge of the values.
const VALUE_X: f32 = 112.0;

/// Draws the preview.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &Preview) {
    let name = frame.message("inbox-preview").into_owned();
    let mut child = super::super::labelled_part(ui, rect, "preview", Role::Complementary, &name);
    scroll_area(("preview", view.id.as_str()), None).show(&mut child, |ui| {
        let area = ui.max_rect();
        let column = area.narrowed(24.0);
        let column = column.with_max_x(column.right().min(column.left() + 560.0));
        let bottom = draw_body(ui, frame, column, view);
        ui.set_min_size(vec2(area.width(), bottom + toasts::covered_height(frame) - area.top()));
        keep_focus_visible(ui, frame, rect);
    });
}

/// Draws the content from the top. Returns its bottom edge.
fn draw_body(ui: &mut Ui, frame: &mut FrameCtx<'_>, column: Rect, view: &Preview) -> f32 {
    let mut y = draw_state(ui, frame, column, view);
    let (painter, colors) = frame.painter_and_colors(ui);
    let title =
        painter.block(pos2(column.left(), y), column.width(), &view.title, TextStyle::title(), colors.text);
    ui.describe(title, "title", Role::Heading, view.title.as_str());
    y = title.bottom() + 14.0;
    let (seen_text, sent, id) =
        (frame.message("inbox-seen-here"), frame.message("inbox-service-date"), frame.message("field-id"));
    let date_color = if view.has_server_date { colors.text } else { colors.text_tertiary };
    let facts = [
        (&seen_text, view.first_seen.as_str(), TextStyle::body(), colors.text),
        (&sent, view.sent.as_str(), TextStyle::body(), date_color),
        (&id, view.id.as_str(), TextStyle::code(), colors.text),
    ];
    // If a date does not fit beside its label, it goes below: without its time it would be misleading. Copy yields the
    // full identifier.
    let dates = [&view.first_seen, &view.sent];
    let fits_beside =
        dates.iter().all(|date| painter.text_width(date, TextStyle::body()) <= column.width() - VALUE_X);
    for (label, value, style, color) in facts {
        let line = column.row(y, 26.0);
        let (label_rect, value_rect) = if fits_beside {
            (line.with_max_x(line.left() + VALUE_X - 4.0), line.after(VALUE_X))
        } else {
            (column.row(y, 20.0), column.row(y + 20.0, 20.0))
        };
        painter.left(label_rect, label, TextStyle::body(), colors.text_tertiary);
        painter.left(value_rect, value, style, color);
        y = if fits_beside { line.bottom() } else { value_rect.bottom() + 4.0 };
    }
    y = draw_actions(ui, frame, column.row(y + 14.0, 32.0), view) + 8.0;
    y = draw_note(&painter, frame, column.row(y, 18.0), "inbox-preview-marks-nothing") + 24.0;
    if !view.note.is_empty() {
        y = draw_local_note(ui, frame, column, y, view) + 24.0;
    }
    if !view.similar.is_empty() {
        y = draw_similar(ui, frame, column, y, view) + 24.0;
    }
    if let Some(deal) = &view.deal {
        let header = column.row(y, 20.0);
        let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
        painter.left(header, &frame.message("inbox-same-deal"), strong, colors.text);
        let lines = card::extra_line_count(deal.more_fields.iter().map(|field| field.name.as_str()));
        let height = card::standard_height(frame.theme.tokens, false, lines);
        let size = vec2(column.width().min(376.0), height);
        let card_rect = Rect::from_min_size(header.left_bottom() + vec2(0.0, 8.0), size);
        draw_deal_card(ui, frame, card_rect, deal);
        let line = column.row(card_rect.bottom() + 6.0, 18.0);
        let note_text = frame.message("inbox-same-deal-note");
        painter.left(line, &note_text, TextStyle::small(), colors.text_tertiary);
        y = line.bottom() + 24.0;
    }
    if view.note.is_empty() {
        y = draw_local_note(ui, frame, column, y, view) + 24.0;
    }
    y
}

/// Draws the read and snooze state and the position in the list. Returns the top of the title.
fn draw_state(ui: &Ui, frame: &FrameCtx<'_>, column: Rect, view: &Preview) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    let line = column.row(column.top() + 18.0, 18.0);
    let dot = line.near_left(4.0);
    if view.read {
        let edge = Stroke::new(1.5, colors.text_tertiary);
        painter.inner.circle_stroke(dot, 3.5, edge);
    } else {
        super::list::draw_unread_dot(&painter, dot, 4.0, view.kept_unread);
    }
    let remaining = line.after(14.0);
    let state_rect = painter.left(remaining, &view.state, TextStyle::small(), colors.text_secondary);
    let remaining = line.with_min_x(state_rect.right() + 12.0);
    let position_rect = painter.left(remaining, &view.position, TextStyle::small(), colors.text_tertiary);
    let Some(snoozed_text) = &view.snoozed_until else {
        return line.bottom() + 6.0;
    };
    let line = column.row(line.bottom() + 4.0, 18.0);
    painter.sized_icon(line.near_left(5.0), Icon::Moon, 12.0, colors.text_secondary);
    let remaining = line.after(16.0);
    let state_rect = painter.left(remaining, snoozed_text, TextStyle::small(), colors.text_secondary);
    ui.describe(state_rect.union(position_rect), "snoozed", Role::Label, snoozed_text);
    line.bottom() + 6.0
}

fn draw_note(painter: &Painter<'_>, frame: &FrameCtx<'_>, line: Rect, key: &'static str) -> f32 {
    let colors = &frame.theme.colors;
    painter.sized_icon(line.near_left(7.0), Icon::Info, 14.0, colors.text_tertiary);
    let remaining = line.after(20.0);
    painter.left(remaining, &frame.message(key), TextStyle::small(), colors.text_secondary);
    line.bottom()
}

/// Draws the actions with their keys, two per row, the primary one first. Returns their bottom edge.
fn draw_actions(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &Preview) -> f32 {
    let starred = frame.app.inbox.focus.as_ref().is_some_and(|id| frame.app.inbox.is_starred(id));
    let star = if starred { Icon::StarFilled } else { Icon::Star };
    let actions = [
        (ActionId::MarkRead, Icon::Check, ButtonStyle::Primary),
        (ActionId::Snooze, Icon::Moon, ButtonStyle::Default),
        (ActionId::Star, star, ButtonStyle::Ghost),
        (ActionId::KeepUnread, Icon::Inbox, ButtonStyle::Ghost),
        (ActionId::LocalNote, Icon::Edit, ButtonStyle::Ghost),
        (ActionId::Copy, Icon::Copy, ButtonStyle::Ghost),
    ];
    let buttons = actions.map(|(id, icon, kind)| {
        let button = Button { is_spread: true, ..frame.button(id).with_icon(icon) };
        let is_primary = kind == ButtonStyle::Primary && button.reason.is_some();
        let button = button.with_style(if is_primary { ButtonStyle::Default } else { kind });
        match (id, &view.mark_button) {
            (ActionId::Snooze, _) if view.snoozed_until.is_some() => {
                button.with_label(frame.message("inbox-wake"))
            }
            (ActionId::MarkRead, Some(these)) => button.with_label(these.clone()),
            _ => button,
        }
    });
    let painter = frame.painter(ui);
    let widest = buttons.iter().map(|button| button.width(&painter)).fold(0.0, f32::max);
    // Two per row if all labels fit, else one.
    let half = (rect.width() - 8.0) / 2.0;
    let (columns, width) = if half >= widest { (2, half.min(widest.max(200.0))) } else { (1, rect.width()) };
    // In a single column the buttons are closer together, so that the content below stays visible.
    let pitch = if columns == 1 { 34.0 } else { 36.0 };
    let mut bottom = rect.bottom();
    for (at, ((id, ..), button)) in actions.iter().zip(&buttons).enumerate() {
        let corner = rect.min + vec2((at % columns) as f32 * (width + 8.0), (at / columns) as f32 * pitch);
        let button_rect = Rect::from_min_size(corner, vec2(width, pitch - 8.0));
        bottom = button_rect.bottom();
        let response = frame.press(ui, *id, button_rect, button);
        if *id == ActionId::Star {
            let toggled = if starred { Toggled::True } else { Toggled::False };
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_toggled(toggled));
        }
    }
    bottom
}

/// Draws the notifications whose titles differ only in numbers. Returns their bottom edge.
fn draw_similar(ui: &Ui, frame: &mut FrameCtx<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    let header = column.row(y, 20.0);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let text = painter.left(header, &view.similar_count, strong, colors.text);
    ui.describe(text, "similar", Role::Label, &view.similar_count);
    let mut y = header.bottom() + 6.0;
    if view.mark_button.is_some() {
        let line = column.row(y - 4.0, 24.0);
        let button = frame.button(ActionId::ExpandGroup).with_style(ButtonStyle::Link);
        let button = Button { reason: None, ..button };
        frame.press(ui, "together", line.with_max_x(line.left() + button.width(&painter)), &button);
        y = line.bottom() + 4.0;
    }
    for notification in &view.similar {
        let line = column.row(y, 27.0);
        painter.horizontal_line(line.x_range(), line.top() + 0.5, colors.border);
        let dot = line.near_left(4.0);
        if notification.read {
            let edge = Stroke::new(1.5, colors.text_tertiary);
            painter.inner.circle_stroke(dot, 3.0, edge);
        } else {
            painter.inner.circle_filled(dot, 3.5, colors.accent);
        }
        let day = painter.right(line, &notification.day, TextStyle::small(), colors.text_tertiary);
        let remaining = line.after(16.0).with_max_x(day.left() - 12.0);
        let color = if notification.in_focused_row { colors.text } else { colors.text_secondary };
        painter.left(remaining, &notification.title, TextStyle::body(), color);
        y = line.bottom();
    }
    if !view.similar_more.is_empty() {
        let line = column.row(y, 24.0);
        painter.left(line, &view.similar_more, TextStyle::small(), colors.text_tertiary);
        y = line.bottom();
    }
    y
}

fn draw_deal_card(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, deal: &Card) {
    let name = format!("{} – {}", frame.action_name(ActionId::Open), deal.name);
    let response = ui.click_area(rect, "same-deal", Role::Button, &name);
    let painter = frame.painter(ui);
    let card = Card { focused: response.has_focus(), write: None, ..deal.clone() };
    let layout = card::CardLayout { status: true, ..card::CardLayout::default() };
    let state = card::CardState { hovered: response.hovered(), layout, ..card::CardState::default() };
    card::paint(&painter, rect, &card, state);
    keycap::paint_left_of(&painter, rect.right() - 12.0, rect.top() + 19.0, &frame.key_cap(ActionId::Open));
    if response.clicked() {
        frame.request(Action::OpenDeal(deal.id.clone()));
    }
}

/// Draws the empty state if no notification is shown.
pub(super) fn draw_empty_state(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) {
    if let Some(unanswered) = &view.unanswered {
        let notice = EmptyStateText {
            title: unanswered.id.to_string(),
            text: unanswered.reason.clone(),
            action: Some(ActionId::ForgetId),
            is_loading: false,
        };
        return empty_state::show(ui, frame, rect, &ScreenPlaceholder::Empty(notice), Icon::Inbox);
    }
    if let Some(failure) = &view.problem {
        return empty_state::show_failure(ui, frame, rect, failure);
    }
    let Some(notice) = &view.notice else { return };
    empty_state::show(ui, frame, rect, &ScreenPlaceholder::Empty(notice.clone()), Icon::Inbox);
}

/// Maximum number of visible lines.
const MAX_NOTE_LINES: usize = 12;
const NOTE_PAD: f32 = 10.0;

/// Draws the note from `y`. Returns its bottom edge.
fn draw_local_note(ui: &Ui, frame: &mut FrameCtx<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let header = column.row(y, 20.0);
    let label = frame.action_name(ActionId::LocalNote);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let title = painter.left(header, &label, strong, colors.text);
    let here = frame.message("inbox-note-here");
    painter.left(header.with_min_x(title.right() + 10.0), &here, TextStyle::small(), colors.text_tertiary);
    let key_cap = frame.key_cap(ActionId::LocalNote);
    let note: Vec<&str> = view.note.iter().map(|line| &**line).collect();
    let (text, color) = if note.is_empty() {
        let message = frame.messages.with("inbox-note-none", &[("key", key_cap.as_str().into())]);
        (message, colors.text_tertiary)
    } else {
        (note.join("\n"), colors.text)
    };
    let galley = painter.layout_wrapped(
        &text,
        TextStyle::body(),
        color,
        column.width() - 2.0 * NOTE_PAD,
        MAX_NOTE_LINES,
    );
    let note_height = galley.size().y.max(40.0) + 2.0 * NOTE_PAD;
    let note_rect =
        Rect::from_min_size(header.left_bottom() + vec2(0.0, 8.0), vec2(column.width(), note_height));
    let a11y_text = format!("{label} – {here} – {text}");
    let response = ui.click_area(note_rect, "note", Role::Button, &a11y_text);
    let fill = if response.hovered() { colors.hover } else { colors.surface };
    let radius = theme.tokens.radius.button;
    painter.framed_box(note_rect, radius, fill, colors.control);
    painter.ring(note_rect, radius, &response);
    painter.inner.galley(note_rect.min + vec2(NOTE_PAD, NOTE_PAD), galley, color);
    if response.clicked() {
        frame.request_command(ActionId::LocalNote);
    }
    note_rect.bottom()
}
