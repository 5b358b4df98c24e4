//! What stands beside the views as tiles: a dashboard of the service as its figures, bars and lists, a view of the service
//! as what it asks for and the operations that answer it. Numbers of the portfolio come from the portfolio's own view, so
//! that both screens say the same; what came from the service and what was computed here is told apart.

use crate::app::foundation::presentation::tiles::{TilesView};
use crate::app::foundation::dataset::breakdown::Breakdown;
use crate::app::records::lists::shown_record::Shown;
use crate::app::records::lists::shown_record::ShownWhat;
use crate::app::foundation::presentation::bar::Bar;
use crate::app::shell::app::App;
use crate::contract::json::dynamic_body::Body;
use crate::discovery::Family;
use crate::open_json::{Cell, ReadLine, Table};

/// What is looked at beside the views, as tiles; `None` where its tree is wanted, or there is nothing yet to make tiles of.
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

/// The operation that has the focus among those of a view.
pub(crate) fn focused_operation(app: &App, shown: &Shown) -> Option<String> {
    let view = tiles(app, shown, true)?;
    view.table?.ids.get(view.line).cloned()
}

#[cfg(test)]
#[path = "tiles/tiles_tests.rs"]
mod tests;
