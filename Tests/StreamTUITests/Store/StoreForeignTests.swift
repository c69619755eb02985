import StreamModel
import Testing

@testable import StreamHost

/// Databases that are not ours, and definitions that are not.
struct StoreForeignTests {
  private let stage = StoreStage()

  @Test func theDatabaseOfAnotherProgramIsSetAside() throws {
    stage.open().close()
    var bytes = stage.bytes("state.db")
    // `application_id`.
    bytes[68] ^= 1
    try stage.write(bytes, to: "state.db")
    #expect(stage.open().isOn)
    #expect(stage.bytes("state.db.bad") == bytes)
  }

  @Test(
    arguments: [
      "CREATE TRIGGER t AFTER INSERT ON mark BEGIN DELETE FROM kept; END",
      "CREATE TABLE more(x)", "DROP INDEX link_hash", "CREATE VIEW v AS SELECT 1",
    ] as [StaticString]
  )
  func foreignDefinitionsAreNotRun(_ sql: StaticString) throws {
    stage.open().close()
    try Database(path: stage.file("state.db")).run(sql)
    let store = stage.open()
    #expect(store.isOn && stage.names().contains("state.db.bad"))
    #expect(StoreStage.notices(store).count == 1)
  }

  @Test func aTriggerThatComesWhileTheStoreIsOpenIsNotRun() throws {
    let (store, source) = try stage.opened()
    store.keep(source, 1)
    try Database(path: stage.file("state.db"))
      .run("CREATE TRIGGER t AFTER INSERT ON mark BEGIN DELETE FROM kept; END")
    store.mark(source, [2])
    StoreStage.finish(store)
    #expect(store.kept()?.count == 1 && StoreStage.flags(store, source).count == 2)
  }
}
