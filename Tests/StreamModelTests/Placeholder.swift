import Testing

@Suite struct StreamModelPlaceholder {}
