package dev.takt.queues;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.test.whitebox.WhiteBox;
import org.jspecify.annotations.Nullable;

/// Promotes a queue to the old generation, passes young elements through it, collects the young
/// generation, and prints how many of the dead objects remain.
///
/// It watches the elements and the links (nodes, or arrays) that the queue stored them in: `poll`
/// takes the element out of its link, so a chain of dead links can remain without a single element.
final class NepotismProgram {

  /// Enough for several links of each queue, also of one whose arrays double.
  private static final int ELEMENTS = 300;

  private static final int CAPACITY = 1024;

  /// The smallest arrays make the longest chains.
  private static final int CHUNK = 2;

  /// The last links are not dead: the queue uses one, and a ConcurrentLinkedQueue may use two.
  private static final int LAST = 2;

  private final WhiteBox jvm = new WhiteBox();
  private final List<String> findings = new ArrayList<>();

  private NepotismProgram() {}

  public static void main(String[] args) throws IOException {
    NepotismProgram program = new NepotismProgram();
    program.lookAtMessageQueues("poll", NepotismProgram::poll);
    program.lookAtMessageQueues("relaxedPoll", NepotismProgram::relaxedPoll);
    program.lookAtMessageQueues("peek", NepotismProgram::peekAndPoll);
    program.lookAtMessageQueues("drain", queue -> queue.drain(element -> {}, CAPACITY));
    program.lookAtOthers();
    Files.write(Path.of(args[0]), program.findings);
  }

  private void lookAtMessageQueues(String way, Consumer<MessageQueue<Object>> emptying) {
    for (PaddedIndices<Object> queue : messageQueues()) {
      lookAt(way, queue, () -> newestLinks(queue), () -> emptying.accept(queue));
    }
  }

  private static List<PaddedIndices<Object>> messageQueues() {
    return List.of(
        new MpscLinkedQueue<>(),
        new MpscUnboundedQueue<>(CHUNK),
        new SpscUnboundedQueue<>(CHUNK),
        new SpscChunkedQueue<>(CHUNK, CAPACITY),
        new SpscGrowableQueue<>(CHUNK, CAPACITY),
        new SpscArrayQueue<>(CAPACITY),
        new MpscArrayQueue<>(CAPACITY),
        new MpmcArrayQueue<>(CAPACITY));
  }

  /// The link that stores the newest element, unless it has been there all the time.
  private static List<Object> newestLinks(PaddedIndices<Object> queue) {
    if (queue instanceof MpscLinkedQueue) {
      return List.of(Objects.requireNonNull(queue.producerNode));
    }
    if (queue instanceof SpscLinkedArrays || queue instanceof MpscUnboundedQueue) {
      return List.of(Objects.requireNonNull(queue.producerChunk), queue.producerSlots);
    }
    return List.of();
  }

  private void lookAtOthers() {
    NaiveLinkedQueue<Object> naive = new NaiveLinkedQueue<>();
    lookAt("poll", naive, () -> List.of(naive.newestLink()), () -> poll(naive));
    HoardingRing<Object> hoarding = new HoardingRing<>(CAPACITY);
    lookAt("poll", hoarding, List::of, () -> poll(hoarding));
    ConcurrentLinkedQueue<Object> good = new ConcurrentLinkedQueue<>();
    lookAt("poll", good, () -> List.of(newestLink(good)), () -> poll(good));
    NaiveLinkedQueue<Object> young = new NaiveLinkedQueue<>();
    lookAtYoung("young", young, () -> List.of(young.newestLink()), () -> poll(young));
  }

  private static Object newestLink(ConcurrentLinkedQueue<Object> queue) {
    Object link = Objects.requireNonNull(field(queue, "tail"));
    for (Object next = link; next != null; next = field(next, "next")) {
      link = next;
    }
    return link;
  }

  private static @Nullable Object field(Object object, String name) {
    try {
      var field = object.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(object);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("not the ConcurrentLinkedQueue that is known here", e);
    }
  }

  private static void poll(Queue<Object> queue) {
    while (queue.poll() != null) {
      // until there is nothing left
    }
  }

  private static void relaxedPoll(MessageQueue<Object> queue) {
    while (queue.relaxedPoll() != null) {
      // until there is nothing left
    }
  }

  private static void peekAndPoll(MessageQueue<Object> queue) {
    while (queue.peek() != null) {
      queue.poll();
    }
  }

  private void lookAt(
      String way, Queue<Object> queue, Supplier<List<Object>> newestLinks, Runnable emptying) {
    queue.add(new Object());
    jvm.fullGC();
    require(jvm.isOld(queue), queue, "old");
    require(newestLinks.get().stream().allMatch(jvm::isOld), queue, "with an old link");
    lookAtYoung(way, queue, newestLinks, emptying);
  }

  private void lookAtYoung(
      String way, Queue<Object> queue, Supplier<List<Object>> newestLinks, Runnable emptying) {
    List<WeakReference<Object>> elements = new ArrayList<>();
    List<WeakReference<Object>> links = new ArrayList<>();
    fill(queue, newestLinks, elements, links);
    emptying.run();
    require(queue.peek() == null, queue, "empty");
    require(areYoung(elements) && areYoung(links), queue, "with young elements and links");
    jvm.youngGC();
    findings.add(
        queue.getClass().getSimpleName() + " " + way + " " + alive(links) + " " + alive(elements));
  }

  /// A separate method, so that no reference to an element or a link is left in a frame.
  private static void fill(
      Queue<Object> queue,
      Supplier<List<Object>> newestLinks,
      List<WeakReference<Object>> elements,
      List<WeakReference<Object>> links) {
    List<Object> last = newestLinks.get();
    for (int i = 0; i < ELEMENTS; i++) {
      Object element = new Object();
      queue.add(element);
      elements.add(new WeakReference<>(element));
      List<Object> newest = newestLinks.get();
      if (!newest.equals(last)) {
        newest.forEach(link -> links.add(new WeakReference<>(link)));
        last = newest;
      }
    }
    links.subList(Math.max(0, links.size() - LAST * last.size()), links.size()).clear();
  }

  private boolean areYoung(List<WeakReference<Object>> references) {
    return references.stream()
        .map(WeakReference::get)
        .filter(Objects::nonNull)
        .noneMatch(jvm::isOld);
  }

  /// How many of them remain, as "3/5".
  private static String alive(List<WeakReference<Object>> references) {
    long alive = references.stream().filter(reference -> reference.get() != null).count();
    return alive + "/" + references.size();
  }

  private static void require(boolean condition, Object queue, String what) {
    if (!condition) {
      throw new IllegalStateException("probe not valid: " + queue.getClass() + " not " + what);
    }
  }
}
