//! Profiles, settings and paths: what a person has decided before the first request.
//!
//! Rule of this room: the command line wins over the environment, the environment over the profile. Nothing
//! here talks to the service, and no secret is ever written to `config.toml`.

pub mod clock_store;
pub mod edit;
mod env;
mod error;
mod file;
mod paths;
mod pipeline;
mod probability;
mod profile;
mod rate_limit_store;
mod resolve;
mod settings;
mod status_order;
mod thresholds;

pub use env::Environment;
pub use error::ConfigError;
pub use file::{ConfigFile, read};
pub use paths::{Paths, expanded};
pub use probability::EXPECTED as PROBABILITY;
pub use profile::{DEFAULT_PROFILE, Profile, ProfileName};
pub use resolve::{Connection, Options, SECRET_VARIABLE, keyring_entry, secret_file};
pub use settings::Settings;
pub use status_order::EXPECTED as STATUS;
pub use thresholds::{LIMIT, ORDER as LIMIT_ORDER, PAIR as LIMIT_PAIR};
