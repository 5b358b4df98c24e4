//! `GET /taxonomies` (extended): every vocabulary of the service, code by code, in its usual order.

use crate::data::vocabulary::VOCABULARIES;
use crate::http_types::{ApiCall, HandlerResult};
use crate::json::{Object, quote};
use crate::rules::paging::PageWindow;

pub(crate) fn list(call: &mut ApiCall<'_>) -> HandlerResult {
    let query = &call.request.query;
    let window = PageWindow::read(query, call.config.spec_gaps.lists_page, &call.config.spec_gaps)?;
    let wanted_vocabulary = query.get("family")?;
    let all: Vec<Object> = VOCABULARIES
        .iter()
        .filter(|(vocabulary, _)| {
            wanted_vocabulary.is_none_or(|wanted_vocabulary| wanted_vocabulary == *vocabulary)
        })
        .flat_map(|(vocabulary, entries)| {
            entries.iter().enumerate().map(move |(rank, entry)| (vocabulary, rank, entry))
        })
        .map(|(vocabulary, rank, entry)| {
            let mut item = Object::new();
            item.set("family", quote(vocabulary));
            item.set_text("code", entry.code);
            item.set_text("label_fr", entry.fr);
            item.set_text("label_en", entry.en);
            item.set("rank", rank.to_string());
            item
        })
        .collect();
    let offset = usize::try_from(window.offset).unwrap_or(usize::MAX);
    let bodies: Vec<String> =
        all.iter().skip(offset).take(window.limit as usize).map(ToString::to_string).collect();
    Ok(super::record::object_page(&bodies, all.len() as u64, window))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_in_their_family() {
        for (vocabulary, entries) in VOCABULARIES {
            let codes: std::collections::HashSet<_> = entries.iter().map(|entry| entry.code).collect();
            assert_eq!(codes.len(), entries.len(), "{vocabulary}");
        }
    }
}
