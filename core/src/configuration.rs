//! The options that the configuration gives, the same in both front ends.

use std::sync::Arc;

use crate::app::foundation::cx::options::Options;
use crate::app::screens::views::samples::sample_probabilities;
use crate::config::{ConfigFile, Environment};
use crate::text::number;

/// Sets the options that follow from a configuration. The demo has its own sample probabilities.
pub fn apply(file: &ConfigFile, env: &Environment, options: &mut Options) {
    let settings = file.settings();
    options.reduced_motion = settings.has_reduced_motion(env);
    options.user_names.clone_from(&settings.me);
    options.lock_after = settings.lock_after;
    options.currency = settings.currency.as_deref().map(number::currency_sign);
    options.status_order = file.status_order().clone();
    options.rules = file.rule_config().rules;
    options.rule_problems = file.rule_problems(options.lang);
    options.entry_rules = Arc::new(file.entry_rules().clone());
    options.thresholds = file.thresholds();
    options.working_days = file.working_days();
    options.probabilities = if options.demo { sample_probabilities() } else { file.probabilities().clone() };
}
