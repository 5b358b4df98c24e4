//! The generated deals: exact shares per status, owners and classes as in a firm of six analysts.

use std::fmt::Write as _;

use rusqlite::{Connection, params};

use super::dates::Calendar;
use super::featured_deals::{FEATURED_DEALS, FeaturedDeal};
use super::kpi::GeneratedKpi;
use super::rng::Random;
use super::vocabulary::{CLASSE_ACTIF, DEAL_STATUS};
use super::{names, notes};
use crate::{ServiceProfile, json::quote};

/// Deals per status out of 240, in the order of [`DEAL_STATUS`].
const SHARES: [u64; 9] = [60, 36, 24, 14, 12, 10, 12, 24, 48];

/// Percentage of deals with a snapshot, by status: later stages have more snapshots.
const SNAPSHOT_PERCENT: [u64; 9] = [15, 47, 79, 86, 75, 90, 96, 75, 75];

/// Owners, with the number of deals each has out of 240; the remaining deals have no owner.
const OWNERS: [(&str, u64); 6] = [
    ("A. Martin", 41),
    ("L. Nguyen", 44),
    ("C. Delaunay", 39),
    ("J. Roux", 38),
    ("S. Benali", 36),
    ("M. Ferrand", 34),
];
const OWNER_BASE: u64 = 240;

/// Weights of classes, in the order of [`CLASSE_ACTIF`].
const CLASSES: [u64; 10] = [19, 12, 24, 9, 11, 8, 5, 4, 6, 2];

/// Computes the number of deals per status: exact shares, the remainder to the largest fractions.
pub(crate) fn quotas(deals: u32) -> [u64; 9] {
    let (deals, total) = (u64::from(deals), SHARES.iter().sum::<u64>());
    let mut quotas = SHARES.map(|share| share * deals / total);
    let mut order: Vec<usize> = (0..SHARES.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(SHARES[i] * deals % total));
    let missing = deals - quotas.iter().sum::<u64>();
    for &i in order.iter().take(missing as usize) {
        quotas[i] += 1;
    }
    quotas
}

/// Writes all deals and their notes; `omit` leaves out unset fields instead of writing `null`.
pub(crate) fn generate(
    db: &Connection,
    deals: u32,
    seed: u64,
    profile: ServiceProfile,
    omit: bool,
    calendar: &Calendar,
) -> rusqlite::Result<()> {
    let mut random = Random::new(seed, "deals");
    let mut ids = Random::new(seed, "deal ids");
    let mut metrics_rng = Random::new(seed, "deal figures");
    let mut comments = Random::new(seed, "deal notes");
    let mut deal = db.prepare("INSERT INTO deal (seq, id, status, body) VALUES (?1, ?2, ?3, ?4)")?;
    let mut note = db.prepare("INSERT INTO note (id, deal, body) VALUES (?1, ?2, ?3)")?;
    let (quotas, mut counts) = (quotas(deals), [0_u64; 9]);
    let mut featured_by_status: Vec<_> = DEAL_STATUS
        .iter()
        .map(|entry| {
            FEATURED_DEALS.iter().filter(|deal| deal.status == entry.code).collect::<Vec<_>>().into_iter()
        })
        .collect();
    let mut body = String::with_capacity(1024);
    for number in 0..u64::from(deals) {
        let status = most_behind(&quotas, &counts, number, u64::from(deals));
        counts[status] += 1;
        let featured = featured_by_status[status].next();
        let id = ids.uuid();
        body.clear();
        write_body(&mut body, &mut random, &mut metrics_rng, id, status, featured, profile, omit, calendar);
        deal.execute(params![number.cast_signed() + 1, id.as_bytes(), DEAL_STATUS[status].code, body])?;
        for content in notes::generate(&mut comments, featured.map(|featured| featured.name)) {
            let note_id = ids.uuid();
            let text = format!("{{\"id\":\"{note_id}\",\"content\":{}}}", quote(&content));
            note.execute(params![note_id.as_bytes(), number.cast_signed() + 1, text])?;
        }
    }
    Ok(())
}

/// Returns the status furthest behind its share, which mixes statuses throughout the list.
fn most_behind(quotas: &[u64; 9], counts: &[u64; 9], number: u64, deals: u64) -> usize {
    let mut best = (0, i128::MIN);
    for (index, (quota, counts)) in quotas.iter().zip(counts).enumerate() {
        let lag = i128::from(*quota) * i128::from(number + 1) - i128::from(*counts) * i128::from(deals);
        if counts < quota && lag > best.1 {
            best = (index, lag);
        }
    }
    best.0
}

#[expect(clippy::too_many_arguments, reason = "one deal is drawn from two streams and written in one pass")]
fn write_body(
    out: &mut String,
    random: &mut Random,
    metrics_rng: &mut Random,
    id: uuid::Uuid,
    status: usize,
    featured: Option<&FeaturedDeal>,
    profile: ServiceProfile,
    omit: bool,
    calendar: &Calendar,
) {
    let drawn_class = CLASSE_ACTIF[weighted(random, &CLASSES)].code;
    let classe = featured.map_or(drawn_class, |featured| featured.classe);
    let drawn_name = names::deal_name(random, classe);
    let name = featured.map_or(&*drawn_name, |featured| featured.name);
    let drawn_owner = owner(random);
    // In the strict service every documented field is a string, so each deal has an owner there.
    let responsable = featured
        .map_or(drawn_owner, |featured| featured.responsable)
        .or((profile == ServiceProfile::Strict).then_some(OWNERS[0].0));
    let days = stage_days(random, status);
    let since = featured.map_or(days, |featured| featured.days);
    let unclassed = featured.is_none() && random.percent(2) && profile == ServiceProfile::Hostile;
    // Writing to a `String` cannot fail.
    let _ =
        write!(out, "{{\"id\":\"{id}\",\"name\":{},\"status\":\"{}\"", quote(name), DEAL_STATUS[status].code);
    for (name, value) in [("classe_actif", Some(classe).filter(|_| !unclassed)), ("responsable", responsable)]
    {
        let _ = match value {
            Some(value) => write!(out, ",\"{name}\":\"{value}\""),
            None if omit => Ok(()),
            None => write!(out, ",\"{name}\":null"),
        };
    }
    if profile != ServiceProfile::Strict {
        let opened = since + random.between(0, 60);
        let _ = write!(out, ",\"status_since\":\"{}\"", calendar.date(since));
        let _ = write!(out, ",\"created_at\":\"{}\"", calendar.date_time(opened, random));
        let fixed = featured.and_then(|featured| featured.ltv.map(|ltv| (ltv, featured.crd)));
        let drawn = metrics_rng.percent(SNAPSHOT_PERCENT[status]);
        if featured.map_or(drawn, |_| fixed.is_some()) {
            out.push_str(",\"kpi_snapshot\":");
            GeneratedKpi::draw(metrics_rng, classe, fixed, profile == ServiceProfile::Hostile).write(out);
        }
    }
    out.push('}');
}

/// Draws the days since a deal entered its status, longer for statuses where deals stay.
fn stage_days(random: &mut Random, status: usize) -> i64 {
    let longest = match DEAL_STATUS[status].code {
        "on_hold" => 60,
        "lost" => 75,
        "closing" => 12,
        _ => 24,
    };
    // The smaller of two draws: most deals moved recently, a few are stuck.
    random.between(0, longest).min(random.between(0, longest))
}

fn owner(random: &mut Random) -> Option<&'static str> {
    let mut at = random.below(OWNER_BASE);
    for (owner, share) in OWNERS {
        match at.checked_sub(share) {
            None => return Some(owner),
            Some(remaining) => at = remaining,
        }
    }
    None
}

fn weighted(random: &mut Random, weights: &[u64]) -> usize {
    let mut at = random.below(weights.iter().sum());
    for (index, weight) in weights.iter().enumerate() {
        match at.checked_sub(*weight) {
            None => return index,
            Some(remaining) => at = remaining,
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotas_are_the_mock_ups_and_always_add_up() {
        assert_eq!(quotas(240), SHARES);
        assert_eq!(quotas(0), [0; 9]);
        for deals in [1, 7, 50, 2_000, 99_999, 1_000_000] {
            assert_eq!(quotas(deals).iter().sum::<u64>(), u64::from(deals));
        }
    }

    #[test]
    fn statuses_are_mixed_and_quotas_are_met() {
        let quotas = quotas(240);
        let mut counts = [0; 9];
        for number in 0..240 {
            counts[most_behind(&quotas, &counts, number, 240)] += 1;
            if number == 23 {
                assert!(counts.iter().all(|n| *n >= 1), "{counts:?}");
            }
        }
        assert_eq!(counts, quotas);
    }

    #[test]
    fn a_few_deals_have_no_owner() {
        let mut random = Random::new(1, "owners");
        let none = (0..24_000).filter(|_| owner(&mut random).is_none()).count();
        assert!((650..950).contains(&none), "{none}");
    }
}
