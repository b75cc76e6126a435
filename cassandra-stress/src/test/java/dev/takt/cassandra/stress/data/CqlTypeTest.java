package dev.takt.cassandra.stress.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.takt.cassandra.stress.data.CqlType.Container;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CqlTypeTest {

  @Test
  void nativeTypesAndCollections() {
    assertThat(CqlType.parse("text")).isEqualTo(CqlType.of(NativeType.TEXT));
    assertThat(CqlType.parse("TimeUUID")).isEqualTo(CqlType.of(NativeType.TIMEUUID));
    assertThat(CqlType.parse("list<int>")).isEqualTo(new CqlType(NativeType.INT, Container.LIST));
    assertThat(CqlType.parse("frozen<set< uuid >>"))
        .isEqualTo(new CqlType(NativeType.UUID, Container.SET));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "map<text, int>",
        "tuple<int>",
        "vector<float, 3>",
        "duration",
        "list<list<int>>",
        "list<frozen<set<int>>>",
        "address",
        "hex_blob",
        ""
      })
  void typesWithoutValues(String type) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CqlType.parse(type))
        .withMessage("cassandra-stress generates no values of type " + type);
  }
}
