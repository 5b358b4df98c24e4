//! Scenes of overlays: palette, keys, menus, forms, lists, questions.

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::DealId;
use encours_core::contract::patch::Fields;
use encours_core::import::table::{ImportLine, ImportTable};
use encours_core::model::history::history_entry::{EntryKind, HistoryEntry};
use encours_core::model::history::observed::ObservedHistory;
use encours_core::model::history::visit::Visit;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use encours_core::model::snapshot::{Event, EventKind, Snapshot};
use encours_core::model::storage_health::{KnownUser, StorageHealth};
use encours_core::text::Lang;
use jiff::SignedDuration;

use super::screens::{deal_id, open_le_parc, sorted_table};
use super::{Scene, scene};
use crate::support::sample::{self, LE_PARC, test_now};
use crate::support::{TestWindow, type_char};

fn run_action(id: ActionId) -> Action {
    Action::Run(id)
}

fn le_parc_actions(ids: &[ActionId]) -> Vec<Action> {
    let focus = Action::FocusDeal(DealId::new(LE_PARC).unwrap());
    std::iter::once(focus).chain(ids.iter().copied().map(Action::Run)).collect()
}

fn sheet(ids: &[ActionId]) -> Vec<Action> {
    sorted_table().into_iter().chain(ids.iter().copied().map(Action::Run)).collect()
}

fn select_three() -> Vec<Action> {
    [4, 9, 17].map(|n| Action::ToggleSelected(deal_id(n))).to_vec()
}

/// Returns the answer to reading a small sheet.
fn import_read() -> Action {
    let rows = [
        "Nom;Statut;Responsable;LTV",
        "Quai Neuf;Sourcing;A. Martin;0,6",
        "Halle;closng;;",
        "Le Parc, Lyon;closing;;",
    ];
    let lines = rows.into_iter().zip(1..).map(|(row, number)| ImportLine {
        number,
        cells: row.split(';').map(|cell| Ok(cell.to_owned())).collect(),
    });
    let table = ImportTable::new("deals.csv".to_owned(), b"", lines);
    Action::ImportRead { path: String::new(), sheet: String::new(), outcome: Ok(Arc::new(table)) }
}

/// Clicks the button with a name suffix.
pub(super) fn press_button(window: &mut TestWindow<'_>, ends: &str) {
    let button = window.get_by(|node| {
        node.role() == Role::Button && node.label().is_some_and(|label| label.ends_with(ends))
    });
    button.click();
    window.run();
}

/// Returns changes since a visit the evening before.
fn changes_since_visit() -> Snapshot {
    let at = |hours: i64| test_now() - SignedDuration::from_hours(hours);
    let field =
        |seq: i64, field_name: String, name: &str, before: &str, after: &str, ours: bool| HistoryEntry {
            seq,
            deal: field_name,
            kind: EntryKind::FieldChanged {
                name: name.into(),
                before: Some(before.to_owned()),
                after: Some(after.to_owned()),
            },
            not_before: Some(at(15 - seq)),
            at: at(14 - seq),
            is_ours: ours,
            maybe_ours: false,
        };
    let id = |n| deal_id(n).as_str().to_owned();
    let since = vec![
        field(1, id(3), "status", "\"sourcing\"", "\"screening\"", false),
        field(2, LE_PARC.to_owned(), "kpi_snapshot", "{\"ltv\":0.71}", "{\"ltv\":0.764}", false),
        field(3, id(70), "responsable", "\"J. Roux\"", "\"S. Benali\"", true),
        HistoryEntry {
            seq: 4,
            deal: id(101),
            kind: EntryKind::Missing,
            not_before: Some(at(11)),
            at: at(10),
            is_ours: false,
            maybe_ours: false,
        },
    ];
    let usual = sample::snapshot();
    Snapshot {
        history: Arc::new(ObservedHistory {
            visit: Some(Visit { seq: 0, at: at(15) }),
            change_count: since.len(),
            changes_since_visit: Arc::new(since),
            ..(*usual.history).clone()
        }),
        ..usual
    }
}

/// Returns two users besides the key itself, one of them with a queue.
fn users() -> Snapshot {
    let user = |user: &str, rows, user_name| KnownUser {
        user: user.to_owned(),
        pending_writes: rows,
        is_configured: user_name,
    };
    let known = [user("user-anne-martin", 2, true), user("user-julien-roux", 0, true)];
    Snapshot {
        storage: StorageHealth { users: known.into(), ..StorageHealth::default() },
        ..sample::snapshot()
    }
}

/// Returns that many deletions scheduled by the last run.
fn scheduled_by_last_run(count: usize) -> Snapshot {
    let until = test_now() + SignedDuration::from_secs(10);
    let deletion = |n: usize| PendingWrite {
        id: WriteId(1 + i64::try_from(n).unwrap()),
        kind: WriteKind::Delete,
        record: deal_id(n).as_str().to_owned(),
        label: ["Le Cours Mirande, Aix", "Tour Méridien, Lille"][n % 2].to_owned(),
        fields: Fields::new(),
        base: Fields::new(),
        ..sample::owner_write(WriteState::Scheduled { until })
    };
    let writes: Vec<PendingWrite> = (1..=count).map(deletion).collect();
    let event = Event { seq: 1, kind: EventKind::Rescheduled { count, until } };
    Snapshot { writes: Arc::new(writes.into()), events: Arc::new(vec![event]), ..sample::snapshot() }
}

/// Returns the overlays for one deal or several.
pub fn deal_overlays() -> Vec<Scene> {
    vec![
        scene("form-new", || vec![run_action(ActionId::NewDeal)]),
        scene("form-edit", || {
            vec![open_le_parc(), run_action(ActionId::MoveNext), run_action(ActionId::EditDeal)]
        }),
        scene("form-note", || le_parc_actions(&[ActionId::LocalNote])),
        scene("form-stranger", || {
            let mut actions = le_parc_actions(&[ActionId::SelectDeal, ActionId::EditDeal]);
            actions.push(Action::SetText("A. Marton".to_owned()));
            actions
        }),
        scene("bulk-owner", || {
            let mut actions = select_three();
            actions.push(run_action(ActionId::EditDeal));
            actions
        }),
        scene("bulk-delete", || {
            let mut actions = select_three();
            actions.push(run_action(ActionId::DeleteDeal));
            actions
        }),
        scene("import-columns", || vec![import_read()]),
        scene("import-plan", || vec![import_read(), run_action(ActionId::Open)]),
        scene("delete", || le_parc_actions(&[ActionId::DeleteDeal])),
        scene("kept-deletion", Vec::new).on_snapshot(|| scheduled_by_last_run(1)),
        scene("kept-deletions", Vec::new).on_snapshot(|| scheduled_by_last_run(2)),
        scene("menu-move", || le_parc_actions(&[ActionId::MoveTo])),
        scene("copy-as", || le_parc_actions(&[ActionId::CopyAs])),
    ]
}

/// Returns the overlays for the window.
pub fn window_overlays() -> Vec<Scene> {
    vec![
        scene("palette", || vec![run_action(ActionId::Palette)]),
        scene("palette-typed", || vec![run_action(ActionId::Palette)]).with_input(|window, _| {
            for letter in ["m", "o"] {
                type_char(window, letter);
            }
        }),
        scene("help", || vec![run_action(ActionId::Help)]),
        scene("export", || vec![Action::Show(Screen::Portfolio), run_action(ActionId::Export)]),
        scene("menu-display", Vec::new).with_input(|window, lang| {
            let name = match lang {
                Lang::Fr => "Affichage",
                Lang::En => "Display",
            };
            press_button(window, name);
        }),
        scene("menu-fields", Vec::new).with_input(|window, lang| {
            let name = match lang {
                Lang::Fr => "Champs LTV",
                Lang::En => "Fields LTV",
            };
            press_button(window, name);
        }),
        scene("menu-person", Vec::new).with_input(|window, _| press_button(window, "A. Martin")),
        scene("sign-out", Vec::new).with_input(|window, lang| {
            press_button(window, "A. Martin");
            let name = match lang {
                Lang::Fr => "Se déconnecter…",
                Lang::En => "Sign out…",
            };
            window.get_by_label(name).click();
            window.run();
        }),
    ]
}

/// Returns the lists of actions.
pub fn action_lists() -> Vec<Scene> {
    vec![
        scene("list-views", || vec![run_action(ActionId::Views)]),
        scene("form-view", || vec![Action::SetFilter("ltv>0.65".to_owned()), run_action(ActionId::SaveView)]),
        scene("list-columns", || {
            let mut actions = sorted_table();
            actions.push(run_action(ActionId::ChooseColumns));
            actions
        }),
        scene("sheet-description", || sheet(&[ActionId::ShowDescription])),
        scene("sheet-pivot", || sheet(&[ActionId::ShowPivot, ActionId::PivotFigure])),
        scene("list-snooze", || vec![Action::Show(Screen::Notifications), run_action(ActionId::Snooze)]),
        scene("list-since", || vec![run_action(ActionId::ShowSince)]).on_snapshot(changes_since_visit),
        scene("list-users", || vec![run_action(ActionId::SwitchUser)]).on_snapshot(users),
        scene("list-users-queue", || {
            vec![run_action(ActionId::SwitchUser), Action::FocusOverlayLine(1), run_action(ActionId::Open)]
        })
        .on_snapshot(users),
        scene("form-user", || {
            vec![run_action(ActionId::SwitchUser), Action::FocusOverlayLine(3), run_action(ActionId::Open)]
        })
        .on_snapshot(users),
        scene("form-watch", || vec![Action::Show(Screen::Tasks), run_action(ActionId::AddIds)]),
        scene("form-route", || vec![Action::Show(Screen::Explorer), run_action(ActionId::AskRoute)]),
    ]
}
