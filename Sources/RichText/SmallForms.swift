/// Sub- and superscript forms that Unicode has (blocks "Superscripts and Subscripts", "Phonetic
/// Extensions", "Spacing Modifier Letters" and "Latin-1 Supplement").
enum SmallForms {
  /// The raised or lowered form of `scalar`; nil when there is none.
  ///
  /// Blanks stay blanks.
  static func form(of scalar: Unicode.Scalar, raised: Bool) -> Unicode.Scalar? {
    if scalar == " " || scalar == "\u{A0}" { return scalar }
    return raised ? superscripts[scalar] : subscripts[scalar]
  }

  private static let superscripts = table(
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθιφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᶥᵠᵡ"
  )

  private static let subscripts = table(
    "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
    "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
  )

  private static func table(_ from: String, _ to: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(zip(from.unicodeScalars, to.unicodeScalars)) { first, _ in first }
  }
}
