/// The names that the configuration adds to those of the command line.
struct AddedNames: Equatable {
  /// The commands of the tables `[commands.NAME]`.
  var commands: [OwnCommand] = []
  /// The names of the themes of the tables `[themes.NAME]`, in alphabetical order.
  var themes: [String] = []
  /// The names of the saved views, of the tables `[views.NAME]`.
  var views: [String] = []
}
