//! Required input for entering a status, by every command, and the results.

use crate::contract::DealId;
use crate::foundation::cx::overlay::{Form, FormPurpose, FormValue, Overlay};
use crate::foundation::cx::overlay_types::EntryMoves;
use crate::foundation::input::commands::ActionId;
use crate::model::effect::Effect;
use crate::model::entry_rules::{EntryRule, EntryRules, RequestedReason};
use crate::model::resources::resource_kind::ResourceKind;
use crate::shell::action::Action;
use std::sync::Arc;

use crate::shell::testing::*;

fn rules(pairs: &[(&str, &[&str], Option<RequestedReason>)]) -> Arc<EntryRules> {
    let rule = |fields: &[&str], reason: &Option<RequestedReason>| {
        let fields = fields.iter().map(|field| (*field).to_owned()).collect();
        EntryRule::new(fields, reason.clone()).unwrap()
    };
    let rules = pairs.iter().map(|(status, fields, reason)| ((*status).to_owned(), rule(fields, reason)));
    Arc::new(EntryRules::new(rules.collect()))
}

fn asked_reason(choices: &[&str], required: bool) -> RequestedReason {
    RequestedReason { choices: choices.iter().map(|choice| (*choice).to_owned()).collect(), required }
}

/// Rules: the committee requires an owner and a custom date, and lost requires a reason.
fn org_rules() -> Arc<EntryRules> {
    rules(&[
        ("ic", &["responsable", "comite"], None),
        ("lost", &[], Some(asked_reason(&["Prix", "Concurrence"], true))),
    ])
}

/// Returns an app with two deals in sourcing, the second without an owner, under `rules`.
fn with_rules(rules: Arc<EntryRules>) -> App {
    let mut builder = ColumnStoreBuilder::default();
    let mut nobodys = deal("d", "Tour Boréale", "sourcing", 3, None);
    nobodys.owner = String::new();
    for row in [
        deal("a", "Le Parc, Lyon", "ic", 12, None),
        deal("c", "Halle Vauban, Lille", "sourcing", 17, None),
        nobodys,
        deal("e", "Cap Vernet", "lost", 40, None),
    ] {
        builder.push(&row);
    }
    let mut app = app_with(snapshot(1, builder.finish()));
    app.cx.options.entry_rules = rules;
    app
}

fn moves(app: &mut App, id: &str, status: &str) -> Vec<Effect> {
    let (deal, status) = (DealId::new(id).unwrap(), status.to_owned());
    app.dispatch(Action::MoveDeal { deal, status }, test_now()).effects
}

fn form(app: &App) -> &Form {
    let Overlay::Form(form) = app.cx.overlay() else { panic!("a form is open") };
    form
}

fn fill(app: &mut App, at: usize, text: &str) {
    app.dispatch(Action::SetField(at, text.into()), test_now());
}

fn save(app: &mut App) -> Vec<Effect> {
    run(app, &[ActionId::Open])
}

/// Values by deal id or setting name.
type ByDeal<T> = Vec<(String, T)>;

/// Returns the requests and the stored settings among the effects.
fn sent_and_stored(effects: &[Effect]) -> (ByDeal<String>, ByDeal<Option<String>>) {
    let sent = effects.iter().filter_map(|effect| match effect {
        Effect::Update { deal, fields, .. } => Some((deal.as_str().to_owned(), fields.to_body())),
        _ => None,
    });
    let stored = effects.iter().filter_map(|effect| match effect {
        Effect::SaveSettings(stored) => Some(stored.clone()),
        _ => None,
    });
    (sent.collect(), stored.flatten().collect())
}

#[test]
fn without_a_rule_a_move_is_as_it_was() {
    let mut app = with_rules(Arc::default());
    let (sent, stored) = sent_and_stored(&moves(&mut app, "d", "ic"));
    assert_eq!(sent, [("d".to_owned(), r#"{"status":"ic"}"#.to_owned())]);
    assert!(stored.is_empty());
    assert_eq!(app.cx.overlay(), &Overlay::None);
}

#[test]
fn entry_form_asks_for_missing_fields_only() {
    let mut app = with_rules(org_rules());
    assert!(moves(&mut app, "c", "ic").is_empty());
    let names: Vec<&str> = form(&app).fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["own"], "it has an owner");
    run(&mut app, &[ActionId::Back]);
    assert!(moves(&mut app, "d", "ic").is_empty());
    let names: Vec<&str> = form(&app).fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["responsable", "own"]);
    assert!(save(&mut app).is_empty(), "nothing was entered");
    assert_eq!(form(&app).error, Some("form-entry-field-empty"));
    fill(&mut app, 0, "B. Noël");
    assert!(save(&mut app).is_empty());
    assert_eq!(form(&app).focus, 1);
    fill(&mut app, 1, "12 décembre");
    let (sent, stored) = sent_and_stored(&save(&mut app));
    let body = r#"{"responsable":"B. Noël","status":"ic"}"#;
    assert_eq!(sent, [("d".to_owned(), body.to_owned())], "one write with only the owner added");
    let own = ("entry/field/comite/d".to_owned(), Some("12 décembre".to_owned()));
    assert_eq!(stored, [own]);
}

#[test]
fn swimlane_supplies_the_required_owner_of_a_move() {
    let mut app = with_rules(rules(&[("ic", &["responsable"], None)]));
    let to = |owner: &str| Action::MoveToSwimlane {
        deal: DealId::new("d").unwrap(),
        status: "ic".into(),
        owner: owner.into(),
    };
    let (sent, _) = sent_and_stored(&app.dispatch(to("A. Martin"), test_now()).effects);
    assert_eq!(sent.len(), 1);
    let mut app = with_rules(rules(&[("ic", &["responsable"], None)]));
    assert!(app.dispatch(to(""), test_now()).effects.is_empty(), "the swimlane without an owner sets none");
    fill(&mut app, 0, "A. Martin");
    let (sent, _) = sent_and_stored(&save(&mut app));
    assert_eq!(sent[0].1, r#"{"responsable":"A. Martin","status":"ic"}"#);
}

#[test]
fn cancelled_entry_form_sends_nothing_and_leaves_the_card() {
    for leave in [Action::Run(ActionId::Back), Action::CloseOverlay] {
        let mut app = with_rules(org_rules());
        assert!(moves(&mut app, "c", "lost").is_empty());
        fill(&mut app, 0, "Prix");
        let (sent, stored) = sent_and_stored(&app.dispatch(leave, test_now()).effects);
        assert!(sent.is_empty() && stored.is_empty());
        assert_eq!(app.cx.overlay(), &Overlay::None);
        assert!(!app.cx.history.can_undo());
        assert_eq!(app.cx.intended_status("c", "sourcing"), "sourcing");
    }
}

#[test]
fn entry_reason_is_chosen_or_typed_and_stored() {
    let mut app = with_rules(org_rules());
    moves(&mut app, "c", "lost");
    assert!(matches!(&form(&app).fields[0].value, FormValue::Choice { options, selected: 0 }
            if options == &["", "Prix", "Concurrence"]));
    assert!(save(&mut app).is_empty(), "no option is preselected");
    assert_eq!(form(&app).error, Some("form-entry-reason-empty"));
    fill(&mut app, 0, "Concurrence");
    let (sent, stored) = sent_and_stored(&save(&mut app));
    assert_eq!(sent, [("c".to_owned(), r#"{"status":"lost"}"#.to_owned())]);
    let reason = ("entry/reason/lost/c".to_owned(), Some("Concurrence".to_owned()));
    assert_eq!(stored, [reason]);
    let mut app = with_rules(rules(&[("lost", &[], Some(asked_reason(&[], false)))]));
    moves(&mut app, "c", "lost");
    let (sent, stored) = sent_and_stored(&save(&mut app));
    assert_eq!((sent.len(), stored.len()), (1, 0), "the reason is optional");
}

#[test]
fn every_way_of_moving_a_card_asks() {
    use crate::foundation::input::commands::ActionId as A;
    let by_keys: [&[A]; 3] = [&[A::MoveNext], &[A::MoveTo, A::Open], &[A::Grab, A::FocusRight, A::Open]];
    for keys in by_keys {
        let mut app = with_rules(org_rules());
        // Cards can be grabbed only in the window.
        app.cx.options.split_view = keys[0] == A::Grab;
        app.dispatch(Action::FocusDeal(DealId::new("c").unwrap()), test_now());
        let (sent, _) = sent_and_stored(&run(&mut app, keys));
        assert!(sent.is_empty(), "{keys:?}");
        assert!(
            matches!(&form(&app).purpose, FormPurpose::EnterStatus(entering)
                if matches!(&entering.moves, EntryMoves::One { status, .. } if status == "ic")),
            "{keys:?}"
        );
        fill(&mut app, 0, "12 décembre");
        let (sent, _) = sent_and_stored(&save(&mut app));
        assert_eq!(sent.len(), 1, "{keys:?}");
    }
}

#[test]
fn undoing_or_redoing_a_move_opens_no_form() {
    let mut app = with_rules(org_rules());
    moves(&mut app, "c", "lost");
    fill(&mut app, 0, "Prix");
    save(&mut app);
    let (back, _) = sent_and_stored(&run(&mut app, &[ActionId::Undo]));
    let (again, _) = sent_and_stored(&run(&mut app, &[ActionId::Redo]));
    assert_eq!((back.len(), again.len()), (1, 1));
    assert_eq!(again[0].1, r#"{"status":"lost"}"#);
}

#[test]
fn bulk_move_opens_a_single_entry_form() {
    let mut app = with_rules(rules(&[("ic", &["responsable"], Some(asked_reason(&[], true)))]));
    let select = ["c", "d"].map(|id| Action::ToggleSelected(DealId::new(id).unwrap()));
    for action in select {
        app.dispatch(action, test_now());
    }
    let status = "ic".to_owned();
    app.dispatch(Action::MoveSelected { status, owner: None }, test_now());
    run(&mut app, &[ActionId::Open]);
    let names: Vec<&str> = form(&app).fields.iter().map(|field| field.name).collect();
    assert_eq!(names, ["responsable", "reason"]);
    fill(&mut app, 0, "B. Noël");
    fill(&mut app, 1, "Comité du 12");
    let before = app.cx.submitted;
    let effects = save(&mut app);
    let (sent, stored) = sent_and_stored(&effects);
    let expected = [
        ("c".to_owned(), r#"{"status":"ic"}"#.to_owned()),
        ("d".to_owned(), r#"{"status":"ic","responsable":"B. Noël"}"#.to_owned()),
    ];
    assert_eq!(sent, expected, "a deal with an owner must not get another");
    assert_eq!(stored.len(), 2);
    assert!(stored.iter().all(|(_, text)| text.as_deref() == Some("Comité du 12")));
    assert!(
        matches!(effects.first(), Some(Effect::SaveSettings(_))),
        "the reason is stored before the moves"
    );
    assert_eq!(app.bulk_change.bulk().unwrap().submitted_seq, before + 3);
    // After Esc, no change is planned.
    let mut app = with_rules(org_rules());
    run(&mut app, &[ActionId::SelectAll, ActionId::MoveNext, ActionId::Open]);
    assert!(matches!(&form(&app).purpose, FormPurpose::EnterStatus(_)));
    run(&mut app, &[ActionId::Back]);
    assert!(app.bulk_change.bulk().is_none());
    assert_eq!(app.cx.overlay(), &Overlay::None);
}

#[test]
fn bulk_move_to_several_statuses_asks_for_each_reason() {
    let mut app = with_rules(rules(&[
        ("ic", &[], Some(asked_reason(&[], false))),
        ("closing", &[], Some(asked_reason(&["Prix"], true))),
    ]));
    run(&mut app, &[ActionId::SelectAll, ActionId::MoveNext, ActionId::Open]);
    let view = crate::changes::forms::view::form_view(&app, form(&app));
    let labels: Vec<&str> = view.lines.iter().map(|line| line.label.as_str()).collect();
    assert_eq!(labels.len(), 2, "{labels:?}");
    assert!(labels.iter().all(|label| label.starts_with("Motif (")), "{labels:?}");
}

#[test]
fn moving_into_a_status_again_removes_the_old_reason() {
    let reason = [("entry/reason/lost/c", "Prix")];
    let mut app = with_rules(Arc::default());
    let mut with_reason = snapshot(2, (*app.cx.snapshot.deals).clone());
    with_reason.settings = Some(settings(&reason));
    app.on_snapshot(Arc::new(with_reason));
    assert_eq!(app.cx.stored_reason("lost", "c"), "Prix");
    let (sent, stored) = sent_and_stored(&moves(&mut app, "c", "lost"));
    assert_eq!(sent.len(), 1);
    assert_eq!(stored, [("entry/reason/lost/c".to_owned(), None)]);
}

#[test]
fn deal_panel_marks_entry_reason_and_fields_as_local() {
    let mut app = with_rules(org_rules());
    let mut with_settings = snapshot(2, (*app.cx.snapshot.deals).clone());
    with_settings.settings = Some(settings(&[
        ("entry/reason/lost/e", "Prix"),
        ("entry/reason/ic/e", "ancien"),
        ("entry/field/comite/e", "12 décembre"),
    ]));
    app.on_snapshot(Arc::new(with_settings));
    app.dispatch(Action::OpenDeal(DealId::new("e").unwrap()), test_now());
    let view = crate::changes::deal::view::deal::deal_view(&app).unwrap();
    let note = &view.notes[0];
    assert_eq!(note.content.as_str(), "Motif (Sans suite)\u{a0}: Prix\nComite\u{a0}: 12 décembre");
    assert_eq!(note.origin, "privée");
}

#[test]
fn bulk_entry_form_names_count_target_and_deals() {
    let mut app = with_rules(rules(&[("due_diligence", &[], Some(asked_reason(&[], true)))]));
    for id in ["a", "c", "d", "e"] {
        app.dispatch(Action::ToggleSelected(DealId::new(id).unwrap()), test_now());
    }
    let status = "due_diligence".to_owned();
    app.dispatch(Action::MoveSelected { status, owner: None }, test_now());
    run(&mut app, &[ActionId::Open]);
    let view = crate::changes::forms::view::form_view(&app, form(&app));
    assert_eq!(view.title, "4 deals → Due diligence");
    assert!(view.subject.ends_with(" et 1 autre"), "{}", view.subject);
    for name in ["Le Parc, Lyon", "Tour Boréale"] {
        assert!(view.subject.contains(name), "{}", view.subject);
    }
    // With deals of several statuses, the view counts the deals for each target.
    let mut app = with_rules(rules(&[("ic", &["comite"], None)]));
    run(&mut app, &[ActionId::SelectAll, ActionId::MoveNext, ActionId::Open]);
    let view = crate::changes::forms::view::form_view(&app, form(&app));
    assert!(view.title.ends_with(" statuts"), "{}", view.title);
    let shares = view.subject.lines().next().unwrap_or_default();
    assert!(shares.contains(" · "), "{}", view.subject);
}

#[test]
fn entry_form_labels_custom_fields_by_name_not_key() {
    let mut app = with_rules(rules(&[("ic", &["date_comite"], None)]));
    let label = |app: &mut App| {
        moves(app, "c", "ic");
        let view = crate::changes::forms::view::form_view(app, form(app));
        run(app, &[ActionId::Back]);
        view.lines[0].label.clone()
    };
    assert_eq!(label(&mut app), "Date comite", "no definition names the field");
    assert!(
        app.start().effects.contains(&Effect::LoadResources(ResourceKind::FieldDefinitions)),
        "the field definitions are requested"
    );
    let defined = r#"{"id":"f-1","field_key":"date_comite","label_fr":"Passage en comité"}"#;
    let mut with_definitions = snapshot(2, (*app.cx.snapshot.deals).clone());
    let list = crate::records::lists::lists_tests::list(ResourceKind::FieldDefinitions, &[defined], &[]);
    with_definitions.resources = Arc::new([(ResourceKind::FieldDefinitions, list)].into());
    app.on_snapshot(Arc::new(with_definitions));
    assert_eq!(label(&mut app), "Passage en comité");
    // If the contract names all fields, no definitions are loaded.
    let mut app = with_rules(rules(&[("ic", &["responsable", "ltv"], None)]));
    assert!(!app.start().effects.contains(&Effect::LoadResources(ResourceKind::FieldDefinitions)));
}
