//! `find`: deals, notifications and records of every list, by name.

use encours_core::app::foundation::search::ranking::rank;
use encours_core::app::records::lists::resource_items::name_of;
use encours_core::text::fold;

use crate::cli::args::FindArgs;
use crate::cli::commands::cache_read::CachedRecords;
use crate::cli::commands::deals;
use crate::cli::commands::walk_warnings::warn_incomplete;
use crate::cli::prelude::*;

use super::resource_lists;

/// Lists that are searched, with their kind in the store.
const LISTS: [(ResourceKind, Option<RecordKind>); 9] = [
    (ResourceKind::Notifications, Some(RecordKind::Notification)),
    (ResourceKind::Tasks, Some(RecordKind::Task)),
    (ResourceKind::Alerts, Some(RecordKind::Alert)),
    (ResourceKind::FieldDefinitions, Some(RecordKind::Field)),
    (ResourceKind::Operations, None),
    (ResourceKind::Operateurs, None),
    (ResourceKind::Spvs, None),
    (ResourceKind::Fonds, None),
    (ResourceKind::Taxonomies, None),
];

/// `find`
pub async fn run(context: &mut CommandContext, session: &Session, args: &FindArgs) -> CommandResult {
    let needle = fold(args.text.join(" ").trim());
    if needle.is_empty() {
        return Err(error_message::usage("usage-find-empty", &[]).into());
    }
    let messages = context.report.messages();
    let is_table = context.out.style().format == OutputFormat::Table;
    let mut found: Vec<(u8, Record)> = Vec::new();
    // Tables name the kind as the screens do.
    let mut search = |kind: &str, label: &str, records: &[Record]| {
        let kind = if is_table { messages.get(label).into_owned() } else { kind.to_owned() };
        for record in records {
            let name = name_of(|field| Some(record.text(field)?.into_owned()));
            let ranked = name.and_then(|name| Some((rank(&fold(&name), &needle)?, name)));
            let Some((rank, name)) = ranked else { continue };
            let mut row = Fields::new();
            row.set_text("kind", &kind).set_text("name", &name).set("id", &record.raw("id"));
            found.push((rank, row.to_record()?));
        }
        Ok(())
    };
    let (all, findings) = deals::list::load_matching(context, session, None, "find").await?;
    search("deals", "palette-deals", &all)?;
    let mut missing = Vec::new();
    for (kind, stored) in LISTS {
        let label = format!("family-{}", kind.name());
        let is_searched = match stored {
            Some(stored) if context.global.offline => {
                let cached = CachedRecords::load(session, stored, "")?;
                search(kind.name(), &label, &cached.records)?;
                cached.has_any()
            }
            None if context.global.offline => false,
            _ => {
                resource_lists::load(session, kind, stored, |page| search(kind.name(), &label, &page)).await?
            }
        };
        if !is_searched {
            missing.push(messages.get(&label).into_owned());
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    context.print_list(OutputKind::Found, found.into_iter().map(|(_, row)| row))?;
    if !missing.is_empty() {
        let lists = [("lists", missing.join(", ").into())];
        context.report.warning("not_searched", "cli-find-missing", &lists);
    }
    warn_incomplete(context, &findings)
}
