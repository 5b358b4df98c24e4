//! The explorer: sources at the left, records in the middle, one record as a tree.

use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::presentation::picker_view::{LineIcon, PickerLine};
use encours_core::app::records::lists::view::ListView;
use encours_core::app::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use encours_core::app::screens::explorer::view::{self, ExplorerView};
use encours_core::app::shell::app::App;
use encours_core::text::{SafeText, wrap};
use ratatui::layout::Rect;

use super::layout::ScreenFrame;
use super::lists::records;
use super::{empty_state, lists};
use crate::terminal::LineEditor;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_pane, split_columns, split_rows, text_width};

/// Minimum width to show the sources beside the records.
const WIDE: u16 = 76;
/// Minimum width to show the tree as well.
const VERY_WIDE: u16 = 160;

/// Width of everything around a source's name and mode.
const SOURCE_MARGIN: u16 = 10;
/// Maximum width of the sources with modes, in tenths of the screen: the record columns matter more.
const MAX_SOURCE_SHARE: u16 = 3;
/// Minimum width for full routes.
const FULL_ROUTE_WIDTH: u16 = 100;

/// Draws the explorer.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame, editor: &LineEditor) {
    let view = view::explorer(app);
    let body = frame.body;
    if body.width < WIDE || frame.tiny {
        match app.cx.pane() {
            SOURCES => lists::draw(app, canvas, body, SOURCES, &view.sources),
            TREE => lists::draw(app, canvas, body, TREE, &view.tree),
            _ => draw_records(app, canvas, body, &view, editor),
        }
        return;
    }
    let (left_width, sources) = source_lines(&view.sources, body.width);
    let (left, rest_area) = split_columns(body, left_width);
    lists::draw(app, canvas, left, SOURCES, &sources);
    let (records, tree) = if view.is_tree {
        split_rows(rest_area, header_rows(app, &view, rest_area.width) + 2)
    } else if body.width >= VERY_WIDE {
        split_columns(rest_area, rest_area.width * 3 / 5)
    } else {
        let below = (rest_area.height * 2 / 5).max(5).min(rest_area.height);
        split_rows(rest_area, rest_area.height - below)
    };
    draw_records(app, canvas, records, &view, editor);
    lists::draw(app, canvas, tree, TREE, &view.tree);
}

/// Returns the width of the sources, up to two fifths, and their lines.
///
/// If the modes would be cut, they are left out: the marks show the readable sources, and the header of the
/// records shows the focused source's mode.
fn source_lines(list: &ListView, width: u16) -> (u16, ListView) {
    let label = |line: &PickerLine| text_width(&line.label);
    let lines = || list.lines.iter().filter(|line| !line.note.is_empty());
    let noted = lines().map(label).max().unwrap_or(0);
    let notes = lines().map(|line| text_width(&line.note)).max().unwrap_or(0);
    // Frame with its padding, mark, and the gaps before and after the mode.
    let full_width = noted + notes + SOURCE_MARGIN;
    if full_width <= width * MAX_SOURCE_SHARE / 10 {
        return (full_width.max(24), list.clone());
    }
    let mut list = list.clone();
    // The missing mark already shows that a list was not requested yet, so the other modes may fit.
    for line in list.lines.iter_mut().filter(|line| line.mark == LineIcon::None) {
        line.note = SafeText::default();
    }
    let notes = list.lines.iter().map(|line| text_width(&line.note)).max().unwrap_or(0);
    let full_width = noted + notes + SOURCE_MARGIN;
    if full_width <= width * MAX_SOURCE_SHARE / 10 {
        return (full_width.max(24), list);
    }
    // Routes are shown in full if the records still have enough space.
    let all = list.lines.iter().map(label).max().unwrap_or(0);
    let widest = if width >= FULL_ROUTE_WIDTH { all } else { noted };
    let names = (widest + 6).clamp(24, width * 2 / 5);
    // Show all modes or none, because a few would be misleading.
    for line in &mut list.lines {
        line.note = SafeText::default();
    }
    (names, list)
}

/// Returns the number of rows above the records: discovery result and filter.
fn header_rows(app: &App, view: &ExplorerView, width: u16) -> u16 {
    let status_lines = wrap(&view.status, usize::from(width.saturating_sub(4))).len() as u16;
    let filter = matches!(app.cx.overlay(), Overlay::Filter) || !app.explorer.filter.is_empty();
    status_lines.min(2) + u16::from(filter)
}

fn draw_records(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ExplorerView, editor: &LineEditor) {
    let pane = Pane::new(&view.title).note(&view.counts).number(RECORDS).focused(view.records_focused);
    let inner = draw_pane(canvas, area, pane);
    let theme = canvas.theme;
    let status = Rect { height: inner.height.min(2), ..inner };
    let mut y = inner.y + canvas.draw_wrapped(status, &view.status, theme.second());
    if matches!(app.cx.overlay(), Overlay::Filter) && y < inner.bottom() {
        let x = inner.x + canvas.draw_text(inner.x, y, 2, "/ ", theme.key());
        super::draw_editor(canvas, editor, (x, y), inner.right().saturating_sub(x), theme.text());
        y += 1;
    } else if !app.explorer.filter.is_empty() && y < inner.bottom() {
        let parts = [("/ ", theme.key()), (app.explorer.filter.as_str(), theme.text())];
        canvas.draw_spans(inner.x, y, inner.width, &parts);
        y += 1;
    }
    let rest_area = Rect { y, height: inner.bottom().saturating_sub(y), ..inner };
    if let Some(problem) = view.problem.as_ref().filter(|_| view.empty.is_some()) {
        empty_state::draw_problem(app, canvas, rest_area, problem);
        return;
    }
    if let Some(empty) = view.empty.as_ref().filter(|_| !view.is_tree) {
        canvas.draw_wrapped(rest_area, empty, theme.second());
        return;
    }
    let rows = app.explorer.explored_rows();
    let grid = records::RecordGrid {
        table: &rows.table,
        rows: &rows.visible,
        focused_row: Some(app.explorer.row),
        first_column: app.explorer.column,
        focused_column: None,
    };
    records::draw(app, canvas, rest_area, |line| ClickTarget::PaneLine(RECORDS, line), &grid);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn source_notes_are_shown_complete_or_not_at_all() {
        let line = |mark, label: &str, note: &str| PickerLine {
            mark,
            label: SafeText::line(label),
            note: SafeText::line(note),
            cells: None,
            selected: false,
            enabled: true,
        };
        let list = ListView {
            lines: vec![
                line(LineIcon::Done, "Définitions de champs", "documentée"),
                line(LineIcon::Done, "SPV", "documentée"),
                line(LineIcon::None, "Fonds", "pas encore chargée"),
                line(LineIcon::Done, "/users/me/alert-preferences", ""),
            ],
            ..ListView::default()
        };
        for width in [76, 80, 100, 120, 136, 140, 160, 200] {
            let (names, lines) = source_lines(&list, width);
            let noted = lines.lines.iter().filter(|line| !line.note.is_empty()).count();
            assert!(matches!(noted, 0 | 2 | 3), "{noted} at {width}");
            let full_width = text_width("Définitions de champs") + 2 + text_width("documentée") + 6;
            assert!(noted == 0 || names >= full_width, "{names} at {width}");
            assert!(names <= width * 2 / 5, "{names} at {width}");
        }
        assert!(source_lines(&list, 80).1.lines.iter().all(|line| line.note.is_empty()));
        assert_eq!(&*source_lines(&list, 200).1.lines[1].note, "documentée");
    }
}
