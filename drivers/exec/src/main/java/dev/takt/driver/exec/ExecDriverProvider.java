package dev.takt.driver.exec;

import dev.takt.load.driver.Driver;
import dev.takt.load.driver.DriverException;
import dev.takt.load.driver.DriverProvider;
import dev.takt.load.driver.DriverRequest;
import dev.takt.load.driver.OperationSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Registers the `exec` driver.
public final class ExecDriverProvider implements DriverProvider {

  static final String PREFIX = "exec:";
  static final String DIRECTORY = "directory";
  static final String ENV = "env";
  static final String OUTPUT = "output";
  static final String COMMAND = "command";
  static final String STDIN = "stdin";
  static final String EXPECT = "expect";

  private static final Pattern FILE_NAME = Pattern.compile("[^/\\s.\\p{Cntrl}][^/\\p{Cntrl}]*");

  /// For [java.util.ServiceLoader].
  public ExecDriverProvider() {}

  @Override
  public String name() {
    return "exec";
  }

  @Override
  public boolean accepts(String target) {
    return target.startsWith(PREFIX);
  }

  @Override
  public String targetForm() {
    return "exec:COMMAND LINE";
  }

  @Override
  public List<Property> targetProperties() {
    return List.of(
        new Property(
            DIRECTORY, Type.STRING, "working directory of processes; default: that of takt"),
        new Property(
            ENV, Type.STRINGS, "environment variable, NAME=VALUE; may be given several times"),
        new Property(
            OUTPUT,
            Type.STRING,
            "file in the run directory to which output is appended; default: output is discarded"));
  }

  @Override
  public List<Property> operationProperties() {
    return List.of(
        new Property(
            COMMAND,
            Type.STRING,
            "program and arguments, with generated values: git cat-file -p v{uniform:1..9}; quoted as for a"
                + " shell, but run without a shell; default: the target's"),
        new Property(
            STDIN,
            Type.STRING,
            "standard input of a process, with generated values; default: empty"),
        new Property(
            EXPECT, Type.STRING, "exit codes that count as success, such as 0 or 0,1; default 0"));
  }

  @Override
  public List<OperationSpec> defaultOperations(String target) {
    return List.of(new OperationSpec("exec", 1, Map.of()));
  }

  @Override
  public List<PropertyProblem> check(DriverRequest request) {
    List<PropertyProblem> problems = new ArrayList<>();
    for (String variable : environmentOf(request)) {
      if (variable.indexOf('=') < 1 || variable.indexOf('\0') >= 0) {
        problems.add(
            new PropertyProblem(
                -1, ENV, "expected a variable as NAME=VALUE, found \"" + variable + "\""));
      }
    }
    checkPath(DIRECTORY, request, problems);
    checkOutput((String) request.properties().get(OUTPUT), problems);
    for (int i = 0; i < request.workload().operations().size(); i++) {
      ExecOperation.check(i, request, problems);
    }
    return problems;
  }

  private static void checkPath(
      String property, DriverRequest request, List<PropertyProblem> problems) {
    String text = (String) request.properties().get(property);
    if (text != null && (text.isBlank() || text.indexOf('\0') >= 0)) {
      problems.add(new PropertyProblem(-1, property, "expected a path, found \"" + text + "\""));
    }
  }

  /// Checks that the output file is a plain name in the run directory and none of Takt's own files.
  private static void checkOutput(@Nullable String name, List<PropertyProblem> problems) {
    if (name != null && (!FILE_NAME.matcher(name).matches() || isReservedName(name))) {
      problems.add(
          new PropertyProblem(
              -1,
              OUTPUT,
              "expected the name of a new file in the run directory, such as output.txt, found \""
                  + name
                  + "\""));
    }
  }

  private static boolean isReservedName(String name) {
    return name.endsWith(".hdr")
        || name.endsWith(".bin")
        || name.endsWith(".json")
        || name.endsWith(".jfr")
        || name.endsWith(".html");
  }

  @SuppressWarnings("unchecked") // the declared type of the property
  static List<String> environmentOf(DriverRequest request) {
    return (List<String>) request.properties().getOrDefault(ENV, List.of());
  }

  @Override
  public Driver open(DriverRequest request) throws DriverException {
    return ExecDriver.open(request);
  }
}
