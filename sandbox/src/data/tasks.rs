//! Tasks of the Kanban board of a deal team, by `statut`.

use rusqlite::Connection;

use super::dates::Calendar;
use super::featured_deals::FEATURED_DEALS;
use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use super::vocabulary::TASK_STATUT;
use crate::{ServiceProfile, json::quote};

const TODO: [&str; 14] = [
    "Relancer le notaire",
    "Mettre à jour le plan de trésorerie",
    "Contrôler l’état locatif",
    "Préparer la note de comité",
    "Vérifier les polices d’assurance",
    "Demander l’expertise contradictoire",
    "Relire le projet d’acte de prêt",
    "Compléter le dossier KYC",
    "Planifier la visite du site",
    "Chiffrer les travaux restants",
    "Recalculer les ratios après révision des loyers",
    "Obtenir l’accord du prêteur senior",
    "Classer les pièces reçues",
    "Rédiger la lettre d’intention",
];

/// Tasks per statut, in the order of [`TASK_STATUT`].
const COUNTS: [usize; 6] = [9, 12, 8, 3, 5, 11];

/// Writes all tasks. The documented fields are `id` and `statut`; titles and dates belong to the extended service.
pub(crate) fn generate(
    db: &Connection,
    seed: u64,
    profile: ServiceProfile,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "tasks");
    let mut records = RecordInserter::new(db)?;
    for (entry, count) in TASK_STATUT.iter().zip(COUNTS) {
        for _ in 0..count {
            let id = random.uuid().to_string();
            let (todo, deal) = (random.pick(&TODO), random.pick(&FEATURED_DEALS));
            let title = format!("{todo} – {}", deal.name);
            let due = calendar.date_in(random.between(-4, 30));
            let body = match profile {
                ServiceProfile::Strict => format!("{{\"id\":\"{id}\",\"statut\":\"{}\"}}", entry.code),
                _ => format!(
                    "{{\"id\":\"{id}\",\"statut\":\"{}\",\"title\":{},\"responsable\":{},\"echeance\":\"{due}\"}}",
                    entry.code,
                    quote(&title),
                    deal.responsable.map_or("null".to_owned(), quote)
                ),
            };
            records.add(&NewRecord {
                kind: "tasks",
                id: &id,
                name: &title,
                code: entry.code,
                ..NewRecord::with_body(&body)
            })?;
        }
    }
    Ok(())
}
