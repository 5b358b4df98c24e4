//! `encours sandbox`

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use encours_sandbox::{Config, Fault, ParseError};
use jiff::Timestamp;

use super::value_parser::{port, whole};

/// Which service the sandbox plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SandboxProfile {
    /// Documented routes alone
    Strict,
    /// Lists, taxonomies and KPI too
    Extended,
    /// The fault menu
    Hostile,
}

/// `sandbox`
#[derive(Clone, Debug, Args)]
pub struct SandboxArgs {
    /// Port of 127.0.0.1; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = port)]
    pub port: u16,
    /// How many deals there are [default: 240]
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub deals: Option<u32>,
    /// Which data: the same seed gives the same bytes [default: 1]
    #[arg(long, value_name = "N", value_parser = whole::<u64>)]
    pub seed: Option<u64>,
    /// Which service
    #[arg(
        id = "sandbox_profile",
        long = "profile",
        value_enum,
        default_value = "extended",
        value_name = "PROFILE"
    )]
    pub profile: SandboxProfile,
    /// Keep the service's state in this SQLite file [default: in memory]
    #[arg(long, value_name = "FILE")]
    pub data: Option<PathBuf>,
    /// Identifier of the one API key [default: generated]
    #[arg(id = "sandbox_key_id", long = "key-id", value_name = "K")]
    pub key_id: Option<String>,
    /// File with the key's secret [default: generated, in a private temporary file]
    #[arg(long, value_name = "F")]
    pub secret_file: Option<PathBuf>,
    /// What the key may do, such as deals:read,entity:read [default: all]
    #[arg(long, value_name = "S,…", value_delimiter = ',')]
    pub scopes: Option<Vec<String>>,
    /// The key's user allowlist [default: the sample users]
    #[arg(long, value_name = "ID,…", value_delimiter = ',')]
    pub users: Option<Vec<String>>,
    /// The key's capabilities [default: all]
    #[arg(long, value_name = "C,…", value_delimiter = ',')]
    pub capabilities: Option<Vec<String>>,
    /// Life of a bearer in seconds
    #[arg(long, value_name = "S", default_value_t = 900, value_parser = whole::<u64>)]
    pub token_lifetime: u64,
    /// Accepted distance of a signature's timestamp, in seconds
    #[arg(long, value_name = "S", default_value_t = 300, value_parser = whole::<u64>)]
    pub clock_skew: u64,
    /// Requests a second above which 429 is answered; 0 is off [default: 0; 20 in the hostile profile]
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    pub rate_limit: Option<u32>,
    /// Other users act: deals move, notifications arrive
    #[arg(long)]
    pub live: bool,
    /// A fixed clock for reproducible answers [default: the system's]
    #[arg(long, value_name = "DATE-TIME")]
    pub now: Option<Timestamp>,
    /// One fault of the menu; may be given several times
    #[arg(long, value_name = "NAME[=VALUE][@ROUTE][:TIMES]")]
    pub fault: Vec<Fault>,
    /// One open point of the contract, such as clamp_limit=true; may be given several times
    #[arg(long, value_name = "NAME=VALUE", value_parser = open_point)]
    pub open: Vec<String>,
}

/// A setting that a configuration takes.
fn open_point(text: &str) -> Result<String, ParseError> {
    Config::default().set(text).map(|()| text.to_owned())
}
