//! Meaning of "me" in a filter: the configured names, and the one set in the palette.
//!
//! The latter is stored with the profile.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeMap;

use crate::query::Query;

/// Setting name of the user's own name.
pub(crate) const OWN_NAME_KEY: &str = "me";

/// Returns the user's own name from the profile's `settings`.
pub fn stored_own_name(settings: &BTreeMap<String, String>) -> Option<&String> {
    settings.get(OWN_NAME_KEY)
}

impl Pipeline {
    /// Resolves "me" to the user's names, and bands to your organisation's thresholds.
    pub(crate) fn personalize(&self, query: Query, cx: &AppCx) -> Query {
        let names = cx.options.user_names.iter().chain(&self.board.own_names);
        let query = query.with_thresholds(&cx.options.thresholds);
        query.with_user_names(&names.map(String::as_str).collect::<Vec<_>>())
    }

    /// Loads the name stored with the profile.
    pub(crate) fn take_me(&mut self, stored: Option<&String>) {
        self.board.own_names = stored.cloned().into_iter().collect();
    }
}
