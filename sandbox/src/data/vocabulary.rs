//! The service's codes with their French and English labels.
//!
//! The contract attests `sourcing`, `ic`, `closing`, `instruction`, `cloture` and `prep`. Every other code is this
//! sandbox's own choice; its taxonomies route (extended) lists all of them.

/// One code with its labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Word {
    pub(crate) code: &'static str,
    pub(crate) fr: &'static str,
    pub(crate) en: &'static str,
}

/// The codes of one vocabulary, in their usual order.
pub(crate) type Vocabulary = &'static [Word];

const fn word(code: &'static str, fr: &'static str, en: &'static str) -> Word {
    Word { code, fr, en }
}

/// Every vocabulary by the name of its field.
pub(crate) const FAMILIES: [(&str, Vocabulary); 8] = [
    ("deal_status", DEAL_STATUS),
    ("operation_statut", OPERATION_STATUT),
    ("task_statut", TASK_STATUT),
    ("classe_actif", CLASSE_ACTIF),
    ("type_investissement", TYPE_INVESTISSEMENT),
    ("alert_type", ALERT_TYPE),
    ("severity", SEVERITY),
    ("mode_reporting", MODE_REPORTING),
];

/// `status` of deals.
pub(crate) const DEAL_STATUS: Vocabulary = &[
    word("sourcing", "Sourcing", "Sourcing"),
    word("screening", "Présélection", "Screening"),
    word("due_diligence", "Due diligence", "Due diligence"),
    word("ic", "Comité d’investissement", "Investment committee"),
    word("term_sheet", "Lettre d’intention", "Term sheet"),
    word("structuring", "Structuration", "Structuring"),
    word("closing", "Closing", "Closing"),
    word("on_hold", "En pause", "On hold"),
    word("lost", "Sans suite", "Lost"),
];

/// `statut` of operations.
pub(crate) const OPERATION_STATUT: Vocabulary = &[
    word("instruction", "Instruction", "Under review"),
    word("en_cours", "En cours", "Performing"),
    word("prorogation", "Prorogée", "Extended"),
    word("retard", "En retard", "Late"),
    word("precontentieux", "Précontentieux", "Pre-litigation"),
    word("contentieux", "Contentieux", "Litigation"),
    word("remboursee", "Remboursée", "Repaid"),
    word("cloture", "Clôture", "Closed"),
];

/// `statut` of tasks.
pub(crate) const TASK_STATUT: Vocabulary = &[
    word("prep", "Préparation", "Prep"),
    word("a_faire", "À faire", "To do"),
    word("en_cours", "En cours", "Doing"),
    word("bloque", "Bloquée", "Blocked"),
    word("revue", "En revue", "Review"),
    word("fait", "Faite", "Done"),
];

/// `classe_actif` of deals and operations.
pub(crate) const CLASSE_ACTIF: Vocabulary = &[
    word("bureaux", "Bureaux", "Offices"),
    word("commerces", "Commerces", "Retail"),
    word("residentiel", "Résidentiel", "Residential"),
    word("residences_gerees", "Résidences gérées", "Serviced residential"),
    word(
        "logistique_activite",
        "Logistique et activités",
        "Logistics & light industrial",
    ),
    word("hotels_tourisme", "Hôtellerie et loisirs", "Hospitality"),
    word("sante_education", "Santé et éducation", "Healthcare & education"),
    word("foncier", "Foncier", "Land"),
    word("mixte", "Mixte", "Mixed use"),
    word("alternatif", "Alternatif", "Alternative"),
];

/// `type_investissement` of operations.
pub(crate) const TYPE_INVESTISSEMENT: Vocabulary = &[
    word("dette_senior", "Dette senior", "Senior debt"),
    word("whole_loan", "Prêt unitranche", "Whole loan"),
    word("dette_mezzanine", "Mezzanine", "Mezzanine"),
    word("bridge", "Relais", "Bridge"),
    word("marchand_de_biens", "Marchand de biens", "Property trading"),
    word("promotion", "Promotion", "Development"),
    word(
        "obligations_convertibles",
        "Obligations convertibles",
        "Convertible bonds",
    ),
    word("fonds_propres", "Fonds propres", "Equity"),
];

/// `alert_type` of alert preferences.
pub(crate) const ALERT_TYPE: Vocabulary = &[
    word("echeance", "Échéance", "Maturity"),
    word("retard", "Retard", "Late payment"),
    word("seuil_ltv", "Seuil LTV", "LTV threshold"),
    word("seuil_dscr", "Seuil DSCR", "DSCR threshold"),
    word("kyc_expire", "KYC expiré", "KYC expired"),
    word("document_manquant", "Document manquant", "Missing document"),
    word("reporting_du", "Reporting dû", "Reporting due"),
];

/// `min_severity` of alert preferences, mildest first.
pub(crate) const SEVERITY: Vocabulary = &[
    word("info", "Info", "Info"),
    word("warning", "Avertissement", "Warning"),
    word("critical", "Critique", "Critical"),
];

/// `mode_reporting` of the entity.
pub(crate) const MODE_REPORTING: Vocabulary = &[
    word("calendaire", "Calendaire", "Calendar"),
    word("glissant", "Glissant", "Rolling"),
];
