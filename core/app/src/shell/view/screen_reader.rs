//! The screen as text lines in reading order: location, focus, overlay, messages. For screen readers and for terminals
//! that only print. It contains no countdowns, frames or side-by-side columns, so a line changes only when there is
//! something to announce.

use crate::changes::deal::view::deal;
use crate::deals::table::view::groups::HeadingRow;
use crate::deals::table::view::table::{LineView, table_lines};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::foundation::presentation::tone::Tone;
use crate::foundation::presentation::{chrome, send_countdown};
use crate::records::activity::activity::{JOURNAL, PERMISSIONS};
use crate::records::activity::view::{activity, requests};
use crate::records::delegated_users::view as users_view;
use crate::records::lists::view as lists;
use crate::screens::agenda::view::agenda_list;
use crate::screens::explorer::explorer::RECORDS;
use crate::screens::explorer::view as explorer;
use crate::screens::flow::view::flow_view;
use crate::screens::inbox::view::inbox;
use crate::screens::portfolio::view::{portfolio, trend};
use crate::screens::server_views::view::views_screen;
use crate::screens::tasks::view as tasks;
use crate::shell::app::App;
use crate::shell::view::{empty_state, picker, status_line, tabs};
use crate::text::{MessageArg, Messages};
use crate::tools::session::view::locked::locked_view;
use crate::tools::toasts::view as toast;
use crate::vocabulary;

/// Returns the current lines, most general first. The reader announces the lines that are new.
pub fn lines(app: &App) -> Vec<String> {
    if app.session.idle_lock.is_locked() {
        let view = locked_view(app.cx.lang(), &app.session.idle_lock);
        return view.lines().into_iter().chain([view.quit]).collect();
    }
    let mut texts = vec![screen_name(app)];
    texts.extend(users_view::current_user_view(app).map(|acting| acting.text));
    let status = status_line::status_line(app);
    if matches!(status.freshness.tone, Tone::Problem) {
        // The short form has no countdown.
        texts.push(status.freshness.short);
    }
    texts.extend(status.changes.map(|item| item.long));
    match app.cx.overlay() {
        Overlay::None | Overlay::Filter => {
            texts.extend(screen_lines(app));
            if matches!(app.cx.overlay(), Overlay::Filter) {
                texts.push(format!(
                    "/ {}",
                    app.explorer.text_target(&app.inbox, &app.pipeline, &app.cx).unwrap_or_default()
                ));
            }
        }
        overlay => texts.extend(overlay_lines(app, overlay)),
    }
    for shown_toast in app.cx.toasts() {
        let view = toast::toast_view(app, shown_toast);
        texts.push(join_sentence(&[&view.subject, &view.text]));
    }
    texts.retain(|line| !line.trim().is_empty());
    texts
}

/// Returns the screen's name with its badge count.
fn screen_name(app: &App) -> String {
    let tabs = tabs::tabs(app);
    let current_tab = tabs.into_iter().find(|tab| tab.current);
    current_tab.map_or_else(String::new, |tab| match tab.badge {
        0 => tab.label,
        badge => format!("{} {badge}", tab.label),
    })
}

/// Joins the non-empty parts into a sentence. A part that ends with punctuation gets no comma.
fn join_sentence(texts: &[&str]) -> String {
    let mut text = String::new();
    for part in texts.iter().filter(|part| !part.trim().is_empty()) {
        if text.ends_with(['.', ':', ';', '!', '?', '…']) {
            text.push(' ');
        } else if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(part);
    }
    text
}

fn screen_lines(app: &App) -> Vec<String> {
    match app.cx.screen() {
        Screen::Pipeline => pipeline_lines(app),
        Screen::Deal => deal_lines(app),
        Screen::Portfolio => portfolio_lines(app),
        Screen::Flow => {
            let view = flow_view(app);
            let (content, row) = (view.content, view.a11y_text());
            let first = join_sentence(&[view.title(), &view.selection, &content.coverage]);
            let mut lines = vec![first, row, content.empty.clone()];
            lines.extend(content.notes.iter().cloned());
            lines
        }
        Screen::Notifications => notification_lines(app),
        Screen::Tasks => task_lines(app),
        Screen::Agenda => focused_line(app, &agenda_list(app)),
        Screen::Views => {
            let view = views_screen::views_screen_view(app);
            if let Some(tiles) = view.tiles.as_ref().filter(|tiles| tiles.focused) {
                return vec![join_sentence(&[&tiles.title, &tiles.a11y_text()])];
            }
            focused_line(app, view.lists.get(app.cx.pane()).unwrap_or(&view.detail))
        }
        Screen::Explorer => {
            let view = explorer::explorer(app);
            match app.cx.pane() {
                RECORDS => vec![join_sentence(&[&view.title, &view.counts, &view.status]), record_text(app)],
                pane if pane < RECORDS => focused_line(app, &view.sources),
                _ => focused_line(app, &view.tree),
            }
        }
        Screen::Activity => {
            let view = activity::activity_view(app);
            if app.cx.pane() == JOURNAL {
                return focused_line(app, &view.outcomes);
            }
            if app.cx.pane() == PERMISSIONS {
                // The mark is not audible, so the state of the route is part of the text.
                let right = view.permissions.get(view.permission_list.selected());
                let detail = right.map(|right| join_sentence(&[&right.route, &right.scope, &right.state]));
                return detail
                    .map_or_else(|| focused_line(app, &view.permission_list), |detail| vec![detail]);
            }
            if let Some(request) =
                app.activity.focused_request(&app.cx).map(|line| requests::request_view(app, line))
            {
                return vec![join_sentence(&[&request.time, &request.title, &request.outcome])];
            }
            let focused = view.focused.and_then(|at| view.writes.get(at));
            focused.map_or_else(Vec::new, |write| vec![join_sentence(&[&write.subject, &write.text])])
        }
    }
}

fn pipeline_lines(app: &App) -> Vec<String> {
    let header = crate::deals::board::view::header::board_header(app);
    let mut lines = vec![join_sentence(&[&header.title, &header.counts, &header.filter])];
    match app
        .pipeline
        .focused_row(&app.cx)
        .and_then(|row| Some((crate::deals::board::view::card::card(app, &row)?, card_position(app))))
    {
        Some((card, position)) => lines.push(join_sentence(&[
            &card.name,
            &position,
            &card.class_label,
            &card.owner,
            &card.age,
            &format!("{} {}", card.field.name, card.field.value),
            &band_label(app, card.field.band),
            &card.write_label,
        ])),
        None => lines.extend(match empty_state::board_placeholder(app) {
            Some(empty_state::ScreenPlaceholder::Empty(notice)) => vec![notice.title, notice.text],
            Some(empty_state::ScreenPlaceholder::Problem(problem)) => {
                let lines = vec![problem.title, problem.safe_data, problem.next_step];
                lines.into_iter().filter(|text| !text.is_empty()).collect()
            }
            None => {
                let line = app.table.index();
                let focused = table_lines(app, line..line + usize::from(app.table.shows_table()));
                focused.iter().filter_map(LineView::heading).map(HeadingRow::a11y_text).collect()
            }
        }),
    }
    lines
}

/// Returns the label of an alert band; empty without one.
fn band_label(app: &App, band: vocabulary::Band) -> String {
    if band == vocabulary::Band::None {
        return String::new();
    }
    Messages::new(app.cx.lang()).get(band.key()).into_owned()
}

/// Returns the column of the focused card and its position there.
fn card_position(app: &App) -> String {
    let cursor = &app.pipeline.board().cursor;
    let label = crate::deals::board::view::header::column_header(app, cursor.column)
        .map_or_else(String::new, |header| header.label);
    let count = app.pipeline.filtered().columns.get(cursor.column).map_or(0, |column| column.rows.len());
    let args =
        [("place", MessageArg::from((cursor.index + 1) as u64)), ("total", MessageArg::from(count as u64))];
    format!("{label} {}", Messages::new(app.cx.lang()).with("card-position", &args))
}

fn deal_lines(app: &App) -> Vec<String> {
    let Some(view) = deal::deal_view(app) else {
        let notice = empty_state::no_deal(app);
        return vec![notice.title, notice.text];
    };
    let mut lines = vec![join_sentence(&[&view.name, &view.status, &view.position])];
    lines.extend(view.fields.iter().map(|line| format!("{} {}", line.label, line.value)));
    lines.extend(view.kpis.iter().map(|line| join_sentence(&[&line.label, &line.value, &line.band_label])));
    lines.extend(view.checks.iter().map(|check| join_sentence(&[&check.text, &check.hint])));
    lines.extend(Some(view.checks_summary).filter(|summary| !summary.is_empty()));
    lines.extend(view.derived);
    lines.extend(view.stress.iter().map(|shock| {
        let cells = shock.cells.iter().map(|cell| format!("{} {}", cell.text, cell.band_label));
        let cells: Vec<String> = cells.collect();
        join_sentence(&[&shock.label, &cells.join(", ")])
    }));
    lines.extend(view.kpi_exact);
    lines.extend(view.notes.iter().map(|note| join_sentence(&[&note.content, &note.origin])));
    lines.extend(view.history.iter().map(|line| join_sentence(&[&line.text, &line.when, &line.author])));
    lines
}

fn portfolio_lines(app: &App) -> Vec<String> {
    let view = portfolio::portfolio_view(app);
    let mut lines: Vec<String> = view
        .totals
        .iter()
        .map(|total| format!("{} {}", total.label, total.exact.as_ref().unwrap_or(&total.value)))
        .collect();
    for item in &view.breakdowns {
        lines.push(join_sentence(&[&item.title, &item.check.text, &item.hidden_names]));
        lines.extend(item.bars.iter().map(|bar| join_sentence(&[&bar.label, &bar.count, &bar.share])));
    }
    let focused = app.cx.focused_bar().and_then(|(kind, code)| {
        let mut bars = view.breakdowns.iter().find(|item| item.kind == kind)?.bars.iter();
        bars.find(|bar| bar.key == code)
    });
    lines.extend(focused.map(|bar| format!("▸ {}", join_sentence(&[&bar.label, &bar.count, &bar.share]))));
    lines.extend(
        trend::portfolio_trends(app)
            .iter()
            .map(|item| join_sentence(&[&item.label, &item.last, &item.change, &item.since])),
    );
    lines
}

fn notification_lines(app: &App) -> Vec<String> {
    let view = inbox::inbox_view(app);
    let tab = view.tabs.iter().find(|tab| tab.current);
    let tab = tab.map_or_else(String::new, |tab| format!("{} {}", tab.label, tab.count_text()));
    let mut lines = vec![join_sentence(&[&tab, &view.mode, &view.kept_unread, &view.selected])];
    lines.extend(view.armed.map(|(armed, _)| armed_text(app, &armed)));
    lines.extend(view.run.map(|run| run.text));
    lines.extend(view.empty);
    if view.alerts.focused {
        lines.extend(focused_line(app, &view.alerts));
    } else if view.preferences.focused {
        lines.extend(view.preferences.lines.iter().map(|line| join_sentence(&[&line.label, &line.note])));
    } else if view.frequencies.focused {
        let kind = view.frequencies.lines.iter().find(|line| line.selected);
        lines.push(kind.map_or(view.frequencies.empty, |line| line.a11y_text.clone()));
    } else if let Some(preview) = view.preview {
        lines.push(join_sentence(&[&preview.title, &preview.state, &preview.sent, &preview.position]));
        lines.extend(preview.mark_effect);
        if !preview.note.is_empty() {
            let label = Messages::new(app.cx.lang()).get("action-local-note");
            let note: Vec<&str> = preview.note.iter().map(|line| &**line).collect();
            lines.push(format!("{label}: {}", note.join(" ")));
        }
    }
    lines
}

/// Returns the armed action, its keys, and the time at which it disarms. A time is used because a countdown would be
/// announced every second.
fn armed_text(app: &App, armed: &str) -> String {
    let messages = Messages::new(app.cx.lang());
    let with_key = |text: &str, action: ActionId| {
        let keys = app.cx.options().keymap.keys(Context::Inbox, action);
        let key = keys.first().map(|key| chrome::key_text(&app.cx, &key.to_string()));
        messages.with(text, &[("key", MessageArg::from(key.unwrap_or_default()))])
    };
    let until = app.inbox.armed_until;
    join_sentence(&[
        armed,
        &with_key("armed-confirm", ActionId::MarkAllRead),
        &with_key("armed-give-up", ActionId::Back),
        &until.map_or_else(String::new, |until| send_countdown::disarm_text_at(&app.cx, until)),
    ])
}

fn task_lines(app: &App) -> Vec<String> {
    let view = tasks::tasks_view(app);
    let column = view.columns.iter().find(|column| column.focused);
    let card = column.and_then(|column| column.cards.iter().find(|card| card.focused));
    let mut lines = vec![join_sentence(&[&view.header, &view.provenance.mode])];
    lines.extend(view.empty_state.map(|blank| blank.title));
    lines.extend(column.map(|column| format!("{} {}", column.label, column.count)));
    lines.extend(card.map(|card| {
        let write = card.write.as_ref().map_or("", |(_, lines)| lines.as_str());
        join_sentence(&[&card.name, &card.owner_or_note, &card.due, write])
    }));
    lines
}

/// Returns the fields of the explorer's focused record.
fn record_text(app: &App) -> String {
    let lines = lists::tree_lines(app, &app.explorer.tree_lines(&app.cx), 0, None);
    let parts: Vec<String> =
        lines.iter().map(|line| format!("{} {}", line.label.trim(), line.note)).collect();
    parts.join(", ")
}

/// Returns a list's title and focused line, or its empty-state text.
fn focused_line(app: &App, list: &lists::ListView) -> Vec<String> {
    let mut lines = vec![join_sentence(&[&list.title, &list.note, &list.intro])];
    lines.extend(list.problem.as_ref().map(|problem| join_sentence(&[&problem.title, &problem.next_step])));
    lines.extend(list.empty.clone());
    let action_hint = list.suggested_action.map(|action| action.spec().label_key);
    lines.extend(action_hint.map(|key| Messages::new(app.cx.lang()).get(key).into_owned()));
    lines.extend(list.lines.get(list.selected()).map(|line| join_sentence(&[line.label.trim(), &line.note])));
    lines
}

/// Returns the lines of the overlay.
fn overlay_lines(app: &App, overlay: &Overlay) -> Vec<String> {
    let messages = Messages::new(app.cx.lang());
    match overlay {
        Overlay::None | Overlay::Filter => Vec::new(),
        Overlay::Help { .. } => crate::tools::help::view::help::help_groups(app)
            .iter()
            .flat_map(|group| {
                let lines = group.lines.iter().map(|line| match &line.reason {
                    Some(reason) => {
                        let key_and_label = format!("{} {}", line.keys, line.label);
                        let title_text =
                            messages.with("toast-about", &[("name", MessageArg::from(key_and_label))]);
                        format!("{title_text} {reason}")
                    }
                    None => join_sentence(&[&format!("{} {}", line.keys, line.label), &line.other_keys]),
                });
                std::iter::once(group.title.clone()).chain(lines).collect::<Vec<_>>()
            })
            .collect(),
        Overlay::Palette(palette) => {
            let selected_line =
                crate::tools::palette::view::palette_lines(app).into_iter().find(|line| line.selected);
            let mut texts = vec![format!(": {}", palette.query)];
            texts.extend(selected_line.map(|line| join_sentence(&[&line.label, &line.note])));
            texts
        }
        Overlay::Menu(menu) => {
            let (title, lines) = crate::changes::deal::view::status_menu::menu_view(app, menu);
            let selected_line = lines.into_iter().find(|line| line.selected).map(|line| line.label);
            [title, crate::changes::deal::view::status_menu::typed_hint(app, menu)]
                .into_iter()
                .chain(selected_line)
                .collect()
        }
        Overlay::Form(form) => {
            let view = crate::changes::forms::view::form_view(app, form);
            let field = view.lines.iter().find(|line| line.focused);
            let mut texts = vec![join_sentence(&[&view.title, &view.note])];
            texts.extend(field.map(|line| format!("{} {}", line.label, line.value)));
            texts.extend(view.error);
            texts
        }
        Overlay::Picker(_) => picker::picker_view(app).map_or_else(Vec::new, |view| {
            let mut texts = vec![view.title];
            texts.extend(view.summary);
            texts.extend(
                view.lines
                    .iter()
                    .find(|line| line.selected)
                    .map(|line| join_sentence(&[line.label.trim(), &line.note])),
            );
            texts
        }),
    }
}
