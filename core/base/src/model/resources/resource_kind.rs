//! Resource kinds that the contract names without full documentation.

use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::contract::operation::{DocLevel, OperationId};

/// Resource kind whose list the contract does not fully document.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "kebab-case")]
pub enum ResourceKind {
    /// `GET /notifications`: no list is documented, one notification is.
    Notifications,
    /// `GET /tasks`: only the update is documented.
    Tasks,
    /// `GET /alerts`: no list is documented, one alert is.
    Alerts,
    /// `GET /users/me/saved-views`: only the update is documented.
    SavedViews,
    /// `GET /users/me/custom-dashboards`: one dashboard is documented.
    CustomDashboards,
    /// `GET /field-definitions`: named without shape.
    FieldDefinitions,
    /// `GET /operations`: named without shape.
    Operations,
    /// `GET /spvs`: named without shape.
    Spvs,
    /// `GET /operateurs`: named without shape.
    Operateurs,
    /// Funds: named without a route.
    Fonds,
    /// Taxonomies: named without a route.
    Taxonomies,
}

impl ResourceKind {
    /// All resource kinds.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the name for scripts and the store.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the resource kind with that name.
    pub fn by_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }

    /// Returns the list operation on its conventional route.
    pub const fn list_operation(self) -> OperationId {
        match self {
            Self::Notifications => OperationId::NotificationsList,
            Self::Tasks => OperationId::TasksList,
            Self::Alerts => OperationId::AlertsList,
            Self::SavedViews => OperationId::SavedViewsList,
            Self::CustomDashboards => OperationId::DashboardsList,
            Self::FieldDefinitions => OperationId::FieldDefinitionsList,
            Self::Operations => OperationId::OperationsList,
            Self::Spvs => OperationId::SpvsList,
            Self::Operateurs => OperationId::OperateursList,
            Self::Fonds => OperationId::FondsList,
            Self::Taxonomies => OperationId::TaxonomiesList,
        }
    }

    /// Returns the operation that reads one record, if the contract or convention has one.
    pub const fn get_operation(self) -> Option<OperationId> {
        match self {
            Self::Notifications => Some(OperationId::NotificationsGet),
            Self::Tasks => Some(OperationId::TasksGet),
            Self::Alerts => Some(OperationId::AlertsGet),
            Self::SavedViews => Some(OperationId::SavedViewsGet),
            Self::CustomDashboards => Some(OperationId::DashboardsGet),
            Self::FieldDefinitions => Some(OperationId::FieldDefinitionsGet),
            Self::Operations | Self::Spvs | Self::Operateurs | Self::Fonds | Self::Taxonomies => None,
        }
    }

    /// Returns whether the contract fully documents the operation for one record.
    pub fn documents_get(self) -> bool {
        self.get_operation().is_some_and(|operation| operation.spec().documented == DocLevel::Full)
    }

    /// Returns whether the contract itself names the list.
    pub fn is_named(self) -> bool {
        self.list_operation().spec().documented != DocLevel::Undocumented
    }

    /// Returns whether identifiers can be watched if the service has no list.
    pub fn is_watched(self) -> bool {
        matches!(
            self,
            Self::Notifications | Self::Alerts | Self::Tasks | Self::SavedViews | Self::CustomDashboards
        )
    }

    /// Returns whether it belongs to a delegated user; a 404 may then mean the user.
    pub fn is_delegated(self) -> bool {
        self.list_operation().spec().delegated
    }

    /// Returns the names of the kinds that belong to the key itself.
    pub fn owned_by_key() -> Vec<&'static str> {
        let of_key = Self::ALL.iter().copied().filter(|kind| !kind.is_delegated());
        of_key.map(Self::name).collect()
    }

    /// Returns the path segments that descriptions may use for it, the conventional one first.
    pub const fn segments(self) -> &'static [&'static str] {
        match self {
            Self::Notifications => &["notifications"],
            Self::Tasks => &["tasks", "taches"],
            Self::Alerts => &["alerts", "alertes"],
            Self::SavedViews => &["saved-views", "saved_views"],
            Self::CustomDashboards => &["custom-dashboards", "custom_dashboards", "dashboards"],
            Self::FieldDefinitions => &["field-definitions", "field_definitions"],
            Self::Operations => &["operations"],
            Self::Spvs => &["spvs", "spv"],
            Self::Operateurs => &["operateurs", "operators"],
            Self::Fonds => &["fonds", "funds"],
            Self::Taxonomies => &["taxonomies", "taxonomy"],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resource_kinds_round_trip_by_name_and_are_paged() {
        for &kind in ResourceKind::ALL {
            assert_eq!(ResourceKind::by_name(kind.name()), Some(kind));
            assert!(kind.list_operation().spec().page.is_some(), "{}", kind.name());
            let last = kind.list_operation().spec().path.rsplit('/').next().unwrap();
            assert_eq!(kind.segments()[0], last, "the conventional word comes first");
        }
        assert_eq!(ResourceKind::by_name("deals"), None);
    }

    #[test]
    fn resource_kinds_match_the_contract() {
        let named: Vec<_> = ResourceKind::ALL.iter().copied().filter(|kind| kind.is_named()).collect();
        assert_eq!(
            named,
            [
                ResourceKind::FieldDefinitions,
                ResourceKind::Operations,
                ResourceKind::Spvs,
                ResourceKind::Operateurs
            ]
        );
        assert!(ResourceKind::Notifications.documents_get() && !ResourceKind::Tasks.documents_get());
        assert!(ResourceKind::SavedViews.is_delegated() && !ResourceKind::Alerts.is_delegated());
    }
}
