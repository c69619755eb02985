import ArgumentParser
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The words of a command line such as view:NAME, which mean the posts of a saved view.
struct ViewWords {
  let words: [String]

  /// - Parameter names: the sources of the command line; a file of such a name comes first.
  init(in names: [String]) {
    words = names.filter { $0.hasPrefix("view:") && access($0, F_OK) != 0 }
  }

  /// Returns the views together with a filter: as they are written, and with what they stand for.
  ///
  /// - Throws: Status 1, after a message, if there is no such view, or if one is wrong.
  func joined(with filter: View?, _ saved: [SavedView]) throws -> (text: String, view: View) {
    let text = (words + [filter?.description].compactMap(\.self)).joined(separator: " ")
    do throws(ViewError) {
      return (try View(text).description, try saved.view(text))
    } catch {
      throw Diagnostics.failure("\(words.joined(separator: " ")): \(error.description)")
    }
  }

  /// Returns all subscriptions, which are meant where no other source stands beside the views.
  ///
  /// - Throws: Status 1, after a message, if there are none.
  func allSubscriptions() throws -> SubscriptionChoice {
    guard let all = SubscriptionChoice(named: []) else {
      throw Diagnostics.failure("\(words[0]): no subscriptions yet; add one: streamtui add ADDRESS")
    }
    return all
  }
}
