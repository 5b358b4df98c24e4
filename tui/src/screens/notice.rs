//! What a screen says where it has nothing to show: what is the case, what was kept, what to do.

use encours_core::app::App;
use encours_core::view::blank::{Blank, Notice};
use encours_core::view::problem::ProblemView;
use encours_core::view::text::wrap;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame;
use crate::widgets::Canvas;

/// The widest line that is read at a glance.
const WIDEST: u16 = 64;

/// Draws what stands in the place of a screen.
pub fn blank(app: &App, canvas: &mut Canvas<'_>, area: Rect, blank: &Blank) {
    match blank {
        Blank::Notice(notice) => draw(app, canvas, area, notice),
        Blank::Problem(view) => problem(canvas, area, view),
    }
}

/// Draws a notice in the upper middle of `area`, with the key of the action that helps.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, notice: &Notice) {
    let theme = canvas.theme;
    let lines = [
        (notice.title.as_str(), theme.heading()),
        (notice.text.as_str(), theme.second()),
    ];
    let (x, y) = paragraphs(canvas, area, &lines);
    let hint = notice.action.and_then(|action| frame::offer(app, action));
    if let Some(hint) = hint.filter(|_| y + 1 < area.bottom()) {
        frame::hint(canvas, x, y + 1, area.right().saturating_sub(x), &hint);
    }
}

/// Draws a failure in the upper middle of `area`.
pub fn problem(canvas: &mut Canvas<'_>, area: Rect, problem: &ProblemView) {
    let lines = problem_lines(canvas, problem);
    let lines: Vec<(&str, Style)> = lines
        .iter()
        .map(|(text, style)| (text.as_str(), *style))
        .collect();
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
    lines.extend(
        problem
            .detail
            .iter()
            .map(|text| (text.to_string(), theme.second())),
    );
    lines.extend(
        problem
            .request_id
            .iter()
            .map(|text| (text.to_string(), theme.second())),
    );
    lines.retain(|(text, _)| !text.trim().is_empty());
    lines
}

/// Writes lines in the upper middle of `area`. Returns where the next one would begin.
fn paragraphs(canvas: &mut Canvas<'_>, area: Rect, lines: &[(&str, Style)]) -> (u16, u16) {
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
    (x, top.saturating_add(height))
}
