//! What a front end reads of the application: where it stands, what is shown, how much waits. Nothing here changes
//! anything.
