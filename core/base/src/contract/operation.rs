//! The operation table, used by the client, the sandbox, its `postman.json` and the docs.
//!
//! The entries are in `table`; this file defines their fields.

mod builder;
mod table;

pub use super::method::Method;
pub use table::OPERATIONS;

/// Every operation that this product knows, by the contract's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "each variant is described by its entry in the table")]
pub enum OperationId {
    AuthTokenExchange,
    EntityGet,
    PortfolioSummary,
    DealsList,
    DealsCreate,
    DealsGet,
    DealsUpdate,
    DealsDelete,
    DealsNotesList,
    TasksUpdate,
    TasksGet,
    TasksList,
    SavedViewsUpdate,
    SavedViewsGet,
    SavedViewsList,
    DashboardsGet,
    DashboardsList,
    AlertPreferencesList,
    FieldDefinitionsGet,
    FieldDefinitionsList,
    FieldDefinitionsByKey,
    AlertsGet,
    AlertsList,
    NotificationsGet,
    NotificationsRead,
    NotificationsList,
    OperationsList,
    SpvsList,
    OperateursList,
    FondsList,
    TaxonomiesList,
    WorkflowsPreview,
    WorkflowsList,
    OperationsGet,
    SpvsGet,
    OperateursGet,
    FondsGet,
    SirenEnrichmentGet,
    SirenEnrichmentApply,
    RefundsList,
    RefundsCreate,
    RcciSummary,
    AiExtractionJobsList,
    AiExtractionJobsCreate,
    AiExtractionJobsGet,
    ImportsList,
    NotesList,
    ExternalIdentifiersList,
    PersonalDataRequestsList,
    PersonalDataGet,
    PostmanGet,
}

/// Rule for repeating a call whose outcome is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RetrySafety {
    /// Changes nothing; may be sent again at any time.
    Read,
    /// Leaves the same state when sent twice, but could overwrite another user's change in between.
    ///
    /// In doubt, the record is read and compared before it is sent again.
    IdempotentWrite,
    /// Sent again only with the same `Idempotency-Key` and the same bytes.
    KeyedWrite,
    /// Never sent again unchanged; a token exchange is built again with a new nonce and timestamp.
    Never,
}

impl RetrySafety {
    /// Returns whether the operation changes something at the service.
    pub const fn is_write(self) -> bool {
        matches!(self, Self::IdempotentWrite | Self::KeyedWrite)
    }
}

/// Paging form of a list route (contract, "Pagination and filters").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PageForm {
    /// An object with `items` and `total`; `offset` advances by the number of items received.
    Items,
    /// A JSON array; `offset` advances until a page is short or empty, or `X-Service-Has-More` ends it.
    Array,
    /// The parameter `page`, never combined with `offset`.
    Page,
}

/// Extent of an operation's documentation in the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DocLevel {
    /// Path, parameters and shape.
    Full,
    /// Named by the contract, without a shape.
    NamedOnly,
    /// Not in the contract, but usual for services of this style. Used only after discovery.
    Undocumented,
}

/// Rule for sending the bearer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BearerRule {
    /// Always sent.
    Required,
    /// Never sent: the call obtains the bearer.
    Never,
    /// Not stated by the contract: sent without the bearer first, then with it.
    OnDemand,
}

/// One operation of the service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Operation {
    /// Identifier of the operation.
    pub id: OperationId,
    /// The contract's name, `deals_list`.
    pub name: &'static str,
    /// HTTP method.
    pub method: Method,
    /// Path template under the base URL, `/deals/{deal_id}`.
    pub path: &'static str,
    /// Scope that the key needs.
    ///
    /// The contract states `entity:read`, `portfolio:read`, `deals:read`, `deals:write` and `workflows:read`; the
    /// others follow its rule `family:read` and `family:write`.
    pub scope: Option<&'static str>,
    /// Rule for repeating the call.
    pub safety: RetrySafety,
    /// True if it acts for a delegated user: exactly one delegated-user header must be sent.
    pub delegated: bool,
    /// Capability that the key needs for the delegated user.
    pub capability: Option<&'static str>,
    /// Paging form, for a list.
    pub page: Option<PageForm>,
    /// Extent of the contract's documentation.
    pub documented: DocLevel,
    /// Rule for sending the bearer.
    pub bearer: BearerRule,
    /// Success status.
    pub success: u16,
}

impl Operation {
    /// Iterates over the names between braces in the path, in order.
    pub fn path_parameters(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|segment| segment.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Returns whether a request body is expected.
    pub fn has_body(&self) -> bool {
        matches!(self.method, Method::Post | Method::Put | Method::Patch)
            && !matches!(self.id, OperationId::NotificationsRead | OperationId::SirenEnrichmentApply)
    }

    /// Returns whether the contract requires `Idempotency-Key` (428 without it).
    pub const fn requires_key(&self) -> bool {
        matches!(self.safety, RetrySafety::KeyedWrite)
    }
}

impl OperationId {
    /// Returns the entry of the table.
    pub fn spec(self) -> &'static Operation {
        // A test checks that the table is in the enum's order, so the discriminant is the index.
        &OPERATIONS[self as usize]
    }

    /// Returns the contract's name.
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns the operation with that name.
    pub fn by_name(name: &str) -> Option<Self> {
        OPERATIONS.iter().find(|operation| operation.name == name).map(|operation| operation.id)
    }

    /// Returns the operation of a method and a concrete path (below the base URL).
    ///
    /// A literal segment takes precedence over a parameter, as in the service's router.
    pub fn by_route(method: Method, path: &str) -> Option<Self> {
        OPERATIONS
            .iter()
            .filter(|operation| operation.method == method && matches_template(operation.path, path))
            .min_by_key(|operation| operation.path_parameters().count())
            .map(|operation| operation.id)
    }
}

fn matches_template(template: &str, path: &str) -> bool {
    let mut template_segments = template.split('/');
    let mut path_segments = path.split('/');
    loop {
        match (template_segments.next(), path_segments.next()) {
            (None, None) => return true,
            (Some(template_segment), Some(path_segment))
                if template_segment == path_segment
                    || (template_segment.starts_with('{') && !path_segment.is_empty()) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_in_the_order_of_the_enum() {
        for (index, operation) in OPERATIONS.iter().enumerate() {
            assert_eq!(operation.id as usize, index, "{}", operation.name);
            assert_eq!(operation.id.spec().name, operation.name);
        }
        assert_eq!(OperationId::PostmanGet as usize + 1, OPERATIONS.len());
    }

    #[test]
    fn names_and_routes_are_unique() {
        for (index, a) in OPERATIONS.iter().enumerate() {
            for b in OPERATIONS.iter().skip(index + 1) {
                assert_ne!(a.name, b.name);
                assert!(a.method != b.method || a.path != b.path, "{} and {}", a.name, b.name);
            }
        }
    }

    #[test]
    fn every_documented_operation_is_there() {
        let full: Vec<_> = OPERATIONS
            .iter()
            .filter(|operation| operation.documented == DocLevel::Full)
            .map(|operation| {
                format!("{} {} {}", operation.method, operation.path, operation.scope.unwrap_or("-"))
            })
            .collect();
        let expected = [
            "POST /auth/token -",
            "GET /entity entity:read",
            "GET /portfolio/summary portfolio:read",
            "GET /deals deals:read",
            "POST /deals deals:write",
            "GET /deals/{deal_id} deals:read",
            "PUT /deals/{deal_id} deals:write",
            "DELETE /deals/{deal_id} deals:write",
            "GET /deals/{deal_id}/notes deals:read",
            "PUT /tasks/{task_id} tasks:write",
            "PUT /users/me/saved-views/{view_id} saved_views:write",
            "GET /users/me/custom-dashboards/{dashboard_id} custom_dashboards:read",
            "GET /users/me/alert-preferences alert_preferences:read",
            "GET /field-definitions/{field_id} field_definitions:read",
            "GET /alerts/{alert_id} alerts:read",
            "GET /notifications/{notification_id} notifications:read",
            "POST /notifications/{notification_id}/actions/read notifications:write",
        ];
        assert_eq!(full, expected);
    }

    #[test]
    fn safety_follows_the_method_and_delegation_the_path() {
        for operation in OPERATIONS {
            let read = operation.method == Method::Get;
            assert_eq!(operation.safety == RetrySafety::Read, read, "{}", operation.name);
            assert_eq!(operation.delegated, operation.path.starts_with("/users/me/"), "{}", operation.name);
        }
    }

    #[test]
    fn routes_find_their_operation() {
        let find = |path| OperationId::by_route(Method::Get, path);
        assert_eq!(find("/deals"), Some(OperationId::DealsList));
        assert_eq!(find("/deals/1"), Some(OperationId::DealsGet));
        assert_eq!(find("/deals/1/notes"), Some(OperationId::DealsNotesList));
        assert_eq!(find("/field-definitions/by-key/noi"), Some(OperationId::FieldDefinitionsByKey));
        assert_eq!(find("/deals/"), None);
        assert_eq!(find("/nothing"), None);
        assert_eq!(OperationId::by_name("deals_list"), Some(OperationId::DealsList));
    }
}
