//! The keys in force, and what is not available now, with the reasons.

use crate::screens::layout;
use crate::terminal::Editor;
use crate::widgets::{Canvas, Pane, Target, columns, popup, scroll_bar};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Context;
use encours_core::app::foundation::presentation::frame::key_text;
use encours_core::app::shell::app::App;
use encours_core::app::tools::help::view::help_lines::HelpGroup;
use encours_core::app::tools::help::view::help_lines::HelpLine;
use encours_core::text::{Arg, Clean, Words, wrap};
use ratatui::layout::Rect;

/// The widest help, with its frame.
const WIDTH: u16 = 104;
/// The place of the keys, where none needs more and where there is room for more.
const KEYS: u16 = 10;
const WIDE_KEYS: u16 = 14;
/// What is wider by this are examples of what can be typed, and no keys.
const EXAMPLES: u16 = 6;
/// A column this wide has room for the wide place.
const WIDE_COLUMN: u16 = 48;
/// With fewer rows than this, sections follow each other without air.
const AIRY: u16 = 24;

/// One row of a column.
enum Row<'a> {
    Title(&'a str),
    /// A line, the place of its keys, and the beginning of what is said of them.
    Line(&'a HelpLine, u16, String),
    /// What is said of the keys above goes on: where it begins, whether they do nothing now, and its text.
    More(u16, bool, String),
    Blank,
}

/// Draws the help from its row `scroll` on.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &Editor, scroll: usize) {
    let words = Words::new(app.cx.lang());
    let screen = canvas.area();
    let groups = encours_core::app::tools::help::view::help::help(app);
    let width = WIDTH.min(screen.width.saturating_sub(if screen.width > 60 { 2 } else { 0 }));
    // Two columns where both can be read.
    let count = if width >= 72 { 2 } else { 1 };
    let airy = screen.height >= AIRY + 8;
    let each = width.saturating_sub(4) / count;
    let columns_of_rows = balance(&groups, count, each, airy, looking(app));
    let nothing = if groups.is_empty() {
        nothing_found(app, words, width.saturating_sub(4))
    } else {
        Vec::new()
    };
    let rows = columns_of_rows.iter().map(Vec::len).max().unwrap_or(0);
    let rows = rows.max(nothing.len());
    // The frame, the line of what is looked for, the keys at the end, and air where there is room for it.
    let around = 4 + 2 * u16::from(airy);
    let wanted = rows as u16 + around;
    let height = wanted.min(screen.height.saturating_sub(2)).max(5);
    let top = if screen.height > wanted + 8 { 3 } else { 1 };
    let title = words.get("help-title");
    let name = words.get(app.cx.helped_screen().label_key());
    let note = words.with("help-bindings-note", &[("screen", name.as_ref().into())]);
    let (area, inner) = popup(
        canvas,
        width,
        height,
        top,
        Pane::new(&title).note(&note).focused(true),
    );
    query(app, canvas, inner, editor);
    let body = Rect {
        y: inner.y + 1 + u16::from(airy),
        height: inner.height.saturating_sub(2 + 2 * u16::from(airy)),
        ..inner
    };
    let room = usize::from(body.height);
    let first = scroll.min(rows.saturating_sub(room));
    canvas.scroll_limit(rows.saturating_sub(room));
    for (y, line) in (body.top()..body.bottom()).zip(&nothing) {
        let style = canvas.theme.second();
        canvas.put(body.x, y, body.width, line, style);
    }
    for (at, rows) in columns_of_rows.iter().enumerate() {
        let x = body.x + each * at as u16;
        for (y, row) in (body.top()..body.bottom()).zip(rows.iter().skip(first)) {
            self::row(canvas, x, y, each.saturating_sub(1), row);
        }
    }
    let bar = Rect::new(area.right().saturating_sub(1), body.y, 1, body.height);
    scroll_bar(canvas, bar, first, room, rows);
    foot(app, canvas, inner);
}

/// What is said where nothing answers: the palette knows screens, panes and deals too.
fn nothing_found(app: &App, words: &'static Words, width: u16) -> Vec<String> {
    let keys = app.cx.options().keymap.keys(Context::Screens, ActionId::Palette);
    let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
    let args = [("key", Arg::from(key.unwrap_or_default()))];
    wrap(&words.with("help-nothing-found", &args), usize::from(width))
}

/// How wide the place of the keys of a section is: the same for all, but where what stands there are no keys.
fn place_of_keys(group: &HelpGroup, each: u16) -> u16 {
    let usual = if each >= WIDE_COLUMN { WIDE_KEYS } else { KEYS };
    let lines = group.lines.iter();
    let widest = lines.map(|line| columns(&line.keys) + 1).max().unwrap_or(0);
    if widest > usual + EXAMPLES {
        widest.min(each / 2)
    } else {
        usual
    }
}

/// Whether something is looked for.
fn looking(app: &App) -> bool {
    matches!(app.cx.layer(), Layer::Help { query, typing, .. } if *typing || !query.is_empty())
}

/// The line of what is looked for, or of what can be.
fn query(app: &App, canvas: &mut Canvas<'_>, inner: Rect, editor: &Editor) {
    let Layer::Help { query, typing, .. } = app.cx.layer() else {
        return;
    };
    let theme = canvas.theme;
    let key = if *typing {
        "/".to_owned()
    } else {
        layout::key(app, ActionId::Filter)
    };
    let x = inner.x
        + canvas.line(
            inner.x,
            inner.y,
            inner.width,
            &[(&key, theme.key()), (" ", theme.key())],
        );
    let room = inner.right().saturating_sub(x);
    if *typing {
        let (text, cursor) = editor.window(room);
        canvas.put(x, inner.y, room, &text, theme.heading());
        canvas.set_cursor(x + cursor, inner.y);
    } else if query.is_empty() {
        let text = Words::new(app.cx.lang()).get("help-look-for");
        canvas.put(x, inner.y, room, &text, theme.second());
        canvas.hit(
            Rect::new(inner.x, inner.y, inner.width, 1),
            Target::Run(ActionId::Filter),
        );
    } else {
        canvas.put(x, inner.y, room, &Clean::line(query), theme.heading());
    }
}

/// Deals the groups out to columns, each to the shorter one: so the first page holds the first of them.
fn balance(groups: &[HelpGroup], count: u16, each: u16, airy: bool, looking: bool) -> Vec<Vec<Row<'_>>> {
    let mut dealt: Vec<Vec<Row<'_>>> = (0..count).map(|_| Vec::new()).collect();
    for group in groups {
        let Some(rows) = dealt.iter_mut().min_by_key(|rows| rows.len()) else {
            break;
        };
        if airy && !rows.is_empty() {
            rows.push(Row::Blank);
        }
        let place = place_of_keys(group, each);
        rows.push(Row::Title(&group.title));
        for line in &group.lines {
            said(rows, line, place, each.saturating_sub(1), looking);
        }
    }
    dealt
}

/// The rows of a line in so many columns: what has no room beside the keys goes on below, and nothing is cut.
fn said<'a>(rows: &mut Vec<Row<'a>>, line: &'a HelpLine, place: u16, width: u16, looking: bool) {
    let start = start(line, place);
    let room = width.saturating_sub(start);
    // What the keys do stands in the sections above; here it matters why they do nothing.
    let text = match line.reason.as_deref() {
        Some(reason) if looking => format!("{}, {reason}", line.label),
        Some(reason) => reason.to_owned(),
        None => {
            let whole = format!("{} {}", line.label, line.others);
            // The other keys are told where there is room for them.
            if columns(&whole) <= room {
                whole
            } else {
                line.label.clone()
            }
        }
    };
    let mut texts = wrap(&text, usize::from(room)).into_iter();
    rows.push(Row::Line(line, place, texts.next().unwrap_or_default()));
    rows.extend(texts.map(|text| Row::More(start, line.reason.is_some(), text)));
}

/// The sign of keys that do nothing now.
fn mark(line: &HelpLine) -> &'static str {
    if line.reason.is_some() { "× " } else { "" }
}

/// Where what is said of a line's keys begins.
fn start(line: &HelpLine, place: u16) -> u16 {
    (columns(mark(line)) + columns(&line.keys)).max(place.saturating_sub(1)) + 1
}

fn row(canvas: &mut Canvas<'_>, x: u16, y: u16, width: u16, row: &Row<'_>) {
    let theme = canvas.theme;
    let label = |idle: bool| if idle { theme.second() } else { theme.text() };
    match row {
        Row::Blank => {}
        Row::Title(title) => {
            canvas.put(x, y, width, title, theme.heading());
        }
        Row::Line(line, place, text) => {
            let idle = line.reason.is_some();
            let keys = if idle { theme.second() } else { theme.key() };
            canvas.line(x, y, width, &[(mark(line), keys), (&line.keys, keys)]);
            let start = start(line, *place);
            canvas.put(x + start, y, width.saturating_sub(start), text, label(idle));
        }
        Row::More(start, idle, text) => {
            canvas.put(x + start, y, width.saturating_sub(*start), text, label(*idle));
        }
    }
}

fn foot(app: &App, canvas: &mut Canvas<'_>, inner: Rect) {
    let x = layout::layer_hints(app, canvas, inner);
    if app.enabled(ActionId::EditKeys).is_err() {
        return;
    }
    let file = "config.toml";
    let (room, style) = (inner.right().saturating_sub(x), canvas.theme.second());
    canvas.line_right(
        inner.right(),
        inner.bottom().saturating_sub(1),
        room,
        &[(file, style)],
    );
}
