//! What the contract leaves open, each point a named setting with a documented default.
//!
//! Clock skew, bearer lifetime and rate limit are open points too; they live in [`crate::Config`] because the
//! command line names them. [`crate::Setting`] lists every point by name, so that it can be set by a word.

use std::time::Duration;

/// Bounds of a list route's `limit` (contract, "Pagination and filters": per route, not shown).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageBounds {
    /// The `limit` of a call that names none.
    pub default: u32,
    /// The largest `limit` accepted.
    pub max: u32,
}

impl PageBounds {
    /// Bounds of one list.
    pub const fn new(default: u32, max: u32) -> Self {
        Self { default, max }
    }
}

/// What becomes of a `kpi_snapshot` that is written with a value outside the contract's ranges.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KpiOutOfRange {
    /// It is kept and given back as it came, to be flagged by whoever reads it.
    Keep,
    /// The write is refused with 422.
    Refuse,
}

/// Whether the collection of `GET /v1/postman.json` holds the key's raw secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CarriesSecret {
    /// If the service has made the secret itself: it guards made-up data and is nobody's.
    Generated,
    /// Also one that was given.
    Always,
    /// Never: the secret is given when the collection is run.
    Never,
}

/// The open points of the contract, as this service decides them.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one open point of the contract, decided on its own"
)]
pub struct OpenPoints {
    /// `GET /deals`. Default 50, at most 500.
    pub deals_page: PageBounds,
    /// `GET /deals/{deal_id}/notes`. Default 20, at most 100.
    pub notes_page: PageBounds,
    /// `GET /notifications` (extended). Default 50, at most 200.
    pub notifications_page: PageBounds,
    /// Every other list (extended). Default 50, at most 200.
    pub lists_page: PageBounds,
    /// A `limit` above the maximum is cut to it instead of being refused with 422. Default `false`.
    pub clamp_limit: bool,
    /// The first page number of lists that take `page` (extended). Default 1.
    pub first_page: u32,
    /// Query parameters that an operation does not know are refused with 422 instead of ignored. Default `false`.
    pub refuse_unknown_parameters: bool,
    /// Codes outside the service's vocabularies are accepted in the `status` of deals and in filters on codes.
    /// Default `false`: 422.
    pub accept_unknown_codes: bool,
    /// Any text is accepted as `classe_actif` of a deal, of which the contract shows no value. Default `true`.
    pub accept_unknown_classes: bool,
    /// Any text is accepted as `statut` of a task, of which the contract shows one value: "the statut sent".
    /// Default `true`.
    pub accept_unknown_statuts: bool,
    /// What `status=active` stands for on the operations list: "five canonical active statuses", not listed.
    /// Default `en_cours`, `prorogation`, `retard`, `precontentieux`, `contentieux`.
    pub active_statuses: Vec<String>,
    /// The status of a deal created without one. Default `sourcing`.
    pub initial_status: String,
    /// The fields `POST /deals` cannot do without. Default `name` alone.
    pub required_deal_fields: Vec<String>,
    /// The field that carries a deal's external reference, which belongs to one live deal (409).
    /// Default `external_reference`.
    pub external_reference_field: String,
    /// Only `responsable`, `status` and the undocumented fields may be changed by `PUT /deals/{deal_id}`;
    /// `name` and `classe_actif` are refused with 422. Default `false`.
    pub documented_updates_only: bool,
    /// Fields that neither the contract nor this service lists are refused with 422 in writes instead of kept and
    /// given back. Default `false`.
    pub refuse_unknown_fields: bool,
    /// A deal that is `lost` and a task that is `fait` move no more: 422. Default `false`, every move is free.
    pub guard_transitions: bool,
    /// Values of a `kpi_snapshot` outside the contract's ranges: the ranges are stated, what becomes of a write
    /// beyond them is not. Default: kept.
    pub kpi_out_of_range: KpiOutOfRange,
    /// Text fields of deals that have no value are left out of answers instead of being `null`. Default `false`;
    /// the strict profile adds no `null` of its own either way.
    pub omit_unset_fields: bool,
    /// Longest `name`, `responsable` and external reference, in characters; above it 422. Default 10,000.
    pub longest_text: usize,
    /// `PUT`, `DELETE` and the other writes need an `Idempotency-Key` too (428 without). Default `false`;
    /// a key that is sent is honoured either way.
    pub key_required_on_every_write: bool,
    /// The second header that may name the delegated user. Default `X-Service-Delegated-User-External-Id`.
    pub second_delegated_header: String,
    /// Dashboards and alert preferences need the capabilities `custom_dashboards` and `alert_preferences`, as
    /// saved views need `saved_views`. Default `false`.
    pub capability_per_family: bool,
    /// A dashboard that its owner shares can be read by every delegated user. Default `false`: its owner alone.
    pub shared_dashboards: bool,
    /// The columns and sort fields of saved views of type operations ("checked against allowlists", not shown).
    pub view_fields: Vec<String>,
    /// A `deal_id` that is no UUID is an unknown one (404) instead of an invalid parameter (422).
    /// Default `false`.
    pub malformed_id_is_404: bool,
    /// The other path identifiers are held to the form of a UUID too (422), although the contract says so of
    /// `deal_id` alone. Default `false`: what has not that form is an unknown record, 404.
    pub every_id_is_a_uuid: bool,
    /// The title of 404, which the contract's table of errors leaves blank. Default `Not Found`.
    pub not_found_title: String,
    /// Problems carry the optional `route_id` and `reason_code`, whose values are not shown. Default `true`.
    pub problem_codes: bool,
    /// `GET /v1/postman.json` needs a bearer. Default `false`.
    pub postman_needs_bearer: bool,
    /// The collection's variable `secret` holds the key's raw secret, so that the collection signs in without
    /// being told anything. Default: a secret that the service has made itself, never one that was given to it.
    pub postman_carries_secret: CarriesSecret,
    /// The first cooldown of the rate limit, in seconds; each further strike doubles it. Default 1.
    pub first_ban: u64,
    /// The longest cooldown of the rate limit, in seconds. Default 300.
    pub longest_ban: u64,
    /// The largest request body, in bytes; above it 422. Default 1 MiB.
    pub body_limit: usize,
    /// Seconds that a request's head has to arrive from its first byte, and then its body; after them 422. Default 10.
    pub read_timeout: u64,
    /// How deep objects and arrays of a body may be nested; beyond it 422. Default 64.
    pub deepest_json: usize,
}

impl Default for OpenPoints {
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
            active_statuses: words(&[
                "en_cours",
                "prorogation",
                "retard",
                "precontentieux",
                "contentieux",
            ]),
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
            postman_carries_secret: CarriesSecret::Generated,
            first_ban: 1,
            longest_ban: 300,
            body_limit: 1024 * 1024,
            read_timeout: 10,
            deepest_json: 64,
        }
    }
}

impl OpenPoints {
    /// How long a head, and then a body, has to arrive.
    pub(crate) fn patience(&self) -> Duration {
        Duration::from_secs(self.read_timeout)
    }
}
