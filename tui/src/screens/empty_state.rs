//! Empty states and failures of screens and panes: cause, consequence, advice.

use encours_core::app::foundation::presentation::notice::Notice;
use encours_core::app::foundation::presentation::problem::ProblemView;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::app::shell::view::empty_state::Blank;
use encours_core::text::{Arg, Words, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::{self, Frame};
use crate::widgets::Canvas;

/// Maximum line width for easy reading.
const WIDEST: u16 = 64;

/// Draws an empty state or a failure in place of a screen.
pub fn blank(app: &App, canvas: &mut Canvas<'_>, area: Rect, blank: &Blank) {
    match blank {
        Blank::Notice(notice) => draw(canvas, area, notice),
        Blank::Problem(view) => problem(app, canvas, area, view),
    }
}

/// Draws an empty state in place of the deals, from row `top`. Returns whether one was needed.
pub fn instead(app: &App, canvas: &mut Canvas<'_>, frame: Frame, top: u16) -> bool {
    let Some(blank) = empty_state::board(app) else {
        return false;
    };
    let area = Rect {
        y: top,
        height: frame.body.bottom().saturating_sub(top),
        ..frame.body
    };
    self::blank(app, canvas, area, &blank);
    true
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

/// Draws a failure in a pane: first the cause and the service's own text.
///
/// A low pane shows the rest when it has the focus.
pub fn in_pane(app: &App, canvas: &mut Canvas<'_>, area: Rect, problem: &ProblemView) {
    let lines = pane_lines(app, canvas, area.width, problem);
    canvas.rows(area, &lines);
}

/// Returns the rows of a failure in a pane of this width.
pub fn pane_lines(app: &App, canvas: &Canvas<'_>, width: u16, problem: &ProblemView) -> Vec<(String, Style)> {
    let mut lines = problem_lines(app, canvas, problem);
    let words = Words::new(app.cx.lang());
    let own = format!("{}  ", words.get("error-detail"));
    if let Some(at) = lines.iter().position(|(text, _)| text.starts_with(&own)) {
        let (detail, style) = lines.remove(at);
        lines.insert(1, (detail, style));
    }
    lines
        .iter()
        .flat_map(|(text, style)| {
            wrap(text, usize::from(width))
                .into_iter()
                .map(|line| (line, *style))
        })
        .collect()
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

/// Returns a failure as lines: cause, consequence, advice, and data for support.
pub fn problem_lines(app: &App, canvas: &Canvas<'_>, problem: &ProblemView) -> Vec<(String, Style)> {
    let (words, theme) = (Words::new(app.cx.lang()), canvas.theme);
    let problem = &problem.told_on(app.cx.screen());
    let todo = words.with(
        "error-to-do",
        &[("what", Arg::from(layout::in_a_sentence(&problem.todo)))],
    );
    let mut lines = vec![(format!("▲ {}", problem.title), theme.alert())];
    let kept = Some(problem.kept.clone()).filter(|kept| !kept.is_empty());
    lines.extend(kept.into_iter().chain([todo]).map(|text| (text, theme.text())));
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
    // Support asks for these values by their contract names.
    let named: Vec<String> = problem
        .named
        .iter()
        .map(|(name, value)| format!("{name}  {value}"))
        .collect();
    if !named.is_empty() {
        lines.push((named.join("   "), theme.second()));
    }
    lines
}

/// Draws lines in the upper middle of `area`.
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
