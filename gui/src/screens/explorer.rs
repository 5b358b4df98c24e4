//! The API explorer: sources at the left, records as a table, one record as a tree.

use encours_core::app::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use encours_core::app::screens::explorer::view::{self, ExplorerView};

use super::lists::{PressEffect, collapsed, record_table};
use super::pipeline::filter_line;
use super::{lists, screen_header};
use crate::prelude::*;
use crate::widgets::{SegmentedControl, problem};

const MARGIN: f32 = 16.0;
const GAP: f32 = 12.0;
/// Minimum width at which the tree is beside the records, if all their columns fit.
const SIDE_BY_SIDE_WIDTH: f32 = 1_080.0;

/// Height below which stacked records and tree do not share the space. The focused one then gets most of it.
const MIN_STACKED_HEIGHT: f32 = 560.0;

/// Share of the width for the records beside the tree, which shows names with their identifiers.
const RECORDS_SHARE: f32 = 0.54;

/// Below this width, the switch between table and tree uses icons.
const ICON_SWITCH_WIDTH: f32 = 480.0;

/// Returns the widget id of the record filter.
#[must_use]
pub fn filter_id() -> Id {
    Id::unique("explorer-filter")
}

/// Draws the explorer.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = view::explorer(frame.app);
    let actions = [
        (ActionId::Export, Icon::Export),
        (ActionId::Discover, Icon::Search),
        (ActionId::AskRoute, Icon::Link),
    ];
    let remaining = screen_header::show(ui, frame, ("", false), &actions).shrink(MARGIN);
    let left_rect = remaining.with_max_x(remaining.left() + (remaining.width() * 0.26).clamp(190.0, 300.0));
    lists::show(ui, frame, SOURCES, left_rect, &view.sources, PressEffect::Open);
    let remaining = remaining.with_min_x(left_rect.right() + GAP);
    if view.is_tree {
        let (above, below) = split_rows(remaining, lists::TITLE_HEIGHT + 86.0);
        draw_content(ui, frame, above, &view);
        lists::show(ui, frame, TREE, below, &view.tree, PressEffect::OpenColumns);
        return;
    }
    if remaining.width() < SIDE_BY_SIDE_WIDTH && remaining.height() < MIN_STACKED_HEIGHT {
        // While the filter is edited, the records count as focused.
        let on_tree = frame.app.cx.pane() == TREE && !matches!(frame.app.cx.overlay(), Overlay::Filter);
        let (records_rect, tree_rect) = split_rows(
            remaining,
            if on_tree { lists::TITLE_HEIGHT } else { remaining.height() - lists::TITLE_HEIGHT - GAP },
        );
        if on_tree {
            collapsed::show(ui, frame, RECORDS, records_rect, (&view.title, &view.counts));
            lists::show(ui, frame, TREE, tree_rect, &view.tree, PressEffect::OpenColumns);
        } else {
            draw_content(ui, frame, records_rect, &view);
            collapsed::show(ui, frame, TREE, tree_rect, (&view.tree.title, &view.tree.note));
        }
        return;
    }
    // Decide from all records, so that the panes do not move with the focus.
    let full_width = record_table::full_width(&frame.painter(ui), &frame.app.explorer.explored_rows().table);
    let records = (remaining.width() * RECORDS_SHARE).ceil();
    let (records_rect, tree_rect) = if remaining.width() >= SIDE_BY_SIDE_WIDTH && full_width <= records {
        let records_rect = remaining.with_max_x(remaining.left() + records);
        (records_rect, remaining.with_min_x(records_rect.right() + GAP))
    } else {
        split_rows(remaining, remaining.height() * 0.56)
    };
    draw_content(ui, frame, records_rect, &view);
    lists::show(ui, frame, TREE, tree_rect, &view.tree, PressEffect::OpenColumns);
}

fn split_rows(rect: Rect, height: f32) -> (Rect, Rect) {
    let above = rect.top_part(height);
    (above, rect.with_min_y(above.bottom() + GAP))
}

/// Draws the back button and, at the right, the table/tree switch and the page buttons. Returns the area between them.
fn draw_navigation(ui: &Ui, frame: &mut FrameCtx<'_>, line: Rect, view: &ExplorerView) -> Rect {
    let painter = frame.painter(ui);
    let pages = [(ActionId::PreviousPage, Icon::Left), (ActionId::NextPage, Icon::Right)];
    let pages = pages.map(|(id, icon)| (id, frame.icon_button(id, icon)));
    let pages = ButtonRow::ending_at(ui, &painter, (pos2(line.right(), line.center().y), 2.0), pages);
    let key = frame.key_cap(ActionId::ToggleTree);
    let labels = ["switch-table", "switch-tree"].map(|key| frame.message(key).into_owned());
    let [table, tree] = &labels;
    let switch = SegmentedControl {
        segments: [(Icon::Table, table), (Icon::Fork, tree)],
        chosen: usize::from(view.is_tree),
        icons_only: line.width() < ICON_SWITCH_WIDTH,
        key_cap: &key,
    };
    let switch_x = pages.left_edge(line.right()) - 6.0 - switch.width(&painter);
    let title_rect = draw_back_button(ui, frame, line.with_max_x(switch_x - GAP));
    if switch.show(ui, frame.theme, ui.scope_id().with("ways"), pos2(switch_x, line.center().y)).1 {
        frame.request_command(ActionId::ToggleTree);
    }
    pages.show(ui, frame);
    title_rect
}

/// Draws the button back to the screen of origin. Returns the remaining area.
fn draw_back_button(ui: &Ui, frame: &mut FrameCtx<'_>, line: Rect) -> Rect {
    let Some(screen) = frame.app.explorer.return_screen() else {
        return line;
    };
    let screen = frame.message(screen.label_key()).into_owned();
    let name = frame.messages.with("explorer-back", &[("screen", screen.into())]);
    let button = Button::new(name).with_icon(Icon::Left).with_style(ButtonStyle::Link);
    let button = button.with_action(Action::LeaveExplorer);
    let painter = frame.painter(ui);
    let button = if button.width(&painter) * 2.0 > line.width() { button.icon_only() } else { button };
    let button_rect = line.with_max_x(line.left() + button.width(&painter));
    frame.press(ui, "back", button_rect, &button);
    line.with_min_x(button_rect.right() + GAP)
}

fn draw_content(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &ExplorerView) {
    let body = lists::draw_pane(ui, frame, rect, &view.title, &view.counts, view.records_focused);
    let colors = &frame.theme.colors;
    let painter = frame.painter(ui).clipped(body);
    let line = Rect::from_min_size(body.min + vec2(13.0, 8.0), vec2(body.width() - 26.0, 28.0));
    let title_rect = draw_navigation(ui, frame, line, view);
    painter.left(title_rect, &view.status, TextStyle::small(), colors.text_secondary);
    let (name, text) = (frame.action_name(ActionId::Filter), frame.app.explorer.filter.clone());
    let cross = if text.is_empty() { 0.0 } else { 34.0 };
    let field = rect_at(line.left(), line.bottom() + 6.0, (line.width() - cross).min(360.0), 30.0);
    filter_line::show(ui, frame, field, filter_id(), (&text, &name));
    if !text.is_empty() {
        let clear_rect = Rect::from_min_size(field.right_top() + vec2(4.0, 0.0), vec2(30.0, 30.0));
        let clear = Button { reason: None, ..frame.icon_button(ActionId::ClearFilter, Icon::Close) };
        frame.press(ui, "clear-filter", clear_rect, &clear);
    }
    let remaining = body.with_min_y(field.bottom() + 8.0);
    if remaining.height() < 40.0 {
        return;
    }
    if let (Some(failure), Some(_)) = (&view.problem, &view.empty) {
        let filter_rect = remaining.shrink2(vec2(13.0, 8.0));
        problem::paint(&painter, filter_rect.min, filter_rect.width(), frame.messages, failure);
        return;
    }
    if let Some(empty) = &view.empty {
        lists::draw_empty_state(ui, frame, remaining.shrink2(vec2(13.0, 8.0)), empty);
        return;
    }
    let app = frame.app;
    let rows = app.explorer.explored_rows();
    let grid = record_table::RecordGrid {
        table: &rows.table,
        rows: &rows.visible,
        selected_row: Some(app.explorer.row),
        first_column: app.explorer.column,
        focused_column: None,
        pane: RECORDS,
        focused: view.records_focused,
    };
    record_table::show(ui, frame, remaining, &view.title, &grid);
}
