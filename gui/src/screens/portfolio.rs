//! The portfolio screen: totals, three breakdowns with verified sums, trend and entity.

mod breakdown;
mod entity;
mod legend;
mod roving_focus;
mod totals;
mod trend;

use egui::{Align, Rect, Ui, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::portfolio::trends::TREND_PANE;
use encours_core::app::screens::portfolio::view::portfolio::{self, PortfolioView};
use encours_core::app::shell::view::empty_state::{self, ScreenPlaceholder};
use encours_core::app::tools::palette::targets::ENTITY_PANE;

use super::{UiState, status};
pub use roving_focus::{FocusTarget, RovingFocus};

use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{
    Button, ButtonStyle, Painter, empty_state as notice, problem, skeleton, trailing_items,
};

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
        let painter = Painter::new(ui.painter(), frame.theme);
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
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, ui_state: &mut UiState) {
    let full = ui.max_rect();
    let top = full.with_max_y(full.top() + frame.theme.tokens.size.topbar);
    let view = portfolio::portfolio_view(frame.app);
    draw_header(ui, frame, ui_state, top, &view);
    let content_rect = full.with_min_y(top.bottom());
    let remaining = status::draw_banner(ui, frame, content_rect);
    let (metric_focus, by_key) = (&mut ui_state.metric_focus, ui_state.by_key);
    metric_focus.clear();
    ui_state.portfolio_scroll.show(ui, frame, remaining, "portfolio", |ui, frame| {
        draw_body(ui, frame, (metric_focus, by_key), &view, content_rect.height());
    });
}

fn draw_header(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    rect: Rect,
    view: &PortfolioView,
) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let (export, refresh) =
        (frame.message("button-export").into_owned(), frame.action_name(ActionId::Refresh));
    let tables =
        frame.message(if frame.app.portfolio.trend().is_table { "show-charts" } else { "show-tables" });
    let twin = if frame.app.portfolio.trend().is_table { Icon::Chart } else { Icon::Table };
    let reason = frame.disabled_reason(ActionId::Export);
    let (export_cap, refresh_cap) = (frame.key_cap(ActionId::Export), frame.key_cap(ActionId::Refresh));
    let narrow = rect.width() < 760.0;
    let buttons = [
        (ActionId::ToggleChart, Button::from_icon(&tables, twin)),
        (
            ActionId::Refresh,
            Button::new(&refresh)
                .with_icon(Icon::Refresh)
                .with_key_cap(&refresh_cap)
                .with_style(ButtonStyle::Ghost),
        ),
        (
            ActionId::Export,
            Button::new(&export)
                .with_icon(Icon::Export)
                .with_key_cap(&export_cap)
                .disabled_by(reason.as_deref()),
        ),
    ]
    .map(|(id, button)| (id, if narrow { button.icon_only().with_key_cap("") } else { button }));
    let widths = buttons.map(|(_, button)| button.width(&painter));
    let end = pos2(rect.right() - MARGIN, rect.center().y);
    let button_rects = trailing_items::rects_ending_at(end, 8.0, &widths);
    let row = rect
        .with_min_x(rect.left() + MARGIN)
        .with_max_x(trailing_items::left_edge(&button_rects, end.x) - 12.0);
    let title = frame.message(Screen::Portfolio.label_key()).into_owned();
    let name = title;
    let title = painter.text(row, Align::Min, &name, TextStyle::title(), colors.text);
    let note = frame.message(portfolio::header_note(frame.app));
    let text =
        if view.loaded_age.is_empty() { note.to_string() } else { format!("{note} · {}", view.loaded_age) };
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    super::draw_heading(ui, frame, ui_state, title, &format!("{name} – {text}"));
    super::screen_header::draw_note_and_age(
        &painter,
        row.with_min_x(title.right() + 16.0),
        &note,
        &view.loaded_age,
    );
    for ((id, button), button_rect) in buttons.into_iter().zip(button_rects) {
        if button.show(ui, theme, ui.scope_id().with(id), button_rect).clicked() {
            frame.request_command(id);
        }
    }
}

fn draw_body(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (metric_focus, by_key): (&mut RovingFocus, bool),
    view: &PortfolioView,
    height: f32,
) {
    let area = ui.max_rect();
    let column = Rect::from_min_size(
        area.min + vec2(MARGIN, Spacing::NORMAL.top),
        vec2(area.width() - 2.0 * MARGIN, 0.0),
    );
    let mut y = column.top();
    if let (Some(failure), true) = (&view.problem, view.is_empty) {
        return notice::show_failure(ui, frame, area, failure);
    }
    if let Some(failure) = &view.problem {
        let painter = Painter::new(ui.painter(), frame.theme);
        let width = column.width().min(560.0);
        let failure_text = failure.for_screen(frame.app.cx.screen());
        y += problem::paint(&painter, pos2(column.left(), y), width, frame.messages, &failure_text) + 20.0;
    }
    if view.is_empty {
        match empty_state::loading(frame.app) {
            placeholder @ ScreenPlaceholder::Problem(_) => {
                notice::show(ui, frame, area, &placeholder, Icon::Portfolio);
            }
            ScreenPlaceholder::Empty(_) => draw_placeholders(ui, frame, column, y),
        }
        return;
    }
    let (top, bottom) = (Spacing::NORMAL.top, area.top() + height);
    let spacing = Spacing::for_screen(ui, frame, view, column.width(), bottom - y + top);
    y -= top - spacing.top;
    for some in totals::split_rows(&view.totals, column.width()) {
        let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), spacing.totals_height));
        totals::show(ui, frame, some, row);
        y += spacing.totals_height + spacing.gap;
    }
    // With two breakdowns per row, the entity fills the space beside the third.
    let fills = (breakdowns_per_row(column.width()) == 2 && !view.entity.is_empty())
        .then(|| entity::min_height(view.entity.len(), entity::MIN_FIELD_HEIGHT));
    let (end, entity_rect) =
        breakdown::draw_all(ui, frame, metric_focus, &view.breakdowns, (column, y), (spacing, fills));
    let metric_focus = (metric_focus, by_key);
    y = match entity_rect {
        Some(entity_rect) => draw_stacked(ui, frame, metric_focus, view, column.with_min_y(end), entity_rect),
        None => draw_trend_and_entity(ui, frame, metric_focus, view, column, (end, bottom), spacing),
    };
    ui.set_min_size(vec2(area.width(), y + spacing.margin - area.top()));
}

/// Draws the entity among the breakdowns, and the trend below in full width. Returns its bottom edge.
fn draw_stacked(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (metric_focus, by_key): (&mut RovingFocus, bool),
    view: &PortfolioView,
    column: Rect,
    entity_rect: Rect,
) -> f32 {
    metric_focus.scroll_to_pane(ui, frame.app, ENTITY_PANE, entity_rect);
    entity::show_beside(ui, frame, &view.entity, entity_rect, entity::MIN_FIELD_HEIGHT);
    let rect = column.with_max_y(column.top() + trend::PANE_HEIGHT);
    metric_focus.scroll_to_pane(ui, frame.app, TREND_PANE, rect);
    trend::show(ui, frame, (metric_focus, by_key), &view.trends, rect);
    rect.bottom()
}

/// Draws trend and entity, side by side if both fit. They shrink a little if the whole portfolio then ends at `bottom`.
/// Returns their bottom edge.
fn draw_trend_and_entity(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (metric_focus, by_key): (&mut RovingFocus, bool),
    view: &PortfolioView,
    column: Rect,
    (y, bottom): (f32, f32),
    spacing: Spacing,
) -> f32 {
    let row_rect = |height: f32| Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
    if breakdowns_per_row(column.width()) < 3 || view.entity.is_empty() {
        let above = row_rect(trend::PANE_HEIGHT);
        metric_focus.scroll_to_pane(ui, frame.app, TREND_PANE, above);
        trend::show(ui, frame, (metric_focus, by_key), &view.trends, above);
        let end = entity::show(ui, frame, &view.entity, column, above.bottom() + GAP);
        let below = above.with_min_y(above.bottom() + GAP).with_max_y(end - GAP);
        metric_focus.scroll_to_pane(ui, frame.app, ENTITY_PANE, below);
        return end;
    }
    let side = ((column.width() - 2.0 * GAP) / 3.0).round();
    let min = spacing.min_trend_row(view);
    let spare = bottom - y - spacing.margin;
    let row_height = if spare >= min { spare.min(trend::MAX_HEIGHT) } else { trend::PANE_HEIGHT.max(min) };
    let left_rect = row_rect(row_height).with_max_x(column.right() - side - GAP);
    metric_focus.scroll_to_pane(ui, frame.app, TREND_PANE, left_rect);
    metric_focus.scroll_to_pane(ui, frame.app, ENTITY_PANE, left_rect);
    trend::show(ui, frame, (metric_focus, by_key), &view.trends, left_rect);
    let right = left_rect.with_min_x(left_rect.right() + GAP).with_max_x(column.right());
    entity::show_beside(ui, frame, &view.entity, right, spacing.field_height);
    left_rect.bottom()
}

/// Draws placeholders during the first load.
fn draw_placeholders(ui: &Ui, frame: &FrameCtx<'_>, column: Rect, y: f32) {
    let painter = Painter::new(ui.painter(), frame.theme);
    // Use the final layout, so that nothing moves when the data arrive.
    let column_count = breakdowns_per_row(column.width());
    let width = (column.width() - GAP * (column_count - 1) as f32) / column_count as f32;
    let pane_height = Spacing::NORMAL.min_breakdown_height;
    let totals =
        Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), Spacing::NORMAL.totals_height));
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
    painter.bordered_box(
        rect,
        painter.theme.tokens.radius.pane,
        painter.theme.colors.surface,
        painter.theme.hairline(painter.theme.colors.border),
    );
}
