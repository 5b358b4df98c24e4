//! Reasons why an action is unavailable. A disabled action is never hidden; it shows its reason.

/// The reason an action is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The deal no longer exists.
    DealGone,
    /// Nothing has the focus.
    NoDeal,
    /// The card is in the first column.
    FirstStatus,
    /// The card is in the last column.
    LastStatus,
    /// The next status pauses or closes the deal, so it must be chosen by name.
    StatusAside,
    /// The undo history is empty.
    NothingToUndo,
    /// No deletion has been sent.
    NothingDeleted,
    /// A deal with the name of the deleted one has been created since.
    RecreatedAlready,
    /// The key was not entered on this machine; it comes from a command or the environment.
    NoKeyHere,
    /// The server accepts the current key.
    SignedIn,
    /// The redo history is empty.
    NothingToRedo,
    /// No notification has the focus.
    NoNotification,
    /// The action concerns the whole list, but something else has the focus.
    ListAlone,
    /// The notification is already read.
    AlreadyRead,
    /// The server does not have the notification as read yet.
    NotReadYet,
    /// The selected items have different notes.
    NotesDiffer,
    /// No unread notification is shown.
    NothingUnread,
    /// No write has the focus.
    NoWrite,
    /// The write is being sent.
    BeingSent,
    /// The write belongs to another identity or to a newer version.
    KeptShut,
    /// The focused write is not in conflict.
    NoConflict,
    /// The deal is being created, and the server has not assigned an id yet.
    NotCreatedYet,
    /// The overlay must be closed first.
    CloseFirst,
    /// It does not apply on this screen.
    NotHere,
    /// No deal is selected.
    NothingSelected,
    /// The contract does not allow writing this field of a deal.
    FieldReadOnly,
    /// The age is computed locally from the time of the status change.
    AgeFigured,
    /// The server computes the indicators of a deal.
    IndicatorFigured,
    /// The deal already has this value.
    AlreadySo,
    /// The card was dropped where it was grabbed.
    DroppedInPlace,
    /// The card was dropped outside the columns.
    DroppedOutside,
    /// The card was dropped on the column for deals without a status.
    DroppedOnNoStatus,
    /// The card was dropped on the swimlane of another class. Only the server can change the class.
    DroppedOnOtherClass,
    /// No bulk change is running.
    NothingRuns,
    /// The bulk change has no refused writes.
    NothingFailed,
    /// The key lacks the permission to write deals.
    MayNotWriteDeals,
    /// "All deals" is not a saved view.
    NoView,
    /// No view has been saved.
    NoViews,
    /// The filter is invalid.
    FilterUnread,
    /// No filter is set.
    NoFilter,
    /// The focused item has no further details.
    NothingToOpen,
    /// The notification does not concern a known deal.
    NoDealNamed,
    /// There is nothing to copy.
    NothingToCopy,
    /// This front end has no external editor.
    NoEditor,
    /// This front end does not show the table.
    NoTable,
    /// The action concerns the table, but the board is shown.
    TableAlone,
    /// The action concerns the board, but the table is shown.
    BoardAlone,
    /// The data is still being loaded.
    BeingRead,
    /// No task has the focus.
    NoTask,
    /// No saved view of the server has the focus.
    NoServiceView,
    /// This list does not support watched identifiers.
    NotWatchable,
    /// The focused item is not watched.
    NotWatched,
    /// The server's response has no next page.
    LastPage,
    /// No earlier page was loaded.
    FirstPage,
    /// No record or route is open.
    NothingShown,
    /// Only the window can change the size of its text.
    WindowOnly,
    /// The typed word has no completion.
    NothingToComplete,
    /// Tasks are moved with other keys.
    TaskNotCarried,
    /// The session is still loading.
    NotOpenYet,
    /// The local store of the chosen user is being opened.
    BeingOpened,
    /// No history of values exists yet.
    NoTrend,
    /// A chart shows at least one series.
    LastSeries,
    /// Your organisation has not configured a probability for any status.
    NoProbability,
    /// This front end writes no files, but the command line does.
    NoExport,
    /// The screen has nothing to export.
    NothingToExport,
    /// No target status has been chosen.
    NoStatusChosen,
    /// The session does not use a configuration file.
    NoConfig,
    /// The program was started without access to the server.
    Withheld,
}

impl Reason {
    /// Returns the locale key of its text.
    pub fn key(self) -> &'static str {
        match self {
            Self::DealGone => "reason-deal-gone",
            Self::NoDeal => "reason-no-deal",
            Self::FirstStatus => "reason-first-status",
            Self::LastStatus => "reason-last-status",
            Self::StatusAside => "reason-status-aside",
            Self::NothingToUndo => "reason-nothing-to-undo",
            Self::NothingDeleted => "reason-nothing-deleted",
            Self::RecreatedAlready => "reason-recreated-already",
            Self::NoKeyHere => "reason-no-key-here",
            Self::SignedIn => "reason-signed-in",
            Self::NothingToRedo => "reason-nothing-to-redo",
            Self::NoNotification => "reason-no-notification",
            Self::ListAlone => "reason-list-alone",
            Self::AlreadyRead => "reason-already-read",
            Self::NotReadYet => "reason-not-read-yet",
            Self::NotesDiffer => "reason-notes-differ",
            Self::NothingUnread => "reason-nothing-unread",
            Self::NoWrite => "reason-no-write",
            Self::BeingSent => "reason-being-sent",
            Self::KeptShut => "reason-kept-shut",
            Self::NoConflict => "reason-no-conflict",
            Self::NotCreatedYet => "reason-not-created-yet",
            Self::CloseFirst => "reason-close-first",
            Self::NotHere => "reason-not-here",
            Self::NothingSelected => "reason-nothing-selected",
            Self::FieldReadOnly => "reason-field-read-only",
            Self::AgeFigured => "reason-age-figured",
            Self::IndicatorFigured => "reason-indicator-figured",
            Self::AlreadySo => "reason-already-so",
            Self::DroppedInPlace => "reason-dropped-in-place",
            Self::DroppedOutside => "reason-dropped-outside",
            Self::DroppedOnNoStatus => "reason-dropped-on-no-status",
            Self::DroppedOnOtherClass => "reason-dropped-on-other-class",
            Self::NothingRuns => "reason-nothing-runs",
            Self::NothingFailed => "reason-nothing-failed",
            Self::MayNotWriteDeals => "reason-may-not-write-deals",
            Self::NoView => "reason-no-view",
            Self::NoViews => "reason-no-views",
            Self::FilterUnread => "reason-filter-unread",
            Self::NoFilter => "reason-no-filter",
            Self::NoDealNamed => "reason-no-deal-named",
            Self::NothingToOpen => "reason-nothing-to-open",
            Self::NothingToCopy => "reason-nothing-to-copy",
            Self::NoEditor => "reason-no-editor",
            Self::NoTable => "reason-no-table",
            Self::TableAlone => "reason-table-alone",
            Self::BoardAlone => "reason-board-alone",
            Self::BeingRead => "reason-being-read",
            Self::NoTask => "reason-no-task",
            Self::NoServiceView => "reason-no-service-view",
            Self::NotWatchable => "reason-not-watchable",
            Self::NotWatched => "reason-not-watched",
            Self::LastPage => "reason-last-page",
            Self::FirstPage => "reason-first-page",
            Self::NothingShown => "reason-nothing-shown",
            Self::WindowOnly => "reason-window-only",
            Self::TaskNotCarried => "reason-task-not-carried",
            Self::NothingToComplete => "reason-nothing-to-complete",
            Self::NotOpenYet => "reason-not-open-yet",
            Self::BeingOpened => "reason-being-opened",
            Self::NoTrend => "reason-no-trend",
            Self::LastSeries => "reason-last-series",
            Self::NoProbability => "reason-no-probability",
            Self::NoExport => "reason-no-export",
            Self::NothingToExport => "reason-nothing-to-export",
            Self::NoStatusChosen => "reason-no-status-chosen",
            Self::NoConfig => "reason-no-config",
            Self::Withheld => "reason-withheld",
        }
    }
}
