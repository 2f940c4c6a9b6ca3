//! `irori train`: the same seed gives the same table.

use catalog::GameId;

use crate::run::irori;

fn table(game: &str, seed: &str) -> String {
    let ran = irori(&["train", game, "--games", "12", "--seed", seed], b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{game}");
    ran.out
}

#[test]
fn the_same_seed_gives_the_same_table_and_another_one_another() {
    let learning = GameId::ALL.into_iter().filter(|game| lab::train::of(*game).is_some());
    for game in learning.map(GameId::id) {
        let one = table(game, "one");
        assert_eq!(one, table(game, "one"), "{game}");
        assert_ne!(one.replace("one", "two"), table(game, "two"), "{game}");
        assert!(one.contains(&format!("\n# Made by `irori train {game} --games 12 --seed one`.\n")), "{one}");
        assert!(!one.contains("NaN") && !one.contains("inf"), "{one}");
    }
}
