//! What one frame of board, lanes and table costs with 200 deals and with 100,000: layout and tessellation, no GPU. In
//! processor time of the drawing thread, so that what else the machine does is not counted.
//! `cargo bench -p encours-gui --bench frames`
//!
//! Each frame follows a key, so that none shows what the last one did: the focus goes down, and every tenth time to the
//! other end. A filter keystroke counts with the frame that shows what it leaves.

#[path = "../tests/support/sample/still.rs"]
mod still;

use std::sync::Arc;
use std::time::Duration;

use egui::{Context, Event, Pos2, RawInput, Rect, vec2};
use encours_core::app::{Action, ActionId, Aggregate, App, FrontEnd, HeadFigure, Keymap, Lanes, Options};
use encours_core::contract::kpi::{KpiKey, Unit};
use encours_core::engine::{Bound, ColumnsBuilder, Connection, Coverage, RowData, Snapshot, StageSince};
use encours_core::view::text::Lang;
use encours_gui::{WindowState, theme::Look};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;
use still::Still;

type Fault = Box<dyn std::error::Error>;

const FRAMES: usize = 600;

fn now() -> Timestamp {
    Timestamp::from_second(1_800_000_000).unwrap_or_default()
}

fn row(n: u32) -> RowData {
    let statuses = [
        "sourcing",
        "screening",
        "due_diligence",
        "ic",
        "term_sheet",
        "closing",
        "lost",
    ];
    let numbers = KpiKey::numeric().map(|key| match key.unit() {
        Unit::Money => (key, Decimal::new(i64::from(n) * 1_007 + 100_000_000, 2)),
        _ => (key, Decimal::new(i64::from(n % 10_000), 4)),
    });
    RowData {
        id: format!("{n:08x}-0000-4000-8000-{n:012x}"),
        name: format!("Résidence n° {n}, Lyon"),
        status: statuses[n as usize % statuses.len()].to_owned(),
        class: ["bureaux", "commerces", "residentiel"][n as usize % 3].to_owned(),
        owner: format!("Responsable {}", n % 40),
        since: Some(StageSince {
            at: now().as_second() - i64::from(n % 90) * 86_400,
            bound: Bound::AtLeast,
        }),
        numbers: if n % 5 < 3 { numbers.collect() } else { Vec::new() },
    }
}

fn snapshot(deals: u32) -> Snapshot {
    let mut builder = ColumnsBuilder::default();
    for n in 0..deals {
        builder.push(&row(n));
    }
    Snapshot {
        revision: 1,
        deals: Arc::new(builder.finish()),
        coverage: Coverage {
            read: u64::from(deals),
            total: Some(u64::from(deals)),
            complete_at: Some(now()),
            reading: false,
            unknown_status: 0,
            miscounted: false,
        },
        connection: Connection::Online,
        ..Snapshot::default()
    }
}

/// One frame: what the window does and what its shapes become.
fn frame(ctx: &Context, window: &mut WindowState, key: Option<&str>) -> Duration {
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0))),
        events: key.map(|key| Event::Text(key.to_owned())).into_iter().collect(),
        ..RawInput::default()
    };
    let begun = spent();
    let mut output = ctx.run_ui(input, |ui| {
        window.logic(ui.ctx());
        window.ui(ui);
    });
    // Nobody uploads a texture here.
    output.textures_delta.clear();
    let drawn = ctx.tessellate(output.shapes, output.pixels_per_point);
    std::hint::black_box(drawn);
    spent().saturating_sub(begun)
}

/// The time that the processor has given to this thread: whatever else the machine does is not counted.
#[cfg(unix)]
fn spent() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        now.tv_sec.unsigned_abs(),
        u32::try_from(now.tv_nsec).unwrap_or_default(),
    )
}

#[cfg(not(unix))]
fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}

/// What is measured.
#[derive(Clone, Copy)]
enum Screen {
    Board,
    Medians,
    Lanes,
    Table,
}

impl Screen {
    const ALL: [(&str, Self); 4] = [
        ("board", Self::Board),
        ("board with medians in its heads", Self::Medians),
        ("board in lanes", Self::Lanes),
        ("table", Self::Table),
    ];

    fn shown_by(self) -> Option<Action> {
        match self {
            Self::Board => None,
            Self::Medians => Some(Action::SetFigure(HeadFigure::Of(Aggregate::Median, KpiKey::Ltv))),
            Self::Lanes => Some(Action::SetLanes(Lanes::Owner)),
            Self::Table => Some(Action::Run(ActionId::ToggleTable)),
        }
    }
}

fn open(deals: u32, screen: Screen) -> Result<(Context, WindowState), Fault> {
    let mut options = Options::new(Lang::Fr, Keymap::defaults(FrontEnd::Window)?, TimeZone::UTC);
    options.beside = true;
    let app = App::new(options, now());
    let mut window = WindowState::new(app, Box::new(Still(Arc::new(snapshot(deals)))), Box::new(now));
    window.hold_still();
    window.take_in();
    if let Some(action) = screen.shown_by() {
        window.act(action);
    }
    let ctx = Context::default();
    Look::new(encours_core::view::tokens::Theme::Light).install(&ctx);
    for _ in 0..30 {
        frame(&ctx, &mut window, None);
    }
    Ok((ctx, window))
}

/// Median and 99th percentile.
fn spread(mut times: Vec<Duration>) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |share: usize| times.get(times.len() * share / 100).copied().unwrap_or_default();
    (at(50), at(99))
}

fn step(deals: u32, screen: Screen) -> Result<(Duration, Duration), Fault> {
    let (ctx, mut window) = open(deals, screen)?;
    let mut times = Vec::with_capacity(FRAMES);
    for n in 0..FRAMES {
        let key = match n % 20 {
            9 => "G",
            19 => "g",
            _ => "j",
        };
        times.push(frame(&ctx, &mut window, Some(key)));
    }
    Ok(spread(times))
}

fn filter(deals: u32, screen: Screen) -> Result<(Duration, Duration), Fault> {
    let (ctx, mut window) = open(deals, screen)?;
    let mut times = Vec::new();
    for _ in 0..8 {
        for end in 1..="ltv>0.5 lyon".len() {
            let typed = "ltv>0.5 lyon".get(..end).unwrap_or_default().to_owned();
            let begun = spent();
            window.act(Action::SetFilter(typed));
            let act = spent().saturating_sub(begun);
            times.push(act + frame(&ctx, &mut window, None));
        }
        window.act(Action::SetFilter(String::new()));
        frame(&ctx, &mut window, None);
    }
    Ok(spread(times))
}

fn main() -> Result<(), Fault> {
    use std::io::Write as _;
    // As the program does.
    assert!(encours_heap::keep_for_frames());
    let mut out = std::io::stdout().lock();
    for (name, screen) in Screen::ALL {
        let few = step(200, screen)?;
        let many = step(100_000, screen)?;
        let keys = filter(100_000, screen)?;
        let ratio = many.0.as_secs_f64() / few.0.as_secs_f64().max(f64::EPSILON);
        writeln!(
            out,
            "{name}: 200 deals {:?} (p99 {:?}); 100,000 deals {:?} (p99 {:?}), {ratio:.2} times; a letter of the filter {:?} (p99 {:?})",
            few.0, few.1, many.0, many.1, keys.0, keys.1
        )?;
    }
    Ok(())
}
