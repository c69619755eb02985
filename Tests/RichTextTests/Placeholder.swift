import Testing

@Suite struct RichTextPlaceholder {}
