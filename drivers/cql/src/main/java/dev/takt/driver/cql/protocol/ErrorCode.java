package dev.takt.driver.cql.protocol;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// Errors that a server answers with, by the names of Cassandra's exceptions.
public enum ErrorCode {
  SERVER_ERROR(0x0000, "ServerError"),
  PROTOCOL_ERROR(0x000A, "ProtocolError"),
  BAD_CREDENTIALS(0x0100, "BadCredentials"),
  UNAVAILABLE(0x1000, "Unavailable"),
  OVERLOADED(0x1001, "Overloaded"),
  IS_BOOTSTRAPPING(0x1002, "IsBootstrapping"),
  TRUNCATE_ERROR(0x1003, "TruncateError"),
  WRITE_TIMEOUT(0x1100, "WriteTimeout"),
  READ_TIMEOUT(0x1200, "ReadTimeout"),
  READ_FAILURE(0x1300, "ReadFailure"),
  FUNCTION_FAILURE(0x1400, "FunctionFailure"),
  WRITE_FAILURE(0x1500, "WriteFailure"),
  CDC_WRITE_FAILURE(0x1600, "CdcWriteFailure"),
  CAS_WRITE_UNKNOWN(0x1700, "CasWriteUnknown"),
  SYNTAX_ERROR(0x2000, "SyntaxError"),
  UNAUTHORIZED(0x2100, "Unauthorized"),
  INVALID(0x2200, "Invalid"),
  CONFIG_ERROR(0x2300, "ConfigError"),
  ALREADY_EXISTS(0x2400, "AlreadyExists"),
  UNPREPARED(0x2500, "Unprepared");

  private static final Map<Integer, ErrorCode> BY_CODE = new HashMap<>();

  static {
    for (ErrorCode each : values()) {
      BY_CODE.put(each.code, each);
    }
  }

  private final int code;
  private final String text;

  ErrorCode(int code, String text) {
    this.code = code;
    this.text = text;
  }

  public int code() {
    return code;
  }

  /// The name of an error; its number if it is not known.
  public static String nameOf(int code) {
    ErrorCode known = BY_CODE.get(code);
    return known == null ? String.format(Locale.ROOT, "error 0x%04X", code) : known.text;
  }
}
