/// Applies a configuration that was read again to the running viewer.
enum Configurator {
  /// Changes the options that differ from those configured before; others stay as keys have set them.
  static func apply(_ options: ViewOptions, _ keymap: Keymap, on desk: inout Desk) {
    let old = desk.configured
    desk.configured = options
    desk.view.options.configReport = options.configReport
    if options.idleDelay != old.idleDelay { desk.view.options.idleDelay = options.idleDelay }
    if options.readingMilliseconds != old.readingMilliseconds {
      desk.view.options.readingMilliseconds = options.readingMilliseconds
    }
    if options.figures != old.figures { desk.view.options.figures = options.figures }
    if options.measure != old.measure { desk.view.change(toMeasure: options.measure) }
    if options.density != old.density { desk.view.change(to: options.density) }
    if options.strategy != old.strategy {
      desk.view.memo.clear()
      desk.view.change(to: options.strategy)
    }
    // Rows state times and, in their hints, keys.
    desk.view.change(to: options.zone == old.zone ? nil : options.zone, keymap)
  }
}
