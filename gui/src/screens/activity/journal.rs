//! The journal of past writes: a click selects and expands an entry, whose details can be copied.

use crate::prelude::*;
use egui::PointerButton;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::journal_facts::JournalDetail;
use encours_core::app::records::activity::view::journal_line::JournalView;

use super::log::draw_background;
use super::{count_text, draw_card, draw_empty_text, draw_subject, is_expanded, toggle};

/// Height of a journal entry.
const ENTRY_HEIGHT: f32 = 46.0;
/// Height of a detail below it.
const DETAIL_HEIGHT: f32 = 24.0;
/// Left edge of its text, after its mark.
const TEXT_X: f32 = 26.0;
/// Left edge of a detail's value, after its name.
const VALUE_X: f32 = 128.0;
/// Width of the arrow that shows whether an entry is expanded.
const ARROW_WIDTH: f32 = 20.0;
/// Number of entries shown until the user asks for all.
const SHOWN_ENTRIES: usize = 8;
/// Key of the whole journal in the list of expanded items.
const JOURNAL_KEY: &str = "journal";

/// Draws the outcomes of the latest writes. Returns their bottom edge.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &ActivityView, column: Rect, y: f32) -> f32 {
    let count = view.journal.len();
    draw_card(ui, frame, column, y, ("activity-journal", &count_text(frame, count)), |ui, frame, inner| {
        if view.journal.is_empty() {
            return draw_empty_text(ui, frame, inner, "activity-journal-empty");
        }
        let mut y = inner.top() + 4.0;
        let shows_all = is_expanded(frame, JOURNAL_KEY);
        let shown_count = if shows_all { count } else { SHOWN_ENTRIES };
        for (at, line) in view.journal.iter().take(shown_count).enumerate() {
            let row = inner.row(y, ENTRY_HEIGHT);
            if at > 0 {
                frame.painter(ui).horizontal_line(row.x_range(), y + 0.5, frame.theme.colors.border);
            }
            let open = draw_entry(ui, frame, line, row);
            y = row.bottom();
            if open {
                y = draw_details(ui, frame, line, (inner, y));
            }
        }
        if count > SHOWN_ENTRIES {
            y = draw_all_switch(ui, frame, shows_all, (inner, y));
        }
        y + 4.0
    })
}

/// Draws the switch between the newest and all entries. Returns its bottom edge.
fn draw_all_switch(ui: &Ui, frame: &mut FrameCtx<'_>, shows_all: bool, (inner, y): (Rect, f32)) -> f32 {
    let (key, icon) =
        if shows_all { ("button-show-less", Icon::Up) } else { ("button-show-all", Icon::Down) };
    let button = Button::new(frame.message(key)).with_icon(icon).with_style(ButtonStyle::Ghost);
    let width = button.width(&frame.painter(ui));
    let button_rect = rect_at(inner.left() - 8.0, y + 4.0, width, 28.0);
    if frame.press(ui, "whole-journal", button_rect, &button).clicked() {
        toggle(ui, frame, JOURNAL_KEY);
    }
    button_rect.bottom() + 4.0
}

/// Draws an entry. A click selects and expands it; a double click or Enter opens its deal; its menu offers the rest.
/// Returns whether it is expanded.
fn draw_entry(ui: &Ui, frame: &mut FrameCtx<'_>, line: &JournalView, rect: Rect) -> bool {
    let id = ui.scope_id().with(("journal", line.seq));
    let response = ui.interact(rect, id, Sense::click());
    let a11y_text = format!("{} – {} – {} – {}", line.subject, line.text, line.outcome, line.time);
    let by_pointer = response.clicked_by(PointerButton::Primary);
    if by_pointer || response.secondary_clicked() {
        frame.state.activity.selected_line = Some(line.seq);
        // The pressed row gets the keyboard focus.
        response.request_focus();
    }
    let entry_key = format!("{JOURNAL_KEY} {}", line.seq);
    let mut toggles = by_pointer;
    if response.double_clicked() || (response.clicked() && !by_pointer) {
        frame.request(Action::OpenJournalEntry(line.seq));
    }
    let focused = frame.state.activity.selected_line == Some(line.seq);
    let open = is_expanded(frame, &entry_key);
    set_a11y_choice(&response, Role::ListItem, true, focused, &a11y_text);
    ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(open));
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    draw_background(&painter, rect.shrink2(vec2(0.0, 1.0)), &response, focused);
    painter.line_icon(rect.near_left(7.0), line.mark);
    let collapse_icon = if open { Icon::Down } else { Icon::Right };
    painter.sized_icon(rect.near_right(6.0), collapse_icon, 12.0, colors.text_tertiary);
    let inner = rect.inset(TEXT_X, ARROW_WIDTH);
    let row = |y: f32| inner.row(rect.top() + y, 18.0);
    let time = painter.right(row(5.0), &line.time, TextStyle::small(), colors.text_tertiary);
    draw_subject(&painter, row(5.0).with_max_x(time.left() - 12.0), &line.subject, &line.text);
    let color = if line.mark == LineIcon::Failed { theme.band_colors.alert } else { colors.text_tertiary };
    let request = painter.right(row(23.0), &line.request_id, TextStyle::code(), colors.text_tertiary);
    painter.left(row(23.0).with_max_x(request.left() - 12.0), &line.outcome, TextStyle::small(), color);
    input_queue::context_menu(&response)
        .show(|ui| toggles |= context_menu::journal_menu(ui, frame, line, open));
    if toggles {
        toggle(ui, frame, &entry_key);
    }
    open
}

/// Draws the details below an entry. Returns their bottom edge.
fn draw_details(ui: &Ui, frame: &mut FrameCtx<'_>, line: &JournalView, (inner, y): (Rect, f32)) -> f32 {
    let mut y = y + 2.0;
    for (at, fact) in
        encours_core::app::records::activity::view::journal_facts::journal_details(frame.app, line.seq)
            .iter()
            .enumerate()
    {
        let rect = rect_at(inner.left() + TEXT_X, y, inner.width() - TEXT_X - ARROW_WIDTH, DETAIL_HEIGHT);
        draw_detail(ui, frame, (line.seq, at), fact, rect);
        y = rect.bottom();
    }
    y + 8.0
}

/// Draws a detail; a click copies it.
fn draw_detail(ui: &Ui, frame: &mut FrameCtx<'_>, key: (i64, usize), fact: &JournalDetail, rect: Rect) {
    let copy = frame.messages.with("journal-copy", &[("text", fact.text.as_str().into())]);
    let a11y_text = format!("{} {} – {copy}", fact.label, fact.text);
    let response = ui.click_area(rect, ("fact", key), Role::Button, &a11y_text);
    let (painter, colors) = frame.painter_and_colors(ui);
    draw_background(&painter, rect, &response, false);
    let label = rect.with_max_x(rect.left() + VALUE_X - 8.0);
    painter.left(label, &fact.label, TextStyle::small(), colors.text_tertiary);
    let style = if fact.is_code { TextStyle::code() } else { TextStyle::small() };
    let value_rect = rect.after(VALUE_X);
    painter.left(value_rect, &fact.text, style, colors.text);
    if response.tooltip(&copy).clicked() {
        frame.request(Action::CopyText(fact.text.to_string()));
    }
}
