package dev.takt.runs.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.runs.model.Samples;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class JsonTreeTest {

  @Test
  void isTheSameTreeThatDatabindWouldRead() {
    JsonMapper databind = new JsonMapper();
    for (Record value :
        List.of(Samples.scheduled(), Samples.finished(Samples.unscheduled()), Samples.stalls())) {
      String text = JsonText.of(value);
      assertThat(JsonTree.of(text)).isEqualTo(databind.readValue(text, Object.class));
    }
  }

  @Test
  void readsEveryKindOfValue() {
    assertThat(JsonTree.of("[\"ü\", 1, 5000000000, 20000000000000000000, 1.5, true, false, null]"))
        .isEqualTo(
            Arrays.asList(
                "ü",
                1,
                5_000_000_000L,
                new BigInteger("20000000000000000000"),
                1.5,
                true,
                false,
                null));
    assertThat(JsonTree.of("{\"a\": {}, \"b\": [], \"a\": [{\"c\": 1}]}"))
        .isEqualTo(Map.of("a", List.of(Map.of("c", 1)), "b", List.of()));
    assertThat(JsonTree.of(" ")).isNull();
  }

  @Test
  void refusesWhatIsNotJson() {
    for (String text : List.of("{", "[1", "{\"a\" 1}", "[1,]", "1 2", "{} x", "\"a", "nul")) {
      assertThatThrownBy(() -> JsonTree.of(text)).as(text).isInstanceOf(JacksonException.class);
    }
    assertThatThrownBy(() -> JsonTree.of("[".repeat(100_000)))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("depth");
  }
}
