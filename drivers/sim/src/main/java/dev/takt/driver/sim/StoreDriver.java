package dev.takt.driver.sim;

import dev.takt.driver.sim.model.RandomStream;
import dev.takt.load.driver.BlockingDriver;
import dev.takt.load.driver.DriverPart;
import dev.takt.load.driver.KeyValueOutcomes;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.ReadModifyWriteParts;
import dev.takt.load.keyvalue.KeyValueRequest;
import dev.takt.load.keyvalue.KeyValues;
import dev.takt.load.workload.Randomness;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.List;

/// Runs key-value workloads against an in-memory [Store] in the workers' own calls, without a
/// server. Read values are verified if the workload requires it.
final class StoreDriver implements BlockingDriver {

  private final Store store;
  private final KeyValues keyValues;
  private final long seed;
  private final double errorShare;
  private final String description;

  private final ReadModifyWriteParts parts = new ReadModifyWriteParts();

  StoreDriver(StoreTarget target, KeyValues keyValues, long seed) {
    String name = target.name();
    this.store = name == null ? new Store() : Store.named(name);
    this.keyValues = keyValues;
    this.seed = seed;
    this.errorShare = target.errorShare();
    KeyValues load = name == null && !keyValues.isLoadPhase() ? keyValues.loadPhase() : null;
    if (load != null) {
      fill(load);
    }
    this.description = "a store in memory with " + store.records().size() + " records";
  }

  private void fill(KeyValues load) {
    Requests requests = new Requests(load.newRequest());
    for (long n = 0; n < keyValues.recordCount(); n++) {
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
    return parts.parts();
  }

  @Override
  public void close() {}

  /// Executes the requests of one worker.
  private final class Requests {

    final KeyValueRequest request;

    Requests(KeyValueRequest request) {
      this.request = request;
    }

    Outcome execute(int operation, long n) {
      request.prepare(operation, n);
      boolean fails = errorShare > 0 && Randomness.unit(seed, n, RandomStream.ERROR) < errorShare;
      Outcome outcome = fails ? KeyValueOutcomes.ERROR : answer();
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
      Outcome update = update();
      parts.record(begin, read, middle, update, System.nanoTime());
      return KeyValueOutcomes.ofBoth(read, update);
    }

    private Outcome read() {
      byte[][] record = store.records().get(request.key());
      if (record == null) {
        return KeyValueOutcomes.NOT_FOUND;
      }
      return !request.checksValues() || isRight(record)
          ? Outcome.OK
          : KeyValueOutcomes.UNEXPECTED_STATE;
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
      return changed == null ? KeyValueOutcomes.NOT_FOUND : Outcome.OK;
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
      return found == 0 ? KeyValueOutcomes.NOT_FOUND : Outcome.OK;
    }
  }
}
