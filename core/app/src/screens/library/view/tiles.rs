//! Tiles of the detail pane. A dashboard appears as metrics, bars and lists; a service view as its criteria and the
//! matching operations. Portfolio numbers come from the portfolio's view model, so both screens agree. Tiles
//! distinguish service data from values computed by this client.

use crate::contract::json::dynamic_body::JsonBody;
use crate::foundation::presentation::tiles::TilesView;
use crate::model::resources::resource_kind::ResourceKind;
use crate::records::lists::shown_record::{RecordViewer, ViewerSubject};
use crate::shell::app::App;

/// Builds the tiles of the detail pane; `None` in tree mode, or if nothing is loaded.
pub fn detail_tiles(app: &App, viewer: &RecordViewer, focused: bool) -> Option<TilesView> {
    if viewer.is_tree {
        return None;
    }
    let mut view = match &viewer.subject {
        ViewerSubject::Record(ResourceKind::SavedViews, id) => {
            let items = app.cx.list_items(ResourceKind::SavedViews);
            let item = items.into_iter().find(|item| item.id == *id)?;
            super::service_view::service_view_tiles(app, &item)?
        }
        ViewerSubject::Record(..) => return None,
        ViewerSubject::Answer(request) => {
            let answer = app.cx.answer(request)?;
            let JsonBody::Object(record) = answer.value.as_deref()? else {
                return None;
            };
            super::dashboard::dashboard_tiles(app, record, answer.fetched_at)
        }
    };
    view.line = viewer.line.min(view.focus_count().saturating_sub(1));
    view.focused = focused;
    Some(view)
}

/// Returns the focused operation of a view.
pub(crate) fn focused_operation(app: &App, viewer: &RecordViewer) -> Option<String> {
    let view = detail_tiles(app, viewer, true)?;
    view.table?.ids.get(view.line).cloned()
}

#[cfg(test)]
#[path = "tiles/tiles_tests.rs"]
mod tests;
