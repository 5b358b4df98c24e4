//! What a screen says where it has nothing to show: what is the case, what was kept, what to do.

use encours_core::view::problem::{Notice, ProblemView};
use encours_core::view::text::wrap;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::Canvas;

/// The widest line that is read at a glance.
const WIDEST: u16 = 64;

/// Draws a notice in the upper middle of `area`.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, notice: &Notice) {
    let theme = canvas.theme;
    let mut lines = vec![(notice.title.as_str(), theme.heading())];
    lines.extend(notice.text.iter().map(|text| (text.as_str(), theme.second())));
    paragraphs(canvas, area, &lines);
}

/// Draws a failure in the upper middle of `area`.
pub fn problem(canvas: &mut Canvas<'_>, area: Rect, problem: &ProblemView) {
    let lines = problem_lines(canvas, problem);
    let lines: Vec<(&str, Style)> = lines.iter().map(|(text, style)| (text.as_str(), *style)).collect();
    paragraphs(canvas, area, &lines);
}

/// A failure as lines: what happened, what was kept, what to do, and what support will ask for.
pub fn problem_lines(canvas: &Canvas<'_>, problem: &ProblemView) -> Vec<(String, Style)> {
    let theme = canvas.theme;
    let mut lines = vec![
        (format!("▲ {}", problem.title), theme.alert()),
        (problem.kept.clone(), theme.text()),
        (problem.todo.clone(), theme.text()),
    ];
    lines.extend(problem.answer.iter().map(|text| (text.clone(), theme.second())));
    lines.extend(problem.detail.iter().map(|text| (text.to_string(), theme.second())));
    lines.extend(problem.request_id.iter().map(|text| (text.to_string(), theme.second())));
    lines.retain(|(text, _)| !text.trim().is_empty());
    lines
}

fn paragraphs(canvas: &mut Canvas<'_>, area: Rect, lines: &[(&str, Style)]) {
    let width = WIDEST.min(area.width.saturating_sub(2));
    let x = area.x + (area.width - width) / 2;
    let wrapped: Vec<(String, Style)> = lines
        .iter()
        .flat_map(|(text, style)| wrap(text, usize::from(width)).into_iter().map(|line| (line, *style)))
        .collect();
    let height = wrapped.len() as u16;
    let top = area.y + area.height.saturating_sub(height) / 3;
    for (y, (line, style)) in (top..area.bottom()).zip(&wrapped) {
        canvas.put(x, y, width, line, *style);
    }
}
