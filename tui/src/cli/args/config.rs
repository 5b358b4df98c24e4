//! `encours config`: settings of config.toml.

use clap::Subcommand;

/// Subcommands of `config`.
#[derive(Clone, Debug, Subcommand)]
pub enum ConfigCommand {
    /// List every setting with its value, default, origin and effect
    List {
        /// Only settings that differ from the default
        #[arg(long)]
        changed: bool,
    },
    /// Print one setting
    Get {
        /// Key of the setting, such as `theme` or `pipeline.entry.lost.reason`
        key: String,
    },
    /// Change one setting; comments in the file stay
    Set {
        /// Key of the setting, such as `theme` or `pipeline.entry.lost.reason`
        key: String,
        /// New value: a word, a number, a list with commas, or TOML
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Remove one setting from the file, so that its default applies
    Unset {
        /// Key of the setting, such as `theme` or `pipeline.entry.lost.reason`
        key: String,
    },
}
