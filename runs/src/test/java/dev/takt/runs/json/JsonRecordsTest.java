package dev.takt.runs.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.takt.runs.json.JsonRecords.MisfitException;
import dev.takt.runs.model.Side;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonRecordsTest {

  record Inner(int size) {
    Inner {
      if (size < 0) {
        throw new IllegalArgumentException("less than none");
      }
    }
  }

  record Outer(
      @JsonProperty("as") String text,
      long number,
      double part,
      boolean flag,
      Side side,
      @Nullable Long absent,
      List<Inner> list,
      Map<String, Object> map) {}

  private static Object read(String part, String instead) {
    String text =
        """
        {"as": "x", "number": 3, "part": 1, "flag": true, "side": "host", "more": 1,
         "list": [{"size": 2}, null], "map": {"b": 1, "a": null}}
        """;
    assertThat(text).contains(part);
    return Objects.requireNonNull(JsonTree.of(text.replace(part, instead)));
  }

  @Test
  void makesEveryKindOfComponent() {
    Outer made = JsonRecords.make(Outer.class, read("", ""));

    assertThat(made.text).isEqualTo("x");
    assertThat(made.number).isEqualTo(3);
    assertThat(made.part).isEqualTo(1.0);
    assertThat(made.flag).isTrue();
    assertThat(made.side).isEqualTo(Side.HOST);
    assertThat(made.absent).isNull();
    assertThat(made.list).isEqualTo(Arrays.asList(new Inner(2), null));
    assertThat(made.map.keySet()).containsExactly("b", "a");
    assertThat(made.map.get("b")).isEqualTo(1);
  }

  @Test
  void saysWhatDoesNotFit() {
    refuses("\"x\"", "1", "1 is no string");
    refuses("3", "20000000000000000000", "20000000000000000000 is not a whole number");
    refuses("3", "3.5", "3.5 is not a whole number");
    refuses("\"part\": 1", "\"part\": true", "true is no number");
    refuses("\"flag\": true", "\"flag\": 1", "1 is no boolean");
    refuses("host", "moon", "moon is a word that this Takt does not know there");
    refuses("{\"size\": 2}", "2", "2 is no map");
    refuses("{\"size\": 2}", "{\"size\": 5000000000}", "5000000000 is not a whole number from -");
    refuses("{\"size\": 2}", "{\"size\": -2}", "less than none");
    refuses("[{\"size\": 2}, null]", "{}", "{} is no list");
  }

  private static void refuses(String part, String instead, String message) {
    assertThatThrownBy(() -> JsonRecords.make(Outer.class, read(part, instead)))
        .isInstanceOf(MisfitException.class)
        .hasMessageStartingWith(message);
  }
}
