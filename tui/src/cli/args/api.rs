//! `encours api …`

use clap::Args;
use encours_core::contract::Method;

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
