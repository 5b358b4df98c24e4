//! Selection, table, views, changes of many deals, copies, notes: what a person does with them, without a clock, a file
//! or a network. What the parts share is here.

mod abreast;
mod ahead;
mod board;
mod bulk;
mod cells;
mod conflicts;
mod copies;
mod creations;
mod discards;
mod drafts;
mod entry;
mod explorer;
mod figures;
mod folded;
mod footers;
mod helping;
mod house_order;
mod inbox_focus;
mod kept;
mod keys;
mod last_session;
mod leaving;
mod lists;
mod log_focus;
mod marking;
mod menu_search;
mod nouns;
mod other_sense;
mod out_of_sight;
mod palette;
mod person;
mod phrases;
mod resending;
mod selection;
mod shift;
mod table;
mod toast_writes;
mod toasts;
mod triage;
mod views;
mod visits;
mod watched;

use crate::contract::DealId;
use crate::engine::Effect;
use crate::engine::Snapshot;
use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::tz::TimeZone;

use super::testing::noon;
use super::*;
use crate::contract::models::kpi::KpiKey;
use crate::engine::{
    Bound, ColumnsBuilder, Coverage, DealTable, Event, EventKind, PendingWrite, RowData, StageSince,
    WriteKind, WriteProblem, WriteState,
};
use crate::error::ErrorKind;
use crate::text::Lang;

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
            miscounted: false,
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
    app.pipeline
        .board()
        .cursor
        .deal
        .as_ref()
        .map_or("", DealId::as_str)
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
    run(app, &[ActionId::Open])
}

fn settings(pairs: &[(&str, &str)]) -> Arc<BTreeMap<String, String>> {
    let pairs = pairs
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Arc::new(pairs.collect())
}
