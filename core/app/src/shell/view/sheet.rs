//! View of a sheet: a title, notes, and lines with a mark, a text and a note. Saved views, columns, bulk changes and
//! copy options all use this form, so a front end draws only one kind of overlay.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::Column;
use crate::foundation::cx::sheet::SheetKind;
use crate::foundation::history::lines as history;
use crate::foundation::history::since::Listed;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::sheet_view::{Mark, SheetLine, SheetView, line};
use crate::model::table::DealRow;
use crate::records::act_for::view as acting;
use crate::records::activity::view::requests;
use crate::records::lists::view as lists;
use crate::screens::views::view::views;
use crate::shell::app::App;
use crate::text::{Arg, Clean, Words, date, sentence};
use crate::tools::clipboard::copy_request::CopyWay;
use crate::tools::session::view::questions;

use crate::changes::bulk::view::bulk;
use crate::foundation::presentation::change_cells::Cells;

/// Builds the view of the open sheet.
pub fn sheet(app: &App) -> Option<SheetView> {
    let open = app.cx.sheet()?;
    let mut view = match open.kind {
        SheetKind::Views => views(app),
        SheetKind::Columns => columns(app),
        SheetKind::Bulk => bulk(app, app.bulk_change.bulk()?, open.selected),
        SheetKind::Copy => copies(app),
        SheetKind::Record => record(app)?,
        SheetKind::Snooze => snooze(app),
        SheetKind::Figure => figures(app),
        SheetKind::Since => since(app),
        SheetKind::Users => acting::users(app),
        SheetKind::LeaveQueue => acting::leave_queue(app)?,
        SheetKind::Request => request(app),
        SheetKind::Delete => questions::delete(app)?,
        SheetKind::Leave => questions::leave(app),
        SheetKind::KeptDeletions => questions::kept_deletions(app),
    };
    for (at, line) in (view.before..).zip(&mut view.lines) {
        line.selected = at == open.selected;
    }
    Some(view)
}

/// Builds the sheet of the planned, current or last bulk change. The sheet need not be open.
pub fn bulk_now(app: &App) -> Option<SheetView> {
    app.bulk_change.bulk().map(|of| bulk(app, of, 0))
}

fn columns(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let shown = &app.table.table().columns;
    let deals = &app.cx.snapshot().deals;
    let received = |key: KpiKey| {
        deals
            .rows()
            .filter(|row: &DealRow<'_>| row.number(key).is_some())
            .count()
    };
    let lines = app.table.columns_offered().into_iter().map(|column| {
        let on = shown.contains(&column);
        let note = match column {
            Column::Kpi(key) => {
                let args = [
                    ("part", Arg::from(received(key))),
                    ("total", Arg::from(deals.len())),
                ];
                words.with("column-received", &args)
            }
            _ if shown.first() == Some(&column) => words.get("column-pinned").into_owned(),
            _ => String::new(),
        };
        let mark = if on { Mark::On } else { Mark::Off };
        line(mark, &column.label(app.cx.lang(), false), &note)
    });
    SheetView::whole(
        words.get("columns-title").into_owned(),
        vec![words.get("columns-hint").into_owned()],
        lines.collect(),
    )
}

fn since(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let mut since = crate::foundation::history::since::since_last_visit(&app.cx);
    let mut said = vec![since.summary.clone()];
    if since.left_out > 0 {
        said.push(words.with("since-left-out", &[("n", Arg::from(since.left_out))]));
    }
    if !app.visit.since.filter.is_empty() {
        let filter = Clean::line_of(&app.visit.since.filter, 40);
        let args = [
            ("filter", Arg::from(&filter)),
            ("n", Arg::from(since.found(&app.visit.since.filter).len())),
            ("total", Arg::from(since.lines.len())),
        ];
        said.push(words.with("since-filtered", &args));
    }
    // Changes found by one sync share time and origin. These are stated once, which leaves more width for each change.
    if let [first, others @ ..] = since.lines.as_slice()
        && !others.is_empty()
        && others
            .iter()
            .all(|one| (&one.when, &one.by) == (&first.when, &first.by))
    {
        said.push(sentence(&when_and_by(first)));
        for one in &mut since.lines {
            one.when.clear();
            one.by.clear();
        }
    }
    let one = |listed: Listed| match listed {
        Listed::Others(n) => {
            let key = if app.visit.since.unfolded {
                "since-others-hide"
            } else {
                "since-others-show"
            };
            Some(SheetLine {
                cells: Some(Cells::default()),
                ..line(Mark::None, &words.with(key, &[("n", Arg::from(n))]), "")
            })
        }
        Listed::Change(at) => {
            let one = since.lines.get(at)?;
            let crossed = since.crossed.get(at).copied().flatten();
            let note: Vec<String> = [one.text.clone(), when_and_by(one)]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect();
            Some(SheetLine {
                cells: Some(Cells::of(one)),
                ..line(
                    crossed.map_or(Mark::None, Mark::Grave),
                    &one.name,
                    &note.join(" · "),
                )
            })
        }
    };
    let lines = since.listed(&app.visit.since).into_iter().filter_map(one);
    SheetView::whole(words.get("action-show-since").into_owned(), said, lines.collect())
}

/// Returns the known time of a change and its origin.
fn when_and_by(one: &history::HistoryLine) -> String {
    let parts = [one.when.as_str(), one.by.as_str()];
    let told: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    told.join(", ")
}

/// Builds the facts of a request, one copyable line each.
fn request(app: &App) -> SheetView {
    let facts = requests::request_facts(app);
    SheetView::whole(
        Words::new(app.cx.lang()).get("error-request").into_owned(),
        Vec::new(),
        facts
            .iter()
            .map(|(label, fact)| line(Mark::None, label, fact))
            .collect(),
    )
}

fn snooze(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let zone = &app.cx.options().zone;
    let lines = app.cx.snoozes().into_iter().map(|choice| {
        let until = date::date_time_short(date::local(choice.until(app.cx.now(), zone), zone));
        line(
            Mark::None,
            &words.get(choice.label_key(app.cx.now(), zone)),
            &until,
        )
    });
    SheetView::whole(
        words.get("snooze-title").into_owned(),
        vec![words.get("snooze-local").into_owned()],
        lines.collect(),
    )
}

fn figures(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let lines = crate::deals::board::view::metric::figure_lines(app)
        .into_iter()
        .map(|one| {
            let mark = if one.chosen { Mark::On } else { Mark::None };
            SheetLine {
                enabled: one.enabled,
                ..line(mark, &one.label, &one.note)
            }
        });
    SheetView::whole(
        words.get("figure-title").into_owned(),
        vec![words.get("figure-hint").into_owned()],
        lines.collect(),
    )
}

fn record(app: &App) -> Option<SheetView> {
    let shown = lists::shown(app, app.lists.shown_record()?, true);
    Some(SheetView::whole(shown.title, vec![shown.note], shown.lines))
}

fn copies(app: &App) -> SheetView {
    let words = Words::new(app.cx.lang());
    let lines = app.ways_to_copy().into_iter().map(|way| {
        let key = match way {
            CopyWay::Id => "copy-id",
            CopyWay::Name => "copy-name",
            CopyWay::Cells => "copy-cells",
            // Without a selection, all members of the focused group are copied.
            CopyWay::Rows if app.cx.screen() == Screen::Notifications && app.inbox.picked_count() == 0 => {
                "copy-rows-together"
            }
            CopyWay::Rows => "copy-rows",
            CopyWay::Shown => "copy-rows-shown",
            CopyWay::Handover => "copy-handover",
            CopyWay::Request if app.inbox.copies_refusal(&app.activity, &app.pipeline, &app.cx) => {
                "copy-refusal-block"
            }
            CopyWay::Request => "copy-request-block",
        };
        let n = Arg::from(app.copied_rows(way));
        line(Mark::None, &words.with(key, &[("n", n)]), "")
    });
    SheetView::whole(words.get("copy-title").into_owned(), Vec::new(), lines.collect())
}
