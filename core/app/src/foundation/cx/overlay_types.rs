//! Types that overlays use: exports, status entry, parts of screens, commands.

use crate::contract::ids::DealId;
use crate::contract::operation::OperationId;
use crate::dataset::column::DealColumn;
use crate::dataset::sheets::Sheet;
use crate::foundation::input::context::Screen;
use crate::model::as_of::AsOf;
use crate::model::resources::resource_kind::ResourceKind;
use crate::theme::Accent;
use crate::vocabulary::setting::SettingDoc;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// Content of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportContent {
    /// The deals shown, in the order and with the columns shown.
    Deals,
    /// The selected deals, including those that the filter hides, with the columns shown.
    Selected,
    /// The portfolio: totals, breakdowns, trends.
    Portfolio,
    /// The flow: all sections, as shown.
    Flow,
    /// The sheet opened last.
    Sheet,
    /// The changes since the last visit that match the list's filter.
    Changes,
    /// The outcomes of the latest writes made here: who requested which change, with the values before and after.
    Writes,
    /// The latest requests, for support, without headers and bodies.
    Requests,
    /// The selected notifications, or those shown, with their local flags and notes.
    Notifications,
    /// The tasks.
    Tasks,
    /// The records that match the explorer's filter, with every field received.
    Records,
    /// The deals that break a check or a threshold.
    Checks,
    /// The compared deals, one row a field.
    Compare,
    /// A committee pack of the selected deals, or of those shown.
    Pack,
}

/// Message keys of the content of an export.
pub(crate) struct ExportKeys {
    /// Title of the form.
    pub(crate) title: &'static str,
    /// Note of the form.
    pub(crate) note: &'static str,
    /// Name of the file.
    pub(crate) file: &'static str,
}

impl ExportContent {
    /// Returns the message keys.
    pub(crate) fn keys(self) -> ExportKeys {
        let whole = "form-export-whole-note";
        let (title, note, file) = match self {
            Self::Deals => ("form-export-deals-title", "form-export-deals-note", "export-file-deals"),
            Self::Selected => {
                ("form-export-selected-title", "form-export-selected-note", "export-file-selected")
            }
            Self::Portfolio => ("form-export-portfolio-title", whole, "screen-portfolio"),
            Self::Flow => ("form-export-flow-title", "form-export-flow-note", "screen-flow"),
            Self::Sheet => ("form-export-sheet-title", whole, "export-file-sheet"),
            Self::Changes => ("form-export-changes-title", "form-export-changes-note", "export-file-changes"),
            Self::Writes => ("form-export-writes-title", whole, "export-file-writes"),
            Self::Requests => ("form-export-requests-title", whole, "activity-requests"),
            Self::Notifications => {
                ("form-export-notifications-title", "form-export-note", "screen-notifications")
            }
            Self::Tasks => ("form-export-tasks-title", whole, "screen-tasks"),
            Self::Records => ("form-export-records-title", "form-export-records-note", "export-file-records"),
            Self::Checks => ("form-export-checks-title", whole, "checks-title"),
            Self::Compare => ("form-export-compare-title", whole, "action-compare"),
            Self::Pack => ("pack-title", "form-pack-note", "pack-title"),
        };
        ExportKeys { title, note, file }
    }
}

/// File format of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ExportFormat {
    /// A workbook (XLSX).
    Xlsx,
    /// CSV as the command line writes it.
    Csv,
    /// CSV for a spreadsheet in the current language, with a byte order mark.
    #[strum(serialize = "csv-spreadsheet")]
    Spreadsheet,
    /// JSON.
    Json,
    /// A one-page handout, or a committee pack.
    Pdf,
    /// A committee pack as an HTML file.
    Html,
    /// A committee pack as Markdown.
    #[strum(serialize = "md")]
    Markdown,
    /// The charts as an image.
    Png,
}

impl ExportFormat {
    /// All formats.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the code of the format in the form's list.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Returns the file extension.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            Self::Spreadsheet => "csv",
            other => other.code(),
        }
    }

    /// Returns whether a path has the extension of another format.
    pub(crate) fn is_misnamed(self, path: &str) -> bool {
        extension_of(path).is_some_and(|ending| ending != self.extension())
    }

    /// Returns the message key of its name.
    #[must_use]
    pub fn label_key(self) -> String {
        format!("export-{}", self.code())
    }

    /// Returns the format with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        code.parse().ok()
    }

    /// Returns whether the format supports `content`: PNG and PDF support only the portfolio and the flow, and PDF also a
    /// pack, which only documents contain. For programs, the command line writes the flow.
    pub(crate) fn supports(self, content: ExportContent) -> bool {
        let is_document = matches!(self, Self::Html | Self::Markdown);
        match content {
            ExportContent::Pack => is_document || self == Self::Pdf,
            ExportContent::Portfolio => !is_document,
            ExportContent::Flow => !is_document && !matches!(self, Self::Csv | Self::Json),
            _ => !is_document && !matches!(self, Self::Png | Self::Pdf),
        }
    }
}

/// Export to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Export {
    /// Content of the file.
    pub content: ExportContent,
    /// Format of the file.
    pub format: ExportFormat,
    /// Path as typed.
    pub path: String,
    /// True if an existing file may be replaced.
    pub overwrite: bool,
}

/// A move that waits for the values its status requires.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusEntry {
    /// The deals that move.
    pub moves: EntryMoves,
    /// The requested values, one per form field.
    pub inputs: Vec<EntryInput>,
}

/// The value that one field of the form requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryInput {
    /// A field to fill in.
    Field(String),
    /// The reason why deals enter this status.
    Reason {
        /// Status code.
        status: String,
        /// True if the move requires the reason.
        required: bool,
    },
}

/// The deals that move once the form is filled in.
#[derive(Clone, Debug, PartialEq)]
pub enum EntryMoves {
    /// One deal.
    One {
        /// Deal id.
        deal: DealId,
        /// Status when the move was requested.
        from: String,
        /// Target status.
        status: String,
        /// Target owner, if the deal was dropped into a swimlane.
        owner: Option<String>,
    },
    /// The deals of the planned bulk change.
    Planned(EntrySummary),
}

/// A part of a screen.
#[derive(Debug, PartialEq, Eq)]
pub struct ScreenPart {
    /// Locale key of its name. Synonyms are in the `also` attribute of that message.
    pub label_key: &'static str,
    pub(crate) target: PartTarget,
}

/// A recognised command.
#[derive(Clone, Debug, PartialEq)]
pub enum PaletteCommand {
    /// Move to a status, by its code.
    Move(String),
    /// Move the focused task to a status.
    MoveTask(String),
    /// Assign an owner.
    Owner(String),
    /// Set a follow-up, as typed.
    Followup(String),
    /// Add a label.
    Label(String),
    /// Open a saved view, by its name.
    View(String),
    /// Sort the table.
    Sort(DealColumn),
    /// Group the table by these columns; by none if empty.
    Group(Vec<DealColumn>),
    /// Show a sheet of the deals.
    Sheet(Sheet),
    /// Set the user's name as an owner of deals.
    OwnName(String),
    /// Choose a theme.
    Theme(ThemeChoice),
    /// Choose the accent colour of the window.
    Accent(Accent),
    /// Divide the board into swimlanes, or remove them.
    Swimlanes(Swimlanes),
    /// Switch the terminal's ASCII output on or off.
    Ascii(bool),
    /// Switch the terminal's mouse support on or off.
    Mouse(bool),
    /// Show a past time; if true, also list the differences since then.
    AsOf(AsOf, bool),
    /// Show this setting.
    Setting(&'static SettingDoc),
    /// Correct two typed dates, which are no known past days, in the form.
    EnterDates([String; 2]),
}

impl PaletteCommand {
    /// Returns whether the command changes anything but the display.
    pub(crate) fn writes(&self) -> bool {
        matches!(
            self,
            Self::Move(_)
                | Self::MoveTask(_)
                | Self::Owner(_)
                | Self::Followup(_)
                | Self::Label(_)
                | Self::OwnName(_)
        )
    }
}

/// The deals of a planned change, summarised for the form. Computed once, when the form is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EntrySummary {
    /// Number of deals per target status, in the order of the plan.
    pub targets: Vec<(String, usize)>,
    /// Names of the first deals, as received.
    pub first_names: Vec<String>,
}

/// Grouping of the board into swimlanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Swimlanes {
    /// No swimlanes: one column per status.
    #[default]
    None,
    /// One swimlane per owner.
    Owner,
    /// One swimlane per asset class.
    Class,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PartTarget {
    /// A pane, by its number.
    Pane(Screen, usize),
    /// A tab of the notifications.
    Tab(InboxTab),
    /// A list of the explorer.
    List(ResourceKind),
    /// A route of the explorer without parameters.
    Route(OperationId),
    /// Any route; the user types it.
    AnyRoute,
}

/// A tab of the notifications screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "inbox-tab-")]
pub enum InboxTab {
    /// Unread on the server or marked unread locally, and not snoozed.
    #[default]
    Unread,
    /// Read.
    Read,
    /// Snoozed until a set time.
    Snoozed,
    /// Starred locally.
    Starred,
    /// All notifications.
    All,
}

/// The chosen theme. The front end defines its colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "kebab-case", prefix = "theme-")]
pub enum ThemeChoice {
    /// The theme of the system or the terminal.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast.
    HighContrast,
    /// Without colour, in the terminal.
    Mono,
}

impl ThemeChoice {
    /// Every choice, in the order in which they follow each other.
    pub const ALL: &[Self] = Self::VARIANTS;
    /// The themes of the window, which has none without colour.
    pub const WINDOW: [Self; 4] = [Self::System, Self::Light, Self::Dark, Self::HighContrast];

    /// The key of its name in the locales.
    pub fn label_key(self) -> &'static str {
        self.into()
    }
}

/// Message for a file ending that no export writes.
pub(crate) const WRONG_EXTENSION: &str = "form-path-ending";

/// Returns the lower-case extension of a path; `None` without one. A path that ends in a separator names no file. A
/// part with spaces or only digits is part of the name.
pub(crate) fn extension_of(path: &str) -> Option<String> {
    let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
    let (stem, extension) = name.rsplit_once('.')?;
    let is_extension = extension.len() <= 8
        && extension.chars().all(|c| c.is_ascii_alphanumeric())
        && extension.chars().any(|c| c.is_ascii_alphabetic());
    (!stem.is_empty() && is_extension).then(|| extension.to_lowercase())
}

/// Returns the form's error for a path that could not be written.
pub(crate) fn path_error(key: &str) -> Option<&'static str> {
    Some(match key {
        WRONG_EXTENSION => WRONG_EXTENSION,
        "usage-unwritable-no-folder" => "form-path-no-folder",
        "usage-unwritable-not-a-folder" => "form-path-not-a-folder",
        "usage-unwritable-is-a-folder" => "form-path-is-a-folder",
        "usage-unwritable-denied" => "form-path-denied",
        "usage-unwritable-full" => "form-path-full",
        "usage-unwritable-read-only" => "form-path-read-only",
        "usage-unwritable-name" => "form-path-name",
        _ => return None,
    })
}
