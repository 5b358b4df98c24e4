//! What a demo begins with: the probabilities of its house, and views, what somebody who manages a pipeline keeps of it. They
//! are kept as any other view is, under names in the language of the screen, so that they can be renamed, changed and
//! deleted.

use std::collections::BTreeMap;

use rust_decimal::Decimal;

use crate::app::shell::app::App;
use crate::engine::Effect;
use crate::text::{Lang, Words};

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

/// The probabilities of the house whose data the demo shows, in percent and by the code of a status.
pub fn sample_probabilities() -> BTreeMap<String, Decimal> {
    let given = [
        ("sourcing", 5),
        ("screening", 15),
        ("due_diligence", 35),
        ("ic", 55),
        ("term_sheet", 75),
        ("closing", 90),
    ];
    let given = given.into_iter();
    given
        .map(|(status, percent)| (status.to_owned(), Decimal::from(percent)))
        .collect()
}

impl App {
    /// Keeps them, once the demo is known to hold nothing yet.
    pub(in crate::app) fn begin_with_views(&mut self) {
        let words = Words::new(self.cx.options.lang);
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
            self.cx.afterwards.extend(effects);
        }
    }

    /// Those that nobody has renamed go with the language, as everything of ours on the screen does; so does their filter,
    /// unless it was changed. A name that is taken is left to whoever has it.
    pub(in crate::app) fn translate_sample_views(&mut self, from: Lang) -> Vec<Effect> {
        if !self.cx.options.demo {
            return Vec::new();
        }
        let (was, is) = (Words::new(from), Words::new(self.cx.options.lang));
        let line = self.library.lines[crate::app::shell::app::DEAL_VIEWS];
        let mut effects = Vec::new();
        for (name, filter, ..) in VIEWS {
            let (old, new) = (was.get(name), is.get(name));
            if self.views.find(&old).is_none() || old == new || self.views.find(&new).is_some() {
                continue;
            }
            let (asked, asks) = (was.get(filter), is.get(filter));
            if self.views.find(&old).is_some_and(|view| view.query == *asked) {
                effects.extend(self.change_view(&old, |view| view.query = asks.into_owned()));
                // What is looked at through it says the same in the other language.
                let shown =
                    self.views.current.as_deref() == Some(&*old) && self.pipeline.board.filter == *asked;
                if shown {
                    self.set_filter(is.get(filter).into_owned());
                }
            }
            effects.extend(self.rename_view(&old, &new));
        }
        // Nobody has gone anywhere.
        self.library.lines[crate::app::shell::app::DEAL_VIEWS] = line;
        effects
    }
}
