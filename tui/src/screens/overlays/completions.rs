//! Completions of the filter while it is typed.

use encours_core::app::deals::pipeline::view::suggestions::completion_count;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::query::Completions;
use encours_core::text::SafeText;

use crate::screens::layout;
use crate::widgets::{Canvas, text_width};

/// Returns a completion as written in the filter, and the name of a code or the number of deals.
fn completion_texts(app: &App, completions: &Completions, item: &str) -> (String, String) {
    let label = completions.label(app.cx.lang(), item);
    let label = label.map_or_else(String::new, |label| format!(" {}", SafeText::line_within(&label, 30)));
    let count =
        completion_count(app, completions, item).map_or_else(String::new, |count| format!(" {count}"));
    (SafeText::line_within(item, 30).to_string(), label + &count)
}

/// Draws the completions for the current word with their key, and highlights the chosen one.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16) {
    let (key, second) = (canvas.theme.key(), canvas.theme.second());
    let completions = app.pipeline.completions(&app.cx);
    let items: Vec<(String, String)> =
        completions.items.iter().map(|item| completion_texts(app, &completions, item)).collect();
    let selected = app.pipeline.inserted_completion();
    let lead = layout::action_key(app, ActionId::Complete);
    let used = canvas.draw_spans(x, y, max_width, &[(&lead, key), ("  ", second)]);
    let (mut x, end) = (x + used, x + max_width);
    let gap = " · ";
    // Leave out earlier items until the chosen one is visible.
    let through = |from: usize| {
        let last = selected.unwrap_or(from);
        let visible = items.get(from..=last).unwrap_or_default();
        let item_width =
            |(item, label): &(String, String)| text_width(item) + text_width(label) + text_width(gap);
        visible.iter().map(item_width).sum::<u16>()
    };
    let first = (0..selected.unwrap_or(0)).find(|from| through(*from) <= end.saturating_sub(x)).or(selected);
    for (at, (item, label)) in items.iter().enumerate().skip(first.unwrap_or(0)) {
        let style = if selected == Some(at) { canvas.theme.selection() } else { canvas.theme.text() };
        let gap = if at + 1 < items.len() { gap } else { "" };
        for (text, style) in [(item.as_str(), style), (label, second), (gap, second)] {
            let max_width = end.saturating_sub(x);
            x += canvas.draw_text(x, y, max_width, text, style);
            if text_width(text) > max_width {
                // A visible cut shows that the list continues.
                return;
            }
        }
    }
}
