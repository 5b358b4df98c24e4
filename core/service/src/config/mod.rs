//! Profiles, settings and paths, known before the first request.
//!
//! The command line overrides the environment, which overrides the profile. This module does not contact the service
//! and never writes a secret to `config.toml`.

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

pub use crate::config::env::SECRET_VARIABLE;
pub use env::Environment;
pub use error::ConfigError;
pub use file::{ConfigFile, read};
pub use paths::{Paths, expanded};
pub use probability::EXPECTED as PROBABILITY;
pub use profile::{DEFAULT_PROFILE, Profile, ProfileName};
pub use resolve::{Connection, Options, keyring_entry, secret_file};
pub use settings::Settings;
pub use status_order::EXPECTED as STATUS;
pub use thresholds::{LIMIT, ORDER as LIMIT_ORDER, PAIR as LIMIT_PAIR};
