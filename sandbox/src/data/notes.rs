//! Notes of deals, written as short analyst remarks.

use super::rng::Random;

/// Remarks that fit any deal.
const REMARKS: [&str; 26] = [
    "Bail principal renouvelé, 9 ans fermes ; avenant à signer.",
    "Deuxième opération du sponsor, aucune prorogation.",
    "Expertise reçue, cohérente avec nos comparables de la zone.",
    "Promesse signée ; condition suspensive de financement au 30 du mois prochain.",
    "Permis purgé de tout recours.",
    "Le sponsor apporte 25 % de fonds propres, justificatifs reçus.",
    "Sortie par vente en bloc ; deux lettres d’intention à l’appui.",
    "Visite faite avec l’expert : bon état général, toiture à reprendre.",
    "État locatif reçu ; un local vacant depuis six mois.",
    "Caution personnelle proposée, patrimoine à documenter.",
    "Notaire relancé pour l’état hypothécaire.",
    "Taux plafonné jusqu’à l’échéance, contrat de couverture joint.",
    "DPE collectif E : travaux inclus dans le budget.",
    "Clause de remboursement anticipé à renégocier avant le comité.",
    "Le locataire principal pèse 62 % des loyers : regarder sa liasse.",
    "Budget travaux : 8 % d’aléas, c’est court.",
    "Assurance dommages-ouvrage souscrite.",
    "Ligne de la banque senior confirmée par écrit.",
    "KYC du bénéficiaire effectif complet.",
    "Rendez-vous avec la mairie mardi, servitude de passage.",
    "Comité : demander une sûreté supplémentaire sur les loyers.",
    "Prix au mètre carré au-dessus de la médiane du quartier.",
    "Calendrier de commercialisation décalé d’un trimestre.",
    "Garantie à première demande en cours de rédaction.",
    "Échéancier revu avec le sponsor, amortissement de 1 % par an.",
    "Étude de sol jointe : pas de surcoût de fondation.",
];

/// Returns the notes of one deal; `Le Parc, Lyon` always has the same two.
pub(crate) fn generate(random: &mut Random, featured_name: Option<&'static str>) -> Vec<String> {
    if featured_name == Some("Le Parc, Lyon") {
        return REMARKS.iter().take(2).map(|remark| (*remark).to_owned()).collect();
    }
    let has_notes = random.percent(if featured_name.is_some() { 75 } else { 25 });
    let count = if has_notes { random.between(1, 4) } else { 0 };
    let start = random.below(REMARKS.len() as u64) as usize;
    let stride = 1 + random.below(5) as usize;
    (0..count as usize).map(|i| REMARKS[(start + i * stride) % REMARKS.len()].to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn notes_of_a_deal_are_unique() {
        let mut random = Random::new(1, "notes");
        for _ in 0..1_000 {
            let notes = generate(&mut random, Some("x"));
            assert_eq!(notes.iter().collect::<HashSet<_>>().len(), notes.len());
        }
        assert_eq!(generate(&mut random, Some("Le Parc, Lyon")).len(), 2);
    }
}
