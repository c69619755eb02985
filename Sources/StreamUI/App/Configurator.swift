/// Applies a configuration that was read again to the running viewer.
enum Configurator {
  /// Applies the configuration for the sources of another stream, if it is another one.
  static func change(to options: ViewOptions, _ keymap: Keymap, on desk: inout Desk) {
    var options = options
    options.stream = desk.configured.stream
    guard options != desk.configured || keymap != desk.view.keymap.keymap else { return }
    apply(options, keymap, on: &desk)
  }

  /// Changes the options that differ from those configured before; others stay as keys have set them.
  static func apply(_ options: ViewOptions, _ keymap: Keymap, on desk: inout Desk) {
    let old = desk.configured
    desk.configured = options
    desk.view.options.configReport = options.configReport
    desk.view.options.themes = options.themes
    desk.view.options.panelWidth = options.panelWidth
    desk.view.options.take(\.idleDelay, of: options, unlike: old)
    desk.view.options.take(\.readingMilliseconds, of: options, unlike: old)
    desk.view.options.take(\.figures, of: options, unlike: old)
    desk.view.options.take(\.sticksToTop, of: options, unlike: old)
    if !desk.view.options.hasPanel { desk.view.options.showsPanel = false }
    if options.measure != old.measure { desk.view.change(.measure(options.measure)) }
    if options.foldLines != old.foldLines { desk.view.change(.foldLines(options.foldLines)) }
    if options.density != old.density { desk.view.change(.density(options.density)) }
    if options.strategy != old.strategy {
      desk.view.memo.clear()
      desk.view.change(.strategy(options.strategy))
    }
    // Rows state times and, in their hints, keys.
    desk.view.change(.zone(options.zone == old.zone ? nil : options.zone, keymap))
  }
}

extension ViewOptions {
  /// Takes an option that is not as it was configured before.
  fileprivate mutating func take<Value: Equatable>(
    _ option: WritableKeyPath<ViewOptions, Value>,
    of options: ViewOptions,
    unlike old: ViewOptions
  ) {
    if options[keyPath: option] != old[keyPath: option] {
      self[keyPath: option] = options[keyPath: option]
    }
  }
}
