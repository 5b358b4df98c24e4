//! Commands about the key itself, and those that describe this program.

use clap::Args;

/// `login`
#[derive(Clone, Debug, Args)]
pub struct LoginArgs {
    /// Read the secret from standard input instead of asking for it
    #[arg(long)]
    pub secret_stdin: bool,
    /// Save the secret in a file protected by a passphrase, instead of the system keyring
    ///
    /// The passphrase is read from ENCOURS_PASSPHRASE, or prompted for. Without a keyring, a file is always used.
    #[arg(long)]
    pub passphrase_file: bool,
}

/// `logout`
#[derive(Clone, Debug, Args)]
pub struct LogoutArgs {
    /// Also remove the profile and all its local data
    #[arg(long)]
    pub purge: bool,
}

/// `token`
#[derive(Clone, Debug, Args)]
pub struct TokenArgs {
    /// Print the full response, including the token
    #[arg(long)]
    pub reveal: bool,
}

/// `completions`
#[derive(Clone, Debug, Args)]
pub struct CompletionsArgs {
    /// Shell to complete for
    pub shell: clap_complete::Shell,
}
