//! View of the views screen: three lists and the detail pane.

use crate::contract::models::saved_view::{
    MAX_FILTER_KEYS, MAX_STATE_BYTES, MAX_VIEW_COLUMNS, MAX_VIEW_SORT_KEYS, OPERATIONS, state_size,
};
use crate::foundation::presentation::picker_view::PickerLine;
use crate::foundation::presentation::tiles::TilesView;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::lists::{RecordViewer, ViewerSubject};
use crate::records::lists::view::{self as lists, ListView};
use crate::screens::server_views::server_views::{DASHBOARDS, DEAL_VIEWS, DETAIL, SERVICE_VIEWS};
use crate::screens::server_views::view::tiles;
use crate::screens::views::view as deal_views;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// View of the views screen.
#[derive(Clone, Debug, PartialEq)]
pub struct ViewsScreenView {
    /// Deal views, service views and dashboards, indexed by pane.
    pub lists: [ListView; 3],
    /// Detail as a tree.
    pub detail: ListView,
    /// Detail as tiles; `None` in tree mode.
    pub tiles: Option<TilesView>,
}

/// Builds the views screen.
pub fn views_screen_view(app: &App) -> ViewsScreenView {
    let messages = Messages::new(app.cx.lang());
    let state = &app.server_views;
    let focused = |pane: usize| app.cx.pane() == pane;
    let mut deals = crate::screens::views::view::views_picker(app);
    mark_line(&mut deals.lines, state.lines[DEAL_VIEWS], true);
    let deals = ListView {
        title: messages.get("library-deal-views").into_owned(),
        note: messages.get("library-kept-here").into_owned(),
        lines: deals.lines,
        focused: focused(DEAL_VIEWS),
        ..ListView::default()
    };
    let mut service = kind_list(app, ResourceKind::SavedViews, SERVICE_VIEWS);
    let mut dashboards = kind_list(app, ResourceKind::CustomDashboards, DASHBOARDS);
    let of_service = app.server_views.is_service_view_open(&app.cx);
    service.leads_detail = focused(DETAIL) && of_service;
    dashboards.leads_detail = focused(DETAIL) && !of_service;
    let detail = match &state.detail {
        Some(viewer) => {
            let mut view = lists::viewer_list(app, viewer, focused(DETAIL));
            if let Some(limits) = size_limits(app, viewer) {
                view.intro = limits;
            }
            view
        }
        None => ListView {
            title: messages.get("library-detail").into_owned(),
            empty: Some(messages.get("library-detail-none").into_owned()),
            focused: focused(DETAIL),
            ..ListView::default()
        },
    };
    // The detail shows the item that the keys act on. While the deal views are focused, a service view beside them
    // would be mistaken for it.
    let tiles = if focused(DEAL_VIEWS) {
        Some(deal_views::view_tiles(app, app.server_views.focused_deal_view(&app.views, &app.cx).as_deref()))
    } else {
        let viewer = state.detail.as_ref();
        viewer.and_then(|viewer| tiles::detail_tiles(app, viewer, focused(DETAIL)))
    };
    ViewsScreenView { lists: [deals, service, dashboards], detail, tiles }
}

fn mark_line(lines: &mut [PickerLine], line: usize, marked: bool) {
    for (at, other) in lines.iter_mut().enumerate() {
        other.selected = marked && at == line;
    }
}

/// Builds a list of the service: its records, and the watched identifiers.
fn kind_list(app: &App, resource_kind: ResourceKind, pane: usize) -> ListView {
    let messages = Messages::new(app.cx.lang());
    let items = app.cx.list_items(resource_kind);
    let mut lines: Vec<PickerLine> = items
        .iter()
        .map(|item| {
            let mut notes = Vec::new();
            if item.flag("is_default") == Some(true) {
                notes.push(messages.get("view-default-service").into_owned());
            }
            if item.flag("is_shared") == Some(true) {
                notes.push(messages.get("dashboard-shared").into_owned());
            }
            if let Some(kind) = item.text("type").filter(|kind| kind != OPERATIONS) {
                notes.push(SafeText::line_within(&kind, 20).to_string());
            }
            lists::item_line(app, item, &notes)
        })
        .collect();
    mark_line(&mut lines, app.server_views.lines[pane], true);
    let list = lists::kind_list(app, resource_kind, lines, app.cx.pane() == pane);
    lists::user_list(app, list)
}

/// Returns a service view's size relative to the contract's limits; `None` for other items.
fn size_limits(app: &App, viewer: &RecordViewer) -> Option<String> {
    let ViewerSubject::Record(ResourceKind::SavedViews, id) = &viewer.subject else {
        return None;
    };
    let size = state_size(app.cx.kind_record(ResourceKind::SavedViews, id)?);
    let messages = Messages::new(app.cx.lang());
    let args = [
        ("bytes", MessageArg::from(size.bytes)),
        ("most", MessageArg::from(MAX_STATE_BYTES)),
        ("filters", MessageArg::from(size.filters)),
        ("filters_most", MessageArg::from(MAX_FILTER_KEYS)),
        ("columns", MessageArg::from(size.columns)),
        ("columns_most", MessageArg::from(MAX_VIEW_COLUMNS)),
        ("sorts", MessageArg::from(size.sort_keys)),
        ("sorts_most", MessageArg::from(MAX_VIEW_SORT_KEYS)),
    ];
    Some(messages.with("library-limits", &args))
}
