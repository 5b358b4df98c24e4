//! Tests of the handover worksheet and text.

use crate::shell::app::App;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;
use crate::contract::ids::NotificationId;
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::resources::list_source::ListMode;
use crate::model::snapshot::{Inbox, Snapshot};
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::shell::action::Action;
use crate::text::Lang;
use crate::tools::clipboard::support_facts::CopyFormat;

fn now() -> Timestamp {
    "2026-11-20T08:41:00Z".parse().unwrap()
}

fn row(id: &str, title: &str, read: bool) -> NotificationRow {
    NotificationRow {
        id: NotificationId::new(id).unwrap(),
        title: title.to_owned(),
        severity: if id == "a" { "critique".to_owned() } else { String::new() },
        read,
        pending: false,
        rejected: false,
        created_at: (id == "a").then(now),
        first_seen: now(),
        local: None,
    }
}

/// Returns an app with three notifications: annotated and starred, kept unread, and read.
fn app(lang: Lang) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(lang, keymap, TimeZone::UTC), now());
    let mut deals = ColumnStoreBuilder::default();
    deals.push(&RowData {
        id: "d1".into(),
        name: "Le Parc, Lyon".into(),
        status: "ic".into(),
        ..RowData::default()
    });
    let settings: BTreeMap<String, String> = [
        ("notification-note/a", "attend\tA. Martin\n=2+2"),
        ("triage", "starred = [\"a\"]\nunread = [\"b\"]\n"),
    ]
    .map(|(name, value)| (name.to_owned(), value.to_owned()))
    .into();
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        deals: Arc::new(deals.finish()),
        settings: Some(Arc::new(settings)),
        inbox: Arc::new(Inbox {
            items: vec![
                row("a", "LTV au-dessus du seuil (76,4 %) – Le Parc, Lyon", false),
                row("b", "=HYPERLINK(\"x\")", true),
                row("c", "Reporting dû", true),
            ],
            mode: ListMode::Probed,
            fetched_at: Some(now()),
            ..Inbox::default()
        }),
        ..Snapshot::default()
    }));
    app.dispatch(Action::Show(Screen::Notifications), now());
    app
}

#[test]
fn notification_worksheet_contains_deal_state_and_note() {
    let app = app(Lang::Fr);
    let worksheet = machine_worksheet(&app.inbox, &app.cx);
    let at = |name: &str| worksheet.columns.iter().position(|column| column == name).unwrap();
    assert_eq!(worksheet.rows.len(), 2, "the unread tab is shown");
    let first = &worksheet.rows[0];
    assert_eq!(first[at("severity")], WorksheetCell::text("critique"));
    assert_eq!(first[at("deal")], WorksheetCell::text("Le Parc, Lyon"));
    assert_eq!(first[at("deal_id")], WorksheetCell::text("d1"));
    assert_eq!(first[at("note")], WorksheetCell::text("attend\tA. Martin\n=2+2"));
    assert_eq!(first[at("starred")], WorksheetCell::Boolean(true));
    assert_eq!(first[at("created_at")], WorksheetCell::text("2026-11-20T08:41:00Z"));
    let second = &worksheet.rows[1];
    assert_eq!(second[at("state")], WorksheetCell::text("unread_here"));
    assert_eq!(
        (&second[at("read")], &second[at("unread_here")], &second[at("created_at")]),
        (&WorksheetCell::Boolean(true), &WorksheetCell::Boolean(true), &WorksheetCell::Empty),
        "service data and local data have separate columns"
    );
}

#[test]
fn display_worksheet_uses_local_date_times_with_year() {
    let app = app(Lang::Fr);
    let worksheet = display_worksheet(&app.inbox, &app.cx);
    let at = |name: &str| COLUMNS.iter().position(|(column, _)| *column == name).unwrap();
    let created = jiff::civil::date(2026, 11, 20).at(8, 41, 0, 0);
    assert_eq!(worksheet.rows[0][at("created_at")], WorksheetCell::DateTime(created));
    assert!(matches!(worksheet.rows[0][at("first_seen")], WorksheetCell::DateTime(_)));
    assert_eq!(worksheet.rows[1][at("created_at")], WorksheetCell::Empty);
    let text = clipboard_rows(&app.inbox, &app.cx, &app.inbox.visible_notifications(&app.cx));
    assert!(text.contains("\t2026-11-20 08:41:00\t"), "{text}");
}

#[test]
fn notification_selection_limits_export_and_copy() {
    let mut app = app(Lang::En);
    app.dispatch(Action::Run(ActionId::SelectDeal), now());
    assert_eq!(machine_worksheet(&app.inbox, &app.cx).rows.len(), 1);
    let output = app.dispatch(Action::Run(ActionId::Copy), now());
    let text = output.copied().unwrap();
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.starts_with("Title\tSeverity\t"), "{text}");
}

#[test]
fn clipboard_row_stays_on_one_line_without_formulas() {
    let app = app(Lang::Fr);
    let text = clipboard_rows(&app.inbox, &app.cx, &app.inbox.visible_notifications(&app.cx));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    for line in &lines {
        assert_eq!(line.split('\t').count(), COLUMNS.len(), "{line}");
    }
    assert!(lines[2].starts_with("'=HYPERLINK"), "{text}");
    assert!(
        lines[1].contains("non lue") && lines[2].contains("non lue sur cet appareil seulement"),
        "{text}"
    );
}

#[test]
fn handover_lists_open_local_and_noted_notifications() {
    let mut app = app(Lang::Fr);
    app.dispatch(Action::Run(ActionId::CopyAs), now());
    let at = app.copy_formats().iter().position(|format| *format == CopyFormat::Handover).unwrap();
    app.dispatch(Action::FocusOverlayLine(at), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    let text = output.copied().unwrap();
    let place = |part: &str| text.find(part).unwrap_or_else(|| panic!("{part} is not in {text}"));
    assert!(place("À traiter\u{a0}: 1") < place("LTV au-dessus du seuil"));
    assert!(place("LTV au-dessus du seuil") < place("  > =2+2"));
    assert!(place("  > =2+2") < place("Non lues sur cet appareil seulement"));
    assert!(place("Non lues sur cet appareil seulement (lues sur le serveur)\u{a0}: 1") < place("HYPERLINK"));
    assert!(text.contains('★') && !text.contains("Reporting dû"), "{text}");
}
