//! Preview of the focused notification. The preview marks nothing. For a group row it states what marking would affect.

use crate::deals::board::view::card::Card;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::foundation::presentation::chrome::key_text;
use crate::model::rule::{LocalAlert, RuleEvent};
use crate::model::snapshot::NotificationRow;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};
use jiff::civil::Date;

/// Maximum number of similar notifications listed.
const MAX_SIMILAR_TITLES: usize = 6;
/// Maximum number of listed members of the focused row. The user sees them before marking.
const MAX_LISTED_MEMBERS: usize = 12;

/// Notification with a similar title.
#[derive(Clone, Debug, PartialEq)]
pub struct SimilarNotification {
    /// Title of the notification.
    pub title: SafeText,
    /// Day of the notification.
    pub day: String,
    /// True if it is read, from the user's view.
    pub read: bool,
    /// True if an action on the focused row applies to it.
    pub in_focused_row: bool,
}

/// Preview of a notification.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// Identifier of the notification.
    pub id: SafeText,
    /// Title of the notification.
    pub title: SafeText,
    /// True if it is read, from the user's view.
    pub read: bool,
    /// True if it is read at the service and kept unread only locally.
    pub kept_unread: bool,
    /// State as text.
    pub state: String,
    /// Position in the list: `1 sur 37`.
    pub position: String,
    /// Time at which this client first saw it.
    pub first_seen: String,
    /// Date from the service, or a text saying that there is none.
    pub sent: String,
    /// True if the service gave a date.
    pub has_server_date: bool,
    /// Deal found by its name in the title.
    pub deal: Option<Card>,
    /// End of the snooze, if it is snoozed.
    pub snoozed_until: Option<String>,
    /// Lines of the private note; empty if there is none.
    pub note: Vec<SafeText>,
    /// Effect of marking a focused group: `x marque ces 2 : 76,4 · 76,1`.
    pub mark_effect: Option<String>,
    /// Button label for the same action, without the key.
    pub mark_button: Option<String>,
    /// Similar notifications: those of the focused row first, each part newest first.
    pub similar: Vec<SimilarNotification>,
    /// Number of similar notifications not listed: `et 3 autres`; empty if none.
    pub similar_more: String,
    /// Number of similar notifications and their time span: `Même titre, au chiffre près : 4 en 8 jours`.
    pub similar_count: String,
}

pub(super) fn preview_of(app: &App, visible: &[&NotificationRow]) -> Option<Preview> {
    let row = app.inbox.focused_notification(&app.cx)?;
    let messages = Messages::new(app.cx.lang());
    let at = visible.iter().position(|other| other.id == row.id)?;
    let similar_rows = app.cx.similar_notifications(row);
    let args =
        [("place", MessageArg::from((at + 1) as u64)), ("total", MessageArg::from(visible.len() as u64))];
    let zone = &app.cx.options().zone;
    let kept_unread = app.inbox.is_kept_unread(row);
    let targets = app.inbox.focused_members(&app.cx);
    let entries = listed_similar(&similar_rows, &targets);
    let more = similar_rows.len().saturating_sub(entries.len());
    Some(Preview {
        id: SafeText::line(row.id.as_str()),
        title: row_title(app, row),
        read: !app.inbox.is_unread(row),
        kept_unread,
        state: messages.get(app.inbox.state_key(row)).into_owned(),
        position: messages.with("card-position", &args),
        first_seen: date::date_time(app.cx.lang(), date::local(row.first_seen, zone)),
        sent: row.created_at.filter(|_| row.local.is_none()).map_or_else(
            || {
                messages
                    .get(if row.local.is_some() { "raised-here" } else { "inbox-service-date-none" })
                    .into_owned()
            },
            |at| date::date_time(app.cx.lang(), date::local(at, zone)),
        ),
        has_server_date: row.created_at.is_some() && row.local.is_none(),
        deal: app
            .inbox
            .deal_of_notification(&app.cx)
            .and_then(|deal| crate::deals::board::view::card::card(app, &deal)),
        snoozed_until: app.inbox.triage.snoozed_until(row.id.as_str(), app.cx.now()).map(|until| {
            let until = date::date_time_short(date::local(until, zone));
            messages.with("inbox-snoozed-until", &[("date", MessageArg::from(until))])
        }),
        note: app
            .cx
            .notification_note(row.id.as_str())
            .lines()
            .map(|line| SafeText::line_within(line, 400))
            .collect(),
        mark_effect: mark_effect(app, &targets),
        mark_button: unread_in_group(app, &targets)
            .map(|unread| messages.with("inbox-marks-these", &[("n", MessageArg::from(unread))])),
        similar_count: similar_summary(app, &similar_rows),
        similar: if similar_rows.len() > 1 {
            entries.iter().map(|(other, targets)| similar_view(app, other, *targets)).collect()
        } else {
            Vec::new()
        },
        similar_more: if more > 0 {
            messages.with("inbox-similar-more", &[("n", MessageArg::from(more))])
        } else {
            String::new()
        },
    })
}

/// Selects the similar notifications to list, with a flag for those in the focused row. Members of the focused row come
/// first, so that no action affects one that the user could not see. The newest others follow.
fn listed_similar<'a>(
    similar_rows: &[&'a NotificationRow],
    targets: &[&NotificationRow],
) -> Vec<(&'a NotificationRow, bool)> {
    let in_row = |row: &&&NotificationRow| targets.iter().any(|other| other.id == row.id);
    let several = targets.len() > 1;
    let first = similar_rows.iter().filter(in_row).take(MAX_LISTED_MEMBERS);
    let mut entries: Vec<(&NotificationRow, bool)> = first.map(|row| (*row, several)).collect();
    let available = MAX_SIMILAR_TITLES.saturating_sub(entries.len());
    let rest = similar_rows.iter().filter(|row| !in_row(row)).take(available);
    entries.extend(rest.map(|row| (*row, false)));
    entries
}

/// Returns the number of notifications that one action marks in a group, without a selection.
fn unread_in_group(app: &App, targets: &[&NotificationRow]) -> Option<usize> {
    let unread = targets.iter().filter(|row| app.inbox.is_unread(row)).count();
    (targets.len() > 1 && unread > 0 && app.inbox.selected_count() == 0).then_some(unread)
}

/// Returns the effect of the mark key on a group row.
fn mark_effect(app: &App, targets: &[&NotificationRow]) -> Option<String> {
    app.cx.in_present().ok()?;
    let unread = unread_in_group(app, targets)?;
    let key = |action| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
        MessageArg::from(key.unwrap_or_default())
    };
    let args = [
        ("key", key(ActionId::MarkRead)),
        ("n", MessageArg::from(unread)),
        ("unfold", key(ActionId::ExpandGroup)),
    ];
    Some(Messages::new(app.cx.lang()).with("inbox-marks-together", &args))
}

/// Returns the text of a local notification, which says that it is local.
#[must_use]
pub fn alert_title(messages: &'static Messages, alert: &LocalAlert) -> String {
    let rule =
        if alert.rule.is_empty() { messages.get("view-all-deals") } else { alert.rule.as_str().into() };
    let key = match (alert.event, alert.is_subscription) {
        (RuleEvent::Enters, false) => "raised-matches",
        (RuleEvent::Enters, true) => "raised-enters",
        (RuleEvent::Leaves, _) => "raised-leaves",
    };
    let name = if alert.deal.is_empty() {
        messages.with("raised-deals", &[("n", MessageArg::from(alert.count))])
    } else {
        alert.name.clone()
    };
    let args = [
        ("severity", MessageArg::from(messages.get(&format!("severity-{}", alert.severity)).into_owned())),
        ("name", MessageArg::from(name)),
        ("rule", MessageArg::from(rule)),
        ("n", MessageArg::from(alert.count)),
    ];
    messages.with(key, &args)
}

fn similar_view(app: &App, row: &NotificationRow, in_focused_row: bool) -> SimilarNotification {
    SimilarNotification {
        title: row_title(app, row),
        day: day_of(app, app.cx.day_of(row)),
        read: !app.inbox.is_unread(row),
        in_focused_row,
    }
}

/// Formats a day, without the year if it is the current year.
pub(super) fn day_of(app: &App, day: Date) -> String {
    let today = date::local(app.cx.now(), &app.cx.options().zone).date();
    if day.year() == today.year() { date::day_month(day) } else { date::date_short(day) }
}

/// Returns the number of similar notifications and their time span.
fn similar_summary(app: &App, similar_rows: &[&NotificationRow]) -> String {
    let days = similar_rows.iter().map(|row| app.cx.day_of(row));
    let (first, last) = (days.clone().min(), days.max());
    let span =
        first.zip(last).map_or(1, |(first, last)| u64::from((last - first).get_days().unsigned_abs()) + 1);
    let args = [("n", MessageArg::from(similar_rows.len())), ("days", MessageArg::from(span))];
    Messages::new(app.cx.lang()).with("inbox-similar", &args)
}

pub(crate) fn row_title(app: &App, row: &NotificationRow) -> SafeText {
    if let Some(alert) = &row.local {
        return SafeText::line(&alert_title(Messages::new(app.cx.lang()), alert));
    }
    if row.title.is_empty() {
        return SafeText::line(&Messages::new(app.cx.lang()).get("notification-untitled"));
    }
    SafeText::line(&row.title)
}
