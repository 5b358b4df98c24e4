//! View of a picker: a title, notes, and lines with a mark, a text and a note. Saved views, columns, bulk changes and
//! copy options all use this form, so a front end draws only one kind of overlay.

use crate::contract::models::kpi::KpiKey;
use crate::dataset::column::DealColumn;
use crate::deals::table::sheets::sheet_table::{SheetCell, SheetTable};
use crate::foundation::cx::overlay::PickerKind;
use crate::foundation::history::lines as history;
use crate::foundation::history::since::ChangeListRow;
use crate::foundation::input::context::Screen;
use crate::foundation::presentation::picker_view::{
    ChangeCells, LineIcon, PickerLine, PickerView, picker_line,
};
use crate::model::table::DealRow;
use crate::records::activity::view::requests;
use crate::records::delegated_users::view as users_view;
use crate::records::lists::view as lists;
use crate::screens::checks::view::checks_picker;
use crate::screens::compare::view::compare_picker;
use crate::screens::views::view::views_picker;
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date, sentence};
use crate::tools::clipboard::support_facts::CopyFormat;
use crate::tools::session::view::questions;
use crate::tools::settings::view as settings_view;

use crate::changes::bulk::view::bulk_picker;
use crate::changes::deal::view::notes;

/// Builds the view of the open picker.
pub fn picker_view(app: &App) -> Option<PickerView> {
    let open = app.cx.picker().or_else(|| app.session.settings.behind_form(&app.cx))?;
    let mut view = match open.kind {
        PickerKind::Views => views_picker(app),
        PickerKind::Rules => app.cx.rules_picker(&app.pipeline),
        PickerKind::Settings => settings_view::settings_picker(app, open.selected),
        PickerKind::Sheet => sheet_lines(app)?,
        PickerKind::Columns => columns_view(app),
        PickerKind::Bulk => bulk_picker(app, app.bulk_change.bulk()?, open.selected),
        PickerKind::Copy => copy_view(app),
        PickerKind::Record => record_view(app)?,
        PickerKind::Snooze => snooze_choices(app),
        PickerKind::Notes => notes::note_choices(app)?,
        PickerKind::HeaderMetric => metric_choices(app),
        PickerKind::Since => changes_view(app),
        PickerKind::Checks => checks_picker(app),
        PickerKind::Compare => compare_picker(app),
        PickerKind::Users => users_view::user_picker(app),
        PickerKind::ConfirmSwitch => users_view::switch_question(app)?,
        PickerKind::Request => request_details(app),
        PickerKind::ConfirmDelete => questions::delete_prompt(app)?,
        PickerKind::ConfirmQuit => questions::quit_prompt(app),
        PickerKind::ConfirmDeletions => questions::pending_deletions_prompt(app),
    };
    for (at, line) in (view.lines_before..).zip(&mut view.lines) {
        line.selected = at == open.selected;
    }
    Some(view)
}

/// Builds the picker of the planned, current or last bulk change. The picker need not be open.
pub fn bulk_view(app: &App) -> Option<PickerView> {
    app.bulk_change.bulk().map(|bulk| bulk_picker(app, bulk, 0))
}

fn columns_view(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let visible = &app.table.columns;
    let deals = &app.cx.snapshot().deals;
    let is_on_deals =
        |key: KpiKey| deals.rows().filter(|row: &DealRow<'_>| row.number(key).is_some()).count();
    let lines = app.table.choosable_columns().into_iter().map(|column| {
        let on = visible.contains(&column);
        let note = match column {
            DealColumn::Kpi(key) => {
                let args =
                    [("part", MessageArg::from(is_on_deals(key))), ("total", MessageArg::from(deals.len()))];
                messages.with("column-received", &args)
            }
            _ if visible.first() == Some(&column) => messages.get("column-pinned").into_owned(),
            _ => String::new(),
        };
        let mark = if on { LineIcon::On } else { LineIcon::Off };
        picker_line(mark, &column.label(app.cx.lang(), false), &note)
    });
    PickerView::complete(
        messages.get("columns-title").into_owned(),
        vec![messages.get("columns-hint").into_owned()],
        lines.collect(),
    )
}

/// Builds the rows of a sheet as lines, for front ends without columns.
fn sheet_lines(app: &App) -> Option<PickerView> {
    let SheetTable { title, notes, columns, rows } = &app.open_sheet()?.table;
    let line = |row: &Vec<SheetCell>| {
        let cells = row.iter().zip(columns).skip(1).filter(|(cell, _)| !cell.text.is_empty());
        let texts: Vec<String> =
            cells.map(|(cell, column)| format!("{} {}", column.label, cell.text)).collect();
        picker_line(LineIcon::None, row.first().map_or("", |cell| &cell.text), &texts.join(" · "))
    };
    Some(PickerView::complete(title.clone(), notes.clone(), rows.iter().map(line).collect()))
}

fn changes_view(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let mut since = crate::foundation::history::since::since_last_visit(&app.cx);
    let mut intro = vec![since.summary.clone()];
    if since.omitted_count > 0 {
        intro.push(messages.with("since-left-out", &[("n", MessageArg::from(since.omitted_count))]));
    }
    if !app.visit.list.filter.is_empty() {
        let filter = SafeText::line_within(&app.visit.list.filter, 40);
        let args = [
            ("filter", MessageArg::from(&filter)),
            ("n", MessageArg::from(since.matching(&app.visit.list.filter).len())),
            ("total", MessageArg::from(since.lines.len())),
        ];
        intro.push(messages.with("since-filtered", &args));
    }
    // Changes found by one sync share time and origin. These are stated once, which leaves more width for each change.
    if let [first, rest @ ..] = since.lines.as_slice()
        && !rest.is_empty()
        && rest.iter().all(|change| (&change.when, &change.author) == (&first.when, &first.author))
    {
        intro.push(sentence(&time_and_author(first)));
        for change in &mut since.lines {
            change.when.clear();
            change.author.clear();
        }
    }
    let change = |entry: ChangeListRow| match entry {
        ChangeListRow::Hidden(n) => {
            let key = if app.visit.list.expanded { "since-others-hide" } else { "since-others-show" };
            Some(PickerLine {
                cells: Some(ChangeCells::default()),
                ..picker_line(LineIcon::None, &messages.with(key, &[("n", MessageArg::from(n))]), "")
            })
        }
        ChangeListRow::Change(at) => {
            let change = since.lines.get(at)?;
            let crossed = since.crossed_bands.get(at).copied().flatten();
            let note: Vec<String> = [change.text.clone(), time_and_author(change)]
                .into_iter()
                .filter(|text| !text.is_empty())
                .collect();
            Some(PickerLine {
                cells: Some(ChangeCells::from_line(change)),
                ..picker_line(
                    crossed.map_or(LineIcon::None, LineIcon::Severity),
                    &change.name,
                    &note.join(" · "),
                )
            })
        }
    };
    let lines = since.visible_rows(&app.visit.list).into_iter().filter_map(change);
    let title = app.cx.in_present().map_or("past-changes", |()| "action-show-since");
    PickerView::complete(messages.get(title).into_owned(), intro, lines.collect())
}

/// Returns the known time of a change and its origin.
fn time_and_author(line: &history::HistoryLine) -> String {
    let parts = [line.when.as_str(), line.author.as_str()];
    let filled: Vec<&str> = parts.into_iter().filter(|text| !text.is_empty()).collect();
    filled.join(", ")
}

/// Builds the facts of a request, one copyable line each.
fn request_details(app: &App) -> PickerView {
    let details = requests::request_details(app);
    PickerView::complete(
        Messages::new(app.cx.lang()).get("error-request").into_owned(),
        Vec::new(),
        details.iter().map(|(label, detail)| picker_line(LineIcon::None, label, detail)).collect(),
    )
}

fn snooze_choices(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let zone = &app.cx.options().zone;
    let lines = app.cx.snooze_options().into_iter().map(|choice| {
        let until = date::date_time_short(date::local(choice.until(app.cx.now(), zone), zone));
        picker_line(LineIcon::None, &messages.get(choice.label_key(app.cx.now(), zone)), &until)
    });
    PickerView::complete(
        messages.get("snooze-title").into_owned(),
        vec![messages.get("snooze-local").into_owned()],
        lines.collect(),
    )
}

fn metric_choices(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let lines = crate::deals::board::view::header_metric_text::metric_lines(app).into_iter().map(|choice| {
        let mark = if choice.chosen { LineIcon::On } else { LineIcon::None };
        PickerLine { enabled: choice.enabled, ..picker_line(mark, &choice.label, &choice.note) }
    });
    PickerView::complete(
        messages.get("header-metric-title").into_owned(),
        vec![messages.get("header-metric-hint").into_owned()],
        lines.collect(),
    )
}

fn record_view(app: &App) -> Option<PickerView> {
    let view = lists::viewer_list(app, app.lists.shown_record()?, true);
    Some(PickerView::complete(view.title, vec![view.note], view.lines))
}

fn copy_view(app: &App) -> PickerView {
    let messages = Messages::new(app.cx.lang());
    let lines = app.copy_formats().into_iter().map(|format| {
        let key = match format {
            CopyFormat::Id => "copy-id",
            CopyFormat::Name => "copy-name",
            CopyFormat::Link => "copy-link",
            CopyFormat::ViewLink => "copy-view-link",
            CopyFormat::Cells => "copy-cells",
            // Without a selection, all members of the focused group are copied.
            CopyFormat::Rows
                if app.cx.screen() == Screen::Notifications && app.inbox.selected_count() == 0 =>
            {
                "copy-rows-together"
            }
            CopyFormat::Rows => "copy-rows",
            CopyFormat::VisibleRows => "copy-rows-shown",
            CopyFormat::Handover => "copy-handover",
            CopyFormat::Request if app.inbox.has_rejected_write(&app.activity, &app.pipeline, &app.cx) => {
                "copy-refusal-block"
            }
            CopyFormat::Request => "copy-request-block",
        };
        let n = MessageArg::from(app.copied_row_count(format));
        picker_line(LineIcon::None, &messages.with(key, &[("n", n)]), "")
    });
    PickerView::complete(messages.get("copy-title").into_owned(), Vec::new(), lines.collect())
}
