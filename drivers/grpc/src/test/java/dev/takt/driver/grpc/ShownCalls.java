package dev.takt.driver.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.takt.load.driver.Outcome;
import dev.takt.load.driver.WireDriver;
import dev.takt.load.engine.once.OnceListener;
import dev.takt.load.engine.once.Traffic;
import dev.takt.load.journey.User;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Collects what a user sends, receives and extracts, without the fields that each call has.
final class ShownCalls implements OnceListener {

  private static final Set<String> USUAL =
      Set.of(
          ":authority", "te", "content-type", "user-agent", "grpc-accept-encoding", "grpc-timeout");

  private final WireDriver driver;
  private final StringBuilder text = new StringBuilder();

  ShownCalls(WireDriver driver) {
    this.driver = driver;
  }

  String text() {
    return text.toString();
  }

  private void add(String prefix, Traffic traffic) {
    WireDriver.Message message = driver.show(traffic.bytes());
    for (String each : message.head()) {
      String name = each.substring(0, Math.max(0, each.indexOf(':', 1)));
      if (!USUAL.contains(name)) {
        text.append(prefix).append(each).append('\n');
      }
    }
    if (message.body().length > 0) {
      text.append(prefix).append(new String(message.body(), StandardCharsets.UTF_8)).append('\n');
    }
  }

  @Override
  public void requested(Traffic request) {
    add("> ", request);
  }

  @Override
  public void answered(Traffic answer, long firstNanos, long nanos) {
    assertThat(firstNanos).isBetween(1L, nanos);
    add("< ", answer);
  }

  @Override
  public void extracted(String variable, byte[] value, boolean isSecret) {
    text.append(variable)
        .append(" = ")
        .append(new String(value, StandardCharsets.UTF_8))
        .append('\n');
  }

  @Override
  public void arrived(User user) {}

  @Override
  public void learned(String variable, byte[] value, boolean isSecret) {}

  @Override
  public void began(String name, long nanos) {}

  @Override
  public void ended(Outcome outcome, long nanos) {}

  @Override
  public void checked(String check, @Nullable String failure, String found) {}

  @Override
  public void decided(String what) {}

  @Override
  public void thinks(long nanos) {}

  @Override
  public void aborted(String reason) {}
}
