package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.Descriptor;
import dev.takt.load.workload.Generator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// The messages of `google.protobuf` that have a form of their own in JSON.
final class WellKnownTypes {

  static final String PACKAGE = "google.protobuf.";

  static final Set<String> WRAPPERS =
      Set.of(
          "DoubleValue",
          "FloatValue",
          "Int64Value",
          "UInt64Value",
          "Int32Value",
          "UInt32Value",
          "BoolValue",
          "StringValue",
          "BytesValue");

  private static final Set<String> OTHERS =
      Set.of("Any", "Timestamp", "Duration", "Struct", "Value", "ListValue", "FieldMask");

  private final MessageCompiler compiler;

  WellKnownTypes(MessageCompiler compiler) {
    this.compiler = compiler;
  }

  static boolean has(Descriptor type) {
    String name = simpleName(type);
    return WRAPPERS.contains(name) || OTHERS.contains(name);
  }

  /// The name of a type in this package; empty for those of other packages.
  static String simpleName(Descriptor type) {
    String name = type.getFullName();
    return name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : "";
  }

  /// The content of such a message.
  Parts message(Descriptor type, Json json, String place) {
    return switch (simpleName(type)) {
      case "Any" -> any(type, json, place);
      case "Timestamp" -> {
        String text = text(type, json, place);
        yield time(MessageCompiler.at(place, json.hasSecret(), () -> Times.timestamp(text)));
      }
      case "Duration" -> {
        String text = text(type, json, place);
        yield time(MessageCompiler.at(place, json.hasSecret(), () -> Times.duration(text)));
      }
      case "Struct" -> struct(MessageCompiler.object(type, json, place), place);
      case "Value" -> value(json, place);
      case "ListValue" -> list(json, place);
      case "FieldMask" -> mask(text(type, json, place));
      default -> compiler.field(type.findFieldByNumber(1), json, place);
    };
  }

  private static String text(Descriptor type, Json json, String place) {
    if (json instanceof Json.Str(TextForm text, boolean _) && text.isConstant()) {
      return text.constant();
    }
    throw MessageCompiler.fault(
        place,
        "expected a text without generated values for "
            + type.getFullName()
            + ", found "
            + json.kind());
  }

  private static Parts time(Times.Time time) {
    Parts parts = new Parts();
    if (time.seconds() != 0) {
      parts.bytes(Parts.tag(1, WireType.VARINT)).add(NumberType.INT64, time.seconds());
    }
    if (time.nanos() != 0) {
      parts.bytes(Parts.tag(2, WireType.VARINT)).add(NumberType.INT32, time.nanos());
    }
    return parts;
  }

  private static Parts mask(String text) {
    Parts parts = new Parts();
    for (String path : text.isEmpty() ? List.<String>of() : List.of(text.split(",", -1))) {
      String snake =
          path.chars()
              .mapToObj(c -> Character.toString(c))
              .map(c -> c.matches("[A-Z]") ? "_" + c.toLowerCase(Locale.ROOT) : c)
              .collect(Collectors.joining());
      parts.bytes(Parts.tag(1, WireType.LENGTH)).withLength(snake.getBytes(StandardCharsets.UTF_8));
    }
    return parts;
  }

  private Parts struct(Json.Obj object, String place) {
    Parts entries = new Parts();
    for (Json.Member member : object.members()) {
      TextForm name = member.name();
      Parts entry = new Parts();
      if (!name.isConstant()) {
        entry.add(new Part.Text(Parts.tag(1, WireType.LENGTH), name, false, false));
      } else {
        entry.bytes(Parts.tag(1, WireType.LENGTH)).withLength(encoded(name, place));
      }
      String inside = place + "." + name.shown();
      entry.bytes(Parts.tag(2, WireType.LENGTH)).nested(value(member.value(), inside));
      entries.bytes(Parts.tag(1, WireType.LENGTH)).nested(entry);
    }
    return entries;
  }

  private Parts list(Json json, String place) {
    if (!(json instanceof Json.Arr array)) {
      throw MessageCompiler.fault(place, "expected an array, found " + json.kind());
    }
    Parts values = new Parts();
    for (int i = 0; i < array.elements().size(); i++) {
      values
          .bytes(Parts.tag(1, WireType.LENGTH))
          .nested(value(array.elements().get(i), place + "[" + i + "]"));
    }
    return values;
  }

  private Parts value(Json json, String place) {
    byte[] number = Parts.tag(2, WireType.FIXED64);
    byte[] string = Parts.tag(3, WireType.LENGTH);
    return switch (json) {
      case Json.Null _ -> new Parts().bytes(Parts.tag(1, WireType.VARINT)).add(NumberType.ENUM, 0);
      case Json.Num(String text, boolean isSecret) ->
          new Parts()
              .bytes(number)
              .add(
                  NumberType.DOUBLE,
                  MessageCompiler.at(place, isSecret, () -> NumberType.DOUBLE.bits(text)));
      case Json.Bool(boolean is) ->
          new Parts().bytes(Parts.tag(4, WireType.VARINT)).add(NumberType.BOOL, is ? 1 : 0);
      case Json.Str(TextForm text, boolean _) when text.isConstant() ->
          new Parts().bytes(string).withLength(encoded(text, place));
      case Json.Str(TextForm text, boolean isBare) -> {
        Generator generator = text.number();
        yield new Parts()
            .add(
                isBare && generator != null
                    ? new Part.Numeric(number, NumberType.DOUBLE, null, text, false)
                    : new Part.Text(string, text, false, false));
      }
      case Json.Obj object ->
          new Parts().bytes(Parts.tag(5, WireType.LENGTH)).nested(struct(object, place));
      case Json.Arr array ->
          new Parts().bytes(Parts.tag(6, WireType.LENGTH)).nested(list(array, place));
    };
  }

  private static byte[] encoded(TextForm text, String place) {
    return MessageCompiler.at(place, text.isSecret(), () -> TextForm.encoded(text.constant()));
  }

  private Parts any(Descriptor type, Json json, String place) {
    Json.Obj object = MessageCompiler.object(type, json, place);
    if (object.members().isEmpty()) {
      return new Parts();
    }
    String url = null;
    boolean isSecret = false;
    Json value = null;
    for (Json.Member each : object.members()) {
      if (each.name().isConstant() && each.name().constant().equals("@type")) {
        url = text(type, each.value(), place + ".@type");
        isSecret = each.value().hasSecret();
      } else if (each.name().isConstant() && each.name().constant().equals("value")) {
        value = each.value();
      }
    }
    if (url == null) {
      throw MessageCompiler.fault(
          place, "a google.protobuf.Any needs the name of its type: \"@type\": \"…/shop.Item\"");
    }
    Descriptor content = compiler.types().message(url.substring(url.lastIndexOf('/') + 1));
    if (content == null || url.indexOf('/') < 0) {
      throw MessageCompiler.fault(
          place + ".@type",
          "expected PREFIX/TYPE with a known type of messages, found "
              + (isSecret ? "a value of the environment" : "\"" + url + "\""));
    }
    Parts inner;
    if (!has(content)) {
      List<Json.Member> own =
          object.members().stream()
              .filter(each -> !each.name().isConstant() || !each.name().constant().equals("@type"))
              .toList();
      inner = compiler.fields(content, new Json.Obj(own), place);
    } else if (value == null || object.members().size() > 2) {
      throw MessageCompiler.fault(
          place, "a " + content.getFullName() + " in an Any is the \"value\" beside the \"@type\"");
    } else {
      inner = compiler.message(content, value, place + ".value");
    }
    Parts parts =
        new Parts()
            .bytes(Parts.tag(1, WireType.LENGTH))
            .withLength(url.getBytes(StandardCharsets.UTF_8));
    return inner.isEmpty() ? parts : parts.bytes(Parts.tag(2, WireType.LENGTH)).nested(inner);
  }
}
