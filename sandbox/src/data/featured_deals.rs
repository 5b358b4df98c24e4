//! Hand-made deals at the start of every data set, for a realistic demo board.

/// One hand-made deal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FeaturedDeal {
    pub(crate) status: &'static str,
    pub(crate) name: &'static str,
    pub(crate) classe: &'static str,
    pub(crate) responsable: Option<&'static str>,
    /// Days since the deal entered its status.
    pub(crate) days: i64,
    /// LTV in ten-thousandths; 0 in `deal(…)` means no snapshot and becomes `None`.
    pub(crate) ltv: Option<i64>,
    /// Outstanding capital in hundreds of thousands of euros; used only with an LTV.
    pub(crate) crd: i64,
}

const fn deal(
    status: &'static str,
    name: &'static str,
    classe: &'static str,
    responsable: &'static str,
    days: i64,
    ltv: i64,
    crd: i64,
) -> FeaturedDeal {
    FeaturedDeal {
        status,
        name,
        classe,
        responsable: if responsable.is_empty() { None } else { Some(responsable) },
        days,
        ltv: if ltv == 0 { None } else { Some(ltv) },
        crd,
    }
}

const MARTIN: &str = "A. Martin";
const NGUYEN: &str = "L. Nguyen";
const DELAUNAY: &str = "C. Delaunay";
const ROUX: &str = "J. Roux";
const BENALI: &str = "S. Benali";
const FERRAND: &str = "M. Ferrand";

/// The deals, by status, and within a status from the oldest entry to the newest.
#[rustfmt::skip] // one line per deal reads as a table
pub(crate) const FEATURED_DEALS: [FeaturedDeal; 78] = [
    deal("sourcing", "Terrain des Ormes, Nantes", "foncier", NGUYEN, 26, 0, 0),
    deal("sourcing", "Halle Vauban, Lille", "commerces", ROUX, 24, 5800, 42),
    deal("sourcing", "Bastide des Pins, Aix", "residentiel", DELAUNAY, 21, 0, 0),
    deal("sourcing", "Data Halle, Massy", "alternatif", BENALI, 18, 0, 0),
    deal("sourcing", "Clos des Tanneurs, Strasbourg", "residentiel", FERRAND, 13, 6420, 31),
    deal("sourcing", "Passage Beaurepaire, Angers", "commerces", "", 11, 0, 0),
    deal("sourcing", "Les Jardins d’Éole, Paris 18e", "residentiel", NGUYEN, 9, 0, 0),
    deal("sourcing", "Le Grand Hêtre, Chantilly", "hotels_tourisme", ROUX, 6, 7100, 113),
    deal("sourcing", "Villa Ombrine, Menton", "hotels_tourisme", BENALI, 3, 0, 0),
    deal("screening", "Campus Orion, Villeurbanne", "sante_education", FERRAND, 25, 5250, 64),
    deal("screening", "Villa Héméra, Cannes", "hotels_tourisme", BENALI, 22, 7890, 138),
    deal("screening", "Plateforme A13, Val-de-Reuil", "logistique_activite", DELAUNAY, 15, 6130, 88),
    deal("screening", "Résidence Cassiopée, Montpellier", "residences_gerees", NGUYEN, 14, 0, 0),
    deal("screening", "Galerie Sainte-Anne, Bordeaux", "commerces", MARTIN, 12, 6670, 57),
    deal("screening", "Cité Lumen, Grenoble", "bureaux", ROUX, 8, 5940, 46),
    deal("screening", "Îlot Garonne, Bordeaux", "residentiel", MARTIN, 7, 0, 0),
    deal("screening", "Quai des Lices, Rennes", "bureaux", FERRAND, 5, 7010, 121),
    deal("screening", "Cap Armorique, Lorient", "mixte", NGUYEN, 2, 0, 0),
    deal("due_diligence", "Tour Méridienne, Courbevoie", "bureaux", MARTIN, 28, 7504, 314),
    deal("due_diligence", "Clinique des Alpilles, Salon", "sante_education", DELAUNAY, 23, 5500, 72),
    deal("due_diligence", "Docks Nord, Saint-Ouen", "logistique_activite", MARTIN, 16, 6390, 149),
    deal("due_diligence", "Les Terrasses d’Arvor, Vannes", "residences_gerees", BENALI, 13, 4820, 36),
    deal("due_diligence", "Ateliers Gambetta, Paris 20e", "mixte", ROUX, 10, 8160, 182),
    deal("due_diligence", "Îlot Saint-Michel, Toulouse", "mixte", NGUYEN, 9, 6840, 141),
    deal("due_diligence", "Le Belvédère, Annecy", "hotels_tourisme", FERRAND, 4, 5770, 59),
    deal("due_diligence", "Manufacture Thiers, Nancy", "mixte", MARTIN, 2, 0, 0),
    deal("due_diligence", "Rives de Loire, Blois", "residentiel", DELAUNAY, 1, 0, 0),
    deal("ic", "Maison Théodora, Nice", "residences_gerees", NGUYEN, 20, 6600, 53),
    deal("ic", "Le Parc, Lyon", "bureaux", ROUX, 12, 7640, 141),
    deal("ic", "Îlot Sainte-Croix, Metz", "mixte", DELAUNAY, 10, 6210, 77),
    deal("ic", "Rue Vauquelin 12, Reims", "residentiel", ROUX, 9, 5430, 28),
    deal("ic", "Parc Hélios, Toulouse", "bureaux", BENALI, 6, 7320, 195),
    deal("ic", "Le Cours Mirande, Nîmes", "commerces", MARTIN, 3, 0, 0),
    deal("ic", "Résidence Ostara, Dijon", "residences_gerees", FERRAND, 2, 6000, 44),
    deal("ic", "Entrepôt Sud-Loire, Rezé", "logistique_activite", DELAUNAY, 1, 6580, 96),
    deal("ic", "Villa Sérène, Arcachon", "hotels_tourisme", NGUYEN, 1, 7050, 68),
    deal("term_sheet", "Les Quais d’Or, Rouen", "mixte", MARTIN, 15, 6950, 126),
    deal("term_sheet", "Hôtel Vermeil, Colmar", "hotels_tourisme", BENALI, 12, 7280, 92),
    deal("term_sheet", "Cour des Arts, Tours", "residentiel", NGUYEN, 8, 5710, 39),
    deal("term_sheet", "Pôle Santé Armor, Brest", "sante_education", FERRAND, 7, 5190, 61),
    deal("term_sheet", "Logis de l’Erdre, Nantes", "residentiel", ROUX, 5, 0, 0),
    deal("term_sheet", "Carré Vendôme, Le Mans", "commerces", MARTIN, 3, 6720, 50),
    deal("term_sheet", "Le Phare, La Rochelle", "hotels_tourisme", DELAUNAY, 2, 7430, 109),
    deal("term_sheet", "Cité Ampère, Écully", "bureaux", BENALI, 1, 6060, 83),
    deal("term_sheet", "Halles Mistral, Avignon", "commerces", FERRAND, 1, 0, 0),
    deal("structuring", "Parc A6, Évry", "logistique_activite", DELAUNAY, 19, 6480, 158),
    deal("structuring", "Le Clos Saint-Roch, Amiens", "residentiel", NGUYEN, 14, 5620, 33),
    deal("structuring", "Tour Sémaphore, Marseille", "bureaux", MARTIN, 9, 7570, 271),
    deal("structuring", "Résidence Calypso, Antibes", "residences_gerees", FERRAND, 6, 6140, 47),
    deal("structuring", "Manoir Tilleuls, Deauville", "hotels_tourisme", BENALI, 4, 7740, 83),
    deal("structuring", "Cour Saint-Roch, Poitiers", "mixte", "", 3, 5880, 41),
    deal("structuring", "Îlot Beaurepaire, Lille", "mixte", ROUX, 2, 6330, 102),
    deal("closing", "Villa Aurore, Biarritz", "hotels_tourisme", NGUYEN, 6, 7190, 78),
    deal("closing", "Studio Zénith, Montreuil", "alternatif", ROUX, 5, 5540, 66),
    deal("closing", "Campus Galilée, Massy", "sante_education", DELAUNAY, 4, 5980, 117),
    deal("closing", "Docks de l’Estuaire, Le Havre", "logistique_activite", BENALI, 3, 6270, 134),
    deal("closing", "Résidence Daphné, Caen", "residentiel", FERRAND, 2, 5160, 29),
    deal("closing", "Square Kepler, Orléans", "bureaux", MARTIN, 1, 6810, 91),
    deal("on_hold", "Le Grand Large, Dunkerque", "hotels_tourisme", ROUX, 41, 7950, 102),
    deal("on_hold", "Tour Boréale, Villepinte", "bureaux", DELAUNAY, 33, 7410, 223),
    deal("on_hold", "Passage Duguay, Dinan", "commerces", FERRAND, 14, 6880, 40),
    deal("on_hold", "Carré Fabert, Thionville", "mixte", ROUX, 10, 7130, 74),
    deal("on_hold", "Cap Vernet, Sète", "residentiel", BENALI, 8, 7240, 44),
    deal("on_hold", "Les Arcades, Perpignan", "commerces", NGUYEN, 7, 6790, 56),
    deal("on_hold", "Friche du Canal, Mulhouse", "foncier", "", 6, 0, 0),
    deal("lost", "Clos du Prieuré, Chartres", "residentiel", MARTIN, 52, 5870, 22),
    deal("lost", "Entrepôt Jacquard, Roanne", "logistique_activite", BENALI, 47, 6690, 71),
    deal("lost", "Hôtel du Beffroi, Arras", "hotels_tourisme", FERRAND, 44, 7360, 58),
    deal("lost", "ZAC des Salines, Narbonne", "foncier", NGUYEN, 39, 0, 0),
    deal("lost", "Immeuble Lavoisier, Nanterre", "bureaux", DELAUNAY, 36, 7120, 187),
    deal("lost", "Marché des Halles, Limoges", "commerces", ROUX, 30, 6050, 35),
    deal("lost", "Serres du Levant, Hyères", "alternatif", MARTIN, 27, 0, 0),
    deal("lost", "Institut Fresnel, Besançon", "sante_education", FERRAND, 22, 5430, 48),
    deal("lost", "Allée Ronsard 7, Blois", "residentiel", NGUYEN, 19, 6210, 18),
    deal("lost", "Les Rives du Rempart, Troyes", "mixte", BENALI, 17, 6940, 52),
    deal("lost", "Domaine Olympe, Auxerre", "residences_gerees", DELAUNAY, 15, 5790, 37),
    deal("lost", "Place Carnot 3, Valence", "commerces", ROUX, 12, 6480, 26),
    deal("lost", "Garde-meubles Turenne, Créteil", "alternatif", MARTIN, 9, 0, 0),
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::data::vocabulary::{CLASSE_ACTIF, DEAL_STATUS};

    #[test]
    fn featured_deals_have_known_codes_and_unique_names() {
        let names: HashSet<&str> = FEATURED_DEALS.iter().map(|deal| deal.name).collect();
        assert_eq!(names.len(), FEATURED_DEALS.len());
        for deal in FEATURED_DEALS {
            assert!(DEAL_STATUS.iter().any(|word| word.code == deal.status), "{}", deal.name);
            assert!(CLASSE_ACTIF.iter().any(|word| word.code == deal.classe), "{}", deal.name);
            assert_eq!(deal.ltv.is_some(), deal.crd > 0, "{}", deal.name);
        }
    }
}
