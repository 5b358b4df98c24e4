//! `deals views`, and the saved view of `deals list --view`.
//!
//! These views were saved in the full screen or the window, on this device. The service's own saved views are
//! separate (`views …`).

use encours_core::app::screens::views::saved_view::{Layout, SavedView, parse_views_strict, views_to_text};
use encours_core::app::screens::views::views::{setting_of_view, stored_views};
use encours_core::dataset::column::{DealColumn, SortKey};
use encours_core::files;
use encours_core::text::fold;

use super::super::super::args::ViewsArgs;
use super::super::sort;
use crate::cli::prelude::*;

/// Returns the saved views of the profile.
fn saved_views(session: &Session) -> Result<Vec<SavedView>, Error> {
    Ok(stored_views(&session.store()?.all_settings()?))
}

/// Returns the saved view with the name `name`, ignoring case and accents.
pub fn find_view(session: &Session, name: &str) -> Result<SavedView, Error> {
    let views = saved_views(session)?;
    let exact = views.iter().find(|view| view.name == name);
    let near = || views.iter().find(|view| fold(&view.name) == fold(name));
    exact.or_else(near).cloned().ok_or_else(|| {
        let names: Vec<&str> = views.iter().map(|view| view.name.as_str()).collect();
        if names.is_empty() {
            return error_message::usage("usage-no-view-yet", &[("name", name)]);
        }
        error_message::usage("usage-no-view", &[("name", name), ("known", &names.join(", "))])
    })
}

/// Sorts deals by keys; the first key has the highest priority.
pub fn sort(out_style: &OutputStyle, deals: &mut [Record], keys: &[SortKey]) {
    for key in keys.iter().rev() {
        let (field, descending) = match key.column {
            // The longest age is the earliest date, so the direction is reversed.
            DealColumn::Age => ("status_since", !key.descending),
            column => (column.name(), key.descending),
        };
        // If no deal has the field, the order stays unchanged, as in the table.
        let _unordered = sort::sort(out_style, deals, field, descending);
    }
}

/// `deals views`
pub fn views(context: &mut CommandContext, session: &Session, args: &ViewsArgs) -> CommandResult {
    if let Some(file) = &args.import {
        return import(context, session, file);
    }
    let views = saved_views(session)?;
    if args.export {
        context.out.text(views_to_text(&views).as_bytes())?;
        return Ok(());
    }
    let records = views.iter().map(to_record).collect::<Result<Vec<_>, _>>()?;
    context.print_list(OutputKind::Other, records)
}

fn to_record(view: &SavedView) -> Result<Record, Error> {
    let layout = match view.layout {
        Layout::Board => "board",
        Layout::Table => "table",
    };
    let columns: Vec<&str> = view.columns.iter().map(|column| column.name()).collect();
    let sort: Vec<String> = view.sort.iter().map(ToString::to_string).collect();
    let value = serde_json::json!({
        "name": view.name, "query": view.query, "layout": layout, "columns": columns, "sort": sort,
        "pinned": view.pinned, "default": view.default,
    });
    Record::parse(value.to_string()).map_err(|error| Error::unexpected(error.to_string()))
}

fn import(context: &mut CommandContext, session: &Session, file: &str) -> CommandResult {
    let read = match file {
        "-" => files::read_limited(std::io::stdin(), files::MAX_INPUT_FILE).and_then(files::into_text),
        file => files::read_argument_file(file.as_ref(), files::MAX_INPUT_FILE).and_then(files::into_text),
    };
    let text = read.map_err(|error| {
        error_message::usage("usage-import", &[("file", file), ("why", &error.to_string())])
    })?;
    let views = parse_views_strict(&text).map_err(|error| {
        let why = error.message(context.report.error_messages());
        error_message::usage("usage-import", &[("file", file), ("why", &why)])
    })?;
    let store = session.store()?;
    limit::disarm();
    let mut known = saved_views(session)?;
    for view in &views {
        // At most one view opens at startup.
        for other in known.iter_mut().filter(|other| view.default && other.default) {
            other.default = false;
            let (name, text) = setting_of_view(other);
            store.set_setting(&name, Some(&text), Timestamp::now())?;
        }
        let (name, text) = setting_of_view(view);
        store.set_setting(&name, Some(&text), Timestamp::now())?;
        known.retain(|other| other.name != view.name);
        known.push(view.clone());
    }
    let messages = context.report.messages();
    let message = messages.with("toast-views-imported", &[("n", views.len().into())]);
    context.report.remark(&message);
    Ok(())
}
