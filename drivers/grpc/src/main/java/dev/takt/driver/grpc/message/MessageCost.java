package dev.takt.driver.grpc.message;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/// Counts the values of a message before memory is allocated for them: a megabyte of empty elements
/// would become half a gigabyte. Confined to one thread.
final class MessageCost {

  /// How many values are read: elements, fields that were sent, and those that always have a value.
  /// A message counts as [#OF_MESSAGE] more.
  static final int MAX_VALUES = 1_000_000;

  private static final int OF_MESSAGE = 4;

  private final Map<Descriptor, Integer> implicit = new HashMap<>();
  private int left;

  /// Begins a message with all that it contains.
  void begin() {
    left = MAX_VALUES;
  }

  /// Counts a message.
  ///
  /// @throws UnreadableMessageException if there are too many values
  /// @throws InvalidProtocolBufferException if the bytes are no message
  void count(Descriptor type, CodedInputStream in) throws IOException {
    count(type, in, 0);
  }

  private void take(int values) throws UnreadableMessageException {
    left -= values;
    if (left < 0) {
      throw new UnreadableMessageException("the message has too many values to be read");
    }
  }

  private void count(Descriptor type, CodedInputStream in, int depth) throws IOException {
    if (depth > MessageValues.MAX_DEPTH) {
      throw MessageValues.tooDeep();
    }
    take(OF_MESSAGE + implicit.computeIfAbsent(type, MessageCost::implicitFields));
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP) {
        return;
      }
      FieldDescriptor field = type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (field == null) {
        take(OF_MESSAGE);
        in.skipField(tag);
      } else {
        count(field, tag, in, depth);
      }
    }
  }

  private void count(FieldDescriptor field, int tag, CodedInputStream in, int depth)
      throws IOException {
    int wireType = WireFormat.getTagWireType(tag);
    boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    if (isMessage && wireType == WireFormat.WIRETYPE_START_GROUP) {
      count(field.getMessageType(), in, depth + 1);
    } else if (wireType != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      take(1);
      in.skipField(tag);
    } else if (isMessage) {
      int outer = in.pushLimit(in.readRawVarint32());
      count(field.getMessageType(), in, depth + 1);
      in.popLimit(outer);
    } else if (field.isPackable()) {
      int outer = in.pushLimit(in.readRawVarint32());
      int wire = NumberType.of(field.getType()).wireType;
      while (!in.isAtEnd()) {
        take(1);
        switch (wire) {
          case WireType.FIXED32 -> in.skipRawBytes(Integer.BYTES);
          case WireType.FIXED64 -> in.skipRawBytes(Long.BYTES);
          default -> in.readRawVarint64();
        }
      }
      in.popLimit(outer);
    } else {
      take(1);
      in.skipField(tag);
    }
  }

  private static int implicitFields(Descriptor type) {
    return (int) type.getFields().stream().filter(each -> !each.hasPresence()).count();
  }
}
