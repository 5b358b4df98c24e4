//! The event loop: signals first, then the engine, user input, and time.
//!
//! All pending events are handled before a frame is drawn. Without events nothing runs.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

use crossterm::event::Event;
use encours_core::app::foundation::cx::output::{EditSubject, ExternalEdit, FrontEndRequest};
use encours_core::app::foundation::cx::toast_types::{CurrentUser, SwitchFailure};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::config::UserCheck;
use encours_core::error::Reason;
use encours_core::model::shutdown::ShutdownMode;
use secrecy::SecretString;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;

use super::clipboard::ClipboardState;
use super::export::Exports;
use super::external_editor::{self, EditOutcome};
use super::frame_limiter::FrameLimiter;
use super::frontend::{EventOutcome, Frontend};
use super::guard::{Guard, SharedTerminal, StdoutTerminal, TerminalMode};
use super::input::Input;
use super::session_close::ClosingSources;
use super::session_open::{OpenResult, PendingOpen, open, outcome};
use super::signals::{self, SignalOrder, TerminalLoan};
use super::size::size;
use super::{DataSource, Error, ExitReason, KeyFile, LaunchParams, Wake};

/// Maximum number of events before a frame may be drawn.
///
/// A flood must not freeze the screen.
const BATCH: usize = 1_024;

/// Runs the full screen until the user quits or a signal ends it.
///
/// # Errors
/// Standard input or output is not a terminal, the terminal fails, the source cannot be opened, or a thread
/// panicked. In every case the terminal is restored.
pub fn run(launch: LaunchParams) -> Result<ExitReason, Error> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Error::NotATerminal);
    }
    // Our own theme chooses colours; crossterm's handling of NO_COLOR cancels reverse video.
    crossterm::style::force_color_output(true);
    // A worker thread handles signals even while a write to the terminal blocks.
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let mut modes = vec![TerminalMode::Raw, TerminalMode::BracketedPaste];
    if !launch.linear {
        modes.extend([TerminalMode::AlternateScreen, TerminalMode::HiddenCursor]);
    }
    if launch.options.mouse && !launch.linear {
        modes.push(TerminalMode::Mouse);
    }
    let wake = Wake::default();
    let broken = Arc::new(AtomicBool::new(false));
    let (orders, received) = unbounded_channel();
    let guard = Guard::new(StdoutTerminal::default(), modes);
    restore_on_panic(guard.shared(), broken.clone(), wake.clone());
    let lent = TerminalLoan::default();
    runtime.block_on(async { signals::listen(&orders, &guard.shared(), &lent) })?;
    #[cfg(unix)]
    signals::watch_hangup(&orders, &guard.shared())?;
    // Signal handlers must be ready before the first mode is set.
    guard.reenter()?;
    // The disk is read in parallel, because the first frame needs none of it.
    let opening = open(launch.open, wake.clone())?;
    let mut app = App::new(launch.options, (launch.clock)());
    if let Some(link) = launch.link {
        app.dispatch(Action::OpenLink(link), (launch.clock)());
    }
    let var = |name: &str| std::env::var(name).ok();
    let frontend = Frontend::new(app, launch.caps, size());
    let mut session = EventLoop {
        frontend: frontend.with_clipboard(ClipboardState::detect(var)).with_line_output(launch.linear),
        editor: external_editor::command(var).unwrap_or_default(),
        loan: lent,
        guard,
        keys: launch.keys,
        linear: launch.linear,
        exports: Exports::default(),
        checks: channel(),
        limiter: FrameLimiter::default(),
        clock: launch.clock,
        source: None,
        closing: ClosingSources::default(),
        wake,
        has_panicked: broken,
        is_stopped: false,
    };
    session.limiter.request_frame();
    session.draw()?;
    let ended = runtime.block_on(async { session.drive(opening, received, Input::start()?).await });
    let result = session.guard.leave();
    // Restore the terminal before the engine closes its store, which may take a while. The runtime ends last,
    // so that a second signal still ends a process that hangs here.
    session.closing.finish();
    // After a signal, a lost terminal or an error, the user has made no choice, so no scheduled entry is sent.
    let mode = match ended {
        Ok(ExitReason::Quit) => session.frontend.app().session.shutdown_mode(),
        _ => ShutdownMode::SendNothing,
    };
    if let Some(source) = session.source.take() {
        source.close(mode);
    }
    drop(session);
    runtime.shutdown_background();
    let ended = ended?;
    if ended == ExitReason::Quit {
        result?;
    }
    Ok(ended)
}

fn restore_on_panic(terminal: SharedTerminal<StdoutTerminal>, broken: Arc<AtomicBool>, wake: Wake) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        terminal.try_leave();
        before(info);
        // The program cannot continue without the thread that panicked, so it ends with an error.
        broken.store(true, Ordering::SeqCst);
        wake.wake();
    }));
}

/// Result of a check that opens the idle lock.
type CheckResult = Result<(), Reason>;

struct EventLoop {
    frontend: Frontend,
    /// Command of the user's editor.
    editor: String,
    /// File in which keys are changed.
    keys: Option<Box<dyn KeyFile>>,
    linear: bool,
    loan: TerminalLoan,
    guard: Guard<StdoutTerminal>,
    exports: Exports,
    /// Results of checks that open the idle lock.
    checks: (Sender<CheckResult>, Receiver<CheckResult>),
    limiter: FrameLimiter,
    clock: fn() -> jiff::Timestamp,
    source: Option<Box<dyn DataSource>>,
    closing: ClosingSources,
    wake: Wake,
    has_panicked: Arc<AtomicBool>,
    /// True while the process is stopped and the terminal restored; resuming sets the modes again.
    is_stopped: bool,
}

impl EventLoop {
    async fn drive(
        &mut self,
        first: PendingOpen,
        mut orders: UnboundedReceiver<SignalOrder>,
        mut input: Input,
    ) -> Result<ExitReason, Error> {
        let mut opening = Some(first);
        loop {
            let pause = self.pause();
            let timed = pause.is_some();
            tokio::select! {
                biased;
                Some(order) = orders.recv() => {
                    if let Some(ended) = self.handle_order(order)? {
                        return Ok(ended);
                    }
                }
                opened = outcome(&mut opening), if opening.is_some() => self.take_source(opened)?,
                () = self.wake.woken() => self.poll(),
                event = input.next() => match event {
                    Some(event) => self.take_events(event, &mut input)?,
                    None => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
                },
                () = tokio::time::sleep(pause.unwrap_or_default()), if timed => {
                    if self.frontend.tick((self.clock)()) {
                        self.limiter.request_frame();
                    }
                }
            }
            if self.has_panicked.load(Ordering::SeqCst) {
                return Err(Error::Internal);
            }
            self.submit();
            self.update_mouse_mode()?;
            let edit = self.serve(&mut opening)?;
            if self.frontend.app().session.is_quitting() {
                return Ok(ExitReason::Quit);
            }
            if let Some(edit) = edit
                && let Some(ended) = self.edit(edit, &mut orders, &mut input).await?
            {
                return Ok(ended);
            }
            self.draw()?;
        }
    }

    /// Returns the time until the next frame or tick, if any.
    fn pause(&self) -> Option<Duration> {
        if self.is_stopped {
            return None;
        }
        let now = Instant::now();
        let frame = self.limiter.next_frame(now).map(|due| due - now);
        let tick = self.frontend.app().next_tick();
        frame.into_iter().chain(tick).min()
    }

    fn draw(&mut self) -> io::Result<()> {
        if !self.is_stopped && self.limiter.should_draw(Instant::now()) {
            let frame = self.frontend.frame()?;
            self.guard.write(&frame)?;
        }
        Ok(())
    }

    fn take_source(&mut self, opened: Result<OpenResult, oneshot::error::RecvError>) -> Result<(), Error> {
        // No response means that the opening thread panicked.
        let opened = opened.map_err(|_| Error::Internal)?;
        match (opened, self.source.take()) {
            // The screen must show the new source's data and nothing older.
            (Ok(source), None) => {
                self.source = Some(source);
                self.frontend.start();
            }
            (Ok(source), Some(before)) => {
                self.source = Some(source);
                self.frontend.on_user_switched((self.clock)());
                self.closing.begin(before, self.wake.clone())?;
                self.limiter.request_frame();
            }
            (Err(error), None) => return Err(Error::Open(error)),
            (Err(error), Some(before)) => {
                self.source = Some(before);
                self.frontend.on_switch_failed(SwitchFailure::from(&error), (self.clock)());
                self.limiter.request_frame();
            }
        }
        self.poll();
        Ok(())
    }

    /// Carries out the requests of the application. Returns the text to edit, which needs the terminal.
    fn serve(&mut self, opening: &mut Option<PendingOpen>) -> io::Result<Option<ExternalEdit>> {
        if let Some(passphrase) = self.frontend.take_passphrase() {
            self.check_user(passphrase)?;
        }
        let mut edit = None;
        for request in self.frontend.take_requests() {
            match request {
                FrontEndRequest::SwitchUser(user) => self.open_next_user(&user, opening)?,
                FrontEndRequest::Export(export) => {
                    let app = self.frontend.app().clone();
                    let reader = self.source.as_ref().and_then(|source| source.pack_reader());
                    self.exports.begin(app, export, reader, self.wake.clone())?;
                }
                FrontEndRequest::ReadTable { path, sheet } => {
                    self.exports.read_table(path, sheet, self.wake.clone())?;
                }
                FrontEndRequest::Edit(requested) => edit = Some(requested),
                FrontEndRequest::Settings(setting) => {
                    let lang = self.frontend.app().cx.lang();
                    if let Some(file) = &mut self.keys {
                        let read = file.settings(setting.as_ref(), lang);
                        self.frontend.on_settings(setting.as_ref(), read);
                        self.limiter.request_frame();
                    }
                }
                // `Frontend` copies at once; the others are requests to a window.
                FrontEndRequest::Copy(_)
                | FrontEndRequest::CopyShown(_)
                | FrontEndRequest::ShowMenu
                | FrontEndRequest::Zoom(_)
                | FrontEndRequest::SignIn
                | FrontEndRequest::SignOut => {}
            }
        }
        Ok(edit)
    }

    /// Starts to check the user at the locked screen.
    fn check_user(&self, passphrase: SecretString) -> io::Result<()> {
        let check = self.source.as_ref().map_or(UserCheck::Nothing, |source| source.user_check());
        let (sender, wake) = (self.checks.0.clone(), self.wake.clone());
        std::thread::Builder::new().name("unlock".to_owned()).spawn(move || {
            let _ended = sender.send(check.run(&passphrase).map_err(|error| Reason::from(&error)));
            wake.wake();
        })?;
        Ok(())
    }

    /// Starts to open the source of the chosen user, while the current one stays open.
    fn open_next_user(
        &mut self,
        delegated_user: &CurrentUser,
        opening: &mut Option<PendingOpen>,
    ) -> io::Result<()> {
        if let Some(opener) = self.source.as_ref().and_then(|source| source.for_user(delegated_user)) {
            *opening = Some(open(opener, self.wake.clone())?);
        } else {
            let error = encours_core::error::Error::usage("there is no other user to switch to");
            self.frontend.on_switch_failed(SwitchFailure::from(&error), (self.clock)());
            self.limiter.request_frame();
        }
        Ok(())
    }

    fn poll(&mut self) {
        if self.closing.any_ended() {
            self.frontend.recount_pending();
        }
        for answer in self.exports.results() {
            self.frontend.on_result(answer, (self.clock)());
            self.limiter.request_frame();
        }
        while let Ok(result) = self.checks.1.try_recv() {
            self.frontend.on_user_checked(result, (self.clock)());
            self.limiter.request_frame();
        }
        let Some(source) = &self.source else { return };
        self.frontend.set_user_check(&source.user_check());
        // The user is waiting for the first data of the store, so draw it without delay.
        let waited = self.frontend.app().cx.snapshot().revision == 0;
        if self.frontend.on_snapshot(source.snapshot(), (self.clock)()) {
            if waited {
                self.limiter.request_now();
            } else {
                self.limiter.request_frame();
            }
        }
    }

    /// Switches mouse reporting according to the user's setting.
    fn update_mouse_mode(&mut self) -> io::Result<()> {
        let is_enabled = self.frontend.app().cx.options().mouse && !self.linear;
        self.guard.switch(TerminalMode::Mouse, is_enabled)
    }

    fn submit(&mut self) {
        if let Some(source) = &self.source {
            let effects = self.frontend.take_effects();
            if !effects.is_empty() {
                source.submit(effects);
            }
        }
    }

    /// Lends the terminal to the user's editor.
    async fn edit(
        &mut self,
        mut request: ExternalEdit,
        orders: &mut UnboundedReceiver<SignalOrder>,
        input: &mut Input,
    ) -> Result<Option<ExitReason>, Error> {
        let mut line = None;
        if let EditSubject::Keys(action) = request.subject {
            let Some(keys) = &mut self.keys else {
                return Ok(None);
            };
            match keys.text(action, self.frontend.app()) {
                Ok(key_text) => (request.text, line) = (key_text.text, Some(key_text.line)),
                Err(reason) => {
                    self.frontend.on_keymap_edited(Err(reason));
                    self.limiter.request_frame();
                    return Ok(None);
                }
            }
        }
        input.release();
        self.loan.lend();
        self.guard.leave()?;
        let edit_outcome = external_editor::edit(request, &self.editor, line, orders).await;
        self.loan.end(Instant::now());
        match edit_outcome {
            EditOutcome::End(number) => return Ok(Some(ExitReason::Signal(number))),
            EditOutcome::Dispatch(Action::Edited { subject: EditSubject::Keys(_), text }) => {
                let lang = self.frontend.app().cx.lang();
                if let Some(saved) = self.keys.as_mut().map(|keys| keys.save(&text, lang)) {
                    self.frontend.on_keymap_edited(saved);
                }
            }
            EditOutcome::Dispatch(outcome) => self.frontend.on_result(outcome, (self.clock)()),
            EditOutcome::Nothing => {}
        }
        self.guard.reenter()?;
        input.resume()?;
        self.frontend.invalidate(size());
        self.poll();
        self.submit();
        self.limiter.request_frame();
        Ok(None)
    }

    fn take_events(&mut self, first: Event, input: &mut Input) -> io::Result<()> {
        let mut next = Some(first);
        for _ in 0..BATCH {
            let Some(event) = next else { break };
            match self.frontend.event(event, (self.clock)()) {
                EventOutcome::Nothing => {}
                EventOutcome::Changed => self.limiter.request_frame(),
                EventOutcome::Suspend => self.suspend()?,
            }
            next = if self.frontend.app().session.is_quitting() || self.frontend.has_edit() {
                None
            } else {
                input.try_next()
            };
        }
        self.frontend.commit_text((self.clock)());
        Ok(())
    }

    fn handle_order(&mut self, order: SignalOrder) -> io::Result<Option<ExitReason>> {
        match order {
            SignalOrder::End(number) => return Ok(Some(ExitReason::Signal(number))),
            SignalOrder::Stop => self.suspend()?,
            SignalOrder::Resume => {
                self.is_stopped = false;
                self.guard.reenter()?;
                self.frontend.invalidate(size());
                self.limiter.request_frame();
            }
        }
        Ok(None)
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.guard.leave()?;
        self.is_stopped = signals::stop_process();
        if !self.is_stopped {
            // If the process was not stopped, resume at once, because no signal will follow.
            self.handle_order(SignalOrder::Resume)?;
        }
        Ok(())
    }
}
