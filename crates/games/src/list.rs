//! The macro that makes, from the one list of games in `lib.rs`, everything that needs the list.

/// Makes from the list of games:
/// - the enum `GameId`
/// - `for_game!(id, G => …)`, which runs generic code for the game that an id names
/// - `each_game!(callback)`, which calls `callback! { module Type "id", … }` with the whole list, for code that must be
///   written out for each game: a test for each, say.
macro_rules! games {
    // The first token is a dollar sign: macros that write macros need one by another name.
    ($dollar:tt $($game:ident $Game:ident $id:literal),+ $(,)?) => {
        /// One of the games.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum GameId {
            $($Game),+
        }

        impl GameId {
            pub const ALL: [GameId; [$($id),+].len()] = [$(GameId::$Game),+];

            /// The id in records and on the command line.
            pub const fn id(self) -> &'static str {
                match self {
                    $(GameId::$Game => $id),+
                }
            }
        }

        /// Runs generic code for the game that an id names: `for_game!(id, G => G::ID)`.
        #[macro_export]
        macro_rules! for_game {
            ($dollar id:expr, $dollar Game:ident => $dollar body:expr) => {
                match $dollar id {
                    $($dollar crate::GameId::$Game => {
                        type $dollar Game = $dollar crate::$game::$Game;
                        $dollar body
                    })+
                }
            };
        }

        /// Calls a macro with all games: `callback! { module Type "id", … }`.
        #[macro_export]
        macro_rules! each_game {
            ($dollar callback:ident) => {
                $dollar callback! { $($game $Game $id),+ }
            };
        }
    };
}
