//! `dashboards`, `fields`, `alerts`, `notifications` and `tasks`, and the watched identifiers of a kind of record.

use clap::{Args, Subcommand};
use encours_core::contract::{AlertId, DashboardId, FieldId, FieldKey, NotificationId, TaskId};

/// `find`
#[derive(Clone, Debug, Args)]
pub struct FindArgs {
    /// Words that the name contains, in any order
    #[arg(required = true)]
    pub text: Vec<String>,
}

/// Subcommands for custom dashboards.
#[derive(Clone, Debug, Subcommand)]
pub enum DashboardsCommand {
    /// Show one of the delegated user's custom dashboards
    Show {
        /// ID of the dashboard
        id: DashboardId,
    },
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
    Show {
        /// ID of the alert
        id: AlertId,
    },
    /// Watching IDs
    #[command(flatten)]
    Watching(WatchCommand),
}

/// Subcommands for notifications.
#[derive(Clone, Debug, Subcommand)]
pub enum NotificationsCommand {
    /// List notifications: the server's list if it offers one, otherwise the watched ones
    List {
        /// Only unread notifications
        #[arg(long)]
        unread: bool,
        /// Go on: one JSON object a line for each notification that is new or has changed
        #[arg(long)]
        follow: bool,
    },
    /// Show a notification, without marking it as read
    Show {
        /// ID of the notification
        id: NotificationId,
    },
    /// Mark notifications as read
    Read {
        /// IDs of the notifications
        #[arg(required = true, value_name = "ID")]
        ids: Vec<NotificationId>,
    },
    /// Watching IDs
    #[command(flatten)]
    Watching(WatchCommand),
}

/// Subcommands for tasks.
#[derive(Clone, Debug, Subcommand)]
pub enum TasksCommand {
    /// List the tasks, if the server offers a list of them
    List {
        /// Words, `status:CODE` and `priority:WORD`; all must match
        #[arg(long, value_name = "FILTER", default_value = "", hide_default_value = true)]
        filter: String,
        /// Only tasks whose owner is one of your names (`me` in config.toml)
        #[arg(long)]
        mine: bool,
        /// Order: by due date, priority or deal
        #[arg(long, value_name = "ORDER", default_value = "due", value_parser = ["due", "priority", "deal"])]
        sort: String,
    },
    /// Move a task to another statut
    Update {
        /// ID of the task
        id: TaskId,
        /// Code of the new statut, such as `prep`
        #[arg(long, value_name = "STATUT")]
        statut: String,
    },
    /// Watching IDs
    #[command(flatten)]
    Watching(WatchCommand),
}

/// Subcommands for watched IDs.
#[derive(Clone, Debug, Subcommand)]
pub enum WatchCommand {
    /// Watch IDs, for servers that offer no list
    Watch(WatchArgs),
    /// Stop watching IDs
    Unwatch {
        /// IDs
        #[arg(required = true, value_name = "ID")]
        ids: Vec<String>,
    },
    /// List watched IDs and the server's last response for each
    Watched,
}

/// `… watch`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("given").required(true).multiple(true).args(["ids", "from"])))]
pub struct WatchArgs {
    /// IDs, or addresses that contain them
    #[arg(value_name = "ID")]
    pub ids: Vec<String>,
    /// Read IDs from a file (or - for standard input): a list, email, CSV with an `id` column, or JSON
    ///
    /// UUIDs are found anywhere, also in email and HTML. Other IDs must be alone on a line or in an `id`
    /// column. What was found and what was skipped is shown before anything is watched.
    #[arg(long, value_name = "FILE")]
    pub from: Option<String>,
}
