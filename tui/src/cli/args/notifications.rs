//! `encours notifications …`

use clap::{Args, Subcommand};
use encours_core::contract::NotificationId;

use super::WatchCommand;

/// Subcommands for notifications.
#[derive(Clone, Debug, Subcommand)]
pub enum NotificationsCommand {
    /// List notifications: the server's list if it offers one, otherwise the watched ones
    List(NotificationsListArgs),
    /// Show a notification, without marking it as read
    Show(NotificationShowArgs),
    /// Mark notifications as read
    Read(ReadArgs),
    /// Watching IDs
    #[command(flatten)]
    Watching(WatchCommand),
}

/// `notifications list`
#[derive(Clone, Debug, Args)]
pub struct NotificationsListArgs {
    /// Only unread notifications
    #[arg(long)]
    pub unread: bool,
}

/// `notifications show`
#[derive(Clone, Debug, Args)]
pub struct NotificationShowArgs {
    /// ID of the notification
    pub id: NotificationId,
}

/// `notifications read`
#[derive(Clone, Debug, Args)]
pub struct ReadArgs {
    /// IDs of the notifications
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<NotificationId>,
}
