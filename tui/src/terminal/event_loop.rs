//! The event loop: signals first, then the engine, user input, and time.
//!
//! All pending events are handled before a frame is drawn. Without events nothing runs.

use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crossterm::event::Event;
use encours_core::app::foundation::cx::edited_text::{Edit, EditWhat};
use encours_core::app::foundation::cx::output::HostRequest;
use encours_core::app::foundation::cx::toast_types::{ActFor, TurnFailure};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;
use encours_core::model::shutdown::Leave;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::sync::oneshot;

use super::clipboard::Clipboard;
use super::export::Exports;
use super::external_editor::{self, Back};
use super::frame_limiter::Pace;
use super::frontend::{Front, Outcome};
use super::guard::{Guard, Mode, Shared, Standard};
use super::input::Input;
use super::session_close::Leaving;
use super::session_open::{Opened, Opening, open, outcome};
use super::signals::{self, Lent, Order};
use super::size::size;
use super::{Ended, Error, KeyFile, Launch, Source, Wake};

/// Maximum number of events before a frame may be drawn.
///
/// A flood must not freeze the screen.
const BATCH: usize = 1_024;

/// Runs the full screen until the user quits or a signal ends it.
///
/// # Errors
/// Standard input or output is not a terminal, the terminal fails, the source cannot be opened, or a thread
/// panicked. In every case the terminal is restored.
pub fn run(launch: Launch) -> Result<Ended, Error> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Error::NotATerminal);
    }
    // Our own theme chooses colours; crossterm's handling of NO_COLOR cancels reverse video.
    crossterm::style::force_color_output(true);
    // A worker thread handles signals even while a write to the terminal blocks.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let mut modes = vec![Mode::Raw, Mode::BracketedPaste];
    if !launch.linear {
        modes.extend([Mode::AlternateScreen, Mode::HiddenCursor]);
    }
    if launch.options.mouse && !launch.linear {
        modes.push(Mode::Mouse);
    }
    let wake = Wake::default();
    let broken = Arc::new(AtomicBool::new(false));
    let (orders, heard) = unbounded_channel();
    let guard = Guard::new(Standard::default(), modes);
    restore_on_panic(guard.shared(), broken.clone(), wake.clone());
    let lent = Lent::default();
    runtime.block_on(async { signals::listen(&orders, &guard.shared(), &lent) })?;
    signals::watch(&orders, &guard.shared())?;
    // Signal handlers must be ready before the first mode is set.
    guard.reenter()?;
    // The disk is read in parallel, because the first frame needs none of it.
    let opening = open(launch.open, wake.clone())?;
    let app = App::new(launch.options, (launch.clock)());
    let var = |name: &str| std::env::var(name).ok();
    let front = Front::new(app, launch.look, size());
    let mut session = Session {
        front: front
            .with_clipboard(Clipboard::detect(var))
            .as_lines(launch.linear),
        editor: external_editor::command(var).unwrap_or_default(),
        lent,
        guard,
        keys: launch.keys,
        linear: launch.linear,
        exports: Exports::default(),
        pace: Pace::default(),
        clock: launch.clock,
        source: None,
        leaving: Leaving::default(),
        wake,
        broken,
        stopped: false,
    };
    session.pace.want();
    session.draw()?;
    let ended = runtime.block_on(async { session.drive(opening, heard, Input::start()?).await });
    let left = session.guard.leave();
    // Restore the terminal before the engine closes its store, which may take a while. The runtime ends last,
    // so that a second signal still ends a process that hangs here.
    session.leaving.finish();
    // After a signal, a lost terminal or an error, the user has made no choice, so no scheduled entry is sent.
    let how = match ended {
        Ok(Ended::Quit) => session.front.app().session.leaves(),
        _ => Leave::Keep,
    };
    if let Some(source) = session.source.take() {
        source.close(how);
    }
    drop(session);
    runtime.shutdown_background();
    let ended = ended?;
    if ended == Ended::Quit {
        left?;
    }
    Ok(ended)
}

fn restore_on_panic(terminal: Shared<Standard>, broken: Arc<AtomicBool>, wake: Wake) {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        terminal.try_leave();
        before(info);
        // The program cannot continue without the thread that panicked, so it ends with an error.
        broken.store(true, Ordering::SeqCst);
        wake.wake();
    }));
}

struct Session {
    front: Front,
    /// Command of the user's editor.
    editor: String,
    /// File in which keys are changed.
    keys: Option<Box<dyn KeyFile>>,
    linear: bool,
    lent: Lent,
    guard: Guard<Standard>,
    exports: Exports,
    pace: Pace,
    clock: fn() -> jiff::Timestamp,
    source: Option<Box<dyn Source>>,
    leaving: Leaving,
    wake: Wake,
    broken: Arc<AtomicBool>,
    /// True while the process is stopped and the terminal restored; resuming sets the modes again.
    stopped: bool,
}

impl Session {
    async fn drive(
        &mut self,
        first: Opening,
        mut orders: UnboundedReceiver<Order>,
        mut input: Input,
    ) -> Result<Ended, Error> {
        let mut opening = Some(first);
        loop {
            let pause = self.pause();
            let timed = pause.is_some();
            tokio::select! {
                biased;
                Some(order) = orders.recv() => {
                    if let Some(ended) = self.obey(order)? {
                        return Ok(ended);
                    }
                }
                opened = outcome(&mut opening), if opening.is_some() => self.take_source(opened)?,
                () = self.wake.woken() => self.look(),
                event = input.next() => match event {
                    Some(event) => self.take_events(event, &mut input)?,
                    None => return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
                },
                () = tokio::time::sleep(pause.unwrap_or_default()), if timed => {
                    if self.front.tick((self.clock)()) {
                        self.pace.want();
                    }
                }
            }
            if self.broken.load(Ordering::SeqCst) {
                return Err(Error::Broken);
            }
            self.submit();
            self.point()?;
            let edit = self.serve(&mut opening)?;
            if self.front.app().session.quitting() {
                return Ok(Ended::Quit);
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
        if self.stopped {
            return None;
        }
        let now = Instant::now();
        let frame = self.pace.due(now).map(|due| due - now);
        let tick = self.front.app().next_tick();
        frame.into_iter().chain(tick).min()
    }

    fn draw(&mut self) -> io::Result<()> {
        if !self.stopped && self.pace.draw(Instant::now()) {
            let frame = self.front.frame()?;
            self.guard.write(&frame)?;
        }
        Ok(())
    }

    fn take_source(&mut self, opened: Result<Opened, oneshot::error::RecvError>) -> Result<(), Error> {
        // No answer means that the opening thread panicked.
        let opened = opened.map_err(|_| Error::Broken)?;
        match (opened, self.source.take()) {
            // The screen must show the new source's data and nothing older.
            (Ok(source), None) => {
                self.source = Some(source);
                self.front.start();
            }
            (Ok(source), Some(before)) => {
                self.source = Some(source);
                self.front.turned((self.clock)());
                self.leaving.begin(before, self.wake.clone())?;
                self.pace.want();
            }
            (Err(error), None) => return Err(Error::Open(error)),
            (Err(error), Some(before)) => {
                self.source = Some(before);
                self.front.turn_failed(TurnFailure::from(&error), (self.clock)());
                self.pace.want();
            }
        }
        self.look();
        Ok(())
    }

    /// Carries out the requests of the application. Returns the text to edit, which needs the terminal.
    fn serve(&mut self, opening: &mut Option<Opening>) -> io::Result<Option<Edit>> {
        let mut edit = None;
        for request in self.front.take_requests() {
            match request {
                HostRequest::ActFor(who) => self.turn(&who, opening)?,
                HostRequest::Export(wanted) => {
                    let app = self.front.app().clone();
                    self.exports.begin(app, wanted, self.wake.clone())?;
                }
                HostRequest::Edit(wanted) => edit = Some(wanted),
                // `Front` copies at once; the others are requests to a window.
                HostRequest::Copy(_)
                | HostRequest::ShowMenu
                | HostRequest::Zoom(_)
                | HostRequest::SignIn
                | HostRequest::SignOut => {}
            }
        }
        Ok(edit)
    }

    /// Starts to open the source of the chosen user, while the current one stays open.
    fn turn(&mut self, who: &ActFor, opening: &mut Option<Opening>) -> io::Result<()> {
        if let Some(way) = self.source.as_ref().and_then(|source| source.for_other(who)) {
            *opening = Some(open(way, self.wake.clone())?);
        } else {
            let error = encours_core::error::Error::usage("there is no other user to switch to");
            self.front.turn_failed(TurnFailure::from(&error), (self.clock)());
            self.pace.want();
        }
        Ok(())
    }

    fn look(&mut self) {
        if self.leaving.any_ended() {
            self.front.look_beside();
        }
        for answer in self.exports.answers() {
            self.front.edited(answer, (self.clock)());
            self.pace.want();
        }
        let Some(source) = &self.source else { return };
        // The user is waiting for the first data of the store, so draw it without delay.
        let waited = self.front.app().cx.snapshot().revision == 0;
        if self.front.absorb(source.snapshot(), (self.clock)()) {
            if waited {
                self.pace.hurry();
            } else {
                self.pace.want();
            }
        }
    }

    /// Switches mouse reporting according to the user's setting.
    fn point(&mut self) -> io::Result<()> {
        let wanted = self.front.app().cx.options().mouse && !self.linear;
        self.guard.switch(Mode::Mouse, wanted)
    }

    fn submit(&mut self) {
        if let Some(source) = &self.source {
            let effects = self.front.take_effects();
            if !effects.is_empty() {
                source.submit(effects);
            }
        }
    }

    /// Lends the terminal to the user's editor.
    async fn edit(
        &mut self,
        mut wanted: Edit,
        orders: &mut UnboundedReceiver<Order>,
        input: &mut Input,
    ) -> Result<Option<Ended>, Error> {
        let mut line = None;
        if let EditWhat::Keys(action) = wanted.what {
            let Some(keys) = &mut self.keys else {
                return Ok(None);
            };
            match keys.text(action, self.front.app()) {
                Ok(found) => (wanted.text, line) = (found.text, Some(found.line)),
                Err(why) => {
                    self.front.rebound(Err(why));
                    self.pace.want();
                    return Ok(None);
                }
            }
        }
        input.let_go();
        self.lent.lend();
        self.guard.leave()?;
        let back = external_editor::edit(wanted, &self.editor, line, orders).await;
        self.lent.take_back(Instant::now());
        match back {
            Back::End(number) => return Ok(Some(Ended::Signal(number))),
            Back::Tell(Action::Edited {
                what: EditWhat::Keys(_),
                text,
            }) => {
                let lang = self.front.app().cx.lang();
                if let Some(kept) = self.keys.as_mut().map(|keys| keys.keep(&text, lang)) {
                    self.front.rebound(kept);
                }
            }
            Back::Tell(outcome) => self.front.edited(outcome, (self.clock)()),
            Back::Nothing => {}
        }
        self.guard.reenter()?;
        input.take_up()?;
        self.front.forget(size());
        self.look();
        self.submit();
        self.pace.want();
        Ok(None)
    }

    fn take_events(&mut self, first: Event, input: &mut Input) -> io::Result<()> {
        let mut next = Some(first);
        for _ in 0..BATCH {
            let Some(event) = next else { break };
            match self.front.event(event, (self.clock)()) {
                Outcome::Nothing => {}
                Outcome::Changed => self.pace.want(),
                Outcome::Suspend => self.suspend()?,
            }
            next = if self.front.app().session.quitting() || self.front.edits() {
                None
            } else {
                input.waiting()
            };
        }
        self.front.settle((self.clock)());
        Ok(())
    }

    fn obey(&mut self, order: Order) -> io::Result<Option<Ended>> {
        match order {
            Order::End(number) => return Ok(Some(Ended::Signal(number))),
            Order::Stop => self.suspend()?,
            Order::Resume => {
                self.stopped = false;
                self.guard.reenter()?;
                self.front.forget(size());
                self.pace.want();
            }
        }
        Ok(None)
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.guard.leave()?;
        self.stopped = signals::stop();
        if !self.stopped {
            // If the process was not stopped, resume at once, because no signal will follow.
            self.obey(Order::Resume)?;
        }
        Ok(())
    }
}
