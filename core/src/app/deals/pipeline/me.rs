//! Whom "me" means in a filter: the names of the configuration, and the one said in the palette, which is kept with the
//! profile.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use std::collections::BTreeMap;

use crate::query::Query;

/// The name under which the person's own name is kept.
pub(in crate::app) const ME: &str = "me";

/// The person's own name, if it is among the `settings` of the profile.
pub fn kept_me(settings: &BTreeMap<String, String>) -> Option<&String> {
    settings.get(ME)
}

impl Pipeline {
    /// A query in which "me" stands for the names of the person, and a band for what the house takes it to be.
    pub(in crate::app) fn personal(&self, query: Query, cx: &AppCx) -> Query {
        let names = cx.options.me.iter().chain(&self.board.me);
        let query = query.by_house(&cx.options.bands);
        query.for_person(&names.map(String::as_str).collect::<Vec<_>>())
    }

    /// Takes up the name kept with the profile.
    pub(in crate::app) fn take_me(&mut self, kept: Option<&String>) {
        self.board.me = kept.cloned().into_iter().collect();
    }
}
