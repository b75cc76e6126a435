package dev.takt.driver.grpc.schema;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.Edition;
import com.google.protobuf.DescriptorProtos.EnumDescriptorProto;
import com.google.protobuf.DescriptorProtos.FeatureSet;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto.Label;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MethodDescriptorProto;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.DescriptorProtos.ServiceDescriptorProto;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.TextFormat;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Parses a `.proto` file of proto2, proto3 or an edition. Names of types stay as they are written;
/// what they are is found when the file is linked. Custom options are skipped.
final class ProtoParser {

  private static final Map<String, FieldDescriptorProto.Type> SCALARS =
      Map.ofEntries(
          Map.entry("double", FieldDescriptorProto.Type.TYPE_DOUBLE),
          Map.entry("float", FieldDescriptorProto.Type.TYPE_FLOAT),
          Map.entry("int64", FieldDescriptorProto.Type.TYPE_INT64),
          Map.entry("uint64", FieldDescriptorProto.Type.TYPE_UINT64),
          Map.entry("int32", FieldDescriptorProto.Type.TYPE_INT32),
          Map.entry("fixed64", FieldDescriptorProto.Type.TYPE_FIXED64),
          Map.entry("fixed32", FieldDescriptorProto.Type.TYPE_FIXED32),
          Map.entry("bool", FieldDescriptorProto.Type.TYPE_BOOL),
          Map.entry("string", FieldDescriptorProto.Type.TYPE_STRING),
          Map.entry("bytes", FieldDescriptorProto.Type.TYPE_BYTES),
          Map.entry("uint32", FieldDescriptorProto.Type.TYPE_UINT32),
          Map.entry("sfixed32", FieldDescriptorProto.Type.TYPE_SFIXED32),
          Map.entry("sfixed64", FieldDescriptorProto.Type.TYPE_SFIXED64),
          Map.entry("sint32", FieldDescriptorProto.Type.TYPE_SINT32),
          Map.entry("sint64", FieldDescriptorProto.Type.TYPE_SINT64));

  private static final String FEATURES = "features.";
  private static final String FEATURES_IN_BRACES = "features";

  /// How many messages can be in each other.
  private static final int MAX_DEPTH = 100;

  private static final String PROTO3 = "proto3";
  private static final String EDITIONS = "editions";

  private final ProtoTokens in;
  private final FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder();
  private int depth;

  private ProtoParser(String name, String text) {
    this.in = new ProtoTokens(name, text);
    file.setName(name);
  }

  /// @param name of the file, as others import it
  /// @throws IllegalArgumentException with file and line
  static FileDescriptorProto parse(String name, String text) {
    ProtoParser parser = new ProtoParser(name, text);
    parser.file();
    return parser.file.build();
  }

  /// Takes an option.
  private interface OptionReader {
    /// @param value empty for one in braces
    void read(String name, String value);
  }

  private void file() {
    while (in.hasNext()) {
      if (in.skip("syntax")) {
        in.expect("=");
        String syntax = in.text();
        in.expect(";");
        if (!syntax.equals(PROTO3) && !syntax.equals("proto2")) {
          throw in.fault("the syntax proto2 or proto3 and not \"" + syntax + "\" before it");
        }
        if (syntax.equals(PROTO3)) {
          file.setSyntax(PROTO3);
        }
      } else if (in.skip("edition")) {
        in.expect("=");
        edition(in.text());
        in.expect(";");
      } else if (in.skip("package")) {
        file.setPackage(in.fullName());
        in.expect(";");
      } else if (in.skip("import")) {
        importFile();
      } else if (in.skip("option")) {
        option(
            (name, value) -> feature(name, value, file.getOptionsBuilder().getFeaturesBuilder()));
      } else if (in.skip("extend")) {
        extend(null);
      } else if (in.skip("service")) {
        file.addService(service());
      } else if (!in.skip(";")) {
        skipVisibility();
        if (in.skip("message")) {
          file.addMessageType(message(in.name()));
        } else if (in.skip("enum")) {
          file.addEnumType(enumeration());
        } else {
          throw in.fault("message, enum, service, extend, import, option or package");
        }
      }
    }
  }

  /// Editions have the words `export` and `local` before types.
  private void skipVisibility() {
    for (String word : new String[] {"export", "local"}) {
      if (in.is(word, "message") || in.is(word, "enum")) {
        in.expect(word);
      }
    }
  }

  private void edition(String number) {
    try {
      file.setSyntax(EDITIONS).setEdition(Edition.valueOf("EDITION_" + number));
    } catch (IllegalArgumentException _) {
      throw in.fault("a known edition, such as 2023, and not \"" + number + "\" before it");
    }
  }

  private void importFile() {
    boolean isPublic = in.skip("public");
    boolean isUnused = !isPublic && (in.skip("weak") || in.skip("option"));
    String name = in.text();
    in.expect(";");
    if (isUnused) {
      return; // only custom options need it
    }
    if (isPublic) {
      file.addPublicDependency(file.getDependencyCount());
    }
    file.addDependency(name);
  }

  /// An option after its word.
  private void option(OptionReader reader) {
    assignment(reader);
    in.expect(";");
  }

  private void assignment(OptionReader reader) {
    StringBuilder name = new StringBuilder();
    do {
      if (in.skip("(")) {
        name.append('(').append(in.fullName()).append(')');
        in.expect(")");
      } else {
        name.append(in.name());
      }
      name.append('.');
    } while (in.skip("."));
    in.expect("=");
    name.setLength(name.length() - 1);
    if (FEATURES_IN_BRACES.contentEquals(name) && in.skip("{")) {
      features(reader);
    } else {
      reader.read(name.toString(), in.value());
    }
  }

  /// Features after their brace, each as an option of its own.
  private void features(OptionReader reader) {
    while (!in.skip("}")) {
      boolean isOfLanguage = in.skip("[");
      String name = in.fullName();
      if (isOfLanguage) {
        in.expect("]");
      }
      if (!in.skip(":") && !in.is("{")) {
        throw in.fault("\":\"");
      }
      String value = in.value();
      if (!isOfLanguage) {
        reader.read(FEATURES + name, value);
      }
      if (!in.skip(",")) {
        in.skip(";");
      }
    }
  }

  /// Options in brackets, if there are any.
  private void options(OptionReader reader) {
    if (in.skip("[")) {
      do {
        assignment(reader);
      } while (in.skip(","));
      in.expect("]");
    }
  }

  private void feature(String option, String value, FeatureSet.Builder features) {
    if (!option.startsWith(FEATURES)) {
      return;
    }
    FieldDescriptor feature =
        FeatureSet.getDescriptor().findFieldByName(option.substring(FEATURES.length()));
    if (feature == null) {
      return; // of one language
    }
    EnumValueDescriptor known = feature.getEnumType().findValueByName(value);
    if (known == null) {
      throw in.fault("a value of " + option + " and not " + value + " before it");
    }
    features.setField(feature, known);
  }

  private DescriptorProto message(String name) {
    DescriptorProto.Builder message = DescriptorProto.newBuilder().setName(name);
    depth++;
    if (depth > MAX_DEPTH) {
      throw in.fault("no more than " + MAX_DEPTH + " messages in each other");
    }
    in.expect("{");
    while (!in.skip("}")) {
      if (in.skip("option")) {
        option((option, value) -> messageOption(option, value, message));
      } else if (in.skip("oneof")) {
        oneof(message);
      } else if (in.skip("extensions")) {
        extensions(message);
      } else if (in.skip("reserved")) {
        in.skipStatement();
      } else if (in.skip("extend")) {
        extend(message);
      } else if (!in.skip(";")) {
        skipVisibility();
        member(message);
      }
    }
    depth--;
    addOneofsOfOptionals(message);
    return message.build();
  }

  private void messageOption(String option, String value, DescriptorProto.Builder message) {
    if (option.equals("message_set_wire_format")) {
      message.getOptionsBuilder().setMessageSetWireFormat(value.equals("true"));
    } else if (option.startsWith(FEATURES)) {
      feature(option, value, message.getOptionsBuilder().getFeaturesBuilder());
    }
  }

  private void member(DescriptorProto.Builder message) {
    if (in.is("message") && !in.is("message", ".")) {
      in.expect("message");
      message.addNestedType(message(in.name()));
    } else if (in.is("enum") && !in.is("enum", ".")) {
      in.expect("enum");
      message.addEnumType(enumeration());
    } else if (in.is("map", "<")) {
      map(message);
    } else {
      message.addField(field(message, null));
    }
  }

  /// The oneof of each `optional` field of proto3, after all others.
  private static void addOneofsOfOptionals(DescriptorProto.Builder message) {
    Set<String> names = new HashSet<>();
    message.getFieldList().forEach(each -> names.add(each.getName()));
    message.getOneofDeclList().forEach(each -> names.add(each.getName()));
    for (FieldDescriptorProto.Builder each : message.getFieldBuilderList()) {
      if (each.getProto3Optional()) {
        String name = each.getName().startsWith("_") ? each.getName() : "_" + each.getName();
        while (!names.add(name)) {
          name = "X" + name;
        }
        each.setOneofIndex(message.getOneofDeclCount());
        message.addOneofDecl(OneofDescriptorProto.newBuilder().setName(name));
      }
    }
  }

  private void oneof(DescriptorProto.Builder message) {
    int index = message.getOneofDeclCount();
    message.addOneofDecl(OneofDescriptorProto.newBuilder().setName(in.name()));
    in.expect("{");
    while (!in.skip("}")) {
      if (in.skip("option")) {
        option((_, _) -> {});
      } else if (!in.skip(";")) {
        message.addField(field(message, null).setOneofIndex(index));
      }
    }
  }

  private void extensions(DescriptorProto.Builder message) {
    do {
      int start = in.number();
      int end = start;
      if (in.skip("to")) {
        end = in.skip("max") ? (1 << 29) - 1 : in.number();
      }
      message.addExtensionRange(
          DescriptorProto.ExtensionRange.newBuilder().setStart(start).setEnd(end + 1));
    } while (in.skip(","));
    options((_, _) -> {});
    in.expect(";");
  }

  /// @param inside null at the top of the file
  private void extend(DescriptorProto.@Nullable Builder inside) {
    String extendee = in.fullName();
    in.expect("{");
    while (!in.skip("}")) {
      if (in.skip(";")) {
        continue;
      }
      FieldDescriptorProto.Builder field = field(inside, extendee);
      if (inside == null) {
        file.addExtension(field);
      } else {
        inside.addExtension(field);
      }
    }
  }

  /// @param message where the type of a group is added; null at the top of the file
  /// @param extendee the message that an extension extends; null for a field of the message itself
  private FieldDescriptorProto.Builder field(
      DescriptorProto.@Nullable Builder message, @Nullable String extendee) {
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder().setLabel(Label.LABEL_OPTIONAL);
    if (extendee != null) {
      field.setExtendee(extendee);
    }
    if (in.skip("repeated")) {
      field.setLabel(Label.LABEL_REPEATED);
    } else if (in.skip("required")) {
      field.setLabel(Label.LABEL_REQUIRED);
    } else if (in.skip("optional") && file.getSyntax().equals(PROTO3)) {
      field.setProto3Optional(true);
    }
    if (in.skip("group")) {
      String name = in.name();
      numberAndOptions(field.setName(name.toLowerCase(Locale.ROOT)));
      DescriptorProto type = message(name);
      if (message == null) {
        file.addMessageType(type);
      } else {
        message.addNestedType(type);
      }
      return field.setType(FieldDescriptorProto.Type.TYPE_GROUP).setTypeName(name);
    }
    String type = in.fullName();
    FieldDescriptorProto.Type scalar = SCALARS.get(type);
    if (scalar == null) {
      field.setTypeName(type);
    } else {
      field.setType(scalar);
    }
    numberAndOptions(field.setName(in.name()));
    in.expect(";");
    return field;
  }

  private void numberAndOptions(FieldDescriptorProto.Builder field) {
    in.expect("=");
    field.setNumber(in.number());
    options((option, value) -> {
      switch (option) {
        case "packed" -> field.getOptionsBuilder().setPacked(value.equals("true"));
        case "json_name" -> field.setJsonName(value);
        case "default" ->
            field.setDefaultValue(
                field.getType() == FieldDescriptorProto.Type.TYPE_BYTES
                    ? TextFormat.escapeBytes(ByteString.copyFromUtf8(value))
                    : value);
        default -> {
          if (option.startsWith(FEATURES)) {
            feature(option, value, field.getOptionsBuilder().getFeaturesBuilder());
          }
        }
      }
    });
  }

  private void map(DescriptorProto.Builder message) {
    in.expect("map");
    in.expect("<");
    String key = in.name();
    in.expect(",");
    String value = in.fullName();
    in.expect(">");
    String name = in.name();
    DescriptorProto.Builder entry =
        DescriptorProto.newBuilder()
            .setName(camelCase(name) + "Entry")
            .addField(entryField("key", 1, key))
            .addField(entryField("value", 2, value));
    entry.getOptionsBuilder().setMapEntry(true);
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder()
            .setName(name)
            .setLabel(Label.LABEL_REPEATED)
            .setType(FieldDescriptorProto.Type.TYPE_MESSAGE)
            .setTypeName(entry.getName());
    numberAndOptions(field);
    in.expect(";");
    message.addNestedType(entry).addField(field);
  }

  private FieldDescriptorProto entryField(String name, int number, String type) {
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder()
            .setName(name)
            .setNumber(number)
            .setLabel(Label.LABEL_OPTIONAL);
    FieldDescriptorProto.Type scalar = SCALARS.get(type);
    return (scalar == null ? field.setTypeName(type) : field.setType(scalar)).build();
  }

  private static String camelCase(String name) {
    StringBuilder camel = new StringBuilder();
    boolean isUpper = true;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c == '_') {
        isUpper = true;
      } else {
        camel.append(isUpper ? Character.toUpperCase(c) : c);
        isUpper = false;
      }
    }
    return camel.toString();
  }

  private EnumDescriptorProto enumeration() {
    EnumDescriptorProto.Builder type = EnumDescriptorProto.newBuilder().setName(in.name());
    in.expect("{");
    while (!in.skip("}")) {
      if (in.skip("option")) {
        option((option, value) -> {
          if (option.equals("allow_alias")) {
            type.getOptionsBuilder().setAllowAlias(value.equals("true"));
          } else if (option.startsWith(FEATURES)) {
            feature(option, value, type.getOptionsBuilder().getFeaturesBuilder());
          }
        });
      } else if (in.is("reserved") && !in.is("reserved", "=")) {
        in.skipStatement();
      } else if (!in.skip(";")) {
        var value = type.addValueBuilder().setName(in.name());
        in.expect("=");
        value.setNumber(in.number());
        options((_, _) -> {});
        in.expect(";");
      }
    }
    return type.build();
  }

  private ServiceDescriptorProto service() {
    ServiceDescriptorProto.Builder service = ServiceDescriptorProto.newBuilder().setName(in.name());
    in.expect("{");
    while (!in.skip("}")) {
      if (in.skip("option")) {
        option((_, _) -> {});
      } else if (!in.skip(";")) {
        in.expect("rpc");
        MethodDescriptorProto.Builder method = service.addMethodBuilder().setName(in.name());
        in.expect("(");
        method.setClientStreaming(isStream()).setInputType(in.fullName());
        in.expect(")");
        in.expect("returns");
        in.expect("(");
        method.setServerStreaming(isStream()).setOutputType(in.fullName());
        in.expect(")");
        methodOptions();
      }
    }
    return service.build();
  }

  private boolean isStream() {
    return !in.is("stream", ")") && in.skip("stream");
  }

  private void methodOptions() {
    if (in.skip("{")) {
      while (!in.skip("}")) {
        if (in.skip("option")) {
          option((_, _) -> {});
        } else {
          in.expect(";");
        }
      }
    } else {
      in.expect(";");
    }
  }
}
