package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.http2.Request;
import dev.takt.http2.hpack.Decoder;
import dev.takt.http2.hpack.FieldBlock;
import dev.takt.http2.hpack.FieldList;
import dev.takt.http2.hpack.FieldName;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Passes a request on, and keeps what is sent of it, for people.
final class RequestCopy implements Request {

  private final Request out;
  private final List<String> lines = new ArrayList<>();
  private final MessageFrames messages = MessageDecoder.ofOneAnswer();
  private String method = "";
  private String path = "";

  /// The name and the value of the field, or the body, that is being appended.
  private String name = "";

  private ByteBuffer appended = ByteBuffer.allocate(0);
  private int from;

  RequestCopy(Request out) {
    this.out = out;
    messages.begin(true);
  }

  /// The request as [CallText] has it, with secrets masked.
  String text(Descriptor input, MessageDecoder decoder) {
    List<String> head = new ArrayList<>();
    head.add(method + " " + path);
    head.addAll(lines);
    return CallText.of(head, decoder.text(input, messages));
  }

  private void add(String field, String value) {
    switch (field) {
      case ":method" -> method = value;
      case ":path" -> path = value;
      case ":scheme" -> {}
      default -> lines.add(field + ": " + FailureText.masked(field, value));
    }
  }

  private static String text(ByteBuffer bytes, int start, int length) {
    return StandardCharsets.UTF_8.decode(bytes.slice(start, length)).toString();
  }

  @Override
  public void fields(FieldBlock block) {
    out.fields(block);
    ByteBuffer encoded = ByteBuffer.allocate(block.length());
    block.put(encoded);
    FieldList fields = new FieldList(Integer.MAX_VALUE);
    new Decoder(0).decode(encoded.flip(), fields);
    for (int i = 0; i < fields.count(); i++) {
      add(fields.name(i), fields.value(i));
    }
  }

  @Override
  public void field(FieldName field, ByteBuffer value) {
    out.field(field, value);
    add(field.toString(), text(value, value.position(), value.remaining()));
  }

  @Override
  public void field(FieldName field, byte[] value) {
    out.field(field, value);
    add(field.toString(), new String(value, StandardCharsets.UTF_8));
  }

  @Override
  public void field(ByteBuffer text, int nameAt, int nameLength, int valueAt, int valueLength) {
    out.field(text, nameAt, nameLength, valueAt, valueLength);
    add(text(text, nameAt, nameLength).toLowerCase(Locale.ROOT), text(text, valueAt, valueLength));
  }

  @Override
  public ByteBuffer beginField(FieldName field) {
    name = field.toString();
    return begin(out.beginField(field));
  }

  @Override
  public void endField() {
    String value = text(appended, from, appended.position() - from);
    out.endField();
    add(name, value);
  }

  @Override
  public void body(MemorySegment content) {
    out.body(content);
    var _ = messages.take(content.asByteBuffer());
  }

  @Override
  public ByteBuffer beginBody() {
    return begin(out.beginBody());
  }

  @Override
  public void endBody() {
    var _ = messages.take(appended.slice(from, appended.position() - from));
    out.endBody();
  }

  private ByteBuffer begin(ByteBuffer to) {
    appended = to;
    from = to.position();
    return to;
  }
}
