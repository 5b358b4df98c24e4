//! Tabs of the screens.

use crate::foundation::cx::output::ShownText;
use crate::foundation::input::context::Screen;
use crate::records::activity::view::requests::request_details;
use crate::screens::flow::view::flow_view;
use crate::screens::server_views::view::tiles::detail_tiles;
use crate::shell::app::App;
use crate::text::Messages;

/// One tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// Screen of the tab.
    pub screen: Screen,
    /// Number, which is also its key.
    pub number: u8,
    /// Name.
    pub label: String,
    /// Short name, for narrow areas.
    pub short: String,
    /// Number of items that need the user; 0 shows no badge.
    pub badge: usize,
    /// True for the current screen.
    pub current: bool,
}

/// Builds the tabs, in order.
pub fn tabs(app: &App) -> Vec<Tab> {
    let messages = Messages::new(app.cx.lang());
    Screen::ALL
        .iter()
        .map(|&screen| Tab {
            screen,
            number: screen.number(),
            label: messages.get(screen.label_key()).into_owned(),
            short: messages.get(screen.short_key()).into_owned(),
            badge: match screen {
                Screen::Notifications => app.inbox.unread_count(&app.cx),
                Screen::Activity => app.cx.snapshot().writes.len(),
                _ => 0,
            },
            current: screen == app.cx.screen(),
        })
        .collect()
}

/// Returns the text to copy, if it is still shown.
pub fn shown_text(app: &App, shown: ShownText) -> Option<String> {
    match shown {
        ShownText::FocusedTile => {
            let viewer = app.server_views.detail.as_ref()?;
            Some(detail_tiles(app, viewer, true)?.a11y_text())
        }
        ShownText::FlowLine => Some(flow_view(app).a11y_text()).filter(|text| !text.is_empty()),
        ShownText::RequestDetail(line) => Some(request_details(app).get(line)?.1.to_string()),
    }
}
