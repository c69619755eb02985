import CellGrid
import StreamModel

/// Builds the row of a link on the page of followed links.
///
/// It shows the target with its host emphasized, and below it when and how the reader followed it,
/// and from which source.
enum VisitedRow {
  static func row(_ link: VisitedLink, now: Timestamp, zone: TimeZoneRules) -> Row {
    let facts = [
      RelativeTime.text(link.time, now: now, zone: zone), link.manner.words, link.source,
    ].compactMap(\.self).joined(separator: " · ")
    return Row(
      before: [
        MetaLine(LinkRow.runs(ofTarget: link.address, indent: ""), overflow: .wrap(hang: 2)),
        MetaLine([.init(SafeText(sanitizing: "  \(facts)"), .faint)]),
      ],
      endsWithGap: false
    )
  }

  /// A host whose addresses open without a question, or did until the reader removed it here.
  static func row(
    _ host: TrustedHost,
    isTrusted: Bool,
    now: Timestamp,
    zone: TimeZoneRules
  ) -> Row {
    let age = RelativeTime.text(host.time, now: now, zone: zone)
    let fact =
      if TrustedHost.pictureHost(host.name) != nil {
        isTrusted ? "its pictures are shown without a key · \(age)" : "its pictures wait for a key"
      } else {
        isTrusted ? "trusted host · opens without a question · \(age)" : "asked about again"
      }
    return Row(
      before: [
        MetaLine([.init(SafeText(sanitizing: host.name), isTrusted ? .text : .faint, .bold)]),
        MetaLine([.init(SafeText(sanitizing: "  \(fact)"), .faint)]),
      ],
      endsWithGap: false
    )
  }
}
