package dev.takt.driver.ycsb.inside;

import dev.takt.driver.ycsb.boundary.BindingExit;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// What a binding finds in the place of [System]: its names and types are those of the members that
/// it stands for. There is one for each class loader.
public final class Console {

  /// Instead of [System#out].
  @SuppressWarnings("ConstantField") // the name is System's
  public static volatile PrintStream out = nowhere();

  /// Instead of [System#err].
  @SuppressWarnings("ConstantField") // the name is System's
  public static volatile PrintStream err = nowhere();

  private Console() {}

  /// Instead of [System#setOut]: for the binding alone.
  public static void setOut(PrintStream stream) {
    out = stream;
  }

  /// Instead of [System#setErr]: for the binding alone.
  public static void setErr(PrintStream stream) {
    err = stream;
  }

  /// Instead of [System#exit].
  public static void exit(int status) {
    throw new BindingExit(status);
  }

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
