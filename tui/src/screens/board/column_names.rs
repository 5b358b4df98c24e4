//! The names and counts of columns that the board collapses or cannot show.

use super::VisibleColumns;
use crate::widgets::{Canvas, ClickTarget, text_width};
use encours_core::app::deals::board::view::header::{ColumnHeader, column_header};
use encours_core::app::shell::app::App;
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Draws `▪ 3  ◂ 2  4 ▸`: the filtered cards in collapsed columns and the number of columns beyond each side.
pub(super) fn draw_hidden_counts(app: &App, canvas: &mut Canvas<'_>, row: Rect, columns: &VisibleColumns) {
    let style = canvas.theme.second();
    let headers = columns.collapsed.iter().filter_map(|at| column_header(app, *at));
    let card_count: usize = headers.map(|header| header.cards).sum();
    let collapsed = if card_count > 0 && app.pipeline.board().is_filtered() {
        format!("▪ {card_count}  ")
    } else {
        String::new()
    };
    let parts = [(collapsed.as_str(), style), (&beyond_text(columns), style)];
    canvas.draw_spans_right(row.right(), row.y, row.width, &parts);
}

/// Returns `◂ 2  4 ▸`: the number of columns beyond each side.
pub(super) fn beyond_text(columns: &VisibleColumns) -> String {
    let (before, after) = (columns.before.len(), columns.after.len());
    let sides = [(before > 0).then(|| format!("◂ {before}")), (after > 0).then(|| format!("{after} ▸"))];
    let sides: Vec<String> = sides.into_iter().flatten().collect();
    sides.join("  ")
}

/// Draws the names and counts of collapsed and hidden columns.
///
/// The nearest columns come first, then the number of further ones. If space is short, empty columns are not
/// named, so that filtered deals in a collapsed column can still be found.
pub(super) fn draw_column_names(app: &App, canvas: &mut Canvas<'_>, row: Rect, visible: &VisibleColumns) {
    let parts_width = |parts: &[NamePart]| parts.iter().map(|part| text_width(&part.text)).sum::<u16>();
    let holds = |at: &&usize| column_header(app, **at).is_some_and(|header| header.cards > 0);
    let scarce = VisibleColumns {
        collapsed: visible.collapsed.iter().filter(holds).copied().collect(),
        ..visible.clone()
    };
    let filtered = app.pipeline.board().is_filtered();
    // Columns to the left are left out before those to the right, the farthest first.
    let (past, right_hidden) = (visible.before.len(), visible.after.len());
    let right_count = (0..=past + right_hidden)
        .rev()
        .map(|right_count| (right_count.saturating_sub(right_hidden), right_count.min(right_hidden)));
    // Without a filter all names are equal; with one, columns with deals come first.
    let full = right_count.clone().map(|right_count| (visible, right_count));
    let full = full.take(if filtered { 1 } else { usize::MAX });
    let fitting = full
        .chain(right_count.map(|right_count| (&scarce, right_count)))
        .filter(|(_, (past, right_hidden))| past + right_hidden > 0 || !visible.collapsed.is_empty())
        .map(|(visible, right_count)| name_parts(app, canvas, visible, right_count))
        .find(|parts| parts_width(parts) <= row.width);
    let fitting = fitting.or_else(|| {
        let parts = collapsed_summary(app, canvas, &visible.collapsed);
        (!parts.is_empty() && parts_width(&parts) <= row.width).then_some(parts)
    });
    let Some(parts) = fitting else {
        draw_hidden_counts(app, canvas, row, visible);
        return;
    };
    let mut x = row.right() - parts_width(&parts);
    for NamePart { target, text, style } in parts {
        let used = canvas.draw_text(x, row.y, row.right() - x, &text, style);
        if let Some(target) = target {
            canvas.add_target(Rect::new(x, row.y, used, 1), target);
        }
        x += used;
    }
}

/// A part of the line with its click target.
struct NamePart {
    target: Option<ClickTarget>,
    text: String,
    style: Style,
}

fn name_parts(
    app: &App,
    canvas: &Canvas<'_>,
    columns: &VisibleColumns,
    (past, right_count): (usize, usize),
) -> Vec<NamePart> {
    let style = canvas.theme.second();
    let plain = |text: String| NamePart { target: None, text, style };
    let more = match columns.after.len() - right_count {
        0 if columns.after.is_empty() => String::new(),
        0 => " ▸".to_owned(),
        left => format!("   +{left} ▸"),
    };
    let hidden = columns.before.len() - past;
    let lead = match hidden {
        0 if columns.before.is_empty() => String::new(),
        0 => "◂ ".to_owned(),
        hidden if past == 0 => format!("◂ +{hidden}"),
        hidden => format!("◂ +{hidden}   "),
    };
    let lists = [
        (&columns.collapsed[..], String::new(), String::new()),
        (&columns.before[hidden..], lead, String::new()),
        (&columns.after[..right_count], String::new(), more),
    ];
    let mut parts: Vec<NamePart> = Vec::new();
    for (indices, lead, trail) in lists {
        if indices.is_empty() && trail.is_empty() && lead.is_empty() {
            continue;
        }
        if !parts.is_empty() {
            parts.push(plain("   ".to_owned()));
        }
        parts.push(plain(lead));
        for (nth, at) in indices.iter().enumerate() {
            let Some(header) = column_header(app, *at) else { continue };
            if nth > 0 {
                parts.push(plain("   ".to_owned()));
            }
            let focused = app.pipeline.board().cursor.column == *at;
            let target =
                if header.collapsed { ClickTarget::Collapsed(*at) } else { ClickTarget::Offscreen(*at) };
            let (text, style) = if focused {
                (focused_name(&header), canvas.theme.accent())
            } else {
                (column_name(&header), style)
            };
            parts.push(NamePart { target: Some(target), text, style });
        }
        parts.push(plain(trail));
    }
    parts
}

/// Returns a short form for collapsed columns: the focused one, and the number of deals in the others.
fn collapsed_summary(app: &App, canvas: &Canvas<'_>, collapsed: &[usize]) -> Vec<NamePart> {
    let part = |target, text, style| NamePart { target, text, style };
    let (accent, second) = (canvas.theme.accent(), canvas.theme.second());
    let (focused, others): (Vec<usize>, Vec<usize>) =
        collapsed.iter().partition(|at| app.pipeline.board().cursor.column == **at);
    let column_heads = |indices: &[usize]| -> Vec<(usize, ColumnHeader)> {
        indices.iter().filter_map(|at| Some((*at, column_header(app, *at)?))).collect()
    };
    let mut parts: Vec<NamePart> = column_heads(&focused)
        .into_iter()
        .map(|(at, column_header)| {
            part(Some(ClickTarget::Collapsed(at)), focused_name(&column_header), accent)
        })
        .collect();
    let card_count: usize = column_heads(&others).iter().map(|(_, column_header)| column_header.cards).sum();
    if card_count > 0 {
        let gap = if parts.is_empty() { "" } else { "   " };
        parts.push(part(None, format!("{gap}▪ {card_count}"), second));
    }
    parts
}

/// Draws only the collapsed columns on a small screen, because scrolling does not reach them.
pub(super) fn draw_collapsed_names(app: &App, canvas: &mut Canvas<'_>, row: Rect, columns: &VisibleColumns) {
    let only = VisibleColumns { collapsed: columns.collapsed.clone(), ..VisibleColumns::default() };
    draw_column_names(app, canvas, row, &only);
}

/// Returns the name of a focused but hidden column, marked like a drawn column header.
fn focused_name(header: &ColumnHeader) -> String {
    format!("▸{}", column_name(header))
}

fn column_name(header: &ColumnHeader) -> String {
    /// Label width above which the short name is used.
    const MAX_LABEL_WIDTH: u16 = 13;
    let label = if text_width(&header.label) > MAX_LABEL_WIDTH { &header.short } else { &header.label };
    let mark = if header.collapsed { "▪ " } else { "" };
    format!("{mark}{label} {}", header.count)
}
