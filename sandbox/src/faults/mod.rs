//! The fault menu: ways in which a network, a proxy or a service goes wrong, switched on by name.
//!
//! A fault without a route strikes every business operation and leaves the token exchange alone; name
//! `auth_token_exchange` to strike that one.

mod canned;
mod chaos;
mod decompression_bomb;
mod kind;
mod mutate_body;
mod parse;
mod plan;
mod registry;

pub use kind::{Compression, FaultKind, ForbiddenBy, Host};
pub use registry::Faults;

pub(crate) use canned::{Towards, http_date};
pub(crate) use chaos::Hostility;
pub(crate) use decompression_bomb::bomb;
pub(crate) use plan::{Plan, WireFault};

/// One fault of the menu: what, where and how often.
///
/// Written and read as `NAME[=VALUE][@ROUTE][:TIMES]`, for instance `delay=50@deals_list:3` or
/// `drop-after-commit@POST /deals:1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// What goes wrong.
    pub kind: FaultKind,
    /// The operation's identifier, or its method and path template; `None` is every business operation.
    pub route: Option<String>,
    /// How many requests it strikes; `None` until it is switched off.
    pub times: Option<u32>,
}

impl Fault {
    /// A fault that strikes every business operation until it is switched off.
    pub fn new(kind: FaultKind) -> Self {
        Self {
            kind,
            route: None,
            times: None,
        }
    }

    /// The same on one operation alone.
    #[must_use]
    pub fn on(mut self, route: impl Into<String>) -> Self {
        self.route = Some(route.into());
        self
    }

    /// The same for that many requests.
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
