//! `encours views …`

use clap::{ArgAction, Args, Subcommand};
use encours_core::contract::ViewId;

/// Subcommands for saved views.
#[derive(Clone, Debug, Subcommand)]
pub enum ViewsCommand {
    /// List the delegated user's saved views, if the server offers a list
    List,
    /// Update fields of a saved view, leaving the others unchanged
    Update(ViewUpdateArgs),
}

/// `views update`
#[derive(Clone, Debug, Args)]
#[command(group(clap::ArgGroup::new("change").required(true).multiple(true)
    .args(["name", "default", "filters", "columns", "sort"])))]
pub struct ViewUpdateArgs {
    /// ID of the view
    pub id: ViewId,
    /// New name
    #[arg(long)]
    pub name: Option<String>,
    /// Open this view first
    #[arg(long, value_name = "true|false", action = ArgAction::Set)]
    pub default: Option<bool>,
    /// Filters, as JSON, sent unchanged
    #[arg(long, value_name = "JSON")]
    pub filters: Option<String>,
    /// Columns, as JSON, sent unchanged
    #[arg(long, value_name = "JSON")]
    pub columns: Option<String>,
    /// Sort, as JSON, sent unchanged
    #[arg(long, value_name = "JSON")]
    pub sort: Option<String>,
}
