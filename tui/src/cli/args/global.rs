//! Options that every command takes, before or after it. Each may also come from the environment; see
//! [`encours_core::config::Environment`].

use std::path::PathBuf;

use clap::{ArgAction, ArgMatches, Args, ValueEnum};

use super::value_parser::{ExpectedKey, parse_integer};
use crate::theme::ColorMode;

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// Aligned columns, easy to read
    Table,
    /// The server's own JSON, a list as one array
    Json,
    /// One JSON object per line, as pages arrive
    Ndjson,
    /// RFC 4180 with a header
    Csv,
}

/// Language of labels, numbers and dates in tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CliLang {
    /// French
    Fr,
    /// English
    En,
}

/// The options that every command takes, from wherever they stood on the line.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Global options")]
pub struct Global {
    /// Configured profile to use [env: ENCOURS_PROFILE] [default: `default`, if it exists]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Server address, ending with /v1 [env: ENCOURS_BASE_URL]
    ///
    /// `http:` is rejected unless the host is this device (loopback).
    #[arg(long, value_name = "URL")]
    pub base_url: Option<String>,
    /// Public key ID [env: ENCOURS_KEY_ID]
    ///
    /// The secret itself is never an option. It comes from ENCOURS_SECRET, the profile's credential_command (which
    /// prints a token response as JSON, or the secret on one line), the key's passphrase file (unlocked with
    /// ENCOURS_PASSPHRASE or by you) or the system keyring (see `encours login`).
    #[arg(long, value_name = "ID")]
    pub key_id: Option<String>,
    /// Delegated user of /users/me/... [env: ENCOURS_AS_USER]
    #[arg(long, value_name = "ID")]
    pub as_user: Option<String>,
    /// Use a built-in demo server with sample data, without touching any profile [env: ENCOURS_DEMO=1]
    ///
    /// The demo only reads lang and plain_spaces from config.toml. With --config-dir, it uses all settings of that
    /// file.
    #[arg(long)]
    pub demo: bool,
    /// Number of deals in the demo [default: 240]
    #[arg(long, value_name = "N", value_parser = parse_integer::<u32>)]
    pub demo_deals: Option<u32>,
    /// Folder of config.toml, instead of the system default [env: ENCOURS_CONFIG_DIR]
    #[arg(long, value_name = "DIR")]
    pub config_dir: Option<PathBuf>,
    /// Folder of local data, instead of the system default [env: ENCOURS_DATA_DIR]
    #[arg(long, value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Output format [env: ENCOURS_FORMAT] [default: table on a terminal, json in a pipe]
    #[arg(long, value_enum)]
    pub format: Option<OutputFormat>,
    /// Language of tables, messages and help [env: ENCOURS_LANG, then LC_ALL, LC_MESSAGES and LANG]
    #[arg(long, value_enum)]
    pub lang: Option<CliLang>,
    /// Colours [env: NO_COLOR, CLICOLOR_FORCE] [default: auto]
    #[arg(long, value_enum, value_name = "WHEN")]
    pub color: Option<ColorMode>,
    /// Maximum time for the whole call, in seconds [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<std::time::Duration>,
    /// X-Request-ID to send instead of a new UUID
    #[arg(long, value_name = "ID")]
    pub request_id: Option<encours_core::contract::RequestId>,
    /// Use local data only and queue changes
    #[arg(long)]
    pub offline: bool,
    /// Print diagnostics on standard error, twice for more. Never includes secrets
    #[arg(short, long, action = ArgAction::Count)]
    pub verbose: u8,
    /// Write diagnostics to a file [env: ENCOURS_LOG]
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Exit with 11, instead of a warning, if a list ends with fewer records than the server counts
    #[arg(long)]
    pub strict: bool,
    /// Do not ask for confirmation
    #[arg(short, long)]
    pub yes: bool,
}

impl Global {
    /// Reads the options from the levels of a line, the innermost first; what stands further right wins.
    ///
    /// A command that has an option of the same name for itself (`sandbox` has `--profile`) does not take ours, which
    /// then reads as not given.
    pub(super) fn from_levels(levels: &[&ArgMatches]) -> Self {
        Self {
            profile: given(levels, "profile").next(),
            base_url: given(levels, "base_url").next(),
            key_id: given(levels, "key_id").next(),
            as_user: given(levels, "as_user").next(),
            demo: given(levels, "demo").any(|given| given),
            demo_deals: given(levels, "demo_deals").next(),
            config_dir: given(levels, "config_dir").next(),
            data_dir: given(levels, "data_dir").next(),
            format: given(levels, "format").next(),
            lang: given(levels, "lang").next(),
            color: given(levels, "color").next(),
            timeout: given(levels, "timeout").next(),
            request_id: given(levels, "request_id").next(),
            offline: given(levels, "offline").any(|given| given),
            verbose: given::<u8>(levels, "verbose").fold(0, u8::saturating_add),
            log: given(levels, "log").next(),
            strict: given(levels, "strict").any(|given| given),
            yes: given(levels, "yes").any(|given| given),
        }
    }
}

/// Returns the values given for an option, the innermost first.
fn given<T: Clone + Send + Sync + 'static>(levels: &[&ArgMatches], id: &str) -> impl Iterator<Item = T> {
    levels.iter().filter_map(move |level| level.try_get_one::<T>(id).ok().flatten().cloned())
}

/// Seconds, with or without a fraction; more than nothing and at most a day.
fn seconds(text: &str) -> Result<std::time::Duration, ExpectedKey> {
    text.parse::<f64>()
        .ok()
        .filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0)
        .map(std::time::Duration::from_secs_f64)
        .ok_or(ExpectedKey("cli-line-expected-seconds"))
}
