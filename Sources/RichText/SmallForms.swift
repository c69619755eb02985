/// The superscript and subscript forms of Unicode.
///
/// They come from the blocks "Superscripts and Subscripts", "Phonetic Extensions", "Spacing
/// Modifier Letters" and "Latin-1 Supplement".
enum SmallForms {
  /// Returns the raised or lowered form of `scalar`; nil if Unicode has none.
  ///
  /// Blanks stay as they are.
  static func form(of scalar: Unicode.Scalar, raised: Bool) -> Unicode.Scalar? {
    if scalar == " " || scalar == "\u{A0}" { return scalar }
    let (plain, small) = raised ? superscripts : subscripts
    var forms = small.unicodeScalars.makeIterator()
    for candidate in plain.unicodeScalars {
      let form = forms.next()
      if candidate == scalar { return form }
    }
    return nil
  }

  private static let superscripts = (
    "0123456789+-−=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWβγδθιφχ",
    "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵝᵞᵟᶿᶥᵠᵡ"
  )

  private static let subscripts = (
    "0123456789+-−=()aehijklmnoprstuvxβγρφχ",
    "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ"
  )
}
