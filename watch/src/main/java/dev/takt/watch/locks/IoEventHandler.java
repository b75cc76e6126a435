package dev.takt.watch.locks;

import dev.takt.runs.model.Evidence;
import dev.takt.runs.model.Stall;
import dev.takt.runs.model.StallKind;
import dev.takt.watch.jfr.EventHandler;
import dev.takt.watch.jfr.RecordingContext;
import dev.takt.watch.jfr.StallSink;
import dev.takt.watch.observer.WatchLevel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;

/// Converts events of blocking socket and file I/O to stalls.
///
/// A thread that reads from a connection that a client opened mostly waits for the next request. It
/// is idle, not stalled. JFR does not record which side opened a connection, but the peer's port
/// shows it nearly always: below the ephemeral port range, the peer is a service that this process
/// called. Only such reads are stalls. Writes always are: a thread that waits to write has data to
/// send.
final class IoEventHandler implements EventHandler {

  private static final String SOCKET_READ = "jdk.SocketRead";
  private static final String SOCKET_WRITE = "jdk.SocketWrite";
  private static final String FILE_READ = "jdk.FileRead";
  private static final String FILE_WRITE = "jdk.FileWrite";
  private static final String FILE_FORCE = "jdk.FileForce";

  private final RecordingContext context;
  private final ClientPorts clientPorts;
  private final Frames frames = new Frames();
  private final StallCollector stalls = new StallCollector();

  /// @param clientPorts the ephemeral ports of the recorded machine
  IoEventHandler(RecordingContext context, ClientPorts clientPorts) {
    this.context = context;
    this.clientPorts = clientPorts;
  }

  /// The settings that record reads and writes, which are expensive: each call pays for them. By
  /// default, JDK 25 records at most 300 a second of each kind; with deep, all of them.
  static Map<String, String> readWriteSettings(WatchLevel level) {
    Map<String, String> settings = new HashMap<>();
    List.of(SOCKET_READ, SOCKET_WRITE)
        .forEach(each -> settings.putAll(settings(each, level, "5 ms", "1 ms")));
    List.of(FILE_READ, FILE_WRITE)
        .forEach(each -> settings.putAll(settings(each, level, "1 ms", "100 us")));
    return settings;
  }

  /// The settings that record syncs to disk (fsync). They have no throttle setting, and a sync is
  /// so slow that recording it costs little.
  static Map<String, String> forceSettings(WatchLevel level) {
    Map<String, String> settings = settings(FILE_FORCE, level, "1 ms", "100 us");
    settings.remove(FILE_FORCE + "#throttle");
    return settings;
  }

  private static Map<String, String> settings(
      String event, WatchLevel level, String least, String leastDeep) {
    boolean deep = level == WatchLevel.DEEP;
    Map<String, String> settings = new HashMap<>();
    settings.put(event + "#enabled", "true");
    settings.put(event + "#threshold", deep ? leastDeep : least);
    settings.put(event + "#stackTrace", "true");
    settings.put(event + "#throttle", deep ? "off" : "300/s");
    return settings;
  }

  @Override
  public Set<String> types() {
    return Set.of(SOCKET_READ, SOCKET_WRITE, FILE_READ, FILE_WRITE, FILE_FORCE);
  }

  @Override
  public void accept(RecordedEvent event) {
    String type = event.getEventType().getName();
    boolean file = !type.equals(SOCKET_READ) && !type.equals(SOCKET_WRITE);
    if (type.equals(SOCKET_READ) && isFromClient(event)) {
      return;
    }
    ThreadRef who = ThreadRef.of(event.getThread());
    stalls.add(
        Stall.of(
                file ? StallKind.FILE_IO : StallKind.SOCKET_IO,
                context.side(),
                context.interval(event))
            .withThread(who == null ? null : who.actor(context.pid(), frames.of(event)))
            .withCause(file ? path(event) : peer(event))
            .withEvidence(evidence(event, type)));
  }

  @Override
  public void finish(StallSink found) {
    stalls.report(context.side(), found);
  }

  private boolean isFromClient(RecordedEvent event) {
    return clientPorts.contains(event.getInt("port"));
  }

  private static @Nullable String path(RecordedEvent event) {
    return event.getString("path");
  }

  private static String peer(RecordedEvent event) {
    String host = event.getString("host");
    String address = event.getString("address");
    return (host == null || host.isEmpty() ? address : host) + ":" + event.getInt("port");
  }

  private static Evidence evidence(RecordedEvent event, String type) {
    Long bytes = null;
    for (String field : List.of("bytesRead", "bytesWritten")) {
      if (event.hasField(field)) {
        bytes = event.getLong(field);
      }
    }
    return new Evidence.Transfer(type, bytes);
  }
}
