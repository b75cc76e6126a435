package dev.takt.agent;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/// Lists the outputs of this JVM's unified log.
final class LogOutputs {

  private LogOutputs() {}

  static String list() {
    try {
      return String.valueOf(
          ManagementFactory.getPlatformMBeanServer()
              .invoke(
                  new ObjectName("com.sun.management:type=DiagnosticCommand"),
                  "vmLog",
                  new Object[] {new String[] {"list"}},
                  new String[] {String[].class.getName()}));
    } catch (JMException e) {
      return e.toString();
    }
  }
}
