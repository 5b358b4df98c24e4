//! Discovery results of the resource kinds, and the next step.

use super::api_description::{Description, list_of};
use crate::contract::operation::PageForm;
use crate::model::discovery::{Described, Format, Knowledge, Lesson, Standing, Step};
use crate::model::resources::list_source::Mode;
use crate::model::resources::probe_result::{Answer, Verdict};
use crate::model::resources::resource_kind::Family;
use crate::model::route::Route;
use std::time::Duration;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Lifetime of a description before it is requested again.
const FRESH: Duration = Duration::from_hours(24);
/// Topic under which descriptions are stored.
pub const DESCRIPTION: &str = "description";
/// Topic under which the answers of lists are stored.
pub const FAMILY: &str = "family";
/// Name of the stored result of a missing description.
pub const NONE: &str = "none";

/// A description as the cache stores it.
#[derive(Serialize, Deserialize)]
pub struct KeptDescription {
    /// Its format.
    pub format: Format,
    /// Routes it names.
    pub routes: Vec<Route>,
}

impl Knowledge {
    /// Merges newer results from another copy; of two answers the later one wins.
    pub fn absorb(&mut self, other: Self) {
        for (family, answer) in other.answers {
            if self.answers.get(&family).is_none_or(|have| have.at <= answer.at) {
                self.answers.insert(family, answer);
            }
        }
        let at = |described: &Option<Described>| described.as_ref().map(|described| described.at);
        if at(&other.described) > at(&self.described) {
            self.described = other.described;
            self.undescribed = None;
        }
        if let Some(answer) = other.undescribed
            && at(&self.described).is_none_or(|at| at < answer.at)
        {
            self.undescribed = Some(answer);
        }
        self.unkept.extend(other.unkept);
    }

    /// Returns the newest description, if any.
    pub fn described(&self) -> Option<&Described> {
        self.described.as_ref()
    }

    /// Returns the reason for a missing description.
    pub fn undescribed(&self) -> Option<&Answer> {
        self.undescribed.as_ref()
    }

    /// Records a description.
    pub fn learn_description(&mut self, description: Description, at: Timestamp) {
        let kept = KeptDescription {
            format: description.format,
            routes: description.routes,
        };
        let lesson = Lesson {
            name: description.hash.clone(),
            // Texts always serialise.
            body: serde_json::to_string(&kept).unwrap_or_default(),
            at,
        };
        self.unkept.push((DESCRIPTION, lesson));
        self.described = Some(Described {
            format: kept.format,
            hash: description.hash,
            routes: kept.routes.into(),
            at,
        });
        self.undescribed = None;
    }

    /// Records that the description is unavailable.
    pub fn learn_no_description(&mut self, answer: Answer) {
        let lesson = Lesson {
            name: NONE.to_owned(),
            body: answer.to_text(),
            at: answer.at,
        };
        self.unkept.push((DESCRIPTION, lesson));
        self.undescribed = Some(answer);
    }

    /// Discards the description and all absence results, so that they are requested again.
    ///
    /// Stored results stay until new answers replace them.
    pub fn doubt_absences(&mut self) {
        (self.described, self.undescribed) = (None, None);
        self.answers
            .retain(|_, answer| !matches!(answer.verdict, Verdict::Absent | Verdict::Ambiguous));
    }

    /// Records the answer of a resource kind's list.
    pub fn learn(&mut self, family: Family, answer: Answer) {
        // A route that is still open is stored once a day at most.
        let same = self.answers.get(&family).is_some_and(|have| {
            have.verdict == Verdict::Open
                && answer.verdict == Verdict::Open
                && have.path == answer.path
                && answer.at.duration_since(have.at) < jiff::SignedDuration::from_hours(24)
        });
        if same {
            return;
        }
        let lesson = Lesson {
            name: family.name().to_owned(),
            body: answer.to_text(),
            at: answer.at,
        };
        self.unkept.push((FAMILY, lesson));
        self.answers.insert(family, answer);
    }

    /// Discards all answers after a change of key or service.
    pub fn forget(&mut self) {
        let unkept = std::mem::take(&mut self.unkept);
        *self = Self {
            unkept,
            ..Self::default()
        };
    }

    fn is_described(&self, now: Timestamp) -> bool {
        let fresh = |at: Timestamp| {
            now.duration_since(at) < jiff::SignedDuration::try_from(FRESH).unwrap_or_default()
        };
        self.described
            .as_ref()
            .is_some_and(|described| fresh(described.at))
            || self
                .undescribed
                .as_ref()
                .is_some_and(|answer| answer.holds_at(now))
    }

    fn listed(&self, family: Family) -> Option<&Route> {
        list_of(&self.described.as_ref()?.routes, family)
    }

    /// Returns the next step to discover the list of a resource kind.
    pub fn next(&self, family: Family, now: Timestamp) -> Step {
        if let Some(answer) = self.answers.get(&family).filter(|answer| answer.holds_at(now)) {
            return match answer.verdict {
                Verdict::Open => Step::Read,
                Verdict::Absent | Verdict::Ambiguous => Step::Watch,
                Verdict::Forbidden | Verdict::NeedsParameters => Step::Refused,
                Verdict::Later => Step::Wait(answer.until().unwrap_or(now)),
            };
        }
        if !self.is_described(now) {
            return Step::Describe;
        }
        if self.listed(family).is_some() || family.is_named() {
            Step::Read
        } else {
            Step::Probe
        }
    }

    /// Returns the discovery state of a resource kind.
    pub fn standing(&self, family: Family) -> Standing {
        let answer = self.answers.get(&family);
        let listed = self.listed(family);
        let spec = family.list().spec();
        let claimed = match listed {
            _ if family.is_named() => Mode::Documented,
            Some(_) => Mode::Discovered,
            None => Mode::Unknown,
        };
        let mode = match answer.map(|answer| answer.verdict) {
            Some(Verdict::Open) if claimed == Mode::Unknown => Mode::Probed,
            None | Some(Verdict::Later | Verdict::Open) => claimed,
            Some(Verdict::Absent | Verdict::Ambiguous) => Mode::Watched,
            Some(Verdict::Forbidden) => Mode::Forbidden,
            Some(Verdict::NeedsParameters) => Mode::NeedsParameters,
        };
        let paged_by_number = listed.is_some_and(|route| {
            let has = |name: &str| route.query.iter().any(|have| have == name);
            has("page") && !has("offset")
        });
        let path = match answer {
            Some(answer) if answer.verdict == Verdict::Open && listed.is_none() => answer.path.as_str(),
            _ => listed.map_or(spec.path, |route| route.path.as_str()),
        };
        Standing {
            family,
            mode,
            path: path.into(),
            form: if paged_by_number {
                PageForm::Page
            } else {
                spec.page.unwrap_or(PageForm::Items)
            },
            answer: answer.cloned(),
        }
    }

    /// Returns the discovery state of every resource kind.
    pub fn standings(&self) -> Vec<Standing> {
        Family::ALL
            .into_iter()
            .map(|family| self.standing(family))
            .collect()
    }

    /// Returns the query parameter names that the description lists for a path.
    pub fn parameters(&self, path: &str) -> Option<&[String]> {
        let routes = &self.described.as_ref()?.routes;
        let route = routes.iter().find(|route| route.reads() && route.matches(path))?;
        Some(&route.query)
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
