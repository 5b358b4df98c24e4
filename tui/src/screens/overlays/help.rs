//! The help: active keys, and unavailable actions with reasons.

use crate::screens::{draw_editor, layout};
use crate::terminal::LineEditor;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_popup, text_width};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Context;
use encours_core::app::foundation::presentation::chrome::key_text;
use encours_core::app::shell::app::App;
use encours_core::app::tools::help::view::help_groups::{HelpGroup, HelpLine};
use encours_core::text::{MessageArg, Messages, SafeText, wrap};
use ratatui::layout::Rect;

/// Maximum width of a column.
const COLUMN: u16 = 50;
/// Width of the key column, usual and on wide screens.
const KEYS: u16 = 10;
const WIDE_KEYS: u16 = 14;
/// Excess width from which entries count as input examples and not as keys.
const EXAMPLES: u16 = 6;
/// Minimum column width for the wide key column.
const WIDE_COLUMN: u16 = 48;
/// Height below which blank rows between sections are left out.
const AIRY: u16 = 24;

/// One row of a column.
enum HelpRow<'a> {
    Title(&'a str),
    /// A line, the width of its key column, and the beginning of its text.
    Line(&'a HelpLine, u16, String),
    /// A continuation row: start column, whether the key is inactive, and text.
    More(u16, bool, String),
    Blank,
}

/// Draws the help from row `scroll`.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &LineEditor, scroll: usize) {
    let messages = Messages::new(app.cx.lang());
    let screen = canvas.area();
    let groups = encours_core::app::tools::help::view::help::help_groups(app);
    let available = screen.width.saturating_sub(if screen.width > 60 { 2 } else { 0 });
    let airy = screen.height >= AIRY + 8;
    // Frame, search line, key hints, and blank rows if there is space.
    let around = 4 + 2 * u16::from(airy);
    let columns_within = |count: u16, airy: bool| {
        let width = available.min(4 + count.max(2) * COLUMN);
        let column_width = width.saturating_sub(4) / count;
        (width, column_width, distribute(&groups, count, column_width, airy, is_searching(app)))
    };
    let longest = |columns: &[Vec<HelpRow<'_>>]| columns.iter().map(Vec::len).max().unwrap_or(0);
    // Three columns appear only with the whole help, if need be without blank rows: to scroll would send many bytes.
    let max_rows = usize::from(screen.height.saturating_sub(2 + around));
    let spacings = [airy, false].into_iter().filter(|_| available >= 4 + 3 * COLUMN);
    let mut three = spacings.map(|airy| columns_within(3, airy));
    let (width, column_width, columns_of_rows) = three
        .find(|(.., columns)| longest(columns) <= max_rows)
        .unwrap_or_else(|| columns_within(if available >= 72 { 2 } else { 1 }, airy));
    let style = canvas.theme.second();
    let nothing = groups.is_empty().then(|| no_match_text(app, messages, width.saturating_sub(4)));
    let nothing: Vec<_> = nothing.into_iter().flatten().map(|line| (line, style)).collect();
    let rows = longest(&columns_of_rows).max(nothing.len());
    let needed_height = rows as u16 + around;
    let height = needed_height.min(screen.height.saturating_sub(2)).max(5);
    let top = if screen.height > needed_height + 8 { 3 } else { 1 };
    let title = messages.get("help-title");
    let name = messages.get(app.cx.help_screen().label_key());
    let note = messages.with("help-bindings-note", &[("screen", name.as_ref().into())]);
    let inner = draw_popup(canvas, width, height, top, Pane::new(&title).note(&note).focused(true));
    draw_query(app, canvas, inner, editor);
    let body = Rect {
        y: inner.y + 1 + u16::from(airy),
        height: inner.height.saturating_sub(2 + 2 * u16::from(airy)),
        ..inner
    };
    let available_rows = usize::from(body.height);
    let first = scroll.min(rows.saturating_sub(available_rows));
    canvas.set_scroll_limit(rows.saturating_sub(available_rows));
    canvas.draw_lines(body, &nothing);
    for (at, rows) in columns_of_rows.iter().enumerate() {
        let x = body.x + column_width * at as u16;
        for (y, row) in (body.top()..body.bottom()).zip(rows.iter().skip(first)) {
            self::draw_row(canvas, x, y, column_width.saturating_sub(1), row);
        }
    }
    draw_frame_scroll_bar(canvas, body, first, rows);
    draw_footer(app, canvas, inner);
}

/// Returns the text for a search without results, which refers to the palette.
fn no_match_text(app: &App, messages: &'static Messages, width: u16) -> Vec<String> {
    let keys = app.cx.options().keymap.keys(Context::Screens, ActionId::Palette);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let args = [("key", MessageArg::from(key.unwrap_or_default()))];
    wrap(&messages.with("help-nothing-found", &args), usize::from(width))
}

/// Returns the width of a section's key column, wider only for input examples.
fn key_column_width(group: &HelpGroup, column_width: u16) -> u16 {
    let usual = if column_width >= WIDE_COLUMN { WIDE_KEYS } else { KEYS };
    let lines = group.lines.iter();
    let widest = lines.map(|line| text_width(&line.keys) + 1).max().unwrap_or(0);
    if widest > usual + EXAMPLES { widest.min(column_width / 2) } else { usual }
}

/// True if a search is active.
fn is_searching(app: &App) -> bool {
    matches!(app.cx.overlay(), Overlay::Help { query, typing, .. } if *typing || !query.is_empty())
}

/// Draws the search line, or a hint to it.
fn draw_query(app: &App, canvas: &mut Canvas<'_>, inner: Rect, editor: &LineEditor) {
    let Overlay::Help { query, typing, .. } = app.cx.overlay() else {
        return;
    };
    let theme = canvas.theme;
    let key = if *typing { "/".to_owned() } else { layout::action_key(app, ActionId::Filter) };
    let x = inner.x
        + canvas.draw_spans(inner.x, inner.y, inner.width, &[(&key, theme.key()), (" ", theme.key())]);
    let max_width = inner.right().saturating_sub(x);
    if *typing {
        draw_editor(canvas, editor, (x, inner.y), max_width, theme.heading());
    } else if query.is_empty() {
        let text = Messages::new(app.cx.lang()).get("help-look-for");
        canvas.draw_text(x, inner.y, max_width, &text, theme.second());
        canvas.add_target(Rect::new(inner.x, inner.y, inner.width, 1), ClickTarget::Run(ActionId::Filter));
    } else {
        canvas.draw_text(x, inner.y, max_width, &SafeText::line(query), theme.heading());
    }
}

/// Distributes the groups to columns, each to the shortest one.
///
/// The first page then has the first groups.
fn distribute(
    groups: &[HelpGroup],
    count: u16,
    column_width: u16,
    airy: bool,
    searching: bool,
) -> Vec<Vec<HelpRow<'_>>> {
    let mut dealt: Vec<Vec<HelpRow<'_>>> = (0..count).map(|_| Vec::new()).collect();
    for group in groups {
        let Some(rows) = dealt.iter_mut().min_by_key(|rows| rows.len()) else {
            break;
        };
        if airy && !rows.is_empty() {
            rows.push(HelpRow::Blank);
        }
        let key_width = key_column_width(group, column_width);
        rows.push(HelpRow::Title(&group.title));
        for line in &group.lines {
            push_line(rows, line, key_width, column_width.saturating_sub(1), searching);
        }
    }
    dealt
}

/// Adds the rows of a line; text that does not fit beside the keys continues below.
fn push_line<'a>(
    rows: &mut Vec<HelpRow<'a>>,
    line: &'a HelpLine,
    key_width: u16,
    width: u16,
    searching: bool,
) {
    let start = text_start(line, key_width);
    let max_width = width.saturating_sub(start);
    // The sections above already describe the action, so show only the reason here.
    let text = match line.reason.as_deref() {
        Some(reason) if searching => format!("{}, {reason}", line.label),
        Some(reason) => reason.to_owned(),
        None => {
            let full_text = format!("{} {}", line.label, line.other_keys);
            // Show the alternative keys if they fit.
            if text_width(&full_text) <= max_width { full_text } else { line.label.clone() }
        }
    };
    let mut texts = wrap(&text, usize::from(max_width)).into_iter();
    rows.push(HelpRow::Line(line, key_width, texts.next().unwrap_or_default()));
    rows.extend(texts.map(|text| HelpRow::More(start, line.reason.is_some(), text)));
}

/// Returns the mark of an inactive key.
fn mark(line: &HelpLine) -> &'static str {
    if line.reason.is_some() { "× " } else { "" }
}

/// Returns the start column of a line's text.
fn text_start(line: &HelpLine, key_width: u16) -> u16 {
    (text_width(mark(line)) + text_width(&line.keys)).max(key_width.saturating_sub(1)) + 1
}

fn draw_row(canvas: &mut Canvas<'_>, x: u16, y: u16, width: u16, row: &HelpRow<'_>) {
    let theme = canvas.theme;
    let label = |idle: bool| if idle { theme.second() } else { theme.text() };
    match row {
        HelpRow::Blank => {}
        HelpRow::Title(title) => {
            canvas.draw_text(x, y, width, title, theme.heading());
        }
        HelpRow::Line(line, key_width, text) => {
            let idle = line.reason.is_some();
            let keys = if idle { theme.second() } else { theme.key() };
            canvas.draw_spans(x, y, width, &[(mark(line), keys), (&line.keys, keys)]);
            let start = text_start(line, *key_width);
            canvas.draw_text(x + start, y, width.saturating_sub(start), text, label(idle));
        }
        HelpRow::More(start, idle, text) => {
            canvas.draw_text(x + start, y, width.saturating_sub(*start), text, label(*idle));
        }
    }
}

fn draw_footer(app: &App, canvas: &mut Canvas<'_>, inner: Rect) {
    let x = layout::draw_overlay_hints(app, canvas, inner);
    if app.enabled(ActionId::EditKeys).is_err() {
        return;
    }
    let file = "config.toml";
    let (max_width, style) = (inner.right().saturating_sub(x), canvas.theme.second());
    canvas.draw_spans_right(inner.right(), inner.bottom().saturating_sub(1), max_width, &[(file, style)]);
}
