//! Scenes of the screens in their normal state.

use std::sync::Arc;

use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::screens::portfolio::legend::{Chart, Draw};
use encours_core::app::shell::action::Action;
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::patch::Fields;
use encours_core::dataset::breakdown::Breakdown;
use encours_core::dataset::column::Column;
use encours_core::model::conflict_context::Meanwhile;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteState};
use encours_core::model::snapshot::Snapshot;
use jiff::SignedDuration;

use super::{Scene, scene};
use crate::support::sample::{self, LE_PARC};

/// Returns the action that opens the deal in the images.
pub(super) fn le_parc() -> Action {
    Action::OpenDeal(DealId::new(LE_PARC).unwrap())
}

/// Returns the id of one of the invented deals.
pub(super) fn deal(n: usize) -> DealId {
    DealId::new(format!("00000000-0000-4000-8000-{n:012}")).unwrap()
}

fn notification(n: usize) -> String {
    format!("b41d7a90-53c2-4e0f-8a6e-{n:012}")
}

/// Returns the actions for a table sorted by two keys with three selected rows.
pub(super) fn table() -> Vec<Action> {
    let by = |column, also| Action::SortBy { column, also };
    let mut actions = vec![
        Action::Run(ActionId::ToggleTable),
        by(Column::Kpi(KpiKey::Ltv), false),
        by(Column::Name, true),
        Action::FocusDeal(DealId::new(LE_PARC).unwrap()),
        Action::FocusTableColumn(5),
    ];
    actions.extend([4, 9, 17].map(|n| Action::ToggleSelected(deal(n))));
    actions
}

/// Returns a snapshot with a conflict and a refusal in the outbox.
pub(super) fn undecided() -> Snapshot {
    let mut theirs = Fields::new();
    theirs.set_text("responsable", "S. Benali");
    let (mut before, mut after) = (Fields::new(), Fields::new());
    before
        .set_text("name", "Le Parc, Lyon")
        .set_text("classe_actif", "bureaux");
    after
        .set_text("name", "Le Parc, Lyon 7e")
        .set_text("classe_actif", "mixte");
    let meanwhile = Meanwhile {
        seen_at: Some(sample::now() - SignedDuration::from_mins(26)),
        theirs_at: Some(sample::now() - SignedDuration::from_secs(1)),
        before,
        after,
    };
    let conflict = PendingWrite {
        id: WriteId(2),
        meanwhile: Some(Box::new(meanwhile)),
        ..sample::owner_write(WriteState::Conflict { theirs })
    };
    let refused = PendingWrite {
        id: WriteId(3),
        ..sample::owner_write(WriteState::Refused(sample::refusal().into()))
    };
    Snapshot {
        writes: Arc::new(vec![conflict, refused].into()),
        ..sample::snapshot()
    }
}

/// Returns a snapshot with a single refusal, which has the focus and shows its reason.
pub(super) fn refused() -> Snapshot {
    let refused = sample::owner_write(WriteState::Refused(sample::refusal().into()));
    Snapshot {
        writes: Arc::new(vec![refused].into()),
        ..sample::snapshot()
    }
}

/// Returns notifications with a note, a star, and a read one marked as unread locally.
fn shift() -> Snapshot {
    let id = notification;
    let kept = [
        (
            format!("notification-note/{}", id(0)),
            "Rappeler A. Martin mardi".to_owned(),
        ),
        (
            "triage".to_owned(),
            format!("starred = [\"{}\"]\nunread = [\"{}\"]\n", id(1), id(7)),
        ),
    ];
    Snapshot {
        settings: Some(Arc::new(kept.into())),
        ..sample::snapshot()
    }
}

/// Returns the scenes of board, table and deal.
pub fn of_deals() -> Vec<Scene> {
    vec![
        scene("board", Vec::new),
        scene("board-compact", || {
            vec![
                Action::Run(ActionId::ToggleDensity),
                Action::ToggleSelected(deal(2)),
                Action::ToggleSelected(deal(60)),
                Action::FoldColumn(4),
            ]
        }),
        scene("board-lanes-owner", || vec![Action::SetLanes(Lanes::Owner)]),
        scene("board-lanes-class", || vec![Action::SetLanes(Lanes::Class)]),
        scene("table", table),
        scene("deal", || vec![le_parc()]),
    ]
}

/// Returns the scenes of the other screens.
pub fn of_the_rest() -> Vec<Scene> {
    let show = |name, actions| scene(name, actions);
    vec![
        show("portfolio", || vec![Action::Show(Screen::Portfolio)]),
        show("portfolio-tables", || {
            let tables = Action::Run(ActionId::ToggleChart);
            vec![Action::Show(Screen::Portfolio), tables]
        }),
        show("portfolio-legend", || {
            let turn = |chart, series: &str| Action::TurnLegend {
                chart,
                series: series.to_owned(),
                draw: Draw::Other,
            };
            let (status, class) = (
                Chart::Breakdown(Breakdown::Status),
                Chart::Breakdown(Breakdown::Class),
            );
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
        show("notifications", || vec![Action::Show(Screen::Notifications)]),
        show("notifications-shift", || {
            let pick = |n| Action::PickNotification(NotificationId::new(notification(n)).unwrap());
            vec![Action::Show(Screen::Notifications), pick(0), pick(2)]
        })
        .over(shift),
        show("tasks", || vec![Action::Show(Screen::Tasks)]),
        show("views", || vec![Action::Show(Screen::Views)]),
        show("views-service", || {
            vec![Action::Show(Screen::Views), Action::Run(ActionId::NextPane)]
        }),
        show("explorer", || vec![Action::Show(Screen::Explorer)]),
        show("explorer-tree", || {
            vec![Action::DrillInto {
                breakdown: Breakdown::Status,
                code: "retard".to_owned(),
            }]
        }),
        show("activity", || vec![Action::Show(Screen::Activity)]).over(undecided),
        show("activity-refused", || vec![Action::Show(Screen::Activity)]).over(refused),
    ]
}
