//! The agenda: a month or a week, with a cell for each day.

use encours_core::app::screens::agenda::view::{self, AgendaDay, AgendaEntryView};

use super::screen_header;
use crate::prelude::*;

const MARGIN: f32 = 16.0;
/// Height of the day names, of the number of a day, of a line of an entry, and above and below these lines.
const WEEKDAYS_HEIGHT: f32 = 22.0;
const NUMBER_HEIGHT: f32 = 24.0;
const LINE_HEIGHT: f32 = 16.0;
const ENTRY_MARGIN: f32 = 10.0;

/// Draws the agenda.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = view::calendar_view(frame.app);
    let mut rect =
        screen_header::show(ui, frame, (&view.note, false), &[(ActionId::TogglePeriod, Icon::Table)])
            .narrowed(MARGIN);
    let (painter, colors) = frame.painter_and_colors(ui);
    if !view.missing.is_empty() {
        let line = rect.top_part(WEEKDAYS_HEIGHT);
        painter.left(line, &view.missing, TextStyle::small(), colors.text_secondary);
        ui.hover_area(line, "missing", Role::Label, &view.missing);
        rect = rect.below(WEEKDAYS_HEIGHT);
    }
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
    let free = cell.height() - NUMBER_HEIGHT - 2.0;
    // In the week, entries get as many lines as fit for all.
    let lines = (free / day.entries.len().max(1) as f32 - ENTRY_MARGIN) / LINE_HEIGHT;
    let lines = if is_week { lines.floor().clamp(2.0, 4.0) } else { 1.0 };
    let entry_height = ENTRY_MARGIN + lines * LINE_HEIGHT;
    let rows = ((free / entry_height).floor().max(1.0)) as usize;
    let shown = if day.entries.len() > rows { rows - 1 } else { day.entries.len() };
    let row = |at: usize| {
        cell.narrowed(3.0).row(cell.top() + NUMBER_HEIGHT + at as f32 * entry_height, entry_height - 2.0)
    };
    for (at, entry) in day.entries.iter().enumerate().take(shown) {
        draw_entry(ui, frame, row(at), (at, entry), lines as usize);
    }
    if let Some(first_hidden) = day.entries.get(shown) {
        let hidden = [("n", MessageArg::from(day.entries.len() - shown))];
        let text = Messages::new(frame.app.cx.lang()).with("agenda-more", &hidden);
        let more = row(shown);
        let response =
            ui.click_area(more, ("more", day.date), Role::Button, &format!("{text}, {}", day.label));
        painter.hover_fill(more, radius, &response);
        // All entries of a day have the same urgency.
        painter.band_shape(more.near_left(9.0), first_hidden.band);
        painter.left(more.inset(18.0, 4.0), &text, TextStyle::small(), colors.text_secondary);
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
    lines: usize,
) {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let is_week = lines > 1;
    let (radius, has_focus) = (theme.tokens.radius.chip, is_week && view.focused);
    let response = ui.item_area(row, ui.scope_id().with(("entry", view.entry.date, at)), has_focus);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &view.label));
    frame.follow_focus(&response, has_focus);
    painter.hover_fill(row, radius, &response);
    if has_focus {
        painter.app_focus_ring(row, radius, false);
    }
    painter.band_shape(row.near_left(9.0), view.band);
    let (text, style) = (row.inset(18.0, 4.0), TextStyle::small());
    if is_week {
        let galley = painter.layout_wrapped(&view.text, style, colors.text, text.width(), lines);
        painter.inner.galley(text.left_center() - vec2(0.0, galley.size().y / 2.0), galley, colors.text);
    } else {
        painter.left(text, &view.text, style, colors.text);
    }
    if response.tooltip(&view.label).clicked() {
        frame.request(Action::OpenAgendaEntry(view.entry.clone()));
    }
}
