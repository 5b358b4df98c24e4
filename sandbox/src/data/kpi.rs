//! Consistent `kpi_snapshot`s, and a few that are faulty on purpose.
//!
//! All arithmetic uses integers: euros in cents, fractions in ten-thousandths, multiples in hundredths.

use std::fmt::Write as _;

use super::rng::{Random, exp};

/// The deliberate fault of a snapshot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PlantedFault {
    Nothing,
    /// A ratio that its own amounts contradict.
    Inconsistent,
    /// A percentage written where a fraction belongs.
    UnitSlip,
    /// A value outside the contract's range.
    OutOfRange,
}

/// The financial metrics of one deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GeneratedKpi {
    ltv: i64,
    ltc: i64,
    crd: i64,
    senior: i64,
    mezzanine: i64,
    value: i64,
    income: Option<Income>,
    loss: i64,
    score: i64,
    from_tranches: bool,
    /// True if decimals are sent as strings instead of numbers.
    decimals_as_strings: bool,
    planted: PlantedFault,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Income {
    noi: i64,
    service: i64,
    debt_yield: i64,
    dscr: i64,
    icr: i64,
}

impl GeneratedKpi {
    /// Draws a snapshot. `fixed` sets the LTV in ten-thousandths and the capital in hundreds of thousands of euros.
    /// `allow_out_of_range` allows values outside the contract's ranges.
    pub(crate) fn draw(
        random: &mut Random,
        classe: &str,
        fixed: Option<(i64, i64)>,
        allow_out_of_range: bool,
    ) -> Self {
        let ltv = match fixed {
            Some((ltv, _)) => ltv,
            None => ((6200.0 + 1000.0 * random.normal()) as i64).clamp(3000, 10_500),
        };
        let (crd, value) = if let Some((_, crd)) = fixed {
            (crd * 10_000_000, ratio(crd * 10_000_000, ltv, 10_000))
        } else {
            // Log-normal with median 3 M€, to the nearest ten thousand euros.
            let value = (300.0 * exp(0.8 * random.normal())).max(20.0) as i64 * 1_000_000;
            (ratio(value, 10_000, ltv), value)
        };
        let mezzanine = if random.percent(30) { ratio(crd, 100, random.between(10, 25)) } else { 0 };
        let cost = ratio(value, 100, random.between(86, 112));
        let no_income = if classe == "foncier" { 90 } else { 12 };
        let income = (!random.percent(no_income)).then(|| Income::draw(random, crd, value));
        let excess_ltv = (ltv - 7000).max(0);
        let loss =
            if random.percent(60) && excess_ltv == 0 { 0 } else { random.between(0, 300) + excess_ltv / 3 };
        let thin_coverage = income.map_or(40, |income| (140 - income.dscr).clamp(-60, 90));
        let score = (25 + (ltv - 5000) / 100 + thin_coverage / 2 + random.between(-6, 6)).clamp(1, 99);
        Self {
            ltv,
            ltc: ratio(crd, cost, 10_000).min(19_900),
            crd,
            senior: crd - mezzanine,
            mezzanine,
            value,
            income,
            loss: loss.min(9_000),
            score,
            from_tranches: random.percent(55),
            decimals_as_strings: random.percent(40),
            planted: match random.below(100) {
                _ if fixed.is_some() => PlantedFault::Nothing,
                0..=2 => PlantedFault::Inconsistent,
                3 => PlantedFault::UnitSlip,
                4..=5 => PlantedFault::OutOfRange,
                _ => PlantedFault::Nothing,
            },
        }
        .plant(random, allow_out_of_range)
    }

    fn plant(self, random: &mut Random, allow_out_of_range: bool) -> Self {
        // Draw in every case, so that later deals do not depend on `allow_out_of_range`.
        let planted = self.clone().with_planted(random);
        if allow_out_of_range || matches!(self.planted, PlantedFault::Nothing | PlantedFault::Inconsistent) {
            return planted;
        }
        Self { planted: PlantedFault::Nothing, ..self }
    }

    fn with_planted(mut self, random: &mut Random) -> Self {
        match self.planted {
            PlantedFault::Nothing => {}
            PlantedFault::Inconsistent => match (random.below(3), &mut self.income) {
                (0, Some(income)) => income.dscr = income.dscr.saturating_mul(4),
                (1, _) => self.senior += ratio(self.crd, 100, 4),
                _ => self.ltv = (self.ltv + 900).min(19_000),
            },
            PlantedFault::UnitSlip => self.ltv *= 100,
            PlantedFault::OutOfRange => match random.below(3) {
                0 => self.score = random.between(104, 130),
                1 => self.loss = -200,
                _ => self.ltv = -self.ltv,
            },
        }
        self
    }

    #[cfg(test)]
    pub(crate) fn planted(&self) -> PlantedFault {
        self.planted
    }

    /// Writes the snapshot as JSON.
    pub(crate) fn write(&self, out: &mut String) {
        out.push('{');
        self.number(out, "ltv", self.ltv, 4);
        self.number(out, "ltc", self.ltc, 4);
        if let Some(income) = self.income {
            self.number(out, "debt_yield", income.debt_yield, 4);
            self.number(out, "dscr", income.dscr, 2);
            self.number(out, "icr", income.icr, 2);
        }
        self.number(out, "pct_perte_estimee", self.loss, 4);
        let _ = write!(out, "\"risk_score_simple\":{},", self.score);
        let source = if self.from_tranches { "financing_tranches" } else { "operation_data" };
        let _ = write!(out, "\"crd_total_source\":\"{source}\",");
        self.number(out, "crd_total", self.crd, 2);
        self.number(out, "crd_senior", self.senior, 2);
        self.number(out, "crd_mezzanine", self.mezzanine, 2);
        self.number(out, "valeur_venale", self.value, 2);
        if let Some(income) = self.income {
            self.number(out, "noi", income.noi, 2);
            self.number(out, "service_dette", income.service, 2);
        }
        out.pop();
        out.push('}');
    }

    fn number(&self, out: &mut String, key: &str, scaled: i64, decimals: u32) {
        let unit = 10_u64.pow(decimals);
        let sign = if scaled < 0 { "-" } else { "" };
        let (integer, fraction) = (scaled.unsigned_abs() / unit, scaled.unsigned_abs() % unit);
        let quote = if self.decimals_as_strings { "\"" } else { "" };
        let width = decimals as usize;
        // Writing to a `String` cannot fail.
        let _ = write!(out, "\"{key}\":{quote}{sign}{integer}.{fraction:0width$}{quote},");
    }
}

impl Income {
    fn draw(random: &mut Random, crd: i64, value: i64) -> Self {
        let noi = ratio(value, 10_000, random.between(400, 800));
        let interest = ratio(crd, 10_000, random.between(500, 1_100)).max(1);
        let service = interest + ratio(crd, 10_000, random.between(0, 150));
        Self {
            noi,
            service,
            debt_yield: ratio(noi, crd.max(1), 10_000),
            dscr: ratio(noi, service, 100),
            icr: ratio(noi, interest, 100),
        }
    }
}

/// Returns `amount × times ÷ by`, rounded half away from zero.
fn ratio(amount: i64, divisor: i64, multiplier: i64) -> i64 {
    let (product, divisor) = (i128::from(amount) * i128::from(multiplier), i128::from(divisor.max(1)));
    let half = if product < 0 { -divisor / 2 } else { divisor / 2 };
    i64::try_from((product + half) / divisor).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rust_decimal::Decimal;

    use super::*;
    use crate::json::Object;

    fn decimals(kpi: &GeneratedKpi) -> HashMap<String, Decimal> {
        let mut json = String::new();
        kpi.write(&mut json);
        Object::parse(json.as_bytes())
            .unwrap()
            .iter()
            .filter(|(key, _)| *key != "crd_total_source")
            .map(|(key, raw)| (key.to_owned(), raw.trim_matches('"').parse().unwrap()))
            .collect()
    }

    fn is_close(a: Decimal, b: Decimal, tolerance: &str) -> bool {
        (a - b).abs() <= tolerance.parse().unwrap()
    }

    #[test]
    fn sound_snapshots_keep_the_identities() {
        let mut random = Random::new(1, "kpi");
        let (mut sound, mut without_income) = (0, 0);
        for _ in 0..5_000 {
            let kpi = GeneratedKpi::draw(&mut random, "bureaux", None, true);
            if kpi.planted() != PlantedFault::Nothing {
                continue;
            }
            sound += 1;
            let f = decimals(&kpi);
            assert_eq!(f["crd_senior"] + f["crd_mezzanine"], f["crd_total"]);
            assert!(is_close(f["crd_total"] / f["valeur_venale"], f["ltv"], "0.0001"), "{f:?}");
            let Some(noi) = f.get("noi") else {
                without_income += 1;
                assert!(!f.contains_key("dscr") && !f.contains_key("icr") && !f.contains_key("debt_yield"));
                continue;
            };
            assert!(is_close(noi / f["crd_total"], f["debt_yield"], "0.0001"), "{f:?}");
            assert!(is_close(noi / f["service_dette"], f["dscr"], "0.01"), "{f:?}");
            assert!(f["icr"] >= f["dscr"]);
        }
        assert!((4_600..4_800).contains(&sound), "{sound}");
        assert!((450..700).contains(&without_income), "{without_income}");
    }

    #[test]
    fn faults_are_planted_at_their_rates_and_show() {
        let mut random = Random::new(2, "kpi");
        let mut counts = HashMap::new();
        for _ in 0..20_000 {
            let kpi = GeneratedKpi::draw(&mut random, "mixte", None, true);
            let f = decimals(&kpi);
            let (two, hundred) = (Decimal::TWO, Decimal::ONE_HUNDRED);
            let out = f["ltv"] < Decimal::ZERO
                || f["risk_score_simple"] > hundred
                || f["pct_perte_estimee"] < Decimal::ZERO;
            assert_eq!(kpi.planted() == PlantedFault::UnitSlip, f["ltv"] > two, "{f:?}");
            assert_eq!(kpi.planted() == PlantedFault::OutOfRange, out, "{f:?}");
            *counts.entry(format!("{:?}", kpi.planted())).or_insert(0) += 1;
        }
        assert!((500..700).contains(&counts["Inconsistent"]), "{counts:?}");
        assert!((150..260).contains(&counts["UnitSlip"]), "{counts:?}");
        assert!((330..480).contains(&counts["OutOfRange"]), "{counts:?}");
    }

    #[test]
    fn a_fixed_ltv_is_exact() {
        let kpi = GeneratedKpi::draw(&mut Random::new(1, "kpi"), "bureaux", Some((7504, 314)), false);
        let f = decimals(&kpi);
        assert_eq!(f["ltv"], "0.7504".parse().unwrap());
        assert_eq!(f["crd_total"], "31400000".parse().unwrap());
    }

    #[test]
    fn ratios_round_half_away_from_zero() {
        assert_eq!((ratio(5, 10, 1), ratio(-5, 10, 1), ratio(14, 10, 1), ratio(1, 0, 1)), (1, -1, 1, 1));
    }
}
