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
    fn for_screen(ui: &Ui, pass: &FrameCtx<'_>, view: &PortfolioView, width: f32, height: f32) -> Self {
        let pen = Painter::new(ui.painter(), pass.theme);
        let fits = |spacing: &Self| {
            let panes = [
                spacing.totals_height,
                breakdown::total_height(pass, &pen, &view.breakdowns, width, *spacing),
                spacing.min_trend_row(view),
            ];
            spacing.top + panes.iter().sum::<f32>() + 2.0 * spacing.gap + spacing.margin <= height
        };
        let close = breakdowns_per_row(width) == 3 && !fits(&Self::NORMAL) && fits(&Self::COMPACT);
        if close { Self::COMPACT } else { Self::NORMAL }
    }

    /// Returns the minimum height of the trend and of the entity beside it.
    fn min_trend_row(self, view: &PortfolioView) -> f32 {
        self.min_trend_height
            .max(entity::min_height(view.entity.len(), self.field_height))
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
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let full = ui.max_rect();
    let top = full.with_max_y(full.top() + pass.theme.tokens.size.topbar);
    let view = portfolio::portfolio_view(pass.app);
    draw_header(ui, pass, places, top, &view);
    let whole = full.with_min_y(top.bottom());
    let rest = status::draw_banner(ui, pass, whole);
    let (figures, by_key) = (&mut places.metric_focus, places.by_key);
    figures.clear();
    places
        .portfolio_scroll
        .show(ui, pass, rest, "portfolio", |ui, pass| {
            draw_body(ui, pass, (figures, by_key), &view, whole.height());
        });
}

fn draw_header(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect, view: &PortfolioView) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let (export, refresh) = (
        pass.message("button-export").into_owned(),
        pass.action_name(ActionId::Refresh),
    );
    let tables = pass.message(if pass.app.portfolio.trend().is_table {
        "show-charts"
    } else {
        "show-tables"
    });
    let twin = if pass.app.portfolio.trend().is_table {
        Icon::Chart
    } else {
        Icon::Table
    };
    let reason = pass.disabled_reason(ActionId::Export);
    let (export_cap, refresh_cap) = (pass.key_cap(ActionId::Export), pass.key_cap(ActionId::Refresh));
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
    .map(|(id, button)| {
        (
            id,
            if narrow {
                button.icon_only().with_key_cap("")
            } else {
                button
            },
        )
    });
    let widths = buttons.map(|(_, button)| button.width(&pen));
    let end = pos2(rect.right() - MARGIN, rect.center().y);
    let stand = trailing_items::rects_ending_at(end, 8.0, &widths);
    let row = rect
        .with_min_x(rect.left() + MARGIN)
        .with_max_x(trailing_items::left_edge(&stand, end.x) - 12.0);
    let title = pass.message(Screen::Portfolio.label_key()).into_owned();
    let name = title;
    let title = pen.text(row, Align::Min, &name, TextStyle::title(), ink.text);
    let note = pass.message(portfolio::header_note(pass.app));
    let said = if view.loaded_age.is_empty() {
        note.to_string()
    } else {
        format!("{note} · {}", view.loaded_age)
    };
    pen.horizontal_line(rect.x_range(), rect.bottom() - 0.5, ink.border);
    super::draw_heading(ui, pass, places, title, &format!("{name} – {said}"));
    super::screen_header::draw_note_and_age(
        &pen,
        row.with_min_x(title.right() + 16.0),
        &note,
        &view.loaded_age,
    );
    for ((id, button), place) in buttons.into_iter().zip(stand) {
        if button.show(ui, look, ui.scope_id().with(id), place).clicked() {
            pass.request_command(id);
        }
    }
}

fn draw_body(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    (figures, by_key): (&mut RovingFocus, bool),
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
        return notice::show_failure(ui, pass, area, failure);
    }
    if let Some(failure) = &view.problem {
        let pen = Painter::new(ui.painter(), pass.theme);
        let wide = column.width().min(560.0);
        let told = failure.for_screen(pass.app.cx.screen());
        y += problem::paint(&pen, pos2(column.left(), y), wide, pass.messages, &told) + 20.0;
    }
    if view.is_empty {
        match empty_state::loading(pass.app) {
            blank @ ScreenPlaceholder::Problem(_) => notice::show(ui, pass, area, &blank, Icon::Portfolio),
            ScreenPlaceholder::Empty(_) => draw_placeholders(ui, pass, column, y),
        }
        return;
    }
    let (top, bottom) = (Spacing::NORMAL.top, area.top() + height);
    let spacing = Spacing::for_screen(ui, pass, view, column.width(), bottom - y + top);
    y -= top - spacing.top;
    for some in totals::split_rows(&view.totals, column.width()) {
        let row = Rect::from_min_size(
            pos2(column.left(), y),
            vec2(column.width(), spacing.totals_height),
        );
        totals::show(ui, pass, some, row);
        y += spacing.totals_height + spacing.gap;
    }
    // With two breakdowns per row, the entity fills the space beside the third.
    let fills = (breakdowns_per_row(column.width()) == 2 && !view.entity.is_empty())
        .then(|| entity::min_height(view.entity.len(), entity::MIN_FIELD_HEIGHT));
    let (end, place) =
        breakdown::draw_all(ui, pass, figures, &view.breakdowns, (column, y), (spacing, fills));
    let figures = (figures, by_key);
    y = match place {
        Some(place) => draw_stacked(ui, pass, figures, view, column.with_min_y(end), place),
        None => draw_trend_and_entity(ui, pass, figures, view, column, (end, bottom), spacing),
    };
    ui.set_min_size(vec2(area.width(), y + spacing.margin - area.top()));
}

/// Draws the entity among the breakdowns, and the trend below in full width. Returns its bottom edge.
fn draw_stacked(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    (figures, by_key): (&mut RovingFocus, bool),
    view: &PortfolioView,
    column: Rect,
    place: Rect,
) -> f32 {
    figures.scroll_to_pane(ui, pass.app, ENTITY_PANE, place);
    entity::show_beside(ui, pass, &view.entity, place, entity::MIN_FIELD_HEIGHT);
    let rect = column.with_max_y(column.top() + trend::PANE_HEIGHT);
    figures.scroll_to_pane(ui, pass.app, TREND_PANE, rect);
    trend::show(ui, pass, (figures, by_key), &view.trends, rect);
    rect.bottom()
}

/// Draws trend and entity, side by side if both fit. They shrink a little if the whole portfolio then ends at `bottom`.
/// Returns their bottom edge.
fn draw_trend_and_entity(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    (figures, by_key): (&mut RovingFocus, bool),
    view: &PortfolioView,
    column: Rect,
    (y, bottom): (f32, f32),
    spacing: Spacing,
) -> f32 {
    let whole = |height: f32| Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
    if breakdowns_per_row(column.width()) < 3 || view.entity.is_empty() {
        let above = whole(trend::PANE_HEIGHT);
        figures.scroll_to_pane(ui, pass.app, TREND_PANE, above);
        trend::show(ui, pass, (figures, by_key), &view.trends, above);
        let end = entity::show(ui, pass, &view.entity, column, above.bottom() + GAP);
        let below = above.with_min_y(above.bottom() + GAP).with_max_y(end - GAP);
        figures.scroll_to_pane(ui, pass.app, ENTITY_PANE, below);
        return end;
    }
    let side = ((column.width() - 2.0 * GAP) / 3.0).round();
    let least = spacing.min_trend_row(view);
    let spare = bottom - y - spacing.margin;
    let high = if spare >= least {
        spare.min(trend::MAX_HEIGHT)
    } else {
        trend::PANE_HEIGHT.max(least)
    };
    let left = whole(high).with_max_x(column.right() - side - GAP);
    figures.scroll_to_pane(ui, pass.app, TREND_PANE, left);
    figures.scroll_to_pane(ui, pass.app, ENTITY_PANE, left);
    trend::show(ui, pass, (figures, by_key), &view.trends, left);
    let right = left.with_min_x(left.right() + GAP).with_max_x(column.right());
    entity::show_beside(ui, pass, &view.entity, right, spacing.field_height);
    left.bottom()
}

/// Draws placeholders during the first load.
fn draw_placeholders(ui: &Ui, pass: &FrameCtx<'_>, column: Rect, y: f32) {
    let pen = Painter::new(ui.painter(), pass.theme);
    // Use the final layout, so that nothing moves when the data arrive.
    let across = breakdowns_per_row(column.width());
    let wide = (column.width() - GAP * (across - 1) as f32) / across as f32;
    let high = Spacing::NORMAL.min_breakdown_height;
    let totals = Rect::from_min_size(
        pos2(column.left(), y),
        vec2(column.width(), Spacing::NORMAL.totals_height),
    );
    draw_pane(&pen, totals);
    for part in 0..5 {
        let x = totals.left() + 20.0 + part as f32 * totals.width() / 5.0;
        skeleton::paint_bar(&pen, pos2(x, totals.top() + 22.0), 64.0, 8.0);
        skeleton::paint_bar(&pen, pos2(x, totals.top() + 46.0), 96.0, 18.0);
    }
    // With two per row, the entity fills the space beside the third.
    for part in 0..if across == 2 { 4 } else { 3 } {
        let (place, line) = ((part % across) as f32, (part / across) as f32);
        let corner = pos2(
            column.left() + place * (wide + GAP),
            totals.bottom() + GAP + line * (high + GAP),
        );
        let rect = Rect::from_min_size(corner, vec2(wide, high));
        draw_pane(&pen, rect);
        skeleton::paint_bar(&pen, rect.min + vec2(16.0, 20.0), 120.0, 10.0);
        for row in 0..7 {
            let share = 0.9 - row as f32 * 0.11;
            skeleton::paint_bar(
                &pen,
                rect.min + vec2(16.0, 54.0 + row as f32 * 24.0),
                (wide - 32.0) * share,
                8.0,
            );
        }
    }
}

fn draw_pane(pen: &Painter<'_>, rect: Rect) {
    pen.bordered_box(
        rect,
        pen.theme.tokens.radius.pane,
        pen.theme.colors.surface,
        pen.theme.hairline(pen.theme.colors.border),
    );
}
