package dev.takt.driver.cql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.driver.cql.protocol.Consistency;
import dev.takt.driver.cql.type.CqlType;
import dev.takt.driver.cql.type.CqlType.Native;
import dev.takt.driver.cql.type.ValueWriter;
import dev.takt.load.workload.Generators;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The tokens are those of Cassandra 5.0.9.
class TokenRoutingTest {

  private static Statement statement(String cql, CqlType... types) {
    CqlText text = CqlText.parse(cql, Generators.NONE);
    List<ValueWriter> values = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      values.add(text.parameters().get(i).writer(types[i]));
    }
    return new Statement(text.text(), values, Expectation.parse("any"));
  }

  private static PlannedOperations operations(Statement statement) {
    return new PlannedOperations(List.of(statement), Consistency.ONE, 1, null);
  }

  private static long token(Statement statement, int[] key) {
    return TokenRouting.token(0, key, 7, operations(statement), ByteBuffer.allocate(200));
  }

  @Test
  void aKeyOfOneColumn() {
    Statement statement =
        statement("v = {seq} AND k = 0x010203040506070{seq}", Native.INT, Native.BLOB);
    Statement zeros = statement("k = 0x00 AND v = {seq}", Native.INT);
    assertThat(zeros.text()).isEqualTo("k = 0x00 AND v = ?");
    assertThat(token(statement, new int[] {1})).isNotEqualTo(token(statement, new int[] {0}));
    Statement known = statement("k = 0x010203040506070{uniform:8..8}", Native.BLOB);
    assertThat(token(known, new int[] {0})).isEqualTo(-7140443302367346724L);
  }

  /// `SELECT token(a, b)` of `7, 'user-é7'`.
  @Test
  void aKeyOfSeveralColumnsInAnyOrder() {
    Statement statement =
        statement("a = {seq} AND b = 'user-é{uniform:7..7}'", Native.INT, Native.TEXT);
    assertThat(token(statement, new int[] {0, 1})).isEqualTo(3324027131687658283L);
    Statement reversed =
        statement(
            "b = 'user-é{uniform:7..7}' AND c = {seq} AND a = {seq}",
            Native.TEXT,
            Native.INT,
            Native.INT);
    assertThat(token(reversed, new int[] {2, 0})).isEqualTo(3324027131687658283L);
  }

  @Test
  void aKeyThatDoesNotFit() {
    Statement statement = statement("k = 'x{hex:300}'", Native.TEXT);
    assertThatThrownBy(() -> token(statement, new int[] {0}))
        .isInstanceOf(BufferOverflowException.class);
  }
}
