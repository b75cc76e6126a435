package dev.takt.driver.grpc;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.http2.hpack.FieldList;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/// Keeps what has come of an answer, for people. Reused for the next one.
final class AnswerCopy {

  private static final int HTTP_OK = 200;
  private static final String STATUS = "grpc-status";

  private final List<String> lines = new ArrayList<>();
  private final MessageFrames messages = MessageDecoder.ofOneAnswer();
  private String status = "";
  private String http = "";
  private boolean hasHead;

  /// Forgets the answer before.
  void begin() {
    lines.clear();
    messages.begin(true);
    status = "no " + STATUS;
    http = "";
    hasHead = false;
  }

  /// Whether something has come that is not forgotten.
  boolean hasBegun() {
    return hasHead;
  }

  /// Takes the fields of a head, or of trailers. Those of interim heads are not shown.
  void take(FieldList fields) {
    int code = fields.status();
    if (code != 0 && code < HTTP_OK) {
      return;
    }
    hasHead = true;
    if (code != 0) {
      messages.head(fields);
    }
    if (code > HTTP_OK) {
      http = " (HTTP status " + code + ")";
    }
    String prefix = code == 0 ? "trailer " : "";
    String detail = "";
    for (int i = 0; i < fields.count(); i++) {
      String name = fields.name(i);
      String value = fields.value(i);
      switch (name) {
        case ":status" -> {}
        case STATUS -> status = status(fields.number(i), value);
        case FailureText.MESSAGE -> detail = ": " + FailureText.decoded(value);
        default -> lines.add(prefix + name + ": " + FailureText.masked(name, value));
      }
    }
    status += detail;
  }

  private static String status(int number, String value) {
    StatusCode code = StatusCode.of(number);
    return code.number() == number ? code.name() : code + " (" + STATUS + " " + value + ")";
  }

  /// Takes a part of the data.
  void take(ByteBuffer data) {
    var _ = messages.take(data);
  }

  /// The answer as [CallText] has it, with secrets masked.
  String text(Descriptor output, MessageDecoder decoder) {
    List<String> head = new ArrayList<>();
    head.add(status + http);
    head.addAll(lines);
    return CallText.of(head, decoder.text(output, messages));
  }
}
