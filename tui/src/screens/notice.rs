//! What a screen says where it has nothing to show: what is the case, what was kept, what to do.

use encours_core::app::App;
use encours_core::view::blank::{Blank, Notice};
use encours_core::view::problem::ProblemView;
use encours_core::view::text::{Arg, Words, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame;
use crate::widgets::Canvas;

/// The widest line that is read at a glance.
const WIDEST: u16 = 64;

/// Draws what stands in the place of a screen.
pub fn blank(app: &App, canvas: &mut Canvas<'_>, area: Rect, blank: &Blank) {
    match blank {
        Blank::Notice(notice) => draw(canvas, area, notice),
        Blank::Problem(view) => problem(app, canvas, area, view),
    }
}

/// Draws a notice in the upper middle of `area`.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, notice: &Notice) {
    let theme = canvas.theme;
    paragraphs(
        canvas,
        area,
        &[(&notice.title, theme.heading()), (&notice.text, theme.second())],
    );
}

/// Draws a failure in the upper middle of `area`.
pub fn problem(app: &App, canvas: &mut Canvas<'_>, area: Rect, problem: &ProblemView) {
    let lines = problem_lines(app, canvas, problem);
    let lines: Vec<(&str, Style)> = lines
        .iter()
        .map(|(text, style)| (text.as_str(), *style))
        .collect();
    paragraphs(canvas, area, &lines);
}

/// A failure as lines: what happened, what was kept, what to do, and what support will ask for.
pub fn problem_lines(app: &App, canvas: &Canvas<'_>, problem: &ProblemView) -> Vec<(String, Style)> {
    let (words, theme) = (Words::new(app.lang()), canvas.theme);
    let todo = words.with(
        "error-to-do",
        &[("what", Arg::from(frame::in_a_sentence(&problem.todo)))],
    );
    let mut lines = vec![
        (format!("▲ {}", problem.title), theme.alert()),
        (problem.kept.clone(), theme.text()),
        (todo, theme.text()),
    ];
    let facts = [
        ("error-response", problem.answer.as_deref()),
        ("error-detail", problem.detail.as_deref()),
        ("error-request", problem.request_id.as_deref()),
    ];
    for (label, fact) in facts {
        if let Some(fact) = fact.filter(|fact| !fact.is_empty()) {
            lines.push((format!("{}  {fact}", words.get(label)), theme.second()));
        }
    }
    lines
}

/// Writes lines in the upper middle of `area`.
fn paragraphs(canvas: &mut Canvas<'_>, area: Rect, lines: &[(&str, Style)]) {
    let width = WIDEST.min(area.width.saturating_sub(2));
    let x = area.x + (area.width - width) / 2;
    let wrapped: Vec<(String, Style)> = lines
        .iter()
        .flat_map(|(text, style)| {
            wrap(text, usize::from(width))
                .into_iter()
                .map(|line| (line, *style))
        })
        .collect();
    let height = wrapped.len() as u16;
    let top = area.y + area.height.saturating_sub(height) / 3;
    for (y, (line, style)) in (top..area.bottom()).zip(&wrapped) {
        canvas.put(x, y, width, line, *style);
    }
}
