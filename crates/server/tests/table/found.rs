//! What can be found over HTTP without knowing a table.

use catalog::GameId;

use crate::house::House;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_of_every_game_can_be_read_by_anybody() {
    let house = House::open().await;
    for game in GameId::ALL {
        let answer = house.server.get(&format!("/api/games/{game}/rules")).await.unwrap();
        assert_eq!((answer.status, answer.body.as_str()), (200, game.rules()));
        assert!(answer.head.contains("text/markdown; charset=utf-8"), "{}", answer.head);
    }
    let unknown = house.server.get("/api/games/chess/rules").await.unwrap();
    assert_eq!((unknown.status, unknown.code().as_str()), (404, "unknown-game"));
}
