//! The commands.

use clap::{Parser, Subcommand};
use encours_core::link::Link;

use super::{
    AlertsCommand, ApiArgs, CheckArgs, ConfigCommand, DashboardsCommand, DealsCommand, DoctorArgs,
    ExportArgs, FieldsCommand, FindArgs, FlowArgs, FollowupsCommand, HistoryArgs, LabelsCommand,
    LocalNotesCommand, LoginArgs, NotificationsCommand, OutboxCommand, PackArgs, RoutesArgs, RulesCommand,
    SandboxArgs, SettingsCommand, Since, StarsCommand, TasksCommand, ViewsCommand, WatchRulesArgs,
};

/// Deals, portfolio and notifications of the partner API
///
/// Without a command, encours opens the full-screen interface. With a command, it is a client for scripts: results on
/// standard output, everything else on standard error, and an exit status that tells what happened. Changes still in
/// their undo window when the interface closes stay in the outbox. The window restarts at the next launch.
#[derive(Debug, Parser)]
#[command(name = "encours", version, disable_help_subcommand = true, after_long_help = AFTER)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<CliCommand>,
}

const AFTER: &str = "\
Exit status:
  0  done                     6  conflict (409)
  1  unexpected, declined     7  invalid (400, 422, 428)
  2  usage, configuration     8  queued: the change is saved in the outbox
  3  auth                     9  rate limited beyond --timeout: not saved
  4  forbidden (403)         10  server unreachable, when reading
  5  not found (404)         11  protocol: response not allowed by the contract
                             12  storage: a local file is damaged or unreadable
                            130  interrupted

The interface uses [settings] of config.toml. Variables for a single run:
  ENCOURS_ASCII=1           ASCII borders and symbols
  ENCOURS_LINEAR=1          plain lines for screen readers
  ENCOURS_REDUCED_MOTION=1  no animation
All settings and keys: encours man

Try it without an account:
  encours --demo deals list --status ic";

/// One command of the line.
#[derive(Clone, Debug, Subcommand)]
pub enum CliCommand {
    /// Check a key with the server, then save its secret in the system keyring
    Login(LoginArgs),
    /// Remove the profile's saved secret
    Logout {
        /// Also remove the profile and all its local data
        #[arg(long)]
        purge: bool,
    },
    /// Delete the profile's local data, and stay signed in
    ///
    /// Pending changes, notes and history are lost, and nothing on this device can be read any more.
    Purge {
        /// Delete only what is no longer used: files moved aside, copies, freed parts of the databases
        #[arg(long)]
        leftovers: bool,
    },
    /// List the configured profiles
    Profiles,
    /// Show the token response, without the token itself
    Token {
        /// Print the full response, including the token
        #[arg(long)]
        reveal: bool,
    },
    /// Show the entity the key belongs to
    Entity,
    /// Show portfolio totals
    Portfolio {
        /// The totals that this device had recorded at the end of this day, or at this time. Sends no request
        #[arg(long, value_name = "DATE")]
        as_of: Option<Since>,
    },
    /// Work with pipeline deals
    #[command(subcommand)]
    Deals(DealsCommand),
    /// Find deals whose metrics contradict each other, are out of range or beyond your thresholds
    Check(CheckArgs),
    /// Find deals, notifications, tasks, operations, operators, fields and others by name
    Find(FindArgs),
    /// Work with board tasks
    #[command(subcommand)]
    Tasks(TasksCommand),
    /// Work with the delegated user's saved views
    #[command(subcommand)]
    Views(ViewsCommand),
    /// Work with the delegated user's custom dashboards
    #[command(subcommand)]
    Dashboards(DashboardsCommand),
    /// Show the delegated user's alert preferences
    AlertPreferences,
    /// Work with business field definitions
    #[command(subcommand)]
    Fields(FieldsCommand),
    /// Work with alerts
    #[command(subcommand)]
    Alerts(AlertsCommand),
    /// Work with notifications
    #[command(subcommand)]
    Notifications(NotificationsCommand),
    /// Call any API route, authenticated
    Api(ApiArgs),
    /// Show which lists the server offers, and how this was found out
    Routes(RoutesArgs),
    /// Update local data and print what changed
    Sync,
    /// Show status changes recorded on this device
    History(HistoryArgs),
    /// Show how deals flow through the statuses, from the moves recorded on this device
    Flow(FlowArgs),
    /// Work with follow-ups of deals: a date and a line of text, saved on this device
    #[command(subcommand)]
    Followups(FollowupsCommand),
    /// Work with private notes on deals, saved on this device
    #[command(subcommand)]
    Notes(LocalNotesCommand),
    /// Work with starred deals, saved on this device
    #[command(subcommand)]
    Stars(StarsCommand),
    /// Work with labels of deals, saved on this device
    #[command(subcommand)]
    Labels(LabelsCommand),
    /// Work with the rules of config.toml and your subscriptions
    #[command(subcommand)]
    Rules(RulesCommand),
    /// Print what rules and subscriptions raise, one JSON object a line, until interrupted
    ///
    /// It syncs like the interface, and sends pending changes.
    Watch(WatchRulesArgs),
    /// Open the full-screen interface at a deal or saved view
    Open {
        /// Such as encours://deal/ID or encours://view/NAME; `Y` offers it in the interface and the window
        link: Link,
    },
    /// Write a committee pack: a page for each deal, from the local data
    Pack(PackArgs),
    /// Export deals or the portfolio to a file: CSV, JSON or Excel workbook
    Export(ExportArgs),
    /// Review pending and rejected changes, resend or discard them
    #[command(subcommand)]
    Outbox(OutboxCommand),
    /// Show and change the settings of config.toml
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Export, import or restore your notes, views and other settings saved on this device
    #[command(subcommand)]
    Settings(SettingsCommand),
    /// Check configuration, secret, local data, clock, server and permissions, and suggest fixes
    Doctor(DoctorArgs),
    /// Run a local test server on loopback until interrupted
    Sandbox(SandboxArgs),
    /// Print a shell completion script
    Completions {
        /// Shell to complete for
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
    /// Print the JSON Schema of an output, or the names of all schemas
    Schema {
        /// Name, such as outbox; the schema is that of one line of NDJSON or one element of a JSON list
        name: Option<String>,
    },
}

impl CliCommand {
    /// Returns whether the command prints lines of JSON until it is interrupted.
    #[must_use]
    pub fn follows(&self) -> bool {
        match self {
            Self::Outbox(OutboxCommand::List { follow })
            | Self::Notifications(NotificationsCommand::List { follow, .. })
            | Self::History(HistoryArgs { follow, .. }) => *follow,
            _ => false,
        }
    }
}
