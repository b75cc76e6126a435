package dev.takt.fleet.kubernetes;

import dev.takt.runs.text.MachineText;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The manifests of a fleet: what `kubectl apply -f -` reads.
///
/// The coordinator is a Job of one pod, which agents find by a headless Service and reach through a
/// NetworkPolicy. The agents are an Indexed Job: a lost machine is not replaced, because its share
/// of the run is lost, and the others go on. The key comes from a Secret that the user makes.
public final class Manifests {

  /// The port at which the coordinator listens.
  private static final String PORT = "7946";

  /// Until all pods run: nodes are added, and the image is fetched, meanwhile.
  private static final String JOIN_TIMEOUT = "10m";

  /// `kubectl apply` keeps a copy of each object, as JSON, in an annotation of at most 256 KiB.
  static final int MAX_APPLIED_LENGTH = 1 << 17;

  private final Settings settings;

  private Manifests(Settings settings) {
    this.settings = settings;
  }

  /// All documents, as one text.
  public static String of(Settings settings) {
    Manifests manifests = new Manifests(settings);
    return Stream.of(
            manifests.head() + manifests.plan(),
            manifests.service(),
            manifests.networkPolicy(),
            manifests.results(),
            manifests.coordinator(),
            manifests.agents())
        .collect(Collectors.joining("---\n"));
  }

  private String head() {
    String key =
        MachineText.format(
            "# Needs the fleet's key: kubectl create secret generic %s --from-file=fleet.p12%s\n",
            settings.keySecret(),
            settings.namespace() == null ? "" : " --namespace " + settings.namespace());
    String serverSide = "# The plan is long: use kubectl apply --server-side.\n";
    return key + (settings.plan().length() > MAX_APPLIED_LENGTH ? serverSide : "");
  }

  private String plan() {
    return object("v1", "ConfigMap", "plan")
        + "data:\n  plan.yaml: "
        + YamlText.value(settings.plan(), 2);
  }

  private String service() {
    return object("v1", "Service", "coordinator")
        + MachineText.format(
            """
            spec:
              clusterIP: None
              publishNotReadyAddresses: true
              selector:
            %s  ports:
                - name: fleet
                  port: %s
            """,
            labels("coordinator", 4), PORT);
  }

  private String networkPolicy() {
    return object("networking.k8s.io/v1", "NetworkPolicy", "coordinator")
        + MachineText.format(
            """
            spec:
              podSelector:
                matchLabels:
            %s  policyTypes: [Ingress]
              ingress:
                - from:
                    - podSelector:
                        matchLabels:
            %s      ports:
                    - protocol: TCP
                      port: %s
            """,
            labels("coordinator", 6), labels("agent", 14), PORT);
  }

  private String results() {
    return object("v1", "PersistentVolumeClaim", "results")
        + MachineText.format(
            """
            spec:
              accessModes: [ReadWriteOnce]
              resources:
                requests:
                  storage: "%s"
            """,
            settings.resources().storage());
  }

  private String coordinator() {
    String command =
        command(
            List.of(
                "run",
                "/plan/plan.yaml",
                "--fleet",
                "listen:0.0.0.0:" + PORT,
                "--machines",
                Integer.toString(settings.machines()),
                "--fleet-key",
                "/key/fleet.p12",
                "--join-timeout",
                JOIN_TIMEOUT,
                "--out",
                "/results/run"));
    return object("batch/v1", "Job", "coordinator")
        + """
        spec:
          backoffLimit: 0 # a run is not repeated
          template:
        """
        + pod("coordinator", command)
        + MachineText.format(
            """
                        - { name: plan, mountPath: /plan, readOnly: true }
                        - { name: results, mountPath: /results }
                  volumes:
            %s        - name: plan
                      configMap: { name: %s-plan }
                    - name: results
                      persistentVolumeClaim: { claimName: %s-results }
            """,
            volumes(), settings.name(), settings.name());
  }

  private String agents() {
    String command =
        command(
            List.of(
                "fleet",
                "join",
                settings.name() + "-coordinator:" + PORT,
                "--fleet-key",
                "/key/fleet.p12",
                "--join-timeout",
                JOIN_TIMEOUT));
    return object("batch/v1", "Job", "agents")
        + MachineText.format(
            """
            spec:
              completionMode: Indexed
              completions: %1$s
              parallelism: %1$s
              backoffLimitPerIndex: 0 # a lost machine is not replaced: its share is reported as lost
              maxFailedIndexes: %1$s # the others go on
              podReplacementPolicy: Failed
              podFailurePolicy:
                rules:
                  - action: FailIndex
                    onPodConditions:
                      - type: DisruptionTarget
                        status: "True"
              template:
            """,
            Integer.toString(settings.machines()))
        + pod("agent", command)
        + """
              volumes:
        """
        + volumes()
        + spread();
  }

  /// Agents on different nodes, where there are enough.
  private String spread() {
    return MachineText.format(
        """
              topologySpreadConstraints:
                - maxSkew: 1
                  topologyKey: kubernetes.io/hostname
                  whenUnsatisfiable: ScheduleAnyway
                  labelSelector:
                    matchLabels:
        %s\
        """,
        labels("agent", 14));
  }

  private String object(String version, String kind, String suffix) {
    String namespace =
        settings.namespace() == null
            ? ""
            : MachineText.format("  namespace: \"%s\"\n", settings.namespace());
    return MachineText.format(
        """
        apiVersion: %s
        kind: %s
        metadata:
          name: %s-%s
        %s  labels:
            app.kubernetes.io/name: takt
            app.kubernetes.io/instance: "%s"
        """,
        version, kind, settings.name(), suffix, namespace, settings.name());
  }

  private String labels(String role, int indent) {
    return MachineText.format(
            """
            app.kubernetes.io/name: takt
            app.kubernetes.io/instance: "%s"
            takt.dev/role: %s
            """,
            settings.name(), role)
        .indent(indent);
  }

  /// A pod's template up to the mounts that all pods have. Requests and limits are the same, so
  /// that the pod is of the class Guaranteed.
  private String pod(String role, String command) {
    return MachineText.format(
        """
            metadata:
              labels:
        %s    spec:
              restartPolicy: Never
              automountServiceAccountToken: false
              enableServiceLinks: false
              terminationGracePeriodSeconds: 60
              securityContext:
                runAsNonRoot: true
                runAsUser: 10001
                runAsGroup: 10001
                fsGroup: 10001
                seccompProfile:
                  type: RuntimeDefault
              containers:
                - name: %s
                  image: "%s"
                  command: %s
                  workingDir: /work
                  resources:
                    requests: { cpu: "%5$s", memory: "%6$s" }
                    limits: { cpu: "%5$s", memory: "%6$s" }
                  securityContext:
                    allowPrivilegeEscalation: false
                    readOnlyRootFilesystem: true
                    capabilities:
                      drop: [ALL]
                  volumeMounts:
                    - { name: key, mountPath: /key, readOnly: true }
                    - { name: work, mountPath: /work }
                    - { name: tmp, mountPath: /tmp }
        """,
        labels(role, 8),
        role,
        settings.image(),
        command,
        settings.resources().cpu(),
        settings.resources().memory());
  }

  private String volumes() {
    return MachineText.format(
        """
                - name: key
                  secret: { secretName: "%s", defaultMode: 288 } # 0440
                - name: work
                  emptyDir: {}
                - name: tmp
                  emptyDir: {}
        """,
        settings.keySecret());
  }

  private static String command(List<String> arguments) {
    return Stream.concat(Stream.of("takt"), arguments.stream())
        .map(argument -> '"' + argument + '"')
        .collect(Collectors.joining(", ", "[", "]"));
  }
}
