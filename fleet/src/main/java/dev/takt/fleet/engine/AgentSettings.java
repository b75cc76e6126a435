package dev.takt.fleet.engine;

import java.net.InetSocketAddress;
import java.util.Optional;

/// With what an agent connects.
///
/// @param at where the coordinator listens
record AgentSettings(InetSocketAddress at, String name, Optional<FleetKey> key, Limits limits) {}
