//! Display options of records: language, time zone and names of codes.

use crate::text::Lang;
use jiff::tz::TimeZone;

/// Display options for values.
#[derive(Clone, Debug)]
pub struct FormatOptions {
    /// Language of numbers, dates and texts.
    pub lang: Lang,
    /// Time zone of timestamps.
    pub zone: TimeZone,
    /// Naming of fields and codes.
    pub naming: NamingStyle,
    /// Currency of amounts, if configured: the contract names none.
    pub currency: Option<String>,
}

/// Naming of fields and codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NamingStyle {
    /// As they were sent.
    #[default]
    AsSent,
    /// By their catalog names, for records of this resource kind.
    Localized(Option<crate::model::resources::resource_kind::ResourceKind>),
}
