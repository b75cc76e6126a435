package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.load.workload.Generators;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;

/// A message whose JSON was compiled to bytes and to places for generated values. Immutable and
/// thread-safe.
public final class MessageForm {

  private final Part[] parts;

  private MessageForm(List<Part> parts) {
    this.parts = parts.toArray(Part[]::new);
  }

  /// Compiles JSON, in the mapping that Protocol Buffers define, with placeholders.
  ///
  /// @param variables of a step; empty for an operation that is no step
  /// @throws IllegalArgumentException if it is no such message, with the place of the problem
  public static MessageForm compile(
      Descriptor type,
      String json,
      TypeLookup types,
      Generators generators,
      Map<String, Integer> variables) {
    Json tree = JsonTemplate.parse(json, generators, variables);
    return new MessageForm(new MessageCompiler(types).message(type, tree, "$").list());
  }

  /// Checks what can be checked without the type.
  ///
  /// @throws IllegalArgumentException if it is not JSON, or a placeholder is invalid
  public static void check(String json, Generators generators, Map<String, Integer> variables) {
    Json ignored = JsonTemplate.parse(json, generators, variables);
  }

  /// Appends the message. Allocates nothing in steady state.
  ///
  /// @throws java.nio.BufferOverflowException if it does not fit
  /// @throws IllegalArgumentException if a generated value cannot be in its place
  public void encode(Rendering values, ByteBuffer out) {
    for (Part each : parts) {
      each.write(values, out);
    }
  }
}
