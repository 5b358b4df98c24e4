//! Profiles, settings and paths, known before the first request.
//!
//! The command line overrides the environment, which overrides the profile. This module does not contact the service
//! and never writes a secret to `config.toml`.

pub mod clock_store;
mod data_key;
mod data_key_store;
mod decimal;
pub mod edit;
mod env;
mod error;
mod file;
mod layers;
mod paths;
mod pipeline;
mod probability;
mod profile;
mod rate_limit_store;
mod resolve;
mod rules;
mod setting_values;
mod settings;
mod status_order;
mod thresholds;
mod user_check;

pub use crate::config::env::SECRET_VARIABLE;
pub use data_key::DataConversion;
pub use data_key_store::DataKeyStore;
pub use env::Environment;
pub use error::ConfigError;
pub use file::{ConfigFile, read_text};
pub use paths::{Paths, expand_home};
pub use probability::EXPECTED_PERCENT as PROBABILITY;
pub use profile::{DEFAULT_PROFILE, Profile, ProfileName};
pub use resolve::{Connection, Options, keyring_entry, secret_file};
pub use setting_values::{SettingError, change_setting, setting_key, setting_values};
pub use settings::Settings;
pub use status_order::EXPECTED_CODE as STATUS;
pub use thresholds::{INVALID_LIMIT, INVALID_ORDER as LIMIT_ORDER, INVALID_PAIR as LIMIT_PAIR};
pub use user_check::UserCheck;
