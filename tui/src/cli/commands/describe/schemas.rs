//! `encours schema`: JSON Schemas of the outputs that the server does not define.

use crate::cli::prelude::*;

/// Declares the schemas in `assets/schemas`, by name.
macro_rules! schemas {
    ($($name:literal)+) => {
        const SCHEMAS: &[(&str, &str)] = &[$((
            $name, include_str!(concat!("../../../../../assets/schemas/", $name, ".json")),
        ),)+];
    };
}

schemas! {
    "error" "warning" "queued" "deleted" "outbox" "outbox-discard" "journal" "requests" "doctor" "routes" "rights"
    "watched" "unwatched" "history" "flow" "sheet" "groups" "check" "compare" "find" "import" "export" "profiles"
    "logout" "purge" "encryption" "rules" "watch" "followups" "notes" "stars" "labels" "views"
    "settings-copies" "settings-import" "config" "sandbox" "schema"
}

/// Prints a schema, or the names of all.
pub(in super::super) fn run(context: &mut CommandContext, name: Option<&str>) -> CommandResult {
    let Some(name) = name else {
        let record = |(name, text): &(&str, &str)| {
            let schema = Record::parse(*text)?;
            Fields::new().set("name", name).set("title", &schema.raw("title")).to_record()
        };
        let records = SCHEMAS.iter().map(record).collect::<Result<Vec<_>, _>>()?;
        return context.print_list(OutputKind::Schema, records);
    };
    let found = SCHEMAS.iter().find(|(known, _)| *known == name).ok_or_else(|| {
        let known: Vec<&str> = SCHEMAS.iter().map(|(known, _)| *known).collect();
        error_message::usage("usage-schema", &[("name", name), ("known", &known.join(", "))])
    });
    Ok(context.out.text(found?.1.as_bytes())?)
}
