package dev.takt.driver.grpc.schema;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.GenericDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Writes parts of a schema as a `.proto` file has them.
public final class SchemaText {

  private final List<String> lines = new ArrayList<>();

  private SchemaText() {}

  /// The definition of a service, method, message or enum. That of a method has its messages.
  public static List<String> of(GenericDescriptor descriptor) {
    SchemaText text = new SchemaText();
    switch (descriptor) {
      case ServiceDescriptor service -> {
        text.lines.add("service " + service.getFullName() + " {");
        service.getMethods().forEach(each -> text.lines.add("  " + rpc(each)));
        text.lines.add("}");
      }
      case MethodDescriptor method -> {
        text.lines.add(rpc(method));
        text.lines.add("");
        text.message(method.getInputType(), method.getInputType().getFullName(), "");
        if (!method.getInputType().equals(method.getOutputType())) {
          text.lines.add("");
          text.message(method.getOutputType(), method.getOutputType().getFullName(), "");
        }
      }
      case Descriptor message -> text.message(message, message.getFullName(), "");
      case EnumDescriptor type -> text.enumeration(type, type.getFullName(), "");
      default -> text.lines.add(descriptor.getFullName());
    }
    return List.copyOf(text.lines);
  }

  private static String rpc(MethodDescriptor method) {
    return "rpc "
        + method.getName()
        + "("
        + (method.isClientStreaming() ? "stream " : "")
        + method.getInputType().getFullName()
        + ") returns ("
        + (method.isServerStreaming() ? "stream " : "")
        + method.getOutputType().getFullName()
        + ");";
  }

  private void message(Descriptor type, String name, String indent) {
    lines.add(indent + "message " + name + " {");
    String inside = indent + "  ";
    for (FieldDescriptor each : type.getFields()) {
      OneofDescriptor oneof = each.getRealContainingOneof();
      if (oneof == null) {
        lines.add(inside + field(each));
      } else if (oneof.getField(0).equals(each)) {
        lines.add(inside + "oneof " + oneof.getName() + " {");
        oneof.getFields().forEach(member -> lines.add(inside + "  " + field(member)));
        lines.add(inside + "}");
      }
    }
    for (Descriptor each : type.getNestedTypes()) {
      if (!each.getOptions().getMapEntry()) {
        message(each, each.getName(), inside);
      }
    }
    type.getEnumTypes().forEach(each -> enumeration(each, each.getName(), inside));
    lines.add(indent + "}");
  }

  private void enumeration(EnumDescriptor type, String name, String indent) {
    lines.add(indent + "enum " + name + " {");
    type.getValues()
        .forEach(
            each -> lines.add(indent + "  " + each.getName() + " = " + each.getNumber() + ";"));
    lines.add(indent + "}");
  }

  private static String field(FieldDescriptor field) {
    return label(field) + type(field) + " " + field.getName() + " = " + field.getNumber() + ";";
  }

  private static String label(FieldDescriptor field) {
    if (field.isMapField()) {
      return "";
    } else if (field.isRepeated()) {
      return "repeated ";
    } else if (field.isRequired()) {
      return "required ";
    }
    boolean isOptional =
        field.hasPresence()
            && field.getRealContainingOneof() == null
            && field.getJavaType() != FieldDescriptor.JavaType.MESSAGE;
    return isOptional ? "optional " : "";
  }

  private static String type(FieldDescriptor field) {
    if (field.isMapField()) {
      return "map<"
          + type(field.getMessageType().findFieldByNumber(1))
          + ", "
          + type(field.getMessageType().findFieldByNumber(2))
          + ">";
    }
    return switch (field.getType()) {
      case MESSAGE, GROUP -> field.getMessageType().getFullName();
      case ENUM -> field.getEnumType().getFullName();
      default -> field.getType().name().toLowerCase(Locale.ROOT);
    };
  }
}
