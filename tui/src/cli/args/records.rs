//! Families of which one record can be read: `dashboards`, `fields`, `alerts`.

use clap::{Args, Subcommand};
use encours_core::contract::{AlertId, DashboardId, FieldId, FieldKey};

use super::WatchCommand;

/// Subcommands for custom dashboards.
#[derive(Clone, Debug, Subcommand)]
pub enum DashboardsCommand {
    /// Show one of the delegated user's custom dashboards
    Show(DashboardShowArgs),
}

/// `dashboards show`
#[derive(Clone, Debug, Args)]
pub struct DashboardShowArgs {
    /// ID of the dashboard
    pub id: DashboardId,
}

/// Subcommands for field definitions.
#[derive(Clone, Debug, Subcommand)]
pub enum FieldsCommand {
    /// Show a field definition, by ID or key
    Show(FieldShowArgs),
    /// List field definitions
    List,
}

/// `fields show`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("which").required(true).args(["id", "key"])))]
pub struct FieldShowArgs {
    /// ID of the field definition
    pub id: Option<FieldId>,
    /// Business key of the field, such as `noi`
    #[arg(long, value_name = "KEY")]
    pub key: Option<FieldKey>,
}

/// Subcommands for alerts.
#[derive(Clone, Debug, Subcommand)]
pub enum AlertsCommand {
    /// Show an alert
    Show(AlertShowArgs),
    /// Watching IDs
    #[command(flatten)]
    Watching(WatchCommand),
}

/// `alerts show`
#[derive(Clone, Debug, Args)]
pub struct AlertShowArgs {
    /// ID of the alert
    pub id: AlertId,
}
