package dev.takt.queues;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jol.info.ClassLayout;
import org.openjdk.jol.vm.VM;

/// Prints the field offsets that this JVM chooses for each class.
final class LayoutProgram {

  private static final List<String> CLASSES =
      List.of(
          "dev.takt.queues.MpscLinkedQueue",
          "dev.takt.queues.MpscUnboundedQueue",
          "dev.takt.queues.SpscUnboundedQueue",
          "dev.takt.queues.SpscChunkedQueue",
          "dev.takt.queues.SpscGrowableQueue",
          "dev.takt.queues.SpscArrayQueue",
          "dev.takt.queues.MpscArrayQueue",
          "dev.takt.queues.MpmcArrayQueue",
          "dev.takt.queues.Cell",
          "dev.takt.ordered.PaddedSlot",
          // Not padded, or not on all sides.
          "dev.takt.queues.LayoutProgram$NoPad",
          "dev.takt.queues.ConsumerEnd",
          "dev.takt.queues.CellContent",
          "dev.takt.ordered.Content");

  private LayoutProgram() {}

  public static void main(String[] args) throws IOException, ClassNotFoundException {
    List<String> findings = new ArrayList<>();
    findings.add(
        String.join(
            " ",
            "jvm",
            String.valueOf(VM.current().objectHeaderSize()),
            String.valueOf(VM.current().sizeOfField("java.lang.Object")),
            String.valueOf(VM.current().objectAlignment())));
    for (String name : CLASSES) {
      ClassLayout layout = ClassLayout.parseClass(Class.forName(name));
      findings.add("class " + name + " " + layout.instanceSize());
      layout
          .fields()
          .forEach(field ->
              findings.add(
                  String.join(
                      " ",
                      "field",
                      field.hostClass(),
                      field.name(),
                      String.valueOf(field.offset()),
                      String.valueOf(field.size()))));
    }
    Files.write(Path.of(args[0]), findings);
  }

  static class ReadOnly {
    int bound;
  }

  static class ProducerEnd extends ReadOnly {
    long producerIndex;
  }

  static class ConsumerEnd extends ProducerEnd {
    long consumerIndex;
  }

  static final class NoPad extends ConsumerEnd {}
}
