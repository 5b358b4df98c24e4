//! `completions` and `man`: the program describes itself.

mod manual;
mod settings;

use super::super::Failure;
use super::super::args::{self, CompletionsArgs};
use super::super::context::Context;

/// Prints a completion script.
pub(super) fn completions(context: &mut Context, args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    let mut tree = args::command(context.out.look().lang);
    clap_complete::generate(args.shell, &mut tree, "encours", &mut script);
    Ok(context.out.text(&script)?)
}

/// Prints the manual: one page, a section for each command.
pub(super) fn manual(context: &mut Context) -> Result<(), Failure> {
    let page = manual::page(context.out.look().lang);
    Ok(context.out.text(page.as_bytes())?)
}
