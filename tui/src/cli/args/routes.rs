//! `encours routes`

use clap::Args;

/// `routes`
#[derive(Clone, Debug, Args)]
pub struct RoutesArgs {
    /// Query the server: its description, then one record of each list the description doesn't name. Never sends a
    /// change. Clears the missing routes found earlier
    #[arg(long)]
    pub probe: bool,
    /// Show each route's last response to this key instead
    #[arg(long, conflicts_with = "probe")]
    pub rights: bool,
}
