//! Where this machine is found in its networks.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The addresses by which others in this machine's networks reach what listens at `listen`, the likeliest first.
pub fn reached_at(listen: SocketAddr) -> Vec<String> {
    let all = if listen.ip().is_unspecified() { in_the_networks() } else { vec![listen.ip()] };
    let others = all.into_iter().filter(|ip| !ip.is_loopback());
    others.map(|ip| format!("http://{}/", SocketAddr::new(ip, listen.port()))).collect()
}

/// This machine's IPv4 addresses, the one of its way to the internet first. Link-local ones are left out.
fn in_the_networks() -> Vec<IpAddr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default().into_iter().map(|network| network.ip());
    let is_of_use = |ip: &IpAddr| matches!(ip, IpAddr::V4(ip) if !ip.is_loopback() && !ip.is_link_local());
    let first = towards_the_internet().filter(is_of_use);
    first.into_iter().chain(all.filter(|ip| is_of_use(ip) && Some(*ip) != first)).collect()
}

/// Nothing is sent: connecting a UDP socket only makes the system pick a route.
fn towards_the_internet() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}

/// Whether `host`, of a `Host` header, is what each machine calls itself.
pub fn is_this_machine(host: &str) -> bool {
    let name = if host.starts_with('[') { host.split_inclusive(']').next() } else { host.split(':').next() };
    let ip = name.and_then(|name| name.trim_matches(['[', ']']).parse::<IpAddr>().ok());
    ip.map_or(name.is_some_and(|name| name.eq_ignore_ascii_case("localhost")), |ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_calls_itself_by_few_names() {
        for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:80", "127.1.2.3", "[::1]:8080", "[::1]"] {
            assert!(is_this_machine(host), "{host}");
        }
        for host in
            ["localhost.example", "192.0.2.7:8080", "example.org", "[fd00::2]:8080", "", ":80", "127.0.0.1.example"]
        {
            assert!(!is_this_machine(host), "{host}");
        }
    }

    #[test]
    fn what_listens_to_this_machine_alone_is_found_by_nobody_else() {
        assert_eq!(reached_at("127.0.0.1:8080".parse().unwrap()), Vec::<String>::new());
        assert_eq!(reached_at("[::1]:8080".parse().unwrap()), Vec::<String>::new());
        assert_eq!(reached_at("192.0.2.7:8080".parse().unwrap()), ["http://192.0.2.7:8080/"]);
        for found in reached_at("0.0.0.0:80".parse().unwrap()) {
            assert!(found.starts_with("http://") && !found.contains("127.0.0.1"), "{found}");
        }
    }
}
