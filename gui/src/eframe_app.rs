//! Integration with eframe: window options, icon and the `eframe::App` implementation.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::{App, CreationContext, Frame, NativeOptions, Renderer};
use egui::{Context, IconData, RawInput, Ui, Vec2, ViewportBuilder, ViewportCommand, ViewportId, vec2};

use crate::WindowState;
use crate::desktop::window_state::SavedWindowState;
use crate::startup::WakeFn;

const ICON: &[u8] = include_bytes!("../../assets/app/encours-256.png");

/// Name of the window, in its title bar and on the accessibility bus.
const WINDOW_NAME: &str = "Encours";

/// Initial size of the window if none is saved: that of a laptop's screen.
const INITIAL_SIZE: [f32; 2] = [1280.0, 800.0];
/// Space reserved on a screen for title bar, frame and panel, in points. Their real size is unknown before the window
/// is shown.
const SCREEN_MARGIN: Vec2 = vec2(8.0, 80.0);
/// Minimum size of the window. With its title bar it fits 1280 × 800 pixels at scale 2.
pub const MIN_SIZE: [f32; 2] = [600.0, 340.0];

/// Returns a smaller size for a window that would extend beyond the screen. Otherwise its status line would be cut off.
fn shrunk_to_screen(screen: Vec2, window: Vec2) -> Option<Vec2> {
    let max = (screen - SCREEN_MARGIN).max(Vec2::from(MIN_SIZE));
    (window.x > max.x || window.y > max.y).then(|| window.min(max))
}

/// Returns the window options. OpenGL starts faster and takes less memory than the alternatives.
#[must_use]
pub fn native_options(saved_state: &SavedWindowState) -> NativeOptions {
    let viewport = ViewportBuilder::default()
        .with_title(WINDOW_NAME)
        .with_app_id(crate::APP_ID)
        .with_inner_size(saved_state.size.unwrap_or(INITIAL_SIZE))
        .with_maximized(saved_state.maximized)
        .with_min_inner_size(MIN_SIZE)
        .with_icon(icon());
    NativeOptions { viewport, renderer: Renderer::Glow, centered: true, ..NativeOptions::default() }
}

/// Returns the reason why no window could be opened, for the terminal. The libraries' own messages name places in their
/// sources.
#[must_use]
pub fn open_failure_text(error: eframe::Error) -> String {
    match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            "no window can be opened: there is no display here, or it refuses. On Linux, DISPLAY or WAYLAND_DISPLAY \
             names it. Without one, `encours` works in a terminal"
                .to_owned()
        }
        // The error comes from this program's own setup of the window.
        eframe::Error::AppCreation(error) => error.to_string(),
        other => format!("no window can be opened: the graphics of this display cannot be used ({other})"),
    }
}

/// Returns the icon, or egui's default if it cannot be decoded; a test rules that out.
fn icon() -> IconData {
    eframe::icon_data::from_png_bytes(ICON).unwrap_or_default()
}

/// Returns a function that wakes the window from any thread.
#[must_use]
pub fn wake_fn(ctx: &Context) -> WakeFn {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint_of(ViewportId::ROOT))
}

/// The window as eframe runs it.
#[derive(Debug)]
pub struct EframeShell {
    state: WindowState,
    is_drawn: bool,
    is_filled: bool,
    is_placed: bool,
    initial_maximize: InitialMaximize,
    saved_state: SavedWindowState,
    state_path: Option<PathBuf>,
}

/// True until the window has been maximized as in its last run.
#[derive(Debug)]
struct InitialMaximize(bool);

impl InitialMaximize {
    /// Returns true once, after the first frame. The toolkit shows the window only then, and a window manager ignores
    /// requests for a hidden window.
    fn take_due(&mut self, frames: u64) -> bool {
        frames > 0 && std::mem::take(&mut self.0)
    }
}

impl EframeShell {
    /// Creates a shell around a window's state.
    #[must_use]
    pub fn new(creation: &CreationContext<'_>, state: WindowState, saved_state: SavedWindowState) -> Self {
        state.install(&creation.egui_ctx);
        if let Some(percent) = saved_state.zoom {
            creation.egui_ctx.set_zoom_factor((f32::from(percent) / 100.0).clamp(0.5, 3.0));
        }
        Self {
            state,
            is_drawn: false,
            is_filled: false,
            is_placed: false,
            initial_maximize: InitialMaximize(saved_state.maximized),
            saved_state,
            state_path: None,
        }
    }

    /// Saves the window state to a file when the program ends.
    #[must_use]
    pub fn with_state_path(self, path: PathBuf) -> Self {
        Self { state_path: Some(path), ..self }
    }

    /// Logs the first frame and the first frame with deals. At trace level, it logs each frame with its causes.
    fn log_frame(&mut self, ctx: &Context) {
        tracing::trace!(because = ?ctx.repaint_causes(), "frame drawn");
        if !self.is_drawn {
            self.is_drawn = true;
            tracing::info!("first frame drawn");
        }
        let deals = self.state.app().pipeline.filtered().total;
        if deals > 0 && !self.is_filled {
            self.is_filled = true;
            tracing::info!(deals, "first deals drawn");
        }
    }

    /// Shrinks the window to the screen on which it opens: the saved size may come from a larger screen.
    fn shrink_to_screen(&mut self, ctx: &Context) {
        let zoom = ctx.zoom_factor();
        let (screen, size, fills_screen) = ctx.input(|input| {
            let view = input.viewport();
            let fills_screen = view.maximized.unwrap_or(false) || view.fullscreen.unwrap_or(false);
            (view.monitor_size, view.inner_rect.map(|rect| rect.size()), fills_screen)
        });
        let (Some(screen), Some(size)) = (screen, size) else {
            return;
        };
        self.is_placed = true;
        if let Some(size) = shrunk_to_screen(screen * zoom, size * zoom).filter(|_| !fills_screen) {
            ctx.send_viewport_cmd(ViewportCommand::InnerSize(size / zoom));
        }
    }

    /// Maximizes the window if it was maximized in its last run.
    fn maximize_once(&mut self, ctx: &Context) {
        if self.initial_maximize.take_due(ctx.cumulative_frame_nr()) {
            ctx.send_viewport_cmd(ViewportCommand::Maximized(true));
        } else if self.initial_maximize.0 {
            ctx.request_repaint();
        }
    }

    /// Records the current size and maximized state of the window.
    fn record_size(&mut self, ctx: &Context) {
        // The zoom during a presentation is temporary and not saved.
        if self.state.app().cx.is_presenting() || self.initial_maximize.0 {
            return;
        }
        let zoom = ctx.zoom_factor();
        let (maximized, size) = ctx.input(|input| {
            let view = input.viewport();
            (view.maximized.unwrap_or(false), view.inner_rect.map(|rect| rect.size() * zoom))
        });
        self.saved_state.maximized = maximized;
        if let (false, Some(size)) = (maximized, size) {
            self.saved_state.size = Some([size.x.round(), size.y.round()]);
        }
        self.saved_state.zoom = Some((zoom * 100.0).round() as u16);
    }
}

/// Maximum side of the glyph texture, in pixels. The texture starts at its full width and doubles its height. At a
/// width of 16,384, it would waste megabytes in memory and on the graphics card.
const MAX_GLYPH_TEXTURE: usize = 4096;

impl App for EframeShell {
    fn raw_input_hook(&mut self, _: &Context, input: &mut RawInput) {
        input.max_texture_side = input.max_texture_side.map(|max| max.min(MAX_GLYPH_TEXTURE));
    }

    fn logic(&mut self, ctx: &Context, _: &mut Frame) {
        if !self.is_placed {
            self.shrink_to_screen(ctx);
        }
        self.maximize_once(ctx);
        self.state.logic(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut Frame) {
        self.state.ui(ui);
        // A screen reader announces the name of the root node, which the toolkit does not set.
        let root_id =
            ui.ctx().accesskit_node_builder(egui::accesskit_root_id(), |root| root.set_label(WINDOW_NAME));
        // The builder returns a value only while an accessibility client reads the tree.
        if root_id.is_some() {
            self.state.extend_undo_window();
        }
        self.record_size(ui.ctx());
        self.log_frame(ui.ctx());
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.state.record_preferences(&mut self.saved_state.chosen);
        self.state.close();
        if let Some(path) = &self.state_path
            && let Err(error) = self.saved_state.save(path)
        {
            tracing::warn!(%error, "failed to save the window state");
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Closes the window properly when the system asks the program to end.
///
/// # Errors
/// The system cannot create a thread.
pub fn close_on_signal(ctx: &Context, termination_requested: Arc<AtomicBool>) -> std::io::Result<()> {
    let ctx = ctx.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    std::thread::Builder::new()
        .name("encours-signals".to_owned())
        .spawn(move || {
            if runtime.block_on(wait_for_termination()).is_ok() {
                termination_requested.store(true, Ordering::Relaxed);
                ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
                ctx.request_repaint_of(ViewportId::ROOT);
            }
        })
        .map(|_| ())
}

#[cfg(unix)]
async fn wait_for_termination() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut ended, mut interrupted) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = ended.recv() => {}
        _ = interrupted.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn wait_for_termination() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_is_maximized_once_after_it_is_shown() {
        let mut fills = InitialMaximize(true);
        assert!(!fills.take_due(0), "a hidden window must not be maximized yet");
        assert!(fills.0, "the request must stay pending, so that no state is saved");
        assert!(fills.take_due(1));
        assert!(!fills.take_due(2), "the window must be maximized only once");
        assert!(!InitialMaximize(false).take_due(1));
    }

    #[test]
    fn initial_window_size_is_limited_to_the_screen() {
        let laptop = vec2(1280.0, 800.0);
        assert_eq!(shrunk_to_screen(laptop, Vec2::from(INITIAL_SIZE)), Some(vec2(1272.0, 720.0)));
        assert_eq!(shrunk_to_screen(vec2(1440.0, 900.0), Vec2::from(INITIAL_SIZE)), None);
        assert_eq!(
            shrunk_to_screen(laptop, vec2(1000.0, 1400.0)),
            Some(vec2(1000.0, 720.0)),
            "a size saved on a larger screen"
        );
        // A screen of 1280 × 800 pixels at scale 2, with a title bar.
        assert_eq!(shrunk_to_screen(vec2(640.0, 400.0), Vec2::from(MIN_SIZE)), None);
        const { assert!(MIN_SIZE[0] <= 640.0 && MIN_SIZE[1] + 40.0 <= 400.0) };
    }

    #[test]
    fn the_icon_can_be_read() {
        let icon = eframe::icon_data::from_png_bytes(ICON).unwrap();
        assert_eq!((icon.width, icon.height), (256, 256));
    }
}
