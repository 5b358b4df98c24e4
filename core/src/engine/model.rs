//! What the engine publishes and takes: snapshots, effects, pending writes.
