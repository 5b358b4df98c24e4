//! The API explorer: sources at the left, records as a table, one record as a tree.

use egui::{Align, Id, Rect, Ui, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::explorer::explorer::{RECORDS, SOURCES, TREE};
use encours_core::app::screens::explorer::view::{self, ExplorerView};
use encours_core::app::shell::action::Action;

use super::lists::{Press, collapsed, record_table};
use super::pipeline::filter_line;
use super::{Places, lists, screen_header, status};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, Switch, problem, trailing_items};

const MARGIN: f32 = 16.0;
const GAP: f32 = 12.0;
/// Minimum width at which the tree is beside the records, if all their columns fit.
const WIDE: f32 = 1_080.0;

/// Height below which stacked records and tree do not share the space. The focused one then gets most of it.
const LOW: f32 = 560.0;

/// Share of the width for the records beside the tree, which shows names with their identifiers.
const RECORDS_PART: f32 = 0.54;

/// Below this width, the switch between table and tree uses icons.
const NARROW: f32 = 480.0;

/// Returns the widget id of the record filter.
#[must_use]
pub fn filter_id() -> Id {
    Id::unique("explorer-filter")
}

/// Draws the explorer.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places) {
    let full = ui.max_rect();
    let view = view::explorer(pass.app);
    let top = full.with_max_y(full.top() + pass.look.tokens.size.topbar);
    let title = pass.word(Screen::Explorer.label_key()).into_owned();
    let actions = [
        (ActionId::Export, Icon::Export),
        (ActionId::Discover, Icon::Search),
        (ActionId::AskRoute, Icon::Link),
    ];
    screen_header::show(ui, pass, top, (&title, ""), &actions);
    let rest = status::banner(ui, pass, full.with_min_y(top.bottom())).shrink(MARGIN);
    let left = rest.with_max_x(rest.left() + (rest.width() * 0.26).clamp(190.0, 300.0));
    lists::show(ui, pass, places, SOURCES, left, &view.sources, Press::Opens);
    let rest = rest.with_min_x(left.right() + GAP);
    if view.as_tree {
        let (above, below) = over_under(rest, lists::HEAD + 86.0);
        middle(ui, pass, places, above, &view);
        lists::show(ui, pass, places, TREE, below, &view.tree, Press::OpensInColumns);
        return;
    }
    if rest.width() < WIDE && rest.height() < LOW {
        // While the filter is edited, the records count as focused.
        let on_tree = pass.app.cx.pane() == TREE && !matches!(pass.app.cx.layer(), Layer::Filter);
        let (one, other) = over_under(
            rest,
            if on_tree {
                lists::HEAD
            } else {
                rest.height() - lists::HEAD - GAP
            },
        );
        if on_tree {
            collapsed::show(ui, pass, RECORDS, one, (&view.title, &view.counts));
            lists::show(ui, pass, places, TREE, other, &view.tree, Press::OpensInColumns);
        } else {
            middle(ui, pass, places, one, &view);
            collapsed::show(ui, pass, TREE, other, (&view.tree.title, &view.tree.note));
        }
        return;
    }
    // Decide from all records, so that the panes do not move with the focus.
    let whole = record_table::whole(
        &Pen::new(ui.painter(), pass.look),
        &pass.app.explorer.explored_rows().table,
    );
    let records = (rest.width() * RECORDS_PART).ceil();
    let (one, other) = if rest.width() >= WIDE && whole <= records {
        let one = rest.with_max_x(rest.left() + records);
        (one, rest.with_min_x(one.right() + GAP))
    } else {
        over_under(rest, rest.height() * 0.56)
    };
    middle(ui, pass, places, one, &view);
    lists::show(ui, pass, places, TREE, other, &view.tree, Press::OpensInColumns);
}

fn over_under(rect: Rect, height: f32) -> (Rect, Rect) {
    let above = rect.with_max_y(rect.top() + height);
    (above, rect.with_min_y(above.bottom() + GAP))
}

/// Draws the back button and, at the right, the table/tree switch and the page buttons. Returns the area between them.
fn ways(ui: &Ui, pass: &mut Pass<'_>, line: Rect, view: &ExplorerView) -> Rect {
    let pages = [
        (ActionId::PreviousPage, Icon::Left),
        (ActionId::NextPage, Icon::Right),
    ];
    let pen = Pen::new(ui.painter(), pass.look);
    let side = pass.look.tokens.size.control_height;
    let places = trailing_items::ending_at(pos2(line.right(), line.center().y), 2.0, &[side; 2]);
    let key = pass.cap(ActionId::ToggleTree);
    let words = ["switch-table", "switch-tree"].map(|key| pass.word(key).into_owned());
    let [table, tree] = &words;
    let switch = Switch {
        halves: [(Icon::Table, table), (Icon::Fork, tree)],
        chosen: usize::from(view.as_tree),
        narrow: line.width() < NARROW,
        key: &key,
    };
    let left = trailing_items::begins(&places, line.right()) - 6.0 - switch.width(&pen);
    let told = back(ui, pass, line.with_max_x(left - GAP));
    if switch
        .show(
            ui,
            pass.look,
            ui.scope_id().with("ways"),
            pos2(left, line.center().y),
        )
        .1
    {
        pass.run(ActionId::ToggleTree);
    }
    for ((id, icon), place) in pages.into_iter().zip(places) {
        let (name, reason) = (pass.label(id), pass.reason(id));
        let hint = format!("{name}  {}", pass.cap(id));
        let button = Button::of_icon(&name, icon)
            .hint(&hint)
            .disabled(reason.as_deref());
        if button
            .show(ui, pass.look, ui.scope_id().with(id), place)
            .clicked()
        {
            pass.run(id);
        }
    }
    told
}

/// Draws the button back to the screen of origin. Returns the remaining area.
fn back(ui: &Ui, pass: &mut Pass<'_>, line: Rect) -> Rect {
    let Some(screen) = pass.app.explorer.explored_from() else {
        return line;
    };
    let screen = pass.word(screen.label_key()).into_owned();
    let name = pass.words.with("explorer-back", &[("screen", screen.into())]);
    let button = Button::new(&name).icon(Icon::Left).kind(Kind::Link);
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let button = if wide * 2.0 > line.width() {
        button.short()
    } else {
        button
    };
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let place = Rect::from_min_size(line.min, vec2(wide, line.height()));
    if button
        .show(ui, pass.look, ui.scope_id().with("back"), place)
        .clicked()
    {
        pass.act(Action::LeaveExplored);
    }
    line.with_min_x(place.right() + GAP)
}

/// Draws the button that clears the filter.
fn clear_filter(ui: &Ui, pass: &mut Pass<'_>, place: Rect) {
    let name = pass.label(ActionId::ClearFilter);
    let hint = format!("{name}  {}", pass.cap(ActionId::ClearFilter));
    let button = Button::of_icon(&name, Icon::Close).hint(&hint);
    if button
        .show(ui, pass.look, ui.scope_id().with("clear-filter"), place)
        .clicked()
    {
        pass.run(ActionId::ClearFilter);
    }
}

fn middle(ui: &mut Ui, pass: &mut Pass<'_>, places: &mut Places, rect: Rect, view: &ExplorerView) {
    let body = lists::pane(ui, pass, rect, &view.title, &view.counts, view.on_records);
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look).within(body);
    let line = Rect::from_min_size(body.min + vec2(13.0, 8.0), vec2(body.width() - 26.0, 28.0));
    let told = ways(ui, pass, line, view);
    pen.text(
        told,
        Align::Min,
        &view.standing,
        Face::small(),
        ink.text_secondary,
    );
    let (name, text) = (
        pass.label(ActionId::Filter),
        pass.app.explorer.explorer().filter.clone(),
    );
    let cross = if text.is_empty() { 0.0 } else { 34.0 };
    let field = Rect::from_min_size(
        pos2(line.left(), line.bottom() + 6.0),
        vec2((line.width() - cross).min(360.0), 30.0),
    );
    filter_line::show(ui, pass, field, filter_id(), (&text, &name));
    if !text.is_empty() {
        clear_filter(
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
        problem::paint(&pen, place.min, place.width(), pass.words, failure);
        return;
    }
    if let Some(empty) = &view.empty {
        lists::blank(ui, pass, rest.shrink2(vec2(13.0, 8.0)), empty);
        return;
    }
    let app = pass.app;
    let rows = app.explorer.explored_rows();
    let grid = record_table::Grid {
        table: &rows.table,
        rows: &rows.shown,
        row: Some(app.explorer.explorer().row),
        column: app.explorer.explorer().column,
        pane: RECORDS,
        focused: view.on_records,
    };
    record_table::show(ui, pass, places, rest, &view.title, &grid);
}
