//! Tests of an export from the key to the file and the result.

use crate::error::Reason;
use crate::foundation::cx::output::FrontEndRequest;
use crate::foundation::cx::overlay::FormValue;
use crate::foundation::cx::overlay_types::path_error;
use crate::shell::app::App;
use std::path::Path;
use std::sync::Arc;

use jiff::tz::TimeZone;

use super::*;
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::snapshot::{RequestLine, Snapshot};
use crate::model::worksheet::WorksheetCell;
use crate::shell::action::Action;
use crate::text::Lang;

fn app() -> App {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let mut options = Options::new(Lang::En, keymap, TimeZone::UTC);
    options.export_formats = ExportFormat::ALL.to_vec();
    options.export_dir = "/tmp/".to_owned();
    App::new(options, now())
}

fn now() -> jiff::Timestamp {
    "2026-11-20T08:41:00Z".parse().unwrap()
}

fn path(app: &App) -> String {
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form") };
    form.value("export-path").to_owned()
}

#[test]
fn export_path_follows_the_format_until_edited() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    assert_eq!(path(&app), "/tmp/encours-deals-2026-11-20.xlsx");
    app.dispatch(Action::SetField(0, "csv-spreadsheet".into()), now());
    assert_eq!(path(&app), "/tmp/encours-deals-2026-11-20.csv");
    app.dispatch(Action::SetField(1, "/tmp/mine.data".into()), now());
    app.dispatch(Action::SetField(0, "json".into()), now());
    assert_eq!(path(&app), "/tmp/mine.data");
}

#[test]
fn pack_offers_documents_for_the_selected_or_shown_deals() {
    use crate::shell::testing::{app, run, test_now};
    let mut app = app();
    run(&mut app, &[ActionId::CommitteePack]);
    let Overlay::Form(form) = app.cx.overlay().clone() else { panic!("no form") };
    let FormValue::Choice { options, .. } = &form.fields[0].value else { panic!("no formats") };
    assert_eq!(options, &["pdf", "html", "md"], "without formats of the front end");
    assert!(
        path(&app).contains("encours-dossier-de-comite-") && path(&app).contains(".pdf"),
        "{}",
        path(&app)
    );
    app.dispatch(Action::SetField(0, "md".into()), test_now());
    let output = app.dispatch(Action::Run(ActionId::Open), test_now());
    let [FrontEndRequest::Export(export)] = &output.requests[..] else { panic!("{:?}", output.requests) };
    assert_eq!((export.content, export.format), (ExportContent::Pack, ExportFormat::Markdown));
    assert_eq!(app.pack_deals().len(), 5, "without a selection all shown deals");
    app.dispatch(Action::ExportFileExists(export.clone()), test_now());
    let Overlay::Form(form) = app.cx.overlay().clone() else { panic!("no form") };
    assert_eq!(form.value("export-form"), "md", "the form asks again with its values");
    run(&mut app, &[ActionId::Back, ActionId::SelectDeal]);
    assert_eq!(app.pack_deals().len(), 1);
}

#[test]
fn export_note_states_rounding_by_format() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::ScreenPortfolio), now());
    app.dispatch(Action::Run(ActionId::Export), now());
    let note = |app: &App| match app.cx.overlay() {
        Overlay::Form(form) => crate::changes::forms::view::form_view(app, form).note,
        _ => panic!("no form"),
    };
    app.dispatch(Action::SetField(0, "csv".into()), now());
    assert!(note(&app).contains("not rounded"), "{}", note(&app));
    for form in ["pdf", "png"] {
        app.dispatch(Action::SetField(0, form.into()), now());
        assert!(note(&app).contains("rounding"), "{form}: {}", note(&app));
        assert!(!note(&app).contains("not rounded"), "{form}: {}", note(&app));
    }
}

#[test]
fn board_export_uses_the_table_columns_and_notes_it() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form") };
    let note = crate::changes::forms::view::form_view(&app, form).note;
    assert!(note.contains("columns as in the table"), "{note}");
}

#[test]
fn export_overwrites_only_the_confirmed_file() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    let export = output.export().unwrap();
    assert!(!export.overwrite && output.requests.len() == 1);
    app.dispatch(Action::ExportFileExists(export.clone()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert!(output.export().unwrap().overwrite);
    app.dispatch(Action::ExportFileExists(export), now());
    app.dispatch(Action::SetField(1, "/tmp/other.xlsx".into()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert!(!output.export().unwrap().overwrite);
}

#[test]
fn export_requires_a_path_and_limits_images_to_portfolio() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form") };
    let FormValue::Choice { options, .. } = &form.fields[0].value else { panic!("no choice") };
    assert!(!options.iter().any(|code| code == "png" || code == "pdf"));
    app.dispatch(Action::SetField(1, "  ".into()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert!(output.export().is_none());
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if form.error == Some("form-path-empty")));
}

#[test]
fn activity_exports_its_writes_and_keeps_the_screen() {
    let mut app = app();
    app.dispatch(Action::Show(Screen::Activity), now());
    app.dispatch(Action::Run(ActionId::Export), now());
    assert_eq!(path(&app), "/tmp/encours-journal-2026-11-20.xlsx");
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    let export = output.export().unwrap();
    assert_eq!(export.content, ExportContent::Writes);
    app.dispatch(Action::ExportFileExists(export), now());
    assert_eq!(app.cx.screen(), Screen::Activity);
}

#[test]
fn the_file_is_named_in_the_language_in_force() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::SwitchLanguage), now());
    for (screen, name) in [
        (Screen::Pipeline, "deals"),
        (Screen::Portfolio, "portefeuille"),
        (Screen::Notifications, "notifications"),
        (Screen::Activity, "journal"),
    ] {
        app.dispatch(Action::Show(screen), now());
        app.dispatch(Action::Run(ActionId::Export), now());
        assert_eq!(path(&app), format!("/tmp/encours-{name}-2026-11-20.xlsx"));
        app.dispatch(Action::CloseOverlay, now());
    }
}

#[test]
fn the_pane_of_the_requests_exports_the_requests() {
    let mut app = app();
    app.dispatch(Action::Show(Screen::Activity), now());
    app.dispatch(Action::Run(ActionId::NextPane), now());
    app.dispatch(Action::Run(ActionId::Export), now());
    assert_eq!(path(&app), "/tmp/encours-requests-2026-11-20.xlsx");
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert_eq!(output.export().unwrap().content, ExportContent::Requests);
}

#[test]
fn request_export_contains_support_data_without_secrets() {
    let line = RequestLine {
        at: now(),
        method: "PUT",
        path: "/deals/d1".into(),
        status: None,
        fault: Some("reset".into()),
        attempt: 2,
        request_id: "r-1".into(),
        took: std::time::Duration::from_millis(1_500),
    };
    let mut app = app();
    app.on_snapshot(Arc::new(Snapshot {
        revision: 9,
        requests: Arc::new(vec![line]),
        ..Snapshot::default()
    }));
    let worksheet = crate::tools::export::view::machine::requests_worksheet(&app);
    let text: Vec<(&str, &WorksheetCell)> =
        worksheet.columns.iter().map(String::as_str).zip(&worksheet.rows[0]).collect();
    for expected in [
        ("method", &WorksheetCell::text("PUT")),
        ("path", &WorksheetCell::text("/deals/d1")),
        ("status", &WorksheetCell::Empty),
        ("fault", &WorksheetCell::text("reset")),
        ("request_id", &WorksheetCell::text("r-1")),
        ("attempt", &WorksheetCell::count(2)),
        ("duration_ms", &WorksheetCell::count(1_500)),
    ] {
        assert!(text.contains(&expected), "{expected:?} in {text:?}");
    }
}

#[test]
fn empty_activity_worksheet_has_its_headers() {
    let worksheet = crate::tools::export::view::machine::writes_worksheet(&app());
    assert_eq!((worksheet.columns.len(), worksheet.rows.len()), (13, 0));
    assert!(worksheet.columns.iter().any(|name| name == "before"));
}

#[test]
fn export_format_follows_the_path_extension() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    app.dispatch(Action::SetField(1, "/tmp/monday.csv".into()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    let export = output.export().unwrap();
    assert_eq!(export.format.extension(), "csv", "`.csv` is not a workbook");
    // A selected format with the same extension stays.
    app.dispatch(Action::Run(ActionId::Export), now());
    app.dispatch(Action::SetField(0, "csv-spreadsheet".into()), now());
    app.dispatch(Action::SetField(1, "/tmp/tuesday.csv".into()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert_eq!(output.export().unwrap().format, ExportFormat::Spreadsheet);
}

#[test]
fn window_arrows_change_the_format_within_the_export_form() {
    let mut app = app();
    app.cx.options.split_view = true;
    app.dispatch(Action::Run(ActionId::Export), now());
    let form = |app: &App| match app.cx.overlay() {
        Overlay::Form(form) => (form.focus, form.value("export-form").to_owned()),
        other => panic!("{other:?}"),
    };
    let first = form(&app);
    app.dispatch(Action::Run(ActionId::FocusDown), now());
    let second = form(&app);
    assert!(second.0 == 0 && second.1 != first.1, "{second:?}");
    assert!(!path(&app).contains(".xlsx"), "the extension follows the format");
    app.dispatch(Action::Run(ActionId::FocusUp), now());
    assert_eq!(form(&app), first);
    app.dispatch(Action::Run(ActionId::FocusUp), now());
    assert_eq!(form(&app), first, "the first choice stays");
    app.dispatch(Action::FocusField(1), now());
    app.dispatch(Action::Run(ActionId::FocusUp), now());
    assert_eq!(form(&app).0, 0, "arrow keys leave a text field");
}

#[test]
fn unwritable_export_path_reopens_the_form_with_its_text() {
    use crate::error::Error;
    use encours_service::export::atomic_file as file;

    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    app.dispatch(Action::SetField(0, "json".into()), now());
    app.dispatch(Action::SetField(1, "/nowhere/mine.json".into()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    let export = output.export().unwrap();
    let place = file::expand_path(&export.path);
    let rejected = |kind: std::io::ErrorKind| Err(file::write_error(&place, &kind.into()));
    let failed = export.clone().into_action(&place, rejected(std::io::ErrorKind::NotFound));
    let mut other_app = app.clone();
    app.dispatch(failed.clone(), now());
    assert_eq!((path(&app).as_str(), app.cx.toasts().len()), ("/nowhere/mine.json", 0));
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form") };
    assert_eq!((form.value("export-form"), form.focus), ("json", 1));
    let text = crate::changes::forms::view::form_view(&app, form).error.unwrap();
    assert_eq!(text, "This folder doesn’t exist.");
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert!(!output.export().unwrap().overwrite, "no file is to be replaced");
    // If an overlay is open, the failure is only a toast.
    other_app.dispatch(Action::Run(ActionId::Palette), now());
    other_app.dispatch(failed, now());
    assert!(matches!(other_app.cx.overlay(), Overlay::Palette(_)));
    let reported =
        |app: &App| crate::tools::toasts::view::toast_view(app, app.cx.toasts().last().unwrap()).text;
    assert!(reported(&other_app).contains("its folder doesn’t exist"), "{}", reported(&other_app));
    // A failure unrelated to the path does not reopen the form.
    let other = export.into_action(&place, Err(Error::unexpected("no rows")));
    app.dispatch(other, now());
    assert!(app.cx.overlay() == &Overlay::None && app.cx.toasts().len() == 1);
}

#[test]
fn missing_folder_and_wrong_extension_are_reported_together() {
    let mut app = app();
    app.dispatch(Action::Run(ActionId::Export), now());
    app.dispatch(Action::SetField(1, "/nowhere/x.docx".into()), now());
    let export = app.dispatch(Action::Run(ActionId::Open), now()).export().unwrap();
    let missing = std::io::ErrorKind::NotFound.into();
    let rejected = encours_service::export::atomic_file::write_error(Path::new(&export.path), &missing);
    app.dispatch(export.into_action(Path::new("/nowhere/x.docx"), Err(rejected)), now());
    let Overlay::Form(form) = app.cx.overlay() else { panic!("no form") };
    let said = crate::changes::forms::view::form_view(&app, form).error.unwrap();
    assert!(said.contains("folder doesn’t exist") && said.contains(".xlsx, .csv, .json"), "{said}");
}

#[test]
fn each_export_path_error_has_its_own_text() {
    use encours_service::export::atomic_file as file;
    use std::io::ErrorKind as K;

    for kind in [
        K::NotFound,
        K::NotADirectory,
        K::IsADirectory,
        K::PermissionDenied,
        K::StorageFull,
        K::QuotaExceeded,
        K::ReadOnlyFilesystem,
        K::InvalidFilename,
    ] {
        let error = file::write_error(std::path::Path::new("/x.csv"), &kind.into());
        let key = path_error(error.message_ref().unwrap().key).unwrap();
        for lang in [Lang::Fr, Lang::En] {
            let messages = crate::text::Messages::new(lang);
            assert_ne!(messages.get(key), key, "{kind:?}");
            let text = crate::foundation::presentation::problem::reason_text(lang, &Reason::from(&error));
            assert!(text.contains("/x.csv"), "{text}");
        }
    }
}

#[test]
fn export_adds_a_missing_extension_and_rejects_mismatches() {
    let mut app = app();
    for (typed, written) in [
        ("/tmp/x", Some("/tmp/x.xlsx")),
        ("/tmp/a.b/x.", Some("/tmp/a.b/x.xlsx")),
        ("/tmp/deals 2026.11", Some("/tmp/deals 2026.11.xlsx")),
        ("/tmp/x.XLSX", Some("/tmp/x.XLSX")),
        ("/tmp/x.csv", Some("/tmp/x.csv")),
        ("/tmp/x2.pdf", None),
        ("/tmp/x3.docx", None),
    ] {
        app.dispatch(Action::Run(ActionId::Export), now());
        app.dispatch(Action::SetField(1, typed.into()), now());
        let output = app.dispatch(Action::Run(ActionId::Open), now());
        let export = output.export().unwrap();
        assert_eq!(export.check_ending().ok().map(|()| export.path.as_str()), written, "{typed}");
        if let Err(rejected) = export.check_ending() {
            app.dispatch(export.into_action(Path::new(typed), Err(rejected)), now());
            let Overlay::Form(form) = app.cx.overlay() else { panic!("the form stays") };
            let error = crate::changes::forms::view::form_view(&app, form).error.unwrap();
            assert!(error.contains(".xlsx, .csv, .json") && !error.contains(".pdf"), "{error}");
            assert_eq!(form.focus, 1);
        }
        app.dispatch(Action::CloseOverlay, now());
    }
}

/// Adds three deals of one status.
fn with_deals(app: &mut App) {
    use crate::model::table::{ColumnStoreBuilder, RowData};
    let mut builder = ColumnStoreBuilder::default();
    for (id, name) in [("d1", "Un"), ("d2", "Deux"), ("d3", "Trois")] {
        builder.push(&RowData {
            id: id.into(),
            name: name.into(),
            status: "ic".into(),
            ..RowData::default()
        });
    }
    app.on_snapshot(Arc::new(Snapshot {
        revision: 3,
        deals: Arc::new(builder.finish()),
        ..Snapshot::default()
    }));
}

#[test]
fn export_of_a_selection_contains_only_selected_deals() {
    let mut app = app();
    with_deals(&mut app);
    for id in ["d1", "d3"] {
        let deal = crate::contract::ids::DealId::new(id).unwrap();
        app.dispatch(Action::ToggleSelected(deal), now());
    }
    app.dispatch(Action::SetFilter("Trois".into()), now());
    app.dispatch(Action::Run(ActionId::Export), now());
    assert_eq!(path(&app), "/tmp/encours-deals-selected-2026-11-20.xlsx");
    let text = match app.cx.overlay() {
        Overlay::Form(form) => crate::changes::forms::view::form_view(&app, form),
        _ => panic!("no form"),
    };
    assert_eq!(text.title, "Export selected deals");
    assert!(text.note.contains("hidden by the filter"), "{}", text.note);
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    let export = output.export().unwrap();
    for form in [ExportFormat::Csv, ExportFormat::Xlsx] {
        let flows = crate::tools::export::view::human::human_tables(&app, export.content, form);
        let worksheet = flows.into_iter().next().unwrap().into_worksheet();
        let names: Vec<&WorksheetCell> = worksheet.rows.iter().map(|row| &row[0]).collect();
        assert_eq!(names, [&WorksheetCell::text("Trois"), &WorksheetCell::text("Un")], "{form:?}");
    }
    app.dispatch(Action::ExportFileExists(export.clone()), now());
    let output = app.dispatch(Action::Run(ActionId::Open), now());
    assert_eq!(
        output.export().unwrap().content,
        ExportContent::Selected,
        "the confirmed export has the same content"
    );
    app.dispatch(Action::Run(ActionId::ClearSelection), now());
    app.dispatch(Action::Run(ActionId::Export), now());
    assert_eq!(path(&app), "/tmp/encours-deals-2026-11-20.xlsx");
}
