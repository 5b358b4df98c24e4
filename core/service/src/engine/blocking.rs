//! Runs disk work on a thread where it may block.

use crate::error::Error;
use crate::host;
use crate::store::StoreError;

/// Runs long disk operations on a blocking thread.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StoreError> + Send + 'static,
) -> Result<T, Error> {
    match host::spawn_blocking(work).await {
        Ok(result) => Ok(result?),
        Err(error) => Err(Error::unexpected(format!("the store's thread ended early: {error}"))),
    }
}
