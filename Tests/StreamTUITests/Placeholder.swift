import Testing

@Suite struct StreamTUIPlaceholder {}
