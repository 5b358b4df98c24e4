//! Description of a deal view before it is opened. States its filter, layout, sort order, number of deals, and whether
//! it opens at startup.

use crate::dataset::column::{DealColumn, SortKey};
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::foundation::input::commands::ActionId;
use crate::foundation::presentation::chrome::board_key;
use crate::foundation::presentation::picker_view::{LineIcon, PickerView, picker_line};
use crate::foundation::presentation::tiles::{Tile, TileBody, TilesView};
use crate::open_json::RecordLine;
use crate::screens::views::local_views::local_views;
use crate::screens::views::saved_view::{Layout, SavedView};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// Builds the tile of the view called `name`, or of all deals without a name.
pub(crate) fn view_tiles(app: &App, name: Option<&str>) -> TilesView {
    let messages = Messages::new(app.cx.lang());
    let view = name.and_then(|name| app.views.find(name));
    let count = match view {
        Some(view) => app.views.count(&view.name),
        None => Some(app.pipeline.filtered().total),
    };
    let line = |key: &str, value: &str| RecordLine {
        label: SafeText::line(&messages.get(key)),
        value: SafeText::line(value),
    };
    let filter = view.map_or("", |view| view.query.trim());
    let filter = if filter.is_empty() { messages.get("view-no-filter") } else { filter.into() };
    let mut lines = vec![line("cli-field-query", &filter)];
    if let Some(count) = count {
        let count = messages.with("view-deals", &[("n", MessageArg::from(count))]);
        lines.push(line("view-holds", &count));
    }
    if let Some(view) = view {
        lines.extend(display_lines(app, view).into_iter().map(|(key, value)| line(key, &value)));
    }
    let opens =
        if view.is_some_and(|view| view.default) { "view-opens-at-start" } else { "view-opens-when-asked" };
    lines.push(line("view-opens", &messages.get(opens)));
    TilesView {
        title: match view {
            Some(view) => SafeText::line_within(&view.name, 60).to_string(),
            None => messages.get("view-all-deals").into_owned(),
        },
        note: messages.get("library-deal-views").into_owned(),
        tiles: vec![Tile {
            title: messages.get("tile-view-asks").into_owned(),
            note: messages.get("views-local").into_owned(),
            body: TileBody::Lines(lines),
        }],
        table: None,
        line: 0,
        focused: false,
    }
}

/// Describes a view's display: table columns and sort order, or board swimlanes.
fn display_lines(app: &App, view: &SavedView) -> Vec<(&'static str, String)> {
    let messages = Messages::new(app.cx.lang());
    let layout = match view.layout {
        Layout::Board => "switch-board",
        Layout::Table => "switch-table",
    };
    let mut layout_text = messages.get(layout).into_owned();
    if view.layout == Layout::Board && view.board.swimlanes != Swimlanes::None {
        layout_text = format!("{layout_text} · {}", messages.get(view.board.swimlanes.label_key()));
    }
    let mut lines = vec![("view-shown-as", layout_text)];
    if view.layout == Layout::Table || !view.columns.is_empty() {
        let standard = DealColumn::standard();
        let columns = if view.columns.is_empty() { &standard } else { &view.columns };
        let names: Vec<String> = columns.iter().map(|column| column.label(app.cx.lang(), true)).collect();
        lines.push(("columns-shown", names.join(", ")));
    }
    let sort = if view.sort.is_empty() {
        messages.get("view-sort-board").into_owned()
    } else {
        let key = |key: &SortKey| {
            let order = if key.descending { "tile-sort-down" } else { "tile-sort-up" };
            let field = key.column.label(app.cx.lang(), true);
            messages.with(order, &[("field", MessageArg::from(field))])
        };
        view.sort.iter().map(key).collect::<Vec<_>>().join(", ")
    };
    lines.push(("sort-label", sort));
    lines
}

/// Builds the picker of views: "all deals", saved ones, then those of this device's own data.
pub(crate) fn views_picker(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let views = &app.views;
    let count = |n: u64| messages.with("view-deals", &[("n", MessageArg::from(n))]);
    let mark = |current: bool| if current { LineIcon::On } else { LineIcon::None };
    let local = local_views(&app.pipeline, &app.cx);
    let is_local = local.iter().any(|view| view.is_shown);
    let mut lines = vec![picker_line(
        mark(views.current.is_none() && !is_local),
        &messages.get("view-all-deals"),
        &count(app.pipeline.filtered().total as u64),
    )];
    for view in &views.list {
        let current = views.current.as_deref() == Some(&*view.name);
        // The count comes first, because the end of a long note is cut off.
        let count_text = views.count(&view.name).map(|n| count(n as u64));
        let mut notes: Vec<String> = count_text.into_iter().collect();
        if current && app.views.is_modified(&app.table, &app.pipeline) {
            notes.push(messages.get("view-changed").into_owned());
        }
        if view.default {
            notes.push(messages.get("view-default").into_owned());
        }
        if app.cx.is_subscribed(&view.name) {
            notes.push(messages.get("view-subscribed").into_owned());
        }
        if view.pinned {
            notes.push(messages.get("view-pinned").into_owned());
        }
        lines.push(picker_line(mark(current && !is_local), &view.name, &notes.join(" · ")));
    }
    lines.extend(local.iter().map(|view| {
        let name = messages.get(view.action.spec().label_key);
        picker_line(mark(view.is_shown), &name, &count(view.count as u64))
    }));
    let hint = if views.list.is_empty() {
        messages.with("views-none", &[("key", board_key(&app.cx, ActionId::SaveView))])
    } else {
        messages.get("views-local").into_owned()
    };
    PickerView::complete(messages.get("views-title").into_owned(), vec![hint], lines)
}
