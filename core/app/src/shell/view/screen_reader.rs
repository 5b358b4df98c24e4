//! The screen as text lines in reading order: location, focus, overlay, messages. For screen readers and for terminals
//! that only print. It contains no countdowns, frames or side-by-side columns, so a line changes only when there is
//! something to announce.

use crate::changes::deal::view::deal;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::presentation::tone::Tone;
use crate::foundation::presentation::{frame, hold_countdown};
use crate::records::act_for::view as acting;
use crate::records::activity::panes::{JOURNAL, RIGHTS};
use crate::records::activity::view::{activity, requests};
use crate::records::lists::view as lists;
use crate::screens::explorer::explorer::RECORDS;
use crate::screens::explorer::view as explorer;
use crate::screens::inbox::view::inbox;
use crate::screens::library::view::library;
use crate::screens::portfolio::view::{portfolio, trend};
use crate::screens::tasks::view as tasks;
use crate::shell::app::App;
use crate::shell::view::{empty_state, sheet, status_line, tabs};
use crate::text::{Arg, Words};
use crate::tools::toasts::view as toast;
use crate::vocabulary;

/// Returns the current lines, most general first. The reader announces the lines that are new.
pub fn lines(app: &App) -> Vec<String> {
    let mut said = vec![place(app)];
    said.extend(acting::acting(app).map(|acting| acting.text));
    let status = status_line::status_line(app);
    if matches!(status.freshness.tone, Tone::Problem) {
        // The short form has no countdown.
        said.push(status.freshness.short);
    }
    said.extend(status.since.map(|item| item.long));
    match app.cx.layer() {
        Layer::None | Layer::Filter => {
            said.extend(screen(app));
            if matches!(app.cx.layer(), Layer::Filter) {
                said.push(format!(
                    "/ {}",
                    app.explorer
                        .text_target(&app.inbox, &app.pipeline, &app.cx)
                        .unwrap_or_default()
                ));
            }
        }
        layer => said.extend(over(app, layer)),
    }
    for one in app.cx.toasts() {
        let view = toast::toast(app, one);
        said.push(sentence(&[&view.subject, &view.text]));
    }
    said.retain(|line| !line.trim().is_empty());
    said
}

/// Returns the screen's name with its badge count.
fn place(app: &App) -> String {
    let tabs = tabs::tabs(app);
    let here = tabs.into_iter().find(|tab| tab.current);
    here.map_or_else(String::new, |tab| match tab.badge {
        0 => tab.label,
        badge => format!("{} {badge}", tab.label),
    })
}

/// Joins the non-empty parts into a sentence. A part that ends with punctuation gets no comma.
fn sentence(parts: &[&str]) -> String {
    let mut said = String::new();
    for part in parts.iter().filter(|part| !part.trim().is_empty()) {
        if said.ends_with(['.', ':', ';', '!', '?', '…']) {
            said.push(' ');
        } else if !said.is_empty() {
            said.push_str(", ");
        }
        said.push_str(part);
    }
    said
}

fn screen(app: &App) -> Vec<String> {
    match app.cx.screen() {
        Screen::Pipeline => pipeline(app),
        Screen::Deal => one_deal(app),
        Screen::Portfolio => totals(app),
        Screen::Notifications => notifications(app),
        Screen::Tasks => board_of_tasks(app),
        Screen::Views => {
            let view = library::library(app);
            if let Some(tiles) = view.tiles.as_ref().filter(|tiles| tiles.focused) {
                return vec![sentence(&[&tiles.title, &tiles.said()])];
            }
            chosen(app, view.lists.get(app.cx.pane()).unwrap_or(&view.detail))
        }
        Screen::Explorer => {
            let view = explorer::explorer(app);
            match app.cx.pane() {
                RECORDS => vec![
                    sentence(&[&view.title, &view.counts, &view.standing]),
                    record(app),
                ],
                pane if pane < RECORDS => chosen(app, &view.sources),
                _ => chosen(app, &view.tree),
            }
        }
        Screen::Activity => {
            let view = activity::activity(app);
            if app.cx.pane() == JOURNAL {
                return chosen(app, &view.outcomes);
            }
            if app.cx.pane() == RIGHTS {
                // The mark is not audible, so the state of the route is part of the text.
                let right = view.rights.get(view.observed.selected());
                let said = right.map(|right| sentence(&[&right.route, &right.scope, &right.state]));
                return said.map_or_else(|| chosen(app, &view.observed), |said| vec![said]);
            }
            if let Some(request) = app
                .activity
                .focused_request(&app.cx)
                .map(|line| requests::request(app, line))
            {
                return vec![sentence(&[&request.time, &request.title, &request.outcome])];
            }
            let focused = view.focused.and_then(|at| view.writes.get(at));
            focused.map_or_else(Vec::new, |write| vec![sentence(&[&write.subject, &write.text])])
        }
    }
}

fn pipeline(app: &App) -> Vec<String> {
    let head = crate::deals::board::view::head::head(app);
    let mut said = vec![sentence(&[&head.title, &head.counts, &head.filter])];
    match app
        .pipeline
        .focused_row(&app.cx)
        .and_then(|row| Some((crate::deals::board::view::card::card(app, &row)?, deal_place(app))))
    {
        Some((card, place)) => said.push(sentence(&[
            &card.name,
            &place,
            &card.class_label,
            &card.owner,
            &card.age,
            &format!("{} {}", card.field.name, card.field.value),
            &band(app, card.field.band),
            &card.write_label,
        ])),
        None => said.extend(match empty_state::board(app) {
            Some(empty_state::Blank::Notice(notice)) => vec![notice.title, notice.text],
            Some(empty_state::Blank::Problem(problem)) => {
                let said = vec![problem.title, problem.kept, problem.todo];
                said.into_iter().filter(|text| !text.is_empty()).collect()
            }
            None => Vec::new(),
        }),
    }
    said
}

/// Returns the label of an alert band; empty without one.
fn band(app: &App, band: vocabulary::Band) -> String {
    if band == vocabulary::Band::None {
        return String::new();
    }
    Words::new(app.cx.lang()).get(band.key()).into_owned()
}

/// Returns the column of the focused card and its position there.
fn deal_place(app: &App) -> String {
    let cursor = &app.pipeline.board().cursor;
    let label = crate::deals::board::view::head::column_head(app, cursor.column)
        .map_or_else(String::new, |head| head.label);
    let count = app
        .pipeline
        .lens()
        .columns
        .get(cursor.column)
        .map_or(0, |column| column.rows.len());
    let args = [
        ("place", Arg::from((cursor.index + 1) as u64)),
        ("total", Arg::from(count as u64)),
    ];
    format!(
        "{label} {}",
        Words::new(app.cx.lang()).with("card-position", &args)
    )
}

fn one_deal(app: &App) -> Vec<String> {
    let Some(view) = deal::deal(app) else {
        let notice = empty_state::deal(app);
        return vec![notice.title, notice.text];
    };
    let mut said = vec![sentence(&[&view.name, &view.status, &view.place])];
    said.extend(
        view.fields
            .iter()
            .map(|line| format!("{} {}", line.label, line.value)),
    );
    said.extend(
        view.kpis
            .iter()
            .map(|line| sentence(&[&line.label, &line.value, &line.band_label])),
    );
    said.extend(
        view.checks
            .iter()
            .map(|check| sentence(&[&check.text, &check.hint])),
    );
    said.extend(Some(view.checks_summary).filter(|summary| !summary.is_empty()));
    said.extend(view.derived);
    said.extend(view.stress.iter().map(|shock| {
        let cells = shock
            .cells
            .iter()
            .map(|cell| format!("{} {}", cell.text, cell.band_label));
        let cells: Vec<String> = cells.collect();
        sentence(&[&shock.label, &cells.join(", ")])
    }));
    said.extend(view.kpi_exact);
    said.extend(
        view.notes
            .iter()
            .map(|note| sentence(&[&note.content, &note.origin])),
    );
    said.extend(
        view.history
            .iter()
            .map(|line| sentence(&[&line.text, &line.when, &line.by])),
    );
    said
}

fn totals(app: &App) -> Vec<String> {
    let view = portfolio::portfolio(app);
    let mut said: Vec<String> = view
        .totals
        .iter()
        .map(|total| format!("{} {}", total.label, total.exact.as_ref().unwrap_or(&total.value)))
        .collect();
    for one in &view.breakdowns {
        said.push(sentence(&[&one.title, &one.check.text, &one.left_out]));
        said.extend(
            one.bars
                .iter()
                .map(|bar| sentence(&[&bar.label, &bar.count, &bar.share])),
        );
    }
    let focused = app.cx.focused_bar().and_then(|(kind, code)| {
        let mut bars = view.breakdowns.iter().find(|one| one.kind == kind)?.bars.iter();
        bars.find(|bar| bar.key == code)
    });
    said.extend(focused.map(|bar| format!("▸ {}", sentence(&[&bar.label, &bar.count, &bar.share]))));
    said.extend(
        trend::of_portfolio(app)
            .iter()
            .map(|one| sentence(&[&one.label, &one.last, &one.change, &one.since])),
    );
    said
}

fn notifications(app: &App) -> Vec<String> {
    let view = inbox::inbox(app);
    let tab = view.tabs.iter().find(|tab| tab.current);
    let tab = tab.map_or_else(String::new, |tab| format!("{} {}", tab.label, tab.counted()));
    let mut said = vec![sentence(&[&tab, &view.mode, &view.held, &view.selected])];
    said.extend(view.armed.map(|(armed, _)| armed_to(app, &armed)));
    said.extend(view.run.map(|run| run.text));
    said.extend(view.empty);
    if view.alerts.focused {
        said.extend(chosen(app, &view.alerts));
    } else if view.preferences.focused {
        said.extend(
            view.preferences
                .lines
                .iter()
                .map(|line| sentence(&[&line.label, &line.note])),
        );
    } else if view.bursts.focused {
        let kind = view.bursts.lines.iter().find(|line| line.selected);
        said.push(kind.map_or(view.bursts.empty, |line| line.spoken.clone()));
    } else if let Some(preview) = view.preview {
        said.push(sentence(&[
            &preview.title,
            &preview.state,
            &preview.sent,
            &preview.place,
        ]));
        said.extend(preview.marks);
        if !preview.note.is_empty() {
            let label = Words::new(app.cx.lang()).get("action-local-note");
            let note: Vec<&str> = preview.note.iter().map(|line| &**line).collect();
            said.push(format!("{label}: {}", note.join(" ")));
        }
    }
    said
}

/// Returns the armed action, its keys, and the time at which it disarms. A time is used because a countdown would be
/// announced every second.
fn armed_to(app: &App, armed: &str) -> String {
    let words = Words::new(app.cx.lang());
    let with_key = |said: &str, action: ActionId| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| frame::key_text(&app.cx, &key.to_string()));
        words.with(said, &[("key", Arg::from(key.unwrap_or_default()))])
    };
    let until = app.inbox.inbox().armed_until;
    sentence(&[
        armed,
        &with_key("armed-confirm", ActionId::MarkAllRead),
        &with_key("armed-give-up", ActionId::Back),
        &until.map_or_else(String::new, |until| hold_countdown::disarms_at(&app.cx, until)),
    ])
}

fn board_of_tasks(app: &App) -> Vec<String> {
    let view = tasks::tasks(app);
    let lane = view.lanes.iter().find(|lane| lane.focused);
    let card = lane.and_then(|lane| lane.cards.iter().find(|card| card.focused));
    let mut said = vec![sentence(&[&view.head, &view.provenance.mode])];
    said.extend(view.blank.map(|blank| blank.title));
    said.extend(lane.map(|lane| format!("{} {}", lane.label, lane.count)));
    said.extend(card.map(|card| {
        let write = card.write.as_ref().map_or("", |(_, said)| said.as_str());
        sentence(&[&card.name, &card.about, &card.due, write])
    }));
    said
}

/// Returns the fields of the explorer's focused record.
fn record(app: &App) -> String {
    let lines = lists::tree_lines(app, &app.explorer.explored_lines(&app.cx), 0, None);
    let parts: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {}", line.label.trim(), line.note))
        .collect();
    parts.join(", ")
}

/// Returns a list's title and focused line, or its empty-state text.
fn chosen(app: &App, list: &lists::ListView) -> Vec<String> {
    let mut said = vec![sentence(&[&list.title, &list.note, &list.said])];
    said.extend(
        list.problem
            .as_ref()
            .map(|problem| sentence(&[&problem.title, &problem.todo])),
    );
    said.extend(list.empty.clone());
    let offered = list.offer.map(|action| action.spec().label_key);
    said.extend(offered.map(|key| Words::new(app.cx.lang()).get(key).into_owned()));
    said.extend(
        list.lines
            .get(list.selected())
            .map(|line| sentence(&[line.label.trim(), &line.note])),
    );
    said
}

/// Returns the lines of the overlay.
fn over(app: &App, layer: &Layer) -> Vec<String> {
    let words = Words::new(app.cx.lang());
    match layer {
        Layer::None | Layer::Filter => Vec::new(),
        Layer::Help { .. } => crate::tools::help::view::help::help(app)
            .iter()
            .flat_map(|group| {
                let lines = group.lines.iter().map(|line| match &line.reason {
                    Some(why) => {
                        let named = format!("{} {}", line.keys, line.label);
                        let about = words.with("toast-about", &[("name", Arg::from(named))]);
                        format!("{about} {why}")
                    }
                    None => sentence(&[&format!("{} {}", line.keys, line.label), &line.others]),
                });
                std::iter::once(group.title.clone())
                    .chain(lines)
                    .collect::<Vec<_>>()
            })
            .collect(),
        Layer::Palette(palette) => {
            let chosen = crate::tools::palette::view::palette(app)
                .into_iter()
                .find(|line| line.selected);
            let mut said = vec![format!(": {}", palette.query)];
            said.extend(chosen.map(|line| sentence(&[&line.label, &line.note])));
            said
        }
        Layer::Menu(menu) => {
            let (title, lines) = crate::changes::deal::view::status_menu::menu(app, menu);
            let chosen = lines
                .into_iter()
                .find(|line| line.selected)
                .map(|line| line.label);
            [
                title,
                crate::changes::deal::view::status_menu::menu_typed(app, menu),
            ]
            .into_iter()
            .chain(chosen)
            .collect()
        }
        Layer::Form(form) => {
            let view = crate::changes::forms::view::form(app, form);
            let field = view.lines.iter().find(|line| line.focused);
            let mut said = vec![sentence(&[&view.title, &view.note])];
            said.extend(field.map(|line| format!("{} {}", line.label, line.value)));
            said.extend(view.error);
            said
        }
        Layer::Sheet(_) => sheet::sheet(app).map_or_else(Vec::new, |view| {
            let mut said = vec![view.title];
            said.extend(view.said);
            said.extend(
                view.lines
                    .iter()
                    .find(|line| line.selected)
                    .map(|line| sentence(&[line.label.trim(), &line.note])),
            );
            said
        }),
    }
}
