//! Tests of the pager against services that page well, badly and maliciously.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::super::page::PageHeaders;
use super::*;

/// Simulated service with configurable faults.
#[derive(Debug, Clone, Copy, Default)]
struct FakeList {
    size: u64,
    form: FakeForm,
    /// Silent cap of the page size.
    clamp: Option<u64>,
    ignores_offset: bool,
    total_off_by: i64,
    sends_limit: bool,
    sends_has_more: bool,
    default_limit: u64,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
enum FakeForm {
    #[default]
    Items,
    Array,
}

impl FakeList {
    fn page_for(&self, request: PageRequest) -> Page<Record> {
        let limit = request.limit.unwrap_or(self.default_limit.max(1)).min(self.clamp.unwrap_or(u64::MAX));
        let start = match request.cursor {
            _ if self.ignores_offset => 0,
            PageStart::Offset(offset) => offset,
            PageStart::Page(page) => (page - 1) * limit,
        };
        let end = (start + limit).min(self.size).max(start);
        self.body((start..end).map(|id| id.to_string()), limit, end < self.size)
    }

    fn body(&self, ids: impl Iterator<Item = String>, limit: u64, more: bool) -> Page<Record> {
        let items: Vec<_> = ids.map(|id| format!("{{\"id\":\"{id}\"}}")).collect();
        let array = format!("[{}]", items.join(","));
        let headers = PageHeaders {
            limit: self.sends_limit.then_some(limit),
            offset: None,
            has_more: self.sends_has_more.then_some(more),
        };
        let body = match self.form {
            FakeForm::Items => {
                let total = self.size.saturating_add_signed(self.total_off_by);
                format!("{{\"items\":{array},\"total\":{total}}}")
            }
            FakeForm::Array => array,
        };
        Page::parse(body.as_bytes(), headers).unwrap()
    }
}

/// Runs a pass; returns the identifiers received and the number of requests.
fn run_pass(
    pager: &mut Pager,
    mut response: impl FnMut(PageRequest) -> Page<Record>,
) -> (Result<(), PagerError>, BTreeSet<String>, u64) {
    let (mut ids, mut requests) = (BTreeSet::new(), 0);
    while let Some(request) = pager.next() {
        requests += 1;
        assert!(requests < 10_000, "the pager loops");
        let page = response(request);
        ids.extend(page.items.iter().map(|record| record.text("id").unwrap().into_owned()));
        if let Err(error) = pager.push_page(&page) {
            return (Err(error), ids, requests);
        }
    }
    (Ok(()), ids, requests)
}

proptest! {
    #[test]
    fn conforming_server_yields_a_complete_consistent_pass(
        size in 0u64..200, limit in 1u64..60, clamp in proptest::option::of(1u64..40),
        array: bool, sends_limit: bool, sends_has_more: bool, by_page: bool
    ) {
        let server = FakeList {
            size, clamp, sends_limit, sends_has_more,
            form: if array { FakeForm::Array } else { FakeForm::Items },
            ..FakeList::default()
        };
        // Page numbers count in the applied size, so a cap is correct there too.
        let mut pager = if by_page { Pager::from_page(1, Some(limit)) } else { Pager::new(PageForm::Items, Some(limit)) };
        let (result, ids, requests) = run_pass(&mut pager, |request| server.page_for(request));
        prop_assert_eq!(result, Ok(()));
        prop_assert_eq!(ids.len() as u64, size);
        prop_assert!(pager.is_consistent(), "{:?}", pager.inconsistencies());
        let applied = limit.min(clamp.unwrap_or(u64::MAX));
        prop_assert!(requests <= size / applied + 2);
    }

    #[test]
    fn faulty_server_never_causes_loops_or_false_consistency(
        size in 0u64..100, limit in proptest::option::of(1u64..30), clamp in proptest::option::of(1u64..20),
        ignores_offset: bool, total_off_by in -50i64..50, array: bool, sends_limit: bool,
        sends_has_more: bool, default_limit in 1u64..50,
    ) {
        let server = FakeList {
            size, clamp, ignores_offset, total_off_by, sends_limit, sends_has_more, default_limit,
            form: if array { FakeForm::Array } else { FakeForm::Items },
        };
        let mut pager = Pager::new(PageForm::Items, limit);
        let (result, ids, _) = run_pass(&mut pager, |request| server.page_for(request));
        if result.is_ok() && pager.is_consistent() && (array || total_off_by >= 0 || sends_has_more) {
            prop_assert_eq!(ids.len() as u64, size, "a clean pass must be whole");
        }
        prop_assert!(pager.is_done());
    }

    #[test]
    fn a_list_that_shrinks_between_pages_is_never_clean(size in 30u64..100, limit in 5u64..10, removed in 0u64..4) {
        let mut server = FakeList { size, ..FakeList::default() };
        let mut first = true;
        let mut pager = Pager::new(PageForm::Items, Some(limit));
        let (result, _, _) = run_pass(&mut pager, |request| {
            let page = if first { server.page_for(request) } else {
                // A record before the second page was deleted: the rest moved up by one.
                let PageStart::Offset(offset) = request.cursor else { unreachable!() };
                let ids = (offset + 1..(offset + 1 + limit).min(size)).map(|id| id.to_string());
                server.size = size - 1 - removed % 2;
                server.body(ids, limit, true)
            };
            first = false;
            page
        });
        prop_assert!(result.is_err() || !pager.is_consistent());
    }
}

#[test]
fn clamping_server_without_headers_is_paged_until_empty() {
    let server = FakeList { size: 250, clamp: Some(100), form: FakeForm::Array, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Array, Some(500));
    let (result, ids, requests) = run_pass(&mut pager, |request| server.page_for(request));
    assert_eq!((result, ids.len(), requests), (Ok(()), 250, 4));
}

#[test]
fn ignored_offset_is_an_error_when_more_is_expected() {
    let server = FakeList { size: 50, ignores_offset: true, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Items, Some(10));
    let (result, ids, requests) = run_pass(&mut pager, |request| server.page_for(request));
    assert_eq!((result, ids.len(), requests), (Err(PagerError::Stuck), 10, 4));
}

#[test]
fn unpaged_array_is_complete_but_inconsistent() {
    let server = FakeList {
        size: 7,
        ignores_offset: true,
        form: FakeForm::Array,
        default_limit: 100,
        ..FakeList::default()
    };
    let mut pager = Pager::new(PageForm::Array, Some(100));
    let (result, ids, requests) = run_pass(&mut pager, |request| server.page_for(request));
    assert_eq!((result, ids.len(), requests), (Ok(()), 7, 2));
    assert_eq!(pager.inconsistencies(), [Inconsistency::Duplicate, Inconsistency::NotPaged]);
}

#[test]
fn excessive_total_ends_at_the_empty_page_as_inconsistent() {
    let server = FakeList { size: 20, total_off_by: 5, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Items, Some(10));
    let (result, ids, requests) = run_pass(&mut pager, |request| server.page_for(request));
    assert_eq!((result, ids.len(), requests), (Ok(()), 20, 3));
    assert_eq!(pager.inconsistencies(), [Inconsistency::EndedEarly]);
}

#[test]
fn a_total_that_counts_a_record_twice_is_reached() {
    // This service ignores the request and always sends the same three records, two of them equal.
    let mut pager = Pager::new(PageForm::Items, Some(10));
    let (result, ids, requests) = run_pass(&mut pager, |_| {
        let body = r#"{"items":[{"id":"a"},{"id":"a"},{"id":"b"}],"total":3}"#;
        Page::parse(body.as_bytes(), PageHeaders::default()).unwrap()
    });
    assert_eq!((result, ids.len(), requests), (Ok(()), 2, 2));
    assert!(pager.has_ended() && !pager.is_consistent());
}

#[test]
fn list_without_new_records_ends_at_its_total() {
    let total = 12;
    // Records with their position modulo `different` as identifier.
    for different in [1, 5, 7] {
        for limit in [2, 3, 4, 5] {
            let mut pager = Pager::new(PageForm::Items, Some(limit));
            let (result, ids, requests) = run_pass(&mut pager, |request| {
                let PageStart::Offset(start) = request.cursor else { unreachable!() };
                let items: Vec<_> = (start..(start + limit).min(total))
                    .map(|place| format!("{{\"id\":\"{}\"}}", place % different))
                    .collect();
                let body = format!("{{\"items\":[{}],\"total\":{total}}}", items.join(","));
                Page::parse(body.as_bytes(), PageHeaders::default()).unwrap()
            });
            assert_eq!((result, ids.len() as u64), (Ok(()), different), "{different} {limit}");
            assert!(requests < 10 && pager.has_ended() && !pager.is_consistent());
        }
    }
    // This service ignores the request and sends five, five and two records.
    let mut sizes = [5, 5, 2].into_iter();
    let mut pager = Pager::new(PageForm::Items, Some(5));
    let (result, ids, _) = run_pass(&mut pager, |_| {
        let items = vec!["{\"id\":\"a\"}"; sizes.next().unwrap()].join(",");
        Page::parse(format!("{{\"items\":[{items}],\"total\":12}}").as_bytes(), PageHeaders::default())
            .unwrap()
    });
    assert_eq!((result, ids.len(), pager.has_ended()), (Ok(()), 1, true));
    // Full pages from a service that ignores the offset are not a complete list.
    for size in [30, 50] {
        let server = FakeList { size, ignores_offset: true, ..FakeList::default() };
        let mut pager = Pager::new(PageForm::Items, Some(10));
        assert_eq!(run_pass(&mut pager, |request| server.page_for(request)).0, Err(PagerError::Stuck));
    }
}

#[test]
fn a_total_too_small_is_read_past() {
    let server = FakeList { size: 20, total_off_by: -13, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Items, Some(10));
    let (result, ids, _) = run_pass(&mut pager, |request| server.page_for(request));
    assert_eq!((result, ids.len()), (Ok(()), 20));
    assert!(pager.inconsistencies().contains(&Inconsistency::TotalTooSmall));
}

#[test]
fn has_more_without_records_ends_dirty() {
    let server = FakeList { form: FakeForm::Array, sends_has_more: true, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Array, Some(10));
    let (result, ids, _) = run_pass(&mut pager, |_| server.body(std::iter::empty(), 10, true));
    assert_eq!((result, ids.len()), (Ok(()), 0));
    assert_eq!(pager.inconsistencies(), [Inconsistency::EndedEarly]);
}

#[test]
fn page_and_offset_are_never_sent_together() {
    for pager in [Pager::new(PageForm::Items, Some(5)), Pager::from_page(0, None)] {
        let names: Vec<_> = pager.next().unwrap().query().into_iter().map(|(name, _)| name).collect();
        assert!(!(names.contains(&"page") && names.contains(&"offset")), "{names:?}");
    }
}

#[test]
fn page_sized_total_loses_no_records() {
    // This service reports the size of each page as the total.
    let mut pager = Pager::new(PageForm::Items, Some(10));
    let (result, ids, requests) = run_pass(&mut pager, |request| {
        let PageStart::Offset(offset) = request.cursor else { unreachable!() };
        let ids: Vec<String> = (offset..(offset + 10).min(35)).map(|id| id.to_string()).collect();
        let items: Vec<_> = ids.iter().map(|id| format!("{{\"id\":\"{id}\"}}")).collect();
        let body = format!("{{\"items\":[{}],\"total\":{}}}", items.join(","), items.len());
        Page::parse(body.as_bytes(), PageHeaders::default()).unwrap()
    });
    assert_eq!((result, ids.len(), requests), (Ok(()), 35, 5));
    assert!(pager.may_have_missed() && !pager.is_consistent());
}

#[test]
fn correct_total_is_reached_without_extra_requests() {
    for (size, limit, expected) in [(6, 2, 3), (5, 2, 3), (3, 10, 1), (2, 2, 2), (0, 2, 1)] {
        let server = FakeList { size, ..FakeList::default() };
        let mut pager = Pager::new(PageForm::Items, Some(limit));
        let (result, ids, requests) = run_pass(&mut pager, |request| server.page_for(request));
        assert_eq!((result, ids.len() as u64, requests), (Ok(()), size, expected), "{size} by {limit}");
        assert!(pager.is_consistent() && !pager.may_have_missed());
    }
}

#[test]
fn rejection_beyond_the_end_confirms_the_end() {
    let server = FakeList { size: 4, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Items, Some(4));
    pager.push_page(&server.page_for(pager.next().unwrap())).unwrap();
    assert!(pager.is_confirming());
    pager.confirm();
    assert!(pager.is_consistent() && pager.next().is_none());
}

#[test]
fn unpaged_complete_list_misses_nothing() {
    for form in [FakeForm::Items, FakeForm::Array] {
        let server = FakeList { size: 30, ignores_offset: true, form, ..FakeList::default() };
        let mut pager = Pager::new(PageForm::Items, Some(10));
        let (result, ids, requests) =
            run_pass(&mut pager, |_| server.body((0..30).map(|id| id.to_string()), 30, false));
        assert_eq!((result, ids.len(), requests), (Ok(()), 30, 2), "{form:?}");
        assert!(!pager.may_have_missed(), "{:?}", pager.inconsistencies());
    }
}

#[test]
fn repeated_page_ends_the_pass_despite_unreadable_records() {
    let bodies = [
        r#"{"items":[{"id":"a"},7]}"#,
        r#"{"items":[{"id":"a"},7],"total":1000}"#,
        r#"{"items":[7]}"#,
        r#"{"items":[7],"total":1000000000}"#,
        r#"[{"id":"a"},7]"#,
    ];
    for body in bodies {
        for more in [None, Some(true)] {
            let form = if body.starts_with('[') { PageForm::Array } else { PageForm::Items };
            let headers = PageHeaders { has_more: more, ..PageHeaders::default() };
            let mut pager = Pager::new(form, Some(2));
            let (result, _, requests) =
                run_pass(&mut pager, |_| Page::parse(body.as_bytes(), headers).unwrap());
            assert_eq!(result, Err(PagerError::Stuck), "{body} {more:?}");
            assert!(requests <= 4, "{body}: {requests}");
            assert_eq!((pager.next(), pager.failed()), (None, Some(PagerError::Stuck)));
            assert!(!pager.is_consistent());
        }
    }
}

#[test]
fn unreadable_pages_do_not_stop_the_pass() {
    let mut pager = Pager::new(PageForm::Items, Some(1));
    let (result, ids, requests) = run_pass(&mut pager, |request| {
        let PageStart::Offset(offset) = request.cursor else { panic!("{request:?}") };
        let item = match offset {
            1..4 => "7".to_owned(),
            _ => format!(r#"{{"id":"{offset}"}}"#),
        };
        let body = format!(r#"{{"items":[{item}],"total":6}}"#);
        Page::parse(body.as_bytes(), PageHeaders::default()).unwrap()
    });
    assert_eq!((result, ids.len(), requests), (Ok(()), 3, 6));
    assert_eq!(pager.inconsistencies(), [Inconsistency::Rejected]);
}

#[test]
fn equivalent_uuid_spellings_count_as_one_record() {
    let uuid = "5a48b0f0-aaaa-7000-8000-00000000000a";
    let upper = uuid.to_uppercase();
    let body =
        format!(r#"{{"items":[{{"id":"{uuid}"}},{{"id":"{upper}"}},{{"id":"A"}},{{"id":"a"}}],"total":3}}"#);
    let page: Page<Record> = Page::parse(body.as_bytes(), PageHeaders::default()).unwrap();
    let mut pager = Pager::new(PageForm::Items, None);
    pager.push_page(&page).unwrap();
    assert_eq!((pager.distinct(), pager.is_done()), (3, true));
    assert_eq!(pager.inconsistencies(), [Inconsistency::Duplicate]);
    let mut seen = crate::contract::json::id_set::IdSet::default();
    assert!(seen.insert(&upper) && seen.contains(uuid) && !seen.contains("x"));
}

#[test]
fn pass_stopped_at_the_page_limit_is_not_consistent() {
    let server = FakeList { size: 9, ..FakeList::default() };
    let mut pager = Pager::new(PageForm::Items, Some(3));
    pager.pages = MAX_PAGES - 1;
    pager.total = Some(9);
    let page = server.page_for(pager.next().unwrap());
    assert_eq!(pager.push_page(&page), Err(PagerError::TooManyPages));
    assert!(pager.is_done() && pager.inconsistencies().is_empty() && !pager.is_consistent());
}
