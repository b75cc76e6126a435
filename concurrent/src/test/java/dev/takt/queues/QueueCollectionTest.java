package dev.takt.queues;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.google.common.collect.testing.QueueTestSuiteBuilder;
import com.google.common.collect.testing.TestStringQueueGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.testers.CollectionClearTester;
import com.google.common.collect.testing.testers.CollectionRemoveAllTester;
import com.google.common.collect.testing.testers.CollectionRemoveIfTester;
import com.google.common.collect.testing.testers.CollectionRemoveTester;
import com.google.common.collect.testing.testers.CollectionRetainAllTester;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

/// Guava's conformance tests of [java.util.Queue], for all queues.
///
/// Guava knows only collections that support all removals, and collections that support none. These
/// queues are in between: the head can be removed, and elements behind it cannot. So each queue is
/// tested as both kinds, without the tests that do not apply.
class QueueCollectionTest {

  private static final List<Form> FORMS =
      List.of(
          Form.spscArray(16, 16),
          Form.spscArray(16, 16).afterUse(),
          Form.spscUnbounded(1),
          Form.spscUnbounded(8).afterUse(),
          Form.spscChunked(1, 20),
          Form.spscChunked(64, 20).afterUse(),
          Form.spscGrowable(1, 20),
          Form.spscGrowable(4, 20).afterUse(),
          Form.mpscLinked(),
          Form.mpscLinked().afterUse(),
          Form.mpscUnbounded(1),
          Form.mpscUnbounded(8).afterUse(),
          Form.mpscArray(16, 16),
          Form.mpscArray(16, 16).afterUse(),
          Form.mpmcArray(16, 16),
          Form.mpmcArray(16, 16).afterUse());

  @TestFactory
  Stream<DynamicNode> theHeadCanBeTaken() {
    List<Method> removals =
        Stream.<Class<?>>of(
                CollectionRemoveTester.class,
                CollectionRemoveAllTester.class,
                CollectionRemoveIfTester.class,
                CollectionRetainAllTester.class)
            .flatMap(tester -> Arrays.stream(tester.getMethods()))
            .toList();
    return FORMS.stream()
        .map(form ->
            node(
                suite(form)
                    .withFeatures(CollectionFeature.SUPPORTS_REMOVE)
                    .suppressing(removals)
                    .createTestSuite()));
  }

  @TestFactory
  Stream<DynamicNode> nothingElseCanBeRemoved() {
    List<Method> clearing = List.of(CollectionClearTester.class.getMethods());
    return FORMS.stream().map(form -> node(suite(form).suppressing(clearing).createTestSuite()));
  }

  private static QueueTestSuiteBuilder<String> suite(Form form) {
    return QueueTestSuiteBuilder.using(
            new TestStringQueueGenerator() {
              @Override
              protected Queue<String> create(String[] elements) {
                MessageQueue<String> queue = form.queue();
                queue.addAll(List.of(elements));
                return queue;
              }
            })
        .named(form.toString().replace('(', '[').replace(')', ']'))
        .withFeatures(
            CollectionSize.ANY, CollectionFeature.KNOWN_ORDER, CollectionFeature.SUPPORTS_ADD);
  }

  private static DynamicNode node(junit.framework.Test test) {
    if (test instanceof TestSuite suite) {
      return dynamicContainer(
          suite.getName(),
          IntStream.range(0, suite.testCount()).mapToObj(i -> node(suite.testAt(i))));
    }
    return dynamicTest(test.toString(), () -> ((TestCase) test).runBare());
  }
}
