package dev.takt.load.replay;

import dev.takt.load.schedule.Arrivals;
import dev.takt.load.schedule.Schedule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The requests of a log, and when each is due. Immutable; thread-safe.
///
/// @param operations the kinds of requests, by their index
/// @param schedule the times of the log, the first of them at 0, scaled
/// @param requests by the numbers of the schedule's arrivals
public record ReplayLog(
    ReplaySettings settings,
    List<Operation> operations,
    Schedule schedule,
    ReplayRequests requests,
    ReplayReport report) {

  /// A kind of request.
  ///
  /// @param name the method, with the group if there are groups
  public record Operation(String name, String method) {}

  /// Copies the list.
  public ReplayLog {
    operations = List.copyOf(operations);
  }

  /// Reads a log.
  ///
  /// @param seed of the times within a second, if the log has only seconds
  /// @throws ReplayException if it cannot be read, or has nothing to replay
  public static ReplayLog read(ReplaySettings settings, long seed) throws ReplayException {
    return LogReader.read(settings, seed);
  }

  /// The same for a generator elsewhere, which must have the same file at the same place: only then
  /// do all machines together send each request once.
  public ReplayLog forGenerator() {
    ReplaySettings there = settings.with(settings.file().toAbsolutePath().normalize(), digest());
    return new ReplayLog(there, operations, schedule, requests, report);
  }

  /// Depends on all requests and their times: equal on two machines only if these are the same.
  public String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      Arrivals arrivals = schedule.arrivals();
      ByteBuffer due = ByteBuffer.allocate(Long.BYTES);
      for (long next = arrivals.next(); next != Arrivals.END; next = arrivals.next()) {
        digest.update(due.clear().putLong(next).flip());
        digest.update(requests.target(arrivals.number()).getBytes(StandardCharsets.US_ASCII));
        digest.update((byte) requests.operationOf(arrivals.number()));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java platform has it
    }
  }
}
