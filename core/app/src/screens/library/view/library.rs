//! View of the views screen: three lists and the detail pane.

use crate::contract::models::saved_view::{
    COLUMNS, FILTER_KEYS, OPERATIONS, SORT_KEYS, STATE_BYTES, state_size,
};
use crate::foundation::presentation::sheet_view::SheetLine;
use crate::foundation::presentation::tiles::TilesView;
use crate::model::resources::resource_kind::Family;
use crate::records::lists::shown_record::{Shown, ShownWhat};
use crate::records::lists::view::{self as lists, ListView};
use crate::screens::library::library::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use crate::screens::library::view::tiles;
use crate::screens::views::view as view_of_deals;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};

/// View of the views screen.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryView {
    /// Deal views, service views and dashboards, indexed by pane.
    pub lists: [ListView; 3],
    /// Detail as a tree.
    pub detail: ListView,
    /// Detail as tiles; `None` in tree mode.
    pub tiles: Option<TilesView>,
}

/// Builds the views screen.
pub fn library(app: &App) -> LibraryView {
    let words = Words::new(app.cx.lang());
    let state = app.library.library();
    let focused = |pane: usize| app.cx.pane() == pane;
    let mut deals = crate::screens::views::view::views(app);
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
    // The detail shows the item that the keys act on. While the deal views are focused, a service view beside them
    // would be mistaken for it.
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

/// Builds a list of the service: its records, and the watched identifiers.
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

/// Returns a service view's size relative to the contract's limits; `None` for other items.
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
