package dev.takt.watch.jvm.attach;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;

/// Runs the diagnostic commands of this JVM, through the JDK's `DiagnosticCommand` MBean.
public final class OwnCommands implements JvmCommands {

  public OwnCommands() {}

  @Override
  public String run(String command) throws JvmException {
    int space = command.indexOf(' ');
    String name = space < 0 ? command : command.substring(0, space);
    String arguments = space < 0 ? "" : command.substring(space + 1);
    boolean takesArguments = !name.equals("VM.version");
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      Object answer =
          server.invoke(
              bean(),
              operation(name),
              takesArguments ? new Object[] {new String[] {arguments}} : new Object[0],
              takesArguments ? new String[] {String[].class.getName()} : new String[0]);
      return String.valueOf(answer);
    } catch (JMException | RuntimeMBeanException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new JvmException("this JVM refused " + name + ": " + cause.getMessage(), e);
    }
  }

  private static ObjectName bean() throws MalformedObjectNameException {
    return new ObjectName("com.sun.management:type=DiagnosticCommand");
  }

  /// The name of the MBean's operation for a command: `jfrStart` for `JFR.start`.
  static String operation(String command) {
    int dot = command.indexOf('.');
    return command.substring(0, dot).toLowerCase(Locale.ROOT)
        + Character.toUpperCase(command.charAt(dot + 1))
        + command.substring(dot + 2);
  }

  @Override
  public void close() {}
}
