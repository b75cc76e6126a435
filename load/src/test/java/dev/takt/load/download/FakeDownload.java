package dev.takt.load.download;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A download of two jars, and programs that stand for Maven.
record FakeDownload(Path folder) implements OptionalDownload {

  static final String ONE = "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
  static final String TWO = "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3";

  @Override
  public String name() {
    return "fake";
  }

  @Override
  public String version() {
    return "1.2";
  }

  @Override
  public String title() {
    return "Fake Server";
  }

  @Override
  public String pom() {
    return "<project/>";
  }

  /// The SHA-256 of "one" and "two".
  @Override
  public JarList jars() {
    return JarList.parse(ONE + " 3 one.jar\n" + TWO + " 3 two.jar\n");
  }

  /// A program that runs a script; `$jars` is the folder beside the POM.
  Path mvn(String script) throws IOException {
    Path program = folder.resolve("mvn");
    Files.writeString(
        program, "#!/bin/sh\necho \"$@\" >> \"${0%/*}/calls\"\njars=${3%/*}/jars\n" + script);
    program.toFile().setExecutable(true);
    return program;
  }

  /// How often Maven was called.
  long calls() throws IOException {
    Path calls = folder.resolve("calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }
}
