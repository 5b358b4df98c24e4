//! Invented deal names: a kind of building, a proper name and a town.
//!
//! They are numerous enough that among a hundred thousand deals most names are unique.

use super::rng::Random;

/// The grammar by which a kind of building takes its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NameForm {
    /// « Tour Méridienne »
    Direct,
    /// « Clos des Tanneurs »
    WithDe,
    /// « Rue Vauquelin 12 »
    Street,
}
use NameForm::{Direct, Street, WithDe};

/// Kinds of building by class of asset.
#[rustfmt::skip] // one paragraph per class
const KINDS: [(&str, &[(&str, NameForm)]); 10] = [
    ("bureaux", &[
        ("Tour", Direct), ("Immeuble", Direct), ("Campus", Direct), ("Le Parc", WithDe), ("Square", Direct),
        ("Quai", WithDe), ("Boulevard", Street), ("Avenue", Street),
    ]),
    ("commerces", &[
        ("Galerie", Direct), ("Halle", Direct), ("Passage", Direct), ("Les Arcades", WithDe), ("Marché", WithDe),
        ("Le Cours", Direct), ("Place", Street),
    ]),
    ("residentiel", &[
        ("Résidence", Direct), ("Clos", WithDe), ("Les Jardins", WithDe), ("Bastide", WithDe), ("Logis", WithDe),
        ("Îlot", Direct), ("Rue", Street), ("Allée", Street),
    ]),
    ("residences_gerees", &[
        ("Résidence", Direct), ("Maison", Direct), ("Les Terrasses", WithDe), ("Les Jardins", WithDe),
        ("Le Domaine", WithDe), ("Villa", Direct),
    ]),
    ("logistique_activite", &[
        ("Plateforme", Direct), ("Docks", Direct), ("Entrepôt", Direct), ("Parc logistique", WithDe),
        ("Ateliers", Direct), ("Base", Direct),
    ]),
    ("hotels_tourisme", &[
        ("Hôtel", Direct), ("Villa", Direct), ("Manoir", WithDe), ("Le Belvédère", WithDe), ("Auberge", WithDe),
        ("Domaine", Direct),
    ]),
    ("sante_education", &[
        ("Clinique", WithDe), ("Pôle Santé", Direct), ("Campus", Direct), ("École", Direct),
        ("Maison médicale", WithDe), ("Institut", Direct),
    ]),
    ("foncier", &[
        ("Terrain", WithDe), ("Friche", WithDe), ("Les Prés", WithDe), ("Lotissement", WithDe), ("ZAC", WithDe),
    ]),
    ("mixte", &[
        ("Îlot", Direct), ("Ateliers", Direct), ("Manufacture", Direct), ("Les Quais", WithDe),
        ("Carré", Direct), ("Les Rives", WithDe), ("Cour", WithDe),
    ]),
    ("alternatif", &[
        ("Data Halle", Direct), ("Studio", Direct), ("Serres", WithDe), ("Centrale", Direct), ("Garde-meubles", Direct), ("Port", WithDe),
    ]),
];

/// Names that follow a building's kind directly.
#[rustfmt::skip] // a list of words, not a column
const DIRECT_NAMES: [&str; 64] = [
    "Méridienne", "Aurore", "Boréale", "Hélios", "Orion", "Cassiopée", "Théodora", "Ostara", "Vauban",
    "Gambetta", "Sainte-Croix", "Saint-Michel", "Sainte-Anne", "Saint-Roch", "Garonne", "Lumen", "Ampère",
    "Mistral", "Sérène", "Ombrine", "Vermeil", "Duguay", "Fabert", "Thiers", "Mirande", "Beaurepaire",
    "Sémaphore", "Vendôme", "Armor", "Héméra", "Andromède", "Bellerive", "Cybèle", "Daphné", "Élysée",
    "Florian", "Galilée", "Hespérides", "Iris", "Junon", "Kepler", "Lavoisier", "Mélusine", "Neptune",
    "Olympe", "Pascal", "Quartz", "Rivoli", "Solférino", "Turenne", "Ulysse", "Valmy", "Wagram",
    "Xaintrailles", "Yser", "Zénith", "Calypso", "Descartes", "Euréka", "Fresnel", "Guynemer", "Horizon",
    "Isaure", "Jacquard",
];

/// Names that follow « de ».
#[rustfmt::skip] // a list of words, not a column
const DE_NAMES: [&str; 64] = [
    "des Ormes", "des Tanneurs", "des Pins", "des Alpilles", "d’Arvor", "d’Éole", "de l’Erdre", "des Arts",
    "des Lices", "de Loire", "de Lumière", "des Tilleuls", "du Grand Hêtre", "du Belvédère", "des Platanes",
    "des Chartreux", "des Cordeliers", "du Lavoir", "du Moulin", "des Glycines", "de la Fontaine",
    "de la Roseraie", "des Capucins", "du Levant", "du Ponant", "des Vergers", "des Lavandes", "du Verger",
    "de l’Abbaye", "de l’Arsenal", "de l’Horloge", "de l’Écluse", "des Mariniers", "des Bateliers",
    "des Augustins", "du Manège", "du Beffroi", "du Canal", "des Charmes", "des Érables", "des Peupliers",
    "des Acacias", "des Cèdres", "des Mûriers", "des Oliviers", "de la Garenne", "de la Source",
    "de la Tuilerie", "de la Verrerie", "des Filatures", "des Forges", "des Tisserands", "des Vignes",
    "du Colombier", "du Prieuré", "du Rempart", "du Ruisseau", "du Vallon", "des Embruns", "des Dunes",
    "des Falaises", "de l’Estuaire", "du Phare", "des Salines",
];

/// Names of streets.
#[rustfmt::skip] // a list of words, not a column
const STREETS: [&str; 40] = [
    "Vauquelin", "Victor-Hugo", "Jean-Jaurès", "Pasteur", "Voltaire", "Lamartine", "Molière", "Racine",
    "Colbert", "Diderot", "Montaigne", "Rabelais", "Ronsard", "Mozart", "Berlioz", "Ravel", "Debussy",
    "Monge", "Carnot", "Arago", "Lakanal", "Michelet", "Edgar-Quinet", "George-Sand", "Sévigné",
    "Clemenceau", "Gay-Lussac", "Claude-Bernard", "des Lilas", "du Commerce", "de la République",
    "de Paris", "de Bretagne", "de Strasbourg", "des Carmes", "des Halles", "du Faubourg", "de Verdun",
    "de l’Europe", "Nationale",
];

/// Towns.
#[rustfmt::skip] // a list of words, not a column
const TOWNS: [&str; 80] = [
    "Lyon", "Paris 2e", "Paris 9e", "Paris 13e", "Paris 17e", "Paris 18e", "Paris 20e", "Marseille",
    "Toulouse", "Nice", "Nantes", "Montpellier", "Strasbourg", "Bordeaux", "Lille", "Rennes", "Reims",
    "Toulon", "Saint-Étienne", "Le Havre", "Grenoble", "Dijon", "Angers", "Nîmes", "Villeurbanne",
    "Clermont-Ferrand", "Le Mans", "Aix", "Brest", "Tours", "Amiens", "Limoges", "Annecy", "Perpignan",
    "Metz", "Besançon", "Orléans", "Mulhouse", "Rouen", "Caen", "Nancy", "Saint-Denis", "Argenteuil",
    "Montreuil", "Courbevoie", "Massy", "Saint-Ouen", "Nanterre", "Créteil", "Versailles", "Chantilly",
    "Deauville", "Biarritz", "Arcachon", "Menton", "Cannes", "Antibes", "Avignon", "Salon", "Sète",
    "Béziers", "Narbonne", "Colmar", "Thionville", "Dunkerque", "Calais", "Lorient", "Vannes", "Quimper",
    "Dinan", "La Rochelle", "Poitiers", "Blois", "Chartres", "Troyes", "Auxerre", "Chambéry", "Valence",
    "Écully", "Rezé",
];

/// Draws a name for a deal of that class.
pub(crate) fn deal_name(random: &mut Random, classe: &str) -> String {
    let kinds = KINDS.iter().find(|(code, _)| *code == classe).map_or(KINDS[8].1, |(_, kinds)| kinds);
    let (kind, form) = random.pick(kinds);
    let town = random.pick(&TOWNS);
    match form {
        Direct => format!("{kind} {}, {town}", random.pick(&DIRECT_NAMES)),
        WithDe => format!("{kind} {}, {town}", random.pick(&DE_NAMES)),
        Street => format!("{kind} {} {}, {town}", random.pick(&STREETS), random.between(1, 148)),
    }
}

/// Draws a proper name and a town, for companies and funds.
pub(crate) fn proper_name(random: &mut Random) -> (&'static str, &'static str) {
    (*random.pick(&DIRECT_NAMES), *random.pick(&TOWNS))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::data::vocabulary::CLASSE_ACTIF;

    #[test]
    fn every_class_has_its_kinds() {
        for entry in CLASSE_ACTIF {
            assert!(
                KINDS.iter().any(|(code, kinds)| *code == entry.code && !kinds.is_empty()),
                "{}",
                entry.code
            );
        }
    }

    #[test]
    fn a_hundred_thousand_names_are_mostly_their_own() {
        let mut random = Random::new(1, "names");
        let names: HashSet<String> = (0..100_000)
            .map(|_| {
                let classe = random.pick(CLASSE_ACTIF).code;
                deal_name(&mut random, classe)
            })
            .collect();
        assert!(names.len() > 78_000, "{}", names.len());
    }
}
