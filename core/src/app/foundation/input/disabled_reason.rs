//! Why an action can't be done now. A disabled action is never hidden: it says this.

/// The reason an action is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The deal is not there any more.
    DealGone,
    /// Nothing has the focus.
    NoDeal,
    /// The card is in the first column.
    FirstStatus,
    /// The card is in the last column.
    LastStatus,
    /// The next status parks a deal or ends it: it is chosen by name.
    StatusAside,
    /// There is no change to take back.
    NothingToUndo,
    /// No deal was deleted whose deletion has left.
    NothingDeleted,
    /// A deal of the name of the deleted one has been created since.
    RecreatedAlready,
    /// The key was not given on this machine: a command or the environment has it.
    NoKeyHere,
    /// The service takes the key that is here.
    SignedIn,
    /// There is no undone change to make again.
    NothingToRedo,
    /// No notification has the focus.
    NoNotification,
    /// It is about the whole list, and something else has the focus.
    ListAlone,
    /// It is read already.
    AlreadyRead,
    /// The service does not have it read yet.
    NotReadYet,
    /// What is selected has notes that differ.
    NotesDiffer,
    /// No unread notification is shown.
    NothingUnread,
    /// No write has the focus.
    NoWrite,
    /// The write is on its way.
    BeingSent,
    /// The write is another identity's, or a newer version's.
    KeptShut,
    /// The write that has the focus is in no conflict.
    NoConflict,
    /// The deal is being created: the service has not given it an id yet.
    NotCreatedYet,
    /// What lies over the screen is to be closed before.
    CloseFirst,
    /// It does not apply on this screen.
    NotHere,
    /// No deal is selected.
    NothingSelected,
    /// The contract lets no client write that field of a deal.
    FieldReadOnly,
    /// The age of a stage is figured here, out of when the status changed.
    AgeFigured,
    /// An indicator of a deal is the service's to figure.
    IndicatorFigured,
    /// The deal has that already.
    AlreadySo,
    /// The card was dropped where it was taken.
    DroppedInPlace,
    /// The card was dropped beside the columns.
    DroppedOutside,
    /// The card was dropped on the column of those without a status.
    DroppedOnNoStatus,
    /// The card was dropped on the lane of another class, which the service alone gives.
    DroppedOnOtherClass,
    /// No change of many deals is under way.
    NothingRuns,
    /// Nothing of it was refused.
    NothingFailed,
    /// The key was refused the right to write deals.
    MayNotWriteDeals,
    /// "All deals" is no view of one's own.
    NoView,
    /// No view has been saved.
    NoViews,
    /// The filter cannot be read.
    FilterUnread,
    /// No filter is set.
    NoFilter,
    /// What has the focus holds nothing more than is shown.
    NothingToOpen,
    /// The notification is about no deal that is known.
    NoDealNamed,
    /// There is nothing to copy.
    NothingToCopy,
    /// This front end has no editor to hand a text to.
    NoEditor,
    /// This front end does not show the table.
    NoTable,
    /// It is about the table, and the board is shown.
    TableAlone,
    /// It is about the board, and the table is shown.
    BoardAlone,
    /// What it is about is still being read.
    BeingRead,
    /// No task has the focus.
    NoTask,
    /// No view of the service has the focus.
    NoServiceView,
    /// Nothing can be watched here.
    NotWatchable,
    /// What has the focus is not watched.
    NotWatched,
    /// The answer says that nothing follows.
    LastPage,
    /// No page before this one was read.
    FirstPage,
    /// Nothing is looked at.
    NothingShown,
    /// It is a matter of the window's looks.
    WindowOnly,
    /// Nothing completes the word being typed.
    NothingToComplete,
    /// A task is moved by other keys.
    TaskNotCarried,
    /// Nothing is open yet.
    NotOpenYet,
    /// The store of whoever was chosen is being opened.
    BeingOpened,
    /// Nothing has been observed over time yet.
    NoTrend,
    /// One series of a chart is drawn in any case.
    LastSeries,
    /// The house gave no status a probability.
    NoProbability,
    /// This front end writes no files: the command line does.
    NoExport,
    /// Nothing that could be exported is shown.
    NothingToExport,
    /// No status has been chosen to move to.
    NoStatusChosen,
    /// The session reads no configuration file.
    NoConfig,
    /// The program was started to ask nothing of the service.
    Withheld,
}

impl Reason {
    /// The key of its words in the locales.
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
