//! `purge`, and the deletion of local data at `logout --purge`.

use encours_core::config::{ConfigFile, Connection, ProfileName};
use encours_core::contract::Fields;
use encours_core::error::Error;
use encours_core::{store, temp_artifacts};

use super::{named_connection, no_demo};
use crate::cli::context::CommandContext;
use crate::cli::output::OutputKind;
use crate::cli::{CommandResult, limit, prompt};

/// Deletes the local data of a profile, or only what it no longer uses. The sign-in remains.
pub(in crate::cli::commands) async fn run(
    context: &mut CommandContext,
    only_leftovers: bool,
) -> CommandResult {
    no_demo(context, "purge")?;
    let (name, file, mut connection) = named_connection(context)?;
    let messages = context.report.messages();
    let message_args = [("profile", name.as_str().into())];
    let (question, done) = if only_leftovers {
        ("cli-confirm-purge-leftovers", "cli-purged-leftovers")
    } else {
        ("cli-confirm-purge-data", "cli-purged-data")
    };
    if !prompt::confirm(context, &messages.with(question, &message_args))? {
        return Err(prompt::declined(context));
    }
    limit::disarm();
    prompt::set_passphrase(&mut connection, context, false)?;
    if only_leftovers {
        connection.unlock_data()?;
        for dir in own_dirs(&name, &file, &connection) {
            store::purge_leftovers(&dir)?;
        }
        temp_artifacts::remove_all_leftovers();
    } else {
        let was_encrypted = connection.has_encrypted_data();
        let renewal = connection.plan_renewal().await;
        delete_data(&name, &file, &connection).await?;
        if let Some((conversion, in_file)) = renewal {
            connection.convert_data(conversion, in_file).await?;
        } else if was_encrypted {
            context.report.warning("encryption", "cli-purged-plain", &[]);
        }
    }
    context.report.remark(&messages.with(done, &message_args));
    let mut fields = Fields::new();
    fields.set_text("profile", name.as_str()).set_boolean("purged", true);
    Ok(context.out.record(OutputKind::Other, &fields.to_record()?)?)
}

/// Deletes the data of a profile and of the delegated users of its key, and the key of encrypted data.
///
/// Data that another configured profile uses remains.
pub(super) async fn delete_data(
    name: &ProfileName,
    file: &ConfigFile,
    connection: &Connection,
) -> Result<(), Error> {
    // The delegated users of encrypted data are recognised by their mark, which an interrupted conversion leaves behind. A
    // damaged mark does not stop the deletion.
    let _in_use_or_damaged = store::complete_conversion(&connection.for_user(None).store_dir);
    let was_encrypted = connection.has_encrypted_data();
    store::purge(&own_dirs(name, file, connection))?;
    temp_artifacts::remove_all_leftovers();
    // An interrupted encryption may have left its key.
    if let Some(place) = connection.data_key.as_ref().filter(|place| was_encrypted || place.is_file())
        && !connection.data_dirs().iter().any(|dir| store::is_encrypted(dir))
    {
        place.delete().await?;
    }
    Ok(())
}

/// Returns the directories of the profile's key that no other profile of the configuration names.
fn own_dirs(name: &ProfileName, file: &ConfigFile, connection: &Connection) -> Vec<std::path::PathBuf> {
    let others: Vec<_> = file
        .profiles()
        .filter(|(other, _)| *other != name)
        .filter_map(|(_, profile)| connection.dir_of_profile(profile))
        .collect();
    let mut dirs = connection.data_dirs();
    dirs.retain(|dir| *dir == connection.store_dir || !others.contains(dir));
    dirs
}
