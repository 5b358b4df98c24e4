//! One breakdown: a bar for each code, and whether the counts add up to the total.

use egui::{Align, Id, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::Action;
use encours_core::view::portfolio::{Bar, Breakdown, BreakdownView};
use encours_core::view::vocabulary::Band;

use super::super::bounds;
use super::{Along, GAP, Spacing, across, pane};
use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, Tip};

/// Draws the breakdowns, beside each other as far as their words have room. Returns where they end; and the place beside
/// the last one, where there is one for something that is at least `fills` high, else that one takes it.
pub(super) fn all(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    figures: &mut Along,
    views: &[BreakdownView],
    (column, mut y): (Rect, f32),
    (spacing, fills): (Spacing, Option<f32>),
) -> (f32, Option<Rect>) {
    let across = across(column.width());
    let wide = (column.width() - GAP * (across - 1) as f32) / across as f32;
    let pen = Pen::new(ui.painter(), pass.look);
    let shape = Shape::of(&pen, pass, views, wide, spacing);
    let mut place = None;
    for (row, group) in views.chunks(across).enumerate() {
        let alone = group.len() < across;
        let least = fills.filter(|_| alone).unwrap_or(0.0);
        let height = shape.height(pass, group, across).max(least);
        let whole = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
        for (at, view) in group.iter().enumerate() {
            let x = column.left() + at as f32 * (wide + GAP);
            let rect = if alone && fills.is_none() {
                whole
            } else {
                whole.with_min_x(x).with_max_x(x + wide)
            };
            figures.bring(ui, pass.app, row * across + at, rect);
            breakdown(ui, pass, figures, view, rect, shape);
            place = (alone && fills.is_some()).then(|| whole.with_min_x(rect.right() + GAP));
        }
        y += height + spacing.gap;
    }
    (y, place)
}

/// How high all of them are with this spacing, without what is left between them.
pub(super) fn height(
    pass: &Pass<'_>,
    pen: &Pen<'_>,
    views: &[BreakdownView],
    width: f32,
    spacing: Spacing,
) -> f32 {
    let across = across(width);
    let wide = (width - GAP * (across - 1) as f32) / across as f32;
    let shape = Shape::of(pen, pass, views, wide, spacing);
    views
        .chunks(across)
        .map(|group| shape.height(pass, group, across))
        .sum()
}

/// How high the rows are, and whether a code stands under its name: the same for all three, so that they line up.
#[derive(Clone, Copy)]
struct Shape {
    row: f32,
    under: bool,
    spacing: Spacing,
}

impl Shape {
    fn of(pen: &Pen<'_>, pass: &Pass<'_>, views: &[BreakdownView], wide: f32, spacing: Spacing) -> Self {
        let inner = Rect::from_min_size(pos2(0.0, 0.0), vec2(wide - 32.0, 0.0));
        let cut = |view: &BreakdownView| {
            let columns = Columns::of(pen, view, inner);
            let room = columns.count - columns.bar - 24.0;
            view.bars
                .iter()
                .any(|bar| pen.width(&bar.code, Face::code()) > room)
        };
        let under = pass.app.trend().table && views.iter().any(cut);
        let row = pass.look.tokens.size.bar_row + if under { 14.0 } else { 0.0 };
        Self { row, under, spacing }
    }

    /// How high those are that stand beside each other.
    fn height(self, pass: &Pass<'_>, group: &[BreakdownView], across: usize) -> f32 {
        let most = group.iter().map(|view| view.bars.len()).max().unwrap_or(0) as f32;
        // The table has a row for the sum.
        let extra = if pass.app.trend().table { 1.0 } else { 0.0 };
        let rows = (most + extra) * self.row;
        if across == 1 {
            108.0 + rows
        } else {
            (self.spacing.over + rows + self.spacing.under).max(self.spacing.breakdown)
        }
    }
}

fn breakdown(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    figures: &mut Along,
    view: &BreakdownView,
    rect: Rect,
    shape: Shape,
) {
    let ink = &pass.look.ink;
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(view.title.as_str())
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::Table)
            .accessibility_label(format!("{} – {}", view.title, view.check.text)),
    );
    bounds(&child, rect.intersect(ui.clip_rect()));
    let ui = &mut child;
    let pen = Pen::new(ui.painter(), pass.look);
    pane(&pen, rect);
    let inner = rect.shrink2(vec2(16.0, 0.0));
    let head = Rect::from_min_size(
        pos2(inner.left(), rect.top() + shape.spacing.over - 32.0),
        vec2(inner.width(), 20.0),
    );
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
    let height = shape.row;
    let ids: Vec<Id> = (0..view.bars.len())
        .map(|at| ui.scope_id().with(("bar", at)))
        .collect();
    let stop = figures.group(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let row = Rect::from_min_size(
            pos2(inner.left(), rect.top() + shape.spacing.over + at as f32 * height),
            vec2(inner.width(), height),
        );
        let response = Along::interact(ui, row, id, at == stop);
        response.widget_info(|| {
            WidgetInfo::labeled(
                Role::Row,
                true,
                format!("{} – {} – {}", bar.label, bar.count, bar.share),
            )
        });
        let around = row.expand2(vec2(6.0, 0.0));
        if response.hovered() {
            pen.fill(around, pass.look.tokens.radius.chip, pass.look.ink.hover);
        }
        if response.has_focus() {
            pen.ring(around.shrink(2.0), pass.look.tokens.radius.chip);
        }
        bar_row(&pen, pass, view, bar, row, (&columns, shape));
        if response.clicked() {
            pass.act(Action::DrillInto {
                breakdown: view.kind,
                code: bar.key.clone(),
            });
        }
        let way = pass.word("drill-operations");
        if pass.uncovered() {
            response.tip(format!(
                "{} ({})\n{} · {}\n{way}",
                bar.label, bar.code, bar.count, bar.share
            ));
        }
    }
    if pass.app.trend().table && !view.bars.is_empty() {
        sum_row(
            &pen,
            pass,
            view,
            inner,
            rect.top() + shape.spacing.over + view.bars.len() as f32 * height,
            &columns,
        );
    }
    let line =
        |up: f32| Rect::from_min_size(pos2(inner.left(), rect.bottom() - up), vec2(inner.width(), 18.0));
    let closer = (Spacing::DESIGNED.under - shape.spacing.under) / 2.0;
    let (above, lowest) = if view.concentration.is_empty() || view.note.is_empty() {
        (line(30.0 - closer), line(30.0 - closer))
    } else {
        (line(46.0 - closer), line(28.0 - closer))
    };
    let color = pass.look.ink.text_tertiary;
    let long = pen.width(&view.note, Face::small()) > inner.width();
    // The few words where the sentence would be cut; what is missing of the classes is short already.
    let note = if long && view.kind != Breakdown::Class {
        &view.foot_short
    } else {
        &view.note
    };
    for (rect, text) in [(above, note), (lowest, &view.concentration)] {
        if text.is_empty() {
            continue;
        }
        let place = pen.text(rect, Align::Min, text, Face::small(), color);
        let response = ui.interact(place, ui.scope_id().with(text), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        if *text == view.concentration && pass.uncovered() {
            response.tip(pass.word("concentration-why"));
        }
    }
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

fn bar_row(
    pen: &Pen<'_>,
    pass: &Pass<'_>,
    view: &BreakdownView,
    bar: &Bar,
    row: Rect,
    (columns, shape): (&Columns, Shape),
) {
    let ink = &pass.look.ink;
    let class = (view.kind == Breakdown::Class).then_some(bar.code.as_str());
    if let Some(code) = class {
        pen.swatch(pos2(row.left() + 5.0, row.center().y), code);
    }
    let mut label = Rect::from_x_y_ranges(columns.label..=columns.bar - 8.0, row.y_range());
    let mut code = Rect::from_x_y_ranges(columns.bar..=columns.count - 20.0, row.y_range());
    if shape.under {
        let lines = Rect::from_x_y_ranges(columns.label..=columns.count - 24.0, row.y_range());
        (label, code) = (
            lines.with_max_y(row.center().y + 1.0),
            lines.with_min_y(row.center().y - 1.0),
        );
    }
    pen.text(label, Align::Min, &bar.label, Face::small(), ink.text);
    if pass.app.trend().table {
        pen.text(code, Align::Min, &bar.code, Face::code(), ink.text_tertiary);
        figures(pen, pass, &bar.count, &bar.share, row, columns);
        return;
    }
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
    figures(pen, pass, &bar.count, &bar.share, row, columns);
}

fn figures(pen: &Pen<'_>, pass: &Pass<'_>, count: &str, share: &str, row: Rect, columns: &Columns) {
    let ink = &pass.look.ink;
    let place = Rect::from_x_y_ranges(columns.count - 20.0..=columns.share, row.y_range());
    pen.text(place, Align::Max, count, Face::column(), ink.text);
    let place = Rect::from_x_y_ranges(columns.share + 4.0..=row.right(), row.y_range());
    pen.text(place, Align::Max, share, Face::small(), ink.text_tertiary);
}

/// What the rows add up to, under them.
fn sum_row(pen: &Pen<'_>, pass: &Pass<'_>, view: &BreakdownView, inner: Rect, y: f32, columns: &Columns) {
    let row = Rect::from_min_size(
        pos2(inner.left(), y),
        vec2(inner.width(), pass.look.tokens.size.bar_row),
    );
    pen.rule(row.x_range(), row.top() + 0.5, pass.look.ink.border_strong);
    let label = row.with_max_x(columns.count - 24.0);
    pen.text(
        label,
        Align::Min,
        &pass.word("table-sum"),
        Face::strong(),
        pass.look.ink.text,
    );
    figures(pen, pass, &view.sum, "", row, columns);
}
