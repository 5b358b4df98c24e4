//! `encours routes`

use clap::Args;

/// `routes`
#[derive(Clone, Debug, Args)]
pub struct RoutesArgs {
    /// Ask the service: its description, then one record of each list nobody names. Never a write. Forgets the absences
    /// learned before
    #[arg(long)]
    pub probe: bool,
    /// Show what each route answered this key last instead
    #[arg(long, conflicts_with = "probe")]
    pub rights: bool,
}
