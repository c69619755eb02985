package import CellGrid

/// Maps roles to looks.
///
/// A built-in theme computes a look when it is asked for one, so a start costs only the looks that
/// are on the screen; a theme of the user holds the look of every role.
package struct Theme: Equatable, Sendable {
  package static let dark = Theme(.dark)
  package static let light = Theme(.light)
  package static let terminal = Theme(.terminal)

  private let base: BuiltInTheme
  /// The look of each role by its raw value; empty for a built-in theme.
  private let styles: [Style]

  package init(_ base: BuiltInTheme) {
    self.base = base
    styles = []
  }

  /// Makes a theme that differs from `base` in the styles that are stated.
  ///
  /// A role that is not stated takes the style of its parent if that is stated and `base` shows both
  /// alike, or if `inherits` holds; otherwise it looks as in `base`.
  package init(base: Theme, stated: [Role: Style], inherits: Bool = false) {
    self.base = base.base
    styles = Role.allCases.map { role in
      var source = role
      while stated[source] == nil, let parent = RoleName(source).parent,
        inherits || base.style(parent) == base.style(source)
      {
        source = parent
      }
      return stated[source] ?? base.style(role)
    }
  }

  /// The backgrounds on which the theme is meant to be read; none if any will do.
  package var grounds: [Color] { base.grounds }

  package var isForLight: Bool { base == .light || base == .contrastLight }

  /// Returns the look of `role` with `emphasis`.
  package func style(_ role: Role, _ emphasis: Emphasis = []) -> Style {
    let index = Int(role.rawValue)
    let look = styles.indices.contains(index) ? styles[index] : base.style(of: role)
    guard !emphasis.isEmpty else { return look }
    var attributes = look.attributes
    if emphasis.contains(.bold) { attributes.insert(.bold) }
    if emphasis.contains(.italic) { attributes.insert(.italic) }
    if emphasis.contains(.underline) { attributes.insert(.underline) }
    if emphasis.contains(.strike) { attributes.insert(.strike) }
    if emphasis.contains(.small) { attributes.insert(.dim) }
    return Style(
      foreground: look.foreground,
      background: look.background,
      attributes: attributes
    )
  }
}
