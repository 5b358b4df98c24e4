//! The action table: one entry for every user action. The keymap, palette, help, footers, menus and the parity test use
//! it.
//!
//! To add an action, add its id, its entry, its message (`action-<name>` in `assets/locales`) and its arm in
//! `shell/run_action.rs`.

use super::context::{Context, Group};

macro_rules! actions {
    ($($(#[$doc:meta])* $id:ident => $name:literal, $group:ident, [$($context:ident),+], terminal [$($key:literal),*], window [$($wkey:literal),*]$(, $writes:ident)?;)+) => {
        /// The id of an action.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum ActionId { $($(#[$doc])* $id,)+ }

        /// Every action, in the order in which help shows them.
        pub static ACTIONS: &[ActionSpec] = &[
            $(ActionSpec {
                id: ActionId::$id,
                name: $name,
                label_key: concat!("action-", $name),
                group: Group::$group,
                contexts: &[$(Context::$context),+],
                terminal_keys: &[$($key),*],
                window_keys: &[$($wkey),*],
                writes: <[&str]>::len(&[$(stringify!($writes))?]) == 1,
            },)+
        ];
    };
}

/// The table entry of one action.
#[derive(Debug)]
pub struct ActionSpec {
    /// Id of the action.
    pub id: ActionId,
    /// Its name in `config.toml` and in docs.
    pub name: &'static str,
    /// Locale key of its label.
    pub label_key: &'static str,
    /// Help section of the action.
    pub group: Group,
    /// Contexts in which it applies.
    pub contexts: &'static [Context],
    /// Default keys in the terminal.
    pub terminal_keys: &'static [&'static str],
    /// Default keys in the window.
    pub window_keys: &'static [&'static str],
    /// True if it changes anything but the display, also on this device alone. A past day allows no such action.
    pub writes: bool,
}

/// The only front end that has an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The window.
    Window,
    /// The terminal.
    Terminal,
}

impl Side {
    /// Returns the locale key of the text that marks it.
    pub const fn label_key(self) -> &'static str {
        match self {
            Self::Window => "side-window",
            Self::Terminal => "side-terminal",
        }
    }
}

impl ActionId {
    /// Returns the only front end that has the action; `None` if both have it.
    pub const fn only_in(self) -> Option<Side> {
        match self {
            Self::Grab
            | Self::TogglePeriod
            | Self::ShowMenu
            | Self::ToggleDensity
            | Self::Present
            | Self::ZoomIn
            | Self::ZoomOut
            | Self::ZoomReset
            | Self::SignIn
            | Self::SignOut => Some(Side::Window),
            Self::EditText | Self::EditKeys => Some(Side::Terminal),
            _ => None,
        }
    }

    /// Returns its table entry.
    pub fn spec(self) -> &'static ActionSpec {
        // One macro creates the table and the enum, in the same order.
        &ACTIONS[self as usize]
    }

    /// Returns the action called `name` in `config.toml`.
    pub fn from_name(name: &str) -> Option<Self> {
        ACTIONS.iter().find(|spec| spec.name == name).map(|spec| spec.id)
    }
}

actions! {
    /// Go to the pipeline.
    ScreenPipeline => "screen-pipeline", Everywhere, [Screens], terminal ["1"], window ["1"];
    /// Go to the deal opened last.
    ScreenDeal => "screen-deal", Everywhere, [Screens], terminal ["2"], window ["2"];
    /// Go to the portfolio.
    ScreenPortfolio => "screen-portfolio", Everywhere, [Screens], terminal ["3"], window ["3"];
    /// Go to the notifications.
    ScreenNotifications => "screen-notifications", Everywhere, [Screens], terminal ["4"], window ["4"];
    /// Go to the tasks.
    ScreenTasks => "screen-tasks", Everywhere, [Screens], terminal ["5"], window ["5"];
    /// Go to the views and dashboards.
    ScreenViews => "screen-views", Everywhere, [Screens], terminal ["6"], window ["6"];
    /// Go to the explorer.
    ScreenExplorer => "screen-explorer", Everywhere, [Screens], terminal ["7"], window ["7"];
    /// Go to the activity: pending writes, rejected writes and requests.
    ScreenActivity => "screen-activity", Everywhere, [Screens], terminal ["8"], window ["8"];
    /// Go to the flow of deals through the statuses.
    ScreenFlow => "screen-flow", Everywhere, [Screens], terminal ["9"], window ["9"];
    /// Go to the agenda.
    ScreenAgenda => "screen-agenda", Everywhere, [Screens], terminal ["0"], window ["0"];
    /// Focus the next pane.
    NextPane => "next-pane", Move, [Deal, Portfolio, Inbox, ServerViews, Explorer, Activity, Flow, Form, Palette, Help], terminal ["tab"], window ["f6"];
    /// Focus the previous pane.
    PreviousPane => "previous-pane", Move, [Deal, Portfolio, Inbox, ServerViews, Explorer, Activity, Flow, Form, Palette, Help], terminal ["shift-tab"], window ["shift-f6"];
    /// Focus to the left.
    FocusLeft => "focus-left", Move, [Board, Table, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Form, Sheet], terminal ["left", "h"], window ["left", "h"];
    /// Focus down.
    FocusDown => "focus-down", Move, [Board, Table, Deal, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Menu, Palette, Help, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Metric, Question, Report, Sheet], terminal ["down", "j"], window ["down", "j"];
    /// Focus up.
    FocusUp => "focus-up", Move, [Board, Table, Deal, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Menu, Palette, Help, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Metric, Question, Report, Sheet], terminal ["up", "k"], window ["up", "k"];
    /// Focus to the right.
    FocusRight => "focus-right", Move, [Board, Table, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Form, Sheet], terminal ["right", "l"], window ["right", "l"];
    /// Focus the first item.
    FocusFirst => "focus-first", Move, [Board, Table, Deal, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Menu, Help, Views, Columns, Bulk, Record, Snooze, Since, Users, Metric, Report, Sheet], terminal ["g", "home"], window ["g", "home"];
    /// Focus the last item.
    FocusLast => "focus-last", Move, [Board, Table, Deal, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Menu, Help, Views, Columns, Bulk, Record, Snooze, Since, Users, Metric, Report, Sheet], terminal ["G", "end"], window ["G", "end"];
    /// Move one page up.
    PageUp => "page-up", Move, [Board, Table, Deal, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Menu, Palette, Help, Views, Columns, Bulk, Record, Since, Users, Metric, Report, Sheet], terminal ["pageup"], window ["pageup"];
    /// Move one page down.
    PageDown => "page-down", Move, [Board, Table, Deal, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Menu, Palette, Help, Views, Columns, Bulk, Record, Since, Users, Metric, Report, Sheet], terminal ["pagedown"], window ["pagedown"];
    /// Open the focused item, or confirm.
    Open => "open", Move, [Board, Table, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Filter, Menu, Palette, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Metric, Question, Report, Sheet], terminal ["enter"], window ["enter"];
    /// Go back, close or clear.
    Back => "back", Move, [Board, Table, Deal, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Agenda, Filter, Menu, Palette, Help, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Metric, Question, Report, Sheet], terminal ["esc"], window ["esc"];
    /// Type a filter.
    Filter => "filter", Find, [Board, Table, Deal, Inbox, Tasks, Explorer, Help, Since], terminal ["/"], window ["/", "ctrl-f"];
    /// Clear the filter. Undo restores the filter of the pipeline or of the explorer.
    ClearFilter => "clear-filter", Find, [Board, Table, Inbox, Tasks, Explorer], terminal ["backspace"], window ["backspace"];
    /// Select or deselect the focused deal or notification.
    SelectDeal => "select-deal", Find, [Board, Table, Inbox], terminal ["space"], window ["space"];
    /// Start selecting a range at the focus; pressed again, end it.
    SelectRange => "select-range", Find, [Board, Table, Inbox], terminal ["V"], window ["V"];
    /// Extend the range of cells upwards.
    SelectUp => "select-up", Find, [Table], terminal [], window ["shift-up"];
    /// Extend the range of cells downwards.
    SelectDown => "select-down", Find, [Table], terminal [], window ["shift-down"];
    /// Extend the range of cells to the left.
    SelectLeft => "select-left", Find, [Table], terminal [], window ["shift-left"];
    /// Extend the range of cells to the right.
    SelectRight => "select-right", Find, [Table], terminal [], window ["shift-right"];
    /// Select every deal or notification shown.
    SelectAll => "select-all", Find, [Board, Table, Inbox], terminal ["ctrl-a"], window ["ctrl-a"];
    /// Clear the selection.
    ClearSelection => "clear-selection", Find, [Board, Table, Deal, Inbox], terminal [], window [];
    /// Switch between board and table.
    ToggleTable => "toggle-table", Find, [Board, Table], terminal ["v"], window ["v"];
    /// Switch between high and low cards.
    ToggleDensity => "toggle-density", Find, [Board], terminal [], window ["D"];
    /// Switch the swimlanes: by owner, by class or none.
    CycleSwimlanes => "turn-lanes", Find, [Board], terminal ["O"], window ["O"];
    /// Choose the metric in the column headers.
    ChooseMetric => "choose-figure", Find, [Board], terminal ["F"], window ["F"];
    /// Show or hide the row of metrics above the deals.
    ToggleMetrics => "toggle-metrics", Find, [Board, Table], terminal ["M"], window ["M"];
    /// Show only the slow deals among those shown, or all of them.
    OnlySlow => "only-slow", Find, [Board, Table], terminal [], window [];
    /// Show only the deals whose follow-up is due.
    ShowDue => "show-due", Find, [Screens], terminal [], window [];
    /// Show only the starred deals.
    ShowStarred => "show-starred", Find, [Screens], terminal [], window [];
    /// Show the deals that break an arithmetic check or a threshold.
    ShowChecks => "show-checks", Find, [Screens], terminal ["%"], window ["%"];
    /// Sort the cards by the next field.
    CycleSortOrder => "turn-order", Find, [Board], terminal ["s"], window ["s"];
    /// Reverse the sort order of the cards.
    ReverseOrder => "reverse-order", Find, [Board], terminal ["S"], window ["S"];
    /// Sort by the focused column alone. Pressed again, reverse the order, then clear it.
    SortColumn => "sort-column", Find, [Table], terminal ["s"], window ["s"];
    /// Add the focused column to the sort keys.
    SortAlso => "sort-also", Find, [Table], terminal ["S"], window ["S"];
    /// Group the table by the focused column as well; pressed again, no longer.
    GroupColumn => "group-column", Find, [Table], terminal ["O"], window ["O"];
    /// Collapse or expand the focused group.
    CollapseGroup => "fold-group", Find, [Table], terminal ["z"], window ["z"];
    /// Collapse every group, or expand every group.
    CollapseGroups => "fold-groups", Find, [Table], terminal ["Z"], window ["Z"];
    /// Show the next statistic in the headings of the groups.
    GroupStatistic => "group-statistic", Find, [Table, Sheet], terminal ["A"], window ["A"];
    /// Show the values of the focused column, with their numbers of deals.
    ShowFrequency => "frequency", Find, [Table], terminal ["F"], window ["F"];
    /// Show coverage, quartiles, mean and sum of every column.
    ShowDescription => "describe", Find, [Table], terminal ["I"], window ["D"];
    /// Show a pivot: a number by the values of two columns.
    ShowPivot => "pivot", Find, [Table], terminal ["P"], window ["P"];
    /// Select the next rows and columns of the pivot.
    PivotAxes => "pivot-axes", Find, [Sheet], terminal ["r"], window ["r"];
    /// Select the next number of the pivot.
    PivotFigure => "pivot-figure", Find, [Sheet], terminal ["f"], window ["f"];
    /// Choose the columns of the table and their order.
    ChooseColumns => "choose-columns", Find, [Board, Table], terminal ["C"], window ["C"];
    /// Make the column narrower.
    NarrowColumn => "narrow-column", Find, [Table, Columns], terminal ["<"], window ["<"];
    /// Make the column wider.
    WidenColumn => "widen-column", Find, [Table, Columns], terminal [">"], window [">"];
    /// Show or hide the column of the line.
    ToggleLine => "toggle-line", Find, [Columns], terminal ["space"], window ["space"];
    /// Move the line up.
    RaiseLine => "raise-line", Find, [Columns], terminal ["K", "shift-up"], window ["K", "shift-up"];
    /// Move the line down.
    LowerLine => "lower-line", Find, [Columns], terminal ["J", "shift-down"], window ["J", "shift-down"];
    /// Open a saved view.
    Views => "views", Find, [Screens], terminal ["w"], window ["w"];
    /// Save what is shown as a view.
    SaveView => "save-view", Find, [Board, Table], terminal ["W"], window ["W"], writes;
    /// Open the next saved view.
    NextView => "next-view", Find, [Board, Table], terminal ["]"], window ["]"];
    /// Open the previous saved view.
    PreviousView => "previous-view", Find, [Board, Table], terminal ["["], window ["["];
    /// Pin or unpin the view.
    PinView => "pin-view", Find, [Views, ServerViews], terminal ["p"], window ["p"], writes;
    /// Set or unset the view as the start view.
    DefaultView => "default-view", Find, [Views, ServerViews], terminal ["*"], window ["*"], writes;
    /// Rename the view.
    RenameView => "rename-view", Find, [Views, ServerViews], terminal ["e"], window ["e"], writes;
    /// Overwrite the view with what is shown.
    UpdateView => "update-view", Find, [Views], terminal ["u"], window ["u"], writes;
    /// Delete the view.
    DeleteView => "delete-view", Find, [Views, ServerViews], terminal ["d"], window ["d", "delete"], writes;
    /// Notify when a deal enters or leaves the view, or no longer.
    Subscribe => "subscribe", Find, [Board, Table, Views, ServerViews], terminal ["!"], window ["!"], writes;
    /// List rules and subscriptions.
    ShowRules => "rules", Find, [Screens], terminal [], window [];
    /// Show the settings of the configuration.
    Settings => "settings", Everywhere, [Screens], terminal [","], window [",", "ctrl-,"];
    /// Edit every view as text.
    EditViews => "edit-views", Find, [Views, ServerViews], terminal ["E"], window ["E"], writes;
    /// Collapse or expand the focused column.
    CollapseColumn => "fold-column", Find, [Board], terminal ["z"], window ["z"];
    /// Show only the writes among the requests, or all requests.
    OnlyWrites => "only-writes", Find, [Activity], terminal ["o"], window ["o"];
    /// Export what is shown to a file.
    Export => "export", Find, [Board, Table, Deal, Portfolio, Inbox, Tasks, Explorer, Activity, Flow, Since, Report, Sheet], terminal ["E"], window ["ctrl-e"];
    /// Write a committee pack of the selected deals, or of those shown.
    CommitteePack => "pack", Find, [Board, Table, Deal], terminal [], window [], writes;
    /// Copy the focused identifier or line.
    Copy => "copy", Find, [Board, Table, Deal, Portfolio, Inbox, Tasks, ServerViews, Explorer, Activity, Flow, Views, Record, Since], terminal ["y"], window ["y"];
    /// Choose what to copy.
    CopyAs => "copy-as", Find, [Board, Table, Deal, Inbox, Activity], terminal ["Y"], window ["Y"];
    /// Edit the typed text in an external editor.
    EditText => "edit-text", Find, [Filter, Form], terminal ["ctrl-o"], window [];
    /// Grab the card: arrow keys move it, Enter drops it, Esc puts it back.
    Grab => "grab", Act, [Board, Tasks], terminal [], window ["x"], writes;
    /// Open the context menu of the focused item, as a right click does.
    ShowMenu => "show-menu", Act, [Board, Table, Inbox, Tasks], terminal [], window ["shift-f10"];
    /// Move the card to the previous status.
    MovePrevious => "move-previous", Act, [Board, Table, Deal, Tasks], terminal ["H", "shift-left"], window ["H"], writes;
    /// Move the card to the next status.
    MoveNext => "move-next", Act, [Board, Table, Deal, Tasks], terminal ["L", "shift-right"], window ["L"], writes;
    /// Choose the status to move the card to.
    MoveTo => "move-to", Act, [Board, Table, Deal, Tasks, Record], terminal ["m"], window ["m"], writes;
    /// Create a deal.
    NewDeal => "new-deal", Act, [Board, Table, Deal], terminal ["n"], window ["n", "ctrl-n"], writes;
    /// Import deals from a spreadsheet.
    ImportDeals => "import-deals", Act, [Screens], terminal [], window [], writes;
    /// Edit the deal's owner.
    EditDeal => "edit-deal", Act, [Board, Table, Deal], terminal ["e"], window ["e"], writes;
    /// Edit the focused cell of the table, or the owner of the deal.
    EditInPlace => "edit-in-place", Act, [Board, Table, Deal], terminal [], window ["f2"], writes;
    /// Delete the deal: pressed once to ask, again to confirm.
    DeleteDeal => "delete-deal", Act, [Board, Table, Deal, Bulk, Question], terminal ["d"], window ["d", "delete"], writes;
    /// Create a deal again, under a new id, after its deletion was sent.
    Recreate => "recreate-deal", Act, [Board, Table, Deal, Activity], terminal [], window [], writes;
    /// Write a private note on the deal or the notification, stored locally.
    LocalNote => "local-note", Act, [Board, Table, Deal, Inbox], terminal ["c"], window ["c"], writes;
    /// Set or move the deal's follow-up: a date and a line of text.
    Followup => "followup", Act, [Board, Table, Deal], terminal ["f"], window ["f"], writes;
    /// Mark the deal's follow-up as done.
    FollowupDone => "followup-done", Act, [Board, Table, Deal], terminal ["t"], window ["t"], writes;
    /// Remove the deal's follow-up.
    RemoveFollowup => "remove-followup", Act, [Board, Table, Deal], terminal [], window [], writes;
    /// Star the deal or the notification locally, or remove the star.
    Star => "star", Act, [Board, Table, Deal, Inbox], terminal ["*"], window ["*"], writes;
    /// Add and remove labels of the deal, stored locally.
    Labels => "labels", Act, [Board, Table, Deal], terminal ["#"], window ["#"], writes;
    /// Show two to four selected deals side by side.
    Compare => "compare", Act, [Board, Table, Deal], terminal ["="], window ["="];
    /// Show the progress and the result of the bulk change.
    ShowBulk => "show-bulk", Act, [Board, Table], terminal ["b"], window ["b"];
    /// Cancel the unsent part of the bulk change.
    StopBulk => "stop-bulk", Act, [Bulk], terminal ["s"], window ["s"], writes;
    /// Send the rejected writes of the bulk change again.
    RetryBulk => "retry-bulk", Act, [Bulk], terminal ["R"], window ["R"], writes;
    /// Go to the next deal of the column.
    NextDeal => "next-deal", Act, [Deal], terminal ["J"], window ["J"];
    /// Go to the previous deal of the column.
    PreviousDeal => "previous-deal", Act, [Deal], terminal ["K"], window ["K"];
    /// Mark the notification as read and go to the next.
    MarkRead => "mark-read", Notifications, [Inbox], terminal ["x"], window ["x"], writes;
    /// Mark every notification shown as read: pressed once to arm, again to confirm.
    MarkAllRead => "mark-all-read", Notifications, [Inbox], terminal ["X"], window ["X"], writes;
    /// Snooze the notification, or unsnooze it.
    Snooze => "snooze", Notifications, [Inbox], terminal ["s"], window ["s"], writes;
    /// Mark a read notification unread locally, or remove that mark. The server has no such state.
    KeepUnread => "hold-unread", Notifications, [Inbox], terminal ["U"], window ["U"], writes;
    /// Expand or collapse the notifications grouped in a row.
    ExpandGroup => "unfold-group", Notifications, [Inbox], terminal ["o"], window ["o"];
    /// Group notifications whose titles differ only in numbers, or list them separately.
    GroupSimilar => "group-similar", Notifications, [Inbox], terminal ["z"], window ["z"];
    /// Show the chart, or the same numbers as a table.
    ToggleChart => "toggle-chart", Find, [Portfolio], terminal ["t"], window ["t"];
    /// Show the flow of the next period: everything, a year, three months.
    FlowPeriod => "flow-period", Find, [Flow], terminal ["s"], window ["s"];
    /// Group the flow by class, by owner, or not at all.
    FlowGrouping => "flow-grouping", Find, [Flow], terminal ["b"], window ["b"];
    /// Insert the likeliest completion of the typed word; pressed again, the next one.
    Complete => "complete", Find, [Filter], terminal ["tab", "down"], window ["tab"];
    /// Insert the previous completion.
    CompletePrevious => "complete-previous", Find, [Filter], terminal ["shift-tab", "up"], window ["shift-tab"];
    /// Highlight the next completion in the list; Enter inserts it.
    NextCompletion => "next-completion", Find, [Filter], terminal [], window ["down"];
    /// Highlight the previous completion in the list.
    PreviousCompletion => "previous-completion", Find, [Filter], terminal [], window ["up"];
    /// Show only the user's own tasks, or all.
    OnlyMine => "only-mine", Lists, [Tasks], terminal ["o"], window ["o"];
    /// Sort the tasks by the next field.
    TaskOrder => "task-order", Lists, [Tasks], terminal ["s"], window ["s"];
    /// Show every field of the task.
    TaskRecord => "task-record", Lists, [Tasks], terminal ["t"], window ["t"];
    /// Edit the task, or its local name.
    EditTask => "edit-task", Lists, [Tasks, Record], terminal ["e"], window ["e"], writes;
    /// Watch typed identifiers.
    AddIds => "add-ids", Lists, [Inbox, Tasks, ServerViews], terminal ["a"], window ["a"], writes;
    /// Stop watching an identifier.
    ForgetId => "forget-id", Lists, [Inbox, Tasks, ServerViews], terminal ["D"], window ["D"], writes;
    /// Edit the filters, columns and sort order of the view.
    EditViewState => "edit-view-state", Lists, [ServerViews], terminal ["f"], window ["f"], writes;
    /// Fetch any route.
    AskRoute => "ask-route", Lists, [Explorer], terminal ["o"], window ["o"];
    /// Show the records as a table, or the response as a tree.
    ToggleTree => "toggle-tree", Lists, [ServerViews, Explorer], terminal ["v"], window ["v"];
    /// Show a month or a week of the agenda.
    TogglePeriod => "toggle-period", Lists, [Agenda], terminal [], window ["v"];
    /// Go to the next page of the route.
    NextPage => "next-page", Lists, [Explorer], terminal ["]"], window ["]"];
    /// Go to the previous page of the route.
    PreviousPage => "previous-page", Lists, [Explorer], terminal ["["], window ["["];
    /// Probe the server for every list that is not known.
    Discover => "discover", Lists, [Explorer], terminal ["D"], window ["D"];
    /// Send a write again now.
    RetryWrite => "retry-write", Writes, [Activity], terminal ["R"], window ["R"], writes;
    /// Resolve a conflict with the user's values.
    KeepMine => "keep-mine", Writes, [Activity], terminal ["m"], window ["m"], writes;
    /// Resolve a conflict with the server's values.
    TakeTheirs => "take-theirs", Writes, [Activity], terminal ["t"], window ["t"], writes;
    /// Switch the chosen side of the focused field in a conflict.
    ChooseSide => "choose-side", Writes, [Activity], terminal ["f"], window ["f"], writes;
    /// Discard a pending or rejected write.
    DiscardWrite => "discard-write", Writes, [Activity], terminal ["d"], window ["d", "delete"], writes;
    /// Undo the last change.
    Undo => "undo", Everywhere, [Screens, Bulk, Since], terminal ["u"], window ["u", "ctrl-z"], writes;
    /// Redo the last undone change.
    Redo => "redo", Everywhere, [Screens, Bulk, Since], terminal ["ctrl-r"], window ["ctrl-r", "ctrl-y", "ctrl-Z"], writes;
    /// Fetch everything again.
    Refresh => "refresh", Everywhere, [Screens], terminal ["r"], window ["r", "f5"];
    /// Find and run any action.
    Palette => "palette", Everywhere, [Screens], terminal [":", "ctrl-p"], window ["ctrl-k"];
    /// Show the key bindings in force.
    Help => "help", Everywhere, [Screens, Help], terminal ["?"], window ["?", "f1"];
    /// Change keys in `config.toml`.
    EditKeys => "edit-keys", Everywhere, [Help], terminal ["e"], window [], writes;
    /// Go back to the deal or screen that was open before.
    PreviousOpened => "previous-opened", Everywhere, [Screens], terminal ["alt-left"], window ["alt-left"];
    /// Go forward again, after going back.
    NextOpened => "next-opened", Everywhere, [Screens], terminal ["alt-right"], window ["alt-right"];
    /// Show the changes since the last visit.
    ShowSince => "show-since", Everywhere, [Screens], terminal ["i"], window ["i"];
    /// Show the deals as they were known at a past date.
    ShowAsOf => "as-of", Everywhere, [Screens], terminal [], window [];
    /// Return from a past date to the present.
    BackToPresent => "back-to-present", Everywhere, [Screens], terminal [], window [];
    /// End the visit: mark the changes until now as seen.
    EndVisit => "end-visit", Everywhere, [Screens, Since], terminal ["ctrl-e"], window ["I"], writes;
    /// Switch large type for a projector on or off.
    Present => "present", Everywhere, [Screens], terminal [], window ["f11"];
    /// Enlarge everything in the window.
    ZoomIn => "zoom-in", Everywhere, [Screens], terminal [], window ["ctrl-+", "ctrl-="];
    /// Shrink everything in the window.
    ZoomOut => "zoom-out", Everywhere, [Screens], terminal [], window ["ctrl-minus"];
    /// Reset the window to its normal size.
    ZoomReset => "zoom-reset", Everywhere, [Screens], terminal [], window ["ctrl-0"];
    /// Choose the delegated user to act for, or the key itself.
    SwitchUser => "act-for-user", Everywhere, [Screens], terminal [], window [], writes;
    /// Enter the secret of the key, if the server accepts no stored one.
    SignIn => "sign-in", Everywhere, [Screens], terminal [], window [];
    /// Remove the key from this device.
    SignOut => "sign-out", Everywhere, [Screens], terminal [], window [], writes;
    /// Switch between French and English.
    SwitchLanguage => "switch-language", Everywhere, [Screens], terminal [], window [];
    /// Switch to the next theme.
    SwitchTheme => "switch-theme", Everywhere, [Screens], terminal [], window [];
    /// Quit.
    Quit => "quit", Everywhere, [Screens], terminal ["q", "ctrl-c"], window ["ctrl-q"];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn action_table_follows_the_order_of_action_ids() {
        for (i, spec) in ACTIONS.iter().enumerate() {
            assert_eq!(spec.id as usize, i);
            assert_eq!(ActionId::from_name(spec.name), Some(spec.id));
            assert_eq!(spec.label_key, format!("action-{}", spec.name));
        }
    }
}
