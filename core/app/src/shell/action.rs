//! Input actions: commands of the action table, and actions aimed at a target.

use jiff::civil::Date;

use crate::contract::ids::{DealId, NotificationId};
use crate::contract::models::kpi::KpiKey;
use crate::dataset::breakdown::Breakdown;
use crate::dataset::column::DealColumn;
use crate::deals::pipeline::header_metric::HeaderMetric;
use crate::error::Reason;
use crate::foundation::cx::output::{EditSubject, ExternalEdit};
use crate::foundation::cx::overlay_types::{Export, InboxTab, ScreenPart, Swimlanes, ThemeChoice};
use crate::foundation::cx::toast_types::{ClipboardKind, CopyContent, SwitchFailure};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::import::table::ImportTable;
use crate::link::Link;
use crate::model::local_deals::NoteKey;
use crate::model::pending_write::WriteId;
use crate::screens::agenda::agenda::AgendaEntry;
use crate::screens::portfolio::portfolio::{Chart, LegendAction};
use crate::theme::Accent;
use std::sync::Arc;

/// Input action: a table command on the focus, or one aimed at a target.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Run a command of the action table.
    Run(ActionId),
    /// Show a screen.
    Show(Screen),
    /// Go to a section of a screen.
    ShowPart(&'static ScreenPart),
    /// Return from the explorer to the screen that opened it.
    LeaveExplorer,
    /// Focus a card.
    FocusDeal(DealId),
    /// Focus a column, by its index on the board.
    FocusColumn(usize),
    /// Create a deal in a column, by its index on the board.
    NewDealInColumn(usize),
    /// Open a deal.
    OpenDeal(DealId),
    /// Opens a deal or view by its link.
    OpenLink(Link),
    /// Open an entry of the agenda.
    OpenAgendaEntry(AgendaEntry),
    /// Focus a day of the agenda.
    FocusAgendaDay {
        /// The day.
        day: Date,
        /// True to show its week.
        in_week: bool,
    },
    /// Edit a private note.
    EditNote(NoteKey),
    /// Move a deal to a status.
    MoveDeal {
        /// Deal to move.
        deal: DealId,
        /// Code of the new status.
        status: String,
    },
    /// Move a deal to a status and an owner's swimlane, as a drop does.
    MoveToSwimlane {
        /// Deal to move.
        deal: DealId,
        /// Code of the new status.
        status: String,
        /// New owner; empty for no owner.
        owner: String,
    },
    /// Move all selected deals to a status, as a drop does.
    MoveSelected {
        /// Code of the new status.
        status: String,
        /// New owner if dropped in an owner's swimlane; empty for no owner.
        owner: Option<String>,
    },
    /// Report why a card cannot be dropped at its target.
    DropRejected(DisabledReason),
    /// Sort the board's cards by a field; repeating it reverses the order.
    SortBoard(DealColumn),
    /// Extend the cell range to a cell, by row and column index.
    ExtendCellRange {
        /// Index of the row.
        row: usize,
        /// Index of the column.
        column: usize,
    },
    /// Scroll a board column by cards.
    ScrollColumn {
        /// Index on the board.
        column: usize,
        /// Number of cards, positive for down.
        by: isize,
    },
    /// Collapse or expand a column, by its index on the board.
    CollapseColumn(usize),
    /// Select the shown cards of a column, by its index on the board.
    SelectColumn(usize),
    /// Show or hide a metric on the cards.
    ToggleCardMetric(KpiKey),
    /// Show or hide a part of the cards.
    ToggleCardField(DealColumn),
    /// Group the board into swimlanes.
    SetSwimlanes(Swimlanes),
    /// Focus a cell of the open sheet, by its row and column.
    FocusSheetCell(usize, usize),
    /// Show this metric in the column headers.
    SetHeaderMetric(HeaderMetric),
    /// Use this theme.
    SetTheme(ThemeChoice),
    /// Use this accent colour.
    SetAccent(Accent),
    /// Focus a line of a pane: a column of tasks, a list of views, the explorer.
    FocusLine {
        /// Index of the pane or column.
        pane: usize,
        /// Index of the line.
        line: usize,
    },
    /// Change the `statut` of a task.
    MoveTask {
        /// Task to change.
        task: String,
        /// New code.
        statut: String,
    },
    /// Copy a text that the pointer selected.
    CopyText(String),
    /// Replace the text being edited: filter, palette or form field.
    SetText(String),
    /// Search the status menu for a text.
    SearchMenu(String),
    /// Name the screens on which a key works.
    NameScreens {
        /// Action of the key there.
        id: ActionId,
        /// The screens.
        screens: Vec<Screen>,
    },
    /// Set the filter from anywhere.
    SetFilter(String),
    /// Focus a line of the overlay.
    FocusOverlayLine(usize),
    /// Focus a field of the form.
    FocusField(usize),
    /// Set a form field to a text or a chosen code.
    SetField(usize, String),
    /// Accept a suggestion of the focused form field.
    AcceptSuggestion(usize),
    /// Focus a notification.
    FocusNotification(NotificationId),
    /// Select or deselect a notification's row.
    ToggleNotification(NotificationId),
    /// Select all notifications from the focus to this one.
    SelectNotificationsTo(NotificationId),
    /// Expand or collapse the group in a notification's row.
    ToggleNotificationGroup(NotificationId),
    /// Mark one notification read, wherever the focus is.
    MarkRead(NotificationId),
    /// Cancel the current bulk marking.
    CancelMarking,
    /// Show a tab of the inbox.
    ShowTab(InboxTab),
    /// Focus an outbox entry.
    FocusWrite(WriteId),
    /// Open the deal of a journal line, by its number.
    OpenJournalEntry(i64),
    /// Recreate the deal whose deletion a journal line records.
    RecreateFromJournal(i64),
    /// Choose the version of a field in the focused conflict.
    ChooseSide {
        /// Index of the field in the write.
        field: usize,
        /// True for the user's own version.
        mine: bool,
    },
    /// Focus a pane of the screen, by its index.
    FocusPane(usize),
    /// Scroll a screen without a focus, by lines.
    Scroll(isize),
    /// Close the overlay.
    CloseOverlay,
    /// Close a toast.
    CloseToast(u64),
    /// Undo the change that a toast reports, even if it is not the latest.
    UndoToast(u64),
    /// Report that a text is in a clipboard.
    Copied {
        /// Name of the text.
        what: CopyContent,
        /// The clipboard.
        by: ClipboardKind,
    },
    /// Report that no clipboard accepted the text.
    CopyFailed,
    /// Select or deselect a deal.
    ToggleSelected(DealId),
    /// Select all deals from the focus to this one.
    SelectTo(DealId),
    /// Focus a table column, by its index.
    FocusTableColumn(usize),
    /// Sort the table by a column.
    SortBy {
        /// Column to sort by.
        column: DealColumn,
        /// True to keep the previous sort keys.
        keep_previous: bool,
    },
    /// Focus the heading of a group on that line, and collapse or expand the group.
    ToggleGroup(usize),
    /// Set the width of a table column, in terminal columns.
    ResizeColumn {
        /// Column to sort by.
        column: DealColumn,
        /// New width, clamped to the allowed range.
        width: u16,
    },
    /// Move a table column.
    MoveColumn {
        /// Column to sort by.
        column: DealColumn,
        /// Index of the column before which it is placed; an index past the last appends it.
        before: usize,
    },
    /// Hide a table column.
    HideColumn(DealColumn),
    /// Scroll the table by rows.
    ScrollRows(isize),
    /// Open a saved view by name; the empty name is "all deals".
    OpenView(String),
    /// Subscribe to a saved view by name, or end the subscription.
    Subscribe(String),
    /// Import views from a text.
    ImportViews(String),
    /// Accept a text from the editor.
    Edited {
        /// Kind of the text.
        subject: EditSubject,
        /// Edited text.
        text: String,
    },
    /// Continue an import with the table that was read, or report why it could not be read.
    ImportRead {
        /// Path as typed.
        path: String,
        /// Sheet as typed.
        sheet: String,
        /// The table.
        outcome: Result<Arc<ImportTable>, Reason>,
    },
    /// Import the spreadsheet at a path, which was dropped.
    ImportFile(String),
    /// Plan the pasted lines as values of the focused column for the selected deals.
    PasteColumn(String),
    /// Report a written file.
    Exported {
        /// Path of the file.
        path: String,
        /// Number of rows.
        rows: usize,
    },
    /// Report that the export's target file already exists; nothing was changed.
    ExportFileExists(Export),
    /// Report why the delegated user cannot be switched.
    SwitchFailed(SwitchFailure),
    /// Report a failed export; nothing was changed.
    ExportFailed {
        /// Export that failed; `None` if it failed before that was known.
        export: Option<Export>,
        /// Cause of the failure.
        reason: Reason,
    },
    /// Report that an exported file or its folder could not be opened.
    OpenFailed {
        /// Path of the file or folder.
        path: String,
        /// Message of the system.
        error: String,
    },
    /// Report that no file dialog is available, so the user types the path.
    DialogMissing {
        /// Cause.
        error: String,
    },
    /// Open the operations that a portfolio bar counts.
    DrillInto {
        /// Breakdown of the bar.
        breakdown: Breakdown,
        /// Code of the bar.
        code: String,
    },
    /// Change the legend of a chart at one series.
    ChangeLegend {
        /// Chart to change.
        chart: Chart,
        /// Code of the series.
        series: String,
        /// Legend action.
        action: LegendAction,
    },
    /// Show another time series, by its index.
    ShowSeries(usize),
    /// Report that the editor could not be used.
    EditFailed {
        /// Text to edit.
        edit: ExternalEdit,
        /// Name of the editor.
        editor: String,
        /// Message of the system; `None` if no such editor exists.
        error: Option<String>,
    },
}

impl Action {
    /// Returns whether the action changes anything but the display, wherever the focus is.
    pub(crate) fn writes(&self) -> bool {
        match self {
            Self::Run(id) => id.spec().writes,
            Self::Edited { subject, .. } => !matches!(subject, EditSubject::Typed | EditSubject::Keys(_)),
            Self::NewDealInColumn(_)
            | Self::MoveDeal { .. }
            | Self::MoveToSwimlane { .. }
            | Self::MoveSelected { .. }
            | Self::MoveTask { .. }
            | Self::MarkRead(_)
            | Self::CancelMarking
            | Self::RecreateFromJournal(_)
            | Self::ChooseSide { .. }
            | Self::UndoToast(_)
            | Self::EditNote(_)
            | Self::Subscribe(_)
            | Self::ImportViews(_) => true,
            _ => false,
        }
    }
}
