//! Scenes of the screens in their normal state.

use std::sync::Arc;

use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::portfolio::portfolio::{Chart, LegendAction};
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::patch::Fields;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::dataset::column::DealColumn;
use encours_core::model::conflict_context::ConflictContext;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};
use encours_core::model::snapshot::Snapshot;
use jiff::SignedDuration;

use super::{Scene, scene};
use crate::support::sample::{self, LE_PARC};

/// Returns the action that opens the deal in the images.
pub(super) fn open_le_parc() -> Action {
    Action::OpenDeal(DealId::new(LE_PARC).unwrap())
}

/// Returns the id of one of the invented deals.
pub(super) fn deal_id(n: usize) -> DealId {
    DealId::new(format!("00000000-0000-4000-8000-{n:012}")).unwrap()
}

fn notification_json(n: usize) -> String {
    format!("b41d7a90-53c2-4e0f-8a6e-{n:012}")
}

/// Returns the actions for a table sorted by two keys with three selected rows.
pub(super) fn sorted_table() -> Vec<Action> {
    let by = |column, also| Action::SortBy { column, keep_previous: also };
    let mut actions = vec![
        Action::Run(ActionId::ToggleTable),
        by(DealColumn::Kpi(KpiKey::Ltv), false),
        by(DealColumn::Name, true),
        Action::FocusDeal(DealId::new(LE_PARC).unwrap()),
        Action::FocusTableColumn(5),
    ];
    actions.extend([4, 9, 17].map(|n| Action::ToggleSelected(deal_id(n))));
    actions
}

/// Returns a snapshot with a conflict and a rejection in the outbox.
pub(super) fn conflict_and_rejection() -> Snapshot {
    let mut theirs = Fields::new();
    theirs.set_text("responsable", "S. Benali");
    let (mut before, mut after) = (Fields::new(), Fields::new());
    before.set_text("name", "Le Parc, Lyon").set_text("classe_actif", "bureaux");
    after.set_text("name", "Le Parc, Lyon 7e").set_text("classe_actif", "mixte");
    let meanwhile = ConflictContext {
        base_seen_at: Some(sample::test_now() - SignedDuration::from_mins(26)),
        theirs_received_at: Some(sample::test_now() - SignedDuration::from_secs(1)),
        old_values: before,
        new_values: after,
    };
    let conflict = PendingWrite {
        id: WriteId(2),
        conflict_context: Some(Box::new(meanwhile)),
        ..sample::owner_write(WriteState::Conflict { theirs })
    };
    let rejected = PendingWrite {
        id: WriteId(3),
        ..sample::owner_write(WriteState::Rejected(sample::scope_rejection().into()))
    };
    Snapshot { writes: Arc::new(vec![conflict, rejected].into()), ..sample::snapshot() }
}

/// Returns a snapshot with a single rejection, which has the focus and shows its reason.
pub(super) fn rejection_alone() -> Snapshot {
    let rejected = sample::owner_write(WriteState::Rejected(sample::scope_rejection().into()));
    Snapshot { writes: Arc::new(vec![rejected].into()), ..sample::snapshot() }
}

/// Returns notifications with a note, a star, and a read one marked as unread locally.
fn triaged_inbox() -> Snapshot {
    let id = notification_json;
    let settings = [
        (format!("notification-note/{}", id(0)), "Rappeler A. Martin mardi".to_owned()),
        ("triage".to_owned(), format!("starred = [\"{}\"]\nunread = [\"{}\"]\n", id(1), id(7))),
    ];
    Snapshot { settings: Some(Arc::new(settings.into())), ..sample::snapshot() }
}

/// Returns the scenes of board, table and deal.
pub fn deal_scenes() -> Vec<Scene> {
    vec![
        scene("board", Vec::new),
        scene("board-compact", || {
            vec![
                Action::Run(ActionId::ToggleDensity),
                Action::ToggleSelected(deal_id(2)),
                Action::ToggleSelected(deal_id(60)),
                Action::CollapseColumn(4),
            ]
        }),
        scene("board-lanes-owner", || vec![Action::SetSwimlanes(Swimlanes::Owner)]),
        scene("board-lanes-class", || vec![Action::SetSwimlanes(Swimlanes::Class)]),
        scene("table", sorted_table),
        scene("deal", || vec![open_le_parc()]),
    ]
}

/// Returns the scenes of the other screens.
pub fn other_scenes() -> Vec<Scene> {
    let show = |name, actions| scene(name, actions);
    vec![
        show("portfolio", || vec![Action::Show(Screen::Portfolio)]),
        show("portfolio-tables", || {
            let tables = Action::Run(ActionId::ToggleChart);
            vec![Action::Show(Screen::Portfolio), tables]
        }),
        show("portfolio-legend", || {
            let turn = |chart, series: &str| Action::ChangeLegend {
                chart,
                series: series.to_owned(),
                action: LegendAction::Toggle,
            };
            let (status, class) = (Chart::Breakdown(Breakdown::Status), Chart::Breakdown(Breakdown::Class));
            vec![
                Action::Show(Screen::Portfolio),
                turn(status, "en_cours"),
                turn(class, "residentiel"),
                turn(class, "mixte"),
                // The statuses follow the observed totals and deals.
                Action::ShowSeries(4),
                turn(Chart::Statuses, "lost"),
            ]
        }),
        show("flow", || vec![Action::Show(Screen::Flow)]),
        show("flow-weeks", || vec![Action::Show(Screen::Flow), Action::FocusPane(2)]),
        show("flow-cycles", || vec![Action::Show(Screen::Flow), Action::FocusPane(3)]),
        show("flow-forecast", || vec![Action::Show(Screen::Flow), Action::FocusPane(5)]),
        show("notifications", || vec![Action::Show(Screen::Notifications)]),
        show("notifications-shift", || {
            let pick = |n| Action::ToggleNotification(NotificationId::new(notification_json(n)).unwrap());
            vec![Action::Show(Screen::Notifications), pick(0), pick(2)]
        })
        .on_snapshot(triaged_inbox),
        show("agenda", || vec![Action::Show(Screen::Agenda)]),
        show("tasks", || vec![Action::Show(Screen::Tasks)]),
        show("views", || vec![Action::Show(Screen::Views)]),
        show("views-service", || vec![Action::Show(Screen::Views), Action::Run(ActionId::NextPane)]),
        show("explorer", || vec![Action::Show(Screen::Explorer)]),
        show("explorer-tree", || {
            vec![Action::DrillInto { breakdown: Breakdown::Status, code: "retard".to_owned() }]
        }),
        show("activity", || vec![Action::Show(Screen::Activity)]).on_snapshot(conflict_and_rejection),
        show("activity-refused", || vec![Action::Show(Screen::Activity)]).on_snapshot(rejection_alone),
    ]
}
