package dev.takt.imports.script;

import dev.takt.imports.plan.ImportException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.nashorn.api.tree.CompilationUnitTree;
import org.openjdk.nashorn.api.tree.Diagnostic;
import org.openjdk.nashorn.api.tree.Parser;
import org.openjdk.nashorn.api.tree.Tree;

/// A script as a syntax tree. It is only parsed, never run.
///
/// The parser drops the function that a module exports by default, and knows ES6 only. So imports
/// and exports, and a few later forms, are replaced by spaces or older forms of the same length
/// where the parser stumbles over them: positions stay, and texts and comments are never touched.
public final class Script {

  /// Why a script is refused whose expressions are nested too deep.
  static final String TOO_DEEP = "nested too deep";

  /// The name of what the module exports by default.
  static final String DEFAULT = "$default";

  private static final int MAX_FIXES = 500;
  private static final int MAX_CHARS = 1 << 20;

  private static final Pattern IMPORT =
      Pattern.compile("import\\b\\s*(?:([^'\";]*?)\\bfrom\\s*)?(['\"])([^'\"\\n]*)\\2\\s*;?");
  private static final Pattern EXPORT_DEFAULT = Pattern.compile("export\\s+default\\b");
  private static final Pattern EXPORT_NAMES = Pattern.compile("export\\s*\\{([^}]*)}[ \\t]*;?");
  private static final Pattern ASYNC = Pattern.compile("async\\b(?!\\s*[.=;,)])");
  private static final Pattern AS_DEFAULT = Pattern.compile("([\\w$]+)\\s+as\\s+default\\b");

  /// A module that is imported, with its line and the names that it gets.
  record Import(int line, String names, String module) {}

  private final StringBuilder text;

  /// Where each line ends; no change of the text moves them.
  private final int[] lineEnds;

  private final List<Import> imports = new ArrayList<>();
  private @Nullable String defaultName;
  private List<? extends Tree> statements = List.of();

  private Script(String text) {
    this.text = new StringBuilder(text);
    this.lineEnds = IntStream.range(0, text.length()).filter(i -> text.charAt(i) == '\n').toArray();
  }

  /// Parses a script.
  ///
  /// @throws ImportException with the place in it, but not its name
  public static Script of(String text) throws ImportException {
    if (text.length() > MAX_CHARS) {
      throw new ImportException("larger than 1 MiB");
    }
    Script script = new Script(text);
    script.parse();
    return script;
  }

  List<Import> imports() {
    return imports;
  }

  /// The name of the function that is exported by default, if it is exported by name.
  @Nullable String defaultName() {
    return defaultName;
  }

  /// The statements at its top.
  public List<? extends Tree> statements() {
    return statements;
  }

  /// Where a part of it begins.
  public int line(Tree tree) {
    return line((int) tree.getStartPosition());
  }

  int line(int position) {
    int index = Arrays.binarySearch(lineEnds, position);
    return (index < 0 ? -index - 1 : index) + 1;
  }

  /// The source of a part of the script.
  String source(Tree tree) {
    int from = Math.clamp(tree.getStartPosition(), 0, text.length());
    return text.substring(from, Math.clamp(tree.getEndPosition(), from, text.length()));
  }

  private void parse() throws ImportException {
    Parser parser = Parser.create("--language=es6");
    for (int i = 0; i < MAX_FIXES; i++) {
      List<Diagnostic> problems = new ArrayList<>();
      CompilationUnitTree unit = tree(parser, problems);
      if (problems.isEmpty() && unit != null) {
        statements = unit.getSourceElements();
        return;
      }
      int position = problems.isEmpty() ? 0 : (int) problems.getFirst().getPosition();
      if (!fixed(Math.clamp(position, 0, text.length()))) {
        throw wrong(position);
      }
    }
    throw new ImportException("too much that is newer than ES6 (JavaScript of 2015)");
  }

  private @Nullable CompilationUnitTree tree(Parser parser, List<Diagnostic> problems)
      throws ImportException {
    try {
      return parser.parse("script", text.toString(), problems::add);
    } catch (StackOverflowError _) {
      throw new ImportException(TOO_DEEP);
    }
  }

  private ImportException wrong(int position) {
    int at = Math.clamp(position, 0, text.length());
    int column = at - text.lastIndexOf("\n", at - 1);
    String rest = text.substring(at).lines().findFirst().orElse("").strip();
    String found =
        rest.isEmpty() ? "the end" : "'" + rest.substring(0, Math.min(20, rest.length())) + "'";
    return new ImportException(
        "line "
            + line(at)
            + ", column "
            + column
            + ": not JavaScript that can be read (ES6) at "
            + found);
  }

  private boolean fixed(int at) {
    String rest = text.substring(at);
    String before = text.substring(0, at).stripTrailing();
    int last = before.length() - 1;
    if (rest.startsWith("import")) {
      Matcher matcher = IMPORT.matcher(rest);
      if (!matcher.lookingAt()) {
        return false;
      }
      String names = matcher.group(1);
      imports.add(new Import(line(at), names == null ? "" : names.strip(), matcher.group(3)));
      return blank(at, at + matcher.end());
    } else if (rest.startsWith("export")) {
      return exported(at, rest);
    } else if (rest.startsWith(")") && before.endsWith(",")) {
      return blank(last, last + 1);
    } else if (ASYNC.matcher(rest).lookingAt()) {
      return blank(at, at + "async".length());
    } else if (before.endsWith("async") || before.endsWith("await")) {
      return blank(last - 4, last + 1);
    } else if (rest.startsWith(".") && before.endsWith("?")) {
      return blank(last, last + 1);
    } else if (rest.startsWith("?") && text.substring(0, at).endsWith("?")) {
      text.replace(at - 1, at + 1, "||");
      return true;
    }
    return false;
  }

  private boolean exported(int at, String rest) {
    Matcher byDefault = EXPORT_DEFAULT.matcher(rest);
    Matcher names = EXPORT_NAMES.matcher(rest);
    if (byDefault.lookingAt()) {
      blank(at, at + byDefault.end());
      String variable = "var " + DEFAULT + "=";
      text.replace(at, at + variable.length(), variable);
      return true;
    } else if (names.lookingAt()) {
      Matcher name = AS_DEFAULT.matcher(names.group(1));
      defaultName = name.find() ? name.group(1) : defaultName;
      return blank(at, at + names.end());
    }
    return blank(at, at + "export".length());
  }

  private boolean blank(int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) != '\n' && text.charAt(i) != '\r') {
        text.setCharAt(i, ' ');
      }
    }
    return true;
  }
}
