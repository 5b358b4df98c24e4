//! Commands about the key itself, and those that describe this program.

use clap::Args;

/// `login`
#[derive(Clone, Debug, Args)]
pub struct LoginArgs {
    /// Read the secret from standard input instead of asking for it
    #[arg(long)]
    pub secret_stdin: bool,
    /// Keep the secret in a file that a passphrase opens, instead of the system keyring
    ///
    /// The passphrase comes from ENCOURS_PASSPHRASE, or is asked for. Used by itself where there is no keyring.
    #[arg(long)]
    pub passphrase_file: bool,
}

/// `logout`
#[derive(Clone, Debug, Args)]
pub struct LogoutArgs {
    /// Also forget the profile and everything kept locally for it
    #[arg(long)]
    pub purge: bool,
}

/// `token`
#[derive(Clone, Debug, Args)]
pub struct TokenArgs {
    /// Print the response whole, with the bearer in it
    #[arg(long)]
    pub reveal: bool,
}

/// `completions`
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// Which shell
    pub shell: clap_complete::Shell,
}
