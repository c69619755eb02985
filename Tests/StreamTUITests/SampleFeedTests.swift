import Foundation
import Testing

@testable import StreamHost

struct SampleFeedTests {
  @Test func theProgramCarriesTheSampleOfThePackage() throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: Program.sample))
    let carried = String(describing: SampleFeed.text)
    #expect(Data(carried.utf8) == file.dropLast(), "run script/generate-sample")
  }
}
