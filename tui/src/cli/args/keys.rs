//! Commands about the key itself, and those that describe this program.

use clap::Args;

/// `login`
#[derive(Debug, Args)]
pub struct LoginArgs {
    /// Read the secret from standard input instead of asking for it
    #[arg(long)]
    pub secret_stdin: bool,
}

/// `logout`
#[derive(Debug, Args)]
pub struct LogoutArgs {
    /// Also forget the profile and everything kept locally for it
    #[arg(long)]
    pub purge: bool,
}

/// `token`
#[derive(Debug, Args)]
pub struct TokenArgs {
    /// Print the response whole, with the bearer in it
    #[arg(long)]
    pub reveal: bool,
}

/// `completions`
#[derive(Debug, Args)]
pub struct CompletionsArgs {
    /// Which shell
    pub shell: clap_complete::Shell,
}
