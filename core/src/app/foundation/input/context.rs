//! Where a person is: the screen, and what lies over it. It decides which keys mean what.

use crate::app::foundation::input::commands::ActionId;

/// A screen. Its number is its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Screen {
    /// The board of deals.
    Pipeline,
    /// One deal.
    Deal,
    /// The portfolio summary.
    Portfolio,
    /// The notifications.
    Notifications,
    /// The board of tasks.
    Tasks,
    /// Saved views of deals and of the service, custom dashboards.
    Views,
    /// Any list and any route, as tables and trees.
    Explorer,
    /// What waits, what was refused, what was asked.
    Activity,
}

impl Screen {
    /// Every screen, in the order of the tabs.
    pub const ALL: [Self; 8] = [
        Self::Pipeline,
        Self::Deal,
        Self::Portfolio,
        Self::Notifications,
        Self::Tasks,
        Self::Views,
        Self::Explorer,
        Self::Activity,
    ];

    /// Its number, which is also its key.
    pub fn number(self) -> u8 {
        match self {
            Self::Pipeline => 1,
            Self::Deal => 2,
            Self::Portfolio => 3,
            Self::Notifications => 4,
            Self::Tasks => 5,
            Self::Views => 6,
            Self::Explorer => 7,
            Self::Activity => 8,
        }
    }

    /// The action that shows it.
    pub fn action(self) -> ActionId {
        match self {
            Self::Pipeline => ActionId::ScreenPipeline,
            Self::Deal => ActionId::ScreenDeal,
            Self::Portfolio => ActionId::ScreenPortfolio,
            Self::Notifications => ActionId::ScreenNotifications,
            Self::Tasks => ActionId::ScreenTasks,
            Self::Views => ActionId::ScreenViews,
            Self::Explorer => ActionId::ScreenExplorer,
            Self::Activity => ActionId::ScreenActivity,
        }
    }

    /// The key of its name in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Pipeline => "screen-pipeline",
            Self::Deal => "screen-deal",
            Self::Portfolio => "screen-portfolio",
            Self::Notifications => "screen-notifications",
            Self::Tasks => "screen-tasks",
            Self::Views => "screen-views",
            Self::Explorer => "screen-explorer",
            Self::Activity => "screen-activity",
        }
    }

    /// The key of its short name in the locales, for narrow terminals.
    pub fn short_key(self) -> &'static str {
        match self {
            Self::Pipeline => "screen-pipeline",
            Self::Deal => "screen-deal",
            Self::Portfolio => "screen-portfolio-short",
            Self::Notifications => "screen-notifications-short",
            Self::Tasks => "screen-tasks",
            Self::Views => "screen-views",
            Self::Explorer => "screen-explorer-short",
            Self::Activity => "screen-activity-short",
        }
    }

    /// The context of its keys.
    pub fn context(self) -> Context {
        match self {
            Self::Pipeline => Context::Board,
            Self::Deal => Context::Deal,
            Self::Portfolio => Context::Portfolio,
            Self::Notifications => Context::Inbox,
            Self::Tasks => Context::Tasks,
            Self::Views => Context::Library,
            Self::Explorer => Context::Explorer,
            Self::Activity => Context::Activity,
        }
    }
}

/// A place with its own keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Any screen with nothing over it.
    Screens,
    /// The board.
    Board,
    /// The table, its twin.
    Table,
    /// One deal.
    Deal,
    /// The portfolio.
    Portfolio,
    /// The notifications.
    Inbox,
    /// The board of tasks.
    Tasks,
    /// The views and dashboards.
    Library,
    /// The explorer.
    Explorer,
    /// The activity.
    Activity,
    /// The filter line, while it is typed in.
    Filter,
    /// A list to choose from.
    Menu,
    /// A form.
    Form,
    /// The palette.
    Palette,
    /// The help.
    Help,
    /// The saved views.
    Views,
    /// The columns of the table.
    Columns,
    /// A change of many deals.
    Bulk,
    /// The ways to copy.
    CopyAs,
    /// One record, as a tree.
    Record,
    /// Until when a notification sleeps.
    Snooze,
    /// What changed since the last visit.
    Since,
    /// The users one can act for.
    Users,
    /// A question before something that cannot be taken back.
    Question,
    /// What the heads of the columns show.
    Figure,
}

impl Context {
    /// Whether it is one of the screens, where [`Context::Screens`] applies too.
    pub fn is_screen(self) -> bool {
        matches!(
            self,
            Self::Board
                | Self::Table
                | Self::Deal
                | Self::Portfolio
                | Self::Inbox
                | Self::Tasks
                | Self::Library
                | Self::Explorer
                | Self::Activity
        )
    }

    /// The contexts that a place of `config.toml` names; the pipeline is two, board and table. `None` for no place.
    pub fn of_place(name: &str) -> Option<&'static [Self]> {
        let (_, contexts) = PLACES.iter().find(|(place, _)| *place == name)?;
        Some(contexts)
    }

    /// The names of all places.
    pub fn places() -> impl Iterator<Item = &'static str> {
        PLACES.iter().map(|(name, _)| *name)
    }

    /// Whether plain characters are typed there and not looked up.
    pub fn takes_text(self) -> bool {
        matches!(self, Self::Filter | Self::Palette | Self::Form)
    }
}

/// The places where keys can be bound apart, under the names of `config.toml`.
const PLACES: &[(&str, &[Context])] = &[
    ("pipeline", &[Context::Board, Context::Table]),
    ("board", &[Context::Board]),
    ("table", &[Context::Table]),
    ("deal", &[Context::Deal]),
    ("portfolio", &[Context::Portfolio]),
    ("notifications", &[Context::Inbox]),
    ("tasks", &[Context::Tasks]),
    ("views", &[Context::Library]),
    ("explorer", &[Context::Explorer]),
    ("activity", &[Context::Activity]),
    ("filter", &[Context::Filter]),
    ("menu", &[Context::Menu]),
    ("form", &[Context::Form]),
    ("palette", &[Context::Palette]),
    ("help", &[Context::Help]),
    ("saved-views", &[Context::Views]),
    ("columns", &[Context::Columns]),
    ("bulk", &[Context::Bulk]),
    ("copy-as", &[Context::CopyAs]),
    ("record", &[Context::Record]),
    ("snooze", &[Context::Snooze]),
    ("since", &[Context::Since]),
    ("users", &[Context::Users]),
    ("question", &[Context::Question]),
    ("figure", &[Context::Figure]),
];

/// The sections of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Moving about.
    Move,
    /// Choosing and finding.
    Find,
    /// Acting on a deal.
    Act,
    /// Notifications.
    Notifications,
    /// Tasks, views and the explorer.
    Lists,
    /// Writes that wait.
    Writes,
    /// What works everywhere.
    Everywhere,
}

impl Group {
    /// Every group, in the order of the help.
    pub const ALL: [Self; 7] = [
        Self::Move,
        Self::Find,
        Self::Act,
        Self::Notifications,
        Self::Lists,
        Self::Writes,
        Self::Everywhere,
    ];

    /// The key of its title in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Move => "help-move",
            Self::Find => "help-find",
            Self::Act => "help-act",
            Self::Notifications => "help-notifications",
            Self::Lists => "help-lists",
            Self::Writes => "help-writes",
            Self::Everywhere => "help-everywhere",
        }
    }
}
