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
    if options.idleDelay != old.idleDelay { desk.view.options.idleDelay = options.idleDelay }
    if options.readingMilliseconds != old.readingMilliseconds {
      desk.view.options.readingMilliseconds = options.readingMilliseconds
    }
    if options.figures != old.figures { desk.view.options.figures = options.figures }
    if options.measure != old.measure { desk.view.change(.measure(options.measure)) }
    if options.foldLines != old.foldLines { desk.view.change(.foldLines(options.foldLines)) }
    desk.view.options.panelWidth = options.panelWidth
    if options.sticksToTop != old.sticksToTop {
      desk.view.options.sticksToTop = options.sticksToTop
    }
    if !desk.view.options.hasPanel { desk.view.options.showsPanel = false }
    if options.density != old.density { desk.view.change(.density(options.density)) }
    if options.strategy != old.strategy {
      desk.view.memo.clear()
      desk.view.change(.strategy(options.strategy))
    }
    // Rows state times and, in their hints, keys.
    desk.view.change(.zone(options.zone == old.zone ? nil : options.zone, keymap))
  }
}
