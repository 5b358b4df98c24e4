//! Text of a bulk change: its plan or progress, and the result of each deal.

use crate::changes::bulk::model::{Bulk, BulkStage};
use crate::foundation::cx::bulk_row::{BulkRow, BulkState, BulkVerb};
use crate::foundation::input::commands::ActionId;
use crate::foundation::presentation::{hold_countdown, problem};
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words};
use crate::vocabulary;

use crate::foundation::presentation::frame::board_key;
use crate::foundation::presentation::sheet_view::{Mark, SheetLine, SheetView, line};

/// Rows per block. Three blocks around the focus are built, more than any screen shows.
const TOGETHER: usize = 96;

pub(crate) fn bulk(app: &App, bulk: &Bulk, focus: usize) -> SheetView {
    let words = Words::new(app.cx.lang());
    let counts = bulk.counts();
    let counted = |key: &str, n: usize| words.with(key, &[("n", Arg::from(n))]);
    let title = match &bulk.verb {
        BulkVerb::Status(status) => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            words.with("bulk-move-title", &[("status", Arg::from(status))])
        }
        BulkVerb::Lane { status, owner } => {
            let status = vocabulary::deal_status(app.cx.lang(), status).into_owned();
            let nobody = words.get("owner-none");
            let owner = if owner.is_empty() { &*nobody } else { owner };
            let owner = Clean::line_of(owner, 30);
            let args = [("status", Arg::from(status)), ("owner", Arg::from(&owner))];
            words.with("bulk-lane-title", &args)
        }
        BulkVerb::Beside { forward: true } => words.get("action-move-next").into_owned(),
        BulkVerb::Beside { forward: false } => words.get("action-move-previous").into_owned(),
        BulkVerb::Owner(owner) if owner.is_empty() => words.get("bulk-no-owner-title").into_owned(),
        BulkVerb::Owner(owner) => {
            let owner = Clean::line_of(owner, 30);
            words.with("bulk-owner-title", &[("owner", Arg::from(&owner))])
        }
        BulkVerb::Delete => words.get("bulk-delete-title").into_owned(),
    };
    let (mut said, mut warned) = (Vec::new(), None);
    let mut parts = Vec::new();
    let planned = match bulk.verb {
        BulkVerb::Delete => "bulk-planned-deletion",
        _ => "bulk-planned",
    };
    let some = [
        (planned, counts.planned),
        ("bulk-done", counts.done),
        ("bulk-since", counts.since),
        ("bulk-waiting", counts.waiting),
        ("bulk-failed", counts.failed - counts.conflicts),
        ("bulk-conflicts", counts.conflicts),
        ("bulk-stopped", counts.stopped),
        ("bulk-skipped", counts.skipped),
    ];
    for (key, n) in some {
        if n > 0 {
            parts.push(counted(key, n));
        }
    }
    said.push(parts.join(" · "));
    if bulk.stage() == BulkStage::Plan {
        let warning = match &bulk.verb {
            BulkVerb::Owner(owner) if owner.is_empty() => Some(words.get("bulk-no-owner-said").into_owned()),
            BulkVerb::Owner(owner) => crate::changes::forms::view::stranger(app, owner),
            _ => None,
        };
        warned = warning.is_some().then_some(said.len());
        said.extend(warning);
        said.push(words.with("bulk-nothing-yet", &[("key", board_key(&app.cx, ActionId::Open))]));
        if app.bulk_change.plans_deletion(&app.cx) {
            said.push(crate::foundation::presentation::hold_countdown::deletion_is_held(
                &app.cx,
            ));
        }
    } else if let Some(until) = app.bulk_change.bulk_leaves_at(&app.cx) {
        said.push(hold_countdown::leaves(
            &app.cx,
            until,
            bulk.verb == BulkVerb::Delete,
        ));
    }
    let asked = counts.asked();
    let over = asked - counts.waiting;
    let before = (focus / TOGETHER).saturating_sub(1) * TOGETHER;
    SheetView {
        title,
        said,
        warned,
        progress: (bulk.stage() == BulkStage::Run && asked > 0).then(|| over as f32 / asked as f32),
        lines: (before..bulk.len())
            .take(3 * TOGETHER)
            .filter_map(|at| Some(bulk_line(app, &bulk.verb, &*bulk.row(at)?)))
            .collect(),
        before,
        count: bulk.len(),
    }
}

/// Returns the name of the first failed deal and the reason.
pub(crate) fn first_failed(app: &App) -> Option<(String, String)> {
    let bulk = app.bulk_change.bulk()?;
    let mut rows = (0..bulk.len()).filter_map(|at| bulk.row(at));
    rows.find_map(|row| {
        let why = why_failed(app, &row.state)?;
        Some((named(app, &row), why))
    })
}

/// Returns why a deal failed, if it did.
fn why_failed(app: &App, state: &BulkState) -> Option<String> {
    match state {
        BulkState::Refused(_, why) => Some(problem::reason(app.cx.lang(), why)),
        BulkState::Conflict(_) => Some(Words::new(app.cx.lang()).get("toast-conflict").into_owned()),
        _ => None,
    }
}

fn named(app: &App, row: &BulkRow) -> String {
    if row.label.is_empty() {
        Words::new(app.cx.lang()).get("deal-unnamed").into_owned()
    } else {
        row.label.clone()
    }
}

fn bulk_line(app: &App, verb: &BulkVerb, row: &BulkRow) -> SheetLine {
    let words = Words::new(app.cx.lang());
    let shown = |value: &str| match verb {
        BulkVerb::Owner(_) if value.is_empty() => words.get("owner-none").into_owned(),
        BulkVerb::Owner(_) => value.to_owned(),
        _ => vocabulary::deal_status_short(app.cx.lang(), value).into_owned(),
    };
    let change = || match verb {
        BulkVerb::Delete => words.get("toast-deleted").into_owned(),
        _ => format!("{} → {}", shown(&row.from), shown(&row.to)),
    };
    let since = || {
        let deals = &app.cx.snapshot().deals;
        let now = deals.find(row.deal.as_str()).and_then(|ix| deals.row(ix));
        let Some(now) = now else {
            return words.with("bulk-row-gone", &[("value", Arg::from(shown(&row.to)))]);
        };
        let now = match verb {
            BulkVerb::Owner(_) => shown(now.owner),
            // If the status still matches, the owner is the value that differs.
            BulkVerb::Lane { .. } if now.status == row.to => match now.owner {
                "" => words.get("owner-none").into_owned(),
                owner => owner.to_owned(),
            },
            _ => shown(now.status),
        };
        let args = [("value", Arg::from(shown(&row.to))), ("now", Arg::from(now))];
        words.with("bulk-row-since", &args)
    };
    let (mark, note) = match &row.state {
        BulkState::Planned => (Mark::None, change()),
        BulkState::Skipped(reason) => (Mark::Skipped, words.get(reason.key()).into_owned()),
        BulkState::Waiting => (Mark::Waiting, change()),
        BulkState::Done => (Mark::Done, change()),
        BulkState::Since => (Mark::Skipped, since()),
        BulkState::Refused(..) | BulkState::Conflict(_) => {
            (Mark::Failed, why_failed(app, &row.state).unwrap_or_default())
        }
        BulkState::Stopped => (Mark::Skipped, words.get("bulk-row-stopped").into_owned()),
    };
    let name = named(app, row);
    SheetLine {
        enabled: !matches!(row.state, BulkState::Skipped(_)),
        ..line(mark, &name, &note)
    }
}
