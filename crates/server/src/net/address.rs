//! Where a request comes from, and how limits tell clients apart.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;

const FORWARDED: &str = "x-forwarded-for";

/// The address of the client behind our own proxy. The proxy has appended the last address itself; a client can write
/// those before it, in the same line or in lines of its own. If the last one is unreadable, the proxy is the client.
pub fn behind_proxy(headers: &HeaderMap, peer: IpAddr) -> IpAddr {
    let line = headers.get_all(FORWARDED).iter().next_back().and_then(|line| line.to_str().ok());
    let last = line.and_then(|line| line.rsplit(',').next());
    last.and_then(|last| read(last.trim())).unwrap_or(peer)
}

/// Reads an address with or without a port, as proxies write it.
fn read(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse::<Ipv6Addr>().ok().map(IpAddr::V6);
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.parse().ok().or_else(with_port).or_else(bare)
}

/// What limits count by: a whole IPv4 address, or the /64 network of an IPv6 address. A single customer of a provider
/// has at least such a network and can use any address in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source(IpAddr);

impl From<IpAddr> for Source {
    fn from(address: IpAddr) -> Source {
        Source(match address.to_canonical() {
            IpAddr::V4(address) => address.into(),
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
        })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(network) => write!(f, "{network}/64"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROXY: &str = "127.0.0.1";

    /// The client's address if the proxy has sent these lines.
    fn client(lines: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(FORWARDED, line.to_vec().try_into().expect("a header value"));
        }
        behind_proxy(&headers, PROXY.parse().expect("an address")).to_string()
    }

    #[test]
    fn an_address_is_read_in_every_form_that_proxies_write() {
        for (form, address) in [
            ("1.2.3.4", "1.2.3.4"),
            (" 1.2.3.4 ", "1.2.3.4"),
            ("1.2.3.4:567", "1.2.3.4"),
            ("2001:db8::1", "2001:db8::1"),
            ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:567", "2001:db8::1"),
            ("::ffff:1.2.3.4", "::ffff:1.2.3.4"),
        ] {
            assert_eq!(client(&[form.as_bytes()]), address, "{form}");
        }
    }

    /// Fault: a second `X-Forwarded-For` line passed the limits, because only the first line was read.
    #[test]
    fn the_last_address_of_all_lines_counts() {
        assert_eq!(client(&[b"10.0.0.9, 10.0.0.1"]), "10.0.0.1");
        assert_eq!(client(&[b"10.0.0.9", b"10.0.0.1"]), "10.0.0.1");
        assert_eq!(client(&[b"10.0.0.9, 10.0.0.8", b"10.0.0.7,10.0.0.1"]), "10.0.0.1");
    }

    #[test]
    fn the_proxy_is_the_client_if_the_last_address_is_unreadable() {
        for line in [
            "",
            "unknown",
            "10.0.0.1,",
            "10.0.0.1, x",
            "1.2.3",
            "1.2.3.4:",
            "1.2.3.4:99999",
            "[1.2.3.4]",
            "[::1",
        ] {
            assert_eq!(client(&[line.as_bytes()]), PROXY, "{line}");
        }
        assert_eq!(client(&[]), PROXY);
        assert_eq!(client(&[b"10.0.0.1", b"\xff"]), PROXY);
    }

    fn source(address: &str) -> Source {
        Source::from(address.parse::<IpAddr>().expect("an address"))
    }

    #[test]
    fn an_ipv4_address_counts_by_itself() {
        assert_eq!(source("1.2.3.4").to_string(), "1.2.3.4");
        assert_eq!(source("::ffff:1.2.3.4"), source("1.2.3.4"));
        assert_ne!(source("1.2.3.4"), source("1.2.3.5"));
    }

    /// Fault: a client passed the limits with the addresses of one /64.
    #[test]
    fn ipv6_addresses_count_by_their_network() {
        assert_eq!(source("2001:db8::1").to_string(), "2001:db8::/64");
        assert_eq!(source("2001:db8::1"), source("2001:db8::ffff:ffff:ffff:ffff"));
        assert_ne!(source("2001:db8::1"), source("2001:db8:0:1::1"));
    }
}
