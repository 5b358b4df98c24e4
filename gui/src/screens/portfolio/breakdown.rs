//! A breakdown: a bar for each code, and a check of the counts against the total.

mod legend;
mod rows;

use egui::{Align, Id, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::shell::action::Action;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::vocabulary::Band;

use legend::{keys, left_out};
use rows::{Columns, bar_row, sum_row};

use super::super::bounds;
use super::{Along, GAP, Spacing, across, pane};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, Tip};

/// Draws the breakdowns, as many per row as fit. Returns their bottom edge and the free area beside the last one. If
/// that area would be lower than `fills`, the last breakdown takes it.
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

/// Returns the height of all breakdowns with this spacing, without gaps.
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

/// Row height of all three breakdowns; `under` is true if codes go below their names.
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
            let columns = Columns::of(pen, view, (inner, false));
            let room = columns.count - columns.bar - 24.0;
            view.bars
                .iter()
                .any(|bar| pen.width(&bar.code, Face::code()) > room)
        };
        let under = pass.app.portfolio.trend().table && views.iter().any(cut);
        let row = pass.look.tokens.size.bar_row + if under { 14.0 } else { 0.0 };
        Self { row, under, spacing }
    }

    /// Returns the height of a row of breakdowns.
    fn height(self, pass: &Pass<'_>, group: &[BreakdownView], across: usize) -> f32 {
        let most = group.iter().map(|view| view.bars.len()).max().unwrap_or(0) as f32;
        // The table has an additional row for the sum.
        let extra = if pass.app.portfolio.trend().table {
            1.0
        } else {
            0.0
        };
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
            .accessibility_label(spoken(view)),
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
    let charted = !pass.app.portfolio.trend().table;
    let columns = Columns::of(&pen, view, (inner, charted));
    let height = shape.row;
    let place = |at: usize| {
        Rect::from_min_size(
            pos2(inner.left(), rect.top() + shape.spacing.over + at as f32 * height),
            vec2(inner.width(), height),
        )
    };
    if charted {
        keys(ui, pass, figures, view, place);
    }
    let ids: Vec<Id> = (0..view.bars.len())
        .map(|at| ui.scope_id().with(("bar", at)))
        .collect();
    let stop = figures.group(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let whole = place(at);
        // The legend key before the bar is a separate button.
        let row = whole.with_min_x(if charted {
            columns.label - 3.0
        } else {
            whole.left()
        });
        let response = Along::interact(ui, row, id, at == stop);
        let hidden = charted && bar.hidden;
        response.widget_info(|| {
            let mut told = format!("{} – {} – {}", bar.label, bar.count, bar.share);
            if hidden {
                told = format!("{told} – {}", pass.words.get("series-hidden"));
            }
            WidgetInfo::labeled(Role::Row, true, told)
        });
        let around = if charted {
            row.with_max_x(row.right() + 6.0)
        } else {
            row.expand2(vec2(6.0, 0.0))
        };
        if response.hovered() {
            pen.fill(around, pass.look.tokens.radius.chip, pass.look.ink.hover);
        }
        if response.has_focus() {
            pen.ring(around.shrink(2.0), pass.look.tokens.radius.chip);
        }
        bar_row(&pen, pass, view, bar, whole, (&columns, shape.under));
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
    if pass.app.portfolio.trend().table && !view.bars.is_empty() {
        sum_row(
            &pen,
            pass,
            view,
            inner,
            rect.top() + shape.spacing.over + view.bars.len() as f32 * height,
            &columns,
        );
    }
    foot(ui, pass, view, inner, shape.spacing);
}

/// Draws up to two lines of notes below the bars. A note on hidden bars replaces the constant one; a note on a mismatch
/// stays.
fn foot(ui: &Ui, pass: &mut Pass<'_>, view: &BreakdownView, inner: Rect, spacing: Spacing) {
    let pen = Pen::new(ui.painter(), pass.look);
    let out = !view.left_out.is_empty() && !pass.app.portfolio.trend().table;
    // Use the short note if the long one would be truncated; the note on classes is short anyway.
    let long = pen.width(&view.note, Face::small()) > inner.width();
    let note = match view.kind {
        _ if out => "",
        Breakdown::Status | Breakdown::Type if long => &view.foot_short,
        _ => &view.note,
    };
    let closer = (Spacing::DESIGNED.under - spacing.under) / 2.0;
    let line = |up: f32| {
        let corner = pos2(inner.left(), inner.bottom() - up + closer);
        Rect::from_min_size(corner, vec2(inner.width(), 18.0))
    };
    let (above, lowest) = if view.concentration.is_empty() || (note.is_empty() && !out) {
        (line(30.0), line(30.0))
    } else {
        (line(46.0), line(28.0))
    };
    if out {
        left_out(ui, pass, view, above);
    }
    let lacks = Some(&view.note).filter(|note| out && view.kind == Breakdown::Class && !note.is_empty());
    let both = lacks.map(|note| format!("{note} · {}", view.concentration));
    let both = both.filter(|both| pen.width(both, Face::small()) <= inner.width());
    let last = both.as_ref().or(lacks).unwrap_or(&view.concentration);
    for (rect, text) in [(above, note), (lowest, last.as_str())] {
        if text.is_empty() {
            continue;
        }
        let place = pen.text(rect, Align::Min, text, Face::small(), pass.look.ink.text_tertiary);
        let response = ui.interact(place, ui.scope_id().with(text), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        let concentrated = !view.concentration.is_empty() && text.ends_with(&view.concentration);
        if concentrated && pass.uncovered() {
            response.tip(pass.word("concentration-why"));
        }
    }
}

/// Returns the accessible text of a breakdown.
fn spoken(view: &BreakdownView) -> String {
    let parts = [view.title.as_str(), &view.check.text, &view.left_out];
    let told: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    told.join(" – ")
}
