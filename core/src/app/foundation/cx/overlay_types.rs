//! What an overlay is about: an export, a move that asks, a part of a screen, a command.

use crate::app::foundation::cx::theme_choice::ThemeChoice;
use crate::app::foundation::dataset::column::Column;
use crate::app::foundation::input::context::Screen;
use crate::contract::ids::DealId;
use crate::contract::operation::OperationId;
use crate::discovery::Family;
use crate::theme::Accent;
use serde::{Deserialize, Serialize};

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportWhat {
    /// The deals shown, in the order and with the columns shown.
    Deals,
    /// The deals selected, also those that the filter hides, with the columns shown.
    Selected,
    /// The portfolio: totals, breakdowns, trends.
    Portfolio,
    /// The changes since the last visit that the filter of their list leaves.
    Changes,
    /// What became of the latest writes made here: who asked for what, what was before and after.
    Writes,
    /// The latest requests, for support: neither headers nor bodies.
    Requests,
    /// The notifications selected, or those shown, with what is noted about them here.
    Notifications,
    /// The tasks.
    Tasks,
    /// The rows that the filter of the explorer leaves, with every field that was sent.
    Records,
}

/// How the file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportForm {
    /// CSV as the command line writes it.
    Csv,
    /// CSV as a spreadsheet of the language in force reads it, with a byte order mark.
    Spreadsheet,
    /// A workbook.
    Xlsx,
    /// JSON.
    Json,
    /// The charts as a picture.
    Png,
    /// One page to hand out.
    Pdf,
}

/// A move that waits for what its status asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Entering {
    /// What moves.
    pub moves: Moves,
    /// What is asked, field by field of the form.
    pub asks: Vec<Ask>,
}

/// What one field of the form asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    /// A field that is to be filled in.
    Field(String),
    /// Why deals enter this status.
    Reason {
        /// The status.
        status: String,
        /// Whether the move waits for it.
        required: bool,
    },
}

/// What moves once the form is filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum Moves {
    /// One deal.
    One {
        /// Which.
        deal: DealId,
        /// Where it stood when it was asked for.
        from: String,
        /// Where to.
        status: String,
        /// To whom, where a lane is what it is let go in.
        owner: Option<String>,
    },
    /// The deals of the change that is planned.
    Planned(Entrants),
}

/// A part of a screen.
#[derive(Debug, PartialEq, Eq)]
pub struct Part {
    /// The key of its name in the locales; other words for it stand there as its `also`.
    pub label_key: &'static str,
    pub(in crate::app) to: To,
}

/// A command that is understood.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Move to a status, by its code.
    Move(String),
    /// Move the focused task to a statut.
    MoveTask(String),
    /// Give to an owner.
    Owner(String),
    /// Open a saved view, by its name.
    View(String),
    /// Sort the table.
    Sort(Column),
    /// Say who the person is, as an owner of deals.
    Me(String),
    /// Choose the looks.
    Theme(ThemeChoice),
    /// Choose the colour of what acts, in the window.
    Accent(Accent),
    /// Make lanes of the board out of something, or take them away.
    Lanes(Lanes),
    /// Write the terminal in ASCII, or no longer.
    Ascii(bool),
    /// Listen to the pointer in the terminal, or no longer.
    Mouse(bool),
}

/// The deals of a planned change, as the form tells them: counted once, when it is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entrants {
    /// How many move to which status, in the order of the plan.
    pub to: Vec<(String, usize)>,
    /// The names of the first of them, as received.
    pub first: Vec<String>,
}

/// What the lanes of the board are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lanes {
    /// There are none: one column per status and no more.
    #[default]
    None,
    /// One lane per owner.
    Owner,
    /// One lane per asset class.
    Class,
}

#[derive(Debug, PartialEq, Eq)]
pub(in crate::app) enum To {
    /// A pane, by its number.
    Pane(Screen, usize),
    /// A tab of the notifications.
    Tab(InboxTab),
    /// A list of the explorer.
    List(Family),
    /// A route of the explorer that has no parameters.
    Route(OperationId),
    /// Any route, which is asked for.
    AnyRoute,
}

/// A tab of the inbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InboxTab {
    /// Not read yet, or held unread here, and awake.
    #[default]
    Unread,
    /// Read.
    Read,
    /// Asleep until a moment.
    Snoozed,
    /// Starred here.
    Starred,
    /// Every one.
    All,
}
