//! The loaded lists, by resource kind.

use crate::discovery::Force;
use crate::model::discovery::{DiscoveryState, ListStatus};
use crate::model::resources::learned_codes::LearnedCodes;
use crate::model::resources::list_source::ListMode;
use crate::model::resources::permissions::Permissions;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::resources::resource_list::ResourceList;
use crate::store::RecordKind;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::Arc;

/// The state of all resource kinds.
#[derive(Debug, Default)]
pub(crate) struct ResourceLists {
    pub(in crate::engine) discovery: DiscoveryState,
    pub(in crate::engine) permissions: Permissions,
    pub(in crate::engine) codes: LearnedCodes,
    pub(in crate::engine) lists: BTreeMap<ResourceKind, ResourceList>,
    pub(crate) wanted: BTreeSet<ResourceKind>,
    pub(crate) discovering: bool,
    /// True after the user requested a refresh of everything.
    pub(crate) force: bool,
    pub(crate) queue: VecDeque<(ResourceKind, Force)>,
    /// Number of log entries already evaluated.
    pub(in crate::engine) requests: u64,
    pub(in crate::engine) published: Option<Arc<BTreeMap<ResourceKind, ResourceList>>>,
    pub(in crate::engine) published_permissions: Option<Arc<Permissions>>,
    pub(in crate::engine) published_codes: Option<Arc<LearnedCodes>>,
}

impl ResourceLists {
    /// Returns the requested resource kinds for publication. If the server rejects a list, records from an earlier
    /// permission are hidden.
    pub(in crate::engine) fn publish(&mut self) -> Arc<BTreeMap<ResourceKind, ResourceList>> {
        let published = || {
            let mut lists = self.lists.clone();
            let is_rejected = lists.values_mut();
            for list in is_rejected.filter(|list| list.status.mode == ListMode::Forbidden) {
                list.records = Arc::default();
            }
            Arc::new(lists)
        };
        self.published.get_or_insert_with(published).clone()
    }

    /// Returns the discovered permissions for publication.
    pub(in crate::engine) fn publish_permissions(&mut self) -> Arc<Permissions> {
        self.published_permissions.get_or_insert_with(|| Arc::new(self.permissions.clone())).clone()
    }

    /// Returns the discovered codes for publication.
    pub(in crate::engine) fn publish_codes(&mut self) -> Arc<LearnedCodes> {
        self.published_codes.get_or_insert_with(|| Arc::new(self.codes.clone())).clone()
    }

    /// Notes a manual refresh: rejected routes are tried again.
    pub(in crate::engine) fn force_discovery(&mut self) {
        self.force = true;
    }

    pub(in crate::engine) fn list_status(&self, kind: ResourceKind) -> ListStatus {
        self.discovery.list_status(kind)
    }

    pub(crate) fn edit(&mut self, kind: ResourceKind, change: impl FnOnce(&mut ResourceList)) {
        let status = self.discovery.list_status(kind);
        let list = self.lists.entry(kind).or_insert_with(|| ResourceList {
            status: status.clone(),
            records: Arc::default(),
            watched: Arc::default(),
            fetched_at: None,
            error: None,
            loading: false,
        });
        list.status = status;
        change(list);
        self.published = None;
    }

    /// Returns whether a list of the resource kind is shown.
    pub(crate) fn is_shown(&self, kind: ResourceKind) -> bool {
        self.lists.contains_key(&kind)
    }

    pub(crate) fn is_loading(&self, kind: ResourceKind) -> bool {
        self.lists.get(&kind).is_some_and(|list| list.loading)
    }
}

/// Returns the cache kind of a resource kind, if it is cached.
pub(crate) fn cache_kind(kind: ResourceKind) -> Option<RecordKind> {
    Some(match kind {
        ResourceKind::Notifications => RecordKind::Notification,
        ResourceKind::Tasks => RecordKind::Task,
        ResourceKind::Alerts => RecordKind::Alert,
        ResourceKind::SavedViews => RecordKind::View,
        ResourceKind::CustomDashboards => RecordKind::Dashboard,
        ResourceKind::FieldDefinitions => RecordKind::Field,
        ResourceKind::Operations
        | ResourceKind::Spvs
        | ResourceKind::Operateurs
        | ResourceKind::Fonds
        | ResourceKind::Taxonomies => {
            return None;
        }
    })
}
