//! The breakdowns on the page: bars with counts and shares, and notes below.
//!
//! The notes tell if a sum does not match its total, what the legend omits, and how many bars did not fit.

use egui::{Align, Rect, pos2, vec2};
use encours_core::app::foundation::presentation::bar::Bar;
use encours_core::app::screens::portfolio::view::breakdown::BreakdownView;
use encours_core::app::screens::portfolio::view::portfolio::PortfolioView;
use encours_core::dataset::breakdown::Breakdown;

use super::canvas::{Canvas, Part, lines};
use super::page::{GAP, Note, pane, row, small};
use super::{bars, fonts};
use crate::theme::{Look, Weight};

/// Height of a bar's line, and of each further line of its name.
const BAR: f32 = 14.0;
const MORE: f32 = 10.0;

/// Draws the breakdowns side by side. Returns their bottom edge.
pub(super) fn draw(look: &Look, canvas: &mut impl Canvas, view: &PortfolioView, area: Rect) -> f32 {
    /// Maximum height, which leaves space for the panes below.
    const MOST: f32 = 222.0;
    let wide = (area.width() - 2.0 * GAP) / 3.0;
    // The page shows the charts as on the screen and notes what they omit.
    let drawn: Vec<BreakdownView> = view.breakdowns.iter().map(BreakdownView::drawn).collect();
    let wanted = |one: &BreakdownView| {
        let named = named(one, wide - 20.0);
        let bars: f32 = one.bars.iter().map(|bar| bar_height(bar, named)).sum();
        bars + notes(one, wide - 20.0).len() as f32 * 11.0 + 58.0
    };
    let height = drawn.iter().map(wanted).fold(120.0, f32::max).min(MOST);
    for (at, one) in drawn.iter().enumerate() {
        let x = area.left() + at as f32 * (wide + GAP);
        let place = Rect::from_min_size(pos2(x, area.top()), vec2(wide, height));
        canvas.within(Part::Section, |canvas| breakdown(look, canvas, one, place));
    }
    area.top() + height
}

/// Returns the notes of a breakdown as lines.
fn notes(view: &BreakdownView, room: f32) -> Vec<String> {
    [view.left_out.as_str(), &view.note, &view.concentration]
        .into_iter()
        .filter(|note| !note.is_empty())
        .flat_map(|note| lines(note, small(8.5, Weight::Regular), room))
        .collect()
}

/// Returns the width of the names of a breakdown.
fn named(view: &BreakdownView, room: f32) -> f32 {
    let face = small(8.5, Weight::Regular);
    let names = view.bars.iter().map(|bar| fonts::width(&bar.label, face));
    let figures: f32 = figures(view).iter().sum();
    names.fold(60.0, f32::max).min(room - 46.0 - figures) + 2.0
}

/// Returns the widths of counts and shares, each with its gap.
fn figures(view: &BreakdownView) -> [f32; 2] {
    /// Minimum widths, so that the columns of adjacent panes align.
    const USUAL: [f32; 2] = [30.0, 36.0];
    const APART: f32 = 8.0;
    let widest = |text: fn(&Bar) -> &str, weight, usual: f32| {
        let face = small(8.5, weight);
        let figures = view.bars.iter().map(|bar| fonts::width(text(bar), face) + APART);
        figures.fold(usual, f32::max)
    };
    [
        widest(|bar| &bar.count, Weight::SemiBold, USUAL[0]),
        widest(|bar| &bar.share, Weight::Regular, USUAL[1]),
    ]
}

fn bar_height(bar: &Bar, named: f32) -> f32 {
    let lines = lines(&bar.label, small(8.5, Weight::Regular), named).len();
    BAR + lines.saturating_sub(1) as f32 * MORE
}

fn breakdown(look: &Look, canvas: &mut impl Canvas, view: &BreakdownView, rect: Rect) {
    let ink = &look.ink;
    let color = if view.check.agrees {
        ink.text_secondary
    } else {
        ink.text
    };
    let note = Note {
        text: &view.check.text,
        color,
        signed: !view.check.agrees,
    };
    let (inner, check) = pane(look, canvas, rect, &view.title, note);
    let face = small(8.5, Weight::Regular);
    if !view.check.agrees {
        // The same marker as on the screen.
        bars::diamond(canvas, pos2(check.x - 7.0, check.y), look.bands.watch);
    }
    let notes = notes(view, inner.width());
    let under = notes.len() as f32 * 11.0 + 4.0;
    let named = named(view, inner.width());
    let [counts, shares] = figures(view);
    // If not all bars fit, reserve a line for the number of the others.
    let all: f32 = view.bars.iter().map(|bar| bar_height(bar, named)).sum();
    let spare = if all > inner.height() - under { BAR } else { 0.0 };
    let room = inner.height() - under - spare;
    let (mut top, mut drawn) = (0.0, 0);
    for bar in &view.bars {
        let height = bar_height(bar, named);
        if top + height > room {
            break;
        }
        let line = row(inner, top, BAR);
        canvas.begin(Part::Line);
        for (at, text) in lines(&bar.label, face, named).iter().enumerate() {
            let place = row(inner, top + at as f32 * MORE, BAR).with_max_x(inner.left() + named);
            canvas.text(place, Align::Min, text, face, ink.text);
        }
        let start = line.left() + named + 6.0;
        let room = line.right() - counts - shares - start;
        if bar.length > 0.0 {
            let length = (room * bar.length.min(1.0)).max(1.5);
            let place = Rect::from_min_size(pos2(start, line.center().y - 3.5), vec2(length, 7.0));
            let class = (view.kind == Breakdown::Class).then_some(bar.key.as_str());
            bars::bar(look, canvas, class, place);
        }
        let count = line.with_max_x(line.right() - shares);
        canvas.text(
            count,
            Align::Max,
            &bar.count,
            small(8.5, Weight::SemiBold),
            ink.text,
        );
        canvas.text(line, Align::Max, &bar.share, face, ink.text_tertiary);
        canvas.end();
        top += height;
        drawn += 1;
    }
    let left = view.bars.len() - drawn;
    if left > 0 {
        let line = row(inner, top, BAR);
        canvas.text(line, Align::Min, &format!("+ {left}"), face, ink.text_tertiary);
    }
    let first = inner.bottom() - notes.len() as f32 * 11.0;
    for (at, note) in notes.iter().enumerate() {
        let line = row(inner, first - inner.top() + at as f32 * 11.0, 11.0);
        canvas.text(line, Align::Min, note, face, ink.text_tertiary);
    }
}
