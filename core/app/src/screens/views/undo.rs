//! Undo of changes to deal views. A change is recorded as the difference before and after, whichever action caused it.

use crate::foundation::cx::app_cx::AppCx;
use crate::screens::views::views::Views;

use crate::screens::views::saved_view::{SavedView, views_from_text};

use super::views::{PREFIX, view_setting};

impl AppCx {
    /// Returns a view's stored text, which keeps fields written by a later version.
    pub(crate) fn text_of_view(&self, view: &SavedView) -> String {
        let (name, text) = view_setting(view);
        let kept = self.setting(&name).filter(|kept| is_view(kept, view));
        kept.map_or(text, str::to_owned)
    }
}

impl Views {
    /// Returns whether a setting's view has this state here; true for other settings.
    pub(crate) fn view_is_as(&self, name: &str, wanted: Option<&str>) -> bool {
        let Some(view) = name.strip_prefix(PREFIX) else {
            return true;
        };
        match (self.find(view), wanted) {
            (Some(view), Some(text)) => is_view(text, view),
            (view, text) => view.is_none() && text.is_none(),
        }
    }
}

fn is_view(text: &str, view: &SavedView) -> bool {
    views_from_text(text).is_ok_and(|read| read == std::slice::from_ref(view))
}

/// Returns whether two texts of this setting have the same meaning.
pub(crate) fn same_kept(name: &str, one: Option<&str>, other: Option<&str>) -> bool {
    if one == other || !name.starts_with(PREFIX) {
        return one == other;
    }
    let read = |text: Option<&str>| text.and_then(|text| views_from_text(text).ok());
    one.is_some() == other.is_some() && read(one) == read(other)
}
