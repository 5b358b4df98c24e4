//! Meaning of "me" in a filter: the configured names, and the one set in the palette.
//!
//! The latter is stored with the profile.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeMap;

use crate::query::Query;

/// Setting name of the user's own name.
pub(crate) const ME: &str = "me";

/// Returns the user's own name from the profile's `settings`.
pub fn kept_me(settings: &BTreeMap<String, String>) -> Option<&String> {
    settings.get(ME)
}

impl Pipeline {
    /// Resolves "me" to the user's names, and bands to your organisation's thresholds.
    pub(crate) fn personal(&self, query: Query, cx: &AppCx) -> Query {
        let names = cx.options.me.iter().chain(&self.board.me);
        let query = query.by_house(&cx.options.bands);
        query.for_person(&names.map(String::as_str).collect::<Vec<_>>())
    }

    /// Loads the name stored with the profile.
    pub(crate) fn take_me(&mut self, kept: Option<&String>) {
        self.board.me = kept.cloned().into_iter().collect();
    }
}
