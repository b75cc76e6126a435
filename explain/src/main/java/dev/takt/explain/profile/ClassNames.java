package dev.takt.explain.profile;

/// The names of classes as recordings have them.
final class ClassNames {

  private ClassNames() {}

  /// The name as in source code: `byte[]` for `[B`, `java.lang.String[][]` for
  /// `[[Ljava.lang.String;`.
  static String readable(String name) {
    int dimensions = 0;
    while (dimensions < name.length() && name.charAt(dimensions) == '[') {
      dimensions++;
    }
    if (dimensions == 0 || dimensions == name.length()) {
      return name;
    }
    String element = name.substring(dimensions);
    String type =
        switch (element) {
          case "Z" -> "boolean";
          case "B" -> "byte";
          case "C" -> "char";
          case "S" -> "short";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1)
                  : element;
        };
    return type + "[]".repeat(dimensions);
  }
}
