//! Faults of a network, a proxy or a service, switched on by name.
//!
//! A fault without a route applies to every business operation and not to the token exchange; name
//! `auth_token_exchange` to apply it there.

mod canned;
mod chaos;
mod decompression_bomb;
mod kind;
mod mutate_body;
mod parse;
mod plan;
mod registry;

pub use kind::{Compression, FaultKind, ForbiddenBy, RedirectHost};
pub use registry::Faults;

pub(crate) use canned::{FaultTarget, http_date};
pub(crate) use chaos::RandomFaults;
pub(crate) use decompression_bomb::bomb;
pub(crate) use plan::{FaultPlan, WireFault};

/// One active fault: its kind, route and number of times.
///
/// Written and parsed as `NAME[=VALUE][@ROUTE][:TIMES]`, for instance `delay=50@deals_list:3` or
/// `drop-after-commit@POST /deals:1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// The operation's identifier, or its method and path template; `None` is every business operation.
    pub route: Option<String>,
    /// The number of requests it still applies to; `None` until it is switched off.
    pub times: Option<u32>,
}

impl Fault {
    /// Creates a fault that applies to every business operation until it is switched off.
    pub fn new(kind: FaultKind) -> Self {
        Self { kind, route: None, times: None }
    }

    /// Restricts the fault to one operation.
    #[must_use]
    pub fn on(mut self, route: impl Into<String>) -> Self {
        self.route = Some(route.into());
        self
    }

    /// Restricts the fault to that many requests.
    #[must_use]
    pub fn times(mut self, times: u32) -> Self {
        self.times = Some(times);
        self
    }
}

impl From<FaultKind> for Fault {
    fn from(kind: FaultKind) -> Self {
        Self::new(kind)
    }
}
