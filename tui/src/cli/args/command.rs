//! The commands.

use clap::{Parser, Subcommand};

use super::{
    AlertsCommand, ApiArgs, CompletionsArgs, DashboardsCommand, DealsCommand, DoctorArgs, ExportArgs,
    FieldsCommand, HistoryArgs, LoginArgs, LogoutArgs, NotificationsCommand, OutboxCommand, RoutesArgs,
    SandboxArgs, SettingsCommand, TasksCommand, TokenArgs, ViewsCommand,
};

/// Deals, portfolio and notifications of the partner API
///
/// Without a command, the full-screen interface opens. With one, encours is a client for scripts: results on
/// standard output, everything else on standard error, and an exit status that says what happened. What is held when
/// the full screen ends stays in the outbox, and is held again at the next start.
#[derive(Debug, Parser)]
#[command(name = "encours", version, disable_help_subcommand = true, after_long_help = AFTER)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
}

const AFTER: &str = "\
Exit status:
  0  done                     6  conflict (409)
  1  unexpected, declined     7  invalid (400, 422, 428)
  2  usage, configuration     8  queued: the write is kept in the outbox
  3  auth                     9  rate limited beyond --timeout: not kept
  4  forbidden (403)         10  unreachable, on a read
  5  not found (404)         11  protocol: not what the contract allows
                             12  storage: a file kept here is damaged or unreadable
                            130  interrupted

The full screen heeds [settings] of config.toml, and once a variable:
  ENCOURS_ASCII=1           borders and signs in ASCII
  ENCOURS_LINEAR=1          lines for a screen reader
  ENCOURS_REDUCED_MOTION=1  nothing moves by itself
All settings and keys: encours man

Try it without an account:
  encours --demo deals list --status ic";

/// One command of the line.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// Save a key: proves it once, then puts the secret into the system keyring
    Login(LoginArgs),
    /// Forget the profile's secret
    Logout(LogoutArgs),
    /// List the configured profiles
    Profiles,
    /// Show the token response, without the token itself
    Token(TokenArgs),
    /// Show the entity the key belongs to
    Entity,
    /// Show the portfolio's totals
    Portfolio,
    /// Work with the deals of the pipeline
    #[command(subcommand)]
    Deals(DealsCommand),
    /// Work with the tasks of the board
    #[command(subcommand)]
    Tasks(TasksCommand),
    /// Work with the saved views of the delegated user
    #[command(subcommand)]
    Views(ViewsCommand),
    /// Work with the custom dashboards of the delegated user
    #[command(subcommand)]
    Dashboards(DashboardsCommand),
    /// Show what the delegated user wants to be alerted of
    AlertPreferences,
    /// Work with the definitions of business fields
    #[command(subcommand)]
    Fields(FieldsCommand),
    /// Work with alerts
    #[command(subcommand)]
    Alerts(AlertsCommand),
    /// Work with notifications
    #[command(subcommand)]
    Notifications(NotificationsCommand),
    /// Call any route, signed in
    Api(ApiArgs),
    /// Show which lists the service offers and how that is known
    Routes(RoutesArgs),
    /// Bring the local store up to date, and print what changed
    Sync,
    /// Show the status changes that this client has observed
    History(HistoryArgs),
    /// Write the deals or the portfolio into a file: CSV, JSON or a workbook
    Export(ExportArgs),
    /// See and decide about writes that wait or were refused
    #[command(subcommand)]
    Outbox(OutboxCommand),
    /// Take what is kept for you on this device elsewhere, or bring it back from a copy
    #[command(subcommand)]
    Settings(SettingsCommand),
    /// Check configuration, secret, store, clock, service and rights, and say what to do
    Doctor(DoctorArgs),
    /// Run the local service on loopback until interrupted
    Sandbox(SandboxArgs),
    /// Print a completion script
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}
