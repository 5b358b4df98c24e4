//! Sample data of the demo: probabilities and saved views. The views are stored like any other, under names in the
//! display language, so the user can rename, change and delete them.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::screens::views::views::Views;
use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::text::Messages;

use super::saved_view::{Layout, SavedView};

/// Message keys of name and filter, layout, and sort keys for a table.
pub(crate) const SAMPLE_VIEWS: [(&str, &str, Layout, &[&str]); 4] = [
    ("demo-view-committee", "demo-view-committee-filter", Layout::Table, &["ltv:desc"]),
    ("demo-view-alert", "demo-view-alert-filter", Layout::Table, &["ltv:desc"]),
    ("demo-view-slow", "demo-view-slow-filter", Layout::Board, &[]),
    ("demo-view-owner", "demo-view-owner-filter", Layout::Board, &[]),
];

/// Returns the demo's sample probabilities in percent, by status code.
pub fn sample_probabilities() -> BTreeMap<String, Decimal> {
    let probabilities = [
        ("sourcing", 5),
        ("screening", 15),
        ("due_diligence", 35),
        ("ic", 55),
        ("term_sheet", 75),
        ("closing", 90),
    ];
    let probabilities = probabilities.into_iter();
    probabilities.map(|(status, percent)| (status.to_owned(), Decimal::from(percent))).collect()
}

impl Views {
    /// Saves the sample views, once the demo is known to have none.
    pub(crate) fn add_sample_views(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let messages = Messages::new(cx.options.lang);
        for (name, filter, layout, sort) in SAMPLE_VIEWS {
            let view = SavedView {
                name: messages.get(name).into_owned(),
                query: messages.get(filter).into_owned(),
                layout,
                sort: sort.iter().filter_map(|key| key.parse().ok()).collect(),
                pinned: true,
                ..SavedView::default()
            };
            let effects = self.store_view(view, pipeline, cx);
            cx.output.effects.extend(effects);
        }
    }
}
