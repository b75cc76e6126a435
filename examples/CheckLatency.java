import dev.takt.lab.InstalledDrivers;
import dev.takt.lab.RunListener;
import dev.takt.lab.RunResult;
import dev.takt.lab.RunSession;
import dev.takt.load.config.Plan;
import dev.takt.load.config.PlanReader;
import dev.takt.runs.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/// Runs a plan and fails if the 99th percentile of the response time is above 50 ms:
///
///     java -cp 'cli/target/lib/*' examples/CheckLatency.java examples/sim.yaml check-1
void main(String[] args) throws Exception {
  Plan plan = new PlanReader(InstalledDrivers.load()).read(Path.of(args[0]), Map.of());
  RunDirectory directory = RunDirectory.create(Path.of(args[1]));
  RunResult result = RunSession.of(plan, directory, RunListener.NONE).run();
  Duration p99 = Duration.ofNanos(result.summary().results().total().response().p99());
  IO.println("verdict " + result.verdict() + ", p99 " + p99.toNanos() / 1e6 + " ms");
  System.exit(p99.compareTo(Duration.ofMillis(50)) < 0 ? 0 : 1);
}
