//! The preview of the focused notification: it marks nothing, and says what marking would do where several stand in the
//! focused row.

use crate::app::screens::inbox::view::preview::view::card::card;
use jiff::civil::Date;

use crate::app::deals::board::view;
use crate::app::deals::board::view::card::Card;
use crate::app::foundation::input::commands::ActionId;
use crate::app::foundation::input::context::Context;
use crate::app::foundation::presentation::frame::key_text;
use crate::app::shell::app::App;
use crate::engine::NotificationRow;
use crate::text::{Arg, Clean, Words, date};

use crate::app::screens::inbox::view::row_title::title;

/// How many alike are listed.
const SIMILAR: usize = 6;
/// How many of the focused row are listed, so that each is seen before it is marked.
const MEANT: usize = 12;

/// One of those whose titles are alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Similar {
    /// Its title.
    pub title: Clean,
    /// Its day.
    pub day: String,
    /// Whether it is read, as the person sees it.
    pub read: bool,
    /// Whether it stands in the focused row, so that what is done there is done to it.
    pub meant: bool,
}

/// The preview.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    /// The notification's id.
    pub id: Clean,
    /// Its title.
    pub title: Clean,
    /// Whether it is read, as the person sees it.
    pub read: bool,
    /// Whether the service has it read and it is unread here alone.
    pub held: bool,
    /// Its state in words.
    pub state: String,
    /// `1 sur 37`
    pub place: String,
    /// When this client first saw it.
    pub seen: String,
    /// The service's date, or the words for its absence.
    pub sent: String,
    /// Whether the service gave a date.
    pub dated: bool,
    /// The deal of the same name, matched by name alone.
    pub deal: Option<Card>,
    /// Until when it sleeps, where it does.
    pub asleep: Option<String>,
    /// The note kept here, line by line; empty if there is none.
    pub note: Vec<Clean>,
    /// What marking does to the focused row, where several stand in it: `x marque ces 2 : 76,4 · 76,1`.
    pub marks: Option<String>,
    /// The same as what is pressed: how many it marks, without its key.
    pub marks_these: Option<String>,
    /// Those whose titles differ from its own in figures alone: those of the focused row first, the newest first among
    /// each; empty if there are none.
    pub similar: Vec<Similar>,
    /// How many more of them there are than are listed: `et 3 autres`; empty if there are none.
    pub similar_more: String,
    /// How many there are, and over how long: `Même titre, au chiffre près : 4 en 8 jours`
    pub similar_count: String,
}

pub(super) fn preview(app: &App, shown: &[&NotificationRow]) -> Option<Preview> {
    let row = app.inbox.focused_notification(&app.cx)?;
    let words = Words::new(app.cx.lang());
    let at = shown.iter().position(|other| other.id == row.id)?;
    let alike = app.cx.alike(row);
    let args = [
        ("place", Arg::from((at + 1) as u64)),
        ("total", Arg::from(shown.len() as u64)),
    ];
    let zone = &app.cx.options().zone;
    let held = app.inbox.is_held_unread(row);
    let state = match (row.read, row.pending) {
        _ if held => "notification-held",
        (false, _) if row.refused => "notification-refused",
        (false, _) => "notification-unread",
        (true, true) => "notification-marking",
        (true, false) => "notification-read",
    };
    let meant = app.inbox.focused_together(&app.cx);
    let listed = listed(&alike, &meant);
    let more = alike.len().saturating_sub(listed.len());
    Some(Preview {
        id: Clean::line(row.id.as_str()),
        title: title(app, row),
        read: !app.inbox.is_unread(row),
        held,
        state: words.get(state).into_owned(),
        place: words.with("card-position", &args),
        seen: date::date_time(app.cx.lang(), date::local(row.first_seen, zone)),
        sent: row.created_at.map_or_else(
            || words.get("inbox-service-date-none").into_owned(),
            |at| date::date_time(app.cx.lang(), date::local(at, zone)),
        ),
        dated: row.created_at.is_some(),
        deal: app
            .inbox
            .deal_of_notification(&app.cx)
            .and_then(|deal| crate::app::deals::board::view::card::card(app, &deal)),
        asleep: app
            .inbox
            .inbox()
            .triage
            .asleep(row.id.as_str(), app.cx.now())
            .map(|until| {
                let until = date::date_time_short(date::local(until, zone));
                words.with("inbox-asleep-until", &[("date", Arg::from(until))])
            }),
        note: app
            .cx
            .notification_note(row.id.as_str())
            .lines()
            .map(|line| Clean::line_of(line, 400))
            .collect(),
        marks: marks(app, &meant),
        marks_these: unread_together(app, &meant)
            .map(|unread| words.with("inbox-marks-these", &[("n", Arg::from(unread))])),
        similar_count: similar_count(app, &alike),
        similar: if alike.len() > 1 {
            listed
                .iter()
                .map(|(other, meant)| similar(app, other, *meant))
                .collect()
        } else {
            Vec::new()
        },
        similar_more: if more > 0 {
            words.with("inbox-similar-more", &[("n", Arg::from(more))])
        } else {
            String::new()
        },
    })
}

/// Which of those alike are listed, and whether they stand in the focused row: all of that row first, so that nothing is
/// done to one that could not be seen, then the newest.
fn listed<'a>(alike: &[&'a NotificationRow], meant: &[&NotificationRow]) -> Vec<(&'a NotificationRow, bool)> {
    let in_row = |row: &&&NotificationRow| meant.iter().any(|other| other.id == row.id);
    let several = meant.len() > 1;
    let first = alike.iter().filter(in_row).take(MEANT);
    let mut listed: Vec<(&NotificationRow, bool)> = first.map(|row| (*row, several)).collect();
    let room = SIMILAR.saturating_sub(listed.len());
    let rest = alike.iter().filter(|row| !in_row(row)).take(room);
    listed.extend(rest.map(|row| (*row, false)));
    listed
}

/// How many are marked at once where several stand in a row and none is selected.
fn unread_together(app: &App, meant: &[&NotificationRow]) -> Option<usize> {
    let unread = meant.iter().filter(|row| app.inbox.is_unread(row)).count();
    (meant.len() > 1 && unread > 0 && app.inbox.picked_count() == 0).then_some(unread)
}

/// What the key that marks does to a row in which several stand.
fn marks(app: &App, meant: &[&NotificationRow]) -> Option<String> {
    let unread = unread_together(app, meant)?;
    let key = |action| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| key_text(&app.cx, &key.to_string()));
        Arg::from(key.unwrap_or_default())
    };
    let args = [
        ("key", key(ActionId::MarkRead)),
        ("n", Arg::from(unread)),
        ("unfold", key(ActionId::UnfoldGroup)),
    ];
    Some(Words::new(app.cx.lang()).with("inbox-marks-together", &args))
}

fn similar(app: &App, row: &NotificationRow, meant: bool) -> Similar {
    Similar {
        title: title(app, row),
        day: day_of(app, app.cx.day_of(row)),
        read: !app.inbox.is_unread(row),
        meant,
    }
}

/// A day, without its year where that is this one.
pub(super) fn day_of(app: &App, day: Date) -> String {
    let today = date::local(app.cx.now(), &app.cx.options().zone).date();
    if day.year() == today.year() {
        date::day_month(day)
    } else {
        date::date_short(day)
    }
}

/// How many are alike, and over how long.
fn similar_count(app: &App, alike: &[&NotificationRow]) -> String {
    let days = alike.iter().map(|row| app.cx.day_of(row));
    let (first, last) = (days.clone().min(), days.max());
    let span = first.zip(last).map_or(1, |(first, last)| {
        u64::from((last - first).get_days().unsigned_abs()) + 1
    });
    let args = [("n", Arg::from(alike.len())), ("days", Arg::from(span))];
    Words::new(app.cx.lang()).with("inbox-similar", &args)
}
