//! The one solver of linear equations.

/// Solves linear equations by elimination with partial pivoting.
pub fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&one, &other| rows[one][column].abs().total_cmp(&rows[other][column].abs()))
            .unwrap_or(column);
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let (done, below) = rows.split_at_mut(column + 1);
        let top = &done[column];
        for (row, at) in below.iter_mut().zip(column + 1..) {
            let factor = row[column] / top[column];
            for (value, above) in row.iter_mut().zip(top).skip(column) {
                *value -= factor * above;
            }
            right[at] -= factor * right[column];
        }
    }
    for column in (0..size).rev() {
        let known: f64 = (column + 1..size).map(|other| rows[column][other] * right[other]).sum();
        right[column] = (right[column] - known) / rows[column][column];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::solve;

    /// The first pivot is 0, so the rows must be swapped.
    #[test]
    fn a_system_with_a_zero_pivot_is_solved() {
        let rows = vec![vec![0.0, 2.0, 1.0], vec![1.0, -2.0, -3.0], vec![-1.0, 1.0, 2.0]];
        let found = solve(rows, vec![-8.0, 0.0, 3.0]);
        for (found, expected) in found.into_iter().zip([-4.0, -5.0, 2.0]) {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
    }
}
