//! `encours notifications …`

use clap::{Args, Subcommand};
use encours_core::contract::NotificationId;

use super::WatchCommand;

/// What to do with notifications.
#[derive(Clone, Debug, Subcommand)]
pub enum NotificationsCommand {
    /// List notifications: the service's list where it offers one, else those watched
    List(NotificationsListArgs),
    /// Show one notification; this does not mark it read
    Show(NotificationShowArgs),
    /// Mark notifications read
    Read(ReadArgs),
    /// Watching identifiers
    #[command(flatten)]
    Watching(WatchCommand),
}

/// `notifications list`
#[derive(Clone, Debug, Args)]
pub struct NotificationsListArgs {
    /// Only those not read yet
    #[arg(long)]
    pub unread: bool,
}

/// `notifications show`
#[derive(Clone, Debug, Args)]
pub struct NotificationShowArgs {
    /// Identifier of the notification
    pub id: NotificationId,
}

/// `notifications read`
#[derive(Clone, Debug, Args)]
pub struct ReadArgs {
    /// Identifiers of the notifications
    #[arg(required = true, value_name = "ID")]
    pub ids: Vec<NotificationId>,
}
