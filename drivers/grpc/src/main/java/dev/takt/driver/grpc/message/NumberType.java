package dev.takt.driver.grpc.message;

import com.google.protobuf.Descriptors.FieldDescriptor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;

/// A type of fields that have no length: numbers, booleans and enums. Their values are `long`s: the
/// bits of the value, in which those of the default are 0.
enum NumberType {
  INT32(WireType.VARINT),
  INT64(WireType.VARINT),
  UINT32(WireType.VARINT),
  UINT64(WireType.VARINT),
  SINT32(WireType.VARINT),
  SINT64(WireType.VARINT),
  FIXED32(WireType.FIXED32),
  FIXED64(WireType.FIXED64),
  SFIXED32(WireType.FIXED32),
  SFIXED64(WireType.FIXED64),
  FLOAT(WireType.FIXED32),
  DOUBLE(WireType.FIXED64),
  BOOL(WireType.VARINT),
  ENUM(WireType.VARINT);

  private static final BigInteger MAX_UINT64 =
      BigInteger.TWO.pow(Long.SIZE).subtract(BigInteger.ONE);
  private static final long MAX_UINT32 = 0xFFFF_FFFFL;

  /// Numbers of more digits are out of range, whatever the type.
  private static final int MAX_DIGITS = 40;

  /// How the value follows the field's number.
  final int wireType;

  NumberType(int wireType) {
    this.wireType = wireType;
  }

  /// @throws IllegalArgumentException for a type with a length
  static NumberType of(FieldDescriptor.Type type) {
    return switch (type) {
      case INT32 -> INT32;
      case INT64 -> INT64;
      case UINT32 -> UINT32;
      case UINT64 -> UINT64;
      case SINT32 -> SINT32;
      case SINT64 -> SINT64;
      case FIXED32 -> FIXED32;
      case FIXED64 -> FIXED64;
      case SFIXED32 -> SFIXED32;
      case SFIXED64 -> SFIXED64;
      case FLOAT -> FLOAT;
      case DOUBLE -> DOUBLE;
      case BOOL -> BOOL;
      case ENUM -> ENUM;
      case STRING, BYTES, MESSAGE, GROUP ->
          throw new IllegalArgumentException(type + " has a length");
    };
  }

  /// The bits of a whole number.
  ///
  /// @throws IllegalArgumentException if it is out of range
  long bits(long value) {
    boolean isInRange =
        switch (this) {
          case INT32, SINT32, SFIXED32, ENUM -> value == (int) value;
          case UINT32, FIXED32 -> value >= 0 && value <= MAX_UINT32;
          case UINT64, FIXED64 -> value >= 0;
          case BOOL -> value == 0 || value == 1;
          case INT64, SINT64, SFIXED64, FLOAT, DOUBLE -> true;
        };
    if (!isInRange) {
      throw new IllegalArgumentException("a number is out of the range of " + this);
    }
    return switch (this) {
      case FLOAT -> Float.floatToRawIntBits((float) value) & MAX_UINT32;
      case DOUBLE -> Double.doubleToRawLongBits((double) value);
      default -> value;
    };
  }

  /// The bits of a number as JSON has it.
  ///
  /// @throws IllegalArgumentException if it is none, or out of range
  long bits(String text) {
    return switch (this) {
      case FLOAT -> Float.floatToRawIntBits(toFloat(text)) & MAX_UINT32;
      case DOUBLE -> Double.doubleToRawLongBits(toDouble(text));
      case BOOL ->
          switch (text) {
            case "true" -> 1;
            case "false" -> 0;
            default -> throw invalid(text, "true or false");
          };
      case UINT64, FIXED64 -> {
        BigInteger value = whole(text);
        if (value.signum() < 0 || value.compareTo(MAX_UINT64) > 0) {
          throw outOfRange(text);
        }
        yield value.longValue();
      }
      default -> {
        try {
          yield bits(whole(text).longValueExact());
        } catch (ArithmeticException | IllegalArgumentException e) {
          if (e instanceof InvalidNumber) {
            throw e;
          }
          throw outOfRange(text);
        }
      }
    };
  }

  private static final class InvalidNumber extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    InvalidNumber(String message) {
      super(message);
    }
  }

  private IllegalArgumentException outOfRange(String text) {
    return new InvalidNumber(text + " is out of the range of " + this);
  }

  private static IllegalArgumentException invalid(String text, String expected) {
    return new InvalidNumber("expected " + expected + ", found \"" + text + "\"");
  }

  private BigInteger whole(String text) {
    BigDecimal value = decimal(text, "a whole number");
    if (Math.abs((long) value.precision() - value.scale()) > MAX_DIGITS) {
      throw outOfRange(text);
    }
    try {
      return value.toBigIntegerExact();
    } catch (ArithmeticException _) {
      throw invalid(text, "a whole number");
    }
  }

  private static BigDecimal decimal(String text, String expected) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException _) {
      throw invalid(text, expected);
    }
  }

  private double toDouble(String text) {
    return switch (text) {
      case "NaN" -> Double.NaN;
      case "Infinity" -> Double.POSITIVE_INFINITY;
      case "-Infinity" -> Double.NEGATIVE_INFINITY;
      default -> {
        BigDecimal _ = decimal(text, "a number");
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
          throw outOfRange(text);
        }
        yield value;
      }
    };
  }

  /// Rounded from the double, as Protocol Buffers do.
  private float toFloat(String text) {
    double value = toDouble(text);
    float rounded = (float) value;
    if (Float.isInfinite(rounded) && !Double.isInfinite(value)) {
      throw outOfRange(text);
    }
    return rounded;
  }

  /// Appends a value.
  void put(long bits, ByteBuffer out) {
    switch (this) {
      case INT32, INT64, UINT32, UINT64, BOOL, ENUM -> WireType.putVarint(bits, out);
      case SINT32, SINT64 -> WireType.putVarint((bits << 1) ^ (bits >> (Long.SIZE - 1)), out);
      case FIXED32, SFIXED32, FLOAT -> out.order(ByteOrder.LITTLE_ENDIAN).putInt((int) bits);
      case FIXED64, SFIXED64, DOUBLE -> out.order(ByteOrder.LITTLE_ENDIAN).putLong(bits);
    }
    out.order(ByteOrder.BIG_ENDIAN);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
