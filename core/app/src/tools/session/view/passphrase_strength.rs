//! Strength estimate of a passphrase while it is typed. The passphrase protects a secret in a file. An attacker with a
//! copy of the file can try passphrases without limit, so the user sees the strength before using it. Nothing is
//! stored.

/// Strength of a passphrase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Can be found by trying.
    Weak,
    /// Resists for some time.
    Fair,
    /// Resists an attack.
    Strong,
}

/// Minimum estimated bits of a fair and of a strong passphrase.
const MIN_BITS: (f64, f64) = (45.0, 70.0);

impl Strength {
    /// Estimates the strength from length, character classes, sequences and repetitions.
    #[must_use]
    pub fn estimate(passphrase: &str) -> Self {
        // Works in place: a copy would be another secret to wipe.
        let letters = || passphrase.chars();
        let has = |is: fn(char) -> bool| letters().any(is);
        let kinds = [
            (has(char::is_lowercase), 26.0),
            (has(char::is_uppercase), 26.0),
            (has(char::is_numeric), 10.0),
            (has(|letter| !letter.is_alphanumeric()), 12.0),
        ];
        let pool: f64 = kinds.iter().filter(|kind| kind.0).map(|kind| kind.1).sum();
        // Characters that continue a sequence add no information, and neither do a few repeated ones.
        let follows = |(prev, next): &(char, char)| (*next as u32).abs_diff(*prev as u32) <= 1;
        let following = letters().zip(letters().skip(1)).filter(follows).count();
        let distinct_count = letters().count() - following;
        let distinct = letters()
            .enumerate()
            .filter(|(at, letter)| !letters().take(*at).any(|before| before == *letter))
            .count();
        let bits = distinct_count.min(distinct * 2) as f64 * pool.max(1.0).log2();
        if bits < MIN_BITS.0 {
            Self::Weak
        } else if bits < MIN_BITS.1 {
            Self::Fair
        } else {
            Self::Strong
        }
    }

    /// Returns the level, from 1 to 3.
    #[must_use]
    pub fn level(self) -> usize {
        match self {
            Self::Weak => 1,
            Self::Fair => 2,
            Self::Strong => 3,
        }
    }

    /// Returns the message key of its label.
    #[must_use]
    pub fn label_key(self) -> &'static str {
        match self {
            Self::Weak => "passphrase-weak",
            Self::Fair => "passphrase-fair",
            Self::Strong => "passphrase-strong",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Strength;

    #[test]
    fn short_or_repetitive_passphrases_are_weak() {
        for weak in ["", "a", "secret", "aaaaaaaaaaaaaaaaaaaa", "abababababababab", "1234567890123", "été"]
        {
            assert_eq!(Strength::estimate(weak), Strength::Weak, "{weak}");
        }
        assert_eq!(Strength::estimate("tr0ub4dor&x"), Strength::Fair);
        for strong in ["cheval pile agrafe correcte", "words of one’s own, four"] {
            assert_eq!(Strength::estimate(strong), Strength::Strong, "{strong}");
        }
    }
}
