//! History of a deal: time in its status, and each change with the precision of its date.
//!
//! ```text
//! ╭─ Observed history ──────────── ≥ 12 d ─╮
//! │ here at first sight, 03/11/2026        │
//! │ ● Owner J. Roux → A. Martin            │
//! │   20/11 09:41, this client             │
//! │ ┃ LTV 76.1% → 76.4%                    │
//! │   between 19/11 18:02 and 20/11 08:15  │
//! ╰────────────────────────────────────────╯
//! ```

use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::shell::app::App;
use encours_core::model::history::history_entry::Certainty;
use encours_core::text::{Messages, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::draw_scrolled;
use crate::widgets::{Canvas, Pane, draw_pane, text_width};

/// Pane number on the deal screen.
pub const PANE: usize = 4;

/// Draws the history.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView) {
    if area.height < 3 {
        return;
    }
    let messages = Messages::new(app.cx.lang());
    let title = messages.get("deal-history");
    // If only the first observation is known, an age would be that of the sync and not of the deal.
    let known = view.history.iter().any(|line| line.certainty != Certainty::Censored);
    let age = view.status_age.as_ref().filter(|_| known);
    let note = age.map_or("", |age| age.latest.as_str());
    let pane = Pane::new(&title).note(note).number(PANE).focused(app.cx.pane() == PANE);
    let inner = draw_pane(canvas, area, pane);
    let lines = lines(app, canvas, inner.width, view);
    draw_scrolled(app, canvas, inner, PANE, &lines);
    if !view.history.is_empty() {
        draw_legend(canvas, inner, lines.len() as u16, messages);
    }
}

/// Returns the number of rows at `width` columns, with frame and legend.
pub fn rows(app: &App, canvas: &Canvas<'_>, width: u16, view: &DealView) -> u16 {
    lines(app, canvas, width.saturating_sub(4), view).len() as u16 + 4
}

/// Returns the mark for the precision of a date.
fn certainty_mark(certainty: Certainty) -> &'static str {
    match certainty {
        Certainty::Exact => "●",
        Certainty::Interval => "┃",
        Certainty::Censored => "◌",
    }
}

/// Draws the legend of the marks at the bottom if a blank row fits above.
fn draw_legend(canvas: &mut Canvas<'_>, inner: Rect, used: u16, messages: &'static Messages) {
    let entries = [
        (Certainty::Exact, "deal-history-exact"),
        (Certainty::Interval, "deal-history-interval"),
        (Certainty::Censored, "deal-history-censored"),
    ];
    let text = entries.map(|(certainty, key)| format!("{} {}", certainty_mark(certainty), messages.get(key)));
    let text = text.join("  ");
    if used + 2 <= inner.height && text_width(&text) <= inner.width {
        let style = canvas.theme.second();
        canvas.draw_text(inner.x, inner.bottom() - 1, inner.width, &text, style);
    }
}

fn lines(app: &App, canvas: &Canvas<'_>, width: u16, view: &DealView) -> Vec<(String, Style)> {
    let (messages, theme) = (Messages::new(app.cx.lang()), canvas.theme);
    let mut lines: Vec<(String, Style)> = Vec::new();
    let mut say = |mark: &str, text: &str, style: Style| {
        let max_width = usize::from(width).saturating_sub(mark.chars().count());
        for (at, line) in wrap(text, max_width).into_iter().enumerate() {
            // Continuation rows are indented to the text after the mark.
            let indent = if at == 0 { mark.to_owned() } else { " ".repeat(mark.chars().count()) };
            lines.push((format!("{indent}{line}"), style));
        }
    };
    if !view.missing_text.is_empty() {
        say("", &view.missing_text, theme.alert());
    }
    if let Some(age) = view.status_age.as_ref().filter(|_| !view.has_only_first_seen()) {
        say("", &age.reason, theme.second());
        if !age.cumulative.is_empty() {
            let args = [("age", encours_core::text::MessageArg::from(age.cumulative.as_str()))];
            say("", &messages.with("deal-stage-all", &args), theme.second());
        }
    }
    if view.history.is_empty() {
        say("", &messages.get("deal-history-empty"), theme.second());
    }
    for line in &view.history {
        say(&format!("{} ", certainty_mark(line.certainty)), &line.text, theme.text());
        let by = if line.author.is_empty() { String::new() } else { format!(", {}", line.author) };
        say("  ", &format!("{}{by}", line.when), theme.second());
    }
    lines
}
