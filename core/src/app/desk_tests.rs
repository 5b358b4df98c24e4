//! Selection, table, views, changes of many deals, copies, notes: what a person does with them, without a clock, a file
//! or a network.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use proptest::prelude::*;

use super::*;
use crate::contract::kpi::KpiKey;
use crate::engine::{
    Bound, ColumnsBuilder, Coverage, DealTable, Event, EventKind, RowData, StageSince, WriteKind,
    WriteProblem, WriteState,
};
use crate::error::ErrorKind;

fn noon() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}

fn deal(id: &str, name: &str, status: &str, days: i64, ltv: Option<&str>) -> RowData {
    RowData {
        id: id.into(),
        name: name.into(),
        status: status.into(),
        owner: "A. Martin".into(),
        since: Some(StageSince {
            at: noon().as_second() - days * 86_400,
            bound: Bound::Received,
        }),
        numbers: ltv
            .map(|value| (KpiKey::Ltv, value.parse().unwrap()))
            .into_iter()
            .collect(),
        ..RowData::default()
    }
}

fn table() -> DealTable {
    let mut builder = ColumnsBuilder::default();
    for row in [
        deal("a", "Le Parc, Lyon", "ic", 12, Some("0.764")),
        deal("b", "Îlot Sainte-Croix, Metz", "ic", 10, None),
        deal("c", "Halle Vauban, Lille", "sourcing", 17, Some("0.58")),
        deal("d", "Tour Boréale", "sourcing", 3, Some("0.7504")),
        deal("e", "Cap Vernet", "lost", 40, None),
    ] {
        builder.push(&row);
    }
    builder.finish()
}

fn snapshot(revision: u64, deals: DealTable) -> Snapshot {
    let total = deals.len() as u64;
    Snapshot {
        revision,
        coverage: Coverage {
            read: total,
            total: Some(total),
            complete_at: Some(noon()),
            reading: false,
            unknown_status: 0,
        },
        deals: Arc::new(deals),
        settings: Some(Arc::default()),
        ..Snapshot::default()
    }
}

fn with(snapshot: Snapshot) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), noon());
    app.absorb(Arc::new(snapshot));
    app
}

fn app() -> App {
    with(snapshot(1, table()))
}

fn run(app: &mut App, ids: &[ActionId]) -> Vec<Effect> {
    ids.iter()
        .flat_map(|id| app.apply(Action::Run(*id), noon()))
        .collect()
}

fn focus(app: &App) -> &str {
    app.board().cursor.deal.as_ref().map_or("", DealId::as_str)
}

fn selected(app: &App) -> String {
    let mut ids: Vec<String> = app.selected_rows().iter().map(|row| row.id.to_owned()).collect();
    ids.sort();
    ids.concat()
}

fn updates(effects: &[Effect]) -> Vec<(String, String, std::time::Duration)> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Update {
                deal, fields, hold, ..
            } => {
                let (_, value) = fields.iter().next()?;
                Some((deal.as_str().to_owned(), value.get().to_owned(), *hold))
            }
            _ => None,
        })
        .collect()
}

use ActionId as A;

#[test]
fn a_selection_is_kept_by_id_through_filter_refresh_and_the_other_view() {
    let mut app = app();
    run(&mut app, &[A::SelectDeal, A::FocusRight, A::SelectDeal]);
    assert_eq!(selected(&app), "ac");
    app.apply(Action::SetFilter("parc".into()), noon());
    assert_eq!(selected(&app), "ac");
    let summary = app.selection_summary();
    assert_eq!((summary.count, summary.hidden), (2, 1));
    run(&mut app, &[A::ToggleTable]);
    let mut moved = table();
    moved.patch(deal("c", "Halle", "closing", 0, None), None);
    app.absorb(Arc::new(snapshot(2, moved)));
    assert_eq!(selected(&app), "ac");
    let mut gone = table();
    gone.remove("c");
    app.absorb(Arc::new(snapshot(3, gone)));
    assert_eq!((selected(&app).as_str(), app.selection_summary().count), ("a", 1));
    // It comes back with its deal: an undone deletion, for instance.
    app.absorb(Arc::new(snapshot(4, table())));
    assert_eq!(selected(&app), "ac");
}

#[test]
fn a_range_follows_the_focus_until_it_is_ended_or_given_up() {
    let mut app = app();
    run(&mut app, &[A::SelectRange, A::FocusDown]);
    assert_eq!(selected(&app), "cd");
    run(&mut app, &[A::FocusUp]);
    assert_eq!(selected(&app), "c");
    run(&mut app, &[A::FocusDown, A::Back]);
    assert_eq!(selected(&app), "");
    run(
        &mut app,
        &[A::SelectRange, A::FocusUp, A::SelectRange, A::FocusRight],
    );
    assert_eq!(selected(&app), "cd");
    run(&mut app, &[A::Back]);
    assert!(app.selection().is_empty());
}

#[test]
fn select_all_takes_what_is_shown_and_esc_gives_up_one_thing_at_a_time() {
    let mut app = app();
    app.apply(Action::SetFilter("statut:ic".into()), noon());
    run(&mut app, &[A::SelectAll]);
    assert_eq!(selected(&app), "ab");
    run(&mut app, &[A::Back]);
    assert!(app.selection().is_empty() && app.board().filtered());
    run(&mut app, &[A::Back]);
    assert!(!app.board().filtered());
}

#[test]
fn the_table_shows_the_same_deals_with_the_same_focus_even_of_a_folded_column() {
    let mut app = app();
    run(&mut app, &[A::FocusRight, A::ToggleTable]);
    assert_eq!((focus(&app), app.table().rows().len()), ("a", 5));
    run(&mut app, &[A::FocusLast]);
    assert_eq!(focus(&app), "e", "lost is folded on the board");
    run(&mut app, &[A::ToggleTable]);
    assert_eq!(focus(&app), "e");
    assert!(
        !app.board().folded.contains("lost"),
        "whoever looks at it goes on looking at it"
    );
}

#[test]
fn the_table_is_sorted_by_up_to_four_keys_and_the_focus_stays_on_its_deal() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable]);
    app.apply(
        Action::SortBy {
            column: Column::Kpi(KpiKey::Ltv),
            also: false,
        },
        noon(),
    );
    let order = |app: &App| -> String {
        let rows = app.table().rows().iter();
        rows.map(|ix| app.snapshot().deals.row(*ix).unwrap().id.to_owned())
            .collect()
    };
    assert_eq!((order(&app).get(..3), focus(&app)), (Some("adc"), "c"));
    app.apply(
        Action::SortBy {
            column: Column::Kpi(KpiKey::Ltv),
            also: false,
        },
        noon(),
    );
    assert_eq!(order(&app).get(..3), Some("cda"));
    app.apply(
        Action::SortBy {
            column: Column::Kpi(KpiKey::Ltv),
            also: false,
        },
        noon(),
    );
    assert!(app.table().sort.is_empty());
    for column in [
        Column::Status,
        Column::Owner,
        Column::Class,
        Column::Name,
        Column::Age,
    ] {
        app.apply(Action::SortBy { column, also: true }, noon());
    }
    assert_eq!(app.table().sort.len(), MOST_SORT_KEYS);
    app.apply(Action::SetFilter("statut:sourcing".into()), noon());
    assert_eq!(order(&app).len(), 2);
}

#[test]
fn a_deal_that_goes_leaves_the_focus_of_the_table_to_its_neighbour() {
    let mut app = app();
    run(&mut app, &[A::ToggleTable, A::FocusDown]);
    let before = focus(&app).to_owned();
    let next = app.table().rows()[2];
    let next = app.snapshot().deals.row(next).unwrap().id.to_owned();
    let mut gone = table();
    gone.remove(&before);
    app.absorb(Arc::new(snapshot(2, gone)));
    assert_eq!(focus(&app), next);
}

#[test]
fn a_change_of_many_is_shown_first_and_only_then_asked_for_held_and_paced() {
    let mut app = app();
    run(&mut app, &[A::SelectAll, A::MoveTo]);
    app.apply(Action::Choose(1), noon());
    let nothing = run(&mut app, &[A::Open]);
    assert!(updates(&nothing).is_empty());
    let bulk = app.bulk().unwrap();
    assert_eq!(bulk.verb, BulkVerb::Status("ic".into()));
    let counts = bulk.counts();
    assert_eq!((counts.planned, counts.skipped), (3, 2));
    let asked = updates(&run(&mut app, &[A::Open]));
    let ids: String = asked.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(ids, "cde");
    assert!(asked.iter().all(|(_, value, _)| value == "\"ic\""));
    assert!(asked.windows(2).all(|pair| pair[0].2 < pair[1].2), "{asked:?}");
    assert!(asked[0].2 >= app.options().hold);
    assert!(app.selection().is_empty());
    let back = updates(&run(&mut app, &[A::Back, A::Undo]));
    assert_eq!(back.len(), 3);
    assert_eq!(updates(&run(&mut app, &[A::Redo])).len(), 3);
}

#[test]
fn a_plan_that_is_left_asks_for_nothing_and_keeps_the_selection() {
    let mut app = app();
    let effects = run(&mut app, &[A::SelectDeal, A::DeleteDeal, A::Back]);
    assert!(effects.iter().all(|effect| matches!(effect, Effect::Keep { .. })));
    assert!(app.bulk().is_none() && selected(&app) == "c");
}

fn pending(id: i64, record: &str, state: WriteState) -> PendingWrite {
    PendingWrite {
        id: WriteId(id),
        kind: WriteKind::Update,
        record: record.into(),
        label: String::new(),
        fields: Fields::new(),
        base: Fields::new(),
        state,
        attempts: 0,
        created_at: noon(),
        key: format!("k{id}"),
    }
}

fn forbidden() -> WriteProblem {
    WriteProblem {
        kind: ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".into(),
        detail: "no".into(),
        scope: Some("deals:write".into()),
        request_id: None,
    }
}

fn moving(app: &mut App) -> u64 {
    run(app, &[A::SelectAll, A::MoveTo]);
    app.apply(Action::Choose(1), noon());
    run(app, &[A::Open, A::Open]);
    app.bulk().unwrap().asked
}

#[test]
fn each_row_of_a_change_is_told_by_what_came_of_it() {
    let mut app = app();
    let handled = moving(&mut app);
    let held = WriteState::Held { until: noon() };
    let mut deals = table();
    deals.patch(deal("c", "Halle", "ic", 0, None), None);
    app.absorb(Arc::new(Snapshot {
        handled,
        writes: Arc::new(vec![
            pending(2, "d", WriteState::Refused(forbidden())),
            pending(3, "e", held),
        ]),
        ..snapshot(2, deals.clone())
    }));
    let counts = app.bulk().unwrap().counts();
    assert_eq!((counts.done, counts.failed, counts.waiting), (1, 1, 1));
    let retried = run(&mut app, &[A::RetryBulk]);
    assert!(retried.contains(&Effect::Retry(WriteId(2))));
    let stopped = run(&mut app, &[A::StopBulk]);
    let back = updates(&stopped);
    assert_eq!(back, [("e".into(), "\"lost\"".into(), std::time::Duration::ZERO)]);
    app.absorb(Arc::new(Snapshot {
        handled: handled + 10,
        ..snapshot(3, deals)
    }));
    let counts = app.bulk().unwrap().counts();
    assert_eq!(
        (counts.done, counts.stopped, counts.waiting),
        (1, 2, 0),
        "d was dropped elsewhere"
    );
    assert!(app.bulk().unwrap().ended());
}

#[test]
fn what_the_engine_has_not_taken_in_yet_is_still_on_its_way() {
    let mut app = app();
    moving(&mut app);
    app.absorb(Arc::new(snapshot(2, table())));
    assert_eq!(app.bulk().unwrap().counts().waiting, 3);
}

#[test]
fn a_key_known_not_to_write_deals_disables_what_writes_them_until_asked_again() {
    let mut app = app();
    let event = Event {
        seq: 1,
        kind: EventKind::Refused {
            kind: WriteKind::Update,
            record: "a".into(),
            label: "Le Parc".into(),
            problem: forbidden(),
        },
    };
    app.absorb(Arc::new(Snapshot {
        events: Arc::new(vec![event]),
        ..snapshot(2, table())
    }));
    for id in [A::MoveNext, A::MoveTo, A::EditDeal, A::DeleteDeal, A::NewDeal] {
        assert_eq!(app.enabled(id), Err(Reason::MayNotWriteDeals), "{id:?}");
    }
    run(&mut app, &[A::Refresh]);
    assert_eq!(app.enabled(A::MoveNext), Ok(()));
}

#[test]
fn after_a_move_the_next_step_down_goes_on_where_the_card_was() {
    let mut app = app();
    run(&mut app, &[A::MoveNext]);
    let mut moved = table();
    moved.patch(deal("c", "Halle Vauban, Lille", "ic", 0, None), None);
    app.absorb(Arc::new(snapshot(2, moved)));
    assert_eq!(focus(&app), "c", "the focus follows the card");
    run(&mut app, &[A::FocusDown]);
    assert_eq!(focus(&app), "d", "and goes on in the column it left");
    run(&mut app, &[A::FocusRight, A::FocusLeft]);
    assert_eq!(focus(&app), "d");
}

fn kept(effects: &[Effect], prefix: &str) -> Vec<(String, Option<String>)> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Keep { name, value } if name.starts_with(prefix) => Some((name.clone(), value.clone())),
            _ => None,
        })
        .collect()
}

fn type_name(app: &mut App, name: &str) -> Vec<Effect> {
    app.apply(Action::SetText(name.into()), noon());
    run(app, &[A::Open])
}

#[test]
fn a_view_is_kept_opened_changed_and_forgotten() {
    let mut app = app();
    app.apply(Action::SetFilter("ltv>0.7".into()), noon());
    run(&mut app, &[A::ToggleTable, A::SaveView]);
    let saved = type_name(&mut app, "  LTV   haute ");
    let (name, text) = kept(&saved, "view/").remove(0);
    assert_eq!(name, "view/LTV haute");
    assert!(text.unwrap().contains("query = \"ltv>0.7\""));
    assert_eq!(app.views().count("LTV haute"), Some(2));
    assert!(!app.view_changed());
    run(&mut app, &[A::Back]);
    assert!(app.view_changed(), "the filter is gone");
    run(&mut app, &[A::ToggleTable, A::NextView]);
    assert!(app.views().open().is_none() && !app.shows_table());
    run(&mut app, &[A::NextView]);
    assert!(app.shows_table() && app.board().filter == "ltv>0.7");
    run(&mut app, &[A::Views, A::RenameView]);
    let renamed = kept(&type_name(&mut app, "Haute"), "view/");
    assert_eq!(renamed[0], ("view/LTV haute".into(), None));
    assert_eq!(renamed[1].0, "view/Haute");
    run(&mut app, &[A::Views]);
    let default = kept(&run(&mut app, &[A::DefaultView]), "view/");
    assert!(default[0].1.as_ref().unwrap().contains("default = true"));
    assert_eq!(
        kept(&run(&mut app, &[A::DeleteView]), "view/"),
        [("view/Haute".into(), None)]
    );
    assert!(app.views().list.is_empty());
}

#[test]
fn two_views_never_have_one_name_and_only_one_is_opened_at_the_start() {
    let mut app = app();
    let text = "[[view]]\nname = \"x\"\ndefault = true\n[[view]]\nname = \"y\"\ndefault = true\n";
    let effects = app.apply(Action::ImportViews(text.into()), noon());
    assert_eq!(kept(&effects, "view/").len(), 3);
    let defaults = app.views().list.iter().filter(|view| view.default).count();
    assert_eq!(defaults, 1);
    run(&mut app, &[A::Views, A::FocusDown, A::RenameView]);
    assert!(kept(&type_name(&mut app, "y"), "view/").is_empty());
    assert!(matches!(app.layer(), Layer::Form(form) if form.error == Some("form-view-taken")));
    let refused = app.apply(
        Action::ImportViews("[[view]]\nname=\"z\"\nquery=\"ltv>a\"".into()),
        noon(),
    );
    assert!(kept(&refused, "view/").is_empty());
    assert!(matches!(
        app.toasts().last().unwrap().kind,
        ToastKind::ViewRefused { .. }
    ));
}

fn settings(pairs: &[(&str, &str)]) -> Arc<BTreeMap<String, String>> {
    let pairs = pairs
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Arc::new(pairs.collect())
}

#[test]
fn the_first_start_folds_what_is_aside_and_later_ones_take_up_where_one_left_off() {
    let mut first = app();
    assert!(first.board().folded.contains("lost") && first.board().folded.contains("on_hold"));
    first.fold_column(0);
    let effects = run(&mut first, &[A::ToggleTable, A::ScreenPortfolio]);
    let session = kept(&effects, "session").pop().unwrap().1.unwrap();
    let again = with(Snapshot {
        settings: Some(settings(&[("session", &session)])),
        ..snapshot(1, table())
    });
    assert!(again.board().folded.contains("sourcing") && again.shows_table());
    assert_eq!(again.screen(), Screen::Portfolio);
    let garbled = with(Snapshot {
        settings: Some(settings(&[("session", "screen = \"x\""), ("view/x", "[[view]")])),
        ..snapshot(1, table())
    });
    assert!(garbled.board().folded.contains("lost") && garbled.views().list.is_empty());
}

#[test]
fn the_default_view_is_opened_at_the_start_and_its_count_follows_the_data() {
    let view = "[[view]]\nname = \"IC\"\nquery = \"statut:ic\"\ndefault = true\npinned = true";
    let mut app = with(Snapshot {
        settings: Some(settings(&[("view/IC", view)])),
        ..snapshot(1, table())
    });
    assert_eq!(
        (app.lens().shown, app.views().current.as_deref()),
        (2, Some("IC"))
    );
    let mut moved = table();
    moved.patch(deal("a", "Le Parc", "closing", 0, None), None);
    app.absorb(Arc::new(Snapshot {
        settings: app.snapshot().settings.clone(),
        ..snapshot(2, moved)
    }));
    assert_eq!(app.views().count("IC"), Some(1));
}

#[test]
fn rows_are_copied_exactly_and_as_a_spreadsheet_of_the_language_reads_them() {
    let mut app = app();
    run(
        &mut app,
        &[A::FocusRight, A::SelectDeal, A::FocusDown, A::SelectDeal, A::Copy],
    );
    let text = app.take_copy().unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].starts_with("Le Parc, Lyon\t") && lines[1].contains("\t0,764\t"),
        "{text}"
    );
    assert!(
        lines[1].ends_with("\ta") && lines[2].contains("\t\t"),
        "what is missing is an empty cell: {text}"
    );
    app.apply(Action::Copied(CopiedBy::Terminal), noon());
    let said = ToastKind::Copied {
        what: CopiedWhat::Rows(2),
        by: CopiedBy::Terminal,
    };
    assert_eq!(app.toasts().last().unwrap().kind, said);
    run(&mut app, &[A::Back, A::Copy]);
    assert_eq!(app.take_copy().as_deref(), Some("b"));
}

#[test]
fn a_text_that_a_spreadsheet_would_run_is_kept_a_text() {
    let mut builder = ColumnsBuilder::default();
    builder.push(&deal("a", "=HYPERLINK(\"x\")\tb", "ic", 1, None));
    let mut app = with(snapshot(1, builder.finish()));
    run(&mut app, &[A::SelectDeal, A::Copy]);
    let text = app.take_copy().unwrap();
    let row = text.lines().nth(1).unwrap();
    assert!(row.starts_with("'=HYPERLINK(\"x\") b\t"), "{row:?}");
}

#[test]
fn a_note_is_kept_here_and_forgotten_when_it_is_emptied() {
    let mut app = app();
    run(&mut app, &[A::LocalNote]);
    let written = kept(&type_name(&mut app, "Rappeler mardi"), "note/");
    assert_eq!(written, [("note/c".into(), Some("Rappeler mardi".into()))]);
    app.options.editor = true;
    run(&mut app, &[A::LocalNote]);
    let edit = app.take_edit().unwrap();
    assert_eq!(edit.what, EditWhat::Note(DealId::new("c").unwrap()));
    let text = "Deux\nlignes\n".to_owned();
    let effects = app.apply(
        Action::Edited {
            what: edit.what,
            text,
        },
        noon(),
    );
    assert_eq!(
        kept(&effects, "note/"),
        [("note/c".into(), Some("Deux\nlignes".into()))]
    );
    app.absorb(Arc::new(Snapshot {
        settings: Some(settings(&[("note/c", "Deux\nlignes")])),
        ..snapshot(2, table())
    }));
    let what = EditWhat::Note(DealId::new("c").unwrap());
    let effects = app.apply(
        Action::Edited {
            what,
            text: " \n".into(),
        },
        noon(),
    );
    assert_eq!(kept(&effects, "note/"), [("note/c".into(), None)]);
}

#[test]
fn an_editor_that_fails_leaves_a_form_with_the_text() {
    let mut app = app();
    app.options.editor = true;
    run(&mut app, &[A::LocalNote]);
    let edit = app.take_edit().unwrap();
    app.apply(
        Action::EditFailed {
            edit,
            why: "vi: not found".into(),
        },
        noon(),
    );
    assert!(matches!(app.layer(), Layer::Form(form) if matches!(form.purpose, Purpose::Note(_))));
    assert!(matches!(
        app.toasts().last().unwrap().kind,
        ToastKind::EditorFailed { .. }
    ));
}

#[test]
fn the_filter_can_be_edited_elsewhere_and_comes_back_on_one_line() {
    let mut app = app();
    app.options.editor = true;
    run(&mut app, &[A::Filter]);
    app.apply(Action::SetText("parc".into()), noon());
    run(&mut app, &[A::EditText]);
    assert_eq!(app.take_edit().unwrap().text, "parc");
    let text = "statut:ic\nparc\n".to_owned();
    app.apply(
        Action::Edited {
            what: EditWhat::Typed,
            text,
        },
        noon(),
    );
    assert_eq!(app.board().filter, "statut:ic parc");
}

fn offered(app: &mut App, typed: &str) -> Vec<Command> {
    run(app, &[A::Palette]);
    app.apply(Action::SetText(typed.into()), noon());
    let Layer::Palette(palette) = app.layer() else {
        return Vec::new();
    };
    let commands = palette.items.iter().filter_map(|item| match item {
        PaletteItem::Command(command, _) => Some(command.clone()),
        _ => None,
    });
    commands.collect()
}

#[test]
fn the_palette_takes_a_verb_and_what_it_needs_in_either_language() {
    let mut app = app();
    assert_eq!(offered(&mut app, "move ic"), [Command::Move("ic".into())]);
    assert_eq!(offered(&mut app, "déplacer comité"), [Command::Move("ic".into())]);
    assert_eq!(
        offered(&mut app, "owner mart"),
        [Command::Owner("A. Martin".into()), Command::Owner("mart".into())]
    );
    assert_eq!(
        offered(&mut app, "trier ltv"),
        [Command::Sort(Column::Kpi(KpiKey::Ltv))]
    );
    assert!(offered(&mut app, "parc").is_empty());
    offered(&mut app, "move ic");
    let moved = updates(&run(&mut app, &[A::Open]));
    assert_eq!(moved.len(), 1, "without a selection it is an ordinary move");
    run(&mut app, &[A::SelectAll]);
    offered(&mut app, "move ic");
    assert!(updates(&run(&mut app, &[A::Open])).is_empty());
    assert!(matches!(app.layer(), Layer::Sheet(sheet) if sheet.kind == SheetKind::Bulk));
}

#[test]
fn columns_are_shown_hidden_moved_and_sized_and_one_always_stays() {
    let mut app = app();
    run(
        &mut app,
        &[A::ToggleTable, A::ChooseColumns, A::FocusDown, A::ToggleLine],
    );
    assert!(!app.table().columns.contains(&Column::Status));
    run(&mut app, &[A::LowerLine]);
    assert_eq!(app.table().columns[2], Column::Class, "it went below the owner");
    run(&mut app, &[A::FocusLast, A::ToggleLine]);
    let last = *app.table().columns.last().unwrap();
    assert_eq!(
        app.sheet().map(|sheet| app.columns_offered()[sheet.selected]),
        Some(last)
    );
    let width = app.column_width(last);
    run(&mut app, &[A::WidenColumn]);
    assert_eq!(app.column_width(last), width + 2);
    for _ in 0..40 {
        run(&mut app, &[A::FocusFirst, A::ToggleLine]);
    }
    assert_eq!(app.table().columns.len(), 1);
}

#[test]
fn empty_columns_give_their_place_while_others_hold_something() {
    let mut app = app();
    app.apply(Action::SetFilter("statut:ic".into()), noon());
    let aside: Vec<bool> = (0..app.lens().columns.len()).map(|at| app.is_aside(at)).collect();
    let open: Vec<&str> = app
        .lens()
        .columns
        .iter()
        .zip(&aside)
        .filter(|(_, aside)| !**aside)
        .map(|(column, _)| &*column.status)
        .collect();
    assert_eq!(open, ["ic"]);
    app.apply(Action::SetFilter("rien du tout".into()), noon());
    assert!(
        !app.is_empty_column(0),
        "where nothing is shown the columns stand"
    );
}

const KEYS: &[A] = &[
    A::FocusLeft,
    A::FocusRight,
    A::FocusUp,
    A::FocusDown,
    A::FocusFirst,
    A::FocusLast,
    A::PageDown,
    A::Open,
    A::Back,
    A::SelectDeal,
    A::SelectRange,
    A::SelectAll,
    A::ToggleTable,
    A::SortColumn,
    A::SortAlso,
    A::ChooseColumns,
    A::NarrowColumn,
    A::WidenColumn,
    A::ToggleLine,
    A::RaiseLine,
    A::LowerLine,
    A::Views,
    A::SaveView,
    A::NextView,
    A::PreviousView,
    A::PinView,
    A::DeleteView,
    A::FoldColumn,
    A::Copy,
    A::CopyAs,
    A::MoveNext,
    A::MovePrevious,
    A::MoveTo,
    A::DeleteDeal,
    A::EditDeal,
    A::LocalNote,
    A::ShowBulk,
    A::StopBulk,
    A::RetryBulk,
    A::Undo,
    A::Redo,
    A::Filter,
    A::Palette,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_is_pressed_the_focus_stands_on_something_that_is_there(
        keys in proptest::collection::vec(0..KEYS.len(), 1..60),
        rows in 0_usize..30,
        width in 0_u16..200,
        gone in 0_usize..6,
    ) {
        let mut app = app();
        app.set_table_viewport(TableViewport { rows, width });
        for (place, key) in keys.iter().enumerate() {
            run(&mut app, &[KEYS[*key]]);
            if place == gone {
                let mut deals = table();
                deals.remove("c");
                app.absorb(Arc::new(snapshot(2 + place as u64, deals)));
            }
            if let Layer::Form(_) = app.layer() {
                app.apply(Action::SetText("Vue".into()), noon());
            }
            let table = app.table();
            if app.shows_table() && !table.rows().is_empty() {
                let ix = table.rows()[table.index()];
                let row = app.snapshot().deals.row(ix).unwrap();
                prop_assert_eq!(row.id, focus(&app));
                prop_assert!(table.first() <= table.index() && table.index() < table.first() + rows.max(1));
                prop_assert!(table.column < table.columns.len());
                prop_assert!(app.table_layout().columns.iter().all(|(at, ..)| *at < table.columns.len()));
            }
            if let Some(sheet) = app.sheet() {
                let lines = crate::view::sheet::sheet(&app).map_or(0, |view| view.lines.len());
                prop_assert!(lines == 0 || sheet.selected < lines);
            }
            prop_assert!(!app.table().columns.is_empty());
            let _ = crate::view::table::foot(&app);
            let _ = crate::view::layers::palette(&app);
        }
    }
}
