//! Tiles of the detail pane. A dashboard appears as metrics, bars and lists; a service view as its criteria and the
//! matching operations. Portfolio numbers come from the portfolio's view model, so both screens agree. Tiles
//! distinguish service data from values computed by this client.

use crate::contract::json::dynamic_body::Body;
use crate::foundation::presentation::tiles::TilesView;
use crate::model::resources::resource_kind::Family;
use crate::records::lists::shown_record::{Shown, ShownWhat};
use crate::shell::app::App;

/// Builds the tiles of the detail pane; `None` in tree mode, or if nothing is loaded.
pub fn tiles(app: &App, shown: &Shown, focused: bool) -> Option<TilesView> {
    if shown.tree {
        return None;
    }
    let mut view = match &shown.what {
        ShownWhat::Record(Family::SavedViews, id) => {
            let items = app.cx.family_items(Family::SavedViews);
            let item = items.into_iter().find(|item| item.id == *id)?;
            super::service_view::tiles(app, &item)?
        }
        ShownWhat::Record(..) => return None,
        ShownWhat::Answer(asked) => {
            let answer = app.cx.answer(asked)?;
            let Body::Object(record) = answer.value.as_deref()? else {
                return None;
            };
            super::dashboard::tiles(app, record, answer.read_at)
        }
    };
    view.line = shown.line.min(view.places().saturating_sub(1));
    view.focused = focused;
    Some(view)
}

/// Returns the focused operation of a view.
pub(crate) fn focused_operation(app: &App, shown: &Shown) -> Option<String> {
    let view = tiles(app, shown, true)?;
    view.table?.ids.get(view.line).cloned()
}

#[cfg(test)]
#[path = "tiles/tiles_tests.rs"]
mod tests;
