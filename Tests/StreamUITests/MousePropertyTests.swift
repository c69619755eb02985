import CellGrid
import StreamModel
import TestSupport
import Testing

@testable import StreamUI

/// Random scripts of the mouse, with keys and resizes in between.
struct MousePropertyTests {
  private static let keys: [Key] = [
    "j", "J", "G", "g", " ", ">", "<", "+", "-", "x", "z", "l", "a", "q", "3", "/", ":", "?",
    .control("l"), Key(.tab), Key(.enter), Key(.escape), "S", "o",
  ]

  @Test(arguments: 0..<(isLongRun ? 10 : 3))
  func nothingStaysPressedAndNoKeyIsLost(_ part: Int) throws {
    let feed =
      switch part {
      case 0: try Feeds.sample()
      case 1: Feeds.feed(Feeds.generated(30))
      default: Feeds.feed(Feeds.linked(10 * part))
      }
    while try feed.advance(bytes: 1 << 20) == .more {}
    for script in (part * 100)..<(part * 100 + (isLongRun ? 100 : 30)) {
      var random = SplitMix(seed: UInt64(script))
      var app = App(Timeline(feed))
      app.becomeRich()
      var time = 10_000
      for _ in 0..<(20 + random.below(60)) {
        time += random.below(60)
        Self.act(on: &app, at: time, &random)
      }
      // A last release, anywhere, or what breaks a gesture off.
      switch random.below(3) {
      case 0: app.feel(Self.event(.release, &random), at: time)
      case 1: Self.send(.resized(Size(columns: 80, lines: 24)), to: &app, at: time)
      default: Self.send(.resumed, to: &app, at: time)
      }
      Self.expectNothingPressed(app, script)
      Self.expectNoKeyIsLost(app, at: time, script, &random)
    }
  }

  private static func act(on app: inout App, at time: Int, _ random: inout SplitMix) {
    switch random.below(20) {
    case 0..<5: app.feel(event(.press, &random), at: time)
    case 5..<9: app.feel(event(.drag, &random), at: time)
    case 9..<13: app.feel(event(.release, &random), at: time)
    case 13: app.feel(event(.wheelDown, &random), at: time)
    case 14:
      let kinds: [MouseEvent.Kind] = [.wheelUp, .wheelLeft, .wheelRight]
      app.feel(event(kinds[random.below(3)], &random), at: time)
    case 15:
      let size = Size(columns: random.below(100), lines: random.below(30))
      send(.resized(size), to: &app, at: time)
    case 16: app.becomeRich()
    case 17: app.frameShown(app.frameAck)
    default: send(.input(.key(keys[random.below(keys.count)])), to: &app, at: time)
    }
    if app.pointer.pressed != nil {
      #expect(app.pointer.isPressed)
      #expect(app.pointer.pressed?.focus == app.view.list.focus)
    }
  }

  /// One that lies on the screen or outside of it; two clicks in a row often lie on one place.
  private static func event(_ kind: MouseEvent.Kind, _ random: inout SplitMix) -> MouseEvent {
    let modifiers: [Key.Modifiers] = [[], [], [], [], [], .control, .shift, .alt]
    let place = random.below(3) == 0 ? (9, 1) : (random.below(110), random.below(34))
    return MouseEvent(
      kind,
      button: random.below(8) == 0 ? random.below(3) : 0,
      column: place.0,
      line: place.1,
      modifiers: modifiers[random.below(modifiers.count)]
    )
  }

  private static func send(_ event: Event, to app: inout App, at time: Int) {
    let moment = Moment(nanoseconds: 0).advanced(byMilliseconds: time)
    _ = app.handle(event, at: moment, wall: Stage.wall)
  }

  private static func expectNothingPressed(_ app: App, _ script: Int) {
    #expect(app.pointer.pressed == nil, "script \(script)")
    #expect(!app.pointer.isPressed, "script \(script)")
    let roles = app.draw().lines.flatMap(\.cells).map(\.role)
    #expect(!roles.contains(.linkPressed), "script \(script)")
  }

  private static func expectNoKeyIsLost(
    _ app: App,
    at time: Int,
    _ script: Int,
    _ random: inout SplitMix
  ) {
    let all = keys + ["y", "n", .control("c")]
    for _ in 0..<5 {
      let key = all[random.below(all.count)]
      var touched = app
      var fresh = app
      let moment = Moment(nanoseconds: 0).advanced(byMilliseconds: time + 1)
      // A program that was stopped and goes on has no gesture in progress.
      _ = fresh.handle(.resumed, at: moment, wall: Stage.wall)
      let effects = touched.handle(.input(.key(key)), at: moment, wall: Stage.wall)
      #expect(
        effects == fresh.handle(.input(.key(key)), at: moment, wall: Stage.wall),
        "\(KeyName.text(of: key)) after script \(script)"
      )
      #expect(
        touched.stateDump() == fresh.stateDump(),
        "\(KeyName.text(of: key)) after script \(script)"
      )
    }
  }
}
