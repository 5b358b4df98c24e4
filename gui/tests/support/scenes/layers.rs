//! Scenes of overlays: palette, keys, menus, forms, lists, questions.

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::DealId;
use encours_core::contract::patch::Fields;
use encours_core::model::history::history_entry::{Entry, What};
use encours_core::model::history::observed::Observed;
use encours_core::model::history::visit::Visit;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use encours_core::model::snapshot::{Event, EventKind, Snapshot};
use encours_core::model::storage_health::{Keeping, KnownUser};
use encours_core::text::Lang;
use jiff::SignedDuration;

use super::screens::{deal, le_parc, table};
use super::{Scene, scene};
use crate::support::sample::{self, LE_PARC, now};
use crate::support::{Window, press};

fn run(id: ActionId) -> Action {
    Action::Run(id)
}

fn of_le_parc(ids: &[ActionId]) -> Vec<Action> {
    let focus = Action::FocusDeal(DealId::new(LE_PARC).unwrap());
    std::iter::once(focus)
        .chain(ids.iter().copied().map(Action::Run))
        .collect()
}

fn three() -> Vec<Action> {
    [4, 9, 17].map(|n| Action::ToggleSelected(deal(n))).to_vec()
}

/// Clicks the button with a name suffix.
pub(super) fn press_button(window: &mut Window<'_>, ends: &str) {
    let button = window.get_by(|node| {
        node.role() == Role::Button && node.label().is_some_and(|label| label.ends_with(ends))
    });
    button.click();
    window.run();
}

/// Returns changes since a visit the evening before.
fn visited() -> Snapshot {
    let at = |hours: i64| now() - SignedDuration::from_hours(hours);
    let field = |seq: i64, of: String, name: &str, before: &str, after: &str, ours: bool| Entry {
        seq,
        deal: of,
        what: What::Field {
            name: name.into(),
            before: Some(before.to_owned()),
            after: Some(after.to_owned()),
        },
        after: Some(at(15 - seq)),
        at: at(14 - seq),
        ours,
        perhaps: false,
    };
    let id = |n| deal(n).as_str().to_owned();
    let since = vec![
        field(1, id(3), "status", "\"sourcing\"", "\"screening\"", false),
        field(
            2,
            LE_PARC.to_owned(),
            "kpi_snapshot",
            "{\"ltv\":0.71}",
            "{\"ltv\":0.764}",
            false,
        ),
        field(3, id(70), "responsable", "\"J. Roux\"", "\"S. Benali\"", true),
        Entry {
            seq: 4,
            deal: id(101),
            what: What::NotSeenAgain,
            after: Some(at(11)),
            at: at(10),
            ours: false,
            perhaps: false,
        },
    ];
    let usual = sample::snapshot();
    Snapshot {
        observed: Arc::new(Observed {
            visit: Some(Visit { seq: 0, at: at(15) }),
            changes: since.len(),
            since: Arc::new(since),
            ..(*usual.observed).clone()
        }),
        ..usual
    }
}

/// Returns two users besides the key itself, one of them with a queue.
fn users() -> Snapshot {
    let user = |user: &str, rows, named| KnownUser {
        user: user.to_owned(),
        rows,
        named,
    };
    let known = [
        user("user-anne-martin", 2, true),
        user("user-julien-roux", 0, true),
    ];
    Snapshot {
        keeping: Keeping {
            users: known.into(),
            ..Keeping::default()
        },
        ..sample::snapshot()
    }
}

/// Returns that many deletions scheduled by the last run.
fn kept(count: usize) -> Snapshot {
    let until = now() + SignedDuration::from_secs(10);
    let deletion = |n: usize| PendingWrite {
        id: WriteId(1 + i64::try_from(n).unwrap()),
        kind: WriteKind::Delete,
        record: deal(n).as_str().to_owned(),
        label: ["Le Cours Mirande, Aix", "Tour Méridien, Lille"][n % 2].to_owned(),
        fields: Fields::new(),
        base: Fields::new(),
        ..sample::owner_write(WriteState::Held { until })
    };
    let writes: Vec<PendingWrite> = (1..=count).map(deletion).collect();
    let event = Event {
        seq: 1,
        kind: EventKind::HeldAgain { count, until },
    };
    Snapshot {
        writes: Arc::new(writes.into()),
        events: Arc::new(vec![event]),
        ..sample::snapshot()
    }
}

/// Returns the overlays for one deal or several.
pub fn of_a_deal() -> Vec<Scene> {
    vec![
        scene("form-new", || vec![run(ActionId::NewDeal)]),
        scene("form-edit", || {
            vec![le_parc(), run(ActionId::MoveNext), run(ActionId::EditDeal)]
        }),
        scene("form-note", || of_le_parc(&[ActionId::LocalNote])),
        scene("form-stranger", || {
            let mut actions = of_le_parc(&[ActionId::SelectDeal, ActionId::EditDeal]);
            actions.push(Action::SetText("A. Marton".to_owned()));
            actions
        }),
        scene("bulk-owner", || {
            let mut actions = three();
            actions.push(run(ActionId::EditDeal));
            actions
        }),
        scene("bulk-delete", || {
            let mut actions = three();
            actions.push(run(ActionId::DeleteDeal));
            actions
        }),
        scene("delete", || of_le_parc(&[ActionId::DeleteDeal])),
        scene("kept-deletion", Vec::new).over(|| kept(1)),
        scene("kept-deletions", Vec::new).over(|| kept(2)),
        scene("menu-move", || of_le_parc(&[ActionId::MoveTo])),
        scene("copy-as", || of_le_parc(&[ActionId::CopyAs])),
    ]
}

/// Returns the overlays for the window.
pub fn of_the_window() -> Vec<Scene> {
    vec![
        scene("palette", || vec![run(ActionId::Palette)]),
        scene("palette-typed", || vec![run(ActionId::Palette)]).by_hand(|window, _| {
            for letter in ["m", "o"] {
                press(window, letter);
            }
        }),
        scene("help", || vec![run(ActionId::Help)]),
        scene("export", || {
            vec![Action::Show(Screen::Portfolio), run(ActionId::Export)]
        }),
        scene("menu-display", Vec::new).by_hand(|window, lang| {
            let name = match lang {
                Lang::Fr => "Affichage",
                Lang::En => "Display",
            };
            press_button(window, name);
        }),
        scene("menu-fields", Vec::new).by_hand(|window, lang| {
            let name = match lang {
                Lang::Fr => "Champs LTV",
                Lang::En => "Fields LTV",
            };
            press_button(window, name);
        }),
        scene("menu-person", Vec::new).by_hand(|window, _| press_button(window, "A. Martin")),
        scene("sign-out", Vec::new).by_hand(|window, lang| {
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
pub fn lists() -> Vec<Scene> {
    vec![
        scene("list-views", || vec![run(ActionId::Views)]),
        scene("form-view", || {
            vec![Action::SetFilter("ltv>0.65".to_owned()), run(ActionId::SaveView)]
        }),
        scene("list-columns", || {
            let mut actions = table();
            actions.push(run(ActionId::ChooseColumns));
            actions
        }),
        scene("list-snooze", || {
            vec![Action::Show(Screen::Notifications), run(ActionId::Snooze)]
        }),
        scene("list-since", || vec![run(ActionId::ShowSince)]).over(visited),
        scene("list-users", || vec![run(ActionId::ActForUser)]).over(users),
        scene("list-users-queue", || {
            vec![run(ActionId::ActForUser), Action::Choose(1), run(ActionId::Open)]
        })
        .over(users),
        scene("form-user", || {
            vec![run(ActionId::ActForUser), Action::Choose(3), run(ActionId::Open)]
        })
        .over(users),
        scene("form-watch", || {
            vec![Action::Show(Screen::Tasks), run(ActionId::AddIds)]
        }),
        scene("form-route", || {
            vec![Action::Show(Screen::Explorer), run(ActionId::AskRoute)]
        }),
    ]
}
