import CellGrid
import StreamModel
import Testing

@testable import StreamUI

/// An undo gives the posts back to the lists that they have left, in their place.
struct UndoneListTests {
  /// The numbers of the posts on the screen, from its first line to its last.
  private func numbers(on stage: ReadingStage) -> [Int] {
    stage.viewer.page.compactMap { line in
      line.firstRange(of: "text ").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
    }
  }

  @Test func theEmptyListOfUnreadPostsIsFullAgain() throws {
    var stage = try ReadingStage(after: ":unread<CR>Aq:unread<CR>")
    #expect(stage.viewer.page.joined().contains("No unread posts"))
    try stage.play("u")
    #expect(stage.viewer.status.contains("40 posts are unread again"))
    #expect(numbers(on: stage).prefix(3) == [1, 2, 3])
    try stage.play("t")
    #expect(stage.viewer.status.contains("unread 2 of 40"))
  }

  @Test func aSingleMarkThatIsUndoneComesBackInItsPlace() throws {
    var stage = try ReadingStage(after: "JJR:unread<CR>")
    #expect(numbers(on: stage).prefix(4) == [1, 2, 4, 5])
    try stage.play("gJJ")
    let selection = stage.viewer.app.view.list.selection
    try stage.play("u")
    #expect(stage.viewer.status.contains("1 post is unread again"))
    #expect(Set(numbers(on: stage)).contains(3))
    #expect(numbers(on: stage) == numbers(on: stage).sorted())
    // The reader stands on the same post as before.
    #expect(stage.viewer.app.view.list.selection == selection)
    #expect(stage.viewer.app.view.status.contains("unread 4 of 40"))
  }

  @Test func listsBelowGetTheirPostsBack() throws {
    var stage = try ReadingStage(after: "A&is:unread<CR>")
    #expect(stage.viewer.app.view.status.contains("0 of 40"))
    try stage.play("u")
    #expect(stage.viewer.app.view.status.hasPrefix("1 of 40"))
    try stage.play("&&A:unread<CR>?u")
    try stage.play("q")
    #expect(numbers(on: stage).prefix(3) == [1, 2, 3])
  }
}
