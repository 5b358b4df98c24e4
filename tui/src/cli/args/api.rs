//! `encours api …`

use clap::Args;
use encours_core::contract::Method;

/// `api`: the way to routes whose shape is not documented.
#[derive(Clone, Debug, Args)]
pub struct ApiArgs {
    /// GET, POST, PUT, PATCH or DELETE
    pub method: Method,
    /// Path under the base URL, such as /deals
    pub path: String,
    /// A query parameter; may be given several times
    #[arg(long, value_name = "KEY=VALUE", value_parser = super::command_tree::assignment)]
    pub query: Vec<(String, String)>,
    /// The request body: JSON itself, @FILE, or - for standard input
    #[arg(long, value_name = "JSON|@FILE|-")]
    pub body: Option<String>,
    /// A request header; may be given several times
    #[arg(long, value_name = "KEY:VALUE", value_parser = super::command_tree::header)]
    pub header: Vec<(String, String)>,
    /// Follow the pages of a list and print them as one
    ///
    /// `--query limit=N` is the size of a page, `--query offset=N` where to start. A list that pages by number is
    /// followed from the page given with `--query page=N` on.
    #[arg(long)]
    pub paginate: bool,
}
