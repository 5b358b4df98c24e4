//! The breakdowns on the page: bars with counts and shares, and notes below.
//!
//! The notes tell if a sum does not match its total, what the legend omits, and how many bars did not fit.

use crate::prelude::*;
use encours_core::app::foundation::presentation::tiles::Bar;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::screens::portfolio::view::portfolio::PortfolioView;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::theme::Pattern;

use super::canvas::{Canvas, PagePart, wrap};
use super::fonts;
use super::page::{GAP, PaneNote, draw_pane, row_rect, small_style};

/// Height of a bar's line, and of each further line of its name.
const BAR_HEIGHT: f32 = 14.0;
const NAME_LINE_HEIGHT: f32 = 10.0;

/// Draws the breakdowns side by side. Returns their bottom edge.
pub(super) fn draw(theme: &Theme, canvas: &mut impl Canvas, view: &PortfolioView, area: Rect) -> f32 {
    /// Maximum height, which leaves space for the panes below.
    const MAX_HEIGHT: f32 = 222.0;
    let width = (area.width() - 2.0 * GAP) / 3.0;
    // The page shows the charts as on the screen and notes what they omit.
    let views: Vec<BreakdownView> = view.breakdowns.iter().map(BreakdownView::drawn_only).collect();
    let full_height = |bars_view: &BreakdownView| {
        let name_width = names_width(bars_view, width - 20.0);
        let bars: f32 = bars_view.bars.iter().map(|bar| bar_height(bar, name_width)).sum();
        bars + note_lines(bars_view, width - 20.0).len() as f32 * 11.0 + 58.0
    };
    let height = views.iter().map(full_height).fold(120.0, f32::max).min(MAX_HEIGHT);
    for (at, bars_view) in views.iter().enumerate() {
        let x = area.left() + at as f32 * (width + GAP);
        let pane_rect = rect_at(x, area.top(), width, height);
        canvas.within(PagePart::Section, |canvas| {
            draw_breakdown(theme, canvas, bars_view, pane_rect);
        });
    }
    area.top() + height
}

/// Returns the notes of a breakdown as lines.
fn note_lines(view: &BreakdownView, available: f32) -> Vec<String> {
    [view.hidden_names.as_str(), &view.note, &view.concentration]
        .into_iter()
        .filter(|note| !note.is_empty())
        .flat_map(|note| wrap(note, small_style(8.5, FontWeight::Regular), available))
        .collect()
}

/// Returns the width of the names of a breakdown.
fn names_width(view: &BreakdownView, available: f32) -> f32 {
    let style = small_style(8.5, FontWeight::Regular);
    let names = view.bars.iter().map(|bar| fonts::text_width(&bar.label, style));
    let number_width: f32 = number_widths(view).iter().sum();
    names.fold(60.0, f32::max).min(available - 46.0 - number_width) + 2.0
}

/// Returns the widths of counts and shares, each with its gap.
fn number_widths(view: &BreakdownView) -> [f32; 2] {
    /// Minimum widths, so that the columns of adjacent panes align.
    const MIN_WIDTHS: [f32; 2] = [30.0, 36.0];
    const NUMBER_GAP: f32 = 8.0;
    let widest = |text: fn(&Bar) -> &str, weight, usual: f32| {
        let style = small_style(8.5, weight);
        let measured = view.bars.iter().map(|bar| fonts::text_width(text(bar), style) + NUMBER_GAP);
        measured.fold(usual, f32::max)
    };
    [
        widest(|bar| &bar.count, FontWeight::SemiBold, MIN_WIDTHS[0]),
        widest(|bar| &bar.share, FontWeight::Regular, MIN_WIDTHS[1]),
    ]
}

fn bar_height(bar: &Bar, name_width: f32) -> f32 {
    let lines = wrap(&bar.label, small_style(8.5, FontWeight::Regular), name_width).len();
    BAR_HEIGHT + lines.saturating_sub(1) as f32 * NAME_LINE_HEIGHT
}

fn draw_breakdown(theme: &Theme, canvas: &mut impl Canvas, view: &BreakdownView, rect: Rect) {
    let colors = &theme.colors;
    let color = if view.check.agrees { colors.text_secondary } else { colors.text };
    let note = PaneNote { text: &view.check.text, color, has_marker: !view.check.agrees };
    let (inner, check) = draw_pane(theme, canvas, rect, &view.title, note);
    let style = small_style(8.5, FontWeight::Regular);
    if !view.check.agrees {
        // The same marker as on the screen: a square on its corner.
        let (center, corners) = (check - vec2(7.0, 0.0), [(0.0, -3.4), (3.4, 0.0), (0.0, 3.4), (-3.4, 0.0)]);
        canvas.polygon(&corners.map(|(x, y)| center + vec2(x, y)), theme.band_colors.watch);
    }
    let notes = note_lines(view, inner.width());
    let notes_height = notes.len() as f32 * 11.0 + 4.0;
    let name_width = names_width(view, inner.width());
    let [counts, shares] = number_widths(view);
    // If not all bars fit, reserve a line for the number of the others.
    let all: f32 = view.bars.iter().map(|bar| bar_height(bar, name_width)).sum();
    let spare = if all > inner.height() - notes_height { BAR_HEIGHT } else { 0.0 };
    let available_height = inner.height() - notes_height - spare;
    let (mut top, mut drawn_bars) = (0.0, 0);
    for bar in &view.bars {
        let height = bar_height(bar, name_width);
        if top + height > available_height {
            break;
        }
        let line = row_rect(inner, top, BAR_HEIGHT);
        canvas.begin(PagePart::Line);
        for (at, text) in wrap(&bar.label, style, name_width).iter().enumerate() {
            let bar_rect = row_rect(inner, top + at as f32 * NAME_LINE_HEIGHT, BAR_HEIGHT)
                .with_max_x(inner.left() + name_width);
            canvas.text_in(bar_rect, Align::Min, text, style, colors.text);
        }
        let start = line.left() + name_width + 6.0;
        let available_height = line.right() - counts - shares - start;
        if bar.length > 0.0 {
            let length = (available_height * bar.length.min(1.0)).max(1.5);
            let bar_rect = rect_at(start, line.center().y - 3.5, length, 7.0);
            let class = (view.kind == Breakdown::Class).then_some(bar.key.as_str());
            draw_bar(theme, canvas, class, bar_rect);
        }
        let count = line.with_max_x(line.right() - shares);
        canvas.text_in(count, Align::Max, &bar.count, small_style(8.5, FontWeight::SemiBold), colors.text);
        canvas.text_in(line, Align::Max, &bar.share, style, colors.text_tertiary);
        canvas.end();
        top += height;
        drawn_bars += 1;
    }
    let left_out = view.bars.len() - drawn_bars;
    if left_out > 0 {
        let line = row_rect(inner, top, BAR_HEIGHT);
        canvas.text_in(line, Align::Min, &format!("+ {left_out}"), style, colors.text_tertiary);
    }
    let first = inner.bottom() - notes.len() as f32 * 11.0;
    for (at, note) in notes.iter().enumerate() {
        let line = row_rect(inner, first - inner.top() + at as f32 * 11.0, 11.0);
        canvas.text_in(line, Align::Min, note, style, colors.text_tertiary);
    }
}

/// Draws a bar, plain or in the pattern of a class. The patterns distinguish classes in greyscale print.
fn draw_bar(theme: &Theme, canvas: &mut impl Canvas, class: Option<&str>, bar: Rect) {
    let Some(code) = class else {
        canvas.fill(bar, theme.colors.bar);
        return;
    };
    let (fill, edge, pattern) = theme.class_style(code);
    let background = theme.colors.surface;
    canvas.fill(bar, fill.unwrap_or(background));
    let inner = bar.shrink(0.5);
    match pattern {
        Pattern::Solid | Pattern::Dashed => {}
        Pattern::Stripe => {
            for y in [bar.top() + 2.0, bar.top() + 4.75] {
                canvas.line(&[pos2(inner.left(), y), pos2(inner.right(), y)], 0.9, background);
            }
        }
        Pattern::Split => draw_hatch(canvas, inner, background),
        Pattern::Dot => {
            let mut x = inner.left() + 2.5;
            while x + 1.0 < inner.right() {
                canvas.fill(Rect::from_center_size(pos2(x, bar.center().y), vec2(2.2, 2.2)), background);
                x += 6.0;
            }
        }
    }
    canvas.outline(bar, 0.5, edge);
}

/// Draws a diagonal hatch, clipped by computation because the canvas has no clip area.
fn draw_hatch(canvas: &mut impl Canvas, inner: Rect, color: Color32) {
    /// Distance between two lines.
    const HATCH_STEP: f32 = 4.5;
    let mut x = inner.left() - inner.height();
    while x < inner.right() {
        let from = pos2(x.max(inner.left()), inner.bottom() - (inner.left() - x).max(0.0));
        let end = x + inner.height();
        let to = pos2(end.min(inner.right()), inner.top() + (end - inner.right()).max(0.0));
        if to.x > from.x {
            canvas.line(&[from, to], 0.9, color);
        }
        x += HATCH_STEP;
    }
}
