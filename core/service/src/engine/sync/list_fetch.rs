//! Fetching of short lists: the notes of a deal, the notifications.

use std::collections::HashSet;

use crate::client::{Call, Client, PageWalker};
use crate::contract::resource::Resource;
use crate::error::{Error, ErrorKind};

/// A fetched list.
#[derive(Debug)]
pub(in crate::engine) struct FetchedList<T> {
    /// The items in order, without duplicates.
    pub(in crate::engine) items: Vec<T>,
    /// True if nothing suggests that an item was missed.
    pub(super) is_consistent: bool,
}

/// First page size requested; if the server rejects it, none is requested.
const FIRST_PAGE_SIZE: u64 = 100;

/// Fetches a list page by page. `id` identifies items.
pub(super) async fn fetch_list<T: Resource>(
    client: &Client,
    call: Call,
    id: fn(&T) -> &str,
) -> Result<FetchedList<T>, Error> {
    match collect(client.pages(call.clone(), Some(FIRST_PAGE_SIZE)), id).await {
        Err(error) if error.kind() == ErrorKind::Invalid => collect(client.pages(call, None), id).await,
        list => list,
    }
}

async fn collect<T: Resource>(mut walk: PageWalker<T>, id: fn(&T) -> &str) -> Result<FetchedList<T>, Error> {
    let (mut items, mut ids): (Vec<T>, HashSet<String>) = (Vec::new(), HashSet::new());
    while let Some(page) = walk.next().await? {
        items.extend(page.items.into_iter().filter(|item| ids.insert(id(item).to_owned())));
    }
    Ok(FetchedList { items, is_consistent: walk.pager().is_consistent() })
}
