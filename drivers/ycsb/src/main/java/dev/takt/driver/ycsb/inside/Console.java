package dev.takt.driver.ycsb.inside;

import dev.takt.driver.ycsb.boundary.BindingExit;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/// Replaces the streams and the exit of [System] for a binding: its members have the names and
/// types of those that they replace. Each binding's class loader defines its own.
public final class Console {

  /// Replaces [System#out].
  @SuppressWarnings("ConstantField") // the name is System's
  public static volatile PrintStream out = nowhere();

  /// Replaces [System#err].
  @SuppressWarnings("ConstantField") // the name is System's
  public static volatile PrintStream err = nowhere();

  private Console() {}

  /// Replaces [System#setOut]; affects only the binding.
  public static void setOut(PrintStream stream) {
    out = stream;
  }

  /// Replaces [System#setErr]; affects only the binding.
  public static void setErr(PrintStream stream) {
    err = stream;
  }

  /// Replaces [System#exit].
  public static void exit(int status) {
    throw new BindingExit(status);
  }

  private static PrintStream nowhere() {
    return new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
  }
}
