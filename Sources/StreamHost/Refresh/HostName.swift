import Glibc

/// A look for a name among the hosts that this machine knows or can ask for.
package enum HostName {
  /// Whether no host has the name; false where nobody could be asked, as without a network.
  ///
  /// curl ends with 6 in both cases.
  package static func isUnknown(_ host: String) -> Bool {
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, nil, nil, &found)
    if let found { freeaddrinfo(found) }
    return status == EAI_NONAME
  }
}
