//! Reading a short list to its end: the notes of a deal, the notifications.

use crate::contract::operation::PageForm;
use crate::contract::page::Page;
use crate::contract::pager::{Cursor, Pager};
use crate::contract::resource::Resource;
use crate::error::{Error, ErrorKind};

/// A list as it was read.
#[derive(Debug)]
pub(super) struct List<T> {
    /// What came, in order, each once.
    pub(super) items: Vec<T>,
    /// Whether nothing hints that something was missed.
    pub(super) clean: bool,
}

/// What to ask for first; a service that refuses it is asked for no size in particular.
const PAGE: u64 = 100;

/// Reads a list page by page. `ask` takes limit and offset; `id` tells items apart.
pub(super) async fn read_list<T: Resource>(
    mut ask: impl AsyncFnMut(Option<u64>, u64) -> Result<Page<T>, Error>,
    id: impl Fn(&T) -> &str,
) -> Result<List<T>, Error> {
    let mut limit = Some(PAGE);
    let mut pager = Pager::new(PageForm::Items, limit);
    let mut items: Vec<T> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    while let Some(Cursor::Offset(offset)) = pager.next().map(|request| request.cursor) {
        let page = match ask(limit, offset).await {
            Ok(page) => page,
            Err(error) if error.kind() == ErrorKind::Invalid && limit.is_some() && offset == 0 => {
                limit = None;
                pager = Pager::new(PageForm::Items, limit);
                continue;
            }
            Err(error) => return Err(error),
        };
        let stuck = pager.absorb(&page).is_err();
        items.extend(page.items.into_iter().filter(|item| seen.insert(id(item).to_owned())));
        if stuck {
            break;
        }
    }
    Ok(List { items, clean: pager.is_clean() })
}
