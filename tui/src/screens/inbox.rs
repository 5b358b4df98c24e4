//! The notifications: a list under day heads, and a preview that marks nothing.
//!
//! ```text
//!  ▸ Unread 37   Read 112   All 155                    155 known, route discovered
//!   X once more: mark 37 read                        Esc give up   disarms in 6 s
//! ╭─ ▸ 37 notifications ─────────────────────╮ ╭─ Preview ────────────── 1 of 37 ─╮
//! │ Today                                 14 │ │ LTV above the limit              │
//! │▌● LTV above the limit              09:38 │ │                                  │
//! ```

use encours_core::app::{ActionId, App};
use encours_core::view::inbox::{self, InboxLine, InboxRow, InboxView, Preview};
use encours_core::view::text::{Arg, Words, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame::{self, Frame};
use super::{card, notice};
use crate::widgets::{Canvas, Pane, Target, columns, first_line, pane, scroll_bar};

/// Draws the notifications.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let view = inbox::inbox(app);
    let body = frame.body;
    tabs(canvas, body, &view);
    let mut top = body.y + 1;
    if view.armed.is_some() {
        armed(
            app,
            canvas,
            Rect {
                y: top,
                height: 1,
                ..body
            },
            &view,
        );
    }
    if frame.roomy || view.armed.is_some() {
        top += 1;
    }
    let rest = Rect {
        y: top,
        height: body.bottom().saturating_sub(top),
        ..body
    };
    if body.width >= 100 {
        let left = ((rest.width - 1) * 4).div_ceil(7);
        framed_list(app, canvas, Rect { width: left, ..rest }, &view);
        let right = Rect {
            x: rest.x + left + 1,
            width: rest.width - left - 1,
            ..rest
        };
        preview(app, canvas, right, &view);
    } else {
        let under = if frame.tiny { 0 } else { 6.min(rest.height / 2) };
        let above = Rect {
            height: rest.height - under,
            ..rest
        };
        list(
            app,
            canvas,
            Rect {
                x: above.x + 1,
                width: above.width.saturating_sub(2),
                ..above
            },
            &view,
        );
        if under > 0 {
            short_preview(
                app,
                canvas,
                Rect {
                    y: above.bottom(),
                    height: under,
                    ..rest
                },
                &view,
            );
        }
    }
}

fn tabs(canvas: &mut Canvas<'_>, body: Rect, view: &InboxView) {
    let theme = canvas.theme;
    let (mut x, y, end) = (body.x + 1, body.y, body.right().saturating_sub(1));
    for tab in &view.tabs {
        let style = if tab.current {
            theme.accent()
        } else {
            theme.second()
        };
        let mark = if tab.current { "▸ " } else { "" };
        let count = format!(" {}", tab.count);
        let used = canvas.line(
            x,
            y,
            end.saturating_sub(x),
            &[(mark, style), (&tab.label, style), (&count, style)],
        );
        canvas.hit(Rect::new(x, y, used, 1), Target::InboxTab(tab.tab));
        x += used + 3;
    }
    canvas.line_right(end, y, end.saturating_sub(x), &[(&view.mode, theme.second())]);
}

fn armed(app: &App, canvas: &mut Canvas<'_>, row: Rect, view: &InboxView) {
    let Some((action, left)) = &view.armed else {
        return;
    };
    let (words, style) = (Words::new(app.lang()), canvas.theme.armed());
    canvas.fill(row, " ", style);
    canvas.hit(row, Target::Run(ActionId::MarkAllRead));
    let key = |action| frame::offer(app, action).map_or_else(String::new, |hint| hint.keys);
    let args = [
        ("key", Arg::from(key(ActionId::MarkAllRead))),
        ("action", Arg::from(in_a_sentence(action))),
    ];
    let again = words.with("armed-again", &args);
    let used = canvas.put(row.x + 2, row.y, row.width.saturating_sub(4), &again, style);
    let give_up = words.with("armed-give-up", &[("key", Arg::from(key(ActionId::Back)))]);
    let disarms = words.with("armed-disarms", &[("s", Arg::from(*left))]);
    let room = row.width.saturating_sub(used + 6);
    let end = row.right().saturating_sub(2);
    let whole = [
        (give_up.as_str(), style),
        ("   ", style),
        (disarms.as_str(), style),
    ];
    if canvas.line_right(end, row.y, room, &whole) == 0 {
        canvas.line_right(end, row.y, room, &[(&disarms, style)]);
    }
}

/// A label as it stands inside a sentence: without its capital.
fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

fn framed_list(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let words = Words::new(app.lang());
    let title = words.with("inbox-count", &[("n", Arg::from(view.count))]);
    let inner = pane(
        canvas,
        area,
        Pane {
            title: &title,
            note: "",
            focused: true,
        },
    );
    list(app, canvas, inner, view);
}

/// The list itself. The column before `area` is its gutter, the one after it its scroll bar.
fn list(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let theme = canvas.theme;
    canvas.hit(area, Target::Inbox);
    if let Some(problem) = view.problem.as_ref().filter(|_| view.count == 0) {
        notice::problem(canvas, area, problem);
        return;
    }
    if let Some(empty) = &view.empty {
        for (y, line) in (area.top()..area.bottom()).zip(wrap(empty, usize::from(area.width))) {
            canvas.put(area.x, y, area.width, &line, theme.second());
        }
        return;
    }
    let lines = inbox::lines(app);
    // A blank row between two days, where rows are not scarce.
    let airy = area.height >= 20;
    let rows: Vec<Option<&InboxLine>> = lines
        .iter()
        .enumerate()
        .flat_map(|(at, line)| {
            let apart = airy && at > 0 && matches!(line, InboxLine::Day { .. });
            apart.then_some(None).into_iter().chain([Some(line)])
        })
        .collect();
    let focused = rows
        .iter()
        .position(|line| matches!(line, Some(InboxLine::Row(row)) if row.focused));
    let room = usize::from(area.height);
    let first = first_line(focused.unwrap_or(0), rows.len(), room);
    for (y, line) in (area.top()..area.bottom()).zip(&rows[first..]) {
        match line {
            None => {}
            Some(InboxLine::Day { label, count }) => {
                let used = canvas.put_right(area.right(), y, area.width, count, theme.second());
                canvas.put(
                    area.x,
                    y,
                    area.width.saturating_sub(used + 1),
                    label,
                    theme.second(),
                );
            }
            Some(InboxLine::Row(row)) => self::row(canvas, area, y, row),
        }
    }
    // Framed, the bar lies on the frame; bare, in the column after the list.
    let bar = (area.right() + 1).min(canvas.area().right() - 1);
    scroll_bar(
        canvas,
        Rect::new(bar, area.y, 1, area.height),
        first,
        room,
        rows.len(),
    );
}

fn row(canvas: &mut Canvas<'_>, area: Rect, y: u16, row: &InboxRow) {
    let theme = canvas.theme;
    let (style, second) = if row.focused {
        canvas.put(area.x.saturating_sub(1), y, 1, "▌", theme.accent());
        canvas.fill(Rect::new(area.x, y, area.width, 1), " ", theme.selection());
        (theme.selection(), theme.selection())
    } else {
        (
            if row.read { theme.second() } else { theme.text() },
            theme.second(),
        )
    };
    canvas.hit(
        Rect::new(area.x.saturating_sub(1), y, area.width + 1, 1),
        Target::Notification(row.id.clone()),
    );
    let (mark, mark_style) = match (row.armed, row.pending, row.read) {
        (true, _, _) => ("✓ ", theme.selected()),
        (false, true, _) => ("↑ ", theme.pending()),
        (false, false, true) => ("○ ", theme.second()),
        (false, false, false) => ("● ", theme.text()),
    };
    let mark_style = if row.focused { style } else { mark_style };
    let used = canvas.put_right(area.right(), y, area.width / 3, &row.time, second);
    let room = area.width.saturating_sub(used + 2);
    canvas.line(area.x, y, room, &[(mark, mark_style), (&row.title, style)]);
}

fn preview(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let words = Words::new(app.lang());
    let Some(preview) = &view.preview else {
        pane(
            canvas,
            area,
            Pane {
                title: &words.get("inbox-preview"),
                note: "",
                focused: false,
            },
        );
        return;
    };
    /// The deal's pane: two lines and what is known of the match.
    const DEAL: u16 = 5;
    let deal = if preview.deal.is_some() && area.height > DEAL + 10 {
        DEAL
    } else {
        0
    };
    let above = Rect {
        height: area.height - deal,
        ..area
    };
    let frame = Pane {
        title: &words.get("inbox-preview"),
        note: &preview.place,
        focused: false,
    };
    let inner = pane(canvas, above, frame);
    let lines = preview_lines(app, canvas, inner.width, preview);
    for (y, (label, text, style)) in (inner.top()..inner.bottom()).zip(&lines) {
        let used = canvas.put(inner.x, y, inner.width, label, canvas.theme.second());
        canvas.put(inner.x + used, y, inner.width.saturating_sub(used), text, *style);
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

/// The lines of the preview: a label, a text and its style.
fn preview_lines(
    app: &App,
    canvas: &Canvas<'_>,
    width: u16,
    preview: &Preview,
) -> Vec<(String, String, Style)> {
    let (words, theme) = (Words::new(app.lang()), canvas.theme);
    let mut lines: Vec<(String, String, Style)> = wrap(&preview.title, usize::from(width))
        .into_iter()
        .map(|line| (String::new(), line, theme.heading()))
        .collect();
    let blank = || (String::new(), String::new(), theme.text());
    lines.push(blank());
    let labels =
        ["inbox-state", "inbox-seen-here", "inbox-service-date", "field-id"].map(|key| words.get(key));
    let indent = labels
        .iter()
        .map(|label| usize::from(columns(label)))
        .max()
        .unwrap_or(0)
        + 2;
    let state = format!("{} {}", if preview.read { "○" } else { "●" }, preview.state);
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
        lines.push((encours_core::view::text::pad(label, indent), value, style));
    }
    lines.push(blank());
    lines.push((
        words.get("inbox-preview-marks-nothing").into_owned(),
        String::new(),
        theme.second(),
    ));
    lines
}

fn same_name(app: &App, canvas: &mut Canvas<'_>, area: Rect, preview: &Preview) {
    let Some(deal) = &preview.deal else { return };
    let (words, theme) = (Words::new(app.lang()), canvas.theme);
    let inner = pane(
        canvas,
        area,
        Pane {
            title: &words.get("inbox-same-deal"),
            note: "",
            focused: false,
        },
    );
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
    canvas.put(
        inner.x,
        inner.y + 1,
        inner.width.saturating_sub(used + 1),
        &deal.class_label,
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

fn short_preview(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let words = Words::new(app.lang());
    let (title, place) = (
        words.get("inbox-preview"),
        view.preview.as_ref().map_or("", |preview| &preview.place),
    );
    let inner = pane(
        canvas,
        area,
        Pane {
            title: &title,
            note: place,
            focused: false,
        },
    );
    let Some(preview) = &view.preview else { return };
    let theme = canvas.theme;
    let (here, there) = (words.get("inbox-seen-here"), words.get("inbox-service-date"));
    let seen = format!("{here} {}   {there} {}", preview.seen, preview.sent);
    let deal = preview
        .deal
        .as_ref()
        .map(|deal| format!("{}   {}", words.get("inbox-same-deal"), deal.name));
    let mut lines: Vec<(String, Style)> = wrap(&preview.title, usize::from(inner.width))
        .into_iter()
        .take(2)
        .map(|line| (line, theme.heading()))
        .collect();
    lines.push((seen, theme.text()));
    lines.extend(deal.map(|text| (text, theme.text())));
    lines.push((
        words.get("inbox-preview-marks-nothing").into_owned(),
        theme.second(),
    ));
    for (y, (text, style)) in (inner.top()..inner.bottom()).zip(&lines) {
        canvas.put(inner.x, y, inner.width, text, *style);
    }
}
