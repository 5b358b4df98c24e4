//! Changes of the views of deals, noted so that undo takes them back: whatever is done to them, what differs afterwards is
//! what is taken back.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::views::views::Views;

use crate::app::screens::views::saved_view::{SavedView, views_from_text};

use super::views::{PREFIX, view_setting};

impl AppCx {
    /// A view as it is kept: what a later version wrote of it is not lost.
    pub(in crate::app) fn text_of_view(&self, view: &SavedView) -> String {
        let (name, text) = view_setting(view);
        let kept = self.setting(&name).filter(|kept| is_view(kept, view));
        kept.map_or(text, str::to_owned)
    }
}

impl Views {
    /// Whether the view of a setting is so here; whatever is no view is.
    pub(in crate::app) fn view_is_as(&self, name: &str, wanted: Option<&str>) -> bool {
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

/// Whether two texts under this name mean the same.
pub(in crate::app) fn same_kept(name: &str, one: Option<&str>, other: Option<&str>) -> bool {
    if one == other || !name.starts_with(PREFIX) {
        return one == other;
    }
    let read = |text: Option<&str>| text.and_then(|text| views_from_text(text).ok());
    one.is_some() == other.is_some() && read(one) == read(other)
}
