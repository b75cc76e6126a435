package dev.takt.fleet.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.fleet.protocol.Message;
import dev.takt.load.share.Share;
import dev.takt.runs.clock.OffsetBounds;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RosterTest {

  private static Message.Hello hello(int weight) {
    return new Message.Hello(Message.VERSION, "1", "h", 2, weight, 1);
  }

  @Test
  void weightsHaveASumThatSharesCanExpress() {
    Roster roster = new Roster(1_000, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(roster.refusal("m" + i, hello(100))).isEmpty();
      FileCollector files = new FileCollector(Path.of("m"), _ -> {});
      roster.add(new Machine("m" + i, hello(100), new OffsetBounds(), files));
    }
    assertThat(roster.refusal("more", hello(1)))
        .contains("the weights add up to more than " + Share.MAX_POSITIONS);
    roster.share();
    assertThat(roster.generators().getLast().share).hasToString("9901-10000/10000");
  }
}
