//! Re-exports of the data types that the engine publishes and takes: snapshots, effects, pending writes.
