//! The frame around every screen.
//!
//! ```text
//! tabs                    row 0
//!                         a blank row where there is room
//! body
//!                         a blank row where there is room: toasts are said here
//! status                  the last row but one
//! keys                    the last row
//! ```

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::chrome;
pub use encours_core::app::foundation::presentation::chrome::lower_first;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::screens::inbox::view::inbox;
use encours_core::app::screens::portfolio::view::portfolio;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::footer_keys;
use encours_core::app::shell::view::hint::Hint;
use encours_core::app::shell::view::status_items::StatusItem;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::app::tools::time_travel::view::past_texts;
use encours_core::model::resources::list_source::ListMode;
use encours_core::text::Messages;
use encours_core::vocabulary::Band;
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::widgets::{Canvas, ClickTarget, text_width};

/// Rows of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenFrame {
    /// Full area.
    pub area: Rect,
    /// Area of the screen's own content.
    pub body: Rect,
    /// Row of the status line.
    pub status: u16,
    /// Row of the key hints.
    pub hints: u16,
    /// True if a blank row fits below the tabs and above the status line.
    pub roomy: bool,
    /// True if the terminal has very few rows.
    pub tiny: bool,
}

impl ScreenFrame {
    /// Computes the rows for a terminal of this size.
    pub fn new(area: Rect) -> Self {
        let roomy = area.height >= 30;
        let top = if roomy { 2 } else { 1 };
        let footer_rows = if roomy { 3 } else { 2 };
        let height = area.height.saturating_sub(top + footer_rows);
        Self {
            area,
            body: Rect::new(area.x, area.y + top.min(area.height), area.width, height),
            status: area.bottom().saturating_sub(2),
            hints: area.bottom().saturating_sub(1),
            roomy,
            tiny: area.height < 16,
        }
    }

    /// Returns the frame with a row above the body for the mark of a past time.
    #[must_use]
    pub fn below_banner(self, app: &App) -> Self {
        let rows = u16::from(app.cx.snapshot().as_of.is_some()).min(self.body.height);
        let body = Rect { y: self.body.y + rows, height: self.body.height - rows, ..self.body };
        Self { body, ..self }
    }

    /// Returns a value for very few rows, for a usual screen or for one with room.
    pub fn by_room<T>(&self, tiny: T, usual: T, roomy: T) -> T {
        match (self.roomy, self.tiny) {
            (true, _) => roomy,
            (false, true) => tiny,
            (false, false) => usual,
        }
    }
}

/// Draws the status line: freshness, coverage, writes and storage at the left, the legend at the right.
pub fn draw_status(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let line = status_line(app);
    // The short form of the writes has its own mark and is clear enough.
    let writes = line.joined_writes().map(|item| StatusItem { text: item.short.clone(), ..item });
    // On the portfolio, show whether the sums agree.
    let sums = portfolio::sum_check_status(app);
    // On the notifications, show their source, unless the tab row is wide enough for it.
    let tabs_say = frame.area.width >= super::inbox::WIDE;
    let is_known = app.cx.snapshot().inbox.mode != ListMode::Unknown;
    let flow =
        (app.cx.screen() == Screen::Notifications && is_known && !tabs_say).then(|| inbox::list_source(app));
    let extra_item = sums.or(flow).map(|(text, short)| StatusItem {
        tone: Tone::Plain,
        shortest: short.clone(),
        short,
        long: text.clone(),
        text,
    });
    let mut items: Vec<StatusItem> = std::iter::once(line.freshness)
        .chain(extra_item.or(line.coverage))
        .chain(writes)
        .chain(line.storage)
        .collect();
    let max_width = frame.area.width.saturating_sub(2);
    let used: u16 = items.iter().map(|item| text_width(&item.text) + 3).sum();
    if let Some(since) = line.changes.filter(|since| used + text_width(&since.text) + 2 <= max_width) {
        items.push(since);
    }
    // If it fits, show what still works, before the legend.
    let used: u16 = items.iter().map(|item| text_width(&item.text) + 3).sum();
    if let Some(works) = line.available.filter(|works| used + text_width(&works.text) + 2 <= max_width) {
        items.insert(1, works);
    }
    // The numbers of pending and blocked writes matter more than full coverage.
    let shortest: u16 = items.iter().map(|item| text_width(&item.shortest) + 3).sum();
    if shortest > max_width && items.len() > 2 && items[1].tone == Tone::Plain {
        items.remove(1);
    }
    let mark = |at: usize| if at == 0 { tone_mark(items[0].tone) } else { "" };
    let legends = match inbox::mark_all_cost(app) {
        Some(cost) => vec![vec![(cost, canvas.theme.second())]],
        None if chrome::shows_bands(&app.cx) => legends(app, canvas),
        None => vec![Vec::new()],
    };
    let left_items = |length: Length| {
        items
            .iter()
            .enumerate()
            .map(|(at, item)| text_width(mark(at)) + text_width(text(item, length)))
            .sum::<u16>()
            + 3 * (items.len() as u16).saturating_sub(1)
    };
    let legend_width = |legend: &Legend| legend.iter().map(|(text, _)| text_width(text)).sum::<u16>();
    // Shorten the legend before the items: first leave out familiar marks, then the whole legend.
    let lengths = [Length::Full, Length::Short, Length::Minimal];
    let (length, legend) = legends
        .iter()
        .map(Some)
        .chain([None])
        .flat_map(|legend| lengths.map(|length| (length, legend)))
        .find(|(length, legend)| {
            left_items(*length) + legend.map_or(0, |legend| legend_width(legend) + 2) <= max_width
        })
        .unwrap_or((Length::Minimal, None));
    let (theme, y) = (canvas.theme, frame.status);
    let (mut x, end) = (frame.area.x + 1, frame.area.right().saturating_sub(1));
    for (at, item) in items.iter().enumerate() {
        let style = theme.tone(item.tone);
        let glyph = if item.tone == Tone::Good { theme.ok() } else { style };
        let parts = [(mark(at), glyph), (text(item, length), style)];
        x += canvas.draw_spans(x, y, end.saturating_sub(x), &parts) + 3;
    }
    if let Some(legend) = legend {
        let parts: Vec<(&str, Style)> = legend.iter().map(|(text, style)| (text.as_str(), *style)).collect();
        canvas.draw_spans_right(end, y, end.saturating_sub(x.saturating_sub(2)), &parts);
    }
}

/// Draws the mark of a past time above the body, with the way back.
pub fn draw_past(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let Some((text, short)) = past_texts(&app.cx) else { return };
    let messages = Messages::new(app.cx.lang());
    let back = messages.get("action-back-to-present");
    let row = Rect { y: frame.body.y.saturating_sub(1), height: 1, ..frame.body };
    let width = row.width.saturating_sub(2);
    let fits = text_width(&text) + text_width(&back) + 3 <= width;
    let style = canvas.theme.tone(Tone::Problem);
    let x = row.x + 1;
    let used = canvas.draw_text(x, row.y, width, if fits { &text } else { &short }, style);
    let start = x + used + 3;
    let key = canvas.theme.key();
    let used = canvas.draw_text(start, row.y, row.right().saturating_sub(start + 1), &back, key);
    canvas.add_target(Rect::new(start, row.y, used, 1), ClickTarget::Run(ActionId::BackToPresent));
}

/// Returns a short text for the freshness of the data, or the connection problem.
pub fn freshness(app: &App, canvas: &Canvas<'_>) -> [(String, Style); 2] {
    let (item, theme) = (status_line(app).freshness, canvas.theme);
    let style = theme.tone(item.tone);
    let glyph = if item.tone == Tone::Good { theme.ok() } else { style };
    [(tone_mark(item.tone).to_owned(), glyph), (item.shortest, style)]
}

/// Length of the status line items.
#[derive(Clone, Copy)]
enum Length {
    Full,
    Short,
    Minimal,
}

fn text(item: &StatusItem, length: Length) -> &str {
    match length {
        Length::Full => &item.text,
        Length::Short => &item.short,
        Length::Minimal => &item.shortest,
    }
}

fn tone_mark(tone: Tone) -> &'static str {
    match tone {
        Tone::Good => "✓ ",
        Tone::Plain | Tone::Pending => "",
        Tone::Problem => "▲ ",
    }
}

/// Minimum width for a legend that always includes the mark for values out of range.
const FULL_LEGEND_WIDTH: u16 = 100;

/// The parts of a legend, each in its style.
type Legend = Vec<(String, Style)>;

/// Returns the possible legends of the bands, the longest first.
///
/// The mark for a value out of range is unfamiliar. If it is visible, its explanation outranks those for "ok"
/// and "missing".
fn legends(app: &App, canvas: &Canvas<'_>) -> Vec<Legend> {
    let (usual, judged) =
        ([Band::Ok, Band::Watch, Band::Alert, Band::None], [Band::Watch, Band::Alert, Band::Outside]);
    let all_bands = [Band::Ok, Band::Watch, Band::Alert, Band::None, Band::Outside];
    let is_wide = canvas.area().width >= FULL_LEGEND_WIDTH;
    let groups: &[&[Band]] = match (canvas.has_outside, is_wide && app.table.shows_table()) {
        (true, _) => &[&all_bands, &judged, &[Band::Outside]],
        (false, true) => &[&all_bands],
        (false, false) => &[&usual],
    };
    groups.iter().map(|bands| legend(app, canvas, bands)).collect()
}

fn legend(app: &App, canvas: &Canvas<'_>, bands: &[Band]) -> Legend {
    let mut parts = Vec::new();
    let theme = canvas.theme;
    for band in bands.iter().copied() {
        if !parts.is_empty() {
            parts.push(("  ".to_owned(), theme.second()));
        }
        parts.push((canvas.theme.band_glyph(band).to_owned(), theme.band(band)));
        parts.push((format!(" {}", Messages::new(app.cx.lang()).get(band.key())), theme.second()));
    }
    parts
}

/// Draws the key hints. The last one, help, is always shown.
pub fn draw_hints(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let (mut x, y, end) = (frame.area.x + 1, frame.hints, frame.area.right().saturating_sub(1));
    let hints = footer_keys::hints(app);
    let Some((last, others)) = hints.split_last() else {
        return;
    };
    let mut used = hint_width(last);
    let mut visible: Vec<&Hint> = Vec::new();
    // If only a few hints fit, leave out the arrow keys.
    let is_listed =
        |hint: &&Hint| !(frame.tiny && matches!(hint.action, ActionId::FocusDown | ActionId::FocusUp));
    for hint in others.iter().filter(is_listed) {
        let hint_columns = 2 + hint_width(hint);
        // A shorter hint may fit where a longer one does not.
        if used + hint_columns <= end.saturating_sub(x) {
            used += hint_columns;
            visible.push(hint);
        }
    }
    visible.push(last);
    for item in visible {
        x += draw_hint(canvas, x, y, end.saturating_sub(x), item) + 2;
    }
}

/// Returns the width of a hint.
pub fn hint_width(hint: &Hint) -> u16 {
    text_width(&hint.keys) + 1 + text_width(&hint.label)
}

/// Draws one hint, which can be clicked. Returns the width used.
pub fn draw_hint(canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16, hint: &Hint) -> u16 {
    let (key, second) = (canvas.theme.key(), canvas.theme.second());
    let used = canvas.draw_spans(x, y, max_width, &[(&hint.keys, key), (" ", second), (&hint.label, second)]);
    if let [_, _, ..] = hint.keys_by_action.as_slice() {
        // With several keys, each key gets its own click target.
        let mut at = x;
        for (action, key) in &hint.keys_by_action {
            let hint_columns = text_width(key);
            let used_width = (x + used).saturating_sub(at);
            canvas.add_target(Rect::new(at, y, hint_columns.min(used_width), 1), ClickTarget::Run(*action));
            at = at.saturating_add(hint_columns + 1);
        }
    } else {
        canvas.add_target(Rect::new(x, y, used, 1), ClickTarget::Run(hint.action));
    }
    used
}

/// Draws the key hints of an overlay on its last row. Returns the column after them.
pub fn draw_overlay_hints(app: &App, canvas: &mut Canvas<'_>, inner: Rect) -> u16 {
    let mut x = inner.x;
    let hints = footer_keys::hints(app);
    // The last hint closes the overlay and is always shown.
    let last = hints.last().map_or(0, hint_width);
    for (index, item) in hints.iter().enumerate() {
        let reserved = if index + 1 == hints.len() { 0 } else { last + 2 };
        if x + hint_width(item) + reserved > inner.right() && index + 1 < hints.len() {
            continue;
        }
        let max_width = inner.right().saturating_sub(x);
        x += draw_hint(canvas, x, inner.bottom().saturating_sub(1), max_width, item) + 2;
    }
    x
}

/// Returns the width of an overlay's hints.
pub fn overlay_hints_width(app: &App) -> u16 {
    footer_keys::hints(app).iter().map(|hint| hint_width(hint) + 2).sum()
}

/// Returns the key and short label of an action, for use outside the footer.
pub fn action_hint(app: &App, action: ActionId) -> Option<Hint> {
    footer_keys::hints(app).into_iter().find(|hint| hint.action == action)
}

/// Returns the undo key, even if the footer does not show it.
pub fn undo_hint(app: &App) -> Option<Hint> {
    action_hint(app, ActionId::Undo).or_else(|| {
        let keys = action_key(app, ActionId::Undo);
        (!keys.is_empty() && app.enabled(ActionId::Undo).is_ok()).then(|| Hint {
            action: ActionId::Undo,
            keys_by_action: vec![(ActionId::Undo, keys.clone())],
            keys,
            label: Messages::new(app.cx.lang()).get("hint-undo").into_owned(),
        })
    })
}

/// Returns the first key of an action in the current context.
pub fn action_key(app: &App, action: ActionId) -> String {
    let keys = app.cx.options().keymap.keys(app.table.context(&app.cx), action);
    keys.first().map(|key| chrome::key_text(&app.cx, &key.to_string())).unwrap_or_default()
}
