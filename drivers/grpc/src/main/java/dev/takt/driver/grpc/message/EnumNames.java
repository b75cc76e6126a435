package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.EnumDescriptor;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/// The values of an enum by name or number.
///
/// @param isClosed whether other numbers are refused
record EnumNames(String type, Map<String, Integer> numbers, boolean isClosed) {

  static EnumNames of(EnumDescriptor type) {
    Map<String, Integer> numbers = new HashMap<>();
    type.getValues().forEach(each -> numbers.put(each.getName(), each.getNumber()));
    return new EnumNames(type.getFullName(), Map.copyOf(numbers), type.isClosed());
  }

  /// @throws IllegalArgumentException if there is no such value
  long bits(String text) {
    Integer number = numbers.get(text);
    if (number != null) {
      return number;
    }
    boolean isNumber = !text.isEmpty() && "+-.0123456789".indexOf(text.charAt(0)) >= 0;
    long bits = isNumber ? NumberType.ENUM.bits(text) : 0;
    if (!isNumber || (isClosed && !numbers.containsValue((int) bits))) {
      throw new IllegalArgumentException(
          "the enum "
              + type
              + " has no value \""
              + text
              + "\"; it has "
              + String.join(", ", new TreeSet<>(numbers.keySet())));
    }
    return bits;
  }
}
