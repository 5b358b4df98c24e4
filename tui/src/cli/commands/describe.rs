//! `completions` and `man`: the program describes itself.

use std::io;

use clap::Command as Tree;

use super::super::Failure;
use super::super::args::{self, CompletionsArgs};
use super::super::context::Context;

/// Prints a completion script.
pub(super) fn completions(context: &mut Context, args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::command(), "encours", &mut script);
    Ok(context.out.text(&script)?)
}

/// Prints the manual: the page of `encours`, then one for each command.
pub(super) fn manual(context: &mut Context) -> Result<(), Failure> {
    let mut pages = Vec::new();
    let mut tree = args::command();
    tree.build();
    page(&tree, "encours", &mut pages)?;
    Ok(context.out.text(&pages)?)
}

fn page(tree: &Tree, name: &str, pages: &mut Vec<u8>) -> io::Result<()> {
    let titled = tree.clone().display_name(name.to_owned());
    clap_mangen::Man::new(titled)
        .title(name.to_owned())
        .render(pages)?;
    for below in tree.get_subcommands().filter(|below| !below.is_hide_set()) {
        page(below, &format!("{name}-{}", below.get_name()), pages)?;
    }
    Ok(())
}
