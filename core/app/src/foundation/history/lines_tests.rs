use crate::foundation::history::since::{count_texts, external_changes};
use crate::text::plain_spaces;
use std::time::Duration;

use super::*;
use crate::model::history::net::net_changes;

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

fn entry(seq: i64, deal: &str, what: EntryKind) -> HistoryEntry {
    HistoryEntry {
        seq,
        deal: deal.into(),
        kind: what,
        not_before: Some(at(seq * 86_400 - 3_600)),
        at: at(seq * 86_400),
        is_ours: false,
        maybe_ours: false,
    }
}

fn field(name: &str, before: &str, after: &str) -> EntryKind {
    let token = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    EntryKind::FieldChanged { name: name.into(), before: token(before), after: token(after) }
}

fn first_seen(body: &str) -> EntryKind {
    EntryKind::FirstSeen { body: body.into(), status_since: None }
}

fn text_of_change(lang: Lang, what: EntryKind) -> String {
    change_text(lang, &TimeZone::UTC, &entry(1, "d", what))
}

#[test]
fn changes_are_described_in_both_languages() {
    let status = || field("status", "\"sourcing\"", "\"ic\"");
    assert_eq!(text_of_change(Lang::En, status()), "Status Sourcing → Investment committee");
    assert_eq!(text_of_change(Lang::Fr, status()), "Statut Sourcing → Comité d’investissement");
    assert_eq!(text_of_change(Lang::En, field("responsable", "", "\"B. Roux\"")), "Owner no owner → B. Roux");
    assert_eq!(
        text_of_change(
            Lang::En,
            field("kpi_snapshot", r#"{"ltv":0.65,"dscr":"1.20"}"#, r#"{"ltv":"0.70","dscr":1.2}"#)
        ),
        "LTV 65.0% → 70.0%",
        "only the changed members of an object"
    );
    assert_eq!(text_of_change(Lang::En, field("x\u{202e}", "[1]", "2")), "x⟨U+202E⟩ 1 → 2");
    for (what, message) in [
        (field("created_at", "\"2026-10-12T16:21:06Z\"", ""), "Created 12/10/2026 at 16:21 → not provided"),
        (field("kpi_snapshot", "", r#"{"ltv":0.65,"dscr":null}"#), "LTV not provided → 65.0%"),
        (
            field("kpi_snapshot", r#"{"ltv":0.65,"crd_total_source":"operation_data"}"#, "null"),
            "LTV 65.0% → not provided, Principal source operation data → not provided",
        ),
        (field("statut", "\"prep\"", "\"a_faire\""), "Status In preparation → To do"),
        (field("date_comite", "", "\"2026-03-09\""), "date comite not provided → 09/03/2026"),
        (
            field("kpis", r#"{"ltv":0.65}"#, r#"{"ltv":0.65,"new_thing":5}"#),
            "kpis · new thing not provided → 5",
        ),
        (
            field("new_thing", "", r#"{"value":5,"unit":"m"}"#),
            "new thing · value not provided → 5, Unit not provided → m",
        ),
        (field("actif", "true", "false"), "actif yes → no"),
        (field("surfaces", "", r#"[{"lot":1},{"lot":2}]"#), "surfaces not provided → 2 elements"),
    ] {
        assert_eq!(plain_spaces(&text_of_change(Lang::En, what)), message);
    }
    for lang in Lang::ALL {
        for what in [
            EntryKind::Missing,
            EntryKind::Reappeared,
            EntryKind::Deleted { body: "{}".into() },
            EntryKind::Restored { body: "{}".into() },
            first_seen("{}"),
        ] {
            assert!(!text_of_change(lang, what).contains("history-"));
        }
    }
}

#[test]
fn history_time_shows_its_precision() {
    let mut entry = entry(1, "d", EntryKind::Reappeared);
    let message = |entry: &HistoryEntry| time_text(Lang::En, &TimeZone::UTC, entry);
    assert_eq!(message(&entry), "between 01/01 23:00 and 02/01 00:00");
    entry.not_before = Some(entry.at);
    assert_eq!(message(&entry), "on 02/01 00:00");
    entry.not_before = None;
    assert_eq!(message(&entry), "on 02/01 00:00 at the latest");
}

#[test]
fn interval_within_one_minute_shows_a_single_time() {
    let mut entry = entry(1, "d", EntryKind::Reappeared);
    entry.at = at(86_400 + 33);
    entry.not_before = Some(at(86_400 + 7));
    let message = |entry: &HistoryEntry, lang| time_text(lang, &TimeZone::UTC, entry);
    assert_eq!(message(&entry, Lang::En), "on 02/01 00:00", "lists show times to the minute");
    assert_eq!(message(&entry, Lang::Fr), "le 02/01 00:00");
    entry.at = at(86_400 + 63);
    assert_eq!(message(&entry, Lang::En), "between 02/01 00:00 and 02/01 00:01");
}

#[test]
fn temporarily_missing_status_adds_no_history_line() {
    let entries = [
        entry(1, "a", field("status", "\"ic\"", "null")),
        entry(2, "a", field("status", "null", "\"ic\"")),
        entry(3, "b", field("status", "\"ic\"", "")),
        entry(4, "b", field("status", "", "\"lost\"")),
        entry(5, "c", field("status", "\"ic\"", "")),
    ];
    let all: Vec<HistoryEntry> = notable_entries(&entries).into_iter().map(Cow::into_owned).collect();
    assert_eq!(net_changes(&entries), all);
    let said: Vec<String> = all.iter().map(|entry| change_text(Lang::En, &TimeZone::UTC, entry)).collect();
    assert_eq!(said, ["Status Investment committee → Lost", "Status missing in this sync"]);
    assert_eq!(
        all[0].not_before, entries[2].not_before,
        "the move may date from when the status was last seen"
    );
    assert_eq!(count_texts(Lang::En, &all), ["1 moved"]);
}

#[test]
fn net_changes_merge_steps_and_omit_reverted_fields() {
    let entries = [
        entry(1, "a", field("status", "\"ic\"", "\"closing\"")),
        entry(2, "a", field("name", "\"x\"", "\"y\"")),
        entry(3, "a", field("status", "\"closing\"", "\"lost\"")),
        entry(4, "b", field("status", "\"ic\"", "\"lost\"")),
        entry(5, "b", field("status", "\"lost\"", "\"ic\"")),
        entry(6, "c", EntryKind::Missing),
        entry(7, "c", EntryKind::Reappeared),
        entry(8, "d", EntryKind::Missing),
        entry(9, "d", EntryKind::Deleted { body: "{}".into() }),
        entry(10, "e", first_seen("{}")),
        entry(11, "a", field("status_since", "\"2026-01-01\"", "\"2026-02-01\"")),
    ];
    let left: Vec<(i64, String)> = net_changes(&entries)
        .iter()
        .map(|entry| (entry.seq, change_text(Lang::En, &TimeZone::UTC, entry)))
        .collect();
    assert_eq!(
        left,
        [
            (2, "Name x → y".to_owned()),
            (3, "Status Investment committee → Lost".to_owned()),
            (9, "Deleted".to_owned()),
            (10, "New deal".to_owned()),
        ]
    );
    assert_eq!(count_texts(Lang::En, &net_changes(&entries)), ["1 moved", "1 new", "1 renamed", "1 deleted"]);
}

#[test]
fn status_since_change_is_listed_only_without_a_move() {
    let since = |seq, deal| {
        let dates = field("status_since", "\"2026-01-01\"", "\"2026-02-01\"");
        entry(seq, deal, dates)
    };
    let entries = [
        entry(1, "a", field("status", "\"ic\"", "\"closing\"")),
        HistoryEntry { at: at(86_400), ..since(2, "a") },
        since(3, "b"),
    ];
    let of = |entries: Vec<HistoryEntry>| -> Vec<i64> { entries.iter().map(|entry| entry.seq).collect() };
    let message = notable_entries(&entries).into_iter().map(std::borrow::Cow::into_owned);
    assert_eq!((of(message.collect()), of(net_changes(&entries))), (vec![1, 3], vec![1, 3]));
}

#[test]
fn ages_have_their_bounds() {
    let days = |least: u64, most: Option<u64>| {
        let day = |n| Duration::from_hours(24 * n);
        duration_text(Lang::En, DurationBounds { min: day(least), max: most.map(day) })
    };
    assert_eq!(days(12, Some(12)), "12\u{a0}d");
    assert_eq!(days(11, Some(12)), "11–12\u{a0}d");
    assert_eq!(days(12, None), "≥\u{a0}12\u{a0}d");
}

#[test]
fn latest_and_cumulative_are_two_numbers() {
    let mut first = entry(0, "a", first_seen(r#"{"id":"a","status":"ic"}"#));
    first.not_before = None;
    let mut moves = vec![
        first,
        entry(10, "a", field("status", "\"ic\"", "\"closing\"")),
        entry(20, "a", field("status", "\"closing\"", "\"ic\"")),
    ];
    let seen = |entries: &[HistoryEntry]| {
        time_in_status(Lang::En, &TimeZone::UTC, entries, at(25 * 86_400)).unwrap()
    };
    let both = seen(&moves);
    assert_eq!((both.latest.as_str(), both.cumulative.as_str()), ("5\u{a0}d", "≥\u{a0}14\u{a0}d"));
    assert_eq!(seen(&moves[..2]).cumulative, "", "a single stay has no cumulative time");
    // A total of less than a day has no cumulative time.
    let mut soon = moves.clone();
    for (entry, hour) in soon.iter_mut().zip([0, 2, 3]) {
        entry.at = at(hour * 3_600);
        entry.not_before = entry.not_before.map(|_| entry.at);
    }
    let soon = time_in_status(Lang::En, &TimeZone::UTC, &soon, at(5 * 3_600)).unwrap();
    assert_eq!(soon.cumulative, "");
    moves.push(entry(21, "a", EntryKind::Deleted { body: "{}".into() }));
    assert_eq!(time_in_status(Lang::En, &TimeZone::UTC, &moves, at(25 * 86_400)), None);
}

#[test]
fn missing_status_is_neither_a_move_nor_attributed() {
    let gone = entry(1, "a", field("status", "\"ic\"", "null"));
    let back = entry(2, "a", field("status", "null", "\"ic\""));
    let line = |entry: &HistoryEntry| super::line(Lang::En, &TimeZone::UTC, entry, "A");
    assert_eq!(line(&gone).text, "Status missing in this sync");
    assert_eq!(line(&back).text, "Status provided again: Investment committee");
    assert_eq!((line(&gone).author, line(&back).author), (String::new(), String::new()));
    assert!(count_texts(Lang::En, std::slice::from_ref(&gone)).is_empty());
    let moved = entry(3, "a", field("status", "\"ic\"", "\"closing\""));
    assert_eq!(line(&moved).author, "elsewhere");
    assert_eq!(count_texts(Lang::En, &[moved]).len(), 1);
}

#[test]
fn missing_then_deleted_deal_is_listed_once() {
    let deleted = || EntryKind::Deleted { body: "{}".into() };
    let entries = [
        entry(1, "a", EntryKind::Missing),
        entry(2, "b", EntryKind::Missing),
        entry(3, "a", deleted()),
        entry(4, "b", EntryKind::Reappeared),
        entry(5, "b", EntryKind::Missing),
    ];
    let seqs: Vec<i64> = notable_entries(&entries).iter().map(|entry| entry.seq).collect();
    assert_eq!(seqs, [2, 3, 4, 5]);
}

#[test]
fn a_deal_created_here_was_not_moved() {
    let mut seen = entry(1, "d", first_seen(r#"{"id":"d","status":"ic"}"#));
    seen.not_before = Some(seen.at);
    seen.is_ours = true;
    let later = seen.at + jiff::SignedDuration::from_hours(1);
    let view = time_in_status(Lang::Fr, &TimeZone::UTC, &[seen], later).unwrap();
    assert!(view.reason.contains("créé") && !view.reason.contains("déplacé"), "{}", view.reason);
}

#[test]
fn own_changes_are_not_external_changes() {
    let mut own = entry(1, "a", field("status", "\"ic\"", "\"closing\""));
    own.is_ours = true;
    let others = entry(2, "a", field("status", "\"closing\"", "\"signed\""));
    assert_eq!(external_changes(&[own.clone()]), []);
    assert_eq!(external_changes(&[own, others.clone()]), [others]);
}

#[test]
fn missing_entries_are_unattributed_and_end_with_the_deletion() {
    let body = r#"{"id":"a"}"#.to_owned();
    let missed = entry(1, "a", EntryKind::Missing);
    let all = [missed.clone(), entry(2, "a", EntryKind::Deleted { body })];
    assert_eq!(without_ended_absences(&all[..1]), [Cow::Borrowed(&missed)]);
    assert_eq!(without_ended_absences(&all).len(), 1);
    assert!(!has_author(&missed) && has_author(&all[1]));
}
