import Foundation

/// Whether tests may take minutes (`script/test --long`).
package let isLongRun = ProcessInfo.processInfo.environment["STREAMTUI_LONG_TESTS"] != nil
