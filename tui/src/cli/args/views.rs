//! `encours views …`

use clap::{ArgAction, Args, Subcommand};
use encours_core::contract::ViewId;

/// What to do with saved views.
#[derive(Clone, Debug, Subcommand)]
pub enum ViewsCommand {
    /// List the delegated user's saved views, where the service offers a list
    List,
    /// Change fields of a saved view, and no others
    Update(ViewUpdateArgs),
}

/// `views update`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("change").required(true).multiple(true)
    .args(["name", "default", "filters", "columns", "sort"])))]
pub struct ViewUpdateArgs {
    /// Identifier of the view
    pub id: ViewId,
    /// New name
    #[arg(long)]
    pub name: Option<String>,
    /// Whether it is the view opened first
    #[arg(long, value_name = "true|false", action = ArgAction::Set)]
    pub default: Option<bool>,
    /// Filters, in JSON, sent as they are written
    #[arg(long, value_name = "JSON")]
    pub filters: Option<String>,
    /// Columns, in JSON, sent as they are written
    #[arg(long, value_name = "JSON")]
    pub columns: Option<String>,
    /// Sort, in JSON, sent as it is written
    #[arg(long, value_name = "JSON")]
    pub sort: Option<String>,
}
