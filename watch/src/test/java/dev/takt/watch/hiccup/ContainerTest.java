package dev.takt.watch.hiccup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.takt.runs.NotObservable;
import dev.takt.watch.observer.Findings;
import dev.takt.watch.observer.Observer;
import dev.takt.watch.observer.WatchLevel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ContainerTest {

  @TempDir Path folder;

  private static Sleeper containerWithout(Path folder) {
    try {
      return Sleeper.startInContainerWithout(folder);
    } catch (IOException e) {
      return abort("no container can be made here: " + e.getMessage());
    }
  }

  private Findings watched(Sleeper target) throws InterruptedException {
    Observer observer =
        new TargetHiccups(target.pid(), folder.resolve("hiccups.hdr"), WatchLevel.DEFAULT);
    observer.start();
    Thread.sleep(300);
    return observer.finish();
  }

  /// Process 1 there, and another number here: attaching finds it, and Takt cannot be seen by it.
  @Test
  void aTargetWithProcessNumbersOfItsOwnIsMeasured() throws Exception {
    Path unrelated = Files.createDirectory(folder.resolve("unrelated"));
    try (Sleeper target = containerWithout(unrelated)) {
      assertThat(watched(target).notObservable()).isEmpty();
      assertThat(folder.resolve("hiccups.hdr")).content().contains("Tag=target:hiccup-raw,");
    }
  }

  @Test
  void aTargetThatCannotSeeTheAgentIsSaidSo() throws Exception {
    Path jar = AgentJar.find();
    try (Sleeper target = containerWithout(Objects.requireNonNull(jar.getParent()))) {
      assertThat(watched(target).notObservable())
          .extracting(NotObservable::why)
          .singleElement()
          .asString()
          .contains("has a file system of its own", "copy " + jar + " there", "-javaagent");
    }
  }
}
