//! What lies over a screen: help, palette, a list to choose from, a form. One layer at a time; Esc closes it.

use crate::app::foundation::cx::overlay_types::{Command, Entering, ExportWhat, Part};
use crate::app::foundation::cx::sheet::Sheet;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::{Context, Screen};
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::foundation::input::step::step;
use crate::contract::ids::{DealId, NotificationId};
use crate::discovery::Family;
use crate::engine::WriteId;

/// What lies over the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Layer {
    /// Nothing.
    #[default]
    None,
    /// The filter line is being typed in.
    Filter,
    /// The keys in force.
    Help {
        /// The first line shown.
        scroll: usize,
        /// What is looked for among keys and names; empty shows all.
        query: String,
        /// Whether it is being typed.
        typing: bool,
        /// The screen whose keys are shown.
        screen: Screen,
        /// What can't be done now on the screen that lies under it, and why.
        barred: Vec<(ActionId, Reason)>,
    },
    /// Find and run any action.
    Palette(Palette),
    /// A list to choose a status from.
    Menu(Menu),
    /// A form.
    Form(Form),
    /// A list to act on.
    Sheet(Sheet),
}

impl Layer {
    /// The context of its keys; `None` if the screen's own apply.
    pub fn context(&self) -> Option<Context> {
        match self {
            Self::None => None,
            Self::Filter | Self::Help { typing: true, .. } => Some(Context::Filter),
            Self::Help { .. } => Some(Context::Help),
            Self::Palette(_) => Some(Context::Palette),
            Self::Menu(_) => Some(Context::Menu),
            Self::Form(_) => Some(Context::Form),
            Self::Sheet(sheet) => Some(sheet.kind.context()),
        }
    }
}

/// The palette's state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Palette {
    /// What has been typed.
    pub query: String,
    /// What it found, best first within each group.
    pub items: Vec<PaletteItem>,
    /// Which item has the focus.
    pub selected: usize,
    /// The only group that is looked through, where the search was narrowed to one.
    pub only: Option<PaletteGroup>,
    /// How many things there are to be found in all.
    pub total: usize,
    /// Whether more deals answer than those among the items.
    pub more_deals: bool,
    /// Whether Enter was pressed on a name that nobody has: pressed once more, it is kept as it was typed.
    pub asked_again: bool,
}

impl Palette {
    /// Puts the focus on a line; what was asked of another line is asked no longer.
    pub(in crate::app) fn select(&mut self, line: usize) {
        self.asked_again &= line == self.selected;
        self.selected = line;
    }
}

/// A section of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteGroup {
    /// Actions.
    Actions,
    /// Deals.
    Deals,
    /// Saved views.
    Views,
    /// Screens and their parts.
    Screens,
}

/// One line of the palette.
#[derive(Clone, Debug, PartialEq)]
pub enum PaletteItem {
    /// An action, with the reason if it can't be run.
    Action(ActionId, Result<(), Reason>),
    /// A deal, by id, name (as received) and status code.
    Deal {
        /// Its id.
        id: DealId,
        /// Its name.
        name: String,
        /// Its status code.
        status: String,
    },
    /// A screen.
    Screen(Screen),
    /// A part of a screen.
    Part(&'static Part),
    /// A command with its argument, with the reason if it can't be run.
    Command(Command, Result<(), Reason>),
    /// A saved view, by name.
    View(String),
}

impl PaletteItem {
    /// Its section.
    pub fn group(&self) -> PaletteGroup {
        match self {
            Self::Action(..) | Self::Command(..) => PaletteGroup::Actions,
            Self::Deal { .. } => PaletteGroup::Deals,
            Self::View(_) => PaletteGroup::Views,
            Self::Screen(_) | Self::Part(_) => PaletteGroup::Screens,
        }
    }
}

/// A list of statuses to move a deal to.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// The deal to move; `None` stands for the selection, or for the task.
    pub deal: Option<DealId>,
    /// The task to move, if it is one.
    pub task: Option<String>,
    /// Its name.
    pub label: String,
    /// Its status when the menu was opened; empty for the selection.
    pub from: String,
    /// The status codes offered, in board order.
    pub statuses: Vec<String>,
    /// Which one has the focus; none until one is chosen, where those to be moved stand in several that
    /// are no stages of the course, or where what was typed finds none.
    pub selected: Option<usize>,
    /// What has been typed to find one.
    pub typed: String,
}

impl Menu {
    /// Steps along the statuses; where none has the focus yet, to the first of them, or upwards to the last.
    pub(in crate::app) fn step(&mut self, by: isize) {
        self.typed.clear();
        let len = self.statuses.len();
        self.selected = Some(match self.selected {
            Some(at) => step(at, by, len),
            None if by < 0 => len.saturating_sub(1),
            None => 0,
        });
    }
}

/// What a form is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    /// A new deal.
    NewDeal,
    /// What a status asks before deals enter it.
    Enter(Box<Entering>),
    /// The fields of a deal that the contract lets one write.
    EditDeal {
        /// Which deal.
        deal: DealId,
        /// The owner that the form showed when it was opened.
        shown: String,
    },
    /// The same fields of every selected deal.
    EditMany,
    /// The name under which to keep what is shown as a view.
    SaveView,
    /// Another name for this view.
    RenameView(String),
    /// The private note of a deal.
    Note(DealId),
    /// The private note of notifications.
    NotificationNote(Vec<NotificationId>),
    /// The statut of a task, and its name here.
    EditTask {
        /// Which task.
        id: String,
        /// The statut that the form showed when it was opened.
        shown: String,
    },
    /// Identifiers of a family to watch.
    WatchIds(Family),
    /// Another name for a view of the service.
    RenameServiceView(String),
    /// Filters, columns and sort of a view of the service.
    EditViewState(String),
    /// A route to read.
    AskRoute,
    /// The words that changes since the last visit must hold to be listed.
    FilterChanges,
    /// The identifier of a user to act for.
    ActFor,
    /// A file of what is shown.
    Export {
        /// What it holds.
        what: ExportWhat,
        /// The file that is there and may go, once that has been said.
        replace: Option<String>,
    },
}

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// What it is for.
    pub purpose: Purpose,
    /// The name of the deal it edits; empty for a new one.
    pub label: String,
    /// The refused write that it corrects, if it does.
    pub replaces: Option<WriteId>,
    /// Its fields.
    pub fields: Vec<FormField>,
    /// Which field has the focus.
    pub focus: usize,
    /// Which line of the list under that field was pointed at, if one was.
    pub pointed: Option<usize>,
    /// The key of what is wrong with it, if anything.
    pub error: Option<&'static str>,
}

/// What the field of a note is called.
pub(in crate::app) const NOTE: &str = "note";

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormField {
    /// The contract's name of the field.
    pub name: &'static str,
    /// Its value.
    pub value: FieldValue,
}

/// The value of a form's field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldValue {
    /// Free text, with what is offered to complete it.
    Text {
        /// What has been typed.
        text: String,
        /// Values met in the data, most frequent first.
        known: Vec<String>,
    },
    /// One of a list of codes; the empty code means "leave it out".
    Choice {
        /// The codes.
        options: Vec<String>,
        /// Which one is chosen.
        selected: usize,
    },
}

impl FormField {
    /// Whether it is a text of several lines where there is room for them: a note is, and nothing else is.
    pub fn takes_lines(&self) -> bool {
        self.name == NOTE
    }

    /// What the field holds now.
    pub fn text(&self) -> &str {
        match &self.value {
            FieldValue::Text { text, .. } => text,
            FieldValue::Choice { options, selected } => options.get(*selected).map_or("", String::as_str),
        }
    }
}

impl Form {
    /// Whether the field that has the focus takes several lines where there is room for them.
    pub fn takes_lines(&self) -> bool {
        self.fields.get(self.focus).is_some_and(FormField::takes_lines)
    }

    /// The field called `name`, as typed.
    pub fn value(&self, name: &str) -> &str {
        self.fields
            .iter()
            .find(|field| field.name == name)
            .map_or("", FormField::text)
    }
}
