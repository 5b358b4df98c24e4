//! Opens sources on a separate thread, to draw the first frame without delay.

use std::io;

use tokio::sync::oneshot;

use super::{DataSource, OpenSource, Wake};

/// Result of opening a source.
pub(super) type OpenResult = Result<Box<dyn DataSource>, encours_core::error::Error>;
/// A source that is being opened.
pub(super) type PendingOpen = oneshot::Receiver<OpenResult>;

/// Resolves with the result of the current opening; never without one.
pub(super) async fn outcome(
    opening: &mut Option<PendingOpen>,
) -> Result<OpenResult, oneshot::error::RecvError> {
    match opening {
        Some(under_way) => {
            let outcome = under_way.await;
            *opening = None;
            outcome
        }
        None => std::future::pending().await,
    }
}

/// Starts to open a source.
pub(super) fn open(open: OpenSource, wake: Wake) -> io::Result<PendingOpen> {
    let (sender, receiver) = oneshot::channel();
    std::thread::Builder::new().name("opening".to_owned()).spawn(move || {
        let opened = open(wake.clone());
        if let Err(unwanted) = sender.send(opened) {
            // If the user has quit meanwhile, close the source here.
            drop(unwanted);
        }
    })?;
    Ok(receiver)
}
