package dev.takt.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.FailedResponses;
import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver.Codec;
import dev.takt.load.keyvalue.CoreWorkload;
import dev.takt.load.workload.Generators;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Sending an operation and parsing its reply do not allocate.
class AllocationTest {

  private static final int OPERATIONS = 5_000;
  private static final int ROUNDS = 12;
  private static final FailedResponses UNKEPT = new FailedResponses(Path.of("none"));

  private interface Sample {
    byte[] of(int operation, int step);
  }

  /// Bytes per operation after warm-up: the minimum of several measurements.
  private static long perOperation(Codec codec, int operations, Sample sample) throws Exception {
    ByteBuffer out = ByteBuffer.allocateDirect(64 * 1024);
    ByteBuffer[][] in = new ByteBuffer[operations][2];
    for (int i = 0; i < operations; i++) {
      for (int step = 0; step < 2; step++) {
        byte[] bytes = sample.of(i, step);
        in[i][step] = ByteBuffer.allocateDirect(bytes.length).put(bytes);
      }
    }
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = Allocation.bytes();
      for (int n = 0; n < OPERATIONS; n++) {
        int operation = n % operations;
        codec.encode(operation, (long) round * OPERATIONS + n, out.clear());
        Outcome outcome = codec.decode(in[operation][0].flip());
        if (codec.hasNext()) {
          codec.encodeNext(out.clear());
          outcome = codec.decode(in[operation][1].flip());
          rewind(in[operation][1]);
        }
        rewind(in[operation][0]);
        assertNotNull(outcome);
      }
      least = Math.min(least, Allocation.bytes() - before);
    }
    return least / OPERATIONS;
  }

  private static void rewind(ByteBuffer read) {
    read.position(read.limit());
  }

  private static void assertNotNull(@Nullable Outcome outcome) {
    if (outcome == null) {
      throw new AssertionError("no outcome");
    }
  }

  @Test
  void commands() throws Exception {
    RedisCommand[] commands = {
      RedisCommand.parse("SET k:{seq} {hex:100}", Generators.NONE, Expectation.parse("=OK")),
      RedisCommand.parse("GET k:{zipfian:1..9}", Generators.NONE, Expectation.parse("found"))
    };
    Codec codec = new CommandCodec(commands, UNKEPT, 1);
    assertThat(
            perOperation(codec, 2, (operation, step) -> commands[operation].expectation.sample()))
        .isZero();
  }

  @Test
  void errors() throws Exception {
    RedisCommand[] commands = {
      RedisCommand.parse("GET k", Generators.NONE, Expectation.parse("found"))
    };
    Codec codec = new CommandCodec(commands, UNKEPT, 1);
    byte[] error = Resp.bytes("-ERR unknown command `x`\r\n");
    assertThat(perOperation(codec, 1, (operation, step) -> error)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"true,true", "true,false", "false,true", "false,false"})
  void records(String readsAll, String checks) throws Exception {
    CoreWorkload workload =
        CoreWorkload.of(
            Map.of(
                "recordcount", "1000",
                "readallfields", readsAll,
                "dataintegrity", checks,
                "insertproportion", "0.2",
                "scanproportion", "0.2",
                "readmodifywriteproportion", "0.2"),
            1);
    assertThat(workload.kinds()).hasSize(5);
    Records records = new Records(workload);
    assertThat(perOperation(new RecordCodec(records, UNKEPT), 5, records::sample)).isZero();
  }
}
