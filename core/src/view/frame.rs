//! What stands around every screen: the tabs, the head of the pipeline, the status line, the key hints.

use crate::app::{ActionId, App, BulkStage, Context, Layer, Screen};
use crate::engine::Connection;
use crate::view::text::{Arg, Words, date, number};

/// One tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// Its screen.
    pub screen: Screen,
    /// The number that is also its key.
    pub number: u8,
    /// Its name.
    pub label: String,
    /// Its short name, for narrow places.
    pub short: String,
    /// How many things wait there for the person; 0 shows nothing.
    pub badge: usize,
    /// Whether it is the one shown.
    pub current: bool,
}

/// The tabs, in order.
pub fn tabs(app: &App) -> Vec<Tab> {
    let words = Words::new(app.lang());
    Screen::ALL
        .into_iter()
        .map(|screen| Tab {
            screen,
            number: screen.number(),
            label: words.get(screen.label_key()).into_owned(),
            short: words.get(screen.short_key()).into_owned(),
            badge: match screen {
                Screen::Notifications => app.unread(),
                Screen::Activity => app.snapshot().writes.len(),
                _ => 0,
            },
            current: screen == app.screen(),
        })
        .collect()
}

/// How a part of the status line is to be understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// All is well.
    Good,
    /// A plain fact.
    Plain,
    /// Something waits.
    Pending,
    /// Something needs the person.
    Problem,
}

/// One part of the status line.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusItem {
    /// How to understand it.
    pub tone: Tone,
    /// Its words.
    pub text: String,
    /// The same in few words, for narrow places.
    pub short: String,
    /// The same as a sentence, for places where it stands alone.
    pub long: String,
}

impl StatusItem {
    fn new(tone: Tone, text: String, short: String) -> Self {
        let mut letters = text.chars();
        let long = letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect());
        Self {
            tone,
            long: long.unwrap_or_default(),
            text,
            short,
        }
    }

    fn at_length(self, long: String) -> Self {
        Self { long, ..self }
    }
}

/// The status line: freshness or what is wrong with the connection, coverage, writes.
#[derive(Clone, Debug, PartialEq)]
pub struct StatusLine {
    /// The connection and the age of what is shown.
    pub freshness: StatusItem,
    /// What still works, while not everything does.
    pub works: Option<StatusItem>,
    /// How much of the pipeline has been read.
    pub coverage: Option<StatusItem>,
    /// The writes that wait or are parked.
    pub writes: Option<StatusItem>,
}

/// The status line as of now.
pub fn status_line(app: &App) -> StatusLine {
    StatusLine {
        freshness: freshness(app),
        works: works(app),
        coverage: coverage(app),
        writes: writes(app),
    }
}

/// The age of the newest complete reading in seconds, in steps that do not redraw an idle screen each second.
fn age(app: &App) -> Option<u64> {
    let at = app.snapshot().coverage.complete_at?;
    let seconds = (app.now().as_second() - at.as_second()).max(0) as u64;
    Some(if seconds < 60 { seconds / 10 * 10 } else { seconds })
}

fn freshness(app: &App) -> StatusItem {
    let words = Words::new(app.lang());
    let item = StatusItem::new;
    let same = |tone, text: String| item(tone, text.clone(), text);
    let left = |until: jiff::Timestamp| (until.as_second() - app.now().as_second()).max(0) as u64;
    match &app.snapshot().connection {
        Connection::Starting => same(Tone::Plain, words.get("status-connecting").into_owned()),
        Connection::Online => match age(app) {
            None if app.snapshot().deals_error.is_some() => {
                same(Tone::Problem, words.get("status-never-read").into_owned())
            }
            None => same(Tone::Plain, words.get("status-reading").into_owned()),
            Some(0) => same(Tone::Good, words.get("status-fresh-now").into_owned()),
            Some(seconds) => {
                let ago = [("ago", Arg::from(date::ago(app.lang(), seconds)))];
                item(
                    Tone::Good,
                    words.with("status-fresh", &ago),
                    words.with("status-fresh-short", &ago),
                )
                .at_length(words.with("status-fresh-long", &ago))
            }
        },
        Connection::Slow { .. } => {
            let short = words.get("status-slow").into_owned();
            let read = last_read(app, words);
            item(Tone::Pending, format!("{short}, {read}"), short)
        }
        Connection::Offline { retry_at, .. } => {
            let short = words.get("status-offline").into_owned();
            let read = last_read(app, words);
            let retry = words.with("offline-retry-in", &[("s", Arg::from(left(*retry_at)))]);
            item(Tone::Problem, format!("{short}, {read}, {retry}"), short)
        }
        Connection::RateLimited { until } => {
            let wait = [("left", Arg::from(date::countdown(left(*until))))];
            same(Tone::Problem, words.with("status-waiting-gate", &wait))
        }
        Connection::SignInNeeded { .. } => same(Tone::Problem, words.get("status-signed-out").into_owned()),
        Connection::Failing { retry_at, .. } => {
            let short = words.get("status-failing").into_owned();
            let retry = words.with("offline-retry-in", &[("s", Arg::from(left(*retry_at)))]);
            item(Tone::Problem, format!("{short}, {retry}"), short)
        }
    }
}

fn last_read(app: &App, words: &'static Words) -> String {
    match age(app) {
        Some(seconds) => words.with(
            "offline-last-read",
            &[("ago", Arg::from(date::ago(app.lang(), seconds)))],
        ),
        None => words.get("status-never-read").into_owned(),
    }
}

/// What still works: reading what was read before, where anything was, and writing, which waits.
fn works(app: &App) -> Option<StatusItem> {
    let snapshot = app.snapshot();
    let writes = match snapshot.connection {
        Connection::Starting | Connection::Online => return None,
        Connection::Slow { .. } => "works-slow",
        Connection::Offline { .. } => "works-offline",
        Connection::RateLimited { .. } => "works-gate",
        Connection::SignInNeeded { .. } => "works-signed-out",
        Connection::Failing { .. } => "works-failing",
    };
    let words = Words::new(app.lang());
    let writes = words.get(writes).into_owned();
    let text = if snapshot.anything_read() {
        format!("{}, {writes}", words.get("works-read"))
    } else {
        writes.clone()
    };
    Some(StatusItem::new(Tone::Plain, text, writes))
}

fn coverage(app: &App) -> Option<StatusItem> {
    let coverage = app.snapshot().coverage;
    let (mut read, mut total) = (coverage.read, coverage.total?);
    // Between two readings, what was created or deleted since is known as well as what was read.
    if coverage.complete_at.is_some() && !coverage.reading {
        read = app.lens().total as u64;
        total = total.max(read);
    }
    let args = [("part", Arg::from(read)), ("total", Arg::from(total))];
    let words = Words::new(app.lang());
    let text = words.with("status-coverage", &args);
    let long = words.with("status-coverage-long", &args);
    let short = format!(
        "{}/{}",
        number::integer(app.lang(), read),
        number::integer(app.lang(), total)
    );
    let doubts = doubts(app);
    if doubts.is_empty() {
        return Some(StatusItem::new(Tone::Plain, text, short).at_length(long));
    }
    let with = |text: String| format!("{text}, {}", doubts.join(", "));
    Some(StatusItem::new(Tone::Pending, with(text), short).at_length(with(long)))
}

/// What the coverage does not say: deals in a status nobody has named, deals that were not seen again.
fn doubts(app: &App) -> Vec<String> {
    let words = Words::new(app.lang());
    let (unknown, missed) = (
        app.snapshot().coverage.unknown_status,
        app.snapshot().observed.not_seen.len() as u64,
    );
    [("status-unknown", unknown), ("since-not-seen", missed)]
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(key, n)| words.with(key, &[("n", Arg::from(n))]))
        .collect()
}

fn writes(app: &App) -> Option<StatusItem> {
    let words = Words::new(app.lang());
    let (waiting, parked) = (app.waiting(), app.parked());
    let item = |tone, text: String, short: String| Some(StatusItem::new(tone, text, short));
    let counted = |key: &str, n: usize| words.with(key, &[("n", Arg::from(n))]);
    match (waiting, parked) {
        (0, 0) => None,
        (_, 0) => item(
            Tone::Pending,
            counted("waiting-writes", waiting),
            counted("waiting-count", waiting),
        ),
        (0, _) => item(
            Tone::Problem,
            counted("parked-writes", parked),
            counted("parked-count", parked),
        ),
        _ => item(
            Tone::Problem,
            format!(
                "{}, {}",
                counted("waiting-writes", waiting),
                counted("parked-writes", parked)
            ),
            format!(
                "{}  {}",
                counted("waiting-count", waiting),
                counted("parked-count", parked)
            ),
        ),
    }
}

/// One key hint of the footer.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// What it does.
    pub action: ActionId,
    /// Its keys as shown, for instance `H L`.
    pub keys: String,
    /// What it does, in a word or two.
    pub label: String,
}

/// The hints worth showing, most useful first. The last one, help, is the one a narrow screen keeps.
pub fn hints(app: &App) -> Vec<Hint> {
    use ActionId as A;
    let selecting = !app.selection().is_empty();
    let pairs: &[(&[A], &str)] = match app.context() {
        Context::Board | Context::Table if selecting => &[
            (&[A::MoveTo], "hint-move-to"),
            (&[A::EditDeal], "hint-owner"),
            (&[A::DeleteDeal], "hint-delete-deal"),
            (&[A::Copy], "hint-copy"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::SelectRange], "hint-range"),
            (&[A::Back], "hint-clear"),
        ],
        Context::Table => &[
            (&[A::SortColumn], "hint-sort"),
            (&[A::Open], "hint-open"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::Filter], "hint-filter"),
            (&[A::ChooseColumns], "hint-columns"),
            (&[A::ToggleTable], "hint-board"),
            (&[A::Views], "hint-views"),
            (&[A::MovePrevious, A::MoveNext], "hint-move"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Views => &[
            (&[A::Open], "hint-open"),
            (&[A::PinView], "hint-pin"),
            (&[A::DefaultView], "hint-default"),
            (&[A::UpdateView], "hint-update"),
            (&[A::RenameView], "hint-rename"),
            (&[A::DeleteView], "hint-delete-deal"),
            (&[A::Copy], "hint-copy"),
            (&[A::Back], "hint-close"),
        ],
        Context::Columns => &[
            (&[A::ToggleLine], "hint-show"),
            (&[A::RaiseLine, A::LowerLine], "hint-order"),
            (&[A::NarrowColumn, A::WidenColumn], "hint-width"),
            (&[A::Back], "hint-close"),
        ],
        Context::Bulk => bulk_hints(app),
        Context::CopyAs => &[(&[A::Open], "hint-copy"), (&[A::Back], "hint-close")],
        Context::Board | Context::Screens => &[
            (&[A::MovePrevious, A::MoveNext], "hint-move"),
            (&[A::MoveTo], "hint-move-to"),
            (&[A::Open], "hint-open"),
            (&[A::SelectDeal], "hint-select"),
            (&[A::Filter], "hint-filter"),
            (&[A::NewDeal], "hint-new-deal"),
            (&[A::ToggleTable], "hint-table"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Deal => &[
            (&[A::NextDeal, A::PreviousDeal], "hint-next-deal"),
            (&[A::MoveTo], "hint-move-to"),
            (&[A::EditDeal], "hint-edit-deal"),
            (&[A::DeleteDeal], "hint-delete-deal"),
            (&[A::Copy], "hint-copy"),
            (&[A::Undo], "hint-undo"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Back], "hint-back"),
        ],
        Context::Portfolio => &[
            (&[A::Copy], "hint-copy"),
            (&[A::Refresh], "hint-refresh"),
            (&[A::Palette], "hint-palette"),
            (&[A::Back], "hint-back"),
        ],
        Context::Inbox => &[
            (&[A::FocusDown, A::FocusUp], "hint-browse"),
            (&[A::MarkRead], "hint-mark-read"),
            (&[A::MarkAllRead], "hint-mark-all-read"),
            (&[A::Open], "hint-open"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Tasks => &[
            (&[A::MovePrevious, A::MoveNext], "hint-move"),
            (&[A::MoveTo], "hint-move-to"),
            (&[A::Open], "hint-open"),
            (&[A::EditTask], "hint-edit-deal"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::Undo], "hint-undo"),
            (&[A::Palette], "hint-palette"),
        ],
        Context::Library if app.pane() == crate::app::DEAL_VIEWS => &[
            (&[A::Open], "hint-open"),
            (&[A::PinView], "hint-pin"),
            (&[A::DefaultView], "hint-default"),
            (&[A::RenameView], "hint-rename"),
            (&[A::DeleteView], "hint-delete-deal"),
            (&[A::NextPane], "hint-next-pane"),
        ],
        Context::Library if app.pane() == crate::app::SERVICE_VIEWS => &[
            (&[A::Open], "hint-open"),
            (&[A::DefaultView], "hint-default"),
            (&[A::RenameView], "hint-rename"),
            (&[A::EditViewState], "hint-edit-state"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::NextPane], "hint-next-pane"),
        ],
        Context::Library => &[
            (&[A::Open], "hint-open"),
            (&[A::ToggleTree], "hint-tree"),
            (&[A::AddIds], "hint-add-ids"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Back], "hint-back"),
        ],
        Context::Explorer => &[
            (&[A::Open], "hint-open"),
            (&[A::AskRoute], "hint-ask-route"),
            (&[A::Filter], "hint-filter"),
            (&[A::ToggleTree], "hint-tree"),
            (&[A::PreviousPage, A::NextPage], "hint-page"),
            (&[A::Discover], "hint-discover"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
        ],
        Context::Record => &[
            (&[A::Open], "hint-fold"),
            (&[A::Copy], "hint-copy"),
            (&[A::Back], "hint-close"),
        ],
        // What a conflict asks comes before what any write can be given.
        Context::Activity if app.enabled(A::KeepMine).is_ok() => &[
            (&[A::KeepMine], "hint-keep-mine"),
            (&[A::TakeTheirs], "hint-take-theirs"),
            (&[A::ChooseSide], "hint-choose-side"),
            (&[A::RetryWrite], "hint-retry-write"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Activity => &[
            (&[A::RetryWrite], "hint-retry-write"),
            (&[A::DiscardWrite], "hint-discard-write"),
            (&[A::Open], "hint-open"),
            (&[A::Copy], "hint-copy"),
            (&[A::NextPane], "hint-next-pane"),
            (&[A::Undo], "hint-undo"),
        ],
        Context::Filter => &[(&[A::Open], "hint-confirm"), (&[A::Back], "hint-close")],
        Context::Menu => &[
            (&[A::FocusUp, A::FocusDown], "hint-choose"),
            (&[A::Open], "hint-confirm"),
            (&[A::Back], "hint-close"),
        ],
        Context::Form => &[
            (&[A::NextPane], "hint-next-field"),
            (&[A::Open], "hint-save"),
            (&[A::Back], "hint-close"),
        ],
        Context::Palette => &[
            (&[A::FocusUp, A::FocusDown], "hint-choose"),
            (&[A::Open], "hint-run"),
            (&[A::Back], "hint-close"),
        ],
        Context::Help => &[
            (&[A::FocusUp, A::FocusDown], "hint-browse"),
            (&[A::Back], "hint-close"),
        ],
    };
    let words = Words::new(app.lang());
    let mut hints: Vec<Hint> = pairs
        .iter()
        .filter_map(|(actions, label)| hint(app, words, actions, label))
        .collect();
    if app.context().is_screen() {
        hints.extend(hint(app, words, &[A::Help], "hint-help"));
    }
    hints
}

/// What can be done with a change of many deals depends on how far it is.
fn bulk_hints(app: &App) -> &'static [(&'static [ActionId], &'static str)] {
    use ActionId as A;
    const PLAN: &[(&[A], &str)] = &[(&[A::Open], "hint-apply"), (&[A::Back], "hint-give-up")];
    const RUN: &[(&[A], &str)] = &[(&[A::StopBulk], "hint-stop"), (&[A::Back], "hint-close")];
    const FAILED: &[(&[A], &str)] = &[(&[A::RetryBulk], "hint-retry-write"), (&[A::Back], "hint-close")];
    const OVER: &[(&[A], &str)] = &[(&[A::Back], "hint-close")];
    let Some(bulk) = app.bulk() else { return OVER };
    let counts = bulk.counts();
    if bulk.stage == BulkStage::Plan {
        return if counts.planned > 0 { PLAN } else { OVER };
    }
    match (counts.waiting, counts.failed) {
        (1.., _) => RUN,
        (0, 1..) => FAILED,
        (0, 0) => OVER,
    }
}

fn hint(app: &App, words: &'static Words, actions: &[ActionId], label: &str) -> Option<Hint> {
    let context = app.context();
    let keys: Vec<String> = actions
        .iter()
        .filter_map(|action| app.options().keymap.keys(context, *action).first().copied())
        .map(|key| key_text(app, &key.to_string()))
        .collect();
    let action = *actions.first()?;
    (!keys.is_empty()).then(|| Hint {
        action,
        keys: keys.join(" "),
        label: words.get(label).into_owned(),
    })
}

/// A key as a person reads it: `ctrl-p` is `Ctrl+P`, `enter` is `Entrée`.
pub fn key_text(app: &App, key: &str) -> String {
    let words = Words::new(app.lang());
    let mut parts: Vec<&str> = if key == "-" {
        vec!["-"]
    } else {
        key.split('-').collect()
    };
    let Some(last) = parts.pop() else {
        return String::new();
    };
    let modified = !parts.is_empty();
    let name = match last {
        "left" => "←".to_owned(),
        "right" => "→".to_owned(),
        "up" => "↑".to_owned(),
        "down" => "↓".to_owned(),
        // With control held, a capital is told from its small letter by the shift it takes.
        one if one.chars().count() == 1 && modified && one.chars().all(char::is_uppercase) => {
            format!("⇧{one}")
        }
        one if one.chars().count() == 1 && modified => one.to_uppercase(),
        one if one.chars().count() == 1 => one.to_owned(),
        function if function.starts_with('f') && function.len() <= 3 => function.to_uppercase(),
        named => words.get(&format!("key-{named}")).into_owned(),
    };
    let mut text = String::new();
    for part in parts {
        text.push_str(match part {
            "ctrl" => "Ctrl+",
            "alt" => "Alt+",
            _ => "⇧",
        });
    }
    text + &name
}

/// Whether the screen shows bands, so that their legend belongs on the status line.
pub fn shows_bands(app: &App) -> bool {
    matches!(app.screen(), Screen::Pipeline | Screen::Deal) && !matches!(app.layer(), Layer::Help { .. })
}
