//! A local service of the Partner Portfolio and Pipeline API (v1), on loopback, deterministic from a seed.
//!
//! It holds to the contract as a strict service would: token exchange with every check, scopes, delegation,
//! idempotency, page forms, logical deletion, problem bodies. What the contract leaves open is a named setting
//! ([`OpenPoints`]) with a documented default. Faults ([`Fault`]) can be switched on while it runs.
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
mod error;
mod exchange;
mod faults;
mod http;
mod json;
mod live;
mod open_points;
mod repeats;
mod requests;
mod routes;
mod rules;
mod secret;
mod service;
mod settings;
mod state;
mod sync;

pub use config::{Config, Profile};
pub use data::users::ids as sample_users;
pub use error::{Error, ParseError};
pub use faults::{Compression, Fault, FaultKind, Faults, ForbiddenBy, Host};
pub use live::Act;
pub use open_points::{CarriesSecret, KpiOutOfRange, OpenPoints, PageBounds};
pub use requests::{Request, Requests};
pub use secret::Secret;
pub use service::Sandbox;
pub use settings::Setting;
