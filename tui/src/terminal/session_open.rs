//! Opening what the screens show, on a thread of its own: the first frame waits neither for a disk nor for a network.

use std::io;

use tokio::sync::oneshot;

use super::{Open, Source, Wake};

/// What opening came to.
pub(super) type Opened = Result<Box<dyn Source>, encours_core::error::Error>;
/// An opening that is under way.
pub(super) type Opening = oneshot::Receiver<Opened>;

/// What came of the opening that is under way; never, where none is.
pub(super) async fn outcome(opening: &mut Option<Opening>) -> Result<Opened, oneshot::error::RecvError> {
    match opening {
        Some(under_way) => {
            let outcome = under_way.await;
            *opening = None;
            outcome
        }
        None => std::future::pending().await,
    }
}

/// Begins to open a source.
pub(super) fn open(open: Open, wake: Wake) -> io::Result<Opening> {
    let (sender, receiver) = oneshot::channel();
    std::thread::Builder::new()
        .name("opening".to_owned())
        .spawn(move || {
            let opened = open(wake.clone());
            if let Err(unwanted) = sender.send(opened) {
                // The person left meanwhile: what was opened is closed here.
                drop(unwanted);
            }
        })?;
    Ok(receiver)
}
