//! `deals import`: plan, writes, mistakes, and an import that is killed and started again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::Stdio;

use encours_sandbox::Fault;
use serde_json::Value;

use super::support::{TestEnv, test_env_with_deals};

/// Writes a file into the user's directory and returns its path.
fn file(env: &TestEnv, name: &str, text: &str) -> PathBuf {
    let path = env.dir.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// Returns the deals of the service by id.
fn deals(env: &TestEnv) -> BTreeMap<String, Value> {
    let deals = env.run_ok(&["deals", "list", "--all"]).json();
    let by_id = |deal: &Value| (deal["id"].as_str().unwrap().to_owned(), deal.clone());
    deals.as_array().unwrap().iter().map(by_id).collect()
}

fn text(value: &Value, field: &str) -> String {
    value[field].as_str().unwrap_or_default().to_owned()
}

/// The rows of a sheet with 500 rows, of which 40 are mistakes, and the expected owners and new names.
struct Sheet {
    csv: String,
    owners: BTreeMap<String, String>,
    new: Vec<String>,
}

fn sheet(before: &BTreeMap<String, Value>) -> Sheet {
    let mut csv = "ID;Nom;Statut;Classe d’actif;Responsable;LTV\n".to_owned();
    let (mut owners, mut new) = (BTreeMap::new(), Vec::new());
    let mut rows = before.values();
    for nth in 0..120 {
        let deal = rows.next().unwrap();
        let owner = format!("Nouvelle Recrue {nth:03}");
        writeln!(csv, "{};;;;{owner};0,65", text(deal, "id")).unwrap();
        owners.insert(text(deal, "id"), owner);
    }
    for deal in rows.by_ref().take(280) {
        let field = |name: &str| text(deal, name);
        writeln!(csv, "{};;{};{};;", field("id"), field("status"), field("classe_actif")).unwrap();
    }
    for nth in 0..60 {
        let name = format!("Programme neuf {nth:03}");
        writeln!(csv, ";{name};sourcing;bureaux;;").unwrap();
        new.push(name);
    }
    let named = before.values().next_back().unwrap();
    let (id, class) = (text(named, "id"), text(named, "classe_actif"));
    let other_class = if class == "bureaux" { "logistique" } else { "bureaux" };
    for nth in 0..4 {
        for row in [
            format!("00000000-0000-4000-8000-00000000000{nth};;closing;;;"),
            format!("{id};;closng{nth};;;"),
            format!("{id};;;burreaux{nth};;"),
            format!("{id};Un autre nom {nth};closing;;;"),
            format!("{id};;;{other_class};;"),
            format!(";;closing;bureaux;A{nth};"),
            format!("{id};;closing;;;;x{nth}"),
            format!(";{};closing;;;", "x".repeat(300)),
            format!("pas un id {nth};;closing;;;"),
            format!(";Contradiction {};{};bureaux;;", nth / 2, ["ic", "closing"][nth % 2]),
        ] {
            csv.push_str(&row);
            csv.push('\n');
        }
    }
    Sheet { csv, owners, new }
}

/// Checks that the service has exactly the writes of the sheet.
fn check_writes(env: &TestEnv, before: &BTreeMap<String, Value>, sheet: &Sheet) {
    let after = deals(env);
    let mut created: Vec<String> = after
        .iter()
        .filter(|(id, _)| !before.contains_key(*id))
        .map(|(_, deal)| text(deal, "name"))
        .collect();
    created.sort();
    assert_eq!(created, sheet.new, "each new deal once");
    for (id, deal) in before {
        let owner = sheet.owners.get(id).cloned().unwrap_or_else(|| text(deal, "responsable"));
        let now = &after[id];
        assert_eq!(text(now, "responsable"), owner, "{id}");
        for field in ["name", "status", "classe_actif"] {
            assert_eq!(now[field], deal[field], "{id}");
        }
    }
    assert_eq!(env.outbox(), Vec::<Value>::new());
}

fn outcomes(output: &Value) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for row in output.as_array().unwrap() {
        *counts.entry(text(row, "outcome")).or_default() += 1;
    }
    counts
}

fn counts(pairs: &[(&str, usize)]) -> BTreeMap<String, usize> {
    pairs.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
}

#[test]
fn five_hundred_rows_with_mistakes_make_no_wrong_write() {
    let env = test_env_with_deals(420);
    let before = deals(&env);
    let sheet = sheet(&before);
    assert_eq!(sheet.csv.lines().count(), 501);
    let path = file(&env, "deals.csv", &sheet.csv);
    let path = path.to_str().unwrap();
    let plan = env.run(&["deals", "import", path, "--dry-run"]);
    assert_eq!(
        (plan.status, plan.warnings()),
        (0, ["columns_left", "not_imported"].map(str::to_owned).to_vec())
    );
    let left = "40 rows would not be imported (4 uncertain · 36 refused)";
    assert!(plan.stderr.contains(left) && plan.stderr.contains("\"columns\":[\"LTV\"]"), "{}", plan.stderr);
    let plan = plan.json();
    let expected = [("changed", 120), ("new", 60), ("same", 280), ("refused", 36), ("uncertain", 4)];
    assert_eq!(outcomes(&plan), counts(&expected));
    let rules: Vec<&Value> = plan.as_array().unwrap().iter().filter(|row| !row["rule"].is_null()).collect();
    assert!(rules.iter().all(|row| row["line"].as_u64().unwrap() > 461 && !text(row, "text").is_empty()));
    check_writes(&env, &before, &Sheet { csv: String::new(), owners: BTreeMap::new(), new: Vec::new() });
    let unconfirmed = env.run(&["deals", "import", path]);
    assert!(unconfirmed.status == 2 && unconfirmed.stderr.contains("--yes"), "{}", unconfirmed.stderr);
    let done = env.run(&["deals", "import", path, "--yes"]);
    assert_eq!(done.status, 0, "{}", done.stderr);
    assert!(done.stderr.contains("40 rows were not imported (4 uncertain"), "{}", done.stderr);
    let written = [("created", 60), ("updated", 120), ("same", 280), ("refused", 36), ("uncertain", 4)];
    assert_eq!(outcomes(&done.json()), counts(&written));
    check_writes(&env, &before, &sheet);
    let again = env.run(&["deals", "import", path, "--yes"]).json();
    assert_eq!(outcomes(&again), counts(&[("same", 460), ("refused", 36), ("uncertain", 4)]));
    check_writes(&env, &before, &sheet);
}

#[test]
fn killed_import_continues_without_doubles() {
    let env = test_env_with_deals(420);
    let before = deals(&env);
    let sheet = sheet(&before);
    let path = file(&env, "deals.csv", &sheet.csv);
    let line = ["deals", "import", path.to_str().unwrap(), "--yes", "--format", "ndjson"];
    for written in [3, 90, 25] {
        let mut child = env.command(&line).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let rows = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let is_written = |row: &String| row.contains("\"updated\"") || row.contains("\"created\"");
        assert_eq!(rows.filter(is_written).take(written).count(), written);
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let done = env.run(&line);
    assert_eq!(done.status, 0, "{}", done.stderr);
    check_writes(&env, &before, &sheet);
}

#[test]
fn table_of_the_plan_has_the_words_of_the_screen() {
    let env = test_env_with_deals(5);
    let path = file(&env, "deals.csv", "nom,statut,Statut\nProgramme neuf,sourcing,ic\nAutre,x,\n");
    let line = ["deals", "import", path.to_str().unwrap(), "--dry-run", "--format", "table", "--lang"];
    for (lang, words) in [
        ("en", ["refused", "Unknown status", "New deal: Status Sourcing", "Not imported: Statut (column 3)"]),
        ("fr", ["refusé", "Statut inconnu", "Nouveau deal", "Statut (colonne 3)"]),
    ] {
        let output = env.run(&[&line[..], &[lang]].concat());
        assert_eq!(output.stdout.lines().count(), 3, "{}", output.stdout);
        let shown = output.stdout + &output.stderr;
        assert!(words.iter().all(|word| shown.contains(word)) && !shown.contains("rule"), "{shown}");
    }
}

#[test]
fn rows_written_before_are_not_written_again() {
    let env = test_env_with_deals(5);
    let id = env.deal();
    let path = file(&env, "deals.csv", &format!("id,owner\n{id},Premier Nom\n"));
    let line = ["deals", "import", path.to_str().unwrap(), "--yes"];
    assert_eq!(env.run_ok(&line).json()[0]["outcome"], "updated");
    env.run_ok(&["deals", "update", &id, "--responsable", "Zoé Autre"]);
    assert_eq!(env.run_ok(&line).json()[0]["outcome"], "imported");
    let again = [&line[..], &["--again"]].concat();
    assert_eq!(env.run_ok(&again).json()[0]["outcome"], "updated");
}

#[test]
fn unanswered_writes_are_sent_again_and_counted_once() {
    let env = test_env_with_deals(5);
    let id = env.deal();
    let path = file(&env, "deals.csv", &format!("id,nom,owner\n{id},,Premier Nom\n,Programme neuf,Zoé\n"));
    let line = ["deals", "import", path.to_str().unwrap(), "--yes"];
    for fault in ["drop-after-commit@deals_update", "drop-after-commit@deals_create"] {
        env.sandbox.faults().add(fault.parse::<Fault>().unwrap());
    }
    for _ in 0..3 {
        env.run(&line);
    }
    assert!(!env.outbox().is_empty(), "no response arrived");
    env.sandbox.faults().clear();
    let plan = env.run_ok(&[&line[..], &["--dry-run"]].concat()).json();
    let sent = env.run_ok(&line).json();
    assert_eq!((outcomes(&plan), outcomes(&sent)), (counts(&[("same", 2)]), counts(&[("same", 2)])));
    assert_eq!((env.outbox().len(), deals(&env).len()), (0, 6));
}

#[test]
fn failed_row_shows_the_reason_of_the_service() {
    let env = test_env_with_deals(5);
    let path = file(&env, "deals.csv", "nom,statut\nProgramme neuf,sourcing\n");
    env.sandbox.faults().add("status=422@deals_create".parse::<Fault>().unwrap());
    let row = &env.run(&["deals", "import", path.to_str().unwrap(), "--yes"]).json()[0];
    assert_eq!(row["outcome"], "failed");
    assert!(text(row, "text").contains("HTTP 422"), "{row}");
}

#[test]
fn offline_import_waits_in_the_outbox() {
    let env = test_env_with_deals(5);
    let id = env.deal();
    env.run_ok(&["sync"]);
    let path = file(&env, "deals.csv", &format!("id,owner\n{id},Premier Nom\n"));
    let line = ["deals", "import", path.to_str().unwrap(), "--yes", "--offline"];
    let queued = env.run(&line);
    assert!(queued.status == 8 && queued.stderr.contains("\"kind\":\"queued\""), "{}", queued.stderr);
    assert_eq!(outcomes(&env.run(&line).json()), counts(&[("same", 1)]), "it is pending already");
    assert_eq!(env.outbox().len(), 1);
    env.run_ok(&["outbox", "retry"]);
    assert_eq!(env.run_ok(&["deals", "show", &id]).json()["responsable"], "Premier Nom");
}

#[test]
fn exported_workbook_imports_as_unchanged() {
    let env = test_env_with_deals(60);
    let path = env.dir.path().join("deals.xlsx");
    let path = path.to_str().unwrap();
    env.run_ok(&["export", "deals", "--to", path]);
    let plan = env.run(&["deals", "import", path, "--dry-run"]);
    assert_eq!((plan.status, plan.warnings()), (0, vec!["columns_left".to_owned()]));
    assert_eq!(outcomes(&plan.json()), counts(&[("same", 60)]));
}

#[test]
fn mapping_is_chosen_kept_and_checked() {
    let env = test_env_with_deals(5);
    let id = env.deal();
    let path = file(&env, "deals.csv", &format!("Référence,Qui\n{id},Premier Nom\n"));
    let line = ["deals", "import", path.to_str().unwrap(), "--dry-run"];
    let unmapped = env.run(&line);
    assert!(unmapped.status == 2 && unmapped.stderr.contains("Référence, Qui"), "{}", unmapped.stderr);
    let mapped = [&line[..], &["--map", "reference=id", "--map", "Qui=responsable"]].concat();
    assert_eq!(env.run_ok(&mapped).json()[0]["outcome"], "changed");
    assert_eq!(env.run_ok(&line).json()[0]["outcome"], "changed", "the mapping is kept");
    for (map, text) in [("x=id", "no column “x”"), ("Qui=ltv", "“ltv” can’t be imported")] {
        let wrong = env.run(&[&line[..], &["--map", map]].concat());
        assert!(wrong.status == 2 && wrong.stderr.contains(text), "{}", wrong.stderr);
    }
    let missing = env.run(&["deals", "import", "/nonexistent.csv", "--dry-run"]);
    assert!(missing.status == 2 && missing.stderr.contains("can’t be imported"), "{}", missing.stderr);
}
