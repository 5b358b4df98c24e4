//! The portfolio screen: totals, three breakdowns with verified sums, trend and entity.

mod breakdown;
mod entity;
mod legend;
mod roving_focus;
mod totals;
mod trend;

use encours_core::app::screens::portfolio::portfolio::TREND_PANE;
use encours_core::app::screens::portfolio::view::portfolio::{self, PortfolioView};
use encours_core::app::shell::view::empty_state::{self, ScreenPlaceholder};
use encours_core::app::tools::palette::targets::ENTITY_PANE;

use super::{scroll_sync, status};
pub use roving_focus::{FocusTarget, RovingFocus};

use crate::prelude::*;
use crate::widgets::{empty_state as empty_pane, problem, skeleton};

/// Margin around the panes, and gap between them.
const MARGIN: f32 = 16.0;
const GAP: f32 = 16.0;

/// Spacing of the panes: the normal one, or a smaller one with which all fit on a low screen. Texts and targets have
/// the same size in both.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spacing {
    /// Space above the first pane.
    top: f32,
    /// Height of the totals.
    totals_height: f32,
    /// Vertical gap between panes.
    gap: f32,
    /// Space below the last pane.
    margin: f32,
    /// Space above and below the rows of a breakdown.
    row_space_above: f32,
    row_space_below: f32,
    /// Minimum height of a breakdown.
    min_breakdown_height: f32,
    /// Minimum height of the trend, and height of an entity field.
    min_trend_height: f32,
    field_height: f32,
}

impl Spacing {
    const NORMAL: Self = Self {
        top: MARGIN,
        totals_height: 100.0,
        gap: GAP,
        margin: MARGIN,
        row_space_above: 45.0,
        row_space_below: 55.0,
        min_breakdown_height: 316.0,
        min_trend_height: trend::MIN_HEIGHT,
        field_height: entity::MIN_FIELD_HEIGHT,
    };
    const COMPACT: Self = Self {
        top: 8.0,
        totals_height: 76.0,
        gap: 8.0,
        margin: 8.0,
        row_space_above: 40.0,
        row_space_below: 46.0,
        min_breakdown_height: 0.0,
        min_trend_height: trend::COMPACT_HEIGHT,
        field_height: entity::COMPACT_FIELD,
    };

    /// Returns the smaller spacing if only that avoids scrolling, else the normal one.
    fn for_screen(ui: &Ui, frame: &FrameCtx<'_>, view: &PortfolioView, width: f32, height: f32) -> Self {
        let painter = frame.painter(ui);
        let fits = |spacing: &Self| {
            let panes = [
                spacing.totals_height,
                breakdown::total_height(frame, &painter, &view.breakdowns, width, *spacing),
                spacing.min_trend_row(view),
            ];
            spacing.top + panes.iter().sum::<f32>() + 2.0 * spacing.gap + spacing.margin <= height
        };
        let close = breakdowns_per_row(width) == 3 && !fits(&Self::NORMAL) && fits(&Self::COMPACT);
        if close { Self::COMPACT } else { Self::NORMAL }
    }

    /// Returns the minimum height of the trend and of the entity beside it.
    fn min_trend_row(self, view: &PortfolioView) -> f32 {
        self.min_trend_height.max(entity::min_height(view.entity.len(), self.field_height))
    }
}

/// Returns the number of breakdowns per row. The limits follow from the longest French names with bars, counts and
/// shares.
fn breakdowns_per_row(width: f32) -> usize {
    match width {
        960.0.. => 3,
        680.0.. => 2,
        _ => 1,
    }
}

/// Draws the portfolio.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let full = ui.max_rect();
    let top = full.top_part(frame.theme.tokens.size.topbar);
    let view = portfolio::portfolio_view(frame.app);
    draw_header(ui, frame, top, &view);
    let content_rect = full.with_min_y(top.bottom());
    let remaining = status::draw_banner(ui, frame, content_rect);
    frame.state.metric_focus.clear();
    let child = &mut ui.part(remaining, "scrolled");
    scroll_sync::show(
        child,
        frame,
        remaining,
        ("portfolio", |state| &mut state.portfolio_scroll),
        |ui, frame| {
            draw_body(ui, frame, &view, content_rect.height());
        },
    );
}

fn draw_header(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &PortfolioView) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let table = frame.app.portfolio.trend().is_table;
    let (twin, twin_name) = if table { (Icon::Chart, "show-charts") } else { (Icon::Table, "show-tables") };
    let toggle = Button::from_icon(frame.message(twin_name), twin);
    let refresh = Button { reason: None, ..frame.button(ActionId::Refresh) };
    let export = frame.button(ActionId::Export).with_label(frame.message("button-export"));
    let buttons = [
        (ActionId::ToggleChart, toggle.with_action(Action::Run(ActionId::ToggleChart))),
        (ActionId::Refresh, refresh.with_icon(Icon::Refresh).with_style(ButtonStyle::Ghost)),
        (ActionId::Export, export.with_icon(Icon::Export)),
    ];
    let level = if rect.width() < 760.0 { 2 } else { 0 };
    let buttons = buttons.map(|(id, button)| (id, button.reduced(level)));
    let end = rect.near_right(MARGIN);
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 8.0), buttons);
    let row = rect.after(MARGIN).with_max_x(buttons.left_edge(end.x) - 12.0);
    let name = frame.message(Screen::Portfolio.label_key()).into_owned();
    let title = painter.left(row, &name, TextStyle::title(), colors.text);
    let note = frame.message(portfolio::header_note(frame.app));
    let text =
        if view.loaded_age.is_empty() { note.to_string() } else { format!("{note} · {}", view.loaded_age) };
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    super::draw_heading(ui, frame, title, &format!("{name} – {text}"));
    let note_rect = row.with_min_x(title.right() + 16.0);
    super::screen_header::draw_note_and_age(&painter, note_rect, &note, &view.loaded_age);
    buttons.show(ui, frame);
}

fn draw_body(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &PortfolioView, height: f32) {
    let area = ui.max_rect();
    let column = Rect::from_min_size(
        area.min + vec2(MARGIN, Spacing::NORMAL.top),
        vec2(area.width() - 2.0 * MARGIN, 0.0),
    );
    let mut y = column.top();
    if let (Some(failure), true) = (&view.problem, view.is_empty) {
        return empty_pane::show_failure(ui, frame, area, failure);
    }
    if let Some(failure) = &view.problem {
        let painter = frame.painter(ui);
        let width = column.width().min(560.0);
        let failure_text = failure.for_screen(frame.app.cx.screen());
        y += problem::paint(&painter, pos2(column.left(), y), width, frame.messages, &failure_text) + 20.0;
    }
    if view.is_empty {
        match empty_state::loading(frame.app) {
            placeholder @ ScreenPlaceholder::Problem(_) => {
                empty_pane::show(ui, frame, area, &placeholder, Icon::Portfolio);
            }
            ScreenPlaceholder::Empty(_) => draw_placeholders(ui, frame, column, y),
        }
        return;
    }
    let (top, bottom) = (Spacing::NORMAL.top, area.top() + height);
    let spacing = Spacing::for_screen(ui, frame, view, column.width(), bottom - y + top);
    y -= top - spacing.top;
    for some in totals::split_rows(&view.totals, column.width()) {
        let row = column.row(y, spacing.totals_height);
        totals::show(ui, frame, some, row);
        y += spacing.totals_height + spacing.gap;
    }
    // With two breakdowns per row, the entity fills the space beside the third.
    let fills = (breakdowns_per_row(column.width()) == 2 && !view.entity.is_empty())
        .then(|| entity::min_height(view.entity.len(), entity::MIN_FIELD_HEIGHT));
    let (end, entity_rect) = breakdown::draw_all(ui, frame, &view.breakdowns, (column, y), (spacing, fills));
    y = match entity_rect {
        // The entity is among the breakdowns, and the trend below in full width.
        Some(entity_rect) => {
            frame.state.metric_focus.scroll_to_pane(ui, frame.app, ENTITY_PANE, entity_rect);
            entity::draw_card(ui, frame, &view.entity, entity_rect, (1, entity::MIN_FIELD_HEIGHT));
            let rect = column.row(end, trend::PANE_HEIGHT);
            frame.state.metric_focus.scroll_to_pane(ui, frame.app, TREND_PANE, rect);
            trend::show(ui, frame, &view.trends, rect);
            rect.bottom()
        }
        None => draw_trend_and_entity(ui, frame, view, column, (end, bottom), spacing),
    };
    ui.set_min_size(vec2(area.width(), y + spacing.margin - area.top()));
}

/// Draws trend and entity, side by side if both fit. They shrink a little if the whole portfolio then ends at `bottom`.
/// Returns their bottom edge.
fn draw_trend_and_entity(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    view: &PortfolioView,
    column: Rect,
    (y, bottom): (f32, f32),
    spacing: Spacing,
) -> f32 {
    let row_rect = |height: f32| column.row(y, height);
    if breakdowns_per_row(column.width()) < 3 || view.entity.is_empty() {
        let above = row_rect(trend::PANE_HEIGHT);
        frame.state.metric_focus.scroll_to_pane(ui, frame.app, TREND_PANE, above);
        trend::show(ui, frame, &view.trends, above);
        let end = entity::show(ui, frame, &view.entity, column, above.bottom() + GAP);
        let below = above.with_min_y(above.bottom() + GAP).with_max_y(end - GAP);
        frame.state.metric_focus.scroll_to_pane(ui, frame.app, ENTITY_PANE, below);
        return end;
    }
    let side = ((column.width() - 2.0 * GAP) / 3.0).round();
    let min = spacing.min_trend_row(view);
    let spare = bottom - y - spacing.margin;
    let row_height = if spare >= min { spare.min(trend::MAX_HEIGHT) } else { trend::PANE_HEIGHT.max(min) };
    let left_rect = row_rect(row_height).with_max_x(column.right() - side - GAP);
    frame.state.metric_focus.scroll_to_pane(ui, frame.app, TREND_PANE, left_rect);
    frame.state.metric_focus.scroll_to_pane(ui, frame.app, ENTITY_PANE, left_rect);
    trend::show(ui, frame, &view.trends, left_rect);
    let right = left_rect.with_min_x(left_rect.right() + GAP).with_max_x(column.right());
    entity::draw_card(ui, frame, &view.entity, right, (1, spacing.field_height));
    left_rect.bottom()
}

/// Draws placeholders during the first load.
fn draw_placeholders(ui: &Ui, frame: &FrameCtx<'_>, column: Rect, y: f32) {
    let painter = frame.painter(ui);
    // Use the final layout, so that nothing moves when the data arrive.
    let column_count = breakdowns_per_row(column.width());
    let width = (column.width() - GAP * (column_count - 1) as f32) / column_count as f32;
    let pane_height = Spacing::NORMAL.min_breakdown_height;
    let totals = column.row(y, Spacing::NORMAL.totals_height);
    draw_pane(&painter, totals);
    for part in 0..5 {
        let x = totals.left() + 20.0 + part as f32 * totals.width() / 5.0;
        skeleton::paint_bar(&painter, pos2(x, totals.top() + 22.0), 64.0, 8.0);
        skeleton::paint_bar(&painter, pos2(x, totals.top() + 46.0), 96.0, 18.0);
    }
    // With two per row, the entity fills the space beside the third.
    for part in 0..if column_count == 2 { 4 } else { 3 } {
        let (column_index, line) = ((part % column_count) as f32, (part / column_count) as f32);
        let corner = pos2(
            column.left() + column_index * (width + GAP),
            totals.bottom() + GAP + line * (pane_height + GAP),
        );
        let rect = Rect::from_min_size(corner, vec2(width, pane_height));
        draw_pane(&painter, rect);
        skeleton::paint_bar(&painter, rect.min + vec2(16.0, 20.0), 120.0, 10.0);
        for row in 0..7 {
            let share = 0.9 - row as f32 * 0.11;
            skeleton::paint_bar(
                &painter,
                rect.min + vec2(16.0, 54.0 + row as f32 * 24.0),
                (width - 32.0) * share,
                8.0,
            );
        }
    }
}

fn draw_pane(painter: &Painter<'_>, rect: Rect) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    painter.framed_box(rect, theme.tokens.radius.pane, colors.surface, colors.border);
}
