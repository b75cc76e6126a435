package dev.takt.driver.grpc.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.driver.grpc.schema.TestSchemas;
import dev.takt.load.workload.Generators;
import dev.takt.load.workload.Template;
import dev.takt.testing.Allocation;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MessageAllocationTest {

  @Test
  void encodingAllocatesNothing() throws Exception {
    MessageForm form =
        MessageForm.compile(
            Objects.requireNonNull(TestSchemas.ALL.message("t.Three")),
            """
            {"i32": {uniform:0..9}, "st": "u-{hex:200}", "by": "{hex:8}", "db": {seq}, "en": 1,
             "child": {"st": "{alpha:300}", "many": [{seq}, {zipfian:1..100}]}, "map": {"{seq}": 1}}\
            """,
            TestSchemas.ALL,
            Generators.NONE,
            Map.of());
    Rendering values = new Rendering(1, Template.Variables.NONE);
    ByteBuffer out = ByteBuffer.allocate(4096);
    long allocated = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      long before = Allocation.bytes();
      for (int i = 0; i < 20_000; i++) {
        values.next(i);
        form.encode(values, out.clear());
      }
      allocated = Math.min(allocated, Allocation.bytes() - before);
    }
    assertThat(allocated / 20_000).isZero();
  }
}
