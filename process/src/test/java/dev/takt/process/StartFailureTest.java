package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// A failed start throws an exception that names what could not be used and why, and leaves nothing
/// behind.
@Timeout(60)
@ExtendWith(NothingLeftBehind.class)
class StartFailureTest {

  private static final int ENOENT = 2;
  private static final int E2BIG = 7;
  private static final int ENOEXEC = 8;
  private static final int EBADF = 9;
  private static final int EACCES = 13;
  private static final int ENOTDIR = 20;
  private static final int EISDIR = 21;
  private static final int ENAMETOOLONG = 36;

  @TempDir Path folder;

  private final Launcher launcher = Testing.launcher().build();

  @AfterEach
  void close() {
    launcher.close();
  }

  private void refuses(Command command, Object path, int errno) {
    Recorder recorder = new Recorder();
    StartException failure =
        catchThrowableOfType(StartException.class, () -> launcher.start(command, recorder));
    assertThat(failure).as("start of %s", command).isNotNull();
    assertThat(failure.errno()).as(failure.getMessage()).isEqualTo(errno);
    assertThat(failure.path()).as(failure.getMessage()).isEqualTo(path.toString());
    assertThat(recorder.events()).isEmpty();
  }

  private Path file(String name, String content, String mode) throws IOException {
    Path file = Files.writeString(folder.resolve(name), content);
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  @Test
  void missingProgram() {
    refuses(Command.of("/no/such/program"), "/no/such/program", ENOENT);
    refuses(Command.of("no-such-program-in-the-path"), "no-such-program-in-the-path", ENOENT);
  }

  @Test
  void programBehindAFile() throws IOException {
    Path file = file("file", "", "rw-r--r--");
    refuses(Command.of(file + "/program"), file + "/program", ENOTDIR);
  }

  @Test
  void missingDirectory() {
    Path missing = folder.resolve("missing");
    refuses(Command.builder("true").directory(missing).build(), missing, ENOENT);
  }

  @Test
  void directoryThatIsAFile() throws IOException {
    Path file = file("file", "", "rwxr-xr-x");
    refuses(Command.builder("true").directory(file).build(), file, ENOTDIR);
  }

  @Test
  void fileThatIsNotExecutable() throws IOException {
    Path file = file("data", "#!/bin/sh\n", "rw-r--r--");
    refuses(Command.of(file.toString()), file, EACCES);
  }

  @Test
  void executableFileThatIsNoProgram() throws IOException {
    Path file = file("text", "echo a shell would run this\n", "rwxr-xr-x");
    refuses(Command.of(file.toString()), file, ENOEXEC);
    refuses(
        Command.of(file("empty", "", "rwxr-xr-x").toString()), folder.resolve("empty"), ENOEXEC);
  }

  @Test
  void scriptWithoutItsInterpreter() throws IOException {
    Path file = file("script", "#! /no/such/interpreter -x\n", "rwxr-xr-x");
    refuses(Command.of(file.toString()), "/no/such/interpreter", ENOENT);
  }

  private String message(Path program) {
    Recorder recorder = new Recorder();
    Command command = Command.of(program.toString());
    return Objects.requireNonNull(
        catchThrowableOfType(StartException.class, () -> launcher.start(command, recorder))
            .getMessage());
  }

  @Test
  void interpreterIsNamedWithItsInvisibleCharacters() throws IOException {
    Path windows = file("windows", "#!/bin/sh\r\necho\r\n", "rwxr-xr-x");
    refuses(Command.of(windows.toString()), "/bin/sh\r", ENOENT);
    assertThat(message(windows))
        .contains("the interpreter /bin/sh\\r of " + windows)
        .contains("end as on Windows")
        .doesNotContain("\r");
    assertThat(message(file("nbsp", "#!/bin/sh\u00a0-e\n", "rwxr-xr-x")))
        .contains("/bin/sh\\u00a0-e of");
    assertThat(message(file("zwsp", "#! /bin/\u200bsh\n", "rwxr-xr-x")))
        .contains("/bin/\\u200bsh of");
  }

  @Test
  void interpreterThatMayNotBeExecutedIsNamed() throws IOException {
    Path interpreter = file("interpreter", "", "rw-r--r--");
    Path script = file("script", "#!" + interpreter + "\n", "rwxr-xr-x");
    refuses(Command.of(script.toString()), interpreter, EACCES);
    refuses(
        Command.of(file("folder", "#!" + folder + "\n", "rwxr-xr-x").toString()), folder, EACCES);
  }

  @Test
  void fileThatIsNoProgramSaysWhatItIs() throws IOException {
    assertThat(message(file("text", "echo hello\n", "rwxr-xr-x")))
        .contains("a script without a first line such as #!/bin/sh");
    assertThat(message(file("empty", "", "rwxr-xr-x"))).contains("it is empty");
    assertThat(message(file("mark", "\uFEFF#!/bin/sh\n", "rwxr-xr-x")))
        .contains("a byte order mark comes before the #!");
    assertThat(message(file("nothing", "#!\n", "rwxr-xr-x")))
        .contains("no interpreter follows the #!");
    assertThat(message(file("long", "#!/" + "x".repeat(5000) + "\n", "rwxr-xr-x")))
        .contains("longer than 256 bytes");
    assertThat(message(file("exe", "MZ\u0001\u0000", "rwxr-xr-x"))).contains("for Windows");
    assertThat(message(file("jar", "PK\3\4\u0000", "rwxr-xr-x"))).contains("java -jar");
  }

  @Test
  void programForAnotherMachineSaysForWhich() throws IOException {
    byte[] program = Files.readAllBytes(Path.of("/bin/sh").toRealPath());
    boolean isIntel = program[18] == 62;
    program[18] = (byte) (isIntel ? 183 : 62);
    Path file = file("foreign", "", "rwxr-xr-x");
    Files.write(file, program);

    assertThat(message(file)).contains("a program for " + (isIntel ? "aarch64" : "x86-64"));
  }

  @Test
  void missingLoaderOfAProgramIsNamed() throws IOException {
    byte[] program = Files.readAllBytes(Path.of("/bin/sh").toRealPath());
    String text = new String(program, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("/ld-");
    program[at + 1] = 'X';
    Path file = file("alien", "", "rwxr-xr-x");
    Files.write(file, program);

    assertThat(message(file)).contains("the loader ").contains("/Xd-");
  }

  @Test
  void programThatIsOnlyInTheCurrentDirectoryIsPointedOut() throws IOException {
    file("mine.sh", "#!/bin/sh\n", "rwxr-xr-x");
    Command command = Command.builder("mine.sh").directory(folder).build();

    assertThatThrownBy(() -> launcher.start(command)).hasMessageContaining("./mine.sh is here");
  }

  @Test
  void startProblemIsFoundWithoutAStart() throws IOException {
    Path windows = file("windows.sh", "#!/bin/sh\r\n", "rwxr-xr-x");
    assertThat(Command.of(windows.toString()).startProblem().orElseThrow())
        .contains("the interpreter /bin/sh\\r of " + windows);
    assertThat(Command.of("no-such-program").startProblem().orElseThrow()).contains("in the PATH");
    assertThat(Command.of(folder.toString()).startProblem().orElseThrow()).contains("directory");
    assertThat(Command.of(file("x", "", "rw-r--r--").toString()).startProblem()).isPresent();
    assertThat(Command.of("sh").startProblem()).isEmpty();
    assertThat(Command.of(file("good", "#!/bin/sh\n", "rwxr-xr-x").toString()).startProblem())
        .isEmpty();
  }

  @Test
  void directoryAsProgram() {
    refuses(Command.of(folder.toString()), folder, EACCES);
  }

  @Test
  void relativeProgramIsLookedForInTheDirectory() throws IOException {
    file("here", "#!/bin/sh\necho here\n", "rwxr-xr-x");
    refuses(
        Command.builder("./there").directory(folder).build(), folder.resolve("./there"), ENOENT);
  }

  @Test
  void argumentListTooLong() {
    refuses(Command.of("true", "x".repeat(200_000)), "true", E2BIG);
    refuses(
        Command.builder("true").environment("LONG", "x".repeat(200_000)).build(), "true", E2BIG);
  }

  @Test
  void nameTooLong() {
    String name = "/" + "x".repeat(5_000);
    refuses(Command.of(name), name, ENAMETOOLONG);
  }

  @Test
  void redirectsThatCannotBeOpened() {
    Path missing = folder.resolve("no/file");
    refuses(Command.builder("true").stdin(Redirect.from(missing)).build(), missing, ENOENT);
    refuses(Command.builder("true").stdout(Redirect.to(missing)).build(), missing, ENOENT);
    refuses(Command.builder("true").stderr(Redirect.append(missing)).build(), missing, ENOENT);
    refuses(Command.builder("true").stdout(Redirect.to(folder)).build(), folder, EISDIR);
    refuses(
        Command.builder("true").descriptor(9, Redirect.inherit(19_999)).build(),
        "descriptor 19999",
        EBADF);
  }

  @Test
  void theMessageNamesProgramAndErrno() {
    assertThatThrownBy(() -> launcher.start(Command.of("/no/such/program")))
        .hasMessageContaining("/no/such/program")
        .hasMessageContaining("ENOENT");
  }

  @Test
  void zeroCharactersAreRefused() {
    List<Function<String, Command.Builder>> places =
        List.of(
            zero -> Command.builder(zero),
            zero -> Command.builder("true", zero),
            zero -> Command.builder(List.of("true", zero)),
            zero -> Command.builder("true").argument(zero),
            zero -> Command.builder("true").environment(zero, "value"),
            zero -> Command.builder("true").environment("NAME", zero));
    for (Function<String, Command.Builder> place : places) {
      assertThatThrownBy(() -> place.apply("before\0after"))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void emptyProgramsAndBadNamesAreRefused() {
    assertThatThrownBy(() -> Command.of("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Command.builder(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Command.builder("true").environment("A=B", "c"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Command.builder("true").environment("", "c"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aFailedStartDoesNotSpoilTheNext() throws Exception {
    for (int i = 0; i < 200; i++) {
      refuses(Command.of("/no/such/program"), "/no/such/program", ENOENT);
    }
    assertThat(launcher.run(Command.of("true"), Testing.LONG).isSuccess()).isTrue();
  }

  @Test
  void aClosedLauncherStartsNothing() {
    launcher.close();
    assertThatThrownBy(() -> launcher.start(Command.of("true")))
        .isInstanceOf(IllegalStateException.class);
  }
}
