//! `encours settings …`

use clap::{Args, Subcommand};

/// What to do with what a person keeps on this device.
#[derive(Clone, Debug, Subcommand)]
pub enum SettingsCommand {
    /// Print notes, stars, snoozes, views, drafts, names, watched identifiers and column widths, as text for `import`
    Export,
    /// Take in what `export` printed
    Import(ImportArgs),
    /// List the copies that are kept of each day
    Copies,
    /// Bring back from a copy what is missing
    Restore(RestoreArgs),
}

/// `settings import`
#[derive(Clone, Debug, Args)]
pub struct ImportArgs {
    /// The file, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub file: String,
    /// The handling of settings that both have
    #[command(flatten)]
    pub how: MergeArgs,
}

/// `settings restore`
#[derive(Clone, Debug, Args)]
pub struct RestoreArgs {
    /// Which copy, as `settings copies` lists them [default: the newest that holds something that is missing]
    pub copy: Option<String>,
    /// The handling of settings that both have
    #[command(flatten)]
    pub how: MergeArgs,
}

/// The way in which what is given meets what is here.
#[derive(Clone, Copy, Debug, Args)]
pub struct MergeArgs {
    /// Where both differ, take what is given; what is here goes into a copy first
    #[arg(long)]
    pub replace: bool,
    /// Only show what would become of each
    #[arg(long)]
    pub dry_run: bool,
}
