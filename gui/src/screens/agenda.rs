//! The agenda: a month or a week, with a cell for each day.

use encours_core::app::screens::agenda::view::{self, AgendaDay, AgendaEntryView};

use super::screen_header;
use crate::prelude::*;

const MARGIN: f32 = 16.0;
/// Height of the day names, of the number of a day, and of an entry.
const WEEKDAYS_HEIGHT: f32 = 22.0;
const NUMBER_HEIGHT: f32 = 24.0;
const ENTRY_HEIGHT: f32 = 26.0;

/// Draws the agenda.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = view::calendar_view(frame.app);
    let rect = screen_header::show(ui, frame, (&view.note, false), &[(ActionId::TogglePeriod, Icon::Table)])
        .narrowed(MARGIN);
    let (painter, colors) = frame.painter_and_colors(ui);
    let width = rect.width() / 7.0;
    for (at, name) in view.weekdays.iter().enumerate() {
        let cell = rect_at(rect.left() + at as f32 * width, rect.top(), width, WEEKDAYS_HEIGHT).after(8.0);
        painter.left(cell, name, TextStyle::label(), colors.text_tertiary);
    }
    let height = (rect.height() - WEEKDAYS_HEIGHT - MARGIN) / view.weeks.len().max(1) as f32;
    let grid = ui.named_part(rect, "agenda", (Role::Grid, &view.note), rect);
    for (row, week) in view.weeks.iter().enumerate() {
        let top = rect.top() + WEEKDAYS_HEIGHT + row as f32 * height;
        for (column, day) in week.iter().enumerate() {
            let cell = rect_at(rect.left() + column as f32 * width, top, width, height);
            draw_day(&grid, frame, cell.shrink(1.0), day);
        }
    }
}

fn draw_day(ui: &Ui, frame: &mut FrameCtx<'_>, cell: Rect, day: &AgendaDay) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let (radius, is_week) = (theme.tokens.radius.chip, frame.app.agenda.shows_week);
    let fill = if day.is_inside { colors.surface } else { colors.sunken };
    painter.framed_box(cell, radius, fill, if day.is_today { colors.accent } else { colors.border });
    let has_entry_focus = is_week && !day.entries.is_empty();
    let has_focus = day.focused && !has_entry_focus;
    let response = ui.item_area(cell, ui.scope_id().with(("day", day.date)), has_focus);
    response.widget_info(|| WidgetInfo::selected(Role::GridCell, true, day.focused, &day.label));
    frame.follow_focus(&response, has_focus);
    if day.focused {
        painter.app_focus_ring(cell, radius, has_entry_focus);
    }
    if response.clicked() {
        frame.request(Action::FocusAgendaDay { day: day.date, in_week: is_week });
    }
    let color = match (day.is_today, day.is_inside) {
        (true, _) => colors.accent_text,
        (false, true) => colors.text,
        (false, false) => colors.text_tertiary,
    };
    let inner = cell.narrowed(8.0);
    painter.left(inner.row(cell.top(), NUMBER_HEIGHT), &day.number, TextStyle::strong(), color);
    let rows = (((cell.height() - NUMBER_HEIGHT - 2.0) / ENTRY_HEIGHT).floor().max(1.0)) as usize;
    let shown = if day.entries.len() > rows { rows - 1 } else { day.entries.len() };
    let row = |at: usize| {
        cell.narrowed(3.0).row(cell.top() + NUMBER_HEIGHT + at as f32 * ENTRY_HEIGHT, ENTRY_HEIGHT - 2.0)
    };
    for (at, entry) in day.entries.iter().enumerate().take(shown) {
        draw_entry(ui, frame, row(at), (at, entry), is_week);
    }
    if shown < day.entries.len() {
        let hidden = [("n", MessageArg::from(day.entries.len() - shown))];
        let text = Messages::new(frame.app.cx.lang()).with("agenda-more", &hidden);
        let more = row(shown);
        let response =
            ui.click_area(more, ("more", day.date), Role::Button, &format!("{text}, {}", day.label));
        painter.hover_fill(more, radius, &response);
        painter.left(more.narrowed(5.0), &text, TextStyle::small(), colors.text_secondary);
        if response.clicked() {
            frame.request(Action::FocusAgendaDay { day: day.date, in_week: true });
        }
    }
}

fn draw_entry(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    row: Rect,
    (at, view): (usize, &AgendaEntryView),
    is_week: bool,
) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let (radius, has_focus) = (theme.tokens.radius.chip, is_week && view.focused);
    let response = ui.item_area(row, ui.scope_id().with(("entry", view.entry.date, at)), has_focus);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &view.label));
    frame.follow_focus(&response, has_focus);
    painter.hover_fill(row, radius, &response);
    if has_focus {
        painter.app_focus_ring(row, radius, false);
    }
    painter.band_shape(row.near_left(9.0), view.band);
    painter.left(row.inset(18.0, 4.0), &view.text, TextStyle::small(), colors.text);
    if response.tooltip(&view.label).clicked() {
        frame.request(Action::OpenAgendaEntry(view.entry.clone()));
    }
}
