//! Notifications about the data set's deals, newest first.

use rusqlite::Connection;

use super::dates::Calendar;
use super::featured_deals::FEATURED_DEALS;
use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use crate::{ServiceProfile, json::quote};

/// The number of notifications, and the number of unread ones.
const NOTIFICATION_COUNT: usize = 155;
const UNREAD_COUNT: usize = 37;

/// The newest notifications, hand-made: age in hours, title.
const NEWEST: [(i64, &str); 19] = [
    (0, "LTV au-dessus du seuil (76,4 %) – Le Parc, Lyon"),
    (1, "Échéance dans 15 jours – Îlot Saint-Michel, Toulouse"),
    (1, "DSCR sous le seuil (0,96x) – Villa Héméra, Cannes"),
    (2, "Pièce KYC expirée – SAS Horizon"),
    (2, "Reporting dû – SPV Docks Nord"),
    (2, "Document manquant : assurance – Halle Vauban, Lille"),
    (2, "Échéance dans 30 jours – Tour Méridienne, Courbevoie"),
    (16, "LTV au-dessus du seuil (81,6 %) – Ateliers Gambetta, Paris 20e"),
    (16, "Retard de paiement : 8 jours – Manoir Tilleuls, Deauville"),
    (17, "Pièce KYC expirée – SCI Vauquelin"),
    (19, "Reporting dû – SPV Plateforme A13"),
    (22, "Échéance dans 15 jours – Cour des Arts, Tours"),
    (24, "Document manquant : bail signé – Cité Ampère, Écully"),
    (39, "DSCR sous le seuil (0,91x) – Ateliers Gambetta, Paris 20e"),
    (40, "LTV au-dessus du seuil (76,1 %) – Le Parc, Lyon"),
    (42, "Reporting dû – SPV Campus Orion"),
    (47, "Prorogation demandée – Hôtel Vermeil, Colmar"),
    (47, "Pièce KYC expirée – SAS Belvédère Annecy"),
    (49, "Échéance dans 30 jours – Villa Aurore, Biarritz"),
];

const COMPANIES: [&str; 6] = [
    "SAS Horizon",
    "SCI Vauquelin",
    "SAS Belvédère Annecy",
    "SPV Docks Nord",
    "SPV Plateforme A13",
    "SPV Campus Orion",
];
const DOCUMENTS: [&str; 5] = ["assurance", "bail signé", "expertise", "état locatif", "attestation fiscale"];

/// Writes all notifications.
pub(crate) fn generate(
    db: &Connection,
    seed: u64,
    profile: ServiceProfile,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "notifications");
    let mut notifications = Vec::with_capacity(NOTIFICATION_COUNT);
    let mut minutes = 3;
    for (index, number) in (0..NOTIFICATION_COUNT).zip(3_i64..) {
        let first = NEWEST.get(index);
        // Six to eight per day, over about the last three weeks.
        minutes = first.map_or(minutes + random.between(40, 380), |(hours, _)| hours * 60 + number);
        let title = first.map_or_else(|| title(&mut random), |(_, title)| (*title).to_owned());
        let id = random.uuid().to_string();
        let read = index >= NEWEST.len() && !is_unread(index);
        let body = body(
            &id,
            &title,
            read,
            profile,
            &calendar.date_time_before(minutes * 60 + random.between(0, 59)),
        );
        notifications.push((id, title, read, body));
    }
    let mut records = RecordInserter::new(db)?;
    // The list is served in reverse order of insertion, so that later arrivals come first.
    for (id, title, read, body) in notifications.iter().rev() {
        let code = if *read { "read" } else { "unread" };
        records.add(&NewRecord {
            kind: "notifications",
            id,
            name: title,
            code,
            ..NewRecord::with_body(body)
        })?;
    }
    Ok(())
}

/// Marks every other generated notification unread until the total is `UNREAD_COUNT`.
fn is_unread(index: usize) -> bool {
    let position = index - NEWEST.len();
    position.is_multiple_of(2) && position / 2 < UNREAD_COUNT - NEWEST.len()
}

/// Formats a notification as the service sends it.
pub(crate) fn body(id: &str, title: &str, read: bool, profile: ServiceProfile, created_at: &str) -> String {
    let title = quote(title);
    match profile {
        ServiceProfile::Strict => format!("{{\"id\":\"{id}\",\"title\":{title},\"read\":{read}}}"),
        _ => format!("{{\"id\":\"{id}\",\"title\":{title},\"read\":{read},\"created_at\":\"{created_at}\"}}"),
    }
}

/// Draws a platform-style title about an existing deal.
pub(crate) fn title(random: &mut Random) -> String {
    let deal = random.pick(&FEATURED_DEALS);
    let name = deal.name;
    match random.below(8) {
        0 | 1 => {
            let ltv = deal.ltv.unwrap_or(7_520) / 10 + random.between(-4, 4);
            format!("LTV au-dessus du seuil ({},{} %) – {name}", ltv / 10, ltv % 10)
        }
        2 => format!("DSCR sous le seuil (0,{:02}x) – {name}", random.between(84, 99)),
        3 => format!("Échéance dans {} jours – {name}", random.pick(&[7, 15, 30, 60])),
        4 => format!("Pièce KYC expirée – {}", random.pick(&COMPANIES)),
        5 => format!("Reporting dû – {}", random.pick(&COMPANIES)),
        6 => format!("Document manquant : {} – {name}", random.pick(&DOCUMENTS)),
        _ => format!("Retard de paiement : {} jours – {name}", random.between(3, 45)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_unread_as_the_mock_ups_show() {
        let unread =
            (0..NOTIFICATION_COUNT).filter(|&index| index < NEWEST.len() || is_unread(index)).count();
        assert_eq!(unread, UNREAD_COUNT);
    }

    #[test]
    fn newest_titles_name_known_deals_or_companies() {
        for (_, title) in NEWEST {
            let subject = title.rsplit(" – ").next().unwrap();
            let known =
                FEATURED_DEALS.iter().any(|deal| deal.name == subject) || COMPANIES.contains(&subject);
            assert!(known, "{subject}");
        }
    }
}
