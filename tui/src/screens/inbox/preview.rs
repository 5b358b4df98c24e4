//! The focused notification and the deal of the same name. Viewing marks nothing as read.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::view::inbox::{InboxView, Preview, Similar};
use encours_core::app::shell::app::App;
use encours_core::text::{Words, pad, sentence, truncate, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::board::card;
use crate::theme::Theme;
use crate::widgets::{Canvas, Pane, Target, columns, pane};

/// Height of the deal's pane: two lines and the match quality.
const DEAL: u16 = 5;
/// Lines between the facts and the similar notifications: a blank, the marking note, the count.
const BEFORE_ALIKE: usize = 3;
/// Maximum number of lines of a note.
const NOTE: usize = 6;

/// A line of the preview: a label, a text and its style.
type Line = (String, String, Style);

/// Draws the preview beside the list.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let words = Words::new(app.cx.lang());
    let Some(preview) = &view.preview else {
        let inner = pane(canvas, area, Pane::new(&words.get("inbox-preview")));
        return unanswered(canvas, inner, view);
    };
    let title = words.get("inbox-preview");
    let facts = facts(words, canvas.theme, inner_width(area.width), preview);
    let fits = area.height >= framed(facts.len()) + DEAL;
    let deal = if preview.deal.is_some() && fits { DEAL } else { 0 };
    let above = Rect {
        height: area.height - deal,
        ..area
    };
    let inner = pane(canvas, above, Pane::new(&title).note(&preview.place));
    let lines = facts
        .into_iter()
        .chain(alike(words, canvas.theme, inner.width, preview));
    for (y, (label, text, style)) in (inner.top()..inner.bottom()).zip(lines) {
        let used = canvas.put(inner.x, y, inner.width, &label, canvas.theme.second());
        canvas.put(inner.x + used, y, inner.width.saturating_sub(used), &text, style);
    }
    if deal > 0 {
        same_name(
            app,
            canvas,
            Rect {
                y: above.bottom(),
                height: deal,
                ..area
            },
            preview,
        );
    }
}

/// Draws a watched id that the service does not know: its full text, and the available action.
fn unanswered(canvas: &mut Canvas<'_>, inner: Rect, view: &InboxView) {
    let Some(unanswered) = &view.unanswered else {
        return;
    };
    let (theme, width) = (canvas.theme, usize::from(inner.width));
    let said = |text: &str, style: Style| {
        let lines = wrap(text, width).into_iter();
        lines.map(move |line| (line, style))
    };
    let keys: Vec<_> = said(&unanswered.keys, theme.accent()).collect();
    let room = usize::from(inner.height).saturating_sub(keys.len());
    let told = said(&unanswered.id, theme.heading()).chain(said(&unanswered.why, theme.alert()));
    let lines: Vec<_> = told.take(room).chain(keys).collect();
    for (y, (text, style)) in (inner.top()..inner.bottom()).zip(&lines) {
        canvas.put(inner.x, y, inner.width, text, *style);
    }
}

/// Returns the height for facts, note, notifications that marking includes, and the deal.
pub fn wanted(app: &App, canvas: &Canvas<'_>, width: u16, preview: &Preview) -> u16 {
    let (words, width) = (Words::new(app.cx.lang()), inner_width(width));
    let deal = if preview.deal.is_some() { DEAL } else { 0 };
    let facts = facts(words, canvas.theme, width, preview).len();
    let last = preview.similar.iter().rposition(|one| one.meant);
    let marked = last
        .filter(|_| preview.marks.is_some())
        .map_or(0, |at| BEFORE_ALIKE + at + 1);
    framed(facts + marked) + deal
}

fn framed(lines: usize) -> u16 {
    lines as u16 + 2
}

/// Returns the width inside a pane's frame.
fn inner_width(width: u16) -> u16 {
    width.saturating_sub(4)
}

/// Returns the facts of the notification and the note: label, text and style.
fn facts(words: &'static Words, theme: Theme, width: u16, preview: &Preview) -> Vec<Line> {
    let mut lines: Vec<Line> = wrap(&preview.title, usize::from(width))
        .into_iter()
        .map(|line| (String::new(), line, theme.heading()))
        .collect();
    lines.push((String::new(), String::new(), theme.text()));
    let labels =
        ["inbox-state", "inbox-seen-here", "inbox-service-date", "field-id"].map(|key| words.get(key));
    let indent = labels
        .iter()
        .map(|label| usize::from(columns(label)))
        .max()
        .unwrap_or(0)
        + 2;
    let sign = match (preview.read, preview.held) {
        (true, _) => "○",
        (false, true) => "◐",
        (false, false) => "●",
    };
    let state = format!("{sign} {}", preview.state);
    let sent = if preview.dated {
        theme.text()
    } else {
        theme.second()
    };
    let values = [
        (state, theme.text()),
        (preview.seen.clone(), theme.text()),
        (preview.sent.clone(), sent),
        (preview.id.to_string(), theme.text()),
    ];
    for (label, (value, style)) in labels.iter().zip(values) {
        lines.push((pad(label, indent), value, style));
    }
    // A full sentence needs no label, and is too long beside one.
    if let Some(asleep) = &preview.asleep {
        let told = wrap(&sentence(asleep), usize::from(width));
        lines.extend(told.into_iter().map(|line| (String::new(), line, theme.text())));
    }
    lines.extend(note(words, preview, width, theme));
    lines
}

/// Returns the similar notifications below the facts, and a note that viewing marks nothing.
fn alike(words: &'static Words, theme: Theme, width: u16, preview: &Preview) -> Vec<Line> {
    let mut lines = vec![(String::new(), String::new(), theme.text())];
    if !preview.similar.is_empty() {
        let marks = preview.marks.iter();
        lines.extend(marks.map(|marks| (String::new(), marks.clone(), theme.accent())));
        lines.push((preview.similar_count.clone(), String::new(), theme.second()));
        lines.extend(preview.similar.iter().map(|one| similar(one, width, theme)));
        if !preview.similar_more.is_empty() {
            lines.push((
                format!("  {}", preview.similar_more),
                String::new(),
                theme.second(),
            ));
        }
    }
    lines.push((
        words.get("inbox-preview-marks-nothing").into_owned(),
        String::new(),
        theme.second(),
    ));
    lines
}

/// Returns the local note, with a remark that it is on this device only.
fn note(words: &'static Words, preview: &Preview, width: u16, theme: Theme) -> Vec<Line> {
    if preview.note.is_empty() {
        return Vec::new();
    }
    let head = format!(
        "{}, {}",
        words.get("action-local-note"),
        words.get("inbox-note-here")
    );
    let lines = preview.note.iter();
    let lines = lines.flat_map(|line| wrap(line, usize::from(width.saturating_sub(2))));
    [
        (String::new(), String::new(), theme.text()),
        (head, String::new(), theme.second()),
    ]
    .into_iter()
    .chain(lines.take(NOTE).map(|line| ("¶ ".to_owned(), line, theme.text())))
    .collect()
}

/// Returns the line of a similar notification: mark, title, and day at the right.
fn similar(one: &Similar, width: u16, theme: Theme) -> Line {
    let mark = if one.read { "○ " } else { "● " };
    let room = usize::from(width.saturating_sub(columns(&one.day) + 3));
    let title = pad(&truncate(&one.title, room), room);
    // Marking the focused row includes the notifications grouped in it.
    let style = if one.meant { theme.text() } else { theme.second() };
    (mark.to_owned(), format!("{title} {}", one.day), style)
}

fn same_name(app: &App, canvas: &mut Canvas<'_>, area: Rect, preview: &Preview) {
    let Some(deal) = &preview.deal else { return };
    let (words, theme) = (Words::new(app.cx.lang()), canvas.theme);
    let inner = pane(canvas, area, Pane::new(&words.get("inbox-same-deal")));
    canvas.hit(area, Target::Run(ActionId::Open));
    let used = canvas.put_right(inner.right(), inner.y, inner.width, &deal.age, theme.second());
    canvas.put(
        inner.x,
        inner.y,
        inner.width.saturating_sub(used + 1),
        &deal.name,
        theme.heading(),
    );
    let used = card::field(canvas, inner.right(), inner.y + 1, inner.width, deal);
    let status = format!("{} {}", canvas.theme.ring(&deal.status), deal.status_label);
    canvas.put(
        inner.x,
        inner.y + 1,
        inner.width.saturating_sub(used + 1),
        &status,
        theme.text(),
    );
    canvas.put(
        inner.x,
        inner.y + 2,
        inner.width,
        &words.get("inbox-same-deal-note"),
        theme.second(),
    );
}

/// Draws the preview below the list, in few rows.
pub fn short(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let words = Words::new(app.cx.lang());
    let (title, place) = (
        words.get("inbox-preview"),
        view.preview.as_ref().map_or("", |preview| &preview.place),
    );
    let inner = pane(canvas, area, Pane::new(&title).note(place));
    let Some(preview) = &view.preview else {
        return unanswered(canvas, inner, view);
    };
    let theme = canvas.theme;
    let (here, service) = (words.get("inbox-seen-here"), words.get("inbox-service-date"));
    let seen = format!("{here} {}   {service} {}", preview.seen, preview.sent);
    let deal = preview.deal.as_ref().map(|deal| {
        let glyph = theme.ring(&deal.status);
        let title = words.get("inbox-same-deal");
        format!("{title}   {}  {glyph} {}", deal.name, deal.status_label)
    });
    let mut lines: Vec<(String, Style)> = wrap(&preview.title, usize::from(inner.width))
        .into_iter()
        .take(2)
        .map(|line| (line, theme.heading()))
        .collect();
    let note = preview.note.first();
    lines.extend(note.map(|line| (format!("¶ {line}"), theme.text())));
    lines.extend(preview.marks.iter().map(|marks| (marks.clone(), theme.accent())));
    lines.extend(
        preview
            .asleep
            .iter()
            .map(|asleep| (sentence(asleep), theme.text())),
    );
    lines.push((seen, theme.text()));
    if !preview.similar.is_empty() {
        lines.push((preview.similar_count.clone(), theme.text()));
    }
    lines.extend(deal.map(|text| (text, theme.text())));
    lines.push((
        words.get("inbox-preview-marks-nothing").into_owned(),
        theme.second(),
    ));
    for (y, (text, style)) in (inner.top()..inner.bottom()).zip(&lines) {
        canvas.put(inner.x, y, inner.width, text, *style);
    }
}
