//! What the rows of the explorer were made of: while it is the very same, a look at them makes nothing anew.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::contract::body::Body;
use crate::discovery::Family;
use crate::engine::FamilyList;
use crate::view::text::Lang;

use super::App;
use super::explorer::Source;

/// The source, what was read, the names given here, and the language that all of it is told in.
#[derive(Clone, Debug, Default)]
pub(super) struct MadeOf {
    source: Option<Source>,
    lang: Option<Lang>,
    families: Option<Arc<BTreeMap<Family, FamilyList>>>,
    answer: Option<Arc<Body>>,
    settings: Option<Arc<BTreeMap<String, String>>>,
}

impl MadeOf {
    /// What they would be made of now.
    pub(super) fn now(app: &App) -> Self {
        Self {
            source: app.focused_source(),
            lang: Some(app.options.lang),
            families: Some(app.snapshot.families.clone()),
            answer: app.focused_answer().and_then(|answer| answer.value.clone()),
            settings: app.snapshot.settings.clone(),
        }
    }

    /// Whether both are the very same.
    pub(super) fn is(&self, other: &Self) -> bool {
        (&self.source, self.lang) == (&other.source, other.lang)
            && same(self.families.as_ref(), other.families.as_ref())
            && same(self.answer.as_ref(), other.answer.as_ref())
            && same(self.settings.as_ref(), other.settings.as_ref())
    }
}

fn same<T>(one: Option<&Arc<T>>, other: Option<&Arc<T>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}
