//! The tabs of the screens.

use crate::app::foundation::input::context::Screen;
use crate::app::shell::app::App;
use crate::text::Words;

/// One tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// Its screen.
    pub screen: Screen,
    /// The number that is also its key.
    pub number: u8,
    /// Its name.
    pub label: String,
    /// Its short name, for narrow places.
    pub short: String,
    /// How many things wait there for the person; 0 shows nothing.
    pub badge: usize,
    /// Whether it is the one shown.
    pub current: bool,
}

/// The tabs, in order.
pub fn tabs(app: &App) -> Vec<Tab> {
    let words = Words::new(app.cx.lang());
    Screen::ALL
        .into_iter()
        .map(|screen| Tab {
            screen,
            number: screen.number(),
            label: words.get(screen.label_key()).into_owned(),
            short: words.get(screen.short_key()).into_owned(),
            badge: match screen {
                Screen::Notifications => app.inbox.unread(&app.cx),
                Screen::Activity => app.cx.snapshot().writes.len(),
                _ => 0,
            },
            current: screen == app.cx.screen(),
        })
        .collect()
}
