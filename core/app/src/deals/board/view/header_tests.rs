use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::tz::TimeZone;

use super::*;
use crate::foundation::cx::options::Options;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
use crate::model::snapshot::{Coverage, Snapshot};
use crate::model::table::{ColumnStoreBuilder, RowData};
use crate::shell::action::Action;
use crate::shell::view::status_line::{data_time_text, status_line};
use crate::text::{Lang, plain_spaces};

/// Returns an app with three received deals under the given coverage. Two of them are in sourcing.
fn app(lang: Lang, coverage: Coverage, totals: &[(&str, u64)]) -> App {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let now = "2026-11-20T12:00:00Z".parse().unwrap();
    let mut app = App::new(Options::new(lang, keymap, TimeZone::UTC), now);
    let mut deals = ColumnStoreBuilder::default();
    for (id, status) in [("a", "sourcing"), ("b", "sourcing"), ("c", "screening")] {
        deals.push(&RowData { id: id.into(), name: id.into(), status: status.into(), ..RowData::default() });
    }
    let status_totals: BTreeMap<String, u64> =
        totals.iter().map(|(code, n)| ((*code).to_owned(), *n)).collect();
    app.on_snapshot(Arc::new(Snapshot {
        revision: 1,
        deals: Arc::new(deals.finish()),
        coverage,
        status_totals: Arc::new(status_totals),
        ..Snapshot::default()
    }));
    app
}

fn partial_coverage(total: Option<u64>) -> Coverage {
    Coverage { fetched: 3, total, ..Coverage::default() }
}

/// Returns count and share of each column that has a card.
fn columns(app: &App) -> Vec<(String, String, String)> {
    let heads = (0..app.pipeline.filtered().columns.len()).filter_map(|at| column_header(app, at));
    heads
        .filter(|header| header.cards > 0)
        .map(|header| {
            (
                header.status,
                plain_spaces(&header.count).into_owned(),
                plain_spaces(&header.share).into_owned(),
            )
        })
        .collect()
}

fn rows(rows: &[(&str, &str, &str)]) -> Vec<(String, String, String)> {
    let own_count = |text: &str| text.to_owned();
    rows.iter()
        .map(|(status, count, share)| (own_count(status), own_count(count), own_count(share)))
        .collect()
}

#[test]
fn columns_show_only_complete_server_counts_during_sync() {
    let counted = app(Lang::En, partial_coverage(Some(20)), &[("sourcing", 15), ("screening", 5)]);
    assert_eq!(columns(&counted), rows(&[("sourcing", "15", "75%"), ("screening", "5", "25%")]));
    // A status that the service has not counted yet must not be compared with one that it has.
    let some = app(Lang::En, partial_coverage(Some(20)), &[("sourcing", 15)]);
    assert_eq!(columns(&some), rows(&[("sourcing", "≥ 2", "…"), ("screening", "≥ 1", "…")]));
}

#[test]
fn filtered_count_is_a_lower_bound_during_sync() {
    let mut app = app(Lang::En, partial_coverage(Some(20)), &[("sourcing", 15), ("screening", 5)]);
    let now = app.cx.now();
    app.dispatch(Action::SetFilter("status:sourcing".into()), now);
    assert_eq!(columns(&app), rows(&[("sourcing", "≥ 2 / 15", "…")]));
}

#[test]
fn counts_of_an_interrupted_sync_are_lower_bounds() {
    let english = app(Lang::En, partial_coverage(None), &[]);
    assert_eq!(columns(&english), rows(&[("sourcing", "≥ 2", "…"), ("screening", "≥ 1", "…")]));
    let over = board_header(&english);
    assert_eq!(over.counts, "3 deals so far · 3 shown");
    assert_eq!(plain_spaces(&over.counts_short), "3 / ≥ 3");
    let covered = status_line(&english).coverage.unwrap();
    assert_eq!(covered.text, "3 loaded so far");
    assert_eq!(data_time_text(&english), "never fully synced");
    let french = app(Lang::Fr, partial_coverage(None), &[]);
    assert_eq!(board_header(&french).counts, "3 deals à ce stade · 3 affichés");
    let whole =
        Coverage { complete_at: Some("2026-11-20T11:00:00Z".parse().unwrap()), ..partial_coverage(None) };
    let whole = app(Lang::En, whole, &[]);
    assert_eq!(board_header(&whole).counts, "3 deals · 3 shown");
    assert_eq!(columns(&whole)[0].1, "2");
}
