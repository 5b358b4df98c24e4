//! A breakdown: a bar for each code, and a check of the counts against the total.

mod legend;
mod rows;

use egui::{Align, Id, Rect, Role, Sense, Ui, UiBuilder, WidgetInfo, pos2, vec2};
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::shell::action::Action;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::vocabulary::Band;

use legend::{draw_hidden_note, draw_keys};
use rows::{BreakdownColumns, draw_bar_row, draw_sum_row};

use super::super::set_a11y_bounds;
use super::{GAP, RovingFocus, Spacing, breakdowns_per_row, draw_pane};
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Painter, TooltipExt};

/// Draws the breakdowns, as many per row as fit. Returns their bottom edge and the free area beside the last one. If
/// that area would be lower than `fills`, the last breakdown takes it.
pub(super) fn draw_all(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    figures: &mut RovingFocus,
    views: &[BreakdownView],
    (column, mut y): (Rect, f32),
    (spacing, fills): (Spacing, Option<f32>),
) -> (f32, Option<Rect>) {
    let across = breakdowns_per_row(column.width());
    let wide = (column.width() - GAP * (across - 1) as f32) / across as f32;
    let pen = Painter::new(ui.painter(), pass.theme);
    let shape = BreakdownShape::new(&pen, pass, views, wide, spacing);
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
            figures.scroll_to_pane(ui, pass.app, row * across + at, rect);
            draw_breakdown(ui, pass, figures, view, rect, shape);
            place = (alone && fills.is_some()).then(|| whole.with_min_x(rect.right() + GAP));
        }
        y += height + spacing.gap;
    }
    (y, place)
}

/// Returns the height of all breakdowns with this spacing, without gaps.
pub(super) fn total_height(
    pass: &FrameCtx<'_>,
    pen: &Painter<'_>,
    views: &[BreakdownView],
    width: f32,
    spacing: Spacing,
) -> f32 {
    let across = breakdowns_per_row(width);
    let wide = (width - GAP * (across - 1) as f32) / across as f32;
    let shape = BreakdownShape::new(pen, pass, views, wide, spacing);
    views
        .chunks(across)
        .map(|group| shape.height(pass, group, across))
        .sum()
}

/// Row height of all three breakdowns; `under` is true if codes go below their names.
#[derive(Clone, Copy)]
struct BreakdownShape {
    row_height: f32,
    codes_below: bool,
    spacing: Spacing,
}

impl BreakdownShape {
    fn new(
        pen: &Painter<'_>,
        pass: &FrameCtx<'_>,
        views: &[BreakdownView],
        wide: f32,
        spacing: Spacing,
    ) -> Self {
        let inner = Rect::from_min_size(pos2(0.0, 0.0), vec2(wide - 32.0, 0.0));
        let cut = |view: &BreakdownView| {
            let columns = BreakdownColumns::new(pen, view, (inner, false));
            let room = columns.count_x - columns.bar_x - 24.0;
            view.bars
                .iter()
                .any(|bar| pen.text_width(&bar.code, TextStyle::code()) > room)
        };
        let codes_below = pass.app.portfolio.trend().is_table && views.iter().any(cut);
        let row_height = pass.theme.tokens.size.bar_row + if codes_below { 14.0 } else { 0.0 };
        Self {
            row_height,
            codes_below,
            spacing,
        }
    }

    /// Returns the height of a row of breakdowns.
    fn height(self, pass: &FrameCtx<'_>, group: &[BreakdownView], across: usize) -> f32 {
        let most = group.iter().map(|view| view.bars.len()).max().unwrap_or(0) as f32;
        // The table has an additional row for the sum.
        let extra = if pass.app.portfolio.trend().is_table {
            1.0
        } else {
            0.0
        };
        let rows = (most + extra) * self.row_height;
        if across == 1 {
            108.0 + rows
        } else {
            (self.spacing.row_space_above + rows + self.spacing.row_space_below)
                .max(self.spacing.min_breakdown_height)
        }
    }
}

fn draw_breakdown(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    figures: &mut RovingFocus,
    view: &BreakdownView,
    rect: Rect,
    shape: BreakdownShape,
) {
    let ink = &pass.theme.colors;
    let mut child = ui.new_child(
        UiBuilder::new()
            .id_salt(view.title.as_str())
            .max_rect(rect)
            .accessibility_role(egui::accesskit::Role::Table)
            .accessibility_label(a11y_text(view)),
    );
    set_a11y_bounds(&child, rect.intersect(ui.clip_rect()));
    let ui = &mut child;
    let pen = Painter::new(ui.painter(), pass.theme);
    draw_pane(&pen, rect);
    let inner = rect.shrink2(vec2(16.0, 0.0));
    let head = Rect::from_min_size(
        pos2(inner.left(), rect.top() + shape.spacing.row_space_above - 32.0),
        vec2(inner.width(), 20.0),
    );
    let check = pen.text(
        head,
        Align::Max,
        &view.check.text,
        TextStyle::small(),
        if view.check.agrees {
            ink.text_secondary
        } else {
            ink.text
        },
    );
    if view.check.agrees {
        pen.sized_icon(
            pos2(check.left() - 13.0, head.center().y),
            Icon::Check,
            14.0,
            pass.theme.band_colors.ok,
        );
    } else {
        pen.band_shape(pos2(check.left() - 12.0, head.center().y), Band::Watch);
    }
    pen.text(
        head.with_max_x(check.left() - 24.0),
        Align::Min,
        &view.title,
        TextStyle::heading(),
        ink.text,
    );
    if view.bars.is_empty() {
        let row = Rect::from_min_size(pos2(inner.left(), rect.top() + 48.0), vec2(inner.width(), 18.0));
        pen.text(
            row,
            Align::Min,
            &pass.message("breakdown-empty"),
            TextStyle::small(),
            ink.text_tertiary,
        );
    }
    let charted = !pass.app.portfolio.trend().is_table;
    let columns = BreakdownColumns::new(&pen, view, (inner, charted));
    let height = shape.row_height;
    let place = |at: usize| {
        Rect::from_min_size(
            pos2(
                inner.left(),
                rect.top() + shape.spacing.row_space_above + at as f32 * height,
            ),
            vec2(inner.width(), height),
        )
    };
    if charted {
        draw_keys(ui, pass, figures, view, place);
    }
    let ids: Vec<Id> = (0..view.bars.len())
        .map(|at| ui.scope_id().with(("bar", at)))
        .collect();
    let stop = figures.add_rows(ui.ctx(), ids.clone());
    for ((at, bar), id) in view.bars.iter().enumerate().zip(ids) {
        let whole = place(at);
        // The legend key before the bar is a separate button.
        let row = whole.with_min_x(if charted {
            columns.label_x - 3.0
        } else {
            whole.left()
        });
        let response = RovingFocus::interact(ui, row, id, at == stop);
        let hidden = charted && bar.hidden;
        response.widget_info(|| {
            let mut told = format!("{} – {} – {}", bar.label, bar.count, bar.share);
            if hidden {
                told = format!("{told} – {}", pass.messages.get("series-hidden"));
            }
            WidgetInfo::labeled(Role::Row, true, told)
        });
        let around = if charted {
            row.with_max_x(row.right() + 6.0)
        } else {
            row.expand2(vec2(6.0, 0.0))
        };
        if response.hovered() {
            pen.fill(around, pass.theme.tokens.radius.chip, pass.theme.colors.hover);
        }
        if response.has_focus() {
            pen.focus_ring(around.shrink(2.0), pass.theme.tokens.radius.chip);
        }
        draw_bar_row(&pen, pass, view, bar, whole, (&columns, shape.codes_below));
        if response.clicked() {
            pass.request(Action::DrillInto {
                breakdown: view.kind,
                code: bar.key.clone(),
            });
        }
        let way = pass.message("drill-operations");
        if pass.is_uncovered() {
            response.tooltip(format!(
                "{} ({})\n{} · {}\n{way}",
                bar.label, bar.code, bar.count, bar.share
            ));
        }
    }
    if pass.app.portfolio.trend().is_table && !view.bars.is_empty() {
        draw_sum_row(
            &pen,
            pass,
            view,
            inner,
            rect.top() + shape.spacing.row_space_above + view.bars.len() as f32 * height,
            &columns,
        );
    }
    draw_notes(ui, pass, view, inner, shape.spacing);
}

/// Draws up to two lines of notes below the bars. A note on hidden bars replaces the constant one; a note on a mismatch
/// stays.
fn draw_notes(ui: &Ui, pass: &mut FrameCtx<'_>, view: &BreakdownView, inner: Rect, spacing: Spacing) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let out = !view.hidden_names.is_empty() && !pass.app.portfolio.trend().is_table;
    // Use the short note if the long one would be truncated; the note on classes is short anyway.
    let long = pen.text_width(&view.note, TextStyle::small()) > inner.width();
    let note = match view.kind {
        _ if out => "",
        Breakdown::Status | Breakdown::Type if long => &view.footer_short,
        _ => &view.note,
    };
    let closer = (Spacing::NORMAL.row_space_below - spacing.row_space_below) / 2.0;
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
        draw_hidden_note(ui, pass, view, above);
    }
    let lacks = Some(&view.note).filter(|note| out && view.kind == Breakdown::Class && !note.is_empty());
    let both = lacks.map(|note| format!("{note} · {}", view.concentration));
    let both = both.filter(|both| pen.text_width(both, TextStyle::small()) <= inner.width());
    let last = both.as_ref().or(lacks).unwrap_or(&view.concentration);
    for (rect, text) in [(above, note), (lowest, last.as_str())] {
        if text.is_empty() {
            continue;
        }
        let place = pen.text(
            rect,
            Align::Min,
            text,
            TextStyle::small(),
            pass.theme.colors.text_tertiary,
        );
        let response = ui.interact(place, ui.scope_id().with(text), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        let concentrated = !view.concentration.is_empty() && text.ends_with(&view.concentration);
        if concentrated && pass.is_uncovered() {
            response.tooltip(pass.message("concentration-why"));
        }
    }
}

/// Returns the accessible text of a breakdown.
fn a11y_text(view: &BreakdownView) -> String {
    let parts = [view.title.as_str(), &view.check.text, &view.hidden_names];
    let told: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    told.join(" – ")
}
