//! An import in the terminal: columns, plan, entries in the outbox, and undo.

use std::sync::Arc;

use crossterm::event::Event;
use encours_core::app::foundation::cx::output::FrontEndRequest;
use encours_core::app::foundation::cx::overlay_types::ExportContent;
use encours_core::app::shell::action::Action;
use encours_core::model::pending_write::WriteKind;
use encours_core::spreadsheet;
use encours_core::text::Lang;

use crate::support::now;
use crate::support::service::LiveFrontend;

#[test]
fn imported_sheet_becomes_outbox_entries_that_undo_removes() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("deals.csv");
    let sheet =
        "Nom;Statut;Classe;LTV\nQuai Neuf, Nantes;Sourcing;Bureaux;0,6\nPort Neuf;ic;;\nHalle;closng;;\n";
    std::fs::write(&path, sheet).unwrap();
    service.press(":import deals<enter>");
    assert!(service.picture().contains("Nothing is sent before you confirm"), "{}", service.picture());
    service.press("<esc>");
    let outcome = spreadsheet::read(&path, None).map(Arc::new).map_err(|error| (&error).into());
    let action = Action::ImportRead { path: String::new(), sheet: String::new(), outcome };
    service.frontend.on_result(action, now());
    let columns = service.picture();
    assert!(columns.contains("3 rows.") && columns.contains("Import deals.csv"), "{columns}");
    service.press("<enter>");
    let plan = service.picture();
    for text in [
        "2 new · 1 refused",
        "Not imported: LTV",
        "Line 4 · Halle",
        "Unknown status: “closng”. Closest: closing",
    ] {
        assert!(plan.contains(text), "{text}: {plan}");
    }
    service.press("<enter>");
    service.wait("the entries", |s| {
        s.writes.iter().filter(|write| write.kind == WriteKind::Create).count() == 2
    });
    service.press("<esc>u");
    service.wait("the undo", |s| s.writes.iter().next().is_none());
}

#[test]
fn pasted_path_of_a_spreadsheet_begins_its_import() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("deals.csv").display().to_string();
    std::fs::write(&path, "nom\nNeuf\n").unwrap();
    service.frontend.event(Event::Paste(format!("'{path}' ")), now());
    let request = FrontEndRequest::ReadTable { path, sheet: String::new() };
    assert_eq!(service.frontend.take_requests(), [request]);
}

#[test]
fn pack_asks_for_format_and_file() {
    let mut service = LiveFrontend::new(Lang::En, (120, 40));
    service.press(":committee pack<enter>");
    let form = service.picture();
    assert!(form.contains("Committee pack") && form.contains("PDF (.pdf)"), "{form}");
    service.press("<enter>");
    let requests = service.frontend.take_requests();
    let is_pack = |request: &FrontEndRequest| matches!(request, FrontEndRequest::Export(export) if export.content == ExportContent::Pack);
    assert!(requests.iter().any(is_pack), "{requests:?}");
}
