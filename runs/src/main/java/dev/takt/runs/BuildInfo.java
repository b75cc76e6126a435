package dev.takt.runs;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/// What the build has written down of itself.
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
    return new Environment.Takt(
        build.getProperty("version", Environment.UNKNOWN),
        build.getProperty("revision", Environment.UNKNOWN));
  }
}
