//! Inputs of the explorer's rows; the rows are rebuilt only if an input changes.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::contract::json::dynamic_body::JsonBody;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::resources::resource_list::ResourceList;
use crate::text::Lang;

use crate::foundation::cx::change_types::RecordSource;

/// Source, loaded data, local settings and display language.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowInputs {
    pub(super) source: Option<RecordSource>,
    pub(super) lang: Option<Lang>,
    pub(super) lists: Option<Arc<BTreeMap<ResourceKind, ResourceList>>>,
    pub(super) response: Option<Arc<JsonBody>>,
    pub(super) settings: Option<Arc<BTreeMap<String, String>>>,
}

impl RowInputs {
    /// Returns whether both have the same inputs, compared by pointer.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        (&self.source, self.lang) == (&other.source, other.lang)
            && is_same_arc(self.lists.as_ref(), other.lists.as_ref())
            && is_same_arc(self.response.as_ref(), other.response.as_ref())
            && is_same_arc(self.settings.as_ref(), other.settings.as_ref())
    }
}

fn is_same_arc<T>(a: Option<&Arc<T>>, b: Option<&Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;
    use jiff::tz::TimeZone;

    use super::*;
    use crate::foundation::cx::options::Options;
    use crate::foundation::input::commands::ActionId;
    use crate::foundation::input::keymap::{FrontEnd, Keymap};
    use crate::model::snapshot::Snapshot;
    use crate::screens::explorer::rows::ExplorerRows;
    use crate::shell::action::Action;
    use crate::shell::app::App;

    #[test]
    fn explorer_rows_are_rebuilt_only_when_inputs_change() {
        let now = Timestamp::UNIX_EPOCH;
        let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
        let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), now);
        let go = |app: &mut App, ids: &[ActionId]| -> *const ExplorerRows {
            for id in ids {
                app.dispatch(Action::Run(*id), now);
            }
            std::ptr::from_ref(app.explorer.explored_rows())
        };
        let first = go(&mut app, &[ActionId::ScreenExplorer]);
        let again = go(&mut app, &[ActionId::ScreenPipeline, ActionId::ScreenExplorer]);
        assert_eq!(first, again);
        let text = go(&mut app, &[ActionId::SwitchLanguage]);
        assert_ne!(again, text, "in the other language");
        let read = Snapshot { revision: 1, resources: Arc::default(), ..Snapshot::default() };
        app.on_snapshot(Arc::new(read));
        assert_ne!(text, go(&mut app, &[]), "another reading");
    }
}
