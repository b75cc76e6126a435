/// The manifests that run a fleet in Kubernetes, as text: the templates of a Helm chart, filled in.
/// Nothing here connects to a cluster.
@NullMarked
package dev.takt.fleet.kubernetes;

import org.jspecify.annotations.NullMarked;
