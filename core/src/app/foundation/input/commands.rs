//! The one action table. Every thing a person can do is one entry here; key map, palette, help, footers, menus and the
//! parity test read it. To add an action: add its id, its entry, its words (`action-<name>` in `assets/locales`), and
//! its arm in `app/shell/apply.rs`.

use super::context::{Context, Group};

macro_rules! actions {
    ($($(#[$doc:meta])* $id:ident => $name:literal, $group:ident, [$($context:ident),+], terminal [$($key:literal),*], window [$($wkey:literal),*];)+) => {
        /// The identity of an action.
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
            },)+
        ];
    };
}

/// What the table says of one action.
#[derive(Debug)]
pub struct ActionSpec {
    /// Its identity.
    pub id: ActionId,
    /// Its name in `config.toml` and in docs.
    pub name: &'static str,
    /// The key of its label in the locales.
    pub label_key: &'static str,
    /// Its section in help.
    pub group: Group,
    /// Where it applies.
    pub contexts: &'static [Context],
    /// Its default keys in the terminal.
    pub terminal_keys: &'static [&'static str],
    /// Its default keys in the window.
    pub window_keys: &'static [&'static str],
}

/// A front end that alone has an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The window.
    Window,
    /// The terminal.
    Terminal,
}

impl Side {
    /// The key of the words that mark it.
    pub const fn label_key(self) -> &'static str {
        match self {
            Self::Window => "side-window",
            Self::Terminal => "side-terminal",
        }
    }
}

impl ActionId {
    /// The front end that alone has it; `None` for what both have.
    pub const fn only_in(self) -> Option<Side> {
        match self {
            Self::Grab
            | Self::ShowMenu
            | Self::ToggleDensity
            | Self::TurnLanes
            | Self::ToggleMetrics
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

    /// What the table says of it.
    pub fn spec(self) -> &'static ActionSpec {
        // The table is made by the same macro as the enum, in the same order.
        &ACTIONS[self as usize]
    }

    /// The action called `name` in `config.toml`.
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
    /// Go to the activity: what waits, what was refused, what was asked.
    ScreenActivity => "screen-activity", Everywhere, [Screens], terminal ["8"], window ["8"];
    /// The next pane.
    NextPane => "next-pane", Move, [Deal, Portfolio, Inbox, Library, Explorer, Activity, Form, Palette, Help], terminal ["tab"], window ["f6"];
    /// The previous pane.
    PreviousPane => "previous-pane", Move, [Deal, Portfolio, Inbox, Library, Explorer, Activity, Form, Palette, Help], terminal ["shift-tab"], window ["shift-f6"];
    /// Focus to the left.
    FocusLeft => "focus-left", Move, [Board, Table, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Form], terminal ["left", "h"], window ["left", "h"];
    /// Focus down.
    FocusDown => "focus-down", Move, [Board, Table, Deal, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Menu, Palette, Help, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Figure, Question], terminal ["down", "j"], window ["down", "j"];
    /// Focus up.
    FocusUp => "focus-up", Move, [Board, Table, Deal, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Menu, Palette, Help, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Figure, Question], terminal ["up", "k"], window ["up", "k"];
    /// Focus to the right.
    FocusRight => "focus-right", Move, [Board, Table, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Form], terminal ["right", "l"], window ["right", "l"];
    /// Focus to the first.
    FocusFirst => "focus-first", Move, [Board, Table, Deal, Inbox, Tasks, Library, Explorer, Activity, Menu, Help, Views, Columns, Bulk, Record, Snooze, Since, Users, Figure], terminal ["g", "home"], window ["g", "home"];
    /// Focus to the last.
    FocusLast => "focus-last", Move, [Board, Table, Deal, Inbox, Tasks, Library, Explorer, Activity, Menu, Help, Views, Columns, Bulk, Record, Snooze, Since, Users, Figure], terminal ["G", "end"], window ["G", "end"];
    /// One page up.
    PageUp => "page-up", Move, [Board, Table, Deal, Inbox, Tasks, Library, Explorer, Activity, Menu, Palette, Help, Views, Columns, Bulk, Record, Since, Users, Figure], terminal ["pageup"], window ["pageup"];
    /// One page down.
    PageDown => "page-down", Move, [Board, Table, Deal, Inbox, Tasks, Library, Explorer, Activity, Menu, Palette, Help, Views, Columns, Bulk, Record, Since, Users, Figure], terminal ["pagedown"], window ["pagedown"];
    /// Open what has the focus, or confirm.
    Open => "open", Move, [Board, Table, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Filter, Menu, Palette, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Figure, Question], terminal ["enter"], window ["enter"];
    /// Back, close, clear.
    Back => "back", Move, [Board, Table, Deal, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Filter, Menu, Palette, Help, Form, Views, Columns, Bulk, CopyAs, Record, Snooze, Since, Users, Figure, Question], terminal ["esc"], window ["esc"];
    /// Type a filter.
    Filter => "filter", Find, [Board, Table, Deal, Inbox, Explorer, Help, Since], terminal ["/"], window ["/", "ctrl-f"];
    /// Show all again; undo brings the filter of the pipeline or of the explorer back.
    ClearFilter => "clear-filter", Find, [Board, Table, Inbox, Explorer], terminal ["backspace"], window ["backspace"];
    /// Select the focused deal or notification, or leave it out again.
    SelectDeal => "select-deal", Find, [Board, Table, Inbox], terminal ["space"], window ["space"];
    /// Select from here to where the focus goes; once more ends it.
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
    /// Select nothing.
    ClearSelection => "clear-selection", Find, [Board, Table, Deal, Inbox], terminal [], window [];
    /// Board or table.
    ToggleTable => "toggle-table", Find, [Board, Table], terminal ["v"], window ["v"];
    /// Higher cards or lower ones.
    ToggleDensity => "toggle-density", Find, [Board], terminal [], window ["D"];
    /// Lanes by owner, by class, or none.
    TurnLanes => "turn-lanes", Find, [Board], terminal [], window ["O"];
    /// Choose the figure in the heads of the columns.
    ChooseFigure => "choose-figure", Find, [Board], terminal ["F"], window ["F"];
    /// Show the strip of figures over the deals, or hide it.
    ToggleMetrics => "toggle-metrics", Find, [Board, Table], terminal [], window ["M"];
    /// Show only slow deals among those shown, or all of them again.
    OnlySlow => "only-slow", Find, [Board, Table], terminal [], window [];
    /// Sort the cards by the next field.
    TurnOrder => "turn-order", Find, [Board], terminal ["s"], window ["s"];
    /// Sort the cards by the same field the other way.
    ReverseOrder => "reverse-order", Find, [Board], terminal ["S"], window ["S"];
    /// Sort by the focused column alone; again the other way, then not at all.
    SortColumn => "sort-column", Find, [Table], terminal ["s"], window ["s"];
    /// Sort by the focused column too.
    SortAlso => "sort-also", Find, [Table], terminal ["S"], window ["S"];
    /// Choose the columns of the table and their order.
    ChooseColumns => "choose-columns", Find, [Board, Table], terminal ["C"], window ["C"];
    /// Make the column narrower.
    NarrowColumn => "narrow-column", Find, [Table, Columns], terminal ["<"], window ["<"];
    /// Make the column wider.
    WidenColumn => "widen-column", Find, [Table, Columns], terminal [">"], window [">"];
    /// Show or hide the column of the line.
    ToggleLine => "toggle-line", Find, [Columns], terminal ["space"], window ["space"];
    /// Put the line further up.
    RaiseLine => "raise-line", Find, [Columns], terminal ["K", "shift-up"], window ["K", "shift-up"];
    /// Put the line further down.
    LowerLine => "lower-line", Find, [Columns], terminal ["J", "shift-down"], window ["J", "shift-down"];
    /// Open a saved view.
    Views => "views", Find, [Screens], terminal ["w"], window ["w"];
    /// Keep what is shown as a view.
    SaveView => "save-view", Find, [Board, Table], terminal ["W"], window ["W"];
    /// The next saved view.
    NextView => "next-view", Find, [Board, Table], terminal ["]"], window ["]"];
    /// The previous saved view.
    PreviousView => "previous-view", Find, [Board, Table], terminal ["["], window ["["];
    /// Pin the view, or leave it unpinned.
    PinView => "pin-view", Find, [Views, Library], terminal ["p"], window ["p"];
    /// Open the view at the start, or no longer.
    DefaultView => "default-view", Find, [Views, Library], terminal ["*"], window ["*"];
    /// Give the view another name.
    RenameView => "rename-view", Find, [Views, Library], terminal ["e"], window ["e"];
    /// Keep what is shown under the view's name.
    UpdateView => "update-view", Find, [Views], terminal ["u"], window ["u"];
    /// Delete the view.
    DeleteView => "delete-view", Find, [Views, Library], terminal ["d"], window ["d", "delete"];
    /// Edit every view as text.
    EditViews => "edit-views", Find, [Views, Library], terminal ["E"], window ["E"];
    /// Fold or unfold the focused column.
    FoldColumn => "fold-column", Find, [Board], terminal ["z"], window ["z"];
    /// Of the requests the writes alone, or all of them.
    OnlyWrites => "only-writes", Find, [Activity], terminal ["o"], window ["o"];
    /// Write what is shown into a file.
    Export => "export", Find, [Board, Table, Deal, Portfolio, Inbox, Tasks, Explorer, Activity, Since], terminal ["E"], window ["ctrl-e"];
    /// Copy the focused identifier or line.
    Copy => "copy", Find, [Board, Table, Deal, Portfolio, Inbox, Tasks, Library, Explorer, Activity, Views, Record, Since], terminal ["y"], window ["y"];
    /// Choose what to copy.
    CopyAs => "copy-as", Find, [Board, Table, Deal, Inbox, Activity], terminal ["Y"], window ["Y"];
    /// Edit what is typed in an editor of its own.
    EditText => "edit-text", Find, [Filter, Form], terminal ["ctrl-o"], window [];
    /// Take the card: arrows carry it, Enter lets it go, Esc puts it back.
    Grab => "grab", Act, [Board, Tasks], terminal [], window ["x"];
    /// Open the menu of what has the focus, as the other button of the mouse does.
    ShowMenu => "show-menu", Act, [Board, Table, Inbox, Tasks], terminal [], window ["shift-f10"];
    /// Move the card to the previous status.
    MovePrevious => "move-previous", Act, [Board, Table, Deal, Tasks], terminal ["H", "shift-left"], window ["H"];
    /// Move the card to the next status.
    MoveNext => "move-next", Act, [Board, Table, Deal, Tasks], terminal ["L", "shift-right"], window ["L"];
    /// Choose the status to move the card to.
    MoveTo => "move-to", Act, [Board, Table, Deal, Tasks, Record], terminal ["m"], window ["m"];
    /// Create a deal.
    NewDeal => "new-deal", Act, [Board, Table, Deal], terminal ["n"], window ["n", "ctrl-n"];
    /// Edit the deal's owner.
    EditDeal => "edit-deal", Act, [Board, Table, Deal], terminal ["e"], window ["e"];
    /// Edit the focused cell of the table, or the owner of the deal.
    EditInPlace => "edit-in-place", Act, [Board, Table, Deal], terminal [], window ["f2"];
    /// Delete the deal: once to be asked, once more to confirm.
    DeleteDeal => "delete-deal", Act, [Board, Table, Deal, Bulk, Question], terminal ["d"], window ["d", "delete"];
    /// Create a deal again whose deletion has left, under a new id.
    Recreate => "recreate-deal", Act, [Board, Table, Deal, Activity], terminal [], window [];
    /// Write a private note on the deal or the notification, kept here.
    LocalNote => "local-note", Act, [Board, Table, Deal, Inbox], terminal ["c"], window ["c"];
    /// How far the change of many deals is, and what came of it.
    ShowBulk => "show-bulk", Act, [Board, Table], terminal ["b"], window ["b"];
    /// Take back what of it has not left yet.
    StopBulk => "stop-bulk", Act, [Bulk], terminal ["s"], window ["s"];
    /// Send again what of it was refused.
    RetryBulk => "retry-bulk", Act, [Bulk], terminal ["R"], window ["R"];
    /// The next deal of the column.
    NextDeal => "next-deal", Act, [Deal], terminal ["J"], window ["J"];
    /// The previous deal of the column.
    PreviousDeal => "previous-deal", Act, [Deal], terminal ["K"], window ["K"];
    /// Mark the notification read and go to the next.
    MarkRead => "mark-read", Notifications, [Inbox], terminal ["x"], window ["x"];
    /// Mark every notification shown read: once to arm, once more to confirm.
    MarkAllRead => "mark-all-read", Notifications, [Inbox], terminal ["X"], window ["X"];
    /// Let the notification sleep until a moment, or wake it.
    Snooze => "snooze", Notifications, [Inbox], terminal ["s"], window ["s"];
    /// Star the notification here, or take the star away.
    Star => "star", Notifications, [Inbox], terminal ["*"], window ["*"];
    /// Hold a read notification unread here, or no longer: the service has no such thing.
    HoldUnread => "hold-unread", Notifications, [Inbox], terminal ["U"], window ["U"];
    /// Unfold those that stand together in a row, or fold them again.
    UnfoldGroup => "unfold-group", Notifications, [Inbox], terminal ["o"], window ["o"];
    /// Let titles that differ in figures alone stand together, or apart.
    GroupSimilar => "group-similar", Notifications, [Inbox], terminal ["z"], window ["z"];
    /// The chart, or the same numbers as a table.
    ToggleChart => "toggle-chart", Find, [Portfolio], terminal ["t"], window ["t"];
    /// Take the likeliest end of the word being typed; once more, the next one.
    Complete => "complete", Find, [Filter], terminal ["tab", "down"], window ["tab"];
    /// The end of the word before the one taken.
    CompletePrevious => "complete-previous", Find, [Filter], terminal ["shift-tab", "up"], window ["shift-tab"];
    /// Point at the next completion in its list; Enter takes it.
    NextCompletion => "next-completion", Find, [Filter], terminal [], window ["down"];
    /// Point at the completion before.
    PreviousCompletion => "previous-completion", Find, [Filter], terminal [], window ["up"];
    /// Change the task, or its name here.
    EditTask => "edit-task", Lists, [Tasks, Record], terminal ["e"], window ["e"];
    /// Watch identifiers that were given.
    AddIds => "add-ids", Lists, [Inbox, Tasks, Library], terminal ["a"], window ["a"];
    /// Watch an identifier no longer.
    ForgetId => "forget-id", Lists, [Inbox, Tasks, Library], terminal ["D"], window ["D"];
    /// Change filters, columns and sort of the view.
    EditViewState => "edit-view-state", Lists, [Library], terminal ["f"], window ["f"];
    /// Read any route.
    AskRoute => "ask-route", Lists, [Explorer], terminal ["o"], window ["o"];
    /// Records as a table, or the answer as a tree.
    ToggleTree => "toggle-tree", Lists, [Library, Explorer], terminal ["v"], window ["v"];
    /// The next page of the route.
    NextPage => "next-page", Lists, [Explorer], terminal ["]"], window ["]"];
    /// The page of the route before.
    PreviousPage => "previous-page", Lists, [Explorer], terminal ["["], window ["["];
    /// Look for every list that is not known.
    Discover => "discover", Lists, [Explorer], terminal ["D"], window ["D"];
    /// Send a write again now.
    RetryWrite => "retry-write", Writes, [Activity], terminal ["R"], window ["R"];
    /// Decide a conflict: what the person wrote is to be.
    KeepMine => "keep-mine", Writes, [Activity], terminal ["m"], window ["m"];
    /// Decide a conflict: what the service holds stays.
    TakeTheirs => "take-theirs", Writes, [Activity], terminal ["t"], window ["t"];
    /// Change the side chosen for the focused field of a conflict.
    ChooseSide => "choose-side", Writes, [Activity], terminal ["f"], window ["f"];
    /// Forget a write that waits or was refused.
    DiscardWrite => "discard-write", Writes, [Activity], terminal ["d"], window ["d", "delete"];
    /// Take the last change back.
    Undo => "undo", Everywhere, [Screens, Bulk, Since], terminal ["u"], window ["u", "ctrl-z"];
    /// Make the change taken back again.
    Redo => "redo", Everywhere, [Screens, Bulk, Since], terminal ["ctrl-r"], window ["ctrl-r", "ctrl-y", "ctrl-Z"];
    /// Read everything again.
    Refresh => "refresh", Everywhere, [Screens], terminal ["r"], window ["r", "f5"];
    /// Find and run any action.
    Palette => "palette", Everywhere, [Screens], terminal [":", "ctrl-p"], window ["ctrl-k"];
    /// The keys in force.
    Help => "help", Everywhere, [Screens, Help], terminal ["?"], window ["?", "f1"];
    /// Change keys in `config.toml`.
    EditKeys => "edit-keys", Everywhere, [Help], terminal ["e"], window [];
    /// What changed since the last visit.
    ShowSince => "show-since", Everywhere, [Screens], terminal ["i"], window ["i"];
    /// End the visit: what changed until now has been seen.
    EndVisit => "end-visit", Everywhere, [Screens, Since], terminal ["ctrl-e"], window ["I"];
    /// Large type, for a projector.
    Present => "present", Everywhere, [Screens], terminal [], window ["f11"];
    /// Everything larger in the window.
    ZoomIn => "zoom-in", Everywhere, [Screens], terminal [], window ["ctrl-+", "ctrl-="];
    /// Everything smaller in the window.
    ZoomOut => "zoom-out", Everywhere, [Screens], terminal [], window ["ctrl-minus"];
    /// Everything of its own size in the window.
    ZoomReset => "zoom-reset", Everywhere, [Screens], terminal [], window ["ctrl-0"];
    /// Choose the user to act for, or the key itself.
    ActForUser => "act-for-user", Everywhere, [Screens], terminal [], window [];
    /// Give the secret of the key, where the service takes none that is here.
    SignIn => "sign-in", Everywhere, [Screens], terminal [], window [];
    /// Take the key off this machine.
    SignOut => "sign-out", Everywhere, [Screens], terminal [], window [];
    /// French or English.
    SwitchLanguage => "switch-language", Everywhere, [Screens], terminal [], window [];
    /// The next theme.
    SwitchTheme => "switch-theme", Everywhere, [Screens], terminal [], window [];
    /// Leave.
    Quit => "quit", Everywhere, [Screens], terminal ["q", "ctrl-c"], window ["ctrl-q"];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_stands_in_the_order_of_the_ids() {
        for (i, spec) in ACTIONS.iter().enumerate() {
            assert_eq!(spec.id as usize, i);
            assert_eq!(ActionId::from_name(spec.name), Some(spec.id));
            assert_eq!(spec.label_key, format!("action-{}", spec.name));
        }
    }
}
