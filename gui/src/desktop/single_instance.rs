//! Single instance: a second start of a profile raises the existing window, and hands it a link.
//!
//! The first window holds a lock in the profile's store and listens on a loopback UDP socket. The socket's unguessable
//! name is in a private file beside the lock. If the first window does not answer in time, a second window opens; both
//! can work on the same store.

use std::fs::{self, File, TryLockError};
use std::io;
use std::net::{Ipv4Addr, UdpSocket};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use encours_core::files;
use encours_core::link::Link;
use encours_core::private_file::make_private_dir;

use super::{Desktop, DesktopEvent};

/// Time in which the first window must acknowledge.
const ACK_TIMEOUT: Duration = Duration::from_secs(2);
const LOCK_NAME: &str = "window.lock";
const SOCKET_NAME: &str = "window.door";
/// Maximum size of a request in bytes: the name of the socket, a space and a link.
const MAX_REQUEST: usize = 4_096;

/// The role of this window.
#[derive(Debug)]
pub enum InstanceRole {
    /// The only window of the profile, while this value exists.
    First(FirstInstance),
    /// Another window exists and has been raised.
    Second,
}

/// The lock and the socket of the first window.
#[derive(Debug, Default)]
pub struct FirstInstance {
    _lock: Option<File>,
    socket: Option<(UdpSocket, String)>,
    is_dropped: Arc<AtomicBool>,
}

/// Handle that keeps this window the only one of its profile.
///
/// A profile is entered before the window exists or after a sign-in. All clones share their state.
#[derive(Clone, Debug, Default)]
pub struct InstanceClaim(Arc<Mutex<ClaimState>>);

#[derive(Debug, Default)]
struct ClaimState {
    claimed: Option<(PathBuf, FirstInstance)>,
    desktop: Option<Desktop>,
}

impl InstanceClaim {
    /// Claims the store in `dir`. Returns false after raising the window that already has it, which opens `link`.
    ///
    /// # Errors
    /// The directory cannot be used, or the system cannot create a thread.
    pub fn claim(&self, dir: &Path, link: Option<&Link>) -> io::Result<bool> {
        if self.lock_state().claimed.as_ref().is_some_and(|(at, _)| at == dir) {
            return Ok(true);
        }
        let InstanceRole::First(first) = claim_or_raise(dir, link)? else {
            return Ok(false);
        };
        self.move_to(dir, first)?;
        Ok(true)
    }

    /// Raises this window at each request from another start, now or after a sign-in.
    ///
    /// # Errors
    /// The system cannot create a thread.
    pub fn listen(&self, desktop: Desktop) -> io::Result<()> {
        let mut state = self.lock_state();
        if let Some((_, first)) = &state.claimed {
            first.listen(desktop.clone())?;
        }
        state.desktop = Some(desktop);
        Ok(())
    }

    /// Moves this window's claim to the store in `dir`.
    ///
    /// # Errors
    /// The system cannot create a thread; the claim then stays with the previous store.
    pub fn move_to(&self, dir: &Path, first: FirstInstance) -> io::Result<()> {
        let mut state = self.lock_state();
        if let Some(desktop) = &state.desktop {
            first.listen(desktop.clone())?;
        }
        state.claimed = Some((dir.to_owned(), first));
        Ok(())
    }

    /// Releases the claim, so that another window can be the first.
    pub fn release(&self) {
        self.lock_state().claimed = None;
    }

    fn lock_state(&self) -> MutexGuard<'_, ClaimState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Claims the store in `dir`, or raises the window that already has it, which opens `link`.
///
/// # Errors
/// The directory cannot be used.
pub fn claim_or_raise(dir: &Path, link: Option<&Link>) -> io::Result<InstanceRole> {
    make_private_dir(dir)?;
    let lock = open_private(&dir.join(LOCK_NAME))?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            if raise_first(&dir.join(SOCKET_NAME), link) {
                return Ok(InstanceRole::Second);
            }
            tracing::warn!("failed to raise the existing window of this profile; opening another one");
            return Ok(InstanceRole::First(FirstInstance::default()));
        }
        Err(TryLockError::Error(error)) => return Err(error),
    }
    let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
    let name = format!("{}-{}", uuid::Uuid::new_v4().simple(), socket.local_addr()?.port());
    write_private(&dir.join(SOCKET_NAME), &name)?;
    let first = FirstInstance { _lock: Some(lock), socket: Some((socket, name)), is_dropped: Arc::default() };
    Ok(InstanceRole::First(first))
}

impl FirstInstance {
    /// Raises the window at each request, on a thread that ends when `self` is dropped.
    ///
    /// # Errors
    /// The system cannot create a thread.
    pub fn listen(&self, desktop: Desktop) -> io::Result<()> {
        let Some((socket, name)) = &self.socket else {
            return Ok(());
        };
        let (socket, name, is_dropped) = (socket.try_clone()?, name.clone(), self.is_dropped.clone());
        std::thread::Builder::new()
            .name("encours-door".to_owned())
            .spawn(move || {
                let mut buffer = [0; MAX_REQUEST];
                while let Ok((length, from)) = socket.recv_from(&mut buffer) {
                    if is_dropped.load(Ordering::SeqCst) {
                        return;
                    }
                    let request = buffer.get(..length).and_then(|request| str::from_utf8(request).ok());
                    if let Some(link) = request.and_then(|request| request.strip_prefix(&name)) {
                        // The other process may have exited before the response.
                        let _heard = socket.send_to(name.as_bytes(), from);
                        desktop.send_event(DesktopEvent::Raise(link.trim_start().parse().ok()));
                    }
                }
            })
            .map(|_| ())
    }
}

impl Drop for FirstInstance {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::SeqCst);
        // Wakes the listening thread, so that it ends; without one, the datagram is lost.
        if let Some((socket, _)) = &self.socket
            && let Ok(at) = socket.local_addr()
        {
            let _unheard = socket.send_to(&[], at);
        }
    }
}

/// Asks the window whose socket name is in a file to raise itself; returns whether it answered.
fn raise_first(socket_path: &Path, link: Option<&Link>) -> bool {
    let Ok(name) = files::read_text(socket_path, files::MAX_USER_FILE) else {
        return false;
    };
    let port = name.rsplit_once('-').and_then(|(_, port)| port.parse::<u16>().ok());
    let knock = |port: u16| -> io::Result<bool> {
        let local_socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        local_socket.set_read_timeout(Some(ACK_TIMEOUT))?;
        let request = link.map_or_else(|| name.clone(), |link| format!("{name} {link}"));
        local_socket.send_to(request.as_bytes(), (Ipv4Addr::LOCALHOST, port))?;
        let mut buffer = [0; 128];
        let (length, _) = local_socket.recv_from(&mut buffer)?;
        Ok(buffer.get(..length) == Some(name.as_bytes()))
    };
    port.is_some_and(|port| knock(port).unwrap_or(false))
}

fn open_private(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    files::open_with(path, &mut options)
}

fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let file = open_private(path)?;
    file.set_len(0)?;
    io::Write::write_all(&mut &file, text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn second_window_raises_the_first_until_it_closes() {
        let dir = tempfile::tempdir().unwrap();
        let store = dir.path().join("store");
        let InstanceRole::First(first) = claim_or_raise(&store, None).unwrap() else {
            panic!("expected to be the first window")
        };
        let (desktop, events) = Desktop::for_tests();
        first.listen(desktop).unwrap();
        assert!(matches!(claim_or_raise(&store, None).unwrap(), InstanceRole::Second));
        assert_eq!(events.recv_timeout(Duration::from_secs(10)), Ok(DesktopEvent::Raise(None)));
        drop(first);
        assert!(matches!(claim_or_raise(&store, None).unwrap(), InstanceRole::First(_)));
        let other = claim_or_raise(&dir.path().join("other"), None).unwrap();
        assert!(matches!(other, InstanceRole::First(_)), "another profile must have its own window");
    }

    #[test]
    fn profile_claimed_after_listening_receives_raise_requests() {
        let dir = tempfile::tempdir().unwrap();
        let store = dir.path().join("store");
        let (window, other) = (InstanceClaim::default(), InstanceClaim::default());
        let (desktop, events) = Desktop::for_tests();
        window.listen(desktop).unwrap();
        assert!(window.claim(&store, None).unwrap());
        assert!(window.claim(&store, None).unwrap(), "a window must not be blocked by its own lock");
        let link = "encours://view/Comit%C3%A9%20du%20lundi".parse().ok();
        assert!(!other.claim(&store, link.as_ref()).unwrap());
        assert_eq!(events.recv_timeout(Duration::from_secs(10)), Ok(DesktopEvent::Raise(link)));
        window.release();
        assert!(other.claim(&store, None).unwrap());
    }

    #[test]
    fn window_moved_to_another_store_releases_the_old_claim() {
        let dir = tempfile::tempdir().unwrap();
        let (old, new) = (dir.path().join("old"), dir.path().join("new"));
        let (window, other) = (InstanceClaim::default(), InstanceClaim::default());
        let (desktop, events) = Desktop::for_tests();
        window.listen(desktop).unwrap();
        assert!(window.claim(&old, None).unwrap());
        let InstanceRole::First(first) = claim_or_raise(&new, None).unwrap() else {
            panic!("expected to be the first window")
        };
        assert!(!other.claim(&old, None).unwrap(), "the old claim must be kept until the move");
        assert_eq!(events.recv_timeout(Duration::from_secs(10)), Ok(DesktopEvent::Raise(None)));
        window.move_to(&new, first).unwrap();
        assert!(!other.claim(&new, None).unwrap());
        assert_eq!(events.recv_timeout(Duration::from_secs(10)), Ok(DesktopEvent::Raise(None)));
        assert!(other.claim(&old, None).unwrap());
        let (their_outside, _) = Desktop::for_tests();
        other.listen(their_outside).unwrap();
        assert!(
            matches!(claim_or_raise(&old, None).unwrap(), InstanceRole::Second),
            "the old store must be claimed by the other window"
        );
    }

    #[test]
    fn leftover_socket_file_does_not_block_a_new_window() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join(SOCKET_NAME), "gone-9").unwrap();
        assert!(matches!(claim_or_raise(dir.path(), None).unwrap(), InstanceRole::First(_)));
        assert!(!raise_first(&dir.path().join("none"), None));
    }
}
