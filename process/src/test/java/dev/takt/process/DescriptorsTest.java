package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.takt.process.linux.RawCalls;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A child has the descriptors of its command, and no others.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class DescriptorsTest {

  @TempDir Path folder;

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  private RunResult run(Command.Builder command) throws Exception {
    RunResult result = launcher.run(command.build(), Testing.LONG);
    assertThat(result.stderr().text()).isEmpty();
    return result;
  }

  /// A child's descriptors and their targets, without the descriptor through which it lists them.
  private Map<Integer, String> seenBy(Command.Builder listing) throws Exception {
    Map<Integer, String> seen = new TreeMap<>();
    run(listing)
        .stdout()
        .text()
        .lines()
        .filter(line -> line.contains(" -> "))
        .map(line -> line.substring(0, line.length()).split(" -> ", 2))
        .filter(parts -> !parts[1].matches("/proc/\\d+/fd"))
        .forEach(parts ->
            seen.put(Integer.valueOf(parts[0].substring(parts[0].lastIndexOf(' ') + 1)), parts[1]));
    return seen;
  }

  private static Command.Builder ls() {
    return Command.builder("ls", "-l", "/proc/self/fd");
  }

  @Test
  void onlyTheThreeWhateverIsOpenHere() throws Exception {
    List<Integer> open = new ArrayList<>();
    List<StreamChild> others = new ArrayList<>();
    try {
      int one = RawCalls.open("/dev/null");
      open.add(one);
      for (int i = 0; i < 300; i++) {
        open.add(RawCalls.inheritableCopy(one));
      }
      for (int i = 0; i < 5; i++) {
        others.add(launcher.start(Command.builder("cat").endWithParent().build()));
      }

      assertThat(seenBy(ls()).keySet()).containsExactly(0, 1, 2);
    } finally {
      open.forEach(RawCalls::close);
      others.forEach(StreamChild::close);
    }
  }

  @Test
  void onlyTheThreeWhenManyStartAtOnce() throws Exception {
    List<Thread> threads = new ArrayList<>();
    List<Object> seen = java.util.Collections.synchronizedList(new ArrayList<>());
    for (int i = 0; i < 6; i++) {
      threads.add(
          Thread.startVirtualThread(() -> {
            for (int n = 0; n < 10; n++) {
              try {
                seen.add(List.copyOf(seenBy(ls()).keySet()));
              } catch (Exception e) {
                seen.add(e);
              }
            }
          }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(seen).hasSize(60).containsOnly(List.of(0, 1, 2));
  }

  @Test
  void theOneOfTheLifeLineComesBehindTheOthers() throws Exception {
    assertThat(seenBy(ls().endWithParent()).keySet()).containsExactly(0, 1, 2, 3);
    assertThat(seenBy(ls().endWithParent().descriptor(7, Redirect.discard())).keySet())
        .containsExactly(0, 1, 2, 7, 8);
  }

  @Test
  void chosenDescriptors() throws Exception {
    Path in = Files.writeString(folder.resolve("in"), "from the file");
    Path other = Files.writeString(folder.resolve("other"), "inherited");
    Path out = folder.resolve("out");
    int inherited = RawCalls.open(other.toString());
    try {
      RunResult result =
          run(
              Testing.sh("cat <&3; echo; cat <&5; echo written >&9; ls -l /proc/self/fd >&1")
                  .descriptor(3, Redirect.from(in))
                  .descriptor(5, Redirect.inherit(inherited))
                  .descriptor(9, Redirect.to(out)));

      assertThat(result.stdout().text()).startsWith("from the file\ninherited");
      assertThat(Files.readString(out)).isEqualTo("written\n");
    } finally {
      RawCalls.close(inherited);
    }
    assertThat(seenBy(ls().descriptor(3, Redirect.from(in)).descriptor(9, Redirect.discard())))
        .containsOnlyKeys(0, 1, 2, 3, 9)
        .containsEntry(3, in.toRealPath().toString())
        .containsEntry(9, "/dev/null");
  }

  /// Copying them one after another in place would overwrite one of them.
  @Test
  void descriptorsOfTheSameNumbersInAnotherOrder() throws Exception {
    List<Integer> open = new ArrayList<>();
    try {
      Command.Builder command = ls();
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        Path file = Files.createFile(folder.resolve("file" + i)).toRealPath();
        files.add(file);
        open.add(RawCalls.open(file.toString()));
      }
      for (int i = 0; i < 8; i++) {
        // The number of each is the child's number of the next.
        command.descriptor(open.get((i + 1) % 8), Redirect.inherit(open.get(i)));
      }
      Map<Integer, String> seen = seenBy(command);
      for (int i = 0; i < 8; i++) {
        assertThat(seen).containsEntry(open.get((i + 1) % 8), files.get(i).toString());
      }
      assertThat(seen).hasSize(11);
    } finally {
      open.forEach(RawCalls::close);
    }
  }

  @Test
  void filesForTheStandardOnes() throws Exception {
    Path in = Files.writeString(folder.resolve("in ü"), "one\n");
    Path out = Files.writeString(folder.resolve("out"), "what was there before");
    Path err = Files.writeString(folder.resolve("err"), "before\n");

    RunResult result =
        run(
            Testing.sh("cat; echo two; echo bad >&2")
                .stdin(Redirect.from(in))
                .stdout(Redirect.to(out))
                .stderr(Redirect.append(err)));

    assertThat(result.complete()).isTrue();
    assertThat(Files.readString(out)).isEqualTo("one\ntwo\n");
    assertThat(Files.readString(err)).isEqualTo("before\nbad\n");
  }

  @Test
  void discard() throws Exception {
    RunResult result =
        run(
            Testing.sh("cat; echo out; echo err >&2")
                .stdin(Redirect.discard())
                .stdout(Redirect.discard())
                .stderr(Redirect.discard()));

    assertThat(result.isSuccess()).isTrue();
    assertThat(result.stdout().size()).isZero();
  }

  @Test
  void stderrToStdoutKeepsTheOrder() throws Exception {
    String script = "for i in 1 2 3 4 5; do echo out $i; echo err $i >&2; done";
    RunResult piped = run(Testing.sh(script).stderr(Redirect.toStdout()));
    Path file = folder.resolve("both");
    run(Testing.sh(script).stdout(Redirect.to(file)).stderr(Redirect.toStdout()));

    assertThat(piped.stdout().text())
        .isEqualTo("out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\nout 4\nerr 4\nout 5\nerr 5\n");
    assertThat(Files.readString(file)).isEqualTo(piped.stdout().text());
  }

  @Test
  void pipesAreForTheStandardOnes() {
    assertThatThrownBy(() -> Command.builder("true").descriptor(3, Redirect.pipe()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Command.builder("true").stdout(Redirect.toStdout()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Command.builder("true").descriptor(256, Redirect.discard()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Redirect.inherit(-1)).isInstanceOf(IllegalArgumentException.class);
  }

  /// The first three of this JVM connect it to Maven, so another JVM tests that they are inherited.
  @Test
  void inheritedStandardOnes() {
    assertThat(ForkedJvm.run(ForkedJvm.words(Inheriting.class))).isEqualTo("out\nerr\n0 1 2\n");
  }

  static final class Inheriting {
    public static void main(String[] arguments) throws Exception {
      RunResult result =
          Launcher.shared()
              .run(
                  Testing.sh("echo out; echo err >&2")
                      .stdin(Redirect.inherit())
                      .stdout(Redirect.inherit())
                      .stderr(Redirect.inherit())
                      .build(),
                  Testing.LONG);
      System.out.println(result.isSuccess() ? "0 1 2" : result);
    }
  }

  @Test
  void nothingLeaksWhenTheLastCannotBeOpened() {
    for (int i = 0; i < 50; i++) {
      assertThatThrownBy(() ->
              launcher.start(
                  Command.builder("true")
                      .descriptor(4, Redirect.discard())
                      .descriptor(5, Redirect.from(folder.resolve("missing")))
                      .endWithParent()
                      .build()))
          .isInstanceOf(StartException.class);
    }
  }
}
