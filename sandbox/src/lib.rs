//! A local, seeded server of the Partner Portfolio and Pipeline API (v1), on loopback.
//!
//! It follows the contract strictly: token exchange with every check, scopes, delegation, idempotency, page forms,
//! logical deletion, problem bodies. Each point that the contract leaves open is a named setting ([`SpecGaps`]) with
//! a documented default. Faults ([`Fault`]) can be switched on while it runs. The same seed and clock give the same
//! bytes.
//!
//! ```
//! # fn main() -> Result<(), encours_sandbox::Error> {
//! use encours_sandbox::{Config, Sandbox};
//!
//! let sandbox = Sandbox::start(Config { deals: 24, ..Config::default() })?;
//! assert!(sandbox.base_url().starts_with("http://127.0.0.1:"));
//! // Stops when it is dropped.
//! # Ok(())
//! # }
//! ```

mod clock;
mod config;
mod data;
mod duplicate_keys;
mod error;
mod faults;
mod http;
mod http_types;
mod in_process;
mod json;
mod lock;
mod named_enums;
mod request_log;
mod routes;
mod rules;
mod secret;
mod server;
mod service;
mod simulated_users;
mod spec_gap_settings;
mod spec_gaps;

pub use config::{Config, ServiceProfile};
pub use data::users::ids as sample_users;
pub use error::{Error, ParseError};
pub use faults::{Compression, Fault, FaultKind, Faults, ForbiddenBy, RedirectHost};
pub use in_process::InProcess;
pub use request_log::{LoggedRequest, LoggedRequests};
pub use secret::Secret;
pub use service::Sandbox;
pub use simulated_users::SimulatedAction;
pub use spec_gap_settings::Setting;
pub use spec_gaps::{IncludeSecret, KpiOutOfRange, PageBounds, SpecGaps};
