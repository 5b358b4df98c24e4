//! What can happen to the application: an action of the table, or one that a pointer aimed at something.

use crate::app::changes::forms::edited_text::Edit;
use crate::app::changes::forms::edited_text::EditWhat;
use crate::app::deals::pipeline::head_figure::HeadFigure;
use crate::app::foundation::cx::theme_choice::ThemeChoice;
use crate::app::foundation::cx::overlay_types::{InboxTab, Lanes, Part};
use crate::app::foundation::cx::toast_types::{CopiedBy, TurnFailure};
use crate::app::foundation::dataset::breakdown::Breakdown;
use crate::app::foundation::dataset::column::Column;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::screens::portfolio::legend::{Chart, Draw};
use crate::app::tools::export::export::Export;
use crate::contract::ids::{DealId, NotificationId};
use crate::contract::models::kpi::KpiKey;
use crate::engine::WriteId;
use crate::error::Why;
use crate::theme::Accent;

/// What happens: an action of the table on what has the focus, or one that a pointer aimed at something.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// An action of the table.
    Run(ActionId),
    /// Show a screen.
    Show(Screen),
    /// Go to a part of a screen.
    ShowPart(&'static Part),
    /// Go back from what is explored to where it was looked at from.
    LeaveExplored,
    /// Put the focus on a card.
    FocusDeal(DealId),
    /// Put the focus on a column, by its place on the board.
    FocusColumn(usize),
    /// Create a deal in a column, by its place on the board.
    NewDealIn(usize),
    /// Open a deal.
    OpenDeal(DealId),
    /// Move a deal to a status.
    MoveDeal {
        /// Which deal.
        deal: DealId,
        /// The status code to move it to.
        status: String,
    },
    /// Move a deal to a status and into the lane of an owner, as dropping it there does.
    MoveToLane {
        /// Which deal.
        deal: DealId,
        /// The status code to move it to.
        status: String,
        /// Whose it is to be; empty for nobody's.
        owner: String,
    },
    /// Move every selected deal to a status, as dropping them there does.
    MoveSelected {
        /// The status code to move them to.
        status: String,
        /// Whose they are to be, where they were dropped into the lane of an owner; empty for nobody's.
        owner: Option<String>,
    },
    /// A card was dropped where nothing takes it: say why.
    DropRefused(Reason),
    /// Sort the cards of the board by a field; by the one they are sorted by, the other way.
    SortBoard(Column),
    /// Extend the range of cells to a cell, by the places of its row and column.
    CellsTo {
        /// The place of the row.
        row: usize,
        /// The place of the column.
        column: usize,
    },
    /// Scroll a column of the board by cards.
    ScrollColumn {
        /// Its place on the board.
        column: usize,
        /// How many cards, down if positive.
        by: isize,
    },
    /// Fold or unfold a column, by its place on the board.
    FoldColumn(usize),
    /// Select what is shown of a column, by its place on the board.
    SelectColumn(usize),
    /// Show a number on the cards too, or leave it out.
    ShowField(KpiKey),
    /// Show a part of the cards, or leave it out.
    ToggleCardPart(Column),
    /// Make lanes of the board out of something.
    SetLanes(Lanes),
    /// Show this figure in the heads of the columns.
    SetFigure(HeadFigure),
    /// Take these looks.
    SetTheme(ThemeChoice),
    /// Choose the colour of what acts.
    SetAccent(Accent),
    /// Put the focus on a line of a pane: of a lane of the tasks, of a list of the views, of the explorer.
    FocusLine {
        /// Which pane, or lane.
        pane: usize,
        /// Which line.
        line: usize,
    },
    /// Move a task to a statut.
    MoveTask {
        /// Which task.
        task: String,
        /// The code to move it to.
        statut: String,
    },
    /// Copy a text that a pointer aimed at.
    CopyText(String),
    /// The text of what is typed in now: filter, palette, field of a form.
    SetText(String),
    /// Set the filter from anywhere.
    SetFilter(String),
    /// Put the focus on a line of the layer that lies over the screen.
    Choose(usize),
    /// Put the focus on a field of the form.
    FocusField(usize),
    /// Set a field of the form: its text, or the code chosen.
    SetField(usize, String),
    /// Take a line of the list under the field of the form that has the focus.
    TakeSuggestion(usize),
    /// Put the focus on a notification.
    FocusNotification(NotificationId),
    /// Select what stands in the row of a notification, or leave it out again.
    PickNotification(NotificationId),
    /// Select every notification from the focus to this one.
    PickNotificationsTo(NotificationId),
    /// Unfold those that stand together in the row of a notification, or fold them again.
    UnfoldNotification(NotificationId),
    /// Mark one notification read, wherever the focus is.
    MarkRead(NotificationId),
    /// Stop the marking of many that is under way.
    StopMarks,
    /// Show a tab of the inbox.
    ShowTab(InboxTab),
    /// Put the focus on a write of the outbox.
    FocusWrite(WriteId),
    /// Open the deal of a line of the journal, by its number.
    OpenLine(i64),
    /// Create the deal again whose deletion a line of the journal tells of.
    RecreateLine(i64),
    /// Choose, for a field of the focused write in conflict, whose version is to be.
    TakeSide {
        /// Its place among the write's fields.
        field: usize,
        /// Whether the person's own.
        mine: bool,
    },
    /// Put the focus on a pane of the screen, by its number.
    FocusPane(usize),
    /// Scroll the screen that has no focus of its own, by lines.
    Scroll(isize),
    /// Close what lies over the screen.
    CloseLayer,
    /// Close a toast.
    CloseToast(u64),
    /// Take back what one toast tells of, though something newer was done.
    TakeBack(u64),
    /// What was to be copied is in a clipboard: say so.
    Copied(CopiedBy),
    /// No clipboard took it.
    CopyFailed,
    /// Select a deal, or leave it out again.
    ToggleSelected(DealId),
    /// Select everything from the focus to a deal.
    SelectTo(DealId),
    /// Put the focus on a column of the table, by its place.
    FocusTableColumn(usize),
    /// Sort the table by a column.
    SortBy {
        /// Which one.
        column: Column,
        /// Whether the keys before it stay.
        also: bool,
    },
    /// Give a column of the table a width, in terminal columns.
    SizeColumn {
        /// Which one.
        column: Column,
        /// How wide; held to what a column can be.
        width: u16,
    },
    /// Put a column of the table in another place.
    PlaceColumn {
        /// Which one.
        column: Column,
        /// Before which of the others it is to stand, by their places now; past the last puts it at the end.
        before: usize,
    },
    /// Leave a column out of the table.
    HideColumn(Column),
    /// Scroll the table by rows.
    ScrollRows(isize),
    /// Open a saved view by its name; the empty one is "all deals".
    OpenView(String),
    /// Take in views from a text.
    ImportViews(String),
    /// A text comes back from the editor.
    Edited {
        /// What it is.
        what: EditWhat,
        /// What it has become.
        text: String,
    },
    /// A file was written, with so many rows.
    Exported {
        /// Where.
        path: String,
        /// How many rows.
        rows: usize,
    },
    /// Something stands where a file was to be written; nothing was changed.
    ExportTaken(Export),
    /// Nobody else can be turned to: why not.
    TurnFailed(TurnFailure),
    /// A file could not be written; nothing was changed.
    ExportFailed {
        /// What was to be written; `None` where it did not come to that.
        export: Option<Export>,
        /// Why.
        why: Why,
    },
    /// A file that was written, or its folder, could not be opened here.
    OpenFailed {
        /// Which.
        path: String,
        /// Why, in words of the system.
        why: String,
    },
    /// There is no file dialog here: the path is typed.
    DialogMissing {
        /// Why.
        why: String,
    },
    /// Go from a bar of the portfolio to the operations it counts.
    DrillInto {
        /// Which breakdown.
        breakdown: Breakdown,
        /// The code of the bar.
        code: String,
    },
    /// Turn the legend of a chart at one of its series.
    TurnLegend {
        /// Which chart.
        chart: Chart,
        /// The series, by its code.
        series: String,
        /// What is asked.
        draw: Draw,
    },
    /// Show another series of the trend, by its place.
    ShowSeries(usize),
    /// The editor could not be used.
    EditFailed {
        /// What was to be edited.
        edit: Edit,
        /// What it is called.
        editor: String,
        /// Why, in words of the system; `None` where there is no such editor.
        why: Option<String>,
    },
}
