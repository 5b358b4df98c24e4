//! `encours rules` and `watch`: rules of the configuration and subscriptions.

use clap::{Args, Subcommand};
use jiff::SignedDuration;

use super::value_parser;

/// Subcommands of `rules`.
#[derive(Clone, Debug, Subcommand)]
pub enum RulesCommand {
    /// List rules and subscriptions, with the number of deals that matched last
    List,
    /// Check the rules of config.toml
    Check,
}

/// `watch`
#[derive(Clone, Debug, Args)]
pub struct WatchRulesArgs {
    /// Print only what this rule raises
    #[arg(long, value_name = "NAME", conflicts_with = "view")]
    pub rule: Option<String>,
    /// Print only the deals that enter or leave this view or filter, to which you subscribed
    #[arg(long, value_name = "NAME")]
    pub view: Option<String>,
    /// Stop after one sync of the deals
    #[arg(long)]
    pub once: bool,
    /// Stop after this time: 90s, 10m or 1h30m
    #[arg(long = "for", value_name = "DURATION", value_parser = value_parser::duration)]
    pub duration: Option<SignedDuration>,
}
