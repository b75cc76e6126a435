package dev.takt.driver.grpc.message;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Messages as values of JSON: maps, lists, texts, numbers and booleans. Whole numbers are numbers,
/// also those of 64 bits. Fields whose default is the same as no value are always there. Confined
/// to one thread.
public final class MessageValues {

  /// How many messages can be in each other, also where those are in an `Any`.
  static final int MAX_DEPTH = 100;

  private static final Pattern SNAKE = Pattern.compile("_([a-z])");

  private final TypeLookup types;
  private final MessageCost cost = new MessageCost();
  private int depth;

  public MessageValues(TypeLookup types) {
    this.types = types;
  }

  static UnreadableMessageException tooDeep() {
    return new UnreadableMessageException("the message has too many messages in each other");
  }

  /// Reads a message.
  ///
  /// @throws UnreadableMessageException if it has too many values, or is too deep
  /// @throws IOException if the bytes are no such message
  public @Nullable Object read(Descriptor type, byte[] bytes, int from, int length)
      throws IOException {
    cost.begin();
    cost.count(type, CodedInputStream.newInstance(bytes, from, length));
    depth = 0;
    return value(
        DynamicMessage.newBuilder(type)
            .mergeFrom(bytes, from, length, ExtensionRegistry.getEmptyRegistry())
            .buildPartial());
  }

  private @Nullable Object value(Message message) throws UnreadableMessageException {
    if (depth > MAX_DEPTH) {
      throw tooDeep();
    }
    depth++;
    Object value = content(message);
    depth--;
    return value;
  }

  private @Nullable Object content(Message message) throws UnreadableMessageException {
    Descriptor type = message.getDescriptorForType();
    String name = WellKnownTypes.simpleName(type);
    if (WellKnownTypes.WRAPPERS.contains(name)) {
      return value(type.findFieldByNumber(1), message.getField(type.findFieldByNumber(1)));
    }
    return switch (name) {
      case "Timestamp" -> Times.timestamp(number(message, 1), (int) number(message, 2));
      case "Duration" -> Times.duration(number(message, 1), (int) number(message, 2));
      case "Struct", "ListValue" -> field(message, type.findFieldByNumber(1));
      case "Value" -> {
        FieldDescriptor kind = message.getOneofFieldDescriptor(type.getOneofs().getFirst());
        yield kind == null || kind.getNumber() == 1 ? null : field(message, kind);
      }
      case "FieldMask" -> mask((List<?>) message.getField(type.findFieldByNumber(1)));
      case "Any" -> any(message);
      default -> fields(message);
    };
  }

  private static long number(Message message, int field) {
    Object value = message.getField(message.getDescriptorForType().findFieldByNumber(field));
    return ((Number) value).longValue();
  }

  private static String mask(List<?> paths) {
    return String.join(
        ",",
        paths.stream()
            .map(each ->
                SNAKE
                    .matcher(String.valueOf(each))
                    .replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT)))
            .toList());
  }

  private Map<String, @Nullable Object> any(Message message) throws UnreadableMessageException {
    Descriptor any = message.getDescriptorForType();
    String url = String.valueOf(message.getField(any.findFieldByNumber(1)));
    ByteString bytes = (ByteString) message.getField(any.findFieldByNumber(2));
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    values.put("@type", url);
    Descriptor type = types.message(url.substring(url.lastIndexOf('/') + 1));
    int outer = depth;
    try {
      Object content = type == null ? base64(bytes) : parsed(type, bytes);
      boolean isOwn = type != null && !WellKnownTypes.has(type);
      if (isOwn && content instanceof Map<?, ?> fields) {
        fields.forEach((name, value) -> values.put(String.valueOf(name), value));
      } else {
        values.put("value", content);
      }
    } catch (UnreadableMessageException e) {
      throw e;
    } catch (IOException _) {
      values.put("value", base64(bytes));
      depth = outer;
    }
    return values;
  }

  private @Nullable Object parsed(Descriptor type, ByteString bytes) throws IOException {
    cost.count(type, bytes.newCodedInput());
    return value(DynamicMessage.parseFrom(type, bytes));
  }

  private static String base64(ByteString bytes) {
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  private Map<String, @Nullable Object> fields(Message message) throws UnreadableMessageException {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    for (FieldDescriptor each : message.getDescriptorForType().getFields()) {
      if (!each.hasPresence() || message.hasField(each)) {
        values.put(each.getJsonName(), field(message, each));
      }
    }
    return values;
  }

  private @Nullable Object field(Message message, FieldDescriptor field)
      throws UnreadableMessageException {
    Object value = message.getField(field);
    if (field.isMapField()) {
      Map<String, @Nullable Object> entries = new LinkedHashMap<>();
      for (Object each : (List<?>) value) {
        Message entry = (Message) each;
        Descriptor type = entry.getDescriptorForType();
        FieldDescriptor of = type.findFieldByNumber(2);
        entries.put(
            String.valueOf(
                value(type.findFieldByNumber(1), entry.getField(type.findFieldByNumber(1)))),
            value(of, entry.getField(of)));
      }
      return entries;
    }
    if (field.isRepeated()) {
      List<@Nullable Object> elements = new ArrayList<>();
      for (Object each : (List<?>) value) {
        elements.add(value(field, each));
      }
      return elements;
    }
    return value(field, value);
  }

  private @Nullable Object value(FieldDescriptor field, Object value)
      throws UnreadableMessageException {
    return switch (field.getType()) {
      case MESSAGE, GROUP -> value((Message) value);
      case ENUM -> {
        EnumValueDescriptor known = (EnumValueDescriptor) value;
        boolean isNull = known.getType().getFullName().equals("google.protobuf.NullValue");
        yield isNull
            ? null
            : known.getIndex() < 0 ? (Object) (long) known.getNumber() : known.getName();
      }
      case BYTES -> base64((ByteString) value);
      case INT32, SINT32, SFIXED32 -> (long) (Integer) value;
      case UINT32, FIXED32 -> Integer.toUnsignedLong((Integer) value);
      case UINT64, FIXED64 ->
          (Long) value < 0 ? (Object) new BigDecimal(Long.toUnsignedString((Long) value)) : value;
      case FLOAT -> decimal((Float) value, value);
      case DOUBLE -> decimal((Double) value, value);
      case INT64, SINT64, SFIXED64, BOOL, STRING -> value;
    };
  }

  /// JSON has no infinity.
  private static Object decimal(double value, Object written) {
    return Double.isFinite(value) ? new BigDecimal(String.valueOf(written)) : String.valueOf(value);
  }
}
