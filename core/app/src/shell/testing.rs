//! Shared fixtures of the `app` tests: five deals, an `App` that shows them, and user actions.

pub(crate) use crate::contract::DealId;
pub(crate) use crate::contract::models::kpi::KpiKey;
pub(crate) use crate::error::ErrorKind;
use crate::foundation::cx::options::Options;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
pub(crate) use crate::model::effect::Effect;
pub(crate) use crate::model::pending_write::{PendingWrite, WriteKind, WriteProblem, WriteState};
pub(crate) use crate::model::snapshot::{Coverage, Event, EventKind, Snapshot};
pub(crate) use crate::model::table::{Bound, ColumnsBuilder, DealTable, RowData, StageSince};
use crate::shell::action::Action;
pub(crate) use crate::text::Lang;
pub(crate) use std::collections::BTreeMap;
pub(crate) use std::sync::Arc;

pub(crate) use jiff::Timestamp;
pub(crate) use jiff::tz::TimeZone;

pub(crate) use crate::shell::app::*;

pub(crate) fn deal(id: &str, name: &str, status: &str, days: i64, ltv: Option<&str>) -> RowData {
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

pub(crate) fn table() -> DealTable {
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

pub(crate) fn snapshot(revision: u64, deals: DealTable) -> Snapshot {
    let total = deals.len() as u64;
    Snapshot {
        revision,
        coverage: Coverage {
            read: total,
            total: Some(total),
            complete_at: Some(noon()),
            reading: false,
            unknown_status: 0,
            miscounted: false,
        },
        deals: Arc::new(deals),
        settings: Some(Arc::default()),
        ..Snapshot::default()
    }
}

pub(crate) fn with(snapshot: Snapshot) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), noon());
    app.absorb(Arc::new(snapshot));
    app
}

pub(crate) fn app() -> App {
    with(snapshot(1, table()))
}

pub(crate) fn run(app: &mut App, ids: &[ActionId]) -> Vec<Effect> {
    ids.iter()
        .flat_map(|id| app.apply(Action::Run(*id), noon()))
        .collect()
}

pub(crate) fn focus(app: &App) -> &str {
    app.pipeline
        .board()
        .cursor
        .deal
        .as_ref()
        .map_or("", DealId::as_str)
}

pub(crate) fn selected(app: &App) -> String {
    let mut ids: Vec<String> = app.selected_rows().iter().map(|row| row.id.to_owned()).collect();
    ids.sort();
    ids.concat()
}

pub(crate) fn updates(effects: &[Effect]) -> Vec<(String, String, std::time::Duration)> {
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

pub(crate) fn kept(effects: &[Effect], prefix: &str) -> Vec<(String, Option<String>)> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Keep { name, value } if name.starts_with(prefix) => Some((name.clone(), value.clone())),
            _ => None,
        })
        .collect()
}

pub(crate) fn type_name(app: &mut App, name: &str) -> Vec<Effect> {
    app.apply(Action::SetText(name.into()), noon());
    run(app, &[ActionId::Open])
}

pub(crate) fn settings(pairs: &[(&str, &str)]) -> Arc<BTreeMap<String, String>> {
    let pairs = pairs
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Arc::new(pairs.collect())
}

/// Returns the start time of the tests.
pub(crate) fn noon() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}
