//! `completions`, `man` and `schema`: descriptions of the program itself.

mod completion;
mod manual;
mod pager;
pub(super) mod schemas;
pub(super) mod settings;

use encours_core::config::ConfigFile;

use super::super::args;
use crate::cli::prelude::*;

/// Prints a completion script.
pub(super) fn completions(context: &mut CommandContext, shell: clap_complete::Shell) -> CommandResult {
    let tree = args::command(context.out.style().lang);
    let script = completion::script(tree, shell, &profiles(context));
    Ok(context.out.text(&script)?)
}

/// Returns the names of the configured profiles, empty if the configuration cannot be read.
fn profiles(context: &CommandContext) -> Vec<String> {
    let paths = context.options().paths().ok();
    let file = paths.and_then(|paths| ConfigFile::load(&paths.config_file()).ok());
    let names = file.iter().flat_map(ConfigFile::profiles);
    names.map(|(name, _)| name.to_string()).collect()
}

/// Shows the manual in a pager on a terminal. Prints it as roff to a pipe.
pub(super) fn manual(context: &mut CommandContext) -> CommandResult {
    let page = manual::manual_page(context.out.style().lang);
    if !context.out.style().terminal {
        return Ok(context.out.text(page.as_bytes())?);
    }
    match pager::show(&context.env, &page) {
        Some(text) => Ok(context.out.text(text.as_bytes())?),
        None => Ok(()),
    }
}
