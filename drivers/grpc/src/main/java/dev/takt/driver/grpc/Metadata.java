package dev.takt.driver.grpc;

import dev.takt.http2.Request;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldName;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The metadata of a call: lines as `name: value`. What is always the same is encoded before the
/// run.
final class Metadata {

  /// What a client of gRPC sends itself.
  private static final Set<String> RESERVED =
      Set.of("content-type", "te", "host", "connection", "content-length", "transfer-encoding");

  private static final int MAX_VALUE_BYTES = 64 * 1024;

  private record Generated(FieldName name, Template value) {}

  private final FieldBlock fixed;
  private final List<Generated> generated;

  private Metadata(FieldBlock fixed, List<Generated> generated) {
    this.fixed = fixed;
    this.generated = List.copyOf(generated);
  }

  /// @param first fields that stand before the metadata
  /// @throws IllegalArgumentException if a line is invalid
  static Metadata parse(
      FieldBlock first,
      List<String> lines,
      Generators generators,
      @Nullable Map<String, Integer> variables) {
    FieldBlock fixed = first;
    List<Generated> generated = new ArrayList<>();
    for (String line : lines) {
      int colon = line.indexOf(':', line.startsWith(":") ? 1 : 0);
      if (colon <= 0) {
        throw new IllegalArgumentException("expected NAME: VALUE, found \"" + line + "\"");
      }
      String name = line.substring(0, colon).strip().toLowerCase(Locale.ROOT);
      if (name.startsWith(":") || name.startsWith("grpc-") || RESERVED.contains(name)) {
        throw new IllegalArgumentException(
            name + " is not for users: Takt itself sends it where gRPC needs it");
      }
      FieldName field = FieldName.of(name);
      Template value =
          Template.parse(
              line.substring(colon + 1).strip(),
              generators,
              Template.VariableNames.of(variables == null ? Map.of() : variables));
      if (value.isConstant()) {
        ByteBuffer text = ByteBuffer.allocate(MAX_VALUE_BYTES);
        try {
          value.render(0, 0, text);
        } catch (BufferOverflowException e) {
          throw new IllegalArgumentException(
              "the value of " + name + " has more than 64 KiB, which no server accepts", e);
        }
        check(text, 0);
        byte[] bytes = new byte[text.position()];
        text.get(0, bytes);
        fixed = fixed.with(field, bytes);
      } else {
        generated.add(new Generated(field, value));
      }
    }
    return new Metadata(fixed, generated);
  }

  /// Refuses values that are not visible ASCII.
  private static void check(ByteBuffer text, int from) {
    for (int i = from; i < text.position(); i++) {
      byte b = text.get(i);
      if (b < ' ' || b > '~') {
        throw new IllegalArgumentException("a value of metadata is not visible ASCII");
      }
    }
  }

  /// Adds the fields to a request.
  void put(long seed, long n, Template.Variables variables, Request out) {
    out.fields(fixed);
    for (int i = 0; i < generated.size(); i++) {
      Generated each = generated.get(i);
      ByteBuffer value = out.beginField(each.name);
      int from = value.position();
      each.value.render(seed, n, variables, value);
      check(value, from);
      out.endField();
    }
  }
}
