package dev.takt.imports.command;

/// The kinds of files that can be imported.
enum FileKind {
  HAR("har", "recording.har", "a HAR file, which browsers record"),
  POSTMAN("postman", "collection.json", "a collection of Postman"),
  OPENAPI("openapi", "openapi.yaml", "an OpenAPI 3 description, in JSON or YAML"),
  JMX("jmx", "plan.jmx", "a test plan of JMeter"),
  K6("k6", "script.js", "a script of k6");

  private final String word;
  private final String example;
  private final String summary;

  FileKind(String word, String example, String summary) {
    this.word = word;
    this.example = example;
    this.summary = summary;
  }

  String word() {
    return word;
  }

  /// The name of a file.
  String example() {
    return example;
  }

  String summary() {
    return summary;
  }
}
