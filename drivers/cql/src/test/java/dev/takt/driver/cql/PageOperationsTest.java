package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.workload.Request;
import dev.takt.driver.cql.workload.Workload;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.RowCount;
import dev.takt.load.driver.WorkloadSpec;
import dev.takt.load.workload.Generators;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Supplied operations that read one page each.
@Timeout(20)
class PageOperationsTest {

  static final String TEXT = "pages";

  private static final byte[] SECOND_PAGE = {7, 8, 9};
  private static final AtomicReference<Runnable> END = new AtomicReference<>(() -> {});

  @TempDir private Path directory;

  /// Made by the provider of [ProvidedWorkloadTest].
  record Pages() implements Workload {

    @Override
    public List<String> statements() {
      return List.of("SELECT a FROM t");
    }

    @Override
    public Request newRequest(boolean isRehearsal) {
      return new Page();
    }

    @Override
    public long warmUps(int operation) {
      return 0;
    }

    @Override
    public Sample sample(int operation, int step) {
      return new Sample(1, 1, 1);
    }

    @Override
    public Optional<RowCount> rowCount(int operation) {
      return Optional.empty();
    }

    @Override
    public boolean isRepeatable(int operation) {
      return true;
    }

    @Override
    public void whenDone(Runnable end) {
      END.set(end);
    }
  }

  /// Reads the page where the one before has ended.
  private static final class Page implements Request {

    private byte @Nullable [] next;
    private int rows;

    @Override
    public void begin(int operation, long n) {
      rows = 0;
    }

    @Override
    public int statement() {
      return 0;
    }

    @Override
    public Consistency consistency() {
      return Consistency.ONE;
    }

    @Override
    public int pageSize() {
      return 42;
    }

    @Override
    public byte @Nullable [] firstPage() {
      return next;
    }

    @Override
    public boolean readsPage(byte[] end) {
      next = end;
      return false;
    }

    @Override
    public void putValues(int row, ByteBuffer body) {
      body.putShort((short) 0);
    }

    @Override
    public void take(int count, int columns, ByteBuffer body) {
      rows += count;
    }

    @Override
    public Outcome ended(@Nullable Outcome failure) {
      return Outcome.failed(rows + " rows");
    }

    @Override
    public void abandoned() {}
  }

  /// Page size, and the state of the page before; empty without one.
  private static List<Object> page(ScriptedServer.Request request) {
    ByteBuffer body = request.body();
    Wire.getShortBytes(body);
    body.getShort();
    boolean hasState = (body.get() & 0x08) != 0;
    assertThat(body.getShort()).as("values").isZero();
    int size = body.getInt();
    byte[] state = new byte[hasState ? body.getInt() : 0];
    body.get(state);
    return List.of(size, ByteBuffer.wrap(state));
  }

  @Test
  void eachPageIsAnOperation() throws Exception {
    List<List<Object>> asked = new CopyOnWriteArrayList<>();
    try (ScriptedServer server =
        new ScriptedServer(
            Version.V4,
            (peer, request) -> {
              asked.add(page(request));
              peer.rows(request, asked.size(), SECOND_PAGE);
            })) {
      DriverRequest request =
          new DriverRequest(
              server.target(),
              Map.of("cassandra-stress", TEXT),
              new WorkloadSpec(
                  List.of(new OperationSpec("page", 1, Map.of())), Generators.NONE, null, 42),
              null,
              4,
              directory,
              line -> {});
      try (CqlDriver driver = CqlDriver.open(request);
          Caller caller = new Caller(driver)) {
        Runnable end = () -> {};
        driver.whenDone(end);
        assertThat(END).hasValue(end);
        assertThat(caller.call(0, 1)).isEqualTo("1 rows");
        assertThat(caller.call(0, 2)).isEqualTo("2 rows");
      }
    }
    assertThat(asked)
        .containsExactly(
            List.of(42, ByteBuffer.allocate(0)), List.of(42, ByteBuffer.wrap(SECOND_PAGE)));
  }
}
