//! State of the inbox. Displaying a notification never marks it read. Marking moves the focus to the next one, and
//! "mark all" must be armed first. Similar titles are grouped, and an action on a group applies to all its members.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::context::Screen;
use crate::foundation::input::step::cycle;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::snapshot::{NotificationRow, Snapshot};
use crate::model::watched::Watched;
use crate::screens::inbox::triage::{LocalTriage, TRIAGE_KEY};
use crate::text::fold;
use jiff::Timestamp;
use std::collections::BTreeSet;
use std::sync::Arc;
use strum::VariantArray as _;

/// Minimum word length to match the beginning of an identifier; shorter words match too many.
const MIN_ID_PREFIX: usize = 4;

impl InboxTab {
    /// All tabs, in order.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// Returns the message key of its name.
    pub fn label_key(self) -> &'static str {
        self.into()
    }
}

/// The inbox's state.
#[derive(Clone, Debug, Default)]
pub struct InboxState {
    /// Current tab.
    pub tab: InboxTab,
    /// Focused notification.
    pub focus: Option<NotificationId>,
    /// Time until which "mark all" is armed.
    pub armed_until: Option<Timestamp>,
    /// Filter text for the notifications.
    pub filter: String,
    pub(crate) prev_filter: String,
    /// Focused notification before the user typed the filter.
    pub(crate) prev_focus: Option<NotificationId>,
    /// True while grouping is off, and each notification has its own row.
    pub ungrouped: bool,
    /// Local stars, snoozes and unread marks.
    pub triage: LocalTriage,
    /// Bulk marking in progress.
    pub mark_run: Option<MarkRun>,
    /// Time at which the last bulk marking finished by itself.
    pub(super) run_ended_at: Option<Timestamp>,
    /// Time at which "mark all" disarmed by itself.
    pub(crate) disarmed_at: Option<Timestamp>,
    /// Index of the focused alert.
    pub alert_index: usize,
    /// Index of the focused kind.
    pub kind_index: usize,
    /// Frequencies of the shown notifications.
    pub frequencies: InboxFrequencies,
    /// Selected notifications.
    pub(super) selection: NotificationSelection,
    /// Normalised titles of the expanded groups.
    pub(super) expanded: BTreeSet<String>,
    /// Number of the effect that last saved `triage`; older snapshots do not contain it yet.
    pub(super) triage_saved_seq: u64,
    /// First of the notifications whose marking was undone; it gets the focus when it reappears.
    pub(crate) refocus_id: Option<NotificationId>,
    /// Notifications marked last; they still look unread until the engine handles the effect.
    pub(crate) pending_marks: Vec<NotificationId>,
    /// Position of the focus in the list.
    pub(crate) list_focus: ListFocus,
    /// Snapshot indexes of the notifications that the tab and the filter show.
    visible: Vec<usize>,
    /// Rows in display order.
    pub(crate) rows: Vec<InboxRowInfo>,
}

/// Returns whether `word` is the identifier or its beginning.
fn is_id_prefix(id: &str, word: &str) -> bool {
    id == word || (word.chars().count() >= MIN_ID_PREFIX && id.starts_with(word))
}

impl InboxState {
    /// Returns whether a tab shows a notification.
    pub fn is_in_tab(&self, tab: InboxTab, row: &NotificationRow, cx: &AppCx) -> bool {
        let is_snoozed = || self.triage.snoozed_until(row.id.as_str(), cx.now).is_some();
        match tab {
            InboxTab::Unread => (self.is_unread(row) || self.is_queued_in_run(row)) && !is_snoozed(),
            InboxTab::Read => !self.is_unread(row) && !self.is_queued_in_run(row),
            InboxTab::Snoozed => is_snoozed(),
            InboxTab::Starred => self.is_starred(&row.id),
            InboxTab::All => true,
        }
    }

    /// Returns whether a tab counts a notification. A notification queued in a bulk marking stays visible under
    /// "unread" but already counts as read. The counts of the tabs thus always add up.
    pub fn is_counted_in(&self, tab: InboxTab, row: &NotificationRow, cx: &AppCx) -> bool {
        match tab {
            InboxTab::Unread => self.is_in_tab(tab, row, cx) && !self.is_queued_in_run(row),
            InboxTab::Read => !self.is_unread(row),
            InboxTab::Snoozed | InboxTab::Starred | InboxTab::All => self.is_in_tab(tab, row, cx),
        }
    }

    /// Returns whether a notification is starred locally.
    pub fn is_starred(&self, id: &NotificationId) -> bool {
        self.triage.starred.contains(id.as_str())
    }

    /// Returns whether it counts as unread: unread at the service or kept unread locally.
    pub fn is_unread(&self, row: &NotificationRow) -> bool {
        if row.local.is_some() {
            return self.triage.has_unread_flag(row.id.as_str());
        }
        !row.read || self.is_kept_unread(row)
    }

    /// Returns whether it is read at the service and kept unread locally.
    pub fn is_kept_unread(&self, row: &NotificationRow) -> bool {
        row.local.is_none() && row.read && self.triage.unread.contains(row.id.as_str())
    }

    /// Returns whether a notification matches the filter. Its title or private note contains every word, or its
    /// identifier begins with the word.
    pub fn matches_filter(&self, row: &NotificationRow, cx: &AppCx) -> bool {
        if self.filter.trim().is_empty() {
            return true;
        }
        let (title, needle) = (fold(&row.title), fold(&self.filter));
        let note = fold(cx.notification_note(row.id.as_str()));
        let id = fold(row.id.as_str());
        needle
            .split_whitespace()
            .all(|word| title.contains(word) || note.contains(word) || is_id_prefix(&id, word))
    }

    /// Returns the notifications that the tab and the filter show, newest first.
    pub fn visible_notifications<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        let items = &cx.snapshot.inbox.items;
        self.visible.iter().filter_map(|at| items.get(*at)).collect()
    }

    /// Applies the tab and the filter, and rebuilds the grouped rows.
    pub(crate) fn rebuild_rows(&mut self, cx: &mut AppCx) {
        let items = &cx.snapshot.inbox.items;
        let visible: Vec<usize> = (0..items.len())
            .filter(|at| {
                let row = &items[*at];
                self.is_in_tab(self.tab, row, cx) && self.matches_filter(row, cx)
            })
            .collect();
        self.rows = self.group_rows(&visible, cx);
        self.visible = visible;
        self.frequencies = self.count_frequencies(cx);
        self.deselect_hidden(cx);
        self.restore_inbox_focus(cx);
    }

    pub(crate) fn update_inbox(&mut self, before: &Snapshot, cx: &mut AppCx) {
        let settings = |snapshot: &Snapshot| snapshot.settings.as_ref().map(Arc::as_ptr);
        let is_triage_stored =
            settings(before) != settings(&cx.snapshot) && cx.snapshot.handled >= self.triage_saved_seq;
        if is_triage_stored && let Some(settings) = &cx.snapshot.settings {
            self.triage = LocalTriage::parse(settings.get(TRIAGE_KEY));
        }
        let watched = !Arc::ptr_eq(&before.resources, &cx.snapshot.resources);
        if is_triage_stored || watched || !Arc::ptr_eq(&before.inbox, &cx.snapshot.inbox) {
            self.rebuild_rows(cx);
        }
    }

    /// Returns the focused notification.
    pub fn focused_notification<'a>(&'a self, cx: &'a AppCx) -> Option<&'a NotificationRow> {
        let focus = self.focus.as_ref()?;
        cx.snapshot.inbox.items.iter().find(|row| row.id == *focus)
    }

    /// Returns the watched identifiers without a record. They are listed after the rows, with a reason. Includes
    /// identifiers that could not be requested yet.
    pub fn watched_ids_without_record<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a Watched> {
        let is_unfiltered = matches!(self.tab, InboxTab::Unread | InboxTab::All) && self.filter.is_empty();
        let list = cx.snapshot.resources.get(&ResourceKind::Notifications).filter(|_| is_unfiltered);
        let items = &cx.snapshot.inbox.items;
        let missing = |watched: &&Watched| {
            (watched.is_unknown() || watched.awaits_response())
                && !items.iter().any(|row| row.id.as_str() == watched.id)
        };
        list.map_or_else(Vec::new, |list| list.watched.iter().filter(missing).collect())
    }

    /// Returns whether a watched identifier without a record is focused.
    pub(crate) fn is_id_without_record_focused(&self, cx: &AppCx) -> bool {
        let Some(focus) = &self.focus else {
            return false;
        };
        let on_list = cx.screen == Screen::Notifications && cx.pane == LIST;
        on_list && self.watched_ids_without_record(cx).iter().any(|watched| watched.id == focus.as_str())
    }

    /// Returns whether the focused notification belongs to no known deal.
    pub(crate) fn has_no_deal(&self, cx: &AppCx) -> bool {
        let on_list = cx.screen == Screen::Notifications && cx.pane == LIST && cx.overlay == Overlay::None;
        // The search compares the names of all deals.
        let has_deal = || self.deal_of_notification(cx).is_some() || self.focused_summary(cx).is_some();
        on_list && self.focused_notification(cx).is_some() && !has_deal()
    }

    pub(crate) fn show_tab(&mut self, tab: InboxTab, cx: &mut AppCx) {
        self.tab = tab;
        self.list_focus.reset();
        self.armed_until = None;
        self.selection = NotificationSelection::default();
        cx.pane = LIST;
        self.rebuild_rows(cx);
    }

    pub(crate) fn cycle_tab(&mut self, forward: bool, cx: &mut AppCx) {
        let current = InboxTab::ALL.iter().position(|tab| *tab == self.tab).unwrap_or(0);
        self.show_tab(InboxTab::ALL[cycle(current, forward, InboxTab::ALL.len())], cx);
    }

    pub(crate) fn filter_inbox(&mut self, text: String, cx: &mut AppCx) {
        self.filter = text;
        self.armed_until = None;
        // If the filter hides the focused row, the first matching row gets the focus.
        self.list_focus.index = 0;
        self.rebuild_rows(cx);
    }

    pub(crate) fn toggle_grouping(&mut self, cx: &mut AppCx) {
        self.ungrouped = !self.ungrouped;
        self.expanded.clear();
        self.rebuild_rows(cx);
        let groups = self.rows.iter().filter(|row| row.group_size > 1);
        let key = if self.ungrouped { "toast-apart" } else { "toast-grouped" };
        cx.notify(ToastContent::counted(key, groups.count()), SHORT);
    }

    /// Returns the deal of the focused notification: that of a local one, or the one whose name is in the title.
    pub fn deal_of_notification<'a>(&'a self, cx: &'a AppCx) -> Option<crate::model::table::DealRow<'a>> {
        let row = self.focused_notification(cx)?;
        match &row.local {
            Some(alert) => cx.snapshot.deals.row(cx.snapshot.deals.find(&alert.deal)?),
            None => cx.deal_named_in(&row.title),
        }
    }

    /// Returns the focused alert.
    pub(crate) fn focused_alert(
        &self,
        cx: &AppCx,
    ) -> Option<crate::records::lists::resource_items::ListItem> {
        cx.list_items(ResourceKind::Alerts).into_iter().nth(self.alert_index)
    }
}

impl AppCx {
    /// Returns the local day under which a notification is listed.
    pub fn day_of(&self, row: &NotificationRow) -> jiff::civil::Date {
        let at = row.created_at.unwrap_or(row.first_seen);
        crate::text::date::local(at, &self.options.zone).date()
    }

    /// Returns the resource kind of the identifiers added in the current pane.
    pub(crate) fn watched_kind(&self) -> ResourceKind {
        if self.pane == ALERTS { ResourceKind::Alerts } else { ResourceKind::Notifications }
    }

    /// Returns the deal whose name a title contains. The contract defines no link, so only the name is compared.
    pub fn deal_named_in(&self, title: &str) -> Option<crate::model::table::DealRow<'_>> {
        crate::foundation::search::deal_names::deal_in_title(&self.snapshot.deals, title)
    }
}

/// A bulk marking in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct MarkRun {
    pub(crate) ids: Vec<NotificationId>,
    /// Number of the effect that requested it; before the engine handles it no write exists.
    pub(crate) submitted_seq: u64,
}

/// Progress of a bulk marking.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MarkCounts {
    /// Total number.
    pub total: usize,
    /// Number of marked notifications.
    pub done: usize,
    /// Number of pending notifications.
    pub pending: usize,
    /// Number of rejected notifications.
    pub failed: usize,
}

/// Position of the focus in the list.
#[derive(Clone, Debug, Default)]
pub(crate) struct ListFocus {
    /// Index among the focusable rows; if the row disappears, its neighbour gets the focus.
    pub(crate) index: usize,
    /// True after the user moved the focus.
    pub(crate) is_user_set: bool,
    /// True while the user has opened the list and its refresh is not loaded yet.
    pub(crate) awaits_refresh: bool,
    /// Time of the last list read when the user opened the screen.
    pub(crate) fetched_before: Option<Timestamp>,
    /// Normalised title of the focused row; `None` without a row, or after a switch to another list.
    pub(crate) group_key: Option<String>,
}

impl ListFocus {
    /// Resets the focus index for another list. A focused row that is also in the new list keeps the focus.
    pub(crate) fn reset(&mut self) {
        self.index = 0;
        self.group_key = None;
    }
}

/// The pane of the list.
pub const LIST: usize = 0;

/// Pane index of the alerts.
pub const ALERTS: usize = 1;

/// Pane index of the alert preferences.
pub const PREFERENCES: usize = 2;

/// Pane index of the frequencies by kind.
pub const KINDS: usize = 3;

/// Role of a notification in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InboxRowInfo {
    /// Index in the snapshot.
    pub(crate) index: usize,
    /// Number of notifications in its row, itself included; 1 if it is alone.
    pub group_size: usize,
    /// True while its group is expanded, with one row for each member.
    pub is_expanded: bool,
    /// True for a member shown under the header of an expanded group.
    pub is_member: bool,
}

/// Selection state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NotificationSelection {
    pub(crate) ids: BTreeSet<String>,
    /// Start of a range that follows the focus.
    pub(crate) anchor: Option<NotificationId>,
    /// Notifications between the start and the focus.
    pub(crate) range: BTreeSet<String>,
}

impl NotificationSelection {
    pub(crate) fn contains(&self, id: &str) -> bool {
        self.ids.contains(id) || self.range.contains(id)
    }
}

/// One kind.
#[derive(Clone, Debug, PartialEq)]
pub struct KindFrequency {
    /// Beginning of its titles, without numbers.
    pub label: String,
    /// Number of notifications.
    pub count: usize,
    /// Time of the first notification.
    pub first: Timestamp,
    /// Time of the last notification.
    pub last: Timestamp,
    /// Count per hour or day, the latest last.
    pub bins: Vec<usize>,
}

/// Frequencies of the shown notifications.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InboxFrequencies {
    /// The kinds, the most frequent first.
    pub kinds: Vec<KindFrequency>,
    /// True if counted by the hour; false if by the day.
    pub hourly: bool,
    /// Number of bins (hours or days).
    pub bin_count: usize,
    /// True if some times are this client's, because the service sent none.
    pub has_local_times: bool,
}
