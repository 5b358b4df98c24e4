//! The focused notification and the deal of the same name. Viewing marks nothing as read.

use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::view::inbox::{InboxView, Preview, SimilarNotification};
use encours_core::app::shell::app::App;
use encours_core::text::{Messages, pad, sentence, truncate, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::board::card;
use crate::theme::Theme;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_pane, split_rows, text_width, wrap_lines};

/// Height of the deal's pane: two lines and the match quality.
const DEAL_ROWS: u16 = 5;
/// Lines between the facts and the similar notifications: a blank, the marking note, the count.
const ROWS_BEFORE_SIMILAR: usize = 3;
/// Maximum number of lines of a note.
const MAX_NOTE_LINES: usize = 6;

/// A line of the preview: a label, a text and its style.
type PreviewLine = (String, String, Style);

/// Draws the preview beside the list.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let messages = Messages::new(app.cx.lang());
    let Some(preview) = &view.preview else {
        let inner = draw_pane(canvas, area, Pane::new(&messages.get("inbox-preview")));
        return draw_unknown_id(canvas, inner, view);
    };
    let title = messages.get("inbox-preview");
    let facts = detail_lines(messages, canvas.theme, inner_width(area.width), preview);
    let fits = area.height >= with_frame(facts.len()) + DEAL_ROWS;
    let deal = if preview.deal.is_some() && fits { DEAL_ROWS } else { 0 };
    let (above, below) = split_rows(area, area.height - deal);
    let inner = draw_pane(canvas, above, Pane::new(&title).note(&preview.position));
    let lines = facts.into_iter().chain(similar_lines(messages, canvas.theme, inner.width, preview));
    for (y, (label, text, style)) in (inner.top()..inner.bottom()).zip(lines) {
        let used = canvas.draw_text(inner.x, y, inner.width, &label, canvas.theme.second());
        canvas.draw_text(inner.x + used, y, inner.width.saturating_sub(used), &text, style);
    }
    if deal > 0 {
        draw_same_name(app, canvas, below, preview);
    }
}

/// Draws a watched id that the service does not know: its full text, and the available action.
fn draw_unknown_id(canvas: &mut Canvas<'_>, inner: Rect, view: &InboxView) {
    let Some(unanswered) = &view.unanswered else {
        return;
    };
    let theme = canvas.theme;
    let keys = wrap_lines(&[(&unanswered.keys, theme.accent())], inner.width);
    let texts = [(unanswered.id.as_str(), theme.heading()), (&unanswered.reason, theme.alert())];
    let mut lines = wrap_lines(&texts, inner.width);
    lines.truncate(usize::from(inner.height).saturating_sub(keys.len()));
    lines.extend(keys);
    canvas.draw_lines(inner, &lines);
}

/// Returns the height for facts, note, notifications that marking includes, and the deal.
pub fn wanted_height(app: &App, canvas: &Canvas<'_>, width: u16, preview: &Preview) -> u16 {
    let (messages, width) = (Messages::new(app.cx.lang()), inner_width(width));
    let deal = if preview.deal.is_some() { DEAL_ROWS } else { 0 };
    let facts = detail_lines(messages, canvas.theme, width, preview).len();
    let last = preview.similar.iter().rposition(|similar| similar.in_focused_row);
    let marked = last.filter(|_| preview.mark_effect.is_some()).map_or(0, |at| ROWS_BEFORE_SIMILAR + at + 1);
    with_frame(facts + marked) + deal
}

fn with_frame(lines: usize) -> u16 {
    lines as u16 + 2
}

/// Returns the width inside a pane's frame.
fn inner_width(width: u16) -> u16 {
    width.saturating_sub(4)
}

/// Returns the facts of the notification and the note: label, text and style.
fn detail_lines(
    messages: &'static Messages,
    theme: Theme,
    width: u16,
    preview: &Preview,
) -> Vec<PreviewLine> {
    let mut lines: Vec<PreviewLine> = wrap(&preview.title, usize::from(width))
        .into_iter()
        .map(|line| (String::new(), line, theme.heading()))
        .collect();
    lines.push((String::new(), String::new(), theme.text()));
    let labels =
        ["inbox-state", "inbox-seen-here", "inbox-service-date", "field-id"].map(|key| messages.get(key));
    let indent = labels.iter().map(|label| usize::from(text_width(label))).max().unwrap_or(0) + 2;
    let symbol = match (preview.read, preview.kept_unread) {
        (true, _) => "○",
        (false, true) => "◐",
        (false, false) => "●",
    };
    let state = format!("{symbol} {}", preview.state);
    let sent = if preview.has_server_date { theme.text() } else { theme.second() };
    let values = [
        (state, theme.text()),
        (preview.first_seen.clone(), theme.text()),
        (preview.sent.clone(), sent),
        (preview.id.to_string(), theme.text()),
    ];
    for (label, (value, style)) in labels.iter().zip(values) {
        lines.push((pad(label, indent), value, style));
    }
    // A full sentence needs no label, and is too long beside one.
    if let Some(snoozed) = &preview.snoozed_until {
        let text = wrap(&sentence(snoozed), usize::from(width));
        lines.extend(text.into_iter().map(|line| (String::new(), line, theme.text())));
    }
    lines.extend(note_lines(messages, preview, width, theme));
    lines
}

/// Returns the similar notifications below the facts, and a note that viewing marks nothing.
fn similar_lines(
    messages: &'static Messages,
    theme: Theme,
    width: u16,
    preview: &Preview,
) -> Vec<PreviewLine> {
    let mut lines = vec![(String::new(), String::new(), theme.text())];
    if !preview.similar.is_empty() {
        let marks = preview.mark_effect.iter();
        lines.extend(marks.map(|marks| (String::new(), marks.clone(), theme.accent())));
        lines.push((preview.similar_count.clone(), String::new(), theme.second()));
        lines.extend(preview.similar.iter().map(|item| similar_line(item, width, theme)));
        if !preview.similar_more.is_empty() {
            lines.push((format!("  {}", preview.similar_more), String::new(), theme.second()));
        }
    }
    lines.push((messages.get("inbox-preview-marks-nothing").into_owned(), String::new(), theme.second()));
    lines
}

/// Returns the private note, with a remark that it is on this device only.
fn note_lines(messages: &'static Messages, preview: &Preview, width: u16, theme: Theme) -> Vec<PreviewLine> {
    if preview.note.is_empty() {
        return Vec::new();
    }
    let header = format!("{}, {}", messages.get("action-local-note"), messages.get("inbox-note-here"));
    let lines = preview.note.iter();
    let lines = lines.flat_map(|line| wrap(line, usize::from(width.saturating_sub(2))));
    [(String::new(), String::new(), theme.text()), (header, String::new(), theme.second())]
        .into_iter()
        .chain(lines.take(MAX_NOTE_LINES).map(|line| ("¶ ".to_owned(), line, theme.text())))
        .collect()
}

/// Returns the line of a similar notification: mark, title, and day at the right.
fn similar_line(item: &SimilarNotification, width: u16, theme: Theme) -> PreviewLine {
    let mark = if item.read { "○ " } else { "● " };
    let max_width = usize::from(width.saturating_sub(text_width(&item.day) + 3));
    let title = pad(&truncate(&item.title, max_width), max_width);
    // Marking the focused row includes the notifications grouped in it.
    let style = if item.in_focused_row { theme.text() } else { theme.second() };
    (mark.to_owned(), format!("{title} {}", item.day), style)
}

fn draw_same_name(app: &App, canvas: &mut Canvas<'_>, area: Rect, preview: &Preview) {
    let Some(deal) = &preview.deal else { return };
    let (messages, theme) = (Messages::new(app.cx.lang()), canvas.theme);
    let inner = draw_pane(canvas, area, Pane::new(&messages.get("inbox-same-deal")));
    canvas.add_target(area, ClickTarget::Run(ActionId::Open));
    let used = canvas.draw_text_right(inner.right(), inner.y, inner.width, &deal.age, theme.second());
    canvas.draw_text(inner.x, inner.y, inner.width.saturating_sub(used + 1), &deal.name, theme.heading());
    let used = card::draw_field(canvas, inner.right(), inner.y + 1, inner.width, deal);
    let status = format!("{} {}", canvas.theme.status_glyph(&deal.status), deal.status_label);
    canvas.draw_text(inner.x, inner.y + 1, inner.width.saturating_sub(used + 1), &status, theme.text());
    let note = messages.get("inbox-same-deal-note");
    canvas.draw_text(inner.x, inner.y + 2, inner.width, &note, theme.second());
}

/// Draws the preview below the list, in few rows.
pub fn draw_short(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let messages = Messages::new(app.cx.lang());
    let (title, position) =
        (messages.get("inbox-preview"), view.preview.as_ref().map_or("", |preview| &preview.position));
    let inner = draw_pane(canvas, area, Pane::new(&title).note(position));
    let Some(preview) = &view.preview else {
        return draw_unknown_id(canvas, inner, view);
    };
    let theme = canvas.theme;
    let (here, service) = (messages.get("inbox-seen-here"), messages.get("inbox-service-date"));
    let times = format!("{here} {}   {service} {}", preview.first_seen, preview.sent);
    let deal = preview.deal.as_ref().map(|deal| {
        let glyph = theme.status_glyph(&deal.status);
        let title = messages.get("inbox-same-deal");
        format!("{title}   {}  {glyph} {}", deal.name, deal.status_label)
    });
    let mut lines = wrap_lines(&[(&preview.title, theme.heading())], inner.width);
    lines.truncate(2);
    let note = preview.note.first();
    lines.extend(note.map(|line| (format!("¶ {line}"), theme.text())));
    lines.extend(preview.mark_effect.iter().map(|marks| (marks.clone(), theme.accent())));
    lines.extend(preview.snoozed_until.iter().map(|snoozed| (sentence(snoozed), theme.text())));
    lines.push((times, theme.text()));
    if !preview.similar.is_empty() {
        lines.push((preview.similar_count.clone(), theme.text()));
    }
    lines.extend(deal.map(|text| (text, theme.text())));
    lines.push((messages.get("inbox-preview-marks-nothing").into_owned(), theme.second()));
    canvas.draw_lines(inner, &lines);
}
