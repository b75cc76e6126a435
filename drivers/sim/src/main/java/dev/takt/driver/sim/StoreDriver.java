package dev.takt.driver.sim;

import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.Outcome;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.keyvalue.KeyValueKind;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.workload.Randomness;
import dev.takt.record.LatencyHistogram;
import dev.takt.record.RecorderRegistry;
import dev.takt.record.SharedRecorder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/// Drives a [Store] in the calls of workers: key-value workloads as they are, without a server.
/// What is read is checked where the workload asks for it.
final class StoreDriver implements BlockingDriver {

  private static final Outcome NOT_FOUND = Outcome.failed("NOT_FOUND");
  private static final Outcome WRONG = Outcome.failed("UNEXPECTED_STATE");
  private static final Outcome ERROR = Outcome.failed("ERROR");

  private final Store store;
  private final KeyValues keyValues;
  private final long seed;
  private final double errors;
  private final String description;

  // The halves of read-modify-writes.
  private final RecorderRegistry parts = new RecorderRegistry();
  private final SharedRecorder reads = parts.shared(KeyValueKind.READ.operationName());
  private final SharedRecorder updates = parts.shared(KeyValueKind.UPDATE.operationName());

  StoreDriver(StoreTarget target, KeyValues keyValues, long seed) {
    String name = target.name();
    this.store = name == null ? new Store() : Store.named(name);
    this.keyValues = keyValues;
    this.seed = seed;
    this.errors = target.errors();
    if (name == null && keyValues instanceof CoreWorkload core && !core.isLoadPhase()) {
      fill(core);
    }
    this.description = "a store in memory with " + store.records().size() + " records";
  }

  private void fill(CoreWorkload core) {
    Requests requests = new Requests(core.loadPhase().newRequest());
    for (long n = 0; n < core.recordCount(); n++) {
      requests.request.prepare(0, n);
      requests.insert();
    }
  }

  @Override
  public Session open(int worker) {
    Requests requests = new Requests(keyValues.newRequest());
    return (operation, n) -> requests.execute(operation, n);
  }

  @Override
  public String describe() {
    return description;
  }

  @Override
  public List<DriverPart> parts() {
    List<DriverPart> told = new ArrayList<>();
    parts.collect((name, times) -> {
      LatencyHistogram copy = new LatencyHistogram();
      copy.add(times);
      told.add(new DriverPart(name, copy));
    });
    return told;
  }

  @Override
  public void close() {}

  /// What one worker sends.
  private final class Requests {

    final KeyValueRequest request;

    Requests(KeyValueRequest request) {
      this.request = request;
    }

    Outcome execute(int operation, long n) {
      request.prepare(operation, n);
      boolean fails = errors > 0 && Randomness.unit(seed, n, Purpose.ERROR) < errors;
      Outcome outcome = fails ? ERROR : answer();
      request.ended(outcome.isOk());
      return outcome;
    }

    private Outcome answer() {
      return switch (request.kind()) {
        case READ -> read();
        case UPDATE -> update();
        case INSERT -> insert();
        case SCAN -> scan();
        case READ_MODIFY_WRITE -> readModifyWrite();
      };
    }

    private Outcome readModifyWrite() {
      long begin = System.nanoTime();
      Outcome read = read();
      long middle = System.nanoTime();
      if (!read.isOk()) {
        return read;
      }
      reads.record(middle - begin);
      Outcome update = update();
      if (update.isOk()) {
        updates.record(System.nanoTime() - middle);
      }
      return update;
    }

    private Outcome read() {
      byte[][] record = store.records().get(request.key());
      if (record == null) {
        return NOT_FOUND;
      }
      return !request.checksValues() || isRight(record) ? Outcome.OK : WRONG;
    }

    private boolean isRight(byte[][] record) {
      if (!request.readsAllFields()) {
        return request.isRight(request.readField(), ByteBuffer.wrap(record[request.readField()]));
      }
      for (int field = 0; field < record.length; field++) {
        if (!request.isRight(field, ByteBuffer.wrap(record[field]))) {
          return false;
        }
      }
      return true;
    }

    private Outcome update() {
      byte[][] changed = store.records().computeIfPresent(request.key(), (_, old) -> written(old));
      return changed == null ? NOT_FOUND : Outcome.OK;
    }

    private Outcome insert() {
      byte[][] empty = new byte[keyValues.fieldNames().size()][0];
      store.records().put(request.key(), written(empty));
      return Outcome.OK;
    }

    private byte[][] written(byte[][] old) {
      byte[][] record = old.clone();
      for (int i = 0; i < request.writtenFields(); i++) {
        ByteBuffer value = ByteBuffer.allocate(request.valueLength(i));
        request.putValue(i, value);
        record[request.writtenField(i)] = value.array();
      }
      return record;
    }

    private Outcome scan() {
      Iterator<byte[][]> records = store.records().tailMap(request.key()).values().iterator();
      int found = 0;
      while (found < request.scanLength() && records.hasNext()) {
        found += records.next().length == 0 ? 0 : 1;
      }
      return found == 0 ? NOT_FOUND : Outcome.OK;
    }
  }
}
