//! Tests of copies, notes, the external editor, and palette commands.

use crate::dataset::column::DealColumn;
use crate::foundation::cx::output::EditSubject;
use crate::foundation::cx::overlay::{FormPurpose, Overlay, PaletteItem, PickerKind};
use crate::foundation::cx::overlay_types::PaletteCommand;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::{ClipboardKind, CopyContent};
use crate::foundation::input::commands::ActionId as A;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::local_deals::NoteKey;
use crate::model::snapshot::Snapshot;
use crate::shell::action::Action;
use crate::shell::testing::*;
use crate::tools::clipboard::support_facts::CopyFormat;

#[test]
fn rows_are_copied_exactly_in_the_localised_spreadsheet_format() {
    let mut app = app();
    let output = act(&mut app, &[A::FocusRight, A::SelectDeal, A::FocusDown, A::SelectDeal, A::Copy]);
    let text = output.copied().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[1].starts_with("Le Parc, Lyon\t") && lines[1].contains("\t0,764\t"), "{text}");
    assert!(
        lines[1].ends_with("\ta") && lines[2].contains("\t\t"),
        "a missing value is an empty cell: {text}"
    );
    report_copy(&mut app, &output, ClipboardKind::Terminal);
    let content = ToastContent::copy_done(CopyContent::Rows(2), ClipboardKind::Terminal);
    assert_eq!(app.cx.toasts().last().unwrap().content, content);
    // It is unknown whether the terminal accepted the text.
    let text = |app: &App| crate::tools::toasts::view::toast_view(app, app.cx.toasts().last().unwrap()).text;
    assert_eq!(text(&app), "2 lignes copiées via le terminal");
    let output = act(&mut app, &[A::Back, A::Copy]);
    assert_eq!(output.copied().as_deref(), Some("b"));
    report_copy(&mut app, &output, ClipboardKind::System);
    assert!(text(&app).ends_with("copié (presse-papiers)"), "{}", text(&app));
}

#[test]
fn copy_menu_offers_all_shown_rows_with_their_count() {
    let mut app = app();
    app.dispatch(Action::SetFilter("statut:ic,sourcing".into()), test_now());
    run(&mut app, &[A::CopyAs]);
    let view = crate::shell::view::picker::picker_view(&app).unwrap();
    let at = app.copy_formats().iter().position(|format| *format == CopyFormat::VisibleRows).unwrap();
    let labels: Vec<String> = view.lines.iter().map(|line| line.label.to_string()).collect();
    assert_eq!(labels[at], "Les 4 lignes affichées, pour un tableur");
    assert!(labels.contains(&"Ligne, pour un tableur".to_owned()), "{labels:?}");
    app.dispatch(Action::FocusOverlayLine(at), test_now());
    let output = act(&mut app, &[A::Open]);
    let text = output.copied().unwrap();
    assert_eq!(text.lines().count(), 5, "a header and four rows: {text}");
    run(&mut app, &[A::SelectAll]);
    assert!(!app.copy_formats().contains(&CopyFormat::VisibleRows), "only the selected rows are exported");
}

#[test]
fn copied_formula_text_stays_plain_text() {
    let mut builder = ColumnStoreBuilder::default();
    builder.push(&deal("a", "=HYPERLINK(\"x\")\tb", "ic", 1, None));
    let mut app = app_with(snapshot(1, builder.finish()));
    let output = act(&mut app, &[A::SelectDeal, A::Copy]);
    let text = output.copied().unwrap();
    let row = text.lines().nth(1).unwrap();
    assert!(row.starts_with("'=HYPERLINK(\"x\") b\t"), "{row:?}");
}

#[test]
fn local_note_is_stored_and_removed_when_emptied() {
    let mut app = app();
    run(&mut app, &[A::LocalNote]);
    let key = NoteKey::dated("c", test_now(), None);
    let written = saved_settings(&type_name(&mut app, "Rappeler mardi"), "note-at/");
    assert_eq!(written, [(key.name.clone(), Some("Rappeler mardi".into()))]);
    app.cx.options.external_editor = true;
    let output = act(&mut app, &[A::LocalNote]);
    let edit = output.edit().unwrap();
    assert_eq!(edit.subject, EditSubject::Note(key));
    let text = "Deux\nlignes\n".to_owned();
    let effects = app.dispatch(Action::Edited { subject: edit.subject, text }, test_now()).effects;
    assert_eq!(saved_settings(&effects, "note-at/")[0].1.as_deref(), Some("Deux\nlignes"));
    app.on_snapshot(Arc::new(Snapshot {
        settings: Some(settings(&[("note/c", "Deux\nlignes")])),
        ..snapshot(2, table())
    }));
    let subject = EditSubject::Note(NoteKey::undated("c"));
    let effects = app.dispatch(Action::Edited { subject, text: " \n".into() }, test_now()).effects;
    assert_eq!(saved_settings(&effects, "note/"), [("note/c".into(), None)]);
}

#[test]
fn failed_editor_opens_a_note_form_instead() {
    let mut app = app();
    app.cx.options.external_editor = true;
    let output = act(&mut app, &[A::LocalNote]);
    let edit = output.edit().unwrap();
    app.dispatch(Action::EditFailed { edit, editor: "vi".into(), error: None }, test_now());
    assert!(matches!(app.cx.overlay(), Overlay::Form(form) if matches!(form.purpose, FormPurpose::Note(_))));
    let toast_view = crate::tools::toasts::view::toast_view(&app, app.cx.toasts().last().unwrap());
    assert!(toast_view.subject.starts_with("vi") && toast_view.subject.ends_with(':'), "{toast_view:?}");
    assert!(
        toast_view.is_problem && toast_view.text.starts_with("not found")
            || toast_view.text.starts_with("introuvable")
    );
}

#[test]
fn externally_edited_filter_returns_as_a_single_line() {
    let mut app = app();
    app.cx.options.external_editor = true;
    run(&mut app, &[A::Filter]);
    app.dispatch(Action::SetText("parc".into()), test_now());
    let output = act(&mut app, &[A::EditText]);
    assert_eq!(output.edit().unwrap().text, "parc");
    let text = "statut:ic\nparc\n".to_owned();
    app.dispatch(Action::Edited { subject: EditSubject::Typed, text }, test_now());
    assert_eq!(app.pipeline.board().filter, "statut:ic parc");
}

fn offered_commands(app: &mut App, typed: &str) -> Vec<PaletteCommand> {
    run(app, &[A::Palette]);
    app.dispatch(Action::SetText(typed.into()), test_now());
    let Overlay::Palette(palette) = app.cx.overlay() else {
        return Vec::new();
    };
    let commands = palette.items.iter().filter_map(|item| match item {
        PaletteItem::Command(command, _) => Some(command.clone()),
        _ => None,
    });
    commands.collect()
}

/// Returns whether the first offered command is disabled for this reason.
fn is_first_disabled(app: &App, why: DisabledReason) -> bool {
    matches!(app.cx.overlay(), Overlay::Palette(palette)
        if matches!(palette.items.first(), Some(PaletteItem::Command(_, Err(reason))) if *reason == why))
}

#[test]
fn palette_accepts_verb_and_argument_in_either_language() {
    let mut app = app();
    assert_eq!(offered_commands(&mut app, "move ic"), [PaletteCommand::Move("ic".into())]);
    assert_eq!(offered_commands(&mut app, "déplacer comité"), [PaletteCommand::Move("ic".into())]);
    assert_eq!(
        offered_commands(&mut app, "owner mart"),
        [PaletteCommand::Owner("A. Martin".into()), PaletteCommand::Owner("mart".into())]
    );
    assert_eq!(offered_commands(&mut app, "trier ltv"), [PaletteCommand::Sort(DealColumn::Kpi(KpiKey::Ltv))]);
    assert!(offered_commands(&mut app, "parc").is_empty());
    // A command that would change nothing is disabled with that reason.
    offered_commands(&mut app, "move sourcing");
    assert!(is_first_disabled(&app, DisabledReason::NothingToChange), "{:?}", app.cx.overlay());
    assert!(sent_updates(&run(&mut app, &[A::Open])).is_empty());
    offered_commands(&mut app, "move ic");
    let moved = sent_updates(&run(&mut app, &[A::Open]));
    assert_eq!(moved.len(), 1, "without a selection it is a single move");
    run(&mut app, &[A::SelectAll]);
    offered_commands(&mut app, "move ic");
    assert!(sent_updates(&run(&mut app, &[A::Open])).is_empty());
    assert!(matches!(app.cx.overlay(), Overlay::Picker(picker) if picker.kind == PickerKind::Bulk));
}
