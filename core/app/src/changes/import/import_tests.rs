//! Imports from the file to the writes, and pasted columns.

use crate::changes::bulk::view::bulk_picker;
use crate::contract::ids::is_temporary;
use crate::error::{Error, Reason};
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::input::commands::ActionId as A;
use crate::import::mapping::MAPPING_SETTING;
use crate::import::table::{ImportLine, ImportTable};
use crate::shell::action::Action;
use crate::shell::testing::*;

fn table_of(csv: &str) -> Arc<ImportTable> {
    let rows = csv.lines().zip(1..).map(|(line, number)| ImportLine {
        number,
        cells: line.split(';').map(|cell| Ok(cell.to_owned())).collect(),
    });
    Arc::new(ImportTable::new("deals.csv".into(), csv.as_bytes(), rows))
}

const SHEET: &str =
    "id;nom;statut;responsable\na;;closing;\nb;;;P. Roux\nc;;sourcing;\n;Quai Neuf;ic;A. Martin\nzz;;ic;";

fn import_read(app: &mut App, csv: &str) {
    let outcome = Ok(table_of(csv));
    let action = Action::ImportRead { path: "deals.csv".into(), sheet: String::new(), outcome };
    app.dispatch(action, test_now());
}

/// Opens the plan of a sheet whose columns are guessed.
fn plan(app: &mut App, csv: &str) -> Vec<Effect> {
    import_read(app, csv);
    run(app, &[A::Open])
}

fn imports(effects: &[Effect]) -> Vec<(String, String)> {
    let write = |effect: &Effect| match effect {
        Effect::Import { deal, fields, .. } => Some((deal.as_str().to_owned(), fields.to_body())),
        _ => None,
    };
    effects.iter().filter_map(write).collect()
}

#[test]
fn import_asks_for_file_then_columns_then_shows_its_plan() {
    let mut app = app();
    run(&mut app, &[A::ImportDeals]);
    app.dispatch(Action::SetField(0, " /tmp/deals.csv ".into()), test_now());
    let output = act(&mut app, &[A::Open]);
    let read = FrontEndRequest::ReadTable { path: "/tmp/deals.csv".into(), sheet: String::new() };
    assert_eq!(output.requests, [read]);
    import_read(&mut app, SHEET);
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no mapping") };
    assert_eq!((form.value("status"), form.value("classe_actif")), ("statut", ""));
    let effects = run(&mut app, &[A::Open]);
    assert!(matches!(&effects[..], [Effect::SaveSetting { name, .. }] if name == MAPPING_SETTING));
    let bulk = app.bulk_change.bulk().unwrap();
    assert_eq!((bulk.counts().planned, bulk.counts().skipped), (3, 2));
    let view = bulk_picker(&app, bulk, 0);
    assert!(
        view.summary[0].contains("2 à changer") && view.summary[1].contains("statut → Statut"),
        "{view:?}"
    );
    assert!(view.lines[0].note.as_str().contains("zz") && view.lines[0].label.as_str().contains('6'));
}

#[test]
fn dropped_file_is_read_unless_an_overlay_is_open() {
    let mut app = app();
    let file = || Action::ImportFile("/tmp/deals.csv".into());
    let read = FrontEndRequest::ReadTable { path: "/tmp/deals.csv".into(), sheet: String::new() };
    assert_eq!(app.dispatch(file(), test_now()).requests, [read]);
    run(&mut app, &[A::ImportDeals]);
    assert_eq!(app.dispatch(file(), test_now()).requests, []);
    assert_eq!(app.cx.toasts().len(), 1, "the refusal is shown");
}

#[test]
fn confirmed_import_writes_each_row_once_and_undo_reverts_it() {
    let mut app = app();
    plan(&mut app, SHEET);
    let effects = run(&mut app, &[A::Open]);
    let writes = imports(&effects);
    assert_eq!(writes.len(), 3);
    assert_eq!(writes[0], ("a".to_owned(), r#"{"status":"closing"}"#.to_owned()));
    assert!(is_temporary(&writes[2].0) && writes[2].1.contains("Quai Neuf"), "{writes:?}");
    let keys = effects.iter().filter_map(|effect| match effect {
        Effect::Import { key, .. } => Some(key.clone()),
        _ => None,
    });
    assert_eq!(keys.collect::<std::collections::BTreeSet<_>>().len(), 3);
    let undone = run(&mut app, &[A::Back, A::Undo]);
    let reverts = |deal: &str| {
        undone.iter().any(|effect| matches!(effect, Effect::Update { deal: of, .. } if of.as_str() == deal))
    };
    assert!(reverts("a") && reverts("b"), "{undone:?}");
    assert!(
        undone
            .iter()
            .any(|effect| matches!(effect, Effect::Delete { deal, .. } if deal.as_str() == writes[2].0))
    );
}

#[test]
fn finished_rows_show_their_result() {
    let mut app = app();
    plan(&mut app, SHEET);
    let writes = imports(&run(&mut app, &[A::Open]));
    let mut after = snapshot(2, table());
    after.handled = 100;
    let events: Vec<Event> = [
        EventKind::Applied {
            kind: WriteKind::Update,
            record: "a".into(),
            label: String::new(),
            temp_id: None,
        },
        EventKind::Applied {
            kind: WriteKind::Create,
            record: "new-at-server".into(),
            label: String::new(),
            temp_id: Some(writes[2].0.clone()),
        },
    ]
    .into_iter()
    .zip(1..)
    .map(|(kind, seq)| Event { seq, kind })
    .collect();
    after.events = Arc::new(events);
    app.on_snapshot(Arc::new(after));
    let bulk = app.bulk_change.bulk().unwrap();
    let counts = bulk.counts();
    assert_eq!((counts.done, counts.cancelled, counts.waiting), (2, 1, 0), "{bulk:?}");
}

#[test]
fn a_wrong_mapping_or_file_is_named() {
    let mut app = app();
    import_read(&mut app, "x;y\n1;2");
    run(&mut app, &[A::Open]);
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.error == Some("import-map-no-deal")));
    app.dispatch(Action::SetField(0, "x".into()), test_now());
    app.dispatch(Action::SetField(2, "x".into()), test_now());
    run(&mut app, &[A::Open]);
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.error == Some("import-map-twice")));
    run(&mut app, &[A::Back]);
    let outcome = Err(Reason::from(&Error::usage("no such file")));
    let action = Action::ImportRead { path: "x.csv".into(), sheet: "s".into(), outcome };
    app.dispatch(action, test_now());
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.value("import-path") == "x.csv"));
    assert_eq!(app.cx.toasts().len(), 1);
}

#[test]
fn pasted_column_becomes_a_plan_for_the_selection() {
    let mut app = app();
    app.dispatch(Action::PasteColumn("ic".into()), test_now());
    assert_eq!(app.cx.overlay(), &Overlay::None, "the board has no columns of cells");
    run(&mut app, &[A::ToggleTable]);
    while app.table.editable_column(&app.cx) != Some(crate::dataset::column::DealColumn::Status) {
        run(&mut app, &[A::FocusRight]);
    }
    for id in ["c", "d"] {
        app.dispatch(Action::ToggleSelected(DealId::new(id).unwrap()), test_now());
    }
    app.dispatch(Action::PasteColumn("ic\nlost\nic".into()), test_now());
    assert_eq!(app.cx.overlay(), &Overlay::None, "three lines for two deals");
    app.dispatch(Action::PasteColumn("IC\r\nSans suite\r\n".into()), test_now());
    assert!(matches!(app.cx.overlay(), Overlay::Picker(picker) if picker.kind == PickerKind::Bulk));
    let mut writes = imports(&run(&mut app, &[A::Open]));
    writes.sort();
    let shown: Vec<&str> = writes.iter().map(|(_, body)| body.as_str()).collect();
    assert_eq!(writes.iter().map(|(deal, _)| deal.as_str()).collect::<Vec<_>>(), ["c", "d"]);
    assert!(shown.contains(&r#"{"status":"ic"}"#) && shown.contains(&r#"{"status":"lost"}"#), "{shown:?}");
}
