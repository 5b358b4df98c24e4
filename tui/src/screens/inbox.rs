//! The notifications: a list under day heads, and a preview that marks nothing.
//!
//! ```text
//!  ▸ Unread 37   Read 112   All 155                    155 known, route discovered
//!   X once more: mark 37 read                        Esc cancel   disarms in 6 s
//! ╭─ ▸ 37 notifications ─────────────────────╮ ╭─ Preview ────────────── 1 of 37 ─╮
//! │ Today                                 14 │ │ LTV above the limit              │
//! │▌● LTV above the limit              09:38 │ │                                  │
//! ```

use encours_core::app::{ALERTS, ActionId, App, LIST, Layer, PREFERENCES};
use encours_core::view::holds;
use encours_core::view::inbox::{self, InboxLine, InboxRow, InboxView, RunView};
use encours_core::view::lists::ListView;
use encours_core::view::text::{Arg, Words, wrap};
use ratatui::layout::Rect;

use super::frame::{self, Frame};
use super::{lists, notice, preview};
use crate::terminal::Editor;
use crate::widgets::{Canvas, Pane, Target, columns, first_line, pane, scroll_bar, share_bar};

/// The rows that the preview keeps before alerts and preferences get any.
const PREVIEW: u16 = 14;
/// The columns of star and count in a row: `★ ×12 `.
const MARKS: u16 = 7;

/// Draws the notifications.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame, editor: &Editor) {
    let view = inbox::inbox(app);
    let body = frame.body;
    tabs(canvas, body, &view);
    let mut top = body.y + 1;
    let typing = matches!(app.layer(), Layer::Filter);
    let said = view.armed.is_some() || view.run.is_some() || typing || !view.filter.is_empty();
    let row = Rect {
        y: top,
        height: 1,
        ..body
    };
    if typing || (!view.filter.is_empty() && view.armed.is_none()) {
        filter(canvas, row, &view, editor, typing);
    } else if let Some(run) = view.run.as_ref().filter(|_| view.armed.is_none()) {
        progress(canvas, row, run);
    }
    if view.armed.is_some() && !typing {
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
    if frame.roomy || said {
        top += 1;
    }
    let rest = Rect {
        y: top,
        height: body.bottom().saturating_sub(top),
        ..body
    };
    if body.width >= 100 {
        let left = ((rest.width - 1) * 4).div_ceil(7);
        if frame.tiny && app.pane() != LIST {
            beside(app, canvas, rest, &view);
            return;
        }
        framed_list(app, canvas, Rect { width: left, ..rest }, &view);
        let right = Rect {
            x: rest.x + left + 1,
            width: rest.width - left - 1,
            ..rest
        };
        // Below the preview, the alerts and their preferences take what they need.
        // What stands in the place of a list is a sentence.
        let wanted = |list: &ListView| match list.lines.len() {
            0 => 5,
            lines => lines as u16 + 2,
        };
        let (alerts, preferences) = (wanted(&view.alerts), wanted(&view.preferences));
        let spare = right.height.saturating_sub(PREVIEW);
        let preferences = preferences.min(spare / 2);
        let alerts = alerts.min(spare.saturating_sub(preferences));
        let (alerts, preferences) = if alerts < 3 || preferences < 3 {
            (0, 0)
        } else {
            (alerts, preferences)
        };
        if alerts == 0 && app.pane() != LIST {
            beside(app, canvas, right, &view);
            return;
        }
        let above = right.height - alerts - preferences;
        preview::draw(
            app,
            canvas,
            Rect {
                height: above,
                ..right
            },
            &view,
        );
        if alerts > 0 {
            let area = Rect {
                y: right.y + above,
                height: alerts,
                ..right
            };
            lists::draw(app, canvas, area, ALERTS, &view.alerts);
            let area = Rect {
                y: area.bottom(),
                height: preferences,
                ..right
            };
            lists::draw(app, canvas, area, PREFERENCES, &view.preferences);
        }
    } else if app.pane() != LIST {
        beside(app, canvas, rest, &view);
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
            preview::short(
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

/// The alerts, or the preferences, alone: where there is no room for them beside the list.
fn beside(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    if app.pane() == ALERTS {
        lists::draw(app, canvas, area, ALERTS, &view.alerts);
    } else {
        lists::draw(app, canvas, area, PREFERENCES, &view.preferences);
    }
}

/// The filter: typed, or in force.
fn filter(canvas: &mut Canvas<'_>, row: Rect, view: &InboxView, editor: &Editor, typing: bool) {
    let theme = canvas.theme;
    let end = row.right().saturating_sub(1);
    let x = row.x + 1 + canvas.put(row.x + 1, row.y, 2, "/ ", theme.key());
    canvas.hit(row, Target::Run(ActionId::Filter));
    if typing {
        let (text, cursor) = editor.window(end.saturating_sub(x));
        canvas.put(x, row.y, end.saturating_sub(x), &text, theme.text());
        canvas.set_cursor(x + cursor, row.y);
    } else {
        canvas.put(x, row.y, end.saturating_sub(x), &view.filter, theme.accent());
    }
}

/// How far the marking of many is, and how it is stopped.
fn progress(canvas: &mut Canvas<'_>, row: Rect, run: &RunView) {
    let theme = canvas.theme;
    let end = row.right().saturating_sub(1);
    let used = canvas.put(
        row.x + 1,
        row.y,
        end.saturating_sub(row.x + 1),
        &run.text,
        theme.pending(),
    );
    let x = row.x + 1 + used + 2;
    let stop = canvas.line_right(end, row.y, end.saturating_sub(x), &[(&run.stop, theme.text())]);
    canvas.hit(row, Target::Run(ActionId::Back));
    let room = end.saturating_sub(x + stop + 2);
    if room >= 8 {
        share_bar(
            canvas,
            x,
            row.y,
            room,
            run.progress,
            theme.accent(),
            Some(theme.border()),
        );
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
    let room = end.saturating_sub(x);
    if canvas.line_right(end, y, room, &[(&view.mode, theme.second())]) == 0 {
        canvas.line_right(end, y, room, &[(&view.mode_short, theme.second())]);
    }
}

fn armed(app: &App, canvas: &mut Canvas<'_>, row: Rect, view: &InboxView) {
    let Some((action, left)) = &view.armed else {
        return;
    };
    let (words, style) = (Words::new(app.lang()), canvas.theme.armed());
    canvas.fill(row, " ", style);
    canvas.hit(row, Target::Run(ActionId::MarkAllRead));
    let args = [
        ("key", Arg::from(frame::key(app, ActionId::MarkAllRead))),
        ("action", Arg::from(frame::in_a_sentence(action))),
    ];
    let mut again = words.with("armed-again", &args);
    if columns(&again) + 20 > row.width {
        // How to give up matters more than what is known already.
        let args = [("key", Arg::from(frame::key(app, ActionId::MarkAllRead)))];
        again = words.with("armed-confirm", &args);
    }
    let used = canvas.put(row.x + 2, row.y, row.width.saturating_sub(4), &again, style);
    let give_up = words.with(
        "armed-give-up",
        &[("key", Arg::from(frame::key(app, ActionId::Back)))],
    );
    let until = app.inbox().armed_until.unwrap_or(app.now());
    let disarms = holds::disarms(app, until);
    let room = row.width.saturating_sub(used + 6);
    let end = row.right().saturating_sub(2);
    let whole = [
        (give_up.as_str(), style),
        ("   ", style),
        (disarms.as_str(), style),
    ];
    // Whoever asked for less motion is told a moment, where there is room for one, and no count.
    let left = if app.options().still {
        String::new()
    } else {
        format!("   {left} {}", words.get("unit-second"))
    };
    let short = [(give_up.as_str(), style), (left.as_str(), style)];
    let fits = canvas.line_right(end, row.y, room, &whole) > 0
        || canvas.line_right(end, row.y, room, &short) > 0
        || canvas.line_right(end, row.y, room, &short[..1]) > 0;
    if !fits {
        canvas.line_right(end, row.y, room, &[(&disarms, style)]);
    }
}

fn framed_list(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let words = Words::new(app.lang());
    // No number stands for a list that nobody has read.
    let unread = view.count == 0 && app.snapshot().inbox.read_at.is_none();
    let title = if unread {
        words.get("screen-notifications").into_owned()
    } else {
        words.with("inbox-count", &[("n", Arg::from(view.count))])
    };
    let inner = pane(canvas, area, Pane::new(&title).focused(app.pane() == LIST));
    list(app, canvas, inner, view);
}

/// The list itself. The column before `area` is its gutter, the one after it its scroll bar.
fn list(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let theme = canvas.theme;
    canvas.hit(area, Target::Inbox);
    if let Some(problem) = view.problem.as_ref().filter(|_| view.count == 0) {
        notice::problem(app, canvas, area, problem);
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
    let marked = |line: &InboxLine| matches!(line, InboxLine::Row(row) if row.starred || row.together > 1);
    let marks = if lines.iter().any(marked) { MARKS } else { 0 };
    let focused = rows.iter().position(|line| match line {
        Some(InboxLine::Row(row)) => row.focused,
        Some(InboxLine::Unknown { focused, .. }) => *focused,
        _ => false,
    });
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
            Some(InboxLine::Unknown { id, why, focused }) => {
                let (text, second) = if *focused {
                    canvas.put(area.x.saturating_sub(1), y, 1, "▌", theme.accent());
                    canvas.fill(Rect::new(area.x, y, area.width, 1), " ", theme.selection());
                    (theme.selection(), theme.selection())
                } else {
                    (theme.text(), theme.second())
                };
                let parts = [("× ", second), (&**id, text), ("  ", text), (why, second)];
                canvas.line(area.x, y, area.width, &parts);
            }
            Some(InboxLine::Row(row)) => self::row(canvas, area, y, row, marks),
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

fn row(canvas: &mut Canvas<'_>, area: Rect, y: u16, row: &InboxRow, marks: u16) {
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
    // Star and count stand under each other, whatever the titles are.
    let marks = if area.width >= 50 { marks } else { 0 };
    let end = area.right().saturating_sub(used + 1);
    if marks > 0 {
        if row.together > 1 {
            canvas.put_right(end, y, 4, &format!("×{}", row.together), second);
        }
        if row.starred {
            let style = if row.focused { second } else { theme.accent() };
            canvas.put_right(end.saturating_sub(5), y, 1, "★", style);
        }
    }
    let room = area.width.saturating_sub(used + 2 + marks);
    canvas.line(area.x, y, room, &[(mark, mark_style), (&row.title, style)]);
}
