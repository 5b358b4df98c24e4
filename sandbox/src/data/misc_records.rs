//! Records of the areas that the contract names without a shape.
//!
//! These are refunds, extraction jobs, imports, workflows, external identifiers and personal-data requests. Their
//! fields are this service's own choice.

use rusqlite::Connection;

use super::dates::Calendar;
use super::records::{NewRecord, RecordInserter};
use super::rng::Random;
use super::users;
use crate::{data::portfolio::euros, json::quote};

const DOCUMENTS: [&str; 6] = [
    "bail_principal.pdf",
    "expertise_2026.pdf",
    "etat_locatif.xlsx",
    "acte_de_pret.pdf",
    "attestation_assurance.pdf",
    "permis_de_construire.pdf",
];

/// Name and configuration of each workflow; the configuration is an open object.
const WORKFLOWS: [(&str, &str); 3] = [
    (
        "Passage en comité",
        r#"{"from":"due_diligence","to":"ic","required":["ltv","dscr"],"reminder_days":7}"#,
    ),
    ("Suivi des échéances", r#"{"family":"operations","before_days":[60,30,15],"severity":"warning"}"#),
    (
        "Revue KYC annuelle",
        r#"{"family":"operateurs","every_months":12,"documents":["kbis","beneficiaires"]}"#,
    ),
];

/// Writes the records of every area; the records they refer to must exist already.
pub(crate) fn generate(db: &Connection, seed: u64, calendar: &Calendar) -> rusqlite::Result<()> {
    let mut records = RecordInserter::new(db)?;
    refunds(db, &mut records, &mut Random::new(seed, "refunds"), calendar)?;
    jobs(&mut records, &mut Random::new(seed, "jobs"), calendar)?;
    imports(&mut records, &mut Random::new(seed, "imports"), calendar)?;
    let mut random = Random::new(seed, "workflows");
    for (name, config) in WORKFLOWS {
        let id = random.uuid().to_string();
        let body = format!(
            "{{\"id\":\"{id}\",\"name\":{},\"enabled\":true,\"configuration\":{config}}}",
            quote(name)
        );
        add_record(&mut records, "workflows", &id, "", &body)?;
    }
    external_identifiers(db, &mut records, &mut Random::new(seed, "external identifiers"))?;
    personal_data(&mut records, &mut Random::new(seed, "personal data"), calendar)
}

fn add_record(
    records: &mut RecordInserter<'_>,
    kind: &str,
    id: &str,
    code: &str,
    body: &str,
) -> rusqlite::Result<()> {
    records.add(&NewRecord { kind, id, code, ..NewRecord::with_body(body) })
}

/// Writes a repayment of every repaid operation, and a first one of some others.
fn refunds(
    db: &Connection,
    records: &mut RecordInserter<'_>,
    random: &mut Random,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let operations = db
        .prepare("SELECT id, nominal, statut FROM operation WHERE statut IN ('remboursee', 'en_cours') ORDER BY seq")?
        .query_map([], |row| {
            Ok((
                row.get::<_, [u8; 16]>(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, String>(2)? == "remboursee",
            ))
        })?
        .collect::<Result<Vec<_>, _>>()?;
    for (operation, nominal, is_repaid) in operations {
        if !is_repaid && !random.percent(30) {
            continue;
        }
        let id = random.uuid().to_string();
        let operation = uuid::Uuid::from_bytes(operation).to_string();
        let amount = if is_repaid { nominal } else { nominal / 100 * random.between(5, 40) };
        let body = format!(
            "{{\"id\":\"{id}\",\"operation_id\":\"{operation}\",\"montant\":\"{}\",\"date\":\"{}\"}}",
            euros(amount),
            calendar.date(random.between(1, 180))
        );
        add_record(records, "refunds", &id, &operation, &body)?;
    }
    Ok(())
}

fn jobs(records: &mut RecordInserter<'_>, random: &mut Random, calendar: &Calendar) -> rusqlite::Result<()> {
    for (number, document) in (1..).zip(DOCUMENTS) {
        let id = random.uuid().to_string();
        let created = calendar.date_time_before(number * 7_200 + random.between(0, 3_599));
        let body = format!("{{\"id\":\"{id}\",\"document\":\"{document}\",\"created_at\":\"{created}\"}}");
        add_record(records, "ai_extraction_jobs", &id, "", &body)?;
    }
    Ok(())
}

fn imports(
    records: &mut RecordInserter<'_>,
    random: &mut Random,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    for number in 1..=9 {
        let id = random.uuid().to_string();
        let (rows, refused) = (random.between(12, 400), random.between(0, 4));
        let source = random.pick(&["crm", "tableur", "api"]);
        let body = format!(
            "{{\"id\":\"{id}\",\"source\":\"{source}\",\"rows\":{rows},\"refused\":{refused},\"created_at\":\"{}\"}}",
            calendar.date_time_before(number * 86_400)
        );
        add_record(records, "imports", &id, "", &body)?;
    }
    Ok(())
}

/// Writes the identifiers that other systems use for the operators of this entity.
fn external_identifiers(
    db: &Connection,
    records: &mut RecordInserter<'_>,
    random: &mut Random,
) -> rusqlite::Result<()> {
    let operators = db
        .prepare("SELECT id FROM record WHERE family = 'operateurs' ORDER BY seq")?
        .query_map([], |row| row.get::<_, String>(0))?
        .collect::<Result<Vec<_>, _>>()?;
    for (number, operator) in (1_001..).zip(operators) {
        let id = random.uuid().to_string();
        let external = format!("OPR-{number}");
        let body = format!(
            "{{\"external_id\":\"{external}\",\"resource_type\":\"operateur\",\"resource_id\":\"{operator}\"}}"
        );
        add_record(records, "external_identifiers", &id, &external, &body)?;
    }
    Ok(())
}

fn personal_data(
    records: &mut RecordInserter<'_>,
    random: &mut Random,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    for (number, user) in (1..).zip(users::ids().take(4)) {
        let id = random.uuid().to_string();
        let kind = random.pick(&["access", "rectification", "portability"]);
        let body = format!(
            "{{\"id\":\"{id}\",\"user_id\":\"{user}\",\"kind\":\"{kind}\",\"status\":\"answered\",\"created_at\":\"{}\"}}",
            calendar.date_time_before(number * 1_000_003)
        );
        add_record(records, "personal_data_requests", &id, "", &body)?;
    }
    Ok(())
}
