//! `encours followups`, `notes`, `stars` and `labels`: private data of this device about deals.

use clap::{Args, Subcommand};
use encours_core::contract::DealId;
use jiff::Timestamp;

/// Subcommands of `followups`.
#[derive(Clone, Debug, Subcommand)]
pub enum FollowupsCommand {
    /// List follow-ups, the most urgent first
    List(FollowupListArgs),
    /// Set or move the follow-up of a deal
    Set {
        /// Deal ID
        #[arg(value_name = "ID")]
        id: DealId,
        /// Day: 2026-12-12, 12/12, tomorrow, monday or +3d
        #[arg(value_name = "DATE")]
        date: String,
        /// Line of text
        #[arg(value_name = "TEXT")]
        text: Vec<String>,
    },
    /// Mark the follow-up of deals as done
    Done {
        /// Deal IDs
        #[arg(value_name = "ID", required = true)]
        ids: Vec<DealId>,
    },
    /// Remove the follow-up of deals
    Remove {
        /// Deal IDs
        #[arg(value_name = "ID", required = true)]
        ids: Vec<DealId>,
    },
}

/// `followups list`
#[derive(Clone, Debug, Args)]
pub struct FollowupListArgs {
    /// Include those that are done
    #[arg(long, conflicts_with = "ics")]
    pub all: bool,
    /// Print an iCalendar file, one all-day event per open follow-up
    #[arg(long)]
    pub ics: bool,
}

/// Subcommands of `stars`.
#[derive(Clone, Debug, Subcommand)]
pub enum StarsCommand {
    /// List the starred deals
    List,
    /// Star deals
    Add {
        /// Deal IDs
        #[arg(value_name = "ID", required = true)]
        ids: Vec<DealId>,
    },
    /// Remove the star of deals
    Remove {
        /// Deal IDs
        #[arg(value_name = "ID", required = true)]
        ids: Vec<DealId>,
    },
}

/// Subcommands of `labels`.
#[derive(Clone, Debug, Subcommand)]
pub enum LabelsCommand {
    /// List the deals with labels
    List {
        /// Only deals with this label
        #[arg(value_name = "LABEL")]
        label: Option<String>,
    },
    /// Add a label to deals
    Add {
        /// Label, or several separated by commas
        #[arg(value_name = "LABEL")]
        label: String,
        /// Deal IDs
        #[arg(value_name = "ID", required = true)]
        ids: Vec<DealId>,
    },
    /// Remove a label from deals
    Remove {
        /// Label, or several separated by commas
        #[arg(value_name = "LABEL")]
        label: String,
        /// Deal IDs; by default, every deal with the label
        #[arg(value_name = "ID")]
        ids: Vec<DealId>,
    },
}

/// Subcommands of `notes`.
#[derive(Clone, Debug, Subcommand)]
pub enum LocalNotesCommand {
    /// List the private notes on deals, newest first
    List {
        /// ID of one deal
        #[arg(value_name = "ID")]
        id: Option<DealId>,
    },
    /// Add a private note to a deal
    Add {
        /// Deal ID
        #[arg(value_name = "ID")]
        id: DealId,
        /// Text
        #[arg(value_name = "TEXT", required = true)]
        text: Vec<String>,
    },
    /// Write a private note on a deal, in place of an earlier one
    Set {
        /// Deal ID
        #[arg(value_name = "ID")]
        id: DealId,
        /// Text
        #[arg(value_name = "TEXT", required = true)]
        text: Vec<String>,
        /// The note with this `written_at`; by default, the note without a time
        #[arg(long, value_name = "TIME")]
        written: Option<Timestamp>,
    },
    /// Remove the private notes on deals
    Remove {
        /// Deal IDs
        #[arg(value_name = "ID", required = true)]
        ids: Vec<DealId>,
        /// Only the note written at this time, see `written_at`
        #[arg(long, value_name = "TIME")]
        written: Option<Timestamp>,
    },
}
