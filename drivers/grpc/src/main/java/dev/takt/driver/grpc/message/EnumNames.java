package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.EnumDescriptor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/// The values of an enum by name or number.
final class EnumNames {

  private final String type;
  private final Map<String, Integer> numbers = new HashMap<>();
  private final int[] sorted;

  /// Whether other numbers are refused.
  private final boolean isClosed;

  EnumNames(EnumDescriptor type) {
    this.type = type.getFullName();
    this.isClosed = type.isClosed();
    type.getValues().forEach(each -> numbers.put(each.getName(), each.getNumber()));
    this.sorted = numbers.values().stream().mapToInt(Integer::intValue).sorted().toArray();
  }

  /// The full name of the enum.
  String type() {
    return type;
  }

  boolean isOf(String name) {
    return type.equals(name);
  }

  /// Checks a number. Allocates nothing.
  ///
  /// @throws IllegalArgumentException if the enum has no such value
  void check(long bits) {
    if (!has(bits)) {
      throw new IllegalArgumentException("a number that is no value of the enum " + type);
    }
  }

  private boolean has(long bits) {
    return !isClosed || Arrays.binarySearch(sorted, (int) bits) >= 0;
  }

  /// @throws IllegalArgumentException if there is no such value
  long bits(String text) {
    Integer number = numbers.get(text);
    if (number != null) {
      return number;
    }
    boolean isNumber = !text.isEmpty() && "+-.0123456789".indexOf(text.charAt(0)) >= 0;
    long bits = isNumber ? NumberType.ENUM.bits(text) : 0;
    if (!isNumber || !has(bits)) {
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
