package dev.takt.driver.grpc;

import java.util.Arrays;
import java.util.List;

/// How a call ended. The order is that of the numbers in `grpc-status`.
enum StatusCode {
  OK,
  CANCELLED,
  UNKNOWN,
  INVALID_ARGUMENT,
  DEADLINE_EXCEEDED,
  NOT_FOUND,
  ALREADY_EXISTS,
  PERMISSION_DENIED,
  RESOURCE_EXHAUSTED,
  FAILED_PRECONDITION,
  ABORTED,
  OUT_OF_RANGE,
  UNIMPLEMENTED,
  INTERNAL,
  UNAVAILABLE,
  DATA_LOSS,
  UNAUTHENTICATED;

  private static final List<StatusCode> ALL = List.of(values());

  /// @param number from 0 to 16; of any other number it is unknown
  static StatusCode of(int number) {
    return number >= 0 && number < ALL.size() ? ALL.get(number) : UNKNOWN;
  }

  /// @throws IllegalArgumentException if there is none of this name
  static StatusCode of(String name) {
    return ALL.stream()
        .filter(each -> each.name().equalsIgnoreCase(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "expected names of gRPC statuses, such as OK,NOT_FOUND; \""
                    + name
                    + "\" is none of "
                    + Arrays.toString(values())));
  }

  /// What an answer without `grpc-status` means, by its status of HTTP.
  static StatusCode ofHttp(int status) {
    return switch (status) {
      case 400 -> INTERNAL;
      case 401 -> UNAUTHENTICATED;
      case 403 -> PERMISSION_DENIED;
      case 404 -> UNIMPLEMENTED;
      case 429, 502, 503, 504 -> UNAVAILABLE;
      default -> UNKNOWN;
    };
  }

  /// The number in `grpc-status`.
  int number() {
    return ALL.indexOf(this);
  }
}
