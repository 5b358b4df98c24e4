//! Start-up settings of the application: language, theme, keys, undo windows, thresholds.

use crate::foundation::cx::overlay_types::{ExportFormat, ThemeChoice};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::foundation::input::keymap::Keymap;
use crate::model::entry_rules::EntryRules;
use crate::model::rule::Rule;
use crate::query::WorkingDays;
use crate::text::Lang;
use crate::theme::Accent;
use crate::vocabulary::{StatusOrder, Thresholds};

/// Start-up settings of an [`App`](crate::shell::app::App).
#[derive(Clone, Debug)]
pub struct Options {
    /// Language of labels, numbers and dates.
    pub lang: Lang,
    /// The theme.
    pub theme: ThemeChoice,
    /// Accent colour of the window.
    pub accent: Accent,
    /// The key bindings in force.
    pub keymap: Keymap,
    /// Time zone in which times are shown.
    pub zone: TimeZone,
    /// Undo window of a move or an edit.
    pub undo_delay: Duration,
    /// Undo window of a deletion.
    pub delete_undo_delay: Duration,
    /// Time that an armed "mark all" stays armed.
    pub confirm_timeout: Duration,
    /// Custom thresholds of each metric.
    pub thresholds: Thresholds,
    /// True if an open deal appears beside the board, as in the window. The board stays visible.
    pub split_view: bool,
    /// True for the demo on the embedded sandbox.
    pub demo: bool,
    /// True if the front end opens long texts in the user's external editor (`FrontEndRequest::Edit`).
    pub external_editor: bool,
    /// True if the front end can show key symbols (`⇧`, `←`); otherwise keys are written as words.
    pub key_symbols: bool,
    /// True if the terminal output is restricted to ASCII, even if the terminal supports more.
    pub ascii: bool,
    /// True if the terminal listens to the mouse. Otherwise the terminal's own selection works.
    pub mouse: bool,
    /// Configuration file with the user's keys and theme, if the session reads one.
    pub config_file: Option<String>,
    /// True for reduced motion: texts show times instead of counting seconds.
    pub reduced_motion: bool,
    /// True if the front end can also show the pipeline as a table.
    pub has_table: bool,
    /// Export formats that the front end can write. If there are none, export is unavailable.
    pub export_formats: Vec<ExportFormat>,
    /// Time without input after which the content is hidden.
    pub lock_after: Option<Duration>,
    /// Default export folder, with a trailing separator.
    pub export_dir: String,
    /// Owner names that mean the user, from the configuration: the matches of `responsable:moi`.
    pub user_names: Vec<String>,
    /// Currency of the entity (ISO 4217), if the user has set it. The server does not provide one.
    pub currency: Option<String>,
    /// Order of the columns.
    pub status_order: StatusOrder,
    /// Your organisation's requirements for a deal before it enters a status.
    pub entry_rules: Arc<EntryRules>,
    /// Rules of the configuration.
    pub rules: Vec<Rule>,
    /// Sentences about the rules that are off because of a mistake.
    pub rule_problems: Vec<String>,
    /// Working days, if ages count only these.
    pub working_days: Option<Arc<WorkingDays>>,
    /// Your organisation's probability that a deal of each status closes, in percent, by status code. The contract has
    /// no such value.
    pub probabilities: BTreeMap<String, Decimal>,
}

impl Options {
    /// Creates the options with the default durations of the design (`assets/themes/tokens.toml`, motion): 8 s, 10 s, 6
    /// s.
    pub fn new(lang: Lang, keymap: Keymap, zone: TimeZone) -> Self {
        Self {
            lang,
            theme: ThemeChoice::default(),
            accent: Accent::default(),
            keymap,
            zone,
            undo_delay: Duration::from_secs(8),
            delete_undo_delay: Duration::from_secs(10),
            confirm_timeout: Duration::from_secs(6),
            thresholds: Thresholds::default(),
            split_view: false,
            demo: false,
            external_editor: false,
            key_symbols: true,
            ascii: false,
            mouse: true,
            config_file: None,
            reduced_motion: false,
            has_table: true,
            export_formats: Vec::new(),
            lock_after: None,
            export_dir: String::new(),
            user_names: Vec::new(),
            currency: None,
            status_order: StatusOrder::default(),
            entry_rules: Arc::default(),
            rules: Vec::new(),
            rule_problems: Vec::new(),
            working_days: None,
            probabilities: BTreeMap::new(),
        }
    }
}
