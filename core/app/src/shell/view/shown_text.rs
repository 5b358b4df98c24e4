//! Text of a shown entry for the clipboard.

use crate::foundation::cx::output::ShownText;
use crate::records::activity::view::requests::request_details;
use crate::screens::library::view::tiles::detail_tiles;
use crate::shell::app::App;

/// Returns the text to copy, if it is still shown.
pub fn shown_text(app: &App, shown: ShownText) -> Option<String> {
    match shown {
        ShownText::FocusedTile => {
            let viewer = app.library.library().detail.as_ref()?;
            Some(detail_tiles(app, viewer, true)?.a11y_text())
        }
        ShownText::RequestDetail(line) => Some(request_details(app).get(line)?.1.to_string()),
    }
}
