import Foundation

let isLongRun = ProcessInfo.processInfo.environment["STREAMTUI_LONG_TESTS"] != nil
