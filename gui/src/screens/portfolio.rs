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
use encours_core::app::screens::portfolio::trends::TREND;
use encours_core::app::screens::portfolio::view::portfolio::{self, PortfolioView};
use encours_core::app::shell::view::empty_state::{self, Blank};
use encours_core::app::tools::palette::targets::ENTITY;

use super::{Places, status};
pub use roving_focus::{Along, Way};

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, empty_state as notice, problem, skeleton, trailing_items};

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
    totals: f32,
    /// Vertical gap between panes.
    gap: f32,
    /// Space below the last pane.
    margin: f32,
    /// Space above and below the rows of a breakdown.
    over: f32,
    under: f32,
    /// Minimum height of a breakdown.
    breakdown: f32,
    /// Minimum height of the trend, and height of an entity field.
    trend: f32,
    field: f32,
}

impl Spacing {
    const DESIGNED: Self = Self {
        top: MARGIN,
        totals: 100.0,
        gap: GAP,
        margin: MARGIN,
        over: 45.0,
        under: 55.0,
        breakdown: 316.0,
        trend: trend::LEAST,
        field: entity::LOW,
    };
    const CLOSE: Self = Self {
        top: 8.0,
        totals: 76.0,
        gap: 8.0,
        margin: 8.0,
        over: 40.0,
        under: 46.0,
        breakdown: 0.0,
        trend: trend::CLOSE,
        field: entity::CLOSE,
    };

    /// Returns the smaller spacing if only that avoids scrolling, else the normal one.
    fn of(ui: &Ui, pass: &Pass<'_>, view: &PortfolioView, width: f32, height: f32) -> Self {
        let pen = Pen::new(ui.painter(), pass.look);
        let fits = |spacing: &Self| {
            let panes = [
                spacing.totals,
                breakdown::height(pass, &pen, &view.breakdowns, width, *spacing),
                spacing.least(view),
            ];
            spacing.top + panes.iter().sum::<f32>() + 2.0 * spacing.gap + spacing.margin <= height
        };
        let close = across(width) == 3 && !fits(&Self::DESIGNED) && fits(&Self::CLOSE);
        if close { Self::CLOSE } else { Self::DESIGNED }
    }

    /// Returns the minimum height of the trend and of the entity beside it.
    fn least(self, view: &PortfolioView) -> f32 {
        self.trend.max(entity::least(view.entity.len(), self.field))
    }
}

/// Returns the number of breakdowns per row. The limits follow from the longest French names with bars, counts and
/// shares.
fn across(width: f32) -> usize {
    match width {
        960.0.. => 3,
        680.0.. => 2,
        _ => 1,
    }
}

/// Draws the portfolio.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let full = ui.max_rect();
    let top = full.with_max_y(full.top() + pass.look.tokens.size.topbar);
    let view = portfolio::portfolio(pass.app);
    head(ui, pass, places, top, &view);
    let whole = full.with_min_y(top.bottom());
    let rest = status::banner(ui, pass, whole);
    let (figures, by_key) = (&mut places.figures, places.by_key);
    figures.clear();
    places.portfolio.show(ui, pass, rest, "portfolio", |ui, pass| {
        body(ui, pass, (figures, by_key), &view, whole.height());
    });
}

fn head(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &PortfolioView) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let (export, refresh) = (
        pass.word("button-export").into_owned(),
        pass.label(ActionId::Refresh),
    );
    let tables = pass.word(if pass.app.portfolio.trend().table {
        "show-charts"
    } else {
        "show-tables"
    });
    let twin = if pass.app.portfolio.trend().table {
        Icon::Chart
    } else {
        Icon::Table
    };
    let reason = pass.reason(ActionId::Export);
    let (export_cap, refresh_cap) = (pass.cap(ActionId::Export), pass.cap(ActionId::Refresh));
    let narrow = rect.width() < 760.0;
    let buttons = [
        (ActionId::ToggleChart, Button::of_icon(&tables, twin)),
        (
            ActionId::Refresh,
            Button::new(&refresh)
                .icon(Icon::Refresh)
                .key(&refresh_cap)
                .kind(Kind::Ghost),
        ),
        (
            ActionId::Export,
            Button::new(&export)
                .icon(Icon::Export)
                .key(&export_cap)
                .disabled(reason.as_deref()),
        ),
    ]
    .map(|(id, button)| (id, if narrow { button.short().key("") } else { button }));
    let widths = buttons.map(|(_, button)| button.width(&pen));
    let end = pos2(rect.right() - MARGIN, rect.center().y);
    let stand = trailing_items::ending_at(end, 8.0, &widths);
    let row = rect
        .with_min_x(rect.left() + MARGIN)
        .with_max_x(trailing_items::begins(&stand, end.x) - 12.0);
    let title = pass.word(Screen::Portfolio.label_key()).into_owned();
    let name = title;
    let title = pen.text(row, Align::Min, &name, Face::title(), ink.text);
    let note = pass.word(portfolio::head_note(pass.app));
    let said = if view.read.is_empty() {
        note.to_string()
    } else {
        format!("{note} · {}", view.read)
    };
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    super::heading(ui, pass, places, title, &format!("{name} – {said}"));
    super::screen_header::aged(&pen, row.with_min_x(title.right() + 16.0), &note, &view.read);
    for ((id, button), place) in buttons.into_iter().zip(stand) {
        if button.show(ui, look, ui.scope_id().with(id), place).clicked() {
            pass.run(id);
        }
    }
}

fn body(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    (figures, by_key): (&mut Along, bool),
    view: &PortfolioView,
    height: f32,
) {
    let area = ui.max_rect();
    let column = Rect::from_min_size(
        area.min + vec2(MARGIN, Spacing::DESIGNED.top),
        vec2(area.width() - 2.0 * MARGIN, 0.0),
    );
    let mut y = column.top();
    if let (Some(failure), true) = (&view.problem, view.empty) {
        return notice::failure(ui, pass, area, failure);
    }
    if let Some(failure) = &view.problem {
        let pen = Pen::new(ui.painter(), pass.look);
        let wide = column.width().min(560.0);
        let told = failure.told_on(pass.app.cx.screen());
        y += problem::paint(&pen, pos2(column.left(), y), wide, pass.words, &told) + 20.0;
    }
    if view.empty {
        match empty_state::reading(pass.app) {
            blank @ Blank::Problem(_) => notice::show(ui, pass, area, &blank, Icon::Portfolio),
            Blank::Notice(_) => outlines(ui, pass, column, y),
        }
        return;
    }
    let (top, bottom) = (Spacing::DESIGNED.top, area.top() + height);
    let spacing = Spacing::of(ui, pass, view, column.width(), bottom - y + top);
    y -= top - spacing.top;
    for some in totals::by_row(&view.totals, column.width()) {
        let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), spacing.totals));
        totals::show(ui, pass, some, row);
        y += spacing.totals + spacing.gap;
    }
    // With two breakdowns per row, the entity fills the space beside the third.
    let fills = (across(column.width()) == 2 && !view.entity.is_empty())
        .then(|| entity::least(view.entity.len(), entity::LOW));
    let (end, place) = breakdown::all(ui, pass, figures, &view.breakdowns, (column, y), (spacing, fills));
    let figures = (figures, by_key);
    y = match place {
        Some(place) => under(ui, pass, figures, view, column.with_min_y(end), place),
        None => beside(ui, pass, figures, view, column, (end, bottom), spacing),
    };
    ui.set_min_size(vec2(area.width(), y + spacing.margin - area.top()));
}

/// Draws the entity among the breakdowns, and the trend below in full width. Returns its bottom edge.
fn under(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    (figures, by_key): (&mut Along, bool),
    view: &PortfolioView,
    column: Rect,
    place: Rect,
) -> f32 {
    figures.bring(ui, pass.app, ENTITY, place);
    entity::beside(ui, pass, &view.entity, place, entity::LOW);
    let rect = column.with_max_y(column.top() + trend::HEIGHT);
    figures.bring(ui, pass.app, TREND, rect);
    trend::show(ui, pass, (figures, by_key), &view.trends, rect);
    rect.bottom()
}

/// Draws trend and entity, side by side if both fit. They shrink a little if the whole portfolio then ends at `bottom`.
/// Returns their bottom edge.
fn beside(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    (figures, by_key): (&mut Along, bool),
    view: &PortfolioView,
    column: Rect,
    (y, bottom): (f32, f32),
    spacing: Spacing,
) -> f32 {
    let whole = |height: f32| Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
    if across(column.width()) < 3 || view.entity.is_empty() {
        let above = whole(trend::HEIGHT);
        figures.bring(ui, pass.app, TREND, above);
        trend::show(ui, pass, (figures, by_key), &view.trends, above);
        let end = entity::show(ui, pass, &view.entity, column, above.bottom() + GAP);
        let below = above.with_min_y(above.bottom() + GAP).with_max_y(end - GAP);
        figures.bring(ui, pass.app, ENTITY, below);
        return end;
    }
    let side = ((column.width() - 2.0 * GAP) / 3.0).round();
    let least = spacing.least(view);
    let spare = bottom - y - spacing.margin;
    let high = if spare >= least {
        spare.min(trend::MOST)
    } else {
        trend::HEIGHT.max(least)
    };
    let left = whole(high).with_max_x(column.right() - side - GAP);
    figures.bring(ui, pass.app, TREND, left);
    figures.bring(ui, pass.app, ENTITY, left);
    trend::show(ui, pass, (figures, by_key), &view.trends, left);
    let right = left.with_min_x(left.right() + GAP).with_max_x(column.right());
    entity::beside(ui, pass, &view.entity, right, spacing.field);
    left.bottom()
}

/// Draws placeholders during the first load.
fn outlines(ui: &Ui, pass: &Pass<'_>, column: Rect, y: f32) {
    let pen = Pen::new(ui.painter(), pass.look);
    // Use the final layout, so that nothing moves when the data arrive.
    let across = across(column.width());
    let wide = (column.width() - GAP * (across - 1) as f32) / across as f32;
    let high = Spacing::DESIGNED.breakdown;
    let totals = Rect::from_min_size(
        pos2(column.left(), y),
        vec2(column.width(), Spacing::DESIGNED.totals),
    );
    pane(&pen, totals);
    for part in 0..5 {
        let x = totals.left() + 20.0 + part as f32 * totals.width() / 5.0;
        skeleton::bar(&pen, pos2(x, totals.top() + 22.0), 64.0, 8.0);
        skeleton::bar(&pen, pos2(x, totals.top() + 46.0), 96.0, 18.0);
    }
    // With two per row, the entity fills the space beside the third.
    for part in 0..if across == 2 { 4 } else { 3 } {
        let (place, line) = ((part % across) as f32, (part / across) as f32);
        let corner = pos2(
            column.left() + place * (wide + GAP),
            totals.bottom() + GAP + line * (high + GAP),
        );
        let rect = Rect::from_min_size(corner, vec2(wide, high));
        pane(&pen, rect);
        skeleton::bar(&pen, rect.min + vec2(16.0, 20.0), 120.0, 10.0);
        for row in 0..7 {
            let share = 0.9 - row as f32 * 0.11;
            skeleton::bar(
                &pen,
                rect.min + vec2(16.0, 54.0 + row as f32 * 24.0),
                (wide - 32.0) * share,
                8.0,
            );
        }
    }
}

fn pane(pen: &Pen<'_>, rect: Rect) {
    pen.boxed(
        rect,
        pen.look.tokens.radius.pane,
        pen.look.ink.surface,
        pen.look.hairline(pen.look.ink.border),
    );
}
