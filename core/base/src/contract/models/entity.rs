//! Entity that a key belongs to.

use jiff::civil::Date;

use crate::contract::ids::EntityId;
use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::resource::resource;

resource!(
    /// The entity (contract, "Entity").
    Entity,
    /// Identifier.
    id(EntityId) = "id",
    /// Name.
    name = "name",
    /// Type code (`type`).
    kind = "type",
    /// SIREN number, nine digits, as text.
    siren = "siren",
    /// Reporting mode code.
    mode_reporting = "mode_reporting",
    /// School-holiday zone code.
    zone_vacances = "zone_vacances",
);

impl Entity {
    /// Returns the reporting frequency. The contract gives no unit.
    pub fn frequence_reporting(&self) -> Option<i64> {
        self.record.integer("frequence_reporting")
    }

    /// Returns the reference date of the reporting, a business date.
    pub fn date_reference_reporting(&self) -> Option<Date> {
        match DateOrTime::parse(&self.record.text("date_reference_reporting")?)? {
            DateOrTime::Day(day) => Some(day),
            DateOrTime::Instant(_) => None,
        }
    }

    /// Returns the risk score from which a deal needs attention, in points.
    pub fn risk_threshold(&self) -> Option<i64> {
        self.record.integer("risk_threshold")
    }

    /// Returns whether the entity uses the service's AI.
    pub fn ai_enabled(&self) -> Option<bool> {
        self.record.boolean("ai_enabled")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::record::Record;

    #[test]
    fn reads_every_field_of_the_contract() {
        let entity = Entity::from_record(
            Record::parse(
                r#"{"id":"e","name":"N","type":"sgp","siren":"732829320","mode_reporting":"m",
                "frequence_reporting":3,"date_reference_reporting":"2026-01-31","risk_threshold":60,
                "zone_vacances":"C","ai_enabled":false}"#,
            )
            .unwrap(),
        )
        .unwrap();
        assert_eq!((entity.kind(), entity.siren()), (Some("sgp"), Some("732829320")));
        assert_eq!(entity.date_reference_reporting(), Some(jiff::civil::date(2026, 1, 31)));
        assert_eq!((entity.frequence_reporting(), entity.risk_threshold()), (Some(3), Some(60)));
        assert_eq!((entity.ai_enabled(), entity.zone_vacances()), (Some(false), Some("C")));
    }
}
