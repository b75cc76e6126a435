package dev.takt.driver.redis;

import dev.takt.driver.redis.embedded.RedisBinary;
import dev.takt.driver.redis.embedded.RedisServer;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.Endpoint;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.wire.BulkLoad;
import dev.takt.runs.text.Units;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Drives a single Redis server. The nodes of a cluster can be driven one by one; a key that
/// belongs to another node is a failure with the label `MOVED`.
final class RedisDriver implements WireDriver {

  private final Endpoint endpoint;
  private final Handshake handshake;
  private final int pipelining;
  private final RedisCommand[] commands;
  private final @Nullable Records records;
  private final FailedResponses failures;
  private final long seed;
  private final String description;
  private final @Nullable RedisServer server;

  private RedisDriver(
      Endpoint endpoint,
      Handshake handshake,
      int pipelining,
      RedisCommand[] commands,
      @Nullable Records records,
      FailedResponses failures,
      long seed,
      String description,
      @Nullable RedisServer server) {
    this.endpoint = endpoint;
    this.handshake = handshake;
    this.pipelining = pipelining;
    this.commands = commands;
    this.records = records;
    this.failures = failures;
    this.seed = seed;
    this.description = description;
    this.server = server;
  }

  private static Endpoint endpoint(RedisTarget target, RedisOptions options)
      throws DriverException {
    Tls tls = target.tls() ? options.tls().tls(target.certificateName()) : null;
    return target.endpoint(tls);
  }

  static RedisDriver open(DriverRequest request) throws DriverException {
    RedisOptions options = new RedisOptions(request);
    RedisServer server = options.isEmbedded() ? start(request) : null;
    try {
      return open(request, options, server);
    } catch (DriverException | RuntimeException e) {
      if (server != null) {
        server.close();
      }
      throw e;
    }
  }

  private static RedisServer start(DriverRequest request) throws DriverException {
    RedisBinary binary = RedisBinary.find(request.progress());
    request.progress().accept("starting Redis …");
    return RedisServer.start(binary, List.of(), request.runDirectory().resolve("redis.log"));
  }

  private static RedisDriver open(
      DriverRequest request, RedisOptions options, @Nullable RedisServer server)
      throws DriverException {
    RedisTarget target =
        RedisTarget.parse(server == null ? request.target() : "redis://" + server.address());
    Endpoint endpoint = endpoint(target, options);
    SessionSettings access = options.access(target);
    KeyValues keyValues = request.workload().keyValues();
    List<List<String>> init = new ArrayList<>();
    if (server != null && keyValues == null) {
      init.addAll(EmbeddedTarget.INIT);
    }
    init.addAll(options.initCommands());
    String version = Preparation.prepare(endpoint, access, target, init, request.progress());
    RedisDriver driver =
        new RedisDriver(
            endpoint,
            Handshake.of(access),
            options.pipelining(),
            keyValues == null ? options.commands() : new RedisCommand[0],
            keyValues == null ? null : new Records(keyValues),
            new FailedResponses(request.runDirectory()),
            request.workload().seed(),
            version + " at " + target,
            server);
    if (server != null && keyValues != null && !keyValues.isLoadPhase()) {
      driver.fill(keyValues, request.progress());
    }
    return driver;
  }

  /// A server that was started for the run has no records yet.
  private void fill(KeyValues workload, Consumer<String> progress) throws DriverException {
    KeyValues load = workload.loadPhase();
    if (load != null && workload.recordCount() > 0) {
      progress.accept("loading " + Units.count(workload.recordCount()) + " records …");
      RedisDriver loading =
          new RedisDriver(
              endpoint,
              handshake,
              1,
              commands,
              new Records(load),
              failures,
              seed,
              description,
              null);
      BulkLoad.run(loading, workload.recordCount(), "the embedded Redis");
    }
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public Endpoint endpoint() {
    return endpoint;
  }

  @Override
  public Session newSession() {
    return new RedisSession(
        handshake,
        () ->
            records == null
                ? new CommandCodec(commands, failures, seed)
                : new RecordCodec(records, failures));
  }

  @Override
  public int pipelining() {
    return pipelining;
  }

  @Override
  public ByteBuffer sampleAnswer(int operation) {
    return sampleAnswer(operation, 0);
  }

  @Override
  public ByteBuffer sampleAnswer(int operation, int step) {
    return ByteBuffer.wrap(
        records == null
            ? commands[operation].expectation.sample()
            : records.sample(operation, step));
  }

  /// Operations on records are idempotent: they store the same values again.
  @Override
  public boolean isRepeatable(int operation) {
    return records != null || commands[operation].repeatable;
  }

  @Override
  public Map<String, String> failureFiles() {
    return failures.files();
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }
}
