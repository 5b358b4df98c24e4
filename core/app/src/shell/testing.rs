//! Shared fixtures of the `app` tests: five deals, an `App` that shows them, and user actions.

pub(crate) use crate::contract::DealId;
pub(crate) use crate::contract::models::kpi::KpiKey;
pub(crate) use crate::error::ErrorKind;
use crate::foundation::cx::options::Options;
use crate::foundation::cx::output::{CopyRequest, ExternalEdit, FrontEndRequest, Output};
use crate::foundation::cx::overlay_types::Export;
use crate::foundation::cx::toast_types::{ClipboardKind, CurrentUser};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::key::Key;
use crate::foundation::input::keymap::{FrontEnd, Keymap};
pub(crate) use crate::model::effect::Effect;
pub(crate) use crate::model::pending_write::{PendingWrite, WriteKind, WriteProblem, WriteState};
pub(crate) use crate::model::snapshot::{Coverage, Event, EventKind, Snapshot};
pub(crate) use crate::model::table::{ColumnStoreBuilder, DealTable, RowData, StatusSince, TimePrecision};
use crate::shell::action::Action;
use crate::shell::view::tabs::shown_text;
pub(crate) use crate::text::Lang;
pub(crate) use std::collections::BTreeMap;
pub(crate) use std::sync::Arc;

pub(crate) use jiff::Timestamp;
pub(crate) use jiff::tz::TimeZone;

pub(crate) use crate::shell::app::*;

pub(crate) fn deal(id: &str, name: &str, status: &str, days: i64, ltv: Option<&str>) -> RowData {
    RowData {
        id: id.into(),
        name: name.into(),
        status: status.into(),
        owner: "A. Martin".into(),
        since: Some(StatusSince {
            at: test_now().as_second() - days * 86_400,
            precision: TimePrecision::Received,
        }),
        numbers: ltv.map(|value| (KpiKey::Ltv, value.parse().unwrap())).into_iter().collect(),
        ..RowData::default()
    }
}

pub(crate) fn table() -> DealTable {
    let mut builder = ColumnStoreBuilder::default();
    for row in [
        deal("a", "Le Parc, Lyon", "ic", 12, Some("0.764")),
        deal("b", "Îlot Sainte-Croix, Metz", "ic", 10, None),
        deal("c", "Halle Vauban, Lille", "sourcing", 17, Some("0.58")),
        deal("d", "Tour Boréale", "sourcing", 3, Some("0.7504")),
        deal("e", "Cap Vernet", "lost", 40, None),
    ] {
        builder.push(&row);
    }
    builder.finish()
}

pub(crate) fn snapshot(revision: u64, deals: DealTable) -> Snapshot {
    let total = deals.len() as u64;
    Snapshot {
        revision,
        coverage: Coverage {
            fetched: total,
            total: Some(total),
            complete_at: Some(test_now()),
            syncing: false,
            in_unknown_status: 0,
            count_mismatch: false,
        },
        deals: Arc::new(deals),
        settings: Some(Arc::default()),
        ..Snapshot::default()
    }
}

pub(crate) fn app_with(snapshot: Snapshot) -> App {
    begun_with(snapshot).0
}

/// Returns an application with its first snapshot, and the output of it.
pub(crate) fn begun_with(snapshot: Snapshot) -> (App, Output) {
    let keymap = Keymap::defaults(FrontEnd::Terminal).unwrap();
    let mut app = App::new(Options::new(Lang::Fr, keymap, TimeZone::UTC), test_now());
    let output = app.on_snapshot(Arc::new(snapshot));
    (app, output)
}

pub(crate) fn app() -> App {
    app_with(snapshot(1, table()))
}

pub(crate) fn run(app: &mut App, ids: &[ActionId]) -> Vec<Effect> {
    act(app, ids).effects
}

/// Runs actions and returns their output together. A request for a shown text is answered, as a front end does.
pub(crate) fn act(app: &mut App, ids: &[ActionId]) -> Output {
    let mut all = Output::default();
    for id in ids {
        let Output { effects, mut requests, changed } = app.dispatch(Action::Run(*id), test_now());
        if let Some(FrontEndRequest::CopyShown(shown)) = requests.last()
            && let Some(text) = shown_text(app, *shown)
        {
            requests = app.dispatch(Action::CopyText(text), test_now()).requests;
        }
        all.effects.extend(effects);
        all.requests.extend(requests);
        all.changed |= changed;
    }
    all
}

/// Presses a key in the status menu. Returns whether it searches.
pub(crate) fn search_menu(app: &mut App, key: Key) -> bool {
    let action = app.action_of(key).filter(|action| matches!(action, Action::SearchMenu(_)));
    action.map(|action| app.dispatch(action, test_now())).is_some()
}

/// Reports the requested copy as done.
#[track_caller]
pub(crate) fn report_copy(app: &mut App, output: &Output, by: ClipboardKind) {
    let what = output.copying().unwrap().content.clone();
    app.dispatch(Action::Copied { what, by }, test_now());
}

impl Output {
    fn copying(&self) -> Option<&CopyRequest> {
        self.requests.iter().find_map(|request| match request {
            FrontEndRequest::Copy(copying) => Some(copying),
            _ => None,
        })
    }

    /// Returns the text that is to be copied.
    pub(crate) fn copied(&self) -> Option<String> {
        self.copying().map(|copying| copying.text.clone())
    }

    /// Returns the text that is to be edited.
    pub(crate) fn edit(&self) -> Option<ExternalEdit> {
        self.requests.iter().find_map(|request| match request {
            FrontEndRequest::Edit(edit) => Some(edit.clone()),
            _ => None,
        })
    }

    /// Returns the file that is to be written.
    pub(crate) fn export(&self) -> Option<Export> {
        self.requests.iter().find_map(|request| match request {
            FrontEndRequest::Export(export) => Some(export.clone()),
            _ => None,
        })
    }

    /// Returns the user whose store is to be opened.
    pub(crate) fn user_to_switch_to(&self) -> Option<CurrentUser> {
        self.requests.iter().find_map(|request| match request {
            FrontEndRequest::SwitchUser(who) => Some(who.clone()),
            _ => None,
        })
    }
}

pub(crate) fn focus(app: &App) -> &str {
    app.pipeline.board().cursor.deal.as_ref().map_or("", DealId::as_str)
}

pub(crate) fn selected(app: &App) -> String {
    let mut ids: Vec<String> = app.selected_rows().iter().map(|row| row.id.to_owned()).collect();
    ids.sort();
    ids.concat()
}

pub(crate) fn sent_updates(effects: &[Effect]) -> Vec<(String, String, std::time::Duration)> {
    effects
        .iter()
        .filter_map(|effect| match effect {
            Effect::Update { deal, fields, undo_delay: hold, .. } => {
                let (_, value) = fields.iter().next()?;
                Some((deal.as_str().to_owned(), value.get().to_owned(), *hold))
            }
            _ => None,
        })
        .collect()
}

pub(crate) fn saved_settings(effects: &[Effect], prefix: &str) -> Vec<(String, Option<String>)> {
    effects
        .iter()
        .flat_map(|effect| match effect {
            Effect::SaveSetting { name, value } => vec![(name.clone(), value.clone())],
            Effect::SaveSettings(changed) => changed.clone(),
            _ => Vec::new(),
        })
        .filter(|(name, _)| name.starts_with(prefix))
        .collect()
}

/// Applies the effects as an engine that saves them.
pub(crate) fn save_effects(app: &mut App, effects: &[Effect]) {
    let before = app.cx.snapshot();
    let mut settings = before.settings.as_deref().cloned().unwrap_or_default();
    for effect in effects {
        let changed = match effect {
            Effect::SaveSetting { name, value } => &[(name.clone(), value.clone())][..],
            Effect::SaveSettings(changed) => changed,
            _ => &[],
        };
        for (name, value) in changed {
            match value {
                Some(value) => settings.insert(name.clone(), value.clone()),
                None => settings.remove(name),
            };
        }
    }
    let next = Snapshot {
        revision: before.revision + 1,
        handled: u64::MAX,
        settings: Some(Arc::new(settings)),
        ..before.clone()
    };
    app.on_snapshot(Arc::new(next));
}

pub(crate) fn type_name(app: &mut App, name: &str) -> Vec<Effect> {
    app.dispatch(Action::SetText(name.into()), test_now());
    run(app, &[ActionId::Open])
}

pub(crate) fn settings(pairs: &[(&str, &str)]) -> Arc<BTreeMap<String, String>> {
    let pairs = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    Arc::new(pairs.collect())
}

/// Returns the start time of the tests.
pub(crate) fn test_now() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().unwrap()
}
