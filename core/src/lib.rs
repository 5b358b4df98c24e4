//! The core of Encours: everything except drawing, in three crates behind one name.
//!
//! Start with `app` for user actions and screen content, and with `engine` for synchronisation with the service.
//! ARCHITECTURE.md shows the crates and their modules.

pub mod configuration;

pub use encours_app as app;
pub use encours_base::{
    contract, dataset, document, error, flow, import, link, model, open_json, query, text, theme, vocabulary,
};
pub use encours_service::{
    client, config, discovery, engine, export, files, host, local_zone, private_file, process, spreadsheet,
    store, temp_artifacts,
};
