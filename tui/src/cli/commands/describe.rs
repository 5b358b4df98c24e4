//! `completions` and `man`: descriptions of the program itself.

mod completion;
mod manual;
mod pager;
pub(super) mod settings;

use encours_core::config::ConfigFile;

use super::super::Failure;
use super::super::args::{self, CompletionsArgs};
use super::super::context::Context;

/// Prints a completion script.
pub(super) fn completions(context: &mut Context, args: &CompletionsArgs) -> Result<(), Failure> {
    let tree = args::command(context.out.look().lang);
    let script = completion::script(tree, args.shell, &profiles(context));
    Ok(context.out.text(&script)?)
}

/// Returns the names of the configured profiles, empty if the configuration cannot be read.
fn profiles(context: &Context) -> Vec<String> {
    let paths = context.options().paths().ok();
    let file = paths.and_then(|paths| ConfigFile::load(&paths.config_file()).ok());
    let names = file.iter().flat_map(ConfigFile::profiles);
    names.map(|(name, _)| name.to_string()).collect()
}

/// Shows the manual in a pager on a terminal. Prints it as roff to a pipe.
pub(super) fn manual(context: &mut Context) -> Result<(), Failure> {
    let page = manual::page(context.out.look().lang);
    if !context.out.look().terminal {
        return Ok(context.out.text(page.as_bytes())?);
    }
    match pager::show(&context.env, &page) {
        Some(text) => Ok(context.out.text(text.as_bytes())?),
        None => Ok(()),
    }
}
