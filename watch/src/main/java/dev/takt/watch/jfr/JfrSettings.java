package dev.takt.watch.jfr;

import dev.takt.runs.text.MachineText;
import dev.takt.watch.gc.CollectionEvents;
import dev.takt.watch.observer.WatchLevel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/// The event settings of a flight recording. Immutable.
///
/// Keys are those of the JDK, such as `jdk.SafepointBegin#threshold`. A JVM ignores events that it
/// does not know, so one set fits all versions.
public final class JfrSettings {

  private final Map<String, String> values;

  private JfrSettings(Map<String, String> values) {
    this.values = Collections.unmodifiableMap(new TreeMap<>(values));
  }

  /// The settings that record all safepoints and garbage collections of a JVM.
  public static JfrSettings of(WatchLevel level) {
    Map<String, String> values = new LinkedHashMap<>();
    // All safepoints, however short: the JDK's own settings omit those under 10 ms.
    for (String stop :
        new String[] {
          "SafepointBegin", "SafepointStateSynchronization", "SafepointEnd", "ExecuteVMOperation"
        }) {
      enableWithoutThreshold(values, stop);
    }
    for (String gc : new String[] {"GCPhasePause", "GCPhasePauseLevel1", "ZAllocationStall"}) {
      enableWithoutThreshold(values, gc);
    }
    // Of each worker of a collector: some fifty, of which few are long.
    values.put("jdk.GCPhaseParallel#enabled", "true");
    values.put("jdk.GCPhaseParallel#threshold", "10 us");
    values.putAll(CollectionEvents.settings());
    values.put("jdk.AllocationRequiringGC#enabled", "true");
    values.put("jdk.AllocationRequiringGC#stackTrace", "false");
    // Metadata: which events were recorded, and how many were lost.
    values.put("jdk.ActiveSetting#enabled", "true");
    values.put("jdk.ActiveRecording#enabled", "true");
    values.put("jdk.DataLoss#enabled", "true");
    values.put("jdk.JVMInformation#enabled", "true");
    values.put("jdk.JVMInformation#period", "beginChunk");
    values.put("jdk.GCConfiguration#enabled", "true");
    values.put("jdk.GCConfiguration#period", "everyChunk");
    values.put("jdk.Shutdown#enabled", "true");
    if (level == WatchLevel.DEEP) {
      for (String more : new String[] {"GCPhasePauseLevel2", "GCPhaseConcurrent"}) {
        enableWithoutThreshold(values, more);
      }
      addSampling(values);
    }
    return new JfrSettings(values);
  }

  /// Settings with these values alone.
  static JfrSettings only(Map<String, String> values) {
    return new JfrSettings(values);
  }

  /// Samples that show which thread was late to a safepoint, and where. Not by default: safepoints
  /// sometimes have to wait for the sampler (SamplerCulpritResolver), and infrequent samples find
  /// no late threads.
  private static void addSampling(Map<String, String> values) {
    for (String each : new String[] {"ExecutionSample", "NativeMethodSample"}) {
      values.put("jdk." + each + "#enabled", "true");
      values.put("jdk." + each + "#period", "10 ms");
    }
    values.put("jdk.SafepointLatency#enabled", "true");
    values.put("jdk.SafepointLatency#threshold", "1 ms");
  }

  private static void enableWithoutThreshold(Map<String, String> values, String event) {
    values.put("jdk." + event + "#enabled", "true");
    values.put("jdk." + event + "#threshold", "0 ms");
  }

  /// These settings without the event that has the JVM's command line. Takt's own command line may
  /// contain the password of a target, and the recording stays in the run directory.
  public JfrSettings withoutCommandLine() {
    return with(Map.of("jdk.JVMInformation#enabled", "false"));
  }

  /// These settings and others, which take precedence.
  public JfrSettings with(Map<String, String> others) {
    Map<String, String> all = new TreeMap<>(values);
    all.putAll(others);
    return new JfrSettings(all);
  }

  /// All values by key.
  public Map<String, String> values() {
    return values;
  }

  /// Formats a `.jfc` file, for `JFR.start settings=` and JDK Mission Control.
  public String toJfc() {
    StringBuilder xml =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <configuration version="2.0" label="Takt" description="What can stop a request" provider="Takt">
            """);
    Map<String, Map<String, String>> events = new TreeMap<>();
    values.forEach((key, value) -> {
      int hash = key.indexOf('#');
      events
          .computeIfAbsent(key.substring(0, hash), _ -> new TreeMap<>())
          .put(key.substring(hash + 1), value);
    });
    events.forEach((event, settings) -> {
      xml.append("  <event name=\"").append(MachineText.xml(event)).append("\">\n");
      settings.forEach((name, value) ->
          xml.append("    <setting name=\"")
              .append(MachineText.xml(name))
              .append("\">")
              .append(MachineText.xml(value))
              .append("</setting>\n"));
      xml.append("  </event>\n");
    });
    return xml.append("</configuration>\n").toString();
  }
}
