//! Empty states and failures of screens and panes: cause, consequence, advice.

use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::foundation::presentation::problem::ProblemView;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;
use encours_core::text::{MessageArg, Messages};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::{self, ScreenFrame};
use crate::widgets::{Canvas, split_rows, wrap_lines};

/// Maximum line width for easy reading.
const MAX_LINE_WIDTH: u16 = 64;

/// Draws an empty state or a failure in place of a screen.
pub fn draw_empty_state(app: &App, canvas: &mut Canvas<'_>, area: Rect, blank: &ScreenPlaceholder) {
    match blank {
        ScreenPlaceholder::Empty(notice) => draw(canvas, area, notice),
        ScreenPlaceholder::Problem(view) => draw_problem(app, canvas, area, view),
    }
}

/// Draws an empty state in place of the deals, from row `top`. Returns whether one was needed.
pub fn draw_if_empty(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame, top: u16) -> bool {
    let Some(blank) = empty_state::board_placeholder(app) else {
        return false;
    };
    let (_, area) = split_rows(frame.body, top - frame.body.y);
    self::draw_empty_state(app, canvas, area, &blank);
    true
}

/// Draws a notice in the upper middle of `area`.
pub fn draw(canvas: &mut Canvas<'_>, area: Rect, notice: &EmptyStateText) {
    let theme = canvas.theme;
    draw_paragraphs(canvas, area, &[(&notice.title, theme.heading()), (&notice.text, theme.second())]);
}

/// Draws a failure in a pane: first the cause and the service's own text.
///
/// A low pane shows the rest when it has the focus.
pub fn draw_in_pane(app: &App, canvas: &mut Canvas<'_>, area: Rect, problem: &ProblemView) {
    let lines = pane_lines(app, canvas, area.width, problem);
    canvas.draw_rows(area, &lines);
}

/// Returns the rows of a failure in a pane of this width.
pub fn pane_lines(app: &App, canvas: &Canvas<'_>, width: u16, problem: &ProblemView) -> Vec<(String, Style)> {
    let mut lines = problem_lines(app, canvas, problem);
    let messages = Messages::new(app.cx.lang());
    let detail_prefix = format!("{}  ", messages.get("error-detail"));
    if let Some(at) = lines.iter().position(|(text, _)| text.starts_with(&detail_prefix)) {
        let (detail, style) = lines.remove(at);
        lines.insert(1, (detail, style));
    }
    wrap_lines(&lines, width)
}

/// Draws a failure in the upper middle of `area`.
pub fn draw_problem(app: &App, canvas: &mut Canvas<'_>, area: Rect, problem: &ProblemView) {
    draw_paragraphs(canvas, area, &problem_lines(app, canvas, problem));
}

/// Returns a failure as lines: cause, consequence, advice, and data for support.
pub fn problem_lines(app: &App, canvas: &Canvas<'_>, problem: &ProblemView) -> Vec<(String, Style)> {
    let (messages, theme) = (Messages::new(app.cx.lang()), canvas.theme);
    let problem = &problem.for_screen(app.cx.screen());
    let todo =
        messages.with("error-to-do", &[("what", MessageArg::from(layout::lower_first(&problem.next_step)))]);
    let mut lines = vec![(format!("▲ {}", problem.title), theme.alert())];
    let stored_text = Some(problem.safe_data.clone()).filter(|stored_text| !stored_text.is_empty());
    lines.extend(stored_text.into_iter().chain([todo]).map(|text| (text, theme.text())));
    let facts = [
        ("error-response", problem.http_status.as_deref()),
        ("error-detail", problem.detail.as_deref()),
        ("error-request", problem.request_id.as_deref()),
    ];
    for (label, fact) in facts {
        if let Some(fact) = fact.filter(|fact| !fact.is_empty()) {
            lines.push((format!("{}  {fact}", messages.get(label)), theme.second()));
        }
    }
    // Support asks for these values by their contract names.
    let named: Vec<String> = problem.members.iter().map(|(name, value)| format!("{name}  {value}")).collect();
    if !named.is_empty() {
        lines.push((named.join("   "), theme.second()));
    }
    lines
}

/// Draws lines in the upper middle of `area`.
fn draw_paragraphs<T: AsRef<str>>(canvas: &mut Canvas<'_>, area: Rect, lines: &[(T, Style)]) {
    let width = MAX_LINE_WIDTH.min(area.width.saturating_sub(2));
    let wrapped = wrap_lines(lines, width);
    let (_, below) = split_rows(area, area.height.saturating_sub(wrapped.len() as u16) / 3);
    canvas.draw_lines(Rect { x: area.x + (area.width - width) / 2, width, ..below }, &wrapped);
}
