//! Names for bots, so that people at a table can speak of them.

use crate::protocol::{Chair, TableInfo};

const NAMES: [&str; 24] = [
    "Aki", "Botan", "Chidori", "Daichi", "Emi", "Fuji", "Ginko", "Haru", "Isamu", "Juri", "Kaede", "Michi",
    "Nagi", "Oki", "Ren", "Sakura", "Tama", "Ume", "Wakana", "Yuki", "Zen", "Hotaru", "Momiji", "Suzu",
];

/// The first name that nobody at the table has. Tables begin at different places in the list, each always at the
/// same one, so that replaying a journal gives the same names.
pub fn choose(table: &str, taken: &[&str]) -> &'static str {
    let start = table.bytes().fold(0, |sum, byte| sum + usize::from(byte)) % NAMES.len();
    let names = NAMES[start..].iter().chain(&NAMES[..start]);
    // A table has far fewer seats than there are names.
    names.copied().find(|name| !taken.contains(name)).unwrap_or(NAMES[start])
}

/// A name of the list, as it stands there.
pub fn known(name: &str) -> Option<&'static str> {
    NAMES.iter().copied().find(|known| *known == name)
}

/// Gives names to bots that have none. Earlier versions of the server left them out of the lobby's lists.
pub fn complete(table: &mut TableInfo) {
    for seat in 0..table.chairs.len() {
        let names = table.chairs.iter().filter_map(|chair| match chair {
            Chair::Bot { name, .. } | Chair::Person { name, .. } => Some(name.as_str()),
            Chair::Empty {} => None,
        });
        let free = choose(&table.id, &names.collect::<Vec<_>>());
        if let Chair::Bot { name, .. } = &mut table.chairs[seat]
            && name.is_empty()
        {
            free.clone_into(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_free_and_always_the_same() {
        let mut taken: Vec<&str> = Vec::new();
        for _ in 0..NAMES.len() {
            let name = choose("abcdefghijkm", &taken);
            assert!(!taken.contains(&name));
            assert_eq!(name, choose("abcdefghijkm", &taken));
            taken.push(name);
        }
        assert_ne!(choose("abcdefghijkm", &[]), choose("abcdefghijkn", &[]));
    }

    #[test]
    fn a_list_of_an_earlier_version_is_completed() {
        let text = r#"{"id":"abcdefghijkm","game":"iroha","seats":3,"options":{"first":1},"clock":"none","public":true,
            "hints":false,"phase":"open","games":0,"chairs":[{"kind":"bot","bot":"easy"},{"kind":"empty"},
            {"kind":"bot","bot":"strong"}],"commitment":"00"}"#;
        let mut table: TableInfo = serde_json::from_str(text).unwrap();
        complete(&mut table);
        let [Chair::Bot { name: one, .. }, Chair::Empty {}, Chair::Bot { name: other, .. }] =
            &table.chairs[..]
        else {
            panic!("{table:?}")
        };
        assert!(!one.is_empty() && !other.is_empty() && one != other);
    }
}
