package dev.takt.driver.grpc.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DescriptorProtos;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import io.grpc.channelz.v1.ChannelzProto;
import io.grpc.health.v1.HealthProto;
import io.grpc.reflection.v1.ServerReflectionProto;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The oracle: what protoc made of the same files.
class ProtoParserTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "google/protobuf/any.proto",
        "google/protobuf/api.proto",
        "google/protobuf/descriptor.proto",
        "google/protobuf/duration.proto",
        "google/protobuf/empty.proto",
        "google/protobuf/field_mask.proto",
        "google/protobuf/source_context.proto",
        "google/protobuf/struct.proto",
        "google/protobuf/timestamp.proto",
        "google/protobuf/type.proto",
        "google/protobuf/wrappers.proto"
      })
  void filesOfGoogleAreAsProtocHasThem(String name) throws IOException {
    // Under its own name the file would not be linked.
    isAsCompiled(name, "parsed/" + name, Objects.requireNonNull(Schema.WELL_KNOWN.get(name)));
  }

  @Test
  void filesOfGrpcAreAsProtocHasThem() throws IOException {
    isAsCompiled(
        "grpc/health/v1/health.proto", "grpc/health/v1/health.proto", HealthProto.getDescriptor());
    isAsCompiled(
        "grpc/reflection/v1/reflection.proto",
        "grpc/reflection/v1/reflection.proto",
        ServerReflectionProto.getDescriptor());
    isAsCompiled(
        "grpc/channelz/v1/channelz.proto",
        "grpc/channelz/v1/channelz.proto",
        ChannelzProto.getDescriptor());
  }

  private static void isAsCompiled(String resource, String name, FileDescriptor compiled)
      throws IOException {
    String text;
    try (InputStream in = ProtoParserTest.class.getClassLoader().getResourceAsStream(resource)) {
      text =
          new String(Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
    }
    FileDescriptorProto parsed = ProtoParser.parse(name, text);
    Schema schema = Schema.link(List.of(parsed));
    for (Descriptor each : compiled.getMessageTypes()) {
      assertThat(schema.find(each.getFullName()))
          .returns(name, found -> Objects.requireNonNull(found).getFile().getName());
      assertThat(lines(Objects.requireNonNull((Descriptor) schema.find(each.getFullName()))))
          .isEqualTo(lines(each));
    }
    for (EnumDescriptor each : compiled.getEnumTypes()) {
      assertThat(line(Objects.requireNonNull((EnumDescriptor) schema.find(each.getFullName()))))
          .isEqualTo(line(each));
    }
    assertThat(schema.services().values().stream().map(ProtoParserTest::lines).toList())
        .isEqualTo(compiled.getServices().stream().map(ProtoParserTest::lines).toList());
  }

  private static List<String> lines(ServiceDescriptor service) {
    return service.getMethods().stream()
        .map(each ->
            each.getFullName()
                + " "
                + each.isClientStreaming()
                + each.getInputType().getFullName()
                + each.isServerStreaming()
                + each.getOutputType().getFullName())
        .toList();
  }

  private static List<String> lines(Descriptor message) {
    List<String> lines = new ArrayList<>(List.of(message.getFullName()));
    for (FieldDescriptor each : message.getFields()) {
      OneofDescriptor oneof = each.getContainingOneof();
      lines.add(
          each.getFullName()
              + " "
              + each.getNumber()
              + " "
              + each.getJsonName()
              + " "
              + each.getType()
              + switch (each.getJavaType()) {
                case MESSAGE -> each.getMessageType().getFullName();
                case ENUM -> each.getEnumType().getFullName();
                default -> each.isRepeated() ? "" : String.valueOf(each.getDefaultValue());
              }
              + " repeated "
              + each.isRepeated()
              + " required "
              + each.isRequired()
              + " presence "
              + each.hasPresence()
              + " packed "
              + each.isPacked()
              + " map "
              + each.isMapField()
              + (oneof == null
                  ? ""
                  : " of " + oneof.getName() + (each.getRealContainingOneof() == null)));
    }
    message.getEnumTypes().forEach(each -> lines.add(line(each)));
    message.getNestedTypes().forEach(each -> lines.addAll(lines(each)));
    lines.add(
        message.toProto().getExtensionRangeList().stream()
            .map(each -> each.getStart() + "-" + each.getEnd())
            .toList()
            .toString());
    return lines;
  }

  private static String line(EnumDescriptor type) {
    return type.getFullName()
        + type.isClosed()
        + type.getValues().stream().map(each -> each.getName() + each.getNumber()).toList();
  }

  @Test
  void editionsHaveFeatures() {
    Schema schema =
        Schema.link(
            List.of(
                ProtoParser.parse(
                    "e.proto",
                    """
                    edition = "2023";
                    package e;
                    option features.field_presence = IMPLICIT;
                    option features.(pb.java).large_enum = true;
                    message M {
                      int32 implicit = 1;
                      int32 explicit = 2 [features.field_presence = EXPLICIT];
                      repeated int32 packed = 3;
                      repeated int32 expanded = 4 [features.repeated_field_encoding = EXPANDED];
                      M group = 5 [features.message_encoding = DELIMITED];
                      int32 required = 6 [features.field_presence = LEGACY_REQUIRED];
                      enum Closed { option features.enum_type = CLOSED; A = 1; }
                    }
                    """)));
    Descriptor type = Objects.requireNonNull(schema.message("e.M"));
    assertThat(type.findFieldByName("implicit").hasPresence()).isFalse();
    assertThat(type.findFieldByName("explicit").hasPresence()).isTrue();
    assertThat(type.findFieldByName("packed").isPacked()).isTrue();
    assertThat(type.findFieldByName("expanded").isPacked()).isFalse();
    assertThat(type.findFieldByName("group").getType()).isEqualTo(FieldDescriptor.Type.GROUP);
    assertThat(type.findFieldByName("required").isRequired()).isTrue();
    assertThat(type.getEnumTypes().getFirst().isClosed()).isTrue();
  }

  @Test
  void featuresCanStandInBraces() {
    Schema schema =
        Schema.link(
            List.of(
                ProtoParser.parse(
                    "e.proto",
                    """
                    edition = "2023";
                    package e;
                    option features = { field_presence: IMPLICIT, [pb.java] { large_enum: true } };
                    message M {
                      int32 implicit = 1;
                      int32 explicit = 2 [features = {field_presence: EXPLICIT; [pb.go]: {x: 1}}];
                      M group = 5 [features = {message_encoding: DELIMITED field_presence: EXPLICIT}];
                      enum Closed { option features = { enum_type: CLOSED }; A = 1; }
                    }
                    """)));
    Descriptor type = Objects.requireNonNull(schema.message("e.M"));
    assertThat(type.findFieldByName("implicit").hasPresence()).isFalse();
    assertThat(type.findFieldByName("explicit").hasPresence()).isTrue();
    assertThat(type.findFieldByName("group").getType()).isEqualTo(FieldDescriptor.Type.GROUP);
    assertThat(type.getEnumTypes().getFirst().isClosed()).isTrue();
  }

  @Test
  void messagesInEachOtherAreBounded() {
    assertThat(Schema.link(List.of(ProtoParser.parse("f.proto", nested(100)))).message("A"))
        .isNotNull();
    for (int depth : new int[] {101, 20_000}) {
      assertThatThrownBy(() -> ProtoParser.parse("f.proto", nested(depth)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected no more than 100 messages in each other");
    }
  }

  private static String nested(int depth) {
    return "message A {".repeat(depth) + "}".repeat(depth);
  }

  private static FileDescriptorProto file(String name, String... imports) {
    FileDescriptorProto.Builder file = FileDescriptorProto.newBuilder().setName(name);
    for (String each : imports) {
      file.addPublicDependency(file.getDependencyCount()).addDependency(each);
    }
    return file.build();
  }

  @Test
  void chainOfImportsIsBounded() {
    for (boolean isFirstFirst : new boolean[] {true, false}) {
      for (int length : new int[] {200, 201, 20_000}) {
        List<FileDescriptorProto> files = new ArrayList<>();
        for (int i = 0; i < length; i++) {
          String[] imports = i + 1 < length ? new String[] {"f" + (i + 1)} : new String[0];
          files.add(file("f" + i, imports));
        }
        List<FileDescriptorProto> ordered = isFirstFirst ? files : files.reversed();
        if (length == 200) {
          assertThat(Schema.link(ordered)).isNotNull();
        } else {
          assertThatThrownBy(() -> Schema.link(ordered))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageEndingWith(" is part of a chain of more than 200 imports");
        }
      }
    }
  }

  /// Takt reads and writes its fields by their numbers.
  @Test
  void formsOfProtocolBuffersAreNotReplaced() {
    Schema own =
        Schema.link(
            List.of(
                ProtoParser.parse(
                    "google/protobuf/timestamp.proto",
                    "syntax = 'proto3'; package google.protobuf; message Timestamp {}")));
    assertThat(Objects.requireNonNull(own.message("google.protobuf.Timestamp")).getFields())
        .hasSize(2);
    for (String evil :
        List.of(
            "package google.protobuf; message Timestamp {}",
            "package google.protobuf; message Int32Value { string value = 1; }",
            "package google; message protobuf { message Any { string type_url = 1; } }",
            "package google.protobuf; message Value { double number_value = 2; }")) {
      assertThatThrownBy(() ->
              Schema.link(List.of(ProtoParser.parse("evil.proto", "syntax = 'proto3'; " + evil))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("in another way than Protocol Buffers do");
    }
    String same =
        "package google.protobuf; message Timestamp { int64 seconds = 1; int32 nanos = 2; }";
    assertThat(Schema.link(List.of(ProtoParser.parse("a.proto", "syntax = 'proto3'; " + same))))
        .isNotNull();
  }

  @Test
  void optionalFieldsOfProto3AndGroupsOfProto2AreRead() {
    Schema schema =
        Schema.link(
            List.of(
                ProtoParser.parse(
                    "three.proto",
                    "syntax = 'proto3'; message A { optional int32 x = 1; oneof o { string y = 2; }"
                        + " map<string, .A> many_things = 3 [json_name=\"stuff\", (my.option) = {a: 1}]; }"),
                ProtoParser.parse(
                    "two.proto",
                    """
                    syntax = "proto2";
                    import public "three.proto"; // a comment
                    message B {
                      optional group Item = 1 { required bytes b = 2 [default = "\\001\\xffa\\""]; }
                      extensions 100 to 199, 1000 to max;
                      reserved 5, 7 to 9; reserved "foo";
                      extend B { optional A inner = 100; }
                    }
                    extend B { repeated sint64 outer = 101 [packed = true]; }
                    service S { rpc Do(stream .A) returns (stream B) { option deprecated = true; } rpc Go(A) returns (A); }
                    """)));
    Descriptor a = Objects.requireNonNull(schema.message("A"));
    assertThat(a.findFieldByName("x").getContainingOneof()).isNotNull();
    assertThat(a.findFieldByName("x").getRealContainingOneof()).isNull();
    assertThat(a.findFieldByName("many_things").getJsonName()).isEqualTo("stuff");
    assertThat(a.findFieldByName("many_things").isMapField()).isTrue();
    Descriptor b = Objects.requireNonNull(schema.message("B"));
    assertThat(b.findFieldByName("item").getType()).isEqualTo(FieldDescriptor.Type.GROUP);
    assertThat(Objects.requireNonNull(schema.extension("outer")).isPacked()).isTrue();
    assertThat(Objects.requireNonNull(schema.extension("B.inner")).getMessageType()).isSameAs(a);
    assertThat(lines(Objects.requireNonNull(schema.services().get("S"))))
        .containsExactly("S.Do trueAtrueB", "S.Go falseAfalseA");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '\0',
      delimiter = '|',
      textBlock =
          """
          message M { int32 x = ; }    | f.proto:1: expected a whole number, found ";"
          message M { int32 x = 1      | f.proto:1: expected ";", found the end of the file
          syntax = "proto4";           | f.proto:1: expected the syntax proto2 or proto3 and not "proto4" before it
          edition = "1";               | f.proto:1: expected a known edition, such as 2023, and not "1" before it, found ";"
          import "x.proto"; message M {} | f.proto imports x.proto, which is missing
          import "f.proto";            | f.proto imports itself
          message M { X x = 1; }       | f.proto: M.x: "X" is not defined.
          /* open                      | f.proto:1: a comment is not closed
          message "                    | f.proto:1: a text is not closed
          enum E { A = 99999999999; }  | f.proto:1: expected a whole number, found "99999999999"
          """)
  void problemsNameFileAndLine(String text, String message) {
    assertThatThrownBy(() -> Schema.link(List.of(ProtoParser.parse("f.proto", text))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void descriptorIsLinkedByDefault() {
    assertThat(Schema.link(List.of()).message("google.protobuf.FileDescriptorSet"))
        .isSameAs(DescriptorProtos.FileDescriptorSet.getDescriptor());
  }
}
