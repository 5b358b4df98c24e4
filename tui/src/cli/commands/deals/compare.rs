//! `deals compare`: two to four deals side by side, one line a field.

use std::collections::HashSet;

use encours_core::client::Call;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::{DealId, Fields, OperationId, Record};
use encours_core::error::Error;
use encours_core::model::local_deals::LocalDeals;
use encours_core::store;

use super::super::super::CommandResult;
use super::super::super::context::CommandContext;
use super::super::super::output::{LOCAL_FIELDS, OutputKind, RequestedColumns};
use super::super::super::session::Session;
use super::super::cache_write;

/// Names of the columns of the deals.
const DEALS: [&str; 4] = ["deal_1", "deal_2", "deal_3", "deal_4"];

/// `deals compare`
pub async fn compare(context: &mut CommandContext, session: &Session, ids: &[DealId]) -> CommandResult {
    let mut deals = Vec::new();
    for id in ids {
        let id = session.current_deal_id(id)?;
        let call = Call::new(OperationId::DealsGet).parameter("deal_id", &id);
        deals.push(
            cache_write::read_one(context, session, call, (store::RecordKind::Deal, id.as_str())).await?,
        );
    }
    // Without a store there is no data of this device.
    if let Ok(settings) = session.store().and_then(|store| Ok(store.all_settings()?)) {
        context.out.set_local_deals(LocalDeals::from_settings(&settings));
    }
    let lines = field_names(&deals).into_iter().filter_map(|name| compared_line(context, &deals, &name));
    let lines = lines.collect::<Result<Vec<_>, Error>>()?;
    context.print_list(OutputKind::ComparedField, lines)
}

/// Returns the names of the fields: those received, then metrics, then those of this device.
fn field_names(deals: &[Record]) -> Vec<String> {
    let received = deals.iter().flat_map(Record::fields).map(|(name, _)| name.to_owned());
    let local = KpiKey::numeric().map(KpiKey::name).chain(LOCAL_FIELDS).map(str::to_owned);
    let names = received.filter(|name| name != "kpi_snapshot").chain(local);
    let mut met = HashSet::new();
    names.filter(|name| met.insert(name.clone())).collect()
}

/// Returns the line of a field; `None` if no deal has a value.
fn compared_line(context: &CommandContext, deals: &[Record], name: &str) -> Option<Result<Record, Error>> {
    let value = |deal: &Record| RequestedColumns::value(context.out.style(), deal, name);
    let values: Vec<_> = deals.iter().map(value).collect();
    let texts: Vec<&str> =
        values.iter().map(|value| value.as_ref().map_or("null", |raw| raw.get())).collect();
    if texts.iter().all(|text| *text == "null") {
        return None;
    }
    let mut line = Fields::new();
    line.set_text("field", name).set("differs", &texts.windows(2).any(|pair| pair[0] != pair[1]));
    for (column, value) in DEALS.iter().zip(&values) {
        line.set(column, value);
    }
    Some(line.to_record().map_err(Error::from))
}
