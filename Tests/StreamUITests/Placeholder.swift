import Testing

@Suite struct StreamUIPlaceholder {}
