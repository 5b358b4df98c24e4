//! Undo of changes to deal views. A change is recorded as the difference before and after, whichever action caused it.

use crate::foundation::cx::app_cx::AppCx;
use crate::screens::views::views::Views;

use crate::screens::views::saved_view::{SavedView, parse_views};

use super::views::{VIEW_KEY_PREFIX, setting_of_view};

impl AppCx {
    /// Returns a view's stored text, which keeps fields written by a later version.
    pub(crate) fn stored_view_text(&self, view: &SavedView) -> String {
        let (name, text) = setting_of_view(view);
        let stored = self.setting(&name).filter(|stored| text_equals_view(stored, view));
        stored.map_or(text, str::to_owned)
    }
}

impl Views {
    /// Returns whether a setting's view has this state here; true for other settings.
    pub(crate) fn is_view_in_state(&self, name: &str, expected: Option<&str>) -> bool {
        let Some(view) = name.strip_prefix(VIEW_KEY_PREFIX) else {
            return true;
        };
        match (self.find(view), expected) {
            (Some(view), Some(text)) => text_equals_view(text, view),
            (view, text) => view.is_none() && text.is_none(),
        }
    }
}

fn text_equals_view(text: &str, view: &SavedView) -> bool {
    parse_views(text).is_ok_and(|read| read == std::slice::from_ref(view))
}

/// Returns whether two texts of this setting have the same meaning.
pub(crate) fn is_same_setting(name: &str, a: Option<&str>, b: Option<&str>) -> bool {
    if a == b || !name.starts_with(VIEW_KEY_PREFIX) {
        return a == b;
    }
    let read = |text: Option<&str>| text.and_then(|text| parse_views(text).ok());
    a.is_some() == b.is_some() && read(a) == read(b)
}
