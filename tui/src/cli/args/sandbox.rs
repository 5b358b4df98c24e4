//! `encours sandbox`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use encours_sandbox::{Config, Fault, ParseError};
use jiff::Timestamp;

use super::value_parser::{parse_integer, port};

/// The variant of the service that the sandbox simulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SandboxProfile {
    /// Documented routes only
    Strict,
    /// Also lists, taxonomies and KPIs
    Extended,
    /// With simulated faults
    Hostile,
}

/// `sandbox`
#[derive(Clone, Debug, Args)]
pub struct SandboxArgs {
    /// Port on 127.0.0.1, 0 for any free one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = port)]
    pub port: u16,
    /// Number of deals [default: 240]
    #[arg(long, value_name = "N", value_parser = parse_integer::<u32>)]
    pub deals: Option<u32>,
    /// Data seed: the same seed gives the same bytes [default: 1]
    #[arg(long, value_name = "N", value_parser = parse_integer::<u64>)]
    pub seed: Option<u64>,
    /// Kind of server
    #[arg(
        id = "sandbox_profile",
        long = "profile",
        value_enum,
        default_value = "extended",
        value_name = "PROFILE"
    )]
    pub profile: SandboxProfile,
    /// Save the server state in this SQLite file [default: in memory]
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// ID of the only API key [default: generated]
    #[arg(id = "sandbox_key_id", long = "key-id", value_name = "K")]
    pub key_id: Option<String>,
    /// File with the key's secret [default: generated, in a private temporary file]
    #[arg(long, value_name = "F")]
    pub secret_file: Option<PathBuf>,
    /// Scopes of the key, such as deals:read,entity:read [default: all]
    #[arg(long, value_name = "S,…", value_delimiter = ',')]
    pub scopes: Option<Vec<String>>,
    /// Users the key may act as [default: the sample users]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub users: Option<Vec<String>>,
    /// Capabilities of the key [default: all]
    #[arg(long, value_name = "C,…", value_delimiter = ',')]
    pub capabilities: Option<Vec<String>>,
    /// Token lifetime, in seconds
    #[arg(long, value_name = "S", default_value_t = 900, value_parser = parse_integer::<u64>)]
    pub token_lifetime: u64,
    /// Maximum clock skew of a signature, in seconds
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = parse_integer::<u64>)]
    pub clock_skew: u64,
    /// Requests per second before the server responds with 429, 0 for no limit [default: 0, 20 in the hostile profile]
    #[arg(long, value_name = "N", value_parser = parse_integer::<u32>)]
    pub rate_limit: Option<u32>,
    /// Simulate other users: deals move, notifications arrive
    #[arg(long)]
    pub live: bool,
    /// Fixed clock, for reproducible responses [default: system clock]
    #[arg(long, value_name = "DATE-TIME")]
    pub now: Option<Timestamp>,
    /// Fault to simulate (repeatable)
    #[arg(long, value_name = "NAME[=VALUE][@ROUTE][:TIMES]")]
    pub fault: Vec<Fault>,
    /// Spec gap of the contract to set, such as clamp_limit=true (repeatable)
    #[arg(long, value_name = "NAME=VALUE", value_parser = spec_gap)]
    pub open: Vec<String>,
}

/// A setting that a configuration takes.
fn spec_gap(text: &str) -> Result<String, ParseError> {
    Config::default().set(text).map(|()| text.to_owned())
}
