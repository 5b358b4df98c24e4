//! Overlays above a screen: help, palette, menu, form, picker. At most one is open; Esc closes it.

use crate::contract::ids::{DealId, NotificationId};
use crate::foundation::cx::overlay_types::{
    ExportContent, ExportFormat, PaletteCommand, ScreenPart, StatusEntry,
};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::foundation::input::step::step;
use crate::import::table::ImportTable;
use crate::model::local_deals::NoteKey;
use crate::model::pending_write::WriteId;
use crate::model::resources::resource_kind::ResourceKind;
use crate::vocabulary::setting::SettingValue;
use std::sync::Arc;

/// The overlay above the screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Overlay {
    /// No overlay.
    #[default]
    None,
    /// The filter line, while the user types in it.
    Filter,
    /// The key bindings in force.
    Help {
        /// First visible line.
        scroll: usize,
        /// Search text for keys and names; empty shows all.
        query: String,
        /// True while the user types the search text.
        typing: bool,
        /// Screen whose keys are shown.
        screen: Screen,
        /// Actions of the underlying screen that are unavailable now, with the reason.
        disabled: Vec<(ActionId, DisabledReason)>,
    },
    /// The palette, which finds and runs any action.
    Palette(PaletteState),
    /// A list of statuses to choose from.
    Menu(Menu),
    /// A form.
    Form(Form),
    /// A picker.
    Picker(Picker),
}

impl Overlay {
    /// Returns the context of its keys; `None` if the keys of the screen apply.
    pub fn context(&self) -> Option<Context> {
        match self {
            Self::None => None,
            Self::Filter | Self::Help { typing: true, .. } => Some(Context::Filter),
            Self::Help { .. } => Some(Context::Help),
            Self::Palette(_) => Some(Context::Palette),
            Self::Menu(_) => Some(Context::Menu),
            Self::Form(_) => Some(Context::Form),
            Self::Picker(picker) => Some(picker.kind.context()),
        }
    }
}

/// State of the palette.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PaletteState {
    /// Text typed so far.
    pub query: String,
    /// Results, best first within each group.
    pub items: Vec<PaletteItem>,
    /// Index of the focused item.
    pub selected: usize,
    /// The only group that is searched, if the search is limited to one.
    pub scope: Option<PaletteGroup>,
    /// Number of items that can be found in total.
    pub total: usize,
    /// True if more deals match than are listed.
    pub more_deals: bool,
    /// True if Enter was pressed on an owner name that no deal has. A second Enter accepts the name as typed.
    pub confirming_owner: bool,
}

impl PaletteState {
    /// Moves the focus to a line. A confirmation pending on another line is dropped.
    pub(crate) fn select(&mut self, line: usize) {
        self.confirming_owner &= line == self.selected;
        self.selected = line;
    }
}

/// A group of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaletteGroup {
    /// Actions.
    Actions,
    /// Deals.
    Deals,
    /// Notifications, and records of loaded lists.
    Records,
    /// Saved views.
    Views,
    /// Screens and their parts.
    Screens,
}

/// One line of the palette.
#[derive(Clone, Debug, PartialEq)]
pub enum PaletteItem {
    /// An action, with the reason if it is unavailable.
    Action(ActionId, Result<(), DisabledReason>),
    /// A deal, by id, name (as received) and status code.
    Deal {
        /// Id of the deal.
        id: DealId,
        /// Name of the deal.
        name: String,
        /// Status code of the deal.
        status: String,
    },
    /// A notification, or a record of a loaded list, by kind, id and name.
    Record(ResourceKind, String, String),
    /// A screen.
    Screen(Screen),
    /// A part of a screen.
    Part(&'static ScreenPart),
    /// A command with its argument, with the reason if it is unavailable.
    Command(PaletteCommand, Result<(), DisabledReason>),
    /// A saved view, by name.
    View(String),
}

impl PaletteItem {
    /// Returns its group.
    pub fn group(&self) -> PaletteGroup {
        match self {
            Self::Action(..) | Self::Command(..) => PaletteGroup::Actions,
            Self::Deal { .. } => PaletteGroup::Deals,
            Self::Record(..) => PaletteGroup::Records,
            Self::View(_) => PaletteGroup::Views,
            Self::Screen(_) | Self::Part(_) => PaletteGroup::Screens,
        }
    }
}

/// A list of statuses for moving deals or a task.
#[derive(Clone, Debug, PartialEq)]
pub struct Menu {
    /// The deal to move; `None` for the selection or a task.
    pub deal: Option<DealId>,
    /// The task to move, if it is a task.
    pub task: Option<String>,
    /// Name of what is moved.
    pub label: String,
    /// Status when the menu was opened; empty for the selection.
    pub from: String,
    /// The status codes offered, in board order.
    pub statuses: Vec<String>,
    /// Index of the focused status. `None` until the user chooses one, if the deals have several statuses outside the
    /// pipeline stages, or if the typed text matches none.
    pub selected: Option<usize>,
    /// Search text typed so far.
    pub typed: String,
}

impl Menu {
    /// Moves the focus by `delta` lines. Without a focus, it starts at the first status, or upwards at the last.
    pub(crate) fn step(&mut self, delta: isize) {
        self.typed.clear();
        let len = self.statuses.len();
        self.selected = Some(match self.selected {
            Some(at) => step(at, delta, len),
            None if delta < 0 => len.saturating_sub(1),
            None => 0,
        });
    }
}

/// Purpose of a form.
#[derive(Clone, Debug, PartialEq)]
pub enum FormPurpose {
    /// A new deal.
    NewDeal,
    /// The values that a status requires before deals enter it.
    EnterStatus(Box<StatusEntry>),
    /// The writable fields of a deal.
    EditDeal {
        /// Deal id.
        deal: DealId,
        /// Owner shown when the form was opened.
        shown_owner: String,
    },
    /// The same fields for every selected deal.
    EditMany,
    /// The name for saving the current view.
    SaveView,
    /// A new name for this local view.
    RenameView(String),
    /// A private note of a deal.
    Note(NoteKey),
    /// The follow-up of these deals.
    Followup(Vec<DealId>),
    /// The labels of deals.
    Labels {
        /// The deals.
        deals: Vec<DealId>,
        /// Labels that all of them had when the form was opened.
        before: Vec<String>,
    },
    /// The private note of notifications.
    NotificationNote(Vec<NotificationId>),
    /// The status of a task, and its local name.
    EditTask {
        /// Task id.
        id: String,
        /// Status shown when the form was opened.
        shown_status: String,
    },
    /// Filter and order of the tasks.
    FilterTasks,
    /// Identifiers of a resource kind to watch.
    WatchIds(ResourceKind),
    /// A new name for a saved view of the server.
    RenameServiceView(String),
    /// Filters, columns and sort order of a saved view of the server.
    EditViewState(String),
    /// An API route to fetch.
    AskRoute,
    /// The text that filters the changes since the last visit.
    FilterChanges,
    /// A past date to show, and the end of the changes since then.
    AsOf,
    /// The ID of the delegated user to switch to.
    SwitchUser,
    /// A setting of `config.toml`.
    Setting {
        /// The setting, as read last.
        setting: Box<SettingValue>,
        /// Reason why the last input was rejected; empty if it was not.
        rejected: String,
    },
    /// The file to import deals from.
    ImportFile,
    /// The column of each field of the deals to import.
    MapColumns(Arc<ImportTable>),
    /// A file export of the current screen.
    Export {
        /// Content of the export.
        content: ExportContent,
        /// Existing file that may be overwritten, once the user has been warned.
        overwrite: Option<String>,
    },
}

/// A form.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Purpose of the form.
    pub purpose: FormPurpose,
    /// Name of the edited deal; empty for a new one.
    pub label: String,
    /// The rejected write that it corrects, if any.
    pub replaces: Option<WriteId>,
    /// Fields of the form.
    pub fields: Vec<FormField>,
    /// Index of the focused field.
    pub focus: usize,
    /// Index of the suggestion chosen in the list under that field, if any.
    pub suggestion: Option<usize>,
    /// Locale key of the validation error, if any.
    pub error: Option<&'static str>,
}

impl Form {
    /// Creates a form whose first field is focused.
    pub(crate) fn new(purpose: FormPurpose, label: String, fields: Vec<FormField>) -> Self {
        Self { purpose, label, replaces: None, fields, focus: 0, suggestion: None, error: None }
    }
}

/// Field name of a note.
pub(crate) const NOTE_FIELD: &str = "note";

/// Field name of the file to import.
pub const IMPORT_PATH: &str = "import-path";

/// Field name of a follow-up.
pub(crate) const FOLLOWUP_FIELD: &str = "followup";

/// Field name of labels, separated by commas.
pub(crate) const LABELS_FIELD: &str = "labels";

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct FormField {
    /// Field name in the contract.
    pub name: &'static str,
    /// Value of the field.
    pub value: FormValue,
}

/// The value of a form field.
#[derive(Clone, Debug, PartialEq)]
pub enum FormValue {
    /// Free text, with completion candidates.
    Text {
        /// Text typed so far.
        text: String,
        /// Values found in the data, most frequent first.
        known: Vec<String>,
    },
    /// One of a list of codes. The empty code means "leave it out".
    Choice {
        /// The codes.
        options: Vec<String>,
        /// Index of the chosen code.
        selected: usize,
    },
}

impl FormField {
    /// Creates a field for a text, without known values.
    pub(crate) fn text_field(name: &'static str, text: impl Into<String>) -> Self {
        Self { name, value: FormValue::Text { text: text.into(), known: Vec::new() } }
    }

    /// Returns whether the field accepts several lines if there is enough space. Only a note does.
    pub fn is_multiline(&self) -> bool {
        self.name == NOTE_FIELD
    }

    /// Returns the start of the part that a suggestion replaces: the last of several labels, or the whole text.
    pub(crate) fn suggestion_start(&self) -> usize {
        let comma = self.text().rfind(',').filter(|_| self.name == LABELS_FIELD);
        comma.map_or(0, |at| at + 1)
    }

    /// Returns whether the field is the path of a file.
    pub fn is_path(&self) -> bool {
        matches!(self.name, "export-path" | IMPORT_PATH)
    }

    /// Returns the current text of the field.
    pub fn text(&self) -> &str {
        match &self.value {
            FormValue::Text { text, .. } => text,
            FormValue::Choice { options, selected } => options.get(*selected).map_or("", String::as_str),
        }
    }
}

impl Form {
    /// Returns whether the focused field accepts several lines if there is enough space.
    pub fn is_multiline(&self) -> bool {
        self.fields.get(self.focus).is_some_and(FormField::is_multiline)
    }

    /// Returns the field called `name`, as typed.
    pub fn value(&self, name: &str) -> &str {
        self.fields.iter().find(|field| field.name == name).map_or("", FormField::text)
    }

    /// Returns the distinct extensions that this export form can write.
    pub(crate) fn export_extensions(&self) -> Vec<&'static str> {
        let mut endings = Vec::new();
        for field in &self.fields {
            if let FormValue::Choice { options, .. } = &field.value {
                let formats = options.iter().filter_map(|code| ExportFormat::from_code(code));
                for ending in formats.map(ExportFormat::extension) {
                    if !endings.contains(&ending) {
                        endings.push(ending);
                    }
                }
            }
        }
        endings
    }
}

/// An open picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Picker {
    /// Content of the picker.
    pub kind: PickerKind,
    /// Index of the focused line.
    pub selected: usize,
}

/// Content of a picker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PickerKind {
    /// The saved views.
    Views,
    /// The columns of the table, visible ones first.
    Columns,
    /// A bulk change: its plan, progress and result.
    Bulk,
    /// The ways to copy the focused item.
    Copy,
    /// One record, as a tree.
    Record,
    /// The snooze durations of a notification.
    Snooze,
    /// The changes since the last visit.
    Since,
    /// The private notes of a deal, after a line for a new one.
    Notes,
    /// The users that can be acted for.
    Users,
    /// Confirmation of switching the user while writes are pending.
    ConfirmSwitch,
    /// Details of one request.
    Request,
    /// Confirmation of deleting a deal.
    ConfirmDelete,
    /// Confirmation of quitting while writes are scheduled.
    ConfirmQuit,
    /// Confirmation of deletions that an earlier session had scheduled.
    ConfirmDeletions,
    /// The metric shown in the column headers.
    HeaderMetric,
    /// Rules and subscriptions.
    Rules,
    /// The settings of `config.toml`.
    Settings,
    /// A sheet of the deals.
    Sheet,
    /// The deals that break a check or a threshold.
    Checks,
    /// The selected deals side by side.
    Compare,
}
