//! `encours stars …` and `encours labels …`: stars and labels of deals on this device. Sends no request.

use std::collections::BTreeSet;

use encours_core::app::changes::labels::actions::{changed_labels, known_spellings, stored_labels};
use encours_core::contract::{DealId, Fields, Record};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::local_deals::{
    LABELS_PREFIX, LocalDeals, MAX_LABEL_CHARS, STAR_PREFIX, has_label, parse_labels,
};
use encours_core::store::Store;
use jiff::Timestamp;

use super::super::super::args::{LabelsCommand, StarsCommand};
use super::super::super::context::CommandContext;
use super::super::super::output::OutputKind;
use super::super::super::session::Session;
use super::super::super::{CommandResult, error_message};
use super::super::followups::{report_changes, require_known};
use super::super::history::records::DealNames;

/// `stars …`
pub fn stars(context: &mut CommandContext, session: &Session, command: StarsCommand) -> CommandResult {
    let store = session.store()?;
    let (ids, star) = match command {
        StarsCommand::List => {
            let stars = LocalDeals::from_settings(&store.all_settings()?).stars().clone();
            let records = deal_records(store, stars.iter().map(|deal| (deal.as_str(), None)))?;
            return context.print_list(OutputKind::Star, records);
        }
        StarsCommand::Add { ids } => (ids, Some("1")),
        StarsCommand::Remove { ids } => (ids, None),
    };
    if star.is_some() {
        ids.iter().try_for_each(|id| require_known(store, id))?;
    }
    let name = |id: &DealId| (format!("{STAR_PREFIX}{}", id.as_str()), star.map(str::to_owned));
    store.set_settings(&ids.iter().map(name).collect::<Vec<_>>(), Timestamp::now())?;
    let starred = ids.iter().filter(|_| star.is_some()).map(|id| (id.as_str(), None));
    report_changes(context, OutputKind::Star, ids.len(), deal_records(store, starred)?)
}

/// `labels …`
pub fn labels(context: &mut CommandContext, session: &Session, command: LabelsCommand) -> CommandResult {
    let store = session.store()?;
    let local = LocalDeals::from_settings(&store.all_settings()?);
    let parse = |typed: &str| match parse_labels(typed) {
        Ok(labels) if !labels.is_empty() => Ok(labels),
        _ => {
            let max = MAX_LABEL_CHARS.to_string();
            Err(error_message::usage("usage-label", &[("label", typed), ("max", &max)]))
        }
    };
    let (ids, removed, added) = match command {
        LabelsCommand::List { label } => {
            let wanted = label.as_deref().map(parse).transpose()?.unwrap_or_default();
            let has_all = |labels: &Vec<String>| wanted.iter().all(|label| has_label(labels, label));
            let shown = local.labels().iter().filter(|(_, labels)| has_all(labels));
            let shown = shown.map(|(deal, labels)| (deal.as_str(), Some(labels.as_slice())));
            return context.print_list(OutputKind::Labels, deal_records(store, shown)?);
        }
        LabelsCommand::Add { label, ids } => {
            ids.iter().try_for_each(|id| require_known(store, id))?;
            (ids, Vec::new(), known_spellings(&local, parse(&label)?))
        }
        LabelsCommand::Remove { label, mut ids } => {
            let removed = parse(&label)?;
            let has_any = |deal: &str| local.labels_of(deal).iter().any(|label| has_label(&removed, label));
            if ids.is_empty() {
                let labelled = local.labels().keys().filter(|deal| has_any(deal));
                ids.extend(labelled.filter_map(|deal| DealId::new(deal).ok()));
            }
            if !ids.iter().any(|id| has_any(id.as_str())) {
                let found =
                    error_message::localized(ErrorKind::NotFound, "usage-label-none", &[("label", &label)]);
                return Err(found.into());
            }
            (ids, removed, Vec::new())
        }
    };
    let changed =
        ids.iter().map(|id| (id.as_str(), changed_labels(local.labels_of(id.as_str()), &removed, &added)));
    let changed: Vec<(&str, Vec<String>)> = changed.collect();
    let named =
        |(deal, labels): &(&str, Vec<String>)| (format!("{LABELS_PREFIX}{deal}"), stored_labels(labels));
    store.set_settings(&changed.iter().map(named).collect::<Vec<_>>(), Timestamp::now())?;
    let left = changed.iter().filter(|(_, labels)| !labels.is_empty());
    let left = left.map(|(deal, labels)| (*deal, Some(labels.as_slice())));
    report_changes(context, OutputKind::Labels, changed.len(), deal_records(store, left)?)
}

/// Returns records of deals with their names, sorted by name, and with their labels if any are given.
fn deal_records<'a>(
    store: &Store,
    deals: impl Iterator<Item = (&'a str, Option<&'a [String]>)>,
) -> Result<Vec<Record>, Error> {
    let mut names = DealNames::new(store);
    let named = deals.map(|(deal, labels)| Ok((names.name_of_deal(deal)?, deal, labels)));
    let named = named.collect::<Result<BTreeSet<_>, Error>>()?;
    let record = |(name, deal, labels): (String, &str, Option<&[String]>)| {
        let mut fields = Fields::new();
        fields.set_text("id", deal).set_text("name", &name);
        if let Some(labels) = labels {
            fields.set_text("labels", &labels.join(", "));
        }
        Ok(fields.to_record()?)
    };
    named.into_iter().map(record).collect()
}
