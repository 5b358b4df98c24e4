//! `encours login`, `api`, `routes` and `doctor`: commands about the server and the key.

use clap::Args;
use encours_core::contract::Method;

/// `login`
#[derive(Clone, Debug, Default, Args)]
pub struct LoginArgs {
    /// Read the secret from standard input instead of asking for it
    #[arg(long)]
    pub secret_stdin: bool,
    /// Save the secret in a file protected by a passphrase, instead of the system keyring
    ///
    /// The passphrase is read from ENCOURS_PASSPHRASE, or prompted for. Without a keyring, a file is always used.
    #[arg(long)]
    pub passphrase_file: bool,
    /// Encrypt all local data of this key. Its random key is saved where the secret is
    ///
    /// With a saved secret, nothing is asked or sent. Close every other window and command of the profile first.
    #[arg(long, conflicts_with = "decrypt")]
    pub encrypt: bool,
    /// Decrypt the local data of this key
    #[arg(long)]
    pub decrypt: bool,
}

impl LoginArgs {
    /// Returns whether the data is to be encrypted or decrypted; `None` to leave it as it is.
    pub fn to_encrypted(&self) -> Option<bool> {
        (self.encrypt || self.decrypt).then_some(self.encrypt)
    }
}

/// `api`: the way to routes whose shape is not documented.
#[derive(Clone, Debug, Args)]
pub struct ApiArgs {
    /// GET, POST, PUT, PATCH or DELETE
    pub method: Method,
    /// Path under the server address, such as /deals
    pub path: String,
    /// Query parameter (repeatable)
    #[arg(long, value_name = "KEY=VALUE", value_parser = super::command_tree::assignment)]
    pub query: Vec<(String, String)>,
    /// Request body: JSON, @FILE, or - for standard input
    #[arg(long, value_name = "JSON|@FILE|-")]
    pub body: Option<String>,
    /// Request header (repeatable)
    #[arg(long, value_name = "KEY:VALUE", value_parser = super::command_tree::header)]
    pub header: Vec<(String, String)>,
    /// Fetch all pages of a list and print them as one
    ///
    /// `--query limit=N` sets the page size, `--query offset=N` the starting point. For lists with page numbers, use
    /// `--query page=N` to set the first page.
    #[arg(long)]
    pub paginate: bool,
}

/// `routes`
#[derive(Clone, Debug, Args)]
pub struct RoutesArgs {
    /// Query the server: its description, then one record of each list the description doesn't name. Never sends a
    /// change. Clears the missing routes found earlier
    #[arg(long)]
    pub probe: bool,
    /// Show each route's last response to this key instead
    #[arg(long, conflicts_with = "probe")]
    pub rights: bool,
}

/// `doctor`
#[derive(Clone, Debug, Args)]
pub struct DoctorArgs {
    /// End the rate-limit pause (429) of this key on this device, then check
    #[arg(long, conflicts_with = "offline")]
    pub lift_pause: bool,
    /// Verify all local data, whatever its size
    #[arg(long)]
    pub deep: bool,
    /// Set damaged local data aside, recover what is readable and reload the rest
    #[arg(long)]
    pub repair: bool,
}
