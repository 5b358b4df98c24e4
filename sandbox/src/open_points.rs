//! What the contract leaves open, each point a named setting with a documented default.
//!
//! Clock skew, bearer lifetime and rate limit are open points too; they live in [`crate::Config`] because the
//! command line names them. Unknown query parameters are ignored, as the contract says nothing against them.

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
    /// Codes outside the service's vocabularies are accepted in `status`, `statut`, `classe_actif` and in the
    /// filters on them. Default `false`: 422.
    pub accept_unknown_codes: bool,
    /// The status of a deal created without one. Default `sourcing`.
    pub initial_status: String,
    /// `PUT`, `DELETE` and the other writes need an `Idempotency-Key` too (428 without). Default `false`;
    /// a key that is sent is honoured either way.
    pub key_required_on_every_write: bool,
    /// Only `responsable`, `status` and the undocumented fields may be changed by `PUT /deals/{deal_id}`;
    /// `name` and `classe_actif` are refused with 422. Default `false`.
    pub documented_updates_only: bool,
    /// The second header that may name the delegated user. Default `X-Service-Delegated-User-External-Id`.
    pub second_delegated_header: String,
    /// `GET /v1/postman.json` needs a bearer. Default `false`.
    pub postman_needs_bearer: bool,
    /// The first page number of lists that take `page` (extended). Default 1.
    pub first_page: u32,
    /// The first cooldown of the rate limit, in seconds; each further strike doubles it. Default 1.
    pub first_ban: u64,
    /// The longest cooldown of the rate limit, in seconds. Default 300.
    pub longest_ban: u64,
    /// The largest request body, in bytes; above it 422. Default 1 MiB.
    pub body_limit: usize,
}

impl Default for OpenPoints {
    fn default() -> Self {
        Self {
            deals_page: PageBounds::new(50, 500),
            notes_page: PageBounds::new(20, 100),
            notifications_page: PageBounds::new(50, 200),
            lists_page: PageBounds::new(50, 200),
            clamp_limit: false,
            accept_unknown_codes: false,
            initial_status: "sourcing".to_owned(),
            key_required_on_every_write: false,
            documented_updates_only: false,
            second_delegated_header: "X-Service-Delegated-User-External-Id".to_owned(),
            postman_needs_bearer: false,
            first_page: 1,
            first_ban: 1,
            longest_ban: 300,
            body_limit: 1024 * 1024,
        }
    }
}
