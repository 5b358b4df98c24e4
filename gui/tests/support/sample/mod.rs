//! An application with invented data and without a service, for images of screens and states.
//!
//! Journeys are tested on the real engine and the real sandbox instead.

pub mod deals;
pub mod flow;
pub mod records;
pub mod snapshot_service;

use std::sync::Arc;

use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::{ExportFormat, ThemeChoice};
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::app::App;
use encours_core::contract::models::entity::Entity;
use encours_core::contract::models::portfolio::PortfolioSummary;
use encours_core::contract::patch::Fields;
use encours_core::contract::record::Record;
use encours_core::error::ErrorKind;
use encours_core::model::effect::Effect;
use encours_core::model::fetched::Fetched;
use encours_core::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::{ConnectionState, Coverage, Snapshot};
use encours_core::model::table::{RowData, StatusSince, TimePrecision};
use encours_core::text::Lang;
use encours_gui::window::{ClockFn, Service, StartupFailure, WindowState};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};

pub use deals::LE_PARC;
use deals::{STATUSES, deal, deals};
use records::{ENTITY, PORTFOLIO, details, inbox, observed_history, requests};
use snapshot_service::SnapshotService;

/// Returns the fixed time: 20 November 2026, 09:41 in Paris.
pub fn test_now() -> Timestamp {
    "2026-11-20T08:41:00Z".parse().unwrap()
}

/// Returns a clock with the fixed time.
pub fn fixed_clock() -> ClockFn {
    Box::new(test_now)
}

/// A service that failed to open.
struct FailedService(StartupFailure);

impl Service for FailedService {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        None
    }
    fn failure(&self) -> Option<&StartupFailure> {
        Some(&self.0)
    }
    fn start_demo(&mut self) {}
    fn display_name(&self) -> &'static str {
        ""
    }
    fn request_close(&mut self, _how: ShutdownMode) -> UnsentSummary {
        UnsentSummary::default()
    }
}

/// Returns a window on a service that failed to open.
pub fn failed_window(failure: StartupFailure, lang: Lang, theme: ThemeChoice) -> WindowState {
    let app = App::new(options(lang, theme), test_now());
    WindowState::new(app, Box::new(FailedService(failure)), fixed_clock())
}

pub fn options(lang: Lang, theme: ThemeChoice) -> Options {
    let keymap = Keymap::defaults(FrontEnd::Window).unwrap();
    let mut options = Options::new(lang, keymap, TimeZone::fixed(jiff::tz::offset(1)));
    options.theme = theme;
    options.demo = true;
    options.split_view = true;
    options.export_formats = ExportFormat::ALL.to_vec();
    "/home/a.martin/".clone_into(&mut options.export_dir);
    options
}

/// Returns a window on a snapshot.
pub fn window(snapshot: Snapshot, lang: Lang, theme: ThemeChoice) -> WindowState {
    let app = App::new(options(lang, theme), test_now());
    WindowState::new(app, Box::new(SnapshotService(Arc::new(snapshot))), fixed_clock())
}

fn record(json: &str) -> Record {
    Record::parse(json).unwrap()
}

/// Returns a recently synced snapshot with one pending write.
pub fn snapshot() -> Snapshot {
    let mut table = deals();
    let at = (test_now() - SignedDuration::from_hours(24 * 12)).as_second();
    let since = Some(StatusSince { at, precision: TimePrecision::AtLeast });
    let data = RowData::from_deal(&deal("ic", 1, true), since, &TimeZone::UTC);
    let scheduled = WriteState::Scheduled { until: test_now() + SignedDuration::from_secs(6) };
    table.set_row(data, Some(scheduled.clone()));
    let read_at = test_now() - SignedDuration::from_secs(12);
    let status_totals =
        STATUSES.iter().map(|(status, count)| ((*status).to_owned(), *count as u64)).collect();
    let mut entity = Fetched::default();
    entity.receive(Entity::from_record(record(ENTITY)).unwrap(), read_at);
    let mut portfolio = Fetched::default();
    portfolio.receive(PortfolioSummary::from_record(record(PORTFOLIO)).unwrap(), read_at);
    Snapshot {
        revision: 1,
        handled: 0,
        flow: Some(Arc::new(flow::figures(&table, read_at))),
        deals: Arc::new(table),
        status_totals: Arc::new(status_totals),
        coverage: Coverage {
            fetched: 240,
            total: Some(240),
            complete_at: Some(read_at),
            syncing: false,
            in_unknown_status: 0,
            count_mismatch: false,
        },
        writes: Arc::new(vec![owner_write(scheduled)].into()),
        connection: ConnectionState::Online,
        deals_error: None,
        entity,
        portfolio,
        inbox: Arc::new(inbox()),
        details: Arc::new(details(read_at)),
        requests: Arc::new(requests()),
        events: Arc::default(),
        resources: Arc::new(records::resource_lists()),
        loaded_routes: Arc::new(records::route_bodies()),
        history: Arc::new(observed_history()),
        base_url: "http://127.0.0.1:4010/v1".into(),
        ..Snapshot::default()
    }
}

/// Returns a change of an owner, in a state.
pub fn owner_write(state: WriteState) -> PendingWrite {
    let (mut fields, mut base) = (Fields::new(), Fields::new());
    fields.set_text("responsable", "A. Martin");
    base.set_text("responsable", "J. Roux");
    PendingWrite {
        id: WriteId(1),
        kind: WriteKind::Update,
        record: LE_PARC.to_owned(),
        label: "Le Parc, Lyon".to_owned(),
        fields,
        base,
        state,
        attempts: 0,
        in_doubt: false,
        recreate_fields: None,
        conflict_context: None,
        created_at: test_now() - SignedDuration::from_secs(2),
        key: "5b0e7f3c-9a41-4c7d-b1d2-0d6f2f6f8a11".to_owned(),
    }
}

/// Returns a rejection because of a missing scope.
pub fn scope_rejection() -> WriteProblem {
    WriteProblem {
        recovered: false,
        kind: ErrorKind::Forbidden,
        status: Some(403),
        title: "Forbidden".to_owned(),
        detail: "Missing scope for this route".to_owned(),
        scope: Some("deals:write".to_owned()),
        route_id: None,
        reason_code: None,
        request_id: Some("5b0e7f3c-9a41-4c7d-b1d2".to_owned()),
    }
}
