package dev.takt.driver.cql.topology;

import java.net.InetSocketAddress;
import java.util.List;

/// A node of a cluster, as it describes itself to clients.
public record Node(InetSocketAddress address, String datacenter, List<Long> tokens) {}
