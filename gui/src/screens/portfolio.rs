//! The portfolio: totals, three breakdowns with their sums checked, the entity card.

use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Role, ScrollArea, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::{ActionId, Screen};
use encours_core::view::blank::{self, Blank};
use encours_core::view::portfolio::{self, Bar, Breakdown, BreakdownView, EntityLine, PortfolioView, Total};
use encours_core::view::vocabulary::Band;

use super::status;
use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Pen, notice, problem, skeleton};

const MARGIN: f32 = 24.0;
const GAP: f32 = 15.0;
const TOTALS: f32 = 104.0;

/// Draws the portfolio.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>) {
    let full = ui.max_rect();
    let top = full.with_max_y(full.top() + pass.look.tokens.size.topbar);
    let view = portfolio::portfolio(pass.app);
    head(ui, pass, top, &view);
    let rest = status::banner(ui, pass, full.with_min_y(top.bottom()));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rest).id_salt("scrolled"));
    ScrollArea::vertical()
        .id_salt("portfolio")
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
        .show(&mut child, |ui| body(ui, pass, &view));
}

fn head(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &PortfolioView) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let label = pass.label(ActionId::Refresh);
    let cap = pass.cap(ActionId::Refresh);
    let button = Button::new(&label).icon(Icon::Refresh).key(&cap);
    let width = button.width(&pen);
    let place = Rect::from_min_size(
        pos2(rect.right() - MARGIN - width, rect.center().y - 14.0),
        vec2(width, 28.0),
    );
    if button
        .show(ui, look, ui.scope_id().with("refresh"), place)
        .clicked()
    {
        pass.run(ActionId::Refresh);
    }
    let row = rect
        .with_min_x(rect.left() + MARGIN)
        .with_max_x(place.left() - 12.0);
    let title = pass.word(Screen::Portfolio.label_key()).into_owned();
    let title = pen.text(row, Align::Min, &title, Face::title(), ink.text);
    let note = pass.word("portfolio-head-note");
    let note = if view.read.is_empty() {
        note.into_owned()
    } else {
        format!("{note} · {}", view.read)
    };
    pen.text(
        row.with_min_x(title.right() + 16.0),
        Align::Min,
        &note,
        Face::small(),
        ink.text_tertiary,
    );
}

fn body(ui: &mut Ui, pass: &mut Pass<'_>, view: &PortfolioView) {
    let area = ui.max_rect();
    let column = Rect::from_min_size(
        area.min + vec2(MARGIN, 4.0),
        vec2(area.width() - 2.0 * MARGIN, 0.0),
    );
    let mut y = column.top();
    if let Some(failure) = &view.problem {
        let pen = Pen::new(ui.painter(), pass.look);
        y += problem::paint(
            &pen,
            pos2(column.left(), y),
            column.width().min(560.0),
            pass.words,
            failure,
        ) + 20.0;
    }
    if view.empty {
        match blank::reading(pass.app) {
            blank @ Blank::Problem(_) if view.problem.is_none() => {
                notice::show(ui, pass, area, &blank, Icon::Portfolio);
            }
            _ if view.problem.is_none() => outlines(ui, pass, column, y),
            _ => {}
        }
        return;
    }
    totals(
        ui,
        pass,
        &view.totals,
        Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), TOTALS)),
    );
    y += TOTALS + GAP + 2.0;
    y = breakdowns(ui, pass, &view.breakdowns, column, y);
    y = entity(ui, pass, &view.entity, column, y);
    let pen = Pen::new(ui.painter(), pass.look);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), 18.0));
    pen.text(
        row,
        Align::Min,
        &view.checks,
        Face::small(),
        pass.look.ink.text_tertiary,
    );
    ui.set_min_size(vec2(area.width(), y + 18.0 + MARGIN - area.top()));
}

/// The place of what has not been read yet.
fn outlines(ui: &Ui, pass: &Pass<'_>, column: Rect, y: f32) {
    let pen = Pen::new(ui.painter(), pass.look);
    let wide = (column.width() - 2.0 * GAP) / 3.0;
    let totals = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), TOTALS));
    pane(&pen, totals);
    for part in 0..5 {
        let x = totals.left() + 20.0 + part as f32 * totals.width() / 5.0;
        skeleton::bar(&pen, pos2(x, totals.top() + 22.0), 64.0, 8.0);
        skeleton::bar(&pen, pos2(x, totals.top() + 46.0), 96.0, 18.0);
    }
    for part in 0..3 {
        let x = column.left() + part as f32 * (wide + GAP);
        let rect = Rect::from_min_size(pos2(x, totals.bottom() + GAP + 2.0), vec2(wide, 316.0));
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

fn totals(ui: &Ui, pass: &Pass<'_>, totals: &[Total], rect: Rect) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    pane(&pen, rect);
    // The amount takes the room of two counts.
    let share = |total: &Total| if total.exact.is_some() { 1.9 } else { 1.0 };
    let whole: f32 = totals.iter().map(share).sum();
    let mut x = rect.left();
    for (at, total) in totals.iter().enumerate() {
        let wide = rect.width() * share(total) / whole.max(1.0);
        let cell = Rect::from_min_size(pos2(x, rect.top()), vec2(wide, rect.height()));
        if at > 0 {
            pen.pole(cell.left() + 0.5, cell.y_range().shrink(1.0), ink.border);
        }
        let inner = cell.shrink2(vec2(20.0, 0.0));
        let row = |y: f32, height: f32| {
            Rect::from_min_size(pos2(inner.left(), cell.top() + y), vec2(inner.width(), height))
        };
        pen.text(
            row(22.0, 16.0),
            Align::Min,
            &total.label,
            Face::small(),
            ink.text_secondary,
        );
        let value = pen.text(
            row(44.0, 32.0),
            Align::Min,
            &total.value,
            Face::display(),
            ink.text,
        );
        if let Some(exact) = &total.exact {
            let beside = row(50.0, 22.0).with_min_x(value.right() + 12.0);
            let fits = pen.width(exact, Face::small()) <= beside.width();
            let place = if fits { beside } else { row(78.0, 16.0) };
            pen.text(place, Align::Min, exact, Face::small(), ink.text_tertiary);
        }
        let response = ui.interact(cell, ui.scope_id().with(("total", at)), Sense::hover());
        let spoken = format!(
            "{} – {}",
            total.label,
            total.exact.as_deref().unwrap_or(&total.value)
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &spoken));
        x += wide;
    }
}

fn breakdowns(ui: &mut Ui, pass: &Pass<'_>, views: &[BreakdownView], column: Rect, mut y: f32) -> f32 {
    // Three beside each other where there is room, else one under the other.
    let across = if column.width() >= 900.0 { 3 } else { 1 };
    let wide = (column.width() - GAP * (across - 1) as f32) / across as f32;
    let row = pass.look.tokens.size.bar_row;
    for group in views.chunks(across) {
        let most = group.iter().map(|view| view.bars.len()).max().unwrap_or(0) as f32;
        let height = if across == 1 {
            92.0 + most * row
        } else {
            (92.0 + most * row).max(316.0)
        };
        for (at, view) in group.iter().enumerate() {
            let x = column.left() + at as f32 * (wide + GAP);
            breakdown(
                ui,
                pass,
                view,
                Rect::from_min_size(pos2(x, y), vec2(wide, height)),
            );
        }
        y += height + GAP + 2.0;
    }
    y
}

fn breakdown(ui: &mut Ui, pass: &Pass<'_>, view: &BreakdownView, rect: Rect) {
    let ink = &pass.look.ink;
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(view.title.as_str())
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::Table)
            .accessibility_label(format!("{} – {}", view.title, view.check.text)),
    );
    let ui = &mut child;
    let pen = Pen::new(ui.painter(), pass.look);
    pane(&pen, rect);
    let inner = rect.shrink2(vec2(16.0, 0.0));
    let head = Rect::from_min_size(pos2(inner.left(), rect.top() + 13.0), vec2(inner.width(), 20.0));
    let check = pen.text(
        head,
        Align::Max,
        &view.check.text,
        Face::small(),
        if view.check.agrees {
            ink.text_secondary
        } else {
            ink.text
        },
    );
    if view.check.agrees {
        pen.icon_of(
            pos2(check.left() - 13.0, head.center().y),
            Icon::Check,
            14.0,
            pass.look.bands.ok,
        );
    } else {
        pen.band(pos2(check.left() - 12.0, head.center().y), Band::Watch);
    }
    pen.text(
        head.with_max_x(check.left() - 24.0),
        Align::Min,
        &view.title,
        Face::heading(),
        ink.text,
    );
    if view.bars.is_empty() {
        let row = Rect::from_min_size(pos2(inner.left(), rect.top() + 48.0), vec2(inner.width(), 18.0));
        pen.text(
            row,
            Align::Min,
            &pass.word("breakdown-empty"),
            Face::small(),
            ink.text_tertiary,
        );
    }
    let columns = Columns::of(&pen, view, inner);
    let height = pass.look.tokens.size.bar_row;
    for (at, bar) in view.bars.iter().enumerate() {
        let row = Rect::from_min_size(
            pos2(inner.left(), rect.top() + 45.0 + at as f32 * height),
            vec2(inner.width(), height),
        );
        bar_row(&pen, pass, view, bar, row, &columns);
        let response = ui.interact(row, ui.scope_id().with(("bar", at)), Sense::hover());
        response.widget_info(|| {
            WidgetInfo::labeled(
                Role::Row,
                true,
                format!("{} – {} – {}", bar.label, bar.count, bar.share),
            )
        });
    }
    let foot = Rect::from_min_size(
        pos2(inner.left(), rect.bottom() - 30.0),
        vec2(inner.width(), 18.0),
    );
    pen.text(foot, Align::Min, &view.foot, Face::small(), ink.text_tertiary);
}

/// Where the columns of a breakdown stand: the same for each of its rows.
struct Columns {
    label: f32,
    bar: f32,
    count: f32,
    share: f32,
}

impl Columns {
    fn of(pen: &Pen<'_>, view: &BreakdownView, inner: Rect) -> Self {
        let widest = |face: Face, text: fn(&Bar) -> &str| {
            view.bars
                .iter()
                .map(|bar| pen.width(text(bar), face))
                .fold(0.0, f32::max)
        };
        let share = inner.right() - widest(Face::small(), |bar| &bar.share).max(42.0) - 10.0;
        let count = share - widest(Face::column(), |bar| &bar.count).max(18.0) - 12.0;
        let lead = if view.kind == Breakdown::Class { 16.0 } else { 0.0 };
        let label = inner.left() + lead;
        let wide = widest(Face::small(), |bar| &bar.label).min((count - label) * 0.66);
        Self {
            label,
            bar: label + wide + 12.0,
            count,
            share,
        }
    }
}

fn bar_row(pen: &Pen<'_>, pass: &Pass<'_>, view: &BreakdownView, bar: &Bar, row: Rect, columns: &Columns) {
    let ink = &pass.look.ink;
    let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
    if let Some(code) = class {
        pen.swatch(pos2(row.left() + 5.0, row.center().y), code);
    }
    let label = Rect::from_x_y_ranges(columns.label..=columns.bar - 8.0, row.y_range());
    pen.text(label, Align::Min, &bar.label, Face::small(), ink.text);
    let room = columns.count - columns.bar;
    let length = (room * bar.length.clamp(0.0, 1.0)).max(2.0);
    let height = pass.look.tokens.size.bar;
    pen.bar(
        Rect::from_min_size(
            pos2(columns.bar, row.center().y - height / 2.0),
            vec2(length, height),
        ),
        class,
    );
    let count = Rect::from_x_y_ranges(columns.count..=columns.share, row.y_range());
    pen.text(count, Align::Max, &bar.count, Face::column(), ink.text);
    let share = Rect::from_x_y_ranges(columns.share + 4.0..=row.right(), row.y_range());
    pen.text(share, Align::Max, &bar.share, Face::small(), ink.text_tertiary);
}

fn entity(ui: &mut Ui, pass: &Pass<'_>, lines: &[EntityLine], column: Rect, y: f32) -> f32 {
    if lines.is_empty() {
        return y;
    }
    let ink = &pass.look.ink;
    // Two columns of fields where there is room.
    let across = if column.width() >= 760.0 { 2 } else { 1 };
    let rows = lines.len().div_ceil(across);
    let rect = Rect::from_min_size(
        pos2(column.left(), y),
        vec2(column.width(), 52.0 + rows as f32 * 29.0 + 8.0),
    );
    let pen = Pen::new(ui.painter(), pass.look);
    pane(&pen, rect);
    let head = Rect::from_min_size(rect.min + vec2(16.0, 13.0), vec2(rect.width() - 32.0, 20.0));
    pen.text(
        head,
        Align::Min,
        &pass.word("entity-title"),
        Face::heading(),
        ink.text,
    );
    let wide = (rect.width() - 32.0 - 32.0 * (across - 1) as f32) / across as f32;
    for (at, line) in lines.iter().enumerate() {
        let (part, row) = (at / rows, at % rows);
        let place = Rect::from_min_size(
            pos2(
                rect.left() + 16.0 + part as f32 * (wide + 32.0),
                rect.top() + 44.0 + row as f32 * 29.0,
            ),
            vec2(wide, 29.0),
        );
        pen.rule(place.x_range(), place.top() + 0.5, ink.border);
        pen.text(
            place.with_max_x(place.left() + 140.0),
            Align::Min,
            &line.label,
            Face::small(),
            ink.text_tertiary,
        );
        let color = if line.known { ink.text } else { ink.text_tertiary };
        let value = pen.text(
            place.with_min_x(place.left() + 148.0),
            Align::Min,
            &line.value,
            Face::body(),
            color,
        );
        let note = place.with_min_x(value.right() + 8.0);
        pen.text(
            note,
            Align::Min,
            &line.note,
            Face::small().weighing(Weight::Regular),
            ink.text_tertiary,
        );
        let response = ui.interact(place, ui.scope_id().with(("entity", at)), Sense::hover());
        let spoken = format!("{} – {} {}", line.label, line.value, line.note);
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, spoken.trim_end()));
    }
    rect.bottom() + GAP
}
