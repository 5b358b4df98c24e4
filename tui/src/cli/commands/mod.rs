//! What each command does: one file per family.

mod describe;
mod sandbox;

use super::Failure;
use super::args::Command;
use super::context::Context;

/// Runs one command.
pub(super) async fn run(context: &mut Context, command: Option<Command>) -> Result<(), Failure> {
    match command {
        Some(Command::Sandbox(args)) => sandbox::run(context, args).await,
        Some(Command::Completions(args)) => describe::completions(context, &args),
        Some(Command::Man) => describe::manual(context),
        _ => Ok(()),
    }
}
