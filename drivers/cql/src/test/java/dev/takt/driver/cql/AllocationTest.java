package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.cql.protocol.Compression;
import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.protocol.Version;
import dev.takt.driver.cql.protocol.Wire;
import dev.takt.driver.cql.result.PreparedResult;
import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.workload.Generators;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sending an operation and reading its answer do not allocate.
class AllocationTest {

  private static final int OPERATIONS = 5_000;
  private static final int ROUNDS = 12;

  private static final Execution EXECUTION =
      new Execution(
          Consistency.SERIAL, 5_000, new FailedResponses(Path.of("none")), new LongAdder());

  /// A statement with two parameters, of types `int` and `text`.
  private static PreparedResult prepared(Version version) {
    ByteBuffer body = ByteBuffer.allocate(200);
    Wire.putShortBytes(new byte[16], body);
    if (version == Version.V5) {
      Wire.putShortBytes(new byte[16], body);
    }
    body.putInt(1).putInt(2).putInt(1).putShort((short) 0);
    Wire.putString("ks", body);
    Wire.putString("t", body);
    Wire.putString("k", body);
    body.putShort((short) 0x09);
    Wire.putString("v", body);
    body.putShort((short) 0x0D);
    return PreparedResult.read(version, body.flip());
  }

  private static CqlSession session(
      Version version, Compression compression, Operations operations) {
    PreparedResult prepared = prepared(version);
    List<String> statements = operations.statements();
    return new CqlSession(
        new SessionSettings(version, compression, null, null),
        statements,
        Collections.nCopies(statements.size(), prepared)) {
      @Override
      public Codec newCodec(int stream) {
        return operations.newCodec(this, stream, EXECUTION);
      }
    };
  }

  /// Bytes per operation after warm-up: the minimum of several measurements.
  private static long perOperation(
      Version version, Compression compression, Operations operations, int count) throws Exception {
    CqlSession session = session(version, compression, operations);
    Codec codec = session.newCodec(5);
    ByteBuffer out = ByteBuffer.allocateDirect(64 * 1024);
    ByteBuffer[][] answers = new ByteBuffer[count][2];
    for (int i = 0; i < count; i++) {
      for (int step = 0; step < 2; step++) {
        answers[i][step] =
            SampleAnswer.compressed(
                operations.sampleAnswer(version, i, step, 5), version, compression);
      }
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = Allocation.bytes();
      for (int n = 0; n < OPERATIONS; n++) {
        int operation = n % count;
        codec.encode(operation, (long) round * OPERATIONS + n, out.clear());
        read(session, codec, answers[operation][0]);
        if (codec.hasNext()) {
          codec.encodeNext(out.clear());
          read(session, codec, answers[operation][1]);
        }
      }
      least = Math.min(least, Allocation.bytes() - before);
    }
    return least / OPERATIONS;
  }

  private static void read(CqlSession session, Codec codec, ByteBuffer answer) {
    if (session.nextStream(answer.rewind()) != 5) {
      throw new AssertionError("no frame");
    }
    if (codec.decode(session.frame()) == null && !codec.hasNext()) {
      throw new AssertionError("no outcome");
    }
  }

  @ParameterizedTest
  @CsvSource({"V4, NONE", "V4, LZ4", "V5, NONE", "V5, LZ4"})
  void statements(Version version, Compression compression) throws Exception {
    CqlText insert =
        CqlText.parse("INSERT … VALUES ({uniform:1..9}, 'v-{hex:20}')", Generators.NONE);
    Operations operations =
        new PlannedOperations(
            List.of(Statement.of(insert, prepared(version), Expectation.parse("rows"))),
            Consistency.ONE,
            1,
            null);
    assertThat(perOperation(version, compression, operations, 1)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"V4, NONE", "V4, LZ4", "V5, NONE", "V5, LZ4"})
  void records(Version version, Compression compression) throws Exception {
    CoreWorkload workload =
        CoreWorkload.of(
            Map.of(
                "recordcount", "1000",
                "insertproportion", "0.2",
                "scanproportion", "0.2",
                "readmodifywriteproportion", "0.2"),
            1);
    assertThat(workload.kinds()).hasSize(5);
    Operations operations =
        new RecordOperations(workload, "ycsb", Consistency.ONE, Consistency.ONE);
    assertThat(perOperation(version, compression, operations, 5)).isZero();
  }
}
