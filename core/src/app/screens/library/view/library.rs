//! The views and dashboards in words: three lists, and beside them what is looked at.

use crate::app::foundation::presentation::sheet_view::SheetLine;
use crate::app::records::lists::shown_record::Shown;
use crate::app::records::lists::shown_record::ShownWhat;
use crate::app::records::lists::view::{self as lists, ListView};
use crate::app::screens::library::library::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use crate::app::screens::library::view::tiles;
use crate::app::foundation::presentation::tiles::TilesView;
use crate::app::screens::views::view as view_of_deals;
use crate::app::shell::app::App;
use crate::app::shell::view::sheet;
use crate::contract::models::saved_view::{
    COLUMNS, FILTER_KEYS, OPERATIONS, SORT_KEYS, STATE_BYTES, state_size,
};
use crate::discovery::Family;
use crate::text::{Arg, Clean, Words};

/// The views screen.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryView {
    /// The views of deals, the service's views, its dashboards: by the numbers of their panes.
    pub lists: [ListView; 3],
    /// What is looked at, as a tree.
    pub detail: ListView,
    /// The same as tiles, unless the tree is wanted.
    pub tiles: Option<TilesView>,
}

/// The views screen as of now.
pub fn library(app: &App) -> LibraryView {
    let words = Words::new(app.cx.lang());
    let state = app.library.library();
    let focused = |pane: usize| app.cx.pane() == pane;
    let mut deals = crate::app::screens::views::view::views(app);
    choose(&mut deals.lines, state.lines[DEAL_VIEWS], true);
    let deals = ListView {
        title: words.get("library-deal-views").into_owned(),
        note: words.get("library-kept-here").into_owned(),
        said: String::new(),
        lines: deals.lines,
        empty: None,
        problem: None,
        offer: None,
        focused: focused(DEAL_VIEWS),
        leads: false,
    };
    let mut service = family(app, Family::SavedViews, SERVICE_VIEWS);
    let mut dashboards = family(app, Family::CustomDashboards, DASHBOARDS);
    let of_service = app.library.looks_at_service_view(&app.cx);
    service.leads = focused(DETAIL) && of_service;
    dashboards.leads = focused(DETAIL) && !of_service;
    let detail = match &state.shown {
        Some(shown) => {
            let mut view = lists::shown(app, shown, focused(DETAIL));
            if let Some(limits) = limits(app, shown) {
                view.said = limits;
            }
            view
        }
        None => ListView {
            title: words.get("library-detail").into_owned(),
            empty: Some(words.get("library-detail-none").into_owned()),
            focused: focused(DETAIL),
            ..ListView::default()
        },
    };
    // What the keys act on is what is looked at: beside a view of deals the service's would be taken for it.
    let tiles = if focused(DEAL_VIEWS) {
        Some(view_of_deals::tiles(
            app,
            app.library.focused_deal_view(&app.views, &app.cx).as_deref(),
        ))
    } else {
        let shown = state.shown.as_ref();
        shown.and_then(|shown| tiles::tiles(app, shown, focused(DETAIL)))
    };
    LibraryView {
        lists: [deals, service, dashboards],
        detail,
        tiles,
    }
}

fn choose(lines: &mut [SheetLine], line: usize, marked: bool) {
    for (at, one) in lines.iter_mut().enumerate() {
        one.selected = marked && at == line;
    }
}

/// A list of the service: its own records, and the identifiers watched besides.
fn family(app: &App, family: Family, pane: usize) -> ListView {
    let words = Words::new(app.cx.lang());
    let items = app.cx.family_items(family);
    let mut lines: Vec<SheetLine> = items
        .iter()
        .map(|item| {
            let mut notes = Vec::new();
            if item.flag("is_default") == Some(true) {
                notes.push(words.get("view-default-service").into_owned());
            }
            if item.flag("is_shared") == Some(true) {
                notes.push(words.get("dashboard-shared").into_owned());
            }
            if let Some(kind) = item.text("type").filter(|kind| kind != OPERATIONS) {
                notes.push(Clean::line_of(&kind, 20).to_string());
            }
            lists::item_line(app, item, &notes)
        })
        .collect();
    choose(&mut lines, app.library.library().lines[pane], true);
    let list = lists::of_family(app, family, lines, app.cx.pane() == pane);
    lists::of_a_user(app, list)
}

/// How much of the contract's limits a view of the service takes up; `None` for anything else.
fn limits(app: &App, shown: &Shown) -> Option<String> {
    let ShownWhat::Record(Family::SavedViews, id) = &shown.what else {
        return None;
    };
    let size = state_size(app.cx.family_record(Family::SavedViews, id)?);
    let words = Words::new(app.cx.lang());
    let args = [
        ("bytes", Arg::from(size.bytes)),
        ("most", Arg::from(STATE_BYTES)),
        ("filters", Arg::from(size.filters)),
        ("filters_most", Arg::from(FILTER_KEYS)),
        ("columns", Arg::from(size.columns)),
        ("columns_most", Arg::from(COLUMNS)),
        ("sorts", Arg::from(size.sorts)),
        ("sorts_most", Arg::from(SORT_KEYS)),
    ];
    Some(words.with("library-limits", &args))
}
