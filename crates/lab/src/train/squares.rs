//! Least squares: the weights with which features predict a value best.

use crate::solver::solve;

/// The sums over all examples that the normal equations need.
#[derive(Clone)]
pub struct Squares<const FEATURES: usize> {
    products: [[f64; FEATURES]; FEATURES],
    targets: [f64; FEATURES],
}

/// Draws the weights towards 0, relative to what the examples say: enough to decide between features that say the same,
/// too little to matter elsewhere.
const RIDGE: f64 = 1e-4;

impl<const FEATURES: usize> Squares<FEATURES> {
    pub fn new() -> Squares<FEATURES> {
        Squares { products: [[0.0; FEATURES]; FEATURES], targets: [0.0; FEATURES] }
    }

    pub fn add(&mut self, features: &[f32; FEATURES], value: f32, weight: f32) {
        for ((products, target), &feature) in self.products.iter_mut().zip(&mut self.targets).zip(features) {
            let feature = f64::from(weight * feature);
            if feature == 0.0 {
                continue;
            }
            for (product, &other) in products.iter_mut().zip(features) {
                *product += feature * f64::from(other);
            }
            *target += feature * f64::from(value);
        }
    }

    /// Adds to the right-hand side alone.
    pub fn aim(&mut self, features: &[f32; FEATURES]) {
        for (target, &feature) in self.targets.iter_mut().zip(features) {
            *target += f64::from(feature);
        }
    }

    /// The weights that fit best; 0 for a feature that was always 0.
    pub fn solve(&self) -> [f32; FEATURES] {
        let (mut rows, values) = (self.products, self.targets);
        for (at, row) in rows.iter_mut().enumerate() {
            row[at] += RIDGE * row[at] + 1e-9;
        }
        let solved = solve(rows.iter().map(|row| row.to_vec()).collect(), values.to_vec());
        std::array::from_fn(|at| solved[at] as f32)
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
            let features = [(); 4].map(|()| random.below(100) as f32 / 100.0);
            let noise = random.below(2001) as f32 / 1000.0 - 1.0;
            let value =
                features.iter().zip(known).map(|(feature, weight)| feature * weight).sum::<f32>() + noise;
            squares.add(&features, value, 1.0);
        }
        for (found, known) in squares.solve().into_iter().zip(known) {
            assert!((found - known).abs() < 0.05, "{found} {known}");
        }
    }

    #[test]
    fn features_that_never_vary_or_say_the_same_do_no_harm() {
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
