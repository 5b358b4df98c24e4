//! Alerts raised by the platform's own rules.

use rusqlite::Connection;

use super::dates::Calendar;
use super::notifications;
use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use super::vocabulary::SEVERITY;
use crate::{ServiceProfile, json::quote};

/// The number of alerts.
const ALERT_COUNT: i64 = 24;

/// Writes all alerts. The documented fields are `id` and `title`; the rest belongs to the extended service.
pub(crate) fn generate(
    db: &Connection,
    seed: u64,
    profile: ServiceProfile,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "alerts");
    let mut records = RecordInserter::new(db)?;
    for number in 1..=ALERT_COUNT {
        let id = random.uuid().to_string();
        let title = notifications::title(&mut random);
        let kind = alert_type(&title);
        let severity = SEVERITY[random.below(3) as usize].code;
        let body = match profile {
            ServiceProfile::Strict => format!("{{\"id\":\"{id}\",\"title\":{}}}", quote(&title)),
            _ => format!(
                "{{\"id\":\"{id}\",\"title\":{},\"alert_type\":\"{kind}\",\"severity\":\"{severity}\",\"created_at\":\"{}\"}}",
                quote(&title),
                calendar.date_time_before(number * 13 * 3600)
            ),
        };
        records.add(&NewRecord {
            kind: "alerts",
            id: &id,
            name: &title,
            code: kind,
            ..NewRecord::with_body(&body)
        })?;
    }
    Ok(())
}

/// Returns the alert type of a title.
fn alert_type(title: &str) -> &'static str {
    let starts = [
        ("LTV", "seuil_ltv"),
        ("DSCR", "seuil_dscr"),
        ("Échéance", "echeance"),
        ("Pièce KYC", "kyc_expire"),
        ("Reporting", "reporting_du"),
        ("Document", "document_manquant"),
    ];
    starts.iter().find(|(start, _)| title.starts_with(start)).map_or("retard", |(_, code)| code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::vocabulary::ALERT_TYPE;

    #[test]
    fn every_title_has_a_type_of_the_vocabulary() {
        let mut random = Random::new(1, "alerts");
        let mut seen = std::collections::HashSet::new();
        for _ in 0..300 {
            let kind = alert_type(&notifications::title(&mut random));
            assert!(ALERT_TYPE.iter().any(|word| word.code == kind), "{kind}");
            seen.insert(kind);
        }
        assert_eq!(seen.len(), ALERT_TYPE.len());
    }
}
