package dev.takt.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Fails a test after which this process has a child (a zombie, too), or a descriptor or a pump
/// that it did not have before.
final class NothingLeftBehind implements BeforeEachCallback, AfterEachCallback {

  private List<String> descriptors = List.of();
  private Set<Thread> pumps = Set.of();
  private Set<String> children = Set.of();

  @Override
  public void beforeEach(ExtensionContext context) {
    descriptors = Testing.descriptors();
    pumps = Testing.pumps();
    children = pidsOf(Testing.children());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    if (!Testing.eventually(() -> left().isEmpty())) {
      assertThat(left()).as("what %s leaves behind", context.getDisplayName()).isEmpty();
    }
  }

  private List<String> left() {
    List<String> left = new ArrayList<>(Testing.children());
    left.removeIf(child -> children.contains(pidOf(child)));
    Testing.pumps().stream().filter(p -> !pumps.contains(p)).forEach(p -> left.add(p.getName()));
    List<String> more = new ArrayList<>(Testing.descriptors());
    more.removeAll(descriptors);
    left.addAll(more);
    return left;
  }

  private static Set<String> pidsOf(List<String> children) {
    return children.stream().map(NothingLeftBehind::pidOf).collect(Collectors.toSet());
  }

  private static String pidOf(String child) {
    return child.substring(0, child.indexOf(' '));
  }
}
