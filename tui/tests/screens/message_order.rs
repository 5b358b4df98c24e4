//! Important information comes first.
//!
//! Examples are scheduled writes with their countdown, the effect of undo, reasons for a failure, and changes of other
//! identities.

use std::sync::Arc;

use encours_core::error::Error;
use encours_core::model::pending_write::WriteState;
use encours_core::model::snapshot::Snapshot;
use encours_core::text::{Lang, plain_spaces};

use crate::small_terminals::rejected;
use crate::support::{self, frontend, picture, press};

fn screen_text(lang: Lang, snapshot: Snapshot, size: (u16, u16), keys: &str) -> String {
    let mut frontend = frontend(lang, snapshot, size);
    press(&mut frontend, keys);
    plain_spaces(&picture(&mut frontend)).into_owned()
}

/// Returns a snapshot with a scheduled move of the focused deal.
fn scheduled_snapshot() -> Snapshot {
    let snapshot = rejected();
    let app = support::app(Lang::En, support::snapshot());
    let deal = app.pipeline.board().cursor.deal.clone().unwrap();
    let mut write = snapshot.writes.iter().next().unwrap().clone();
    deal.as_str().clone_into(&mut write.record);
    let until = support::now() + jiff::SignedDuration::from_secs(9);
    write.state = WriteState::Scheduled { until };
    Snapshot { writes: Arc::new(vec![write].into()), ..snapshot }
}

#[test]
fn undo_countdown_stays_visible_beside_another_message() {
    for size in [(200, 60), (120, 40), (80, 24), (40, 12)] {
        let text = screen_text(Lang::En, support::snapshot(), size, "L<ctrl-e>");
        assert!(text.contains("Visit ended"), "{size:?}\n{text}");
        assert!(text.contains("sends in"), "{size:?}\n{text}");
        assert!(text.contains("u undo"), "{size:?}\n{text}");
    }
}

#[test]
fn deal_screen_keeps_countdown_and_key_and_cuts_names() {
    for size in [(80, 24), (120, 40)] {
        let mut snapshot = scheduled_snapshot();
        let mut write = snapshot.writes.iter().next().unwrap().clone();
        write.fields.set_text("responsable", "Une responsable au nom bien trop long");
        write.base.set_text("responsable", "Une autre responsable au nom long");
        snapshot.writes = Arc::new(vec![write].into());
        let text = screen_text(Lang::En, snapshot, size, "<enter>");
        let row = text.lines().find(|row| row.contains("sends in")).expect(&text);
        assert!(row.contains("sends in 9 s  u undo"), "{text}");
        assert!(row.matches('…').count() <= 1, "{text}");
    }
}

#[test]
fn deal_screen_lists_its_scheduled_write_first() {
    let text = screen_text(Lang::En, scheduled_snapshot(), (120, 40), "<enter>");
    let (_, pane) = text.split_once("Changes and requests").expect(&text);
    let first = pane.lines().nth(1).unwrap();
    assert!(first.contains("→") && first.contains("sends in"), "{text}");
}

#[test]
fn unsent_move_has_no_time_in_status_yet() {
    let text = screen_text(Lang::En, scheduled_snapshot(), (120, 40), "<enter>");
    assert!(text.contains("starts when the move is sent"), "{text}");
}

#[test]
fn filter_error_is_complete_at_forty_columns() {
    let text = screen_text(Lang::En, support::snapshot(), (40, 12), "/status:ic sans parc<enter>");
    let bare = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(bare.contains("Exclude with a minus or “not”: -status:lost"), "{text}");
}

#[test]
fn tab_cycles_through_completions() {
    let filter = |keys: &str| {
        let mut frontend = frontend(Lang::En, support::snapshot(), (120, 40));
        press(&mut frontend, keys);
        frontend.app().pipeline.board().filter.clone()
    };
    let first = filter("/status:<tab>");
    let second = filter("/status:<tab><tab>");
    assert!(first.starts_with("status:") && second.starts_with("status:"), "{first} {second}");
    assert_ne!(first, second);
    assert_eq!(filter("/status:<tab><down>"), second, "an arrow chooses too");
    assert_eq!(filter("/status:<tab><tab><up>"), first);
    // A completion that was accepted while it was the only one is final: its values come next.
    assert!(filter("/stat<tab><tab>").len() > "status:".len());
}

#[test]
fn field_values_are_completed_after_the_field_name() {
    let filter = |keys: &str| {
        let mut frontend = frontend(Lang::En, support::snapshot(), (120, 40));
        press(&mut frontend, keys);
        frontend.app().pipeline.board().filter.clone()
    };
    let first = filter("/status:<tab>");
    assert_eq!(filter("/<tab>"), "status:");
    assert_eq!(filter("/<tab><tab>"), first);
    assert_eq!(filter("/<tab><ctrl-u>status:<tab>"), first);
    assert_eq!(filter("/status:<tab><tab><ctrl-u>status:<tab>"), first, "an edit ends what was gone through");
}

#[test]
fn cut_completions_end_in_one_ellipsis() {
    for columns in 60..140 {
        let text = screen_text(Lang::En, support::snapshot(), (columns, 40), "/status:<tab>");
        assert!(!text.contains("……"), "{columns}: {text}");
    }
}

#[test]
fn missing_completion_is_reported_for_that_word_only() {
    let message = |keys: &str| {
        screen_text(Lang::En, support::snapshot(), (120, 40), keys).contains("no completion for this word")
    };
    assert!(message("/zzzz<tab>"));
    assert!(!message("/zzzz<tab><ctrl-u>stat"));
}

#[test]
fn completion_key_is_shown_only_where_completion_works() {
    let text = screen_text(Lang::En, support::snapshot(), (120, 40), "4/");
    assert!(!text.contains("complete"), "{text}");
    let text = screen_text(Lang::En, support::snapshot(), (120, 40), "1/");
    assert!(text.contains("complete"), "{text}");
}

#[test]
fn key_of_another_screen_names_that_screen() {
    let text = screen_text(Lang::En, support::snapshot(), (80, 24), "x");
    assert!(text.contains("Mark as read: only on 4 Notifications"), "{text}");
}

#[test]
fn narrow_board_shows_count_and_pending_badge() {
    let text = screen_text(Lang::En, scheduled_snapshot(), (40, 12), "");
    let total = support::snapshot().deals.len();
    assert!(text.contains(&format!("{total} deals · {total} shown")), "{text}");
    let tabs = text.lines().next().unwrap();
    assert!(tabs.contains("4 ") || tabs.contains("4·"), "{text}");
    assert!(tabs.contains("·1") || tabs.trim_end().ends_with('1'), "{text}");
}

#[test]
fn toast_does_not_break_the_border_of_a_pane() {
    let text = screen_text(Lang::En, rejected(), (80, 24), "8d");
    let rows: Vec<&str> = text.lines().collect();
    let open = rows.iter().filter(|row| row.starts_with('╭')).count();
    let closed = rows.iter().filter(|row| row.starts_with('╰')).count();
    assert_eq!(open, closed, "{text}");
}

#[test]
fn opening_a_notification_without_a_deal_is_explained() {
    let text = screen_text(Lang::En, support::snapshot(), (120, 40), "4jj<enter>");
    assert!(text.contains("this notification isn’t about a listed deal"), "{text}");
}

#[test]
fn offered_undo_works_over_the_changes_overlay() {
    let mut frontend = frontend(Lang::En, support::snapshot(), (120, 40));
    press(&mut frontend, "Li");
    let text = picture(&mut frontend);
    assert!(text.contains("u undo"), "{text}");
    press(&mut frontend, "u");
    let newest = &frontend.app().cx.toasts().last().unwrap().content;
    assert!(newest.is_variant_of("undone"), "{newest:?}");
}

#[test]
fn request_log_shows_how_long_each_request_took() {
    let text = screen_text(Lang::En, support::snapshot(), (120, 40), "8");
    let heads = text.lines().find(|row| row.contains("request") && row.contains("result")).expect(&text);
    assert!(heads.contains("took"), "{text}");
    assert!(text.contains("40 ms"), "{text}");
}

#[test]
fn wide_deal_without_ratios_shows_notes_beside_history() {
    let mut frontend = frontend(Lang::En, support::snapshot(), (200, 60));
    press(&mut frontend, "/ltv:none<enter><enter>");
    let text = picture(&mut frontend);
    let row = text.lines().find(|row| row.contains("Notes")).expect(&text);
    assert!(row.contains("History on this device"), "{text}");
}

#[test]
fn snooze_time_is_shown_in_full_at_every_size() {
    for size in [(80, 24), (100, 30), (120, 36)] {
        for (lang, message) in [
            (Lang::Fr, ["Reportée au 21/11 08:00", "cet appareil"]),
            (Lang::En, ["Snoozed until 21/11 08:00", "this device"]),
        ] {
            let text = screen_text(lang, support::snapshot(), size, "4s<enter><right><right>");
            let full = message.iter().all(|part| text.contains(part));
            assert!(full, "{size:?}\n{text}");
        }
    }
}

#[test]
fn forbidden_portfolio_shows_error_above_cached_data() {
    for size in [(200, 60), (120, 40), (80, 24)] {
        let mut snapshot = support::snapshot();
        snapshot.portfolio.error = Some(Error::from_status(403, None));
        let text = screen_text(Lang::En, snapshot, size, "3");
        let output = "▲ The key isn’t allowed to do this. Loaded data stays on screen.";
        assert!(text.contains(output), "{size:?}\n{text}");
    }
}
