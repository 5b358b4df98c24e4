//! The points that the contract leaves open, each a named setting with a documented default.
//!
//! Clock skew, bearer lifetime and rate limit are spec gaps too; they are in [`crate::Config`] because the command
//! line has options for them. [`crate::Setting`] lists every point by name.

use std::time::Duration;

/// Bounds of a list route's `limit` (contract, "Pagination and filters": per route, not shown).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageBounds {
    /// The `limit` of a call without one.
    pub default: u32,
    /// The largest `limit` accepted.
    pub max: u32,
}

impl PageBounds {
    /// Creates the bounds of one list.
    pub const fn new(default: u32, max: u32) -> Self {
        Self { default, max }
    }
}

/// The handling of a written `kpi_snapshot` with a value outside the contract's ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KpiOutOfRange {
    /// Store and return it as received, for clients to flag.
    Keep,
    /// Refuse the write with 422.
    Refuse,
}

/// The cases in which `GET /v1/postman.json` contains the key's raw secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IncludeSecret {
    /// Only if the service generated the secret, which protects nothing but made-up data.
    Generated,
    /// Also if the secret was configured.
    Always,
    /// Never: the user enters the secret when running the collection.
    Never,
}

/// The service's choice on each gap of the contract.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one gap of the contract, decided on its own")]
pub struct SpecGaps {
    /// Page bounds of `GET /deals`. Default 50, at most 500.
    pub deals_page: PageBounds,
    /// Page bounds of `GET /deals/{deal_id}/notes`. Default 20, at most 100.
    pub notes_page: PageBounds,
    /// Page bounds of `GET /notifications` (extended). Default 50, at most 200.
    pub notifications_page: PageBounds,
    /// Page bounds of every other list (extended). Default 50, at most 200.
    pub lists_page: PageBounds,
    /// True if a `limit` above the maximum is reduced to it instead of refused. Default `false`: 422.
    pub clamp_limit: bool,
    /// The first page number of lists that take `page` (extended). Default 1.
    pub first_page: u32,
    /// True if unknown query parameters are refused with 422 instead of ignored. Default `false`.
    pub refuse_unknown_parameters: bool,
    /// True if deal statuses and filters accept codes outside the service's vocabularies.
    ///
    /// Default `false`: 422.
    pub accept_unknown_codes: bool,
    /// True if any text is accepted as a deal's `classe_actif`; the contract shows no value. Default `true`.
    pub accept_unknown_classes: bool,
    /// True if any text is accepted as `statut` of a task; the contract shows one value: "the statut sent".
    ///
    /// Default `true`.
    pub accept_unknown_statuts: bool,
    /// The statuses that `status=active` selects on the operations list.
    ///
    /// The contract says "five canonical active statuses" without listing them. Default `en_cours`, `prorogation`,
    /// `retard`, `precontentieux`, `contentieux`.
    pub active_statuses: Vec<String>,
    /// The status of a deal created without one. Default `sourcing`.
    pub initial_status: String,
    /// The required fields of `POST /deals`. Default `name` alone.
    pub required_deal_fields: Vec<String>,
    /// The field with a deal's external reference, which must be unique among live deals (409).
    ///
    /// Default `external_reference`.
    pub external_reference_field: String,
    /// True if `PUT /deals/{deal_id}` may change only `responsable`, `status` and undocumented fields.
    ///
    /// `name` and `classe_actif` are then refused with 422. Default `false`.
    pub documented_updates_only: bool,
    /// True if writes with fields unknown to the contract and this service are refused.
    ///
    /// They are answered 422. Default `false`: such fields are stored and returned.
    pub refuse_unknown_fields: bool,
    /// True if `lost` deals and `fait` tasks cannot change their status: 422. Default `false`, every change is
    /// allowed.
    pub guard_transitions: bool,
    /// The handling of `kpi_snapshot` values outside the contract's ranges.
    ///
    /// The contract states the ranges, but not the result of a write beyond them. Default: store the value.
    pub kpi_out_of_range: KpiOutOfRange,
    /// True if unset text fields of deals are left out of answers.
    ///
    /// Default `false`: they are `null`, except in the strict profile, which adds no `null` in either case.
    pub omit_unset_fields: bool,
    /// Longest `name`, `responsable` and external reference, in characters; longer texts are 422. Default 10,000.
    pub longest_text: usize,
    /// True if `PUT`, `DELETE` and the other writes also need an `Idempotency-Key` (428 without).
    ///
    /// Default `false`; a key that is sent is honoured in either case.
    pub key_required_on_every_write: bool,
    /// The alternative header for the delegated user. Default `X-Service-Delegated-User-External-Id`.
    pub second_delegated_header: String,
    /// True if dashboards and alert preferences need the capabilities `custom_dashboards` and `alert_preferences`.
    ///
    /// Saved views always need `saved_views`. Default `false`.
    pub capability_per_family: bool,
    /// True if every delegated user can read a dashboard that its owner shares. Default `false`: only its owner.
    pub shared_dashboards: bool,
    /// Columns and sort fields of operations views ("checked against allowlists", not shown).
    pub view_fields: Vec<String>,
    /// True if a `deal_id` that is not a UUID is an unknown record (404).
    ///
    /// Default `false`: it is an invalid parameter (422).
    pub malformed_id_is_404: bool,
    /// True if the other path identifiers must be UUIDs too (422); the contract requires it for `deal_id` alone.
    ///
    /// Default `false`: any other form is an unknown record, 404.
    pub every_id_is_a_uuid: bool,
    /// The title of 404, which the contract's table of errors leaves blank. Default `Not Found`.
    pub not_found_title: String,
    /// True if problems have the optional `route_id` and `reason_code`, whose values the contract omits. Default
    /// `true`.
    pub problem_codes: bool,
    /// True if `GET /v1/postman.json` needs a bearer. Default `false`.
    pub postman_needs_bearer: bool,
    /// The cases in which the collection's variable `secret` contains the key's raw secret.
    ///
    /// The collection then signs in without further input. Default: only a secret that the service generated.
    pub postman_carries_secret: IncludeSecret,
    /// The first cooldown of the rate limit, in seconds; each further strike doubles it. Default 1.
    pub first_ban: u64,
    /// The longest cooldown of the rate limit, in seconds. Default 300.
    pub longest_ban: u64,
    /// The largest request body, in bytes; larger ones are 422. Default 1 MiB.
    pub body_limit: usize,
    /// Seconds within which a request's head must arrive, and then its body.
    ///
    /// The time starts with the head's first byte. A later request is 422. Default 10.
    pub read_timeout: u64,
    /// The maximum nesting of objects and arrays in a body; deeper ones are 422. Default 64.
    pub deepest_json: usize,
}

impl Default for SpecGaps {
    fn default() -> Self {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Self {
            deals_page: PageBounds::new(50, 500),
            notes_page: PageBounds::new(20, 100),
            notifications_page: PageBounds::new(50, 200),
            lists_page: PageBounds::new(50, 200),
            clamp_limit: false,
            first_page: 1,
            refuse_unknown_parameters: false,
            accept_unknown_codes: false,
            accept_unknown_classes: true,
            accept_unknown_statuts: true,
            active_statuses: words(&["en_cours", "prorogation", "retard", "precontentieux", "contentieux"]),
            initial_status: "sourcing".to_owned(),
            required_deal_fields: words(&["name"]),
            external_reference_field: "external_reference".to_owned(),
            documented_updates_only: false,
            refuse_unknown_fields: false,
            guard_transitions: false,
            kpi_out_of_range: KpiOutOfRange::Keep,
            omit_unset_fields: false,
            longest_text: 10_000,
            key_required_on_every_write: false,
            second_delegated_header: "X-Service-Delegated-User-External-Id".to_owned(),
            capability_per_family: false,
            shared_dashboards: false,
            view_fields: words(&[
                "name",
                "statut",
                "statut_interne",
                "statut_operationnel",
                "cycle_interne",
                "classe_actif",
                "type_investissement",
                "operateur_id",
                "nominal",
                "date_echeance",
            ]),
            malformed_id_is_404: false,
            every_id_is_a_uuid: false,
            not_found_title: "Not Found".to_owned(),
            problem_codes: true,
            postman_needs_bearer: false,
            postman_carries_secret: IncludeSecret::Generated,
            first_ban: 1,
            longest_ban: 300,
            body_limit: 1024 * 1024,
            read_timeout: 10,
            deepest_json: 64,
        }
    }
}

impl SpecGaps {
    /// Returns the time limit for a head, and then for a body.
    pub(crate) fn time_limit(&self) -> Duration {
        Duration::from_secs(self.read_timeout)
    }
}
