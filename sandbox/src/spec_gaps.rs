//! The points that the contract leaves open, each a named setting with a documented default.
//!
//! Clock skew, bearer lifetime and rate limit are spec gaps too; they are in [`crate::Config`] because the command
//! line has options for them. [`crate::Setting`] lists every point by name.

use std::time::Duration;

use crate::named_enums::named_enum;
use crate::spec_gap_settings::{Setting, Show as _, above_zero, bounds, parsed, text, words};

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

named_enum! {
    /// The handling of a written `kpi_snapshot` with a value outside the contract's ranges.
    KpiOutOfRange {
        /// Store and return it as received, for clients to flag.
        Keep = "keep",
        /// Refuse the write with 422.
        Refuse = "refuse",
    }
}

named_enum! {
    /// The cases in which `GET /v1/postman.json` contains the key's raw secret.
    IncludeSecret {
        /// Only if the service generated the secret, which protects nothing but made-up data.
        Generated = "generated",
        /// Also if the secret was configured.
        Always = "true",
        /// Never: the user enters the secret when running the collection.
        Never = "false",
    }
}

/// Declares the spec gaps: field, type, default, form of the value as text, and its parser.
macro_rules! spec_gaps {
    ($($(#[$doc:meta])* $field:ident: $type:ty = $default:expr, $form:literal, $read:expr;)+) => {
        /// The service's choice on each gap of the contract.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct SpecGaps {
            $($(#[$doc])* pub $field: $type,)+
        }

        impl Default for SpecGaps {
            fn default() -> Self {
                Self { $($field: $default,)+ }
            }
        }

        /// Every spec gap of [`SpecGaps`], in the order of the documentation.
        pub(crate) const SETTINGS: &[Setting] = &[$(Setting {
            name: stringify!($field),
            form: $form,
            show: |config| config.spec_gaps.$field.text(),
            take: |config, text| {
                config.spec_gaps.$field = $read(text)?;
                Some(())
            },
        },)+];
    };
}

spec_gaps! {
    /// Page bounds of `GET /deals`. Default 50, at most 500.
    deals_page: PageBounds = PageBounds::new(50, 500), "DEFAULT/MAX", bounds;
    /// Page bounds of `GET /deals/{deal_id}/notes`. Default 20, at most 100.
    notes_page: PageBounds = PageBounds::new(20, 100), "DEFAULT/MAX", bounds;
    /// Page bounds of `GET /notifications` (extended). Default 50, at most 200.
    notifications_page: PageBounds = PageBounds::new(50, 200), "DEFAULT/MAX", bounds;
    /// Page bounds of every other list (extended). Default 50, at most 200.
    lists_page: PageBounds = PageBounds::new(50, 200), "DEFAULT/MAX", bounds;
    /// True if a `limit` above the maximum is reduced to it instead of rejected. Default `false`: 422.
    clamp_limit: bool = false, "true|false", parsed;
    /// The first page number of lists that take `page` (extended). Default 1.
    first_page: u32 = 1, "NUMBER", parsed;
    /// True if unknown query parameters are rejected with 422 instead of ignored. Default `false`.
    refuse_unknown_parameters: bool = false, "true|false", parsed;
    /// True if deal statuses and filters accept codes outside the service's vocabularies.
    ///
    /// Default `false`: 422.
    accept_unknown_codes: bool = false, "true|false", parsed;
    /// True if any text is accepted as a deal's `classe_actif`; the contract shows no value. Default `true`.
    accept_unknown_classes: bool = true, "true|false", parsed;
    /// True if any text is accepted as `statut` of a task; the contract shows one value: "the statut sent".
    ///
    /// Default `true`.
    accept_unknown_statuts: bool = true, "true|false", parsed;
    /// The statuses that `status=active` selects on the operations list.
    ///
    /// The contract says "five canonical active statuses" without listing them. Default `en_cours`, `prorogation`,
    /// `retard`, `precontentieux`, `contentieux`.
    active_statuses: Vec<String> = list(&[
        "en_cours", "prorogation", "retard", "precontentieux", "contentieux",
    ]), "WORD,…", words;
    /// The status of a deal created without one. Default `sourcing`.
    initial_status: String = "sourcing".to_owned(), "TEXT", text;
    /// The required fields of `POST /deals`. Default `name` alone.
    required_deal_fields: Vec<String> = list(&["name"]), "WORD,…", words;
    /// The field with a deal's external reference, which must be unique among live deals (409).
    ///
    /// Default `external_reference`.
    external_reference_field: String = "external_reference".to_owned(), "TEXT", text;
    /// True if `PUT /deals/{deal_id}` may change only `responsable`, `status` and undocumented fields.
    ///
    /// `name` and `classe_actif` are then rejected with 422. Default `false`.
    documented_updates_only: bool = false, "true|false", parsed;
    /// True if writes with fields unknown to the contract and this service are rejected.
    ///
    /// They are answered 422. Default `false`: such fields are stored and returned.
    refuse_unknown_fields: bool = false, "true|false", parsed;
    /// True if `lost` deals and `fait` tasks cannot change their status: 422. Default `false`, every change is
    /// allowed.
    guard_transitions: bool = false, "true|false", parsed;
    /// The handling of `kpi_snapshot` values outside the contract's ranges.
    ///
    /// The contract states the ranges, but not the result of a write beyond them. Default: store the value.
    kpi_out_of_range: KpiOutOfRange = KpiOutOfRange::Keep, "keep|refuse", parsed;
    /// True if unset text fields of deals are left out of responses.
    ///
    /// Default `false`: they are `null`, except in the strict profile, which adds no `null` in either case.
    omit_unset_fields: bool = false, "true|false", parsed;
    /// Longest `name`, `responsable` and external reference, in characters; longer texts are 422. Default 10,000.
    longest_text: usize = 10_000, "NUMBER", above_zero;
    /// True if `PUT`, `DELETE` and the other writes also need an `Idempotency-Key` (428 without).
    ///
    /// Default `false`; a key that is sent is honoured in either case.
    key_required_on_every_write: bool = false, "true|false", parsed;
    /// The alternative header for the delegated user. Default `X-Service-Delegated-User-External-Id`.
    second_delegated_header: String = "X-Service-Delegated-User-External-Id".to_owned(), "TEXT", text;
    /// True if dashboards and alert preferences need the capabilities `custom_dashboards` and `alert_preferences`.
    ///
    /// Saved views always need `saved_views`. Default `false`.
    capability_per_family: bool = false, "true|false", parsed;
    /// True if every delegated user can read a dashboard that its owner shares. Default `false`: only its owner.
    shared_dashboards: bool = false, "true|false", parsed;
    /// Columns and sort fields of operations views ("checked against allowlists", not shown).
    view_fields: Vec<String> = list(&[
        "name", "statut", "statut_interne", "statut_operationnel", "cycle_interne", "classe_actif",
        "type_investissement", "operateur_id", "nominal", "date_echeance",
    ]), "WORD,…", words;
    /// True if a `deal_id` that is not a UUID is an unknown record (404).
    ///
    /// Default `false`: it is an invalid parameter (422).
    malformed_id_is_404: bool = false, "true|false", parsed;
    /// True if the other path identifiers must be UUIDs too (422); the contract requires it for `deal_id` alone.
    ///
    /// Default `false`: any other form is an unknown record, 404.
    every_id_is_a_uuid: bool = false, "true|false", parsed;
    /// The title of 404, which the contract's table of errors leaves blank. Default `Not Found`.
    not_found_title: String = "Not Found".to_owned(), "TEXT", parsed;
    /// True if problems have the optional `route_id` and `reason_code`, whose values the contract omits. Default
    /// `true`.
    problem_codes: bool = true, "true|false", parsed;
    /// True if `GET /v1/postman.json` needs a bearer. Default `false`.
    postman_needs_bearer: bool = false, "true|false", parsed;
    /// The cases in which the collection's variable `secret` contains the key's raw secret.
    ///
    /// The collection then signs in without further input. Default: only a secret that the service generated.
    postman_carries_secret: IncludeSecret = IncludeSecret::Generated, "generated|true|false", parsed;
    /// The first cooldown of the rate limit, in seconds; each further strike doubles it. Default 1.
    first_ban: u64 = 1, "NUMBER", above_zero;
    /// The longest cooldown of the rate limit, in seconds. Default 300.
    longest_ban: u64 = 300, "NUMBER", parsed;
    /// The largest request body, in bytes; larger ones are 422. Default 1 MiB.
    body_limit: usize = 1024 * 1024, "NUMBER", parsed;
    /// Seconds within which a request's head must arrive, and then its body.
    ///
    /// The time starts with the head's first byte. A later request is 422. Default 10.
    read_timeout: u64 = 10, "NUMBER", parsed;
    /// The maximum nesting of objects and arrays in a body; deeper ones are 422. Default 64.
    deepest_json: usize = 64, "NUMBER", parsed;
}

fn list(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

impl SpecGaps {
    /// Returns the time limit for a head, and then for a body.
    pub(crate) fn time_limit(&self) -> Duration {
        Duration::from_secs(self.read_timeout)
    }
}
