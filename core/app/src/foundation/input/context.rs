//! Screens and key contexts. The screen and its overlay decide which action a key has.

use strum::{IntoStaticStr, VariantArray};

use crate::foundation::input::commands::ActionId;

/// A screen. Its number is also its key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "screen-")]
pub enum Screen {
    /// The board of deals.
    #[default]
    Pipeline,
    /// One deal.
    Deal,
    /// The portfolio summary.
    Portfolio,
    /// The notifications.
    Notifications,
    /// The board of tasks.
    Tasks,
    /// Saved views of deals and of the server, and custom dashboards.
    Views,
    /// Any list and any route, as tables and trees.
    Explorer,
    /// Pending writes, rejected writes and requests.
    Activity,
    /// The flow of deals through the statuses.
    Flow,
    /// The agenda: dated entries by day.
    Agenda,
}

impl Screen {
    /// Every screen, in the order of the tabs.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the digit that is shown with its name and is its key.
    #[must_use]
    pub fn digit(self) -> u8 {
        self.number() % 10
    }

    /// Returns its number, from 1.
    pub fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the action that shows it.
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
            Self::Flow => ActionId::ScreenFlow,
            Self::Agenda => ActionId::ScreenAgenda,
        }
    }

    /// Returns the locale key of its name.
    pub fn label_key(self) -> &'static str {
        self.into()
    }

    /// Returns the locale key of its short name, for narrow terminals.
    pub fn short_key(self) -> &'static str {
        match self {
            Self::Portfolio => "screen-portfolio-short",
            Self::Notifications => "screen-notifications-short",
            Self::Explorer => "screen-explorer-short",
            Self::Activity => "screen-activity-short",
            _ => self.label_key(),
        }
    }

    /// Returns the context of its keys.
    pub fn context(self) -> Context {
        match self {
            Self::Pipeline => Context::Board,
            Self::Deal => Context::Deal,
            Self::Portfolio => Context::Portfolio,
            Self::Notifications => Context::Inbox,
            Self::Tasks => Context::Tasks,
            Self::Views => Context::ServerViews,
            Self::Explorer => Context::Explorer,
            Self::Activity => Context::Activity,
            Self::Flow => Context::Flow,
            Self::Agenda => Context::Agenda,
        }
    }
}

/// A part of the interface with its own key bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Any screen without an overlay.
    Screens,
    /// The board.
    Board,
    /// The table, the alternative to the board.
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
    ServerViews,
    /// The explorer.
    Explorer,
    /// The activity.
    Activity,
    /// The flow.
    Flow,
    /// The agenda.
    Agenda,
    /// The filter line, while the user types in it.
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
    /// A bulk change.
    Bulk,
    /// The ways to copy.
    CopyAs,
    /// One record, as a tree.
    Record,
    /// The snooze options of a notification.
    Snooze,
    /// The changes since the last visit.
    Since,
    /// A list of findings: failed checks, compared deals.
    Report,
    /// The users that can be acted for.
    Users,
    /// A confirmation before an action that cannot be undone.
    Question,
    /// The choice of the metric in the column headers.
    Metric,
    /// A sheet: frequency, description or pivot.
    Sheet,
}

impl Context {
    /// Returns whether it is a screen, where [`Context::Screens`] also applies.
    pub fn is_screen(self) -> bool {
        self == Self::Table || Screen::ALL.iter().any(|screen| screen.context() == self)
    }

    /// Returns the contexts of a place named in `config.toml`; `None` for an unknown name. The pipeline has two
    /// contexts, board and table.
    pub fn from_place(name: &str) -> Option<&'static [Self]> {
        let (_, contexts) = PLACES.iter().find(|(place, _)| *place == name)?;
        Some(contexts)
    }

    /// Returns the names of all places.
    pub fn place_names() -> impl Iterator<Item = &'static str> {
        PLACES.iter().map(|(name, _)| *name)
    }

    /// Returns whether plain characters are input text instead of key bindings.
    pub fn takes_text(self) -> bool {
        matches!(self, Self::Filter | Self::Palette | Self::Form)
    }
}

/// Places with separate key bindings, by their names in `config.toml`.
const PLACES: &[(&str, &[Context])] = &[
    ("pipeline", &[Context::Board, Context::Table]),
    ("board", &[Context::Board]),
    ("table", &[Context::Table]),
    ("deal", &[Context::Deal]),
    ("portfolio", &[Context::Portfolio]),
    ("notifications", &[Context::Inbox]),
    ("tasks", &[Context::Tasks]),
    ("views", &[Context::ServerViews]),
    ("explorer", &[Context::Explorer]),
    ("activity", &[Context::Activity]),
    ("flow", &[Context::Flow]),
    ("agenda", &[Context::Agenda]),
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
    ("report", &[Context::Report]),
    ("users", &[Context::Users]),
    ("question", &[Context::Question]),
    ("figure", &[Context::Metric]),
    ("sheet", &[Context::Sheet]),
];

/// A section of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "help-")]
pub enum Group {
    /// Navigation.
    Move,
    /// Selection and search.
    Find,
    /// Actions on a deal.
    Act,
    /// Notifications.
    Notifications,
    /// Tasks, views and the explorer.
    Lists,
    /// Pending writes.
    Writes,
    /// Actions that are available everywhere.
    Everywhere,
}

impl Group {
    /// Every section, in the order of the help.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the locale key of its title.
    pub fn label_key(self) -> &'static str {
        self.into()
    }
}
