//! Clearing notifications: looking never marks, marking goes on to the next, marking all arms first. Titles that differ
//! in figures alone stand together, and what is done to one is done to all of them.

use crate::app::screens::inbox::panes::{LIST, ALERTS};
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::overlay_types::InboxTab;
use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use crate::app::foundation::cx::overlay::Layer;
use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::app::foundation::input::context::Screen;
use crate::app::foundation::input::step::turn;
use crate::contract::ids::NotificationId;
use crate::discovery::{Family, Watched};
use crate::engine::{NotificationRow, Snapshot};
use crate::query::fold;

use crate::app::screens::inbox::list_focus::Spot;
use crate::app::screens::inbox::frequency_counts::Bursts;
use crate::app::screens::inbox::row_standing::Standing;
use crate::app::screens::inbox::mark_run::MarkRun;
use crate::app::screens::inbox::selected_rows::Picked;
use super::triage::{TRIAGE, Triage};

/// From how many letters on a word is taken for the beginning of an identifier: fewer begin too many of them.
const IDENTIFYING: usize = 4;

impl InboxTab {
    /// Every tab, in order.
    pub const ALL: [Self; 5] = [Self::Unread, Self::Read, Self::Snoozed, Self::Starred, Self::All];

    /// The key of its name in the locales.
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Unread => "inbox-tab-unread",
            Self::Read => "inbox-tab-read",
            Self::Snoozed => "inbox-tab-snoozed",
            Self::Starred => "inbox-tab-starred",
            Self::All => "inbox-tab-all",
        }
    }
}

/// The inbox's state.
#[derive(Clone, Debug, Default)]
pub struct InboxState {
    /// The tab shown.
    pub tab: InboxTab,
    /// The notification that has the focus.
    pub focus: Option<NotificationId>,
    /// Until when "mark all" is armed.
    pub armed_until: Option<Timestamp>,
    /// What the titles have to hold.
    pub filter: String,
    pub(in crate::app) filter_before: String,
    /// What had the focus before the filter was typed.
    pub(in crate::app) focus_before: Option<NotificationId>,
    /// Whether each stands alone, even where others are like it.
    pub apart: bool,
    /// What is noted here about them.
    pub triage: Triage,
    /// The marking of many that is under way.
    pub run: Option<MarkRun>,
    /// When the last one ended by itself.
    pub(super) run_ended: Option<Timestamp>,
    /// When "mark all" disarmed by itself.
    pub(in crate::app) disarmed: Option<Timestamp>,
    /// Which alert has the focus.
    pub alert: usize,
    /// Which kind has the focus.
    pub kind: usize,
    /// What repeats among those shown.
    pub bursts: Bursts,
    /// What is selected.
    pub(super) picked: Picked,
    /// The rows that are unfolded, by what their titles are alike in.
    pub(super) unfolded: BTreeSet<String>,
    /// Since which effect the notes are ours: what was read before it does not hold them yet.
    pub(super) noted: u64,
    /// Which ones were marked and are taken back: the first of them has the focus again when it is there again.
    pub(in crate::app) returning: Option<NotificationId>,
    /// Which ones were marked last: until the engine has taken that in they still look unread.
    pub(in crate::app) asked: Vec<NotificationId>,
    /// Where the focus stands in the list.
    pub(in crate::app) spot: Spot,
    /// Those that the tab and the filter show, by their place in the snapshot.
    shown: Vec<usize>,
    /// The rows, in their order.
    pub(in crate::app) rows: Vec<Standing>,
}

/// Whether `word` names the identifier: the whole of it, or its beginning.
fn names(id: &str, word: &str) -> bool {
    id == word || (word.chars().count() >= IDENTIFYING && id.starts_with(word))
}

impl InboxState {
    /// Whether a tab shows a notification.
    pub fn in_tab(&self, tab: InboxTab, row: &NotificationRow, cx: &AppCx) -> bool {
        let asleep = || self.triage.asleep(row.id.as_str(), cx.now).is_some();
        match tab {
            InboxTab::Unread => (self.is_unread(row) || self.waits_in_run(row)) && !asleep(),
            InboxTab::Read => !self.is_unread(row) && !self.waits_in_run(row),
            InboxTab::Snoozed => asleep(),
            InboxTab::Starred => self.is_starred(&row.id),
            InboxTab::All => true,
        }
    }

    /// Whether a notification is counted under a tab: one that waits to be marked with many others still stands among the
    /// unread, and is counted among the read already, so that the counts of the tabs add up all the while.
    pub fn counts_in(&self, tab: InboxTab, row: &NotificationRow, cx: &AppCx) -> bool {
        match tab {
            InboxTab::Unread => self.in_tab(tab, row, cx) && !self.waits_in_run(row),
            InboxTab::Read => !self.is_unread(row),
            InboxTab::Snoozed | InboxTab::Starred | InboxTab::All => self.in_tab(tab, row, cx),
        }
    }

    /// Whether a notification is starred here.
    pub fn is_starred(&self, id: &NotificationId) -> bool {
        self.triage.starred.contains(id.as_str())
    }

    /// Whether it is to be handled: the service has it unread, or it is held unread here.
    pub fn is_unread(&self, row: &NotificationRow) -> bool {
        !row.read || self.is_held_unread(row)
    }

    /// Whether the service has it read and it is held unread here.
    pub fn is_held_unread(&self, row: &NotificationRow) -> bool {
        row.read && self.triage.unread.contains(row.id.as_str())
    }

    /// Whether the filter of the inbox leaves a notification: its title or its note here holds every word of it, or its
    /// identifier begins with it.
    pub fn inbox_keeps(&self, row: &NotificationRow, cx: &AppCx) -> bool {
        if self.filter.trim().is_empty() {
            return true;
        }
        let (title, needle) = (fold(&row.title), fold(&self.filter));
        let note = fold(cx.notification_note(row.id.as_str()));
        let id = fold(row.id.as_str());
        needle
            .split_whitespace()
            .all(|word| title.contains(word) || note.contains(word) || names(&id, word))
    }

    /// The notifications of the tab shown that the filter leaves, newest first.
    pub fn shown_notifications<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a NotificationRow> {
        let items = &cx.snapshot.inbox.items;
        self.shown.iter().filter_map(|at| items.get(*at)).collect()
    }

    /// Chooses what the tab and the filter show, and which of it stands together.
    pub(in crate::app) fn look_at_inbox(&mut self, cx: &mut AppCx) {
        let items = &cx.snapshot.inbox.items;
        let shown: Vec<usize> = (0..items.len())
            .filter(|at| {
                let row = &items[*at];
                self.in_tab(self.tab, row, cx) && self.inbox_keeps(row, cx)
            })
            .collect();
        self.rows = self.stand_together(&shown, cx);
        self.shown = shown;
        self.bursts = self.count_bursts(cx);
        self.keep_picked_shown(cx);
        self.anchor_inbox(cx);
    }

    pub(in crate::app) fn follow_inbox(&mut self, before: &Snapshot, cx: &mut AppCx) {
        let settings = |snapshot: &Snapshot| snapshot.settings.as_ref().map(Arc::as_ptr);
        let noted = settings(before) != settings(&cx.snapshot) && cx.snapshot.handled >= self.noted;
        if noted && let Some(settings) = &cx.snapshot.settings {
            self.triage = Triage::of(settings.get(TRIAGE));
        }
        let watched = !Arc::ptr_eq(&before.families, &cx.snapshot.families);
        if noted || watched || !Arc::ptr_eq(&before.inbox, &cx.snapshot.inbox) {
            self.look_at_inbox(cx);
        }
    }

    /// The notification that has the focus.
    pub fn focused_notification<'a>(&'a self, cx: &'a AppCx) -> Option<&'a NotificationRow> {
        let focus = self.focus.as_ref()?;
        cx.snapshot.inbox.items.iter().find(|row| row.id == *focus)
    }

    /// The watched identifiers of which the service gave nothing: they stand after the rows, kept with the reason. One that
    /// was given and for which it could not be asked yet is among them.
    pub fn unknown_notifications<'a>(&'a self, cx: &'a AppCx) -> Vec<&'a Watched> {
        let whole = matches!(self.tab, InboxTab::Unread | InboxTab::All) && self.filter.is_empty();
        let list = cx.snapshot.families.get(&Family::Notifications).filter(|_| whole);
        let items = &cx.snapshot.inbox.items;
        let missing = |watched: &&Watched| {
            (watched.is_unknown() || watched.awaits_answer())
                && !items.iter().any(|row| row.id.as_str() == watched.id)
        };
        list.map_or_else(Vec::new, |list| list.watched.iter().filter(missing).collect())
    }

    /// Whether the focus is on a watched identifier of which the service gave nothing.
    pub(in crate::app) fn looks_at_unanswered(&self, cx: &AppCx) -> bool {
        let Some(focus) = &self.focus else {
            return false;
        };
        let here = cx.screen == Screen::Notifications && cx.pane == LIST;
        let missing = self.unknown_notifications(cx);
        here && missing.iter().any(|watched| watched.id == focus.as_str())
    }

    /// Whether a notification has the focus that is about no deal that is known.
    pub(in crate::app) fn opens_no_deal(&self, cx: &AppCx) -> bool {
        let here = cx.screen == Screen::Notifications && cx.pane == LIST && cx.layer == Layer::None;
        here && self.focused_notification(cx).is_some() && self.deal_of_notification(cx).is_none()
    }

    pub(in crate::app) fn show_tab(&mut self, tab: InboxTab, cx: &mut AppCx) {
        self.tab = tab;
        self.spot.begin_anew();
        self.armed_until = None;
        self.picked = Picked::default();
        cx.pane = LIST;
        self.look_at_inbox(cx);
    }

    pub(in crate::app) fn turn_tab(&mut self, forward: bool, cx: &mut AppCx) {
        let here = InboxTab::ALL.iter().position(|tab| *tab == self.tab).unwrap_or(0);
        self.show_tab(InboxTab::ALL[turn(here, forward, InboxTab::ALL.len())], cx);
    }

    pub(in crate::app) fn filter_inbox(&mut self, text: String, cx: &mut AppCx) {
        self.filter = text;
        self.armed_until = None;
        // Where the filter leaves nothing of the focused row, the first that it leaves has the focus.
        self.spot.place = 0;
        self.look_at_inbox(cx);
    }

    pub(in crate::app) fn toggle_apart(&mut self, cx: &mut AppCx) {
        self.apart = !self.apart;
        self.unfolded.clear();
        self.look_at_inbox(cx);
        let groups = self.rows.iter().filter(|row| row.together > 1);
        let kind = ToastKind::Triaged(Triaged::Grouped {
            apart: self.apart,
            groups: groups.count(),
        });
        cx.say(kind, crate::app::foundation::cx::toast::SHORT);
    }

    /// The deal whose name the focused notification holds.
    pub fn deal_of_notification<'a>(&'a self, cx: &'a AppCx) -> Option<crate::engine::DealRow<'a>> {
        cx.deal_named_in(&self.focused_notification(cx)?.title)
    }

    /// The alert that has the focus.
    pub(in crate::app) fn focused_alert(
        &self,
        cx: &AppCx,
    ) -> Option<crate::app::records::lists::family_items::FamilyItem> {
        cx.family_items(Family::Alerts).into_iter().nth(self.alert)
    }
}

impl AppCx {
    /// The day under which a notification stands.
    pub fn day_of(&self, row: &NotificationRow) -> jiff::civil::Date {
        let at = row.created_at.unwrap_or(row.first_seen);
        crate::text::date::local(at, &self.options.zone).date()
    }

    /// The family that identifiers given here belong to.
    pub(in crate::app) fn inbox_family(&self) -> Family {
        if self.pane == ALERTS {
            Family::Alerts
        } else {
            Family::Notifications
        }
    }

    /// The deal whose name a title holds, matched by name alone: the contract links nothing.
    pub fn deal_named_in(&self, title: &str) -> Option<crate::engine::DealRow<'_>> {
        crate::app::foundation::search::deal_names::told_of(&self.snapshot.deals, title)
    }
}
