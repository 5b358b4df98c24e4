//! A view of the deals, before it is opened: what it filters, how it shows and sorts what is left, how many deals that is,
//! and when it opens by itself.

use crate::app::foundation::cx::overlay_types::Lanes;
use crate::app::foundation::dataset::column::{Column, SortKey};
use crate::app::screens::library::view::tiles::{Tile, TileBody, TilesView};
use crate::app::screens::views::saved_view::{Layout, SavedView};
use crate::app::shell::app::App;
use crate::open_json::ReadLine;
use crate::text::{Arg, Clean, Words};

/// The tile of the view called `name`; of all deals without one.
pub(crate) fn tiles(app: &App, name: Option<&str>) -> TilesView {
    let words = Words::new(app.cx.lang());
    let view = name.and_then(|name| app.views.views().find(name));
    let count = match view {
        Some(view) => app.views.views().count(&view.name),
        None => Some(app.pipeline.lens().total),
    };
    let line = |key: &str, value: &str| ReadLine {
        label: Clean::line(&words.get(key)),
        value: Clean::line(value),
    };
    let filter = view.map_or("", |view| view.query.trim());
    let filter = if filter.is_empty() {
        words.get("view-no-filter")
    } else {
        filter.into()
    };
    let mut lines = vec![line("cli-field-query", &filter)];
    if let Some(count) = count {
        let count = words.with("view-deals", &[("n", Arg::from(count))]);
        lines.push(line("view-holds", &count));
    }
    if let Some(view) = view {
        lines.extend(looks(app, view).into_iter().map(|(key, value)| line(key, &value)));
    }
    let opens = if view.is_some_and(|view| view.default) {
        "view-opens-at-start"
    } else {
        "view-opens-when-asked"
    };
    lines.push(line("view-opens", &words.get(opens)));
    TilesView {
        title: match view {
            Some(view) => Clean::line_of(&view.name, 60).to_string(),
            None => words.get("view-all-deals").into_owned(),
        },
        note: words.get("library-deal-views").into_owned(),
        tiles: vec![Tile {
            title: words.get("tile-view-asks").into_owned(),
            note: words.get("views-local").into_owned(),
            body: TileBody::Lines(lines),
        }],
        table: None,
        line: 0,
        focused: false,
    }
}

/// How a view shows its deals: columns and order are those of its table, lanes those of its board.
fn looks(app: &App, view: &SavedView) -> Vec<(&'static str, String)> {
    let words = Words::new(app.cx.lang());
    let layout = match view.layout {
        Layout::Board => "switch-board",
        Layout::Table => "switch-table",
    };
    let mut shown = words.get(layout).into_owned();
    if view.layout == Layout::Board && view.board.lanes != Lanes::None {
        shown = format!("{shown} · {}", words.get(view.board.lanes.label_key()));
    }
    let mut lines = vec![("view-shown-as", shown)];
    if view.layout == Layout::Table || !view.columns.is_empty() {
        let standard = Column::standard();
        let columns = if view.columns.is_empty() {
            &standard
        } else {
            &view.columns
        };
        let names: Vec<String> = columns
            .iter()
            .map(|column| column.label(app.cx.lang(), true))
            .collect();
        lines.push(("columns-shown", names.join(", ")));
    }
    let sort = if view.sort.is_empty() {
        words.get("view-sort-board").into_owned()
    } else {
        let key = |key: &SortKey| {
            let order = if key.descending {
                "tile-sort-down"
            } else {
                "tile-sort-up"
            };
            let field = key.column.label(app.cx.lang(), true);
            words.with(order, &[("field", Arg::from(field))])
        };
        view.sort.iter().map(key).collect::<Vec<_>>().join(", ")
    };
    lines.push(("sort-label", sort));
    lines
}
