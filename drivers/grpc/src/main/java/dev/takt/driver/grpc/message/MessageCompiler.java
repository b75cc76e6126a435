package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Turns JSON into the parts of a message. Fields are in the order of their numbers.
final class MessageCompiler {

  private static final String NULL_VALUE = "google.protobuf.NullValue";

  private final TypeLookup types;
  private final WellKnownTypes wellKnown = new WellKnownTypes(this);

  MessageCompiler(TypeLookup types) {
    this.types = types;
  }

  static IllegalArgumentException fault(String place, String message) {
    return new IllegalArgumentException(place + ": " + message);
  }

  /// Calls what does not know the place in the JSON.
  ///
  /// @param isSecret whether the call's messages may not be shown
  static <T> T at(String place, boolean isSecret, Supplier<T> call) {
    try {
      return call.get();
    } catch (IllegalArgumentException e) {
      if (isSecret) { // the cause has its message, too
        throw fault(place, "the value of the environment cannot be in this field");
      }
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
  }

  TypeLookup types() {
    return types;
  }

  /// The content of a message.
  ///
  /// @param place of the JSON, as a JSONPath
  Parts message(Descriptor type, Json json, String place) {
    if (WellKnownTypes.has(type)) {
      return wellKnown.message(type, json, place);
    }
    return fields(type, object(type, json, place), place);
  }

  static Json.Obj object(Descriptor type, Json json, String place) {
    if (json instanceof Json.Obj object) {
      return object;
    }
    throw fault(place, "expected an object for " + type.getFullName() + ", found " + json.kind());
  }

  /// The content of a message that is an object with its fields.
  Parts fields(Descriptor type, Json.Obj object, String place) {
    Map<Integer, Parts> byNumber = new TreeMap<>();
    Map<OneofDescriptor, FieldDescriptor> oneofs = new HashMap<>();
    for (Json.Member member : object.members()) {
      if (!member.name().isConstant()) {
        throw fault(place, "the name of a field cannot be generated");
      }
      String inside = place + "." + member.name().shown();
      FieldDescriptor field = field(type, member.name(), place);
      if (member.value() instanceof Json.Null && !acceptsNull(field)) {
        continue;
      }
      OneofDescriptor oneof = field.getRealContainingOneof();
      FieldDescriptor other = oneof == null ? null : oneofs.put(oneof, field);
      if (oneof != null && other != null) {
        throw fault(
            inside,
            "the oneof " + oneof.getName() + " already has a value: " + other.getJsonName());
      }
      if (byNumber.put(field.getNumber(), field(field, member.value(), inside)) != null) {
        throw fault(inside, "the field is there twice");
      }
    }
    for (FieldDescriptor each : type.getFields()) {
      if (each.isRequired() && !byNumber.containsKey(each.getNumber())) {
        throw fault(
            place,
            "the required field " + each.getName() + " of " + type.getFullName() + " is missing");
      }
    }
    Parts all = new Parts();
    byNumber.values().forEach(all::add);
    return all;
  }

  private FieldDescriptor field(Descriptor type, TextForm text, String place) {
    String name = text.constant();
    for (FieldDescriptor each : type.getFields()) {
      if (each.getJsonName().equals(name) || each.getName().equals(name)) {
        return each;
      }
    }
    boolean isExtension = name.startsWith("[") && name.endsWith("]");
    FieldDescriptor extension =
        isExtension ? types.extension(name.substring(1, name.length() - 1)) : null;
    if (extension != null && extension.getContainingType().equals(type)) {
      return extension;
    }
    throw fault(
        place,
        type.getFullName()
            + " has no "
            + (isExtension ? "extension " : "field ")
            + text.shown()
            + (type.getFields().isEmpty()
                ? "; it has no fields"
                : "; it has "
                    + String.join(
                        ", ",
                        type.getFields().stream().map(FieldDescriptor::getJsonName).toList())));
  }

  /// Whether `null` is a value, and not an absent field.
  private static boolean acceptsNull(FieldDescriptor field) {
    if (field.isRepeated()) {
      return false;
    }
    return switch (field.getJavaType()) {
      case MESSAGE -> field.getMessageType().getFullName().equals("google.protobuf.Value");
      case ENUM -> field.getEnumType().getFullName().equals(NULL_VALUE);
      default -> false;
    };
  }

  /// A field with its number.
  Parts field(FieldDescriptor field, Json json, String place) {
    if (field.isMapField()) {
      return map(field, json, place);
    } else if (!field.isRepeated()) {
      return single(field, json, place);
    } else if (!(json instanceof Json.Arr array)) {
      throw fault(
          place,
          "expected an array for the repeated field " + field.getName() + ", found " + json.kind());
    } else {
      Parts elements = new Parts();
      boolean isPacked = field.isPacked();
      for (int i = 0; i < array.elements().size(); i++) {
        Json element = array.elements().get(i);
        String inside = place + "[" + i + "]";
        elements.add(
            isPacked
                ? number(field, element, inside, new byte[0])
                : single(field, element, inside));
      }
      return !isPacked || elements.isEmpty()
          ? elements
          : new Parts().bytes(Parts.tag(field.getNumber(), WireType.LENGTH)).nested(elements);
    }
  }

  private Parts map(FieldDescriptor field, Json json, String place) {
    Descriptor entry = field.getMessageType();
    FieldDescriptor key = entry.findFieldByNumber(1);
    FieldDescriptor value = entry.findFieldByNumber(2);
    Parts entries = new Parts();
    for (Json.Member member : object(entry, json, place).members()) {
      TextForm name = member.name();
      String inside = place + "[\"" + name.shown() + "\"]";
      Parts content =
          new Parts()
              .add(single(key, new Json.Str(name, false), inside))
              .add(single(value, member.value(), inside));
      entries.bytes(Parts.tag(field.getNumber(), WireType.LENGTH)).nested(content);
    }
    return entries;
  }

  /// A value with the number of its field; nothing for a default that is not sent.
  private Parts single(FieldDescriptor field, Json json, String place) {
    return switch (field.getType()) {
      case MESSAGE ->
          new Parts()
              .bytes(Parts.tag(field.getNumber(), WireType.LENGTH))
              .nested(message(field.getMessageType(), json, place));
      case GROUP ->
          new Parts()
              .bytes(Parts.tag(field.getNumber(), WireType.GROUP_START))
              .add(message(field.getMessageType(), json, place))
              .bytes(Parts.tag(field.getNumber(), WireType.GROUP_END));
      case STRING, BYTES -> text(field, json, place);
      default ->
          number(
              field,
              json,
              place,
              Parts.tag(field.getNumber(), NumberType.of(field.getType()).wireType));
    };
  }

  /// Whether the default of the field's type is the same as no value, and is not sent. An entry of
  /// a map always has both of its fields.
  private static boolean omitsDefault(FieldDescriptor field) {
    boolean isOfMap = !field.isExtension() && field.getContainingType().getOptions().getMapEntry();
    return !field.hasPresence() && !field.isRepeated() && !isOfMap;
  }

  private Parts text(FieldDescriptor field, Json json, String place) {
    if (!(json instanceof Json.Str(TextForm text, boolean _))) {
      throw fault(place, "expected a text in quotation marks, found " + json.kind());
    }
    boolean isBase64 = field.getType() == FieldDescriptor.Type.BYTES;
    byte[] tag = Parts.tag(field.getNumber(), WireType.LENGTH);
    if (!text.isConstant()) {
      return new Parts().add(new Part.Text(tag, text, isBase64, omitsDefault(field)));
    }
    byte[] bytes =
        at(
            place,
            text.isSecret(),
            () ->
                isBase64 ? Base64Text.decode(text.constant()) : TextForm.encoded(text.constant()));
    return bytes.length == 0 && omitsDefault(field)
        ? new Parts()
        : new Parts().bytes(tag).withLength(bytes);
  }

  /// @param tag empty in a packed field
  private static Parts number(FieldDescriptor field, Json json, String place, byte[] tag) {
    NumberType type = NumberType.of(field.getType());
    EnumNames names = type == NumberType.ENUM ? new EnumNames(field.getEnumType()) : null;
    boolean omitsDefault = omitsDefault(field);
    if (json instanceof Json.Str(TextForm text, boolean _) && !text.isConstant()) {
      if (text.isNoNumber()) {
        throw fault(place, "the generator makes no number, and the field is of type " + type);
      }
      return new Parts().add(new Part.Numeric(tag, type, names, text, omitsDefault));
    }
    long bits = bits(type, names, json, place);
    return bits == 0 && omitsDefault ? new Parts() : new Parts().bytes(tag).add(type, bits);
  }

  private static long bits(NumberType type, @Nullable EnumNames names, Json json, String place) {
    String text =
        switch (json) {
          case Json.Num(String number, boolean _) when type != NumberType.BOOL -> number;
          case Json.Str(TextForm constant, boolean _) -> constant.constant();
          case Json.Bool(boolean value) when type == NumberType.BOOL -> String.valueOf(value);
          case Json.Null _ when names != null && names.isOf(NULL_VALUE) -> "0";
          default ->
              throw fault(
                  place,
                  "expected "
                      + (names != null
                          ? "a value of the enum " + names.type()
                          : type == NumberType.BOOL ? "true or false" : "a number")
                      + ", found "
                      + json.kind());
        };
    return at(place, json.hasSecret(), () -> names == null ? type.bits(text) : names.bits(text));
  }
}
