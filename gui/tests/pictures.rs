//! Pictures of the screens over invented data, in both themes and both languages.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod support;

use std::sync::Arc;

use egui_kittest::SnapshotResults;
use encours_core::app::{Action, ActionId, Column, Lanes, Screen, ThemeChoice};
use encours_core::contract::ids::{DealId, NotificationId};
use encours_core::contract::kpi::KpiKey;
use encours_core::engine::Snapshot;
use encours_core::view::text::Lang;
use support::sample::{self, LE_PARC};
use support::{LARGE, SMALL, Window, one_of, picture, press, shown};

fn window<'a>(lang: Lang, theme: ThemeChoice, size: [f32; 2], actions: Vec<Action>) -> Window<'a> {
    shown(sample::snapshot(), lang, theme, size, actions)
}

fn le_parc() -> Action {
    Action::OpenDeal(DealId::new(LE_PARC).unwrap())
}

#[test]
fn board_light() {
    picture(
        &mut window(Lang::Fr, ThemeChoice::Light, LARGE, vec![]),
        "board-light",
    );
}

/// The third row in English by LTV, two of the rows selected.
fn table() -> Vec<Action> {
    let ltv = Column::Kpi(KpiKey::Ltv);
    let select = [4, 9, 17].map(|n| Action::ToggleSelected(id(n)));
    let mut actions = vec![
        Action::Run(ActionId::ToggleTable),
        Action::SortBy {
            column: ltv,
            also: false,
        },
        Action::SortBy {
            column: Column::Name,
            also: true,
        },
        Action::FocusDeal(DealId::new(LE_PARC).unwrap()),
        Action::FocusTableColumn(5),
    ];
    actions.extend(select);
    actions
}

fn id(n: usize) -> DealId {
    DealId::new(format!("00000000-0000-4000-8000-{n:012}")).unwrap()
}

#[test]
fn table_light() {
    picture(
        &mut window(Lang::En, ThemeChoice::Light, LARGE, table()),
        "table-light",
    );
}

#[test]
fn table_in_the_dark_edited_in_its_place() {
    let mut actions = vec![Action::SetFilter("ltv>0.5".to_owned())];
    actions.extend(table());
    actions.extend([
        Action::Run(ActionId::ClearSelection),
        Action::FocusTableColumn(3),
        Action::Run(ActionId::EditDeal),
    ]);
    picture(
        &mut window(Lang::Fr, ThemeChoice::Dark, SMALL, actions),
        "table-edited",
    );
}

#[test]
fn board_compact_with_a_selection() {
    let actions = vec![
        Action::Run(ActionId::ToggleDensity),
        Action::ToggleSelected(id(2)),
        Action::ToggleSelected(id(60)),
    ];
    picture(
        &mut window(Lang::Fr, ThemeChoice::Dark, SMALL, actions),
        "board-compact",
    );
}

#[test]
fn board_in_lanes() {
    let lanes = vec![Action::SetLanes(Lanes::Owner)];
    picture(
        &mut window(Lang::En, ThemeChoice::Light, LARGE, lanes),
        "board-lanes",
    );
}

#[test]
fn board_narrow_and_filtered() {
    let filter = Action::SetFilter("class:bureaux,mixte ltv>0.55".to_owned());
    let fold = Action::FoldColumn(0);
    picture(
        &mut window(Lang::En, ThemeChoice::Light, SMALL, vec![filter, fold]),
        "board-narrow",
    );
}

#[test]
fn board_in_high_contrast() {
    picture(
        &mut window(Lang::Fr, ThemeChoice::HighContrast, SMALL, vec![]),
        "board-contrast",
    );
}

#[test]
fn deal_panel_light() {
    picture(
        &mut window(Lang::En, ThemeChoice::Light, LARGE, vec![le_parc()]),
        "deal-light",
    );
}

#[test]
fn deal_panel_dark() {
    picture(
        &mut window(Lang::Fr, ThemeChoice::Dark, LARGE, vec![le_parc()]),
        "deal-dark",
    );
}

#[test]
fn portfolio_light() {
    let show = Action::Show(Screen::Portfolio);
    picture(
        &mut window(Lang::Fr, ThemeChoice::Light, LARGE, vec![show]),
        "portfolio-light",
    );
}

#[test]
fn portfolio_dark_and_narrow() {
    let show = Action::Show(Screen::Portfolio);
    picture(
        &mut window(Lang::En, ThemeChoice::Dark, SMALL, vec![show]),
        "portfolio-dark",
    );
}

#[test]
fn notifications_light() {
    let show = Action::Show(Screen::Notifications);
    picture(
        &mut window(Lang::Fr, ThemeChoice::Light, LARGE, vec![show]),
        "notifications-light",
    );
}

#[test]
fn notifications_armed_in_the_dark() {
    let arm = vec![
        Action::Show(Screen::Notifications),
        Action::Run(ActionId::MarkAllRead),
    ];
    picture(
        &mut window(Lang::En, ThemeChoice::Dark, SMALL, arm),
        "notifications-armed",
    );
}

/// A note on the first, one that the service has read held unread, two rows selected.
fn shift(lang: Lang, theme: ThemeChoice, size: [f32; 2]) -> Window<'static> {
    let id = |n: usize| format!("b41d7a90-53c2-4e0f-8a6e-{n:012}");
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
    let snapshot = Snapshot {
        settings: Some(Arc::new(kept.into())),
        ..sample::snapshot()
    };
    let pick = |n: usize| Action::PickNotification(NotificationId::new(id(n)).unwrap());
    let actions = vec![Action::Show(Screen::Notifications), pick(0), pick(2)];
    shown(snapshot, lang, theme, size, actions)
}

#[test]
fn notifications_of_a_shift() {
    let results = &mut SnapshotResults::new();
    let mut light = shift(Lang::Fr, ThemeChoice::Light, LARGE);
    one_of(&mut light, "notifications-shift-light", results);
    let mut dark = shift(Lang::En, ThemeChoice::Dark, SMALL);
    one_of(&mut dark, "notifications-shift-dark", results);
}

#[test]
fn palette_dark() {
    let mut window = window(
        Lang::En,
        ThemeChoice::Dark,
        LARGE,
        vec![Action::Run(ActionId::Palette)],
    );
    for letter in ["m", "o"] {
        press(&mut window, letter);
    }
    picture(&mut window, "palette-dark");
}

#[test]
fn forms_and_toasts() {
    let actions = vec![
        le_parc(),
        Action::Run(ActionId::MoveNext),
        Action::Run(ActionId::EditDeal),
    ];
    picture(
        &mut window(Lang::Fr, ThemeChoice::Light, SMALL, actions),
        "form-light",
    );
}
