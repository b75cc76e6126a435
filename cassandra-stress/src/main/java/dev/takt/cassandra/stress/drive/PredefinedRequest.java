package dev.takt.cassandra.stress.drive;

import dev.takt.cassandra.stress.data.PartitionPicker;
import dev.takt.cassandra.stress.data.PartitionRows;
import dev.takt.cassandra.stress.data.PartitionVisit;
import dev.takt.cassandra.stress.data.StagedRows;
import dev.takt.cassandra.stress.distribution.Distribution;
import dev.takt.load.driver.Outcome;
import java.nio.ByteBuffer;

/// An operation on one of the predefined tables: one partition of one row.
final class PredefinedRequest extends StressRequest {

  private static final Outcome MISSING = Outcome.failed("the partition is missing");
  private static final Outcome SEVERAL = Outcome.failed("more than one row");
  private static final Outcome OTHER_VALUES = Outcome.failed("other values than were generated");

  private static final int KEY = 0;

  private final PredefinedWorkload workload;
  private final PartitionPicker picker;
  private final PartitionVisit visit = new PartitionVisit();
  private final PartitionRows partition;
  private final Distribution increments;
  private final StagedRows expected = new StagedRows();

  private int operation;
  private long found;
  private boolean isRight;

  PredefinedRequest(PredefinedWorkload workload, PartitionPicker picker, Distribution increments) {
    super(workload.consistency(), workload.retries());
    this.workload = workload;
    this.picker = picker;
    this.partition = new PartitionRows(workload.table(), 0);
    this.increments = increments;
  }

  private PredefinedOperation kind() {
    return workload.operations().get(operation);
  }

  @Override
  void prepare(int newOperation, StagedRows staged) {
    operation = newOperation;
    // The sequence has no end: where `no-wrap` ends it, the number of operations does.
    boolean ignored = kind().writes() ? picker.nextWrite(visit) : picker.nextRead(visit);
    partition.startAll(visit.seed());
    ignored = partition.nextRow();
    switch (kind()) {
      case WRITE -> {
        staged.begin(workload.columns() + 1);
        for (int i = 1; i <= workload.columns(); i++) {
          staged.add(partition, i);
        }
      }
      case COUNTER_WRITE -> {
        staged.begin(workload.columns() + 1);
        for (int i = 0; i < workload.columns(); i++) {
          staged.add(increments.next());
        }
      }
      case READ -> {
        expect();
        staged.begin(1);
      }
      case COUNTER_READ -> staged.begin(1);
    }
    staged.add(partition, KEY);
    staged.end();
  }

  private void expect() {
    if (workload.checksValues()) {
      expected.clear();
      expected.begin(workload.columns());
      for (int i = 1; i <= workload.columns(); i++) {
        expected.add(partition, i);
      }
      expected.end();
    }
  }

  @Override
  public int statement() {
    return operation;
  }

  @Override
  void restart() {
    found = 0;
    isRight = true;
  }

  @Override
  public void take(int rows, int columns, ByteBuffer body) {
    if (kind() == PredefinedOperation.READ && workload.checksValues() && found == 0 && rows > 0) {
      isRight = expected.isFollowedBy(0, body);
    }
    found += rows;
  }

  @Override
  Outcome verdict() {
    return switch (kind()) {
      case WRITE, COUNTER_WRITE -> Outcome.OK;
      case COUNTER_READ -> found == 0 ? MISSING : Outcome.OK;
      case READ -> workload.checksRows() ? ofRead() : Outcome.OK;
    };
  }

  private Outcome ofRead() {
    if (found != 1) {
      return found == 0 ? MISSING : SEVERAL;
    }
    return isRight ? Outcome.OK : OTHER_VALUES;
  }

  @Override
  void finish() {
    if (kind().writes()) {
      picker.finishWrite(visit);
    }
  }
}
