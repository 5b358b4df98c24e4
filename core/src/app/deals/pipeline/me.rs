//! Whom "me" means in a filter: the names of the configuration, and the one said in the palette, which is kept with the
//! profile.

use std::collections::BTreeMap;

use crate::app::foundation::cx::toast::SHORT;
use crate::app::shell::app::{App, ToastKind};
use crate::engine::Effect;
use crate::query::Query;

/// The name under which the person's own name is kept.
pub(super) const ME: &str = "me";

/// The person's own name, if it is among the `settings` of the profile.
pub fn kept_me(settings: &BTreeMap<String, String>) -> Option<&String> {
    settings.get(ME)
}

impl App {
    /// A query in which "me" stands for the names of the person, and a band for what the house takes it to be.
    pub(in crate::app) fn personal(&self, query: Query) -> Query {
        let names = self.cx.options.me.iter().chain(&self.pipeline.board.me);
        let query = query.by_house(&self.cx.options.bands);
        query.for_person(&names.map(String::as_str).collect::<Vec<_>>())
    }

    /// Learns the name of the person, and looks through the filter anew. It is kept with the profile.
    pub(in crate::app) fn set_me(&mut self, name: &str) -> Vec<Effect> {
        let name = name.trim();
        self.pipeline.board.me = (!name.is_empty()).then(|| name.to_owned()).into_iter().collect();
        self.set_filter(self.pipeline.board.filter.clone());
        self.views.counted = None;
        self.count_views();
        self.say(
            ToastKind::MeKnown {
                name: name.to_owned(),
            },
            SHORT,
        );
        vec![Effect::Keep {
            name: ME.to_owned(),
            value: self.pipeline.board.me.first().cloned(),
        }]
    }

    /// Takes up the name kept with the profile.
    pub(in crate::app) fn take_me(&mut self, kept: Option<&String>) {
        self.pipeline.board.me = kept.cloned().into_iter().collect();
    }
}
