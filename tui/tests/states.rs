//! Every screen in every state and both languages.
//!
//! The states are: loaded, loading, empty, rejected, offline, stale, in conflict. Snapshots are without colours, as on
//! a terminal that has none.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use std::sync::Arc;
use std::time::Duration;

use encours_core::contract::json::dynamic_body::JsonBody;
use encours_core::contract::paging::page::PageHeaders;
use encours_core::contract::patch::Fields;
use encours_core::contract::record::Record;
use encours_core::error::{Error, NetworkError};
use encours_core::model::conflict_context::ConflictContext;
use encours_core::model::discovery::DiscoveryState;
use encours_core::model::fetched::{Fetched, RouteRequest};
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use encours_core::model::resources::list_source::ListMode;
use encours_core::model::resources::resource_kind::ResourceKind;
use encours_core::model::resources::resource_list::ResourceList;
use encours_core::model::snapshot::{ConnectionState, Coverage, Inbox, Snapshot};
use encours_core::model::watched::{Origin, Watched};
use encours_core::text::Lang;
use encours_tui::terminal::Frontend;

/// The sizes of a snapshot: a small window, a common one, a wide one, a sliver.
const SIZES: [(u16, u16); 4] = [(80, 24), (120, 40), (200, 60), (40, 12)];
/// The keys that lead to each screen and overlay.
const INPUTS: [(&str, &str); 14] = [
    ("pipeline", "1"),
    ("table", "1v"),
    ("deal", "1<enter>"),
    ("portfolio", "3"),
    ("notifications", "4"),
    ("tasks", "5"),
    ("views", "6<tab>"),
    ("explorer", "7<enter>"),
    ("activity", "8"),
    ("flow", "9"),
    ("flow-weeks", "9<tab><tab>"),
    ("flow-open", "9<tab><tab><tab><tab>"),
    ("since", "1i"),
    ("record", "5<enter>"),
];

fn list(kind: ResourceKind, records: &[&str], watched: &[&str], error: Option<Error>) -> ResourceList {
    let watch = |id: &&str| Watched {
        id: (*id).to_owned(),
        origin: Origin::Entered,
        added_at: support::now(),
        checked_at: Some(support::now()),
        status: Some(404),
        reason: Some("no such record".to_owned()),
    };
    ResourceList {
        status: DiscoveryState::default().list_status(kind),
        records: Arc::new(records.iter().map(|json| Record::parse(json).unwrap()).collect()),
        watched: Arc::new(watched.iter().map(watch).collect()),
        fetched_at: Some(support::now()),
        error,
        loading: false,
    }
}

const TASKS: [&str; 4] = [
    r#"{"id":"t-1","statut":"prep","title":"Relire le bail – Le Parc, Lyon","responsable":"A. Martin","echeance":"2026-11-24"}"#,
    r#"{"id":"t-2","statut":"a_faire","title":"Relancer le notaire","responsable":null}"#,
    r#"{"id":"t-3","statut":"geler","title":"Un statut que personne ne connaît"}"#,
    r#"{"id":"t-4","statut":"fait"}"#,
];
const VIEWS: [&str; 2] = [
    r#"{"id":"v-1","name":"En retard","is_default":true,"type":"operations","filters":{"statut":"retard"},"columns":["name"],"sort":[]}"#,
    r#"{"id":"v-2","name":"Bureaux","is_default":false,"type":"operations"}"#,
];
const OPERATIONS: [&str; 3] = [
    r#"{"id":"o-1","name":"Halle Vauban, Lille","statut":"en_cours","nominal":4357100.00,"data":{"ltv":"0.65"}}"#,
    r#"{"id":"o-2","name":"Tour Méridienne","statut":"retard","nominal":null}"#,
    r#"{"id":"o-3","name":"Îlot Sainte-Croix, Metz","nominal":1200000,"spv":["a","b"]}"#,
];

/// Returns all data of a service with lists.
fn full_snapshot() -> Snapshot {
    let lists: [(ResourceKind, &[&str], &[&str]); 5] = [
        (ResourceKind::Tasks, &TASKS, &["t-9"]),
        (ResourceKind::SavedViews, &VIEWS, &[]),
        (ResourceKind::CustomDashboards, &[r#"{"id":"b-1","name":"Comité","is_shared":true}"#], &[]),
        (
            ResourceKind::Alerts,
            &[r#"{"id":"a-1","title":"Échéance dans 15 jours","severity":"critical"}"#],
            &[],
        ),
        (ResourceKind::Operations, &OPERATIONS, &[]),
    ];
    let preferences = RouteRequest { path: "/users/me/alert-preferences".to_owned(), query: Vec::new() };
    let mut response = Fetched::default();
    let body = br#"[{"alert_type":"seuil_ltv","enabled":true,"min_severity":"warning"}]"#;
    response.receive(JsonBody::parse(body, PageHeaders::default()).unwrap(), support::now());
    Snapshot {
        resources: Arc::new(
            lists
                .into_iter()
                .map(|(kind, records, watched)| (kind, list(kind, records, watched, None)))
                .collect(),
        ),
        loaded_routes: Arc::new([(preferences, response)].into()),
        ..support::snapshot()
    }
}

fn minutes_ago(minutes: u64) -> jiff::Timestamp {
    support::now().checked_sub(Duration::from_secs(minutes * 60)).unwrap()
}

/// Returns a state in which everything was loaded and is empty.
fn empty() -> Snapshot {
    let families = [
        ResourceKind::Tasks,
        ResourceKind::SavedViews,
        ResourceKind::CustomDashboards,
        ResourceKind::Alerts,
        ResourceKind::Operations,
    ];
    Snapshot {
        revision: 1,
        connection: ConnectionState::Online,
        coverage: Coverage { total: Some(0), complete_at: Some(minutes_ago(1)), ..Coverage::default() },
        inbox: Arc::new(Inbox {
            mode: ListMode::Probed,
            fetched_at: Some(minutes_ago(1)),
            ..Inbox::default()
        }),
        resources: Arc::new(families.map(|kind| (kind, list(kind, &[], &[], None))).into()),
        ..Snapshot::default()
    }
}

/// Returns a state in which the key may not read anything.
fn rejected() -> Snapshot {
    let error = Error::from_status(403, None);
    let mut snapshot = empty();
    snapshot.coverage = Coverage::default();
    snapshot.deals_error = Some(error.clone());
    snapshot.portfolio.fail(error.clone());
    snapshot.inbox = Arc::new(Inbox { error: Some(error.clone()), ..Inbox::default() });
    let families = snapshot.resources.keys().copied();
    snapshot.resources =
        Arc::new(families.map(|kind| (kind, list(kind, &[], &[], Some(error.clone())))).collect());
    snapshot
}

fn conflict() -> Snapshot {
    let fields = |name: &str, value: &str| {
        let mut fields = Fields::new();
        fields.set_text(name, value);
        fields
    };
    let write = |id, kind, record: &str, name, state| PendingWrite {
        id: WriteId(id),
        kind,
        record: record.to_owned(),
        label: "Le Parc, Lyon".to_owned(),
        fields: fields(name, "closing"),
        base: fields(name, "ic"),
        state,
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
        attempts: 1,
        created_at: minutes_ago(2),
        key: "key-1".to_owned(),
    };
    let conflict = WriteState::Conflict { theirs: fields("status", "lost") };
    let scheduled = WriteState::Scheduled { until: support::now() + Duration::from_secs(6) };
    let meanwhile = ConflictContext {
        base_seen_at: Some(minutes_ago(26)),
        theirs_received_at: Some(minutes_ago(1)),
        old_values: fields("responsable", "J. Roux"),
        new_values: fields("responsable", "A. Martin"),
    };
    Snapshot {
        writes: Arc::new(
            vec![
                PendingWrite {
                    conflict_context: Some(Box::new(meanwhile)),
                    ..write(1, WriteKind::Update, "6f1c08d2-4b7e-4a55-9d10-000000000001", "status", conflict)
                },
                write(2, WriteKind::Task, "t-1", "statut", scheduled),
            ]
            .into(),
        ),
        ..full_snapshot()
    }
}

fn state(name: &str) -> Snapshot {
    match name {
        "read" => full_snapshot(),
        "loading" => Snapshot::default(),
        "empty" => empty(),
        "refused" => rejected(),
        "offline" => Snapshot {
            connection: ConnectionState::Offline {
                since: minutes_ago(20),
                retry_at: support::now() + Duration::from_secs(30),
                error: Error::unreachable(NetworkError::Connect, "connection refused"),
            },
            ..full_snapshot()
        },
        "stale" => Snapshot {
            coverage: Coverage { complete_at: Some(minutes_ago(200)), ..full_snapshot().coverage },
            connection: ConnectionState::Slow { since: minutes_ago(1) },
            ..full_snapshot()
        },
        "conflict" => conflict(),
        other => panic!("no state is called {other}"),
    }
}

fn picture(lang: Lang, snapshot: &Snapshot, keys: &str, size: (u16, u16)) -> (Frontend, String) {
    let mut frontend = support::frontend(lang, snapshot.clone(), size);
    support::press(&mut frontend, keys);
    let text = support::picture(&mut frontend);
    (frontend, text)
}

fn gallery(lang: Lang, name: &str, sizes: &[(u16, u16)]) -> String {
    let snapshot = state(name);
    let mut text = String::new();
    for (screen, keys) in INPUTS {
        for (columns, rows) in sizes {
            let (_, picture) = picture(lang, &snapshot, keys, (*columns, *rows));
            let header = format!("── {screen} {columns} × {rows} ──\n");
            text += &[header, picture, "\n".to_owned()].concat();
        }
    }
    text
}

#[test]
fn every_screen_in_every_state() {
    for lang in Lang::ALL {
        for name in ["read", "loading", "empty", "refused", "offline", "stale", "conflict"] {
            // The state "read" is checked at every size; the others only at small sizes.
            let sizes = if name == "read" { &SIZES[..] } else { &[SIZES[0], SIZES[3]] };
            let pictures = gallery(lang, name, sizes);
            insta::assert_snapshot!(format!("{name}_{}", lang.code()), pictures);
        }
    }
}

#[test]
fn first_board_reads_only_the_first_rows_of_the_deals() {
    let loaded = full_snapshot();
    let deals = Arc::new(encours_tests::sample::unread_copy(&loaded.deals));
    let unread = Snapshot { deals: deals.clone(), ..loaded.clone() };
    for size in SIZES {
        let shown = picture(Lang::En, &unread, "", size).1;
        assert_eq!(deals.columns().chunks.loaded_parts(), 0, "{size:?}");
        assert_eq!(shown, picture(Lang::En, &loaded, "", size).1);
    }
}

#[test]
fn rows_fit_the_screen_and_the_last_names_help() {
    for lang in Lang::ALL {
        for name in ["read", "loading", "empty", "refused", "offline", "stale", "conflict"] {
            let snapshot = state(name);
            for (screen, keys) in INPUTS {
                for size in SIZES {
                    let (frontend, text) = picture(lang, &snapshot, keys, size);
                    for row in text.lines() {
                        let width = encours_core::text::width(row);
                        assert!(width <= usize::from(size.0), "{name} {screen} {size:?}: {row}");
                    }
                    if frontend.app().table.context(&frontend.app().cx).is_screen() {
                        assert!(
                            text.lines().last().unwrap().contains('?'),
                            "{name} {screen} {size:?}\n{text}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn focused_tile_and_request_details_are_copied() {
    for (keys, copied) in [("6<tab><enter>y", "Tour Méridienne"), ("8<tab><enter><enter>", "Entity")] {
        let (frontend, text) = picture(Lang::En, &full_snapshot(), keys, SIZES[1]);
        let newest = &frontend.app().cx.toasts().last().expect("a toast is shown").content;
        assert!(["toast-copied", "toast-handed"].contains(&newest.key), "{newest:?}\n{text}");
        assert!(newest.subject.contains(copied), "{newest:?}");
    }
}

#[test]
fn screen_reader_lines_name_the_focus_without_repetition() {
    let mut frontend = support::frontend(Lang::En, full_snapshot(), (80, 24)).with_line_output(true);
    let focused = frontend.app().pipeline.focused_row(&frontend.app().cx).unwrap().name.to_owned();
    let mut message = |keys: &str| {
        support::press(&mut frontend, keys);
        String::from_utf8(frontend.frame().unwrap()).unwrap()
    };
    assert!(message("1").contains(&focused));
    let moved = message("j");
    assert!(!moved.contains("Pipeline"), "{moved}");
    assert!(moved.lines().count() == 1, "{moved}");
    assert_eq!(message(""), "");
    assert!(message("5l").contains("Relire le bail"), "the focused task");
    assert!(message("m").contains("To do"), "the chosen line of the menu");
    let drawn = ['│', '╭', '━', '\u{1b}'];
    assert!(!message("<esc>678").contains(drawn), "no frame and no escape");
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(48))]

    #[test]
    fn no_size_and_no_keys_break_any_screen(
        start in 0..INPUTS.len(),
        which in 0_usize..7,
        keys in proptest::collection::vec((0..support::PRESSED.len(), 1_u16..=500, 1_u16..=200), 1..24),
    ) {
        let name = ["read", "loading", "empty", "refused", "offline", "stale", "conflict"][which];
        let mut front = support::frontend(Lang::Fr, state(name), (120, 40));
        support::press(&mut front, INPUTS[start].1);
        for (key, columns, rows) in keys {
            support::press(&mut front, support::PRESSED[key]);
            front.event(crossterm::event::Event::Resize(columns, rows), support::now());
            let (buffer, cursor) = front.draw();
            proptest::prop_assert_eq!((buffer.area.width, buffer.area.height), (columns, rows));
            proptest::prop_assert!(cursor.is_none_or(|at| at.x < columns && at.y < rows));
            let tasks = &front.app().tasks;
            let column = tasks.columns.get(tasks.focused_column);
            let there = column.is_some_and(|column| column.items.iter().any(|item| Some(&item.id) == tasks.focus.as_ref()));
            proptest::prop_assert!(tasks.focus.is_none() || there, "the focused task is in its lane");
            let rows = front.app().explorer.explored_rows();
            proptest::prop_assert!(rows.visible.is_empty() || front.app().explorer.row < rows.visible.len());
        }
    }
}
