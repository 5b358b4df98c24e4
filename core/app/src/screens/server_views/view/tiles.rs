//! Tiles of the detail pane. A dashboard appears as metrics, bars and lists; a service view as its criteria and the
//! matching operations. Portfolio numbers come from the portfolio's view model, so both screens agree. Tiles
//! distinguish service data from values computed by this client.

use crate::foundation::presentation::tiles::TilesView;
use crate::records::lists::lists::{RecordViewer, ViewerSubject};
use crate::shell::app::App;

/// Builds the tiles of the detail pane; `None` in tree mode, or if nothing is loaded.
pub fn detail_tiles(app: &App, viewer: &RecordViewer, focused: bool) -> Option<TilesView> {
    let record = app.cx.tiled_record(viewer)?;
    let mut view = match &viewer.subject {
        ViewerSubject::Record(kind, id) => {
            let item = app.cx.list_items(*kind).into_iter().find(|item| item.id == *id)?;
            super::service_view::service_view_tiles(app, record, &item)
        }
        ViewerSubject::Response(request) => {
            super::dashboard::dashboard_tiles(app, record, app.cx.response(request)?.fetched_at)
        }
    };
    debug_assert_eq!(
        Some(view.focus_count()),
        app.cx.tile_focus_count(viewer),
        "the state counts what is drawn"
    );
    view.line = viewer.line.min(view.focus_count().saturating_sub(1));
    view.focused = focused;
    Some(view)
}

#[cfg(test)]
#[path = "tiles/tiles_tests.rs"]
mod tests;
