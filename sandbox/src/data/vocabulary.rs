//! The service's codes with their French and English labels.
//!
//! The contract attests `sourcing`, `ic`, `closing`, `instruction`, `cloture` and `prep`. Every other code is this
//! sandbox's own choice; its taxonomies route (extended) lists all of them.

/// One code with its labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VocabularyEntry {
    pub(crate) code: &'static str,
    pub(crate) fr: &'static str,
    pub(crate) en: &'static str,
}

/// The codes of one vocabulary, in their usual order.
pub(crate) type Vocabulary = &'static [VocabularyEntry];

const fn entry(code: &'static str, fr: &'static str, en: &'static str) -> VocabularyEntry {
    VocabularyEntry { code, fr, en }
}

/// Every vocabulary by the name of its field.
pub(crate) const VOCABULARIES: [(&str, Vocabulary); 8] = [
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
    entry("sourcing", "Sourcing", "Sourcing"),
    entry("screening", "Présélection", "Screening"),
    entry("due_diligence", "Due diligence", "Due diligence"),
    entry("ic", "Comité d’investissement", "Investment committee"),
    entry("term_sheet", "Lettre d’intention", "Term sheet"),
    entry("structuring", "Structuration", "Structuring"),
    entry("closing", "Closing", "Closing"),
    entry("on_hold", "En pause", "On hold"),
    entry("lost", "Sans suite", "Lost"),
];

/// `statut` of operations.
pub(crate) const OPERATION_STATUT: Vocabulary = &[
    entry("instruction", "Instruction", "Under review"),
    entry("en_cours", "En cours", "Performing"),
    entry("prorogation", "Prorogée", "Extended"),
    entry("retard", "En retard", "Late"),
    entry("precontentieux", "Précontentieux", "Pre-litigation"),
    entry("contentieux", "Contentieux", "Litigation"),
    entry("remboursee", "Remboursée", "Repaid"),
    entry("cloture", "Clôture", "Closed"),
];

/// `statut` of tasks.
pub(crate) const TASK_STATUT: Vocabulary = &[
    entry("prep", "Préparation", "Prep"),
    entry("a_faire", "À faire", "To do"),
    entry("en_cours", "En cours", "Doing"),
    entry("bloque", "Bloquée", "Blocked"),
    entry("revue", "En revue", "Review"),
    entry("fait", "Faite", "Done"),
];

/// `classe_actif` of deals and operations.
pub(crate) const CLASSE_ACTIF: Vocabulary = &[
    entry("bureaux", "Bureaux", "Offices"),
    entry("commerces", "Commerces", "Retail"),
    entry("residentiel", "Résidentiel", "Residential"),
    entry("residences_gerees", "Résidences gérées", "Serviced residential"),
    entry("logistique_activite", "Logistique et activités", "Logistics & light industrial"),
    entry("hotels_tourisme", "Hôtellerie et loisirs", "Hospitality"),
    entry("sante_education", "Santé et éducation", "Healthcare & education"),
    entry("foncier", "Foncier", "Land"),
    entry("mixte", "Mixte", "Mixed use"),
    entry("alternatif", "Alternatif", "Alternative"),
];

/// `type_investissement` of operations.
pub(crate) const TYPE_INVESTISSEMENT: Vocabulary = &[
    entry("dette_senior", "Dette senior", "Senior debt"),
    entry("whole_loan", "Prêt unitranche", "Whole loan"),
    entry("dette_mezzanine", "Mezzanine", "Mezzanine"),
    entry("bridge", "Relais", "Bridge"),
    entry("marchand_de_biens", "Marchand de biens", "Property trading"),
    entry("promotion", "Promotion", "Development"),
    entry("obligations_convertibles", "Obligations convertibles", "Convertible bonds"),
    entry("fonds_propres", "Fonds propres", "Equity"),
];

/// `alert_type` of alert preferences.
pub(crate) const ALERT_TYPE: Vocabulary = &[
    entry("echeance", "Échéance", "Maturity"),
    entry("retard", "Retard", "Late payment"),
    entry("seuil_ltv", "Seuil LTV", "LTV threshold"),
    entry("seuil_dscr", "Seuil DSCR", "DSCR threshold"),
    entry("kyc_expire", "KYC expiré", "KYC expired"),
    entry("document_manquant", "Document manquant", "Missing document"),
    entry("reporting_du", "Reporting dû", "Reporting due"),
];

/// `min_severity` of alert preferences, mildest first.
pub(crate) const SEVERITY: Vocabulary = &[
    entry("info", "Info", "Info"),
    entry("warning", "Avertissement", "Warning"),
    entry("critical", "Critique", "Critical"),
];

/// `mode_reporting` of the entity.
pub(crate) const MODE_REPORTING: Vocabulary =
    &[entry("calendaire", "Calendaire", "Calendar"), entry("glissant", "Glissant", "Rolling")];
