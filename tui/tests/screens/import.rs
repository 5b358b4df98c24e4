//! An import in the terminal: columns, plan, entries in the outbox, and undo.

use std::sync::Arc;

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
