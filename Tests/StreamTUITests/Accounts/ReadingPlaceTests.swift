import Testing

/// The place in the home timeline that programs share through the server.
struct ReadingPlaceTests {
  private let offer = "Read on where you stopped elsewhere: at a post of Ben (mark @)"

  private func refresh(_ server: HomeServer) throws {
    #expect(try server.run("$program refresh account:home.example").status == 0)
  }

  @Test func aPlaceElsewhereIsOfferedGoneToAndSet() throws {
    let server = try HomeServer.loggedIn()
    try server.change { $0.marker = "4x4" }
    try refresh(server)
    let pty = try server.viewer("account:home.example:home").drawing(offer)
    // Nothing has moved.
    pty.type("K", drawing: "post 1 of 10")
    pty.type("'@", drawing: "post 7 of 10")
    pty.type("Jm@", awaiting: "Other programs can read on here")
    #expect(try server.state().marker == "3x3")
    pty.type("g'@", drawing: "post 8 of 10")
    // What has been read here, or never came, is no place to go on from.
    pty.type("gR", awaiting: "Marked read")
    pty.quit()
    for place in ["3x10", "lost"] {
      try server.change { $0.marker = place }
      try refresh(server)
      let pty = try server.viewer("account:home.example:home")
      #expect(pty.draws("post 1 of 10") && !pty.text().contains("elsewhere"))
      pty.quit()
    }
  }

  @Test func aPlaceThatTheServerRefusesIsTold() throws {
    let server = try HomeServer.loggedIn()
    try server.change {
      $0.faults = [HomeServer.State.Fault(kind: "409", path: "/api/v1/markers", times: 9)]
    }
    let pty = try server.viewer("account:home.example:home").drawing("post 1 of 10")
    pty.type("m@", awaiting: "The server is not told")
    pty.quit()
    let odd = try server.run("$program refresh --place xyz account:home.example")
    #expect(odd.status == 1 && odd.errors.contains("xyz names no post"))
  }
}
