//! `encours settings …`

use clap::{Args, Subcommand};

/// Subcommands of `settings`.
#[derive(Clone, Debug, Subcommand)]
pub enum SettingsCommand {
    /// Print notes, stars, snoozes, views, drafts, names, watched IDs and column widths as text for `import`
    Export,
    /// Import what `export` printed
    Import(ImportArgs),
    /// List daily copies
    Copies,
    /// Restore missing items from a copy
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
    /// Copy to use, as shown by `settings copies` [default: the newest that contains a missing item]
    pub copy: Option<String>,
    /// The handling of settings that both have
    #[command(flatten)]
    pub how: MergeArgs,
}

/// The way in which what is given meets what is here.
#[derive(Clone, Copy, Debug, Args)]
pub struct MergeArgs {
    /// Replace items that differ on this device, after saving them in a copy
    #[arg(long)]
    pub replace: bool,
    /// Only show what would happen to each item
    #[arg(long)]
    pub dry_run: bool,
}
