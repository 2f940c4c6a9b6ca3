//! Least squares: weights with which terms foretell a value.

/// What is kept of all examples: the sums that the normal equations need.
#[derive(Clone)]
pub struct Squares<const TERMS: usize> {
    products: [[f64; TERMS]; TERMS],
    targets: [f64; TERMS],
}

/// How much the weights are drawn towards 0, as a share of what the examples say: enough to decide between terms
/// that say the same, too little to matter elsewhere.
const RIDGE: f64 = 1e-4;

impl<const TERMS: usize> Squares<TERMS> {
    /// No examples.
    pub fn new() -> Squares<TERMS> {
        Squares { products: [[0.0; TERMS]; TERMS], targets: [0.0; TERMS] }
    }

    /// Adds an example that counts as much as `weight` says.
    pub fn add(&mut self, terms: &[f32; TERMS], value: f32, weight: f32) {
        for ((products, target), &term) in self.products.iter_mut().zip(&mut self.targets).zip(terms) {
            let term = f64::from(weight * term);
            if term == 0.0 {
                continue;
            }
            for (product, &other) in products.iter_mut().zip(terms) {
                *product += term * f64::from(other);
            }
            *target += term * f64::from(value);
        }
    }

    /// Adds to the right-hand side alone.
    pub fn aim(&mut self, terms: &[f32; TERMS]) {
        for (target, &term) in self.targets.iter_mut().zip(terms) {
            *target += f64::from(term);
        }
    }

    /// The weights that fit best; 0 for a term that never varied.
    pub fn solve(&self) -> [f32; TERMS] {
        let (mut rows, mut values) = (self.products, self.targets);
        for (at, row) in rows.iter_mut().enumerate() {
            row[at] += RIDGE * row[at] + 1e-9;
        }
        // Elimination needs no search for pivots: with the ridge the matrix is positive definite.
        for pivot in 0..TERMS {
            let above = rows[pivot];
            for row in pivot + 1..TERMS {
                let factor = rows[row][pivot] / above[pivot];
                for (entry, above) in rows[row].iter_mut().zip(above).skip(pivot) {
                    *entry -= factor * above;
                }
                values[row] -= factor * values[pivot];
            }
        }
        for row in (0..TERMS).rev() {
            for column in row + 1..TERMS {
                values[row] -= rows[row][column] * values[column];
            }
            values[row] /= rows[row][row];
        }
        values.map(|value| value as f32)
    }
}

#[cfg(test)]
mod tests {
    use cards::{Quick, Random};

    use super::*;

    #[test]
    fn known_weights_are_found_again() {
        let known = [2.0, -0.5, 0.0, 7.25];
        let random = &mut Quick::new(1);
        let mut squares = Squares::new();
        for _ in 0..20_000 {
            let terms = [(); 4].map(|()| random.below(100) as f32 / 100.0);
            let noise = random.below(2001) as f32 / 1000.0 - 1.0;
            let value = terms.iter().zip(known).map(|(term, weight)| term * weight).sum::<f32>() + noise;
            squares.add(&terms, value, 1.0);
        }
        for (found, known) in squares.solve().into_iter().zip(known) {
            assert!((found - known).abs() < 0.05, "{found} {known}");
        }
    }

    #[test]
    fn terms_that_never_vary_or_say_the_same_do_no_harm() {
        let mut squares = Squares::new();
        for value in 1..100u8 {
            let value = f32::from(value);
            squares.add(&[value, value, 0.0], 4.0 * value, 1.0);
        }
        let [one, same, never] = squares.solve();
        assert!(
            (one - 2.0).abs() < 0.01 && (same - 2.0).abs() < 0.01 && never == 0.0,
            "{one} {same} {never}"
        );
    }
}
