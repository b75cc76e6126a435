package dev.takt.runs.model;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// What the build recorded about itself.
final class BuildInfo {

  private BuildInfo() {}

  static Environment.Takt read() {
    Properties build = new Properties();
    try (InputStream in = BuildInfo.class.getResourceAsStream("build.properties")) {
      if (in != null) {
        build.load(in);
      }
    } catch (IOException _) {
      build.clear();
    }
    return of(build);
  }

  /// @param build what the build recorded: the revision if it ran in a repository, the archived one
  ///   if the sources came from `git archive`
  static Environment.Takt of(Properties build) {
    String revision = build.getProperty("revision", Environment.UNKNOWN);
    String archived = build.getProperty("archived", "");
    boolean isFromArchive =
        revision.equals(Environment.UNKNOWN) && archived.matches("[0-9a-f]{4,40}");
    return new Environment.Takt(
        build.getProperty("version", Environment.UNKNOWN), isFromArchive ? archived : revision);
  }
}
