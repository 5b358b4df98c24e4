//! The views that a demo begins with: what somebody who manages a pipeline keeps of it. They are kept as any other view is,
//! under names in the language of the start, so that they can be renamed, changed and deleted.

use crate::view::text::Words;

use super::App;
use super::saved_view::{Layout, SavedView};

/// The key of a name in the locales, that of its filter, how it is shown and, in a table, sorted.
const VIEWS: [(&str, &str, Layout, &[&str]); 4] = [
    (
        "demo-view-committee",
        "demo-view-committee-filter",
        Layout::Table,
        &["ltv:desc"],
    ),
    (
        "demo-view-alert",
        "demo-view-alert-filter",
        Layout::Table,
        &["ltv:desc"],
    ),
    ("demo-view-slow", "demo-view-slow-filter", Layout::Board, &[]),
    ("demo-view-owner", "demo-view-owner-filter", Layout::Board, &[]),
];

impl App {
    /// Keeps them, once the demo is known to hold nothing yet.
    pub(super) fn begin_with_views(&mut self) {
        let words = Words::new(self.options.lang);
        for (name, filter, layout, sort) in VIEWS {
            let view = SavedView {
                name: words.get(name).into_owned(),
                query: words.get(filter).into_owned(),
                layout,
                sort: sort.iter().filter_map(|key| key.parse().ok()).collect(),
                pinned: true,
                ..SavedView::default()
            };
            let effects = self.keep_view(view);
            self.afterwards.extend(effects);
        }
    }
}
