import StreamModel

/// The login on a server of the fediverse: the reader allows it on the server's page, and copies a code from there.
///
/// Source: docs.joinmastodon.org (oauth, apps), RFC 6749 section 4.1, RFC 7636. Servers that know no challenge ignore it.
package final class FediverseLogin {
  static let scopes = "read write"

  /// The server's names for this program, with which a token is revoked.
  package struct App: Equatable, Sendable {
    let id: String
    let secret: String
  }

  package struct Grant {
    package let app: App
    package let token: String
    /// The user's name on that server.
    package let user: String
    /// A sentence about scopes that the server has not granted; nil if it has granted all, or does not say.
    package let lack: String?
  }

  private let connection: AccountConnection
  private let app: App
  private let redirect: String
  private let state: String?
  private let verifier = (0..<4).map { _ in hexDigits(UInt64.random(in: .min ... .max)) }.joined()

  /// Registers this program on the server; servers forget programs that nobody uses, so each login does.
  package init(
    _ connection: AccountConnection,
    _ loopback: LoopbackRedirect? = nil
  ) throws(AccountFailure) {
    (self.connection, state) = (connection, loopback?.state)
    // Without a browser here, the page shows the code, so that it can be read on another machine.
    redirect = loopback?.address ?? "urn:ietf:wg:oauth:2.0:oob"
    let answer = try Self.post(
      "/api/v1/apps",
      [("client_name", "streamtui"), ("redirect_uris", redirect), ("scopes", Self.scopes)],
      by: connection
    )
    guard let id = answer["client_id"], let secret = answer["client_secret"] else {
      throw AccountFailure(.answer, "\(connection.host) does not register programs")
    }
    app = App(id: id, secret: secret)
  }

  /// The address of the page where the reader agrees and gets the code.
  package var page: String {
    let challenge = Base64.encoded(SHA256.hash(of: Array(verifier.utf8)))
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    return connection.prefix + "/oauth/authorize?"
      + FormText.write([
        ("response_type", "code"), ("client_id", app.id), ("redirect_uri", redirect),
        ("scope", Self.scopes), ("code_challenge", challenge), ("code_challenge_method", "S256"),
      ]) + (state.map { "&state=\($0)" } ?? "")
  }

  package func finish(code: String) throws(AccountFailure) -> Grant {
    let answer: [String: String]
    do throws(AccountFailure) {
      answer = try Self.post(
        "/oauth/token",
        [
          ("grant_type", "authorization_code"), ("code", code), ("client_id", app.id),
          ("client_secret", app.secret), ("redirect_uri", redirect), ("scope", Self.scopes),
          ("code_verifier", verifier),
        ],
        by: connection
      )
    } catch {
      guard error.kind == .answer || error.kind == .login else { throw error }
      let end = error.text.hasSuffix(".") ? "" : "."
      let advice = "Log in again, and copy the code that the page shows then."
      throw AccountFailure(.login, "The code is not taken: \(error.text)\(end) \(advice)")
    }
    guard let token = answer["access_token"], !token.isEmpty else {
      throw AccountFailure(.answer, "\(connection.host) gives no token for this code")
    }
    let given = answer["scope"].map { Set($0.split(separator: " ").map(String.init)) }
    let missing = Self.scopes.split(separator: " ").filter { given?.contains(String($0)) == false }
    return Grant(
      app: app,
      token: token,
      user: try Self.user(of: token, connection),
      lack: missing.isEmpty
        ? nil : "\(connection.host) does not allow to \(missing.joined(separator: " or to "))"
    )
  }

  /// Asks whose token it is.
  static func user(
    of token: String,
    _ connection: AccountConnection
  ) throws(AccountFailure) -> String {
    let call = AccountConnection.Call(
      path: "/api/v1/accounts/verify_credentials",
      fields: [field(token)]
    )
    let answer = try connection.ask(call).checked(for: connection.host)
    guard let user = values(answer)["acct"] ?? values(answer)["username"] else {
      throw AccountFailure(.answer, "\(connection.host) does not say whose account it is")
    }
    return user
  }

  /// Revokes a token, so that nobody can use it.
  package static func revoke(
    _ token: String,
    of app: App,
    _ connection: AccountConnection
  ) throws(AccountFailure) {
    _ = try post(
      "/oauth/revoke",
      [("client_id", app.id), ("client_secret", app.secret), ("token", token)],
      by: connection
    )
  }

  static func field(_ token: String) -> String { "Authorization: Bearer \(token)" }

  private static func post(
    _ path: String,
    _ form: [(String, String)],
    by connection: AccountConnection
  ) throws(AccountFailure) -> [String: String] {
    let body = Array(FormText.write(form).utf8)
    let answer = try connection.ask(.init(method: .post, path: path, body: body))
    return values(try answer.checked(for: connection.host))
  }

  private static func values(_ answer: AccountConnection.Answer) -> [String: String] {
    JSONStrings.values(of: answer.body, depth: 1, textLimit: 10_000)
  }
}
