//! Text of the status menu.

use crate::foundation::cx::overlay::Menu;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText};

/// A status in the menu.
#[derive(Clone, Debug, PartialEq)]
pub struct MenuLine {
    /// Status code.
    pub status: String,
    /// Display name.
    pub label: String,
    /// True if the deal has this status now.
    pub current: bool,
    /// True if the line has the focus.
    pub selected: bool,
}

/// Returns the hint that letters find a status; after typing, the typed text. If nothing matches, the text says so.
pub fn typed_hint(app: &App, menu: &Menu) -> String {
    let messages = Messages::new(app.cx.lang());
    let typed = SafeText::line_within(&menu.typed, 40);
    if menu.typed.is_empty() {
        messages.get("menu-type").into_owned()
    } else if menu.selected.is_none() {
        messages.with("menu-none", &[("typed", MessageArg::from(typed.as_str()))])
    } else {
        typed.to_string()
    }
}

/// Returns the menu's title and lines.
pub fn menu_view(app: &App, menu: &Menu) -> (String, Vec<MenuLine>) {
    let messages = Messages::new(app.cx.lang());
    let name = SafeText::line_within(&menu.label, 40);
    let title = if menu.deal.is_some() || menu.task.is_some() {
        messages.with("form-move-title", &[("name", MessageArg::from(name.as_str()))])
    } else {
        let count = app.selection_summary().count;
        messages.with("form-move-many-title", &[("n", MessageArg::from(count))])
    };
    let current = app.menu_status(menu);
    let lines = menu
        .statuses
        .iter()
        .enumerate()
        .map(|(at, status)| MenuLine {
            status: status.clone(),
            label: app.menu_label(menu, status),
            current: *status == current,
            selected: Some(at) == menu.selected,
        })
        .collect();
    (title, lines)
}
