//! Benchmark of one frame of the board, the swimlanes and the table.
//!
//! It compares 200 with 100,000 deals and covers layout and tessellation, without a GPU. It counts the processor time
//! of the drawing thread, so other load on the machine does not distort it. Run it with
//! `cargo bench -p encours-gui --bench frames`.
//!
//! A key precedes each frame, so that no two successive frames are the same. The focus moves down, and every tenth key
//! moves it to the other end. The time of a filter keystroke includes the frame that shows its result.

#[path = "../tests/support/sample/snapshot_service.rs"]
mod snapshot_service;

use std::time::Duration;

use egui::{Context, Event, Pos2, RawInput, Rect, vec2};
use encours_core::app::deals::pipeline::header_metric::HeaderMetric;
use encours_core::app::foundation::cx::options::Options;
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::keymap::{FrontEnd, Keymap};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::dataset::grouping::Statistic;
use encours_core::model::table::RowData;
use encours_core::text::Lang;
use encours_gui::{WindowState, theme::Theme};
use encours_tests::cpu_time::cpu_time;
use encours_tests::sample::{self, now};
use jiff::tz::TimeZone;
use snapshot_service::SnapshotService;

type Fault = Box<dyn std::error::Error>;

const FRAMES: usize = 600;

fn deal(n: u32) -> RowData {
    sample::deal(n, format!("Résidence n° {n}, Lyon"), n)
}

/// Runs one frame, from the window's logic to the tessellated shapes.
fn frame(ctx: &Context, window: &mut WindowState, key: Option<&str>) -> Duration {
    let input = RawInput {
        screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 900.0))),
        events: key.map(|key| Event::Text(key.to_owned())).into_iter().collect(),
        ..RawInput::default()
    };
    let begun = cpu_time();
    let mut output = ctx.run_ui(input, |ui| {
        window.logic(ui.ctx());
        window.ui(ui);
    });
    // No renderer uploads the textures here.
    output.textures_delta.clear();
    let drawn = ctx.tessellate(output.shapes, output.pixels_per_point);
    std::hint::black_box(drawn);
    cpu_time().saturating_sub(begun)
}

/// The view to measure.
#[derive(Clone, Copy)]
enum Screen {
    Board,
    Medians,
    Swimlanes,
    Table,
}

impl Screen {
    const ALL: [(&str, Self); 4] = [
        ("board", Self::Board),
        ("board with medians in its headers", Self::Medians),
        ("board with swimlanes", Self::Swimlanes),
        ("table", Self::Table),
    ];

    fn shown_by(self) -> Option<Action> {
        match self {
            Self::Board => None,
            Self::Medians => {
                Some(Action::SetHeaderMetric(HeaderMetric::Statistic(Statistic::Median, KpiKey::Ltv)))
            }
            Self::Swimlanes => Some(Action::SetSwimlanes(Swimlanes::Owner)),
            Self::Table => Some(Action::Run(ActionId::ToggleTable)),
        }
    }
}

fn open(deals: u32, screen: Screen) -> Result<(Context, WindowState), Fault> {
    let mut options = Options::new(Lang::Fr, Keymap::defaults(FrontEnd::Window)?, TimeZone::UTC);
    options.split_view = true;
    let app = App::new(options, now());
    let mut window = WindowState::new(
        app,
        Box::new(SnapshotService(sample::snapshot(1, sample::table(deals, deal)))),
        Box::new(now),
    );
    window.disable_animations();
    window.update();
    if let Some(action) = screen.shown_by() {
        window.run_action(action);
    }
    let ctx = Context::default();
    Theme::new(encours_core::theme::WindowTheme::Light).install(&ctx);
    for _ in 0..30 {
        frame(&ctx, &mut window, None);
    }
    Ok((ctx, window))
}

/// Returns the median and the 99th percentile.
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
            let begun = cpu_time();
            window.run_action(Action::SetFilter(typed));
            let act = cpu_time().saturating_sub(begun);
            times.push(act + frame(&ctx, &mut window, None));
        }
        window.run_action(Action::SetFilter(String::new()));
        frame(&ctx, &mut window, None);
    }
    Ok(spread(times))
}

fn main() -> Result<(), Fault> {
    use std::io::Write as _;
    // The program configures its allocator in the same way.
    assert!(encours_heap::tune_for_gui());
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
