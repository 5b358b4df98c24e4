//! The API explorer: sources at the left, records as a table, one record as a tree.

use egui::{Align, Id, Rect, Ui, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use encours_core::app::screens::explorer::view::{self, ExplorerView};
use encours_core::app::shell::action::Action;

use super::lists::{PressEffect, collapsed, record_table};
use super::pipeline::filter_line;
use super::{UiState, lists, screen_header, status};
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, SegmentedControl, problem, trailing_items};

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
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let full = ui.max_rect();
    let view = view::explorer(pass.app);
    let top = full.with_max_y(full.top() + pass.theme.tokens.size.topbar);
    let title = pass.message(Screen::Explorer.label_key()).into_owned();
    let actions = [
        (ActionId::Export, Icon::Export),
        (ActionId::Discover, Icon::Search),
        (ActionId::AskRoute, Icon::Link),
    ];
    screen_header::show(ui, pass, top, (&title, ""), &actions);
    let rest = status::draw_banner(ui, pass, full.with_min_y(top.bottom())).shrink(MARGIN);
    let left = rest.with_max_x(rest.left() + (rest.width() * 0.26).clamp(190.0, 300.0));
    lists::show(ui, pass, places, SOURCES, left, &view.sources, PressEffect::Open);
    let rest = rest.with_min_x(left.right() + GAP);
    if view.is_tree {
        let (above, below) = split_rows(rest, lists::TITLE_HEIGHT + 86.0);
        draw_content(ui, pass, places, above, &view);
        lists::show(
            ui,
            pass,
            places,
            TREE,
            below,
            &view.tree,
            PressEffect::OpenColumns,
        );
        return;
    }
    if rest.width() < SIDE_BY_SIDE_WIDTH && rest.height() < MIN_STACKED_HEIGHT {
        // While the filter is edited, the records count as focused.
        let on_tree = pass.app.cx.pane() == TREE && !matches!(pass.app.cx.layer(), Layer::Filter);
        let (one, other) = split_rows(
            rest,
            if on_tree {
                lists::TITLE_HEIGHT
            } else {
                rest.height() - lists::TITLE_HEIGHT - GAP
            },
        );
        if on_tree {
            collapsed::show(ui, pass, RECORDS, one, (&view.title, &view.counts));
            lists::show(
                ui,
                pass,
                places,
                TREE,
                other,
                &view.tree,
                PressEffect::OpenColumns,
            );
        } else {
            draw_content(ui, pass, places, one, &view);
            collapsed::show(ui, pass, TREE, other, (&view.tree.title, &view.tree.note));
        }
        return;
    }
    // Decide from all records, so that the panes do not move with the focus.
    let whole = record_table::full_width(
        &Painter::new(ui.painter(), pass.theme),
        &pass.app.explorer.explored_rows().table,
    );
    let records = (rest.width() * RECORDS_SHARE).ceil();
    let (one, other) = if rest.width() >= SIDE_BY_SIDE_WIDTH && whole <= records {
        let one = rest.with_max_x(rest.left() + records);
        (one, rest.with_min_x(one.right() + GAP))
    } else {
        split_rows(rest, rest.height() * 0.56)
    };
    draw_content(ui, pass, places, one, &view);
    lists::show(
        ui,
        pass,
        places,
        TREE,
        other,
        &view.tree,
        PressEffect::OpenColumns,
    );
}

fn split_rows(rect: Rect, height: f32) -> (Rect, Rect) {
    let above = rect.with_max_y(rect.top() + height);
    (above, rect.with_min_y(above.bottom() + GAP))
}

/// Draws the back button and, at the right, the table/tree switch and the page buttons. Returns the area between them.
fn draw_navigation(ui: &Ui, pass: &mut FrameCtx<'_>, line: Rect, view: &ExplorerView) -> Rect {
    let pages = [
        (ActionId::PreviousPage, Icon::Left),
        (ActionId::NextPage, Icon::Right),
    ];
    let pen = Painter::new(ui.painter(), pass.theme);
    let side = pass.theme.tokens.size.control_height;
    let places = trailing_items::rects_ending_at(pos2(line.right(), line.center().y), 2.0, &[side; 2]);
    let key = pass.key_cap(ActionId::ToggleTree);
    let words = ["switch-table", "switch-tree"].map(|key| pass.message(key).into_owned());
    let [table, tree] = &words;
    let switch = SegmentedControl {
        segments: [(Icon::Table, table), (Icon::Fork, tree)],
        chosen: usize::from(view.is_tree),
        icons_only: line.width() < ICON_SWITCH_WIDTH,
        key_cap: &key,
    };
    let left = trailing_items::left_edge(&places, line.right()) - 6.0 - switch.width(&pen);
    let told = draw_back_button(ui, pass, line.with_max_x(left - GAP));
    if switch
        .show(
            ui,
            pass.theme,
            ui.scope_id().with("ways"),
            pos2(left, line.center().y),
        )
        .1
    {
        pass.request_command(ActionId::ToggleTree);
    }
    for ((id, icon), place) in pages.into_iter().zip(places) {
        let (name, reason) = (pass.action_name(id), pass.disabled_reason(id));
        let hint = format!("{name}  {}", pass.key_cap(id));
        let button = Button::from_icon(&name, icon)
            .with_tooltip(&hint)
            .disabled_by(reason.as_deref());
        if button
            .show(ui, pass.theme, ui.scope_id().with(id), place)
            .clicked()
        {
            pass.request_command(id);
        }
    }
    told
}

/// Draws the button back to the screen of origin. Returns the remaining area.
fn draw_back_button(ui: &Ui, pass: &mut FrameCtx<'_>, line: Rect) -> Rect {
    let Some(screen) = pass.app.explorer.return_screen() else {
        return line;
    };
    let screen = pass.message(screen.label_key()).into_owned();
    let name = pass.messages.with("explorer-back", &[("screen", screen.into())]);
    let button = Button::new(&name)
        .with_icon(Icon::Left)
        .with_style(ButtonStyle::Link);
    let wide = button.width(&Painter::new(ui.painter(), pass.theme));
    let button = if wide * 2.0 > line.width() {
        button.icon_only()
    } else {
        button
    };
    let wide = button.width(&Painter::new(ui.painter(), pass.theme));
    let place = Rect::from_min_size(line.min, vec2(wide, line.height()));
    if button
        .show(ui, pass.theme, ui.scope_id().with("back"), place)
        .clicked()
    {
        pass.request(Action::LeaveExplorer);
    }
    line.with_min_x(place.right() + GAP)
}

/// Draws the button that clears the filter.
fn draw_clear_button(ui: &Ui, pass: &mut FrameCtx<'_>, place: Rect) {
    let name = pass.action_name(ActionId::ClearFilter);
    let hint = format!("{name}  {}", pass.key_cap(ActionId::ClearFilter));
    let button = Button::from_icon(&name, Icon::Close).with_tooltip(&hint);
    if button
        .show(ui, pass.theme, ui.scope_id().with("clear-filter"), place)
        .clicked()
    {
        pass.request_command(ActionId::ClearFilter);
    }
}

fn draw_content(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState, rect: Rect, view: &ExplorerView) {
    let body = lists::draw_pane(ui, pass, rect, &view.title, &view.counts, view.records_focused);
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme).clipped(body);
    let line = Rect::from_min_size(body.min + vec2(13.0, 8.0), vec2(body.width() - 26.0, 28.0));
    let told = draw_navigation(ui, pass, line, view);
    pen.text(
        told,
        Align::Min,
        &view.status,
        TextStyle::small(),
        ink.text_secondary,
    );
    let (name, text) = (
        pass.action_name(ActionId::Filter),
        pass.app.explorer.explorer().filter.clone(),
    );
    let cross = if text.is_empty() { 0.0 } else { 34.0 };
    let field = Rect::from_min_size(
        pos2(line.left(), line.bottom() + 6.0),
        vec2((line.width() - cross).min(360.0), 30.0),
    );
    filter_line::show(ui, pass, field, filter_id(), (&text, &name));
    if !text.is_empty() {
        draw_clear_button(
            ui,
            pass,
            Rect::from_min_size(field.right_top() + vec2(4.0, 0.0), vec2(30.0, 30.0)),
        );
    }
    let rest = body.with_min_y(field.bottom() + 8.0);
    if rest.height() < 40.0 {
        return;
    }
    if let (Some(failure), Some(_)) = (&view.problem, &view.empty) {
        let place = rest.shrink2(vec2(13.0, 8.0));
        problem::paint(&pen, place.min, place.width(), pass.messages, failure);
        return;
    }
    if let Some(empty) = &view.empty {
        lists::draw_empty_state(ui, pass, rest.shrink2(vec2(13.0, 8.0)), empty);
        return;
    }
    let app = pass.app;
    let rows = app.explorer.explored_rows();
    let grid = record_table::RecordTableView {
        table: &rows.table,
        rows: &rows.visible,
        selected_row: Some(app.explorer.explorer().row),
        first_column: app.explorer.explorer().column,
        pane: RECORDS,
        focused: view.records_focused,
    };
    record_table::show(ui, pass, places, rest, &view.title, &grid);
}
