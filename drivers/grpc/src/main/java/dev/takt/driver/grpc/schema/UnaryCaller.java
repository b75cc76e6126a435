package dev.takt.driver.grpc.schema;

import dev.takt.load.driver.DriverException;

/// Calls a method of a server before a run, and waits for its answer.
@FunctionalInterface
public interface UnaryCaller {

  /// What came of a call.
  ///
  /// @param status the name of the status, such as `OK`
  /// @param detail what the server says about a failure; may be empty
  /// @param message the first message of the answer; empty if there is none
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Reply(String status, String detail, byte[] message) {

    /// Whether the call was successful.
    public boolean isOk() {
      return status.equals("OK");
    }
  }

  /// @param path `/package.Service/Method`
  /// @throws DriverException if the server does not answer
  Reply call(String path, byte[] message) throws DriverException;
}
