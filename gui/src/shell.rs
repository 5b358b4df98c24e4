//! What eframe needs around the window: options, the icon, and an `App` of a few lines.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use eframe::{App, CreationContext, Frame, NativeOptions, Renderer};
use egui::{Context, IconData, Ui, ViewportBuilder, ViewportCommand, ViewportId};

use crate::WindowState;
use crate::desktop::memory::Memory;
use crate::start::Waker;

const ICON: &[u8] = include_bytes!("../../assets/app/encours-256.png");

/// What the window is called, above it and on the accessibility bus.
const NAME: &str = "Encours";

/// How the window is opened. OpenGL, because it starts faster and takes less memory than the alternatives.
#[must_use]
pub fn options(memory: &Memory) -> NativeOptions {
    let viewport = ViewportBuilder::default()
        .with_title(NAME)
        .with_app_id("encours-desktop")
        .with_inner_size(memory.size.unwrap_or([1280.0, 800.0]))
        .with_maximized(memory.maximized)
        .with_min_inner_size([760.0, 480.0])
        .with_icon(icon());
    NativeOptions {
        viewport,
        renderer: Renderer::Glow,
        centered: true,
        ..NativeOptions::default()
    }
}

/// Why there is no window, for whoever started the program: the libraries' own words name places in their sources.
#[must_use]
pub fn no_window(error: eframe::Error) -> String {
    match error {
        eframe::Error::Winit(_) | eframe::Error::WinitEventLoop(_) => {
            "no window can be opened: there is no display here, or it refuses. On Linux, DISPLAY or WAYLAND_DISPLAY \
             names it. Without one, `encours` works in a terminal"
                .to_owned()
        }
        // Ours, as the window was being made.
        eframe::Error::AppCreation(error) => error.to_string(),
        other => format!("no window can be opened: the graphics of this display cannot be used ({other})"),
    }
}

/// The icon; egui's own default where ours could not be read, which a test rules out.
fn icon() -> IconData {
    eframe::icon_data::from_png_bytes(ICON).unwrap_or_default()
}

/// What wakes the window from any thread.
#[must_use]
pub fn waker(ctx: &Context) -> Waker {
    let ctx = ctx.clone();
    Arc::new(move || ctx.request_repaint_of(ViewportId::ROOT))
}

/// The window as eframe runs it.
#[derive(Debug)]
pub struct Shell {
    state: WindowState,
    drawn: bool,
    filled: bool,
    memory: Memory,
    kept_at: Option<PathBuf>,
}

impl Shell {
    /// A shell around a window's state.
    #[must_use]
    pub fn new(creation: &CreationContext<'_>, state: WindowState, memory: Memory) -> Self {
        state.install(&creation.egui_ctx);
        if let Some(percent) = memory.zoom {
            creation
                .egui_ctx
                .set_zoom_factor((f32::from(percent) / 100.0).clamp(0.5, 3.0));
        }
        Self {
            state,
            drawn: false,
            filled: false,
            memory,
            kept_at: None,
        }
    }

    /// The same, kept in a file when it ends.
    #[must_use]
    pub fn kept_at(self, path: PathBuf) -> Self {
        Self {
            kept_at: Some(path),
            ..self
        }
    }

    /// Tells the log what has been drawn: the first frame, the first deals, and for a bench each frame.
    fn tell(&mut self) {
        tracing::trace!("frame drawn");
        if !self.drawn {
            self.drawn = true;
            tracing::info!("first frame drawn");
        }
        let deals = self.state.app().lens().total;
        if deals > 0 && !self.filled {
            self.filled = true;
            tracing::info!(deals, "first deals drawn");
        }
    }

    /// Notes how the window stands.
    fn note(&mut self, ctx: &Context) {
        // How large things are in front of others is given up with the presentation.
        if self.state.app().presenting() {
            return;
        }
        let zoom = ctx.zoom_factor();
        let (maximized, size) = ctx.input(|input| {
            let view = input.viewport();
            (
                view.maximized.unwrap_or(false),
                view.inner_rect.map(|rect| rect.size() * zoom),
            )
        });
        self.memory.maximized = maximized;
        if let (false, Some(size)) = (maximized, size) {
            self.memory.size = Some([size.x.round(), size.y.round()]);
        }
        self.memory.zoom = Some((zoom * 100.0).round() as u16);
    }
}

impl App for Shell {
    fn logic(&mut self, ctx: &Context, _: &mut Frame) {
        self.state.logic(ctx);
    }

    fn ui(&mut self, ui: &mut Ui, _: &mut Frame) {
        self.state.ui(ui);
        // A screen reader names a window by the root of its tree, and the toolkit leaves that without a name.
        let named = ui
            .ctx()
            .accesskit_node_builder(egui::accesskit_root_id(), |root| root.set_label(NAME));
        // There is a tree only while something reads it.
        if named.is_some() {
            self.state.read_aloud();
        }
        self.note(ui.ctx());
        self.tell();
    }

    fn on_exit(&mut self, _: Option<&eframe::glow::Context>) {
        self.state.close();
        if let Some(path) = &self.kept_at
            && let Err(error) = self.memory.save(path)
        {
            tracing::warn!(%error, "how the window stood can't be kept");
        }
    }

    fn persist_egui_memory(&self) -> bool {
        false
    }
}

/// Closes the window in good order when the system asks the program to end.
///
/// # Errors
/// The system gives no thread.
pub fn close_on_signal(ctx: &Context, ended: Arc<AtomicBool>) -> std::io::Result<()> {
    let ctx = ctx.clone();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .build()?;
    std::thread::Builder::new()
        .name("encours-signals".to_owned())
        .spawn(move || {
            if runtime.block_on(asked_to_end()).is_ok() {
                ended.store(true, Ordering::Relaxed);
                ctx.send_viewport_cmd_to(ViewportId::ROOT, ViewportCommand::Close);
                ctx.request_repaint_of(ViewportId::ROOT);
            }
        })
        .map(|_| ())
}

#[cfg(unix)]
async fn asked_to_end() -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut ended, mut interrupted) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = ended.recv() => {}
        _ = interrupted.recv() => {}
    }
    Ok(())
}

#[cfg(not(unix))]
async fn asked_to_end() -> std::io::Result<()> {
    tokio::signal::ctrl_c().await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_can_be_read() {
        let icon = eframe::icon_data::from_png_bytes(ICON).unwrap();
        assert_eq!((icon.width, icon.height), (256, 256));
    }
}
