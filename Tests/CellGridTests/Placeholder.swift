import Testing

@Suite struct CellGridPlaceholder {}
